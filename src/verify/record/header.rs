//! The first line of a record: the game, its variant, the seed, and a hash of the data. `playing` writes it with a
//! record; `replay` reads it back, and reports an altered or too long line.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::{Map, Value, json};

use super::writer::Tells;
use crate::cards::{MOST_SHEET, Pack};
use crate::rules::{Names, Pile, SEALED, Seed, Variant};
use crate::source::{Code, Diagnostic, FileId, Files, Span};

/// The shape of lines that this program writes.
const FORMAT: u64 = 1;

/// What a record is a record of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordOrigin {
    /// The game's id.
    pub game: String,
    pub title: String,
    /// Hash of game.toml, of the decks in order, each with the sheet of its rows, and of rules.star.
    pub data: String,
    /// How it is set up.
    pub variant: Variant,
}

impl RecordOrigin {
    pub fn new(pack: &Pack, variant: &Variant) -> Self {
        // The pack was read from these files; one that has gone since counts as empty.
        let mut files = Files::new();
        let mut text = |name: &str| {
            let text = pack.folder.text(name, &mut files);
            text.map_or_else(|_| Arc::from(""), |(_, text)| text)
        };
        let mut hash = Fnv::new().with(text("game.toml").as_bytes());
        for deck in &pack.decks {
            hash = hash.with(text(&format!("{}.toml", deck.id)).as_bytes());
            if let Some((sheet, _)) = &deck.rows_from {
                let rows = pack.folder.bytes(sheet, MOST_SHEET);
                hash = hash.with(&rows.unwrap_or_default());
            }
        }
        if pack.game.script.is_some() {
            hash = hash.with(text("rules.star").as_bytes());
        }
        RecordOrigin {
            game: pack.game.id.clone(),
            title: pack.game.full_title(),
            data: hash.hex(),
            variant: variant.clone(),
        }
    }
}

/// What the first line says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordHeader {
    pub game: String,
    pub title: String,
    /// As in [`RecordOrigin`].
    pub data: String,
    pub seed: Seed,
    /// The seeds of a game that people went on with, each from after a ply.
    #[serde(with = "as_pairs", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reseeded: BTreeMap<u32, Seed>,
    /// Who played: "uniform", "swarm", or what else made the moves.
    pub players: String,
    #[serde(flatten)]
    pub tells: Tells,
    #[serde(with = "as_object", default, skip_serializing_if = "is_always_the_same")]
    pub variant: Variant,
    pub seats: Vec<String>,
    pub cards: Vec<String>,
    /// Cards that are dealt before chance is asked, by the number of the pile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub piles: Option<BTreeMap<Pile, Vec<String>>>,
    /// Where the game starts, if not at its set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Value>,
}

fn is_always_the_same(variant: &Variant) -> bool {
    variant.choices.is_empty()
}

/// Seeds as a list of pairs: `[[12, 5]]`.
mod as_pairs {
    use super::*;

    pub fn serialize<S: Serializer>(seeds: &BTreeMap<u32, Seed>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(seeds)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<u32, Seed>, D::Error> {
        Ok(Vec::deserialize(from)?.into_iter().collect())
    }
}

/// A variant as an object: `{"city": "paris"}`.
mod as_object {
    use super::*;

    pub fn serialize<S: Serializer>(variant: &Variant, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(variant.choices.iter().map(|(axis, value)| (axis, value)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Variant, D::Error> {
        let choices = Map::<String, Value>::deserialize(from)?.into_iter();
        let word = |(axis, value)| Ok((axis, String::deserialize(value).map_err(Error::custom)?));
        Ok(Variant { choices: choices.map(word).collect::<Result<_, _>>()? })
    }
}

impl RecordHeader {
    /// Of a game that nothing is given of.
    pub fn new(origin: RecordOrigin, seed: Seed, players: &str, names: &Names) -> RecordHeader {
        let RecordOrigin { game, title, data, variant } = origin;
        RecordHeader {
            game,
            title,
            data,
            seed,
            reseeded: BTreeMap::new(),
            players: players.to_owned(),
            tells: Tells::default(),
            variant,
            seats: names.seats.clone(),
            cards: names.cards.clone(),
            piles: None,
            table: None,
        }
    }

    /// The seed that chance follows from now.
    pub fn last_seed(&self) -> Seed {
        self.reseeded.values().last().copied().unwrap_or(self.seed)
    }

    fn seeds(&self) -> impl Iterator<Item = &Seed> {
        [&self.seed].into_iter().chain(self.reseeded.values())
    }

    /// The secret seeds, one a line.
    pub fn secrets(&self) -> String {
        self.seeds()
            .map(|seed| seed.json())
            .filter_map(|text| Some(format!("{}\n", text.as_str()?)))
            .collect()
    }

    /// The line, its check included.
    pub fn line(&self) -> String {
        with_check(&self.text())
    }

    /// The line as it is written while the game goes on, with its secrets sealed.
    pub fn sealed_line(&self) -> String {
        let sealed = |text: String, seed: &Seed| {
            text.replace(&seed.json().to_string(), &seed.sealed().to_string())
        };
        with_check(&self.seeds().fold(self.text(), sealed))
    }

    /// The line without its check and its end.
    fn text(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        let parts =
            text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default();
        format!("{{\"format\":{FORMAT},{parts}")
    }

    /// Reads the first line of a record.
    ///
    /// # Errors
    /// Why it is no header, or how it was altered.
    pub fn read(file: FileId, text: &str) -> Result<RecordHeader, Diagnostic> {
        let line = text.lines().next().unwrap_or_default();
        let whole = Span::new(file, 0..line.len());
        let fault = |message: String, help: &str| {
            Diagnostic::error(Code::RecordHeader, message).at(whole).help(help)
        };
        if line.len() > MOST_LINE {
            return Err(too_long(Span::new(file, 0..0), line.len()));
        }
        if line.trim().is_empty() {
            let is_empty = text.trim().is_empty();
            let what = if is_empty {
                "the record is empty"
            } else {
                "the first line of the record is blank"
            };
            return Err(fault(
                what.to_owned(),
                "take the record as `deckproof record` wrote it: its first line names the game",
            ));
        }
        let value: Value = serde_json::from_str(line).map_err(|e| {
            let at = e.column().saturating_sub(1).min(line.len());
            let message = format!("the first line is no header of a record: {e}");
            let help =
                "a record is what `deckproof record` writes; see `deckproof record --format`";
            fault(message, help).at(Span::new(file, at..at))
        })?;
        let altered = |what: &str| {
            let help =
                "take the record as it was written, or write it anew with `deckproof record`";
            fault(format!("the header was altered: {what}"), help)
        };
        let Value::Object(mut map) = value else {
            return Err(altered("it is no object"));
        };
        if let Some(format) = map.get("format").filter(|format| **format != json!(FORMAT)) {
            return Err(fault(
                format!(
                    "the record is of format {format}, and this deckproof reads format {FORMAT}"
                ),
                "replay it with the deckproof that wrote it, or write it anew with `deckproof record`",
            ));
        }
        let Some(Value::String(told)) = map.remove("check") else {
            return Err(altered("it has no `check`"));
        };
        let found = Fnv::new().with(Value::Object(map.clone()).to_string().as_bytes()).hex();
        if told != found {
            return Err(altered(&format!("`check` is {told}, its text gives {found}")));
        }
        let seeds = [map.get("seed"), map.get("reseeded")];
        if format!("{seeds:?}").contains(SEALED) {
            return Err(fault(
                "the seed of this game is sealed until the game is over".to_owned(),
                "play it to its end, or put the file of its seed beside it, whose name ends in `.seed`: it lies where the game was played",
            ));
        }
        let header: RecordHeader =
            serde_json::from_value(map.into()).map_err(|_| altered("a part is missing"))?;
        if header.line() != line {
            return Err(altered("it is not written as `deckproof record` writes it"));
        }
        Ok(header)
    }
}

/// A record whose sealed seeds are opened by those of `secrets`, one a line. A header that was altered stays as it is.
pub fn unseal(text: &str, secrets: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut header = line.to_owned();
    for secret in secrets.lines() {
        if let Some(seed) = Seed::read(&secret.into()) {
            header = header.replace(&seed.sealed().to_string(), &seed.json().to_string());
        }
    }
    let checked = |line: &str| Some(with_check(line.rsplit_once(",\"check\":")?.0));
    match checked(&header) {
        Some(header) if checked(line).as_deref() == Some(line) => header + &text[line.len()..],
        _ => text.to_owned(),
    }
}

/// A line, given up to its check, to its end.
fn with_check(told: &str) -> String {
    let check = Fnv::new().with(told.as_bytes()).with(b"}").hex();
    format!("{told},\"check\":\"{check}\"}}")
}

/// Bytes of a record. A longer one is neither written nor read.
pub const MOST_RECORD: u64 = 64 << 20;

/// Bytes of one line of a record: many times what a table takes.
pub const MOST_LINE: usize = 1 << 20;

/// That a line is longer than one can be.
pub fn too_long(at: Span, bytes: usize) -> Diagnostic {
    let message = format!("this line has {} KiB", bytes >> 10);
    Diagnostic::error(Code::TooLarge, message).at(at).help(format!(
        "no line of a record has more than {}: take the record as `deckproof record` wrote it",
        MOST_LINE >> 10
    ))
}

/// A running hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    pub const fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Fnv(bytes.iter().fold(self.0, step))
    }

    /// Sixteen digits.
    pub fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant() -> Variant {
        let choice = |(axis, value): (&str, &str)| (axis.to_owned(), value.to_owned());
        Variant { choices: [("city", "paris"), ("players", "3")].map(choice).to_vec() }
    }

    fn header() -> RecordHeader {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        RecordHeader {
            game: "toy".into(),
            title: "A toy, “first” edition".into(),
            data: Fnv::new().hex(),
            variant: variant(),
            seed: u64::MAX.into(),
            reseeded: BTreeMap::new(),
            players: "uniform".into(),
            tells: Tells { states: true, legal: false },
            seats: words("red blue"),
            cards: words("c1 c2"),
            piles: Some([(0, words("c2")), (1, Vec::new())].into()),
            table: Some(json!({"round": 2})),
        }
    }

    fn file() -> FileId {
        Files::new().add("a.jsonl", "")
    }

    #[test]
    fn a_record_of_another_format_is_refused_by_its_name() {
        let text = header().line().replacen("\"format\":1", "\"format\":2", 1);
        let fault = RecordHeader::read(file(), &text).unwrap_err();
        let message = "the record is of format 2, and this deckproof reads format 1";
        assert_eq!(fault.message, message);
    }

    #[test]
    fn a_header_reads_back() {
        let full = header();
        let plain = RecordHeader {
            variant: Variant::default(),
            piles: None,
            table: None,
            tells: Tells { states: true, legal: true },
            ..full.clone()
        };
        let gone_on = RecordHeader {
            reseeded: [(0, Seed::Secret([7; 32])), (12, 5.into())].into(),
            ..full.clone()
        };
        for header in [full, plain, gone_on] {
            let text = format!("{}\nnext line", header.line());
            assert_eq!(RecordHeader::read(file(), &text), Ok(header));
        }
    }

    #[test]
    fn a_sealed_seed_is_opened_by_the_secret_that_it_is_the_hash_of() {
        let header = RecordHeader {
            reseeded: [3, 10].map(|ply| (ply, Seed::Secret([ply as u8; 32]))).into(),
            ..header()
        };
        let rest = "\r\nnext line";
        let (open, sealed) = (header.line() + rest, header.sealed_line() + rest);
        let secrets = header.secrets();
        assert!(secrets.lines().all(|secret| !sealed.contains(secret)));
        assert_eq!(unseal(&sealed, &secrets), open);
        assert_eq!(unseal(&open, &secrets), open);
        let fault = RecordHeader::read(file(), &sealed).unwrap_err();
        assert!(fault.message.contains("sealed"), "{}", fault.message);
        // One of two is not enough, and what was altered stays so.
        let one = &secrets[..65];
        assert!(RecordHeader::read(file(), &unseal(&sealed, one)).is_err());
        let altered = sealed.replacen("toy", "boy", 1);
        assert_eq!(unseal(&altered, &secrets), altered);
    }

    #[test]
    fn the_variant_stands_before_the_seats_where_there_is_one() {
        let line = header().line();
        let variant = r#""states":true,"variant":{"city":"paris","players":"3"},"seats":["#;
        assert!(line.contains(variant), "{line}");
        let mut without = header();
        without.variant = Variant::default();
        assert!(!without.line().contains("variant"), "{}", without.line());
    }

    #[test]
    fn a_header_with_any_byte_changed_is_refused() {
        let line = header().line();
        for at in 0..line.len() {
            for other in *b"x\"0 \n" {
                let mut bytes = line.clone().into_bytes();
                if std::mem::replace(&mut bytes[at], other) == other {
                    continue;
                }
                let Ok(text) = String::from_utf8(bytes) else {
                    continue;
                };
                assert!(RecordHeader::read(file(), &text).is_err(), "{text}");
            }
        }
    }

    #[test]
    fn the_hash_is_that_of_its_authors() {
        // From the test vectors of draft-eastlake-fnv.
        for (text, hash) in
            [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")]
        {
            assert_eq!(Fnv::new().with(text.as_bytes()).hex(), hash);
        }
    }

    #[test]
    fn parts_hash_like_the_whole() {
        let parts = Fnv::new().with(b"foo").with(b"bar");
        assert_eq!(parts, Fnv::new().with(b"foobar"));
    }
}
