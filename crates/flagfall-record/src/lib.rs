//! Files of games, setups and positions. `docs/files.md` describes every form with examples.
//!
//! [`read_games`] and [`write_games`] choose the [`Format`] by the file's extension. A file is read whole or not at all, and
//! written whole or not at all; a [`GameStream`] gives one game after another. Reading does not ask whether the moves are
//! legal: [`GameRecord::replay`] does.

mod atomic;
mod chase;
mod error;
mod format;
mod gravon;
mod json_lines;
mod positions;
mod record;
mod setups;
mod start;
mod stream;
mod text;

pub use atomic::write as write_whole;
pub use error::{Cause, ParseError, ReadError, Unwritable, WriteError};
pub use format::{Format, parse_json_lines, read_games, write_games};
pub use gravon::RESULT_KEY;
pub use positions::{parse_position, read_position};
pub use record::{GameRecord, ReplayError, Seeds, StartError};
pub use setups::{SetupForm, parse_setups, read_setups, write_setups};
pub use start::FieldError;
pub use stream::GameStream;
