//! The template language, a feature a test: a tiny face and a card or two, and what is drawn of them.

mod boxes;
mod conditions;
mod glyphs;
mod ink;
mod layers;
mod markup;
mod pictures;
mod places;
mod repetitions;
mod sums;
mod templates;
mod typography;
mod words;

use std::path::Path;
use std::sync::Arc;

use deckproof::raster::Painter;
use deckproof::registry;
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::template::{
    Affine, Drawn, DrawnDeck, Ink, Layer, Picture, Quad, Renderer, face_svg,
};
use deckproof::text::{GlyphRun, POINT};

/// A game of one deck whose front is `body` in a poker card.
struct Game {
    folder: tempfile::TempDir,
    ink: Ink,
}

const CARD: &str = "[[card]]\nname = \"Admiral\"\n";

fn template(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">{body}</svg>"
    )
}

impl Game {
    fn new(body: &str, rows: &str) -> Game {
        let game = Game { folder: tempfile::tempdir().unwrap(), ink: Ink::Full };
        game.file("game.toml", "title = \"Tiny\"\n")
            .file("cards.toml", format!("template = \"face.svg\"\n{rows}"))
            .file("templates/face.svg", template(body))
    }

    fn file(self, path: &str, bytes: impl AsRef<[u8]>) -> Game {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    fn symbol(self, name: &str, body: &str) -> Game {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{body}</svg>"
        );
        self.file(&format!("templates/symbols/{name}.svg"), svg)
    }

    fn ink(mut self, ink: Ink) -> Game {
        self.ink = ink;
        self
    }

    fn deck(&self) -> Result<DrawnDeck, Diagnostics> {
        let mut files = Files::new();
        let folder = GameFolder::open(self.folder.path())?;
        let pack = registry::load(folder, &mut files)?;
        let deck = &pack.decks[0];
        Renderer::open(&pack, &[deck], self.ink, &mut files)?.draw(&pack, deck, &mut files)
    }

    fn faces(&self) -> Vec<Arc<Drawn>> {
        match self.deck() {
            Ok(deck) => deck.fronts,
            Err(faults) => panic!("{faults:#?}"),
        }
    }

    /// The faces as SVG, in the order of the rows.
    fn svgs(&self) -> Vec<String> {
        self.faces().iter().map(|f| face_svg(f, 0.0)).collect()
    }

    /// The first face as SVG.
    fn svg(&self) -> String {
        self.svgs().remove(0)
    }

    /// The runs of words of each face.
    fn runs(&self) -> Vec<Vec<GlyphRun>> {
        self.faces().iter().map(|f| runs(f)).collect()
    }

    /// What is said when the game cannot be drawn.
    fn refusal(&self) -> String {
        let faults = self.deck().map(|_| ()).unwrap_err();
        let told = |d: &deckproof::source::Diagnostic| {
            format!("{} ({})\n", d.message, d.help.clone().unwrap_or_default())
        };
        faults.iter().map(told).collect()
    }
}

/// What is set in letters: a symbol among words is a run of its own, the space below its picture.
fn runs(face: &Drawn) -> Vec<GlyphRun> {
    let words = face.layers.iter().filter_map(|layer| match layer {
        Layer::Words(passages) => Some(passages.iter().flat_map(|p| p.runs.clone())),
        _ => None,
    });
    words.flatten().filter(|run| run.symbol.is_none()).collect()
}

fn pictures(face: &Drawn) -> Vec<(Arc<Picture>, Affine, Option<Quad>)> {
    let pictures = face.layers.iter().filter_map(|layer| match layer {
        Layer::Picture { picture, map, clip, .. } => Some((picture.clone(), *map, *clip)),
        _ => None,
    });
    pictures.collect()
}

#[track_caller]
fn near(a: impl Into<f64>, b: impl Into<f64>) {
    let (a, b) = (a.into(), b.into());
    assert!((a - b).abs() < 0.01, "{a} is not {b}");
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in {text}");
}

#[track_caller]
fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "{part:?} in {text}");
}

/// A label with `words`, and a box for the field `rules` with more attributes.
fn label(words: &str) -> String {
    format!(
        "<text x=\"5\" y=\"10\" font-family=\"Cabin\" font-size=\"4\" fill=\"#102030\">{words}</text>"
    )
}

fn fit(more: &str) -> String {
    format!(
        "<rect data-fit=\"rules\" x=\"5\" y=\"20\" width=\"50\" height=\"40\" data-font=\"Cabin\" data-size=\"10\" {more}/>"
    )
}

fn rules(text: &str) -> String {
    format!("[[card]]\nname = \"A\"\nrules = {text:?}\n")
}

const LONG: &str = "Each player returns one hidden card, then reveals another card of the same region and takes it back into the hand";

const SYMBOL: &str = "<rect data-symbol=\"dot\" x=\"10\" y=\"20\" width=\"20\" height=\"10\"/>";

/// A box of 20 × 10 mm for the art `{{art}}`.
fn art(more: &str) -> String {
    format!("<rect data-art=\"{{{{art}}}}\" x=\"10\" y=\"20\" width=\"20\" height=\"10\" {more}/>")
}

const SKY: &str = "[[card]]\nname = \"A\"\nart = \"sky\"\n";

/// A picture of 50 × 100 units.
const TALL: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 100\"><circle r=\"5\" fill=\"#c82010\"/></svg>";
