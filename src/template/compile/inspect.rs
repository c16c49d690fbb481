//! Reads the attributes of one element of a template. An element comes in; its settings go out, with faults reported at the
//! element. Called by the compiler.

use std::ops::RangeInclusive;

use super::super::document::xml::{SvgNode, tag_of};
use crate::source::{Asset, Code, Diagnostic, Diagnostics, Span, did_you_mean, list_words};
use crate::text::{Align, POINT, SMALLEST, Style};

use super::super::affine::Affine;
use super::super::bounds::{MOST_NUMBER, MOST_POINTS};
use super::super::document::paint::{self, PropertyKind};
use super::super::document::properties::{inherited, map_to_root, number, plain_colour, text_look};
use super::super::document::undrawn::undrawn_property;
use super::super::fill::{Case, TextPattern};
use super::textbox::{Label, Measure, PictureBox, Room, TextBox, Vertical};

pub struct Inspector<'a, 'f> {
    node: SvgNode<'a>,
    span: Span,
    faults: &'f mut Diagnostics,
}

impl<'a, 'f> Inspector<'a, 'f> {
    pub fn new(node: SvgNode<'a>, span: Span, faults: &'f mut Diagnostics) -> Self {
        Inspector { node, span, faults }
    }

    fn fault(&mut self, part: &str, message: impl Into<String>, help: impl Into<String>) {
        self.fault_of(Code::BoxAttribute, part, message, help);
    }

    /// `part` is what is meant in the element: the name of an attribute, or what is written.
    fn fault_of(
        &mut self,
        code: Code,
        part: &str,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let written = self.node.attribute(part);
        let written = written.map_or_else(|| part.to_owned(), |v| format!("{part}=\"{v}\""));
        self.faults.push(Diagnostic::error(code, message).at(self.span).part(written).help(help));
    }

    /// A number that must be there.
    fn number(&mut self, name: &str) -> Option<f64> {
        let value = self.node.attribute(name);
        let read = value.and_then(number);
        if read.is_none() {
            let what = value.map_or_else(
                || format!("the box has no `{name}`"),
                |v| format!("`{name}=\"{v}\"` is no number of millimetres"),
            );
            let help = format!("write {name}=\"…\" as a plain number, {MOST_NUMBER} at most");
            self.fault(name, what, help);
        }
        read
    }

    /// A number in `range`, a whole one if `whole`.
    pub fn ranged(
        &mut self,
        name: &str,
        default: f64,
        range: RangeInclusive<f64>,
        whole: bool,
    ) -> f64 {
        let Some(value) = self.node.attribute(name) else {
            return default;
        };
        let read = value.trim().parse().ok();
        let good = |n: &f64| range.contains(n) && (!whole || n.fract() == 0.0);
        read.filter(good).unwrap_or_else(|| {
            let kind = if whole { "a whole number" } else { "a number" };
            let message = format!(
                "`{name}=\"{value}\"` is not {kind} from {} to {}",
                range.start(),
                range.end()
            );
            self.fault(name, message, format!("write {kind} such as {name}=\"{default}\""));
            default
        })
    }

    /// A length that cards may give; `default` when the attribute may be left out.
    fn measure(&mut self, name: &'static str, default: Option<f64>) -> Option<Measure> {
        match self.node.attribute(name) {
            None if default.is_some() => default.map(Measure::Fixed),
            Some(value) if value.contains("{{") => {
                Some(Measure::Filled { attribute: name, pattern: self.pattern(value) })
            }
            _ => self.number(name).map(Measure::Fixed),
        }
    }

    /// The value of an attribute that is one of a few words; the first is the default.
    pub fn word<T: Copy>(&mut self, name: &str, words: &[(&str, T)]) -> T {
        let default = words[0].1;
        let Some(value) = self.node.attribute(name) else {
            return default;
        };
        if let Some((_, found)) = words.iter().find(|(word, _)| *word == value) {
            return *found;
        }
        let known = || words.iter().map(|w| w.0);
        let help = match did_you_mean(value.trim(), known()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {}", list_words(known())),
        };
        self.fault(name, format!("`{name}=\"{value}\"` is unknown"), help);
        default
    }

    fn map(&mut self) -> Affine {
        match map_to_root(self.node) {
            Some(map) => map,
            None => {
                let message = "a `transform` around a box cannot be read";
                self.fault(
                    "transform",
                    message,
                    "write translate, rotate, scale or matrix with plain numbers",
                );
                Affine::IDENTITY
            }
        }
    }

    fn room(&mut self) -> Option<Room> {
        if !self.node.has_tag_name("rect") {
            let tag = tag_of(self.node).to_owned();
            self.fault("", format!("a box is a <rect>, not a <{tag}>"), "draw a rectangle");
            return None;
        }
        let (x, y) = (self.measure("x", Some(0.0)), self.measure("y", Some(0.0)));
        let (width, height) = (self.measure("width", None), self.measure("height", None));
        Some(Room([x?, y?, width?, height?]))
    }

    fn pattern(&mut self, text: &str) -> TextPattern {
        TextPattern::parse(text).unwrap_or_else(|fault| {
            let part = &text[fault.range.unwrap_or_default()];
            self.fault_of(Code::Placeholder, part, fault.message, fault.help);
            TextPattern::default()
        })
    }

    fn colour(&mut self, value: &str) -> TextPattern {
        if !plain_colour(value) {
            let message = format!("`{value}` is no colour for words");
            let help = paint::suggestion(PropertyKind::Colour, value);
            let part = format!("\"{value}\"");
            self.fault_of(Code::BadColour, &part, message, help);
        }
        self.pattern(value)
    }

    /// Reports a size that is larger than any paper; `size` in points.
    fn check_largest(&mut self, attribute: &str, size: f64) {
        if size > MOST_POINTS {
            self.fault(
                attribute,
                format!("words of {size} pt are larger than a card"),
                format!("make them {MOST_POINTS} pt or smaller"),
            );
        }
    }

    /// Reports a size under the smallest; `size` in points, from the attribute of that name.
    fn check_size(&mut self, attribute: &str, size: f64, map: Affine) {
        self.check_largest(attribute, size);
        let real = size * map.growth();
        if real < f64::from(SMALLEST) - 0.02 {
            self.fault_of(
                Code::SmallWords,
                attribute,
                format!("words of {real:.1} pt are smaller than {SMALLEST} pt"),
                format!("make them {SMALLEST} pt ({:.2} mm) or larger", SMALLEST * POINT),
            );
        }
    }

    /// `data-fit` or `data-flow`.
    pub fn text_box(&mut self, attribute: &str, index: usize) -> Option<TextBox> {
        let node = self.node;
        let field = node.attribute(attribute).unwrap_or("").trim().to_owned();
        if field.is_empty() || field.contains("{{") {
            let message = format!("`{attribute}` is the bare name of a field");
            self.fault(attribute, message, format!("write {attribute}=\"rules\", without braces"));
        }
        let room = self.room();
        let map = self.map();
        let Some(family) = node.attribute("data-font") else {
            self.fault("", "the box has no `data-font`", "write data-font=\"Alegreya Sans\"");
            return None;
        };
        if node.attribute("data-size").is_none() {
            self.number("data-size");
            return None;
        }
        let size = self.ranged("data-size", 10.0, 0.1..=MOST_NUMBER, false);
        let growth = map.growth();
        let least = f64::from(SMALLEST) / growth.max(1e-6);
        let smallest = match node.attribute("data-min") {
            None => least,
            Some(_) => self.ranged("data-min", 6.5, 0.1..=MOST_NUMBER, false),
        };
        if node.has_attribute("data-min") && smallest > size {
            let message =
                format!("`data-min` is {smallest}, larger than `data-size`, which is {size}");
            self.fault(
                "data-min",
                message,
                "`data-size` is the largest size, `data-min` the smallest",
            );
        }
        let attribute = if smallest < size { "data-min" } else { "data-size" };
        self.check_size(attribute, smallest.min(size), map);
        self.check_largest("data-size", size);
        let align = self.word(
            "data-align",
            &[
                ("start", Align::Start),
                ("left", Align::Left),
                ("center", Align::Centre),
                ("centre", Align::Centre),
                ("right", Align::Right),
                ("justify", Align::Justify),
            ],
        );
        let vertical = self.word(
            "data-valign",
            &[("top", Vertical::Top), ("middle", Vertical::Middle), ("bottom", Vertical::Bottom)],
        );
        let case = self.word(
            "data-case",
            &[("none", Case::AsIs), ("upper", Case::Upper), ("lower", Case::Lower)],
        );
        let unmarked = self.word("data-markup", &[("read", false), ("none", true)]);
        let italic = self.word("data-style", &[("normal", false), ("italic", true)]);
        let hyphens = self.word("data-hyphens", &[("manual", false), ("auto", true)]);
        let lines = node
            .has_attribute("data-lines")
            .then(|| self.ranged("data-lines", 1.0, 1.0..=1_000.0, true) as usize);
        let style = Style {
            family: family.to_owned(),
            weight: self.ranged("data-weight", 400.0, 1.0..=1_000.0, true) as u16,
            italic,
            size: size as f32,
            line: self.ranged("data-line", 1.2, 0.1..=10.0, false) as f32,
            gap: self.ranged("data-gap", 0.35, 0.0..=10.0, false) as f32,
            spacing: self.ranged("data-spacing", 0.0, -1.0..=10.0, false) as f32,
            align,
            hyphens,
        };
        let heading = node.attribute("data-heading-font").unwrap_or(family);
        let heading_weight = self.ranged("data-heading-weight", 700.0, 1.0..=1_000.0, true) as u16;
        let colour = self.colour(node.attribute("data-color").unwrap_or("#000000"));
        Some(TextBox {
            field,
            room: room?,
            map,
            style,
            vertical,
            smallest: smallest as f32,
            lines,
            colour,
            case,
            unmarked,
            span: self.span,
            heading: (heading.to_owned(), heading_weight),
            index,
        })
    }

    /// `data-symbol` or `data-art`.
    pub fn picture(&mut self, attribute: &str, asset: Asset) -> Option<PictureBox> {
        let node = self.node;
        let name = self.pattern(node.attribute(attribute).unwrap_or(""));
        let slice = self.word("data-scale", &[("meet", false), ("slice", true)]);
        let colour = node.attribute("data-color").unwrap_or("#000000");
        if !colour.contains("{{")
            && let Some((message, help)) = paint::wrong_colour(PropertyKind::Colour, colour)
        {
            self.fault_of(Code::BadColour, "data-color", message, help);
        }
        let colour = self.pattern(colour);
        let map = self.map();
        Some(PictureBox {
            asset,
            name,
            room: self.room()?,
            map,
            slice,
            colour,
            frame: None,
            span: self.span,
        })
    }

    /// `<text>` with a placeholder.
    pub fn label(&mut self) -> Option<Label> {
        let node = self.node;
        if node.children().any(|c| c.is_element()) {
            self.fault(
                "",
                "a <text> with a placeholder holds a <tspan>",
                "write the words straight into the <text> (Inkscape: Text, Remove manual kerns), or use a data-fit box",
            );
            return None;
        }
        if let Some((_, name, help)) = undrawn_property(node) {
            let message = format!("a <text> with a placeholder has `{name}`");
            self.fault(name, message, help);
        }
        let x = self.measure("x", Some(0.0))?;
        let y = self.measure("y", Some(0.0))?;
        let map = self.map();
        let look = match text_look(node) {
            Ok(look) => look,
            Err(message) => {
                self.fault("", message, "give the <text> font-family and font-size");
                return None;
            }
        };
        let points = look.size / f64::from(POINT);
        self.check_size("font-size", points, map);
        let align = match inherited(node, "text-anchor") {
            Some("middle") => Align::Centre,
            Some("end") => Align::Right,
            _ => Align::Left,
        };
        let text = self.pattern(node.text().unwrap_or("").trim());
        // A fill that is no colour is reported with the attributes of all elements.
        let is_wrong = |fill: &str| {
            !fill.contains("{{") && paint::wrong_colour(PropertyKind::Paint, fill).is_some()
        };
        let fill = inherited(node, "fill").filter(|fill| !is_wrong(fill));
        let colour = self.colour(fill.unwrap_or("#000000"));
        Some(Label {
            text,
            x,
            y,
            style: Style {
                spacing: (look.spacing / look.size.max(1e-6)) as f32,
                ..Style::plain(&look.family, look.weight, look.italic, points as f32)
            },
            align,
            colour,
            map,
            span: self.span,
        })
    }

    /// The font of words that no row changes; their size is checked.
    pub fn fixed_text(&mut self) -> Option<(String, u16, bool)> {
        match text_look(self.node) {
            Ok(look) => {
                let map = self.map();
                self.check_size("font-size", look.size / f64::from(POINT), map);
                Some((look.family, look.weight, look.italic))
            }
            Err(message) => {
                self.fault("", message, "give the <text> font-family and font-size");
                None
            }
        }
    }
}
