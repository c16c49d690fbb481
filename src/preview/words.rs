//! Moves and changes in words for people.

use std::collections::BTreeMap;

use serde_json::Value;

/// More cards than this are counted, not named.
const MOST_NAMED: usize = 4;

/// The words of one game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// The seats in order: their word, and what they are called ("caps", "Caps").
    pub seats: Vec<(String, String)>,
    /// What cards are called, by their id: "spy#1" -> "Spy".
    pub cards: BTreeMap<String, String>,
}

impl Words {
    /// What a seat is called.
    pub fn seat<'a>(&'a self, seat: &'a str) -> &'a str {
        let found = self.seats.iter().find(|(word, _)| word == seat);
        found.map_or(seat, |(_, name)| name)
    }

    /// What a card is called.
    pub fn card<'a>(&'a self, card: &'a str) -> &'a str {
        self.cards.get(card).map_or(card, String::as_str)
    }

    /// A move with its cards called by name; those that are `hidden` stay unnamed.
    pub fn mv(&self, text: &str, hidden: &dyn Fn(&str) -> bool) -> String {
        let word = |word| match self.cards.get(word) {
            Some(_) if hidden(word) => "a card",
            Some(name) => name.as_str(),
            None => word,
        };
        let words: Vec<&str> = text.split(' ').map(word).collect();
        words.join(" ")
    }

    /// The changes of a ply, those of a kind in one line; cards that are `hidden` stay unnamed.
    pub fn changes(&self, changes: &[Value], hidden: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut told: Vec<(String, Vec<&str>)> = Vec::new();
        for change in changes {
            let says = self.change(change);
            let card = change.get("card").and_then(Value::as_str);
            match (told.last_mut(), card) {
                (Some((same, cards)), Some(card)) if *same == says => cards.push(card),
                (_, card) => told.push((says, card.into_iter().collect())),
            }
        }
        let line = |(says, cards): (String, Vec<&str>)| match self.named(&cards, hidden) {
            Some(cards) => format!("{says}: {cards}"),
            None => says,
        };
        told.into_iter().map(line).collect()
    }

    fn named(&self, cards: &[&str], hidden: &dyn Fn(&str) -> bool) -> Option<String> {
        let known = cards.iter().all(|card| !hidden(card));
        match cards.len() {
            0 => None,
            n if n <= MOST_NAMED && known => {
                let names: Vec<&str> = cards.iter().map(|card| self.card(card)).collect();
                Some(names.join(", "))
            }
            1 => Some("a card".into()),
            n => Some(format!("{n} cards")),
        }
    }

    /// What a change says, its card left out.
    fn change(&self, change: &Value) -> String {
        let text = |key: &str| change.get(key).and_then(Value::as_str).unwrap_or_default();
        let (from, to, at, face) = (text("from"), text("to"), text("at"), text("face"));
        if change.get("card").is_some() {
            return match at {
                "" => self.moved(from, to, face),
                at => self.turned(at, face),
            };
        }
        if change.get("shuffle").is_some() {
            let from = self.zone(text("shuffle"));
            return format!("{} are shuffled: {} again", capital(&from), self.zone(to));
        }
        if change.get("note").is_some() {
            return self.note(change, text("note"), at, text("seat"));
        }
        let counted = change.as_object().and_then(|map| map.iter().next());
        match counted.map(|(counter, n)| (counter.as_str(), n)) {
            Some(("round", n)) => format!("Round {n}"),
            Some(("defcon", n)) => format!("DEFCON {n}"),
            Some(("first", n)) => {
                let seat = n
                    .as_u64()
                    .and_then(|n| self.seats.get(usize::try_from(n).ok()?));
                let seat = seat.map_or("?", |(_, name)| name);
                format!("{seat} take the first turn")
            }
            Some((counter, n)) => format!("{} {n}", capital(counter)),
            None => String::new(),
        }
    }

    fn moved(&self, from: &str, to: &str, face: &str) -> String {
        let down = match face {
            "down" => "face down ",
            _ => "",
        };
        match (kind(from), kind(to)) {
            ("deck", "hand") => format!("{} draw", self.owner(to)),
            (_, "discard") => "Discarded".into(),
            (_, "row") => format!("Into play at {}", self.zone(to)),
            (_, "paired") => format!("Paired at {}", self.zone(to)),
            ("field", "field") => format!("From {} to {}", self.zone(from), self.zone(to)),
            (_, "field") => capital(&format!("{down}at {}", self.zone(to))),
            (_, "owned" | "labs" | "protests") if to.contains('/') => {
                format!("To the {}", self.owner(to))
            }
            _ => format!("To {}", self.zone(to)),
        }
    }

    fn turned(&self, at: &str, face: &str) -> String {
        match (kind(at), face) {
            ("field", "up") => format!("Launched at {}", self.zone(at)),
            ("field", "revealed") => format!("Turned up at {}", self.zone(at)),
            (_, "disloyal") => format!("{} turn Disloyal", self.owner(at)),
            (_, "loyal") => format!("{} turn Loyal again", self.owner(at)),
            (_, "lent") => format!("{} lend to a card", self.owner(at)),
            ("labs", "up") => format!("{} have back", self.owner(at)),
            (_, face) => format!("Now {face} at {}", self.zone(at)),
        }
    }

    fn note(&self, change: &Value, note: &str, at: &str, seat: &str) -> String {
        let values = change.get("values").and_then(Value::as_array);
        let mut values = values.into_iter().flatten().filter_map(Value::as_i64);
        let a = values.next().unwrap_or_default();
        let b = values.next().unwrap_or_default();
        let (at, seat) = (self.zone(at), self.seat(seat));
        match note {
            "won" if a == b => format!("{seat} win {at} on a tie, {a} to {b}"),
            "won" => format!("{seat} win {at}, {} to {}", a.max(b), a.min(b)),
            "tied" => format!("{} is tied, {a} to {b}", capital(&at)),
            "crisis" => format!("Crisis at {at}: {a} of {b}"),
            "penalty" => format!("{seat} owe a penalty of {a}"),
            "justified" => format!("{seat} are justified at {at}"),
            note => {
                let known = [at.as_str(), seat]
                    .into_iter()
                    .filter(|word| !word.is_empty());
                let words: String = known.map(|word| format!(" {word}")).collect();
                format!("{}{words} {a} {b}", capital(note))
            }
        }
    }

    /// Whose a zone is.
    fn owner<'a>(&'a self, zone: &'a str) -> &'a str {
        let seat = zone.rsplit('/').next().unwrap_or_default();
        self.seat(seat)
    }

    /// A zone in words.
    fn zone(&self, zone: &str) -> String {
        let parts: Vec<&str> = zone.split('/').collect();
        match parts.as_slice() {
            ["row" | "field" | "justified" | "paired", place, ..] => format!("location {place}"),
            [""] => String::new(),
            ["deck"] => "the deck".into(),
            ["discard"] => "the discards".into(),
            ["defcon"] => "the DEFCON deck".into(),
            ["defcon", _] => "the DEFCON cards taken".into(),
            ["countries" | "labs"] => format!("the {zone} to come"),
            [kind] => format!("the {kind}"),
            [kind, seat] => format!("the {kind} of the {}", self.seat(seat)),
            _ => zone.to_owned(),
        }
    }
}

/// The first word of a zone.
fn kind(zone: &str) -> &str {
    zone.split('/').next().unwrap_or_default()
}

/// With a capital letter first.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn words() -> Words {
        let pair = |(word, name): (&str, &str)| (word.to_owned(), name.to_owned());
        let seats = [("caps", "Caps"), ("hammers", "Hammers")];
        let cards = [
            ("spy#1", "Spy"),
            ("admiral#2", "Admiral"),
            ("france", "France"),
        ];
        Words {
            seats: seats.map(pair).into(),
            cards: cards.map(pair).into(),
        }
    }

    fn told(changes: &Value) -> Vec<String> {
        words().changes(changes.as_array().unwrap(), &|_| false)
    }

    #[test]
    fn each_change_has_its_sentence() {
        for (change, says) in [
            (
                json!({"card": "spy#1", "from": "hand/caps", "to": "field/3/caps", "face": "down"}),
                "Face down at location 3: Spy",
            ),
            (
                json!({"card": "spy#1", "from": "field/3/caps", "to": "field/2/caps", "face": "up"}),
                "From location 3 to location 2: Spy",
            ),
            (
                json!({"card": "france", "from": "row/1", "to": "owned/caps", "face": "loyal"}),
                "To the Caps: France",
            ),
            (
                json!({"card": "france", "at": "owned/hammers", "face": "disloyal"}),
                "Hammers turn Disloyal: France",
            ),
            (
                json!({"card": "spy#1", "at": "field/1/caps", "face": "up"}),
                "Launched at location 1: Spy",
            ),
            (
                json!({"shuffle": "discard", "to": "deck"}),
                "The discards are shuffled: the deck again",
            ),
            (json!({"defcon": 4}), "DEFCON 4"),
            (json!({"first": 1}), "Hammers take the first turn"),
            (
                json!({"note": "won", "at": "row/1", "seat": "hammers", "values": [1, 9]}),
                "Hammers win location 1, 9 to 1",
            ),
            (
                json!({"note": "won", "at": "row/1", "seat": "caps", "values": [0, 0]}),
                "Caps win location 1 on a tie, 0 to 0",
            ),
            (
                json!({"note": "crisis", "at": "row/2", "values": [15, 13]}),
                "Crisis at location 2: 15 of 13",
            ),
            (
                json!({"note": "surprise", "values": [1, 2]}),
                "Surprise 1 2",
            ),
        ] {
            assert_eq!(told(&json!([change])), [says]);
        }
    }

    #[test]
    fn changes_of_a_kind_share_a_line() {
        let drawn =
            |card: &str| json!({"card": card, "from": "deck", "to": "hand/caps", "face": "down"});
        let changes = json!([drawn("spy#1"), drawn("admiral#2"), {"defcon": 3}, drawn("spy#1")]);
        assert_eq!(
            told(&changes),
            ["Caps draw: Spy, Admiral", "DEFCON 3", "Caps draw: Spy"]
        );
    }

    #[test]
    fn hidden_cards_are_counted_not_named() {
        let drawn =
            |card: &str| json!({"card": card, "from": "deck", "to": "hand/caps", "face": "down"});
        let hidden = |card: &str| card == "spy#1";
        let told = |changes: Value| words().changes(changes.as_array().unwrap(), &hidden);
        assert_eq!(told(json!([drawn("spy#1")])), ["Caps draw: a card"]);
        assert_eq!(
            told(json!([drawn("spy#1"), drawn("admiral#2")])),
            ["Caps draw: 2 cards"]
        );
        assert_eq!(
            words().mv("deploy spy#1 at 3", &hidden),
            "deploy a card at 3"
        );
        assert_eq!(
            words().mv("deploy admiral#2 at 3", &hidden),
            "deploy Admiral at 3"
        );
    }
}
