//! The input of the PDF exporter: a document, the drawn faces, captions and chapters. `session` makes it, the PDF exporter reads
//! it.

use std::sync::Arc;

use crate::sheet::{Document, Placement};
use crate::template::Drawn;

/// Pages of one file.
pub const MOST_PAGES: usize = 10_000;

/// Sheets of a game, frozen.
#[derive(Default)]
pub struct Job {
    pub document: Document,
    /// The faces that the placements name by their index; equal ones share an `Arc`.
    pub faces: Vec<Arc<Drawn>>,
    /// What the first of the faces are called: empty where they are no cards, `None` where they are not read aloud.
    pub names: Vec<Option<String>>,
    /// The words below each page of the document, drawn from (0, 0), and those at its ruler.
    pub captions: Vec<Caption>,
    pub title: String,
    pub author: String,
    /// The language of the words, as a BCP 47 tag.
    pub lang: String,
    /// The date of the data.
    pub date: Option<toml::value::Date>,
    /// A chapter for each deck.
    pub outline: Vec<Chapter>,
}

impl Job {
    /// What the face of a placement is called.
    pub fn name_of(&self, placement: &Placement) -> Option<&str> {
        self.names.get(placement.face)?.as_deref()
    }
}

/// Words on a page outside the cards.
pub struct Caption {
    /// Index of the page.
    pub page: usize,
    /// Where the caption's (0, 0) lies on the page, in millimetres from its top left corner.
    pub x: f64,
    pub y: f64,
    /// Whether it is read upwards: turned about (0, 0) by a quarter against the clock.
    pub turned: bool,
    pub drawn: Arc<Drawn>,
}

/// A chapter of the outline, with the titles and pages of its sheets.
pub struct Chapter {
    pub title: String,
    pub sheets: Vec<(String, usize)>,
}

impl Chapter {
    /// Its first page.
    pub fn page(&self) -> usize {
        self.sheets.first().map_or(0, |(_, page)| *page)
    }
}
