//! Plays a record again, line by line. Rules and the text of a record come in; frames, or a diagnostic at the line that
//! does not fit, go out.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::difference::{difference, shown};
use super::difference::{hide, unseen};
use super::following::RecordedChance;
use super::frame::{Frame, Replay};
use super::lines::{Lines, RecordLine};
use super::wishes::{piles_of, wish};
use crate::cards::Pack;
use crate::rules::{Axis, Pile, ScriptedChance, Seat, Variant};
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span};
use crate::table::{CardSet, Move};
use crate::verify::axes;
use crate::verify::record::{
    RecordHeader, RecordOrigin, RecordWriter, WrittenPly, begin, change, dealt, stage,
};

/// The last line of a record of a game that is not over.
const UNFINISHED: &str = "{\"result\":null}";

/// Plays a record again in the variant that its header names, every line checked.
///
/// # Errors
/// The line that does not fit, and why; after an edit of the cards a warning that says so as well.
pub fn replay_record(
    pack: &Pack,
    name: &str,
    text: Arc<str>,
    files: &mut Files,
) -> Result<Replay, Diagnostics> {
    let file = files.add(name, text.clone());
    let header = RecordHeader::read(file, &text)?;
    let variant = &header.origin.variant;
    allowed(&script_axes(&pack.game), variant, file, &text)?;
    let origin = RecordOrigin::new(pack, variant);
    with_width!(&[pack], S => {
        follow(&Rules::<S>::of(pack, variant)?, &origin, &header, file, &text)
    })
}

/// Checks that the game can be set up in the variant of the header; a fault points at the header.
fn allowed(axes: &[Axis], variant: &Variant, file: FileId, text: &str) -> Result<(), Diagnostic> {
    axes::allow(axes, variant).map_err(|fault| {
        let header = text.lines().next().unwrap_or_default();
        let start = header.find("\"variant\":").unwrap_or(0);
        let end = header[start..].find('}').map_or(header.len(), |at| start + at + 1);
        let message = format!("the record's variant cannot be played: {}", fault.message);
        let help = fault.help.unwrap_or_default();
        Diagnostic::error(Code::RecordHeader, message)
            .at(Span::new(file, start..end))
            .help(format!("{help}; or the cards are others than those it was recorded with"))
    })
}

pub(super) fn follow<S: CardSet>(
    game: &Rules<S>,
    origin: &RecordOrigin,
    header: &RecordHeader,
    file: FileId,
    text: &str,
) -> Result<Replay, Diagnostics> {
    let edited = header.origin.data != origin.data;
    let done = Replayer::open(game, header, file, text, edited)
        .and_then(|(replayer, first)| replayer.play(first));
    done.map_err(|fault| {
        let mut faults = Diagnostics::new();
        if edited {
            let header_line = text.lines().next().unwrap_or_default().len();
            let place = Span::new(file, 0..header_line);
            faults.push(note(header, origin).at(place));
        }
        faults.push(fault);
        faults
    })
}

/// The warning that the cards differ from those of the record.
fn note(header: &RecordHeader, origin: &RecordOrigin) -> Diagnostic {
    Diagnostic::warning(
        Code::CardsEdited,
        format!(
            "the cards were edited since this game was recorded: their hash was {}, now it is {}",
            header.origin.data, origin.data
        ),
    )
    .help("the record is played with the cards as they are now, and chance deals what it dealt")
}

struct Replayer<'a, S: CardSet> {
    game: &'a Rules<S>,
    header: &'a RecordHeader,
    edited: bool,
    lines: Lines<'a>,
    writer: RecordWriter<'a, S, RecordedChance>,
    /// Cards that chance can deal, by name.
    cards: BTreeMap<&'a str, (Option<Pile>, u8)>,
    /// Zones that nobody may look into.
    unseen: Vec<&'a str>,
    frames: Vec<Frame>,
}

impl<'a, S: CardSet> Replayer<'a, S> {
    /// Reads what follows the header, up to the first decision.
    fn open(
        game: &'a Rules<S>,
        header: &'a RecordHeader,
        file: FileId,
        text: &'a str,
        edited: bool,
    ) -> Result<(Self, Option<WrittenPly>), Diagnostic> {
        let mut lines = Lines::new(file, text);
        let first = lines.next().map_or_else(|| lines.end(), |line| line.span());
        let names = &game.names;
        if !edited && (header.cards != names.cards || header.seats != names.seats) {
            return Err(Diagnostic::error(
                Code::RecordHeader,
                "the header's cards or seats are not the game's",
            )
            .at(first)
            .help("write the record anew with `deckproof record`"));
        }
        let cards = dealt(game);
        let (start, piles) = stage(game, header).map_err(|misfits| {
            let told = misfits.iter().map(|m| format!("{}: {}", m.path.join("."), m.says));
            let told: Vec<String> = told.collect();
            Diagnostic::error(
                Code::RecordHeader,
                format!("the record's table cannot be set up: {}", told.join("; ")),
            )
            .at(first)
            .help("the game it starts from is no longer possible with these cards")
        })?;
        let piles = match &header.piles {
            None => piles,
            Some(piles) => piles_of(piles, &cards, first)?,
        };
        let mut chance = RecordedChance::new(ScriptedChance::new(piles, header.seed));
        if edited {
            wish(&mut chance, &cards, &lines, 0)?;
        }
        let (writer, ply) = begin(game, start, chance, header.tells());
        let replayer = Replayer {
            game,
            header,
            edited,
            lines,
            writer,
            cards,
            unseen: unseen(game),
            frames: Vec::new(),
        };
        Ok((replayer, ply))
    }

    fn play(mut self, first: Option<WrittenPly>) -> Result<Replay, Diagnostic> {
        let start =
            first.unwrap_or(WrittenPly { number: 0, lines: Vec::new(), events: Vec::new() });
        self.check(&start)?;
        self.keep(start, None, None);
        while let Some(seat) = self.game.turn(&self.writer.state) {
            if let Some(seed) = self.header.reseeded.get(&self.writer.ply()) {
                self.writer.chance.reseed(*seed);
            }
            let Some((mv, text)) = self.read_move()? else {
                break;
            };
            if self.edited {
                let ply = self.writer.ply() + 1;
                wish(&mut self.writer.chance, &self.cards, &self.lines, ply)?;
            }
            let ply = self.writer.play(mv);
            self.check(&ply)?;
            self.keep(ply, Some(seat), Some(text));
        }
        let mut result = self.writer.result();
        let is_over = result.get("winner").is_some();
        match self.lines.clone().next() {
            // It is still played, or was cut off.
            None if !is_over => result = Value::Null,
            Some(line) if !is_over && line.text == UNFINISHED => {
                result = Value::Null;
                self.check_line(UNFINISHED, "the end")?;
            }
            _ => self.check_line(&self.writer.last_line(), "the end")?,
        }
        if let Some(line) = self.lines.next() {
            return Err(Diagnostic::error(Code::RecordEnds, "the record goes on after its result")
                .at(line.span())
                .help("the result is a record's last line"));
        }
        Ok(Replay {
            header: self.header.clone(),
            captions: self.game.captions(),
            edited: self.edited,
            frames: self.frames,
            result,
        })
    }

    /// The move of the next line, checked; `None` when the record stops here.
    fn read_move(&self) -> Result<Option<(Move, String)>, Diagnostic> {
        let ply = self.writer.ply() + 1;
        let Some(line) = self.lines.clone().next() else {
            return Ok(None);
        };
        let value = line.json()?;
        if line.text == UNFINISHED || value["result"].get("fault").is_some() {
            return Ok(None);
        }
        let Some(text) = value.get("move").and_then(Value::as_str) else {
            let result = value.get("result").is_some();
            let message = if result {
                format!("ply {ply}: the record ends here, by the rules the game goes on")
            } else {
                format!("ply {ply}: a move is expected here")
            };
            let seat = self.game.turn(&self.writer.state);
            let seat = seat.map_or("?", |s| self.game.names.seat(s));
            return Err(Diagnostic::error(Code::RecordDiffers, message)
                .at(line.span())
                .help(format!("it is the turn of {seat}")));
        };
        let at = place_of(&line, text);
        let state = &self.writer.state;
        let mv = self.game.read(state, text).map_err(|why| {
            Diagnostic::error(
                Code::RecordDiffers,
                format!("ply {ply}: `{text}` cannot be played: {why}"),
            )
            .at(at)
            .help(self.advice())
        })?;
        if let Some(refusal) = self.game.refusal(state, mv) {
            let (says, clause) = (refusal.says, refusal.clause);
            let message = format!("ply {ply}: `{text}` is refused: {says} ({clause})");
            return Err(Diagnostic::error(Code::RecordDiffers, message)
                .at(at)
                .label(refusal.word)
                .help(self.advice()));
        }
        Ok(Some((mv, text.to_owned())))
    }

    fn advice(&self) -> &'static str {
        if self.edited {
            "with the cards as they are now the game parts ways here"
        } else {
            "the line was altered, or a line before it is missing"
        }
    }

    /// The lines of a ply against those of the record.
    fn check(&mut self, ply: &WrittenPly) -> Result<(), Diagnostic> {
        if let Some(start) = self.writer.chance.take_missed() {
            let lines = self.lines.clone();
            let line = lines.into_iter().find(|line| line.start == start);
            let span = line.map_or_else(|| self.lines.end(), |line| line.span());
            let message = format!(
                "ply {}: the card that the record deals does not lie where it is dealt from",
                ply.number
            );
            return Err(Diagnostic::error(Code::RecordDiffers, message)
                .at(span)
                .help(self.advice()));
        }
        let what = format!("ply {}", ply.number);
        for line in &ply.lines {
            self.check_line(line, &what)?;
        }
        Ok(())
    }

    /// The record's next line, which must be `ours`.
    fn check_line(&mut self, ours: &str, what: &str) -> Result<(), Diagnostic> {
        let Some(line) = self.lines.next() else {
            return Err(ended(self.lines.end(), what));
        };
        if line.text == ours {
            return if line.ends {
                Ok(())
            } else {
                Err(Diagnostic::error(Code::RecordEnds, "the last line does not end")
                    .at(line.part(line.text.len()..line.text.len()))
                    .help("every line of a record ends with a line feed"))
            };
        }
        let theirs = line.json()?;
        let parts_from = line.parts_from(ours);
        let at = line.part(parts_from..parts_from + 1);
        let mut ours: Value = serde_json::from_str(ours).unwrap_or_default();
        let written = theirs.to_string();
        if written != line.text || (theirs == ours && !self.edited) {
            return Err(Diagnostic::error(
                Code::RecordLine,
                format!("{what}: this line is not as it was written"),
            )
            .at(at)
            .help("take the record as `deckproof record` wrote it"));
        }
        let mut told = theirs;
        if self.edited {
            // Nobody knows these yet: what will be dealt from them is compared when it is dealt.
            for value in [&mut told, &mut ours] {
                hide(value, &self.unseen);
            }
        }
        let Some(parts) = difference(&told, &ours) else {
            return Ok(());
        };
        let (place, left, right) = match parts.path.as_slice() {
            // A change is shown in full: half of one says little.
            [list, index, ..] if list == "changes" => {
                let of = |value: &'_ Value| value.pointer(&format!("/changes/{index}")).cloned();
                ("a change".to_owned(), of(&told), of(&ours))
            }
            path => {
                let place = format!("`{}`", path.join("."));
                (place, parts.left.cloned(), parts.right.cloned())
            }
        };
        let message = format!(
            "{what}: {place} is {} in the record, {} by the rules",
            shown(left.as_ref()),
            shown(right.as_ref())
        );
        Err(Diagnostic::error(Code::RecordDiffers, message).at(at).help(self.advice()))
    }

    fn keep(&mut self, ply: WrittenPly, seat: Option<Seat>, text: Option<String>) {
        let names = &self.game.names;
        let state = &self.writer.state;
        let word = |seat: Seat| names.seat(seat).to_owned();
        self.frames.push(Frame {
            ply: ply.number,
            seat: seat.map(word),
            text,
            changes: ply.events.iter().map(|e| change(names, e)).collect(),
            table: self.writer.table(),
            standings: self.game.standings(state),
            turn: self.game.turn(state).map(word),
        });
    }
}

fn ended(at: Span, what: &str) -> Diagnostic {
    Diagnostic::error(Code::RecordEnds, format!("the record ends before {what}"))
        .at(at)
        .help("lines are missing: write the record anew with `deckproof record`")
}

/// The position of a move's text in its line.
fn place_of(line: &RecordLine<'_>, text: &str) -> Span {
    let written = format!("\"move\":{}", Value::from(text));
    let before = "\"move\":".len();
    match line.text.find(&written) {
        Some(at) => line.part(at + before..at + written.len()),
        None => line.span(),
    }
}
