//! Puts pictures of what differs into the report of two games; everything but the slider works without its script. Two games and
//! their differences come in. Called by `deckproof diff` and the studio, where a page is wanted.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, html};
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;

use super::pictures::{DeckViews, FrameSize, Pair, corner, first_face, is_wide, paint};
use crate::diff::{CardChange, ChangeKind, DeckChange, Fate, GameDifferences, ValueChange};
use crate::export::png::encode_small;
use crate::report::{GameReport, Section, SectionKind, Visibility};
use crate::session::ShownGame;
use crate::source::{Code, Diagnostic, Diagnostics};

const STYLE: &str = include_str!("diff.css");
const SCRIPT: &str = include_str!("diff.js");

/// The largest picture of an upright and of a wide card: sharp on a screen of more than the usual density.
const UPRIGHT: FrameSize = FrameSize { width: 330.0, height: 462.0 };
const WIDE: FrameSize = FrameSize { width: 500.0, height: 400.0 };

/// Puts the cards that differ into a report, old beside new; `done` is called after each deck.
///
/// # Errors
/// When a face cannot be painted.
pub fn add_pictures(
    report: &mut GameReport,
    [old, new]: [&ShownGame; 2],
    found: &GameDifferences,
    done: &dyn Fn(),
) -> Result<(), Diagnostics> {
    let sides = [old, new];
    let frame = |deck: &DeckChange| if is_wide(deck, sides) { WIDE } else { UPRIGHT };
    let pictures = paint(found, sides, frame, done)?;
    let decks = found.decks.iter().zip(&pictures).enumerate();
    let decks: Result<Vec<Markup>, Diagnostic> = decks
        .map(|(number, (deck, pictures))| section(number, deck, pictures, is_wide(deck, sides)))
        .collect();
    let decks = decks?;
    report.style = style(found, sides);
    report.script = SCRIPT;
    let pictures = html! {
        @if !decks.is_empty() { (modes()) }
        @for deck in decks { (deck) }
    };
    let pictures = Section::from(SectionKind::Pictures(pictures)).shown(Visibility::Page);
    report.sections.insert(0, pictures);
    Ok(())
}

/// The corners of each deck's cards (`.d0`, `.d1`, …) and the rest.
fn style(found: &GameDifferences, sides: [&ShownGame; 2]) -> String {
    let mut style = String::new();
    for (number, deck) in found.decks.iter().enumerate() {
        if let Some(face) = first_face(deck, sides) {
            let across = 100.0 * corner(sides, &deck.id, face.width);
            let down = across * face.width / face.height;
            let (width, height) = (face.width, face.height);
            let _ = writeln!(
                style,
                ".d{number} .face{{border-radius:{across:.2}%/{down:.2}%;aspect-ratio:{width}/{height}}}"
            );
        }
    }
    style.push_str(STYLE);
    style
}

fn becomes() -> Markup {
    html! { span.way aria-label="becomes" { "→" } }
}

fn modes() -> Markup {
    html! {
        form.modes aria-label="How the cards are compared" {
            label { input type="radio" name="mode" id="beside" checked; " " span { "side by side" } }
            label.scripted { input type="radio" name="mode" id="slide"; " " span { "slide" } }
            label { input type="radio" name="mode" id="blink"; " " span { "blink" } }
            label.last { input type="checkbox" id="marks" checked; " " span { "mark what differs" } }
        }
    }
}

fn list(edits: &[ValueChange], kind: ChangeKind) -> Markup {
    html! {
        @if !edits.is_empty() {
            ul class={ "edits " (kind.word()) } {
                @for edit in edits.iter().map(ValueChange::short) {
                    li.long[edit.is_long()] { b { (edit.what) } " " (change(&edit)) }
                }
            }
        }
    }
}

/// What something was, and what it is.
fn change(edit: &ValueChange) -> Markup {
    html! {
        @if edit.old.is_none() && edit.new.is_none() {
            "drawn otherwise"
        } @else {
            @if let Some(old) = &edit.old { del { (old) } } @else { "none" }
            " " (becomes()) " "
            @if let Some(new) = &edit.new { ins { (new) } } @else { "none" }
        }
    }
}

fn tag(word: &str) -> Markup {
    html! { " " span class={ "tag " (word) } { (word) } }
}

fn section(
    number: usize,
    deck: &DeckChange,
    pictures: &DeckViews,
    is_wide: bool,
) -> Result<Markup, Diagnostic> {
    let back = pictures.back.iter().map(|pair| (None, pair));
    let cards = deck.cards.iter().map(Some).zip(&pictures.cards);
    let tiles: Vec<(Option<&CardChange>, &Pair)> = back.chain(cards).collect();
    let tiles: Result<Vec<Markup>, Diagnostic> =
        tiles.par_iter().map(|(card, pair)| tile(*card, pair)).collect();
    let tiles = tiles?;
    Ok(html! {
        section class={ "d" (number) @if is_wide { " wide" } } {
            h2 {
                (deck.title)
                @match deck.fate {
                    Fate::New => (tag("new")),
                    Fate::Gone => (tag("gone")),
                    _ => {}
                }
            }
            (list(&deck.looks, ChangeKind::Looks))
            (list(&deck.text, ChangeKind::Looks))
            div.cards { @for tile in tiles { (tile) } }
        }
    })
}

/// A card, or the back that all cards share, with what it was.
fn tile(card: Option<&CardChange>, pair: &Pair) -> Result<Markup, Diagnostic> {
    let name = card.map_or("Back of all its cards", |card| card.name.as_str());
    let kinds = card.map_or_else(|| vec![ChangeKind::Looks], CardChange::kinds);
    let old = figure(name, ("before", "not there yet"), pair.old.as_ref(), pair)?;
    let new = figure(name, ("after", "not there any more"), pair.new.as_ref(), pair)?;
    Ok(html! {
        article {
            h3 { (name) @for kind in &kinds { (tag(kind.word())) } }
            div.pair { (old) (new) }
            @if pair.old.is_some() && pair.new.is_some() {
                input.slider type="range" min="0" max="100" value="50"
                    aria-label={ (name) ": how much of it as it was" };
            }
            @if let Some(card) = card {
                (list(&facts(card, &kinds), ChangeKind::Copies))
                (list(&card.rules, ChangeKind::Rules))
                (list(&card.looks, ChangeKind::Looks))
            }
        }
    })
}

/// Changes in a card's number of copies, deck or id.
fn facts(card: &CardChange, kinds: &[ChangeKind]) -> Vec<ValueChange> {
    let mut facts = Vec::new();
    if kinds.contains(&ChangeKind::Copies) {
        let (old, new) = card.copies;
        let copies = |n: u32| Some(n.to_string());
        facts.push(ValueChange::new("copies", copies(old), copies(new)));
    }
    if let Fate::Moved { deck, id, .. } = &card.fate {
        let was = Some(format!("{deck}/{id}"));
        facts.push(ValueChange::new("was", was, Some(card.id.clone())));
    }
    facts
}

/// One of the two faces with its marks, or that it is missing.
fn figure(
    name: &str,
    (side, missing): (&str, &str),
    picture: Option<&Pixmap>,
    pair: &Pair,
) -> Result<Markup, Diagnostic> {
    let data = picture.map(address).transpose()?;
    Ok(html! {
        figure class=(side) {
            @if let (Some(picture), Some(data)) = (picture, data) {
                div.face {
                    img src=(data) width=(picture.width()) height=(picture.height())
                        alt={ (name) ", " (side) };
                    @if !pair.marks.is_empty() {
                        svg.marks viewBox={ "0 0 " (picture.width()) " " (picture.height()) } aria-hidden="true" {
                            @for [x, y, width, height] in &pair.marks {
                                rect x=(x) y=(y) width=(width) height=(height) rx="4" fill="none" {}
                            }
                        }
                    }
                }
            } @else {
                div.face.empty { (missing) }
            }
            figcaption { (side) }
        }
    })
}

/// A picture as a `data:` address.
fn address(picture: &Pixmap) -> Result<String, Diagnostic> {
    let bytes = encode_small(picture).map_err(|fault| {
        let message = format!("a face cannot be painted: {}", fault.0);
        Diagnostic::error(Code::Unpaintable, message)
            .help("look at the template in another program")
    })?;
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
}
