//! Text of any kind goes through every parser without a panic, and what is accepted can be written and read again.

mod support;

use flagfall_core::notation::{
    parse_board, parse_move, parse_readable_position, parse_readable_setup, parse_setup,
    rank_from_letter, strados_piece, write_board, write_readable_position, write_readable_setup,
    write_setup,
};
use flagfall_core::{
    Move, PositionBuilder, Rules, Seed, Setup, Side, Square, Termination, Variant, VariantMismatch,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use support::walks::check;

/// Reads the text by every parser there is.
fn read_by_all(text: &str) {
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string(), text.to_ascii_uppercase());
    }
    if let Ok(mv) = parse_move(text) {
        assert_eq!(text.parse(), Ok(mv));
        assert_eq!(parse_move(&mv.to_string()), Ok(mv));
    }
    if let Ok(side) = text.parse::<Side>() {
        assert_eq!(side.name().parse(), Ok(side));
    }
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    if let Some(reason) = Termination::from_name(text) {
        assert_eq!(reason.name(), text);
    }
    for letter in text.chars() {
        let _ = (rank_from_letter(letter), strados_piece(letter));
    }
    if let Ok(setup) = parse_setup(text) {
        for side in Side::ALL {
            assert_eq!(parse_setup(&write_setup(&setup, side)), Ok(setup));
        }
    }
    if let Ok(setup) = parse_readable_setup(text) {
        assert_eq!(
            parse_readable_setup(&write_readable_setup(&setup)),
            Ok(setup)
        );
    }
    if let Ok(pieces) = parse_board(text) {
        check_builder(PositionBuilder {
            pieces,
            ..PositionBuilder::new(Rules::ISF)
        });
    }
    if let Ok(builder) = parse_readable_position(text, Rules::ISF) {
        check_builder(builder);
    }
}

/// A placement is a legal one or not; a legal one can be written and read again.
fn check_builder(builder: PositionBuilder) {
    let Ok(position) = builder.build() else {
        return;
    };
    assert_eq!(
        parse_board(&write_board(position.board())),
        Ok(builder.pieces)
    );
    let text = write_readable_position(position.board());
    assert_eq!(parse_readable_position(&text, builder.rules), Ok(builder));
}

/// Correct texts of every kind.
fn correct_texts() -> Vec<String> {
    let mut rng = Seed(5).rng();
    let mut texts: Vec<String> = [
        "A1",
        "j10",
        "B4-B5",
        "B4xoB5",
        "a10a9",
        "E5 E6",
        "red",
        "Blue",
        "flag-captured",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push("isf,barrage,two_squares=7,more_squares=off,max_plies=10,max_quiet=none".to_owned());
    for variant in [Variant::Classic, Variant::Barrage] {
        let setups = flagfall_core::BySide::from_fn(|_| Setup::random(variant, &mut rng));
        texts.push(write_setup(&setups[Side::Red], Side::Red));
        texts.push(write_setup(&setups[Side::Blue], Side::Blue));
        texts.push(write_readable_setup(&setups[Side::Red]));
        let rules = Rules {
            variant,
            ..Rules::ISF
        };
        let position = flagfall_core::Position::from_setups(rules, &setups);
        let position = position.expect("both setups are of this variant");
        texts.push(write_board(position.board()));
        texts.push(write_readable_position(position.board()));
    }
    texts
}

/// One change of a text: where, and what is put there in place of how many characters.
type Edit = (Index, usize, Option<char>);

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (place, removed, put) in edits {
        let at = place.index(letters.len() + 1);
        let end = (at + removed).min(letters.len());
        letters.splice(at..end, *put);
    }
    letters.into_iter().collect()
}

fn letters() -> impl Strategy<Value = char> {
    let likely: Vec<char> = "ABCJLMNXY_.~?rb0123456789-xo, \n=é\u{10FFFF}"
        .chars()
        .collect();
    prop_oneof![select(likely), any::<char>()]
}

#[test]
fn no_parser_panics_on_any_text() {
    check(20_000, &any::<String>(), |text| read_by_all(&text));
    check(5_000, &vec(letters(), 0..120), |letters| {
        read_by_all(&letters.into_iter().collect::<String>());
    });
}

#[test]
fn no_parser_panics_on_any_bytes_read_as_text() {
    check(5_000, &vec(any::<u8>(), 0..200), |bytes| {
        read_by_all(&String::from_utf8_lossy(&bytes));
    });
}

#[test]
fn no_parser_panics_on_a_correct_text_with_a_few_changes() {
    let edits = vec(
        (any::<Index>(), 0..3_usize, proptest::option::of(letters())),
        0..4,
    );
    check(
        20_000,
        &(select(correct_texts()), edits),
        |(text, edits)| {
            read_by_all(&edited(&text, &edits));
        },
    );
}

#[test]
fn no_parser_panics_on_a_truncated_text() {
    for text in correct_texts() {
        for end in 0..=text.len() {
            read_by_all(&text[..end]);
            read_by_all(&text[end..]);
        }
    }
}

#[test]
fn every_move_and_square_round_trips() {
    for from in Square::all() {
        assert_eq!(from.to_string().parse(), Ok(from));
        assert_eq!(Square::from_index(from.index() as u8), Some(from));
        assert_eq!(Square::new(from.row(), from.col()), Some(from));
        for to in Square::all().filter(|&to| to != from) {
            let mv = Move::new(from, to);
            assert_eq!(parse_move(&mv.to_string()), Ok(mv));
            assert_eq!(parse_move(&format!("{from}{to}").to_lowercase()), Ok(mv));
        }
    }
}

#[test]
fn errors_about_one_line_are_one_line() {
    let one_line = vec(letters(), 0..60).prop_map(|letters| {
        let kept = letters.into_iter().filter(|letter| *letter != '\n');
        kept.collect::<String>()
    });
    check(5_000, &one_line, |text| {
        let messages = [
            text.parse::<Square>().err().map(|error| error.to_string()),
            parse_move(&text).err().map(|error| error.to_string()),
            text.parse::<Side>().err().map(|error| error.to_string()),
            text.parse::<Rules>().err().map(|error| error.to_string()),
            parse_setup(&text).err().map(|error| error.to_string()),
            parse_readable_setup(&text)
                .err()
                .map(|error| error.to_string()),
            parse_board(&text).err().map(|error| error.to_string()),
        ];
        for message in messages.into_iter().flatten() {
            assert!(!message.contains('\n') && !message.is_empty(), "{message}");
        }
    });
    let mismatch = VariantMismatch {
        side: Side::Blue,
        found: Variant::Barrage,
        expected: Variant::Classic,
    };
    assert!(!mismatch.to_string().contains('\n'));
}
