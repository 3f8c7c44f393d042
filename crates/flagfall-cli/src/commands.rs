//! The subcommands.

mod arena;
pub(crate) mod bench;
pub(crate) mod bots;
pub(crate) mod convert;
pub(crate) mod evolve;
pub(crate) mod explain;
pub(crate) mod lab;
pub(crate) mod legal;
pub(crate) mod line;
pub(crate) mod match_;
pub(crate) mod model;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod setup;
pub(crate) mod standings;
pub(crate) mod tournament;
pub(crate) mod ucc;
