//! Plays a game and writes it down as JSON lines, or plays such a record again, move by move. A game and a plan, or a record, come in; a
//! record, or its replay, goes out.

use std::path::Path;
use std::sync::Arc;

use crate::cards::Pack;
use crate::players::Players;
use crate::preview::{self, ReplayWords, ScoreSheet, log_entry};
use crate::report::{
    Cell, Column, GameReport, ReportTable, SectionKind, Tone, Visibility, columns, row,
};
use crate::session::lab::recorded_games::unsealed;
use crate::session::open::chosen_variants::{AxisChoice, Rest, choose_variants};
use crate::session::open::host::Host;
use crate::session::open::selection::{Playable, Selection, game_around, is_playable, playable_of};
use crate::source::{
    Diagnostic, Diagnostics, GameFolder, ReadError, counted, error, joined, machine, read_all,
    read_plain, stays_inside, usage,
};
use crate::verify::record::{MOST_RECORD, RecordHeader, RecordPlan, record_game};
use crate::verify::replay::{Replay, replay_record};

/// A record, which `replay` reads.
pub struct GameRecord {
    pub text: String,
    /// Why the game did not come to its end, if it did not.
    pub unfinished: Option<Diagnostic>,
}

/// Plays the first variant that is asked for.
///
/// # Errors
/// What the game does not have, rules that cannot be played, a record that is too large.
pub fn record(
    pack: &Pack,
    asked: &[AxisChoice],
    plan: &RecordPlan,
) -> Result<GameRecord, Diagnostics> {
    let variant = choose_variants(pack, asked, Rest::First)?.into_iter().next().unwrap_or_default();
    let record = record_game(pack, &variant, plan)?;
    check_size(record.text.len() as u64)?;
    let unfinished = record.unfinished.map(|breach| {
        error!(
            LawBroken,
            format!("{}: {}", pack.game.id, breach.says),
            "the last move of the record leads there; `deckproof fuzz` cuts the game down to a few"
        )
        .at_maybe(breach.at.or(pack.game.table_span()))
    });
    Ok(GameRecord { text: record.text, unfinished })
}

/// That `replay` reads what is written.
fn check_size(bytes: u64) -> Result<(), Diagnostic> {
    if bytes <= MOST_RECORD {
        return Ok(());
    }
    let (has, most) = (bytes.div_ceil(1 << 20), MOST_RECORD >> 20);
    Err(error!(
        TooLarge,
        "the record would have {has} MiB, and the limit is {most}",
        "leave out `--legal` or `--states`: both can be worked out from the moves"
    ))
}

/// Whether the head of a file is that of a record.
pub fn is_record(head: &[u8]) -> bool {
    head.starts_with(b"{\"format\":")
}

/// A record that was played again and agrees.
pub struct ReplayedGame {
    /// The record's name for messages.
    pub name: String,
    pub pack: Pack,
    pub replay: Replay,
}

/// Plays a record again; `-` is the standard input. `game` and `lang` say of which game, where the record does not, and in which
/// language. `None` where that game cannot be played, which is told.
///
/// # Errors
/// A record that cannot be read or does not agree; a game that is not there.
pub fn replay_file(
    path: &Path,
    (game, lang): (Option<&str>, Option<&str>),
    host: &mut dyn Host,
) -> Result<Option<ReplayedGame>, Diagnostics> {
    let (name, text) = read_record(path)?;
    let Some(Playable { pack, .. }) = game_of((game, lang), &name, &text, host)? else {
        return Ok(None);
    };
    let replay = replay_record(&pack, &name, text, host.files())?;
    Ok(Some(ReplayedGame { name, pack, replay }))
}

/// A game to step through: that of a record, or a random one. `None` where the rules cannot be played.
///
/// # Errors
/// A record that cannot be read or does not agree.
pub fn shown_replay(
    pack: &Pack,
    path: Option<&Path>,
    host: &mut dyn Host,
) -> Result<Option<Replay>, Diagnostics> {
    if !is_playable(pack) {
        return Ok(None);
    }
    let (name, text) = match path {
        Some(path) => read_record(path)?,
        None => {
            let plan =
                RecordPlan { seed: 1, players: Players::Uniform, states: false, legal: false };
            ("a random game".to_owned(), record(pack, &[], &plan)?.text.into())
        }
    };
    replay_record(pack, &name, text, host.files()).map(Some)
}

/// A record's name for messages, and its text; `-` is the standard input.
fn read_record(path: &Path) -> Result<(String, Arc<str>), Diagnostic> {
    let stdin = path.as_os_str() == "-";
    let (name, read) = if stdin {
        ("standard input".to_owned(), read_all(std::io::stdin(), MOST_RECORD))
    } else {
        (path.display().to_string(), read_plain(path, MOST_RECORD))
    };
    let bytes = read.map_err(|error| unreadable(&name, error))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok((name, unsealed(path, text).into())),
        Err(e) => {
            let good = &e.as_bytes()[..e.utf8_error().valid_up_to()];
            let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
            Err(error!(
                NotUtf8,
                "{name}:{line}: this line is not UTF-8 text",
                "take the record as `deckproof record` wrote it"
            ))
        }
    }
}

fn unreadable(name: &str, error: ReadError) -> Diagnostic {
    let (record, permissions) = (
        "name a file that `deckproof record` wrote, or - for the standard input",
        "check the file's permissions",
    );
    match error {
        ReadError::TooLarge(most) => error!(
            TooLarge,
            format!("`{name}` is larger than {} MiB", most >> 20),
            "a record has a line for each move: this is none"
        ),
        ReadError::Missing => usage!(UnreadableFile, "there is no file `{name}`", record),
        ReadError::NoFile(why) => usage!(UnreadableFile, "cannot read `{name}`: {why}", record),
        ReadError::Io(why) => machine!(UnreadableFile, "cannot read `{name}`: {why}", permissions),
        ReadError::Outside | ReadError::TooMany => {
            machine!(UnreadableFile, "cannot read `{name}`", permissions)
        }
    }
}

/// The game of a record: the one that is named; or, of the name that its header gives, the shipped one, the one around, or the one in
/// the current folder.
fn game_of(
    (game, lang): (Option<&str>, Option<&str>),
    name: &str,
    text: &str,
    host: &mut dyn Host,
) -> Result<Option<Playable>, Diagnostics> {
    let game = match game {
        Some(game) => game.to_owned(),
        None => {
            let file = host.files().add(name, text);
            let game = RecordHeader::read(file, text)?.game;
            let is_around = |path: &Path| GameFolder::open(path).is_ok_and(|it| it.id == game);
            let is_here = || stays_inside(&game) && Path::new(&game).join("game.toml").is_file();
            if GameFolder::shipped(&game).is_some() {
                game
            } else if let Some(around) = game_around().filter(|path| is_around(path)) {
                around.display().to_string()
            } else if is_here() {
                game
            } else {
                return Err(usage!(
                    NoGame,
                    "this is a record of `{game}`, which is no shipped game",
                    "name the game's folder: --game DIR"
                )
                .into());
            }
        }
    };
    let selection = Selection::new(&[game], &[], &[], host)?;
    Ok(playable_of(&selection.in_language(lang.map(str::to_owned)), host)?.pop())
}

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
    let moves = counted(replay.frames.len().saturating_sub(1), "move");
    report.paragraph(format!("{name}: agrees, {moves}, {}", ending(replay, &words)));
    if replay.edited {
        report.paragraph(
            "The cards were edited since it was recorded; the game still plays the same.",
        );
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
        Some(ply) => replay.frames.get(ply).map(std::slice::from_ref).ok_or_else(|| {
            usage!(UnknownName, "the game has no move {ply}", "its moves are 0 to {last}")
        })?,
    };
    let columns = columns![label "ply" "", of "seat" "" "", of "move" "" "", of "changes" "" ""];
    let mut log = Vec::new();
    let moves = shown.iter().map(|frame| {
        let changes = words.changes(&frame.changes, &|_| false).join("; ");
        let entry = log_entry(frame, words);
        log.extend(entry.lines().map(|line| (Tone::Plain, line.to_owned())));
        let seat = frame.seat.as_ref().map(|seat| words.seat(seat));
        row![frame.ply.to_string(), seat, frame.text.as_ref(), changes]
    });
    let moves = ReportTable::new("moves", columns).rows(moves);
    report.add(SectionKind::Code(log), Visibility::Text);
    report.add(moves, Visibility::Data);
    if let Some(sheet) = ScoreSheet::ended(replay, words).filter(|_| ply.is_none()) {
        add_scores(&sheet, words, report);
    }
    Ok(())
}

/// The final scores: for people a column for each seat, for programs a row.
fn add_scores(sheet: &ScoreSheet, words: &ReplayWords, report: &mut GameReport) {
    let seat = |seat: &usize| words.seats[*seat].1.as_str();
    let points = |points: &Option<i64>| points.map(|n| Cell::Number(n as f64, 0));
    let columns = sheet.columns.iter().map(|column| Column::of("points", seat(column), "points"));
    let columns = std::iter::once(Column::label("part", "")).chain(columns);
    let rows = sheet.rows.iter().map(|row| {
        let points = row.points.iter().map(|of_seat| Cell::from(points(of_seat)));
        std::iter::once(Cell::words(&row.label)).chain(points).collect()
    });
    report.add(ReportTable::new("scores", columns).rows(rows), Visibility::People);
    let columns = columns![label "seat" "", label "part" "", of "points" "" "points"];
    let rows = sheet.rows.iter().flat_map(|row| {
        let seats = sheet.columns.iter().zip(&row.points);
        seats.map(|(column, of_seat)| row![seat(column), &row.label, points(of_seat)])
    });
    report.add(ReportTable::new("scores", columns).rows(rows), Visibility::Data);
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
    let (verdict, totals) = (preview::verdict(result, words), joined(totals, ", "));
    if preview::winners(result, words).is_empty() {
        format!("{verdict}: {totals}")
    } else {
        format!("{verdict} by {by}: {totals}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_that_replay_refuses_is_not_written() {
        assert_eq!(check_size(MOST_RECORD), Ok(()));
        let fault = check_size(152 << 20).unwrap_err();
        assert!(fault.message.contains("152 MiB, and the limit is 64"), "{fault:?}");
    }
}
