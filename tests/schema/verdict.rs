//! What the readers say of a file of a shipped game that was edited.

use std::collections::BTreeMap;

use deckproof::cards::{Deck, Pack};
use deckproof::registry;
use deckproof::source::{Code, Diagnostic, Diagnostics, Files, Folder, GameFolder, Severity, Tree};
use deckproof::template::{Ink, Renderer};
use deckproof::verify::scenario::run_scenarios;

use super::*;

/// What is said of one file.
pub struct Verdict {
    /// Whether the game is read without an error.
    pub accepted: bool,
    /// Errors in the file itself: code, message and help.
    pub errors: Vec<(Code, String, String)>,
}

/// A shipped game in memory, without its scenarios.
pub struct Shipped {
    id: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Shipped {
    pub fn new(id: &str) -> Self {
        let folder = root().join("cards").join(id);
        let paths = files(&folder, "toml")
            .into_iter()
            .chain(files(&folder, "md"))
            .chain(files(&folder, "star"));
        let read = |path: PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(path).unwrap())
        };
        Shipped { id: id.to_owned(), files: paths.map(read).collect() }
    }

    /// The decks and game.toml, by their names.
    pub fn names(&self) -> Vec<String> {
        let names = self.files.keys().filter_map(|file| file.strip_suffix(".toml"));
        names.map(str::to_owned).collect()
    }

    pub fn value(&self, name: &str) -> Value {
        json(std::str::from_utf8(&self.files[&format!("{name}.toml")]).unwrap())
    }

    fn load(&self, file: &str, text: String, files: &mut Files) -> Result<Pack, Diagnostics> {
        let mut tree = self.files.clone();
        tree.insert(file.to_owned(), text.into_bytes());
        let cards = Folder::Memory(Tree::new("", tree));
        registry::load(GameFolder::within(&self.id, cards, None), files)
    }

    /// What is said when `game.toml` or a deck is `value`.
    pub fn verdict(&self, name: &str, value: &Value) -> Verdict {
        let mut files = Files::new();
        let file = format!("{name}.toml");
        let faults = match self.load(&file, toml(value), &mut files) {
            Err(faults) => faults,
            Ok(pack) => {
                let mut faults = Diagnostics::new();
                let own = |deck: &&Deck| name == "game" || deck.id == name;
                for deck in pack.decks.iter().filter(own) {
                    faults.append(pack.faces(deck).1);
                }
                // Without a scenario this compiles the rules, whose numbers are those of the game.
                if deckproof::session::is_playable(&pack) {
                    let compiled = run_scenarios(&pack, &mut files);
                    faults.append(compiled.err().unwrap_or_default());
                }
                faults
            }
        };
        verdict(&faults, &file, &files)
    }

    /// Whether the deck can be drawn when it is `value`: templates and pictures are there, and every key is shown.
    pub fn is_drawn(&self, name: &str, value: &Value) -> bool {
        let mut files = Files::new();
        let pack = self.load(&format!("{name}.toml"), toml(value), &mut files).ok().unwrap();
        let deck = pack.deck(name).unwrap();
        let renderer = Renderer::open(&pack, &[deck], Ink::Full, &mut files);
        renderer.is_ok_and(|renderer| renderer.draw(&pack, deck, &mut files).is_ok())
    }

    /// What is said when the game has one scenario, which is `value`.
    pub fn scenario(&self, value: &Value) -> Verdict {
        let mut files = Files::new();
        let file = "scenarios/edited.toml";
        let pack = self.load(file, toml(value), &mut files).ok().unwrap();
        let report = run_scenarios(&pack, &mut files);
        verdict(&report.unwrap().faults, file, &files)
    }
}

fn verdict(faults: &Diagnostics, file: &str, files: &Files) -> Verdict {
    let errors = faults.iter().filter(|d| d.severity == Severity::Error);
    let here = |d: &&Diagnostic| {
        let place = d.span.map(|span| files.place(span));
        place.is_none_or(|place| place.starts_with(&format!("{file}:")))
    };
    let told = |d: &Diagnostic| (d.code, d.message.clone(), d.help.clone().unwrap_or_default());
    Verdict {
        accepted: errors.clone().next().is_none(),
        errors: errors.filter(here).map(told).collect(),
    }
}

/// The value as a TOML file.
fn toml(value: &Value) -> String {
    let table = value.as_object().unwrap();
    let lines = table.iter().map(|(key, value)| format!("{} = {}\n", quoted(key), inline(value)));
    lines.collect()
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(table) => {
            let entries =
                table.iter().map(|(key, value)| format!("{} = {}", quoted(key), inline(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// JSON's escapes are among those of TOML.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
