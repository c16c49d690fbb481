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
use crate::verify::replay::lines::{ALTERED, Lines, RecordLine, record_fault};

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
    // A line that does not end was cut off.
    let lines: Vec<RecordLine<'_>> = Lines::new(file, text).filter(|line| line.ends).collect();
    let reseeded = std::mem::take(&mut live.header.reseeded);
    let first = live.last().written.lines.clone();
    check_lines(file, &lines, 1, &first)?;
    let mut at = 1 + first.len();
    while at < lines.len() && to.is_none_or(|to| live.ply() < to) {
        if let Some(seed) = reseeded.get(&live.ply()) {
            live.reseed(*seed);
        }
        let line = lines[at];
        let value: Value = serde_json::from_str(line.text).unwrap_or_default();
        if value.get("result").is_some() {
            break;
        }
        let ply = live.ply() + 1;
        let differs = |message: String| {
            let message = format!("ply {ply}: {message}");
            record_fault(Code::RecordDiffers, line.span(), message, ALTERED)
        };
        let Some(mv) = value.get("move").and_then(Value::as_str) else {
            return Err(differs("a move is expected here".to_owned()));
        };
        let Some(seat) = live.turns().first().copied() else {
            return Err(differs("by the rules the game is over".to_owned()));
        };
        let written = live
            .play(seat, mv)
            .map_err(|refused| differs(format!("`{mv}` cannot be played: {}", refused.says)))?;
        let rest = &lines[at..];
        if rest.len() < written.len()
            && rest.iter().zip(&written).all(|(line, own)| line.text == own)
        {
            // The last ply was not written to its end.
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
            Err(ends(file, message))
        }
        _ => Ok(()),
    }
}

fn ends(file: FileId, message: String) -> Diagnostic {
    record_fault(Code::RecordEnds, Span::new(file, 0..0), message, "go on from an earlier move")
}

/// Whether the lines from `at` on are those that the game writes.
fn check_lines(
    file: FileId,
    lines: &[RecordLine<'_>],
    at: usize,
    written: &[String],
) -> Result<(), Diagnostic> {
    for (number, own) in (at..).zip(written) {
        let Some(line) = lines.get(number) else {
            return Err(ends(file, "the record ends in its set-up".to_owned()));
        };
        if line.text != own {
            let message = "this line is not what the game writes";
            let help = "take the record as it was written";
            return Err(record_fault(Code::RecordDiffers, line.span(), message, help));
        }
    }
    Ok(())
}
