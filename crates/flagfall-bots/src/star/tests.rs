//! That pruning changes nothing, and what must hold for the bot.

use flagfall_belief::Counts;
use flagfall_core::{Game, Move, PositionBuilder, Rank, Rules, Seed, Side, Square, below, shuffle};

use super::battle::{Attacks, Detail};
use super::deepening::{Verdict, search_root};
use super::distance::siege;
use super::generate::{RankedMoves, add_attacks, add_steps};
use super::ordering::Ordering;
use super::search::{Limit, Manner, Pruning, SCOUT, Search, Shortcuts, Window};
use super::settings::Settings;
use super::state::Player;
use super::table::Table;
use super::*;
use crate::conformance::{Effort, check};
use crate::placed;
use crate::spec::BotSpec;
use crate::stop::Stop;

fn settings(spec: &str) -> Settings {
    let spec: BotSpec = spec.parse().unwrap();
    let mut options = Options::new(&spec);
    let settings = Settings::take(&mut options).unwrap();
    options.finish().unwrap();
    settings
}

/// A game from some pieces, red to move, after some moves.
fn game(pieces: &str, moves: &str) -> Game {
    placed::game(pieces, Side::Red, moves)
}

/// A few pieces of either side around the lakes, close enough to meet, after a few random moves; `None` if the game is then
/// over. Red is to move.
fn small_game(seed: u64, rules: &str) -> Option<Game> {
    let mut rng = Seed(seed).rng();
    let mut squares: Vec<Square> = Square::all()
        .filter(|square| (3..7).contains(&square.row()) && square.col() < 6)
        .collect();
    shuffle(&mut rng, &mut squares);
    let mut builder = PositionBuilder::new(rules.parse().ok()?);
    for side in Side::ALL {
        let mut ranks: Vec<Rank> = Rank::ALL.to_vec();
        ranks.retain(|rank| *rank != Rank::Flag);
        shuffle(&mut rng, &mut ranks);
        let n_pieces = 2 + below(&mut rng, 4) as usize;
        for rank in ranks.into_iter().take(n_pieces).chain([Rank::Flag]) {
            builder = builder.with(squares.pop()?, side, rank);
        }
    }
    let mut game = Game::from_free(builder).ok()?;
    for _ in 0..2 * below(&mut rng, 4) {
        let mv = game.view(game.position().to_move()).random_move(&mut rng)?;
        game.advance(mv);
    }
    (game.result().is_none() && game.position().to_move() == Side::Red).then_some(game)
}

/// A search that nothing stops.
fn endless<'a>(
    root: &'a Root,
    manner: Manner,
    table: &'a mut Table,
    ordering: &'a mut Ordering,
) -> Search<'a> {
    Search {
        knowledge: &root.knowledge,
        evaluation: &root.evaluation,
        manner,
        limit: Limit {
            nodes: u64::MAX,
            deadline: None,
            stop: Stop::NEVER,
        },
        table,
        ordering,
        nodes: 0,
        is_over: false,
    }
}

/// The best move of a search of fixed depth with its value, and the nodes it took.
fn best(game: &Game, depth: i8, manner: Manner) -> (Move, f32, u64) {
    let view = game.view(Side::Red);
    let settings = settings("star:belief=counts");
    let source = Counts::new(&view);
    let root = Root::new(&view, &source, &settings);
    let (mut table, mut ordering) = (Table::new(14), Ordering::new());
    let mut search = endless(&root, manner, &mut table, &mut ordering);
    let mut found: Option<(Move, f32)> = None;
    for mv in view.legal_moves() {
        let mut window = search.full();
        if let Some((_, value)) = found.filter(|_| manner.pruning != Pruning::Plain) {
            window.low = value;
        }
        let value = search.value_of(&root.state, Player::Me, mv, depth - 1, 1, window);
        let value = value.unwrap_or(f32::NEG_INFINITY);
        if found.is_none_or(|(_, best)| value > best + TOLERANCE) {
            found = Some((mv, value));
        }
    }
    let (mv, value) = found.expect("there is a legal move");
    (mv, value, search.nodes)
}

/// What rounding can change in a value of a few hundred points.
const TOLERANCE: f32 = 2e-3;

fn manner(pruning: Pruning, attacks: Attacks) -> Manner {
    Manner {
        pruning,
        shortcuts: Shortcuts::None,
        attacks,
        remembers: false,
        quiescence: 2,
    }
}

#[test]
fn pruning_changes_neither_value_nor_move_and_saves_nodes() {
    let mut n_positions = 0;
    let mut nodes = [0_u64; 4];
    for seed in 0..3500 {
        let Some(game) = small_game(seed, "isf") else {
            continue;
        };
        let attacks = [Attacks::Chance, Attacks::Informed][seed as usize % 2];
        let depth = 2 + (seed % 2) as i8;
        n_positions += 1;
        let plain = best(&game, depth, manner(Pruning::Plain, attacks));
        nodes[0] += plain.2;
        let others = [Pruning::AlphaBeta, Pruning::Star1, Pruning::Star2];
        for (number, pruning) in others.into_iter().enumerate() {
            let pruned = best(&game, depth, manner(pruning, attacks));
            nodes[number + 1] += pruned.2;
            assert!(
                (pruned.1 - plain.1).abs() < TOLERANCE && pruned.0 == plain.0,
                "seed {seed}, {pruning:?}: {pruned:?} instead of {plain:?}"
            );
        }
    }
    assert!(n_positions > 3000, "{n_positions}");
    assert!(nodes[1] < nodes[0] / 2 && nodes[2] < nodes[1] && nodes[3] < nodes[1]);
}

/// Without the two-squares rule, whose state is not part of the key, looking up states that are met again changes values
/// only where a deeper result stands in for a shallower one, which is rare.
#[test]
fn the_table_changes_few_values_and_saves_nodes() {
    let mut n_positions = 0;
    let mut n_changed = 0;
    let mut nodes = [0_u64; 2];
    for seed in 0..400 {
        let Some(game) = small_game(seed, "free") else {
            continue;
        };
        n_positions += 1;
        let manner = manner(Pruning::Star2, Attacks::Informed);
        let without = best(&game, 4, manner);
        let with = best(
            &game,
            4,
            Manner {
                remembers: true,
                ..manner
            },
        );
        nodes[0] += without.2;
        nodes[1] += with.2;
        n_changed += u32::from((without.1 - with.1).abs() > 0.05);
    }
    assert!(n_changed * 50 < n_positions, "{n_changed} of {n_positions}");
    assert!(n_positions > 200, "{n_positions}");
    assert!(nodes[1] < nodes[0]);
}

/// The score that every move changes is the one that is computed from nothing.
#[test]
fn the_score_kept_by_moves_is_the_score_of_the_state() {
    let settings = settings("star");
    let mut n_battles = 0;
    for seed in 0..200 {
        let Some(game) = small_game(seed, "isf") else {
            continue;
        };
        let view = game.view(Side::Red);
        let root = Root::new(&view, &Counts::new(&view), &settings);
        let mut rng = Seed(seed).derive(1).rng();
        let mut state = root.state;
        let mut player = Player::Me;
        for _ in 0..12 {
            let mut moves = RankedMoves::new();
            add_attacks(&state, player, &mut moves);
            add_steps(&state, player, &mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[below(&mut rng, moves.len() as u32) as usize].mv;
            state = if state.unit_at(mv.to).is_none() {
                state.stepped(player, mv, &root.evaluation)
            } else {
                let (branches, odds) = root
                    .knowledge
                    .branches(
                        &state,
                        player,
                        mv,
                        Detail::Fallen,
                        Attacks::Chance,
                        &root.evaluation,
                    )
                    .unwrap();
                let sum: f32 = branches.iter().map(|branch| branch.chance).sum();
                assert!((sum - 1.0).abs() < 1e-4, "{sum}");
                let branch = branches[below(&mut rng, branches.len() as u32) as usize];
                if branch.rank == Rank::Flag {
                    break;
                }
                let next = state.fought(player, mv, &branch, &odds, &root.evaluation);
                // A line that uses up more of a rank than there was has no total to compare with.
                let used = state.left.iter().sum::<f32>() - next.left.iter().sum::<f32>();
                let is_unknown = [mv.from, mv.to].into_iter().any(|square| {
                    let index = state.unit_at(square).unwrap();
                    state.unit(index).rank().is_none()
                });
                if is_unknown && used < 0.999 {
                    break;
                }
                n_battles += 1;
                next
            };
            let total = root.evaluation.total(&state);
            assert!(
                (state.score - total).abs() < 0.5,
                "seed {seed}: kept {}, computed {total}",
                state.score
            );
            player = player.other();
        }
    }
    assert!(n_battles > 100, "{n_battles}");
}

/// Both pieces beside the marshal are hidden, but only one of them has not moved, and all else that is left can move: that one
/// is the flag.
#[test]
fn it_takes_the_flag_that_counting_tells() {
    let game = game(
        "A1 red flag, E4 red marshal, E7 blue scout, F5 blue flag",
        "E4-E5 E7-E6",
    );
    let mut bot = Star::new(settings("star:nodes=2000,belief=counts"));
    let choice = bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
    assert_eq!(choice, Choice::Move("E5-F5".parse().unwrap()));
}

/// One of the pieces beside the captain may be the major; with two of them that is likelier.
#[test]
fn several_unknown_neighbors_are_more_dangerous_than_one() {
    let danger = |pieces: &str| {
        let game = game(pieces, "");
        let view = game.view(Side::Red);
        let settings = settings("star:belief=counts");
        let root = Root::new(&view, &Counts::new(&view), &settings);
        let mv: Move = "E6-E5".parse().unwrap();
        let (branches, _) = root
            .knowledge
            .branches(
                &root.state,
                Player::Foe,
                mv,
                Detail::Outcome,
                Attacks::Informed,
                &root.evaluation,
            )
            .unwrap();
        branches
            .iter()
            .filter(|branch| !branch.passes)
            .map(|branch| branch.chance)
            .sum::<f32>()
    };
    let rest =
        "A1 red flag, E5 red captain, J10 blue flag, J9 blue major, J8 blue scout, J7 blue miner";
    let one = danger(&format!("{rest}, E6 blue sergeant"));
    let two = danger(&format!("{rest}, E6 blue sergeant, F5 blue spy"));
    assert!(one > 0.1 && two > one, "{one} {two}");
}

/// A flag behind a bomb and a sergeant: the way over the bomb is short for a miner alone, and the one over the sergeant for what
/// beats him.
#[test]
fn our_flag_is_nearest_to_those_who_can_pass_its_guards() {
    let game = game(
        "A1 red flag, A2 red bomb, B1 red sergeant, J1 red scout, J10 blue flag, A5 blue miner",
        "",
    );
    let view = game.view(Side::Red);
    let root = Root::new(&view, &Counts::new(&view), &settings("star:belief=counts"));
    let flag: Square = "A1".parse().unwrap();
    let from = |square: &str, rank: Rank| {
        let square: Square = square.parse().unwrap();
        siege(&root.state, flag, rank)[square.index()]
    };
    assert_eq!(from("A3", Rank::Miner), 3);
    assert!(from("A3", Rank::Captain) > from("A3", Rank::Miner));
    assert!(from("C1", Rank::Captain) < from("C1", Rank::Sergeant));
    assert!(from("C1", Rank::Sergeant) < from("C1", Rank::Scout));
}

/// The marshal stands beside the flag and nothing can be done. It has not been shown which piece is the flag.
#[test]
fn a_hidden_flag_in_reach_is_a_lost_game_only_if_it_is_found() {
    let game = game(
        "A1 red flag, J1 red miner, B2 red bomb, E1 red bomb, G1 red bomb, I1 red bomb, D1 red bomb, A3 blue marshal, \
         J10 blue flag",
        "J1-J2 A3-A2",
    );
    let value = |discovery: &str| {
        let spec = format!("star:nodes=2000,belief=counts,discovery={discovery}");
        let mut bot = Star::new(settings(&spec));
        bot.choose(&game.view(Side::Red), &Budget::OWN).unwrap();
        bot.explain().unwrap().value.unwrap()
    };
    let (found, perhaps) = (value("1"), value("0.3"));
    assert!(found < -0.99, "{found}");
    assert!(perhaps > found + 0.1, "{perhaps} {found}");
}

/// Whoever is ahead has less to win than to lose, and as much the other way round who is behind.
#[test]
fn a_lead_makes_winning_worth_less_and_losing_cost_more() {
    let stakes = |pieces: &str, spec: &str| {
        let game = game(pieces, "");
        let view = game.view(Side::Red);
        let root = Root::new(&view, &Counts::new(&view), &settings(spec));
        let (win, score) = (root.evaluation.win(), root.state.score);
        (win - score, win + score)
    };
    let ahead = "A1 red flag, E1 red major, F1 red captain, J10 blue flag, E10 blue captain";
    let (gain, loss) = stakes(ahead, "star:belief=counts");
    assert!(gain < 160.0 && gain > 90.0 && loss > 200.0, "{gain} {loss}");
    let (plain, _) = stakes(ahead, "star:belief=counts,balance=0");
    assert!((plain - 180.0).abs() < 0.1, "{plain}");
    let behind = "A1 red flag, E1 red captain, J10 blue flag, E10 blue major, F10 blue captain";
    let (gain, loss) = stakes(behind, "star:belief=counts");
    assert!(loss < 160.0 && loss > 90.0 && gain > 200.0, "{gain} {loss}");
}

/// Of the enemy's three pieces that have not moved one is a bomb and one the flag.
#[test]
fn caution_takes_pieces_that_have_not_moved_for_bombs() {
    let game = game(
        "A1 red flag, E4 red marshal, E6 blue scout, F10 blue bomb, J10 blue flag",
        "",
    );
    let view = game.view(Side::Red);
    let bomb = |spec: &str| {
        let root = Root::new(&view, &Counts::new(&view), &settings(spec));
        let index = root.state.unit_at("E6".parse().unwrap()).unwrap();
        let odds = root.knowledge.odds(&root.state, index);
        let sum: f32 = odds.weights.iter().sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        odds.weights[Rank::Bomb.index()]
    };
    let (plain, cautious) = (bomb("star:caution=1"), bomb("star:caution=2"));
    assert!((plain - 1.0 / 3.0).abs() < 1e-4, "{plain}");
    assert!((cautious - 0.5).abs() < 1e-4, "{cautious}");
}

/// The first of two moves is valued, the second is found to be better, and then the budget is spent before it is known by
/// how much: the second move is played.
#[test]
fn a_move_found_better_is_kept_if_the_budget_ends_before_its_value() {
    const DEPTH: i8 = 3;
    let mut n_cut = 0;
    for seed in 0..60 {
        let Some(game) = small_game(seed, "isf") else {
            continue;
        };
        let view = game.view(Side::Red);
        let root = Root::new(&view, &Counts::new(&view), &settings("star:belief=counts"));
        let verdict = |mv| Verdict {
            mv,
            value: 0.0,
            first_sight: 0.0,
            staleness: 0.0,
        };
        let moves = view.legal_moves();
        for pair in moves.windows(2) {
            let (mut table, mut ordering) = (Table::new(4), Ordering::new());
            let star2 = manner(Pruning::Star2, Attacks::Informed);
            let mut search = endless(&root, star2, &mut table, &mut ordering);
            let full = search.full();
            let first = search.value_of(&root.state, Player::Me, pair[0], DEPTH - 1, 1, full);
            let low = first.unwrap();
            let narrow = Window {
                low,
                high: low + SCOUT,
            };
            let second = search.value_of(&root.state, Player::Me, pair[1], DEPTH - 1, 1, narrow);
            if second.unwrap() <= low || low <= full.low {
                continue;
            }
            search.limit.nodes = search.nodes;
            search.nodes = 0;
            search.ordering.clear();
            let mut verdicts = [verdict(pair[0]), verdict(pair[1])];
            let done = search_root(&mut search, &root.state, &mut verdicts, DEPTH, false);
            if !search.is_over {
                // The move took the flag, which needs no search.
                continue;
            }
            n_cut += 1;
            assert_eq!(done, Some(false));
            assert_eq!(verdicts[0].mv, pair[1], "seed {seed}");
        }
    }
    assert!(n_cut > 50, "{n_cut}");
}

#[test]
fn star_conforms() {
    for rules in ["isf", "isf,barrage", "free,max_plies=120"] {
        check(
            &|| Box::new(Star::new(settings("star:nodes=300"))),
            rules.parse().unwrap(),
            &Effort {
                games: 2,
                max_plies: 120,
                ..Effort::default()
            },
        )
        .unwrap();
    }
    check(
        &|| Box::new(Star::new(settings("star:nodes=200,belief=counts"))),
        Rules::ISF,
        &Effort {
            games: 1,
            max_plies: 80,
            ..Effort::default()
        },
    )
    .unwrap();
}

#[test]
fn it_keeps_a_time_budget() {
    let budget = Budget {
        time: Some(Duration::from_millis(100)),
        ..Budget::OWN
    };
    let mut bot = Star::new(settings("star"));
    for seed in 0..10 {
        let Some(game) = small_game(seed, "isf") else {
            continue;
        };
        let started = Instant::now();
        bot.choose(&game.view(Side::Red), &budget).unwrap();
        // Ten percent, and what a busy machine may keep any program waiting.
        assert!(started.elapsed() < Duration::from_millis(110 + 150));
    }
}

#[test]
fn it_says_what_it_thinks() {
    let game = small_game(4, "isf").unwrap();
    let mut bot = Star::new(settings("star:nodes=5000"));
    let view = game.view(Side::Red);
    let Choice::Move(mv) = bot.choose(&view, &Budget::OWN).unwrap() else {
        panic!("it moves")
    };
    let told = bot.explain().unwrap();
    assert_eq!(told.moves[0].mv, mv);
    assert_eq!(told.moves.len(), view.legal_moves().len());
    assert_eq!(told.line[0], Some(mv));
    assert_eq!(told.enemy.len(), view.hidden_pieces(Side::Blue).count());
    assert!(
        told.moves
            .windows(2)
            .all(|pair| pair[0].value >= pair[1].value)
    );
}

#[test]
fn wrong_options_are_refused() {
    for text in [
        "star:depth=0",
        "star:depth=41",
        "star:nodes=0",
        "star:ms=0",
        "star:ms=3600001",
        "star:belief=none",
        "star:pruning=some",
        "star:pull=nan",
        "star:setup=none",
        "star:x=1",
    ] {
        let spec: BotSpec = text.parse().unwrap();
        assert!(crate::registry::build(&spec).is_err(), "{text}");
    }
}

#[test]
fn weights_have_ranges_and_their_ends_can_be_played_with() {
    for (spec, expected) in [
        ("star:win=10", "50 to 10000"),
        ("star:balance=2", "0 to 1"),
        ("star:caution=0", "1 to 10"),
        ("star:discovery=nan", "0 to 1"),
    ] {
        let error = crate::registry::build(&spec.parse().unwrap())
            .err()
            .expect("out of range")
            .to_string();
        assert!(error.contains(expected), "{spec}: {error}");
    }
    let effort = Effort {
        games: 1,
        max_plies: 120,
        ..Effort::default()
    };
    for spec in [
        "star:nodes=50,win=50,balance=1,caution=10",
        "star:nodes=50,win=10000,balance=0,discovery=0,bomb=10",
    ] {
        let spec = spec.parse().unwrap();
        check(
            &|| crate::registry::build(&spec).unwrap(),
            "isf".parse().unwrap(),
            &effort,
        )
        .unwrap();
    }
}
