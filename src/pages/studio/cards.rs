//! The view of all cards: every face as it will be printed, with what is wrong with it. A snapshot and what is asked of it come in,
//! the page goes out. Called by the studio's routes.

use maud::{Markup, html};
use serde::Deserialize;

use super::frame::{StudioView, studio_page};
use crate::session::{GameSnapshot, SnapshotCard, SnapshotDeck};
use crate::source::counted;

/// What is asked of the view.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct CardsView {
    /// The card that is shown large, by its key.
    pub card: Option<String>,
}

/// The page of all cards.
pub fn cards_page(game: &GameSnapshot, view: &CardsView) -> String {
    let chosen = view.card.as_ref().and_then(|key| game.card(key));
    let main = html! {
        (filters(game))
        div class="with-aside" {
            div class="decks" {
                @for deck in &game.decks { (deck_section(game, deck, view)) }
                @if game.decks.is_empty() { (no_cards(game)) }
                p id="nothing-found" class="notice" hidden { "No card is like that." }
            }
            @if let Some(card) = chosen { (detail(game, card)) }
        }
    };
    studio_page(StudioView::Cards, game, &main)
}

fn filters(game: &GameSnapshot) -> Markup {
    html! {
        form class="tools" role="search" data-keep="filters" {
            label { "Search " input type="search" id="search" placeholder="name, words, number" autocomplete="off"; }
            label { "Deck "
                select id="deck" {
                    option value="" { "all" }
                    @for deck in &game.decks { option value=(deck.id) { (deck.title) } }
                }
            }
            label { input type="checkbox" id="faulty"; " only with faults" }
            label { input type="checkbox" id="backs"; " backs" }
            label { "Size " input type="range" id="zoom" min="20" max="400" value="55" aria-label="Size of the cards"; }
        }
    }
}

fn no_cards(game: &GameSnapshot) -> Markup {
    html! {
        section class="notice" {
            h2 { "There are no cards to show" }
            @for fault in game.faults.iter().take(5) {
                p { strong { (fault.code) } " " (fault.message) @if !fault.help.is_empty() { " — " (fault.help) } }
            }
        }
    }
}

fn deck_section(game: &GameSnapshot, deck: &SnapshotDeck, view: &CardsView) -> Markup {
    let copies: u32 = deck.cards.iter().map(|card| card.copies).sum();
    html! {
        section class="deck" data-key=(format!("deck-{}", deck.id)) data-deck=(deck.id) {
            h2 { (deck.title) " " small { (counted(copies as usize, "card")) } }
            ul class="tiles" {
                @for card in &deck.cards {
                    @let current = view.card.as_ref() == Some(&card.key);
                    li class=(tile_class(card)) data-key=(card.key) data-words=(words(card)) {
                        a href=(address(&card.key)) aria-current=[current.then_some("true")] {
                            (small_face(game, card.front.as_deref(), &card.name, deck))
                            @if let Some(back) = &card.back { span class="back" { (small_face(game, Some(back), "", deck)) } }
                            span class="name" { (card.name) }
                            @if card.copies != 1 { span class="copies" { "×" (card.copies) } }
                        }
                        @if !card.faults.is_empty() { span class="badge fault" { (counted(card.faults.len(), "fault")) } }
                        @if card.is_stale { span class="badge stale" { "last good face" } }
                    }
                }
            }
        }
    }
}

fn tile_class(card: &SnapshotCard) -> &'static str {
    match (card.faults.is_empty(), card.is_stale) {
        (_, true) => "tile is-stale is-faulty",
        (false, false) => "tile is-faulty",
        (true, false) => "tile",
    }
}

/// What a search looks in: name, id and the row as it is written.
fn words(card: &SnapshotCard) -> String {
    format!("{} {} {}", card.name, card.key, card.row).to_lowercase()
}

/// A face as one of many: a part of a contact sheet. Where it is shown larger than that has pixels, `faces.js` takes a finer sheet or
/// the drawing.
pub fn small_face(
    game: &GameSnapshot,
    name: Option<&str>,
    said: &str,
    deck: &SnapshotDeck,
) -> Markup {
    let size = format!("{} / {}", deck.width.max(1.0), deck.height.max(1.0));
    let found = name.and_then(|name| Some((name, game.contact_sheets.place(name)?)));
    html! {
        @match found {
            Some((name, place)) => {
                svg class="face" role="img" aria-label=[(!said.is_empty()).then_some(said)] aria-hidden=[said.is_empty().then_some("true")]
                    width=(deck.width.round()) height=(deck.height.round()) preserveAspectRatio="none"
                    viewBox=(format!("{} {} 1 1", place.column, place.row)) data-face=(face_address(name)) {
                    image href=(sheet_address(&place.sheet)) width=(place.columns) height=(place.rows) preserveAspectRatio="none" {}
                }
            }
            None => { span class="face missing" data-size=(size) { "cannot be drawn" } }
        }
    }
}

/// Where a contact sheet is found.
fn sheet_address(name: &str) -> String {
    format!("/contact-sheet/{name}.png")
}

/// Where a face is found.
pub fn face_address(name: &str) -> String {
    format!("/face/{name}.svg")
}

/// Where a card is shown large.
pub fn address(key: &str) -> String {
    format!("/cards?card={}", encoded(key))
}

/// A text as it may stand in the query of an address.
pub fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// One card, large: both sides, its row, and what is wrong.
fn detail(game: &GameSnapshot, card: &SnapshotCard) -> Markup {
    let faces = [("Front", &card.front), ("Back", &card.back)];
    html! {
        aside class="detail" data-key="detail" aria-label=(card.name) {
            h2 { (card.name) a class="close" href="/cards" aria-label="Close" { "×" } }
            @if card.is_stale { p class="notice" { "This is the last good face: the card cannot be drawn as it is now." } }
            @for fault in card.faults.iter().filter_map(|fault| game.faults.get(*fault)) {
                (super::proof::fault(fault))
            }
            div class="sides" {
                @for (side, name) in faces {
                    @if let Some(name) = name {
                        figure {
                            span class="bled" { img src=(format!("{}?bleed=true", face_address(name))) alt=(format!("{}, {side}", card.name)); }
                            figcaption { (side) }
                        }
                    }
                }
            }
            @if let Some((file, line)) = &card.place {
                p class="place" {
                    a href=(format!("/sources?file={}&line={line}#line", encoded(file))) { (file) ":" (line) }
                    " "
                    button type="button" data-post="/open-editor" data-file=(file) data-line=(line) { "Open in editor" }
                }
                pre class="row" { (card.row) }
            }
        }
    }
}
