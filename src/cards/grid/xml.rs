//! Reads the XML of a workbook as a stream of events. Text comes in; a callback gets each piece. No tree is built, so the
//! memory is bounded. Called by the readers `ods` and `xlsx`.

use std::borrow::Cow;

use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::workbook::{Trouble, long_cell};
use crate::cards::bounds::MOST_CELL;

/// Pieces of one text. A million cells with their formulas and values have fewer.
const MOST_PIECES: usize = 10_000_000;

/// A piece of XML, in the order of the text.
pub enum XmlPiece<'a> {
    Open(&'a Tag<'a>),
    /// The name of an element that ends, without its prefix.
    Close(&'a str),
    Text(Cow<'a, str>),
}

/// An element that begins.
pub struct Tag<'a>(BytesStart<'a>);

impl Tag<'_> {
    /// Its name without the prefix.
    pub fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// The value of an attribute, by its name with the prefix.
    pub fn get(&self, name: &str) -> Option<String> {
        self.find(|key| key == name)
    }

    /// As [`Tag::get`]; nothing for an attribute that it lacks.
    pub fn text(&self, name: &str) -> String {
        self.get(name).unwrap_or_default()
    }

    /// An attribute as a whole number.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.get(name)?.trim().parse().ok()
    }

    /// Whether an attribute says yes.
    pub fn is_true(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value == "1" || value == "true")
    }

    /// As [`Tag::get`], by the name without the prefix, of which it must have one.
    pub fn get_prefixed(&self, name: &str) -> Option<String> {
        self.find(|key| key.split_once(':').is_some_and(|(_, local)| local == name))
    }

    fn find(&self, wanted: impl Fn(&str) -> bool) -> Option<String> {
        let mut attributes = self.0.attributes();
        let mut known = attributes.with_checks(false).flatten();
        let found = known.find(|a| wanted(a.key.into_inner()))?;
        Some(
            found
                .normalized_value(XmlVersion::Implicit1_0)
                .map(Cow::into_owned)
                .unwrap_or_else(|_| found.value.into_owned()),
        )
    }
}

/// Hands each piece of a text to `on`, until it gives an error.
///
/// # Errors
/// That of `on`; or what is wrong with the XML. A piece that is too long is refused before anything of it is copied.
pub fn walk(
    text: &str,
    mut on: impl FnMut(XmlPiece<'_>) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut open = 0_usize;
    for _ in 0..MOST_PIECES {
        let event = reader.read_event();
        match event.map_err(|e| Trouble::Damaged(e.to_string()))? {
            Event::Start(start) if start.len() > MOST_CELL => {
                let most = MOST_CELL >> 20;
                return Err(Trouble::TooLarge(format!(
                    "an element with more than {most} MiB of attributes"
                )));
            }
            Event::Text(words) if words.len() > MOST_CELL => return Err(long_cell()),
            Event::CData(words) if words.len() > MOST_CELL => return Err(long_cell()),
            Event::Start(start) => {
                open += 1;
                on(XmlPiece::Open(&Tag(start)))?;
            }
            Event::End(end) => {
                open = open.saturating_sub(1);
                on(XmlPiece::Close(end.local_name().into_inner()))?;
            }
            Event::Text(words) => on(XmlPiece::Text(words.xml10_content()))?,
            Event::CData(words) => on(XmlPiece::Text(words.xml10_content()))?,
            Event::GeneralRef(reference) => {
                let known = resolve_xml_entity(&reference).map(Cow::Borrowed);
                let words = reference
                    .resolve_char_ref()
                    .ok()
                    .flatten()
                    .map(|c| Cow::Owned(c.to_string()))
                    .or(known);
                on(XmlPiece::Text(words.unwrap_or_default()))?;
            }
            Event::Eof if open > 0 => return Err("it ends in the middle".to_owned().into()),
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
    let most = MOST_PIECES / 1_000_000;
    Err(format!("it has more than {most} million pieces of XML").into())
}
