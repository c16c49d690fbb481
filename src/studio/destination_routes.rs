//! The routes of the view of destinations: what a shop would say, and the files that it takes. Forms come in, pages go out. Called by
//! `routes`.

use std::sync::PoisonError;

use axum::extract::{Form, State};
use axum::response::{Html, IntoResponse, Response};

use super::shared::{LastCommand, Studio, work};
use crate::pages::studio::{DestinationsView, ShownOutcome, destinations_page};
use crate::source::shell_line;

pub async fn show_destinations(State(studio): State<Studio>) -> Response {
    let last = studio.destinations.lock().unwrap_or_else(PoisonError::into_inner).clone();
    page(&studio, &last)
}

pub async fn check_destination(
    State(studio): State<Studio>,
    Form(view): Form<DestinationsView>,
) -> Response {
    work(move || {
        let words = view.check_words(&studio.game.name);
        run(&studio, view, &words)
    })
    .await
}

pub async fn make_files(
    State(studio): State<Studio>,
    Form(view): Form<DestinationsView>,
) -> Response {
    work(move || {
        let words = view.export_words(&studio.game.name);
        run(&studio, view, &words)
    })
    .await
}

fn run(studio: &Studio, view: DestinationsView, words: &[String]) -> Response {
    let last = LastCommand {
        view,
        command: shell_line(words.iter().map(String::as_str)),
        outcome: (studio.commands.run)(words),
    };
    studio.destinations.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&last);
    page(studio, &last)
}

fn page(studio: &Studio, last: &LastCommand) -> Response {
    let shown = ShownOutcome {
        command: &last.command,
        lines: &last.outcome.lines,
        faults: &last.outcome.faults,
    };
    let shown = (!last.command.is_empty()).then_some(shown);
    Html(destinations_page(&studio.watch.snapshot(), &last.view, shown)).into_response()
}
