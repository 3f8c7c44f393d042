//! How good a solution is: matches against a given opponent, and the fitness function (1).

use flagfall_bots::vicki::{Mind, Player};
use flagfall_bots::{Bot, BotSpec, Budget, Choice, GameStart, build, player_seed};
use flagfall_core::{BySide, Event, Game, GameRng, Move, Outcome, Rules, Seed, Setup, Side};

use crate::settings::Settings;

/// A match that has lasted this long is given up as not won: the deduction for its plies has eaten up a win by then.
const LONGEST: u32 = 5_000;

/// Against whom fitness is measured.
#[derive(Clone, Copy, Debug)]
pub enum Opponent<'a> {
    /// Plays any legal move, each as likely as the others.
    Random,
    /// Another solution.
    Solution(&'a Player),
    /// A bot, as the table of bots knows it.
    Bot(&'a BotSpec),
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
    /// The terms of equation (1) for one match, with this many points for a win (1000 in the thesis).
    pub fn fitness(&self, win_points: f64) -> f64 {
        -0.25 * f64::from(self.plies) + 100.0 * f64::from(self.own_left)
            - 20.0 * f64::from(self.enemy_left)
            + win_points * f64::from(u8::from(self.has_won))
    }
}

/// Plays one match under the rules of the thesis. Sides change with the number of the match.
pub fn play_match(
    player: &Player,
    opponent: Opponent<'_>,
    settings: &Settings,
    number: u32,
    seed: Seed,
) -> Score {
    let rules: Rules = "vicki".parse().expect("vicki is a preset");
    let side = Side::ALL[number as usize % 2];
    let mut setup_rng = seed.derive(0).rng();
    let setups = BySide::from_fn(|one| {
        let setups = match opponent {
            _ if one == side => player.setups,
            Opponent::Solution(other) => other.setups,
            Opponent::Random | Opponent::Bot(_) => settings.setups(),
        };
        setups.make(rules.variant, &mut setup_rng)
    });
    let mut game = Game::new(rules, setups).expect("the setups are of the variant of the rules");
    let mut rng = seed.derive(1).rng();
    let mut solution = Mind::new(player.clone());
    let mut other = Other::new(opponent, !side, rules, seed, setups[!side]);
    while game.result().is_none() && game.position().ply() < LONGEST {
        let to_move = game.position().to_move();
        let mv = if to_move == side {
            Some(mind_move(&mut solution, &game, &mut rng))
        } else {
            other.choose(&game, &mut rng)
        };
        let Some(mv) = mv else {
            game.resign(to_move);
            break;
        };
        let event = game.advance(mv);
        other.observe(&event);
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

/// The opponent at the board.
enum Other {
    Random,
    Mind(Box<Mind>),
    Bot(Box<dyn Bot>),
}

impl Other {
    fn new(opponent: Opponent<'_>, side: Side, rules: Rules, seed: Seed, setup: Setup) -> Other {
        match opponent {
            Opponent::Random => Other::Random,
            Opponent::Solution(player) => Other::Mind(Box::new(Mind::new(player.clone()))),
            Opponent::Bot(spec) => {
                let mut bot = build(spec).expect("opponents are checked before an evolution");
                bot.begin(&GameStart {
                    side,
                    rules,
                    seed: player_seed(seed, 1),
                    opponent: "a solution".to_owned(),
                    given_setup: Some(setup),
                });
                Other::Bot(bot)
            }
        }
    }

    /// Its move, or `None` if it gives up.
    fn choose(&mut self, game: &Game, rng: &mut GameRng) -> Option<Move> {
        match self {
            Other::Random => game.position().random_move(rng),
            Other::Mind(mind) => Some(mind_move(mind, game, rng)),
            Other::Bot(bot) => {
                let view = game.view(game.position().to_move());
                match bot.choose(&view, &Budget::OWN) {
                    Ok(Choice::Move(mv) | Choice::MoveAndOfferDraw(mv)) => {
                        view.check(mv).ok().map(|()| mv)
                    }
                    Ok(Choice::Resign) | Err(_) => None,
                }
            }
        }
    }

    fn observe(&mut self, event: &Event) {
        if let Other::Bot(bot) = self {
            bot.observe(event);
        }
    }
}

fn mind_move(mind: &mut Mind, game: &Game, rng: &mut GameRng) -> Move {
    let view = game.view(game.position().to_move());
    mind.choose(&view, &view.legal_moves(), rng, |_, _| {})
        .expect("a game without a result has a legal move")
}

#[cfg(test)]
mod tests {
    use flagfall_bots::vicki::Parameters;

    use super::*;

    #[test]
    fn fitness_is_equation_one() {
        let score = Score {
            plies: 400,
            own_left: 20,
            enemy_left: 10,
            has_won: true,
        };
        assert_eq!(score.fitness(1000.0), -100.0 + 2000.0 - 200.0 + 1000.0);
        let lost = Score {
            has_won: false,
            ..score
        };
        assert_eq!(lost.fitness(1000.0), 1700.0);
    }

    #[test]
    fn a_match_repeats_with_its_seed_and_counts_what_is_left() {
        let settings = Settings::default();
        let values = vec![0.1; settings.shape().n_values()];
        let player = Player::of_thesis(Parameters::new(settings.shape(), values).unwrap());
        let play = |seed| play_match(&player, Opponent::Random, &settings, 0, Seed(seed));
        assert_eq!(play(1), play(1));
        assert_ne!(play(1), play(2));
        let score = play(1);
        assert!(score.own_left <= 40 && score.enemy_left <= 40 && score.plies > 0);
    }
}
