//! The data of a compiled template: shapes as text with placeholders, boxes with their numbers. `compiler` makes it once for each
//! template; the drawing of faces fills it for each card.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::cards::{Condition, Face, Sum, ValueFault, Word};
use crate::source::{FileId, Span};

use super::super::affine::Affine;
use super::super::bounds::{MOST_REPEATED, SHAPING};
use super::super::fill::TextPattern;
use super::super::foreign::viewport;
use super::super::ink::Ink;
use super::textbox::{Label, Measure, PictureBox, TextBox};
use super::wanted::WantedAttribute;

/// What makes a length a share of the viewport, by what is written or by default (SVG 2, 8.9 and 14.2.2).
const SHARES: [&str; 5] = ["%", "userSpaceOnUse", "<svg", "<use", "<image"];

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
    /// Fields that conditions ask for, and where first.
    pub asked: BTreeMap<String, Span>,
    /// Fields that conditions ask for without a comparison, and where first.
    pub flags: BTreeMap<String, Span>,
    /// The words that conditions compare fields with, and where.
    pub compared: Vec<(Word, Span)>,
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
    /// Fields that only hidden elements would show, and these elements.
    pub hidden: BTreeMap<String, Span>,
}

/// Something of a template that is drawn, bottom first.
#[derive(Debug)]
pub struct Item {
    pub conditions: Vec<PlacedCondition>,
    pub kind: ItemKind,
}

/// A condition, and where it stands.
#[derive(Debug, Clone)]
pub struct PlacedCondition {
    pub condition: Condition,
    pub span: Span,
}

#[derive(Debug)]
pub enum ItemKind {
    Shape(Shape),
    Label(Label),
    Box(TextBox),
    Picture(PictureBox),
    Repeat(Repeat),
}

impl ItemKind {
    /// The fields that it shows, those of what it repeats left out.
    pub fn fields(&self) -> Vec<&str> {
        let patterns: Vec<&TextPattern> = match self {
            ItemKind::Shape(shape) => return shape.fields.iter().map(String::as_str).collect(),
            ItemKind::Repeat(repeat) => return repeat.times.fields(),
            ItemKind::Label(label) => {
                let places = [&label.x, &label.y].into_iter().filter_map(Measure::pattern);
                places.chain([&label.text, &label.colour]).collect()
            }
            ItemKind::Box(text) => text.room.patterns().chain([&text.colour]).collect(),
            ItemKind::Picture(picture) => {
                let own = [&picture.name, &picture.colour];
                let frame = picture.frame.as_ref().map(|frame| &frame.pattern);
                picture.room.patterns().chain(own).chain(frame).collect()
            }
        };
        let mut fields: Vec<&str> = patterns.into_iter().flat_map(TextPattern::fields).collect();
        if let ItemKind::Box(text) = self {
            fields.push(&text.field);
        }
        fields
    }
}

/// Something that is drawn several times.
#[derive(Debug)]
pub struct Repeat {
    pub times: Times,
    pub items: Vec<Item>,
    pub way: Way,
    /// Whether what is repeated shows or asks for one of [`LOCAL`].
    pub numbered: bool,
    /// How many elements are repeated.
    pub elements: usize,
    /// The value of `data-repeat`.
    pub span: Span,
}

/// How often.
#[derive(Debug)]
pub enum Times {
    /// As often as the number.
    Number(Sum),
    /// Once for each word of the field.
    Words(String),
}

/// Where the repetitions stand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Way {
    /// From one to the next, to the right and down, in the element's own units. With rows: from column to column, from row to row.
    pub step: (f64, f64),
    /// How many are in a row.
    pub per_row: Option<usize>,
    /// Which part of a row stands where the element is drawn: 0 its first, 0.5 its middle, 1 its last.
    pub anchor: f64,
    /// The linear part of the map from the element's own space to the root's: a, b, c, d.
    pub linear: [f64; 4],
}

/// Elements as text, with placeholders.
#[derive(Debug, Default, Clone)]
pub struct Shape {
    pub pattern: TextPattern,
    /// Fields that change it, its definitions' included, sorted.
    pub fields: Vec<String>,
    /// Places of the definitions that it refers to.
    pub definitions: BTreeSet<usize>,
    /// What its placeholders must give.
    pub wanted: Vec<WantedAttribute>,
    /// Its number among the shapes of the template.
    pub index: usize,
}

/// An element of `<defs>`.
#[derive(Debug)]
pub struct Definition {
    pub pattern: TextPattern,
    pub wanted: Vec<WantedAttribute>,
}

/// An item as a card shows it: repetitions are written out.
pub struct PlacedItem<'a> {
    pub kind: &'a ItemKind,
    /// The card's face; in a repetition with its number.
    pub face: Cow<'a, Face>,
    /// How far it is moved, in millimetres.
    pub shift: (f64, f64),
}

impl PlacedItem<'_> {
    /// The map of an element of the template, moved to where this repetition stands.
    pub fn moved(&self, map: Affine) -> Affine {
        Affine::translate(self.shift.0, self.shift.1).then_inner(map)
    }
}

/// Why something of a template cannot be worked out for a card, and where it stands in the template.
pub type Located = (ValueFault, Span);

impl Template {
    /// What a card shows, bottom first; what cannot be worked out goes to `faults`.
    pub fn placed<'a>(
        &'a self,
        face: &'a Face,
        ink: Ink,
        faults: &mut Vec<Located>,
    ) -> Vec<PlacedItem<'a>> {
        let mut placed = Vec::with_capacity(self.items.len());
        let mut repeated = 0;
        for item in &self.items {
            if !is_shown(item, face, ink, faults) {
                continue;
            }
            let ItemKind::Repeat(repeat) = &item.kind else {
                placed.push(PlacedItem {
                    kind: &item.kind,
                    face: Cow::Borrowed(face),
                    shift: (0.0, 0.0),
                });
                continue;
            };
            let faces = match repeat.faces(face) {
                Ok(faces) => faces,
                Err(fault) => {
                    faults.push((fault, repeat.span));
                    continue;
                }
            };
            let count = faces.len();
            repeated += count * repeat.elements;
            if repeated > MOST_REPEATED {
                let field = repeat.times.fields().first().map(|f| (*f).to_owned());
                let message =
                    format!("repetitions draw more than {MOST_REPEATED} elements on a card");
                let help = "draw it fewer times, or repeat something simpler".to_owned();
                faults.push((ValueFault { field, message, help }, repeat.span));
                continue;
            }
            for (at, own) in faces.into_iter().enumerate() {
                let shift = repeat.way.shift(at, count);
                let own = own.map_or(Cow::Borrowed(face), Cow::Owned);
                for item in &repeat.items {
                    if is_shown(item, &own, ink, faults) {
                        placed.push(PlacedItem { kind: &item.kind, face: own.clone(), shift });
                    }
                }
            }
        }
        placed
    }

    /// Shapes as elements, with the definitions that they refer to before them, which `face` fills. Where a length may be a share of
    /// the viewport they lie in one of the trim's size: 100 % is the card, however much bleed is drawn around it.
    pub fn body(&self, shapes: &[(&Shape, &PlacedItem<'_>)], face: &Face, ink: Ink) -> String {
        let mut body = String::new();
        let used = shapes.iter().flat_map(|(shape, _)| &shape.definitions);
        let definitions: BTreeSet<usize> = used.copied().collect();
        if !definitions.is_empty() {
            body.push_str("<defs>");
            for at in definitions {
                body.push_str(&self.definitions[at].pattern.fill_xml(face, ink));
            }
            body.push_str("</defs>");
        }
        for (shape, placed) in shapes {
            let filled = shape.pattern.fill_xml(&placed.face, ink);
            if placed.shift == (0.0, 0.0) {
                body.push_str(&filled);
            } else {
                let map = Affine::translate(placed.shift.0, placed.shift.1).to_svg();
                body.push_str(&format!("<g transform=\"{map}\">{filled}</g>"));
            }
        }
        if SHARES.iter().any(|sign| body.contains(sign)) {
            body.insert_str(0, &viewport([0.0, 0.0, self.width, self.height], "visible"));
            body.push_str("</svg>");
        }
        body
    }

    /// The keys of rows that it shows or asks for: a join makes `region` one of them when it shows `region.name`.
    pub fn keys_of_use(&self) -> impl Iterator<Item = &str> {
        self.of_use.iter().flat_map(|field| {
            let key = field.split_once('.').map(|(key, _)| key);
            [Some(field.as_str()), key].into_iter().flatten()
        })
    }

    /// Everything that may be drawn, what is repeated once.
    pub fn all_items(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().flat_map(|item| {
            let inner = match &item.kind {
                ItemKind::Repeat(repeat) => repeat.items.as_slice(),
                _ => &[],
            };
            std::iter::once(item).chain(inner)
        })
    }

    /// About how many bytes are written to draw `face`.
    pub fn written(&self, face: &Face) -> u64 {
        let lengths = self.items.iter().map(|item| match &item.kind {
            ItemKind::Repeat(repeat) => {
                let once = repeat.items.iter().map(|item| {
                    let again = match item.kind {
                        ItemKind::Label(_) | ItemKind::Box(_) => SHAPING,
                        _ => 0,
                    };
                    self.length(item, face) + again
                });
                once.sum::<u64>().saturating_mul(repeat.count(face) as u64)
            }
            _ => self.length(item, face),
        });
        lengths.fold(0, u64::saturating_add)
    }

    fn length(&self, item: &Item, face: &Face) -> u64 {
        let of = |pattern: &TextPattern| pattern.length(face);
        match &item.kind {
            ItemKind::Shape(shape) => {
                let definitions = shape.definitions.iter();
                let definitions = definitions.map(|at| of(&self.definitions[*at].pattern));
                of(&shape.pattern) + definitions.sum::<u64>()
            }
            ItemKind::Label(label) => of(&label.text) + of(&label.colour),
            ItemKind::Box(text) => of(&text.colour) + face.text(&text.field).len() as u64,
            ItemKind::Picture(picture) => of(&picture.name) + of(&picture.colour),
            ItemKind::Repeat(_) => 0,
        }
    }

    /// The largest size of each `data-fit` box, in points.
    pub fn largest_sizes(&self) -> Vec<f32> {
        let mut sizes = vec![f32::MAX; self.boxes];
        for item in self.all_items() {
            if let ItemKind::Box(text) = &item.kind {
                sizes[text.index] = text.style.size;
            }
        }
        sizes
    }
}

/// Whether all conditions of an item hold.
fn is_shown(item: &Item, face: &Face, ink: Ink, faults: &mut Vec<Located>) -> bool {
    item.conditions.iter().all(|guard| {
        let holds = guard.condition.holds(face, ink.name());
        holds.unwrap_or_else(|fault| {
            faults.push((fault, guard.span));
            false
        })
    })
}
