//! Reads `[table]` of a `game.toml`. A game and a variant come in; a [`TableReading`] goes out, with what is declared and
//! every fault. It is kept with the game, so that each variant is read once. `reading_zones`, `reading_counters`, `reading_moves`,
//! `reading_end` and `reading_layout` read its parts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use super::declared::{Declared, MOST_FACES, MOST_PLACES, MOST_SEATS};
use super::named::{HasName, instead_of, is_plain, numbered};
use super::reading_variants::{MOST_VARIANTS, PLAYERS, declared_axes, variants};
use crate::cards::{Datum, Deck, GameFile, Key, Reader, TomlTable, Value};
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, Span, error, fault};

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
    if table.get("seats").is_none() {
        let help = "add `seats = [\"north\", \"south\"]` below `[table]`";
        return Some(error!(Declaration, span, "[table] has no `seats`", help));
    }
    for (one, all, known) in SINGULAR {
        let is_row = |(_, row): &(Key, Value)| {
            let row = row.as_table();
            row.is_some_and(|row| row.keys().all(|key| known.contains(&key.name.as_str())))
        };
        let is_meant = |(key, value): &&(Key, Value)| {
            key.name == one && value.as_table().is_some_and(|rows| rows.entries.iter().all(is_row))
        };
        let found = table.entries.iter().find(is_meant);
        if let (Some((key, _)), None) = (found, table.get(all)) {
            return Some(error!(
                Declaration,
                key.span,
                "`{one}` is a look-up table, and [table] has no `{all}`",
                "is `[table.{all}]` meant?"
            ));
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
        let holds = |table: &Declared| table.zones.iter().any(|zone| zone.holds.contains(&deck.id));
        self.declared.as_ref().is_none_or(holds)
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
        if let Some(cause) = first_cause(table, *span) {
            faults.push(cause);
            return None;
        }
        read_all(table, *span, variant, &mut faults)
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
    for (key, example) in [
        ("longest", "200"),
        ("zones", "{ deck = { holds = \"cards\" } }"),
        ("moves", "{ play = \"play {card}\" }"),
    ] {
        r.need(key, example);
    }
    let (seats, places) = (r.value("seats"), r.value("places"));
    let longest = r.integer("longest", 1..=100_000);
    let mut words = |key| r.strings(key).unwrap_or_default();
    let [faces, told_faces, questions] = ["faces", "told-faces", "questions"].map(&mut words);
    let [zones, counters, follows, sums] =
        ["zones", "counters", "follows", "conserve"].map(|key| r.entries(key));
    let [moves, refusals, notes] = ["moves", "refusals", "notes"].map(|key| r.entries(key));
    let [end, agreed, layout] = ["end", "variants", "layout"].map(|key| r.table(key));
    // Other keys are look-up tables.
    let mut reading = Reading {
        faults,
        names: BTreeMap::new(),
        all_seats: BTreeSet::new(),
        declared: Declared {
            longest: longest.map_or(1, |(n, _)| n as u32),
            faces: vec![UP.to_owned()],
            variant: variant.choices.clone(),
            ..Declared::default()
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
    reading.faces(&faces, false);
    reading.faces(&told_faces, true);
    reading.zones(zones);
    reading.counters(counters);
    reading.follows(follows);
    reading.names_in_records();
    reading.sums(sums);
    reading.moves(moves);
    for (question, span) in questions {
        if reading.name(&question, span) {
            reading.declared.questions.push(question);
        }
    }
    reading.declared.refusals = reading.sentences(refusals, "a refusal");
    reading.declared.notes = reading.sentences(notes, "a note");
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
        too_many(self.faults, span, what, most);
    }

    /// A fault about something and another thing that it collides with.
    pub(super) fn collision(
        &mut self,
        span: Span,
        message: String,
        help: &str,
        (other, what): (Span, &str),
    ) {
        self.faults.push(error!(Declaration, span, message, help).related(other, what));
    }

    /// A name that can be used in a script and that nothing else has.
    pub(super) fn name(&mut self, name: &str, span: Span) -> bool {
        let good = |c: char| is_plain(c, "_");
        if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(good) {
            let help = match respelled(name, ["-", "_"], good) {
                Some(plain) => format!("write `{plain}`: a script would take `-` for a minus sign"),
                None => "write it with the letters a to z, digits and `_`".into(),
            };
            fault!(self, span; "a script cannot say the name `{name}`"; help);
            return false;
        }
        let Some(first) = self.names.insert(name.to_owned(), span) else {
            return true;
        };
        let message = format!("`{name}` is declared twice");
        let other = (first, "it is declared here, too");
        self.collision(span, message, "give one of them another name", other);
        false
    }

    /// A word of the table: `north`, `follow-suit`.
    pub(super) fn word(&mut self, word: &str, span: Span, what: &str) -> bool {
        let good = |c: char| is_plain(c, "-");
        let is_good = !word.is_empty() && word.chars().all(good);
        if !is_good {
            let help = match respelled(word, ["_", "-"], good) {
                Some(plain) => format!("write `{plain}`"),
                None => "write it with the letters a to z, digits and `-`".into(),
            };
            fault!(self, span; "`{word}` cannot name {what}"; help);
        }
        is_good
    }

    pub(super) fn words(&mut self, value: &Value, what: &str) -> Vec<String> {
        let Some(all) = value.as_list() else {
            fault!(self, value.span; "{what} are {}, not a list", value.kind(); "write a list of words: [\"north\", \"south\"]");
            return Vec::new();
        };
        let mut words: Vec<String> = Vec::new();
        for one in all {
            match one.as_str() {
                Some(word) if words.iter().any(|other| other == word) => {
                    fault!(self, one.span; "`{word}` is named twice"; "give one of them another name");
                }
                Some(word) if self.word(word, one.span, what) => words.push(word.to_owned()),
                Some(_) => {}
                None => {
                    fault!(self, one.span; "{what} are words, this is {}", one.kind(); "write a word in quotes");
                }
            }
        }
        words
    }

    fn seats(&mut self, seats: Option<&Value>, variant: &Variant) {
        let Some(seats) = seats else {
            return;
        };
        let (lists, played): (Vec<&Value>, Option<&Value>) = match &seats.datum {
            Datum::Table(by_number) => {
                let lists: Vec<&Value> = by_number.entries.iter().map(|(_, list)| list).collect();
                let played = variant.get(PLAYERS).and_then(|players| by_number.get(players));
                let played = played.or(lists.first().copied());
                (lists, played)
            }
            _ => (vec![seats], Some(seats)),
        };
        let Some(list) = played else {
            return fault!(self, seats.span; "`seats` has no number of players"; "add `2 = [\"north\", \"south\"]`");
        };
        let all = lists.into_iter().filter_map(Value::as_list).flatten();
        self.all_seats.extend(all.filter_map(Value::as_str).map(str::to_owned));
        let words = self.words(list, "seats");
        if words.is_empty() || words.len() > MOST_SEATS {
            fault!(self, list.span; "{} seats", words.len(); "name 1 to {MOST_SEATS} seats");
        }
        self.declared.seats = words;
    }

    fn places(&mut self, places: Option<&Value>) {
        let Some(places) = places else {
            return;
        };
        self.declared.places = match places.as_integer() {
            Some(count @ 1..=64) => (1..=count).map(|place| place.to_string()).collect(),
            Some(_) => {
                fault!(self, places.span; "too many places, or none"; "write 1 to {MOST_PLACES}");
                Vec::new()
            }
            None => self.words(places, "places"),
        };
        if self.declared.places.len() > MOST_PLACES {
            self.too_many(places.span, "places", MOST_PLACES);
        }
    }

    /// Ways for cards to lie, and words that only records say of them (`is_told`).
    fn faces(&mut self, words: &[(String, Span)], is_told: bool) {
        for (word, span) in words {
            if !self.word(word, *span, "a face") {
                continue;
            }
            let Declared { faces, told_faces, .. } = &mut self.declared;
            if faces.contains(word) || told_faces.contains(word) {
                let help = if is_told {
                    "take it out, or give it another name"
                } else {
                    "take it out: cards lie `up` when nothing is said"
                };
                fault!(self, *span; "`{word}` is named twice"; help);
            } else if word == "as-it-lies" && !is_told {
                fault!(self, *span; "no face can be called `as-it-lies`"; "give it another name: `move(cards, zone, \"as-it-lies\")` keeps each face");
            } else if faces.len() + told_faces.len() == MOST_FACES {
                return self.too_many(*span, "faces", MOST_FACES);
            } else {
                (if is_told { told_faces } else { faces }).push(word.clone());
            }
        }
    }

    /// Begins to read the table of `name = { … }`, when the name is good.
    pub(super) fn entry<'t>(
        &mut self,
        key: &Key,
        value: &'t Value,
        what: &'static str,
    ) -> Option<Reader<'t, '_>> {
        if !self.name(&key.name, key.span) {
            return None;
        }
        let (name, table) = (&key.name, value.as_table());
        if table.is_none() {
            fault!(self, value.span; "`{name}` is {}, not a table", value.kind(); "write `{name} = {{ … }}`");
        }
        Some(Reader::new(table?, value.span, what, self.faults))
    }

    /// What records call a zone or counter: its name, if nothing else is said.
    pub(super) fn written(
        &mut self,
        key: &Key,
        written: Option<(String, Span)>,
        what: &str,
    ) -> String {
        let Some((name, span)) = written else {
            return key.name.clone();
        };
        if name.is_empty() || !name.chars().all(|c| is_plain(c, "-_/")) {
            fault!(self, span; "`{name}` cannot be the name of a {what} in records"; "write it with the letters a to z, digits, `-`, `_` and `/`");
        }
        name
    }

    /// Checks that no two zones, and no two counters, share a name in records.
    fn names_in_records(&mut self) {
        let declared = &self.declared;
        let zones = declared.zones.iter();
        let zones = zones.map(|kind| ("zone", kind.written.as_str(), kind.each, kind.span));
        let counters = declared.counters.iter();
        let counters = counters.map(|kind| ("counter", &*kind.written, kind.each, kind.span));
        let follows = declared.follows.iter();
        let follows = follows.map(|kind| ("counter", &*kind.written, kind.each, kind.span));
        let mut taken = BTreeSet::new();
        let mut twins = Vec::new();
        for (what, written, each, span) in zones.chain(counters).chain(follows) {
            let names = declared.names(written, each).into_iter();
            let twin = names.filter(|name| !taken.insert((what, name.clone())));
            twins.extend(twin.map(|name| (what, name, span)));
        }
        for (what, name, span) in twins {
            fault!(self, span; "records call another {what} `{name}`"; "give one of them another name: `as = \"…\"`");
        }
    }
}

pub(super) fn too_many(faults: &mut Diagnostics, span: Span, what: &str, most: usize) {
    faults.push(error!(TooMany, span, "more than {most} {what}", "declare {most} at most"));
}

/// The number of what has a name; a name that none of these has is reported.
pub(super) fn find(
    faults: &mut Diagnostics,
    all: &[impl HasName],
    what: &str,
    (name, span): (&str, Span),
) -> Option<u8> {
    let found = numbered(all, name);
    if found.is_none() {
        let help = instead_of(all, name);
        faults.push(error!(Declaration, span, "there is no {what} `{name}`", help));
    }
    found
}

/// A word with another sign between its parts, if that alone makes it good.
fn respelled(word: &str, [from, to]: [&str; 2], good: impl Fn(char) -> bool) -> Option<String> {
    let plain = word.replace(from, to);
    (plain != word && plain.chars().all(good)).then_some(plain)
}
