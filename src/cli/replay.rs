//! Runs `deckproof replay`. A record comes in; it is checked move by move and shown as text or as a page. Called by `args`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::pages::{is_our_page, replay_page};
use crate::preview::{self, ReplayWords, ScoreSheet, log_entry};
use crate::source::{
    Blame, Code, Diagnostic, Diagnostics, GameFolder, ReadError, counted, read_all, read_plain,
    stays_inside,
};
use crate::verify::record::{MOST_RECORD, RecordHeader};
use crate::verify::replay::Replay;
use crate::verify::replay::replay_record;

use super::report::{Done, Report};
use crate::session::game_around;
use crate::session::output;
use crate::session::{Playable, Selection, playable_of, unsealed};

const EXAMPLES: &str = "\
Examples:
  deckproof replay game.jsonl                  each move, and what it changed
  deckproof replay game.jsonl --ply 23         one of them
  deckproof replay game.jsonl --html game.html a page to step through with the arrow keys
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
    #[arg(long, value_name = "N", conflicts_with_all = ["summary", "html"])]
    ply: Option<usize>,
    /// Show no moves, only whether the record agrees and how the game ended
    #[arg(long)]
    summary: bool,
    /// Write one self-contained page that shows the game
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn run_replay(args: &ReplayArgs, report: &mut Report) -> Done {
    if let Some(path) = &args.html {
        output::may_write_for("--html", path, is_our_page)?;
    }
    let (name, text) = read_record(&args.file)?;
    let game = game_of(args, &name, &text, report)?;
    let Some(Playable { pack, .. }) = game else {
        return Ok(());
    };
    let replay = replay_record(&pack, &name, text, &mut report.files)?;
    let words = ReplayWords::new(&pack, &replay);
    if let Some(path) = &args.html {
        let page = replay_page(&pack, &replay, &mut report.files)?;
        output::write_file_for("--html", path, &page, is_our_page)?;
        report.say(&format!("{}: {} KiB", path.display(), page.len().div_ceil(1024)));
    } else if !args.summary {
        tell_moves(args, &replay, &words, report)?;
    }
    report.say(&closing(&name, &replay, &words));
    Ok(())
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
    report: &mut Report,
) -> Result<Option<Playable>, Diagnostics> {
    let game = match &args.game {
        Some(game) => game.clone(),
        None => {
            let file = report.files.add(name, text);
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
    let selection = Selection::new(&[game], &[], &[], report)?;
    Ok(playable_of(&selection.in_language(args.lang.clone()), report)?.pop())
}

fn tell_moves(args: &ReplayArgs, replay: &Replay, words: &ReplayWords, report: &Report) -> Done {
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
    for frame in shown {
        report.say(&log_entry(frame, words));
    }
    let sheet = ScoreSheet::ended(replay, words).filter(|_| args.ply.is_none());
    if let Some(sheet) = sheet {
        report.say(&format!("\n{}\n", sheet.text(words)));
    }
    Ok(())
}

/// That the record agrees, and how the game ended.
fn closing(name: &str, replay: &Replay, words: &ReplayWords) -> String {
    let moves = counted(replay.frames.len().saturating_sub(1), "move");
    let mut lines = vec![format!("{name}: agrees, {moves}, {}", ending(replay, words))];
    if replay.edited {
        lines.push(
            "The cards were edited since it was recorded; the game still plays the same.".into(),
        );
    }
    lines.join("\n")
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
