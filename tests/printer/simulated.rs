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
                let mut seen = Seen {
                    size,
                    ..Seen::default()
                };
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
                    let form = follow(document, forms.get(name).unwrap())
                        .as_stream()
                        .unwrap();
                    let content = form.decompressed_content().unwrap_or(form.content.clone());
                    let content = lopdf::content::Content::decode(&content).unwrap();
                    self.read(document, &form.dict, &content.operations, map, depth + 1);
                }
                _ => {}
            }
        }
    }

    /// The vernier scales of the page: its eleven lines, from the first on, by their places in `lines`, and whether they stand
    /// along x.
    fn scales(&self) -> Vec<(bool, Vec<usize>)> {
        let mut found: Vec<(bool, Vec<usize>)> = Vec::new();
        let length = |[foot, end]: [Point; 2]| (end.0 - foot.0).abs().max((end.1 - foot.1).abs());
        for (place, [foot, end]) in self.lines.iter().enumerate() {
            let (dx, dy) = ((end.0 - foot.0).abs(), (end.1 - foot.1).abs());
            let along_x = dx < dy;
            if dx.min(dy) > 0.01 || !(3.5..7.5).contains(&dx.max(dy)) {
                continue;
            }
            let on_ruler = |(x, y): Point| if along_x { (x, y) } else { (y, x) };
            let (along, across) = on_ruler(*foot);
            let beside = |(x, ticks): &&mut (bool, Vec<usize>)| {
                let (a, b) = on_ruler(self.lines[ticks[ticks.len() - 1]][0]);
                *x == along_x && ((a - along).abs() - 0.9).abs() < 0.02 && (b - across).abs() < 0.01
            };
            match found.iter_mut().find(beside) {
                Some((_, ticks)) => ticks.push(place),
                None => found.push((along_x, vec![place])),
            }
        }
        found.retain(|(_, ticks)| ticks.len() == 11);
        for (_, ticks) in &found {
            let mut others = ticks[1..].iter();
            let first = length(self.lines[ticks[0]]);
            assert!(
                others.all(|tick| length(self.lines[*tick]) < first),
                "0 is the longest"
            );
        }
        found
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
    /// What a person reads on the page, side by side: `shown` is what is printed, `plain` the page as it would be without a
    /// correction. A ruler lies at each scale, its nought at the edge: the left and the upper one of the front, and the same edges
    /// of the paper on the back.
    pub fn readings(&self, plain: &[Seen], shown: &[Seen]) -> Vec<f64> {
        let mut readings = Vec::new();
        for (side, (plain, page)) in plain.iter().zip(shown).enumerate() {
            let scales = plain.scales();
            assert_eq!(scales.len(), 8);
            for (along_x, lines) in scales {
                let from_edge = |tick: usize| {
                    let (x, y) = self.side(side == 1).apply(page.lines[lines[tick]][0]);
                    match (along_x, side, self.long_edge) {
                        (true, 1, true) => page.size[0] - x,
                        (true, ..) => x,
                        (false, 1, false) => page.size[1] - y,
                        (false, ..) => y,
                    }
                };
                // Millimetres before the line 0, and the number of the line that best meets one of the ruler's: 0 and 10 are
                // the same. Where the line 0 is on a millimetre, the tenths say on which side.
                let whole = (0..10).map(|tick| {
                    let place = from_edge(tick);
                    (
                        tick,
                        place.round() - tick as f64,
                        (place - place.round()).abs(),
                    )
                });
                let best = whole.min_by(|a, b| a.2.total_cmp(&b.2)).unwrap();
                readings.push(best.1 + best.0 as f64 / 10.0);
            }
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
        let on_paper = if lies {
            Map([0.0, -1.0, 1.0, 0.0, 0.0, wanted.size[0]])
        } else {
            SAME
        };
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
