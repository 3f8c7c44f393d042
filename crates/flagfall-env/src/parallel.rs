//! One parallel section over many items.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Calls `work` with each item, on the threads of the pool and on the calling one, which would only wait otherwise.
///
/// Threads that sleep wake up one after another. Each takes items as long as there are any, so one that comes late keeps
/// nobody waiting.
pub(crate) fn for_each<T: Send>(
    items: impl ExactSizeIterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let helpers = rayon::current_num_threads().min(items.len()).max(1) - 1;
    let items = Mutex::new(items);
    let work_off = || {
        loop {
            // A statement of its own: in the head of a loop the lock would be held while working.
            let item = lock(&items).next();
            let Some(item) = item else { return };
            work(item);
        }
    };
    rayon::in_place_scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|_| work_off());
        }
        work_off();
    });
}

/// How many of `n` things make one item: a few items for each thread, so that none waits long for the last, and whole cache
/// lines of the smallest buffers.
pub(crate) fn chunk_size(n: usize) -> usize {
    const ITEMS_PER_THREAD: usize = 4;
    const LEAST: usize = 32;
    n.div_ceil(ITEMS_PER_THREAD * rayon::current_num_threads())
        .next_multiple_of(LEAST)
}

/// The lock, even if another thread has panicked with it: that panic is passed on by the scope.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
