//! The examples of `docs/files.md` are what they say they are.

use flagfall_core::{Rules, Side};
use flagfall_record::{Format, SetupForm, parse_position, parse_setups};

const DOCUMENT: &str = include_str!("../../../docs/files.md");

/// The first example below a heading.
fn example(heading: &str) -> &'static str {
    let (_, section) = DOCUMENT
        .split_once(&format!("\n## {heading}\n"))
        .expect("the heading is there");
    let (_, block) = section.split_once("\n```").expect("an example is there");
    let (_, body) = block.split_once('\n').expect("the example has lines");
    let (body, _) = body.split_once("```").expect("the example ends");
    body
}

#[test]
fn the_three_game_files_hold_the_same_game() {
    let line = example("JSON lines").replace('\n', "");
    let ours = Format::JsonLines.parse(line.as_bytes()).unwrap().remove(0);
    assert!(ours.replay().is_ok());
    assert_eq!(ours.extra["pair"], 3);
    assert_eq!(ours.marked_moves().unwrap(), ["F1oF10", "G10-G9"]);
    for (format, heading) in [(Format::Gsn, "GSN"), (Format::GravonXml, "Gravon's XML")] {
        let text = example(heading);
        let game = format.parse(text.as_bytes()).unwrap().remove(0);
        assert_eq!(game.start, ours.start);
        assert_eq!(game.moves, ours.moves);
        assert_eq!(game.names, ours.names);
        assert_eq!(game.result, ours.result);
        assert_eq!(
            format.write(std::slice::from_ref(&ours)).as_deref(),
            Ok(text)
        );
    }
}

#[test]
fn the_setup_and_the_position_are_legal() {
    let setups = example("Setups");
    assert!(parse_setups(setups.as_bytes(), SetupForm::FrontRowFirst).is_ok());
    let position = parse_position(example("Positions").as_bytes(), Rules::ISF).unwrap();
    assert_eq!(position.to_move(), Side::Blue);
}
