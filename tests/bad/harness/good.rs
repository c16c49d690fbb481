//! Copies of good games, to be spoilt.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::files_under;

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A copy of a good game in a folder of its own.
pub struct Good {
    pub dir: tempfile::TempDir,
    /// The game's folder, from `dir`.
    pub game: String,
}

impl Good {
    /// A game of `tests/good`, or a shipped one with its templates.
    pub fn copy(name: &str) -> Result<Good, String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let own = root().join("tests/good").join(name);
        if own.is_dir() {
            copy(&own, &dir.path().join(name));
            let game = name.to_owned();
            return Ok(Good { dir, game });
        }
        if !root().join("cards").join(name).is_dir() {
            return Err(format!("there is no good game `{name}`"));
        }
        for room in ["cards", "templates"] {
            let place = format!("{room}/{name}");
            copy(&root().join(&place), &dir.path().join(&place));
        }
        let game = format!("cards/{name}");
        Ok(Good { dir, game })
    }

    /// A file of the game.
    pub fn path(&self, file: &str) -> PathBuf {
        self.dir.path().join(&self.game).join(file)
    }
}

fn copy(from: &Path, to: &Path) {
    for file in files_under(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, &target).unwrap();
    }
}
