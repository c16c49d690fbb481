//! The temporary files and folders behind every write: their names, which process owns each, and the removal of those that a killed
//! run left behind. A folder comes in, a temporary file goes out.

use std::collections::BTreeSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, Once};
use std::time::{Duration, SystemTime};

use crate::verify::threads::locked;

/// The parts that this process is writing, for the handler of Ctrl-C.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Folders that were swept in this run.
static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

const PREFIX: &str = ".deckproof-";
const SUFFIX: &str = ".part";

/// Exit code of a process that Ctrl-C ended: 128 and the number of SIGINT.
const INTERRUPTED: i32 = 130;

/// Where processes have their numbers: this machine since it was started, and of its containers this one. Other machines may write into a
/// folder at the same time, and a process of theirs is not seen here. Empty where the system does not say.
static PLACE: LazyLock<String> = LazyLock::new(|| {
    let started = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
    let container = std::fs::read_link("/proc/self/ns/pid");
    let (Ok(started), Ok(container)) = (started, container) else {
        return String::new();
    };
    let both = started + &container.to_string_lossy();
    both.chars().filter(char::is_ascii_alphanumeric).collect()
});

/// After this long no process is still writing a part, wherever it runs and whatever process has its number now.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// If running processes cannot be listed, a part is left alone for this long.
const IN_DOUBT: Duration = Duration::from_secs(60);

/// Makes Ctrl-C leave no part.
pub fn watch_for_interrupt() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler the default one ends the process, which may leave a part: no reason to refuse work.
        let _ = ctrlc::set_handler(|| {
            // Held until the process exits, so that no other part is made meanwhile.
            let open = locked(&OPEN);
            for path in open.iter() {
                let _ = std::fs::remove_file(path).or_else(|_| std::fs::remove_dir_all(path));
            }
            std::process::exit(INTERRUPTED);
        });
    });
}

/// While it lives, Ctrl-C takes a part away.
pub struct InterruptGuard(PathBuf);

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        locked(&OPEN).remove(&self.0);
    }
}

/// Makes a part in `folder`, which `make` is to create, and takes away those that killed runs left there.
///
/// # Errors
/// I/O errors.
pub fn make_part<T>(
    folder: &Path,
    make: impl FnOnce(&tempfile::Builder<'_, '_>, &Path) -> std::io::Result<T>,
    path: impl FnOnce(&T) -> &Path,
) -> std::io::Result<(T, InterruptGuard)> {
    watch_for_interrupt();
    let folder = if folder == Path::new("") { Path::new(".") } else { folder };
    let prefix = format!("{PREFIX}{}-{}-", std::process::id(), *PLACE);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    // Made and noted under one lock: an interrupt finds no part, or one that it knows.
    let mut open = locked(&OPEN);
    let part = make(&builder, folder)?;
    let own = path(&part).to_owned();
    open.insert(own.clone());
    drop(open);
    sweep(folder, &own);
    Ok((part, InterruptGuard(own)))
}

/// Temporary files and folders are readable by their owner only; what is made is for everyone.
///
/// # Errors
/// I/O errors.
#[cfg(unix)]
pub fn set_mode(path: &Path, mode: u32) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub fn set_mode(_path: &Path, _mode: u32) -> std::io::Result<()> {
    Ok(())
}

/// Takes away what killed runs left in a folder; once a run is enough.
fn sweep(folder: &Path, own: &Path) {
    let mut swept = locked(&SWEPT);
    if !swept.insert(folder.to_owned()) {
        return;
    }
    // The age of a part, by the clock of the disk.
    let now = own.symlink_metadata().and_then(|made| made.modified());
    let (Ok(now), Ok(entries)) = (now, folder.read_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(writer) = name.to_str().and_then(writer) else {
            continue;
        };
        let path = entry.path();
        // By their names, which are drawn at random: paths may be written in several ways.
        let known = locked(&OPEN).iter().any(|own| own.file_name() == Some(&*name));
        let left = path.symlink_metadata().is_ok_and(|part| is_left(&part, writer, now));
        if left && !known {
            let _ = std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(&path));
        }
    }
}

/// The number of the process that wrote a part of that name, and its place; `None` for what is no part.
fn writer(name: &str) -> Option<(u32, &str)> {
    let middle = name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX)?;
    let (process, rest) = middle.split_once('-')?;
    let (place, random) = rest.split_once('-')?;
    let is_drawn = |word: &str| word.bytes().all(|b| b.is_ascii_alphanumeric());
    let process = process.parse().ok()?;
    (is_drawn(place) && is_drawn(random) && !random.is_empty()).then_some((process, place))
}

/// Whether no process writes the part any more.
fn is_left(part: &Metadata, (process, place): (u32, &str), now: SystemTime) -> bool {
    if !part.is_file() && !part.is_dir() {
        return false;
    }
    let age = part.modified().map(|then| now.duration_since(then));
    let age = age.ok().and_then(Result::ok).unwrap_or_default();
    let runs = || process != std::process::id() && Path::new(&format!("/proc/{process}")).exists();
    if place != *PLACE {
        age > ABANDONED
    } else if place.is_empty() {
        age > IN_DOUBT
    } else {
        age > ABANDONED || !runs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_parts() {
        let of_place = writer(".deckproof-4711-5f0cpid4026531836-aB3dE9.part");
        assert_eq!(of_place, Some((4711, "5f0cpid4026531836")));
        assert_eq!(writer(".deckproof-4711--aB3dE9.part"), Some((4711, "")));
        for name in [
            ".deckproof-.part",
            ".deckproof-x-y-z.part",
            ".deckproof-1-a-.part",
            ".deckproof-1-a-b c.part",
            "deckproof-1-a-aB3dE9.part",
            "notes.part",
        ] {
            assert_eq!(writer(name), None, "{name}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_killed_run_left_is_swept_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let part_of = |process: u32, place: &str, random: &str| {
            at(&format!(".deckproof-{process}-{place}-{random}.part"))
        };
        // No process has so high a number; the first one always runs. What another machine is writing is not ours to judge, whatever runs here.
        let no_process = u32::MAX;
        let running = part_of(1, &PLACE, "bbbbbb");
        let elsewhere = [no_process, std::process::id()].map(|id| part_of(id, "b0", "dddddd"));
        let killed = part_of(no_process, &PLACE, "aaaaaa");
        for path in [&killed, &running, &elsewhere[0], &elsewhere[1], &at("own.part")] {
            std::fs::write(path, "x").unwrap();
        }
        let folder = part_of(no_process, &PLACE, "cccccc");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("game.toml"), "x").unwrap();
        let made = make_part(dir.path(), |b, folder| b.tempfile_in(folder), |f| f.path());
        let (part, _guard) = made.unwrap();
        let mut left: Vec<PathBuf> =
            dir.path().read_dir().unwrap().map(|e| e.unwrap().path()).collect();
        left.sort();
        let mut expected = vec![running, part.path().to_owned(), at("own.part")];
        expected.extend(elsewhere);
        expected.sort();
        assert_eq!(left, expected);
    }
}
