//! What a game with rules of its own knows of its rows: which keys and numbers its script reads.
//!
//! Compiling the script notes each key that it looks up. So the program knows what plays and what is only printed, as the
//! families say it by hand: `mutate` edits just that, and `diff` calls a change of it one of the rules.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::cards;
use super::compile::{Compiler, Reads};
use super::parse::parse;
use super::rules::Entries;
use crate::cards::schema::{Keys, flag, list, text, whole, word};
use crate::cards::{Alternatives, Datum, Deck, Face, Game, Row, Setting, Vocabulary, Words};
use crate::rules::{Variant, interned};
use crate::source::Diagnostics;
use crate::table::{self, Layout, Wide};

/// What the rules of one game's folder read of its data.
#[derive(Debug, Clone, Default)]
pub struct OwnVocabulary {
    /// By deck the keys that its rows are played by; decks that do not lie on the table have none.
    played: BTreeMap<String, Vec<&'static str>>,
    /// The keys of all decks.
    keys: Vec<&'static str>,
    /// Keys of `[rules]` that the script does not read.
    unplayed: Vec<&'static str>,
    alternatives: Vec<Alternatives>,
}

/// The vocabulary of a game with a script. One that cannot be compiled is taken to read every key that it names.
pub fn vocabulary(game: &Game, decks: &[Deck]) -> Option<OwnVocabulary> {
    let (Some((rows, span)), Some(script)) = (&game.table, &game.script) else {
        return None;
    };
    let axes = cards::axes(game);
    // Names mean the same in every variant, and nothing of a script is left out in one.
    let variant = Variant::first(&axes);
    let declared = table::read(rows, *span, &variant, &mut Diagnostics::new());
    let on_table = |deck: &&Deck| {
        declared.as_ref().is_none_or(|declared| {
            let mut zones = declared.zones.iter();
            zones.any(|zone| zone.holds.contains(&deck.id))
        })
    };
    let on_table: Vec<&Deck> = decks.iter().filter(on_table).collect();
    let reads = declared.clone().and_then(|declared| {
        let layout: Layout<Wide> = cards::layout(game, declared, decks, &mut Diagnostics::new());
        let numbers = cards::numbers(game, &layout.declared);
        let tree = parse(&script.text).ok()?;
        let mut compiler = Compiler::new(&tree, &layout, &numbers).ok()?;
        Entries::make(&mut compiler).ok()?;
        Some(compiler.reads)
    });
    let reads = reads.unwrap_or_else(|| Reads::named_in(&script.text));
    Some(OwnVocabulary::new(game, &on_table, &reads))
}

impl OwnVocabulary {
    fn new(game: &Game, decks: &[&Deck], reads: &Reads) -> Self {
        let mut own = OwnVocabulary::default();
        let (mut keys, mut words) = (BTreeSet::new(), BTreeSet::new());
        for deck in decks {
            let mut played = BTreeSet::new();
            let entries = deck.rows.iter().flat_map(|row| &row.table.entries);
            for (key, value) in entries {
                if !reads.columns.contains(&key.name.replace('-', "_")) {
                    continue;
                }
                let name = interned(&key.name);
                played.insert(name);
                if matches!(value.datum, Datum::String(_) | Datum::List(_)) {
                    words.insert(name);
                }
            }
            keys.extend(&played);
            let played = played.into_iter().collect();
            own.played.insert(deck.id.clone(), played);
        }
        own.keys = keys.into_iter().collect();
        own.alternatives = words
            .into_iter()
            .map(|key| Alternatives {
                keys: Cow::Owned(vec![key]),
                words: match game.tables.contains_key(key) {
                    true => Words::Table(key),
                    false => Words::Rows(key),
                },
            })
            .collect();
        let rules = game.rules.iter().flat_map(|rules| rules.numbers.keys());
        own.unplayed = rules
            .filter(|key| !reads.rule(&key.name))
            .map(|key| interned(&key.name))
            .collect();
        own
    }
}

impl Vocabulary for OwnVocabulary {
    fn keys(&self) -> &[&'static str] {
        &self.keys
    }

    fn dress(&self, _: &Setting<'_>, _: &Row, _: &mut Face, _: &mut Diagnostics) {}

    fn row_schema(&self, setting: &Setting<'_>) -> Keys {
        let played = self.played_keys(setting.game, setting.deck);
        let keys = played.unwrap_or_default().iter();
        keys.fold(Keys::new("A card."), |keys, key| {
            let mut values = setting.deck.rows.iter().filter_map(|row| row.get(key));
            let words = || {
                let rows = setting.game.tables.get(*key).into_iter().flatten();
                rows.map(|(id, _)| id.as_str())
            };
            let about = "The rules read it.";
            let schema = match values.next().map(|value| &value.datum) {
                Some(Datum::Integer(_)) => whole(about, i32::MIN.into()..=i32::MAX.into()),
                Some(Datum::Boolean(_)) => flag(about),
                Some(Datum::List(_)) => list(about, word("A word.", words())),
                Some(Datum::String(_)) => word(about, words()),
                _ => text(about),
            };
            keys.may(key, schema)
        })
    }

    fn is_played(&self, _: &Game, deck: &Deck) -> bool {
        self.played.contains_key(&deck.id)
    }

    fn played_keys(&self, _: &Game, deck: &Deck) -> Option<&[&'static str]> {
        self.played.get(&deck.id).map(Vec::as_slice)
    }

    fn unplayed_rules(&self) -> &[&'static str] {
        &self.unplayed
    }

    fn alternatives(&self) -> &[Alternatives] {
        &self.alternatives
    }
}
