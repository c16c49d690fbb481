//! Formats the figures of the lab as CSV and JSON. Figures come in, bytes go out. Called by `lab_report`.

use serde_json::json;

use crate::session::{LabRow, RunFigures};
use crate::source::shell_words;

/// The first line of the comma-separated values.
pub const COLUMNS: &str = "game,variant,players,figure,of,value,low,high,unit,games,seed";

/// Who plays, as one word.
fn players(run: &RunFigures) -> String {
    let mut words = shell_words(&run.header.command).into_iter();
    let _ = words.find(|word| word == "--policy");
    words.next().unwrap_or_default()
}

/// The players, the seed and a figure: those of the run, then of games that people recorded, which have no seed.
fn all_rows(run: &RunFigures) -> impl Iterator<Item = (String, Option<u64>, &LabRow)> {
    let (players, seed) = (players(run), run.header.seed);
    let rows = run.rows.iter().map(move |row| (players.clone(), Some(seed), row));
    let people = |row| ("recorded".to_owned(), None, row);
    rows.chain(run.recorded.iter().map(people))
}

/// A line a figure.
pub fn lab_csv(run: &RunFigures) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let number = |value: f64| {
        if value.is_finite() { format!("{value:.6}") } else { String::new() }
    };
    // Into memory: nothing can fail.
    let _ = writer.write_record(COLUMNS.split(','));
    for (players, seed, row) in all_rows(run) {
        let _ = writer.write_record([
            run.header.title.clone(),
            row.variant.clone(),
            players,
            row.figure.clone(),
            row.of.clone(),
            number(row.value),
            number(row.low),
            number(row.high),
            row.unit.to_owned(),
            row.games.to_string(),
            seed.map_or_else(String::new, |seed| seed.to_string()),
        ]);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// An object with all figures and where they come from.
pub fn lab_json(run: &RunFigures) -> String {
    let row = |row: &LabRow| {
        json!({
            "variant": row.variant, "figure": row.figure, "of": row.of, "value": row.value,
            "low": row.low, "high": row.high, "unit": row.unit, "games": row.games,
        })
    };
    let [rows, recorded] =
        [&run.rows, &run.recorded].map(|rows| rows.iter().map(row).collect::<Vec<_>>());
    let header = &run.header;
    let mut object = json!({
        "deckproof_lab": 1, "game": header.title, "command": header.command, "data": header.data,
        "program": header.program, "seed": header.seed, "figures": rows,
        "recorded": recorded,
    });
    if let Some(missing) = &run.missing {
        object["missing"] = json!(missing);
    }
    object.to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::PartHeader;

    #[test]
    fn what_is_not_known_is_left_empty() {
        let row = |value, low, high| LabRow {
            variant: String::new(),
            figure: "score".into(),
            of: "red".into(),
            value,
            low,
            high,
            unit: "points",
            games: 100,
        };
        let run = RunFigures {
            header: PartHeader {
                deckproof_part: 1,
                program: "0.1.0".into(),
                command: "lab x --policy uniform".into(),
                title: "X".into(),
                data: Vec::new(),
                seed: 7,
                total: 100,
                planned: 100,
            },
            missing: None,
            rows: vec![row(f64::NAN, 439.0, f64::INFINITY)],
            recorded: vec![row(1.0, 0.0, 2.0)],
        };
        let csv = lab_csv(&run);
        let lines: Vec<&str> = csv.lines().skip(1).collect();
        // Games that people played have no seed.
        assert_eq!(
            lines,
            [
                "X,,uniform,score,red,,439.000000,,points,100,7",
                "X,,recorded,score,red,1.000000,0.000000,2.000000,points,100,"
            ]
        );
        let json: serde_json::Value = serde_json::from_str(&lab_json(&run)).unwrap();
        let figure = &json["figures"][0];
        assert!(figure["value"].is_null() && figure["high"].is_null());
        assert_eq!(figure["low"], 439.0);
    }
}
