//! The formats of a report: their names, the endings of their files, and how a file of ours is known again.

use std::path::Path;

use super::document::{GameReport, Report};
use super::page_frame::is_our_page;
use super::{csv, html, json, markdown, terminal};
use crate::source::joined;

/// How a report is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ReportFormat {
    /// Tables for people, 80 columns wide
    #[default]
    Terminal,
    /// For a comment on a pull request, or notes
    Markdown,
    /// One page for a browser, with curves; it fetches nothing
    Html,
    /// One object, for programs
    Json,
    /// Comma-separated values, a line a figure, with intervals
    Csv,
}

impl ReportFormat {
    /// The format of a file with that name; `None` if its ending names none.
    pub fn of_file(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "md" => Some(ReportFormat::Markdown),
            "html" | "htm" => Some(ReportFormat::Html),
            "json" => Some(ReportFormat::Json),
            "csv" => Some(ReportFormat::Csv),
            _ => None,
        }
    }

    /// Whether a file that begins like this is a report of this format, and may be written over.
    pub fn is_ours(self) -> fn(&[u8]) -> bool {
        match self {
            ReportFormat::Terminal => |_| false,
            ReportFormat::Markdown => |head| head.starts_with(markdown::MARK.as_bytes()),
            ReportFormat::Html => is_our_page,
            ReportFormat::Json => |head| head.starts_with(json::MARK.as_bytes()),
            ReportFormat::Csv => |head| head.starts_with(csv::HEADER.as_bytes()),
        }
    }

    /// The whole report. For a terminal, colours are in it.
    pub fn write(self, report: &Report) -> String {
        match self {
            ReportFormat::Terminal => {
                joined(report.games.iter().map(GameReport::for_terminal), "\n")
            }
            ReportFormat::Markdown => markdown::write(report),
            ReportFormat::Html => html::write(report),
            ReportFormat::Json => json::write(report),
            ReportFormat::Csv => csv::write(report),
        }
    }
}

impl GameReport {
    /// What a terminal shows of it.
    pub fn for_terminal(&self) -> String {
        terminal::write(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Cell, Column, ListItem, ReportTable, Tone, Visibility};
    use crate::statistics::Interval;

    /// A table of one estimate, and what is said of it.
    fn report() -> Report {
        let mut game = GameReport::new("A, <b>".to_owned());
        game.about("command", "`deckproof test`");
        let columns = [
            Column::label("seat", "seat"),
            Column::of("wins", "wins %", "percent"),
            Column::of("score", "score", "points"),
            Column::of("seconds", "s", "s").shown(Visibility::People),
        ];
        let open = Interval { value: f64::NAN, low: 439.0, high: f64::INFINITY };
        let rows = [
            ("red", Interval::around(50.0, 2.5), Cell::Estimate(open, 1)),
            ("scarlet", Interval::around(-0.0, 0.0), Cell::Nothing),
        ];
        let rows = rows.map(|(seat, wins, score)| {
            vec![Cell::words(seat), Cell::Estimate(wins, 1), score, Cell::Number(1.5, 1)]
        });
        game.table(ReportTable { rows: rows.to_vec(), ..ReportTable::new("seats", columns) });
        game.list(vec![ListItem::new(Tone::Bad, "`red` wins")]);
        Report { command: "test", games: vec![game] }
    }

    const FILES: [(&str, ReportFormat); 4] = [
        ("a.MD", ReportFormat::Markdown),
        ("a.htm", ReportFormat::Html),
        ("a.json", ReportFormat::Json),
        ("a.csv", ReportFormat::Csv),
    ];

    #[test]
    fn a_report_is_known_again_by_its_format_and_by_no_other() {
        for (name, format) in FILES {
            assert_eq!(ReportFormat::of_file(Path::new(name)), Some(format));
            let text = format.write(&report());
            for (_, other) in FILES {
                assert_eq!(other.is_ours()(text.as_bytes()), other == format, "{text}");
            }
        }
        assert_eq!(ReportFormat::of_file(Path::new("csv")), None);
    }

    #[test]
    fn what_is_not_known_has_no_number_and_nothing_has_no_sign() {
        let csv = ReportFormat::Csv.write(&report());
        let lines: Vec<&str> = csv.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "\"A, <b>\",,seats,red,wins,50.000000,47.500000,52.500000,percent",
                "\"A, <b>\",,seats,red,score,,439.000000,,points",
                "\"A, <b>\",,seats,scarlet,wins,0.000000,0.000000,0.000000,percent",
            ]
        );
        let json = ReportFormat::Json.write(&report());
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let row = &json["games"][0]["sections"][0]["table"]["rows"][0];
        assert_eq!(row["wins"]["value"], 50.0);
        assert!(row["score"]["value"].is_null() && row["score"]["high"].is_null(), "{row}");
        assert!(row.get("seconds").is_none(), "what the clock says is for people: {row}");
    }

    #[test]
    fn numbers_stand_below_each_other_and_words_are_no_markup() {
        let text = ReportFormat::Terminal.write(&report());
        for line in [
            " seat        wins %  score    s",
            " red      50.0 ±2.5    NaN  1.5",
            " scarlet        0.0         1.5",
            "\u{1b}[1;31m`red` wins\u{1b}[0m",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        let page = ReportFormat::Html.write(&report());
        assert!(page.contains("<h1>A, &lt;b&gt;</h1>") && page.contains("<code>red</code> wins"));
        let notes = ReportFormat::Markdown.write(&report());
        assert!(
            notes.contains("### A, &lt;b&gt;") && notes.contains("- **`red` wins**"),
            "{notes}"
        );
    }
}
