//! Reads the pages of a finished PDF back. The bytes of a PDF come in; each page's boxes, and whether it shows anything, go out.
//! `session` verifies orders for shops with it.

use lopdf::content::Content;
use lopdf::{Dictionary, Document, ObjectId};

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

/// Operators that leave ink on a page (ISO 32000-1, table 51), but for `Do`.
const PAINT: [&str; 17] = [
    "f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", "\"", "sh", "EI", "BI",
    "INLINE",
];

/// Forms in one another that are looked into.
const DEEPEST: usize = 16;

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
    let content = document.get_page_content(id);
    let resources = document.get_dict_in_dict(page, b"Resources").ok();
    Ok(ReadPage {
        media: rect(media),
        trim: rect(edges(b"TrimBox")?),
        bleed: rect(edges(b"BleedBox")?),
        is_blank: !paints(document, &content, resources, 0)?,
    })
}

fn is_form(dictionary: &Dictionary) -> bool {
    let kind = dictionary.get(b"Subtype").and_then(|kind| kind.as_name());
    kind.is_ok_and(|kind| kind == b"Form")
}

/// Whether operators leave ink, those of forms included that they show.
fn paints(
    document: &Document,
    content: &[u8],
    resources: Option<&Dictionary>,
    depth: usize,
) -> lopdf::Result<bool> {
    let forms = resources.and_then(|all| document.get_dict_in_dict(all, b"XObject").ok());
    for operation in Content::decode(content)?.operations {
        let inks = match operation.operator.as_str() {
            "Do" => {
                let name = operation
                    .operands
                    .first()
                    .and_then(|name| name.as_name().ok());
                let object = forms
                    .zip(name)
                    .and_then(|(forms, name)| forms.get(name).ok());
                let stream = object.map(|object| document.dereference(object)?.1.as_stream());
                match stream.transpose()? {
                    Some(form) if is_form(&form.dict) && depth < DEEPEST => {
                        let own = document.get_dict_in_dict(&form.dict, b"Resources").ok();
                        paints(document, &form.get_plain_content()?, own, depth + 1)?
                    }
                    _ => true,
                }
            }
            operator => PAINT.contains(&operator),
        };
        if inks {
            return Ok(true);
        }
    }
    Ok(false)
}
