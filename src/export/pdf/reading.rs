//! Pages of a written PDF, read again: their boxes, and whether they show anything.

use lopdf::{Document, ObjectId};

use super::PT;
use crate::sheet::Rect;

/// A page; lengths in millimetres, from the top left corner of the page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReadPage {
    pub media: Rect,
    pub trim: Rect,
    pub bleed: Rect,
    pub is_blank: bool,
}

/// Operators that leave ink on a page (ISO 32000-1, table 51).
const PAINT: [&str; 18] = [
    "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Do", "Tj", "TJ", "'", "\"", "sh", "EI", "BI",
    "INLINE",
];

/// The pages of a PDF, in their order.
///
/// # Errors
/// What cannot be read.
pub fn read_pages(bytes: &[u8]) -> Result<Vec<ReadPage>, String> {
    let document = Document::load_mem(bytes).map_err(|e| e.to_string())?;
    let pages = document.page_iter().map(|id| read_page(&document, id));
    pages
        .collect::<lopdf::Result<_>>()
        .map_err(|e| e.to_string())
}

fn read_page(document: &Document, id: ObjectId) -> lopdf::Result<ReadPage> {
    let page = document.get_dictionary(id)?;
    let edges = |key: &[u8]| -> lopdf::Result<[f64; 4]> {
        let array = page.get(key)?.as_array()?;
        let mut edges = [0.0; 4];
        for (edge, number) in edges.iter_mut().zip(array) {
            *edge = f64::from(number.as_float()?) / PT;
        }
        Ok(edges)
    };
    let media = edges(b"MediaBox")?;
    let rect = |[left, bottom, right, top]: [f64; 4]| {
        Rect::new(left - media[0], media[3] - top, right - left, top - bottom)
    };
    let content = document.get_and_decode_page_content(id)?;
    let mut operators = content.operations.iter().map(|o| o.operator.as_str());
    Ok(ReadPage {
        media: rect(media),
        trim: rect(edges(b"TrimBox")?),
        bleed: rect(edges(b"BleedBox")?),
        is_blank: !operators.any(|operator| PAINT.contains(&operator)),
    })
}
