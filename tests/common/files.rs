//! Files of a folder.

use std::path::{Path, PathBuf};

/// All files in a folder, however deep, hidden ones too; none where there is no folder.
pub fn files_under(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let deep = |path: PathBuf| {
        if path.is_dir() { files_under(&path) } else { vec![path] }
    };
    paths.flat_map(deep).collect()
}
