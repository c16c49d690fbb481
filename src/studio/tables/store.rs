//! All tables of a studio. Plans come in, tables go out, found by their number or by an invitation.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::open_table::OpenTable;
use super::seats::NewTable;
use crate::cards::Pack;
use crate::source::{Diagnostics, usage};
use crate::studio::lock::locked;
use crate::verify::live::LiveGame;

/// Tables at once.
const MOST_TABLES: usize = 16;

/// The program moves when so much time has passed, or a multiple of it: whether it had one move or many, and what it thought of, cannot be
/// told from the time, and the others see each of its moves.
const PACE: Duration = Duration::from_millis(600);

/// The tables that are open.
#[derive(Default)]
pub struct Tables(Mutex<(u32, BTreeMap<u32, Arc<OpenTable>>)>);

impl Tables {
    fn inner(&self) -> MutexGuard<'_, (u32, BTreeMap<u32, Arc<OpenTable>>)> {
        locked(&self.0)
    }

    /// Opens a table.
    ///
    /// # Errors
    /// Too many of them, and as [`OpenTable::new`].
    pub fn open(
        &self,
        pack: Arc<Pack>,
        live: LiveGame,
        plan: &NewTable,
        folder: &Path,
    ) -> Result<Arc<OpenTable>, Diagnostics> {
        let id = {
            let mut inner = self.inner();
            if inner.1.len() >= MOST_TABLES {
                let message = format!("{MOST_TABLES} tables are open");
                return Err(usage!(TooMany, message, "close one of them first").into());
            }
            inner.0 += 1;
            inner.0
        };
        let room = Arc::new(OpenTable::new(id, pack, live, plan, folder)?);
        self.inner().1.insert(id, room.clone());
        start_program(&room);
        Ok(room)
    }

    pub fn all(&self) -> Vec<Arc<OpenTable>> {
        self.inner().1.values().cloned().collect()
    }

    pub fn close(&self, id: u32) {
        self.inner().1.remove(&id);
    }

    /// The table of a pass, by the pass's id: `3-0`.
    pub fn of_pass(&self, pass: &str) -> Option<Arc<OpenTable>> {
        let id = pass.split_once('-')?.0.parse().ok()?;
        self.inner().1.get(&id).cloned()
    }

    /// The table that an invitation is to, and what for.
    pub fn invited(&self, secret: &str) -> Option<(Arc<OpenTable>, String)> {
        self.all().into_iter().find_map(|room| {
            let purpose = room.invited(secret)?;
            Some((room, purpose))
        })
    }
}

/// When the next beat after now is due, of those that began to be counted at `start`.
pub fn next_beat(start: Instant, beat: Duration) -> Instant {
    let beats = (start.elapsed().as_nanos() / beat.as_nanos()) as u32 + 1;
    start + beat * beats
}

/// Plays for the program whenever it is to move, until the table is closed.
fn start_program(room: &Arc<OpenTable>) {
    let mut changes = room.changes();
    let room = Arc::downgrade(room);
    tokio::spawn(async move {
        loop {
            let Some(playing) = room.upgrade() else {
                return;
            };
            let start = Instant::now();
            changes.mark_unchanged();
            let moved = match playing.program_search() {
                None => false,
                Some((turn, search)) => {
                    let found = tokio::task::spawn_blocking(search).await.unwrap_or(None);
                    sleep_until(next_beat(start, PACE)).await;
                    found.is_some_and(|text| playing.play_for_program(turn, &text))
                }
            };
            drop(playing);
            if !moved && changes.changed().await.is_err() {
                return;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_moves_at_the_same_time_however_long_it_thought() {
        let start = Instant::now();
        for thought in [0, 5, 300, 500] {
            let start = start - Duration::from_millis(thought);
            assert_eq!(next_beat(start, PACE), start + PACE, "{thought}");
        }
        let long = start - PACE * 2;
        assert_eq!(next_beat(long, PACE), long + PACE * 3);
    }
}
