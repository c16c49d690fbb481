//! Reads reports that the program wrote as JSON.

use serde_json::Value;

/// The rows of the tables of a name, of all games.
pub fn rows(report: &Value, name: &str) -> Vec<Value> {
    tables(report, name)
        .iter()
        .flat_map(|table| table["rows"].as_array().unwrap().clone())
        .collect()
}

/// The tables of a name, of all games.
pub fn tables(report: &Value, name: &str) -> Vec<Value> {
    assert_eq!(report["deckproof_report"], 1, "{report}");
    let games = report["games"].as_array().unwrap().iter();
    let sections = games.flat_map(|game| game["sections"].as_array().unwrap());
    let tables = sections.filter_map(|section| section.get("table"));
    tables.filter(|table| table["name"] == name).cloned().collect()
}
