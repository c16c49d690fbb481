//! Implements `--watch`: runs a command again whenever a file of its games is saved, until Ctrl-C. The wanted games and the command
//! come in, an exit code goes out.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::source::{Diagnostics, usage};

use super::console::{Console, Done};
use super::options::SelectionArgs;
use crate::session::{FolderWatch, watch_for_interrupt};

/// So long nothing may change before files count as saved: some editors write twice, or rename.
const QUIET: Duration = Duration::from_millis(80);

/// So many files are named when they change.
const MOST_NAMED: usize = 3;

/// Does a command again and again; each time with a report of its own.
pub fn run_on_change(
    quiet: bool,
    wanted: &SelectionArgs,
    mut command: impl FnMut(&mut Console) -> Done,
) -> ExitCode {
    watch_for_interrupt();
    let roots = match roots(wanted) {
        Ok(roots) => roots,
        Err(faults) => return Console::new(quiet).finish(Err(faults)),
    };
    let mut watch = FolderWatch::new(roots);
    loop {
        let mut console = Console::new(quiet);
        let done = command(&mut console);
        console.finish(done);
        let console = Console::new(quiet);
        console.say("Watching for changes; Ctrl-C ends.");
        watch.ignore_own();
        let changed = watch.next_change(Some(QUIET));
        let more = changed.len().saturating_sub(MOST_NAMED);
        let mut names = changed[..changed.len() - more].join(", ");
        if more > 0 {
            names += &format!(" and {more} more");
        }
        // On a terminal the screen is cleared.
        if !quiet && std::io::stdout().is_terminal() {
            let _ = write!(std::io::stdout(), "\x1b[2J\x1b[H");
        }
        console.say(&format!("--- changed: {names} ---"));
    }
}

/// The folders of the games.
fn roots(wanted: &SelectionArgs) -> Result<Vec<PathBuf>, Diagnostics> {
    // Quiet: every run reports by itself which game it uses.
    let selection = wanted.select(&Console::new(true))?;
    let mut roots = Vec::new();
    for folder in selection.folders()? {
        if folder.is_shipped() {
            let message = format!("`{}` is a shipped game: its files do not change", folder.id);
            return Err(usage!(
                NoGame,
                message,
                "name the folder of a game of your own to watch it"
            )
            .into());
        }
        roots.extend(folder.roots());
    }
    Ok(roots)
}
