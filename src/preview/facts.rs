//! Reads the counters and marks of the table, its seats and its places, and what the deciding seat has to do. A table as JSON and
//! the captions come in, labelled values go out. Called by the replay page.

use serde_json::Value;

use super::words::{ReplayWords, filled};
use crate::rules::captions::{Fact, Of};

/// A number or mark as it is shown.
#[derive(Clone)]
pub struct Chip {
    pub label: String,
    /// Empty when the label needs no value.
    pub value: String,
    /// Not everybody sees the value.
    pub secret: bool,
}

/// All counters and marks of a table.
pub struct Facts {
    pub table: Vec<Chip>,
    /// By seat.
    pub seats: Vec<Vec<Chip>>,
    /// By place.
    pub places: Vec<Vec<Chip>>,
}

impl ReplayWords {
    /// The facts of a table.
    pub fn facts(&self, table: &Value) -> Facts {
        let places = self.places();
        let mut facts = Facts {
            table: Vec::new(),
            seats: vec![Vec::new(); self.seats.len()],
            places: vec![Vec::new(); places.len()],
        };
        for fact in &self.captions.facts {
            let value = &table[&fact.key];
            let entries = || value.as_object().into_iter().flatten();
            let place = |word: &str| places.iter().position(|(place, _)| place == word);
            match fact.of {
                Of::Table => facts.table.extend(self.chip(fact, "", value)),
                Of::Seat => {
                    for (seat, chips) in self.seats.iter().zip(&mut facts.seats) {
                        let chip = self.chip(fact, "", &value[&seat.0]);
                        let aside = !self.captions.has_field(&seat.0);
                        chips.extend(chip.filter(|chip| !aside || counts(chip)));
                    }
                }
                Of::Place => {
                    for (at, value) in entries().filter_map(|(at, v)| Some((place(at)?, v))) {
                        facts.places[at].extend(self.chip(fact, "", value).filter(counts));
                    }
                }
                Of::PlaceAndSeat => {
                    for (key, value) in entries() {
                        let (at, seat) = key.split_once('/').unwrap_or((key, ""));
                        if let Some(at) = place(at) {
                            let chip = self.chip(fact, self.seat(seat), value);
                            facts.places[at].extend(chip.filter(counts));
                        }
                    }
                }
            }
        }
        facts
    }

    fn chip(&self, fact: &Fact, seat: &str, value: &Value) -> Option<Chip> {
        let value = match value {
            Value::Number(n) => n.to_string(),
            Value::Bool(true) => String::new(),
            Value::String(seat) => self.seat(seat).to_owned(),
            _ => return None,
        };
        let label = match seat {
            "" => fact.label.clone(),
            seat => format!("{} {seat}", fact.label),
        };
        let secret = fact.secret;
        Some(Chip { label, value, secret })
    }

    /// What the deciding seat has to do, if it is more than to choose a move: "to flip 2".
    pub fn duty(&self, table: &Value) -> Option<String> {
        let question = &table["questions"][0];
        let asked = question["asks"].as_str()?;
        let duties = &self.captions.duties;
        let (_, says) = duties.iter().find(|(known, _)| *known == asked)?;
        let gap = says.split_once('{').and_then(|(_, rest)| Some(rest.split_once('}')?.0));
        let number = gap.map(|gap| {
            let of = if gap == "number" { question } else { table };
            let number = of[gap].as_i64().filter(|n| *n != 0);
            (gap, number.map_or_else(String::new, |n| n.to_string()))
        });
        let says = filled(says, number.as_slice());
        Some(says.trim().to_owned())
    }
}

/// Whether a value of a place, or of a seat without a field, is worth showing: zero is not.
fn counts(chip: &Chip) -> bool {
    chip.value != "0"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::captions::{Captions, Sitting};
    use serde_json::json;

    fn words() -> ReplayWords {
        let fact =
            |key: &str, of| Fact { key: key.to_owned(), label: key.to_owned(), of, secret: false };
        ReplayWords {
            seats: ["red", "blue"].map(|s| (s.to_owned(), super::super::words::capital(s))).into(),
            captions: Captions {
                facts: vec![
                    fact("tricks", Of::Table),
                    fact("broken", Of::Table),
                    fact("leader", Of::Table),
                    fact("coins", Of::Seat),
                    fact("open", Of::Place),
                    fact("guards", Of::PlaceAndSeat),
                ],
                duties: [("flip", "to flip {number}"), ("colour", "asked: colour")]
                    .map(|(word, says)| (word.to_owned(), says.to_owned()))
                    .into(),
                places: crate::rules::captions::Places {
                    names: vec![("paris".into(), "Paris".into()), ("rome".into(), "Rome".into())],
                    ..Default::default()
                },
                ..Captions::default()
            },
            ..ReplayWords::default()
        }
    }

    #[test]
    fn of_who_sits_aside_it_is_not_said_that_there_is_none() {
        let mut words = words();
        words.captions.seats = vec![Sitting {
            seat: "blue".into(),
            name: "Blue".into(),
            side: "red".into(),
            field: false,
        }];
        let coins = |blue: u8| words.facts(&json!({"coins": {"red": 0, "blue": blue}})).seats;
        assert_eq!(coins(0).iter().map(|s| told(s)).collect::<Vec<_>>(), ["coins 0", ""]);
        assert_eq!(told(&coins(2)[1]), "coins 2");
    }

    fn told(chips: &[Chip]) -> String {
        let text = |chip: &Chip| format!("{} {}", chip.label, chip.value).trim_end().to_owned();
        let told: Vec<String> = chips.iter().map(text).collect();
        told.join(", ")
    }

    #[test]
    fn numbers_stand_with_what_they_belong_to_and_marks_only_when_set() {
        let facts = words().facts(&json!({
            "tricks": 0, "broken": false, "leader": "blue", "coins": {"red": 3, "blue": 0},
            "open": {"paris": true, "rome": false}, "guards": {"paris/red": 0, "rome/blue": 2},
        }));
        assert_eq!(told(&facts.table), "tricks 0, leader Blue");
        assert_eq!(facts.seats.iter().map(|s| told(s)).collect::<Vec<_>>(), ["coins 3", "coins 0"]);
        assert_eq!(
            facts.places.iter().map(|s| told(s)).collect::<Vec<_>>(),
            ["open", "guards Blue 2"]
        );
    }

    #[test]
    fn what_is_asked_is_said_with_its_number() {
        let asked =
            |kind: &str, number: u8| json!({"questions": [{"asks": kind, "number": number}]});
        let duty = |table: &Value| words().duty(table);
        assert_eq!(duty(&asked("flip", 2)).as_deref(), Some("to flip 2"));
        assert_eq!(duty(&asked("flip", 0)).as_deref(), Some("to flip"));
        assert_eq!(duty(&asked("colour", 0)).as_deref(), Some("asked: colour"));
        assert_eq!(duty(&json!({"turn": "red"})), None);
    }
}
