//! A printer that is off, and what somebody sees on its pages. They are read by their operators, with no code of the writer's: what the
//! printer does to them is a map of the plane.

use lopdf::content::Operation;
use lopdf::{Dictionary, Document, Object};

/// Points in a millimetre.
pub const PT: f64 = 72.0 / 25.4;

pub type Point = (f64, f64);

/// x' = a·x + c·y + e, y' = b·x + d·y + f.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Map(pub [f64; 6]);

pub const SAME: Map = Map([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

impl Map {
    pub fn apply(self, (x, y): Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// First `inner`, then this.
    pub fn after(self, inner: Map) -> Map {
        let [p, q, r, s, t, u] = inner.0;
        let origin = self.apply((0.0, 0.0));
        let linear = |p: Point| {
            let (x, y) = self.apply(p);
            (x - origin.0, y - origin.1)
        };
        let ((a, b), (c, d), (e, f)) = (linear((p, q)), linear((r, s)), self.apply((t, u)));
        Map([a, b, c, d, e, f])
    }

    /// A printer that scales along its axes, then turns about the middle of the paper (clockwise, y down), then shifts.
    pub fn printer([width, height]: [f64; 2], shift: Point, degrees: f64, scale: Point) -> Map {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (width / 2.0, height / 2.0);
        let middle = Map([1.0, 0.0, 0.0, 1.0, -x, -y]);
        let scaled = Map([scale.0, 0.0, 0.0, scale.1, 0.0, 0.0]);
        let turned = Map([cos, sin, -sin, cos, x + shift.0, y + shift.1]);
        turned.after(scaled.after(middle))
    }
}

/// What stands on a page: mm from its upper left corner.
#[derive(Debug, Default)]
pub struct Seen {
    pub size: [f64; 2],
    /// Lines with both ends.
    pub lines: Vec<[Point; 2]>,
    /// Corners of what cards are clipped to.
    pub cards: Vec<[Point; 4]>,
}

impl Seen {
    pub fn pages(pdf: &[u8]) -> Vec<Seen> {
        let document = Document::load_mem(pdf).unwrap();
        let pages = document.page_iter();
        pages
            .map(|id| {
                let page = document.get_dictionary(id).unwrap();
                let media = numbers(page.get(b"MediaBox").unwrap().as_array().unwrap());
                let size = [media[2] / PT, media[3] / PT];
                let down = Map([1.0 / PT, 0.0, 0.0, -1.0 / PT, 0.0, size[1]]);
                let mut seen = Seen { size, ..Seen::default() };
                let content = document.get_and_decode_page_content(id).unwrap();
                seen.read(&document, page, &content.operations, down, 0);
                seen
            })
            .collect()
    }

    /// Follows the operators; forms of marks, which are in the layer of marks, are gone into.
    pub fn read(
        &mut self,
        document: &Document,
        holder: &Dictionary,
        operations: &[Operation],
        start: Map,
        depth: usize,
    ) {
        let (mut map, mut kept) = (start, Vec::new());
        let (mut at, mut path) = ((0.0, 0.0), Vec::new());
        let mut rectangle = None;
        let mut in_marks = depth > 0;
        for operation in operations {
            let n = numbers(&operation.operands);
            match operation.operator.as_str() {
                "q" => kept.push(map),
                "Q" => map = kept.pop().unwrap(),
                "cm" => map = map.after(Map(n[..].try_into().unwrap())),
                "BDC" => in_marks = true,
                "EMC" => in_marks = false,
                "m" => at = (n[0], n[1]),
                "l" => {
                    path.push([map.apply(at), map.apply((n[0], n[1]))]);
                    at = (n[0], n[1]);
                }
                "re" => {
                    let (right, top) = (n[0] + n[2], n[1] + n[3]);
                    let corners = [(n[0], n[1]), (right, n[1]), (right, top), (n[0], top)];
                    rectangle = Some(corners.map(|corner| map.apply(corner)));
                }
                // The first cut of a card is its own; further ones are within it.
                "W" if !in_marks && kept.len() == 1 => self.cards.extend(rectangle.take()),
                "S" if in_marks => self.lines.append(&mut path),
                "S" | "f" | "n" | "B" | "f*" => path.clear(),
                "Do" if in_marks => {
                    let resources = follow(document, holder.get(b"Resources").unwrap());
                    let forms = resources.as_dict().unwrap().get(b"XObject").unwrap();
                    let forms = follow(document, forms).as_dict().unwrap();
                    let name = operation.operands[0].as_name().unwrap();
                    let form = follow(document, forms.get(name).unwrap()).as_stream().unwrap();
                    let content = form.decompressed_content().unwrap_or(form.content.clone());
                    let content = lopdf::content::Content::decode(&content).unwrap();
                    self.read(document, &form.dict, &content.operations, map, depth + 1);
                }
                _ => {}
            }
        }
    }
}

pub fn numbers(operands: &[Object]) -> Vec<f64> {
    let floats = operands.iter().filter_map(|o| o.as_float().ok());
    floats.map(f64::from).collect()
}

pub fn follow<'a>(document: &'a Document, object: &'a Object) -> &'a Object {
    document.dereference(object).unwrap().1
}

/// A printer: what it does to each side of the paper as it is fed, and how it turns the paper over.
pub struct Printer {
    pub front: Map,
    pub back: Map,
    /// Over the long edge: left and right change places.
    pub long_edge: bool,
}

impl Printer {
    /// What a person reads on the page, side by side, to a quarter of a millimetre: where the middle of the paper crosses the scales, and
    /// how long the lines are.
    pub fn readings(&self, pages: &[Seen]) -> Vec<f64> {
        let quarters = |mm: f64| (4.0 * mm).round() / 4.0;
        let mut readings = Vec::new();
        for (side, page) in pages.iter().enumerate() {
            let length = |[from, to]: [Point; 2]| (to.0 - from.0).hypot(to.1 - from.1);
            let printed = |line: [Point; 2]| line.map(|end| self.side(side == 1).apply(end));
            let lines = page.lines.iter().copied();
            let scales: Vec<_> =
                lines.clone().filter(|line| (length(*line) - 20.0).abs() < 0.01).collect();
            let long: Vec<_> = lines.filter(|line| length(*line) > 25.0).collect();
            assert_eq!((scales.len(), long.len()), (4, 2));
            for (number, [from, to]) in scales.into_iter().map(printed).enumerate() {
                // The upper and the lower one lie across the page.
                let (from, to, middle) = if number < 2 {
                    (from.0, to.0, page.size[0] / 2.0)
                } else {
                    (from.1, to.1, page.size[1] / 2.0)
                };
                readings.push(quarters(20.0 * (middle - from) / (to - from)));
            }
            readings.extend(long.into_iter().map(|line| quarters(length(printed(line)))));
        }
        readings
    }

    pub fn side(&self, back: bool) -> Map {
        if back { self.back } else { self.front }
    }
}

/// The largest distance, over all pages, from where marks and cards come out to where they should.
pub fn error(printer: &Printer, corrected: &[u8], plain: &[u8], duplex: bool) -> f64 {
    let (corrected, plain) = (Seen::pages(corrected), Seen::pages(plain));
    assert_eq!(corrected.len(), plain.len());
    let mut worst: f64 = 0.0;
    let mut compared = 0;
    for (number, (page, wanted)) in corrected.iter().zip(&plain).enumerate() {
        // A page on its side lies on the paper with its top at the left.
        let lies = wanted.size[0] > wanted.size[1];
        let on_paper = if lies { Map([0.0, -1.0, 1.0, 0.0, 0.0, wanted.size[0]]) } else { SAME };
        assert!(page.size[0] < page.size[1], "fed upright");
        let printed = printer.side(duplex && number % 2 == 1);
        let ends = |seen: &Seen| -> Vec<Point> {
            let lines = seen.lines.iter().flatten();
            lines.chain(seen.cards.iter().flatten()).copied().collect()
        };
        let (ends, wanted) = (ends(page), ends(wanted));
        assert_eq!(ends.len(), wanted.len(), "page {number}");
        for (end, wanted) in ends.into_iter().zip(wanted) {
            let (there, wanted) = (printed.apply(end), on_paper.apply(wanted));
            worst = worst.max((there.0 - wanted.0).hypot(there.1 - wanted.1));
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared} points");
    worst
}
