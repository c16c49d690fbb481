//! The view of all cards: every face as it will be printed, with what is wrong with it. A snapshot and what is asked of it come in,
//! the page goes out.

use maud::{Markup, html};
use serde::Deserialize;

use super::frame::{fault_badges, studio_page};
use super::sources::{open_button, place_address, place_link};
use crate::cards::RowValue;
use crate::pages::cut_style;
use crate::session::{GameSnapshot, SnapshotCard, SnapshotDeck, SnapshotFault, SnapshotValue};
use crate::source::{counted, joined};

/// Letters of a value that is written on several lines.
const LONG_VALUE: usize = 36;

/// What is asked of the view.
#[derive(Deserialize)]
pub struct CardsView {
    /// The card that is shown large, by its key.
    pub card: Option<String>,
}

/// A value that was not saved: its key, and why.
pub type RefusedValue = (String, SnapshotFault);

/// The page of all cards.
pub fn cards_page(game: &GameSnapshot, view: &CardsView, refused: Option<&RefusedValue>) -> String {
    let chosen = view.card.as_ref().and_then(|key| game.cards().find(|(_, card)| card.key == *key));
    studio_page(
        "/cards",
        game,
        html! {
            (filters(game))
            div class="with-aside" {
                div.decks {
                    @for deck in &game.decks { (deck_section(game, deck, view)) }
                    @if game.decks.is_empty() { (no_cards(game)) }
                    p id="nothing-found" class="notice" hidden { "No card is like that." }
                }
                @if let Some((deck, card)) = chosen { (detail(game, deck, card, refused)) }
                @else if let Some((_, fault)) = refused { (super::proof::fault(fault)) }
            }
        },
    )
}

fn filters(game: &GameSnapshot) -> Markup {
    html! {
        form.tools role="search" data-keep="filters" {
            label { "Search " input type="search" id="search" placeholder="name, words, number" autocomplete="off"; }
            label { "Deck "
                select #deck {
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
        section.notice {
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
        section.deck data-key=(format!("deck-{}", deck.id)) data-deck=(deck.id) {
            h2 { (deck.title) " " small { (counted(copies as usize, "card")) } }
            ul.tiles {
                @for card in &deck.cards {
                    @let current = view.card.as_ref() == Some(&card.key);
                    li class=(tile_class(card)) data-key=(card.key) data-words=(words(card)) {
                        a href=(address(&card.key)) aria-current=[current.then_some("true")] {
                            (small_face(game, deck, card.front.as_deref(), &card.name, false))
                            @if let Some(back) = &card.back { span.back { (small_face(game, deck, Some(back), "", true)) } }
                            span.name { (card.name) }
                            @if card.copies != 1 { span.copies { "×" (card.copies) } }
                        }
                        (fault_badges(card.faults.iter().filter_map(|fault| game.faults.get(*fault))))
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

/// What a search looks in: name, id and the values of the row.
fn words(card: &SnapshotCard) -> String {
    let cells = card.values.iter().map(|value| value.written.cell.as_str());
    joined([card.name.as_str(), &card.key].into_iter().chain(cells), " ").to_lowercase()
}

/// A face as one of many: a part of a contact sheet, cut to the shape of its deck. Where it is shown larger than that has pixels,
/// `faces.js` takes a finer sheet or the drawing.
pub fn small_face(
    game: &GameSnapshot,
    deck: &SnapshotDeck,
    name: Option<&str>,
    said: &str,
    is_back: bool,
) -> Markup {
    let found = name.and_then(|name| {
        let trim = deck.trim.as_ref()?;
        Some((name, trim, game.contact_sheets.place(name)?))
    });
    html! {
        @match found {
            Some((name, trim, place)) => {
                svg.face role="img" aria-label=[(!said.is_empty()).then_some(said)] aria-hidden=[said.is_empty().then_some("true")]
                    width=(trim.size.width.round()) height=(trim.size.height.round()) preserveAspectRatio="none" data-cut=(cut_style(trim, is_back))
                    viewBox=(format!("{} {} 1 1", place.column, place.row)) data-face=(face_address(name)) {
                    image href=(format!("/contact-sheet/{}.png", place.sheet)) width=(place.columns) height=(place.rows) preserveAspectRatio="none" {}
                }
            }
            None => { span class="face missing" { "cannot be drawn" } }
        }
    }
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

/// One card, large: both sides, its values, and what is wrong.
fn detail(
    game: &GameSnapshot,
    deck: &SnapshotDeck,
    card: &SnapshotCard,
    refused: Option<&RefusedValue>,
) -> Markup {
    let faces = [("Front", &card.front, false), ("Back", &card.back, true)];
    let cut = |is_back: bool| Some(cut_style(deck.trim.as_ref()?, is_back));
    html! {
        aside.detail data-key=(format!("detail-{}", card.key)) aria-label=(card.name) {
            h2 { (card.name) a.close href="/cards" aria-label="Close" { "×" } }
            @if card.is_stale { p.notice { "This is the last good face: the card cannot be drawn as it is now." } }
            @for fault in card.faults.iter().filter_map(|fault| game.faults.get(*fault)) {
                (super::proof::fault(fault))
            }
            div.sides {
                @for (side, name, is_back) in faces {
                    @if let Some(name) = name {
                        figure {
                            img src=(face_address(name)) data-cut=[cut(is_back)] alt=(format!("{}, {side}", card.name));
                            figcaption { (side) }
                        }
                    }
                }
            }
            @if let Some(place) = &card.place {
                p.place { (place_link(place)) " " (open_button(&place.file, place.line, place.sheet.is_none())) }
            }
            @if !card.values.is_empty() {
                dl.values {
                    @for value in &card.values {
                        dt { (value.written.heading) ":" }
                        dd { (shown_value(card, value)) @for (_, fault) in refused.iter().filter(|(key, _)| *key == value.written.key) { (super::proof::fault(fault)) } }
                    }
                }
            }
        }
    }
}

/// A value of a card: to be edited where its file is a text, else with the name of its cell.
fn shown_value(card: &SnapshotCard, value: &SnapshotValue) -> Markup {
    let RowValue { heading, key, cell, is_editable, .. } = &value.written;
    let hidden = [("card", &card.key), ("key", key), ("was", cell)];
    html! {
        @if *is_editable {
            form method="post" action="/cards/value" data-key=(format!("{} {key}", card.key)) {
                @for (name, value) in hidden { input type="hidden" name=(name) value=(value); }
                @if cell.contains('\n') || cell.len() > LONG_VALUE {
                    textarea name="cell" rows=(cell.lines().count().max(cell.len() / LONG_VALUE + 1)) aria-label=(heading) { "\n" (cell) }
                } @else {
                    input type="text" name="cell" value=(cell) aria-label=(heading) autocomplete="off" spellcheck="false";
                }
                button { "Save" }
            }
        } @else {
            span { (cell) } " " a.hint href=(place_address(&value.place)) { (value.place.within) }
        }
    }
}
