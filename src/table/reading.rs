//! Reads `[table]` of a `game.toml`. A game and a variant come in; a [`TableReading`] goes out, with what is declared and
//! every fault. It is kept with the game, so that each variant is read once. `reading_zones`, `reading_moves`, `reading_follows` and `reading_layout` read its
//! parts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::declared::{
    ConservedSum, CounterKind, CounterReport, CounterValue, Declared, MOST_COUNTERS, MOST_FACES,
    MOST_PLACES, MOST_SEATS, Sees, ShownLayout,
};
use super::reading_variants::{MOST_VARIANTS, PLAYERS, declared_axes, variants};
use crate::cards::{Datum, Deck, GameFile, Reader, TomlTable, Value};
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, Span, instead};

/// How a card lies of which nothing is said.
const UP: &str = "up";

/// Tables of `[table]` by what they are called in the singular, with the keys of their rows.
const SINGULAR: [(&str, &str, &[&str]); 3] = [
    (
        "zone",
        "zones",
        &[
            "each",
            "holds",
            "where",
            "sees",
            "face",
            "pile",
            "refill",
            "order",
            "size",
            "as",
            "counts-for",
        ],
    ),
    ("counter", "counters", &["each", "is", "from", "to", "start", "sees", "as", "told"]),
    ("refusal", "refusals", &["rule", "says"]),
];

/// Faults that cause all the others: seats that are missing, a table called in the singular, which is taken for a look-up table.
fn first_cause(table: &TomlTable, span: Span) -> Option<Diagnostic> {
    let fault = |message: String, span: Span, help: String| {
        let fault = Diagnostic::error(Code::Declaration, message);
        Some(fault.at(span).help(help))
    };
    if table.get("seats").is_none() {
        let help = "add `seats = [\"north\", \"south\"]` below `[table]`";
        return fault("[table] has no `seats`".into(), span, help.into());
    }
    for (one, all, known) in SINGULAR {
        let of_rows = |row: &Value| {
            let row = row.as_table();
            row.is_some_and(|row| row.keys().all(|key| known.contains(&key.name.as_str())))
        };
        let is_meant = |value: &Value| {
            let rows = value.as_table().map(|rows| &rows.entries);
            rows.is_some_and(|rows| rows.iter().all(|(_, row)| of_rows(row)))
        };
        let mut entries = table.entries.iter();
        let found = entries.find(|(key, value)| key.name == one && is_meant(value));
        if let (Some((key, _)), None) = (found, table.get(all)) {
            let message = format!("`{one}` is a look-up table, and [table] has no `{all}`");
            return fault(message, key.span, format!("is `[table.{all}]` meant?"));
        }
    }
    None
}

/// What `[table]` says in one variant.
pub struct TableReading {
    /// What it declares; `None` where there is none, or it is too wrong to go on with.
    pub declared: Option<Declared>,
    pub faults: Diagnostics,
}

impl TableReading {
    /// Whether cards of the deck lie on the table at the start, as far as it is known.
    pub fn holds(&self, deck: &Deck) -> bool {
        self.declared
            .as_ref()
            .is_none_or(|declared| declared.zones.iter().any(|zone| zone.holds.contains(&deck.id)))
    }
}

/// The variants of a game that were read.
type Readings = Mutex<Vec<(Variant, Arc<TableReading>)>>;

/// What `[table]` of a game says in one variant.
pub fn read_table(game: &GameFile, variant: &Variant) -> Arc<TableReading> {
    let readings: Arc<Readings> = game.table_readings.get();
    let mut readings = readings.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = readings.iter().find(|(known, _)| known == variant) {
        return known.clone();
    }
    let mut faults = Diagnostics::new();
    let declared = game.table.as_ref().and_then(|(table, span)| {
        match first_cause(table, *span) {
            Some(cause) => faults.push(cause),
            None => return read_all(table, *span, variant, &mut faults),
        }
        None
    });
    let reading = Arc::new(TableReading { declared, faults });
    readings.push((variant.clone(), reading.clone()));
    reading
}

fn read_all(
    table: &TomlTable,
    span: Span,
    variant: &Variant,
    faults: &mut Diagnostics,
) -> Option<Declared> {
    let mut r = Reader::new(table, span, "[table]", faults);
    let seats = r.value("seats");
    let places = r.value("places");
    let longest = r.integer("longest", 1..=100_000);
    if longest.is_none() && r.value("longest").is_none() {
        r.missing("longest", "200");
    }
    let faces = r.strings("faces").unwrap_or_default();
    let told_faces = r.strings("told-faces").unwrap_or_default();
    let zones = r.table("zones");
    let counters = r.table("counters");
    let follows = r.table("follows");
    let sums = r.table("conserve");
    let moves = r.table("moves");
    let questions = r.strings("questions").unwrap_or_default();
    let refusals = r.table("refusals");
    let notes = r.table("notes");
    let end = r.table("end");
    let agreed = r.table("variants");
    let layout = r.table("layout");
    if zones.is_none() && r.value("zones").is_none() {
        r.missing("zones", "{ deck = { holds = \"cards\" } }");
    }
    if moves.is_none() && r.value("moves").is_none() {
        r.missing("moves", "{ play = \"play {card}\" }");
    }
    // Other keys are look-up tables.
    let mut reading = Reading {
        faults,
        names: BTreeMap::new(),
        all_seats: BTreeSet::new(),
        declared: Declared {
            seats: Vec::new(),
            places: Vec::new(),
            longest: longest.map_or(1, |(n, _)| u32::try_from(n).unwrap_or(1)),
            faces: vec![UP.to_owned()],
            told_faces: Vec::new(),
            zones: Vec::new(),
            counters: Vec::new(),
            follows: Vec::new(),
            sums: Vec::new(),
            patterns: Vec::new(),
            questions: Vec::new(),
            refusals: Vec::new(),
            notes: Vec::new(),
            wins: Vec::new(),
            aim: None,
            tie: None,
            parts: Vec::new(),
            parts_of: Vec::new(),
            heads: Vec::new(),
            variant: variant.choices.clone(),
            shown: ShownLayout::default(),
        },
    };
    if let Some((agreed, span)) = agreed {
        reading.agreed(agreed);
        if variants(&declared_axes(table)) > MOST_VARIANTS {
            let what = "variants of a game, all choices together";
            reading.too_many(span, what, MOST_VARIANTS);
        }
    }
    reading.seats(seats, variant);
    reading.places(places);
    reading.faces(&faces);
    reading.told_faces(&told_faces);
    reading.zones(zones.map(|t| t.0));
    reading.counters(counters.map(|t| t.0));
    reading.follows(follows.map(|t| t.0));
    reading.names_in_records();
    reading.sums(sums.map(|t| t.0));
    reading.moves(moves.map(|t| t.0));
    reading.questions(&questions);
    reading.declared.refusals = reading.sentences(refusals.map(|t| t.0), "a refusal");
    reading.declared.notes = reading.sentences(notes.map(|t| t.0), "a note");
    reading.note_gaps();
    reading.end(end);
    reading.shown(layout);
    let declared = reading.declared;
    (!faults.has_errors()).then_some(declared)
}

pub(super) struct Reading<'f> {
    pub(super) faults: &'f mut Diagnostics,
    /// What a script may name so far.
    names: BTreeMap<String, Span>,
    /// The seats of all numbers of players.
    pub(super) all_seats: BTreeSet<String>,
    pub(super) declared: Declared,
}

impl Reading<'_> {
    pub(super) fn fault(
        &mut self,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.faults.error(Code::Declaration, span, message, help);
    }

    pub(super) fn too_many(&mut self, span: Span, what: &str, most: usize) {
        let message = format!("more than {most} {what}");
        self.faults.error(Code::TooMany, span, message, format!("declare {most} at most"));
    }

    /// A name that can be used in a script and that nothing else has.
    pub(super) fn name(&mut self, name: &str, span: Span) -> bool {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(good) {
            let message = format!("a script cannot say the name `{name}`");
            let help = match respelled(name, ["-", "_"], good) {
                Some(plain) => format!("write `{plain}`: a script would take `-` for a minus sign"),
                None => "write it with the letters a to z, digits and `_`".into(),
            };
            self.fault(span, message, help);
            return false;
        }
        let Some(first) = self.names.insert(name.to_owned(), span) else {
            return true;
        };
        let fault = Diagnostic::error(Code::Declaration, format!("`{name}` is declared twice"));
        let fault = fault.at(span).help("give one of them another name");
        self.faults.push(fault.related(first, "it is declared here, too"));
        false
    }

    /// A word of the table: `north`, `follow-suit`.
    pub(super) fn word(&mut self, word: &str, span: Span, what: &str) -> bool {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if word.is_empty() || !word.chars().all(good) {
            let message = format!("`{word}` cannot name {what}");
            let help = match respelled(word, ["_", "-"], good) {
                Some(plain) => format!("write `{plain}`"),
                None => "write it with the letters a to z, digits and `-`".into(),
            };
            self.fault(span, message, help);
            return false;
        }
        true
    }

    pub(super) fn words(&mut self, value: &Value, what: &str) -> Vec<String> {
        let Some(all) = value.as_list() else {
            let message = format!("{what} are {}, not a list", value.kind());
            self.fault(value.span, message, "write a list of words: [\"north\", \"south\"]");
            return Vec::new();
        };
        let mut words: Vec<String> = Vec::new();
        for one in all {
            match one.as_str() {
                Some(word) if words.iter().any(|other| other == word) => {
                    self.fault(
                        one.span,
                        format!("`{word}` is named twice"),
                        "give one of them another name",
                    );
                }
                Some(word) if self.word(word, one.span, what) => words.push(word.to_owned()),
                Some(_) => {}
                None => self.fault(
                    one.span,
                    format!("{what} are words, this is {}", one.kind()),
                    "write a word in quotes",
                ),
            }
        }
        words
    }

    pub(super) fn seats(&mut self, seats: Option<&Value>, variant: &Variant) {
        let Some(seats) = seats else {
            return;
        };
        let list = match &seats.datum {
            Datum::Table(by_number) => {
                let players = variant.get(PLAYERS);
                players
                    .and_then(|players| by_number.get(players))
                    .or(by_number.entries.first().map(|(_, v)| v))
            }
            _ => Some(seats),
        };
        let Some(list) = list else {
            return self.fault(
                seats.span,
                "`seats` has no number of players",
                "add `2 = [\"north\", \"south\"]`",
            );
        };
        let lists: Vec<&Value> = match &seats.datum {
            Datum::Table(by_number) => by_number.entries.iter().map(|(_, list)| list).collect(),
            _ => vec![seats],
        };
        let all = lists.into_iter().filter_map(Value::as_list).flatten();
        let all = all.filter_map(Value::as_str).map(str::to_owned);
        self.all_seats.extend(all);
        let words = self.words(list, "seats");
        if words.is_empty() || words.len() > MOST_SEATS {
            let message = format!("{} seats", words.len());
            self.fault(list.span, message, format!("name 1 to {MOST_SEATS} seats"));
        }
        self.declared.seats = words;
    }

    pub(super) fn places(&mut self, places: Option<&Value>) {
        let Some(places) = places else {
            return;
        };
        self.declared.places = match places.as_integer() {
            Some(count @ 1..=64) => (1..=count).map(|place| place.to_string()).collect(),
            Some(_) => {
                self.fault(
                    places.span,
                    "too many places, or none",
                    format!("write 1 to {MOST_PLACES}"),
                );
                Vec::new()
            }
            None => self.words(places, "places"),
        };
        if self.declared.places.len() > MOST_PLACES {
            self.too_many(places.span, "places", MOST_PLACES);
        }
    }

    pub(super) fn faces(&mut self, faces: &[(String, Span)]) {
        for (face, span) in faces {
            if !self.word(face, *span, "a face") {
                continue;
            }
            if face == "as-it-lies" {
                let help =
                    "give it another name: `move(cards, zone, \"as-it-lies\")` keeps each face";
                self.fault(*span, "no face can be called `as-it-lies`", help);
            } else if self.declared.faces.contains(face) {
                let help = "take it out: cards lie `up` when nothing is said";
                self.fault(*span, format!("`{face}` is named twice"), help);
            } else if self.declared.faces.len() == MOST_FACES {
                return self.too_many(*span, "faces", MOST_FACES);
            } else {
                self.declared.faces.push(face.clone());
            }
        }
    }

    fn told_faces(&mut self, words: &[(String, Span)]) {
        for (word, span) in words {
            if !self.word(word, *span, "a face") {
                continue;
            }
            let declared = &mut self.declared;
            if declared.faces.contains(word) || declared.told_faces.contains(word) {
                let help = "take it out, or give it another name";
                self.fault(*span, format!("`{word}` is named twice"), help);
            } else if declared.faces.len() + declared.told_faces.len() == MOST_FACES {
                return self.too_many(*span, "faces", MOST_FACES);
            } else {
                declared.told_faces.push(word.clone());
            }
        }
    }

    pub(super) fn face(&mut self, face: Option<(String, Span)>) -> u8 {
        let Some((face, span)) = face else {
            return 0;
        };
        let found = self.declared.faces.iter().position(|known| *known == face);
        if found.is_none() {
            let known = self.declared.faces.clone();
            let help = instead(&face, known.iter().map(String::as_str));
            self.fault(span, format!("there is no face `{face}`"), help);
        }
        found.unwrap_or(0) as u8
    }

    pub(super) fn counters(&mut self, counters: Option<&TomlTable>) {
        let mut next = 0;
        for (key, value) in counters.into_iter().flat_map(|t| &t.entries) {
            let Some(table) = self.entry(key, value) else {
                continue;
            };
            let limits = i64::from(i16::MIN)..=i64::from(i16::MAX);
            let mut r = Reader::new(table, value.span, "a counter", self.faults);
            let (each, sees) = (r.value("each"), r.value("sees"));
            let holds = r.string("is");
            let from = r.integer("from", limits.clone());
            let to = r.integer("to", limits.clone());
            let start = r.integer("start", limits);
            let written = r.string("as");
            let told = r.value("told");
            r.finish();
            let told = told.map_or(CounterReport::WhenChanged, |value| match &value.datum {
                Datum::Boolean(false) => CounterReport::Never,
                Datum::Boolean(true) => CounterReport::WhenChanged,
                Datum::String(word) if word == "always" => CounterReport::Always,
                _ => {
                    let message = format!("`told` is {}", value.kind());
                    let help = "write `told = false`, `told = \"always\"`, or leave it out";
                    self.fault(value.span, message, help);
                    CounterReport::WhenChanged
                }
            });
            if let Some((written, span)) = &written {
                self.written_name(written, *span, "counter");
            }
            let each = self.each(each);
            let sees = sees.map_or(Sees::All, |value| self.sees_word(value, each));
            let holds = self.holds(holds);
            let number =
                |value: Option<(i64, Span)>, other: i16| value.map_or(other, |(n, _)| n as i16);
            let bounded = to.is_some();
            let (from, to, start, span) = match holds {
                CounterValue::Number => {
                    let low = number(from, 0);
                    (
                        low,
                        number(to, i16::MAX),
                        number(start, low.max(0)),
                        start.map_or(key.span, |s| s.1),
                    )
                }
                CounterValue::Flag => (0, 1, 0, key.span),
                CounterValue::Seat => (-1, self.declared.seats.len() as i16 - 1, -1, key.span),
            };
            if holds == CounterValue::Number && sees != Sees::All && !bounded {
                let message = format!("`{}` is hidden and has no greatest value", key.name);
                let help = "write `to = …`: what a seat does not see is any number from `from` to `to` for it";
                self.fault(key.span, message, help);
            }
            if !(from..=to).contains(&start) {
                self.fault(
                    span,
                    format!("`{}` starts at {start}, outside of {from} to {to}", key.name),
                    "give `from`, `to` and `start` that fit",
                );
            }
            let count = self.declared.count(each);
            self.declared.counters.push(CounterKind {
                name: key.name.clone(),
                span: key.span,
                each,
                holds,
                first: u8::try_from(next).unwrap_or(u8::MAX),
                range: (from, to),
                start,
                sees,
                written: Arc::from(written.as_ref().map_or(&*key.name, |(written, _)| written)),
                told,
            });
            next += count;
            if next > MOST_COUNTERS && next - count <= MOST_COUNTERS {
                let what = "counters, where each seat's and each place's counts";
                self.too_many(key.span, what, MOST_COUNTERS);
            }
        }
    }

    /// What records call a zone or counter.
    pub(super) fn written_name(&mut self, name: &str, span: Span, what: &str) {
        let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_/".contains(c);
        if name.is_empty() || !name.chars().all(good) {
            let message = format!("`{name}` cannot be the name of a {what} in records");
            let help = "write it with the letters a to z, digits, `-`, `_` and `/`";
            self.fault(span, message, help);
        }
    }

    /// Checks that no two zones, and no two counters, share a name in records.
    fn names_in_records(&mut self) {
        let zones = self.declared.zones.iter();
        let zones = zones.map(|kind| ("zone", kind.written.as_str(), kind.each, kind.span));
        let counters = self.declared.counters.iter();
        let counters = counters.map(|kind| ("counter", &*kind.written, kind.each, kind.span));
        let follows = self.declared.follows.iter();
        let follows = follows.map(|kind| ("counter", &*kind.written, kind.each, kind.span));
        let mut taken: BTreeSet<(&str, String)> = BTreeSet::new();
        let mut twins = Vec::new();
        for (what, written, each, span) in zones.chain(counters).chain(follows) {
            for name in self.declared.names(written, each) {
                if !taken.insert((what, name.clone())) {
                    twins.push((what, name, span));
                }
            }
        }
        for (what, name, span) in twins {
            let message = format!("records call another {what} `{name}`");
            self.fault(span, message, "give one of them another name: `as = \"…\"`");
        }
    }

    pub(super) fn counter(&mut self, name: &str, span: Span) -> Option<u8> {
        let found = self.declared.counters.iter().position(|kind| kind.name == name);
        if found.is_none() {
            let known: Vec<String> =
                self.declared.counters.iter().map(|c| c.name.clone()).collect();
            let help = instead(name, known.iter().map(String::as_str));
            self.fault(span, format!("there is no counter `{name}`"), help);
        }
        found.and_then(|at| u8::try_from(at).ok())
    }

    pub(super) fn sums(&mut self, sums: Option<&TomlTable>) {
        for (key, value) in sums.into_iter().flat_map(|t| &t.entries) {
            let of: Vec<Option<u8>> =
                key.name.split('+').map(|name| self.counter(name.trim(), key.span)).collect();
            let Some(is) = value.as_integer() else {
                self.fault(
                    value.span,
                    format!("the sum of `{}` is {}", key.name, value.kind()),
                    "write a whole number",
                );
                continue;
            };
            if let Some(of) = of.into_iter().collect() {
                let (name, span) = (key.name.clone(), key.span);
                self.declared.sums.push(ConservedSum { name, of, is, span });
            }
        }
    }
}

/// A word with another sign between its parts, if that alone makes it good.
fn respelled(word: &str, [from, to]: [&str; 2], good: impl Fn(char) -> bool) -> Option<String> {
    let plain = word.replace(from, to);
    (plain != word && plain.chars().all(good)).then_some(plain)
}
