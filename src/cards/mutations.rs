//! Lists every edit of one value that affects play: a number one up or down, a word for an alternative, an ability removed, a
//! ruling decided differently. A pack comes in; [`Mutation`]s go out. Called by the command `mutate` and by `check`.

use super::mutation::{EditPlace, Mutation, PathStep};
use super::pack::Pack;
use super::value::{Datum, TomlTable, Value};
use super::vocabulary::{TextEdit, Vocabulary};
use super::{Deck, Row};
use crate::source::Span;

impl Pack {
    /// Every edit of one value that the rules of play read, file by file. None of a game that is only printed.
    pub fn mutations(&self) -> Vec<Mutation> {
        let Some(vocabulary) = self.vocabulary.as_deref() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut walk = Walk {
            vocabulary,
            deck: None,
            file: 0,
            path: Vec::new(),
            way: Vec::new(),
            found: &mut found,
        };
        if let Some(written) = self.written.first() {
            walk.rules(&written.table);
            walk.rulings(&written.table);
        }
        for (index, deck) in self.decks.iter().enumerate() {
            let Some(keys) = vocabulary.played.get(&deck.id) else {
                continue;
            };
            if let Some(written) = self.written.get(index + 1) {
                walk.deck = Some(deck);
                walk.file = index + 1;
                walk.cards(deck, &written.table, keys);
            }
        }
        found.extend(self.script_mutations());
        found
    }

    /// Every edit of the script that the game's vocabulary makes, by its line: `script.17`.
    fn script_mutations(&self) -> Vec<Mutation> {
        let (Some(script), Some(reading)) = (&self.game.script, self.script_reading()) else {
            return Vec::new();
        };
        let text = script.text();
        let mutation = |edit: &TextEdit| {
            let span = Span::new(script.file, edit.range.clone());
            let line = text.get(..edit.range.start)?.matches('\n').count() + 1;
            let value = |text: &str| Some(Value { span, datum: Datum::String(text.to_owned()) });
            Some(Mutation {
                path: vec!["script".to_owned(), line.to_string()],
                span,
                old: value(text.get(edit.range.clone())?),
                new: value(&edit.new),
                place: EditPlace::Script(edit.range.clone()),
            })
        };
        reading.edits.iter().filter_map(mutation).collect()
    }

    /// Decks that are only printed: nothing in them plays.
    pub fn only_printed(&self) -> impl Iterator<Item = &Deck> {
        let played = self.vocabulary.as_ref().map(|vocabulary| &vocabulary.played);
        let plays = move |deck: &&Deck| played.is_some_and(|all| all.contains_key(&deck.id));
        self.decks.iter().filter(move |deck| !plays(deck))
    }
}

/// A walk over the values of one file.
struct Walk<'a> {
    vocabulary: &'a Vocabulary,
    deck: Option<&'a Deck>,
    file: usize,
    path: Vec<String>,
    way: Vec<PathStep>,
    found: &'a mut Vec<Mutation>,
}

impl Walk<'_> {
    fn rules(&mut self, file: &TomlTable) {
        let Some(rules) = file.get("rules").and_then(Value::as_table) else {
            return;
        };
        let unplayed = &self.vocabulary.unplayed_rules;
        self.at("rules", PathStep::Key("rules".into()), |walk| {
            for (key, value) in &rules.entries {
                let name = &key.name;
                if !unplayed.contains(name) {
                    walk.key(name, |walk| walk.value(name, value, false));
                }
            }
        });
    }

    fn rulings(&mut self, file: &TomlTable) {
        for (index, ruling) in file.list("ruling").iter().enumerate() {
            let get = |key: &str| ruling.as_table().and_then(|table| table.get(key));
            let name = get("decides").or(get("id")).and_then(Value::as_str);
            let (Some(name), Some(choice), Some(choices)) =
                (name, get("choice"), get("choices").and_then(Value::as_list))
            else {
                continue;
            };
            self.path = vec!["rulings".into(), name.into()];
            self.way = vec![
                PathStep::Key("ruling".into()),
                PathStep::Item(index),
                PathStep::Key("choice".into()),
            ];
            for other in choices.iter().filter(|other| !other.says_as(choice)) {
                self.edit(choice.span, Some(choice), Some(other.clone()));
            }
            self.path.clear();
            self.way.clear();
        }
    }

    fn cards(&mut self, deck: &Deck, file: &TomlTable, keys: &[String]) {
        self.path = vec![deck.id.clone()];
        if let Some(defaults) = file.get("defaults").and_then(Value::as_table) {
            self.key("defaults", |walk| walk.row(defaults, keys));
        }
        let rows = file.list("card");
        self.way.push(PathStep::Key("card".into()));
        for (index, (written, row)) in rows.iter().zip(&deck.rows).enumerate() {
            let Some(table) = written.as_table() else {
                continue;
            };
            self.at(&row.id, PathStep::Item(index), |walk| {
                walk.copies(row, table);
                walk.row(table, keys);
            });
        }
        self.path.clear();
        self.way.clear();
    }

    fn copies(&mut self, row: &Row, table: &TomlTable) {
        let written = table.get("copies");
        let span = written.map_or_else(|| row.place("name"), |v| v.span);
        let copies = i64::from(row.copies);
        self.key("copies", |walk| {
            for other in [copies + 1, copies - 1] {
                walk.edit(span, written, Some(integer(other, span)));
            }
        });
    }

    fn row(&mut self, table: &TomlTable, keys: &[String]) {
        for (key, value) in &table.entries {
            if keys.contains(&key.name) {
                let ability = matches!(value.datum, Datum::Table(_) | Datum::List(_));
                self.key(&key.name, |walk| walk.value(&key.name, value, ability));
            }
        }
    }

    /// Every edit of a value and of what is in it. `whole`: it can be taken away.
    fn value(&mut self, key: &str, value: &Value, whole: bool) {
        match &value.datum {
            Datum::Integer(n) => {
                for other in [n + 1, n - 1] {
                    self.edit(value.span, Some(value), Some(integer(other, value.span)));
                }
            }
            Datum::Boolean(b) => {
                let datum = Datum::Boolean(!b);
                self.edit(value.span, Some(value), Some(Value { datum, ..value.clone() }));
            }
            Datum::String(word) => {
                if let Some(other) = self.other(key, word) {
                    let datum = Datum::String(other);
                    self.edit(value.span, Some(value), Some(Value { datum, ..value.clone() }));
                }
            }
            Datum::List(list) => {
                // The last of a list goes with the list.
                let several = list.len() > 1;
                for (index, item) in list.iter().enumerate() {
                    self.at(&index.to_string(), PathStep::Item(index), |walk| {
                        walk.value(key, item, several);
                    });
                }
                if whole && several {
                    return;
                }
            }
            Datum::Table(table) => {
                let several = whole && table.entries.len() > 1;
                for (key, inner) in &table.entries {
                    self.key(&key.name, |walk| walk.value(&key.name, inner, several));
                }
            }
            Datum::Float(_) => {}
        }
        if whole {
            self.edit(value.span, Some(value), None);
        }
    }

    /// The next of the words that can replace `word`.
    fn other(&self, key: &str, word: &str) -> Option<String> {
        let deck = self.deck.map(|deck| &deck.id);
        self.vocabulary
            .alternatives
            .iter()
            .filter(|alternatives| {
                let is_of = alternatives.deck.is_none() || alternatives.deck.as_ref() == deck;
                is_of && alternatives.keys.iter().any(|own| own == key)
            })
            .filter_map(|alternatives| next(&alternatives.words, word))
            .next()
    }

    fn edit(&mut self, span: Span, old: Option<&Value>, new: Option<Value>) {
        self.found.push(Mutation {
            path: self.path.clone(),
            span,
            old: old.cloned(),
            new,
            place: EditPlace::Data { file: self.file, way: self.way.clone() },
        });
    }

    fn key(&mut self, key: &str, inside: impl FnOnce(&mut Self)) {
        self.at(key, PathStep::Key(key.to_owned()), inside);
    }

    fn at(&mut self, name: &str, step: PathStep, inside: impl FnOnce(&mut Self)) {
        self.path.push(name.to_owned());
        self.way.push(step);
        inside(self);
        self.path.pop();
        self.way.pop();
    }
}

fn integer(n: i64, span: Span) -> Value {
    Value { span, datum: Datum::Integer(n) }
}

fn next(words: &[String], word: &str) -> Option<String> {
    let at = words.iter().position(|w| w == word)?;
    let next = &words[(at + 1) % words.len()];
    (next != word).then(|| next.clone())
}
