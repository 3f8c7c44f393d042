//! Stengård, "Utveckling av minimax-baserad agent för strategispelet Stratego" (2006), Perspecto: tables 1, 3, 6, 7 and 9,
//! figures 24 to 27.
//!
//! All games start from half-random setups (7.1) and end in a draw after 300 moves a side. Depths are counted, so results do
//! not depend on the machine.

pub(crate) mod ablations;
pub(crate) mod branching;
pub(crate) mod depths;
pub(crate) mod duels;
pub(crate) mod learning;
mod matches;
mod series;
pub(crate) mod tempers;
