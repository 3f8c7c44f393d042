//! No file, however broken, makes a reader panic, and every complaint is one line.

use flagfall_core::{BySide, Game, Rules, Seed, Setup, Variant};
use flagfall_record::{Format, GameRecord, SetupForm, parse_position, parse_setups};
use proptest::prelude::*;

const FORMATS: [Format; 4] = [
    Format::JsonLines,
    Format::Chase,
    Format::GravonXml,
    Format::Gsn,
];

/// Runs every reader over the bytes.
fn read_with_everything(bytes: &[u8]) {
    for format in FORMATS {
        match format.parse(bytes) {
            Ok(games) => games.iter().for_each(|game| {
                // Whatever was read can be played or refused, and written in our own form.
                let _ = game.replay();
                let text = Format::JsonLines
                    .write(std::slice::from_ref(game))
                    .expect("what was read can be written");
                assert!(Format::JsonLines.parse(text.as_bytes()).is_ok());
                let _ = Format::Gsn.write(std::slice::from_ref(game));
                let _ = Format::GravonXml.write(std::slice::from_ref(game));
            }),
            Err(error) => {
                let message = error.to_string();
                assert!(
                    !message.contains('\n') && message.starts_with("line "),
                    "{message}"
                );
            }
        }
    }
    for form in [SetupForm::FrontRowFirst, SetupForm::StraDoS2] {
        let _ = parse_setups(bytes, form);
    }
    let _ = parse_position(bytes, Rules::ISF);
}

/// A correct file of each form, and one of setups and one of a position.
fn correct_files() -> Vec<Vec<u8>> {
    let mut rng = Seed(11).rng();
    let setups = BySide::from_fn(|_| Setup::random(Variant::Barrage, &mut rng));
    let rules: Rules = "isf,barrage".parse().expect("these are rules");
    let mut game = Game::new(rules, setups).expect("the setups are of this variant");
    for _ in 0..12 {
        let mv = game
            .position()
            .random_move(&mut rng)
            .expect("games last longer than this");
        game.advance(mv);
    }
    game.agree_draw();
    let record = GameRecord::from_game(&game, BySide::new("red".into(), "b & c".into()));
    let chase = include_str!("../../flagfall-core/tests/data/chase_own.jsonl");
    let mut files: Vec<Vec<u8>> = [Format::JsonLines, Format::GravonXml, Format::Gsn]
        .map(|format| {
            format
                .write(std::slice::from_ref(&record))
                .expect("every form can hold this game")
        })
        .map(String::into_bytes)
        .into();
    files.push(
        chase
            .lines()
            .next()
            .expect("the file is not empty")
            .as_bytes()
            .to_vec(),
    );
    files.push(SetupForm::StraDoS2.write(&setups.0[0]).into_bytes());
    let position = flagfall_core::notation::write_readable_position(game.position().board());
    files.push(position.into_bytes());
    files
}

/// One small damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Replace(usize, u8),
    Insert(usize, u8),
    Remove(usize, usize),
    Repeat(usize, usize),
    Truncate(usize),
}

impl Damage {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let length = bytes.len();
        if length == 0 {
            return;
        }
        match *self {
            Damage::Replace(place, byte) => bytes[place % length] = byte,
            Damage::Insert(place, byte) => bytes.insert(place % length, byte),
            Damage::Remove(place, count) => {
                let start = place % length;
                bytes.drain(start..length.min(start + count));
            }
            Damage::Repeat(place, count) => {
                let start = place % length;
                let piece = bytes[start..length.min(start + count)].to_vec();
                bytes.splice(start..start, piece);
            }
            Damage::Truncate(place) => bytes.truncate(place % length),
        }
    }
}

fn damage() -> impl Strategy<Value = Damage> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(b"ABKY_:09-<>\"{}[],\n &;/=".to_vec())
    ];
    prop_oneof![
        (any::<usize>(), byte.clone()).prop_map(|(place, byte)| Damage::Replace(place, byte)),
        (any::<usize>(), byte).prop_map(|(place, byte)| Damage::Insert(place, byte)),
        (any::<usize>(), 1usize..40).prop_map(|(place, count)| Damage::Remove(place, count)),
        (any::<usize>(), 1usize..40).prop_map(|(place, count)| Damage::Repeat(place, count)),
        any::<usize>().prop_map(Damage::Truncate),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_with_everything(&bytes);
    }

    #[test]
    fn arbitrary_text_never_panics(text in "[ -~\n\u{e9}\u{1f600}]{0,200}") {
        read_with_everything(text.as_bytes());
    }

    #[test]
    fn damaged_files_never_panic(file in 0usize..6, damages in prop::collection::vec(damage(), 1..4)) {
        let mut bytes = correct_files().swap_remove(file);
        for damage in &damages {
            damage.apply(&mut bytes);
        }
        read_with_everything(&bytes);
    }
}

#[test]
fn undamaged_files_are_read() {
    let files = correct_files();
    for (file, format) in [
        (0, Format::JsonLines),
        (1, Format::GravonXml),
        (2, Format::Gsn),
        (3, Format::Chase),
    ] {
        assert_eq!(format.parse(&files[file]).unwrap().len(), 1);
    }
    assert!(parse_setups(&files[4], SetupForm::StraDoS2).is_ok());
    assert!(parse_position(&files[5], Rules::ISF).is_ok());
}
