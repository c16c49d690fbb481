//! Where the files for a shop go: a folder, or one archive. Names and bytes come in; files on the disk go out. Called by
//! `shop_painting` and `shop_making`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::export::shop::{ArchiveEntry, XML_MARK, archive, archive_made_by_us, csv_made_by_us};
use crate::export::{pdf, png};
use crate::session::files::leftovers::leftovers;
use crate::session::files::output;
use crate::source::{Code, Diagnostic};

/// What a file is, and so how one of ours is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShopFileKind {
    Png,
    Pdf,
    /// `manifest.csv`, `cards.xml`.
    List,
}

impl ShopFileKind {
    fn made_by_us(self) -> output::MadeByUs {
        match self {
            ShopFileKind::Png => png::made_by_us,
            ShopFileKind::Pdf => pdf::made_by_us,
            ShopFileKind::List => |bytes| csv_made_by_us(bytes) || is_our_xml(bytes),
        }
    }
}

fn is_our_xml(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(256)];
    head.windows(XML_MARK.len()).any(|w| w == XML_MARK.as_bytes())
}

/// A folder or an archive that is being filled.
pub struct ShopTarget {
    path: PathBuf,
    is_archive: bool,
    /// Names of what was put, and the bytes where they are kept for an archive.
    put: Mutex<Vec<ArchiveEntry>>,
}

impl ShopTarget {
    pub fn folder(path: PathBuf) -> Self {
        ShopTarget { path, is_archive: false, put: Mutex::default() }
    }

    pub fn archive(path: PathBuf) -> Self {
        ShopTarget { is_archive: true, ..ShopTarget::folder(path) }
    }

    fn all(&self) -> MutexGuard<'_, Vec<ArchiveEntry>> {
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
    pub fn may_put(&self, name: &str, kind: ShopFileKind) -> Result<(), Diagnostic> {
        if self.is_archive {
            output::may_write(&self.path, archive_made_by_us)
        } else {
            output::may_write(&self.path.join(name), kind.made_by_us())
        }
    }

    /// Puts a file, from any thread.
    ///
    /// # Errors
    /// As [`output::write`].
    pub fn put(&self, name: &str, bytes: Vec<u8>, kind: ShopFileKind) -> Result<(), Diagnostic> {
        let kept = if self.is_archive {
            bytes
        } else {
            let path = self.path.join(name);
            output::folder(path.parent().unwrap_or(&self.path))?;
            output::write_file(&path, &bytes, kind.made_by_us())?;
            Vec::new()
        };
        self.all().push(ArchiveEntry { name: name.to_owned(), bytes: kept });
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
        let put: BTreeSet<PathBuf> = put.iter().map(|entry| self.path.join(&entry.name)).collect();
        leftovers(&folders, &put, |_, head| {
            let kinds = [ShopFileKind::Png, ShopFileKind::Pdf, ShopFileKind::List];
            kinds.iter().any(|kind| kind.made_by_us()(head))
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
        let mut put = self.all();
        put.sort_by(|a, b| a.name.cmp(&b.name));
        let bytes = archive(&put).map_err(|fault| {
            let message = format!("cannot make `{}`: {fault}", self.path.display());
            Diagnostic::machine(Code::CannotWrite, message).help("leave out --zip")
        })?;
        output::folder(self.path.parent().unwrap_or(Path::new(".")))?;
        output::write_file(&self.path, &bytes, archive_made_by_us)
    }
}
