//! Writes the tables of a report as comma-separated values, a line a figure: what fits tables of every shape, and every spreadsheet.

use super::document::{Medium, Report, SectionKind};
use super::table::{Cell, ReportTable};
use crate::source::joined;

/// The first line.
pub const HEADER: &str = "game,variant,table,of,figure,value,low,high,unit";

pub fn write(report: &Report) -> String {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    // Into memory: nothing can fail.
    let _ = writer.write_record(HEADER.split(','));
    for game in &report.games {
        for content in game.sections_in(Medium::Data) {
            let SectionKind::Table(table) = content else { continue };
            for line in lines(table) {
                let [of, figure, value, low, high, unit] = line;
                let title = game.title.as_str();
                let line = [title, &table.of, table.name, &of, &figure, &value, &low, &high, &unit];
                let _ = writer.write_record(line);
            }
        }
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Of what, which figure, its value and interval, and its unit. Cells without a value have no line.
fn lines(table: &ReportTable) -> Vec<[String; 6]> {
    let columns = table.columns_in(Medium::Data);
    let mut lines = Vec::new();
    for place in 0..table.rows.len() {
        let labels = columns.iter().filter(|(_, column)| column.is_label);
        let labels = labels.map(|(at, _)| table.cell(place, *at).text());
        let of = joined(labels.filter(|label| !label.is_empty()), "/");
        for (at, column) in columns.iter().filter(|(_, column)| !column.is_label) {
            let cell = table.cell(place, *at);
            let [value, low, high] = match (cell, cell.interval()) {
                (Cell::Nothing, _) => continue,
                (Cell::Words(words), _) if words.is_empty() => continue,
                (Cell::Count(count), _) => [count.to_string(), String::new(), String::new()],
                (_, Some(interval)) => [interval.value, interval.low, interval.high].map(number),
                (_, None) => [cell.text(), String::new(), String::new()],
            };
            let unit = table.unit(place, *at).to_owned();
            lines.push([of.clone(), column.key.to_owned(), value, low, high, unit]);
        }
    }
    lines
}

/// Six decimals; empty if it is not finite. What rounds to zero has no minus sign.
fn number(number: f64) -> String {
    match format!("{number:.6}") {
        _ if !number.is_finite() => String::new(),
        zero if zero == "-0.000000" => zero[1..].to_owned(),
        text => text,
    }
}
