//! Builds small games in memory, for the tests of the checks. Templates and rows come in, the diagnostics of a check go out.

use std::collections::BTreeMap;

use super::{DeckProof, Proof, find_faults};

use crate::cards::{Deck, Pack};
use crate::sheet::Trim;
use crate::source::{Diagnostic, Files, Folder, GameFolder, Tree};
use crate::template::{Ink, Renderer};

/// A game with one deck of poker cards, `cards.toml`, and one template, `templates/card.svg`.
pub struct Game {
    files: BTreeMap<String, Vec<u8>>,
}

/// A row of the deck; `keys` begin on its third line.
pub fn card(name: &str, keys: &str) -> String {
    format!("[[card]]\nname = \"{name}\"\n{keys}\n")
}

/// A grey picture.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![128; (width * height) as usize]).unwrap();
    writer.finish().unwrap();
    bytes
}

impl Game {
    /// Two cards, `One` and `Two`, whose template holds these elements from its second line on.
    pub fn of(elements: &str) -> Game {
        let template = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 63.5 88.9\">\n{elements}\n</svg>\n"
        );
        let game = Game { files: BTreeMap::new() };
        game.file("templates/card.svg", &template)
            .tables("")
            .cards(&(card("One", "") + &card("Two", "")))
    }

    /// As [`Game::of`], with round tokens 25 mm across in the place of cards.
    pub fn of_tokens(elements: &str) -> Game {
        let template = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 25 25\">\n{elements}\n</svg>\n"
        );
        let deck = "template = \"card.svg\"\nsize = \"25 x 25\"\ncorner = 12.5\n";
        Game::of("")
            .file("templates/card.svg", &template)
            .file("cards.toml", &(deck.to_owned() + &card("One", "")))
    }

    pub fn file(self, path: &str, text: &str) -> Game {
        self.bytes(path, text.as_bytes().to_vec())
    }

    pub fn bytes(mut self, path: &str, bytes: Vec<u8>) -> Game {
        self.files.insert(path.to_owned(), bytes);
        self
    }

    /// Rows of the deck; the first begins on line 3.
    pub fn cards(self, rows: &str) -> Game {
        let deck = format!("template = \"card.svg\"\nsize = \"poker\"\n{rows}");
        self.file("cards.toml", &deck)
    }

    /// Text of game.toml after its title.
    pub fn tables(self, tables: &str) -> Game {
        self.file("game.toml", &format!("title = \"Test\"\n{tables}"))
    }

    /// The diagnostics with a code: place and message.
    pub fn told(&self, code: &str) -> Vec<String> {
        let mut files = Files::new();
        let folder = Folder::Memory(Tree::new("", self.files.clone()));
        let folder = GameFolder::within("test", folder, None);
        let pack = Pack::load(folder, |_, _, _| None, &mut files).unwrap();
        let decks: Vec<&Deck> = pack.decks.iter().collect();
        let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files).unwrap();
        let drawn: Vec<_> =
            decks.iter().map(|deck| renderer.draw(&pack, deck, &mut files).unwrap()).collect();
        let decks = decks.iter().zip(&drawn).map(|(deck, drawn)| {
            let trim = Trim::parse(&deck.size).unwrap();
            DeckProof {
                deck,
                trim: trim.with_corner(deck.corner.unwrap_or(trim.corner)),
                faces: pack.faces(deck).0,
                drawn,
            }
        });
        let proof = Proof {
            pack: &pack,
            renderer: &renderer,
            decks: decks.collect(),
            asks: crate::lint::PrintDemands::default(),
        };
        let found = find_faults(&proof, &mut files);
        let place = |d: &Diagnostic| files.place(d.span.unwrap());
        found
            .iter()
            .inspect(|d| assert!(d.help.is_some(), "{} has no help", d.message))
            .filter(|d| d.code.number() == code)
            .map(|d| format!("{} {}", place(d), d.message))
            .collect()
    }
}
