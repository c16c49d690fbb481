//! Finds files of earlier exports that lie beside the new ones, since a user who sends the folder away would send those too.
//! Folders and the written paths come in; the old paths go out, and are reported. Called by the exports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::session::open::host::Host;
use crate::source::counted;

use super::output;

/// Limit on the files that are named.
const MOST_NAMED: usize = 8;

/// The files of some folders that are ours, by their names and first bytes, and were not written now.
pub fn leftovers(
    folders: &[PathBuf],
    written: &BTreeSet<PathBuf>,
    is_ours: impl Fn(&str, &[u8]) -> bool,
) -> Vec<PathBuf> {
    let is_left = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !written.contains(path) && output::head(path).is_ok_and(|head| is_ours(&name, &head))
    };
    let entries = folders.iter().filter_map(|folder| folder.read_dir().ok());
    let paths = entries.flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut left: Vec<PathBuf> = paths.filter(|path| path.is_file() && is_left(path)).collect();
    left.sort();
    left
}

/// Names the first few of them, and counts the others.
pub fn note_leftovers(left: &[PathBuf], host: &dyn Host) {
    let (named, others) = left.split_at(left.len().min(MOST_NAMED));
    let mut words: Vec<String> = named.iter().map(|path| path.display().to_string()).collect();
    if !others.is_empty() {
        words.push(format!("and {}", counted(others.len(), "other file")));
    }
    if !words.is_empty() {
        host.note(&format!("Not of this export: {}.", words.join(", ")));
    }
}
