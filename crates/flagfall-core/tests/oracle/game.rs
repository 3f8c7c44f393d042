//! A game: its record, the moves it allows, and how it ends.

use std::collections::BTreeSet;

use super::board::{
    DIRECTIONS, Piece, PieceId, Placement, Rank, Side, Square, Survivor, battle, is_lake,
    move_name, parse_move, step,
};
use super::repetition::{breaks_more_squares, breaks_two_squares};

/// Which repetition rules hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OracleRules {
    /// How many consecutive turns may cross the same border; 0 turns the rule off.
    pub(crate) two_squares: usize,
    /// Whether a chaser may not recreate a position of his chase.
    pub(crate) more_squares: bool,
}

impl OracleRules {
    /// The rules behind a preset's name, or `None` for presets with limits this referee does not know.
    pub(crate) fn preset(name: &str) -> Option<OracleRules> {
        let (two_squares, more_squares) = match name {
            "isf" => (3, true),
            "isf2007" => (5, true),
            "mets" => (5, false),
            "free" => (0, false),
            _ => return None,
        };
        Some(OracleRules {
            two_squares,
            more_squares,
        })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OracleResult {
    /// This side took the other's flag.
    FlagTaken { winner: Side },
    /// The other side, being to move, had no legal move.
    NoMove { winner: Side },
    /// After a mutual capture neither side can ever move again.
    Draw,
}

/// One move as it was played, with the whole board after it.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) side: Side,
    pub(crate) piece: PieceId,
    pub(crate) from: Square,
    pub(crate) to: Square,
    /// The piece that was attacked and who survived, if this was an attack.
    pub(crate) attack: Option<(PieceId, Survivor)>,
    pub(crate) after: Placement,
}

impl Turn {
    /// Whichever side falls, every attack takes a piece off the board.
    pub(crate) fn is_capture(&self) -> bool {
        self.attack.is_some()
    }
}

/// The referee: a start position and everything that was played from it.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    rules: OracleRules,
    /// Every piece the game began with; a `PieceId` is an index into it.
    pieces: Vec<Piece>,
    start: Placement,
    first_to_move: Side,
    history: Vec<Turn>,
}

impl Oracle {
    /// Begins a game from any board of 100 letters.
    ///
    /// # Panics
    ///
    /// If the board is not 100 StraDoS2 letters with the lakes in their places.
    pub(crate) fn new(board: &str, red_to_move: bool, rules: OracleRules) -> Oracle {
        assert_eq!(board.chars().count(), 100, "a board has 100 letters");
        let mut pieces = Vec::new();
        let mut start = [None; 100];
        for (square, letter) in board.chars().enumerate() {
            assert_eq!(letter == '_', is_lake(square), "a lake is out of place");
            if letter != '_' && letter != 'A' {
                start[square] = Some(pieces.len() as PieceId);
                pieces.push(Piece::from_letter(letter).expect("an unknown board letter"));
            }
        }
        let first_to_move = if red_to_move { Side::Red } else { Side::Blue };
        Oracle {
            rules,
            pieces,
            start,
            first_to_move,
            history: Vec::new(),
        }
    }

    /// Every legal move; none once the game is over.
    pub(crate) fn legal_moves(&self) -> BTreeSet<String> {
        self.legal()
            .into_iter()
            .map(|(from, to)| move_name(from, to))
            .collect()
    }

    /// Why a move may not be played now, or `None` if it may: `not a move`, `game over`, `impossible`, `two-squares` or
    /// `more-squares`, the first that applies.
    pub(crate) fn why_illegal(&self, mv: &str) -> Option<&'static str> {
        let Some((from, to)) = parse_move(mv) else {
            return Some("not a move");
        };
        if self.flag_taker().is_some() {
            Some("game over")
        } else if !self.geometric(self.to_move()).contains(&(from, to)) {
            Some("impossible")
        } else {
            self.forbidden_by(from, to)
        }
    }

    /// Plays a legal move.
    ///
    /// # Panics
    ///
    /// If the move is not legal.
    pub(crate) fn play(&mut self, mv: &str) {
        if let Some(why) = self.why_illegal(mv) {
            panic!("{mv} at ply {}: {why}", self.history.len());
        }
        let (from, to) = parse_move(mv).expect("a legal move can be parsed");
        self.carry_out(from, to);
    }

    /// The result, once there is one.
    pub(crate) fn over(&self) -> Option<OracleResult> {
        if let Some(winner) = self.flag_taker() {
            return Some(OracleResult::FlagTaken { winner });
        }
        let was_mutual = self
            .history
            .last()
            .is_some_and(|t| matches!(t.attack, Some((_, Survivor::Nobody))));
        let is_stuck = |side| self.geometric(side).is_empty();
        if was_mutual && is_stuck(Side::Red) && is_stuck(Side::Blue) {
            return Some(OracleResult::Draw);
        }
        let winner = self.to_move().other();
        self.legal()
            .is_empty()
            .then_some(OracleResult::NoMove { winner })
    }

    /// How many sequences of `depth` legal moves there are.
    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.legal();
        match depth {
            0 => 1,
            // Each move leads to one leaf; playing it would not change the count.
            1 => moves.len() as u64,
            _ => moves
                .into_iter()
                .map(|(from, to)| {
                    let mut next = self.clone();
                    next.carry_out(from, to);
                    next.perft(depth - 1)
                })
                .sum(),
        }
    }

    /// The board as 100 letters.
    pub(crate) fn board_string(&self) -> String {
        let letter = |square: Square| match self.placement()[square] {
            Some(id) => self.piece(id).letter(),
            None if is_lake(square) => '_',
            None => 'A',
        };
        (0..100).map(letter).collect()
    }

    pub(crate) fn rules(&self) -> OracleRules {
        self.rules
    }

    pub(crate) fn to_move(&self) -> Side {
        match self.history.last() {
            Some(turn) => turn.side.other(),
            None => self.first_to_move,
        }
    }

    pub(crate) fn history(&self) -> &[Turn] {
        &self.history
    }

    /// Which piece stands where now.
    pub(crate) fn placement(&self) -> &Placement {
        self.history.last().map_or(&self.start, |t| &t.after)
    }

    fn piece(&self, id: PieceId) -> Piece {
        self.pieces[usize::from(id)]
    }

    fn legal(&self) -> Vec<(Square, Square)> {
        if self.flag_taker().is_some() {
            return Vec::new();
        }
        let mut moves = self.geometric(self.to_move());
        moves.retain(|&(from, to)| self.forbidden_by(from, to).is_none());
        moves
    }

    /// The repetition rule that forbids a geometrically possible move of the player to move.
    fn forbidden_by(&self, from: Square, to: Square) -> Option<&'static str> {
        if breaks_two_squares(self, from, to) {
            Some("two-squares")
        } else if breaks_more_squares(self, from, to) {
            Some("more-squares")
        } else {
            None
        }
    }

    /// What `side` could play if it were to move and there were no repetition rules.
    fn geometric(&self, side: Side) -> Vec<(Square, Square)> {
        let on = |square: Square| self.placement()[square].map(|id| self.piece(id));
        let mut moves = Vec::new();
        for from in 0..100 {
            let Some(piece) = on(from) else { continue };
            if piece.side != side || !piece.rank.can_move() {
                continue;
            }
            let reach = if piece.rank == Rank::Scout { 9 } else { 1 };
            for direction in DIRECTIONS {
                let mut here = from;
                for _ in 0..reach {
                    let Some(next) = step(here, direction) else {
                        break;
                    };
                    if is_lake(next) || on(next).is_some_and(|other| other.side == side) {
                        break;
                    }
                    moves.push((from, next));
                    if on(next).is_some() {
                        break;
                    }
                    here = next;
                }
            }
        }
        moves
    }

    fn carry_out(&mut self, from: Square, to: Square) {
        let mut after = *self.placement();
        let mover = after[from]
            .take()
            .expect("a piece stands where a move starts");
        let attack = after[to].map(|defender| {
            let survivor = battle(self.piece(mover).rank, self.piece(defender).rank);
            (defender, survivor)
        });
        after[to] = match attack {
            None | Some((_, Survivor::Attacker)) => Some(mover),
            Some((defender, Survivor::Defender)) => Some(defender),
            Some((_, Survivor::Nobody)) => None,
        };
        self.history.push(Turn {
            side: self.to_move(),
            piece: mover,
            from,
            to,
            attack,
            after,
        });
    }

    /// Who took a flag with the last move. A board without flags, as in studies, ends only by lack of moves.
    fn flag_taker(&self) -> Option<Side> {
        let turn = self.history.last()?;
        let (defender, _) = turn.attack?;
        (self.piece(defender).rank == Rank::Flag).then_some(turn.side)
    }
}
