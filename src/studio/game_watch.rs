//! Keeps the snapshot of a game up to date: a thread reads the folder again whenever a file of it is saved and shows the cards at
//! once, another looks for what is wrong. A folder comes in, snapshots go out through a channel. Called by `running`.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use tokio::sync::watch;

use crate::session::{FolderWatch, GameSnapshot};
use crate::source::{Diagnostic, GameFolder};
use crate::template::Ink;

/// Random games of each variant that are played after each save.
const GAMES: u64 = 200;

/// How long nothing must have been saved before the game is examined: browsers draw the new cards first.
const CALM: Duration = Duration::from_millis(600);

/// The game, and how to have it read again.
#[derive(Clone)]
pub struct GameWatch {
    pub now: watch::Receiver<Arc<GameSnapshot>>,
    again: Sender<()>,
}

impl GameWatch {
    /// Reads a game and watches it from now on.
    pub fn start(game: OpenGame) -> GameWatch {
        let (again, asked) = channel();
        let folder = game.open();
        // Watched before it is read, so that no save in between goes unseen.
        let roots = folder.as_ref().map(GameFolder::roots);
        let mut saved = FolderWatch::new(roots.unwrap_or_default());
        let first = match folder {
            Ok(folder) => GameSnapshot::read(folder, Ink::Full, None),
            Err(fault) => GameSnapshot::missing(&fault),
        };
        let (send, now) = watch::channel(Arc::new(first));
        let heard = again.clone();
        std::thread::spawn(move || {
            loop {
                saved.next_change(None);
                if heard.send(()).is_err() {
                    return;
                }
            }
        });
        let send = Arc::new(send);
        let (look, looked) = channel();
        let (of_examiner, shown) = (game.clone(), send.clone());
        std::thread::spawn(move || examine_each(&of_examiner, &looked, &shown));
        std::thread::spawn(move || keep_current(&game, &asked, &look, &send));
        GameWatch { now, again }
    }

    /// Has the game read again, although nobody heard of a change.
    pub fn read_again(&self) {
        // Fails only while the process ends.
        let _ = self.again.send(());
    }

    pub fn snapshot(&self) -> Arc<GameSnapshot> {
        self.now.borrow().clone()
    }
}

/// A game that is opened anew for each reading, as its folder may have been moved or mended.
#[derive(Clone)]
pub struct OpenGame {
    /// A shipped game's id or a folder, as on the command line.
    pub name: String,
}

impl OpenGame {
    /// # Errors
    /// When it is not there.
    pub fn open(&self) -> Result<GameFolder, Diagnostic> {
        GameFolder::find(&self.name)
    }
}

/// Reads the game again whenever something is heard, and shows it.
fn keep_current(
    game: &OpenGame,
    asked: &Receiver<()>,
    look: &Sender<()>,
    send: &watch::Sender<Arc<GameSnapshot>>,
) {
    // Fails only while the process ends.
    let _ = look.send(());
    while asked.recv().is_ok() {
        asked.try_iter().for_each(drop);
        let before = send.borrow().clone();
        let snapshot = match game.open() {
            Ok(folder) => GameSnapshot::read(folder, Ink::Full, Some(&before)),
            Err(fault) => before.without_folder(&fault),
        };
        send.send_replace(Arc::new(snapshot));
        let _ = look.send(());
    }
}

/// Looks for what is wrong with the game that is shown, beside the thread that reads it: a save is seen at once, and what was found
/// of an older state is dropped.
fn examine_each(game: &OpenGame, asked: &Receiver<()>, send: &watch::Sender<Arc<GameSnapshot>>) {
    while asked.recv().is_ok() {
        while asked.recv_timeout(CALM).is_ok() {}
        let shown = send.borrow().clone();
        let (Ok(folder), false) = (game.open(), shown.is_examined) else {
            continue;
        };
        let examined = Arc::new(shown.examine(folder, GAMES));
        send.send_if_modified(|now| {
            let is_current = now.revision == examined.revision;
            if is_current {
                *now = examined;
            }
            is_current
        });
    }
}
