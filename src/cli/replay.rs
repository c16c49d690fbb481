//! Runs `deckproof replay`. A record comes in; it is checked move by move and shown as text or as a page. Called by `args`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::pages::replay_page;
use crate::preview::{self, ReplayWords, ScoreSheet, log_entry};
use crate::report::{Cell, Column, GameReport, ReportTable, SectionKind, Tone, Visibility};
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, GameFolder, ReadError, counted, read_all, read_plain,
    stays_inside,
};
use crate::verify::record::{MOST_RECORD, RecordHeader};
use crate::verify::replay::Replay;
use crate::verify::replay::replay_record;

use super::console::{Console, Done};
use super::report_options::ReportOptions;
use crate::session::{Playable, Selection, game_around, playable_of, unsealed};

const EXAMPLES: &str = "\
Examples:
  deckproof replay game.jsonl                  each move, and what it changed
  deckproof replay game.jsonl --ply 23         one of them
  deckproof replay game.jsonl -o game.html     a page to step through with the arrow keys
  deckproof record caps-and-hammers --seed 7 --states | deckproof replay - --summary
  deckproof replay game.jsonl --game my-copy   with edited cards: where does it part ways?

Every line is played again and must be what the rules make of it, byte by
byte; on the same cards the draws must be those of the seed. After an edit of
the cards the draws are taken from the record, and the first move, draw or
result that no longer follows is told.

Exit codes: 0 the record agrees, 1 it does not, 2 the command line asks for what cannot be,
3 the machine failed.";

/// Check a record move by move, and show it
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// A record, or - for the standard input
    #[arg(value_name = "FILE|-")]
    file: PathBuf,
    /// The game that it is a record of, where it is not a shipped one, or an edited copy
    #[arg(long, value_name = "GAME|DIR")]
    game: Option<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// Show only this move (0 is the start)
    #[arg(long, value_name = "N", conflicts_with = "summary")]
    ply: Option<usize>,
    /// Show no moves, only whether the record agrees and how the game ended
    #[arg(long)]
    summary: bool,
    #[command(flatten)]
    shown: ReportOptions,
}

pub fn run_replay(args: &ReplayArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("replay", console)?;
    let (name, text) = read_record(&args.file)?;
    let game = game_of(args, &name, &text, console)?;
    let Some(Playable { pack, .. }) = game else {
        return Ok(());
    };
    let replay = replay_record(&pack, &name, text, &mut console.files)?;
    let words = ReplayWords::new(&pack, &replay);
    let mut report = GameReport::new(replay_title(&name, &pack));
    if shown.has_page() {
        let page = replay_page(&pack, &replay, &mut console.files)?;
        report.page = Some(String::from_utf8_lossy(&page).into_owned());
    }
    if !args.summary {
        tell_moves(args, &replay, &words, &mut report)?;
    }
    for line in closing(&name, &replay, &words) {
        report.paragraph(line);
    }
    shown.tell(report, console);
    shown.finish(console)
}

fn replay_title(name: &str, pack: &crate::cards::Pack) -> String {
    format!("{}, {name}", pack.game.full_title())
}

/// A record's name for messages, and its text; `-` is the standard input.
///
/// # Errors
/// When it cannot be read, or is no text.
pub fn read_record(path: &Path) -> Result<(String, Arc<str>), Diagnostic> {
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
            let message = format!("{name}:{line}: this line is not UTF-8 text");
            Err(Diagnostic::error(Code::NotUtf8, message)
                .help("take the record as `deckproof record` wrote it"))
        }
    }
}

fn unreadable(name: &str, error: ReadError) -> Diagnostic {
    let (code, message, fault, help) = match error {
        ReadError::TooLarge(most) => (
            Code::TooLarge,
            format!("`{name}` is larger than {} MiB", most >> 20),
            Blame::Data,
            "a record has a line for each move: this is none",
        ),
        ReadError::Missing => (
            Code::UnreadableFile,
            format!("there is no file `{name}`"),
            Blame::Usage,
            "name a file that `deckproof record` wrote, or - for the standard input",
        ),
        ReadError::NoFile(why) => (
            Code::UnreadableFile,
            format!("cannot read `{name}`: {why}"),
            Blame::Usage,
            "name a file that `deckproof record` wrote, or - for the standard input",
        ),
        ReadError::Outside | ReadError::Io(_) => (
            Code::UnreadableFile,
            match error {
                ReadError::Io(why) => format!("cannot read `{name}`: {why}"),
                _ => format!("cannot read `{name}`"),
            },
            Blame::Machine,
            "check the file's permissions",
        ),
    };
    Diagnostic::error(code, message).fault(fault).help(help)
}

/// The game of a record: the one that is named; or, of the name that its header gives, the shipped one, the one around, or the one in
/// the current folder.
fn game_of(
    args: &ReplayArgs,
    name: &str,
    text: &str,
    console: &mut Console,
) -> Result<Option<Playable>, Diagnostics> {
    let game = match &args.game {
        Some(game) => game.clone(),
        None => {
            let file = console.files.add(name, text);
            let game = RecordHeader::read(file, text)?.origin.game;
            let around = game_around().and_then(|path| {
                let folder = GameFolder::open(&path).ok()?;
                (folder.id == game).then(|| path.display().to_string())
            });
            if GameFolder::shipped(&game).is_some() {
                game
            } else if let Some(around) = around {
                around
            } else if stays_inside(&game) && Path::new(&game).join("game.toml").is_file() {
                game
            } else {
                let message = format!("this is a record of `{game}`, which is no shipped game");
                let fault = Diagnostic::usage(Code::NoGame, message);
                return Err(fault.help("name the game's folder: --game DIR").into());
            }
        }
    };
    let selection = Selection::new(&[game], &[], &[], console)?;
    Ok(playable_of(&selection.in_language(args.lang.clone()), console)?.pop())
}

fn tell_moves(
    args: &ReplayArgs,
    replay: &Replay,
    words: &ReplayWords,
    report: &mut GameReport,
) -> Done {
    let last = replay.frames.len().saturating_sub(1);
    let shown = match args.ply {
        None => &replay.frames[..],
        Some(ply) => match replay.frames.get(ply) {
            Some(frame) => std::slice::from_ref(frame),
            None => {
                let fault =
                    Diagnostic::usage(Code::UnknownName, format!("the game has no move {ply}"));
                let help = format!("its moves are 0 to {last}");
                return Err(fault.help(help).into());
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
        moves.rows.push(vec![Cell::Words(frame.ply.to_string()), seat, text, Cell::Words(changes)]);
    }
    report.add(SectionKind::Code(log), Visibility::Text);
    report.add(SectionKind::Table(moves), Visibility::Data);
    let sheet = ScoreSheet::ended(replay, words).filter(|_| args.ply.is_none());
    if let Some(sheet) = sheet {
        for (table, shown) in scores_tables(&sheet, words) {
            report.add(SectionKind::Table(table), shown);
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
        long.rows.extend(sheet.columns.iter().zip(&row.points).map(|(column, of_seat)| {
            vec![Cell::words(seat(column)), Cell::words(&row.label), points(of_seat)]
        }));
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
