//! A lock that outlives a thread that failed.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a lock holds; a thread that failed while it held it has left a whole value.
pub fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
