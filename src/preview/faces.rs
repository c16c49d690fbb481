//! Cards as small pictures for a page.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rayon::prelude::*;
use resvg::tiny_skia::Pixmap;

use crate::cards::{Deck, Pack};
use crate::export::png::Painter;
use crate::source::{Code, Diagnostic, Diagnostics, Files};
use crate::template::{Drawn, Ink, Press};

/// The shorter side of the smallest picture in pixels: sharp on a screen of twice the usual density.
const WIDTH: f64 = 240.0;

const MM_PER_INCH: f64 = 25.4;

/// A card on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// What it is called.
    pub name: String,
    /// Its picture and its back's, by their place in [`Faces::pictures`].
    pub front: Option<usize>,
    pub back: Option<usize>,
    /// It is wider than high.
    pub wide: bool,
}

/// The cards of a game, each different picture once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    /// As `data:` addresses.
    pub pictures: Vec<String>,
    /// In the order of the game's cards.
    pub cards: Vec<Card>,
}

/// The row of a deck that a card is a copy of: `spy#2` is one of row `spy`.
pub fn row_of<'p>(pack: &'p Pack, card: &str) -> Option<(&'p Deck, usize)> {
    let id = card.split('#').next().unwrap_or(card);
    let found = pack.decks.iter().find_map(|deck| {
        let row = deck.rows.iter().position(|row| row.id == id)?;
        Some((deck, row))
    });
    found.filter(|(deck, _)| deck.flow.is_none())
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
) -> Result<Faces, Diagnostics> {
    let rows: Vec<_> = cards.iter().map(|card| row_of(pack, card)).collect();
    let mut decks: Vec<&Deck> = Vec::new();
    for (deck, _) in wanted.iter().filter_map(|card| rows.get(*card)?.as_ref()) {
        if decks.iter().all(|known| known.id != deck.id) {
            decks.push(deck);
        }
    }
    let press = Press::open(pack, &decks, Ink::Full, files)?;
    let mut drawn = BTreeMap::new();
    for deck in decks {
        drawn.insert(deck.id.as_str(), press.draw(pack, deck, files)?);
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
        listed.push(Card {
            name: row.map_or_else(|| id.clone(), |(deck, row)| deck.rows[*row].name.clone()),
            front: front.map(&mut place),
            back: back.map(&mut place),
            wide,
        });
    }
    Ok(Faces {
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
        let bytes = painter
            .paint(face)
            .map_err(|e| e.0)
            .and_then(|pixels| encode(&pixels).map_err(|e| e.to_string()));
        let bytes = bytes.map_err(|e| {
            Diagnostic::error(Code::Unpaintable, format!("a face cannot be painted: {e}"))
                .help("see what `deckproof check` says of the game")
        })?;
        Ok(format!("data:image/png;base64,{}", STANDARD.encode(bytes)))
    };
    sheets.par_iter().map(address).collect()
}

/// A small PNG: with a palette, to which colours are rounded as finely as 256 of them allow.
fn encode(pixels: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let (palette, indices) = palette(pixels);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}

/// Colours (three bytes each) and the number of each pixel's. Rounded colours are the mean of those that they stand for.
fn palette(pixels: &Pixmap) -> (Vec<u8>, Vec<u8>) {
    let colours = || {
        pixels
            .pixels()
            .iter()
            .map(|p| [p.red(), p.green(), p.blue()])
    };
    for bits in (1..=8u32).rev() {
        let rounded = |colour: [u8; 3]| colour.map(|part| part >> (8 - bits));
        let mut sums: BTreeMap<[u8; 3], ([u64; 3], u64)> = BTreeMap::new();
        for colour in colours() {
            let (sum, count) = sums.entry(rounded(colour)).or_default();
            for (sum, part) in sum.iter_mut().zip(colour) {
                *sum += u64::from(part);
            }
            *count += 1;
            if sums.len() > 256 {
                break;
            }
        }
        if sums.len() > 256 {
            continue;
        }
        let mean = |(sum, count): &([u64; 3], u64)| sum.map(|part| (part / count) as u8);
        let palette = sums.values().flat_map(mean).collect();
        let numbers: BTreeMap<_, u8> = sums.into_keys().zip(0..=u8::MAX).collect();
        let number = |colour| numbers.get(&rounded(colour)).copied().unwrap_or(0);
        return (palette, colours().map(number).collect());
    }
    (vec![0; 3], vec![0; pixels.pixels().len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::tiny_skia::PremultipliedColorU8;

    fn picture(colours: &[[u8; 3]]) -> Pixmap {
        let mut pixels = Pixmap::new(colours.len() as u32, 1).unwrap();
        for (pixel, [r, g, b]) in pixels.pixels_mut().iter_mut().zip(colours) {
            *pixel = PremultipliedColorU8::from_rgba(*r, *g, *b, 255).unwrap();
        }
        pixels
    }

    #[test]
    fn up_to_256_colours_are_kept_as_they_are() {
        let colours: Vec<[u8; 3]> = (0..=255).map(|n| [n, 255 - n, n / 2]).collect();
        let (palette, indices) = palette(&picture(&colours));
        for (index, colour) in indices.into_iter().zip(colours) {
            let at = usize::from(index) * 3;
            assert_eq!(palette[at..at + 3], colour);
        }
    }

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

    #[test]
    fn more_colours_are_rounded_to_near_ones() {
        let part = |n: u32, shift: u32| (n >> shift & 0xff) as u8;
        let colours: Vec<[u8; 3]> = (0..4_000u32)
            .map(|n| [part(n, 4), part(n, 2), part(n, 0)])
            .collect();
        let (palette, indices) = palette(&picture(&colours));
        assert!(palette.len() <= 3 * 256);
        for (index, colour) in indices.into_iter().zip(colours) {
            let at = usize::from(index) * 3;
            for (kept, was) in palette[at..at + 3].iter().zip(colour) {
                assert!(kept.abs_diff(was) < 64, "{kept} for {was}");
            }
        }
    }
}
