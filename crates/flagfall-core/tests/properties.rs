//! What holds of every game, checked along random walks.
//!
//! Walks start from setups of both variants, from random placements, and from small endings full of chases; `support::walks`
//! has them. Where a property is about the repetition rules, the test counts how often these rules acted.

mod support;

mod properties {
    mod knowledge;
    mod legality;
    mod possibilities;
    mod random_moves;
    mod shuffled;
    mod undo;
    mod views;
}
