//! Mets, "Monte Carlo Stratego" (2008): his tables 2 and 4 to 9.
//!
//! Where he gives milliseconds, players get the number of playouts that he measured for them, so that results do not depend on
//! the machine. His moves are counted as plies, moves of either player: his longest games would otherwise take twice as long
//! as anything that plays by his rules here. Colors are swapped from game to game; he does not say who begins.

pub(crate) mod against_blind;
pub(crate) mod blind_games;
mod layout;
pub(crate) mod lookahead;
mod matches;
pub(crate) mod more_playouts;
pub(crate) mod pruning;
mod reading;
pub(crate) mod sprinkling;
pub(crate) mod thinking_time;
