//! Compares one card before and after, and says whether its rules changed or only its appearance. Two rows with their drawn
//! faces come in; edits go out.

use std::collections::BTreeSet;

use super::comparison::{CardChange, Fate};
use super::difference::{RowPlace, ValueDifference};
use super::edit::ValueChange;
use super::seen::{Appearance, FacePlace, SeenDeck, SeenGame};
use super::words::{plain, say};
use crate::cards::{Face, Row, Value};
use crate::source::Asset;

/// The two games, and what holds for all their cards.
pub struct Both<'a> {
    pub old: SeenGame<'a>,
    pub new: SeenGame<'a>,
    /// Whether rules differ anywhere: words that no edit of their own row accounts for follow from them.
    pub other_rules: bool,
    /// Pictures and symbols with other bytes, by name without ending.
    pub redrawn: BTreeSet<(Asset, String)>,
}

/// A card in one of the games.
struct Seen<'a> {
    row: &'a Row,
    deck: &'a SeenDeck,
    face: &'a Face,
    front: &'a Appearance,
}

impl<'a> Seen<'a> {
    fn at(side: SeenGame<'a>, (deck, row): RowPlace) -> Option<Self> {
        let seen = side.decks.get(deck)?;
        Some(Seen {
            row: side.pack.decks.get(deck)?.rows.get(row)?,
            deck: seen,
            face: seen.faces.get(row)?,
            front: seen.fronts.get(row)?,
        })
    }
}

impl Both<'_> {
    /// Whether two faces look different, or one of them is missing.
    pub fn differ(&self, old: Option<FacePlace>, new: Option<FacePlace>) -> bool {
        let old = old.and_then(|face| self.old.look(face));
        let new = new.and_then(|face| self.new.look(face));
        old != new
    }

    /// Adds what differs between two cards; the same row under other names is reported elsewhere.
    pub fn find_edits(&self, old: RowPlace, new: RowPlace, edits: &mut CardChange) {
        let (Some(old), Some(new)) = (Seen::at(self.old, old), Seen::at(self.new, new)) else {
            return;
        };
        let named = edits.fate != Fate::Kept;
        let mut keys = ValueDifference::between(&old.row.table, &new.row.table);
        keys.retain(|d| d.key != "id" && !(named && d.key == "name"));
        let sentences = sentences(&old, &new, &keys);
        for difference in &keys {
            let is_rule = self.is_rule(difference, &old, &new);
            let told = self.told(difference, &old, &new, !sentences.is_empty());
            edits.of(is_rule).extend(told);
        }
        // What its abilities make of the row: by an edit of the row, or by one elsewhere.
        let by_rules = if keys.is_empty() {
            self.other_rules
        } else {
            keys.iter().any(|d| self.is_rule(d, &old, &new))
        };
        edits.of(by_rules).extend(sentences);
        if old.front != new.front {
            self.seen(&old, &new, &keys, named, edits);
        }
    }

    /// Whether the rules read a key. In a game without rules that is what is printed in words: nothing else says how to play.
    fn is_rule(&self, difference: &ValueDifference, old: &Seen<'_>, new: &Seen<'_>) -> bool {
        let key = difference.key.as_str();
        let keys = [self.old, self.new].map(|side| side.pack.rule_keys());
        if keys.iter().any(Option::is_some) {
            return keys.into_iter().flatten().flatten().any(|own| own == key);
        }
        let says = |value: &Option<Value>, face: &Appearance| {
            let text = value.as_ref().and_then(Value::text).map(|t| plain(&t));
            text.is_some_and(|text| !text.is_empty() && face.words.contains(&text))
        };
        key != "name" && (says(&difference.old, old.front) || says(&difference.new, new.front))
    }

    /// A key of the row as it is reported: its value, or its printed sentence. `None` if other sentences cover it.
    fn told(
        &self,
        difference: &ValueDifference,
        old: &Seen<'_>,
        new: &Seen<'_>,
        sentences: bool,
    ) -> Option<ValueChange> {
        let key = difference.key.as_str();
        let values = [&difference.old, &difference.new];
        let short = |value: &&Option<Value>| {
            let text = value.as_ref().map(|v| v.text());
            text.is_none_or(|text| text.is_some_and(|t| !t.contains(char::is_whitespace)))
        };
        let raw = || {
            let [old, new] = values.map(|v| v.as_ref().map(say));
            Some(ValueChange::new(key, old, new))
        };
        if values.iter().all(short) {
            return raw();
        }
        let [was, is] = [old, new].map(|seen| plain(seen.face.text(key)));
        if was != is {
            // Icons say no more than the sentences do.
            let told = sentences && !worded(&was) && !worded(&is);
            return ValueChange::between(key, &was, &is).filter(|_| !told);
        }
        if sentences { None } else { raw() }
    }

    /// Reports why a face is drawn differently, unless that is already reported.
    fn seen(
        &self,
        old: &Seen<'_>,
        new: &Seen<'_>,
        keys: &[ValueDifference],
        named: bool,
        edits: &mut CardChange,
    ) {
        let own = |key: &str| keys.iter().any(|d| d.key == key);
        let silent = edits.rules.is_empty() && edits.looks.is_empty();
        // Its name, id and number of copies are reported separately.
        let mut accounted = named;
        for field in &new.deck.fields {
            let (was, is) = (plain(old.face.text(field)), plain(new.face.text(field)));
            if field == "id" || field == "copies" || (field == "name" && named) {
                accounted |= was != is;
                continue;
            }
            let joined = field.split_once('.').is_some_and(|(table, _)| own(table));
            let told = |edits: &[ValueChange]| edits.iter().any(|e| e.what == *field);
            if own(field) || joined || told(&edits.rules) || told(&edits.looks) {
                continue;
            }
            let shared = field.contains('.');
            if !silent && !shared {
                continue;
            }
            let is_rule =
                field.starts_with("rules.") || (!shared && self.other_rules && keys.is_empty());
            edits.of(is_rule).extend(ValueChange::between(field, &was, &is));
        }
        for (asset, name) in &self.redrawn {
            let symbol = format!("{{{name}}}");
            let mut names = new.deck.fields.iter().map(|field| new.face.text(field));
            if names.any(|text| text == name || text.contains(&symbol)) {
                edits.looks.push(ValueChange::redrawn(format!("{} {name}", asset.word())));
            }
        }
        if edits.rules.is_empty() && edits.looks.is_empty() && !accounted {
            edits.looks.push(self.elsewhere(old, new));
        }
    }

    /// Why a card looks different although none of its fields do.
    fn elsewhere(&self, old: &Seen<'_>, new: &Seen<'_>) -> ValueChange {
        let template = |side: SeenGame<'_>, seen: &Seen<'_>| {
            let mut own = side
                .pack
                .decks
                .iter()
                .zip(side.decks)
                .filter(|(_, other)| std::ptr::eq(*other, seen.deck));
            own.next().map(|(deck, _)| side.pack.front(deck, seen.row).0.to_owned())
        };
        let (was, is) = (template(self.old, old), template(self.new, new));
        let bytes = |side: SeenGame<'_>, name: &Option<String>| {
            name.as_ref().and_then(|name| side.bytes(Asset::Template, name))
        };
        if was != is {
            return ValueChange::new("template", was, is);
        }
        if bytes(self.old, &was) != bytes(self.new, &is) {
            return ValueChange::redrawn(format!("template {}", is.unwrap_or_default()));
        }
        ValueChange::redrawn(if !self.redrawn.is_empty() {
            "a picture or symbol of its template"
        } else if old.front.words == new.front.words {
            "size or place of its words"
        } else {
            "words of its template"
        })
    }
}

/// Sentences that its abilities make of the row, where they differ: fields with words of their own, not those that a key gives
/// as it stands.
fn sentences(old: &Seen<'_>, new: &Seen<'_>, keys: &[ValueDifference]) -> Vec<ValueChange> {
    let own = |field: &&str| !field.contains('.') && *field != "id" && *field != "copies";
    let mut fields: Vec<&str> = new.face.names().chain(old.face.names()).filter(own).collect();
    fields.sort_unstable();
    fields.dedup();
    fields.retain(|field| !keys.iter().any(|d| d.key == *field));
    fields
        .into_iter()
        .filter_map(|field| {
            let (was, is) = (plain(old.face.text(field)), plain(new.face.text(field)));
            ValueChange::between(field, &was, &is).filter(|_| worded(&was) || worded(&is))
        })
        .collect()
}

/// Whether a text has words, and not one word or icons only.
fn worded(text: &str) -> bool {
    let letters = |word: &&str| !word.is_empty() && word.chars().all(char::is_alphabetic);
    text.split(' ').filter(letters).count() >= 2
}
