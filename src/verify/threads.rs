//! Works on several threads. What one of them does, and a number of threads, come in. Called by `fuzz`, `mutate` and the lab, whose
//! results are the same for any number.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The most threads that can be asked for: more than machines have cores, and few enough that they can be made.
pub const MOST_THREADS: u16 = 512;

/// More threads for each core make nothing faster, and each takes memory.
const EACH_CORE: usize = 4;

/// Does `work` for the numbers below `of`, each of which goes to one of so many threads: no more than are of use, and those that the
/// machine makes; this one is among them. A thread ends when its work says that it need not go on.
pub fn each_number(jobs: usize, of: u64, work: impl Fn(u64) -> bool + Sync) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let numbers = || {
        while Some(next.fetch_add(1, Ordering::Relaxed)).filter(|n| *n < of).is_some_and(&work) {}
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(EACH_CORE * cores) {
            let made = std::thread::Builder::new().spawn_scoped(scope, numbers);
            if made.is_err() {
                break;
            }
        }
        numbers();
    });
}

/// What a mutex holds, even after a thread that held it panicked.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_worked_on_once() {
        for jobs in [0, 1, 3] {
            let done = Mutex::new(Vec::new());
            each_number(jobs, 20, |number| {
                locked(&done).push(number);
                true
            });
            locked(&done).sort_unstable();
            assert!(locked(&done).iter().copied().eq(0..20));
        }
    }
}
