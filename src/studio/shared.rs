//! What the routes of the owner share. `running` makes it, every file of routes takes it.

use std::sync::{Arc, Mutex};

use axum::extract::{FromRequest, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, MethodRouter, on};

use super::game_watch::{GameWatch, OpenGame};
use super::games_job::GamesJob;
use super::proof_routes::Sheets;
use super::tables::Tables;
use crate::pages::studio::{CommandOutcome, LastCommand};
use crate::session::{GameSnapshot, Printing};
use crate::source::Diagnostics;

/// What the command line does for the studio. Words are those of a command line, without the program's name.
#[derive(Clone, Copy)]
pub struct StudioCommands {
    /// Reads a line of `print`.
    pub print_options: fn(&[String]) -> Result<Printing, Diagnostics>,
    /// Runs `check` or `export`.
    pub run: fn(&[String]) -> CommandOutcome,
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

/// The tables, and where they are reached.
#[derive(Clone)]
pub struct Play {
    pub tables: Arc<Tables>,
    /// Addresses of the server of the tables: `http://192.168.1.5:4189`, the best first.
    pub addresses: Vec<String>,
    /// Whether other devices reach it.
    pub is_open: bool,
}

/// That something is not there, or not any more.
pub type Gone = (StatusCode, &'static str);

/// A function that answers requests of a method. What it is given to do may take a while: it runs beside the threads that answer.
macro_rules! answer_to {
    ($name:ident, $method:ident) => {
        pub fn $name<E, M, R>(answer: fn(&Studio, E) -> R) -> MethodRouter<Studio>
        where
            E: FromRequest<Studio, M> + Send + 'static,
            M: Send + 'static,
            R: IntoResponse + 'static,
        {
            on(MethodFilter::$method, move |State(studio): State<Studio>, asked: E| {
                work(move || answer(&studio, asked).into_response())
            })
        }
    };
}

answer_to!(get, GET);
answer_to!(post, POST);

/// Does what takes a while beside the threads that answer.
pub async fn work(task: impl FnOnce() -> Response + Send + 'static) -> Response {
    tokio::task::spawn_blocking(task).await.unwrap_or_else(|_| {
        (StatusCode::INTERNAL_SERVER_ERROR, "this is a fault of deckproof: please report it\n")
            .into_response()
    })
}

/// What may change with another version of the program.
pub const FOR_AN_HOUR: &str = "private, max-age=3600";

/// The kind and the bytes of a file of the pages, by its name.
type FindAsset = fn(&str) -> Option<(&'static str, Vec<u8>)>;

/// Styles, scripts and fonts, the same for everybody.
pub fn asset(Path(name): Path<String>, files: FindAsset) -> Result<impl IntoResponse, Gone> {
    let (kind, bytes) = files(&name).ok_or((StatusCode::NOT_FOUND, "there is no such file\n"))?;
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, FOR_AN_HOUR)], bytes))
}
