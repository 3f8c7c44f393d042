//! Which rules a game is played under: presets with single overrides.

use std::fmt;
use std::str::FromStr;

use crate::variant::Variant;

/// The rules of one game. `Rules::default()` is the preset `isf`.
///
/// As text, rules are a preset followed by overrides: `isf`, `isf2007,max_plies=4000`, `free,barrage`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The army played with.
    pub variant: Variant,
    /// In how many consecutive turns a piece may cross one border; 0 switches the two-squares rule off (rule 5).
    pub two_squares: u8,
    /// Whether the more-squares rule is on (rule 6).
    pub more_squares: bool,
    /// The game is drawn after this many plies (rule 7.6).
    pub max_plies: Option<u32>,
    /// The game is drawn after this many plies in a row without a battle (rule 7.7).
    pub max_quiet: Option<u32>,
}

/// The largest limit the two-squares rule can be given.
pub const MAX_TWO_SQUARES: u8 = 15;

impl Rules {
    /// Today's tournament rules of the International Stratego Federation: limit 3 and the more-squares rule.
    pub const ISF: Rules = Rules {
        variant: Variant::Classic,
        two_squares: 3,
        more_squares: true,
        max_plies: None,
        max_quiet: None,
    };

    /// The presets by name.
    pub const PRESETS: [(&'static str, Rules); 6] = [
        ("isf", Rules::ISF),
        (
            "isf2007",
            Rules {
                two_squares: 5,
                ..Rules::ISF
            },
        ),
        (
            "perspecto",
            Rules {
                more_squares: false,
                max_plies: Some(600),
                ..Rules::ISF
            },
        ),
        (
            "mets",
            Rules {
                two_squares: 5,
                more_squares: false,
                ..Rules::ISF
            },
        ),
        (
            "vicki",
            Rules {
                more_squares: false,
                ..Rules::ISF
            },
        ),
        (
            "free",
            Rules {
                two_squares: 0,
                more_squares: false,
                ..Rules::ISF
            },
        ),
    ];

    /// The overrides that make these rules out of `base`, as they are written.
    fn overrides_of(&self, base: &Rules) -> Vec<String> {
        let limit = |value: Option<u32>| value.map_or("none".to_owned(), |plies| plies.to_string());
        let mut overrides = Vec::new();
        if self.variant != base.variant {
            overrides.push(self.variant.name().to_owned());
        }
        if self.two_squares != base.two_squares {
            overrides.push(format!("two_squares={}", self.two_squares));
        }
        if self.more_squares != base.more_squares {
            overrides.push(format!(
                "more_squares={}",
                if self.more_squares { "on" } else { "off" }
            ));
        }
        if self.max_plies != base.max_plies {
            overrides.push(format!("max_plies={}", limit(self.max_plies)));
        }
        if self.max_quiet != base.max_quiet {
            overrides.push(format!("max_quiet={}", limit(self.max_quiet)));
        }
        overrides
    }

    fn apply(&mut self, word: &str) -> Result<(), ParseRulesError> {
        match word {
            "classic" => self.variant = Variant::Classic,
            "barrage" => self.variant = Variant::Barrage,
            _ => {
                let (key, value) = word
                    .split_once('=')
                    .ok_or_else(|| ParseRulesError::UnknownOverride(word.to_owned()))?;
                let bad = |expected| ParseRulesError::BadValue {
                    key: key.to_owned(),
                    value: value.to_owned(),
                    expected,
                };
                let limit = || match value {
                    "none" => Ok(None),
                    _ => match value.parse::<u32>() {
                        Ok(plies) if plies > 0 => Ok(Some(plies)),
                        _ => Err(bad("a number of plies from 1 or none")),
                    },
                };
                match key {
                    "two_squares" => {
                        self.two_squares = value
                            .parse()
                            .ok()
                            .filter(|&n| n <= MAX_TWO_SQUARES)
                            .ok_or_else(|| bad("a number from 0 (off) to 15"))?;
                    }
                    "more_squares" => {
                        self.more_squares = match value {
                            "on" => true,
                            "off" => false,
                            _ => return Err(bad("on or off")),
                        }
                    }
                    "max_plies" => self.max_plies = limit()?,
                    "max_quiet" => self.max_quiet = limit()?,
                    _ => return Err(ParseRulesError::UnknownOverride(word.to_owned())),
                }
            }
        }
        Ok(())
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::ISF
    }
}

impl fmt::Display for Rules {
    /// The shortest way to write them: the preset with the fewest overrides, the first one listed among equals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, overrides) = Rules::PRESETS
            .iter()
            .map(|(name, base)| (name, self.overrides_of(base)))
            .min_by_key(|(_, overrides)| overrides.len())
            .expect("there are presets");
        f.write_str(name)?;
        overrides.iter().try_for_each(|word| write!(f, ",{word}"))
    }
}

/// Why a text does not name rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRulesError {
    /// The first word is no preset.
    #[error(
        "unknown rules preset '{0}'; the presets are isf, isf2007, perspecto, mets, vicki and free"
    )]
    UnknownPreset(String),
    /// A later word is no override.
    #[error(
        "unknown rules override '{0}'; the overrides are classic, barrage, two_squares=, more_squares=, max_plies= and max_quiet="
    )]
    UnknownOverride(String),
    /// An override has a value it cannot have.
    #[error("rules override {key}={value}: expected {expected}")]
    BadValue {
        /// The override's name.
        key: String,
        /// What was written.
        value: String,
        /// What may be written.
        expected: &'static str,
    },
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut words = text.split(',').map(str::trim);
        let preset = words.next().unwrap_or_default();
        let (_, mut rules) = Rules::PRESETS
            .into_iter()
            .find(|(name, _)| *name == preset)
            .ok_or_else(|| ParseRulesError::UnknownPreset(preset.to_owned()))?;
        for word in words {
            rules.apply(word)?;
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_and_overrides_round_trip_through_text() {
        for text in [
            "isf",
            "isf2007",
            "perspecto",
            "mets",
            "vicki",
            "free",
            "isf,barrage",
            "free,max_plies=4000",
            "perspecto,max_plies=none",
            "isf,barrage,two_squares=7,more_squares=off,max_plies=10,max_quiet=5",
        ] {
            let rules: Rules = text.parse().unwrap();
            assert_eq!(rules.to_string().parse(), Ok(rules), "{text}");
        }
        assert_eq!(
            "isf,max_quiet=200".parse::<Rules>().unwrap().to_string(),
            "isf,max_quiet=200"
        );
    }

    #[test]
    fn wrong_rules_say_what_is_wrong() {
        for text in [
            "",
            "chess",
            "isf,two_squares=16",
            "isf,max_plies=0",
            "isf,more_squares=yes",
            "isf,x",
            "isf,x=1",
        ] {
            let error = text.parse::<Rules>().unwrap_err().to_string();
            assert!(
                error.contains("preset") || error.contains("override"),
                "{error}"
            );
        }
    }
}
