//! Fields of cards whose text comes from the card's abilities: `[field.NAME]` of `game.toml`, and one for each key of
//! abilities whose name no field has. Declarations come in; the text of a field for one row goes out.
//! [`super::reading_abilities`] reads the declarations; `script::vocabulary` puts the texts on the faces.

use super::abilities::{
    Abilities, Ability, COMMON, FieldPart, FieldSource, Has, MOST_FIELDS, MadeField,
};
use super::phrase::{Between, MOST_SENTENCE};
use super::wording_reading::is_name;
use crate::cards::{
    Datum, Deck, Face, GameFile, Key, Reader, Row, SharedFields, TomlTable, Value, fill_words,
};
use crate::source::{Code, Diagnostic, Diagnostics, Span, instead};

/// Most parts of a field.
const MOST_PARTS: usize = 16;

/// The wording that is shown where nothing else is said.
const SAYS: &str = "says";

impl MadeField {
    /// Whether cards of a deck have the field.
    pub fn is_of(&self, deck: &Deck, abilities: &Abilities) -> bool {
        let any = |key: &str| deck.rows.iter().any(|row| row.get(key).is_some());
        match &self.made {
            FieldSource::Said { .. } => self.keys(abilities).any(any),
            FieldSource::Others { key, .. } => any(key),
        }
    }

    /// Whether it prints an ability given under a key.
    pub fn prints(&self, ability: &Ability, key: u8) -> bool {
        let FieldSource::Said { parts, .. } = &self.made else {
            return false;
        };
        let says = |part: &FieldPart| ability.wordings.iter().any(|(name, _)| *name == part.shows);
        parts.iter().any(|part| part.keys.contains(&key) && says(part))
    }

    /// The keys of rows that it is made of.
    pub fn keys<'a>(&'a self, abilities: &'a Abilities) -> impl Iterator<Item = &'a str> {
        let (parts, other) = match &self.made {
            FieldSource::Said { parts, .. } => (parts.as_slice(), None),
            FieldSource::Others { key, .. } => (&[][..], Some(key.as_str())),
        };
        let keys = parts.iter().flat_map(|part| &part.keys);
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
        match &self.made {
            FieldSource::Said { parts, between } => {
                let parts = parts.iter().map(|part| part.text(abilities, has, face));
                let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
                between.join(&parts, &abilities.language)
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
                let names = deck.rows.iter().filter(same).map(|other| other.name.clone());
                let names: Vec<String> = names
                    .take_while(|name| {
                        let has_room = length <= MOST_SENTENCE;
                        length += name.len();
                        has_room
                    })
                    .collect();
                between.join(&names, &abilities.language)
            }
        }
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

impl Abilities {
    /// Reads `[field.NAME]`; a key of abilities that none has the name of is a field by itself.
    pub(super) fn read_fields(
        &mut self,
        game: &GameFile,
        decks: &[Deck],
        faults: &mut Diagnostics,
    ) {
        let mut reading = Reading { abilities: self, decks, shared: game.fields(), faults };
        let mut fields = Vec::new();
        let declared = game.made_fields.iter().flat_map(|(table, _)| &table.entries);
        for (key, value) in declared {
            if fields.len() == MOST_FIELDS {
                let fault =
                    Diagnostic::error(Code::TooMany, format!("more than {MOST_FIELDS} fields"));
                let help = format!("declare {MOST_FIELDS} at most");
                reading.faults.push(fault.at(key.span).help(help));
                break;
            }
            fields.extend(reading.field(key, value));
        }
        reading.unshown(&fields);
        for field in &fields {
            if let FieldSource::Others { key, .. } = &field.made {
                self.printed.insert(key.clone());
            }
        }
        let own = self.keys.iter().zip(0u8..);
        for (name, key) in own.filter(|(name, _)| !game.makes_field(name)) {
            let span = self.under(key).next().map(|ability| ability.span);
            fields.extend(span.map(|span| MadeField {
                name: name.clone(),
                span,
                made: FieldSource::Said {
                    parts: vec![FieldPart {
                        keys: vec![key],
                        shows: SAYS.to_owned(),
                        begins: String::new(),
                        ends: String::new(),
                        between: Between::Text(" ".to_owned()),
                    }],
                    between: Between::And,
                },
            }));
        }
        self.fields = fields;
    }
}

struct Reading<'a> {
    abilities: &'a Abilities,
    decks: &'a [Deck],
    shared: SharedFields,
    faults: &'a mut Diagnostics,
}

impl Reading<'_> {
    fn fault(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.faults.error(Code::Declaration, span, message, help);
    }

    fn field(&mut self, key: &Key, value: &Value) -> Option<MadeField> {
        let name = key.name.as_str();
        if !is_name(name) || COMMON.contains(&name) {
            let message = format!("no field that is made of abilities can be called `{name}`");
            let help = "name what a template shows with the letters a to z, digits and `-`";
            self.fault(key.span, message, help);
            return None;
        }
        let Some(table) = value.as_table() else {
            let message = format!("`field.{name}` is {}", value.kind());
            let help = format!("write `[field.{name}]` above its keys");
            self.fault(value.span, message, help);
            return None;
        };
        let mut r = Reader::new(table, value.span, "a field", self.faults);
        let (parts, others) = (r.value("parts"), r.string("others"));
        let between = r.string("between");
        let of_parts = parts.is_some() || others.is_some();
        if of_parts {
            r.finish();
        }
        let between = between.map_or_else(|| " ".to_owned(), |(text, _)| text);
        let made = match (parts, others) {
            (Some(parts), None) => {
                FieldSource::Said { parts: self.parts(parts), between: read_between(&between) }
            }
            (None, Some((key, at))) => {
                self.has_key(&key, at)?;
                let between = read_between(&between);
                FieldSource::Others { key, between }
            }
            (None, None) => FieldSource::Said {
                parts: vec![self.part(table, value.span)?],
                between: Between::And,
            },
            (Some(parts), Some(_)) => {
                self.fault(
                    parts.span,
                    "a field is made of parts and of others at once",
                    "take one of them away",
                );
                return None;
            }
        };
        Some(MadeField { name: name.to_owned(), span: key.span, made })
    }

    fn parts(&mut self, value: &Value) -> Vec<FieldPart> {
        let all = value.as_list().unwrap_or_default();
        if all.is_empty() || all.len() > MOST_PARTS {
            let message = format!("`parts` is no list of 1 to {MOST_PARTS} tables");
            let help =
                "write `parts = [{ of = \"gives\" }, { of = \"now\", begins = \"**Now:** \" }]`";
            self.fault(value.span, message, help);
            return Vec::new();
        }
        let mut parts = Vec::new();
        for one in all {
            match one.as_table() {
                Some(table) => parts.extend(self.part(table, one.span)),
                None => self.fault(
                    one.span,
                    format!("a part is {}", one.kind()),
                    "write a table: `{ of = \"gives\" }`",
                ),
            }
        }
        parts
    }

    /// `of`, `shows`, `begins`, `ends`, `between`.
    fn part(&mut self, table: &TomlTable, span: Span) -> Option<FieldPart> {
        let mut r = Reader::new(table, span, "what a field is made of", self.faults);
        let of = r.value("of");
        if of.is_none() {
            r.missing("of", "\"gives\"");
        }
        let shows = r.string("shows");
        let mut text = |key| r.string(key).map(|(text, _)| text);
        let (begins, ends, between) = (text("begins"), text("ends"), text("between"));
        r.finish();
        let mut filled = |text: Option<String>| {
            let text = text.unwrap_or_default();
            fill_words(&text, &self.shared, span, self.faults).into_owned()
        };
        let (begins, ends) = (filled(begins), filled(ends));
        let keys = self.keys(of?)?;
        let (shows, at) = shows.unwrap_or_else(|| (SAYS.to_owned(), span));
        let abilities = || keys.iter().flat_map(|key| self.abilities.under(*key));
        let mut known: Vec<&str> = abilities()
            .flat_map(|ability| &ability.wordings)
            .map(|(name, _)| name.as_str())
            .collect();
        known.sort_unstable();
        known.dedup();
        if !known.contains(&shows.as_str()) {
            let help = instead(&shows, known.iter().copied());
            let message = format!("no ability there has `{shows}`");
            self.fault(at, message, help);
            return None;
        }
        Some(FieldPart {
            keys,
            shows,
            begins,
            ends,
            between: read_between(between.as_deref().unwrap_or(" ")),
        })
    }

    /// The keys of rows that are named.
    fn keys(&mut self, of: &Value) -> Option<Vec<u8>> {
        let all = match &of.datum {
            Datum::List(all) if !all.is_empty() => all.as_slice(),
            _ => std::slice::from_ref(of),
        };
        let mut keys = Vec::new();
        for one in all {
            let name = one.as_str().unwrap_or_default();
            match self.abilities.key(name) {
                Some(key) => keys.push(key),
                None => {
                    let known: Vec<String> = self.abilities.keys.clone();
                    let message = match one.as_str() {
                        Some(name) => format!("no abilities stand under `{name}`"),
                        None => format!("`of` is {}", one.kind()),
                    };
                    let help = if known.is_empty() {
                        "declare an `[ability.NAME]` with `in`".to_owned()
                    } else {
                        instead(name, known.iter().map(String::as_str))
                    };
                    self.fault(one.span, message, help);
                    return None;
                }
            }
        }
        Some(keys)
    }

    /// Whether a card has a key; `None` after a report.
    fn has_key(&mut self, key: &str, at: Span) -> Option<()> {
        let rows = || self.decks.iter().flat_map(|deck| &deck.rows);
        if rows().any(|row| row.get(key).is_some()) {
            return Some(());
        }
        let keys = rows().flat_map(|row| row.table.keys());
        let mut known: Vec<&str> = keys.map(|key| key.name.as_str()).collect();
        known.sort_unstable();
        known.dedup();
        let help = instead(key, known.iter().copied());
        self.fault(at, format!("no card has `{key}`"), help);
        None
    }

    /// Reports wordings that no field shows.
    fn unshown(&mut self, fields: &[MadeField]) {
        let abilities = self.abilities;
        for ability in &abilities.all {
            for (name, _) in ability.wordings.iter().filter(|(name, _)| name != SAYS) {
                let shown = fields.iter().any(|field| match &field.made {
                    FieldSource::Said { parts, .. } => parts.iter().any(|part| {
                        let is_under = part.keys.iter().any(|key| ability.keys.contains(key));
                        part.shows == *name && is_under
                    }),
                    FieldSource::Others { .. } => false,
                });
                if !shown {
                    let key = ability.keys.first().map(|key| &abilities.keys[usize::from(*key)]);
                    let of = key.map_or("gives", String::as_str);
                    let message = format!("no field shows the `{name}` of `{}`", ability.name);
                    let help = format!(
                        "write `[field.NAME]` with `of = \"{of}\"` and `shows = \"{name}\"`; a parameter is a table: `{name} = {{ is = … }}`"
                    );
                    self.fault(ability.span, message, help);
                }
            }
        }
    }
}

fn read_between(text: &str) -> Between {
    match text {
        "and" => Between::And,
        text => Between::Text(text.to_owned()),
    }
}
