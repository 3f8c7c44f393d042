//! Games come back from every form of file as they were written, as far as the form can hold them.

use flagfall_core::{
    BySide, Game, GameResult, PositionBuilder, Rules, Seed, Setup, Side, Square, Start,
    Termination, Variant, below,
};
use flagfall_record::{
    Format, GameRecord, RESULT_KEY, Seeds, SetupForm, parse_setups, read_games, write_games,
};
use proptest::prelude::*;

/// A random game of either variant, from setups or from the middle of another game, broken off after some plies.
fn random_record(seed: u64, plies: usize) -> GameRecord {
    let mut rng = Seed(seed).rng();
    let variant = [Variant::Classic, Variant::Barrage][below(&mut rng, 2) as usize];
    let rules = Rules {
        variant,
        ..Rules::PRESETS[below(&mut rng, 6) as usize].1
    };
    let setups = BySide::from_fn(|_| Setup::random(variant, &mut rng));
    let mut game = Game::new(rules, setups).expect("the setups are of the rules' variant");
    if below(&mut rng, 3) == 0 {
        for _ in 0..below(&mut rng, 200) {
            let Some(mv) = game.position().random_move(&mut rng) else {
                break;
            };
            game.advance(mv);
        }
        game = Game::from_free(as_start(&game)).expect("what was played is legal");
    }
    for _ in 0..plies {
        let Some(mv) = game.position().random_move(&mut rng) else {
            break;
        };
        game.advance(mv);
    }
    match below(&mut rng, 8) {
        0 => game.resign(Side::Red),
        1 => game.agree_draw(),
        2 => game.end(GameResult::win(Side::Blue, Termination::Crash)),
        3 => game.end(GameResult::draw(Termination::PlyLimit)),
        _ => {}
    }
    GameRecord::from_game(&game, BySide::default())
}

/// The pieces on the board as the start of a new game.
fn as_start(game: &Game) -> PositionBuilder {
    let mut builder = PositionBuilder::new(*game.position().rules());
    builder.to_move = game.position().to_move();
    for square in Square::all() {
        let piece = game.position().piece_at(square);
        builder.pieces[square.index()] =
            piece.map(|piece| (piece.side, piece.rank.expect("positions know all ranks")));
    }
    builder
}

/// What is left of a record in gravon's forms.
fn as_gravon_knows_it(record: &GameRecord) -> GameRecord {
    let is_free = matches!(record.start, Start::Free(_));
    let rules = Rules {
        variant: if is_free {
            Variant::Classic
        } else {
            record.rules.variant
        },
        two_squares: 5,
        ..Rules::ISF
    };
    let mut known = GameRecord {
        rules,
        seeds: Seeds::default(),
        ..record.clone()
    };
    known.extra.clear();
    if let Start::Free(builder) = &mut known.start {
        builder.rules = rules;
    }
    if let Some(result) = &mut known.result {
        match result.reason {
            Termination::PlyLimit | Termination::QuietLimit => {
                result.reason = Termination::Unknown;
                known.extra.insert(RESULT_KEY.into(), 12.into());
            }
            reason if reason.is_forfeit() && reason != Termination::Time => {
                result.reason = Termination::Resignation;
            }
            _ => {}
        }
    }
    known
}

/// Whether gravon's forms can tell who begins.
fn is_first_mover_clear(record: &GameRecord) -> bool {
    !record.moves.is_empty()
        || record
            .begin()
            .is_ok_and(|game| game.position().to_move() == Side::Red)
}

fn name() -> impl Strategy<Value = String> {
    "[ -~äß&<>]{0,12}".prop_map(|name| name.trim().to_owned())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn json_lines_keep_everything(
        seed: u64,
        plies in 0usize..400,
        names in any::<[String; 2]>(),
        seeds in any::<[Option<u64>; 3]>(),
        pair: i64,
        note in any::<Option<String>>(),
    ) {
        let mut record = random_record(seed, plies);
        record.names = BySide(names);
        record.seeds = Seeds { game: seeds[0], red: seeds[1], blue: seeds[2] };
        record.extra.insert("pair".into(), pair.into());
        record.extra.insert("note".into(), note.into());
        let records = [record.clone(), record];
        let text = Format::JsonLines.write(&records).unwrap();
        prop_assert_eq!(Format::JsonLines.parse(text.as_bytes()).unwrap(), records);
    }

    #[test]
    fn gravons_forms_keep_what_they_can_hold(seed: u64, plies in 0usize..400, red in name(), blue in name()) {
        let mut record = random_record(seed, plies);
        prop_assume!(is_first_mover_clear(&record));
        record.names = BySide::new(red, blue);
        for format in [Format::Gsn, Format::GravonXml] {
            let records = [record.clone(), record.clone()];
            match format.write(&records) {
                Ok(text) => prop_assert_eq!(
                    format.parse(text.as_bytes()).unwrap(),
                    records.map(|record| as_gravon_knows_it(&record))
                ),
                Err((_, problem)) => {
                    prop_assert_eq!(format, Format::Gsn, "{}", problem);
                    prop_assert!(problem.to_string().contains("name"), "{}", problem);
                }
            }
        }
    }

    #[test]
    fn what_was_read_from_gravon_stays_the_same(seed: u64, plies in 0usize..100, code in 2u32..30) {
        let mut record = as_gravon_knows_it(&random_record(seed, plies));
        prop_assume!(is_first_mover_clear(&record));
        record.result = Some(GameResult::draw(Termination::Unknown));
        record.extra.clear();
        let text = Format::Gsn.write(&[record]).unwrap();
        let text = text.replace("result 10", &format!("result {code}"));
        let games = Format::Gsn.parse(text.as_bytes()).unwrap();
        let lines = Format::JsonLines.write(&games).unwrap();
        let again = Format::JsonLines.parse(lines.as_bytes()).unwrap();
        prop_assert_eq!(Format::Gsn.write(&again).unwrap(), text);
    }

    #[test]
    fn a_replayed_record_is_the_game_that_was_played(seed: u64, plies in 0usize..400) {
        let record = random_record(seed, plies);
        let game = record.replay().unwrap();
        prop_assert_eq!(GameRecord::from_game(&game, BySide::default()), record);
    }

    #[test]
    fn setups_keep_their_places(seed: u64, is_classic: bool) {
        let variant = if is_classic { Variant::Classic } else { Variant::Barrage };
        let setup = Setup::random(variant, &mut Seed(seed).rng());
        for form in [SetupForm::FrontRowFirst, SetupForm::StraDoS2] {
            let text = form.write(&setup);
            prop_assert_eq!(parse_setups(text.as_bytes(), form), Ok(vec![setup]));
        }
    }
}

#[test]
fn files_round_trip_through_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let records: Vec<GameRecord> = (0..5)
        .map(|seed| random_record(seed, 100))
        .filter(is_first_mover_clear)
        .collect();
    for name in ["a.jsonl", "a.xml", "a.gsn"] {
        let path = folder.path().join(name);
        write_games(&path, &records).unwrap();
        assert_eq!(read_games(&path).unwrap().len(), records.len());
    }
    assert_eq!(read_games(folder.path().join("a.jsonl")).unwrap(), records);
}

#[test]
fn the_chase_games_of_the_repository_are_read_and_kept() {
    let bytes = include_bytes!("../../flagfall-core/tests/data/chase_own.jsonl");
    let games = Format::Chase.parse(bytes).unwrap();
    assert_eq!(games.len(), 10);
    for game in &games {
        let error = game.replay().unwrap_err().to_string();
        let last = game.moves.len() - 1;
        assert!(
            error.starts_with(&format!("ply {last}: ")) && error.contains("more-squares"),
            "{error}"
        );
    }
    let text = Format::JsonLines.write(&games).unwrap();
    assert_eq!(Format::JsonLines.parse(text.as_bytes()), Ok(games));
}
