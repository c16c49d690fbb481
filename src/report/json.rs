//! Writes a report as JSON. Its shape is that of `docs/book/reference/report.schema.json`.

use serde_json::{Map, Value, json};

use super::document::{GameReport, Medium, Report, SectionKind};
use super::table::{Cell, Column, ReportTable};
use crate::statistics::Interval;

/// Counts up when a field changes its meaning or is taken away.
const VERSION: u32 = 1;

/// The start of every report.
pub const MARK: &str = "{\"deckproof_report\":";

/// One line.
pub fn write(report: &Report) -> String {
    let games: Vec<Value> = report.games.iter().map(game).collect();
    let object = json!({"deckproof_report": VERSION, "command": report.command, "games": games});
    object.to_string() + "\n"
}

fn game(game: &GameReport) -> Value {
    let about =
        game.about_in(Medium::Data).map(|about| (about.name.to_owned(), json!(about.words)));
    let about: Map<String, Value> = about.collect();
    let sections: Vec<Value> = game.sections_in(Medium::Data).filter_map(section).collect();
    json!({"title": game.title, "verdict": game.verdict, "about": about, "sections": sections})
}

fn section(content: &SectionKind) -> Option<Value> {
    Some(match content {
        SectionKind::Heading(words) => json!({"heading": words}),
        SectionKind::Paragraph(words) => json!({"text": words}),
        SectionKind::List(items) => {
            json!({"list": items.iter().map(|item| json!({"tone": item.tone.word(), "says": item.says, "more": item.more})).collect::<Vec<_>>()})
        }
        SectionKind::Table(table) => json!({"table": of_table(table)}),
        SectionKind::Code(lines) => {
            json!({"code": lines.iter().map(|(tone, line)| json!({"tone": tone.word(), "text": line})).collect::<Vec<_>>()})
        }
        SectionKind::Plot(_) | SectionKind::Pictures(_) => return None,
    })
}

fn of_table(table: &ReportTable) -> Value {
    let columns = table.columns_in(Medium::Data);
    let of_column = |(at, column): &(usize, &Column)| {
        // That of its numbers: a difference of percent has another.
        let units = (0..table.rows.len()).map(|row| table.unit(row, *at));
        let unit = if table.row_units.is_empty() { units.max() } else { None };
        let unit = unit.filter(|unit| !unit.is_empty()).unwrap_or(column.unit);
        json!({"key": column.key, "title": column.head.replace('\n', " "), "unit": unit})
    };
    let of_row = |(number, row): (usize, &Vec<Cell>)| {
        let cell = |(at, column): &(usize, &Column)| {
            (column.key.to_owned(), row.get(*at).map_or(Value::Null, value))
        };
        let unit = table.row_units.get(number).map(|unit| ("unit".to_owned(), json!(unit)));
        Value::Object(columns.iter().map(cell).chain(unit).collect())
    };
    json!({
        "name": table.name, "title": table.title, "of": table.of,
        "columns": columns.iter().map(of_column).collect::<Vec<_>>(),
        "rows": table.rows.iter().enumerate().map(of_row).collect::<Vec<_>>(),
    })
}

/// A number that is none, or has no end, is `null`.
fn value(cell: &Cell) -> Value {
    match (cell, cell.interval()) {
        (Cell::Words(words) | Cell::Toned(_, words), _) => json!(words),
        (Cell::Count(count), _) => json!(count),
        (Cell::Number(number, _), _) => json!(number),
        (_, None) => Value::Null,
        (_, Some(Interval { value, low, high })) => {
            json!({"value": value, "low": low, "high": high})
        }
    }
}
