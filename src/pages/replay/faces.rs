//! Paints the cards as small pictures for the page of a replay. A [`Pack`] and the wanted cards come in, [`PageCards`] with
//! `data:` addresses go out. Called by `page`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;

use crate::cards::{Deck, Pack};
use crate::export::png::encode_small;
use crate::preview::row_of;
use crate::raster::Painter;
use crate::source::{Code, Diagnostic, Diagnostics, Files};
use crate::template::{Drawn, Ink, Renderer};

/// The shorter side of the smallest picture in pixels: sharp on a screen of twice the usual density.
const WIDTH: f64 = 240.0;

const MM_PER_INCH: f64 = 25.4;

/// A card on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCard {
    /// Its name.
    pub name: String,
    /// Its picture and its back's, by their place in [`PageCards::pictures`].
    pub front: Option<usize>,
    pub back: Option<usize>,
    /// Whether it is wider than high.
    pub wide: bool,
}

/// The cards of a game, each different picture once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageCards {
    /// As `data:` addresses.
    pub pictures: Vec<String>,
    /// In the order of the game's cards.
    pub cards: Vec<PageCard>,
}

/// Paints the cards; those that `wanted` lacks get no picture.
///
/// # Errors
/// What is wrong with the templates or pictures.
pub fn faces(
    pack: &Pack,
    cards: &[String],
    wanted: &BTreeSet<usize>,
    files: &mut Files,
) -> Result<PageCards, Diagnostics> {
    let rows: Vec<_> = cards.iter().map(|card| row_of(pack, card)).collect();
    let mut decks: Vec<&Deck> = Vec::new();
    for (deck, _) in wanted.iter().filter_map(|card| rows.get(*card)?.as_ref()) {
        if decks.iter().all(|known| known.id != deck.id) {
            decks.push(deck);
        }
    }
    let renderer = Renderer::open(pack, &decks, Ink::Full, files)?;
    let mut drawn = BTreeMap::new();
    for deck in decks {
        drawn.insert(deck.id.as_str(), renderer.draw(pack, deck, files)?);
    }
    let mut sheets: Vec<Arc<Drawn>> = Vec::new();
    let mut place = |face: &Arc<Drawn>| {
        let known = sheets.iter().position(|sheet| Arc::ptr_eq(sheet, face));
        known.unwrap_or_else(|| {
            sheets.push(face.clone());
            sheets.len() - 1
        })
    };
    let mut listed = Vec::new();
    for (number, (id, row)) in cards.iter().zip(&rows).enumerate() {
        let row = row.as_ref();
        let faces = row.filter(|_| wanted.contains(&number));
        let faces = faces.and_then(|(deck, row)| {
            let drawn = drawn.get(deck.id.as_str())?;
            Some((drawn.fronts.get(*row), drawn.backs.get(*row)?.as_ref()))
        });
        let (front, back) = faces.unwrap_or_default();
        let wide = front.is_some_and(|face: &Arc<Drawn>| face.width > face.height);
        listed.push(PageCard {
            name: row.map_or_else(|| id.clone(), |(deck, row)| deck.rows[*row].name.clone()),
            front: front.map(&mut place),
            back: back.map(&mut place),
            wide,
        });
    }
    Ok(PageCards {
        pictures: paint(&sheets)?,
        cards: listed,
    })
}

fn paint(sheets: &[Arc<Drawn>]) -> Result<Vec<String>, Diagnostic> {
    let sides = sheets.iter().map(|face| face.width.min(face.height));
    let Some(smallest) = sides.reduce(f64::min) else {
        return Ok(Vec::new());
    };
    let painter = Painter::new(WIDTH * MM_PER_INCH / smallest, 0.0, sheets);
    let address = |face: &Arc<Drawn>| {
        let bytes = painter.paint(face).and_then(|pixels| encode_small(&pixels));
        let bytes = bytes.map_err(|e| {
            Diagnostic::error(
                Code::Unpaintable,
                format!("a face cannot be painted: {}", e.0),
            )
            .help("see what `deckproof check` says of the game")
        })?;
        Ok(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
    };
    sheets.par_iter().map(address).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_cards_are_known_and_only_wanted_ones_are_painted() {
        let (pack, mut files) = crate::preview::testing::pack("caper");
        let cards = ["the-louvre", "the-dame", "the-twins"].map(str::to_owned);
        let faces = faces(&pack, &cards, &BTreeSet::from([0, 1]), &mut files).unwrap();
        let wide: Vec<bool> = faces.cards.iter().map(|card| card.wide).collect();
        assert_eq!(wide, [true, false, false]);
        let painted: Vec<bool> = faces
            .cards
            .iter()
            .map(|card| card.front.is_some())
            .collect();
        assert_eq!(painted, [true, true, false]);
        assert_eq!(faces.cards[0].name, "The Louvre");
        // Two fronts, two backs.
        assert_eq!(faces.pictures.len(), 4);
    }
}
