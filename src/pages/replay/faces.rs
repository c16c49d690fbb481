//! Paints the cards as small pictures for the page of a replay. A [`Pack`] and the wanted cards come in, [`PageCards`] with
//! `data:` addresses go out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use crate::cards::{Deck, Pack};
use crate::pages::cut_style;
use crate::pages::data_address::{data_address, unpaintable};
use crate::preview::row_of;
use crate::raster::Painter;
use crate::session::trim_of;
use crate::sheet::Trim;
use crate::source::{Diagnostic, Diagnostics, Files};
use crate::template::{Drawn, Ink, Renderer};

/// The shorter side of the smallest picture in pixels: sharp on a screen of twice the usual density.
const WIDTH: f64 = 240.0;

const MM_PER_INCH: f64 = 25.4;

/// Height of a poker card in its widths.
const HIGH: f64 = 1.4;

/// A card on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageCard {
    /// Its name.
    pub name: String,
    /// Its picture and its back's, by their place in [`PageCards::pictures`].
    pub front: Option<usize>,
    pub back: Option<usize>,
    /// Classes of its element: the form of its deck.
    pub form: String,
}

/// The cards of a game, each different picture once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageCards {
    /// As `data:` addresses.
    pub pictures: Vec<String>,
    /// The style of their forms.
    pub forms: String,
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
    let mut forms = String::new();
    for deck in decks {
        let trim = trim_of(deck)?;
        let form = format!("form{}", drawn.len());
        forms += &form_style(&form, &trim);
        let lies = if trim.size.width > trim.size.height { " wide" } else { "" };
        let cut = trim.outline.as_ref().map_or("", |_| " cut");
        let form = form + lies + cut;
        let faces = renderer.draw(pack, deck, files)?;
        drawn.insert(deck.id.as_str(), (faces, form));
    }
    let mut sheets: Vec<Arc<Drawn>> = Vec::new();
    let mut place = |face: &Arc<Drawn>| {
        sheets.iter().position(|sheet| Arc::ptr_eq(sheet, face)).unwrap_or_else(|| {
            sheets.push(face.clone());
            sheets.len() - 1
        })
    };
    let mut listed = Vec::new();
    for (number, (id, row)) in cards.iter().zip(&rows).enumerate() {
        let row = row.as_ref();
        let deck = row.and_then(|(deck, row)| Some((drawn.get(deck.id.as_str())?, *row)));
        let faces = deck.filter(|_| wanted.contains(&number)).and_then(|((drawn, _), row)| {
            Some((drawn.fronts.get(row), drawn.backs.get(row)?.as_ref()))
        });
        let (front, back) = faces.unwrap_or_default();
        listed.push(PageCard {
            name: row.map_or_else(|| id.clone(), |(deck, row)| deck.rows[*row].name.clone()),
            front: front.map(&mut place),
            back: back.map(&mut place),
            form: deck.map_or_else(String::new, |((_, form), _)| form.clone()),
        });
    }
    Ok(PageCards { pictures: paint(&sheets)?, forms, cards: listed })
}

/// The form of a deck's cards on a board: sides in widths of a poker card, whose frame they fit into, and what cuts them.
fn form_style(form: &str, trim: &Trim) -> String {
    let (width, height) = (trim.size.width, trim.size.height);
    let unit = trim.size.short_side().max(width.max(height) / HIGH);
    let [front, back] = [false, true].map(|is_back| cut_style(trim, is_back));
    format!(
        ".{form}{{--x:{:.3};--y:{:.3}}}.{form} .front,.{form}.zoom{{{front}}}.{form} .back{{{back}}}\n",
        width / unit,
        height / unit
    )
}

fn paint(sheets: &[Arc<Drawn>]) -> Result<Vec<String>, Diagnostics> {
    let smallest =
        sheets.iter().map(|face| face.width.min(face.height)).fold(f64::INFINITY, f64::min);
    let painter = Painter::new(WIDTH * MM_PER_INCH / smallest, 0.0, sheets);
    Ok(sheets
        .par_iter()
        .map(|face| data_address(&painter.paint(face).map_err(unpaintable)?))
        .collect::<Result<_, Diagnostic>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_have_the_form_of_their_deck_and_only_wanted_ones_are_painted() {
        let (pack, mut files) = crate::preview::testing::pack("caper");
        let cards = ["the-louvre", "the-dame", "the-twins"].map(str::to_owned);
        let faces = faces(&pack, &cards, &BTreeSet::from([0, 1]), &mut files).unwrap();
        let forms: Vec<&str> = faces.cards.iter().map(|card| card.form.as_str()).collect();
        assert_eq!(forms, ["form0 wide", "form1", "form1"]);
        let painted: Vec<bool> = faces.cards.iter().map(|card| card.front.is_some()).collect();
        assert_eq!(painted, [true, true, false]);
        assert_eq!(faces.cards[0].name, "The Louvre");
        // Two fronts, two backs.
        assert_eq!(faces.pictures.len(), 4);
    }

    #[test]
    fn tokens_are_round_and_tarot_cards_fit_into_the_frame() {
        let form = |size: &str, corner: f64| {
            form_style("form0", &Trim::parse(size).unwrap().with_corner(corner))
        };
        let token = form("22 x 22", 11.0);
        assert!(token.starts_with(".form0{--x:1.000;--y:1.000}"), "{token}");
        assert!(token.contains(".front,.form0.zoom{border-radius:50.0%/50.0%}"), "{token}");
        assert!(form("tarot", 3.0).starts_with(".form0{--x:0.8"));
    }
}
