//! A word from outside that ends a bot's thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells a bot that nobody waits for its best move any more. Clones are the same signal: one is kept by whoever may raise it,
/// the other goes with the [`Budget`](crate::Budget).
///
/// A bot looks at it where it looks at the clock. Once it is raised the bot answers soon, with the best legal move that it
/// has. A signal that is never raised changes nothing, so that the same seed and counted budget still give the same game.
#[derive(Clone, Debug, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// A signal that nobody can raise.
    pub const NEVER: Stop = Stop(None);

    /// A signal that has not been raised.
    pub fn new() -> Stop {
        Stop(Some(Arc::default()))
    }

    /// Ends the thinking for good. On [`Stop::NEVER`] it does nothing.
    pub fn raise(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether it has been raised.
    #[inline]
    pub fn is_raised(&self) -> bool {
        match &self.0 {
            // Nothing else is handed over with the signal, and a bot that sees it a moment later loses nothing.
            Some(flag) => flag.load(Ordering::Relaxed),
            None => false,
        }
    }
}

/// Two are equal if raising one raises the other, or if neither can be.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(two)) => Arc::ptr_eq(one, two),
            (None, None) => true,
            _ => false,
        }
    }
}

impl Eq for Stop {}

#[cfg(test)]
mod tests;
