//! The bands of a face around its trim are the same pixels as those of the whole face.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::sample::select;
use resvg::tiny_skia::Pixmap;

use deckproof::raster::{Painter, paint_bands};
use deckproof::registry;
use deckproof::source::{Files, Folder, GameFolder, Tree};
use deckproof::template::{Drawn, Ink, Renderer};

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"";

/// Three cards of a template with these elements, unless it is refused; the rules of the third are long.
fn faces(elements: &str) -> Option<Vec<Arc<Drawn>>> {
    let mut files = BTreeMap::new();
    let mut file = |name: &str, text: &str| files.insert(name.to_owned(), text.into());
    file("game.toml", "title = \"Test\"\n");
    let template = format!("{SVG} viewBox=\"0 0 63.5 88.9\">{DEFINITIONS}{elements}</svg>");
    file("templates/card.svg", &template);
    let body = "<rect width=\"20\" height=\"30\" fill=\"#357\"/><circle cx=\"10\" cy=\"4\" r=\"6\" fill=\"#fff\"/>";
    file("art/sky.svg", &format!("{SVG} viewBox=\"0 0 20 30\">{body}</svg>"));
    let row = |name: &str, rules: &str| {
        format!("[[card]]\nname = \"{name}\"\ncolour = \"#8{name}\"\nrules = \"{rules}\"\n")
    };
    let rows = [row("11", "Draw."), row("22", "Draw."), row("33", &"Wait. ".repeat(9))];
    let unused = ["rules", "colour"].into_iter();
    let unused = unused.filter(|field| !elements.contains(field));
    let ignore: String = unused.map(|field| format!("\"{field}\", ")).collect();
    let deck = format!("template = \"card.svg\"\nsize = \"poker\"\nignore = [{ignore}]\n");
    file("cards.toml", &(deck + &rows.concat()));
    let mut files_read = Files::new();
    let folder = GameFolder::within("test", Folder::Memory(Tree::new("", files)), None);
    let pack = registry::load(folder, &mut files_read).unwrap();
    let decks: Vec<_> = pack.decks.iter().collect();
    let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files_read).ok()?;
    let drawn = renderer.draw(&pack, decks[0], &mut files_read);
    Some(drawn.ok()?.fronts)
}

const DEFINITIONS: &str = "<defs><filter id=\"blur\" x=\"-0.5\" y=\"-0.5\" width=\"2\" height=\"2\"><feGaussianBlur stdDeviation=\"3\"/></filter>\
    <clipPath id=\"clip\"><circle cx=\"20\" cy=\"30\" r=\"40\"/></clipPath>\
    <mask id=\"mask\"><rect x=\"-4\" y=\"-4\" width=\"50\" height=\"97\" fill=\"#bbb\"/></mask>\
    <pattern id=\"dots\" patternUnits=\"userSpaceOnUse\" width=\"7\" height=\"7\"><g opacity=\"0.5\"><circle cx=\"3\" cy=\"3\" r=\"3\" fill=\"#a33\"/></g></pattern>\
    <linearGradient id=\"fade\"><stop stop-color=\"#fff\"/><stop offset=\"1\" stop-color=\"#264\"/></linearGradient></defs>";

fn colour(pixels: &Pixmap, x: u32, y: u32) -> [u8; 3] {
    let pixel = pixels.pixel(x, y).unwrap();
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// Whether the bands are what a painter of whole faces paints there.
fn assert_same(faces: &[Arc<Drawn>], bleed: f64, depth: u32) {
    // No length of the drawings is a number of pixels.
    let dpi = 97.3;
    let painter = Painter::without_words(dpi, bleed, faces);
    let Ok(painted) = paint_bands(dpi, bleed, depth, faces) else {
        // What is too much to paint in a band is too much in a face.
        assert!(faces.iter().any(|face| painter.paint(face).is_err()));
        return;
    };
    for (face, bands) in faces.iter().zip(painted) {
        let whole = painter.paint(face).unwrap();
        let (width, height) = (whole.width(), whole.height());
        let [across, down] = [width, height].map(|side| side - depth.min(side));
        let Some(bands) = bands else {
            let (right, bottom) = (width - 1, height - 1);
            for at in 0..width.max(height) {
                let (x, y) = (at.min(right), at.min(bottom));
                for (x, y) in [(x, 0), (x, bottom), (0, y), (right, y)] {
                    assert_ne!(colour(&whole, x, y), [255; 3]);
                }
            }
            continue;
        };
        for (band, (x, y)) in bands.iter().zip([(0, 0), (0, 0), (across, 0), (0, down)]) {
            let all = band.width() * band.height();
            // Rounding decides how much of a pixel an edge takes; the edge of a circle may lie along a band that is three pixels deep.
            let far = (0..all).filter(|at| {
                let (right, down) = (at % band.width(), at / band.width());
                let own = colour(band, right, down);
                let wanted = colour(&whole, x + right, y + down);
                (0..3).any(|part| own[part].abs_diff(wanted[part]) > 16)
            });
            let far = far.count();
            assert!(
                far * 20 <= all as usize,
                "{far} of {all} pixels differ in the band at {x}, {y}"
            );
        }
    }
}

#[test]
fn bands_are_the_same_pixels_as_those_of_whole_faces() {
    for elements in [
        "",
        "<rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"#446\"/>",
        "<rect width=\"63.5\" height=\"88.9\" fill=\"url(#fade)\" stroke=\"#000\" stroke-width=\"2\"/>",
        "<g clip-path=\"url(#clip)\"><g opacity=\"0.5\"><g mask=\"url(#mask)\"><rect x=\"-200\" width=\"400\" height=\"300\"/></g></g></g>",
        "<rect x=\"8\" y=\"8\" width=\"47\" height=\"72\" filter=\"url(#blur)\"/>",
        "<rect x=\"-4\" width=\"72\" height=\"50\" fill=\"url(#dots)\"/>",
        "<rect data-art=\"sky\" data-scale=\"slice\" x=\"-3\" y=\"-3\" width=\"69.5\" height=\"94.9\"/>",
        "<rect width=\"70\" height=\"9\" fill=\"#248\"/><rect width=\"40\" height=\"40\" fill=\"#fc8\" style=\"mix-blend-mode:multiply\"/>",
        "<rect data-art=\"sky\" x=\"40\" y=\"50\" width=\"30\" height=\"30\"/>",
    ] {
        let faces = faces(elements).unwrap_or_else(|| panic!("refused: {elements}"));
        assert_same(&faces, 3.0, 15);
        assert_same(&faces, 0.5, 5);
    }
}

#[test]
fn a_coloured_ground_that_is_alone_in_the_bands_is_seen_without_painting() {
    let ground = |fill: &str| {
        format!("<rect x=\"-4\" y=\"-4\" width=\"72\" height=\"97\" fill=\"{fill}\"/>")
    };
    let inner = "<circle cx=\"30\" cy=\"40\" r=\"20\" fill=\"#fff\"/>";
    for (elements, seen) in [
        (ground("{{colour}}") + inner, true),
        (ground("{{colour}}") + "<circle cx=\"0\" cy=\"40\" r=\"20\" fill=\"#fff\"/>", false),
        (ground("{{colour}}").replace("97", "91") + inner, false),
        (ground("#fff") + inner, false),
    ] {
        let faces = faces(&elements).unwrap();
        let bands = paint_bands(97.3, 3.0, 15, &faces).unwrap();
        assert!(bands.iter().all(|bands| bands.is_none() == seen), "{elements}");
        assert_same(&faces, 3.0, 15);
    }
}

const KINDS: [&str; 7] = ["rect", "rect", "circle", "line", "box", "art", "slice"];
const LOOKS: [&str; 6] = [
    "",
    "",
    "opacity=\"0.6\"",
    "clip-path=\"url(#clip)\"",
    "mask=\"url(#mask)\"",
    "filter=\"url(#blur)\"",
];
const FILLS: [&str; 5] = ["#fff", "#446", "{{colour}}", "url(#fade)", "url(#dots)"];

fn element() -> impl Strategy<Value = String> {
    let place = (-8..64i32, -8..90i32, 1..75i32, 1..100i32, -40..40i32);
    let element = (select(&KINDS), select(&LOOKS), select(&FILLS), place);
    element.prop_map(|(kind, look, fill, (x, y, w, h, turn))| {
        let art = |scale: &str| format!("<rect data-art=\"sky\" {scale} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
        let shape = match kind {
            "circle" => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{w}\" fill=\"{fill}\"/>"),
            "line" => format!("<path d=\"M{x} {y}L{w} {h}\" stroke=\"{fill}\" stroke-width=\"3\"/>"),
            "box" => return format!("<rect data-fit=\"rules\" x=\"{x}\" y=\"{y}\" width=\"60\" height=\"40\" data-font=\"Cabin\" data-size=\"8\"/>"),
            "art" => return art(""),
            "slice" => return art("data-scale=\"slice\""),
            _ => format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"{fill}\"/>"),
        };
        // A group around what differs from card to card has no effects.
        let look = if shape.contains("{{") { "" } else { look };
        format!("<g {look}><g transform=\"rotate({turn})\">{shape}</g></g>")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bands_of_any_face_are_the_same_pixels(
        elements in proptest::collection::vec(element(), 1..6),
        bleed in select(&[0.5, 1.0, 3.0]),
    ) {
        let faces = faces(&elements.concat());
        prop_assume!(faces.is_some());
        assert_same(&faces.unwrap_or_default(), bleed, 4 * bleed as u32 + 3);
    }
}
