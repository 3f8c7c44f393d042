//! How good a solution is: matches against a given opponent, and the fitness function (1).

use flagfall_bots::vicki::{Parameters, Scouts, Vicki};
use flagfall_core::{BySide, Game, GameRng, Outcome, Rules, Seed, Side};

use crate::settings::Settings;

/// A match that has lasted this long is given up as not won: the deduction for its plies has eaten up a win by then.
const LONGEST: u32 = 5_000;

/// Against whom fitness is measured.
#[derive(Clone, Copy, Debug)]
pub enum Opponent<'a> {
    /// Plays any legal move, each as likely as the others.
    Random,
    /// Another solution.
    Solution(&'a Parameters),
}

/// How a match went for the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// Plies of both sides.
    pub plies: u32,
    /// Pieces that the solution had left.
    pub own_left: u32,
    /// Pieces that its opponent had left.
    pub enemy_left: u32,
    /// Whether it won.
    pub has_won: bool,
}

impl Score {
    /// The terms of equation (1) for one match.
    pub fn fitness(&self) -> f64 {
        -0.25 * f64::from(self.plies) + 100.0 * f64::from(self.own_left)
            - 20.0 * f64::from(self.enemy_left)
            + 1000.0 * f64::from(u8::from(self.has_won))
    }
}

/// Plays one match under the rules of the thesis. Sides change with the number of the match.
pub fn play_match(
    parameters: &Parameters,
    opponent: Opponent<'_>,
    settings: &Settings,
    number: u32,
    seed: Seed,
) -> Score {
    let rules: Rules = "vicki".parse().expect("vicki is a preset");
    let side = Side::ALL[number as usize % 2];
    let mut setup_rng = seed.derive(0).rng();
    let setups = BySide::from_fn(|_| settings.setups().make(rules.variant, &mut setup_rng));
    let mut game = Game::new(rules, setups).expect("the setups are of the variant of the rules");
    let mut rng = seed.derive(1).rng();
    while game.result().is_none() && game.position().ply() < LONGEST {
        let to_move = game.position().to_move();
        let mv = if to_move == side {
            solution_move(&game, parameters, settings.scouts(), &mut rng)
        } else {
            match opponent {
                Opponent::Random => game.position().random_move(&mut rng),
                Opponent::Solution(other) => {
                    solution_move(&game, other, settings.scouts(), &mut rng)
                }
            }
        };
        game.advance(mv.expect("a game without a result has a legal move"));
    }
    let left = |side| game.position().board().occupied_by(side).len();
    Score {
        plies: game.position().ply(),
        own_left: left(side),
        enemy_left: left(!side),
        has_won: game
            .result()
            .is_some_and(|result| result.outcome == Outcome::Win(side)),
    }
}

fn solution_move(
    game: &Game,
    parameters: &Parameters,
    scouts: Scouts,
    rng: &mut GameRng,
) -> Option<flagfall_core::Move> {
    let view = game.view(game.position().to_move());
    Vicki::best_move(
        parameters,
        scouts,
        &view,
        &view.legal_moves(),
        rng,
        |_, _| {},
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitness_is_equation_one() {
        let score = Score {
            plies: 400,
            own_left: 20,
            enemy_left: 10,
            has_won: true,
        };
        assert_eq!(score.fitness(), -100.0 + 2000.0 - 200.0 + 1000.0);
        let lost = Score {
            has_won: false,
            ..score
        };
        assert_eq!(lost.fitness(), 1700.0);
    }

    #[test]
    fn a_match_repeats_with_its_seed_and_counts_what_is_left() {
        let parameters = Parameters([0.1; flagfall_bots::vicki::N_VALUES]);
        let settings = Settings::default();
        let play = |seed| play_match(&parameters, Opponent::Random, &settings, 0, Seed(seed));
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
        let score = play(1);
        assert!(score.own_left <= 40 && score.enemy_left <= 40 && score.plies > 0);
    }
}
