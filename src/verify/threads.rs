//! Works on several threads. What one of them does, and a number of threads, come in. Called by `fuzz`, `mutate` and the lab, whose
//! results are the same for any number.

/// The most threads that can be asked for: more than machines have cores, and few enough that they can be made.
pub const MOST_THREADS: u16 = 512;

/// Bytes of addresses that must be free for each thread beside its stack, and for the program: what an allocator reserves for a thread.
/// Games need memory, too, and a program that gets none ends at once. Where reserving takes memory, it is not asked for.
const EACH: usize = if cfg!(target_os = "linux") {
    64 << 20
} else {
    0
};
const LEFT_FREE: usize = 2 * EACH;

/// Does `work` on so many threads, of which this is one, until all of them have come back from it. Where the machine makes no more
/// threads, those that there are do it.
pub fn on_threads(jobs: usize, work: impl Fn() + Sync) {
    std::thread::scope(|scope| {
        let mut rooms = vec![reserved(LEFT_FREE)];
        for _ in 1..jobs {
            rooms.push(reserved(EACH));
            let has_room = rooms.iter().all(Option::is_some);
            let make = || std::thread::Builder::new().spawn_scoped(scope, &work);
            if !has_room || make().is_err() {
                break;
            }
        }
        drop(rooms);
        work();
    });
}

/// Addresses, which a limit counts. Nothing is written to them, so that they take no memory.
fn reserved(bytes: usize) -> Option<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).ok()?;
    // Else the compiler would leave it out.
    std::hint::black_box(room.as_ptr());
    Some(room)
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
