//! Random games that are played in the background: how they stand, and how they are stopped. Called by `proof_routes`.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::pages::studio::GamesRun;

/// Random games in the background, one run at a time.
pub struct GamesJob {
    run: Mutex<GamesRun>,
    /// The record of the game that breaks a law.
    pub record: Mutex<Option<String>>,
    pub stop: AtomicBool,
    changed: watch::Sender<u64>,
}

impl Default for GamesJob {
    fn default() -> Self {
        GamesJob {
            run: Mutex::default(),
            record: Mutex::default(),
            stop: AtomicBool::new(false),
            changed: watch::Sender::new(0),
        }
    }
}

impl GamesJob {
    /// How it stands.
    pub fn run(&self) -> MutexGuard<'_, GamesRun> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Tells the pages that it stands otherwise.
    pub fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }
}
