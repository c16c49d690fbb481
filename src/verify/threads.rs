//! Works on several threads. What one of them does, and a number of threads, come in. Called by `fuzz`, `mutate` and the lab, whose
//! results are the same for any number.

/// The most threads that can be asked for: more than machines have cores, and few enough that they can be made.
pub const MOST_THREADS: u16 = 512;

/// More threads for each core make nothing faster, and each takes memory.
const EACH_CORE: usize = 4;

/// Does `work` on so many threads, of which this is one, until all of them have come back from it: on no more than are of use, and on
/// those that the machine makes.
pub fn on_threads(jobs: usize, work: impl Fn() + Sync) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(EACH_CORE * cores) {
            let made = std::thread::Builder::new().spawn_scoped(scope, &work);
            if made.is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_calling_thread_works_as_well() {
        for jobs in [0, 1, 3] {
            let count = AtomicUsize::new(0);
            on_threads(jobs, || {
                count.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(count.into_inner(), jobs.max(1));
        }
    }
}
