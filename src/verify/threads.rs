//! Works on several threads. What one of them does, and a number of threads, come in. Called by `fuzz`, `mutate` and the lab, whose
//! results are the same for any number.

/// The most threads that can be asked for: more than machines have cores, and few enough that they can be made.
pub const MOST_THREADS: u16 = 512;

/// Bytes that threads leave free: games need memory, too, and a program that gets none ends at once.
const LEFT_FREE: usize = 128 << 20;

/// Does `work` on so many threads, of which this is one, until all of them have come back from it. Where the machine makes no more
/// threads, those that there are do it.
pub fn on_threads(jobs: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let mut room: Vec<u8> = Vec::new();
        // Nothing is written to it: it takes addresses, which a limit counts, and no memory.
        let has_room = room.try_reserve_exact(LEFT_FREE).is_ok();
        std::hint::black_box(room.as_ptr());
        for _ in 1..jobs {
            let made = std::thread::Builder::new().spawn_scoped(scope, &work);
            if !has_room || made.is_err() {
                break;
            }
        }
        drop(room);
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
