//! A record with states, read as `deckproof record --format` describes it. It knows no game, and shares nothing with the crate.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// A whole game, as it was written down.
pub struct Record {
    /// What was agreed on, by axis: `city`, `players`.
    pub variant: BTreeMap<String, String>,
    pub seats: Vec<String>,
    /// Every physical card, in the order of the decks.
    pub cards: Vec<String>,
    pub plies: Vec<Ply>,
    /// What the last line says; `null` when the game was not played to its end.
    pub result: Value,
}

/// A move, or the set-up, and all that followed from it.
pub struct Ply {
    pub number: u64,
    /// Who moved, and the move's text; nobody in the set-up.
    pub moved: Option<(String, String)>,
    pub lines: Vec<Line>,
    /// The complete table after it.
    pub state: Value,
    /// The moves that are legal then, if the record tells them.
    pub legal: Option<BTreeSet<String>>,
}

/// A move, an event of chance (with its word), or what the rules did by themselves.
pub struct Line {
    pub round: i64,
    pub chance: Option<String>,
    pub changes: Vec<Value>,
}

impl Record {
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().enumerate().map(|(at, line)| {
            let read: Value =
                serde_json::from_str(line).map_err(|e| format!("line {}: {e}", at + 1))?;
            match read {
                Value::Object(keys) => Ok((at + 1, keys)),
                _ => Err(format!("line {}: not an object", at + 1)),
            }
        });
        let (_, header) = lines.next().ok_or("an empty record")??;
        for given in ["piles", "table"] {
            if header.contains_key(given) {
                return Err(format!("a game that starts from given {given} is not replayed"));
            }
        }
        let variant = header.get("variant").and_then(Value::as_object);
        let variant = variant.into_iter().flatten();
        let mut record = Self {
            variant: variant
                .map(|(axis, word)| (axis.clone(), word.as_str().unwrap_or_default().to_owned()))
                .collect(),
            seats: strings(header.get("seats")).ok_or("no seats in the header")?,
            cards: strings(header.get("cards")).ok_or("no cards in the header")?,
            plies: Vec::new(),
            result: Value::Null,
        };
        let mut ended = false;
        for line in lines {
            let (at, mut keys) = line?;
            if ended {
                return Err(format!("line {at}: it follows the result"));
            }
            if let Some(result) = keys.remove("result") {
                record.result = result;
                ended = true;
            } else {
                record.add(keys).map_err(|what| format!("line {at}: {what}"))?;
            }
        }
        match record.plies.iter().find(|ply| ply.state.is_null()) {
            _ if !ended => Err("no result at the end".to_owned()),
            Some(ply) => Err(format!("ply {}: no state at its last line", ply.number)),
            None => Ok(record),
        }
    }

    /// One line of the game: it begins a ply, or goes on with one.
    fn add(&mut self, mut keys: Map<String, Value>) -> Result<(), String> {
        let number = keys.get("ply").and_then(Value::as_u64).ok_or("no ply")?;
        let text = |key: &str| keys.get(key).and_then(Value::as_str).map(str::to_owned);
        let moved = text("seat").zip(text("move"));
        if self.plies.last().is_none_or(|ply| ply.number != number) {
            if number != self.plies.len() as u64 {
                return Err(format!("ply {number} is out of order"));
            }
            if moved.is_some() == (number == 0) {
                return Err(format!("ply {number} does not begin with what begins it"));
            }
            let ply = Ply { number, moved, lines: Vec::new(), state: Value::Null, legal: None };
            self.plies.push(ply);
        } else if moved.is_some() {
            return Err(format!("a second move in ply {number}"));
        }
        let line = Line {
            round: keys.get("round").and_then(Value::as_i64).ok_or("no round")?,
            chance: text("chance"),
            changes: match keys.remove("changes") {
                Some(Value::Array(changes)) => changes,
                _ => return Err("no changes".to_owned()),
            },
        };
        let legal = strings(keys.get("legal")).map(|moves| moves.into_iter().collect());
        let ply = self.plies.last_mut().ok_or("no ply")?;
        ply.lines.push(line);
        ply.state = keys.remove("state").unwrap_or(Value::Null);
        ply.legal = legal;
        Ok(())
    }
}

impl Ply {
    /// What chance drew from a pile, in order.
    pub fn drawn(&self, pile: &str) -> Vec<String> {
        let chance = self.lines.iter().filter(|line| line.chance.is_some());
        chance
            .flat_map(|line| &line.changes)
            .filter(|change| change["from"] == pile)
            .filter_map(|change| change["card"].as_str().map(str::to_owned))
            .collect()
    }

    /// All that changed, in whichever line it is told.
    pub fn changes(&self) -> impl Iterator<Item = &Value> {
        self.lines.iter().flat_map(|line| &line.changes)
    }
}

/// A list of texts, if it is one.
pub fn strings(list: Option<&Value>) -> Option<Vec<String>> {
    let list = list?.as_array()?.iter();
    list.map(|text| text.as_str().map(str::to_owned)).collect()
}

/// Where two values first differ, and how. The order of keys is no difference.
pub fn difference(record: &Value, oracle: &Value) -> Option<String> {
    differ("", record, oracle)
}

fn differ(at: &str, record: &Value, oracle: &Value) -> Option<String> {
    let below = |key: &str| {
        if at.is_empty() { key.to_owned() } else { format!("{at}: {key}") }
    };
    match (record, oracle) {
        (Value::Object(a), Value::Object(b)) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter().find_map(|key| match (a.get(key), b.get(key)) {
                (Some(a), Some(b)) => differ(&below(key), a, b),
                (Some(a), None) => Some(format!("{}: {a} in the record alone", below(key))),
                (None, b) => {
                    let b = b.unwrap_or(&Value::Null);
                    Some(format!("{}: {b} by the oracle alone", below(key)))
                }
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut both = a.iter().zip(b).enumerate();
            both.find_map(|(n, (a, b))| differ(&below(&n.to_string()), a, b))
        }
        (a, b) if a == b => None,
        (a, b) => Some(format!("{at}: {a} in the record, {b} by the oracle")),
    }
}
