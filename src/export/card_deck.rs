//! Decks in the form that virtual tables need: cards with their copies and faces, painted onto pictures one at a time to save
//! memory. A deck's faces come in; a deck and its picture files go out. `session` makes it, and the exporters for virtual tables
//! read it.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use resvg::tiny_skia::Pixmap;

use super::picture_file::{PictureFile, PictureFormat};
use super::png;
use crate::raster::{CardGrid, GridBounds, Painter, arrange, paint_grid};
use crate::sheet::Outline;
use crate::source::Diagnostic;
use crate::template::Drawn;

/// What an export says of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameTitle {
    pub id: String,
    pub title: String,
    pub version: String,
}

/// A deck, its cards in order.
pub struct CardDeck {
    pub id: String,
    pub title: String,
    /// Width and height of the trim in millimetres.
    pub size: (f64, f64),
    /// Radius of the corners in millimetres.
    pub corner: f64,
    /// What it is cut to, where that is no rectangle.
    pub outline: Option<Outline>,
    /// Whether its faces are the pages of one text.
    pub is_text: bool,
    /// Whether the rest of it went out in an earlier export.
    pub is_rest: bool,
    pub cards: Vec<DrawnCard>,
}

/// A card that is wanted, or a page of a text.
#[derive(Clone)]
pub struct DrawnCard {
    /// Place of its row in the deck, or of the page in the text.
    pub row: usize,
    pub id: String,
    pub name: String,
    pub copies: u32,
    /// Number of the first of these copies: above 1 when earlier ones, which look the same, are out already.
    pub first: u32,
    pub front: Arc<Drawn>,
    pub back: Option<Arc<Drawn>>,
}

/// A picture of several faces, by its file.
#[derive(Debug, Clone, PartialEq)]
pub struct CardSheet {
    pub file: String,
    pub grid: CardGrid,
}

/// The pictures of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckPictures {
    /// Each card is on one of them, by its place in the deck.
    pub fronts: Vec<CardSheet>,
    /// One that all cards share; or a sheet for each sheet of fronts, each back in the place of its front.
    pub backs: Vec<CardSheet>,
    is_back_shared: bool,
}

/// Where a face is shown: a sheet, and the number of the cell on it.
pub type SheetCell<'s> = (&'s CardSheet, u32);

impl DeckPictures {
    /// Where the front of a card is shown, by the card's place in its deck.
    pub fn front(&self, card: usize) -> Option<SheetCell<'_>> {
        find_card(&self.fronts, card)
    }

    /// The same for its back, if the deck has any.
    pub fn back(&self, card: usize) -> Option<SheetCell<'_>> {
        find_card(&self.backs, if self.is_back_shared { 0 } else { card })
    }
}

fn find_card(sheets: &[CardSheet], card: usize) -> Option<SheetCell<'_>> {
    let mut found = sheets.iter().filter_map(|s| Some((s, s.grid.slot(card)?)));
    found.next()
}

impl CardDeck {
    /// Whether it is a hexagon that fills its size.
    pub fn is_hex(&self) -> bool {
        self.outline.as_ref().is_some_and(Outline::is_hex)
    }

    /// Cards, copies counted.
    pub fn count(&self) -> u32 {
        self.cards.iter().map(|card| card.copies).sum()
    }

    /// Gives the cards without a back a white one.
    pub fn with_white_backs(&mut self) {
        let Some(first) = self.cards.first() else {
            return;
        };
        let white = Arc::new(Drawn { layers: Vec::new(), ..(*first.front).clone() });
        for card in &mut self.cards {
            card.back.get_or_insert_with(|| white.clone());
        }
    }

    /// Whether a card that lies face down is not known by its back: several have the same.
    pub fn hides_fronts(&self) -> bool {
        let backs = || self.cards.iter().map(|card| card.back.as_ref());
        let kinds: HashSet<_> = backs().map(|back| back.map(Arc::as_ptr)).collect();
        backs().any(|back| back.is_some()) && (kinds.len() < self.cards.len() || kinds.len() == 1)
    }

    /// Whether its pieces are cut to circles or other shapes.
    pub fn is_no_rectangle(&self) -> bool {
        self.is_round() || self.outline.is_some()
    }

    /// Whether its pieces are circles.
    pub fn is_round(&self) -> bool {
        let (width, height) = self.size;
        (width - height).abs() < 0.05 && self.corner > width / 2.0 - 0.05
    }
}

impl DrawnCard {
    /// Its front, and its back if it has one.
    pub fn faces(&self) -> impl Iterator<Item = &Arc<Drawn>> {
        [&self.front].into_iter().chain(&self.back)
    }

    /// The numbers of its copies, from 1 on in the whole game.
    pub fn numbers(&self) -> Range<u32> {
        self.first..self.first + self.copies
    }
}

/// How pictures are painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Painting {
    pub bounds: GridBounds,
    /// Dots to the inch, unless the bounds ask for fewer.
    pub dpi: f64,
    pub format: PictureFormat,
    /// Whether round pieces and those of other shapes are transparent around, where the format can be: a table that cuts them
    /// itself needs none of it.
    pub cuts: bool,
}

/// Paints a deck; `put` gets each picture when it is made.
///
/// # Errors
/// A face that cannot be painted, and what `put` says.
pub fn paint_deck(
    deck: &mut CardDeck,
    painting: Painting,
    put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
) -> Result<DeckPictures, Diagnostic> {
    if deck.cards.iter().any(|card| card.back.is_some()) {
        deck.with_white_backs();
    }
    let id = &deck.id;
    let mut backs: Vec<Arc<Drawn>> = deck.cards.iter().filter_map(|c| c.back.clone()).collect();
    let is_back_shared = backs.windows(2).all(|pair| Arc::ptr_eq(&pair[0], &pair[1]));
    if is_back_shared {
        backs.truncate(1);
    }
    let one = painting.bounds.is_one();
    let several = if is_back_shared || one { "back" } else { "backs" };
    let backs = paint_faces(deck, (&backs, true), painting, put, |_| format!("{id}-{several}"))?;
    let fronts: Vec<Arc<Drawn>> = deck.cards.iter().map(|card| card.front.clone()).collect();
    let fronts = paint_faces(deck, (&fronts, false), painting, put, |at| {
        if one { format!("{id}-{}", deck.cards[at].id) } else { format!("{id}-fronts") }
    })?;
    Ok(DeckPictures { fronts, backs, is_back_shared })
}

/// `stem` is what the picture is called, before its number and digest, on which the face at that place is the first.
fn paint_faces(
    deck: &CardDeck,
    (faces, is_back): (&[Arc<Drawn>], bool),
    painting: Painting,
    put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
    stem: impl Fn(usize) -> String,
) -> Result<Vec<CardSheet>, Diagnostic> {
    let grids = arrange(faces.len(), deck.size, painting.bounds, painting.dpi);
    let Some(dpi) = grids.first().map(|grid| grid.dpi) else {
        return Ok(Vec::new());
    };
    let painter = Painter::new(dpi, 0.0, faces);
    let cuts = painting.cuts && painting.format.is_transparent() && deck.is_no_rectangle();
    let cut = |cell: &mut Pixmap| {
        if cuts {
            let corner = deck.corner * dpi / 25.4;
            png::cut_off(cell, corner, deck.outline.as_ref(), is_back);
        }
    };
    let (several, one) = (grids.len() > 1, painting.bounds.is_one());
    // The name of a single face's picture has no number, so that it stays the same when a card is added before it.
    let mut known: HashMap<(String, *const Drawn), String> = HashMap::new();
    let mut sheets = Vec::with_capacity(grids.len());
    for (at, grid) in grids.into_iter().enumerate() {
        let first = grid.faces.start;
        let stem =
            if several && !one { format!("{}-{:02}", stem(first), at + 1) } else { stem(first) };
        let key = (stem, Arc::as_ptr(&faces[first]));
        let file = match known.get(&key).filter(|_| one) {
            Some(file) => file.clone(),
            None => {
                let pixels = paint_grid(&painter, &grid, faces, &cut)?;
                let picture = PictureFile::new(&key.0, &pixels, dpi, painting.format)?;
                let file = picture.name.clone();
                put(picture)?;
                known.insert(key, file.clone());
                file
            }
        };
        sheets.push(CardSheet { file, grid });
    }
    Ok(sheets)
}
