//! The protocol of the UCC 2012 manager, both ends.
//!
//! [`UccBot`] hosts a program that speaks it, as the manager would; [`client`] makes any of our bots such a program. What
//! was observed of the real manager is kept to the byte; `docs/protocol.md` tells what we add (time-outs that also hold for
//! a line without an end, process groups, `FLAGFALL_SEED`).
//!
//! **The board.** The manager draws RED at the top and BLUE at the bottom, x from left to right and y from top to bottom.
//! That is our board as blue sees it, turned by half a circle from how we draw it, and not its mirror image: every piece
//! has the same neighbors to its left and right in both.
//!
//! ```text
//!   y row   x  0 1 2 3 4 5 6 7 8 9
//!             J I H G F E D C B A        column
//!   0  1      red's back row
//!   3  4      red's front row
//!   4  5      . . + + . . + + . .        x = 9 - column, y = row
//!   5  6      . . + + . . + + . .        DOWN is towards row 10, RIGHT towards column A
//!   6  7      blue's front row
//!   9 10      blue's back row
//! ```
//!
//! So the four lines of RED's set-up are the letters of a StraDoS2 setup in their order, and BLUE's are in reverse.

mod client;
mod host;
mod ledger;
mod text;

pub use client::{ClientError, ClientOptions, client};
pub use host::UccBot;
