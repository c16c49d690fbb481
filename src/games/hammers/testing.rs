//! For tests: the shipped games, whole or with one edit.

use std::sync::Arc;

use serde_json::Value;

use crate::cards::{Pack, Vocabularies, Vocabulary};
use crate::rules::Notation;
use crate::source::{Diagnostics, Files, GameFolder};

use super::Hammers;
use super::play::{Rules, State};

pub use crate::games::trying::{play, refused, set};

pub const SECOND: &str = "caps-and-hammers";
pub const FIRST: &str = "caps-and-hammers-2016";
pub const EDITIONS: [&str; 2] = [FIRST, SECOND];

struct Only;

impl Vocabularies for Only {
    fn find(&self, family: &str) -> Option<Arc<dyn Vocabulary>> {
        (family == Hammers::FAMILY).then(|| Arc::new(Hammers) as Arc<dyn Vocabulary>)
    }

    fn families(&self) -> Vec<&'static str> {
        vec![Hammers::FAMILY]
    }
}

/// A shipped game.
pub fn pack(game: &str) -> Pack {
    let folder = GameFolder::shipped(game).unwrap();
    match Pack::load(folder, &Only, &mut Files::new()) {
        Ok(pack) => pack,
        Err(faults) => panic!("{game}: {:?}", told(&faults)),
    }
}

/// The rules of a shipped game, to be played.
pub fn rules(game: &str) -> Rules {
    compiled(&pack(game))
}

/// The rules after an edit of the deck of both hands.
pub fn rules_after(game: &str, from: &str, to: &str) -> Rules {
    let file = format!("{}.toml", actions(game));
    let (_dir, folder) = edited(game, &file, from, to);
    match Pack::load(folder, &Only, &mut Files::new()) {
        Ok(pack) => compiled(&pack),
        Err(faults) => panic!("{:?}", told(&faults)),
    }
}

/// What the engine says of rules that it cannot play, after an edit of the deck of both hands.
pub fn unplayable(game: &str, from: &str, to: &str) -> Vec<String> {
    let file = format!("{}.toml", actions(game));
    let (_dir, folder) = edited(game, &file, from, to);
    match Pack::load(folder, &Only, &mut Files::new()) {
        Ok(pack) => {
            let compiled = Rules::compile(&pack.game, &pack.decks);
            compiled.err().as_ref().map_or_else(Vec::new, told)
        }
        Err(faults) => panic!("{:?}", told(&faults)),
    }
}

fn compiled(pack: &Pack) -> Rules {
    match Rules::compile(&pack.game, &pack.decks) {
        Ok(rules) => rules,
        Err(faults) => panic!("{:?}", told(&faults)),
    }
}

/// A table of a shipped game, set up by name.
pub fn table(game: &str, table: Value) -> (Rules, State) {
    let rules = rules(game);
    let state = set(&rules, table);
    (rules, state)
}

/// Influence at a location, written `1/caps`.
pub fn influence(rules: &Rules, state: &State, at: &str) -> u64 {
    rules.standings(state)["influence"][at].as_u64().unwrap()
}

/// Who would win a location now; `none`.
pub fn winner(rules: &Rules, state: &State, location: &str) -> String {
    word(&rules.standings(state)["winner"][location])
}

/// Who holds a country or lab; `none`.
pub fn owner(rules: &Rules, state: &State, card: &str) -> String {
    word(&rules.standings(state)["owner"][card])
}

fn word(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The field of a card of a shipped game.
pub fn field(game: &str, deck: &str, card: &str, field: &str) -> String {
    field_of(&pack(game), deck, card, field)
}

fn field_of(pack: &Pack, deck: &str, card: &str, field: &str) -> String {
    let deck = pack.deck(deck).unwrap();
    let index = deck.rows.iter().position(|r| r.id == card).unwrap();
    let (faces, faults) = pack.faces(deck);
    assert!(!faults.has_errors(), "{:?}", told(&faults));
    faces[index].text(field).to_owned()
}

/// Both sentences of a card of a hand: (passive, operation).
pub fn sentences(game: &str, card: &str) -> (String, String) {
    let deck = actions(game);
    let of = |name| field(game, deck, card, name);
    (of("passive"), of("operation"))
}

/// The deck that both hands are drawn from.
pub fn actions(game: &str) -> &'static str {
    if game == FIRST { "actions" } else { "assets" }
}

/// The game with `from` replaced by `to` in `file`, in a folder of its own.
fn edited(game: &str, file: &str, from: &str, to: &str) -> (tempfile::TempDir, GameFolder) {
    let shipped = GameFolder::shipped(game).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut names: Vec<String> = shipped.deck_names();
    names.push("game".into());
    let names = names.into_iter().map(|n| format!("{n}.toml"));
    for name in names {
        let (_, text) = shipped.text(&name, &mut Files::new()).unwrap();
        let mut text = text.to_string();
        if name == file {
            assert!(text.contains(from), "{file} holds no {from:?}");
            text = text.replacen(from, to, 1);
        }
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let folder = GameFolder::open(dir.path()).unwrap();
    (dir, folder)
}

/// What is told about the game after an edit: `message (help)`.
pub fn faults(game: &str, file: &str, from: &str, to: &str) -> Vec<String> {
    let (_dir, folder) = edited(game, file, from, to);
    match Pack::load(folder, &Only, &mut Files::new()) {
        Err(faults) => told(&faults),
        Ok(pack) => {
            let mut all = Diagnostics::new();
            for deck in &pack.decks {
                all.append(pack.faces(deck).1);
            }
            told(&all)
        }
    }
}

/// What is odd about the game after an edit, though it can be played: `message (help)`.
pub fn warnings(game: &str, file: &str, from: &str, to: &str) -> Vec<String> {
    let (_dir, folder) = edited(game, file, from, to);
    let (_, found) = Pack::read(folder, &Only, &mut Files::new());
    assert!(!found.has_errors(), "{:?}", told(&found));
    told(&found)
}

/// The field of a card after an edit.
pub fn field_after(
    game: &str,
    (deck, card, field): (&str, &str, &str),
    (file, from, to): (&str, &str, &str),
) -> String {
    let (_dir, folder) = edited(game, file, from, to);
    match Pack::load(folder, &Only, &mut Files::new()) {
        Ok(pack) => field_of(&pack, deck, card, field),
        Err(faults) => panic!("{:?}", told(&faults)),
    }
}

/// The sentence of the only such ability in the game after an edit of the deck of both hands.
pub fn sentence_after(game: &str, card: &str, slot: &str, from: &str, to: &str) -> String {
    let deck = actions(game);
    let file = format!("{deck}.toml");
    field_after(game, (deck, card, slot), (&file, from, to))
}

/// What is told after an edit of the deck of both hands.
pub fn bad(game: &str, from: &str, to: &str) -> Vec<String> {
    faults(game, &format!("{}.toml", actions(game)), from, to)
}

fn told(faults: &Diagnostics) -> Vec<String> {
    let tell = |d: &crate::source::Diagnostic| match &d.help {
        Some(help) => format!("{} ({help})", d.message),
        None => d.message.clone(),
    };
    faults.iter().map(tell).collect()
}
