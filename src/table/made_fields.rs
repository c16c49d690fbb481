//! Fields of cards whose text comes from the card's abilities: `[field.NAME]` of `game.toml`, and one for each key of
//! abilities whose name no field has. Declarations come in; the text of a field for one row goes out.
//! [`super::reading_abilities`] reads the declarations; `script::vocabulary` puts the texts on the faces.

use std::collections::BTreeSet;

use super::abilities::{
    Abilities, Ability, COMMON, FieldPart, FieldSource, Has, MOST_FIELDS, MadeField,
};
use super::named::instead_of;
use super::reading::too_many;
use super::reading_abilities::{AbilityReading, some};
use super::wording::{Between, MOST_SENTENCE};
use super::wording_reading::is_name;
use crate::cards::{Deck, Face, Key, Reader, Row, TomlTable, Value, fill_words};
use crate::source::{Code, Span, fault, instead};

/// Most parts of a field.
const MOST_PARTS: usize = 16;

/// The wording that is shown where nothing else is said.
const SAYS: &str = "says";

impl MadeField {
    /// Whether cards of a deck have the field.
    pub fn is_of(&self, deck: &Deck, abilities: &Abilities) -> bool {
        self.keys(abilities).any(|key| deck.rows.iter().any(|row| row.get(key).is_some()))
    }

    /// What it is made of, where abilities say it.
    fn parts(&self) -> &[FieldPart] {
        match &self.made {
            FieldSource::Said { parts, .. } => parts,
            FieldSource::Others { .. } => &[],
        }
    }

    /// Whether it prints an ability given under a key.
    pub fn prints(&self, ability: &Ability, key: u8) -> bool {
        let says = |part: &FieldPart| ability.wordings.iter().any(|(name, _)| *name == part.shows);
        self.parts().iter().any(|part| part.keys.contains(&key) && says(part))
    }

    /// The keys of rows that it is made of.
    pub fn keys<'a>(&'a self, abilities: &'a Abilities) -> impl Iterator<Item = &'a str> {
        let other = match &self.made {
            FieldSource::Said { .. } => None,
            FieldSource::Others { key, .. } => Some(key.as_str()),
        };
        let keys = self.parts().iter().flat_map(|part| &part.keys);
        let keys = keys.filter_map(|key| abilities.keys.get(usize::from(*key)));
        keys.map(String::as_str).chain(other)
    }

    /// Its words on a card; not much longer than [`MOST_SENTENCE`]. `face` has the fields of the row.
    pub fn text(
        &self,
        abilities: &Abilities,
        has: &[Has],
        (deck, row): (&Deck, &Row),
        face: &Face,
    ) -> String {
        let (said, between): (Vec<String>, _) = match &self.made {
            FieldSource::Said { parts, between } => {
                let parts = parts.iter().map(|part| part.text(abilities, has, face));
                (parts.filter(|part| !part.is_empty()).collect(), between)
            }
            FieldSource::Others { key, between } => {
                let own = row.get(key);
                let own = own.map(|own| (own.as_str(), own.as_integer()));
                let same = |other: &&Row| {
                    let value = other.get(key);
                    let value = value.map(|value| (value.as_str(), value.as_integer()));
                    other.id != row.id && own.is_some() && value == own
                };
                let mut length = 0;
                let names = deck.rows.iter().filter(same).take_while(|other| {
                    let has_room = length <= MOST_SENTENCE;
                    length += other.name.len();
                    has_room
                });
                (names.map(|other| other.name.clone()).collect(), between)
            }
        };
        between.join(&said, &abilities.language)
    }
}

impl FieldPart {
    fn text(&self, abilities: &Abilities, has: &[Has], face: &Face) -> String {
        let mut said: Vec<String> = Vec::new();
        for key in &self.keys {
            for has in has.iter().filter(|has| has.key == *key) {
                let length: usize = said.iter().map(String::len).sum();
                if length <= MOST_SENTENCE {
                    said.extend(abilities.wordings(has, &self.shows, face));
                }
            }
        }
        if said.is_empty() {
            return String::new();
        }
        let said = self.between.join(&said, &abilities.language);
        format!("{}{said}{}", self.begins, self.ends)
    }
}

impl AbilityReading<'_> {
    /// Reads `[field.NAME]`; a key of abilities that none has the name of is a field by itself.
    pub(super) fn fields(&mut self) -> Vec<MadeField> {
        let game = self.game;
        let mut fields = Vec::new();
        for (key, value) in game.made_fields.iter().flat_map(|(table, _)| &table.entries) {
            if fields.len() == MOST_FIELDS {
                too_many(self.faults, key.span, "fields", MOST_FIELDS);
                break;
            }
            fields.extend(self.field(key, value));
        }
        self.unshown(&fields);
        for field in &fields {
            if let FieldSource::Others { key, .. } = &field.made {
                self.abilities.printed.insert(key.clone());
            }
        }
        let own = self.abilities.keys.iter().zip(0u8..);
        for (name, key) in own.filter(|(name, _)| !game.makes_field(name)) {
            let ability = self.abilities.under(key).next();
            let between = Between::Text(" ".to_owned());
            let (shows, begins, ends) = (SAYS.to_owned(), String::new(), String::new());
            let parts = vec![FieldPart { keys: vec![key], shows, begins, ends, between }];
            fields.extend(ability.map(|ability| MadeField {
                name: name.clone(),
                span: ability.span,
                made: FieldSource::Said { parts, between: Between::And },
            }));
        }
        fields
    }

    fn field(&mut self, key: &Key, value: &Value) -> Option<MadeField> {
        let name = key.name.as_str();
        if !is_name(name) || COMMON.contains(&name) {
            fault!(self, key.span; "no field that is made of abilities can be called `{name}`"; "name what a template shows with the letters a to z, digits and `-`");
            return None;
        }
        let table = self.section("field", key, value)?;
        let mut r = Reader::new(table, value.span, "a field", self.faults);
        let (parts, others) = (r.value("parts"), r.string("others"));
        let between = r.string("between");
        if parts.is_some() || others.is_some() {
            r.finish();
        }
        let between = Between::read(between.as_ref().map_or(" ", |(text, _)| text));
        let made = match (parts, others) {
            (Some(parts), None) => FieldSource::Said { parts: self.parts(parts), between },
            (None, Some((key, at))) => {
                self.has_key(&key, at)?;
                FieldSource::Others { key, between }
            }
            (None, None) => FieldSource::Said {
                parts: vec![self.part(table, value.span)?],
                between: Between::And,
            },
            (Some(parts), Some(_)) => {
                fault!(self, parts.span; "a field is made of parts and of others at once"; "take one of them away");
                return None;
            }
        };
        Some(MadeField { name: name.to_owned(), span: key.span, made })
    }

    fn parts(&mut self, value: &Value) -> Vec<FieldPart> {
        let all = value.as_list().unwrap_or_default();
        if all.is_empty() || all.len() > MOST_PARTS {
            fault!(self, value.span; "`parts` is no list of 1 to {MOST_PARTS} tables"; "write `parts = [{{ of = \"gives\" }}, {{ of = \"now\", begins = \"**Now:** \" }}]`");
            return Vec::new();
        }
        let mut parts = Vec::new();
        for one in all {
            match one.as_table() {
                Some(table) => parts.extend(self.part(table, one.span)),
                None => {
                    fault!(self, one.span; "a part is {}", one.kind(); "write a table: `{{ of = \"gives\" }}`");
                }
            }
        }
        parts
    }

    /// `of`, `shows`, `begins`, `ends`, `between`.
    fn part(&mut self, table: &TomlTable, span: Span) -> Option<FieldPart> {
        let mut r = Reader::new(table, span, "what a field is made of", self.faults);
        let of = r.value("of");
        r.need("of", "\"gives\"");
        let [shows, begins, ends, between] =
            ["shows", "begins", "ends", "between"].map(|key| r.string(key));
        r.finish();
        let [begins, ends] = [begins, ends].map(|text| {
            let text = text.map_or_else(String::new, |(text, _)| text);
            fill_words(&text, &self.shared, span, self.faults).into_owned()
        });
        let keys = self.part_keys(of?)?;
        let (shows, at) = shows.unwrap_or_else(|| (SAYS.to_owned(), span));
        let abilities = keys.iter().flat_map(|key| self.abilities.under(*key));
        let wordings = abilities.flat_map(|ability| &ability.wordings);
        let known: BTreeSet<&str> = wordings.map(|(name, _)| name.as_str()).collect();
        if !known.contains(shows.as_str()) {
            let help = instead(&shows, known);
            fault!(self, at; "no ability there has `{shows}`"; help);
            return None;
        }
        let between = Between::read(between.as_ref().map_or(" ", |(text, _)| text));
        Some(FieldPart { keys, shows, begins, ends, between })
    }

    /// The keys of rows that are named.
    fn part_keys(&mut self, of: &Value) -> Option<Vec<u8>> {
        let mut keys = Vec::new();
        for one in some(of) {
            let name = one.as_str().unwrap_or_default();
            let Some(key) = self.abilities.key(name) else {
                let message = match one.as_str() {
                    Some(name) => format!("no abilities stand under `{name}`"),
                    None => format!("`of` is {}", one.kind()),
                };
                let help = match self.abilities.keys.as_slice() {
                    [] => "declare an `[ability.NAME]` with `in`".to_owned(),
                    known => instead_of(known, name),
                };
                self.fault(one.span, message, help);
                return None;
            };
            keys.push(key);
        }
        Some(keys)
    }

    /// Whether a card has a key; `None` after a report.
    fn has_key(&mut self, key: &str, at: Span) -> Option<()> {
        let known = keys_of_rows(self.decks);
        if known.contains(key) {
            return Some(());
        }
        fault!(self, at; "no card has `{key}`"; instead(key, known));
        None
    }

    /// Reports wordings that no field shows.
    fn unshown(&mut self, fields: &[MadeField]) {
        let Abilities { all, keys, .. } = &self.abilities;
        for ability in all {
            for (name, _) in ability.wordings.iter().filter(|(name, _)| name != SAYS) {
                let shows = |part: &FieldPart| {
                    let is_under = part.keys.iter().any(|key| ability.keys.contains(key));
                    part.shows == *name && is_under
                };
                if !fields.iter().any(|field| field.parts().iter().any(shows)) {
                    let key = ability.keys.first().map(|key| &keys[usize::from(*key)]);
                    let of = key.map_or("gives", String::as_str);
                    let fault = fault!(
                        "no field shows the `{name}` of `{}`", ability.name;
                        "write `[field.NAME]` with `of = \"{of}\"` and `shows = \"{name}\"`; a parameter is a table: `{name} = {{ is = … }}`"
                    );
                    self.faults.push(fault.error(Code::Declaration).at(ability.span));
                }
            }
        }
    }
}

/// The rows of all decks.
pub(super) fn rows(decks: &[Deck]) -> impl Iterator<Item = &Row> {
    decks.iter().flat_map(|deck| &deck.rows)
}

/// The keys that some card has.
pub(super) fn keys_of_rows(decks: &[Deck]) -> BTreeSet<&str> {
    rows(decks).flat_map(|row| row.table.keys()).map(|key| key.name.as_str()).collect()
}
