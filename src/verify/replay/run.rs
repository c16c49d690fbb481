//! Plays a record again, line by line. Rules and the text of a record come in; frames, or a diagnostic at the line that
//! does not fit, go out.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::lines::{ALTERED, AS_WRITTEN, Lines, PARTS_WAYS, RecordLine, record_fault};
use super::recorded_chance::{RecordedChance, piles_of, wishes_of};
use crate::cards::Pack;
use crate::rules::captions::Captions;
use crate::rules::{Axis, Facing, Names, Pile, ScriptedChance, Seat, Variant, ZoneId};
use crate::script::{Rules, script_axes, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Files, Span, fault};
use crate::table::{CardSet, Move};
use crate::verify::axes;
use crate::verify::record::{RecordHeader, RecordOrigin, RecordWriter, WrittenPly, change, dealt};

/// A record that was played again and agrees.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay {
    pub header: RecordHeader,
    /// What zones, faces and changes are called.
    pub captions: Captions,
    /// Whether the cards were edited since, although the game still plays the same.
    pub edited: bool,
    /// The table at the start, and after each ply.
    pub frames: Vec<Frame>,
    /// Winner, what decided, scores: as in the record's last line; `null` when the record stops before the end.
    pub result: Value,
}

/// The table after a ply.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    pub ply: u32,
    /// Who moved; `None` at the start.
    pub seat: Option<String>,
    /// The move, in its text form.
    pub text: Option<String>,
    pub changes: Vec<Value>,
    pub table: Value,
    /// Values derived from the table.
    pub standings: Value,
    /// Whose turn it is now.
    pub turn: Option<String>,
}

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
    let variant = &header.variant;
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
        fault!("the record's variant cannot be played: {}", fault.message;
            "{}; or the cards are others than those it was recorded with", fault.help.unwrap_or_default())
        .error(Code::RecordHeader)
        .at(Span::new(file, start..end))
    })
}

pub(super) fn follow<S: CardSet>(
    game: &Rules<S>,
    origin: &RecordOrigin,
    header: &RecordHeader,
    file: FileId,
    text: &str,
) -> Result<Replay, Diagnostics> {
    let edited = header.data != origin.data;
    Replayer::open(game, header, file, text, edited)
        .and_then(|(replayer, first)| replayer.play(first))
        .map_err(|fault| {
            let line = text.lines().next().unwrap_or_default();
            edited
                .then(|| note(header, origin).at(Span::new(file, 0..line.len())))
                .into_iter()
                .chain([fault])
                .collect()
        })
}

/// The warning that the cards differ from those of the record.
fn note(header: &RecordHeader, origin: &RecordOrigin) -> Diagnostic {
    let message = format!(
        "the cards were edited since this game was recorded: their hash was {}, now it is {}",
        header.data, origin.data
    );
    Diagnostic::warning(Code::CardsEdited, message)
        .help("the record is played with the cards as they are now, and chance deals what it dealt")
}

struct Replayer<'a, S: CardSet> {
    game: &'a Rules<S>,
    header: &'a RecordHeader,
    edited: bool,
    lines: Lines<'a>,
    writer: RecordWriter<S, RecordedChance>,
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
    ) -> Result<(Self, WrittenPly), Diagnostic> {
        let mut lines = Lines::new(file, text);
        let first = lines.next().map_or_else(|| lines.end(), |line| line.span());
        let fault = |message: String, help| record_fault(Code::RecordHeader, first, message, help);
        let names = &game.names;
        if !edited && (header.cards != names.cards || header.seats != names.seats) {
            return Err(fault(
                "the header's cards or seats are not the game's".to_owned(),
                "write the record anew with `deckproof record`",
            ));
        }
        let cards = dealt(game);
        let piles = header
            .piles
            .as_ref()
            .map(|piles| piles_of(piles.values(), &cards, first))
            .transpose()?;
        let wishes = if edited { wishes_of(&cards, &lines, 0)? } else { Vec::new() };
        let chance = |of_table| {
            let dice = ScriptedChance::new(piles.unwrap_or(of_table), header.seed);
            let mut chance = RecordedChance::new(dice);
            chance.wish(wishes);
            chance
        };
        let (writer, ply) = RecordWriter::begin(game, header, chance).map_err(|misfits| {
            let told = misfits
                .iter()
                .map(|m| format!("{}: {}", m.path.join("."), m.fault.message))
                .collect::<Vec<_>>()
                .join("; ");
            fault(
                format!("the record's table cannot be set up: {told}"),
                "the game it starts from is no longer possible with these cards",
            )
        })?;
        let (unseen, frames) = (unseen(game), Vec::new());
        Ok((Replayer { game, header, edited, lines, writer, cards, unseen, frames }, ply))
    }

    fn play(mut self, start: WrittenPly) -> Result<Replay, Diagnostic> {
        self.check(&start)?;
        self.keep(start, None);
        while let Some(seat) = self.game.turn(&self.writer.state) {
            if let Some(seed) = self.header.reseeded.get(&self.writer.ply) {
                self.writer.chance.reseed(*seed);
            }
            let Some((mv, text)) = self.read_move()? else {
                break;
            };
            if self.edited {
                let wishes = wishes_of(&self.cards, &self.lines, self.writer.ply + 1)?;
                self.writer.chance.wish(wishes);
            }
            let ply = self.writer.play(self.game, mv);
            self.check(&ply)?;
            self.keep(ply, Some((seat, text)));
        }
        let mut result = self.writer.result(self.game);
        let is_over = result.get("winner").is_some();
        match self.lines.clone().next() {
            // It is still played, or was cut off.
            None if !is_over => result = Value::Null,
            Some(line) if !is_over && line.text == UNFINISHED => {
                result = Value::Null;
                self.check_line(UNFINISHED, "the end")?;
            }
            _ => self.check_line(&self.writer.last_line(self.game), "the end")?,
        }
        if let Some(line) = self.lines.next() {
            let fault =
                fault!("the record goes on after its result"; "the result is a record's last line");
            return Err(fault.error(Code::RecordEnds).at(line.span()));
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
        let ply = self.writer.ply + 1;
        let Some(line) = self.lines.clone().next() else {
            return Ok(None);
        };
        let value = line.json()?;
        if line.text == UNFINISHED || value["result"].get("fault").is_some() {
            return Ok(None);
        }
        let differs = |at, message: String, help: &str| {
            record_fault(Code::RecordDiffers, at, format!("ply {ply}: {message}"), help)
        };
        let state = &self.writer.state;
        let Some(text) = value.get("move").and_then(Value::as_str) else {
            let message = match value.get("result") {
                Some(_) => "the record ends here, by the rules the game goes on",
                None => "a move is expected here",
            };
            let seat = self.game.turn(state).map_or("?", |seat| self.game.names.seat(seat));
            let help = format!("it is the turn of {seat}");
            return Err(differs(line.span(), message.to_owned(), &help));
        };
        let at = place_of(&line, text);
        let mv = self.game.read(state, text).map_err(|why| {
            differs(at, format!("`{text}` cannot be played: {why}"), self.advice())
        })?;
        if let Some(refusal) = self.game.refusal(state, mv) {
            return Err(differs(
                at,
                format!("`{text}` is refused: {} ({})", refusal.says, refusal.clause),
                self.advice(),
            )
            .label(refusal.word));
        }
        Ok(Some((mv, text.to_owned())))
    }

    fn advice(&self) -> &'static str {
        if self.edited { PARTS_WAYS } else { ALTERED }
    }

    /// The lines of a ply against those of the record.
    fn check(&mut self, ply: &WrittenPly) -> Result<(), Diagnostic> {
        if let Some(start) = self.writer.chance.take_missed() {
            let line = self.lines.clone().find(|line| line.start == start);
            let span = line.map_or_else(|| self.lines.end(), |line| line.span());
            let message = format!(
                "ply {}: the card that the record deals does not lie where it is dealt from",
                ply.number
            );
            return Err(record_fault(Code::RecordDiffers, span, message, self.advice()));
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
            let message = format!("the record ends before {what}");
            return Err(record_fault(
                Code::RecordEnds,
                self.lines.end(),
                message,
                "lines are missing: write the record anew with `deckproof record`",
            ));
        };
        if line.text == ours && line.ends {
            return Ok(());
        }
        if line.text == ours {
            let at = line.part(line.text.len()..line.text.len());
            return Err(record_fault(
                Code::RecordEnds,
                at,
                "the last line does not end",
                "every line of a record ends with a line feed",
            ));
        }
        let theirs = line.json()?;
        let parts_from = line.parts_from(ours);
        let at = line.part(parts_from..parts_from + 1);
        let mut ours: Value = serde_json::from_str(ours).unwrap_or_default();
        let written = theirs.to_string();
        if written != line.text || (theirs == ours && !self.edited) {
            return Err(record_fault(
                Code::RecordLine,
                at,
                format!("{what}: this line is not as it was written"),
                AS_WRITTEN,
            ));
        }
        let mut told = theirs;
        if self.edited {
            // Nobody knows these yet: what will be dealt from them is compared when it is dealt.
            for value in [&mut told, &mut ours] {
                hide(value, &self.unseen);
            }
        }
        let Some(path) = difference(&told, &ours) else {
            return Ok(());
        };
        let (place, path) = match &path[..] {
            // A change is shown in full: half of one says little.
            [list, _, ..] if list == "changes" => ("a change".to_owned(), &path[..2]),
            path => (format!("`{}`", path.join(".")), path),
        };
        let [left, right] = [&told, &ours].map(|value| shown(value_at(value, path)));
        Err(record_fault(
            Code::RecordDiffers,
            at,
            format!("{what}: {place} is {left} in the record, {right} by the rules"),
            self.advice(),
        ))
    }

    fn keep(&mut self, ply: WrittenPly, moved: Option<(Seat, String)>) {
        let names = &self.game.names;
        let state = &self.writer.state;
        let word = |seat: Seat| names.seat(seat).to_owned();
        let (seat, text) = moved.map(|(seat, text)| (word(seat), text)).unzip();
        self.frames.push(Frame {
            ply: ply.number,
            seat,
            text,
            changes: ply.events.iter().map(|event| change(names, event)).collect(),
            table: self.game.table(state, &self.writer.chance),
            standings: self.game.standings(state),
            turn: self.game.turn(state).map(word),
        });
    }
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

/// The way to the first difference: keys and numbers of list items; one that only one side has ends it.
pub fn difference(left: &Value, right: &Value) -> Option<Vec<String>> {
    let steps: Vec<String> = match (left, right) {
        _ if left == right => return None,
        (Value::Object(a), Value::Object(b)) => {
            let more = b.keys().filter(|key| !a.contains_key(*key));
            a.keys().chain(more).cloned().collect()
        }
        (Value::Array(a), Value::Array(b)) => {
            (0..a.len().max(b.len())).map(|index| index.to_string()).collect()
        }
        _ => return Some(Vec::new()),
    };
    steps.into_iter().find_map(|step| match (inner(left, &step), inner(right, &step)) {
        (Some(left), Some(right)) => Some([vec![step], difference(left, right)?].concat()),
        _ => Some(vec![step]),
    })
}

/// The value at the end of a way.
pub fn value_at<'a>(value: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, step| inner(value, step))
}

fn inner<'a>(value: &'a Value, step: &str) -> Option<&'a Value> {
    match value {
        Value::Array(list) => list.get(step.parse::<usize>().ok()?),
        _ => value.get(step),
    }
}

/// A value for people: shortened where it is long.
pub fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 120;
    let Some(value) = value else {
        return "missing".into();
    };
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Zones whose cards no seat ever sees.
pub fn unseen<S: CardSet>(game: &Rules<S>) -> Vec<&str> {
    let Names { zones, faces, .. } = &game.names;
    let hidden = |zone: usize| {
        let mut faces = (0..faces.len() as u8).map(Facing);
        faces.all(|face| game.seats().all(|seat| !game.sees(seat, ZoneId(zone as u8), face)))
    };
    zones
        .iter()
        .enumerate()
        .filter(|(zone, _)| hidden(*zone))
        .map(|(_, word)| word.as_str())
        .collect()
}

/// Takes the zones out of a line's table.
pub fn hide(line: &mut Value, zones: &[&str]) {
    let there = line.pointer_mut("/state/zones").and_then(Value::as_object_mut);
    if let Some(there) = there {
        there.retain(|zone, _| !zones.contains(&zone.as_str()));
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_path_leads_to_the_first_difference() {
        let left = json!({"a": 1, "b": [1, {"c": "x", "d": 2}]});
        let right = json!({"a": 1, "b": [1, {"c": "y", "d": 3}]});
        let found = difference(&left, &right).unwrap();
        assert_eq!(found, ["b", "1", "c"]);
        assert_eq!(value_at(&left, &found), Some(&json!("x")));
        assert_eq!(value_at(&right, &found), Some(&json!("y")));
    }

    #[test]
    fn what_one_side_lacks_is_a_difference() {
        let more = json!({"a": [1, 2]});
        let fewer = json!({"a": [1]});
        let path = difference(&more, &fewer).unwrap();
        assert_eq!(value_at(&fewer, &path), None);
        assert_eq!(path, ["a", "1"]);
        assert_eq!(difference(&fewer, &more).unwrap(), path);
        assert_eq!(difference(&json!({}), &more).unwrap(), ["a"]);
    }

    #[test]
    fn equal_values_have_no_difference() {
        let value = json!({"a": [1, {"b": null}]});
        assert_eq!(difference(&value, &value.clone()), None);
    }

    #[test]
    fn long_values_are_shortened() {
        let long = json!("é".repeat(200));
        assert_eq!(shown(Some(&long)).chars().count(), 121);
        assert_eq!(shown(None), "missing");
    }
}
