//! Bots by `name:key=value,...`.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Which bot, with which options.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BotSpec {
    /// The name in the table of bots.
    pub name: String,
    /// What is set by the user.
    pub options: BTreeMap<String, String>,
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for BotSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<BotSpec, SpecError> {
        let (name, rest) = text
            .split_once(':')
            .map_or((text, None), |(name, rest)| (name, Some(rest)));
        if name.is_empty() {
            return Err(SpecError::NoName(text.to_owned()));
        }
        let mut options = BTreeMap::new();
        for pair in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) = pair
                .split_once('=')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| SpecError::Malformed {
                    pair: pair.to_owned(),
                    spec: text.to_owned(),
                })?;
            if options.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(SpecError::Twice {
                    key: key.to_owned(),
                    spec: text.to_owned(),
                });
            }
        }
        Ok(BotSpec {
            name: name.to_owned(),
            options,
        })
    }
}

/// A value that is `on` or `off`.
struct Switch(bool);

impl FromStr for Switch {
    type Err = ();

    fn from_str(text: &str) -> Result<Switch, ()> {
        match text {
            "on" => Ok(Switch(true)),
            "off" => Ok(Switch(false)),
            _ => Err(()),
        }
    }
}

/// The options of a spec while a bot is being built: each is taken once, and what is left over is an error.
#[derive(Debug)]
pub struct Options {
    bot: String,
    left: BTreeMap<String, String>,
}

impl Options {
    /// The options of this spec, none taken yet.
    pub fn new(spec: &BotSpec) -> Options {
        Options {
            bot: spec.name.clone(),
            left: spec.options.clone(),
        }
    }

    /// Whether an option that is `on` or `off` is on, or its default if the user has not set it.
    ///
    /// # Errors
    /// If the value is something else.
    pub fn take_switch(&mut self, key: &str, default: bool) -> Result<bool, SpecError> {
        let word = self.take(key, Switch(default), "on or off")?;
        Ok(word.0)
    }

    /// The value of an option, or its default if the user has not set it.
    ///
    /// # Errors
    /// If the value cannot be read; `expected` says what can.
    pub fn take<T: FromStr>(
        &mut self,
        key: &str,
        default: T,
        expected: &'static str,
    ) -> Result<T, SpecError> {
        let Some(value) = self.left.remove(key) else {
            return Ok(default);
        };
        value.parse().map_err(|_| SpecError::BadValue {
            bot: self.bot.clone(),
            key: key.to_owned(),
            value,
            expected,
        })
    }

    /// Ends the taking.
    ///
    /// # Errors
    /// If the user has set an option that nobody took.
    pub fn finish(self) -> Result<(), SpecError> {
        match self.left.into_keys().next() {
            None => Ok(()),
            Some(key) => Err(SpecError::UnknownOption { bot: self.bot, key }),
        }
    }
}

/// Why a text does not name a bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// Nothing before the colon.
    #[error("'{0}' names no bot; write name or name:key=value,...")]
    NoName(String),
    /// Not a `key=value`.
    #[error("'{pair}' in '{spec}' is not key=value")]
    Malformed {
        /// The offending part.
        pair: String,
        /// The whole text.
        spec: String,
    },
    /// An option is set twice.
    #[error("option {key} is set twice in '{spec}'")]
    Twice {
        /// The option.
        key: String,
        /// The whole text.
        spec: String,
    },
    /// No bot has this name.
    #[error("unknown bot '{name}'; the bots are {known}")]
    UnknownBot {
        /// What was written.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The bot has no such option.
    #[error("bot {bot} has no option '{key}'")]
    UnknownOption {
        /// The bot.
        bot: String,
        /// What was written.
        key: String,
    },
    /// The option cannot have this value.
    #[error("bot {bot}, option {key}={value}: expected {expected}")]
    BadValue {
        /// The bot.
        bot: String,
        /// The option.
        key: String,
        /// What was written.
        value: String,
        /// What can be written.
        expected: &'static str,
    },
    /// The bot lacks something it cannot play without.
    #[error("bot {bot}: {reason}")]
    Unusable {
        /// The bot.
        bot: String,
        /// What it lacks.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip_through_text() {
        for text in ["blind", "star:depth=4,ms=200"] {
            assert_eq!(text.parse::<BotSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn wrong_specs_say_what_is_wrong() {
        let message = |text: &str| text.parse::<BotSpec>().unwrap_err().to_string();
        assert!(message(":a=1").contains("names no bot"));
        assert!(message("x:a").contains("'a' in 'x:a'"));
        assert!(message("x:a=1,a=2").contains("twice"));
        let mut options = Options::new(&"x:a=b,c=1".parse().unwrap());
        assert!(
            options
                .take("a", 0u32, "a number")
                .unwrap_err()
                .to_string()
                .contains("expected a number")
        );
        assert!(
            options
                .finish()
                .unwrap_err()
                .to_string()
                .contains("no option 'c'")
        );
    }
}
