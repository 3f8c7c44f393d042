//! `bayes`: the searcher `star` with the opponent model of Stankiewicz (2009).

use std::str::FromStr;
use std::sync::Arc;

use flagfall_belief::{BehaviorTable, Bluffing, ModelSettings, OpponentModel};

use crate::registry::OptionInfo;
use crate::spec::{Options, SpecError};
use crate::star::{self, Star};

/// What can be set about the model.
const MODEL_OPTIONS: [OptionInfo; 7] = [
    OptionInfo {
        key: "gamma",
        default: "0.75",
        meaning: "above 0 to 1: how far a move near a known piece changes the probabilities",
    },
    OptionInfo {
        key: "beta",
        default: "0.01",
        meaning: "above 0 to 1: how fast the probability of bluffs follows the opponent's",
    },
    OptionInfo {
        key: "priors",
        default: "counts",
        meaning: "counts: all arrangements are equally likely at first; setups: as people set up",
    },
    OptionInfo {
        key: "neighbors",
        default: "off",
        meaning: "on: a piece that is shown says something about those that started beside it",
    },
    OptionInfo {
        key: "patterns",
        default: "off",
        meaning: "on: bombs that are found say where the flag is, and more bombs",
    },
    OptionInfo {
        key: "bluffs",
        default: "overall",
        meaning: "overall: one probability of bluffs; situation: one for each kind of move and known rank",
    },
    OptionInfo {
        key: "behavior",
        default: "",
        meaning: "a file that `flagfall model count` has written, in place of the program's own table",
    },
];

/// The option of `star` that the model takes the place of.
const REPLACED: &str = "belief";

/// The options of `bayes`: the model's, and all of `star` but one.
pub(crate) const OPTIONS: [OptionInfo; MODEL_OPTIONS.len() + star::OPTIONS.len() - 1] = {
    let mut options = [const { NOTHING }; MODEL_OPTIONS.len() + star::OPTIONS.len() - 1];
    let mut filled = 0;
    while filled < MODEL_OPTIONS.len() {
        options[filled] = same_as(&MODEL_OPTIONS[filled]);
        filled += 1;
    }
    let mut next = 0;
    while next < star::OPTIONS.len() {
        if !is_equal(star::OPTIONS[next].key, REPLACED) {
            options[filled] = same_as(&star::OPTIONS[next]);
            filled += 1;
        }
        next += 1;
    }
    options
};

const NOTHING: OptionInfo = OptionInfo {
    key: "",
    default: "",
    meaning: "",
};

const fn same_as(option: &OptionInfo) -> OptionInfo {
    OptionInfo {
        key: option.key,
        default: option.default,
        meaning: option.meaning,
    }
}

/// Constants cannot be compared by `==` yet.
const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() && a[index] == b[index] {
        index += 1;
    }
    index == a.len() && index == b.len()
}

/// A player with the options of a spec.
///
/// # Errors
/// If an option has a value that it cannot have, or the table cannot be read.
pub(crate) fn with_options(options: &mut Options) -> Result<Star, SpecError> {
    let settings = take_settings(options)?;
    let table = take_table(options)?;
    options.take(REPLACED, Refused, "nothing: the model takes its place")?;
    let star = Star::with_options(options)?;
    Ok(star.with_source(Box::new(move |view| {
        Box::new(OpponentModel::with(view, settings, Arc::clone(&table)))
    })))
}

fn take_settings(options: &mut Options) -> Result<ModelSettings, SpecError> {
    let default = ModelSettings::default();
    let rate = "a number above 0 and at most 1";
    let [gamma, beta] = [
        options.take("gamma", Rate(default.gamma), rate)?.0,
        options.take("beta", Rate(default.beta), rate)?.0,
    ];
    let priors = options.take("priors", Priors(false), "counts or setups")?;
    Ok(ModelSettings {
        gamma,
        beta,
        has_setup_priors: priors.0,
        has_neighbors: options.take_switch("neighbors", false)?,
        has_bomb_patterns: options.take_switch("patterns", false)?,
        bluffing: options
            .take("bluffs", Bluffs(default.bluffing), "overall or situation")?
            .0,
    })
}

fn take_table(options: &mut Options) -> Result<Arc<BehaviorTable>, SpecError> {
    let path: String = options.take("behavior", String::new(), "a file")?;
    if path.is_empty() {
        return Ok(BehaviorTable::shipped());
    }
    let unusable = |reason: String| SpecError::Unusable {
        bot: "bayes".to_owned(),
        reason: format!("behavior {path}: {reason}"),
    };
    let text = std::fs::read_to_string(&path).map_err(|error| unusable(error.to_string()))?;
    let table = BehaviorTable::from_text(&text).map_err(|error| unusable(error.to_string()))?;
    Ok(Arc::new(table))
}

/// Above 0 and at most 1.
struct Rate(f64);

impl FromStr for Rate {
    type Err = ();

    fn from_str(text: &str) -> Result<Rate, ()> {
        let rate: f64 = text.parse().map_err(|_| ())?;
        (rate > 0.0 && rate <= 1.0).then_some(Rate(rate)).ok_or(())
    }
}

/// Whether probabilities start from setups.
struct Priors(bool);

impl FromStr for Priors {
    type Err = ();

    fn from_str(text: &str) -> Result<Priors, ()> {
        match text {
            "counts" => Ok(Priors(false)),
            "setups" => Ok(Priors(true)),
            _ => Err(()),
        }
    }
}

struct Bluffs(Bluffing);

impl FromStr for Bluffs {
    type Err = ();

    fn from_str(text: &str) -> Result<Bluffs, ()> {
        match text {
            "overall" => Ok(Bluffs(Bluffing::Overall)),
            "situation" => Ok(Bluffs(Bluffing::BySituation)),
            _ => Err(()),
        }
    }
}

/// What no text says.
struct Refused;

impl FromStr for Refused {
    type Err = ();

    fn from_str(_: &str) -> Result<Refused, ()> {
        Err(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bot::Bot;
    use crate::conformance::{Effort, check};
    use crate::registry::build;

    fn bot(text: &str) -> Result<Box<dyn Bot>, SpecError> {
        build(&text.parse().expect("a spec"))
    }

    #[test]
    fn bayes_conforms_in_both_variants_with_and_without_options() {
        for (spec, rules) in [
            ("bayes:nodes=100", "isf"),
            ("bayes:nodes=100", "isf,barrage"),
            (
                "bayes:nodes=100,priors=setups,neighbors=on,patterns=on,bluffs=situation",
                "isf",
            ),
        ] {
            let make = || bot(spec).expect("a bot of the table");
            check(&make, rules.parse().expect("rules"), &Effort::default()).unwrap();
        }
    }

    #[test]
    fn every_option_takes_its_default_and_belief_is_not_one() {
        for option in OPTIONS.iter().filter(|option| !option.default.is_empty()) {
            let spec = format!("bayes:{}={}", option.key, option.default);
            assert!(bot(&spec).is_ok(), "{spec}");
        }
        assert!(OPTIONS.iter().all(|option| !option.key.is_empty()));
        let message = |spec| bot(spec).err().expect("a wrong spec").to_string();
        assert!(message("bayes:belief=counts").contains("takes its place"));
        assert!(message("bayes:gamma=0").contains("above 0"));
        assert!(message("bayes:behavior=no-such-file").contains("behavior no-such-file: "));
    }
}
