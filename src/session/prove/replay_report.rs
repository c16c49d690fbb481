//! The report of a recorded game: its moves, the scores, and how it ended. A replay comes in, a report goes out. Called by the command
//! `replay`.

use crate::preview::{self, ReplayWords, ScoreSheet, log_entry};
use crate::report::{Cell, Column, GameReport, ReportTable, SectionKind, Tone, Visibility, row};
use crate::source::{Code, Diagnostic, counted};
use crate::verify::replay::Replay;

use super::replaying::ReplayedGame;

/// Which moves are told.
#[derive(Debug, Clone, Copy)]
pub enum MovesTold {
    All,
    /// 0 is the start.
    One(usize),
    None,
}

/// The moves that are to be told, and how the game ended.
///
/// # Errors
/// A move that the game does not have.
pub fn replay_report(game: &ReplayedGame, moves: MovesTold) -> Result<GameReport, Diagnostic> {
    let ReplayedGame { name, pack, replay } = game;
    let words = ReplayWords::new(pack, replay);
    let mut report = GameReport::new(format!("{}, {name}", pack.game.full_title()));
    match moves {
        MovesTold::All => tell_moves(None, replay, &words, &mut report)?,
        MovesTold::One(ply) => tell_moves(Some(ply), replay, &words, &mut report)?,
        MovesTold::None => {}
    }
    for line in closing(name, replay, &words) {
        report.paragraph(line);
    }
    Ok(report)
}

fn tell_moves(
    ply: Option<usize>,
    replay: &Replay,
    words: &ReplayWords,
    report: &mut GameReport,
) -> Result<(), Diagnostic> {
    let last = replay.frames.len().saturating_sub(1);
    let shown = match ply {
        None => &replay.frames[..],
        Some(ply) => match replay.frames.get(ply) {
            Some(frame) => std::slice::from_ref(frame),
            None => {
                let fault =
                    Diagnostic::usage(Code::UnknownName, format!("the game has no move {ply}"));
                let help = format!("its moves are 0 to {last}");
                return Err(fault.help(help));
            }
        },
    };
    let columns = [
        Column::label("ply", ""),
        Column::of("seat", "", ""),
        Column::of("move", "", ""),
        Column::of("changes", "", ""),
    ];
    let (mut moves, mut log) = (ReportTable::new("moves", columns), Vec::new());
    for frame in shown {
        let changes = words.changes(&frame.changes, &|_| false).join("; ");
        let entry = log_entry(frame, words);
        log.extend(entry.lines().map(|line| (Tone::Plain, line.to_owned())));
        let seat = frame.seat.as_ref().map_or(Cell::Nothing, |seat| Cell::words(words.seat(seat)));
        let text = frame.text.as_ref().map_or(Cell::Nothing, Cell::words);
        moves.rows.push(row![frame.ply.to_string(), seat, text, changes]);
    }
    report.add(SectionKind::Code(log), Visibility::Text);
    report.add(moves, Visibility::Data);
    let sheet = ScoreSheet::ended(replay, words).filter(|_| ply.is_none());
    if let Some(sheet) = sheet {
        for (table, shown) in scores_tables(&sheet, words) {
            report.add(table, shown);
        }
    }
    Ok(())
}

/// The final scores: for people a column for each seat, for programs a row.
fn scores_tables(sheet: &ScoreSheet, words: &ReplayWords) -> [(ReportTable, Visibility); 2] {
    let seat = |seat: &usize| words.seats[*seat].1.as_str();
    let columns = sheet.columns.iter().map(|column| Column::of("points", seat(column), "points"));
    let columns = std::iter::once(Column::label("part", "")).chain(columns);
    let mut wide = ReportTable::new("scores", columns);
    let columns =
        [Column::label("seat", ""), Column::label("part", ""), Column::of("points", "", "points")];
    let mut long = ReportTable::new("scores", columns);
    let points = |points: &Option<i64>| points.map_or(Cell::Nothing, |n| Cell::Number(n as f64, 0));
    for row in &sheet.rows {
        let label = Cell::words(&row.label);
        wide.rows.push(std::iter::once(label).chain(row.points.iter().map(points)).collect());
        long.rows.extend(
            sheet
                .columns
                .iter()
                .zip(&row.points)
                .map(|(column, of_seat)| row![seat(column), &row.label, points(of_seat)]),
        );
    }
    [(wide, Visibility::People), (long, Visibility::Data)]
}

/// That the record agrees, and how the game ended.
fn closing(name: &str, replay: &Replay, words: &ReplayWords) -> Vec<String> {
    let moves = counted(replay.frames.len().saturating_sub(1), "move");
    let mut lines = vec![format!("{name}: agrees, {moves}, {}", ending(replay, words))];
    if replay.edited {
        lines.push(
            "The cards were edited since it was recorded; the game still plays the same.".into(),
        );
    }
    lines
}

fn ending(replay: &Replay, words: &ReplayWords) -> String {
    let result = &replay.result;
    if let Some(fault) = result["fault"].as_str() {
        return format!("a fault of its rules stopped it: {fault}");
    }
    let Some(by) = preview::decided(result, words) else {
        return "it stops before the game's end".into();
    };
    let sheet = ScoreSheet::ended(replay, words).unwrap_or_default();
    let totals = sheet.totals().filter_map(|(seat, total)| {
        let (_, name) = words.seats.get(seat)?;
        Some(format!("{name} {total}"))
    });
    let totals: Vec<String> = totals.collect();
    let (verdict, totals) = (preview::verdict(result, words), totals.join(", "));
    if preview::winners(result, words).is_empty() {
        format!("{verdict}: {totals}")
    } else {
        format!("{verdict} by {by}: {totals}")
    }
}
