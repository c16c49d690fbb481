//! The routes of the view of destinations: what a shop would say, and the files that it takes. Forms come in, pages go out.

use axum::extract::Form;
use axum::response::Html;

use super::shared::{Studio, locked};
use crate::pages::studio::{DestinationsView, LastCommand, destinations_page};
use crate::source::shell_line;

pub fn show_destinations(studio: &Studio, (): ()) -> Html<String> {
    Html(destinations_page(&studio.watch.snapshot(), &locked(&studio.destinations)))
}

pub fn check_destination(studio: &Studio, Form(view): Form<DestinationsView>) -> Html<String> {
    let words = view.check_words(&studio.game.name);
    run(studio, view, &words)
}

pub fn make_files(studio: &Studio, Form(view): Form<DestinationsView>) -> Html<String> {
    let words = view.export_words(&studio.game.name);
    run(studio, view, &words)
}

fn run(studio: &Studio, view: DestinationsView, words: &[String]) -> Html<String> {
    let outcome = (studio.commands.run)(words);
    let command = shell_line(words.iter().map(String::as_str));
    *locked(&studio.destinations) = LastCommand { view, command, outcome };
    show_destinations(studio, ())
}
