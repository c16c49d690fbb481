//! Decks as virtual tables get them: cards with their copies and faces, and the pictures that show them. Sheets and tables
//! are written from it; what is painted here goes out picture by picture, so that a large game fits into the memory.

use std::sync::Arc;

use super::picture_file::{PictureFile, PictureFormat};
use crate::raster::{CardGrid, GridBounds, PaintFault, Painter, arrange, paint_grid};
use crate::source::{Code, Diagnostic};
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
    /// Whether its faces are the pages of one text.
    pub is_text: bool,
    pub cards: Vec<CardEntry>,
}

/// A card.
pub struct CardEntry {
    pub id: String,
    pub name: String,
    pub copies: u32,
    pub front: Arc<Drawn>,
    pub back: Option<Arc<Drawn>>,
}

/// A picture of several faces, by its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    pub file: String,
    pub grid: CardGrid,
}

/// The pictures of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct DeckPictures {
    /// Each card is on one of them, by its place in the deck.
    pub fronts: Vec<Sheet>,
    pub backs: BackPictures,
}

/// How the backs of a deck are shown.
#[derive(Debug, Clone, PartialEq)]
pub enum BackPictures {
    None,
    /// All cards have this one.
    Shared(Sheet),
    /// A sheet for each sheet of fronts, each back in the place of its front.
    Each(Vec<Sheet>),
}

impl CardDeck {
    /// Cards, copies counted.
    pub fn count(&self) -> u32 {
        self.cards.iter().map(|card| card.copies).sum()
    }

    /// Gives the cards without a back a white one.
    pub fn with_white_backs(&mut self) {
        let Some(first) = self.cards.first() else {
            return;
        };
        let white = Arc::new(white(&first.front));
        for card in &mut self.cards {
            card.back.get_or_insert_with(|| white.clone());
        }
    }

    /// The back that all cards share, if they do.
    fn shared_back(&self) -> Option<&Arc<Drawn>> {
        let first = self.cards.first()?.back.as_ref()?;
        let same = |card: &CardEntry| card.back.as_ref().is_some_and(|b| Arc::ptr_eq(b, first));
        self.cards.iter().all(same).then_some(first)
    }
}

/// A face of the same size with nothing on it.
fn white(face: &Drawn) -> Drawn {
    Drawn {
        layers: Vec::new(),
        ..face.clone()
    }
}

/// The sheet that shows a card, by the card's place in its deck, and the number of its cell.
pub fn find_card(sheets: &[Sheet], card: usize) -> Option<(&Sheet, u32)> {
    sheets
        .iter()
        .find_map(|sheet| Some((sheet, sheet.grid.slot(card)?)))
}

/// How pictures are painted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Painting {
    pub bounds: GridBounds,
    /// Dots to the inch, unless the bounds ask for fewer.
    pub dpi: f64,
    pub format: PictureFormat,
}

/// Paints a deck; `put` gets each picture when it is made.
///
/// # Errors
/// A face that cannot be painted, and what `put` says.
pub fn paint_deck(
    deck: &CardDeck,
    painting: Painting,
    put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
) -> Result<DeckPictures, Diagnostic> {
    let fronts: Vec<Arc<Drawn>> = deck.cards.iter().map(|card| card.front.clone()).collect();
    let has_backs = deck.cards.iter().any(|card| card.back.is_some());
    let mut paint = |name: &str, faces: &[Arc<Drawn>]| {
        paint_faces(
            &format!("{}-{name}", deck.id),
            faces,
            deck.size,
            painting,
            put,
        )
    };
    let backs = match deck.shared_back() {
        Some(back) => paint("back", std::slice::from_ref(back))?
            .pop()
            .map_or(BackPictures::None, BackPictures::Shared),
        None if has_backs => {
            let back = |card: &CardEntry| {
                let white = || Arc::new(white(&card.front));
                card.back.clone().unwrap_or_else(white)
            };
            let backs: Vec<Arc<Drawn>> = deck.cards.iter().map(back).collect();
            BackPictures::Each(paint("backs", &backs)?)
        }
        None => BackPictures::None,
    };
    let fronts = paint("fronts", &fronts)?;
    Ok(DeckPictures { fronts, backs })
}

fn paint_faces(
    stem: &str,
    faces: &[Arc<Drawn>],
    size: (f64, f64),
    painting: Painting,
    put: &mut dyn FnMut(PictureFile) -> Result<(), Diagnostic>,
) -> Result<Vec<Sheet>, Diagnostic> {
    let grids = arrange(faces.len(), size, painting.bounds, painting.dpi);
    let Some(dpi) = grids.first().map(|grid| grid.dpi) else {
        return Ok(Vec::new());
    };
    let painter = Painter::new(dpi, 0.0, faces);
    let several = grids.len() > 1;
    let mut sheets = Vec::with_capacity(grids.len());
    for (at, grid) in grids.into_iter().enumerate() {
        let stem = if several {
            format!("{stem}-{:02}", at + 1)
        } else {
            stem.to_owned()
        };
        let pixels = paint_grid(&painter, &grid, faces).map_err(unpaintable)?;
        let picture =
            PictureFile::new(&stem, &pixels, dpi, painting.format).map_err(unpaintable)?;
        let file = picture.name.clone();
        put(picture)?;
        sheets.push(Sheet { file, grid });
    }
    Ok(sheets)
}

fn unpaintable(fault: PaintFault) -> Diagnostic {
    let message = format!("a face cannot be painted: {}", fault.0);
    Diagnostic::error(Code::Unpaintable, message)
        .help("lower --dpi, or look at the template in another program")
}
