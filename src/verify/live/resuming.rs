//! Goes on with a game from its record: from where it stopped, or from an earlier ply. The text of a record comes in, a game goes out.
//!
//! A process that was killed may have written half a line, or some lines of a ply only: no move is confirmed before all of its lines
//! are on the disk, so such a ply never was.

use std::sync::Arc;

use serde_json::Value;

use super::game::Live;
use crate::cards::Pack;
use crate::script::{Rules, script_axes};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span};
use crate::table::CardSet;
use crate::verify::axes;
use crate::verify::record::{RecordHeader, RecordOrigin};

/// The game of a record, up to the ply `to` where one is named.
///
/// # Errors
/// A header that is not as it was written, cards that were edited since, and the line that does not fit.
pub fn resume<S: CardSet>(
    pack: &Pack,
    (name, text): (&str, Arc<str>),
    to: Option<u32>,
    files: &mut Files,
) -> Result<Live<S>, Diagnostics> {
    let file = files.add(name, text.clone());
    let header = RecordHeader::read(file, &text)?;
    let variant = header.origin.variant.clone();
    axes::allow(&script_axes(&pack.game), &variant)?;
    if header.origin.data != RecordOrigin::new(pack, &variant).data {
        let message = "the cards were edited since this game was played, so it cannot go on";
        let header = Span::new(file, 0..text.lines().next().unwrap_or_default().len());
        let fault = Diagnostic::error(Code::CardsEdited, message).at(header);
        return Err(fault.help("`deckproof replay` shows it all the same; begin a new game with the cards as they are").into());
    }
    let mut live = Live::new(Rules::of(pack, &variant)?, header).map_err(|why| {
        Diagnostic::error(Code::RecordHeader, format!("the record's table cannot be set up: {why}"))
            .help("the game it starts from is no longer possible with these cards")
    })?;
    follow(&mut live, file, &text, to)?;
    Ok(live)
}

/// Plays the moves of the record, each line checked.
fn follow<S: CardSet>(
    live: &mut Live<S>,
    file: FileId,
    text: &str,
    to: Option<u32>,
) -> Result<(), Diagnostic> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(whole) = line.strip_suffix('\n') {
            lines.push((start, whole.strip_suffix('\r').unwrap_or(whole)));
        }
        start += line.len();
    }
    let reseeded = std::mem::take(&mut live.header.reseeded);
    let mut at = 1 + live.last().written.lines.len();
    let first = live.last().written.lines.clone();
    check_lines(file, &lines, 1, &first)?;
    while at < lines.len() && to.is_none_or(|to| live.ply() < to) {
        if let Some(seed) = reseeded.get(&live.ply()) {
            live.reseed(*seed);
        }
        let (start, line) = lines[at];
        let span = Span::new(file, start..start + line.len());
        let differs = |message: String| {
            Diagnostic::error(Code::RecordDiffers, message)
                .at(span)
                .help("the line was altered, or a line before it is missing")
        };
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        if value.get("result").is_some() {
            break;
        }
        let ply = live.ply() + 1;
        let Some(mv) = value.get("move").and_then(Value::as_str) else {
            return Err(differs(format!("ply {ply}: a move is expected here")));
        };
        let Some(seat) = live.turns().first().copied() else {
            return Err(differs(format!("ply {ply}: by the rules the game is over")));
        };
        let written = live.play(seat, mv).map_err(|refused| {
            differs(format!("ply {ply}: `{mv}` cannot be played: {}", refused.says))
        })?;
        let rest = &lines[at..];
        if rest.len() < written.len()
            && rest.iter().zip(&written).all(|((_, line), own)| line == own)
        {
            // The process was killed while it wrote this ply.
            live.plies.pop();
            break;
        }
        check_lines(file, &lines, at, &written)?;
        at += written.len();
    }
    if let Some(seed) = reseeded.get(&live.ply()) {
        live.reseed(*seed);
    }
    match to {
        Some(to) if live.ply() < to => {
            let message = format!("the record has {} plies, not {to}", live.ply());
            Err(Diagnostic::error(Code::RecordEnds, message)
                .at(Span::new(file, 0..0))
                .help("go on from an earlier move"))
        }
        _ => Ok(()),
    }
}

/// Whether the lines from `at` on are those that the game writes.
fn check_lines(
    file: FileId,
    lines: &[(usize, &str)],
    at: usize,
    written: &[String],
) -> Result<(), Diagnostic> {
    for (number, own) in (at..).zip(written) {
        match lines.get(number) {
            Some((_, line)) if line == own => {}
            Some((start, line)) => {
                let message = "this line is not what the game writes";
                let at = Span::new(file, *start..start + line.len());
                return Err(Diagnostic::error(Code::RecordDiffers, message)
                    .at(at)
                    .help("take the record as it was written"));
            }
            None => {
                let message = "the record ends in its set-up";
                return Err(Diagnostic::error(Code::RecordEnds, message)
                    .at(Span::new(file, 0..0))
                    .help("go on from an earlier move"));
            }
        }
    }
    Ok(())
}
