//! Tunru, "Feasibility of Applying a Genetic Algorithm to Playing Stratego" (2012), VICKI: table 2, the variants of section 4.1,
//! and the handicap of section 4.2.
//!
//! His curves are single runs. Ours are means of several, with intervals over the runs, because one run differs from the next by
//! more than most of his variants do.

pub(crate) mod curve;
mod evolutions;
pub(crate) mod two_squares;
pub(crate) mod variants;
