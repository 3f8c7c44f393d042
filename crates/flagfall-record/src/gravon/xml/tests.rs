use flagfall_core::{GameResult, Termination};

use super::*;

const GAME: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<stratego>
 <game type="classicfree">
  <field content="MAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALWAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY"/>
  <move id="1" source="D4" target="E4"/>
  <move id="2" source="C4" target="D4"/>
  <player id="1">a &lt;b&gt; &amp; c</player>
  <player id="2">d</player>
  <result type="14" winner="2"/>
 </game>
</stratego>
"#;

fn write_all(games: &[GameRecord]) -> String {
    document(
        &games
            .iter()
            .map(|game| write(game).unwrap())
            .collect::<String>(),
    )
}

#[test]
fn a_game_is_written_as_it_was_read() {
    let games = parse(GAME).unwrap();
    assert_eq!(games[0].names[Side::Red], "a <b> & c");
    assert_eq!(
        games[0].result,
        Some(GameResult::win(Side::Blue, Termination::Unknown))
    );
    assert_eq!(write_all(&games), GAME);
}

#[test]
fn other_ways_to_write_the_same_are_read() {
    for (from, to) in [
        ("type=\"classicfree\"", "type = 'classic free'"),
        (
            "<stratego>",
            "<!-- x --><stratego version='2'><info>text</info>",
        ),
        ("\"D4\" target=\"E4\"/>", "\"D4\" target=\"E4\"></move>"),
        ("a &lt;b&gt; &amp; c", " <![CDATA[a <b> & c]]> "),
        ("a &lt;b&gt; &amp; c", "a &#60;b&#x3e; &amp; c"),
        ("\n", "\r\n"),
    ] {
        assert!(GAME.contains(from), "{from}");
        assert_eq!(parse(&GAME.replace(from, to)), parse(GAME), "{to}");
    }
}

#[test]
fn a_file_may_hold_several_games_and_a_game_may_be_unfinished() {
    let mut game = parse(GAME).unwrap().remove(0);
    game.result = None;
    game.extra.clear();
    let text = write_all(&[game.clone(), game.clone()]);
    assert_eq!(parse(&text), Ok(vec![game.clone(), game]));
}

#[test]
fn wrong_files_name_line_and_cause() {
    let message = |from: &str, to: &str| {
        assert!(GAME.contains(from), "{from}");
        parse(&GAME.replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert!(message("classicfree", "duell").starts_with("line 3: games of type duel are not"));
    assert_eq!(
        message("classicfree", "go"),
        "line 3: 'go' is no type of game"
    );
    assert_eq!(
        message(" type=\"classicfree\"", ""),
        "line 3: <game> has no 'type'"
    );
    assert!(message("classicfree", "barrage").starts_with("line 4: blue's general on D4 is out"));
    assert!(message("__AA", "D_AA").starts_with("line 4: 'D' stands on the lake square C5"));
    assert!(message("\"D4\"", "\"D11\"").starts_with("line 5: ply 0: in move 'D11-E4'"));
    assert_eq!(
        message("target=\"D4\"", ""),
        "line 6: <move> has no 'target'"
    );
    assert!(message("winner=\"2\"", "winner=\"0\"").starts_with("line 9: winner '0' is not 1"));
    assert_eq!(
        message("  <player id=\"2\">d</player>\n", ""),
        "line 4: the game has 1 players instead of 2"
    );
    assert!(message("&amp;", "&nbsp;").starts_with("line 7: unknown entity '&nbsp;'"));
    assert!(message("</player>", "</game>").starts_with("line 7: "));
    assert_eq!(
        message("<move", "<game type=\"classic\"/><move"),
        "line 5: unexpected <game>"
    );
}

#[test]
fn a_truncated_file_is_an_error() {
    for length in 0..GAME.trim_end().len() {
        assert!(parse(&GAME[..length]).is_err(), "{length}");
    }
    let error = parse(&GAME[..GAME.find("  <player").unwrap()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 7: the file ends before all elements are closed"
    );
    let error = parse("<stratego/>").unwrap_err();
    assert_eq!(error.to_string(), "line 1: the file ends before a <game>");
}
