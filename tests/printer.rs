//! A printer that is off, simulated: it prints the vernier page, somebody reads it to a tenth of a millimetre, and what is
//! printed for that printer afterwards comes out where it belongs.
//!
//! Pages are read by their operators, with no code of the writer's: what the printer does to them is a map of the plane.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use lopdf::content::Operation;
use lopdf::{Dictionary, Document, Object};

/// Points in a millimetre.
const PT: f64 = 72.0 / 25.4;

type Point = (f64, f64);

/// x' = a·x + c·y + e, y' = b·x + d·y + f.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Map([f64; 6]);

const SAME: Map = Map([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

impl Map {
    fn apply(self, (x, y): Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// First `inner`, then this.
    fn after(self, inner: Map) -> Map {
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
    fn printer([width, height]: [f64; 2], shift: Point, degrees: f64, scale: Point) -> Map {
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
struct Seen {
    size: [f64; 2],
    /// Lines with both ends.
    lines: Vec<[Point; 2]>,
    /// Corners of what cards are clipped to.
    cards: Vec<[Point; 4]>,
}

impl Seen {
    fn pages(pdf: &[u8]) -> Vec<Seen> {
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
    fn read(
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

    /// The vernier scales of the page: the feet of their eleven lines, from the first on, and whether they stand along x.
    fn scales(&self) -> Vec<(bool, Vec<Point>)> {
        let mut found: Vec<(bool, Vec<(Point, f64)>)> = Vec::new();
        for [foot, end] in &self.lines {
            let (dx, dy) = ((end.0 - foot.0).abs(), (end.1 - foot.1).abs());
            let (along_x, length) = (dx < dy, dx.max(dy));
            let upright = dx.min(dy) < 0.01 && (3.5..7.5).contains(&length);
            let (along, across) = match along_x {
                true => (foot.0, foot.1),
                false => (foot.1, foot.0),
            };
            let beside = |(x, ticks): &&mut (bool, Vec<(Point, f64)>)| {
                let last = ticks[ticks.len() - 1].0;
                let (a, b) = if along_x { last } else { (last.1, last.0) };
                *x == along_x && ((a - along).abs() - 0.9).abs() < 0.02 && (b - across).abs() < 0.01
            };
            if !upright {
                continue;
            }
            match found.iter_mut().find(beside) {
                Some((_, ticks)) => ticks.push((*foot, length)),
                None => found.push((along_x, vec![(*foot, length)])),
            }
        }
        found.retain(|(_, ticks)| ticks.len() == 11);
        let scales = found.into_iter().map(|(along_x, ticks)| {
            let first = ticks[0].1;
            assert!(
                ticks[1..].iter().all(|(_, length)| *length < first),
                "0 is the longest"
            );
            (along_x, ticks.into_iter().map(|(foot, _)| foot).collect())
        });
        scales.collect()
    }
}

fn numbers(operands: &[Object]) -> Vec<f64> {
    let floats = operands.iter().filter_map(|o| o.as_float().ok());
    floats.map(f64::from).collect()
}

fn follow<'a>(document: &'a Document, object: &'a Object) -> &'a Object {
    document.dereference(object).unwrap().1
}

/// A desk with a printer: a folder for what is printed, and one for what is known of printers.
struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(arguments)
            .current_dir(self.dir.path())
            .env_remove("DECKPROOF_PAPER")
            .env("DECKPROOF_CONFIG", self.dir.path().join("settings"))
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap()
    }

    #[track_caller]
    fn does(&self, arguments: &[&str]) -> (String, String) {
        let output = self.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {told}");
        (String::from_utf8(output.stdout).unwrap(), told)
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn file(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Measures a printer as a person does: prints the page, reads it, gives the readings.
    fn measure(&self, name: &str, printer: &Printer, options: &[&str]) -> Vec<f64> {
        let (said, _) = self.does(&[&["printer", "new", name], options].concat());
        let page = said.lines().next().unwrap();
        let readings = printer.readings(&Seen::pages(&self.file(page)));
        let words: Vec<String> = readings.iter().map(|mm| format!("{mm:.1}")).collect();
        let mut arguments = [&["printer", "new", name], options].concat();
        for (side, readings) in ["--front", "--back"].iter().zip(words.chunks(8)) {
            arguments.push(side);
            arguments.extend(readings.iter().map(String::as_str));
        }
        self.does(&arguments);
        readings
    }
}

/// A printer: what it does to each side of the paper as it is fed, and how it turns the paper over.
struct Printer {
    front: Map,
    back: Map,
    /// Over the long edge: left and right change places.
    long_edge: bool,
}

impl Printer {
    /// What a person reads on the page, side by side. A ruler lies at each scale, its nought at the edge: the left and the
    /// upper one of the front, and the same edges of the paper on the back.
    fn readings(&self, pages: &[Seen]) -> Vec<f64> {
        let mut readings = Vec::new();
        for (side, page) in pages.iter().enumerate() {
            let scales = page.scales();
            assert_eq!(scales.len(), 8);
            for (along_x, feet) in scales {
                let printed = |foot: &Point| match side {
                    0 => self.front.apply(*foot),
                    _ => self.back.apply(*foot),
                };
                let from_edge = |foot: &Point| match (along_x, side, self.long_edge) {
                    (true, 1, true) => page.size[0] - printed(foot).0,
                    (true, ..) => printed(foot).0,
                    (false, 1, false) => page.size[1] - printed(foot).1,
                    (false, ..) => printed(foot).1,
                };
                // The number of the line that best meets a line of the ruler: 0 and 10 are the same.
                let meets = |tick: &usize| {
                    let place = from_edge(&feet[*tick]);
                    ((place - place.round()).abs() * 1e6) as u64
                };
                let tick = (0..10).min_by_key(meets).unwrap();
                // Millimetres before the line 0; where that lies on one, the tenths say on which side.
                let whole = (from_edge(&feet[0]) - tick as f64 / 10.0).round();
                readings.push(whole + tick as f64 / 10.0);
            }
        }
        readings
    }

    fn side(&self, back: bool) -> Map {
        if back { self.back } else { self.front }
    }
}

/// The largest distance, over all pages, from where marks and cards come out to where they should.
fn error(printer: &Printer, corrected: &[u8], plain: &[u8], duplex: bool) -> f64 {
    let (corrected, plain) = (Seen::pages(corrected), Seen::pages(plain));
    assert_eq!(corrected.len(), plain.len());
    let mut worst: f64 = 0.0;
    let mut compared = 0;
    for (number, (page, wanted)) in corrected.iter().zip(&plain).enumerate() {
        // A page on its side lies on the paper with its top at the left.
        let lies = wanted.size[0] > wanted.size[1];
        let on_paper = match lies {
            true => Map([0.0, -1.0, 1.0, 0.0, 0.0, wanted.size[0]]),
            false => SAME,
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

const A4: [f64; 2] = [210.0, 297.0];
const LETTER: [f64; 2] = [215.9, 279.4];

/// A printer that is a little off, on each side otherwise.
fn a_little_off(paper: [f64; 2]) -> Printer {
    Printer {
        front: Map::printer(paper, (1.1, -1.0), 0.4, (1.0, 1.0)),
        back: Map::printer(paper, (-0.7, 1.3), -0.25, (1.0, 1.0)),
        long_edge: true,
    }
}

/// A printer that is far off, and too large along one axis and too small along the other.
fn far_off(paper: [f64; 2]) -> Printer {
    Printer {
        front: Map::printer(paper, (6.0, -2.0), 0.15, (1.004, 0.996)),
        back: Map::printer(paper, (-3.3, 5.0), 0.4, (0.997, 1.003)),
        long_edge: true,
    }
}

#[test]
fn what_is_printed_for_a_printer_comes_out_within_a_tenth() {
    let desk = Desk::new();
    let deck = ["print", "caper", "--deck", "gear"];
    desk.does(&deck);
    for (name, printer, off) in [("near", a_little_off(A4), 1.4), ("far", far_off(A4), 6.0)] {
        desk.measure(name, &printer, &[]);
        desk.does(&[&deck[..], &["--printer", name]].concat());
        let corrected = desk.file(&format!("output/caper-gear-for-{name}.pdf"));
        let plain = desk.file("output/caper-gear.pdf");
        let without = error(&printer, &plain, &plain, true);
        let with = error(&printer, &corrected, &plain, true);
        assert!(without > off, "{without}");
        assert!(with < 0.1, "{name}: {with} mm");
    }
}

#[test]
fn pages_on_their_side_are_fed_upright_and_come_out_where_they_should() {
    let desk = Desk::new();
    let printer = far_off(A4);
    desk.measure("far", &printer, &[]);
    let deck = ["print", "mine", "--deck", "cards"];
    lying_cards(&desk.path("mine"));
    desk.does(&deck);
    let plain = desk.file("output/mine-cards.pdf");
    let first = &Seen::pages(&plain)[0];
    assert!(first.size[0] > first.size[1]);
    desk.does(&[&deck[..], &["--printer", "far"]].concat());
    let corrected = desk.file("output/mine-cards-for-far.pdf");
    let error = error(&printer, &corrected, &plain, true);
    assert!(error < 0.1, "{error} mm");
}

/// A game of one deck of cards that are wider than high, with backs.
fn lying_cards(folder: &Path) {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"88.9mm\" height=\"63.5mm\" viewBox=\"0 0 88.9 63.5\">\
        <rect x=\"-4\" y=\"-4\" width=\"97\" height=\"72\" fill=\"#446\"/></svg>";
    std::fs::create_dir_all(folder.join("templates")).unwrap();
    for (name, text) in [
        ("game.toml", "title = \"Mine\"\nversion = \"1\"\n"),
        (
            "cards.toml",
            "template = \"card.svg\"\nback = \"card.svg\"\nsize = \"poker landscape\"\n[[card]]\nname = \"One\"\ncopies = 12\n",
        ),
        ("templates/card.svg", svg),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

#[test]
fn a_printer_measured_on_one_flip_serves_the_other_too() {
    let desk = Desk::new();
    let mut printer = far_off(LETTER);
    printer.long_edge = false;
    let readings = desk.measure(
        "far",
        &printer,
        &["--backs", "short-edge", "--paper", "letter"],
    );
    assert_eq!(readings.len(), 16);
    let deck = ["print", "caper", "--deck", "gear", "--paper", "letter"];
    // On the other flip the back comes into the printer turned by a half.
    let half = Map([-1.0, 0.0, 0.0, -1.0, LETTER[0], LETTER[1]]);
    for (flip, back) in [
        ("short-edge", printer.back),
        ("long-edge", half.after(printer.back.after(half))),
    ] {
        let printer = Printer {
            back,
            ..far_off(LETTER)
        };
        let options = [&deck[..], &["--backs", flip]].concat();
        desk.does(&options);
        let plain = desk.file("output/caper-gear-letter.pdf");
        let (_, told) = desk.does(&[&options[..], &["--printer", "far"]].concat());
        // On Letter, cards end where the margin begins: 6 mm beyond it there is no room to move.
        assert!(told.contains("warning[D934]"), "{told}");
        let corrected = desk.file("output/caper-gear-letter-for-far.pdf");
        let error = error(&printer, &corrected, &plain, true);
        assert!(error < 0.1, "{flip}: {error} mm");
    }
}

#[test]
fn backs_on_sheets_of_their_own_are_printed_on_the_front() {
    let desk = Desk::new();
    let printer = a_little_off(A4);
    desk.measure("near/rear", &printer, &["--backs", "none"]);
    for backs in ["separate", "fold", "none"] {
        let options = ["print", "caper", "--deck", "gear", "--backs", backs];
        desk.does(&options);
        let plain = desk.file("output/caper-gear.pdf");
        desk.does(&[&options[..], &["--printer", "near/rear"]].concat());
        let corrected = desk.file("output/caper-gear-for-near-rear.pdf");
        let error = error(&printer, &corrected, &plain, false);
        assert!(error < 0.1, "{backs}: {error} mm");
    }
    let told = desk.refuses(&["print", "caper", "--deck", "gear", "--printer", "near/rear"]);
    assert!(
        told.contains("error[D932]") && told.contains("the back of `near/rear`"),
        "{told}"
    );
}

#[test]
fn the_corrected_page_reads_as_it_should() {
    let desk = Desk::new();
    let printer = far_off(A4);
    desk.measure("far", &printer, &[]);
    let (said, _) = desk.does(&["printer", "test", "far"]);
    let pages = Seen::pages(&desk.file(said.lines().next().unwrap()));
    let marks = |pages: &[Seen], printer: Option<&Printer>| -> Vec<Point> {
        let ends = pages.iter().enumerate().flat_map(|(side, page)| {
            let map = printer.map_or(SAME, |printer| printer.side(side == 1));
            page.lines
                .iter()
                .flatten()
                .map(move |end| map.apply(*end))
                .collect::<Vec<_>>()
        });
        ends.collect()
    };
    let (said, _) = desk.does(&["printer", "new", "far"]);
    let nominal = Seen::pages(&desk.file(said.lines().next().unwrap()));
    let pairs = marks(&pages, Some(&printer))
        .into_iter()
        .zip(marks(&nominal, None));
    let apart = pairs.map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1));
    assert!(apart.fold(0.0, f64::max) < 0.1);
}

#[test]
fn the_boxes_of_a_corrected_page_go_with_its_cards() {
    let desk = Desk::new();
    desk.measure("far", &far_off(A4), &[]);
    desk.does(&["print", "caper", "--deck", "gear", "--printer", "far"]);
    let document = Document::load_mem(&desk.file("output/caper-gear-for-far.pdf")).unwrap();
    let pages = Seen::pages(&desk.file("output/caper-gear-for-far.pdf"));
    for (id, seen) in document.page_iter().zip(pages) {
        let page = document.get_dictionary(id).unwrap();
        let trim = numbers(page.get(b"TrimBox").unwrap().as_array().unwrap());
        for (x, y) in seen.cards.iter().flatten() {
            let (x, y) = (x * PT, (seen.size[1] - y) * PT);
            let inside = x > trim[0] - 0.05 && x < trim[2] + 0.05;
            assert!(inside && y > trim[1] - 0.05 && y < trim[3] + 0.05);
        }
    }
}

#[test]
fn printers_are_listed_and_shown() {
    let desk = Desk::new();
    assert!(
        desk.does(&["printer", "list"])
            .0
            .contains("No printer was measured")
    );
    desk.measure("far", &far_off(A4), &[]);
    desk.measure("Near/Rear", &a_little_off(A4), &["--backs", "none"]);
    let (said, _) = desk.does(&["printer", "list"]);
    let rows: Vec<String> = said
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(
        rows,
        [
            "printer paper sides",
            "far a4 (210 x 297 mm) both, long-edge",
            "near/rear a4 (210 x 297 mm) front",
        ]
    );
    let (said, _) = desk.does(&["printer", "show", "far"]);
    // As the simulated printer is, to what readings to a tenth give.
    let front = said.lines().find(|l| l.contains("front:")).unwrap();
    let words: Vec<f64> = front
        .split([' ', '°'])
        .filter_map(|w| w.parse().ok())
        .collect();
    for (found, truth) in words.iter().zip([6.0, 2.0, 0.15, 100.4, 99.6]) {
        assert!((found - truth).abs() < 0.06, "{front}");
    }
    assert_eq!(words.len(), 5, "{front}");
    assert!(
        front.contains("mm right") && front.contains("mm up"),
        "{front}"
    );
    let again = desk.file("settings/printers/far.toml");
    desk.measure("far", &far_off(A4), &[]);
    assert_eq!(
        desk.file("settings/printers/far.toml"),
        again,
        "the same bytes"
    );
}

#[test]
fn without_a_printer_a_print_is_as_it_was() {
    let desk = Desk::new();
    let deck = ["print", "caper", "--deck", "gear"];
    desk.does(&deck);
    let before = desk.file("output/caper-gear.pdf");
    desk.measure("far", &far_off(A4), &[]);
    desk.does(&[&deck[..], &["--printer", "far"]].concat());
    desk.does(&deck);
    assert_eq!(desk.file("output/caper-gear.pdf"), before);
}

#[test]
fn what_is_not_measured_is_told_with_what_is() {
    let desk = Desk::new();
    let told = desk.refuses(&["print", "caper", "--printer", "far"]);
    assert!(
        told.contains("error[D932]") && told.contains("printer new far"),
        "{told}"
    );
    desk.measure("far/rear", &far_off(A4), &[]);
    let told = desk.refuses(&["print", "caper", "--printer", "fare"]);
    assert!(told.contains("there is `far`"), "{told}");
    for arguments in [
        &["print", "caper", "--printer", "far"][..],
        &[
            "print",
            "caper",
            "--printer",
            "far/rear",
            "--paper",
            "letter",
        ],
        &["printer", "show", "far/front"],
        &["printer", "test", "far"],
    ] {
        let told = desk.refuses(arguments);
        let named = told.contains("there is `far/rear on a4 (210 x 297 mm)`");
        assert!(named && told.contains("error[D932]"), "{told}");
    }
    assert!(!desk.path("output/caper-for-far.pdf").exists());
    for name in ["../far", "far/", "a b"] {
        desk.refuses(&["print", "caper", "--printer", name]);
    }
}

#[test]
fn readings_that_cannot_be_are_refused_and_nothing_is_kept() {
    let desk = Desk::new();
    let right = ["22", "178", "22", "178", "40", "247", "40", "247"];
    let new = |front: &[&str], more: &[&str]| {
        let front = [&["printer", "new", "canon", "--front"], front].concat();
        desk.refuses(&[&front[..], more].concat())
    };
    let mut far = right;
    far[1] = "160";
    let told = new(&far, &["--backs", "none"]);
    assert!(
        told.contains("error[D931]") && told.contains("160 at B of the front"),
        "{told}"
    );
    let mut slip = right;
    slip[2] = "25";
    let told = new(&slip, &["--backs", "none"]);
    assert!(told.contains("contradict each other"), "{told}");
    let told = new(&right, &[]);
    assert!(told.contains("readings of the back are missing"), "{told}");
    let told = new(
        &right,
        &[&["--backs", "none", "--back"][..], &right[..]].concat(),
    );
    assert!(told.contains("error[D931]"), "{told}");
    for wrong in ["nan", "-3", "x", "inf", "1e99"] {
        let mut words = right;
        words[0] = wrong;
        new(&words, &["--backs", "none"]);
    }
    new(&right[..7], &["--backs", "none"]);
    let told = desk.refuses(&["printer", "new", "canon", "--paper", "a6x"]);
    assert!(told.contains("is not a paper"), "{told}");
    let told = desk.refuses(&["printer", "new", "canon", "--paper", "90x90"]);
    assert!(told.contains("error[D905]"), "{told}");
    assert!(!desk.path("settings").exists());
}

#[test]
fn a_damaged_file_is_told_at_its_place_and_left() {
    let desk = Desk::new();
    desk.measure("far", &far_off(A4), &[]);
    let path = desk.path("settings/printers/far.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let damaged = text.replacen("scale = [", "scale = [9", 1);
    std::fs::write(&path, &damaged).unwrap();
    for arguments in [
        &["print", "caper", "--printer", "far"][..],
        &["printer", "show", "far"],
        &["printer", "list"],
        &[
            "printer", "new", "far", "--backs", "none", "--front", "22", "178", "22", "178", "40",
            "247", "40", "247",
        ],
    ] {
        let told = desk.refuses(arguments);
        assert!(
            told.contains("error[D933]") && told.contains("far.toml:10:"),
            "{told}"
        );
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), damaged);
    // Cut short it is damaged too, wherever that is.
    for end in 0..text.len() {
        if text[end..].trim().is_empty() {
            continue;
        }
        std::fs::write(&path, &text[..end]).unwrap();
        if end % 40 == 0 {
            let output = desk.run(&["printer", "show", "far"]);
            assert_eq!(output.status.code(), Some(2), "up to byte {end}");
        }
    }
    std::fs::write(&path, "mine = true\n# end\n").unwrap();
    desk.refuses(&["printer", "show", "far"]);
}
