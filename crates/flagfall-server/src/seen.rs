//! What somebody gets to see of a game.
//!
//! A [`Seen`] is made from views alone, and a view holds no rank that its side may not know. A player's comes from his own
//! view. A spectator's comes from both, each side's pieces as the *other* side sees them: that is what is public. Only
//! where everything may be seen are a side's pieces taken from its own view.

use flagfall_core::notation::write_move;
use flagfall_core::{
    BattleOutcome, BySide, Event, Game, GameResult, PieceId, Rank, Setup, Side, View,
};
use serde::Serialize;

/// How much somebody may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// What this side knows.
    Side(Side),
    /// What everybody knows.
    Public,
    /// Every piece.
    Open,
}

impl Sight {
    /// `red`, `blue`, `public` or `open`.
    pub fn name(self) -> &'static str {
        match self {
            Sight::Side(side) => side.name(),
            Sight::Public => "public",
            Sight::Open => "open",
        }
    }
}

/// The pieces and everything else that a page draws.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seen {
    /// Whose turn it is.
    pub to_move: &'static str,
    /// How many plies have been played.
    pub ply: u32,
    /// How many of them since the last battle.
    pub quiet_plies: u32,
    /// The pieces on the board.
    pub pieces: Vec<SeenPiece>,
    /// What has been captured of each side, by rank.
    pub captured: BySideJson<[u8; 12]>,
    /// What each side started with, by rank.
    pub army: BySideJson<[u8; 12]>,
    /// How it ended.
    pub result: Option<SeenResult>,
}

/// One value for each side, by name.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BySideJson<T> {
    /// Red's.
    pub red: T,
    /// Blue's.
    pub blue: T,
}

impl<T> BySideJson<T> {
    /// Makes the value of each side from the side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> BySideJson<T> {
        BySideJson {
            red: f(Side::Red),
            blue: f(Side::Blue),
        }
    }
}

/// A piece on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeenPiece {
    /// Its square.
    pub at: String,
    /// Whose it is.
    pub side: &'static str,
    /// Its rank, if the onlooker knows it.
    pub rank: Option<&'static str>,
    /// The square it started on, which is its name.
    pub id: String,
    /// Whether it has ever moved.
    pub moved: bool,
    /// Whether both sides know its rank.
    pub known: bool,
}

/// Who won and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeenResult {
    /// `red`, `blue` or `draw`.
    pub outcome: &'static str,
    /// The reason's name.
    pub reason: &'static str,
}

impl From<GameResult> for SeenResult {
    fn from(result: GameResult) -> SeenResult {
        SeenResult {
            outcome: result.outcome.name(),
            reason: result.reason.name(),
        }
    }
}

/// A turn as everybody saw it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeenEvent {
    /// Who moved.
    pub side: &'static str,
    /// Which piece, by its start square.
    pub piece: String,
    /// From where.
    pub from: String,
    /// Where to.
    pub to: String,
    /// In notation.
    pub text: String,
    /// The battle, if there was one.
    pub battle: Option<SeenBattle>,
}

/// A battle: both ranks are told to everybody.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeenBattle {
    /// What attacked.
    pub attacker: &'static str,
    /// What was attacked.
    pub defender: &'static str,
    /// Which piece was attacked, by its start square.
    pub defender_id: String,
    /// Who survived: `attacker`, `defender` or `none`.
    pub survivor: &'static str,
}

impl From<&Event> for SeenEvent {
    fn from(event: &Event) -> SeenEvent {
        SeenEvent {
            side: event.side.name(),
            piece: event.piece.start().to_string(),
            from: event.mv.from.to_string(),
            to: event.mv.to.to_string(),
            text: write_move(event),
            battle: event.battle.map(|battle| SeenBattle {
                attacker: battle.attacker_rank.name(),
                defender: battle.defender_rank.name(),
                defender_id: battle.defender.start().to_string(),
                survivor: match battle.outcome() {
                    BattleOutcome::AttackerWins => "attacker",
                    BattleOutcome::DefenderWins => "defender",
                    BattleOutcome::BothFall => "none",
                },
            }),
        }
    }
}

impl Seen {
    /// A game as somebody with this sight sees it. A game that is over is open to everybody.
    pub fn of(game: &Game, sight: Sight) -> Seen {
        if game.result().is_some() {
            return Seen::open(&views(game));
        }
        match sight {
            Sight::Side(side) => Seen::by_player(&game.view(side)),
            Sight::Public => Seen::by_public(&views(game)),
            Sight::Open => Seen::open(&views(game)),
        }
    }

    /// What the owner of this view sees.
    pub fn by_player(view: &View<'_>) -> Seen {
        Seen::assemble(|_| view)
    }

    /// What everybody sees: each side's pieces as its opponent knows them.
    pub fn by_public(views: &BySide<View<'_>>) -> Seen {
        Seen::assemble(|side| &views[!side])
    }

    /// Everything: each side's pieces as it knows them itself.
    pub fn open(views: &BySide<View<'_>>) -> Seen {
        Seen::assemble(|side| &views[side])
    }

    /// Takes the pieces of each side from the view that is given for it.
    fn assemble<'v>(view_of: impl Fn(Side) -> &'v View<'v>) -> Seen {
        let either = view_of(Side::Red);
        let captured = BySideJson::from_fn(|side| captured_counts(view_of(side), side));
        Seen {
            to_move: either.to_move().name(),
            ply: either.ply(),
            quiet_plies: either.quiet_plies(),
            pieces: Side::ALL
                .into_iter()
                .flat_map(|side| seen_pieces(view_of(side), side))
                .collect(),
            army: BySideJson::from_fn(|side| army_counts(view_of(side), side)),
            captured,
            result: either.result().map(SeenResult::from),
        }
    }
}

/// The player's own army as it was set up, for a rematch; `None` after a free start.
pub fn own_setup(view: &View<'_>) -> Option<Setup> {
    let side = view.viewer();
    let places = std::array::from_fn(|place| {
        let piece = view.piece(PieceId::started_on(Setup::square(side, place)))?;
        piece.rank.filter(|_| piece.side == side)
    });
    Setup::new(view.rules().variant, places).ok()
}

fn views(game: &Game) -> BySide<View<'_>> {
    BySide::from_fn(|side| game.view(side))
}

fn seen_pieces(view: &View<'_>, side: Side) -> Vec<SeenPiece> {
    let seen = view.pieces(side).map(|(square, piece)| SeenPiece {
        at: square.to_string(),
        side: side.name(),
        rank: piece.rank.map(Rank::name),
        id: piece.id.start().to_string(),
        moved: piece.has_moved,
        known: piece.is_revealed,
    });
    seen.collect()
}

fn captured_counts(view: &View<'_>, side: Side) -> [u8; 12] {
    let mut counts = [0; 12];
    for rank in view.captured(side).filter_map(|piece| piece.rank) {
        counts[rank.index()] += 1;
    }
    counts
}

/// What is hidden is known by counting; the rest has been seen.
fn army_counts(view: &View<'_>, side: Side) -> [u8; 12] {
    let mut counts = captured_counts(view, side);
    for rank in Rank::ALL {
        counts[rank.index()] += view.hidden_counts(side)[rank];
    }
    for (square, piece) in view.pieces(side) {
        if let Some(rank) = piece.rank
            && view.revealed().contains(square)
        {
            counts[rank.index()] += 1;
        }
    }
    counts
}
