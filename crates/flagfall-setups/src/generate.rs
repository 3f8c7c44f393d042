//! The best of several setups (Invincible 4.3.4).

use flagfall_core::Setup;

use crate::heuristics::Scores;

/// The setup with the highest total of `n`; of equals, the first. At least one is made.
pub fn best_of(n: u32, mut make: impl FnMut() -> Setup) -> Setup {
    let first = make();
    let mut best = (Scores::of(&first).total(), first);
    for _ in 1..n {
        let setup = make();
        let total = Scores::of(&setup).total();
        if total > best.0 {
            best = (total, setup);
        }
    }
    best.1
}
