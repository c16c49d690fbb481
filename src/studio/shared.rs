//! What the routes of the owner share. `running` makes it, every file of routes takes it.

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::game_watch::{GameWatch, OpenGame};
use super::games_job::GamesJob;
use super::sheets::Sheets;
use super::tables::Tables;
use crate::pages::studio::DestinationsView;
use crate::session::{GameSnapshot, Printing, SnapshotFault};
use crate::source::Diagnostics;

/// What the command line does for the studio. Words are those of a command line, without the program's name.
#[derive(Clone, Copy)]
pub struct StudioCommands {
    /// Reads the options of `print`.
    pub print_options: fn(&[String]) -> Result<Printing, Diagnostics>,
    /// Runs `check` or `export`.
    pub run: fn(&[String]) -> CommandOutcome,
}

/// What came of a command.
#[derive(Debug, Clone, Default)]
pub struct CommandOutcome {
    /// What it says, line by line.
    pub lines: Vec<String>,
    pub faults: Vec<SnapshotFault>,
}

/// A command that was run, as it is shown until another is.
#[derive(Debug, Clone, Default)]
pub struct LastCommand {
    pub view: DestinationsView,
    pub command: String,
    pub outcome: CommandOutcome,
}

/// What the owner's routes share.
#[derive(Clone)]
pub struct Studio {
    pub game: OpenGame,
    pub watch: GameWatch,
    pub commands: StudioCommands,
    pub sheets: Arc<Sheets>,
    /// What was checked or made last for a shop or another program.
    pub destinations: Arc<Mutex<LastCommand>>,
    pub play: Play,
    pub games: Arc<GamesJob>,
    /// The game in the ink in which its looks were shown last.
    pub looks: Arc<Mutex<Option<Arc<GameSnapshot>>>>,
}

impl Studio {
    /// The game in the ink in which its looks were shown last.
    pub fn shown_looks(&self) -> Option<Arc<GameSnapshot>> {
        let looks = self.looks.lock();
        looks.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The tables, and where they are reached.
#[derive(Clone)]
pub struct Play {
    pub tables: Arc<Tables>,
    /// Addresses of the server of the tables: `http://192.168.1.5:4189`, the best first.
    pub addresses: Vec<String>,
    /// Whether other devices reach it.
    pub is_open: bool,
}

/// Does what takes a while beside the threads that answer.
pub async fn work(task: impl FnOnce() -> Response + Send + 'static) -> Response {
    tokio::task::spawn_blocking(task).await.unwrap_or_else(|_| {
        (StatusCode::INTERNAL_SERVER_ERROR, "this is a fault of deckproof: please report it\n")
            .into_response()
    })
}
