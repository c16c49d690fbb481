//! What the view of the sheets remembers: the pages that were shown last, and what was printed. Called by `sheet_routes`.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::pages::studio::SheetsPreview;

/// PDFs that can be fetched again.
const MOST_PRINTED: usize = 100;

/// The pages that were shown last, and what was printed.
#[derive(Default)]
pub struct Sheets {
    last: Mutex<Option<Arc<SheetsPreview>>>,
    printed: Mutex<Vec<PathBuf>>,
}

impl Sheets {
    /// The pages that were shown last, whose faces are still asked for.
    pub fn last(&self) -> Option<Arc<SheetsPreview>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Remembers the pages that are shown.
    pub fn show(&self, preview: Arc<SheetsPreview>) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(preview);
    }

    /// Remembers a file that was printed.
    pub fn add(&self, path: PathBuf) {
        let mut printed = self.printed();
        printed.retain(|known| *known != path);
        if printed.len() >= MOST_PRINTED {
            printed.remove(0);
        }
        printed.push(path);
    }

    /// The files that were printed.
    pub fn printed(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
