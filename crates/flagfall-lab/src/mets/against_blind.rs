//! Table 4: the Monte Carlo player against the blind one.

use super::layout::Layout;
use super::matches::{RULES, Row, measure};
use crate::experiment::Experiment;
use crate::verdict::Claim;

/// He gave it 50 ms a move and counted 322 and 334 playouts. Each of his two lines is played
/// - as written;
/// - without the points of table 3 against first moves: they keep the player from bringing up new pieces, so that the few it has
///   walk up and down, and games are far longer than his;
/// - with these points, where no piece may go straight back. He does not print the limit of his two-squares rule, and this
///   one ends the walking up and down;
/// - with the Monte Carlo player as written, but with the blind players, in the game and in its playouts, that come nearest to table 2:
///   that their scouts step was found by table 2 alone, the rest also helped here before;
/// - likewise with ranks dealt in every rotation: 5.4 names no mode, and says that in the 50 ms of a move the player "has the time to
///   deal hypothetical setups", more than one.
const ROWS: [Row; 10] = [
    in_the_open("flag in the open", "monte-carlo:playouts=322,lookahead=10"),
    behind_bombs("flag behind bombs", "monte-carlo:playouts=334,lookahead=10"),
    in_the_open(
        "flag in the open, first moves free",
        "monte-carlo:playouts=322,lookahead=10,first_move=0",
    ),
    behind_bombs(
        "flag behind bombs, first moves free",
        "monte-carlo:playouts=334,lookahead=10,first_move=0",
    ),
    Row {
        rules: NEVER_STRAIGHT_BACK,
        ..in_the_open(
            "flag in the open, never straight back",
            "monte-carlo:playouts=322,lookahead=10",
        )
    },
    Row {
        rules: NEVER_STRAIGHT_BACK,
        ..behind_bombs(
            "flag behind bombs, never straight back",
            "monte-carlo:playouts=334,lookahead=10",
        )
    },
    with_blind_of_table_2(in_the_open(
        "flag in the open, blind as in table 2",
        "monte-carlo:playouts=322,lookahead=10,sacrifices=allowed,scouts=step",
    )),
    with_blind_of_table_2(behind_bombs(
        "flag behind bombs, blind as in table 2",
        "monte-carlo:playouts=334,lookahead=10,sacrifices=allowed,scouts=step",
    )),
    with_blind_of_table_2(in_the_open(
        "flag in the open, blind as in table 2, many setups",
        "monte-carlo:playouts=322,lookahead=10,sprinkle=2,sacrifices=allowed,scouts=step",
    )),
    with_blind_of_table_2(behind_bombs(
        "flag behind bombs, blind as in table 2, many setups",
        "monte-carlo:playouts=334,lookahead=10,sprinkle=2,sacrifices=allowed,scouts=step",
    )),
];

const NOTE: &str = "- Only the first two lines are as printed. \"Blind as in table 2\" are the blind players of the reading of mets-2 that comes \
                    nearest to his table 2 (sacrifices allowed, scouts only step, never straight back), in the game and in playouts; the Monte Carlo \
                    player is otherwise as printed. \"Not below\" is judged by the measured value.";

const NEVER_STRAIGHT_BACK: &str = "mets,two_squares=1";

/// The row with the rules and the blind player of `NEAREST` in `reading.rs`.
const fn with_blind_of_table_2(row: Row) -> Row {
    let [player, _] = row.players;
    Row {
        rules: NEVER_STRAIGHT_BACK,
        players: [player, "blind:sacrifices=allowed,scouts=step"],
        ..row
    }
}

/// His first line, with this player in place of his.
pub(super) const fn in_the_open(name: &'static str, player: &'static str) -> Row {
    Row {
        name,
        layout: Layout::Open,
        rules: RULES,
        players: [player, "blind"],
        games: 1000,
        moves: 353.0,
        wins: 971,
        flags: Some([921, 25]),
        claim: Claim::NotBelow(0.971),
    }
}

/// His second line, likewise.
pub(super) const fn behind_bombs(name: &'static str, player: &'static str) -> Row {
    Row {
        name,
        layout: Layout::Bombs,
        rules: RULES,
        players: [player, "blind"],
        games: 1000,
        moves: 810.0,
        wins: 963,
        flags: Some([245, 5]),
        claim: Claim::NotBelow(0.963),
    }
}

pub(crate) const EXPERIMENT: Experiment = Experiment {
    id: "mets-4",
    title: "Monte Carlo against blind",
    source: "Mets 2008, section 5.4, table 4",
    measure: |bench, progress| {
        let mut findings = measure("mets-4", &ROWS, bench, progress)?;
        findings.notes.push(NOTE.to_owned());
        Ok(findings)
    },
};

#[cfg(test)]
mod tests {
    use flagfall_bots::{BotSpec, Manner, Options};
    use flagfall_core::Rules;

    use super::super::reading::NEAREST;
    use super::*;

    #[test]
    fn the_blind_players_of_table_2_play_as_they_do_there() {
        let manner = |spec: &str| {
            let spec: BotSpec = spec.parse().unwrap();
            Manner::take(&mut Options::new(&spec)).unwrap()
        };
        let rows = ROWS.iter().filter(|row| row.name.contains("table 2"));
        assert_eq!(rows.clone().count(), 4);
        for row in rows {
            assert_eq!(row.rules.parse::<Rules>().unwrap(), NEAREST.rules());
            for spec in row.players {
                assert_eq!(Some(manner(spec)), NEAREST.manner(), "{spec}");
            }
        }
    }
}
