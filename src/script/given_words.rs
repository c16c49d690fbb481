//! Words that a row gives in place of the ones made from its abilities: `wording = { gives = "…" }`, or the field
//! itself where it is not a key of abilities (`text = "…"`). A row comes in, its own words go out. Each is reported, as
//! it may not say what the ability does.

use crate::cards::{Face, Key, Row, Value, by_hand, fill_words};
use crate::source::{Code, Diagnostics, error};
use crate::table::{Abilities, instead_of};

/// The key of a row under which the words of fields stand.
pub const WORDING: &str = "wording";

/// The words that a row gives itself.
pub struct GivenWords<'a> {
    row: &'a Row,
    abilities: &'a Abilities,
    /// Keys under [`WORDING`] that were not asked for.
    left: Vec<&'a (Key, Value)>,
}

impl<'a> GivenWords<'a> {
    pub fn read(row: &'a Row, abilities: &'a Abilities, faults: &mut Diagnostics) -> Self {
        let wording = row.get(WORDING);
        let table = wording.and_then(Value::as_table);
        if let Some(value) = wording.filter(|_| table.is_none()) {
            let (field, kind) = (abilities.fields.first(), value.kind());
            let field = field.map_or("gives", |field| field.name.as_str());
            faults.push(error!(
                WrongType,
                value.span,
                "`{WORDING}` is {kind}",
                "write the words for each field: `{WORDING} = {{ {field} = \"…\" }}`"
            ));
        }
        GivenWords {
            row,
            abilities,
            left: table.into_iter().flat_map(|table| &table.entries).collect(),
        }
    }

    /// The row's own words for a field; `made` is what its abilities say. `face` has the plain fields of the row.
    pub fn words(
        &mut self,
        field: &str,
        made: &str,
        face: &Face,
        faults: &mut Diagnostics,
    ) -> Option<String> {
        let at = self.left.iter().position(|(key, _)| key.name == field);
        let under = at.map(|at| &self.left.swap_remove(at).1);
        let own = self.row.get(field);
        let own = own.filter(|_| self.abilities.key(field).is_none());
        let value = under.or(own)?;
        let Some(words) = value.as_str() else {
            let message = format!("the words for `{field}` are {}", value.kind());
            faults.error(Code::WrongType, value.span, message, "write them in quotes");
            return None;
        };
        let words = match under {
            Some(_) => fill_words(words, &face.shared, value.span, faults).into_owned(),
            None => face.text(field).to_owned(),
        };
        if made.is_empty() {
            let keys = self.abilities.fields.iter().find(|made| made.name == field);
            let mut keys = keys.into_iter().flat_map(|made| made.keys(self.abilities));
            let key = keys.next().unwrap_or(field);
            faults.push(error!(
                WordsWithoutAbility,
                value.span,
                "`{WORDING}` words a `{field}` that the card has not",
                "give the card a `{key}`, or take the words away"
            ));
        } else {
            let what = format!("the `{field}` of `{}`", self.row.id);
            faults.push(by_hand(&what, value.span, made, &words));
        }
        Some(words)
    }

    /// Reports words for fields that do not exist.
    pub fn finish(self, faults: &mut Diagnostics) {
        for (key, _) in self.left {
            let message = format!("`{}` is no field that is made of abilities", key.name);
            let help = instead_of(&self.abilities.fields, &key.name);
            faults.error(Code::UnknownKey, key.span, message, help);
        }
    }
}
