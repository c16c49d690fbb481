//! The input of the PDF exporter: a document, the drawn faces, captions and chapters. `session` makes it, the PDF exporter reads
//! it.

use std::sync::Arc;

use crate::sheet::Document;
use crate::template::Drawn;

/// Pages of one file.
pub const MOST_PAGES: usize = 10_000;

/// Sheets of a game, frozen.
pub struct Job {
    pub document: Document,
    /// The faces that the placements name by their index; equal ones share an `Arc`.
    pub faces: Vec<Arc<Drawn>>,
    /// The words below each page of the document, drawn from (0, 0), and those at its ruler.
    pub captions: Vec<Caption>,
    pub title: String,
    pub author: String,
    /// Outline: title and first page of each deck, with the titles and pages of its sheets.
    pub outline: Vec<Chapter>,
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

/// An entry of the outline.
pub struct Chapter {
    pub title: String,
    pub page: usize,
    pub sheets: Vec<(String, usize)>,
}
