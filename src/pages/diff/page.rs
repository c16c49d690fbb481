//! Puts pictures of what differs into the report of two games; everything but the slider works without its script. Two games and
//! their differences come in.

use std::sync::Arc;

use maud::{Markup, html};
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;

use super::marks::{PixelRect, marks};
use crate::diff::{
    CardChange, ChangeKind, DeckChange, FacePair, Fate, GameDifferences, ValueChange,
};
use crate::pages::data_address::{data_address, unpaintable};
use crate::raster::{PaintFault, Painter};
use crate::report::{GameReport, Section, SectionKind, Visibility};
use crate::session::ShownGame;
use crate::source::{Diagnostic, Diagnostics};
use crate::template::Drawn;

const STYLE: &str = include_str!("diff.css");
const SCRIPT: &str = include_str!("diff.js");

const MM_PER_INCH: f64 = 25.4;

/// Width and height in pixels of the largest picture of an upright and of a wide card: sharp on a screen of more than the usual density.
const UPRIGHT: (f64, f64) = (330.0, 462.0);
const WIDE: (f64, f64) = (500.0, 400.0);

/// A face before and after.
struct Pair {
    old: Option<Pixmap>,
    new: Option<Pixmap>,
    /// Where they differ; empty when they differ everywhere.
    marks: Vec<PixelRect>,
}

/// Puts the cards that differ into a report, old beside new; `done` is called after each deck.
///
/// # Errors
/// When a face cannot be painted.
pub fn add_pictures(
    report: &mut GameReport,
    sides: [&ShownGame; 2],
    found: &GameDifferences,
    done: &dyn Fn(),
) -> Result<(), Diagnostics> {
    let decks = found.decks.iter().enumerate().map(|(number, deck)| {
        let first = first_face(deck, sides);
        if let Some(face) = first {
            report.style += &corner_style(number, deck, face, sides);
        }
        let is_wide = first.is_some_and(|face| face.width > face.height);
        let pairs =
            paint(deck, sides, if is_wide { WIDE } else { UPRIGHT }).map_err(unpaintable)?;
        done();
        section(number, deck, &pairs, is_wide)
    });
    let decks: Vec<Markup> = decks.collect::<Result<_, Diagnostic>>()?;
    report.style += STYLE;
    report.script = SCRIPT;
    let pictures = html! {
        @if !decks.is_empty() { (modes()) }
        @for deck in decks { (deck) }
    };
    let pictures = Section { kind: SectionKind::Pictures(pictures), shown: Visibility::Page };
    report.sections.insert(0, pictures);
    Ok(())
}

/// The faces of a deck that differ: those of its cards, and the back that they share.
fn faces(deck: &DeckChange) -> impl Iterator<Item = &FacePair> {
    deck.cards.iter().map(|card| &card.faces).chain(&deck.back)
}

/// A face of a deck that differs, as it is now; or as it was, when there is none now.
fn first_face<'s>(deck: &DeckChange, [old, new]: [&'s ShownGame; 2]) -> Option<&'s Arc<Drawn>> {
    faces(deck)
        .find_map(|pair| pair.new.and_then(|place| new.face(place)).or_else(|| old.face(pair.old?)))
}

/// The shape of a deck's cards (`.d0`, `.d1`, …).
fn corner_style(
    number: usize,
    deck: &DeckChange,
    face: &Drawn,
    [old, new]: [&ShownGame; 2],
) -> String {
    let corner = |side: &ShownGame| side.pack.deck(&deck.id).and_then(|deck| deck.corner);
    let corner = [new, old].into_iter().find_map(corner).unwrap_or(0.0);
    let (width, height) = (face.width, face.height);
    let (across, down) = (100.0 * corner / width, 100.0 * corner / height);
    format!(
        ".d{number} .face{{border-radius:{across:.2}%/{down:.2}%;aspect-ratio:{width}/{height}}}\n"
    )
}

/// Paints what differs in a deck, so that each face fits into a frame.
fn paint(
    deck: &DeckChange,
    [old, new]: [&ShownGame; 2],
    (width, height): (f64, f64),
) -> Result<Vec<Pair>, PaintFault> {
    let pairs: Vec<_> = faces(deck)
        .map(|pair| [pair.old.and_then(|at| old.face(at)), pair.new.and_then(|at| new.face(at))])
        .collect();
    let all: Vec<Arc<Drawn>> =
        pairs.iter().flatten().flatten().map(|face| (*face).clone()).collect();
    let scale = |face: &Arc<Drawn>| (width / face.width).min(height / face.height);
    let painter = Painter::new(all.last().map_or(1.0, scale) * MM_PER_INCH, 0.0, &all);
    pairs
        .into_iter()
        .map(|pair| {
            let [old, new] = pair.map(|face| face.map(|face| painter.paint(face)).transpose());
            let (old, new) = (old?, new?);
            let marks = old.as_ref().zip(new.as_ref()).map(|(old, new)| marks(old, new));
            Ok(Pair { marks: marks.unwrap_or_default(), old, new })
        })
        .collect()
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
            " " span.way aria-label="becomes" { "→" } " "
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
    pairs: &[Pair],
    is_wide: bool,
) -> Result<Markup, Diagnostic> {
    // The back that all cards share was painted last, and is shown first.
    let (cards, back) = pairs.split_at(deck.cards.len());
    let tiles: Vec<_> = back
        .iter()
        .map(|pair| (None, pair))
        .chain(deck.cards.iter().map(Some).zip(cards))
        .collect();
    let tiles = tiles
        .par_iter()
        .map(|(card, pair)| tile(*card, pair))
        .collect::<Result<Vec<Markup>, Diagnostic>>()?;
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
    let data = picture.map(data_address).transpose()?;
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
