//! Gives each element of a template or picture an id, so that what is drawn can be traced back to it. A drawing comes in, a
//! marked copy goes out. Only lints use these copies; nothing is printed from them.

use std::collections::BTreeMap;
use std::ops::Range;

use super::compile::compiled::{ItemKind, Template};
use super::document::xml::{SvgNode, start_tag, tag_name};
use super::foreign::{DrawingPurpose, plain_svg};
use super::ink::Ink;
use super::picture::{Picture, find, from_svg, is_vector};
use crate::cards::Face;
use crate::source::{Asset, FileId, Files, GameFolder, Span};
use crate::text::FontBook;

/// The prefix of generated ids, which no other id has.
const MARK: &str = "element-at-";

/// Where the elements of a file stand, by their ids.
#[derive(Debug)]
pub struct ElementPlaces {
    file: FileId,
    places: BTreeMap<String, Range<usize>>,
}

impl ElementPlaces {
    /// Gives each element of a drawing an id, if it has none. `None` when it cannot be read.
    pub fn put(
        file: FileId,
        original: &str,
        kind: DrawingPurpose,
        fonts: Option<&FontBook>,
    ) -> Option<(String, ElementPlaces)> {
        let plain = plain_svg(original, kind, fonts).ok()?;
        let source = plain.text.as_str();
        let document = roxmltree::Document::parse(source).ok()?;
        let mut text = String::with_capacity(source.len() * 2);
        let mut places = BTreeMap::new();
        let mut from = 0;
        for node in document.descendants().filter(SvgNode::is_element) {
            let start = node.range().start;
            let tag = start_tag(original, plain.original(start));
            let id = node.attribute("id").map(str::to_owned);
            let id = id.unwrap_or_else(|| {
                let id = format!("{MARK}{start}");
                let end = tag_name(source, start).end;
                text.push_str(&source[from..end]);
                text.push_str(&format!(" id=\"{id}\""));
                from = end;
                id
            });
            places.entry(id).or_insert(tag);
        }
        text.push_str(&source[from..]);
        Some((text, ElementPlaces { file, places }))
    }

    /// The tag of the element with that id.
    pub fn place(&self, id: &str) -> Option<Span> {
        // In a picture the ids may have its name before them.
        let from = id.find(MARK).unwrap_or(0);
        let range = self.places.get(id).or_else(|| self.places.get(&id[from..]))?;
        Some(Span::new(self.file, range.clone()))
    }
}

/// A template with marks.
#[derive(Debug)]
pub struct MarkedTemplate {
    pub marks: ElementPlaces,
    pub file: FileId,
    template: Template,
    ink: Ink,
}

impl MarkedTemplate {
    pub(super) fn read(file: FileId, source: &str, ink: Ink, fonts: &FontBook) -> Option<Self> {
        let (kind, fonts) = (DrawingPurpose::Template, Some(fonts));
        let (text, marks) = ElementPlaces::put(file, source, kind, fonts)?;
        let template = Template::compile(file, &text, ink, fonts).ok()?;
        Some(MarkedTemplate { marks, file, template, ink })
    }

    /// Shows `see` the shapes that a card with these fields shows, bottom first: the number of each and all that changes it, so that
    /// shapes with equal keys are equal; and what makes its elements, with the definitions that they refer to.
    pub fn shapes(&self, face: &Face, mut see: impl FnMut(ShapeKey, &dyn Fn() -> String)) {
        for placed in self.template.placed(face, self.ink, &mut Vec::new()) {
            let ItemKind::Shape(shape) = placed.kind else {
                continue;
            };
            let words = shape.fields.iter().map(|f| placed.face.text(f).to_owned());
            let mut words: Vec<String> = words.collect();
            words.extend(placed.face.local().map(str::to_owned));
            if placed.shift != (0.0, 0.0) {
                words.push(format!("{:?}", placed.shift));
            }
            let body = || self.template.body(&[(shape, &placed)], face, self.ink);
            see((shape.index, words), &body);
        }
    }

    /// Every field that the template shows or asks for.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.template.of_use.iter().map(String::as_str)
    }

    /// Fields that it shows.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        self.template.fields.keys().map(String::as_str)
    }
}

/// The number of a shape in its template, and the words that change it.
type ShapeKey = (usize, Vec<String>);

/// An SVG picture with marks.
#[derive(Debug)]
pub struct MarkedPicture {
    pub marks: ElementPlaces,
    pub file: FileId,
    /// Its elements, in its own units.
    pub body: String,
    /// x, y, width and height of what is seen.
    pub view: [f64; 4],
}

impl MarkedPicture {
    /// Reads a symbol or a picture; `None` for pixels, and for what cannot be read.
    pub fn read(
        folder: &GameFolder,
        asset: Asset,
        name: &str,
        (ink, fonts): (Ink, &FontBook),
        files: &mut Files,
    ) -> Option<Self> {
        let name_of_file = find(folder, asset, name, &folder.names_by_folder(asset)).ok()?;
        if !is_vector(&name_of_file) {
            return None;
        }
        let (file, source) = folder.asset_text(asset, &name_of_file, files).ok()?;
        let kind = DrawingPurpose::Picture;
        let (text, marks) = ElementPlaces::put(file, &source, kind, Some(fonts))?;
        let Picture { body, view, .. } =
            from_svg((asset, name), (name, name), text.into_bytes(), "#000000", (ink, fonts))
                .ok()?;
        Some(MarkedPicture { marks, file, body, view })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_element_is_found_again_by_its_id() {
        let mut files = Files::new();
        let source = "<svg>\n <g id=\"own\"><rect x=\"1 > 0\"/></g></svg>";
        let file = files.add("a.svg", source);
        let (text, marks) =
            ElementPlaces::put(file, source, DrawingPurpose::Picture, None).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let rect = document.descendants().find(|n| n.has_tag_name("rect"));
        let place = marks.place(rect.unwrap().attribute("id").unwrap()).unwrap();
        assert_eq!(&source[place.range()], "<rect x=\"1 > 0\"/>");
        let own = marks.place("own").unwrap();
        assert_eq!(files.place(own), "a.svg:2:2");
    }
}
