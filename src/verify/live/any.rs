//! A live game whatever the width of its sets, for those who hold several, begun anew or from its record: from where that stopped, or
//! from an earlier ply. A pack, or a record of one of its games, comes in; a [`LiveGame`] goes out.
//!
//! A process that was killed may have written half a line, or some lines of a ply only: no move is confirmed before all of its lines
//! are on the disk, so such a ply never was.

use std::sync::Arc;

use serde_json::Value;

use super::game::{Live, Refused, Search};
use crate::cards::Pack;
use crate::rules::captions::Captions;
use crate::rules::{Seat, Seed, Variant, Viewer};
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span, fault};
use crate::table::{CardSet, Wide};
use crate::verify::axes;
use crate::verify::record::{RecordHeader, RecordOrigin};
use crate::verify::replay::Frame;
use crate::verify::replay::lines::{ALTERED, Lines, RecordLine, record_fault};

/// A game that people play, by the width of its sets.
pub enum LiveGame {
    Narrow(Live<u64>),
    Middle(Live<u128>),
    Wide(Live<Wide>),
}

/// What is asked of whichever it is: see [`Live`].
macro_rules! ask_live {
    ($(fn $name:ident($me:ident: $of:ty $(, $argument:ident: $type:ty)*) -> $result:ty;)+) => {
        impl LiveGame {
            $(pub fn $name($me: $of $(, $argument: $type)*) -> $result {
                match $me {
                    LiveGame::Narrow(live) => live.$name($($argument),*),
                    LiveGame::Middle(live) => live.$name($($argument),*),
                    LiveGame::Wide(live) => live.$name($($argument),*),
                }
            })+
        }
    };
}

ask_live! {
    fn header(self: &Self) -> &RecordHeader;
    fn captions(self: &Self) -> Captions;
    fn ply(self: &Self) -> u32;
    fn turns(self: &Self) -> Vec<Seat>;
    fn legal(self: &Self, seat: Seat) -> Vec<String>;
    fn asked_since(self: &Self) -> u32;
    fn play(self: &mut Self, seat: Seat, text: &str) -> Result<Vec<String>, Refused>;
    fn frame(self: &Self, ply: u32, viewer: Viewer) -> Option<Frame>;
    fn may_undo_to(self: &Self, ply: u32) -> Result<(), String>;
    fn undo_to(self: &mut Self, ply: u32) -> Result<(), String>;
    fn drop_to(self: &mut Self, ply: u32) -> ();
    fn reseed(self: &mut Self, seed: Seed) -> ();
    fn record(self: &Self) -> String;
    fn result(self: &Self) -> Value;
    fn advise(self: &Self, seat: Seat, playouts: u32, seed: u64) -> Search;
}

macro_rules! of_width {
    ($($width:ident: $set:ty),+) => {
        $(impl From<Live<$set>> for LiveGame {
            fn from(live: Live<$set>) -> Self {
                LiveGame::$width(live)
            }
        })+
    };
}

of_width!(Narrow: u64, Middle: u128, Wide: Wide);

impl LiveGame {
    /// A new game; all its chance follows from `seed`.
    ///
    /// # Errors
    /// When the data cannot be played.
    pub fn begin(pack: &Pack, variant: &Variant, seed: Seed) -> Result<LiveGame, Diagnostics> {
        with_width!(&[pack], S => {
            let rules = Rules::<S>::of(pack, variant)?;
            let header = RecordHeader::new(RecordOrigin::new(pack, variant), seed, "people", &rules.names);
            let fault = |why: String| {
                Diagnostic::error(Code::NotPlayable, why)
                    .help("see what `deckproof check` says of the game")
            };
            Ok(Live::new(rules, header).map_err(fault)?.into())
        })
    }

    /// Goes on with the game of a record, from the ply `to` where one is named.
    ///
    /// # Errors
    /// The line that does not fit, and cards that were edited since.
    pub fn resume(
        pack: &Pack,
        record: (&str, Arc<str>),
        to: Option<u32>,
        files: &mut Files,
    ) -> Result<LiveGame, Diagnostics> {
        with_width!(&[pack], S => Ok(resume::<S>(pack, record, to, files)?.into()))
    }
}

/// The game of a record, up to the ply `to` where one is named.
///
/// # Errors
/// A header that is not as it was written, cards that were edited since, and the line that does not fit.
fn resume<S: CardSet>(
    pack: &Pack,
    (name, text): (&str, Arc<str>),
    to: Option<u32>,
    files: &mut Files,
) -> Result<Live<S>, Diagnostics> {
    let file = files.add(name, text.clone());
    let header = RecordHeader::read(file, &text)?;
    let variant = header.variant.clone();
    axes::allow(&script_axes(&pack.game), &variant)?;
    if header.data != RecordOrigin::new(pack, &variant).data {
        let fault = fault!("the cards were edited since this game was played, so it cannot go on";
            "`deckproof replay` shows it all the same; begin a new game with the cards as they are");
        let header = Span::new(file, 0..text.lines().next().unwrap_or_default().len());
        return Err(fault.error(Code::CardsEdited).at(header).into());
    }
    let mut live = Live::new(Rules::of(pack, &variant)?, header).map_err(|why| {
        fault!("the record's table cannot be set up: {why}";
            "the game it starts from is no longer possible with these cards")
        .error(Code::RecordHeader)
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
        let differs = |message: &str| {
            record_fault(Code::RecordDiffers, line.span(), format!("ply {ply}: {message}"), ALTERED)
        };
        let mv = value
            .get("move")
            .and_then(Value::as_str)
            .ok_or_else(|| differs("a move is expected here"))?;
        let seat = live
            .turns()
            .first()
            .copied()
            .ok_or_else(|| differs("by the rules the game is over"))?;
        let written = live
            .play(seat, mv)
            .map_err(|refused| differs(&format!("`{mv}` cannot be played: {}", refused.says)))?;
        let rest = &lines[at..];
        let is_begun = rest.iter().zip(&written).all(|(line, own)| line.text == own);
        if rest.len() < written.len() && is_begun {
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
    if let Some(to) = to.filter(|to| live.ply() < *to) {
        return Err(ends(file, format!("the record has {} plies, not {to}", live.ply())));
    }
    Ok(())
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
            return Err(record_fault(
                Code::RecordDiffers,
                line.span(),
                message,
                "take the record as it was written",
            ));
        }
    }
    Ok(())
}
