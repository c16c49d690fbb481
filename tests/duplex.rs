//! Paper turned over: each back lies behind its own front, and what a PDF viewer paints is what the faces are.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::template::{Drawn, Ink, Renderer, face_svg};
use resvg::tiny_skia::{Color, Pixmap, Transform};

use crate::painted::Painted;

impl Painted {
    /// From nought, white, to one, black.
    fn darkness(&self, x: usize, y: usize) -> f64 {
        1.0 - f64::from(self.pixel(x, y)[0]) / 255.0
    }

    /// The page seen from behind: turned over as a page of a book, or as one of a calendar.
    fn turned(&self, book: bool) -> Painted {
        let mut pixels = Vec::with_capacity(self.pixels.len());
        for y in 0..self.height {
            for x in 0..self.width {
                pixels.push(if book {
                    self.pixel(self.width - 1 - x, y)
                } else {
                    self.pixel(x, self.height - 1 - y)
                });
            }
        }
        Painted { width: self.width, height: self.height, pixels, scale: self.scale }
    }

    /// Starts and ends of what is dark along a line, in millimetres; an edge inside a pixel is where its grey says.
    fn dark(&self, line: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
        let mut found = Vec::new();
        let (mut start, mut length) = (0, 0.0);
        let mut first = 0.0;
        let mut before = 0.0;
        let mut end = |start: usize, first: f64, length: f64| {
            // The first pixel is dark at its end, so what it lacks lies before the edge.
            let from = start as f64 + 1.0 - first;
            found.push((from / self.scale, (from + length) / self.scale));
        };
        for (i, darkness) in line.chain([0.0]).enumerate() {
            let dark = darkness > 0.004;
            if dark && before <= 0.004 {
                (start, first, length) = (i, darkness, 0.0);
            }
            if dark {
                length += darkness;
            } else if before > 0.004 {
                end(start, first, length);
            }
            before = darkness;
        }
        found
    }

    /// Where the first row of cards begins, in millimetres.
    fn top(&self) -> f64 {
        let dark = |y: &usize| (0..self.width).any(|x| self.darkness(x, *y) > 0.5);
        (0..self.height).find(dark).unwrap() as f64 / self.scale
    }

    /// What is dark across the page, `y` millimetres from its top.
    fn across(&self, y: f64) -> Vec<(f64, f64)> {
        let row = (y * self.scale) as usize;
        self.dark((0..self.width).map(|x| self.darkness(x, row)))
    }

    /// What is dark down the page, `x` millimetres from its left.
    fn down(&self, x: f64) -> Vec<(f64, f64)> {
        let column = (x * self.scale) as usize;
        self.dark((0..self.height).map(|y| self.darkness(column, y)))
    }
}

fn print(folder: &Path, arguments: &[&str], id: &str) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(folder)
        .env_remove("DECKPROOF_PAPER")
        .arg("print")
        .args(arguments)
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    std::fs::read(folder.join(format!("output/{id}.pdf"))).unwrap()
}

/// Prints 65 cards of `width` × `height` millimetres, 4 mm apart, nine on a sheet: the last sheet has two, at the left of
/// its first row. Front and back are black from the top: of card A, 64 times, all; of card B down to `short` millimetres.
fn two_left(width: f64, height: f64, short: f64, backs: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("game");
    std::fs::create_dir_all(game.join("templates")).unwrap();
    let face = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" viewBox=\"0 0 {width} {height}\">\
         <rect width=\"{width}\" height=\"{{{{black}}}}\"/></svg>"
    );
    let deck = format!(
        "template = \"front.svg\"\nback = \"back.svg\"\nsize = \"{width} x {height}\"\n\
         [[card]]\nname = \"A\"\ncopies = 64\nblack = {height}\n[[card]]\nname = \"B\"\nblack = {short}\n"
    );
    for (path, text) in [
        ("game.toml", "title = \"Two\"\n"),
        ("cards.toml", deck.as_str()),
        ("templates/front.svg", &face),
        ("templates/back.svg", &face),
    ] {
        std::fs::write(game.join(path), text).unwrap();
    }
    let arguments = ["game", "--gap", "4", "--marks", "none", "--backs", backs];
    print(folder.path(), &arguments, "game")
}

/// The last two pages of [`two_left`], the second as it is seen through the paper.
struct Sheet {
    front: Painted,
    behind: Painted,
    back: Painted,
}

const DPI: f64 = 254.0;

impl Sheet {
    fn of(pdf: &[u8], book: bool) -> Sheet {
        let mut painted = Painted::last(pdf, 2, DPI);
        let back = painted.pop().unwrap();
        Sheet { front: painted.pop().unwrap(), behind: back.turned(book), back }
    }

    /// Left, right, top and bottom of the black of both cards, in millimetres.
    fn blacks(page: &Painted, top: f64) -> Vec<[f64; 4]> {
        let cards = page.across(top + 5.0).into_iter();
        cards
            .map(|(left, right)| {
                let (from, to) = page.down((left + right) / 2.0)[0];
                [left, right, from, to]
            })
            .collect()
    }
}

/// Both cards are of the right size, each edge of a back lies within 0.1 mm of that of its own front, and would not if the
/// page were not turned.
#[track_caller]
fn check(sheet: &Sheet, [width, height, short]: [f64; 3]) {
    let fronts = Sheet::blacks(&sheet.front, sheet.front.top());
    let behind = Sheet::blacks(&sheet.behind, sheet.front.top());
    assert_eq!((fronts.len(), behind.len()), (2, 2), "{fronts:?} {behind:?}");
    for (card, black) in fronts.iter().zip([height, short]) {
        assert!((card[1] - card[0] - width).abs() < 0.05, "{card:?}");
        assert!((card[3] - card[2] - black).abs() < 0.05, "{card:?}");
    }
    for (front, back) in fronts.iter().zip(&behind) {
        for (a, b) in front.iter().zip(back) {
            assert!((a - b).abs() < 0.1, "front {front:?}, back {back:?}");
        }
    }
    // Two cards of nine lie to the left of the middle, so a page that is not turned does not match.
    let unturned = Sheet::blacks(&sheet.back, sheet.front.top());
    let moved = unturned.first().is_none_or(|b| (b[0] - fronts[0][0]).abs() > 10.0);
    let upside_down = unturned.first().is_none_or(|b| (b[2] - fronts[0][2]).abs() > 10.0);
    assert!(moved || upside_down, "{unturned:?}");
}

/// Three upright cards side by side on an upright page; lying ones on a page that lies.
const UPRIGHT: [f64; 3] = [60.0, 85.0, 50.0];
const LYING: [f64; 3] = [85.0, 60.0, 35.0];

#[test]
fn on_an_upright_page_long_edge_backs_lie_behind_their_fronts() {
    let [width, height, short] = UPRIGHT;
    let sheet = Sheet::of(&two_left(width, height, short, "long-edge"), true);
    assert!(sheet.front.width < sheet.front.height);
    check(&sheet, UPRIGHT);
}

#[test]
fn on_an_upright_page_short_edge_backs_lie_behind_their_fronts() {
    let [width, height, short] = UPRIGHT;
    let sheet = Sheet::of(&two_left(width, height, short, "short-edge"), false);
    assert!(sheet.front.width < sheet.front.height);
    check(&sheet, UPRIGHT);
}

#[test]
fn on_a_lying_page_long_edge_backs_lie_behind_their_fronts() {
    let [width, height, short] = LYING;
    let sheet = Sheet::of(&two_left(width, height, short, "long-edge"), false);
    assert!(sheet.front.width > sheet.front.height);
    check(&sheet, LYING);
}

#[test]
fn on_a_lying_page_short_edge_backs_lie_behind_their_fronts() {
    let [width, height, short] = LYING;
    let sheet = Sheet::of(&two_left(width, height, short, "short-edge"), true);
    assert!(sheet.front.width > sheet.front.height);
    check(&sheet, LYING);
}

#[test]
fn folded_backs_lie_behind_their_fronts() {
    let [width, height, short] = UPRIGHT;
    let pdf = two_left(width, height, short, "fold");
    let page = Painted::last(&pdf, 1, DPI).swap_remove(0);
    // Folded in its middle, the right half of the page is behind the left.
    let behind = page.turned(true);
    let middle = page.width as f64 / page.scale / 2.0;
    let left = |side: &Painted| -> Vec<[f64; 4]> {
        let blacks = Sheet::blacks(side, page.top()).into_iter();
        blacks.filter(|b| b[1] < middle).collect()
    };
    let (fronts, backs) = (left(&page), left(&behind));
    assert!(!fronts.is_empty() && fronts.len() == backs.len());
    for (front, back) in fronts.iter().flatten().zip(backs.iter().flatten()) {
        assert!((front - back).abs() < 0.1, "{fronts:?} {backs:?}");
    }
}

// The cells of a page against the faces

/// Mean difference of brightness, and the share of blocks of 8 × 8 pixels that differ by more than 24 of 255.
#[derive(Debug, Clone, Copy)]
struct Difference {
    mean: f64,
    bad: f64,
}

impl Difference {
    fn is_small(self) -> bool {
        self.mean < 3.0 && self.bad < 0.01
    }
}

fn difference(
    width: usize,
    height: usize,
    a: impl Fn(usize, usize) -> [u8; 3],
    b: impl Fn(usize, usize) -> [u8; 3],
) -> Difference {
    let (mut sum, mut bad, mut blocks) = (0u64, 0u32, 0u32);
    for top in (0..height - 7).step_by(8) {
        for left in (0..width - 7).step_by(8) {
            let mut block = 0u64;
            for (x, y) in (0..64).map(|i| (left + i % 8, top + i / 8)) {
                let channels = a(x, y).into_iter().zip(b(x, y));
                block += channels.map(|(p, q)| u64::from(p.abs_diff(q))).sum::<u64>();
            }
            sum += block;
            blocks += 1;
            bad += u32::from(block / 192 > 24);
        }
    }
    Difference {
        mean: sum as f64 / (f64::from(blocks) * 192.0),
        bad: f64::from(bad) / f64::from(blocks),
    }
}

/// The faces of a deck's cards, as often as there are copies.
fn faces(game: &str, deck: &str) -> Vec<Arc<Drawn>> {
    let mut files = Files::new();
    let mut drawn = || {
        let folder = GameFolder::shipped(game).unwrap();
        let pack = registry::load(folder, &mut files)?;
        let deck = pack.deck(deck).unwrap();
        let renderer = Renderer::open(&pack, &[deck], Ink::Full, &mut files)?;
        let drawn = renderer.draw(&pack, deck, &mut files)?;
        let copies = deck.rows.iter().zip(drawn.fronts);
        let all = copies.flat_map(|(row, face)| vec![face; row.copies as usize]);
        Ok::<_, deckproof::source::Diagnostics>(all.collect())
    };
    drawn().unwrap_or_else(|faults| panic!("{faults:#?}"))
}

/// Paints the trim of a face by resvg, its corner `shift` pixels from that of the picture.
fn painted_face(face: &Drawn, dpi: f64, size: (usize, usize), shift: (f64, f64)) -> Pixmap {
    let mut options = usvg::Options::default();
    for font in face.fonts.faces() {
        options.fontdb_mut().load_font_data(font.data.to_vec());
    }
    let tree = usvg::Tree::from_str(&face_svg(face, 0.0), &options).unwrap();
    let mut map = Pixmap::new(size.0 as u32, size.1 as u32).unwrap();
    map.fill(Color::WHITE);
    // usvg measures in pixels of 1/96 inch.
    let scale = (dpi / 96.0) as f32;
    let place = Transform::from_row(scale, 0.0, 0.0, scale, shift.0 as f32, shift.1 as f32);
    resvg::render(&tree, place, &mut map.as_mut());
    map
}

/// Compares the cells of the first page of a deck with its faces.
fn check_cells(game: &str, deck: &str, columns: usize, rows: usize) {
    let folder = tempfile::tempdir().unwrap();
    let pdf = print(folder.path(), &[game, "--deck", deck], &format!("{game}-{deck}"));
    let dpi = 144.0;
    let page = &Painted::pages(&pdf, dpi)[0];
    let faces = faces(game, deck);
    let cells = columns * rows;
    assert!(faces.len() >= cells);
    let (card_width, card_height) = (faces[0].width, faces[0].height);
    let (paper_width, paper_height) =
        if page.width < page.height { (210.0, 297.0) } else { (297.0, 210.0) };
    let left = (paper_width - columns as f64 * card_width) / 2.0;
    let top = (paper_height - rows as f64 * card_height) / 2.0;
    let size = ((card_width * page.scale) as usize - 2, (card_height * page.scale) as usize - 2);
    let mut noticed = 0;
    for (i, face) in faces.iter().take(cells).enumerate() {
        let x = (left + (i % columns) as f64 * card_width) * page.scale;
        let y = (top + (i / columns) as f64 * card_height) * page.scale;
        // The first whole pixels of the cell.
        let (from_x, from_y) = (x.ceil(), y.ceil());
        let map = painted_face(face, dpi, size, (x - from_x, y - from_y));
        let of_face = |x: usize, y: usize| {
            let p = map.pixel(x as u32, y as u32).unwrap();
            [p.red(), p.green(), p.blue()]
        };
        let of_page = |x: usize, y: usize| page.pixel(from_x as usize + x, from_y as usize + y);
        let found = difference(size.0, size.1, of_page, of_face);
        assert!(found.is_small(), "{game}, card {}: {found:?}", i + 1);
        // Two pixels are 0.35 mm: were a cell so far off, it would be noticed.
        let shifted = |x: usize, y: usize| of_face((x + 2).min(size.0 - 1), y);
        let control = difference(size.0, size.1, of_page, shifted);
        noticed += usize::from(!control.is_small());
    }
    assert_eq!(noticed, cells, "the comparison is blind to a shift of 0.35 mm");
}

#[test]
fn assets_are_painted_as_their_faces_are() {
    check_cells("caps-and-hammers", "assets", 3, 3);
}

#[test]
fn actions_are_painted_as_their_faces_are() {
    check_cells("caps-and-hammers-2016", "actions", 3, 3);
}

#[test]
fn locations_are_painted_as_their_faces_are() {
    check_cells("caper", "locations", 3, 3);
}
