//! What can be set about the model.

/// How the opponent model works.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ModelSettings {
    /// How far probabilities go towards the statistics after a signal, above 0 and at most 1.
    pub gamma: f64,
    /// How fast the probability of bluffs follows the opponent's, above 0 and at most 1.
    pub beta: f64,
    /// Whether probabilities start from where people put their ranks, and not from counting.
    pub has_setup_priors: bool,
    /// Whether a piece that is shown says something about those that started beside it.
    pub has_neighbors: bool,
    /// Whether bombs that are found say where the flag is, and more bombs.
    pub has_bomb_patterns: bool,
    /// Which probability of a bluff goes into the statistics.
    pub bluffing: Bluffing,
}

/// Where the probability of a bluff comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bluffing {
    /// One for all situations, as in the paper.
    Overall,
    /// One for each kind of move and known rank, as the paper's section 6 wishes; equation 4 raises and lowers all of them
    /// alike.
    BySituation,
}

impl Default for ModelSettings {
    /// The best values of the paper, and none of its future work.
    fn default() -> ModelSettings {
        ModelSettings {
            gamma: 0.75,
            beta: 0.01,
            has_setup_priors: false,
            has_neighbors: false,
            has_bomb_patterns: false,
            bluffing: Bluffing::Overall,
        }
    }
}
