//! The players of Stengård's thesis "Utveckling av minimax-baserad agent för strategispelet Stratego" (2006): three searches
//! for games with hidden pieces, and the agent Perspecto.
//!
//! | part | thesis |
//! |---|---|
//! | [`field`]: moves from a view | 7.2 |
//! | [`odds`]: the five cases of an attack's chance | 7.3 |
//! | [`area`]: local search | 7.4 |
//! | [`values`]: what pieces are worth, flag suspicion, table 8 | 7.5, 8.3 |
//! | [`judge`]: chances and values from both perspectives | 8.3, 9.3 |
//! | [`search`]: the three algorithms behind one frame | 7.4, 8, 9.4 |
//! | [`searcher`]: the bots `minimax`, `expectiminimax`, `pe-minimax` | 8 |
//! | [`chronicle`]: what the history tells | 9.3 |
//! | [`psychology`]: the three fears | 9.3 |
//! | [`strategic`]: forces across the board | 9.2, appendix 1 |
//! | [`agent`]: the bot `perspecto` | 9.1 |
//!
//! Each part's documentation says what was chosen where the thesis leaves something open, and why. His ranks count down from 1,
//! the marshal; ours go up to 10. Setups are his half-random ones (7.1), made by `flagfall_setups`.

mod agent;
mod area;
mod chronicle;
mod considered;
mod field;
mod judge;
mod odds;
mod psychology;
mod search;
mod searcher;
mod settings;
mod strategic;
#[cfg(test)]
mod tests;
mod values;

pub use agent::Perspecto;
pub use area::Radius;
pub use psychology::OpenMind;
pub use search::{Algorithm, SearchStats};
pub use searcher::Searcher;
pub(crate) use settings::{PERSPECTO_OPTIONS, SEARCH_OPTIONS};
pub use strategic::Strategy;
