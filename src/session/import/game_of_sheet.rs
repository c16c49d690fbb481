//! Makes the files of a game of a stranger's workbook or CSV file: a deck for each sheet, which reads the sheet at every run, and a
//! plain template that shows every column. The file's bytes come in; the folder's files, and what to say about them, go out. Called
//! by `new_game`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use crate::cards::{
    Columns, DeckSheet, FORMAT, TomlTable, Value, Wish, holds_words, may_be_copies, open_sheet,
    sheet_names, slug, toml_string,
};
use crate::session::files::fresh_folder::Contents;
use crate::session::files::sheet_file::read_sheet_file;
use crate::session::open::host::Host;
use crate::source::{Diagnostics, Severity, counted, joined, list_words};
use crate::template::escape;
use crate::text::Rich;

/// Sizes of cards that are tried, the smallest first: as decks write them, and width and height in mm.
const SIZES: [(&str, f64, f64); 4] = [
    ("poker", 63.5, 88.9),
    ("105 x 148", 105.0, 148.0),
    ("148 x 210", 148.0, 210.0),
    ("190 x 260", 190.0, 260.0),
];

/// In mm: the margin of a card, the smallest words, a line of them, and what is above the first box.
const MARGIN: f64 = 4.0;
const WORDS: f64 = 2.3;
const LINE: f64 = 3.2;
const TOP: f64 = 13.0;

/// Width in mm of a value that goes beside its heading, two in a row.
const SHORT: f64 = 12.0;

/// The key of a column `Id` that repeats itself.
const OWN_ID: &str = "own-id";

/// Keys that a deck reads itself, whatever they hold.
const OWN: [&str; 3] = ["template", "back", "note"];

/// The files of the game, and a line for each thing that was decided.
///
/// # Errors
/// When the sheet cannot be read, or no sheet of it holds cards.
pub fn game_of_sheet(
    path: &Path,
    title: &str,
    host: &mut dyn Host,
) -> Result<(Contents, Vec<String>), Diagnostics> {
    let bytes = read_sheet_file(path)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut contents = Contents::new();
    let (mut decks, mut notes) = (Vec::new(), Vec::new());
    let names = sheet_names(&bytes);
    let sheets: Vec<Option<&String>> = match names.as_slice() {
        [] => vec![None],
        names => names.iter().map(Some).collect(),
    };
    let mut wrong = Diagnostics::new();
    for name in &sheets {
        let wish = Wish { sheet: name.map(String::as_str), ..Wish::default() };
        let (label, bytes) = (path.display().to_string(), bytes.clone());
        let mut faults = Diagnostics::new();
        let columns = Columns::default();
        let read = open_sheet(&label, bytes, wish, &columns, None, host.files(), &mut faults);
        let shown = name.map_or(stem.as_ref(), |name| name.as_str());
        let Some(read) = read.filter(|read| !rows(read).is_empty()) else {
            let why = faults.iter().find(|f| f.severity == Severity::Error);
            let why = why.map_or("it has no rows", |fault| &fault.message);
            notes.push(format!("`{shown}` is left out: {why}"));
            wrong.append(faults);
            continue;
        };
        let mut id = slug(shown);
        if id.is_empty() || decks.contains(&id) || id == "game" {
            id = format!("{id}-{}", decks.len() + 1).trim_matches('-').to_owned();
        }
        let plan = SheetPlan::new(&read);
        let cards = counted(rows(&read).len(), "row");
        notes.push(format!("`{shown}`: {cards}, {id}.toml, templates/{id}.svg"));
        notes.extend(plan.notes());
        let only = sheets.len() > 1;
        let deck = plan.deck(&id, shown, &file, name.filter(|_| only));
        contents.insert(format!("{id}.toml"), deck.into_bytes());
        contents.insert(format!("templates/{id}.svg"), plan.template().into_bytes());
        decks.push(id);
    }
    if decks.is_empty() {
        return Err(wrong);
    }
    let order = list_words(decks.iter());
    let order = order.replace('`', "\"").replace(" and ", ", ");
    let game = format!("format = {FORMAT}\ntitle = {}\ndecks = [{order}]\n", toml_string(title));
    contents.insert("game.toml".into(), game.into_bytes());
    contents.insert(file.into_owned(), bytes);
    Ok((contents, notes))
}

fn rows(sheet: &DeckSheet) -> &[Value] {
    let rows = sheet.deck.get("card").and_then(Value::as_list);
    rows.unwrap_or_default()
}

/// A column that the template shows.
struct Shown {
    key: String,
    heading: String,
    /// The height in mm of its box; none for one that fits beside its heading.
    height: Option<f64>,
    /// Whether stars or braces in it are no markup.
    unmarked: bool,
}

/// What a sheet is made into.
struct SheetPlan {
    size: (&'static str, f64, f64),
    shown: Vec<Shown>,
    /// Headings, and the keys that they are.
    columns: Vec<(String, &'static str)>,
    /// Headings, and why they are not shown.
    ignored: Vec<(String, String)>,
    /// Whether the cards have names to show.
    name: bool,
    /// The name of the last row, which adds up the others.
    total: Option<String>,
}

impl SheetPlan {
    fn new(sheet: &DeckSheet) -> Self {
        let rows: Vec<&TomlTable> = rows(sheet).iter().filter_map(Value::as_table).collect();
        let values =
            |key: &str| rows.iter().filter_map(|row| row.get(key)?.text()).collect::<Vec<String>>();
        let heading = |key: &str| {
            let column = sheet.columns.iter().find(|column| column.key.name == key);
            column.map_or(key, |column| &column.heading).to_owned()
        };
        // Of two columns with one heading, the key says which.
        let ignored_as = |key: &str| {
            let twins = sheet.columns.iter();
            let is_alone = twins.filter(|c| c.heading == heading(key)).count() < 2
                && !heading(key).contains("*");
            if is_alone { heading(key) } else { key.to_owned() }
        };
        let is_count = |key: &str| {
            let values = values(key);
            let whole = |value: &String| value.trim().parse().is_ok_and(|n: u16| n < 1000);
            // `#` is a number of each card as often as how many there are of it.
            let counts_up =
                || values.iter().zip(1..).all(|(value, n)| value.trim() == n.to_string());
            let is_number = ["#", "number", "num"].contains(&heading(key).to_lowercase().as_str());
            !values.is_empty() && values.iter().all(whole) && !(is_number && counts_up())
        };
        let keys = sheet.columns.iter().map(|column| column.key.name.as_str());
        let keys: Vec<&str> = keys.collect();
        let mut columns = Vec::new();
        if let Some((heading, _)) = &sheet.name_from {
            columns.push((heading.clone(), "name"));
        }
        let copies = keys.iter().find(|key| may_be_copies(&heading(key)) && is_count(key));
        let copies = copies.filter(|_| !keys.contains(&"copies"));
        if let Some(key) = copies {
            columns.push((heading(key), "copies"));
        }
        let mut ignored: Vec<(String, String)> = Vec::new();
        for letter in &sheet.unnamed {
            ignored.push((letter.clone(), "it has no heading".to_owned()));
        }
        // Words come first, in a row of their own; the name stands above all.
        let in_font = |value: &String| value.chars().all(is_in_font);
        let shows_name = values("name").iter().all(in_font);
        let mut name = keys.contains(&"name") && shows_name;
        let mut shown: Vec<(&str, Vec<String>)> = Vec::new();
        // Ids of the designer's own, which may repeat, are a column like others.
        let ids: Vec<String> = values("id").iter().map(|id| slug(id)).collect();
        let distinct: BTreeSet<&String> = ids.iter().collect();
        if distinct.len() < ids.len() || ids.iter().any(String::is_empty) {
            columns.push((heading("id"), OWN_ID));
            if values("id").iter().all(in_font) {
                shown.push((OWN_ID, values("id")));
            }
        }
        for key in &keys {
            let values = values(key);
            let why = match *key {
                "id" | "name" => continue,
                "copies" if is_count(key) => continue,
                key if Some(&key) == copies => continue,
                key if OWN.contains(&key) || key == "copies" => "deckproof reads this key itself",
                _ if values.is_empty() => "it is empty",
                _ if values.len() < rows.iter().filter(|row| row.get(key).is_some()).count() => {
                    "a cell of it is a table, as `{}`"
                }
                _ if values.iter().any(|value| !value.chars().all(is_in_font)) => {
                    "the font Cabin lacks a sign in it: draw it with a font of yours"
                }
                _ if values.iter().any(|value| value.split_whitespace().any(is_long)) => {
                    "it has a word that is wider than a card"
                }
                _ => {
                    let is_word = |value: &String| value.starts_with(char::is_alphabetic);
                    let distinct: BTreeSet<&String> = values.iter().collect();
                    let is_name =
                        values.iter().all(is_word) && distinct.len() * 10 > values.len() * 7;
                    if !name && is_name {
                        name = true;
                        columns.push((heading(key), "name"));
                    } else {
                        shown.push((key, values));
                    }
                    continue;
                }
            };
            ignored.push((ignored_as(key), why.to_owned()));
        }
        let mut plan = SheetPlan {
            size: SIZES[0],
            shown: Vec::new(),
            columns,
            ignored,
            name,
            total: sheet.total.clone(),
        };
        for size in SIZES {
            plan.size = size;
            let width = size.1 - 2.0 * MARGIN;
            let column = |(key, values): &(&str, Vec<String>)| {
                let is_short = |value: &String| !value.contains('\n') && wide(value) < SHORT;
                let short = values.iter().all(is_short) && wide(&heading(key)) < SHORT;
                let lines = values.iter().map(|value| lines(value, width)).max();
                Shown {
                    key: (*key).to_owned(),
                    heading: heading(if *key == OWN_ID { "id" } else { key })
                        .chars()
                        .filter(|c| is_in_font(*c))
                        .collect(),
                    height: (!short).then(|| lines.unwrap_or(1) as f64 * LINE + 1.0),
                    unmarked: values.iter().any(|v| Rich::parse(v).is_err() || v.contains('{')),
                }
            };
            plan.shown = shown.iter().map(column).collect();
            if plan.height() < size.2 - MARGIN {
                return plan;
            }
        }
        // Not even the largest has room for all: the longest go.
        while plan.height() > plan.size.2 - MARGIN {
            let tall = |shown: &Shown| shown.height.unwrap_or(0.0);
            let longest = (0..plan.shown.len())
                .max_by(|a, b| tall(&plan.shown[*a]).total_cmp(&tall(&plan.shown[*b])));
            let Some(longest) = longest else { break };
            let gone = plan.shown.remove(longest);
            plan.ignored.push((ignored_as(&gone.key), "it is too long for a card".to_owned()));
        }
        plan
    }

    /// Where the lowest box ends, in mm.
    fn height(&self) -> f64 {
        let short = self.shown.iter().filter(|shown| shown.height.is_none());
        let rows = short.count().div_ceil(2) as f64 * (LINE + 1.0);
        let boxes = self.shown.iter().filter_map(|shown| shown.height);
        TOP + rows + boxes.map(|height| height + LINE).sum::<f64>()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (heading, key) in &self.columns {
            notes.push(format!("  `{heading}` is read as `{key}`"));
        }
        if let Some(total) = &self.total {
            notes.push(format!("  the last row, `{total}`, is skipped: it adds up the others"));
        }
        for (heading, why) in &self.ignored {
            notes.push(format!("  `{heading}` is ignored: {why}"));
        }
        notes
    }

    /// The deck's file.
    fn deck(&self, id: &str, title: &str, file: &str, sheet: Option<&String>) -> String {
        let mut text = format!(
            "# The cards are in {file}: edit them there, save, and print again.\ntitle = {}\ntemplate = \"{id}.svg\"\nsize = \"{}\"\nrows = {}\n",
            toml_string(title),
            self.size.0,
            toml_string(file),
        );
        // What is written into a text cannot fail.
        if let Some(sheet) = sheet {
            _ = writeln!(text, "sheet = {}", toml_string(sheet));
        }
        if let Some(total) = &self.total {
            _ = writeln!(text, "skip = {}", toml_string(&holds_words("name", total)));
        }
        if !self.columns.is_empty() {
            let columns = self.columns.iter();
            let columns =
                columns.map(|(heading, key)| format!("{} = \"{key}\"", toml_string(heading)));
            _ = writeln!(text, "columns = {{ {} }}", joined(columns, ", "));
        }
        if !self.ignored.is_empty() {
            text.push_str("ignore = [\n");
            for (heading, why) in &self.ignored {
                _ = writeln!(text, "  {},  # {why}", toml_string(heading));
            }
            text.push_str("]\n");
        }
        text
    }

    /// A drawing that shows every column: the name above, short values two in a row, long ones in boxes.
    fn template(&self) -> String {
        let (_, width, height) = self.size;
        let inner = width - 2.0 * MARGIN;
        let mut text = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">
  <path d="M{MARGIN} 12h{inner}" stroke="#c9c2b6" stroke-width="0.3"/>
"##
        );
        if self.name {
            _ = writeln!(
                text,
                r##"  <rect data-fit="name" data-markup="none" x="{MARGIN}" y="{MARGIN}" width="{inner}" height="7.5" data-font="Cabin" data-weight="700" data-size="13" data-min="6.5" data-valign="middle"/>"##
            );
        }
        let mut put = |heading: &str, x: f64, y: f64, body: (f64, f64, f64, f64), shown: &Shown| {
            let (left, top, width, height) = body;
            let key = &shown.key;
            // A number would be read as one.
            let when = match key.parse::<f64>() {
                Ok(_) => String::new(),
                Err(_) => format!(r#" data-if="{key}""#),
            };
            let markup = if shown.unmarked { r#" data-markup="none""# } else { "" };
            _ = writeln!(
                text,
                r##"  <text{when} x="{x:.2}" y="{y:.2}" font-family="Cabin" font-size="{WORDS}" fill="#6b6459">{}</text>
  <rect data-fit="{key}"{markup} x="{left:.2}" y="{top:.2}" width="{width:.2}" height="{height:.2}" data-font="Cabin" data-size="8" data-min="6.5"/>"##,
                escape(heading),
            );
        };
        let mut y = TOP;
        let half = inner / 2.0;
        let (short, long): (Vec<&Shown>, Vec<&Shown>) =
            self.shown.iter().partition(|shown| shown.height.is_none());
        for (at, shown) in short.into_iter().enumerate() {
            let x = MARGIN + half * (at % 2) as f64;
            let y = y + (at / 2) as f64 * (LINE + 1.0);
            put(
                &shown.heading,
                x,
                y + WORDS,
                (x + SHORT + 1.0, y, half - SHORT - 1.0, LINE + 0.5),
                shown,
            );
        }
        let rows = self.shown.len() - long.len();
        y += rows.div_ceil(2) as f64 * (LINE + 1.0);
        for shown in long {
            let tall = shown.height.unwrap_or(LINE);
            let heading = cut_to(&shown.heading, inner);
            put(&heading, MARGIN, y + WORDS, (MARGIN, y + LINE, inner, tall), shown);
            y += tall + LINE;
        }
        text + "</svg>\n"
    }
}

/// About how wide words of the smallest size are, in mm; rather more.
fn wide(words: &str) -> f64 {
    let wide = |c: char| match c {
        'a'..='z' | '0'..='9' | ' '..='/' => 0.58,
        'A'..='Z' | ':'..='@' => 0.72,
        _ => 1.05,
    };
    words.chars().map(wide).sum::<f64>() * WORDS
}

/// Whether Cabin has a sign: European letters, and what people type among them.
fn is_in_font(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{17f}' | '‘'..='‚' | '“'..='„' | '\n' | '\t' | '–' | '—' | '…' | '•' | '€')
}

/// Whether a word is wider than the narrowest card has room for.
fn is_long(word: &str) -> bool {
    wide(word) > SIZES[0].1 - 2.0 * MARGIN
}

/// The lines that words take in a box of this width, in mm.
fn lines(words: &str, width: f64) -> usize {
    let of = |line: &str| (wide(line) * 1.15 / width).ceil().max(1.0) as usize;
    words.lines().map(of).sum()
}

fn cut_to(words: &str, width: f64) -> String {
    let mut cut = String::new();
    for c in words.chars() {
        cut.push(c);
        if wide(&cut) > width {
            return cut + "…";
        }
    }
    cut
}
