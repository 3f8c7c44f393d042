//! Chapter 8: presets.

use flagfall_core::{ParseRulesError, Rules, Variant};

use crate::support::rules;

/// Two-squares limit, more-squares rule, ply limit.
type Row = (u8, bool, Option<u32>);

const TABLE: [(&str, Row); 6] = [
    ("isf", (3, true, None)),
    ("isf2007", (5, true, None)),
    ("perspecto", (3, false, Some(600))),
    ("mets", (5, false, None)),
    ("vicki", (3, false, None)),
    ("free", (0, false, None)),
];

// Rule 8.1.
#[test]
fn the_presets_are_those_of_the_table() {
    assert_eq!(Rules::default(), rules("isf"));
    assert_eq!(Rules::PRESETS.len(), TABLE.len());
    for (name, (two_squares, more_squares, max_plies)) in TABLE {
        let expected = Rules {
            variant: Variant::Classic,
            two_squares,
            more_squares,
            max_plies,
            max_quiet: None,
        };
        assert_eq!(rules(name), expected, "{name}");
        assert_eq!(expected.to_string(), name);
    }
    assert_eq!(
        "chess".parse::<Rules>(),
        Err(ParseRulesError::UnknownPreset("chess".to_owned()))
    );
}

// Rule 8.1.
#[test]
fn overrides_follow_the_preset() {
    let expected = Rules {
        max_plies: Some(4000),
        ..Rules::ISF
    };
    assert_eq!(rules("isf,max_plies=4000"), expected);
    assert_eq!(rules("isf, max_plies=4000"), expected);
    assert_eq!(
        rules("isf,max_plies=10,max_plies=4000"),
        expected,
        "the last one counts"
    );
    assert!("max_plies=4000".parse::<Rules>().is_err());
}

// Rule 8.2.
#[test]
fn every_override_changes_its_own_rule_and_nothing_else() {
    let base = rules("perspecto,max_quiet=9");
    for (word, changed) in [
        (
            "barrage",
            Rules {
                variant: Variant::Barrage,
                ..base
            },
        ),
        ("classic", base),
        (
            "two_squares=0",
            Rules {
                two_squares: 0,
                ..base
            },
        ),
        (
            "two_squares=15",
            Rules {
                two_squares: 15,
                ..base
            },
        ),
        (
            "more_squares=on",
            Rules {
                more_squares: true,
                ..base
            },
        ),
        ("more_squares=off", base),
        (
            "max_plies=7",
            Rules {
                max_plies: Some(7),
                ..base
            },
        ),
        (
            "max_plies=none",
            Rules {
                max_plies: None,
                ..base
            },
        ),
        (
            "max_quiet=7",
            Rules {
                max_quiet: Some(7),
                ..base
            },
        ),
        (
            "max_quiet=none",
            Rules {
                max_quiet: None,
                ..base
            },
        ),
    ] {
        assert_eq!(rules(&format!("perspecto,max_quiet=9,{word}")), changed);
        assert_eq!(rules(&changed.to_string()), changed);
    }
}

// Rule 8.2.
#[test]
fn an_override_that_does_not_exist_or_has_a_wrong_value_is_refused() {
    for text in [
        "isf,two_squares=16",
        "isf,two_squares=-1",
        "isf,more_squares=yes",
        "isf,max_plies=0",
        "isf,max_quiet=many",
    ] {
        let error = text.parse::<Rules>().unwrap_err();
        assert!(matches!(error, ParseRulesError::BadValue { .. }), "{text}");
    }
    for text in ["isf,", "isf,duel", "isf,isf2007", "isf,plies=7"] {
        let error = text.parse::<Rules>().unwrap_err();
        assert!(
            matches!(error, ParseRulesError::UnknownOverride(_)),
            "{text}"
        );
    }
}
