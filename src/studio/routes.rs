//! The routes of the studio, for its owner alone. Requests come in, pages and parts of them go out.

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, Sse};
use axum::response::{Html, IntoResponse, Redirect};
use axum::{Router, middleware, routing};
use futures_util::stream::select;
use serde::Deserialize;

use super::connections::events;
use super::guard::{Guard, stand_guard};
use super::lock::locked;
use super::owner::{Owner, open, owner_only};
use super::play_routes::{close_table, invite_again, open_table, show_play, show_record};
use super::proof_routes::{
    check_destination, compare_wins, make_files, print_sheets, printed_file, show_changes,
    show_comparison, show_counterexample, show_destinations, show_looks, show_proof, show_scenario,
    show_sheets, start_games, stop_games,
};
use super::shared::{Gone, Studio, asset, get, post};
use super::source_routes::{change_value, open_editor, raw_file, save_source, show_sources};
use crate::pages::studio::{self, CardsView, static_file};
use crate::raster::outlined_face;
use crate::session::{GameSnapshot, paint_contact_sheet};

/// Bytes of a request's body: a source file that is saved.
const MOST_BODY: usize = 4 << 20;

/// How many times as fine as usual a fine contact sheet is.
const FINE: f64 = 2.0;

/// A name stands for what it names, so browsers may keep it.
const FOR_EVER: &str = "private, max-age=31536000, immutable";

/// All routes of the studio behind its guard.
pub fn studio_routes(studio: Studio, owner: Arc<Owner>, guard: Guard) -> Router {
    let owned = Router::new()
        .route("/", routing::get(|| async { Redirect::to("/cards") }))
        .route("/cards", get(cards))
        .route("/cards/value", post(change_value))
        .route("/events", routing::get(follow))
        .route("/face/{name}", get(face))
        .route("/contact-sheet/{name}", get(contact_sheet))
        .route("/sheets", get(show_sheets))
        .route("/sheets/print", post(print_sheets))
        .route("/sheets/printed/{name}", get(printed_file))
        .route("/destinations", get(show_destinations))
        .route("/destinations/check", post(check_destination))
        .route("/destinations/make", post(make_files))
        .route("/sources", get(show_sources).merge(post(save_source)))
        .route("/sources/raw", get(raw_file))
        .route("/open-editor", post(open_editor))
        .route("/looks", get(show_looks))
        .route("/proof", get(show_proof))
        .route("/proof/games", post(start_games))
        .route("/proof/stop", post(stop_games))
        .route("/proof/wins", post(compare_wins))
        .route("/proof/counterexample", get(show_counterexample))
        .route("/proof/scenario/{slug}", get(show_scenario))
        .route("/diff", get(show_changes))
        .route("/diff/page", get(show_comparison))
        .route("/play", get(show_play))
        .route("/play/new", post(open_table))
        .route("/play/close", post(close_table))
        .route("/play/invite", post(invite_again))
        .route("/play/record/{name}", get(show_record))
        .with_state(studio)
        .layer(middleware::from_fn_with_state(owner.clone(), owner_only));
    Router::new()
        .route("/open/{link}", routing::get(open))
        .with_state(owner)
        .route("/static/{name}", routing::get(|name| async { asset(name, static_file) }))
        .merge(owned)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(guard), stand_guard))
}

fn cards(studio: &Studio, Query(view): Query<CardsView>) -> Html<String> {
    Html(studio::cards_page(&studio.watch.snapshot(), &view, None))
}

async fn follow(State(studio): State<Studio>) -> impl IntoResponse {
    let game = events(studio.watch.now.clone(), |snapshot: &Arc<GameSnapshot>| {
        let (revision, examined) = (snapshot.revision, snapshot.is_examined);
        let data = format!("{{\"revision\":{revision},\"examined\":{examined}}}");
        Event::default().event("game").data(data)
    });
    let games = events(studio.games.changed.subscribe(), |count: &u64| {
        Event::default().event("games").data(count.to_string())
    });
    Sse::new(select(game, games))
}

/// A face by its name. A name stands for one drawing, so browsers may keep it.
fn face(studio: &Studio, Path(name): Path<String>) -> Result<impl IntoResponse + use<>, Gone> {
    let name = name.strip_suffix(".svg").unwrap_or_default();
    let on_sheets = || {
        let sheets = locked(&studio.sheets.last).clone()?;
        Some((sheets.faces.get(name)?.clone(), sheets.bleed))
    };
    let of_looks = || Some((locked(&studio.looks).as_ref()?.faces.get(name)?.clone(), 0.0));
    let found = studio
        .watch
        .snapshot()
        .faces
        .get(name)
        .map(|face| (face.clone(), 0.0))
        .or_else(on_sheets)
        .or_else(of_looks);
    let (face, bleed) = found.ok_or((StatusCode::NOT_FOUND, "there is no such face any more\n"))?;
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, FOR_EVER),
        // A drawing that is opened by itself runs nothing and fetches nothing.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
        ),
    ];
    Ok((headers, outlined_face(&face, bleed)))
}

/// How fine a contact sheet is wanted.
#[derive(Deserialize)]
struct SheetView {
    #[serde(default)]
    fine: bool,
}

/// Many faces on one picture, by its name, which stands for its contents.
fn contact_sheet(
    studio: &Studio,
    (Path(name), Query(view)): (Path<String>, Query<SheetView>),
) -> Result<impl IntoResponse + use<>, (StatusCode, String)> {
    let name = name.strip_suffix(".png").unwrap_or_default();
    let snapshots = [Some(studio.watch.snapshot()), locked(&studio.looks).clone()];
    let mut snapshots = snapshots.iter().flatten();
    let faces = snapshots.find_map(|game| game.contact_sheets.faces(name, &game.faces));
    let gone = || (StatusCode::NOT_FOUND, "there is no such sheet any more\n".to_owned());
    let scale = if view.fine { FINE } else { 1.0 };
    let bytes = paint_contact_sheet(&faces.ok_or_else(gone)?, scale)
        .map_err(|fault| (StatusCode::INTERNAL_SERVER_ERROR, fault.0))?;
    Ok(([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, FOR_EVER)], bytes))
}
