//! Whole games printed as both players saw them, compared byte for byte with the files in `tests/playthroughs`.
//!
//! If a change is meant to change them, write them anew and review the difference:
//!
//! ```text
//! FLAGFALL_BLESS=1 cargo test -p flagfall-core --test playthroughs
//! ```

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use flagfall_core::notation::{
    rank_letter, write_move, write_readable_board, write_readable_setup,
};
use flagfall_core::{BySide, Event, Game, Rank, RankSet, Rules, Seed, Setup, Side, Variant};

/// When both views are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    EveryPly,
    Battles,
}

#[test]
fn a_barrage_game_is_seen_as_before_at_every_ply() {
    let title = "A Barrage game of two players who move at random, with both views at every ply.";
    compare(
        "barrage",
        &playthrough(title, Variant::Barrage, BARRAGE_SEED, Detail::EveryPly),
    );
}

#[test]
fn a_classic_game_is_seen_as_before_at_every_battle() {
    let title =
        "A classic game of two players who move at random, with both views at every battle.";
    compare(
        "classic",
        &playthrough(title, Variant::Classic, CLASSIC_SEED, Detail::Battles),
    );
}

/// Chosen for games of a size that can be read: one ends by the flag, one by lack of moves.
const BARRAGE_SEED: u64 = 1;
const CLASSIC_SEED: u64 = 1;

/// No file may be larger than this.
const MAX_BYTES: usize = 60_000;

fn compare(name: &str, text: &str) {
    assert!(text.len() < MAX_BYTES, "{name} has {} bytes", text.len());
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let path = folder.join(format!("{name}.txt"));
    if env::var_os("FLAGFALL_BLESS").is_some_and(|value| value == "1") {
        fs::write(&path, text).expect("the folder can be written");
    }
    let golden = fs::read_to_string(&path).expect("the file is in the repository");
    for (number, (old, new)) in golden.lines().zip(text.lines()).enumerate() {
        assert_eq!(old, new, "{name}.txt differs first in line {}", number + 1);
    }
    assert!(golden == text, "{name}.txt has another length");
}

fn playthrough(title: &str, variant: Variant, seed: u64, detail: Detail) -> String {
    let mut rng = Seed(seed).rng();
    let rules = Rules {
        variant,
        ..Rules::ISF
    };
    let setups = BySide::from_fn(|_| Setup::random(variant, &mut rng));
    let mut text = format!("{title}\nrules {rules}, seed {seed}\n");
    for side in Side::ALL {
        let setup = write_readable_setup(&setups[side]);
        write!(text, "\n{side}'s setup\n{setup}").expect("writing to a string");
    }
    let mut game = Game::new(rules, setups).expect("both setups are of this variant");
    text.push_str("\nthe start, as red and as blue see it\n");
    print_views(&mut text, &game);
    let mut quiet = Vec::new();
    while let Some(mv) = game.view(game.position().to_move()).random_move(&mut rng) {
        let event = game.advance(mv);
        if detail == Detail::EveryPly || event.battle.is_some() {
            print_quiet(&mut text, &mut quiet);
            writeln!(text, "\n{}", headline(&game, &event)).expect("writing to a string");
            print_views(&mut text, &game);
        } else {
            quiet.push(write_move(&event));
        }
    }
    print_quiet(&mut text, &mut quiet);
    let result = game.result().expect("nobody can move");
    writeln!(text, "\n{result} after {} plies", game.position().ply())
        .expect("writing to a string");
    text
}

/// `ply 12: red A4xA5, 6 against 5`.
fn headline(game: &Game, event: &Event) -> String {
    let battle = event.battle.map(|battle| {
        let [attacker, defender] = [battle.attacker_rank, battle.defender_rank].map(rank_letter);
        format!(", {attacker} against {defender}")
    });
    format!(
        "ply {}: {} {}{}",
        game.position().ply(),
        event.side,
        write_move(event),
        battle.unwrap_or_default()
    )
}

/// Prints the moves since the last battle in lines of readable length.
fn print_quiet(text: &mut String, quiet: &mut Vec<String>) {
    let mut width = 0;
    for word in quiet.drain(..) {
        if width == 0 || width + word.len() >= 100 {
            text.push('\n');
            width = 0;
        } else {
            text.push(' ');
        }
        text.push_str(&word);
        width += word.len() + 1;
    }
    if width > 0 {
        text.push('\n');
    }
}

/// Red's view on the left, blue's on the right, and below what can be told of each side's hidden pieces.
fn print_views(text: &mut String, game: &Game) {
    let [red, blue] = Side::ALL.map(|side| write_readable_board(game.view(side).board()));
    for (left, right) in red.lines().zip(blue.lines()) {
        writeln!(text, "{left}   {right}").expect("writing to a string");
    }
    for side in Side::ALL {
        let view = game.view(!side);
        let possible = view.possibilities(side);
        let letters = |ranks: RankSet| match ranks.is_empty() {
            true => "none".to_owned(),
            false => ranks.iter().map(rank_letter).collect(),
        };
        let hidden: String = Rank::ALL
            .into_iter()
            .map(|rank| {
                (
                    rank_letter(rank),
                    usize::from(view.hidden_counts(side)[rank]),
                )
            })
            .flat_map(|(letter, count)| std::iter::repeat_n(letter, count))
            .collect();
        writeln!(
            text,
            "{side} hides {hidden}: moved {}, unmoved {}",
            letters(possible.moved),
            letters(possible.unmoved)
        )
        .expect("writing to a string");
    }
}
