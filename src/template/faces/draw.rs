//! Draws a face. A compiled template and the fields of a card come in; a stack of layers, and diagnostics, go out. `renderer`
//! calls it for every card.

use std::borrow::Cow;
use std::sync::Arc;

use crate::cards::{Face, Field, ValueFault};
use crate::source::{Asset, Code, Diagnostic, Diagnostics, Fault, Span, counted, error};
use crate::text::{
    Rich, Shaped, Style, TextBlock, TextFrame, Typesetter, largest_size, missing_faces,
    missing_glyphs,
};

use super::super::affine::Affine;
use super::super::colour::Colour;
use super::super::compile::compiled::{ItemKind, PlacedItem, Shape, Template};
use super::super::compile::textbox::{Label, PictureBox, Room, TextBox, Vertical};
use super::super::document::paint::{self, PropertyKind};
use super::super::document::sanitize::elsewhere;
use super::super::fill::TextPattern;
use super::super::ink::Ink;
use super::super::picture::Area;
use super::drawn::{Drawn, FaceOrigin, Layer, Passage, PictureFrame, Quad, Shapes};
use super::resources::Resources;

/// What is drawn, for messages.
pub struct DrawnSubject {
    /// "card `admiral`"
    pub what: String,
    /// Where its row stands.
    pub span: Option<Span>,
}

impl DrawnSubject {
    /// A fault of this one alone, which names it. A picture is wrong by itself, and so is a colour of a look-up table, whichever
    /// card shows it.
    pub fn blame(&self, fault: Diagnostic) -> Diagnostic {
        let file = |span: Option<Span>| span.map(|s| s.file);
        let by_itself = fault.code == Code::BadPicture
            || fault.unread.is_some()
            || (fault.code == Code::BadColour && file(fault.span) != file(self.span));
        if by_itself {
            return fault;
        }
        let message = format!("{}: {}", self.what, fault.message);
        Diagnostic { message, ..fault }
    }
}

/// Draws one face.
pub struct FacePainter<'a> {
    pub stock: &'a Resources,
    pub template: &'a Template,
    pub face: &'a Face,
    pub subject: DrawnSubject,
    /// Size in points of each box; what a box needs less than this is written back.
    pub sizes: Vec<f32>,
    /// The boxes that words were fitted into, and the size that they took there.
    pub fitted: Vec<(usize, f32)>,
    pub faults: Diagnostics,
    layers: Vec<Layer>,
    /// Words and the symbols among them that wait for the next shape.
    passages: Vec<Passage>,
    symbols: Vec<Layer>,
}

impl<'a> FacePainter<'a> {
    pub fn new(
        stock: &'a Resources,
        template: &'a Template,
        face: &'a Face,
        subject: DrawnSubject,
        sizes: Vec<f32>,
    ) -> Self {
        FacePainter {
            stock,
            template,
            face,
            subject,
            sizes,
            fitted: Vec::new(),
            faults: Diagnostics::new(),
            layers: Vec::new(),
            passages: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// Draws everything; `flowed` are blocks for the `data-flow` boxes.
    pub fn run(&mut self, setter: &mut Typesetter, flowed: Vec<(&TextBox, TextBlock)>) -> Drawn {
        let mut unknown = Vec::new();
        let all = self.template.placed(self.face, self.stock.ink(), &mut unknown);
        for (fault, span) in unknown {
            self.value_fault(Code::NotANumber, fault, self.face, span);
        }
        let mut shapes: Vec<(&Shape, &PlacedItem<'_>)> = Vec::new();
        for placed in &all {
            if let ItemKind::Shape(shape) = placed.kind {
                // Neighbours that the same fields change are one layer.
                if shapes.last().is_some_and(|(s, _)| s.fields != shape.fields) {
                    self.flush_shapes(&mut shapes);
                }
                self.flush_words();
                self.check_shape(shape, placed);
                shapes.push((shape, placed));
                continue;
            }
            self.flush_shapes(&mut shapes);
            match placed.kind {
                ItemKind::Label(label) => self.label(setter, label, placed),
                ItemKind::Box(text) => self.text_box(setter, text, placed),
                ItemKind::Picture(picture) => {
                    self.flush_words();
                    self.picture(picture, placed);
                }
                ItemKind::Shape(_) | ItemKind::Repeat(_) => {}
            }
        }
        self.flush_shapes(&mut shapes);
        for (text, block) in flowed {
            let area = text.room.fixed();
            let placed = PlacedItem {
                kind: &ItemKind::Shape(Shape::default()),
                face: Cow::Borrowed(self.face),
                shift: (0.0, 0.0),
            };
            let at = (area.x as f32, area.y as f32);
            self.put(block, at, text.map, &text.colour, (text.span, None), &placed);
        }
        self.flush_words();
        Drawn {
            width: self.template.width,
            height: self.template.height,
            layers: std::mem::take(&mut self.layers),
            fonts: self.stock.fonts().clone(),
        }
    }

    fn fault(&mut self, fault: Diagnostic, span: Option<Span>) {
        self.faults.push(fault.or_at(span).or_at(self.subject.span));
    }

    /// A value of the card that does not fit what the template makes of it; `span` is the place in the template.
    fn value_fault(&mut self, code: Code, fault: ValueFault, face: &Face, span: Span) {
        let field = fault.field.as_deref().and_then(|field| face.get(field));
        let written = field.map_or_else(String::new, |field| format!("\"{}\"", field.text));
        let value = field.and_then(|field| field.span);
        // A field that the card lacks is reported at the card.
        let place = if fault.field.is_some() { value.or(self.subject.span) } else { None };
        let told = Diagnostic::error(code, fault.message).part(written).help(fault.help);
        let told = match place {
            Some(_) => told.related(span, "the template wants it here"),
            None => told,
        };
        self.fault(told, place.or(Some(span)));
    }

    /// Looks at what the card puts into a shape.
    fn check_shape(&mut self, shape: &Shape, placed: &PlacedItem<'_>) {
        let definitions = shape.definitions.iter();
        let more = definitions.flat_map(|at| &self.template.definitions[*at].wanted);
        for wanted in shape.wanted.iter().chain(more) {
            if let Some((code, fault)) = wanted.fault(&placed.face) {
                self.value_fault(code, fault, &placed.face, wanted.span);
            }
        }
    }

    fn flush_shapes(&mut self, shapes: &mut Vec<(&Shape, &PlacedItem<'_>)>) {
        if shapes.is_empty() {
            return;
        }
        let taken = std::mem::take(shapes);
        for (shape, placed) in &taken {
            for field in &shape.fields {
                let Some(field) = placed.face.get(field) else {
                    continue;
                };
                if let Some(place) = elsewhere(&field.text) {
                    let fault = error!(
                        OutsideFolder,
                        "`{place}` is outside the game's folder",
                        "write a colour, or `url(#id)` for something in the template's <defs>"
                    );
                    self.fault(fault, field.span);
                }
            }
        }
        let layer = self.stock.shapes(self.template, &taken, self.face);
        self.layers.push(Layer::Shapes(layer));
    }

    fn flush_words(&mut self) {
        if !self.passages.is_empty() {
            let passages = std::mem::take(&mut self.passages);
            self.layers.push(Layer::Words(passages));
        }
        self.layers.append(&mut self.symbols);
    }

    fn colour(&mut self, pattern: &TextPattern, span: Span, face: &Face) -> Colour {
        let text = self.stock.ink().colour(&pattern.fill(face));
        Colour::parse(&text).unwrap_or_else(|| {
            let origin = pattern.origin(face);
            let help = paint::suggestion(PropertyKind::Colour, text.trim());
            let fault = error!(BadColour, "`{text}` is no colour", help);
            self.fault(fault.part(format!("\"{text}\"")), origin.or(Some(span)));
            Colour::BLACK
        })
    }

    /// The rectangle of a box; nothing when it is flat or was reported.
    fn area(&mut self, room: &Room, placed: &PlacedItem<'_>, span: Span) -> Option<Area> {
        room.area(&placed.face).unwrap_or_else(|fault| {
            self.value_fault(Code::NotANumber, fault, &placed.face, span);
            None
        })
    }

    /// Reports a sum that cannot be worked out; whether there is none.
    fn is_sound(&mut self, pattern: &TextPattern, placed: &PlacedItem<'_>, span: Span) -> bool {
        let fault = pattern.fault(&placed.face);
        let sound = fault.is_none();
        if let Some(fault) = fault {
            self.value_fault(Code::NotANumber, fault, &placed.face, span);
        }
        sound
    }

    fn picture(&mut self, place: &PictureBox, placed: &PlacedItem<'_>) {
        let face = placed.face.as_ref();
        let Some(area) = self.area(&place.room, placed, place.span) else {
            return;
        };
        if !self.is_sound(&place.name, placed, place.span) {
            return;
        }
        let name = place.name.fill(face);
        if name.trim().is_empty() {
            return;
        }
        let colour = self.stock.ink().colour(&place.colour.fill(face));
        if let Some((message, help)) = paint::wrong_colour(PropertyKind::Colour, &colour) {
            let field = place.colour.fields().next().map(str::to_owned);
            let fault = ValueFault { field, message, help };
            self.value_fault(Code::BadColour, fault, face, place.span);
            return;
        }
        let picture = match self.stock.picture(place.asset, name.trim(), &colour) {
            Ok(picture) => picture,
            Err(fault) => {
                let fault = fault.part(format!("\"{}\"", name.trim()));
                return match place.name.fields().next() {
                    Some(field) => {
                        let value = face.get(field).and_then(|field| field.span);
                        self.fault(fault, value.or(Some(place.span)));
                    }
                    // The template names it, so it is reported there.
                    None => self.faults.push(fault.or_at(Some(place.span))),
                };
            }
        };
        let (moved, map) = (placed.moved(place.map), picture.place(&area, place.slice));
        let Area { x, y, width, height } = area;
        let frame = place.frame.as_ref().map(|frame| {
            self.check_shape(frame, placed);
            let around = self.stock.shapes(self.template, &[(frame, placed)], face);
            let cut = place.slice.then_some([x, y, width, height]);
            Arc::new(PictureFrame { around, map, cut })
        });
        let origin = self.origin(place.span, place.name.origin(face), &place.colour, face);
        self.layers.push(Layer::Picture {
            picture,
            map: moved.then_inner(map),
            clip: place.slice.then(|| Quad::of_box(moved, (x, y), (width, height))),
            frame,
            origin,
        });
    }

    fn label(&mut self, setter: &mut Typesetter, label: &Label, placed: &PlacedItem<'_>) {
        let face = placed.face.as_ref();
        if !self.is_sound(&label.text, placed, label.span) {
            return;
        }
        let (label_x, label_y) = match (label.x.value(face), label.y.value(face)) {
            (Ok(x), Ok(y)) => (x, y),
            (Err(fault), _) | (_, Err(fault)) => {
                return self.value_fault(Code::NotANumber, fault, face, label.span);
            }
        };
        let moved = placed.moved(label.map);
        let text = label.text.fill(face);
        if text.is_empty() {
            return;
        }
        let text = text.replace(['\n', '\t'], " ");
        let origin = label.text.origin(face);
        // Stars in the template's own words are plain text.
        let mut values = label.text.fields().filter_map(|f| face.get(f));
        let marked = values.find_map(|v| Some((v, Rich::line(&v.text).err()?)));
        if let Some((value, fault)) = marked {
            let told = markup_fault(fault, &value.text, face, value.span);
            self.fault(told, value.span.or(Some(label.span)));
        }
        let rich = Rich::line(&text).unwrap_or_else(|_| Rich::unmarked(&text));
        let mut shaped = setter.shape(&rich, &label.style);
        let block = setter.set(&mut shaped, 10_000.0, label.style.size);
        // The first baseline goes to the label's point; the anchor is a shift by the width.
        let (width, baseline) = match block.runs.first() {
            Some(run) => {
                let width = block.runs.iter().map(|r| r.x + r.width).fold(0.0, f32::max);
                (width, run.y)
            }
            None => return,
        };
        let shift = match label.align {
            crate::text::Align::Start | crate::text::Align::Left | crate::text::Align::Justify => {
                0.0
            }
            crate::text::Align::Centre => -width / 2.0,
            crate::text::Align::Right => -width,
        };
        let left = label_x + f64::from(shift);
        let ends = [(left, label_y), (left + f64::from(width), label_y)];
        let beyond = ends.iter().flat_map(|(x, y)| {
            let (x, y) = moved.apply(*x, *y);
            [-x, x - self.template.width, -y, y - self.template.height]
        });
        let beyond = beyond.fold(0.0, f64::max);
        if beyond > 0.01 {
            let help = "shorten it, or give it a box that fits words: <rect data-fit=\"…\" data-lines=\"1\">";
            let fault = error!(NotATemplate, "`{text}` leaves the card", help);
            self.fault(fault.shared(label.span, beyond as f32), origin.or(Some(label.span)));
        }
        self.missing(&block, &label.style.family, origin.or(Some(label.span)));
        let (x, y) = (left as f32, label_y as f32 - baseline);
        self.put(block, (x, y), label.map, &label.colour, (label.span, origin), placed);
    }

    fn text_box(&mut self, setter: &mut Typesetter, text: &TextBox, placed: &PlacedItem<'_>) {
        let Some(area) = self.area(&text.room, placed, text.span) else {
            return;
        };
        let empty = Field::default();
        let field = placed.face.get(&text.field).unwrap_or(&empty).clone();
        if field.text.is_empty() {
            return;
        }
        let origin = field.span.or(self.subject.span);
        let source = text.case.apply(&field.text);
        let parsed = if text.unmarked { Ok(Rich::unmarked(&source)) } else { Rich::parse(&source) };
        let mut rich = match parsed {
            Ok(rich) => rich,
            Err(fault) => {
                let message = format!("`{}`: {}", text.field, fault.message);
                let fault = Fault { message, ..fault };
                return self.fault(markup_fault(fault, &source, &placed.face, origin), origin);
            }
        };
        if text.case != super::super::fill::Case::AsIs {
            // Names of symbols are small letters whatever the case of the words.
            for (_, name) in &mut rich.symbols {
                *name = name.to_lowercase();
            }
        }
        self.check_faces(&rich, &text.style, origin);
        let smallest = text.smallest_of(&rich).unwrap_or_else(|fault| {
            self.fault(fault, origin);
            text.smallest
        });
        let frame = TextFrame {
            width: area.width as f32,
            height: area.height as f32,
            lines: text.lines,
            smallest,
        };
        let mut shaped = setter.shape(&rich, &text.style);
        if shaped.has_joined() && largest_size(&mut shaped, &frame, self.sizes[text.index]).is_err()
        {
            shaped = setter.shape_with(&rich, &text.style, false);
        }
        let size = self.fit(&mut shaped, &frame, text, origin);
        let mut block = setter.set(&mut shaped, frame.width, size);
        self.missing(&block, &text.style.family, origin);
        let room = frame.height - block.height;
        let down = match text.vertical {
            Vertical::Top => 0.0,
            Vertical::Middle => room / 2.0,
            Vertical::Bottom => room,
        };
        block.missing.clear();
        let (x, y) = (area.x as f32, area.y as f32 + down);
        let from = (text.span, origin);
        self.put(block, (x, y), text.map, &text.colour, from, placed);
    }

    /// Reports bold and italic words in a family that has no such face.
    fn check_faces(&mut self, rich: &Rich, style: &Style, span: Option<Span>) {
        for missing in missing_faces(rich, style, self.stock.fonts()) {
            self.fault(missing, span);
        }
    }

    fn fit(
        &mut self,
        shaped: &mut Shaped,
        frame: &TextFrame,
        text: &TextBox,
        origin: Option<Span>,
    ) -> f32 {
        match largest_size(shaped, frame, self.sizes[text.index]) {
            Ok(size) => {
                self.sizes[text.index] = size;
                self.fitted.push((text.index, size));
                size
            }
            Err(over) => {
                let how =
                    if over.too_wide { "is too wide for its box" } else { "does not fit its box" };
                let message = format!(
                    "`{}` {how} at {} pt (needs {:.1} mm, has {:.1} mm)",
                    text.field, text.smallest, over.needs, over.has
                );
                let help = format!(
                    "cut about {} ({}), or give the box more room in the template",
                    counted(over.words, "word"),
                    counted(over.letters, "letter")
                );
                let fault = Diagnostic::error(Code::Overflow, message).help(help);
                self.fault(fault.shared(text.span, over.needs - over.has), origin);
                text.smallest
            }
        }
    }

    fn missing(&mut self, block: &TextBlock, family: &str, span: Option<Span>) {
        if let Some(fault) = missing_glyphs(family, &block.missing) {
            self.fault(fault, span);
        }
    }

    fn origin(
        &self,
        element: Span,
        value: Option<Span>,
        colour: &TextPattern,
        face: &Face,
    ) -> FaceOrigin {
        FaceOrigin { element, value, colour: colour.origin(face) }
    }

    /// Puts a block at (`x`, `y`) of the space of `map`; its words are those of `value`, in the box `element`.
    fn put(
        &mut self,
        mut block: TextBlock,
        (x, y): (f32, f32),
        map: Affine,
        colour: &TextPattern,
        (element, value): (Span, Option<Span>),
        placed: &PlacedItem<'_>,
    ) {
        block.shift(x, y);
        let map = placed.moved(map);
        let at = value.unwrap_or(element);
        let origin = self.origin(element, value, colour, &placed.face);
        let colour = self.colour(colour, at, &placed.face);
        if !block.bars.is_empty() {
            let bars = Shapes::of_bars(&block.bars, map, colour);
            self.layers.push(Layer::Shapes(Arc::new(bars)));
        }
        for symbol in &block.symbols {
            let hex = self.own_colour(symbol.colour.as_deref(), colour).hex();
            match self.stock.picture(Asset::Symbol, &symbol.name, &hex) {
                Ok(picture) => {
                    let area = Area {
                        x: symbol.x.into(),
                        y: symbol.y.into(),
                        width: symbol.side.into(),
                        height: symbol.side.into(),
                    };
                    let map = map.then_inner(picture.place(&area, false));
                    self.symbols.push(Layer::Picture {
                        picture,
                        map,
                        clip: None,
                        frame: None,
                        origin,
                    });
                }
                Err(fault) => {
                    let fault = fault.part(format!("{{{}}}", symbol.name));
                    self.fault(fault, Some(at));
                }
            }
        }
        let mut runs = block.runs.into_iter().peekable();
        while let Some(first) = runs.next() {
            // Runs of one colour are one passage.
            let own = first.colour.clone();
            let mut alike = vec![first];
            while let Some(next) = runs.next_if(|next| next.colour == own) {
                alike.push(next);
            }
            self.passages.push(Passage {
                map,
                colour: self.own_colour(own.as_deref(), colour),
                runs: alike,
                origin: Some(origin),
            });
        }
    }

    /// The colour of words that have one of their own. In low ink, grounds are white and words have the colour of their box.
    fn own_colour(&self, own: Option<&str>, colour: Colour) -> Colour {
        let ink = self.stock.ink();
        let own = own.filter(|_| ink != Ink::Low).map(|own| ink.colour(own));
        own.and_then(|own| Colour::parse(&own)).unwrap_or(colour)
    }
}

/// What is wrong with marked-up `words`, the value of a card at `span`.
fn markup_fault(fault: Fault, words: &str, face: &Face, span: Option<Span>) -> Diagnostic {
    let help = face.spell(&fault.help, span);
    let part = fault.range.clone().map_or("", |range| &words[range]);
    fault.error(Code::Markup).part(part).help(help)
}

/// A drawn face that several cards may share.
pub type SharedFace = Arc<Drawn>;
