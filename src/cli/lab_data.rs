//! Formats the figures of the lab as CSV, JSON and Parquet. Figures come in, bytes go out. Called by `lab_report`.

use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::json;

use crate::session::{LabRow, RunFigures};
use crate::source::{Code, Diagnostic, shell_words};

/// The first line of the comma-separated values.
pub const COLUMNS: &str = "game,variant,players,figure,of,value,low,high,unit,games,seed";

/// The columns of the Parquet file: those of the comma-separated values.
const SCHEMA: &str = "message figures {
    required binary game (UTF8); required binary variant (UTF8); required binary players (UTF8);
    required binary figure (UTF8); required binary of (UTF8);
    optional double value; optional double low; optional double high;
    required binary unit (UTF8); required int64 games; optional int64 seed (UINT_64);
}";

/// Who plays, as one word.
fn players(run: &RunFigures) -> String {
    let mut words = shell_words(&run.header.command).into_iter();
    let _ = words.find(|word| word == "--policy");
    words.next().unwrap_or_default()
}

/// The players, the seed and a figure: those of the run, then of games that people recorded, which have no seed.
fn all_rows(run: &RunFigures) -> impl Iterator<Item = (String, Option<u64>, &LabRow)> {
    let (players, seed) = (players(run), run.header.seed);
    let rows = run
        .rows
        .iter()
        .map(move |row| (players.clone(), Some(seed), row));
    let people = |row| ("recorded".to_owned(), None, row);
    rows.chain(run.recorded.iter().map(people))
}

/// A line a figure.
pub fn lab_csv(run: &RunFigures) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let number = |value: f64| {
        if value.is_finite() {
            format!("{value:.6}")
        } else {
            String::new()
        }
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

/// A Parquet file with the columns of [`lab_csv`]. Its bytes depend on the version of the crate that writes it; its contents do not.
///
/// # Errors
/// When the writer refuses, which a fault of this program would cause.
pub fn lab_parquet(run: &RunFigures) -> Result<Vec<u8>, Diagnostic> {
    write_parquet(run).map_err(|e| {
        Diagnostic::error(
            Code::CannotWrite,
            format!("the Parquet file cannot be made: {e}"),
        )
        .help("this is a fault of deckproof: please report it")
    })
}

/// Whether the footer of a Parquet file says that this program wrote it. What is looked at of a file are its first bytes and its last.
pub fn is_our_parquet(head: &[u8]) -> bool {
    let Some((rest, [length @ .., b'P', b'A', b'R', b'1'])) = head.split_last_chunk::<8>() else {
        return false;
    };
    let length = u32::from_le_bytes(*length) as usize;
    let footer = rest.len().checked_sub(length).map(|at| &rest[at..]);
    let read = footer.and_then(|footer| ParquetMetaDataReader::decode_metadata(footer).ok());
    read.is_some_and(|read| {
        let writer = read.file_metadata().created_by();
        writer.is_some_and(|writer| writer.starts_with(WRITER))
    })
}

/// What stands before the version in the name of who wrote a Parquet file.
const WRITER: &str = "deckproof ";

/// The values that are there, and of each row whether it has one.
fn optional<T>(all: impl Iterator<Item = Option<T>>) -> (Vec<T>, Vec<i16>) {
    let mut there = Vec::new();
    let mut levels = Vec::new();
    for value in all {
        levels.push(i16::from(value.is_some()));
        there.extend(value);
    }
    (there, levels)
}

fn write_parquet(run: &RunFigures) -> Result<Vec<u8>, ParquetError> {
    let rows: Vec<(String, Option<u64>, &LabRow)> = all_rows(run).collect();
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("{WRITER}{}", run.header.program))
        .build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    let texts = |of: &dyn Fn(&LabRow) -> String| -> Vec<ByteArray> {
        let texts = rows
            .iter()
            .map(|(.., row)| ByteArray::from(of(row).into_bytes()));
        texts.collect()
    };
    let players = rows
        .iter()
        .map(|(players, ..)| ByteArray::from(players.as_bytes().to_vec()));
    let text = |group: &mut parquet::file::writer::SerializedRowGroupWriter<'_, _>,
                values: Vec<ByteArray>| {
        let Some(mut column) = group.next_column()? else {
            return Err(ParquetError::General("a column is missing".into()));
        };
        column
            .typed::<ByteArrayType>()
            .write_batch(&values, None, None)?;
        column.close()
    };
    text(&mut group, texts(&|_| run.header.title.clone()))?;
    text(&mut group, texts(&|row| row.variant.clone()))?;
    text(&mut group, players.collect())?;
    text(&mut group, texts(&|row| row.figure.clone()))?;
    text(&mut group, texts(&|row| row.of.clone()))?;
    for of in [
        |row: &LabRow| row.value,
        |row: &LabRow| row.low,
        |row: &LabRow| row.high,
    ] {
        let all = rows
            .iter()
            .map(|(.., row)| Some(of(row)).filter(|value| value.is_finite()));
        let (there, levels) = optional(all);
        if let Some(mut column) = group.next_column()? {
            let typed = column.typed::<DoubleType>();
            typed.write_batch(&there, Some(&levels), None)?;
            column.close()?;
        }
    }
    text(&mut group, texts(&|row| row.unit.to_owned()))?;
    let games = rows.iter().map(|(.., row)| row.games as i64).collect();
    let (seeds, levels) = optional(rows.iter().map(|(_, seed, _)| seed.map(|seed| seed as i64)));
    for (values, levels) in [(games, None), (seeds, Some(levels))] {
        if let Some(mut column) = group.next_column()? {
            let typed = column.typed::<Int64Type>();
            typed.write_batch(&values, levels.as_deref(), None)?;
            column.close()?;
        }
    }
    group.close()?;
    writer.close()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::PartHeader;

    #[test]
    fn what_is_not_known_is_left_empty() {
        let row = |value, low, high| LabRow {
            variant: String::new(),
            figure: "strength".into(),
            of: "greedy".into(),
            value,
            low,
            high,
            unit: "Elo",
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
                "X,,uniform,strength,greedy,,439.000000,,Elo,100,7",
                "X,,recorded,strength,greedy,1.000000,0.000000,2.000000,Elo,100,"
            ]
        );
        let json: serde_json::Value = serde_json::from_str(&lab_json(&run)).unwrap();
        let figure = &json["figures"][0];
        assert!(figure["value"].is_null() && figure["high"].is_null());
        assert_eq!(figure["low"], 439.0);
        let bytes = lab_parquet(&run).unwrap();
        let read = ParquetMetaDataReader::decode_metadata(&bytes[footer(&bytes)]).unwrap();
        let group = read.row_group(0);
        let nulls = |column: usize| {
            let statistics = group.column(column).statistics();
            statistics.and_then(|statistics| statistics.null_count_opt())
        };
        assert_eq!(
            [5, 6, 7, 10].map(nulls),
            [Some(1), Some(0), Some(1), Some(1)]
        );
    }

    /// Where the footer lies in a Parquet file.
    fn footer(bytes: &[u8]) -> std::ops::Range<usize> {
        let end = bytes.len() - 8;
        let length = u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap());
        end - length as usize..end
    }
}
