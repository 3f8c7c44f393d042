//! How much a search has done.

/// How much a search has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchStats {
    /// Moves made or valued.
    pub nodes: u64,
    /// Nodes below the root whose moves were generated.
    pub inner: u64,
    /// The moves generated at these, without the passive one.
    pub moves: u64,
    /// What figure 13 makes of these moves, if that is counted: it searches the success of every move, and the failure of each attack
    /// that is not sure to succeed in both perspectives. This search leaves out what has no chance.
    pub branches: u64,
}

impl std::ops::AddAssign for SearchStats {
    fn add_assign(&mut self, other: SearchStats) {
        self.nodes += other.nodes;
        self.inner += other.inner;
        self.moves += other.moves;
        self.branches += other.branches;
    }
}
