//! Writing files: first beside, then renamed, so that nothing is ever half written; and never over a file that this tool
//! did not make.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once, PoisonError};

use crate::source::{Code, Diagnostic, Fault};

/// The temporary files and folders that are being written, for the handler of Ctrl-C.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How many bytes of a file are looked at to know who made it.
const HEAD: u64 = 1024;

/// Exit code of a process that Ctrl-C ended: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 130;

/// Makes Ctrl-C leave no partial file.
fn watch_for_interrupt() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler the default one ends the process, which may leave a temporary file: no reason to refuse work.
        let _ = ctrlc::set_handler(|| {
            let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
            for path in open.iter() {
                let _ = std::fs::remove_file(path).or_else(|_| std::fs::remove_dir_all(path));
            }
            std::process::exit(INTERRUPTED);
        });
    });
}

/// While it lives, Ctrl-C takes a temporary file or folder away.
pub struct Guard(PathBuf);

impl Guard {
    pub fn over(path: &Path) -> Self {
        watch_for_interrupt();
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.insert(path.to_owned());
        Guard(path.to_owned())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.remove(&self.0);
    }
}

/// Makes the folder and the folders above it.
///
/// # Errors
/// A fault of the machine that says which folder.
pub fn folder(path: &Path) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(path).map_err(|e| {
        let message = format!("cannot make the folder `{}`: {e}", path.display());
        Diagnostic::error(Code::CannotWrite, message)
            .fault(Fault::Machine)
            .help("choose another folder with -o")
    })
}

/// Whether a file may be written at `path`: it is free, or holds what `made_by_us` knows.
///
/// # Errors
/// When something else is there.
pub fn may_write(path: &Path, made_by_us: fn(&[u8]) -> bool) -> Result<(), Diagnostic> {
    let there = match head(path) {
        Ok(there) => there,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(e) => return Err(unwritable(path, &e)),
    };
    if there.is_empty() || made_by_us(&there) {
        return Ok(());
    }
    let message = format!(
        "`{}` is there and was not made by deckproof: it is left as it is",
        path.display()
    );
    Err(Diagnostic::error(Code::NotOurs, message)
        .fault(Fault::Usage)
        .help("move it away, or choose another folder with -o"))
}

/// The first bytes of a file, where each format says who made it.
fn head(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    std::fs::File::open(path)?
        .take(HEAD)
        .read_to_end(&mut head)?;
    Ok(head)
}

/// Writes `bytes` to `path`, whole or not at all.
///
/// # Errors
/// As [`may_write`], and what the machine says.
pub fn write(path: &Path, bytes: &[u8], made_by_us: fn(&[u8]) -> bool) -> Result<(), Diagnostic> {
    may_write(path, made_by_us)?;
    watch_for_interrupt();
    let folder = path.parent().unwrap_or(Path::new("."));
    let failed = |e: std::io::Error| unwritable(path, &e);
    let open = || OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut file, part) = {
        // Made and noted under one lock: an interrupt finds no file, or one that it knows.
        let mut open = open();
        let file = tempfile::Builder::new()
            .prefix(".deckproof-")
            .suffix(".part")
            .tempfile_in(folder)
            .map_err(failed)?;
        let part = file.path().to_owned();
        open.insert(part.clone());
        (file, part)
    };
    let written = file.write_all(bytes).and_then(|()| file.flush());
    let written = written.and_then(|()| readable_by_all(file.path()));
    let done = match written {
        Ok(()) => file.persist(path).map(|_| ()).map_err(|e| e.error),
        Err(e) => Err(e),
    };
    open().remove(&part);
    done.map_err(failed)
}

/// Temporary files are their maker's alone; a sheet is for everyone.
#[cfg(unix)]
fn readable_by_all(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable_by_all(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

/// What the machine said when a file was to be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    let help = match error.kind() {
        std::io::ErrorKind::StorageFull => {
            "make room on the disk, or choose another folder with -o"
        }
        std::io::ErrorKind::NotADirectory => {
            "a file stands where a folder should be: choose another folder with -o"
        }
        _ => "choose another folder with -o, or change the folder's permissions",
    };
    let message = format!("cannot write `{}`: {error}", path.display());
    Diagnostic::error(Code::CannotWrite, message)
        .fault(Fault::Machine)
        .help(help)
}
