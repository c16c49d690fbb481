//! Where the files for a shop go: a folder, or one archive. Names and bytes come in; files on the disk go out. Called by
//! `shop_painting` and `shop_making`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::export::shop::{archive, archive_made_by_us, list_made_by_us};
use crate::export::{pdf, png};
use crate::session::files::leftovers::leftovers;
use crate::session::files::output::{self, MadeByUs};
use crate::source::{Code, Diagnostic};

/// A folder or an archive that is being filled.
pub struct ShopTarget {
    path: PathBuf,
    is_archive: bool,
    /// Names of what was put, and the bytes where they are kept for an archive.
    put: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl ShopTarget {
    pub fn folder(path: PathBuf) -> Self {
        ShopTarget { path, is_archive: false, put: Mutex::default() }
    }

    pub fn archive(path: PathBuf) -> Self {
        ShopTarget { is_archive: true, ..ShopTarget::folder(path) }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.put.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where a file or folder of it lies on the disk: in the archive, if it is one.
    pub fn path(&self, name: &str) -> PathBuf {
        if self.is_archive { self.path.clone() } else { self.path.join(name) }
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        self.all().len()
    }

    /// Whether a file may be put there: asked before the first is.
    ///
    /// # Errors
    /// As [`output::may_write`].
    pub fn may_put(&self, name: &str, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        if self.is_archive {
            output::may_write(&self.path, archive_made_by_us)
        } else {
            output::may_write(&self.path.join(name), made_by_us)
        }
    }

    /// Puts a file, from any thread.
    ///
    /// # Errors
    /// As [`output::write`].
    pub fn put(&self, name: &str, bytes: Vec<u8>, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        let kept = if self.is_archive {
            bytes
        } else {
            let path = self.path.join(name);
            output::folder(path.parent().unwrap_or(&self.path))?;
            output::write_file(&path, &bytes, made_by_us)?;
            Vec::new()
        };
        self.all().insert(name.to_owned(), kept);
        Ok(())
    }

    /// Files of earlier exports in its folders, whatever products those were of.
    pub fn leftovers(&self) -> Vec<PathBuf> {
        if self.is_archive {
            return Vec::new();
        }
        let inside = |folder: &PathBuf| {
            let entries = folder.read_dir().ok();
            let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
            paths.filter(|path| path.is_dir()).collect::<Vec<_>>()
        };
        let products = inside(&self.path);
        let backs = products.iter().flat_map(inside);
        let folders: Vec<PathBuf> =
            [self.path.clone()].into_iter().chain(products.clone()).chain(backs).collect();
        let put = self.all();
        let put: BTreeSet<PathBuf> = put.keys().map(|name| self.path.join(name)).collect();
        leftovers(&folders, &put, |_, head| {
            png::made_by_us(head) || pdf::made_by_us(head) || list_made_by_us(head)
        })
    }

    /// Writes the archive, if it is one.
    ///
    /// # Errors
    /// I/O errors.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        if !self.is_archive {
            return Ok(());
        }
        let bytes = archive(&self.all()).map_err(|fault| {
            let message = format!("cannot make `{}`: {fault}", self.path.display());
            Diagnostic::machine(Code::CannotWrite, message).help("leave out --zip")
        })?;
        output::folder(self.path.parent().unwrap_or(Path::new(".")))?;
        output::write_file(&self.path, &bytes, archive_made_by_us)
    }
}
