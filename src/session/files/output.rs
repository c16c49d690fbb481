//! Writes files, one by one or into a folder that an export fills. Bytes and a path come in; the file is written under a temporary name and
//! then renamed, so that no file is ever half written. Refuses to overwrite a file that this tool did not make, or to replace a device. Files
//! of earlier exports that lie beside new ones are reported, since a user who sends the folder away would send those too.

use std::collections::BTreeSet;
use std::fs::{File, FileType};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::session::open::host::Host;
use crate::source::{Blame, Diagnostic, Severity, counted, error, open_stream, usage, warning};
use crate::verify::threads::locked;

use super::temp_files;

/// How many bytes of a file are looked at to know who made it.
const HEAD: u64 = 1024;

/// Bytes of a file's name that disks take.
const LONGEST_NAME: usize = 255;

/// Whether a file that begins so was made by deckproof, and may be replaced.
pub type MadeByUs = fn(&[u8]) -> bool;

/// Every file that this process wrote.
static WRITTEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The option of most commands that says where files go.
const OUTPUT: &str = "-o";

/// Stands for an option where none says it: a file of the game is written over.
pub const IN_PLACE: &str = "";

/// What to do where a file cannot go to the place that an option names.
fn elsewhere(option: &str) -> String {
    match option {
        IN_PLACE => "choose another place".to_owned(),
        OUTPUT => format!("choose another folder with {OUTPUT}"),
        option => format!("choose another place with {option}"),
    }
}

/// Makes the folder and the folders above it, as [`folder_for`] the option `-o`.
///
/// # Errors
/// As [`folder_for`].
pub fn folder(path: &Path) -> Result<(), Diagnostic> {
    folder_for(OUTPUT, path)
}

/// Makes the folder that an option names, and the folders above it.
///
/// # Errors
/// An I/O error that names the folder.
pub fn folder_for(option: &str, path: &Path) -> Result<(), Diagnostic> {
    std::fs::create_dir_all(path).map_err(|e| {
        let is_taken = matches!(e.kind(), ErrorKind::AlreadyExists | ErrorKind::NotADirectory);
        error!(
            CannotWrite,
            format!("cannot make the folder `{}`: {e}", path.display()),
            elsewhere(option)
        )
        .fault(if is_taken { Blame::Usage } else { Blame::Machine })
    })
}

/// Whether what is written to a path goes through a device, or what the process was given as open; otherwise it is a plain file, which is
/// not there, or one that `made_by_us` knows, to be replaced.
fn is_through(option: &str, path: &Path, made_by_us: MadeByUs) -> Result<bool, Diagnostic> {
    check_name(path)?;
    if stream(path).is_some() {
        return Ok(true);
    }
    let there = match std::fs::metadata(path) {
        Ok(there) => there.file_type(),
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(false),
        Err(e) => return Err(unwritable_for(option, path, &e)),
    };
    if !there.is_file() {
        return match there {
            kind if is_device(kind) => Ok(true),
            kind if kind.is_dir() => Err(unwritable_as(option, path, "it is a folder")),
            // Opening it might block forever.
            _ => Err(unwritable_as(option, path, "it is a pipe, a socket or a disk")),
        };
    }
    let head = head(path).map_err(|e| unwritable_for(option, path, &e))?;
    if head.is_empty() || made_by_us(&head) {
        return Ok(false);
    }
    let message =
        format!("`{}` is there and was not made by deckproof: it is left as it is", path.display());
    Err(usage!(NotOurs, message, format!("move it away, or {}", elsewhere(option))))
}

/// Whether a file takes bytes one after the other: a terminal, `/dev/null`.
#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&kind)
}

#[cfg(not(unix))]
fn is_device(_kind: FileType) -> bool {
    false
}

/// A name that no disk takes is refused before anything is drawn.
fn check_name(path: &Path) -> Result<(), Diagnostic> {
    let length = path.file_name().map_or(0, |name| name.len());
    if length <= LONGEST_NAME {
        return Ok(());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let start: String = name.chars().take(40).collect();
    Err(usage!(
        FileName,
        "the file name `{start}…` has {length} bytes",
        "disks take {LONGEST_NAME} at most: shorten the id of the card, or the name of the deck or of the game's folder"
    ))
}

/// Names that Windows keeps for its devices, whatever ending they have.
const RESERVED: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// What is to be said of a name that Windows does not take.
pub fn name_warning(path: &Path) -> Option<Diagnostic> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let stem = name.split('.').next().unwrap_or_default().trim_end();
    let device = match stem.strip_suffix(|c: char| ('1'..='9').contains(&c)) {
        Some(port) => RESERVED[4..].contains(&port),
        None => RESERVED[..4].contains(&stem),
    };
    let sign = name.chars().find(|c| "<>:\"|?*\\".contains(*c));
    if !device && sign.is_none() && !name.ends_with(['.', ' ']) {
        return None;
    }
    let mut fault = warning!(
        FileName,
        "Windows takes no file of the name `{name}`",
        "rename the folder of the game, or the file of the deck"
    )
    .fault(Blame::Usage);
    if cfg!(windows) {
        fault.severity = Severity::Error;
    }
    Some(fault)
}

/// Whether a file may be written at `path`: it is free, or holds what `made_by_us` knows, or passes on what it is given.
///
/// # Errors
/// If something else is there.
pub fn may_write(path: &Path, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
    is_through(OUTPUT, path, made_by_us).map(drop)
}

/// Whether what is written to `path` comes out of the process's stdout: `-`, `/dev/stdout`.
pub fn is_stdout(path: &Path) -> bool {
    stream(path) == Some(1)
}

/// The open file of this process that `path` is, where it is one.
fn stream(path: &Path) -> Option<u32> {
    match path.to_str() {
        Some("-") => Some(1),
        _ => open_stream(path),
    }
}

/// Whether a file can be written at the `path` that an option names: as [`may_write`], and its folder takes files. Asked before long
/// work, whose result is not to be lost.
///
/// # Errors
/// As [`write_file`].
pub fn can_write(option: &str, path: &Path, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
    if !is_through(option, path, made_by_us)? {
        let part = tempfile::tempfile_in(folder_of(path));
        part.map_err(|e| unwritable_for(option, path, &e))?;
    }
    Ok(())
}

/// Whether two paths lead to one file, or to one stream of the process.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| match stream(path) {
        Some(number) => Err(number),
        None => Ok(path.canonicalize().unwrap_or_else(|_| real(path))),
    };
    // A device takes what it is given, from any number of writers.
    let is_device = || std::fs::metadata(one).is_ok_and(|there| is_device(there.file_type()));
    place(one) == place(other) && (stream(one).is_some() || !is_device())
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The first bytes of a file, where each format says who made it.
pub fn head(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Writes `bytes` to `path`, whole or not at all.
///
/// # Errors
/// As [`may_write`], and I/O errors.
pub fn write_file(path: &Path, bytes: &[u8], made_by_us: MadeByUs) -> Result<(), Diagnostic> {
    write_file_for(OUTPUT, path, bytes, made_by_us)
}

/// As [`write_file`], in a folder that is made if need be.
///
/// # Errors
/// As [`folder`] and [`write_file`].
pub fn put_file(path: &Path, bytes: &[u8], made_by_us: MadeByUs) -> Result<(), Diagnostic> {
    folder(folder_of(path))?;
    write_file(path, bytes, made_by_us)
}

/// As [`write_file`], to the path that an option names, or into the folder.
///
/// # Errors
/// As [`write_file`].
pub fn write_file_for(
    option: &str,
    path: &Path,
    bytes: &[u8],
    made_by_us: MadeByUs,
) -> Result<(), Diagnostic> {
    let done = if is_through(option, path, made_by_us)? {
        write_through(path, bytes)
    } else {
        replace(path, bytes, false)
    };
    done.map_err(|e| unwritable_for(option, path, &e))?;
    locked(&WRITTEN).insert(real(path));
    Ok(())
}

/// Writes over a source file of a game. It stays the user's: it counts as changed, not as made by this process.
///
/// # Errors
/// I/O errors.
pub fn replace_source(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    replace(path, bytes, false).map_err(|e| unwritable_for(IN_PLACE, path, &e))
}

/// As [`replace_source`], for what nobody but this user may read.
///
/// # Errors
/// I/O errors.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    replace(path, bytes, true).map_err(|e| unwritable_for(IN_PLACE, path, &e))
}

/// Writes beside, and renames when all of it is on the disk: after a power cut the old file is there, or the new one.
fn replace(path: &Path, bytes: &[u8], is_private: bool) -> std::io::Result<()> {
    let folder = folder_of(path);
    let make = |builder: &tempfile::Builder<'_, '_>, folder: &Path| builder.tempfile_in(folder);
    let (mut part, _guard) = temp_files::make_part(folder, make, |part| part.path())?;
    part.write_all(bytes)?;
    if !is_private {
        temp_files::set_mode(part.path(), 0o644)?;
    }
    part.as_file().sync_all()?;
    part.persist(path).map_err(|e| e.error)?;
    sync_folder(folder);
    Ok(())
}

/// Syncs the folder, so that the renaming is on the disk, where that is supported.
fn sync_folder(folder: &Path) {
    // Not every file system can; the file itself is safe.
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Hands the bytes to a device or an open file.
fn write_through(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    match stream(path) {
        Some(1) => {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes)?;
            out.flush()
        }
        Some(2) => std::io::stderr().lock().write_all(bytes),
        _ => File::options().write(true).open(path)?.write_all(bytes),
    }
}

/// Whether this process wrote the file.
pub fn wrote(path: &Path) -> bool {
    locked(&WRITTEN).contains(path)
}

/// A path without links above the file itself.
fn real(path: &Path) -> PathBuf {
    match (folder_of(path).canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The I/O error of a file that could not be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    unwritable_for(OUTPUT, path, error)
}

/// As [`unwritable`], of the path that an option names.
fn unwritable_for(option: &str, path: &Path, error: &std::io::Error) -> Diagnostic {
    let folder = folder_of(path);
    if error.kind() == ErrorKind::NotFound && !folder.exists() {
        let why = format!("there is no folder `{}`", folder.display());
        return unwritable_as(option, path, &why).help("make it, or choose another");
    }
    let another = elsewhere(option);
    let help = match error.kind() {
        ErrorKind::StorageFull => format!("make room on the disk, or {another}"),
        ErrorKind::NotADirectory => format!("a file stands where a folder should be: {another}"),
        _ => format!("{another}, or change the folder's permissions"),
    };
    let fault = match error.kind() {
        ErrorKind::NotADirectory => Blame::Usage,
        _ => Blame::Machine,
    };
    let why = error.to_string();
    // An error of a part names the part, which nobody knows.
    let why = why.split(" at path ").next().unwrap_or_default();
    error!(CannotWrite, format!("cannot write `{}`: {why}", path.display()), help).fault(fault)
}

fn unwritable_as(option: &str, path: &Path, why: &str) -> Diagnostic {
    usage!(
        CannotWrite,
        format!("cannot write `{}`: {why}", path.display()),
        format!("move it away, or {}", elsewhere(option))
    )
}

/// Limit on the files that are named.
const MOST_NAMED: usize = 8;

/// A folder that an export fills.
pub struct ExportFolder {
    pub path: PathBuf,
    written: Mutex<BTreeSet<PathBuf>>,
}

impl ExportFolder {
    pub fn new(path: PathBuf) -> Self {
        ExportFolder { path, written: Mutex::default() }
    }

    /// How many files there are.
    pub fn count(&self) -> usize {
        locked(&self.written).len()
    }

    /// Whether a file may be put there: asked before the first is.
    ///
    /// # Errors
    /// As [`may_write`].
    pub fn may_put(&self, name: &str, made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        may_write(&self.path.join(name), made_by_us)
    }

    /// Puts a file, from any thread.
    ///
    /// # Errors
    /// As [`write_file`].
    pub fn put(&self, name: &str, bytes: &[u8], made_by_us: MadeByUs) -> Result<(), Diagnostic> {
        let path = self.path.join(name);
        put_file(&path, bytes, made_by_us)?;
        locked(&self.written).insert(path);
        Ok(())
    }

    /// Puts a file unless it is there already, byte for byte; whether it was written.
    ///
    /// # Errors
    /// As [`write_file`].
    pub fn put_changed(
        &self,
        name: &str,
        bytes: &[u8],
        made_by_us: MadeByUs,
    ) -> Result<bool, Diagnostic> {
        let path = self.path.join(name);
        let is_there = std::fs::read(&path).is_ok_and(|there| there == bytes);
        if is_there {
            locked(&self.written).insert(path);
        } else {
            self.put(name, bytes, made_by_us)?;
        }
        Ok(!is_there)
    }

    /// Names the first few files in it and in some `inner` folders that are ours, by their names and first bytes, and were not written now.
    pub fn note_leftovers(
        &self,
        inner: &[PathBuf],
        is_ours: impl Fn(&str, &[u8]) -> bool,
        host: &dyn Host,
    ) {
        let written = locked(&self.written);
        let is_left = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            !written.contains(path) && head(path).is_ok_and(|head| is_ours(&name, &head))
        };
        let folders = inner.iter().chain([&self.path]);
        let entries = folders.filter_map(|folder| folder.read_dir().ok()).flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let mut left: Vec<PathBuf> = paths.filter(|path| path.is_file() && is_left(path)).collect();
        left.sort();
        let (named, others) = left.split_at(left.len().min(MOST_NAMED));
        let mut words: Vec<String> = named.iter().map(|path| path.display().to_string()).collect();
        if !others.is_empty() {
            words.push(format!("and {}", counted(others.len(), "other file")));
        }
        if !words.is_empty() {
            host.note(&format!("Not of this export: {}.", words.join(", ")));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Code;

    #[test]
    fn an_error_of_a_part_names_what_was_to_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let error = tempfile::tempdir_in(folder.path().join("gone")).unwrap_err();
        assert!(error.to_string().contains("gone"), "{error}");
        let told = unwritable_for("-o", &folder.path().join("b.pdf"), &error).message;
        assert!(told.contains("b.pdf") && !told.contains("gone"), "{told}");
    }

    fn ours(_: &[u8]) -> bool {
        true
    }

    #[test]
    fn names_that_windows_keeps_for_itself_are_told() {
        for name in ["con.pdf", "o/AUX.csv", "lpt1", "com9.x.pdf", "a:b.pdf", "a.", "nul .pdf"] {
            assert!(name_warning(Path::new(name)).is_some(), "{name}");
        }
        for name in ["conch.pdf", "com0.pdf", "com.pdf", "tides-mat.pdf", "o/a.b.pdf"] {
            assert!(name_warning(Path::new(name)).is_none(), "{name}");
        }
    }

    #[test]
    fn a_name_that_no_disk_takes_is_told_before_it_is_written() {
        let name = "x".repeat(300) + ".pdf";
        let fault = may_write(Path::new(&name), ours).unwrap_err();
        assert_eq!(fault.code, Code::FileName);
        assert!(fault.message.contains("304 bytes"), "{}", fault.message);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_through_and_stays_one() {
        use std::os::unix::fs::FileTypeExt;
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        for path in [Path::new("/dev/null"), &link] {
            write_file(path, b"x", ours).unwrap();
            let there = std::fs::metadata(path).unwrap();
            assert!(there.file_type().is_char_device());
        }
    }

    #[cfg(unix)]
    #[test]
    fn nothing_waits_for_a_pipe() {
        let dir = tempfile::tempdir().unwrap();
        let pipe = dir.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if !made.is_ok_and(|status| status.success()) {
            return;
        }
        let fault = write_file(&pipe, b"x", ours).unwrap_err();
        assert!(fault.message.contains("it is a pipe"), "{}", fault.message);
    }
}
