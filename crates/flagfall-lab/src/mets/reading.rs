//! Ways to read what Mets writes about his blind player and his rules.
//!
//! The player draws "a random piece" and moves it "in a random direction, by one step or a random number of steps (scout)"
//! and makes no sacrifices. Each of these, and two of his rules, can be meant in more than one way. A [`Reading`] is one
//! choice; the first is that of the bot `blind`.

use flagfall_bots::{self as bots, Manner, Sacrifices, blind_move_with};
use flagfall_core::{BattleOutcome, GameRng, Move, Position, Rules, below};

/// One way to read him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reading {
    pub(super) name: &'static str,
    ban: Ban,
    draw: Draw,
    scouts: Scouts,
    /// The limit of his two-squares rule, which he takes from the computer championship without printing it.
    two_squares: u8,
}

/// Which attacks on known pieces are not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ban {
    /// Those that lose.
    Losses,
    /// Those that do not win: equal ranks too.
    LossesAndTies,
    /// None.
    Nothing,
}

/// How a move is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Draw {
    /// A piece that can move, a direction that is open to it, a distance.
    Piece,
    /// A piece and a direction together, again until they fit; then a distance.
    PieceAndDirection,
    /// A move, all being equally likely.
    Move,
}

/// What a scout may do in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scouts {
    /// Run and attack.
    RunAndAttack,
    /// Run, or attack a neighbor: the game's older printed rules.
    RunOrAttack,
    /// Step like all others, against his words.
    Step,
}

const AS_WRITTEN: Reading = Reading {
    name: "as written",
    ban: Ban::Losses,
    draw: Draw::Piece,
    scouts: Scouts::RunAndAttack,
    two_squares: 5,
};

const RECKLESS: Reading = Reading {
    name: "sacrifices allowed",
    ban: Ban::Nothing,
    ..AS_WRITTEN
};

const STEPPING: Reading = Reading {
    name: "sacrifices allowed, scouts only step",
    scouts: Scouts::Step,
    ..RECKLESS
};

pub(super) const NEAREST: Reading = Reading {
    name: "sacrifices allowed, scouts only step, never straight back",
    two_squares: 1,
    ..STEPPING
};

impl Reading {
    /// The readings measured at full size: his words, the one change that brings the lengths of games to his, and the reading that
    /// comes nearest to all four of his figures.
    pub(super) const MAIN: [Reading; 3] = [AS_WRITTEN, RECKLESS, NEAREST];

    /// The others.
    pub(super) const FURTHER: [Reading; 9] = [
        Reading {
            name: "no attack on a known equal either",
            ban: Ban::LossesAndTies,
            ..AS_WRITTEN
        },
        Reading {
            name: "piece and direction drawn together",
            draw: Draw::PieceAndDirection,
            ..AS_WRITTEN
        },
        Reading {
            name: "scouts run or attack",
            scouts: Scouts::RunOrAttack,
            ..AS_WRITTEN
        },
        Reading {
            name: "never straight back",
            two_squares: 1,
            ..AS_WRITTEN
        },
        Reading {
            name: "sacrifices allowed, all moves equally likely",
            draw: Draw::Move,
            ..RECKLESS
        },
        Reading {
            name: "sacrifices allowed, scouts run or attack",
            scouts: Scouts::RunOrAttack,
            ..RECKLESS
        },
        Reading {
            name: "sacrifices allowed, never straight back",
            two_squares: 1,
            ..RECKLESS
        },
        Reading {
            name: "sacrifices allowed, scouts run or attack, never straight back",
            scouts: Scouts::RunOrAttack,
            two_squares: 1,
            ..RECKLESS
        },
        STEPPING,
    ];

    /// His rules.
    pub(super) fn rules(&self) -> Rules {
        let mets: Rules = "mets".parse().expect("a preset");
        Rules {
            two_squares: self.two_squares,
            ..mets
        }
    }

    /// A move of the player to move; `None` if he has none and has lost.
    pub(super) fn draw(&self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        match self.manner() {
            Some(manner) => {
                blind_move_with(manner, position.board(), || position.legal_moves(), rng)
            }
            None => self.draw_from_list(position, rng),
        }
    }

    /// The manner in which the bot `blind` plays like this, if it can.
    pub(super) fn manner(&self) -> Option<Manner> {
        let sacrifices = match self.ban {
            Ban::Losses => Sacrifices::Avoided,
            Ban::Nothing => Sacrifices::Allowed,
            Ban::LossesAndTies => return None,
        };
        let scouts = match self.scouts {
            Scouts::RunAndAttack => bots::Scouts::Run,
            Scouts::Step => bots::Scouts::Step,
            Scouts::RunOrAttack => return None,
        };
        (self.draw == Draw::Piece).then_some(Manner { sacrifices, scouts })
    }

    /// The same from the list of all moves: for every reading, and slow.
    fn draw_from_list(&self, position: &Position, rng: &mut GameRng) -> Option<Move> {
        let mut moves = position.legal_moves();
        match self.scouts {
            Scouts::RunAndAttack => {}
            Scouts::RunOrAttack => {
                moves.retain(|mv| !(mv.is_long() && position.rank_at(mv.to).is_some()));
            }
            Scouts::Step => moves.retain(|mv| !mv.is_long()),
        }
        if moves.iter().any(|&mv| !self.bans(position, mv)) {
            moves.retain(|mv| !self.bans(position, *mv));
        }
        let direction = |mv: &Move| {
            mv.direction_and_distance()
                .map(|(direction, _)| direction as u8)
        };
        moves.sort_unstable_by_key(|mv| (mv.from, direction(mv)));
        let mut open: &[Move] = &moves;
        if self.draw == Draw::Piece {
            open = pick(open.chunk_by(|a, b| a.from == b.from), rng)?;
        }
        if self.draw != Draw::Move {
            let is_same = |a: &Move, b: &Move| (a.from, direction(a)) == (b.from, direction(b));
            open = pick(open.chunk_by(is_same), rng)?;
        }
        pick(open.iter(), rng).copied()
    }

    fn bans(&self, position: &Position, mv: Move) -> bool {
        if self.ban == Ban::Nothing || !position.revealed().contains(mv.to) {
            return false;
        }
        match (position.rank_at(mv.from), position.rank_at(mv.to)) {
            (Some(attacker), Some(defender)) => match attacker.attacks(defender) {
                BattleOutcome::DefenderWins => true,
                BattleOutcome::BothFall => self.ban == Ban::LossesAndTies,
                BattleOutcome::AttackerWins => false,
            },
            _ => false,
        }
    }
}

/// One of the items, each as likely as the others.
fn pick<T>(items: impl Iterator<Item = T> + Clone, rng: &mut GameRng) -> Option<T> {
    let count = items.clone().count() as u32;
    let mut items = items;
    (count > 0)
        .then(|| below(rng, count))
        .and_then(|index| items.nth(index as usize))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use flagfall_core::{BySide, Game, PositionBuilder, Rank, Seed, Side, Square};

    use super::super::layout::Layout;
    use super::*;

    /// A game with many pieces on the board, some of them known.
    fn middle_game() -> Position {
        let mut rng = Seed(12).rng();
        let setups = BySide::from_fn(|_| Layout::Open.draw(&mut rng));
        let mut position = Position::from_setups(AS_WRITTEN.rules(), &setups).unwrap();
        for _ in 0..200 {
            let mv = RECKLESS.draw(&position, &mut rng).unwrap();
            position.advance(mv);
        }
        assert!(position.end().is_none());
        position
    }

    #[test]
    fn drawing_from_the_list_is_drawing_as_the_bot_does() {
        let position = middle_game();
        for reading in Reading::MAIN {
            let mut seen: BTreeMap<Move, [f64; 2]> = BTreeMap::new();
            let mut rng = Seed(5).rng();
            for _ in 0..20_000 {
                let fast = reading.draw(&position, &mut rng).unwrap();
                let slow = reading.draw_from_list(&position, &mut rng).unwrap();
                seen.entry(fast).or_default()[0] += 1.0;
                seen.entry(slow).or_default()[1] += 1.0;
            }
            let differences = seen.values().map(|[a, b]| (a - b).powi(2) / (a + b));
            let (chi_square, cells) = (differences.sum::<f64>(), seen.len() as f64);
            // Six deviations above what is expected of so many cells.
            let bound = cells + 6.0 * (2.0 * cells).sqrt();
            assert!(
                chi_square < bound,
                "{}: {chi_square} of {bound}",
                reading.name
            );
        }
    }

    #[test]
    fn readings_differ_in_the_moves_they_allow() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        let builder = PositionBuilder::new(AS_WRITTEN.rules())
            .with(square("A1"), Side::Red, Rank::Flag)
            .with(square("A5"), Side::Red, Rank::Scout)
            .with(square("E6"), Side::Red, Rank::Major)
            .with(square("F7"), Side::Red, Rank::Captain)
            .with(square("A9"), Side::Blue, Rank::Miner)
            .with(square("E7"), Side::Blue, Rank::Bomb)
            .with(square("J10"), Side::Blue, Rank::Flag);
        let mut game = Game::from_free(builder).unwrap();
        // The captain finds the bomb, which is then known.
        for mv in ["F7-E7", "A9-A8"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let draws = |reading: Reading, text: &str| {
            let mv: Move = text.parse().unwrap();
            let mut rng = Seed(9).rng();
            (0..500).any(|_| reading.draw(game.position(), &mut rng) == Some(mv))
        };
        let (sacrifice, far_attack) = ("E6-E7", "A5-A8");
        assert!(!draws(AS_WRITTEN, sacrifice) && draws(RECKLESS, sacrifice));
        let short = Reading {
            scouts: Scouts::RunOrAttack,
            ..RECKLESS
        };
        assert!(draws(RECKLESS, far_attack) && !draws(short, far_attack));
        assert!(draws(short, "A5-A7") && draws(short, sacrifice));
        assert!(!draws(STEPPING, "A5-A7") && !draws(STEPPING, far_attack));
        assert!(draws(STEPPING, "A5-A6") && draws(STEPPING, sacrifice));
    }
}
