//! Compares a deck's cards with the templates that draw them. Rows and templates come in; diagnostics on fields and values that
//! one side lacks go out. Called by `renderer` before a face is drawn.

use std::collections::BTreeSet;

use crate::cards::{Deck, Face, LookUp, Number, Pack, Value, Word, WordMatch};
use crate::source::{
    Diagnostic, Diagnostics, Span, did_you_mean, error, instead, list_words, warning,
};

use super::super::ink::Ink;
use super::unshown::{DrawnWith, check_keys};

/// Fields that a template of the deck shows or asks for and no card has; values that no card has; keys of rows that none shows.
pub fn check_fields(
    pack: &Pack,
    deck: &Deck,
    drawn_with: &[DrawnWith<'_>],
    faces: &[Face],
    faults: &mut Diagnostics,
) {
    let mut slips = false;
    for drawn in drawn_with {
        let own = drawn.rows.iter().filter_map(|at| faces.get(*at));
        let own: Vec<&Face> = own.collect();
        if own.is_empty() {
            continue;
        }
        let check = Check {
            pack,
            deck,
            drawn,
            faces: &own,
            known: own
                .iter()
                .flat_map(|face| face.names())
                // A column of a sheet may be empty on all cards.
                .chain(deck.columns.keys())
                .collect(),
        };
        slips |= check.fields(faults);
        slips |= check.asked(faults);
        check.values(faults);
        check.flags(faults);
        check.table_rows(faults);
        check.look_ups(faults);
    }
    // A typing error in the template would be reported again for each card whose key it meant.
    if !slips {
        check_keys(pack, deck, drawn_with, faces, faults);
    }
}

/// One template and the cards that it draws.
struct Check<'a> {
    pack: &'a Pack,
    deck: &'a Deck,
    drawn: &'a DrawnWith<'a>,
    faces: &'a [&'a Face],
    /// The fields of all the faces.
    known: BTreeSet<&'a str>,
}

impl Check<'_> {
    /// The faces of other decks that the same template draws.
    fn elsewhere(&self) -> Vec<Face> {
        let name = self.drawn.name.as_str();
        let others = self.pack.decks.iter().filter(|deck| deck.id != self.deck.id);
        let others = others.filter(|deck| {
            let mut templates = self.pack.templates(deck).into_iter();
            templates.any(|(template, _)| template == name)
        });
        others.flat_map(|deck| self.pack.faces(deck).0).collect()
    }

    /// Fields that are shown; whether one is a slip.
    fn fields(&self, faults: &mut Diagnostics) -> bool {
        let mut slips = false;
        for (field, span) in &self.drawn.template.fields {
            if !self.knows(field) {
                faults.push(self.unknown(field, *span));
                slips = true;
            }
        }
        slips
    }

    /// Whether there is a field; one that is looked up is a key of some row of the table.
    fn knows(&self, field: &str) -> bool {
        let Some(look) = LookUp::read(field) else {
            return self.known.contains(field);
        };
        let rows = self.pack.game.tables.get(look.table).into_iter().flatten();
        rows.into_iter().any(|(_, row)| row.get(look.key).is_some())
    }

    /// Values that name no row of the table in which they are looked up.
    fn look_ups(&self, faults: &mut Diagnostics) {
        let template = self.drawn.template;
        let fields = template.fields.iter().chain(&template.asked);
        let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
        for (field, place) in fields {
            let Some(look) = LookUp::read(field) else {
                continue;
            };
            let Some(rows) = self.pack.game.tables.get(look.table) else {
                continue;
            };
            for face in self.faces {
                let row = face.text(look.by);
                if row.is_empty() || rows.contains_key(row) || !told.insert((look.table, row)) {
                    continue;
                }
                let table = look.table;
                let value = face.get(look.by).and_then(|value| value.span);
                let help = instead(row, rows.keys());
                let place_of_value = value.unwrap_or(*place);
                let fault =
                    error!(UnknownRow, place_of_value, "table `{table}` has no row `{row}`", help);
                faults.push(fault.related(*place, "looked up here"));
            }
        }
    }

    /// Fields that conditions ask for, which other decks of the same template may have; whether one is a slip.
    fn asked(&self, faults: &mut Diagnostics) -> bool {
        let asked = self.drawn.template.asked.iter();
        let unknown: Vec<_> = asked.filter(|(field, _)| !self.knows(field)).collect();
        if unknown.is_empty() {
            return false;
        }
        let elsewhere = self.elsewhere();
        let mut slips = false;
        for (field, span) in unknown {
            let fields = &self.drawn.template.fields;
            if fields.contains_key(field) || elsewhere.iter().any(|face| face.get(field).is_some())
            {
                continue;
            }
            faults.push(self.unknown(field, *span));
            slips = true;
        }
        slips
    }

    fn unknown(&self, field: &str, span: Span) -> Diagnostic {
        let deck = &self.deck.id;
        let alone =
            self.pack.templates(self.deck).len() == 1 || self.faces.len() == self.deck.rows.len();
        let whose = if alone {
            format!("deck `{deck}`")
        } else {
            format!("deck `{deck}` that `{}` draws", self.drawn.name)
        };
        let help = self.meant(field);
        error!(UnknownField, span, "no card of {whose} has the field `{field}`", help)
            .part(format!("{{{{{field}"))
            .part(format!("=\"{field}\""))
            .part(field)
    }

    /// What was meant by a field that no card has.
    fn meant(&self, field: &str) -> String {
        if let Some(look) = LookUp::read(field) {
            let tables = &self.pack.game.tables;
            let Some(rows) = tables.get(look.table) else {
                return if tables.is_empty() {
                    format!("write a look-up table: `[table.{}.some-row]`", look.table)
                } else {
                    instead(look.table, tables.keys())
                };
            };
            let keys = rows.values().flat_map(|row| row.keys());
            let keys: BTreeSet<&str> = keys.map(|key| key.name.as_str()).collect();
            return instead(look.key, keys);
        }
        // A dash is part of a name, so `hp-1` is one.
        let dash = field.match_indices('-').find(|(at, _)| self.known.contains(&field[..*at]));
        if let Some((at, _)) = dash {
            let (left, right) = (&field[..at], &field[at + 1..]);
            return format!("a name may hold a dash: to subtract, write `{left} - {right}`");
        }
        let mut words = self.drawn.template.compared.iter().map(|(word, _)| word);
        let value = |word: &&Word| {
            let of_card = |face: &&Face| face.text(&word.field.name) == field;
            self.faces.iter().any(of_card)
        };
        if let Some(word) = words.find(value) {
            return format!("did you mean `{}={field}`?", word.field.name);
        }
        match did_you_mean(field, self.known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("give a card of deck `{}` the key `{field}`", self.deck.id),
        }
    }

    /// Values that conditions compare with and that no card has.
    fn values(&self, faults: &mut Diagnostics) {
        let mut elsewhere: Option<Vec<Face>> = None;
        for (word, span) in &self.drawn.template.compared {
            let field = word.field.name.as_str();
            if word.word.is_empty() || word.word == field {
                continue;
            }
            let inks: Vec<&str> = Ink::ALL.iter().map(|ink| ink.name()).collect();
            if field == "ink" {
                if !inks.contains(&word.word.as_str()) {
                    faults.push(no_such_value("there is no ink", word, &inks, *span));
                }
                continue;
            }
            let has = |face: &Face| word.holds(face.text(field));
            if self.faces.iter().any(|face| has(face)) {
                continue;
            }
            let elsewhere = elsewhere.get_or_insert_with(|| self.elsewhere());
            let all = || self.faces.iter().copied().chain(elsewhere.iter());
            // Templates are drawn for numbers and rows of tables that are still to come; a row without a card is told where it stands.
            let table = self.pack.game.tables.get(field);
            let numbers = || all_numbers(self.faces, field);
            if table.is_some_and(|rows| rows.contains_key(&word.word))
                || (Number::parse(&word.word).is_some() && numbers())
            {
                continue;
            }
            // A field that no card has is already reported.
            if elsewhere.iter().any(has) || !all().any(|face| face.get(field).is_some()) {
                continue;
            }
            let known: BTreeSet<&str> = all()
                .flat_map(|face| values(word, face.text(field)))
                .filter(|value| !value.is_empty())
                .collect();
            let known: Vec<&str> = known.into_iter().collect();
            let message = format!("no card has the {field}");
            let fault = no_such_value(&message, word, &known, *span);
            let is_field = all().any(|face| face.get(&word.word).is_some());
            faults.push(if is_field {
                let right = &word.word;
                fault.help(format!(
                    "to compare with the field `{right}`, write `{field} - {right} = 0`"
                ))
            } else {
                fault
            });
        }
    }

    /// Words for no, where a condition holds for every word.
    fn flags(&self, faults: &mut Diagnostics) {
        for (field, place) in &self.drawn.template.flags {
            let fields = self.faces.iter().filter_map(|face| face.get(field));
            let mut noes = fields.filter(|value| is_no(&value.text));
            let Some(value) = noes.next() else {
                continue;
            };
            let no = &value.text;
            let fault = warning!(
                NoSuchValue,
                value.span.unwrap_or(*place),
                "`{field}` is the word `{no}`, for which `{field}` holds as for any word",
                "write `false` or nothing in its place, or ask for a word: `{field}=yes`"
            );
            faults.push(fault.related(*place, "the condition"));
        }
    }

    /// Rows of look-up tables that lack a key which others have and which is shown on their cards.
    fn table_rows(&self, faults: &mut Diagnostics) {
        let template = self.drawn.template;
        for field in template.fields.keys() {
            let Some((table, key)) = field.split_once('.') else {
                continue;
            };
            let Some(rows) =
                self.pack.game.tables.get(table).filter(|_| self.known.contains(field.as_str()))
            else {
                continue;
            };
            let mut told: BTreeSet<&str> = BTreeSet::new();
            for (at, face) in self.drawn.rows.iter().zip(self.faces) {
                let row = self.deck.rows.get(*at);
                let id = row.and_then(|row| row.get(table)).and_then(Value::as_str);
                let Some((id, entries)) = id.and_then(|id| rows.get_key_value(id)) else {
                    continue;
                };
                if entries.get(key).is_some() || !told.insert(id.as_str()) {
                    continue;
                }
                if !self.shows(face, field) {
                    // Another card of the same row may.
                    told.remove(id.as_str());
                    continue;
                }
                let keys = entries.keys().map(|key| key.name.as_str());
                let help = match did_you_mean(key, keys) {
                    Some(near) => format!(
                        "did you mean `{key}` by `{near}`? else write `{key} = \"\"` where nothing is meant"
                    ),
                    None => format!("add `{key} = …`, or `{key} = \"\"` where nothing is meant"),
                };
                let name = &self.drawn.name;
                let fault = error!(
                    MissingKey,
                    "row `{id}` of table `{table}` has no `{key}`, which others have and `{name}` shows",
                    help
                );
                faults.push(fault.at_maybe(entries.keys().next().map(|key| key.span)));
            }
        }
    }

    /// Whether the template shows the field on that card, and not only where a condition has asked for it.
    fn shows(&self, face: &Face, field: &str) -> bool {
        if self.drawn.template.asked.contains_key(field) {
            return false;
        }
        let placed = self.drawn.template.placed(face, Ink::Full, &mut Vec::new());
        placed.iter().any(|placed| placed.kind.fields().contains(&field))
    }
}

/// Whether a text is a word for no, as people write it into a column of yes and no.
fn is_no(text: &str) -> bool {
    const NO: [&str; 12] =
        ["no", "nein", "non", "não", "nee", "nej", "nei", "ne", "false", "falsch", "faux", "n"];
    NO.contains(&text.trim().to_lowercase().as_str())
}

/// Whether all cards that have the field have a number there.
fn all_numbers(faces: &[&Face], field: &str) -> bool {
    let mut values = faces.iter().map(|face| face.text(field));
    values.all(|value| value.is_empty() || Number::parse(value).is_some())
}

/// The values of a field that a word is compared with: each word of a list, or the whole.
fn values<'t>(word: &Word, text: &'t str) -> Box<dyn Iterator<Item = &'t str> + 't> {
    if word.how == WordMatch::Has {
        Box::new(text.split_whitespace())
    } else {
        Box::new(std::iter::once(text))
    }
}

fn no_such_value(what: &str, word: &Word, known: &[&str], span: Span) -> Diagnostic {
    const NAMED: usize = 8;
    let help = match did_you_mean(&word.word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.len() <= NAMED && !known.is_empty() => {
            format!("there are {}", list_words(known.iter()))
        }
        None => "write a value that some card has, or take the condition out".into(),
    };
    let value = &word.word;
    warning!(NoSuchValue, span, "{what} `{value}`", help)
}
