//! A template as pieces to fill: shapes as text with placeholders, boxes with their numbers.

use std::collections::{BTreeMap, BTreeSet};

use crate::cards::Face;
use crate::source::{FileId, Span};

use super::condition::Condition;
use super::fill::Pattern;
use super::ink::Ink;
use super::textbox::{Label, PictureBox, TextBox};

/// A template, ready to be filled.
#[derive(Debug)]
pub struct Template {
    pub file: FileId,
    /// Trim in millimetres.
    pub width: f64,
    pub height: f64,
    pub items: Vec<Item>,
    pub definitions: Vec<Definition>,
    /// Every field that is shown, and where first.
    pub fields: BTreeMap<String, Span>,
    /// Fields that only conditions ask for.
    pub asked: BTreeSet<String>,
    /// Fields that the template shows or asks for in full ink: a card's key is of use when one ink shows it.
    pub of_use: BTreeSet<String>,
    /// Every font that words are set in, and where first.
    pub fonts: BTreeMap<(String, u16, bool), Span>,
    /// Words that no row changes, with their font and place, for the search of missing glyphs.
    pub fixed_words: Vec<(String, (String, u16, bool), Span)>,
    /// Boxes with `data-flow`.
    pub flows: Vec<TextBox>,
    /// How many boxes with `data-fit` there are.
    pub boxes: usize,
}

/// Something of a template that is drawn, bottom first.
#[derive(Debug)]
pub struct Item {
    pub conditions: Vec<Condition>,
    pub kind: ItemKind,
}

#[derive(Debug)]
pub enum ItemKind {
    Shape(Shape),
    Label(Label),
    Box(TextBox),
    Picture(PictureBox),
}

/// Elements as text, with placeholders.
#[derive(Debug)]
pub struct Shape {
    pub pattern: Pattern,
    /// Fields that change it, its definitions' included, sorted.
    pub fields: Vec<String>,
    /// Places of the definitions that it refers to.
    pub definitions: BTreeSet<usize>,
}

/// An element of `<defs>`.
#[derive(Debug)]
pub struct Definition {
    pub pattern: Pattern,
}

impl Template {
    /// Shapes as elements, with the definitions that they refer to before them.
    pub fn body(&self, shapes: &[&Shape], face: &Face, ink: Ink) -> String {
        let mut body = String::new();
        let used = shapes.iter().flat_map(|shape| &shape.definitions);
        let definitions: BTreeSet<usize> = used.copied().collect();
        if !definitions.is_empty() {
            body.push_str("<defs>");
            for at in definitions {
                body.push_str(&self.definitions[at].pattern.fill_xml(face, ink));
            }
            body.push_str("</defs>");
        }
        for shape in shapes {
            body.push_str(&shape.pattern.fill_xml(face, ink));
        }
        body
    }

    /// About how many bytes are written to draw `face`.
    pub fn written(&self, face: &Face) -> u64 {
        let of = |pattern: &Pattern| pattern.length(face);
        let lengths = self.items.iter().map(|item| match &item.kind {
            ItemKind::Shape(shape) => {
                let definitions = shape.definitions.iter();
                let definitions = definitions.map(|at| of(&self.definitions[*at].pattern));
                of(&shape.pattern) + definitions.sum::<u64>()
            }
            ItemKind::Label(label) => of(&label.text) + of(&label.colour),
            ItemKind::Box(text) => of(&text.colour) + face.text(&text.field).len() as u64,
            ItemKind::Picture(picture) => of(&picture.name) + of(&picture.colour),
        });
        lengths.sum()
    }

    /// The largest size of each `data-fit` box, in points.
    pub fn largest_sizes(&self) -> Vec<f32> {
        let mut sizes = vec![f32::MAX; self.boxes];
        for item in &self.items {
            if let ItemKind::Box(text) = &item.kind {
                sizes[text.index] = text.style.size;
            }
        }
        sizes
    }
}
