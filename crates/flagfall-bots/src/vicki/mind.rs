//! How a player chooses, and what it remembers during a game.

use flagfall_belief::Guesser;
use flagfall_core::{ByRank, GameRng, Move, MoveList, Piece, Rank, View};

use super::look_ahead::LookAhead;
use super::odds::Odds;
use super::parameters::{N_PARAMETERS, Parameter, Parameters, RANKS, Rows};
use super::player::{Belief, Player, Scouts};
use super::valuation::{Knowledge, Targets, contributions, seen_by};

/// How many parts a value has: the parameters, the reply and the follow-up.
pub const N_PARTS: usize = N_PARAMETERS + 2;

/// A player in a game.
#[derive(Debug)]
pub struct Mind {
    player: Player,
    /// BEAT_OPPONENT of each rank, by which everybody's captures are valued.
    beat: ByRank<f64>,
    guesser: Option<Guesser>,
    /// The row of each own piece, by the index of its start square, where each piece has its own.
    rows: Option<[u8; 100]>,
}

impl Mind {
    /// A player at the beginning of a game.
    pub fn new(player: Player) -> Mind {
        let mut beat = ByRank([0.0; 12]);
        for rank in RANKS {
            beat[rank] = player.parameters.of(rank, Parameter::BeatOpponent);
        }
        Mind {
            player,
            beat,
            guesser: None,
            rows: None,
        }
    }

    /// Who plays.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Forgets the game.
    pub fn begin(&mut self) {
        self.guesser = None;
        self.rows = None;
    }

    /// The names of the parts of a value that this player has.
    pub fn part_names(&self) -> Vec<String> {
        let shape = self.player.parameters.shape();
        let ahead = ["reply", "follow_up"].into_iter();
        shape
            .parameters()
            .map(Parameter::name)
            .chain(ahead.take(self.player.look_ahead.into()))
            .map(str::to_owned)
            .collect()
    }

    /// The parts of a value that have a name.
    pub fn named_parts(&self, parts: &[f64; N_PARTS]) -> Vec<f64> {
        let shape = self.player.parameters.shape();
        let after = parts[N_PARAMETERS..].iter().copied();
        shape
            .parameters()
            .map(|one| parts[one as usize])
            .chain(after.take(self.player.look_ahead.into()))
            .collect()
    }

    /// The move of the highest value among these, which are legal; `None` if there are none. Every move that was weighed is
    /// given to `note`.
    pub fn choose(
        &mut self,
        view: &View<'_>,
        legal: &MoveList,
        rng: &mut GameRng,
        mut note: impl FnMut(Move, [f64; N_PARTS]),
    ) -> Option<Move> {
        self.remember(view);
        let Player {
            parameters,
            scouts,
            look_ahead,
            ..
        } = &self.player;
        let shape = parameters.shape();
        let has_thresholds = shape.columns.belief;
        let odds =
            (has_thresholds || *look_ahead > 0).then(|| Odds::new(view, self.guesser.as_ref()));
        let targets = shape.columns.approach.then(|| Targets::new(view));
        let knowledge = Knowledge {
            shape,
            odds: odds.as_ref().filter(|_| has_thresholds),
            targets: targets.as_ref(),
        };
        let ahead = odds
            .as_ref()
            .filter(|_| *look_ahead > 0)
            .map(|odds| LookAhead::new(view, odds, &self.beat, *look_ahead));
        let steps_only = *scouts == Scouts::One && legal.iter().any(|mv| !mv.is_long());
        let mut best: Option<(f64, Move)> = None;
        for &mv in legal {
            if steps_only && mv.is_long() {
                continue;
            }
            let values = self.values_of(parameters, view, mv);
            let mut parts = [0.0; N_PARTS];
            parts[..N_PARAMETERS]
                .copy_from_slice(&contributions(values, view, mv, &knowledge, rng));
            if let Some(ahead) = &ahead {
                let prospect = ahead.prospect(mv);
                parts[N_PARAMETERS..].copy_from_slice(&[prospect.reply, prospect.follow_up]);
            }
            let value = parts.iter().sum();
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, mv));
            }
            note(mv, parts);
        }
        best.map(|(_, mv)| mv)
    }

    /// The values of the piece that makes a move.
    #[inline]
    fn values_of<'a>(&self, parameters: &'a Parameters, view: &View<'_>, mv: Move) -> &'a [f64] {
        let mover = view.piece_at(mv.from).expect("a legal move moves a piece");
        let row = match &self.rows {
            Some(rows) => usize::from(rows[mover.id.index()]),
            None => {
                let rank = mover.rank.expect("a player knows its own pieces");
                parameters.shape().rows_of(rank).start
            }
        };
        parameters.row(row)
    }

    fn remember(&mut self, view: &View<'_>) {
        if self.player.belief == Belief::Guessed {
            match &mut self.guesser {
                Some(guesser) => guesser.follow(view),
                none => *none = Some(Guesser::new(view)),
            }
        }
        let shape = self.player.parameters.shape();
        if shape.rows == Rows::Pieces && self.rows.is_none() {
            self.rows = Some(rows_of_pieces(view, |rank| shape.rows_of(rank)));
        }
    }
}

/// The row of each own piece. Pieces of a rank are numbered from the wing of their flag to the other one, from back to front in a
/// column, by where they started: so a piece keeps its values when the setup is mirrored.
fn rows_of_pieces(view: &View<'_>, rows_of: impl Fn(Rank) -> std::ops::Range<usize>) -> [u8; 100] {
    let side = view.viewer();
    let mut pieces: Vec<Piece> = view
        .pieces(side)
        .map(|(_, piece)| piece)
        .chain(view.captured(side))
        .collect();
    let start = |piece: &Piece| seen_by(piece.id.start(), side);
    let is_right = pieces
        .iter()
        .any(|piece| piece.rank == Some(Rank::Flag) && start(piece).1 >= 5);
    pieces.sort_by_key(|piece| {
        let (row, col) = start(piece);
        (if is_right { 9 - col } else { col }, row)
    });
    let mut next = ByRank([0; 12]);
    let mut rows = [0; 100];
    for piece in &pieces {
        let rank = piece.rank.expect("a player knows its own pieces");
        if rank.is_mobile() {
            let of_rank = rows_of(rank);
            // A free position may have more pieces of a rank than an army: the last row is for all of these.
            let number = of_rank.start + next[rank];
            rows[piece.id.index()] = number.min(of_rank.end - 1) as u8;
            next[rank] += 1;
        }
    }
    rows
}
