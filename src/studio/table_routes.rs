//! The routes of the tables, for whoever holds an invitation or a pass. They share nothing with the owner's: no source, no record, no
//! other pass's view is to be had here. Requests come in, pages and states go out.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Form, FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use serde::Deserialize;
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use super::connections::events;
use super::guard::{Guard, stand_guard};
use super::owner::{cookie_then, cookies};
use super::shared::{FOR_AN_HOUR, Gone, asset, work};
use super::tables::{Answer, OpenTable, Tables, next_beat};
use crate::pages::table::{join_page, table_file, table_page};
use crate::preview::capital;
use crate::rules::Seat;
use crate::verify::live::Refused;

/// Bytes of a request's body: a move, a name.
const MOST_BODY: usize = 4 << 10;

/// A move is answered at a multiple of this after it came, so that the time tells nothing of what was worked out.
const BEAT: Duration = Duration::from_millis(20);

/// What the routes of the tables share.
#[derive(Clone)]
pub struct TableServer {
    pub tables: Arc<Tables>,
    pub port: u16,
}

/// All routes of the tables behind their guard.
pub fn table_routes(server: TableServer, guard: Guard) -> Router {
    Router::new()
        .route(
            "/",
            get(|| async { (StatusCode::NOT_FOUND, "a table is reached by its invitation\n") }),
        )
        .route("/static/{name}", get(|name| async { asset(name, table_file) }))
        .route("/join/{secret}", get(show_invitation).post(take_place))
        .route("/at/{pass}", get(show_table))
        .route("/at/{pass}/state", get(show_state))
        .route("/at/{pass}/style.css", get(show_style))
        .route("/at/{pass}/events", get(follow))
        .route("/at/{pass}/move", post(make_move))
        .route("/at/{pass}/undo", post(undo_move))
        .with_state(server)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(guard), stand_guard))
}

const USED: &str = "This invitation has been used, or its table is closed. Ask for another one.";

const LOST: &str = "This place at the table is not yours, or not any longer. Ask whoever runs the table to invite you again.";

/// That an invitation or a place is good no more.
fn refused(status: StatusCode, why: &str) -> Response {
    (status, Html(join_page("deckproof", "", Some(why)))).into_response()
}

/// Shows what an invitation is for; it is used up only by taking the place, so that programs that look at links do no harm.
async fn show_invitation(
    State(server): State<TableServer>,
    Path(secret): Path<String>,
) -> Response {
    match server.tables.invited(&secret) {
        Some((room, purpose)) => Html(join_page(&room.title, &purpose, None)).into_response(),
        None => refused(StatusCode::NOT_FOUND, USED),
    }
}

#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    name: String,
}

async fn take_place(
    State(server): State<TableServer>,
    Path(secret): Path<String>,
    Form(named): Form<Named>,
) -> Response {
    let Some((room, _)) = server.tables.invited(&secret) else {
        return refused(StatusCode::NOT_FOUND, USED);
    };
    match room.take(&secret, &named.name) {
        Err(why) => {
            let says = format!("{}.", capital(&why));
            let page = join_page(&room.title, "", Some(&says));
            (StatusCode::CONFLICT, Html(page)).into_response()
        }
        Ok((pass, cookie)) => {
            let path = format!("/at/{pass}");
            cookie_then(&cookie_name(server.port, &pass), &cookie, &path, &path)
        }
    }
}

fn cookie_name(port: u16, pass: &str) -> String {
    format!("deckproof-{port}-{pass}")
}

/// The table of a pass, for who holds its cookie.
struct Place {
    room: Arc<OpenTable>,
    pass: String,
}

impl FromRequestParts<TableServer> for Place {
    type Rejection = Gone;

    async fn from_request_parts(parts: &mut Parts, server: &TableServer) -> Result<Place, Gone> {
        // Whether there is such a place is not told to who does not hold it.
        let refused = (StatusCode::FORBIDDEN, "this place at the table is not yours\n");
        let path = Path::<String>::from_request_parts(parts, server).await;
        let Path(pass) = path.map_err(|_| refused)?;
        let name = cookie_name(server.port, &pass);
        let room = server
            .tables
            .of_pass(&pass)
            .filter(|room| room.knows(&pass, cookies(&parts.headers, &name)));
        Ok(Place { room: room.ok_or(refused)?, pass })
    }
}

async fn show_table(place: Result<Place, Gone>) -> Response {
    match place {
        Ok(Place { room, pass }) => {
            Html(table_page(&room.title, &format!("/at/{pass}"))).into_response()
        }
        Err((status, _)) => refused(status, LOST),
    }
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    from: u32,
    #[serde(rename = "as")]
    seat: Option<u8>,
}

async fn show_state(Place { room, pass }: Place, Query(wanted): Query<Wanted>) -> Response {
    work(move || match room.state(&pass, wanted.from, wanted.seat.map(Seat)) {
        Some(state) => Json(state).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    })
    .await
}

async fn show_style(Place { room, .. }: Place) -> impl IntoResponse {
    let headers =
        [(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, FOR_AN_HOUR)];
    (headers, room.style().to_owned())
}

async fn follow(Place { room, pass }: Place) -> impl IntoResponse {
    let present = room.presence(&pass);
    let told = move |count: &u64| {
        // Held until the stream is closed.
        let _ = &present;
        Event::default().event("table").data(count.to_string())
    };
    Sse::new(events(room.changes(), told))
}

#[derive(Deserialize)]
struct AskedMove {
    ply: u32,
    text: String,
    #[serde(default)]
    seat: String,
}

async fn make_move(Place { room, pass }: Place, Form(asked): Form<AskedMove>) -> Response {
    let seat = asked.seat.parse().ok().map(Seat);
    answer_on_the_beat(move || room.play(&pass, asked.ply, seat, &asked.text)).await
}

#[derive(Deserialize)]
struct AskedUndo {
    to: String,
}

async fn undo_move(Place { room, pass }: Place, Form(asked): Form<AskedUndo>) -> Response {
    answer_on_the_beat(move || room.undo(&pass, asked.to.parse().ok())).await
}

/// Answers when the next beat after the work is due.
async fn answer_on_the_beat(work_out: impl FnOnce() -> Answer + Send + 'static) -> Response {
    let start = Instant::now();
    let response = work(move || {
        let refused = work_out().err();
        let status = if refused.is_none() { StatusCode::OK } else { StatusCode::CONFLICT };
        let Refused { says, help, clause } = refused.unwrap_or_default();
        let answer =
            json!({"ok": status == StatusCode::OK, "says": says, "help": help, "clause": clause});
        (status, Json(answer)).into_response()
    })
    .await;
    sleep_until(next_beat(start, BEAT)).await;
    response
}
