//! Writes Python stubs (`.pyi`) with the names that a script of one game may use: verbs, zones, counters, columns, decks. A
//! game file and its decks come in; file names and texts go out. Called by `session::schemas`.
//!
//! An editor treats what a stub called `__builtins__.pyi` declares as known everywhere; ours re-exports `rules.pyi`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::cards;
use super::verbs::VERBS;
use crate::cards::{Datum, Deck, GameFile, TomlTable as Rows};
use crate::rules::Variant;
use crate::source::Diagnostics;
use crate::table::{self, ColumnKind, CounterValue, Each, Layout, RowKey, Wide};

/// Marks a file as made by deckproof, so that it may be overwritten.
const MADE: &str = "# Written by `deckproof schema`";

/// Words that no name of Python can be.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
    "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Whether a file that begins so was written by deckproof.
pub fn made_by_us(head: &[u8]) -> bool {
    head.starts_with(MADE.as_bytes())
}

/// The stubs of a game's folder, file by file; none without a table that can be read.
pub fn write_stubs(game: &GameFile, decks: &[Deck]) -> Vec<(&'static str, String)> {
    let variant = Variant::first(&cards::script_axes(game));
    let declared = game
        .table
        .as_ref()
        .and_then(|(rows, span)| table::read_table(rows, *span, &variant, &mut Diagnostics::new()));
    let Some(declared) = declared else {
        return Vec::new();
    };
    let layout = cards::layout(game, declared, decks, &mut Diagnostics::new());
    let builtins = format!("{MADE}: what rules.star may say, for editors.\nfrom rules import *\n");
    vec![
        ("__builtins__.pyi", builtins),
        ("rules.pyi", Stub::of(game, &layout)),
    ]
}

struct Stub {
    text: String,
    /// Names, and what they are.
    named: BTreeMap<String, String>,
}

/// What can be done with cards.
const SET: &str = r#"    def __and__(self, other: Cards) -> Cards: ...
    def __or__(self, other: Cards) -> Cards: ...
    def __sub__(self, other: Cards) -> Cards: ...
    def __contains__(self, other: Any) -> bool: ...
    def __iter__(self) -> Iterator[Cards]: ...
    def __len__(self) -> int: ...
"#;

/// What every game has.
const COMMON: &str = r#"
class Numbers:
    """A set of places or seats, which are numbers from 0."""
    def __and__(self, other: Numbers | int) -> Numbers: ...
    def __or__(self, other: Numbers | int) -> Numbers: ...
    def __sub__(self, other: Numbers | int) -> Numbers: ...
    def __contains__(self, other: Any) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __rand__(self, other: int) -> Numbers: ...
    def __ror__(self, other: int) -> Numbers: ...
    def __rsub__(self, other: int) -> Numbers: ...

class Zones:
    """Zones of one name: `hand[me]`; a set of seats or places gives the cards at any of them."""
    def __getitem__(self, at: int | Numbers) -> Cards: ...

class Places:
    """Zones of one name at each place, one for each seat: `row[place][me]`."""
    def __getitem__(self, at: int | Numbers) -> Zones: ...

class Counters:
    """Counters of one name: `score[me]`."""
    def __getitem__(self, at: int) -> Any: ...
    def __setitem__(self, at: int, value: Any) -> None: ...

class CountersOfPlaces:
    """Counters of one name at each place, one for each seat: `bids[place][me]`."""
    def __getitem__(self, at: int) -> Counters: ...

class Column:
    """A key of the cards that holds numbers: `highest(played, rank)`."""
"#;

impl Stub {
    fn of(game: &GameFile, layout: &Layout<Wide>) -> String {
        let mut stub = Stub {
            text: format!(
                "{MADE}: what rules.star may say, for editors.\nfrom typing import Any, Iterator\n"
            ),
            named: BTreeMap::new(),
        };
        stub.text.push_str(COMMON);
        stub.cards(layout);
        stub.table(layout);
        stub.rules(game, layout);
        stub.verbs();
        stub.text
    }

    /// A line, whatever it says. Writing to a text cannot fail.
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
    }

    /// A name with what it is, the first time that something has it. One that is a verb as well comes with the verbs.
    fn name(&mut self, name: &str, kind: &str) {
        if !is_name(name) || self.named.contains_key(name) {
            return;
        }
        self.named.insert(name.to_owned(), kind.to_owned());
        if VERBS.iter().all(|verb| verb.name != name) {
            self.line(format_args!("{name}: {kind}"));
        }
    }

    /// A class with the attributes, as far as Python can name them.
    fn class(&mut self, name: &str, about: &str, of: &[(String, &str)]) {
        self.line(format_args!("\nclass {name}:\n    \"\"\"{about}\"\"\""));
        let mut seen = BTreeSet::new();
        for (attribute, kind) in of.iter().filter(|(name, _)| is_name(name)) {
            if seen.insert(attribute) {
                self.line(format_args!("    {attribute}: {kind}"));
            }
        }
    }

    /// Columns, decks, what is named of all cards.
    fn cards(&mut self, layout: &Layout<Wide>) {
        let kind = |column: &RowKey<Wide>| match column.kind {
            ColumnKind::Number(_) => "int",
            ColumnKind::Flag(_) => "bool",
            ColumnKind::Word(_) | ColumnKind::Words(_) => "str",
        };
        let of = layout
            .columns
            .iter()
            .map(|column| (column.name.clone(), kind(column)));
        let about = "A set of cards; a single card is one, too, and has the keys of its row. An empty set counts as False.";
        self.class("Cards", about, &of.collect::<Vec<_>>());
        self.text.push_str(SET);
        for column in &layout.columns {
            match &column.kind {
                ColumnKind::Number(_) => self.name(&column.name, "Column"),
                ColumnKind::Flag(_) => self.name(&column.name, "Cards"),
                ColumnKind::Word(words) | ColumnKind::Words(words) => {
                    let class = format!("_{}", column.name);
                    let words = words
                        .iter()
                        .map(|(word, _)| (word.replace('-', "_"), "Cards"));
                    let about = format!("The cards by their `{}`.", column.name);
                    self.class(&class, &about, &words.collect::<Vec<_>>());
                    self.name(&column.name, &class);
                }
            }
        }
        for (at, key) in (0u8..).zip(&layout.abilities.keys) {
            let key = key.replace('-', "_");
            let abilities = layout.abilities.under(at);
            let of = abilities.map(|ability| (ability.name.replace('-', "_"), "Cards"));
            let about = format!("The cards by their abilities under `{key}`.");
            self.class(&format!("_{key}"), &about, &of.collect::<Vec<_>>());
            self.name(&key, &format!("_{key}"));
        }
        for (deck, _) in &layout.decks {
            self.name(&deck.replace('-', "_"), "Cards");
        }
        self.name("cards", "Cards");
        self.name("none", "Cards");
    }

    /// Zones, counters, faces, seats.
    fn table(&mut self, layout: &Layout<Wide>) {
        let declared = &layout.declared;
        for zone in &declared.zones {
            self.name(
                &zone.name,
                match zone.each {
                    Each::One => "Cards",
                    Each::Seat | Each::Place => "Zones",
                    Each::Both => "Places",
                },
            );
        }
        let mut of_table = vec![
            ("turn".to_owned(), "int"),
            ("asked".to_owned(), "int"),
            ("next".to_owned(), "int"),
            ("asks".to_owned(), "str | None"),
            ("card".to_owned(), "Cards"),
            ("over".to_owned(), "bool"),
        ];
        for counter in &declared.counters {
            let holds = match counter.holds {
                CounterValue::Number => "int",
                CounterValue::Flag => "bool",
                CounterValue::Seat => "int | None",
            };
            match counter.each {
                Each::One => of_table.push((counter.name.clone(), holds)),
                // Flags of each are the set of where they are true, as well.
                Each::Seat | Each::Place if counter.holds == CounterValue::Flag => {
                    self.line(format_args!(
                        "\nclass _{}(Numbers, Counters): ...",
                        counter.name
                    ));
                    self.name(&counter.name, &format!("_{}", counter.name));
                }
                Each::Seat | Each::Place => self.name(&counter.name, "Counters"),
                Each::Both => self.name(&counter.name, "CountersOfPlaces"),
            }
        }
        self.class(
            "Table",
            "`t`: whose turn it is, and the counters that there is one of.",
            &of_table,
        );
        let faces = declared
            .faces
            .iter()
            .map(|face| (face.replace('-', "_"), "Cards"));
        self.class(
            "_face",
            "The cards by how they lie.",
            &faces.collect::<Vec<_>>(),
        );
        for (name, kind) in [
            ("face", "_face"),
            ("seats", "Numbers"),
            ("places", "Numbers"),
        ] {
            self.name(name, kind);
        }
    }

    /// The numbers of the rules, and what was agreed on.
    fn rules(&mut self, game: &GameFile, layout: &Layout<Wide>) {
        let numbers = game.rules.as_ref().map(|rules| &rules.numbers);
        self.numbers("_rules", "Numbers of `[rules]` in game.toml.", numbers);
        self.name("rules", "_rules");
        let axes = layout.declared.variant.iter();
        let axes = axes.map(|(axis, _)| (axis.replace('-', "_"), "Any"));
        let variant: Vec<_> = axes.chain([("seats".to_owned(), "int")]).collect();
        self.class("_variant", "What was agreed on before the game.", &variant);
        self.name("variant", "_variant");
    }

    /// A class for a table of numbers, after one for each table in it.
    fn numbers(&mut self, class: &str, about: &str, rows: Option<&Rows>) {
        let mut of: Vec<(String, String)> = Vec::new();
        for (key, value) in rows.into_iter().flat_map(|rows| &rows.entries) {
            let name = key.name.replace('-', "_");
            let kind = match &value.datum {
                Datum::Integer(_) => "int".to_owned(),
                Datum::Boolean(_) => "bool".to_owned(),
                Datum::String(_) => "str".to_owned(),
                Datum::List(all) if all.iter().any(|one| one.as_str().is_some()) => {
                    "list[Any]".to_owned()
                }
                Datum::List(_) => "list[int]".to_owned(),
                Datum::Table(inner) => {
                    let inside = format!("{class}_{name}");
                    self.numbers(
                        &inside,
                        &format!("`{}` of the rules.", key.name),
                        Some(inner),
                    );
                    inside
                }
                Datum::Float(_) => continue,
            };
            of.push((name, kind));
        }
        let of: Vec<(String, &str)> = of
            .iter()
            .map(|(name, kind)| (name.clone(), kind.as_str()))
            .collect();
        self.class(class, about, &of);
    }

    fn verbs(&mut self) {
        for verb in VERBS {
            let (name, says) = (verb.name, verb.says);
            let parameters = parameters(verb.form);
            match self.named.get(name).cloned() {
                None => self.line(format_args!(
                    "\ndef {name}({parameters}) -> Any:\n    \"\"\"{says}\"\"\""
                )),
                // A zone or key of the cards may be called as a verb is.
                Some(kind) => self.line(format_args!(
                    "\nclass _verb_{name}({kind}):\n    def __call__(self, {parameters}) -> Any:\n        \"\"\"{says}\"\"\"\n{name}: _verb_{name}"
                )),
            }
        }
    }
}

/// The parameters of a verb as a stub writes them: those of its longest form; what a shorter one lacks can be left out.
fn parameters(form: &str) -> String {
    let forms = form.split(')').filter_map(|form| form.split_once('('));
    let forms: Vec<Vec<&str>> = forms
        .map(|(_, inside)| {
            inside
                .split(',')
                .map(str::trim)
                .filter(|p| !p.is_empty())
                .collect()
        })
        .collect();
    let needed = forms.iter().map(Vec::len).min().unwrap_or_default();
    let longest = forms.iter().rev().max_by_key(|form| form.len());
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let mut parameters = Vec::new();
    let mut rest = None;
    for (at, written) in longest.into_iter().flatten().enumerate() {
        let name = written.trim_matches('"');
        if name == "…" {
            rest = Some("*more".to_owned());
            continue;
        }
        let twin = names.entry(name).or_default();
        *twin += 1;
        let number = if *twin > 1 {
            twin.to_string()
        } else {
            String::new()
        };
        let sign = if KEYWORDS.contains(&name) { "_" } else { "" };
        let kind = if written.starts_with('"') {
            ": str"
        } else {
            ""
        };
        let otherwise = if at >= needed { " = ..." } else { "" };
        parameters.push(format!("{name}{sign}{number}{kind}{otherwise}"));
    }
    // By place alone: a script names no parameter.
    if !parameters.is_empty() {
        parameters.push("/".to_owned());
    }
    parameters.extend(rest);
    parameters.join(", ")
}

/// Whether Python can say a name.
fn is_name(name: &str) -> bool {
    let good = |c: char| c.is_alphanumeric() || c == '_';
    !KEYWORDS.contains(&name)
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(good)
}
