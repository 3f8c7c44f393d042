//! De Boer, "Invincible: a Stratego bot" (2007): his tables 4.1 and 4.3, and how good his way of guessing ranks is.

pub(crate) mod guessing;
pub(crate) mod relations;
pub(crate) mod setup_scores;
