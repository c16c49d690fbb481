//! A deck: one TOML file of cards that share a template, a back and a size. A table comes in; a [`Deck`] of [`Row`]s and
//! diagnostics go out. Called by `pack`; used everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::bounds::{MOST_CARDS, MOST_COPIES, MOST_NAME, MOST_WRITTEN};
use super::columns::Columns;
use super::deck_writing::CARD;
use super::read::Reader;
use super::value::{Key, TomlTable, Value, entries_size};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Severity, Span, error};

/// The key of a row that names its front.
pub const FRONT: &str = "template";

/// The key of a row that names its back.
pub const BACK: &str = "back";

/// How the names of workbooks end.
pub(super) const WORKBOOKS: [&str; 5] = [".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"];

/// Keys of a row that every deck knows.
pub(super) const COMMON: [&str; 4] = ["id", "name", "copies", "note"];

/// One `[[card]]`.
#[derive(Debug, Clone)]
pub struct Row {
    pub id: String,
    pub name: String,
    /// Number of copies in the deck.
    pub copies: u32,
    /// Every key of the row (and of `[defaults]` where the row is silent), `copies` and `note` left out.
    pub table: TomlTable,
    /// Position of the row.
    pub span: Span,
}

impl Row {
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.table.get(key)
    }

    /// Position of its id, or of the name that it is made from.
    pub fn id_place(&self) -> Span {
        self.get("id").map_or(self.place("name"), |id| id.span)
    }

    /// Position of `key`, or of the row when it has none.
    pub fn place(&self, key: &str) -> Span {
        self.get(key).map_or(self.span, |v| v.span)
    }
}

/// A text that flows over as many faces as it needs, instead of rows.
#[derive(Debug, Clone)]
pub struct Flow {
    pub file: FileId,
    /// As it is written.
    pub text: Arc<str>,
    /// With its gaps filled; what is wrong with the text is looked for in the other one, whose places are those of the file.
    pub filled: Arc<str>,
}

/// A deck.
#[derive(Debug, Clone, Default)]
pub struct Deck {
    /// The file's name without its ending.
    pub id: String,
    pub title: String,
    pub template: String,
    pub template_span: Span,
    pub back: Option<(String, Span)>,
    /// The trim, by name or in millimetres; interpreted when it is drawn.
    pub size: String,
    pub size_span: Span,
    /// Radius of the corners in millimetres, and its position.
    pub corner: Option<f64>,
    pub corner_span: Span,
    /// The shape of the cards, by name or as the path of an outline, and its position; interpreted when it is drawn.
    pub shape: Option<(String, Span)>,
    /// Keys of `[defaults]`.
    pub defaults: Vec<String>,
    /// How many cards the file says that there are, and where.
    pub count: Option<(u32, Span)>,
    pub rows: Vec<Row>,
    /// The file whose text flows over the faces.
    pub flow: Option<(String, Span)>,
    /// The sheet with the rows, when they are not in the deck's own file.
    pub rows_from: Option<(String, Span)>,
    /// Keys and columns that are not for the cards.
    pub columns: Columns,
    /// Keys of `[[card]]` that are ignored.
    pub ignored: Vec<String>,
    pub file: FileId,
}

impl Deck {
    /// Cards in the deck, copies counted.
    pub fn cards(&self) -> u32 {
        self.rows.iter().map(|r| r.copies).sum()
    }

    /// The place of the row that a span lies in.
    pub fn row_at(&self, span: Span) -> Option<usize> {
        let before = |row: &Row| row.span.start <= span.start;
        let rows = self.rows.partition_point(before);
        let beside = self.rows.first().is_some_and(|row| row.span.file == span.file);
        rows.checked_sub(1).filter(|_| beside)
    }

    /// Whether a file is the deck's own, or the sheet with its rows.
    pub fn reads(&self, file: FileId) -> bool {
        file == self.file || self.rows.first().is_some_and(|row| row.span.file == file)
    }

    /// The errors of `known` in the file, each with its row.
    pub fn errors<'d>(
        &'d self,
        known: &'d Diagnostics,
    ) -> impl Iterator<Item = (Option<usize>, Code)> {
        let errors = known.iter().filter(|d| d.severity == Severity::Error);
        let here = errors.filter_map(|d| Some((d.span?, d.code)));
        let here = here.filter(|(span, _)| self.reads(span.file));
        here.map(|(span, code)| (self.row_at(span), code))
    }

    /// Whether its faces can be drawn although `known` is wrong: no more than single rows are.
    pub fn can_be_drawn(&self, known: &Diagnostics) -> bool {
        let alone = |(row, code): (Option<usize>, Code)| row.is_some() || code == Code::DeckCount;
        !self.template.is_empty() && self.errors(known).all(alone)
    }

    /// What of `found` is not about a row that `known` has an error of: a card that could not be read has more faults than
    /// it was given.
    pub fn not_of_rows_in(&self, known: &Diagnostics, found: Diagnostics) -> Diagnostics {
        let astray = self.errors(known).filter(|(_, code)| *code != Code::NeverShown);
        let astray: BTreeSet<usize> = astray.filter_map(|(row, _)| row).collect();
        let row = |d: &Diagnostic| d.span.and_then(|span| self.row_at(span));
        let mut left = Diagnostics::new();
        for diagnostic in found {
            if row(&diagnostic).is_none_or(|row| !astray.contains(&row)) {
                left.push(diagnostic);
            }
        }
        left
    }

    /// Reads a deck; every fault is reported.
    pub fn read(id: &str, file: FileId, table: &TomlTable, faults: &mut Diagnostics) -> Self {
        let top = Span::new(file, 0..0);
        let mut r = Reader::new(table, top, "the deck", faults);
        let title = r.text("title").unwrap_or_else(|| title_of(id));
        let (template, template_span) = r.required_name("template");
        let back = r.name("back");
        let (size, size_span) = r.string("size").unwrap_or(("poker".into(), top));
        let corner = r.number("corner", 0.0..=500.0);
        let shape = r.name("shape");
        let count = r.integer("count", 0..=i64::from(MOST_CARDS));
        let flow = r.string("flow");
        let rows_from = r.name("rows");
        let rows_from = rows_from.map(|(rows, at)| (rows_place(&rows).0.to_owned(), at));
        r.string("sheet");
        r.boolean("rich");
        let columns = Columns::read(&mut r);
        let mut defaults = r.entries("defaults");
        let cards = r.tables("card");
        check_source(table, &mut r);
        let unread = rows_from.is_some() && table.get(CARD).is_none();
        let has_other = flow.is_some() || table.get("rows").is_some();
        // `[card]` is reported as what it is.
        let is_one = table.get(CARD).is_some_and(|card| card.as_table().is_some());
        if cards.is_empty() && !has_other && !is_one {
            let example = "…: write `[[card]]` above each card, with its `name`; or name a sheet: `rows = \"cards.csv\"`";
            r.missing(CARD, example);
        }
        r.finish();
        let mut ignored = Vec::new();
        if rows_from.is_none() {
            let used = cards.iter().flat_map(|(card, _)| card.keys());
            let sorted: BTreeSet<&str> = used.map(|key| key.name.as_str()).collect();
            let keys: Vec<&str> = sorted.into_iter().collect();
            columns.check_ignored(&keys, faults);
            let unread = keys.into_iter().filter(|key| columns.ignores(key));
            ignored.extend(unread.map(str::to_owned));
        }
        check_defaults(defaults, &cards, faults);
        let given = given(defaults, faults);
        if entries_size(defaults) * cards.len() > MOST_WRITTEN {
            faults.push(too_much(id, top));
            defaults = &[];
        }
        let mut rows: Vec<Row> = Vec::with_capacity(cards.len());
        let ids = card_ids(cards.iter().map(|(card, _)| *card), rows_from.is_some());
        for ((card, span), id) in cards.into_iter().zip(ids) {
            let card = columns.without_ignored(card);
            let what = rows_from.as_ref().map_or("the card", |_| "the row");
            rows.push(row(&card, id, span, what, defaults, faults));
        }
        check_ids(&rows, faults);
        let count = count.map(|(n, span)| (u32::try_from(n).unwrap_or(u32::MAX), span));
        let deck = Deck {
            id: id.to_owned(),
            title,
            template,
            template_span,
            back,
            size,
            size_span,
            corner: corner.map(|(corner, _)| corner),
            corner_span: corner.map_or(top, |(_, span)| span),
            shape,
            defaults: given,
            count,
            rows,
            flow,
            rows_from,
            columns,
            ignored,
            file,
        };
        // Copies that could not be read are not counted.
        if let Some((count, span)) = count
            && !unread
            && deck.errors(faults).next().is_none()
        {
            check_count(&deck, i64::from(count), span, faults);
        }
        deck
    }
}

/// The file that `rows` names, and which part of a workbook: `cards.xlsx#Plants!B4:H60`. Other names may have a `#` in them.
pub(super) fn rows_place(rows: &str) -> (&str, Option<&str>) {
    match rows.rsplit_once('#') {
        Some((file, part)) if WORKBOOKS.iter().any(|end| file.to_lowercase().ends_with(end)) => {
            (file, Some(part))
        }
        _ => (rows, None),
    }
}

/// Checks that the cards come from one place only, and that no key is about a missing sheet.
fn check_source(table: &TomlTable, r: &mut Reader<'_, '_>) {
    let of = |key: &str| table.keys().find(|known| known.name == key);
    // The rows of a sheet are under `card` as well, with their positions in the sheet.
    let rows = of("rows");
    let own = |card: &&Key| rows.is_none_or(|rows| rows.span.file == card.span.file);
    let sources = [rows, of("flow"), of(CARD).filter(own)];
    let mut sources = sources.into_iter().flatten();
    if let Some(first) = sources.next() {
        for other in sources {
            let message = format!("the deck has both `{}` and `{}`", first.name, other.name);
            let help = "keep one of them, or make two decks";
            let fault = error!(CardsTwice, other.span, message, help);
            r.report(fault.related(first.span, "the other"));
        }
    }
    if rows.is_none() {
        for key in ["sheet", "columns", "skip", "rich"].into_iter().filter_map(of) {
            r.report(error!(
                CardsTwice,
                key.span,
                format!("`{}` speaks of a sheet, and the deck has no `rows`", key.name),
                "name the sheet: `rows = \"cards.csv\"`; or take this out"
            ));
        }
    }
}

/// Reports a default that is a table where every card has something else: no card takes it, so nothing else would look at it.
fn check_defaults(
    defaults: &[(Key, Value)],
    cards: &[(&TomlTable, Span)],
    faults: &mut Diagnostics,
) {
    for (key, value) in defaults {
        let of_cards = cards.iter().map(|(card, _)| card.get(&key.name));
        let mut is_plain = of_cards.map(|own| own.is_some_and(|own| own.as_table().is_none()));
        if value.as_table().is_some() && !cards.is_empty() && is_plain.all(|plain| plain) {
            faults.push(error!(
                WrongType,
                value.span,
                format!("`{}` in [defaults] is a table, and in no card", key.name),
                "write it as the cards have it, or take it out"
            ));
        }
    }
}

/// Keys of `[defaults]`; those that are each card's own are reported.
fn given(defaults: &[(Key, Value)], faults: &mut Diagnostics) -> Vec<String> {
    for (key, _) in defaults {
        let name = key.name.as_str();
        if COMMON.contains(&name) && name != "note" {
            faults.push(error!(
                UnknownKey,
                key.span,
                "`{name}` in [defaults] is read for no card",
                "write `{name}` in each card that has it"
            ));
        }
    }
    defaults.iter().map(|(key, _)| key.name.clone()).collect()
}

/// A deck has more cards than the limit.
pub(super) fn too_much(deck: &str, at: Span) -> Diagnostic {
    let most = MOST_WRITTEN >> 20;
    error!(
        TooMany,
        at,
        "the cards of deck `{deck}` hold more than {most} MiB, what they share written out",
        "shorten `[defaults]` and the rows of look-up tables, or make two decks of one"
    )
}

fn check_count(deck: &Deck, count: i64, span: Span, faults: &mut Diagnostics) {
    let cards = i64::from(deck.cards());
    if cards != count {
        let message = format!("deck `{}` has {cards} cards, but its `count` is {count}", deck.id);
        let more = (count - cards).abs();
        let add = if cards < count { format!("add {more}") } else { format!("take {more} away") };
        let help = format!("{add} (see `copies`), or correct `count`");
        faults.error(Code::DeckCount, span, message, help);
    }
}

fn row(
    table: &TomlTable,
    id: String,
    span: Span,
    what: &'static str,
    defaults: &[(Key, Value)],
    faults: &mut Diagnostics,
) -> Row {
    let mut r = Reader::new(table, span, what, faults);
    let (name, name_span) = r.string("name").unwrap_or((String::new(), span));
    r.string("id");
    r.string(FRONT);
    r.string(BACK);
    let copies = r.integer("copies", 0..=MOST_COPIES).map_or(1, |n| n.0);
    let id_span = table.get("id").map_or(name_span, |v| v.span);
    if what == "the card" && table.get("id").is_some() && (id.is_empty() || id != slug(&id)) {
        faults.push(error!(
            BadId,
            id_span,
            "`{id}` cannot name a card",
            "an `id` is made of small letters, digits and dashes: `cold-war`"
        ));
    }
    if id.len() > MOST_NAME {
        let letters = id.chars().count();
        faults.push(error!(
            BadId,
            id_span,
            "the id of the card has {letters} letters, too many for a file name",
            "give it a short `id`: `id = \"cold-war\"`"
        ));
    }
    if let Some(sign) = name.chars().find(|c| unseen(*c)) {
        faults.push(error!(
            Unseen,
            name_span,
            format!("the name holds U+{:04X}, which nobody sees", u32::from(sign)),
            "type the name anew: another card may look like it and be called otherwise"
        ));
    }
    let own = table.entries.iter().filter(|(k, _)| k.name != "copies" && k.name != "note");
    let silent = |key: &str| table.get(key).is_none() && !COMMON.contains(&key);
    let given = defaults.iter().filter(|(k, _)| silent(&k.name));
    let entries = own.chain(given).cloned().collect();
    Row {
        name: if name.trim().is_empty() { id.clone() } else { name },
        id,
        copies: u32::try_from(copies).unwrap_or(0),
        table: TomlTable { entries },
        span,
    }
}

/// The id of each row: the one that is written, else the name as small letters and dashes, or `card` without a name. The second of a
/// name gets a number: `spy`, `spy-2`. An id in a sheet may be anything, such as `#1`: only its letters and digits are used.
fn card_ids<'t>(rows: impl Iterator<Item = &'t TomlTable>, of_sheet: bool) -> Vec<String> {
    let string = |row: &'t TomlTable, key: &str| row.get(key).and_then(Value::as_str);
    let written = |row| match string(row, "id") {
        Some(id) if of_sheet => Some(slug(id)).filter(|id| !id.is_empty()),
        id => id.map(str::to_owned),
    };
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    rows.map(|row| {
        written(row).unwrap_or_else(|| {
            let mut name = slug(string(row, "name").unwrap_or_default());
            if name.is_empty() {
                CARD.clone_into(&mut name);
            }
            let number = numbers.entry(name.clone()).or_insert(0);
            loop {
                *number += 1;
                let id = match number {
                    1 => name.clone(),
                    _ => format!("{name}-{number}"),
                };
                if taken.insert(id.clone()) {
                    return id;
                }
            }
        })
    })
    .collect()
}

/// Reports ids that are written twice.
fn check_ids(rows: &[Row], faults: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, &Row> = BTreeMap::new();
    for row in rows {
        let first = *seen.entry(&row.id).or_insert(row);
        if first.span != row.span {
            let fault = error!(
                DuplicateId,
                row.id_place(),
                format!("two cards have the id `{}`", row.id),
                "give each card an `id` of its own, or raise `copies` of the first"
            );
            faults.push(fault.related(first.id_place(), "first defined here"));
        }
    }
}

/// Signs that take no room or turn the direction of what follows. Joiners and soft hyphens have their use in names.
fn unseen(c: char) -> bool {
    matches!(c, '\u{180E}' | '\u{200B}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// `Cold War!` as `cold-war`.
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.to_lowercase().chars() {
        match plain(c) {
            Some(c) => slug.push(c),
            None if slug.ends_with('-') || slug.is_empty() || c == '\'' || c == '’' => {}
            None => slug.push('-'),
        }
    }
    slug.trim_end_matches('-').to_owned()
}

/// The letter without its accent; `None` for what is no letter or digit.
fn plain(c: char) -> Option<char> {
    const ACCENTS: [(&str, char); 9] = [
        ("àáâãäå", 'a'),
        ("ç", 'c'),
        ("èéêë", 'e'),
        ("ìíîï", 'i'),
        ("ñ", 'n'),
        ("òóôõöø", 'o'),
        ("ùúûü", 'u'),
        ("ýÿ", 'y'),
        ("ß", 's'),
    ];
    if c.is_ascii_alphanumeric() {
        return Some(c);
    }
    let row = ACCENTS.iter().find(|(letters, _)| letters.contains(c));
    row.map(|(_, letter)| *letter).or_else(|| c.is_alphanumeric().then_some(c))
}

fn title_of(id: &str) -> String {
    let mut letters = id.replace('-', " ").chars().collect::<Vec<_>>();
    if let Some(first) = letters.first_mut() {
        *first = first.to_ascii_uppercase();
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_small_letters_and_dashes() {
        assert_eq!(slug("Plans Cachés"), "plans-caches");
        assert_eq!(slug("The Fence's -- Van!"), "the-fences-van");
    }
}
