//! For tests: the shipped game, whole or with one card written anew.

use std::sync::Arc;

use super::Caper;
use crate::cards::{Face, Pack, Vocabularies, Vocabulary};
use crate::source::{Diagnostics, Files, GameFolder};

const GAME: &str = "caper";

struct Only;

impl Vocabularies for Only {
    fn find(&self, family: &str) -> Option<Arc<dyn Vocabulary>> {
        (family == Caper::FAMILY).then(|| Arc::new(Caper) as Arc<dyn Vocabulary>)
    }

    fn families(&self) -> Vec<&'static str> {
        vec![Caper::FAMILY]
    }
}

/// What is printed of a thief or of gear.
pub struct Crew {
    pub income: String,
    pub cost: String,
    pub icons: String,
    pub icons_now: String,
    pub icons_end: String,
    pub text: String,
    pub protected: String,
}

/// What is printed of a location.
pub struct Place {
    pub reward: String,
    pub reward_text: String,
    pub modifier: String,
    pub modifier_icons: String,
}

/// The shipped game.
pub fn pack() -> Pack {
    let folder = GameFolder::shipped(GAME).unwrap();
    match Pack::load(folder, &Only, &mut Files::new()) {
        Ok(pack) => pack,
        Err(faults) => panic!("{:?}", told(&faults)),
    }
}

/// A field of a card of the shipped game.
pub fn field(deck: &str, card: &str, name: &str) -> String {
    face(&pack(), deck, card).text(name).to_owned()
}

fn face(pack: &Pack, deck: &str, card: &str) -> Face {
    let deck = pack.deck(deck).unwrap();
    let index = deck.rows.iter().position(|r| r.id == card).unwrap();
    let (mut faces, faults) = pack.faces(deck);
    assert!(!faults.has_errors(), "{:?}", told(&faults));
    faces.swap_remove(index)
}

/// Gear that does what the lines say.
pub fn gear(lines: &str) -> Crew {
    crew(&face(
        &rewritten("gear", "plasma-cutter", lines, &[]),
        "gear",
        "plasma-cutter",
    ))
}

/// The same, when flips reach anywhere (CAP-G6).
pub fn gear_when_flips_reach_anywhere(lines: &str) -> Crew {
    let edit = ("choice = \"here\"", "choice = \"anywhere\"");
    let pack = rewritten("gear", "plasma-cutter", lines, &[edit]);
    crew(&face(&pack, "gear", "plasma-cutter"))
}

/// A thief that does what the lines say.
pub fn thief(lines: &str) -> Crew {
    crew(&face(
        &rewritten("thieves", "the-dame", lines, &[]),
        "thieves",
        "the-dame",
    ))
}

/// A location that does what the lines say.
pub fn location(lines: &str) -> Place {
    let face = face(
        &rewritten("locations", "the-chapel", lines, &[]),
        "locations",
        "the-chapel",
    );
    let text = |name: &str| face.text(name).to_owned();
    Place {
        reward: text("reward"),
        reward_text: text("reward-text"),
        modifier: text("modifier"),
        modifier_icons: text("modifier-icons"),
    }
}

fn crew(face: &Face) -> Crew {
    let text = |name: &str| face.text(name).to_owned();
    Crew {
        income: text("income"),
        cost: text("cost"),
        icons: text("icons"),
        icons_now: text("icons-now"),
        icons_end: text("icons-end"),
        text: text("text"),
        protected: text("protected"),
    }
}

/// What is told of gear that is written so: `message (help)`.
pub fn bad_gear(lines: &str) -> Vec<String> {
    faults(&load("gear", |text| {
        with_card(text, "plasma-cutter", lines)
    }))
}

pub fn bad_thief(lines: &str) -> Vec<String> {
    faults(&load("thieves", |text| with_card(text, "the-dame", lines)))
}

pub fn bad_location(lines: &str) -> Vec<String> {
    faults(&load("locations", |text| {
        with_card(text, "the-chapel", lines)
    }))
}

/// What is told after an edit of a file.
pub fn bad(file: &str, from: &str, to: &str) -> Vec<String> {
    let name = file.trim_end_matches(".toml");
    faults(&load(name, |text| {
        assert!(text.contains(from), "{file} holds no {from:?}");
        text.replacen(from, to, 1)
    }))
}

/// What is odd about the game after an edit of a file, though it can be played: `message (help)`.
pub fn warnings(file: &str, from: &str, to: &str) -> Vec<String> {
    let name = file.trim_end_matches(".toml");
    warned(|file, text| match file == name {
        true => text.replacen(from, to, 1),
        false => text.to_owned(),
    })
}

/// The same when `from` is exchanged on every card.
pub fn warnings_without(from: &str, to: &str) -> Vec<String> {
    warned(|_, text| text.replace(from, to))
}

fn warned(edit: impl Fn(&str, &str) -> String) -> Vec<String> {
    let (_dir, folder) = folder_with(edit);
    let (_, found) = Pack::read(folder, &Only, &mut Files::new());
    assert!(!found.has_errors(), "{:?}", told(&found));
    told(&found)
}

/// The shipped game with the abilities of cards replaced, `(deck, card, lines)`, and then parts of files, `(file, from,
/// to)`.
///
/// # Errors
/// What is told about it.
pub fn edited(
    cards: &[(&str, &str, &str)],
    parts: &[(&str, &str, &str)],
) -> Result<Pack, Diagnostics> {
    load_all(|name, text| {
        let cards = cards.iter().filter(|(deck, ..)| *deck == name);
        let text = cards.fold(text.to_owned(), |text, (_, card, lines)| {
            assert!(
                text.contains(&format!("id = \"{card}\"")),
                "{name} has no {card}"
            );
            with_card(&text, card, lines)
        });
        let parts = parts.iter().filter(|(file, ..)| *file == name);
        parts.fold(text, |text, (file, from, to)| {
            assert!(text.contains(from), "{file} holds no {from:?}");
            text.replacen(from, to, 1)
        })
    })
}

fn rewritten(deck: &str, card: &str, lines: &str, rules: &[(&str, &str)]) -> Pack {
    let loaded = load_all(|name, text| {
        if name == deck {
            return with_card(text, card, lines);
        }
        let edit = |text: String, (from, to): &(&str, &str)| text.replacen(from, to, 1);
        match name {
            "game" => rules.iter().fold(text.to_owned(), edit),
            _ => text.to_owned(),
        }
    });
    match loaded {
        Ok(pack) => pack,
        Err(faults) => panic!("{lines}: {:?}", told(&faults)),
    }
}

/// The deck with the abilities of one card replaced by `lines`.
fn with_card(text: &str, card: &str, lines: &str) -> String {
    const ABILITIES: [&str; 6] = [
        "income",
        "cost",
        "when-played",
        "gives",
        "reward",
        "modifier",
    ];
    let mut new = String::new();
    let mut inside = false;
    for line in text.lines() {
        if line == "[[card]]" {
            inside = false;
        }
        let key = line.split(" = ").next().unwrap_or_default();
        if inside && ABILITIES.contains(&key) {
            continue;
        }
        new.push_str(line);
        new.push('\n');
        if line == format!("id = \"{card}\"") {
            inside = true;
            new.push_str(lines);
            new.push('\n');
        }
    }
    new
}

fn load(file: &str, edit: impl Fn(&str) -> String) -> Result<Pack, Diagnostics> {
    load_all(|name, text| match name == file {
        true => edit(text),
        false => text.to_owned(),
    })
}

/// The shipped game with every file passed through `edit`.
fn load_all(edit: impl Fn(&str, &str) -> String) -> Result<Pack, Diagnostics> {
    let (_dir, folder) = folder_with(edit);
    Pack::load(folder, &Only, &mut Files::new())
}

fn folder_with(edit: impl Fn(&str, &str) -> String) -> (tempfile::TempDir, GameFolder) {
    let shipped = GameFolder::shipped(GAME).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut names = shipped.deck_names();
    names.push("game".into());
    for name in names {
        let file = format!("{name}.toml");
        let (_, text) = shipped.text(&file, &mut Files::new()).unwrap();
        std::fs::write(dir.path().join(file), edit(&name, &text)).unwrap();
    }
    let folder = GameFolder::open(dir.path()).unwrap();
    (dir, folder)
}

fn faults(loaded: &Result<Pack, Diagnostics>) -> Vec<String> {
    match loaded {
        Err(faults) => told(faults),
        Ok(pack) => {
            let mut all = Diagnostics::new();
            for deck in &pack.decks {
                all.append(pack.faces(deck).1);
            }
            told(&all)
        }
    }
}

pub fn told(faults: &Diagnostics) -> Vec<String> {
    let tell = |d: &crate::source::Diagnostic| match &d.help {
        Some(help) => format!("{} ({help})", d.message),
        None => d.message.clone(),
    };
    faults.iter().map(tell).collect()
}
