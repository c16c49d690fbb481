//! Watches the folders of games. Folders come in; the names of files that changed go out, as often as files are saved. Called by
//! `--watch` and by the studio.
//!
//! Files that this process writes are ignored. Besides listening for file events, it compares the folders' files every second,
//! because not every file system reports changes (network drives, Windows drives in WSL 2).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::output;

/// How often folders are looked at though nothing was heard of them.
const LOOK: Duration = Duration::from_secs(1);

/// Files that are looked at; folders in one another.
const MOST_FILES: usize = 50_000;
const MOST_DEEP: usize = 24;

/// The files of the games, by what tells a saved file from itself before.
type FileStamps = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Folders that are watched, and their files when they were last looked at.
pub struct FolderWatch {
    roots: Vec<PathBuf>,
    seen: FileStamps,
    heard: Receiver<PathBuf>,
    /// Listens as long as it lives; none where the machine reports no changes.
    _watcher: Option<RecommendedWatcher>,
}

impl FolderWatch {
    pub fn new(roots: Vec<PathBuf>) -> FolderWatch {
        let (send, heard) = channel();
        let told = move |event: notify::Result<notify::Event>| {
            let Some(event) = event.ok().filter(|event| !event.kind.is_access()) else {
                return;
            };
            for path in event.paths {
                // Sending fails only while the process ends and the receiver is gone.
                let _ = send.send(path);
            }
        };
        let mut watcher = notify::recommended_watcher(told).ok();
        for root in &roots {
            if let Some(watcher) = &mut watcher {
                // If this fails, the folder is still compared every second.
                let _ = watcher.watch(root, RecursiveMode::Recursive);
            }
        }
        FolderWatch { seen: file_stamps(&roots), roots, heard, _watcher: watcher }
    }

    /// Forgets the files that this process wrote: only after a command has run is it known which.
    pub fn ignore_own(&mut self) {
        self.seen.retain(|path, _| !output::wrote(path));
    }

    /// Waits until files have changed and gives their names, sorted. With `settle` it waits on until nothing has changed for so
    /// long, since some editors write twice, or rename; without, the first change is told at once and the next by the next call.
    pub fn next_change(&mut self, settle: Option<Duration>) -> Vec<String> {
        loop {
            let mut touched = self.wait(LOOK);
            let mut now = file_stamps(&self.roots);
            if now == self.seen && touched.is_empty() {
                continue;
            }
            while let Some(quiet) = settle {
                touched.extend(self.wait(quiet));
                let next = file_stamps(&self.roots);
                if next == now {
                    break;
                }
                now = next;
            }
            // Two saves may lie so close together that the disk's clock does not tell them apart: then what was heard counts.
            let mut names = changed(&self.seen, &now);
            if settle.is_none() {
                names.extend(touched.iter().filter_map(|path| name_of(path)));
            }
            self.seen = now;
            if !names.is_empty() {
                return names.into_iter().collect();
            }
        }
    }

    /// Waits until something is heard, or the time is over; gives the files of the game that were heard of.
    fn wait(&self, time: Duration) -> BTreeSet<PathBuf> {
        let first = self.heard.recv_timeout(time);
        if first == Err(RecvTimeoutError::Disconnected) {
            // No watcher is running, so `recv_timeout` returned at once: wait on a channel that stays silent.
            let (_open, silent) = channel::<()>();
            let _ = silent.recv_timeout(time);
        }
        let all = first.into_iter().chain(self.heard.try_iter());
        all.filter(|path| self.is_of_the_game(path)).collect()
    }

    /// Whether a path is a file of the game: neither hidden, nor an editor's, nor one that this process wrote.
    fn is_of_the_game(&self, path: &Path) -> bool {
        let inside = self.roots.iter().find_map(|root| {
            let whole = root.canonicalize().unwrap_or_else(|_| root.clone());
            let inside = path.strip_prefix(root).or_else(|_| path.strip_prefix(&whole));
            inside.ok().map(Path::to_owned)
        });
        let passing = |inside: &Path| {
            let mut parts = inside.iter();
            parts.any(|part| is_passing(&part.to_string_lossy()))
        };
        inside.is_some_and(|inside| !passing(&inside)) && !path.is_dir() && !output::wrote(path)
    }
}

/// The files in the folders that are not this process's own, as they are now.
fn file_stamps(roots: &[PathBuf]) -> FileStamps {
    let mut found = FileStamps::new();
    for root in roots {
        collect_stamps(root, 0, &mut found);
    }
    found
}

fn collect_stamps(folder: &Path, depth: usize, found: &mut FileStamps) {
    let Ok(entries) = folder.read_dir() else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if found.len() >= MOST_FILES || is_passing(&entry.file_name().to_string_lossy()) {
            continue;
        }
        let Ok(there) = std::fs::metadata(&path) else {
            continue;
        };
        let link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        if there.is_dir() {
            if !link && depth < MOST_DEEP {
                collect_stamps(&path, depth + 1, found);
            }
        } else if !output::wrote(&path) {
            found.insert(path, (there.len(), there.modified().ok()));
        }
    }
}

/// Whether a file is none of the game: hidden, or what an editor keeps while it works.
fn is_passing(name: &str) -> bool {
    let endings = ["~", ".swp", ".swx", ".tmp", ".part", ".crdownload"];
    name.starts_with(['.', '#']) || name == "4913" || endings.iter().any(|end| name.ends_with(end))
}

/// Names of files that are there in one of the two only, or not as they were.
fn changed(before: &FileStamps, now: &FileStamps) -> BTreeSet<String> {
    let gone = before.keys().filter(|path| !now.contains_key(*path));
    let other =
        now.iter().filter(|(path, file)| before.get(*path) != Some(file)).map(|(path, _)| path);
    gone.chain(other).filter_map(|path| name_of(path)).collect()
}

fn name_of(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_editors_keep_while_they_work_is_no_file_of_the_game() {
        for name in [
            ".cards.toml.swp",
            "cards.toml~",
            "4913",
            "#cards.toml#",
            ".deckproof-1-a.part",
            ".git",
        ] {
            assert!(is_passing(name), "{name}");
        }
        for name in ["cards.toml", "card.svg", "a.swap"] {
            assert!(!is_passing(name), "{name}");
        }
    }

    #[test]
    fn new_gone_and_saved_files_are_named() {
        let file = |len| (len, None);
        let before: FileStamps = [("a".into(), file(1)), ("b".into(), file(1))].into();
        let now: FileStamps = [("b".into(), file(2)), ("c".into(), file(1))].into();
        let names: Vec<String> = changed(&before, &now).into_iter().collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(changed(&now, &now), BTreeSet::new());
    }

    #[test]
    fn a_save_that_the_disk_s_clock_does_not_show_is_heard_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.toml");
        std::fs::write(&file, "a").unwrap();
        let mut watch = FolderWatch::new(vec![folder.path().to_owned()]);
        std::fs::write(&file, "b").unwrap();
        watch.seen = file_stamps(&watch.roots);
        if watch._watcher.is_some() {
            assert_eq!(watch.next_change(None), ["game.toml"]);
        }
    }
}
