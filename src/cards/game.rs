//! Reads `game.toml`: the title, the authors, the numbers of the rules, the rulings and the look-up tables. A table comes in; a
//! [`GameFile`] and diagnostics go out. Called by `pack`.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use toml::value::{Date, Datetime};

use super::allow::{self, Allowed};
use super::boxes::{self, CardBox};
use super::components::{self, Component};
use super::face::Field;
use super::fill::fill_placeholders;
use super::free::FreeByDesign;
use super::kept::Kept;
use super::profile::Profile;
use super::read::{Reader, reason_of};
use super::value::{Datum, Key, TomlTable, Value};
use crate::source::{
    Code, Diagnostic, Diagnostics, FileId, Span, did_you_mean, did_you_mean_of, error,
};
use crate::syntax::{Script, ScriptSlip, parse_script};

/// A question that the rulebook leaves open, and the decision.
#[derive(Debug, Clone)]
pub struct Ruling {
    pub id: String,
    /// The clause it rests on.
    pub rule: String,
    pub rule_span: Span,
    pub question: String,
    pub question_span: Span,
    pub decision: String,
    pub decision_span: Span,
    /// The decision as a word, where there is a choice.
    pub choice: Option<String>,
    /// The words there are to choose from.
    pub choices: Vec<String>,
    /// What the choice decides, for the rules that read it: "several-crises".
    pub decides: Option<String>,
    pub span: Span,
}

impl Ruling {
    /// What is wrong with a choice that is none of those there are.
    pub(super) fn check_choice(&self, choice: &str, at: Span) -> Result<(), Diagnostic> {
        if self.choices.iter().any(|known| known == choice) {
            return Ok(());
        }
        let message = format!("`{choice}` is no choice of ruling {}", self.id);
        let known = self.choices.iter().map(String::as_str);
        Err(error!(BadChoice, at, message, did_you_mean_of(choice, known, "choose one of")))
    }
}

/// Someone whose work is in the box.
#[derive(Debug, Clone)]
pub struct Credit {
    pub what: String,
    pub who: String,
    pub licence: String,
    pub place: Option<String>,
}

/// `[rules]`: the numbers of the rules.
#[derive(Debug, Clone)]
pub struct RulesTable {
    pub numbers: TomlTable,
    pub span: Span,
}

/// `[scenarios]`: how the game's scenarios cite its clauses.
#[derive(Debug, Clone, Default)]
pub struct ScenariosTable {
    /// The prefix of a clause in a citation: "CH2" for `CH2-R7`.
    pub clauses: Option<String>,
    /// Clauses that no table can show: the clause, where it is named, and why.
    pub not_on_a_table: Vec<(String, Span, String)>,
}

/// The rules of a game as a script.
#[derive(Debug, Clone)]
pub struct ScriptFile {
    pub file: FileId,
    /// How it is named in messages.
    pub path: String,
    text: Arc<str>,
    /// Counts its lines as they run, where that is asked for.
    pub profile: Option<Arc<Profile>>,
    parsed: Arc<OnceLock<Result<Script, ScriptSlip>>>,
}

impl ScriptFile {
    pub fn new(file: FileId, path: String, text: Arc<str>) -> Self {
        ScriptFile { file, path, text, profile: None, parsed: Arc::default() }
    }

    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Replaces this text with another one.
    pub fn rewrite(&mut self, text: impl Into<Arc<str>>) {
        self.text = text.into();
        self.parsed = Arc::default();
    }

    /// What is written in it, read once for all variants of a game.
    ///
    /// # Errors
    /// The first place that is not in the language.
    pub fn tree(&self) -> Result<&Script, &ScriptSlip> {
        self.parsed.get_or_init(|| parse_script(&self.text)).as_ref()
    }
}

/// A game without its decks.
#[derive(Debug, Clone)]
pub struct GameFile {
    pub id: String,
    pub title: String,
    pub edition: Option<String>,
    pub version: String,
    pub authors: Vec<String>,
    pub players: Option<String>,
    pub notice: Option<String>,
    /// The date of the data.
    pub date: Option<Date>,
    /// The language that its words are set in, as a BCP 47 tag.
    pub lang: Option<(String, Span)>,
    /// The shipped game that this one was made from, by its id.
    pub from: Option<(String, Span)>,
    /// Names of the decks in print order, when the file gives them.
    pub decks: Option<Vec<(String, Span)>>,
    pub rules: Option<RulesTable>,
    pub rulings: Vec<Ruling>,
    pub scenarios: ScenariosTable,
    /// `[free-by-design]`: values that no rule fixes.
    pub free: Vec<FreeByDesign>,
    /// `[components]`: what the rulebook counts.
    pub components: Vec<Component>,
    /// `[box]`: boxes that are printed with the cards.
    pub boxes: Vec<CardBox>,
    pub credits: Vec<Credit>,
    /// Warnings that are no fault in this game.
    pub allowed: Vec<Allowed>,
    /// `[table.NAME.ROW]`: look-up tables that rows join by a field of the table's name.
    pub tables: BTreeMap<String, BTreeMap<String, TomlTable>>,
    /// What `[table]` declares to be on it, if anything.
    pub table: Option<(TomlTable, Span)>,
    /// What the rules made of it, by variant.
    pub table_readings: Kept,
    /// `[ability]` as it declares what rows may say that their cards do, where it does.
    pub abilities: Option<(TomlTable, Span)>,
    /// `[field]`: fields of cards that are made of what their abilities say, where there are any.
    pub made_fields: Option<(TomlTable, Span)>,
    /// `rules.star`, where there is one.
    pub script: Option<ScriptFile>,
    /// Whether everything that cards need was read. Otherwise each card would repeat the errors reported here.
    pub is_sound: bool,
}

impl GameFile {
    /// Where `[table]` is: the place of what is wrong with a game as a whole.
    pub fn table_span(&self) -> Option<Span> {
        self.table.as_ref().map(|(_, span)| *span)
    }

    /// The language of its words, as a BCP 47 tag: English where it says nothing.
    pub fn lang(&self) -> &str {
        self.lang.as_ref().map_or("en", |(tag, _)| tag)
    }

    /// Title and edition: "Caper (Paris, Rome and London)".
    pub fn full_title(&self) -> String {
        match &self.edition {
            Some(edition) => format!("{} ({edition})", self.title),
            None => self.title.clone(),
        }
    }

    /// Whether `[field]` declares a field of that name.
    pub fn makes_field(&self, name: &str) -> bool {
        let made = self.made_fields.as_ref();
        made.is_some_and(|(table, _)| table.get(name).is_some())
    }

    /// What was chosen where a ruling `decides` this.
    pub fn choice(&self, decides: &str) -> Option<&str> {
        let ruling = self.rulings.iter().find(|r| r.decides.as_deref() == Some(decides))?;
        ruling.choice.as_deref()
    }

    pub fn read(id: &str, file: FileId, table: &TomlTable, faults: &mut Diagnostics) -> Self {
        let mut r = Reader::new(table, Span::new(file, 0..0), "game.toml", faults);
        r.value("format"); // Pack::read has looked at it.
        let (title, _) = r.required_string("title");
        let edition = r.text("edition");
        let version = r.text("version").unwrap_or("1.0".into());
        let authors = r.strings("authors").unwrap_or_default();
        let authors = authors.into_iter().map(|a| a.0).collect();
        let players = r.text("players");
        let notice = r.text("notice");
        let date = r.string("date").and_then(|(text, span)| {
            let date = text.parse::<Datetime>().ok().and_then(|time| time.date);
            if date.is_none() {
                let help = "write year, month and day: 2026-05-31";
                r.report(error!(OutOfRange, span, "`{text}` is not a date", help));
            }
            date
        });
        let lang = r.string("lang");
        let from = r.string("from");
        let decks = r.strings("decks");
        let rules = r.table("rules");
        let rulings = r.tables("ruling");
        let scenarios = r.table("scenarios");
        let free = r.entries("free-by-design");
        let components = r.entries("components");
        let boxes = r.entries("box");
        let credits = r.tables("credit");
        let tables = r.table("table");
        let abilities = r.table("ability");
        let made_fields = r.table("field");
        let check = r.table("check");
        r.finish();
        let declares = tables.filter(|(t, _)| declares(t));
        let rules = rules.map(|(numbers, span)| RulesTable { numbers: numbers.clone(), span });
        let tables = tables.map_or_else(BTreeMap::new, |(t, _)| look_ups(t, faults));
        let is_sound = !faults.has_errors();
        let owned = |(table, span): (&TomlTable, Span)| (table.clone(), span);
        GameFile {
            id: id.to_owned(),
            boxes: boxes::read_boxes(boxes, &title, faults),
            title,
            edition,
            version,
            authors,
            players,
            date,
            notice,
            lang,
            from,
            decks,
            rules,
            rulings: rulings.iter().map(|(t, s)| ruling(t, *s, faults)).collect(),
            scenarios: scenarios
                .map_or_else(ScenariosTable::default, |(t, s)| read_scenarios(t, s, faults)),
            free: FreeByDesign::read(free, faults),
            components: components::read_components(components, faults),
            credits: credits.iter().map(|(t, s)| credit(t, *s, faults)).collect(),
            allowed: check.map_or_else(Vec::new, |(t, s)| allow::read_allowed(t, s, faults)),
            tables,
            table: declares.map(owned),
            table_readings: Kept::default(),
            abilities: abilities.map(owned),
            made_fields: made_fields.map(owned),
            script: None,
            is_sound,
        }
    }

    /// The fields that every face has: `game.title`, `rules.rounds`, and the rows of look-up tables: `side.mint.colour`.
    pub fn fields(&self) -> BTreeMap<String, Field> {
        self.fields_telling(&mut Diagnostics::new())
    }

    /// As [`GameFile::fields`], with what is wrong in the words of look-up tables.
    pub(super) fn fields_telling(&self, faults: &mut Diagnostics) -> BTreeMap<String, Field> {
        let mut fields = BTreeMap::new();
        let mut set = |name: &str, text: String| {
            fields.insert(name.to_owned(), Field { text, span: None });
        };
        set("game.id", self.id.clone());
        set("game.title", self.title.clone());
        set("game.edition", self.edition.clone().unwrap_or_default());
        set("game.version", self.version.clone());
        set("game.players", self.players.clone().unwrap_or_default());
        set("game.authors", self.authors.join(", "));
        set("game.notice", self.notice.clone().unwrap_or_default());
        let credits: Vec<String> = self.credits.iter().map(credit_line).collect();
        set("game.credits", credits.join("\n"));
        if let Some(rules) = &self.rules {
            for (key, value) in &rules.numbers.entries {
                flatten(&format!("rules.{}", key.name), value, &mut fields);
            }
        }
        let mut cells = Vec::new();
        for (table, rows) in &self.tables {
            for (id, row) in rows {
                let name = |key: &Key| format!("{table}.{id}.{}", key.name);
                cells.extend(row.entries.iter().map(|(key, value)| (name(key), value)));
            }
        }
        cells.retain(|(name, _)| !fields.contains_key(name));
        for (name, value) in &cells {
            let text = value.text().unwrap_or_default();
            let span = Some(value.span);
            fields.insert(name.clone(), Field { text, span });
        }
        // Rows may speak of one another, once.
        let written = fields.clone();
        for (name, value) in cells {
            if let Some(field) = fields.get_mut(&name) {
                field.text = fill_placeholders(&written[&name].text, &written, value.span, faults)
                    .into_owned();
            }
        }
        fields
    }
}

fn credit_line(credit: &Credit) -> String {
    let place = credit.place.as_deref();
    let place = place.map_or_else(String::new, |p| format!(", {p}"));
    format!("**{}** {} ({}{place})", credit.what, credit.who, credit.licence)
}

/// `{a: {b: 1}}` as `name.a.b` = `1`; items of lists by their index from 0.
fn flatten(name: &str, value: &Value, fields: &mut BTreeMap<String, Field>) {
    match &value.datum {
        Datum::Table(table) => {
            for (key, value) in &table.entries {
                flatten(&format!("{name}.{}", key.name), value, fields);
            }
        }
        Datum::List(list) => {
            for (i, item) in list.iter().enumerate() {
                flatten(&format!("{name}.{i}"), item, fields);
            }
        }
        _ => {
            let text = value.text().unwrap_or_default();
            let span = Some(value.span);
            fields.insert(name.to_owned(), Field { text, span });
        }
    }
}

fn read_scenarios(table: &TomlTable, span: Span, faults: &mut Diagnostics) -> ScenariosTable {
    let mut r = Reader::new(table, span, "[scenarios]", faults);
    let clauses = r.text("clauses");
    let declared = r.entries("not-on-a-table");
    r.finish();
    let help = "write in quotes why no table can show it, and what tests it instead";
    let not_on_a_table = declared.iter().filter_map(|entry| {
        let why = reason_of(entry, help, faults)?;
        Some((entry.0.name.clone(), entry.0.span, why))
    });
    ScenariosTable { clauses, not_on_a_table: not_on_a_table.collect() }
}

fn ruling(table: &TomlTable, span: Span, faults: &mut Diagnostics) -> Ruling {
    let mut r = Reader::new(table, span, "a ruling", faults);
    let (id, _) = r.required_string("id");
    let (rule, rule_span) = r.required_string("rule");
    let (question, question_span) = r.required_string("question");
    let (decision, decision_span) = r.required_string("decision");
    let (choice, at) = r.string("choice").unzip();
    let choices = r.strings("choices").unwrap_or_default();
    let decides = r.text("decides");
    r.finish();
    let ruling = Ruling {
        id,
        rule,
        rule_span,
        question,
        question_span,
        decision,
        decision_span,
        choice,
        choices: choices.into_iter().map(|c| c.0).collect(),
        decides,
        span,
    };
    let chosen = ruling.choice.as_ref().zip(at);
    if let Some((choice, at)) = chosen {
        faults.keep(ruling.check_choice(choice, at));
    }
    ruling
}

fn credit(table: &TomlTable, span: Span, faults: &mut Diagnostics) -> Credit {
    let mut r = Reader::new(table, span, "a credit", faults);
    let (what, _) = r.required_string("what");
    let (who, _) = r.required_string("who");
    let (licence, _) = r.required_string("licence");
    let place = r.text("where");
    r.finish();
    Credit { what, who, licence, place }
}

/// Keys of `[table]` that declare what is on a table; others are look-up tables.
pub(super) const DECLARED: &[&str] = &[
    "seats",
    "places",
    "longest",
    "faces",
    "told-faces",
    "variants",
    "zones",
    "counters",
    "follows",
    "conserve",
    "moves",
    "questions",
    "refusals",
    "notes",
    "end",
    "layout",
];

/// Whether `[table]` declares a table: it has seats, or everything else that makes a game.
fn declares(table: &TomlTable) -> bool {
    let has = |key: &str| table.get(key).is_some();
    has("seats") || (has("zones") && has("moves"))
}

/// The key of `[table]` that is not there and that a look-up table is nearly called.
fn nearly_declared<'k>(table: &TomlTable, name: &str) -> Option<&'k str> {
    let left = DECLARED.iter().filter(|key| table.get(key).is_none());
    did_you_mean(name, left.copied()).filter(|_| declares(table))
}

fn look_ups(
    table: &TomlTable,
    faults: &mut Diagnostics,
) -> BTreeMap<String, BTreeMap<String, TomlTable>> {
    let mut tables = BTreeMap::new();
    let declares = declares(table);
    for (name, rows) in &table.entries {
        if declares && DECLARED.contains(&name.name.as_str()) {
            continue;
        }
        let name = &name.name;
        let near = nearly_declared(table, name);
        let Some(rows) = rows.as_table() else {
            let message = format!("`table.{name}` is {}", rows.kind());
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("write `[table.{name}.some-id]` above each row"),
            };
            faults.error(Code::LookUpTable, rows.span, message, help);
            continue;
        };
        let mut by_id = BTreeMap::new();
        for (Key { name: id, .. }, row) in &rows.entries {
            if let Some(row) = row.as_table() {
                by_id.insert(id.clone(), row.clone());
                continue;
            }
            let message = format!("row `{id}` of table `{name}` is {}", row.kind());
            let help = match near {
                Some("seats") => "did you mean `seats`?".to_owned(),
                Some(near) => format!("did you mean `[table.{near}]`?"),
                None => format!("write `[table.{name}.{id}]` and its fields below"),
            };
            faults.error(Code::LookUpTable, row.span, message, help);
            if near.is_some() {
                break;
            }
        }
        tables.insert(name.clone(), by_id);
    }
    tables
}
