//! What comes out is what was drawn, in every output: small drawings as pictures, as symbols and as templates look the same in the PDF
//! (painted by hayro, and not by what made it) and as PNG; as exported SVG they look as they were drawn (both painted by librsvg, where it
//! is installed).

mod drawings;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;

use crate::painted::Painted;
use drawings::{Drawing, drawings, random_body};

const DPI: f64 = 150.0;

/// Pixels of a side of a card, which is 2 inches wide; around it is as much paper.
const SIDE: usize = 300;
const MARGIN: usize = 150;

/// How different two pictures may be: the mean of all differences of a channel (of 255), and the share of pixels that differ by more
/// than [`FAR`], in percent. Edges are smoothed in other ways by each program.
const MEAN: f64 = 2.5;
const SHARE: f64 = 1.5;
const FAR: u8 = 96;

/// A game in a folder of its own.
struct Game {
    dir: tempfile::TempDir,
    /// The names of its decks, of one card each but for the first, and of the cards.
    faces: Vec<String>,
}

impl Game {
    /// Shows each drawing as a picture, and those of templates also as templates in millimetres and in inches.
    fn new(drawings: &[Drawing]) -> Game {
        let game = Game { dir: tempfile::tempdir().unwrap(), faces: Vec::new() };
        let mut decks = vec!["pictures".to_owned()];
        let mut faces = Vec::new();
        let root = "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
        let mut cards = String::from("template = \"picture.svg\"\nsize = \"50.8mm x 50.8mm\"\n");
        for Drawing { name, body, .. } in drawings {
            cards.push_str(&format!("[[card]]\nname = \"{name}\"\nart = \"{name}\"\n"));
            let svg = format!("{root} viewBox=\"0 0 100 100\">{body}</svg>");
            game.write(&format!("art/{name}.svg"), &svg);
            faces.push(format!("pictures/{name}"));
        }
        game.write("pictures.toml", &cards);
        let open = format!("{root} viewBox=\"0 0 50.8 50.8\">");
        let art = "<rect data-art=\"{{art}}\" width=\"50.8\" height=\"50.8\"/></svg>";
        game.write("templates/picture.svg", &format!("{open}{art}"));
        for Drawing { name, body, .. } in drawings.iter().filter(|d| d.in_templates) {
            let inches =
                format!("{root} width=\"2in\" height=\"2in\" viewBox=\"0 0 100 100\">{body}</svg>");
            let millimetres = format!("{open}<g transform=\"scale(0.508)\">{body}</g></svg>");
            for (unit, svg) in [("inches", inches), ("millimetres", millimetres)] {
                let deck = format!("{name}-{unit}");
                let card = format!(
                    "template = \"{deck}.svg\"\nsize = \"50.8mm x 50.8mm\"\n[[card]]\nname = \"Card\"\n"
                );
                game.write(&format!("{deck}.toml"), &card);
                game.write(&format!("templates/{deck}.svg"), &svg);
                faces.push(format!("{deck}/card"));
                decks.push(deck);
            }
        }
        let listed: Vec<String> = decks.iter().map(|deck| format!("\"{deck}\"")).collect();
        let text = format!("title = \"G\"\ndecks = [{}]\n", listed.join(", "));
        game.write("game.toml", &text);
        Game { faces, ..game }
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.dir.path().join("g").join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_deckproof"));
        let output =
            command.args(arguments.split(' ')).current_dir(self.dir.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments}: {said}");
        output
    }

    /// The files of the faces in a folder of exports, in their order.
    fn files(&self, folder: &str, ending: &str) -> Vec<PathBuf> {
        let folder = self.dir.path().join(folder).join("g");
        let all = std::fs::read_dir(folder).unwrap();
        let mut all: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
        let mut files = Vec::new();
        for face in &self.faces {
            let is_it = |file: &PathBuf| {
                let name = file.file_name().unwrap().to_string_lossy();
                let Some(name) = name.strip_suffix(ending) else {
                    return false;
                };
                // Between deck and card stands the card's number, where a deck has several.
                let (deck, card) = face.rsplit_once('/').unwrap();
                let between = name.strip_prefix(deck).and_then(|n| n.strip_suffix(card));
                between.is_some_and(|n| n.chars().all(|c| c == '-' || c.is_ascii_digit()))
            };
            let at = all.iter().position(is_it);
            files.push(all.swap_remove(at.unwrap_or_else(|| panic!("no {ending} of {face}"))));
        }
        files
    }

    /// What was drawn: the file of the picture or the template.
    fn drawn(&self, face: &str) -> PathBuf {
        let file = match face.strip_prefix("pictures/") {
            Some(picture) => format!("g/art/{picture}.svg"),
            None => format!("g/templates/{}.svg", face.trim_end_matches("/card")),
        };
        self.dir.path().join(file)
    }

    /// The first face as PNG.
    fn painted(&self) -> Vec<[u8; 3]> {
        self.run(&format!("export png g -o png --dpi {DPI}"));
        pixels(&self.files("png", ".png")[0])
    }

    /// What differs between outputs, with by how much.
    fn differences(&self) -> Vec<String> {
        self.run(&format!("export png g -o png --dpi {DPI}"));
        self.run("print g -o pdf --backs none --quiet --draft --no-cache --paper 101.6x101.6 --margin 5 --marks none");
        let pdf = std::fs::read_dir(self.dir.path().join("pdf")).unwrap();
        let pdf = pdf.map(|entry| entry.unwrap().path()).next().unwrap();
        let pages = Painted::pages(&std::fs::read(pdf).unwrap(), DPI);
        assert_eq!(pages.len(), self.faces.len());
        let with_svg = is_there("rsvg-convert");
        if with_svg {
            self.run("export svg g -o svg");
        }
        let pngs = self.files("png", ".png");
        let svgs = if with_svg { self.files("svg", ".svg") } else { Vec::new() };
        let mut wrong = Vec::new();
        for (at, (face, page)) in self.faces.iter().zip(pages).enumerate() {
            let png = pixels(&pngs[at]);
            let cut = |at: usize| page.pixel(MARGIN + at % SIDE, MARGIN + at / SIDE);
            let printed: Vec<[u8; 3]> = (0..SIDE * SIDE).map(cut).collect();
            wrong.extend(
                difference(&png, &printed, SHARE).map(|d| format!("{face}: PDF and PNG, {d}")),
            );
            // Both by one program: what it can't do, it can't do twice.
            if let Some(svg) = svgs.get(at) {
                let (exported, drawn) = (librsvg(svg), librsvg(&self.drawn(face)));
                let off = difference(&drawn, &exported, SHARE);
                wrong.extend(off.map(|d| format!("{face}: SVG and what was drawn, {d}")));
            }
        }
        wrong
    }
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// The pixels of a PNG file on white.
fn pixels(file: &Path) -> Vec<[u8; 3]> {
    let pixmap = Pixmap::load_png(file).unwrap();
    assert_eq!((pixmap.width(), pixmap.height()), (SIDE as u32, SIDE as u32));
    let on_white = |p: &resvg::tiny_skia::PremultipliedColorU8| {
        [p.red(), p.green(), p.blue()].map(|c| c + (255 - p.alpha()))
    };
    pixmap.pixels().iter().map(on_white).collect()
}

fn librsvg(file: &Path) -> Vec<[u8; 3]> {
    let out = file.with_extension("rsvg.png");
    let side = SIDE.to_string();
    let mut command = Command::new("rsvg-convert");
    let command = command.args(["-w", &side, "-h", &side, "-o"]).arg(&out).arg(file);
    assert!(command.status().unwrap().success());
    pixels(&out)
}

fn difference(one: &[[u8; 3]], other: &[[u8; 3]], most: f64) -> Option<String> {
    let (mut sum, mut far) = (0u64, 0usize);
    for (a, b) in one.iter().zip(other) {
        let off = [0, 1, 2].map(|c| a[c].abs_diff(b[c]));
        sum += off.iter().map(|o| u64::from(*o)).sum::<u64>();
        far += usize::from(off.iter().any(|o| *o > FAR));
    }
    let pixels = one.len() as f64;
    let (mean, share) = (sum as f64 / pixels / 3.0, far as f64 / pixels * 100.0);
    (mean > MEAN || share > most).then(|| format!("mean {mean:.2}, {share:.2} % far"))
}

#[test]
fn small_drawings_look_alike_in_every_output() {
    let all = drawings();
    assert!(all.len() >= 250, "{}", all.len());
    let wrong: Vec<String> =
        all.chunks(64).flat_map(|some| Game::new(some).differences()).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// What cuts a picture to a shape: the template's definitions, and the box in the middle of a card, 30 mm wide and high.
const FRAMES: &[(&str, &str, &str)] = &[
    ("rounded", "", "<rect BOX rx=\"15\"/>"),
    (
        "clipped",
        "<clipPath id=\"c\"><circle cx=\"25\" cy=\"25\" r=\"15\"/></clipPath>",
        "<rect BOX clip-path=\"url(#c)\"/>",
    ),
    (
        "in-a-clipped-group",
        "<clipPath id=\"c\"><circle cx=\"15\" cy=\"15\" r=\"15\"/></clipPath>",
        "<g transform=\"translate(10 10)\" style=\"clip-path:url(#c)\"><rect BOX transform=\"translate(-10 -10)\"/><rect width=\"9\" height=\"9\"/></g>",
    ),
    (
        "masked",
        "<mask id=\"m\"><circle cx=\"25\" cy=\"25\" r=\"15\" fill=\"#fff\"/></mask>",
        "<rect BOX mask=\"url(#m)\"/>",
    ),
    (
        "faded",
        "<clipPath id=\"c\"><circle cx=\"25\" cy=\"25\" r=\"15\"/></clipPath>",
        "<g opacity=\"0.5\"><rect BOX clip-path=\"url(#c)\"/></g>",
    ),
];

#[test]
fn a_picture_is_cut_to_the_shape_of_its_box() {
    for (name, definitions, drawn) in FRAMES {
        let game = Game::new(&[Drawing {
            name: "red".into(),
            body: "<rect width=\"100\" height=\"100\" fill=\"#c02020\"/>".into(),
            in_templates: false,
        }]);
        let r#box = "data-art=\"{{art}}\" data-scale=\"slice\" x=\"10\" y=\"10\" width=\"30\" height=\"30\"";
        let drawn = drawn.replace("BOX", r#box);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50.8 50.8\"><defs>{definitions}</defs>{drawn}</svg>"
        );
        game.write("templates/picture.svg", &svg);
        let png = game.painted();
        let at = |x: f64, y: f64| {
            let pixel = |mm: f64| (mm / 25.4 * DPI) as usize;
            png[pixel(y) * SIDE + pixel(x)]
        };
        let red = if *name == "faded" { [223, 143, 143] } else { [192, 32, 32] };
        let near = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).all(|(a, b)| a.abs_diff(b) <= 2);
        for (x, y, wanted) in
            [(25.0, 25.0, red), (25.0, 11.0, red), (11.0, 11.0, [255; 3]), (39.0, 39.0, [255; 3])]
        {
            assert!(near(at(x, y), wanted), "{name} at {x}, {y}: {:?}", at(x, y));
        }
        let mut wrong = game.differences();
        // The exported face is no longer what is in the file of the picture.
        wrong.retain(|line| line.contains("PDF"));
        assert!(wrong.is_empty(), "{name}: {wrong:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 16,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_drawings_look_alike_in_every_output(bodies in prop::collection::vec(random_body(), 1..12)) {
        let named = bodies.into_iter().enumerate().map(|(n, body)| Drawing {
            name: format!("random-{n}"),
            body,
            in_templates: n < 3,
        });
        let some: Vec<Drawing> = named.collect();
        let wrong = Game::new(&some).differences();
        prop_assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
