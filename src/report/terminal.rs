//! Writes a report for a terminal of 80 columns: tables without rules between the columns, and colours, which the stream drops where
//! it is no terminal.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};

use super::document::{GameReport, ListItem, Medium, SectionKind, Tone};
use super::table::{Column, ReportTable};
use crate::source::{joined, wrapped};

/// Columns of a terminal that everybody has.
const WIDTH: u16 = 80;

/// The widest first column, and the least that is left to it.
const NAMES: usize = 42;
const LEAST: usize = 12;

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// What was found of one game.
pub fn write(game: &GameReport) -> String {
    let mut text = wrapped(&game.headline(), "", "")
        .iter()
        .map(|line| format!("{BOLD}{line}{PLAIN}\n"))
        .collect::<String>();
    for about in game.about_in(Medium::Terminal) {
        text += &lines(&about.words);
    }
    // A list follows its heading, or what it is a list of.
    let mut is_close = game.about_in(Medium::Terminal).next().is_none();
    for content in game.sections_in(Medium::Terminal) {
        let Some(shown) = section(content) else { continue };
        if !(is_close && matches!(content, SectionKind::List(_) | SectionKind::Paragraph(_))) {
            text.push('\n');
        }
        is_close = matches!(content, SectionKind::Heading(_) | SectionKind::Paragraph(_));
        text += &shown;
    }
    // Names of a file may hold signs that go back in a line or turn the direction of what follows.
    let moves = |c| matches!(c, '\r' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.replace(moves, "\u{fffd}")
}

/// Words in lines.
fn lines(words: &str) -> String {
    wrapped(&whole_code(words), "", "").join("\n") + "\n"
}

/// A command is copied: what stands between backticks is not broken.
fn whole_code(words: &str) -> String {
    let parts = words.split('`').enumerate().map(|(at, part)| match at % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', "\u{a0}"),
    });
    joined(parts, "`")
}

fn section(content: &SectionKind) -> Option<String> {
    Some(match content {
        SectionKind::Heading(words) => {
            let words = wrapped(words, "", "").into_iter();
            words.map(|line| format!("{BOLD}{line}{PLAIN}\n")).collect()
        }
        SectionKind::Paragraph(words) => lines(words),
        SectionKind::List(items) => list(items),
        SectionKind::Table(table) => return of_table(table),
        SectionKind::Code(lines) => {
            lines.iter().map(|(tone, line)| format!("{}\n", coloured(line, *tone))).collect()
        }
        SectionKind::Plot(_) | SectionKind::Pictures(_) => return None,
    })
}

/// A bullet sets items apart: one alone has none.
fn list(items: &[ListItem]) -> String {
    let (bullet, indent) = if items.len() > 1 { ("- ", "  ") } else { ("", "") };
    items
        .iter()
        .flat_map(|item| {
            let words = [item.says.as_str(), &item.more].join(" ");
            wrapped(&whole_code(words.trim_end()), bullet, indent)
                .into_iter()
                .map(|line| format!("{}\n", coloured(&line, item.tone)))
        })
        .collect()
}

fn colour(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Good => "\x1b[32m",
        Tone::Open => "\x1b[33m",
        Tone::Bad => "\x1b[1;31m",
        Tone::Faint => "\x1b[2m",
    }
}

fn coloured(line: &str, tone: Tone) -> String {
    if tone == Tone::Plain { line.to_owned() } else { format!("{}{line}{PLAIN}", colour(tone)) }
}

/// Signs without a width that stand for a colour and its end while the table is laid out, as those of a terminal would be counted.
const TONES: [(char, Tone); 4] = [
    ('\u{FE01}', Tone::Good),
    ('\u{FE02}', Tone::Open),
    ('\u{FE03}', Tone::Bad),
    ('\u{FE04}', Tone::Faint),
];
const END: char = '\u{FE00}';

fn of_table(table: &ReportTable) -> Option<String> {
    let columns = table.columns_in(Medium::Terminal);
    if columns.is_empty() || table.rows.is_empty() {
        return None;
    }
    let mut shown = Table::new();
    *shown.style_mut() = presets::NOTHING;
    shown.set_content_arrangement(ContentArrangement::Dynamic);
    shown.set_width(WIDTH);
    if table.has_heads(Medium::Terminal) {
        shown.set_header(columns.iter().map(|(_, column)| column.head.as_str()));
    }
    // Of many rows those in the middle are left out.
    let hidden = match table.ends {
        Some(ends) if table.rows.len() > 2 * ends => ends..table.rows.len() - ends,
        _ => 0..0,
    };
    for (number, row) in table.rows_in(Medium::Terminal).enumerate() {
        if number == hidden.start && !hidden.is_empty() {
            let mut row = vec![String::new(); columns.len()];
            row[0] = format!("… {} more", hidden.len());
            shown.add_row(row);
        }
        if !hidden.contains(&number) {
            shown.add_row(row.into_iter().map(|(text, tone)| cell(text, tone)));
        }
    }
    arrange(&mut shown, table, &columns);
    let title = if table.title.is_empty() { String::new() } else { lines(&table.title) };
    let rows = joined(shown.trim_fmt().lines().map(in_colour), "\n");
    Some(format!("{title}{rows}\n"))
}

/// Numbers stand under each other, and neither they nor names are broken, as long as there is room for the longest word beside them: it
/// is the words that take more lines.
fn arrange(shown: &mut Table, table: &ReportTable, columns: &[(usize, &Column)]) {
    let texts = |at: usize| (0..table.rows.len()).map(move |row| table.text(row, at));
    let widest = |at: usize, head: &str| {
        texts(at)
            .chain([head.to_owned()])
            .flat_map(|text| text.lines().map(width).collect::<Vec<_>>())
            .max()
            .unwrap_or(0)
    };
    let longest_word = |at: usize| {
        texts(at).flat_map(|text| text.split(' ').map(width).collect::<Vec<_>>()).max().unwrap_or(0)
    };
    let is_tight = columns.len() > 5;
    let padding = |is_number: bool| if is_number && is_tight { 1 } else { 2 };
    let rest = columns.iter().skip(1).map(|(at, column)| {
        let is_number = table.is_numeric(*at);
        let room = if is_number { widest(*at, &column.head) } else { longest_word(*at) };
        room + padding(is_number)
    });
    let room = usize::from(WIDTH).saturating_sub(rest.sum()).max(LEAST);
    for (place, (at, column)) in columns.iter().enumerate() {
        let whole = widest(*at, &column.head);
        let Some(shown) = shown.column_mut(place) else { continue };
        if table.is_numeric(*at) {
            shown.set_cell_alignment(CellAlignment::Right);
            shown.set_padding((1, u16::from(!is_tight)));
            shown.set_constraint(ColumnConstraint::ContentWidth);
        } else if place == 0 && columns.len() > 1 {
            let most = room.min(NAMES);
            shown.set_constraint(if whole + 2 <= most {
                ColumnConstraint::ContentWidth
            } else {
                ColumnConstraint::UpperBoundary(Width::Fixed(most as u16))
            });
        }
    }
}

/// Columns that a text takes.
fn width(text: &str) -> usize {
    text.chars().count()
}

fn cell(text: String, tone: Tone) -> String {
    match TONES.iter().find(|(_, of_sign)| *of_sign == tone) {
        Some((sign, _)) if !text.is_empty() => format!("{sign}{text}{END}"),
        _ => text,
    }
}

/// A line with colours in the place of the signs that stand for them; none reaches over its end.
fn in_colour(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut is_open = false;
    for c in line.chars() {
        match TONES.iter().find(|(sign, _)| *sign == c) {
            Some((_, tone)) => {
                is_open = true;
                text.push_str(colour(*tone));
            }
            None if c == END => {
                text.push_str(if is_open { PLAIN } else { "" });
                is_open = false;
            }
            None => text.push(c),
        }
    }
    if is_open {
        text.push_str(PLAIN);
    }
    text
}
