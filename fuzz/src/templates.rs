//! An SVG text as a template, as a symbol and as a picture, with one fixed row; drawn, painted and printed.

use std::sync::Arc;

use deckproof::export::{Job, pdf};
use deckproof::raster::Painter;
use deckproof::sheet::{CardFaces, DeckSheets, Setup, Trim, impose};
use deckproof::source::Files;
use deckproof::template::{Drawn, Ink, Renderer, face_svg, fingerprint};

use super::games::{folder, load, told};

const GAME: &str = "title = \"Fuzz\"\ndecks = [\"cards\", \"shown\"]\n";

const CARDS: &str = "template = \"input.svg\"\nback = \"input.svg\"\n[[card]]\nname = \"Admiral\"\n\
    text = \"**Move** {star} *one* card.\"\ncolour = \"#b5392b\"\nart = \"input\"\ncost = 3\n";

const SHOWN: &str = "template = \"frame.svg\"\n[[card]]\nname = \"Admiral\"\nart = \"input\"\n";

/// Shows the input as a picture and as a symbol, in a box and among words.
const FRAME: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9">
<rect data-art="{{art}}" x="5" y="5" width="50" height="30" data-scale="slice"/>
<rect data-symbol="{{art}}" x="5" y="40" width="10" height="10" data-color="#204060"/>
<rect data-fit="name" x="5" y="60" width="50" height="10" data-font="Oswald" data-size="12"/>
</svg>"##;

/// Dots to the inch: few, as the shapes are what is tried.
const DPI: f64 = 20.0;

pub fn run(input: &[u8]) {
    if std::str::from_utf8(input).is_err() {
        return;
    }
    let texts: [(&str, &[u8]); 7] = [
        ("game.toml", GAME.as_bytes()),
        ("cards.toml", CARDS.as_bytes()),
        ("shown.toml", SHOWN.as_bytes()),
        ("templates/input.svg", input),
        ("templates/frame.svg", FRAME.as_bytes()),
        ("art/input.svg", input),
        ("symbols/input.svg", input),
    ];
    let texts = texts.map(|(name, bytes)| (name.to_owned(), bytes.to_vec()));
    let mut read = Files::new();
    let Some(pack) = load(folder("fuzz", texts.into()), &mut read) else {
        return;
    };
    // Each ink has its turn; which one follows from the input, so that a finding is found again.
    let ink = Ink::ALL[input.len() % Ink::ALL.len()];
    for deck in &pack.decks {
        let renderer = match Renderer::open(&pack, &[deck], ink, &mut read) {
            Ok(renderer) => renderer,
            Err(faults) => {
                told(&faults, &read);
                continue;
            }
        };
        match renderer.draw(&pack, deck, &mut read) {
            Ok(drawn) => {
                let backs = drawn.backs.into_iter().flatten();
                export(drawn.fronts.into_iter().chain(backs).collect());
            }
            Err(faults) => told(&faults, &read),
        }
    }
}

/// Exports faces in every way.
pub fn export(faces: Vec<Arc<Drawn>>) {
    let painter = Painter::new(DPI, 0.0, &faces);
    for face in &faces {
        std::hint::black_box((face_svg(face, 3.0), fingerprint(face)));
        let _ = std::hint::black_box(painter.paint(face));
    }
    let Ok(trim) = Trim::parse("poker") else {
        return;
    };
    let places = (0..faces.len()).map(|front| CardFaces { front, back: None });
    let deck = DeckSheets { name: "cards".into(), trim, faces: places.collect(), booklet: false };
    let Ok(document) = impose(&[deck], &Setup::default()) else {
        return;
    };
    let job = Job {
        document,
        names: faces.iter().map(|_| Some("Fuzz".to_owned())).collect(),
        faces,
        captions: Vec::new(),
        title: "Fuzz".into(),
        author: String::new(),
        lang: "en".into(),
        date: None,
        outline: Vec::new(),
    };
    let _ = std::hint::black_box(pdf::sheets(&job, &|_, _| ()));
}
