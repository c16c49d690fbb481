//! The figures of a run, as a program reads them from its report.

use deckproof::lab::LabPart;
use deckproof::report::{Report, ReportFormat};
use deckproof::session::{LabBounds, lab_figures, lab_report};
use serde_json::Value;

/// A figure of a table.
#[derive(Debug, Clone)]
pub struct Figure {
    /// Its table and column, such as `seats.wins`; in the table `game` it has a name of its own.
    pub name: String,
    /// Seat, card, move, or what was asked of pairs; empty where it is of the game.
    pub of: String,
    pub value: f64,
    /// No number where it has no interval, or one without an end.
    pub low: f64,
    pub high: f64,
    pub unit: String,
    /// Games, or pairs of games, where the table says so.
    pub cases: Option<u64>,
}

/// The report of a part of a run.
pub fn report_of(part: &LabPart) -> Report {
    let bounds = LabBounds { negligible: 1.0, even: 2.0 };
    let report = lab_report(part, &lab_figures(part), None, bounds, None);
    Report { command: "lab", games: vec![report] }
}

pub fn figures_of(part: &LabPart) -> Vec<Figure> {
    figures_in(&ReportFormat::Json.write(&report_of(part)))
}

/// Those of a report in JSON.
pub fn figures_in(report: &str) -> Vec<Figure> {
    let report: Value = serde_json::from_str(report).unwrap();
    let games = report["games"].as_array().unwrap().iter();
    let sections = games.flat_map(|game| game["sections"].as_array().unwrap());
    sections.filter_map(|section| section.get("table")).flat_map(of_table).collect()
}

fn of_table(table: &Value) -> Vec<Figure> {
    let name = table["name"].as_str().unwrap();
    let columns = table["columns"].as_array().unwrap();
    let rows = table["rows"].as_array().unwrap().iter();
    rows.flat_map(|row| of_row(name, columns, row)).collect()
}

fn of_row(table: &str, columns: &[Value], row: &Value) -> Vec<Figure> {
    let keys = columns.iter().map(|column| column["key"].as_str().unwrap());
    let labels: Vec<&str> = keys.map_while(|key| row[key].as_str()).collect();
    let named = usize::from(table == "game");
    let of = labels[named..].join("/");
    let cases = ["cases", "pairs"].into_iter().find_map(|key| row[key].as_u64());
    let figure = |column: &Value| {
        let key = column["key"].as_str()?;
        let cell = row[key].as_object()?;
        let number = |end: &str| cell[end].as_f64().unwrap_or(f64::NAN);
        let own = labels[..named].first();
        Some(Figure {
            name: own.map_or_else(|| format!("{table}.{key}"), |own| (*own).to_owned()),
            of: of.clone(),
            value: number("value"),
            low: number("low"),
            high: number("high"),
            unit: row["unit"].as_str().or(column["unit"].as_str())?.to_owned(),
            cases,
        })
    };
    columns.iter().filter_map(figure).collect()
}
