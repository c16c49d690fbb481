//! Writes the bytes of a content stream (ISO 32000-1, 7.8.2): short numbers, settings only when they change, and resources named
//! in the order of first use. Drawing operators come in, bytes go out. Called by the modules that draw pages, shapes and words.

use std::collections::HashMap;
use std::io::Write as _;
use std::sync::Arc;

use usvg::tiny_skia_path::{Path, PathSegment};

use crate::template::{Affine, RolePath, TextRole};

/// Decimals of a coordinate: a hundredth of a point is 3.5 µm.
const DECIMALS: u32 = 2;

/// Decimals of the linear part of a matrix, which multiplies coordinates of up to some thousand points.
const MATRIX_DECIMALS: u32 = 5;

/// What a stream uses besides its own bytes. Fonts, forms and pictures are known by their places among those of the file;
/// shadings and graphics states by the dictionary that defines them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Resource {
    Font(usize),
    Form(usize),
    /// By the place of its drawing, and by its number there.
    Picture(usize, usize),
    Shading(Arc<str>),
    State(Arc<str>),
    Inner(Arc<Inner>),
}

/// A stream of its own inside another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Inner {
    pub content: Content,
    /// Left, bottom, right and top.
    pub bounds: String,
    pub kind: InnerKind,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum InnerKind {
    /// What several pages show.
    Form,
    /// A transparency group (ISO 32000-1, 11.6.6).
    Group,
    /// A soft mask as a graphics state (11.6.5.3): by its luminosity, or else by its alpha.
    Mask { luminosity: bool },
    /// The tile of a pattern (8.7.3): its matrix, and how far apart tiles are across and down.
    Tile { matrix: String, step: [String; 2] },
}

impl Resource {
    /// Its class in a resource dictionary, and the first letter of its names.
    pub fn class(&self) -> (&'static str, char) {
        match self {
            Resource::Font(_) => ("Font", 'T'),
            Resource::Form(_) => ("XObject", 'F'),
            Resource::Picture(..) => ("XObject", 'I'),
            Resource::Shading(_) => ("Shading", 'S'),
            Resource::State(_) => ("ExtGState", 'G'),
            Resource::Inner(inner) => match inner.kind {
                InnerKind::Form => ("XObject", 'F'),
                InnerKind::Group => ("XObject", 'X'),
                InnerKind::Mask { .. } => ("ExtGState", 'M'),
                InnerKind::Tile { .. } => ("Pattern", 'P'),
            },
        }
    }
}

/// What some words are in the structure of the document (ISO 32000-1, 14.7).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WordsTag {
    /// The elements around them, the outermost first.
    pub path: RolePath,
    /// Which placement of its page shows them.
    pub placement: usize,
    /// Where they begin on the card: down and to the right, in hundredths of a millimetre. Words that are in order have the same.
    pub place: (i64, i64),
}

/// Words are on one line if they begin at the same height, within this many hundredths of a millimetre.
const LINE: i64 = 200;

/// The numbers of tags in reading order: card by card, and on a card line by line.
pub fn reading_order(tags: &[WordsTag]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..tags.len()).collect();
    order.sort_by_key(|n| (tags[*n].placement, tags[*n].place.0));
    let same_line = |a: &usize, b: &usize| {
        let (a, b) = (&tags[*a], &tags[*b]);
        a.placement == b.placement && b.place.0 - a.place.0 < LINE
    };
    for line in order.chunk_by_mut(same_line) {
        line.sort_by_key(|n| tags[*n].place.1);
    }
    order
}

/// What is written when the stream is finished, as it depends on what stands before it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Late {
    Name(Resource),
    /// The start of what is tagged, or the end.
    Mark(Option<WordsTag>),
}

/// Operators whose resources have no names yet, and whose tags have no numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Content {
    bytes: Vec<u8>,
    /// What belongs where, ascending.
    late: Vec<(usize, Late)>,
}

impl Content {
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Bytes without names.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The finished stream, its resources with their names, and what is tagged by its numbers.
    pub fn finish(&self) -> (Vec<u8>, Vec<(String, Resource)>, Vec<WordsTag>) {
        let mut bytes = Vec::with_capacity(self.bytes.len() + self.late.len() * 3);
        let mut named: Vec<(String, Resource)> = Vec::new();
        let mut places: HashMap<&Resource, usize> = HashMap::new();
        let mut counts: HashMap<char, usize> = HashMap::new();
        let mut tags = Vec::new();
        let mut from = 0;
        for (at, late) in &self.late {
            bytes.extend_from_slice(&self.bytes[from..*at]);
            from = *at;
            match late {
                Late::Name(resource) => {
                    let place = *places.entry(resource).or_insert_with(|| {
                        let letter = resource.class().1;
                        let count = counts.entry(letter).or_default();
                        named.push((format!("{letter}{count}"), resource.clone()));
                        *count += 1;
                        named.len() - 1
                    });
                    bytes.push(b'/');
                    bytes.extend_from_slice(named[place].0.as_bytes());
                }
                // A page is an artifact where it is not tagged.
                Late::Mark(Some(tag)) => {
                    let role = tag.path.last().map_or(TextRole::P, |(role, _)| *role);
                    let _ = writeln!(bytes, "EMC\n/{role:?}<</MCID {}>>BDC", tags.len());
                    tags.push(tag.clone());
                }
                Late::Mark(None) => bytes.extend_from_slice(b"EMC\n/Artifact BMC\n"),
            }
        }
        bytes.extend_from_slice(&self.bytes[from..]);
        (bytes, named, tags)
    }
}

/// A parameter of the graphics state that lasts until it is set anew.
#[derive(Debug, Clone, Copy)]
pub enum GraphicsSetting {
    Fill,
    Stroke,
    Width,
    Cap,
    Join,
    Miter,
    Dash,
    Font,
    Spacing,
}

const SETTINGS: usize = 9;

/// What each setting is on a new page, as it would be written (ISO 32000-1, table 52).
const INITIAL: [&str; SETTINGS] = ["0 g", "0 G", "1 w", "0 J", "0 j", "10 M", "[]0 d", "", "0 Tc"];

type Settings = [String; SETTINGS];

/// Writes operators.
pub struct ContentWriter {
    content: Content,
    /// What is set now; empty where that is not known.
    settings: Settings,
    saved: Vec<Settings>,
}

impl ContentWriter {
    /// For a place where a page's settings are those of a new page.
    pub fn on_page() -> Self {
        ContentWriter {
            content: Content::default(),
            settings: INITIAL.map(str::to_owned),
            saved: Vec::new(),
        }
    }

    /// For a place where settings may be anything.
    pub fn anywhere() -> Self {
        ContentWriter { settings: Settings::default(), ..ContentWriter::on_page() }
    }

    pub fn finish(self) -> Content {
        self.content
    }

    pub fn raw(&mut self, operators: &str) {
        self.content.bytes.extend_from_slice(operators.as_bytes());
        self.content.bytes.push(b'\n');
    }

    /// Puts in what was written for any place; tagged as part of a placement, or not at all.
    pub fn append(&mut self, content: &Content, placement: Option<usize>) {
        let shift = self.content.bytes.len();
        self.content.bytes.extend_from_slice(&content.bytes);
        for (at, late) in &content.late {
            let mut late = late.clone();
            match (&mut late, placement) {
                (Late::Mark(_), None) => continue,
                (Late::Mark(Some(tag)), Some(placement)) => tag.placement = placement,
                _ => {}
            }
            self.content.late.push((at + shift, late));
        }
        self.settings = Settings::default();
    }

    /// Tags what follows, up to the next mark.
    pub fn mark(&mut self, tag: Option<WordsTag>) {
        let at = self.content.bytes.len();
        self.content.late.push((at, Late::Mark(tag)));
    }

    pub fn save(&mut self) {
        self.raw("q");
        self.saved.push(self.settings.clone());
    }

    pub fn restore(&mut self) {
        self.raw("Q");
        self.settings = self.saved.pop().unwrap_or_default();
    }

    /// Sets a parameter; `operator` with its operands. Nothing is written when it is set so already.
    pub fn set(&mut self, setting: GraphicsSetting, operator: &str) {
        if self.settings[setting as usize] != operator {
            self.raw(operator);
            operator.clone_into(&mut self.settings[setting as usize]);
        }
    }

    /// Chooses a font at a size in points.
    pub fn font(&mut self, font: usize, size: f64) {
        let size = shortest(size, 3);
        let chosen = format!("{font} {size}");
        if self.settings[GraphicsSetting::Font as usize] != chosen {
            self.resource(Resource::Font(font), &format!(" {size} Tf"));
            self.settings[GraphicsSetting::Font as usize] = chosen;
        }
    }

    /// Writes the name of a resource, then `operator`.
    pub fn resource(&mut self, resource: Resource, operator: &str) {
        let at = self.content.bytes.len();
        self.content.late.push((at, Late::Name(resource)));
        self.raw(operator);
    }

    /// Shows a picture of pixels of that width and height; `map` takes its pixels, the first at the top left, to points.
    pub fn picture(&mut self, picture: Resource, (width, height): (f64, f64), map: Affine) {
        self.save();
        self.transform(map.then_inner(Affine([width, 0.0, 0.0, -height, 0.0, height])));
        self.resource(picture, " Do");
        self.restore();
    }

    /// Bytes of a string or an array, as they are.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.content.bytes.extend_from_slice(bytes);
    }

    /// Maps what follows.
    pub fn transform(&mut self, map: Affine) {
        if map != Affine::IDENTITY {
            let matrix = matrix(map);
            self.raw(&format!("{matrix} cm"));
        }
    }

    fn points(&mut self, points: &[(f64, f64)], operator: &str) {
        for (x, y) in points {
            for n in [*x, *y] {
                push(&mut self.content.bytes, n, DECIMALS);
                self.content.bytes.push(b' ');
            }
        }
        self.raw(operator);
    }

    /// Adds a polygon to the current path: as a rectangle where it is an upright one.
    pub fn polygon(&mut self, points: &[(f64, f64)]) {
        if let [a, b, c, d] = points
            && ((a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0)
                || (a.0 == b.0 && b.1 == c.1 && c.0 == d.0 && d.1 == a.1))
        {
            self.points(&[*a, (c.0 - a.0, c.1 - a.1)], "re");
            return;
        }
        for (n, point) in points.iter().enumerate() {
            self.points(&[*point], if n == 0 { "m" } else { "l" });
        }
        self.raw("h");
    }

    /// Adds a line to the current path.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.points(&[from], "m");
        self.points(&[to], "l");
    }

    /// Adds a curve from `from`, where the path has come to.
    pub fn curve(&mut self, from: (f64, f64), a: (f64, f64), b: (f64, f64), to: (f64, f64)) {
        if near(a, from) {
            self.points(&[b, to], "v");
        } else if near(b, to) {
            self.points(&[a, to], "y");
        } else {
            self.points(&[a, b, to], "c");
        }
    }

    pub fn move_to(&mut self, to: (f64, f64)) {
        self.points(&[to], "m");
    }

    pub fn line_to(&mut self, to: (f64, f64)) {
        self.points(&[to], "l");
    }

    /// Adds a path, mapped; as a rectangle if it is one.
    pub fn path(&mut self, path: &Path, map: Affine) {
        match four_corners(path) {
            Some(corners) => {
                self.polygon(&corners.map(|p| map.apply(f64::from(p.x), f64::from(p.y))));
            }
            None => self.segments(path, map),
        }
    }

    /// Adds a path, mapped, that begins where it is drawn to begin: some viewers draw a rectangle from another corner.
    pub fn segments(&mut self, path: &Path, map: Affine) {
        let to = |p: usvg::tiny_skia_path::Point| map.apply(f64::from(p.x), f64::from(p.y));
        let (mut start, mut last) = ((0.0, 0.0), (0.0, 0.0));
        for segment in path.segments() {
            match segment {
                PathSegment::MoveTo(p) => {
                    start = to(p);
                    last = start;
                    self.move_to(last);
                }
                PathSegment::LineTo(p) => {
                    last = to(p);
                    self.line_to(last);
                }
                PathSegment::QuadTo(p, q) => {
                    let (p, q) = (to(p), to(q));
                    let third = |end: (f64, f64)| {
                        let toward = |end: f64, p: f64| end + (p - end) * 2.0 / 3.0;
                        (toward(end.0, p.0), toward(end.1, p.1))
                    };
                    self.curve(last, third(last), third(q), q);
                    last = q;
                }
                PathSegment::CubicTo(a, b, p) => {
                    let p = to(p);
                    self.curve(last, to(a), to(b), p);
                    last = p;
                }
                PathSegment::Close => {
                    self.raw("h");
                    last = start;
                }
            }
        }
    }
}

/// The corners of a path that is a closed polygon of four.
fn four_corners(path: &Path) -> Option<[usvg::tiny_skia_path::Point; 4]> {
    use usvg::tiny_skia_path::PathVerb::{Close, Line, Move};
    match path.verbs() {
        [Move, Line, Line, Line, Close] => path.points().try_into().ok(),
        _ => None,
    }
}

fn near(a: (f64, f64), b: (f64, f64)) -> bool {
    let least = 0.5 / 10f64.powi(DECIMALS as i32);
    (a.0 - b.0).abs() < least && (a.1 - b.1).abs() < least
}

/// A colour with its operator: in grey, or in red, green and blue.
pub fn colour(colour: [u8; 3], operators: [&str; 2]) -> String {
    let [red, green, blue] = colour;
    if red == green && green == blue {
        return format!("{} {}", component(red), operators[0]);
    }
    format!("{} {}", components(colour), operators[1])
}

/// Red, green and blue as numbers from 0 to 1.
pub fn components(colour: [u8; 3]) -> String {
    colour.map(component).join(" ")
}

/// Rounded up: viewers that round and those that cut off find the same byte.
fn component(n: u8) -> String {
    shortest((f64::from(n) / 0.255).ceil() / 1000.0, 3)
}

/// The six numbers of a matrix.
pub fn matrix(map: Affine) -> String {
    let mut bytes = Vec::with_capacity(40);
    for (n, number) in map.0.iter().enumerate() {
        if n > 0 {
            bytes.push(b' ');
        }
        push(&mut bytes, *number, if n < 4 { MATRIX_DECIMALS } else { 3 });
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// A number with that many decimals at most.
pub fn shortest(number: f64, decimals: u32) -> String {
    let mut bytes = Vec::with_capacity(12);
    push(&mut bytes, number, decimals);
    String::from_utf8(bytes).unwrap_or_default()
}

fn push(bytes: &mut Vec<u8>, number: f64, decimals: u32) {
    let unit = 10u64.pow(decimals);
    // A float larger than the type becomes its largest value, and what is no number 0.
    let scaled = (number * unit as f64).round() as i64;
    let (whole, mut part) = (scaled.unsigned_abs() / unit, scaled.unsigned_abs() % unit);
    if scaled < 0 {
        bytes.push(b'-');
    }
    if whole > 0 || part == 0 {
        let _ = write!(bytes, "{whole}");
    }
    if part > 0 {
        let mut width = decimals as usize;
        while part.is_multiple_of(10) {
            part /= 10;
            width -= 1;
        }
        let _ = write!(bytes, ".{part:0width$}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        for (number, written) in [
            (0.0, "0"),
            (-0.001, "0"),
            (0.5, ".5"),
            (-0.25, "-.25"),
            (12.0, "12"),
            (595.276, "595.28"),
            (10.05, "10.05"),
            (-3.999, "-4"),
            (f64::NAN, "0"),
        ] {
            assert_eq!(shortest(number, 2), written);
        }
    }

    #[test]
    fn a_setting_is_written_when_it_changes() {
        let mut out = ContentWriter::on_page();
        out.set(GraphicsSetting::Fill, "0 g");
        out.save();
        out.set(GraphicsSetting::Fill, "1 g");
        out.set(GraphicsSetting::Fill, "1 g");
        out.restore();
        out.set(GraphicsSetting::Fill, "1 g");
        assert_eq!(out.finish().finish().0, b"q\n1 g\nQ\n1 g\n");
    }

    #[test]
    fn resources_are_named_in_their_order() {
        let mut out = ContentWriter::anywhere();
        for form in [7, 3, 7] {
            out.resource(Resource::Form(form), " Do");
        }
        let (bytes, named, _) = out.finish().finish();
        assert_eq!(bytes, b"/F0 Do\n/F1 Do\n/F0 Do\n");
        let forms = named.into_iter().map(|(name, _)| name);
        assert_eq!(forms.collect::<Vec<_>>(), ["F0", "F1"]);
    }

    #[test]
    fn upright_boxes_are_rectangles() {
        let mut out = ContentWriter::anywhere();
        out.polygon(&[(1.0, 2.0), (4.0, 2.0), (4.0, 6.0), (1.0, 6.0)]);
        out.polygon(&[(0.0, 0.0), (4.0, 2.0), (4.0, 6.0), (1.0, 6.0)]);
        let written = String::from_utf8(out.finish().finish().0).unwrap();
        assert!(written.starts_with("1 2 3 4 re\n0 0 m\n"), "{written}");
    }
}
