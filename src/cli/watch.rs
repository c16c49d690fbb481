//! Implements `--watch`: runs a command again whenever a file of its games is saved, until Ctrl-C. The wanted games and the
//! command come in, an exit code goes out. Called by `args`.
//!
//! Files that the command itself writes are ignored. Besides listening for file events, it compares the folder's files every
//! second, because not every file system reports changes.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::source::{Blame, Code, Diagnostic, Diagnostics};

use super::report::{Done, Report};
use super::wanted::SelectionArgs;
use crate::session::{output, watch_for_interrupt};

/// How often folders are looked at though nothing was heard of them.
const LOOK: Duration = Duration::from_secs(1);

/// So long nothing may change before files count as saved: some editors write twice, or rename.
const QUIET: Duration = Duration::from_millis(80);

/// Files that are looked at; folders in one another.
const MOST_FILES: usize = 50_000;
const MOST_DEEP: usize = 24;

/// So many files are named when they change.
const MOST_NAMED: usize = 3;

/// The files of the games, by what tells a saved file from itself before.
type Snapshot = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

/// Does a command again and again; each time with a report of its own.
pub fn run_on_change(
    quiet: bool,
    wanted: &SelectionArgs,
    mut command: impl FnMut(&mut Report) -> Done,
) -> ExitCode {
    watch_for_interrupt();
    let roots = match roots(wanted) {
        Ok(roots) => roots,
        Err(faults) => return Report::new(quiet).finish(Err(faults)),
    };
    let (_watcher, moved) = listen(&roots);
    let mut seen = snapshot(&roots);
    loop {
        let mut report = Report::new(quiet);
        let done = command(&mut report);
        report.finish(done);
        say(quiet, "Watching for changes; Ctrl-C ends.");
        // Only now is it known which files the command wrote.
        seen.retain(|path, _| !output::wrote(path));
        let changed = next_change(&mut seen, &roots, &moved);
        separate(quiet, &changed);
    }
}

/// The folders of the games.
fn roots(wanted: &SelectionArgs) -> Result<Vec<PathBuf>, Diagnostics> {
    // Quiet: every run reports by itself which game it uses.
    let selection = wanted.select(&Report::new(true))?;
    let mut roots = Vec::new();
    for folder in selection.folders()? {
        if folder.is_shipped() {
            let message = format!("`{}` is a shipped game: its files do not change", folder.id);
            return Err(Diagnostic::error(Code::NoGame, message)
                .fault(Blame::Usage)
                .help("name the folder of a game of your own to watch it")
                .into());
        }
        roots.extend(folder.roots());
    }
    Ok(roots)
}

/// Hears of what moves in the folders, as far as the machine says so.
fn listen(roots: &[PathBuf]) -> (Option<RecommendedWatcher>, Receiver<()>) {
    let (send, moved) = channel();
    let heard = move |event: notify::Result<notify::Event>| {
        let read_only = event.is_ok_and(|event| event.kind.is_access());
        if !read_only {
            // Sending fails only while the process ends and the receiver is gone.
            let _ = send.send(());
        }
    };
    let mut watcher = notify::recommended_watcher(heard).ok();
    for root in roots {
        if let Some(watcher) = &mut watcher {
            // If this fails, the folder is still compared every second.
            let _ = watcher.watch(root, RecursiveMode::Recursive);
        }
    }
    (watcher, moved)
}

/// Waits until files have changed and then stayed as they are for a moment; gives their names.
fn next_change(seen: &mut Snapshot, roots: &[PathBuf], moved: &Receiver<()>) -> Vec<String> {
    loop {
        wait(moved, LOOK);
        let mut now = snapshot(roots);
        if now == *seen {
            continue;
        }
        loop {
            wait(moved, QUIET);
            let next = snapshot(roots);
            if next == now {
                break;
            }
            now = next;
        }
        let changed = changed(seen, &now);
        *seen = now;
        if !changed.is_empty() {
            return changed;
        }
    }
}

/// Waits until something is heard, or the time is over; what was heard besides is forgotten.
fn wait(moved: &Receiver<()>, time: Duration) {
    if moved.recv_timeout(time) == Err(RecvTimeoutError::Disconnected) {
        // No watcher is running, so `recv_timeout` returned at once: wait on a channel that stays silent.
        let (_open, silent) = channel::<()>();
        let _ = silent.recv_timeout(time);
    }
    while moved.try_recv().is_ok() {}
}

/// The files in the folders that are not this process's own, as they are now.
fn snapshot(roots: &[PathBuf]) -> Snapshot {
    let mut found = Snapshot::new();
    for root in roots {
        look(root, 0, &mut found);
    }
    found
}

fn look(folder: &Path, depth: usize, found: &mut Snapshot) {
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
                look(&path, depth + 1, found);
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
fn changed(before: &Snapshot, now: &Snapshot) -> Vec<String> {
    let gone = before.keys().filter(|path| !now.contains_key(*path));
    let other = now
        .iter()
        .filter(|(path, file)| before.get(*path) != Some(file))
        .map(|(path, _)| path);
    let names = gone.chain(other).filter_map(|path| path.file_name());
    let mut names: Vec<String> = names.map(|n| n.to_string_lossy().into_owned()).collect();
    names.sort();
    names.dedup();
    names
}

/// Sets a round apart from the one before: on a terminal the screen is cleared.
fn separate(quiet: bool, changed: &[String]) {
    let more = changed.len().saturating_sub(MOST_NAMED);
    let mut names = changed[..changed.len() - more].join(", ");
    if more > 0 {
        names += &format!(" and {more} more");
    }
    if !quiet && std::io::stdout().is_terminal() {
        let _ = write!(std::io::stdout(), "\x1b[2J\x1b[H");
    }
    say(quiet, &format!("--- changed: {names} ---"));
}

fn say(quiet: bool, line: &str) {
    if !quiet {
        // If stdout is closed, there is no way to report it.
        let mut out = anstream::stdout();
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
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
        let before: Snapshot = [("a".into(), file(1)), ("b".into(), file(1))].into();
        let now: Snapshot = [("b".into(), file(2)), ("c".into(), file(1))].into();
        assert_eq!(changed(&before, &now), ["a", "b", "c"]);
        assert_eq!(changed(&now, &now), [""; 0]);
    }
}
