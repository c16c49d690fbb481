//! Keeps the snapshot of a game up to date: a thread reads the folder again whenever a file of it is saved, shows the cards at once,
//! and then looks for what is wrong. A folder comes in, snapshots go out through a channel. Called by `running`.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

use tokio::sync::watch;

use crate::session::{FolderWatch, GameSnapshot};
use crate::source::{Diagnostic, GameFolder};
use crate::template::Ink;

/// Random games of each variant that are played after each save.
const GAMES: u64 = 200;

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
        let first = match &folder {
            Ok(folder) => GameSnapshot::read(folder.clone(), Ink::Full, None),
            Err(fault) => GameSnapshot::missing(fault),
        };
        let (send, now) = watch::channel(Arc::new(first));
        let roots = folder.map(|folder| folder.roots()).unwrap_or_default();
        let heard = again.clone();
        std::thread::spawn(move || {
            let mut folder = FolderWatch::new(roots);
            loop {
                folder.next_change(None);
                if heard.send(()).is_err() {
                    return;
                }
            }
        });
        std::thread::spawn(move || keep_current(&game, &asked, &send));
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
#[derive(Debug, Clone)]
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

/// Reads, shows, examines; begins anew as soon as another change is heard of.
fn keep_current(game: &OpenGame, asked: &Receiver<()>, send: &watch::Sender<Arc<GameSnapshot>>) {
    let mut changed = false;
    loop {
        if changed {
            let before = send.borrow().clone();
            let snapshot = match game.open() {
                Ok(folder) => GameSnapshot::read(folder, Ink::Full, Some(&before)),
                Err(fault) => before.without_folder(&fault),
            };
            send.send_replace(Arc::new(snapshot));
        }
        // What is examined while another save comes in would be out of date.
        if asked.try_iter().count() == 0 {
            let shown = send.borrow().clone();
            if let (Ok(folder), false) = (game.open(), shown.is_examined) {
                let examined = shown.examine(folder, GAMES);
                send.send_replace(Arc::new(examined));
            }
            if asked.recv().is_err() {
                return;
            }
        }
        asked.try_iter().for_each(drop);
        changed = true;
    }
}
