//! What the routes of the owner share. `running` makes it, every file of routes takes it.

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::game_watch::{GameWatch, OpenGame};
use super::games_job::GamesJob;
use super::sheets::Sheets;
use super::tables::Tables;
use crate::session::{GameSnapshot, Printing};
use crate::source::Diagnostics;

/// Reads the options of `print` as the command line has them.
pub type ReadPrintOptions = fn(&[String]) -> Result<Printing, Diagnostics>;

/// What the owner's routes share.
#[derive(Clone)]
pub struct Studio {
    pub game: OpenGame,
    pub watch: GameWatch,
    pub print_options: ReadPrintOptions,
    pub sheets: Arc<Sheets>,
    pub play: Play,
    pub games: Arc<GamesJob>,
    /// The game in the ink in which its looks were shown last.
    pub looks: Arc<Mutex<Option<Arc<GameSnapshot>>>>,
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
        (
            StatusCode::INTERNAL_SERVER_ERROR,
            "this is a fault of deckproof: please report it\n",
        )
            .into_response()
    })
}
