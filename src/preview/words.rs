//! Puts moves and changes into words by filling the gaps of the game's captions. A move's text or changes as JSON come in,
//! sentences go out.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rules::captions::{Captions, fits};
use crate::source::{joined, wrapped};
use crate::verify::replay::Frame;

/// More cards than this are counted, not named.
const MOST_NAMED: usize = 4;

/// The words of one game.
#[derive(Default)]
pub struct ReplayWords {
    /// The seats in order: their word, and what they are called ("caps", "Caps").
    pub seats: Vec<(String, String)>,
    /// What cards are called, by their id: "spy#1" -> "Spy".
    pub cards: BTreeMap<String, String>,
    pub captions: Captions,
}

impl ReplayWords {
    /// The places: their words, and what they are called.
    pub fn places(&self) -> &[(String, String)] {
        &self.captions.places.names
    }

    /// What a seat is called.
    pub fn seat<'a>(&'a self, seat: &'a str) -> &'a str {
        self.seats.iter().find(|(word, _)| word == seat).map_or(seat, |(_, name)| name)
    }

    /// What a card is called.
    pub fn card<'a>(&'a self, card: &'a str) -> &'a str {
        self.cards.get(card).map_or(card, String::as_str)
    }

    /// A move with its cards called by name; those that are `hidden` stay unnamed.
    pub fn mv(&self, text: &str, hidden: &dyn Fn(&str) -> bool) -> String {
        let is_card = |word: &str| self.cards.contains_key(word);
        let words: Vec<&str> = text.split(' ').collect();
        let parts = words.chunk_by(|one, next| is_card(one) && is_card(next));
        let told = parts.map(|part| match self.named(part, hidden) {
            Some(cards) if is_card(part[0]) => cards,
            _ => part.concat(),
        });
        joined(told, " ")
    }

    /// The changes of a ply, those of a kind in one line; cards that are `hidden` stay unnamed.
    pub fn changes(&self, changes: &[Value], hidden: &dyn Fn(&str) -> bool) -> Vec<String> {
        let mut told: Vec<(String, Vec<&str>)> = Vec::new();
        for change in changes {
            let says = capital(&self.change(change));
            let card = change["card"].as_str();
            match (told.last_mut(), card) {
                (Some((same, cards)), Some(card)) if *same == says => cards.push(card),
                (_, card) => told.push((says, card.into_iter().collect())),
            }
        }
        told.into_iter()
            .map(|(says, cards)| match self.named(&cards, hidden) {
                Some(cards) => format!("{says}: {cards}"),
                None => says,
            })
            .collect()
    }

    fn named(&self, cards: &[&str], hidden: &dyn Fn(&str) -> bool) -> Option<String> {
        let known = cards.iter().all(|card| !hidden(card));
        match cards.len() {
            0 => None,
            n if n <= MOST_NAMED && known => {
                Some(joined(cards.iter().map(|card| self.card(card)), ", "))
            }
            1 => Some("a card".into()),
            n => Some(format!("{n} cards")),
        }
    }

    /// A change in words, without its card.
    fn change(&self, change: &Value) -> String {
        let text = |key: &str| change[key].as_str().unwrap_or_default();
        let (to, at, face) = (text("to"), text("at"), text("face"));
        let sentences = &self.captions.sentences;
        if let Some(fact) = change["told"].as_str() {
            return self.fact(change, fact, at);
        }
        if change.get("card").is_some() {
            let says = match at {
                "" => "to {to}",
                _ => first(&sentences.turned, face).unwrap_or("now {face} at {to}"),
            };
            let zone = if at.is_empty() { to } else { at };
            return filled(says, &[("to", self.zone(zone)), ("face", face.to_owned())]);
        }
        if let (Some(sides), Some(got)) = (change.get("roll"), change.get("got")) {
            return format!("a die of {sides} sides shows {got}");
        }
        if change.get("shuffle").is_some() {
            let from = self.zone(text("shuffle"));
            return format!("{from} are shuffled: {} again", self.zone(to));
        }
        if change.get("note").is_some() {
            return self.note(change, text("note"), at, text("seat"));
        }
        change
            .as_object()
            .and_then(|map| map.iter().next())
            .map_or_else(String::new, |(counter, n)| self.counted(counter, n))
    }

    /// What seats were told: of a set, of which of its cards and where that lies.
    fn fact(&self, change: &Value, fact: &str, at: &str) -> String {
        let seats = change["to"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let seats = joined(seats.map(|seat| self.seat(seat)), ", ");
        let Some(below) = change["below"].as_u64() else {
            return format!("{seats}: {fact} is {}", change["value"].as_str().unwrap_or_default());
        };
        let (place, zone) = (below + 1, self.zone(at));
        format!("{seats}: {fact} has number {place} of {zone}")
    }

    fn counted(&self, counter: &str, n: &Value) -> String {
        let seat = n.as_u64().and_then(|n| usize::try_from(n).ok());
        let who = seat.and_then(|n| self.seats.get(n));
        let gaps = [
            ("n", n.to_string()),
            ("seat", self.owner(counter).to_owned()),
            ("who", who.map_or("nobody", |(_, name)| name).to_owned()),
            ("place", self.place(counter)),
            ("yes", if n == 1 { "yes" } else { "no" }.to_owned()),
        ];
        first(&self.captions.sentences.counted, counter)
            .map_or_else(|| format!("{counter} {n}"), |says| filled(says, &gaps))
    }

    fn note(&self, change: &Value, note: &str, at: &str, seat: &str) -> String {
        let [a, b] = [0, 1].map(|at| change["values"][at].as_i64().unwrap_or_default());
        let (at, seat) = (self.zone(at), self.seat(seat));
        let Some(says) = first(&self.captions.sentences.noted, note) else {
            let words: String = [at.as_str(), seat]
                .into_iter()
                .filter(|word| !word.is_empty())
                .map(|word| format!(" {word}"))
                .collect();
            return format!("{note}{words} {a} {b}");
        };
        let gaps = [
            ("seat", seat.to_owned()),
            ("at", at),
            ("a", a.to_string()),
            ("b", b.to_string()),
            ("high", a.max(b).to_string()),
            ("low", a.min(b).to_string()),
        ];
        filled(says, &gaps)
    }

    /// The owner of a zone or counter.
    fn owner<'a>(&'a self, word: &'a str) -> &'a str {
        self.seat(word.rsplit('/').next().unwrap_or_default())
    }

    /// The place of a zone or counter, as it is called.
    fn place(&self, word: &str) -> String {
        let place = word.split('/').nth(1).unwrap_or_default();
        let names = &self.captions.places.names;
        names.iter().find(|(known, _)| known == place).map_or(place, |(_, name)| name).to_owned()
    }

    /// A zone in the middle of a sentence.
    fn zone(&self, zone: &str) -> String {
        let gaps = [("place", self.place(zone)), ("seat", self.owner(zone).to_owned())];
        let known = match zone {
            "" => Some(""),
            zone => first(&self.captions.sentences.zones, zone),
        };
        known.map_or_else(|| zone.to_owned(), |words| filled(words, &gaps))
    }
}

/// The words of the first pattern that fits.
fn first<'a>(patterns: &'a [(String, String)], word: &str) -> Option<&'a str> {
    patterns.iter().find(|(pattern, _)| fits(pattern, word)).map(|(_, says)| says.as_str())
}

/// A text with its gaps filled; a gap without a value stays as it is.
pub fn filled(text: &str, gaps: &[(&str, String)]) -> String {
    let mut told = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        told.push_str(before);
        let known = after.split_once('}').and_then(|(gap, behind)| {
            let (_, with) = gaps.iter().find(|(name, _)| *name == gap)?;
            Some((with, behind))
        });
        match known {
            Some((with, behind)) => {
                told.push_str(with);
                rest = behind;
            }
            None => {
                told.push('{');
                rest = after;
            }
        }
    }
    told.push_str(rest);
    told
}

/// The text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The move of a frame and its changes, in lines of at most 80 columns.
pub fn log_entry(frame: &Frame, words: &ReplayWords) -> String {
    let mut title = frame.ply.to_string();
    let label = words.captions.round.to_lowercase();
    let round = frame.table["round"].as_i64();
    if let Some(round) = round.filter(|_| !label.is_empty()) {
        title += &format!(", {label} {round}");
    }
    title += &match (&frame.seat, &frame.text) {
        (Some(seat), Some(text)) => format!(", {}: {text}", words.seat(seat)),
        _ => ": the start".to_owned(),
    };
    let mut lines = wrapped(&title, "── ", "   ");
    let says = words.changes(&frame.changes, &|_| false);
    lines.extend(wrapped(&says.join("; "), "  ", "  "));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::testing::{caper, hammers, words_of};
    use crate::rules::captions::Sentences;
    use serde_json::json;

    fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
        of.iter().map(|(word, says)| (word.to_string(), says.to_string())).collect()
    }

    /// Captions of an invented game.
    fn captions() -> Captions {
        Captions {
            sentences: Sentences {
                zones: pairs(&[
                    ("deck", "the deck"),
                    ("discard", "the discards"),
                    ("field/*/*", "place {place}"),
                    ("row/*", "place {place}"),
                    ("hand/*", "the hand of {seat}"),
                ]),
                turned: pairs(&[("up", "now face up at {to}")]),
                counted: pairs(&[
                    ("round", "round {n}"),
                    ("first", "{who} begin"),
                    ("coins/bank", "{n} coins lie there"),
                    ("coins/*", "{seat} have {n} coins"),
                ]),
                noted: pairs(&[("won", "{seat} win {at}, {high} to {low}")]),
            },
            ..Captions::default()
        }
    }

    fn words() -> ReplayWords {
        let pair = |(word, name): (&str, &str)| (word.to_owned(), name.to_owned());
        let seats = [("caps", "Caps"), ("hammers", "Hammers")];
        let cards = [("spy#1", "Spy"), ("admiral#2", "Admiral"), ("france", "France")];
        ReplayWords {
            seats: seats.map(pair).into(),
            cards: cards.map(pair).into(),
            captions: captions(),
        }
    }

    fn told(changes: &Value) -> Vec<String> {
        words().changes(changes.as_array().unwrap(), &|_| false)
    }

    #[test]
    fn a_change_is_told_by_the_first_sentence_that_fits() {
        for (change, says) in [
            (
                json!({"card": "spy#1", "from": "field/3/caps", "to": "hand/hammers", "face": "up"}),
                "To the hand of Hammers: Spy",
            ),
            (
                json!({"card": "spy#1", "at": "field/1/caps", "face": "up"}),
                "Now face up at place 1: Spy",
            ),
            (
                json!({"shuffle": "discard", "to": "deck"}),
                "The discards are shuffled: the deck again",
            ),
            (json!({"round": 4}), "Round 4"),
            (json!({"first": 1}), "Hammers begin"),
            (json!({"coins/bank": 7}), "7 coins lie there"),
            (json!({"coins/caps": 3}), "Caps have 3 coins"),
            (
                json!({"note": "won", "at": "row/1", "seat": "hammers", "values": [1, 9]}),
                "Hammers win place 1, 9 to 1",
            ),
        ] {
            assert_eq!(told(&json!([change])), [says]);
        }
    }

    #[test]
    fn what_no_sentence_fits_is_told_in_the_words_of_the_record() {
        for (change, says) in [
            (json!({"card": "spy#1", "from": "deck", "to": "sea", "face": "up"}), "To sea: Spy"),
            (json!({"card": "spy#1", "at": "moon", "face": "lit"}), "Now lit at moon: Spy"),
            (json!({"tide": 3}), "Tide 3"),
            (json!({"note": "surprise", "seat": "caps", "values": [1, 2]}), "Surprise Caps 1 2"),
        ] {
            assert_eq!(told(&json!([change])), [says]);
        }
    }

    #[test]
    fn what_fills_a_gap_is_not_read_for_gaps() {
        let gaps = [("a", "{b}".to_owned()), ("b", "no".to_owned())];
        assert_eq!(filled("{a} {b} {c} {", &gaps), "{b} no {c} {");
    }

    #[test]
    fn changes_of_a_kind_share_a_line() {
        let drawn =
            |card: &str| json!({"card": card, "from": "deck", "to": "hand/caps", "face": "down"});
        let changes = json!([drawn("spy#1"), drawn("admiral#2"), {"round": 3}, drawn("spy#1")]);
        assert_eq!(
            told(&changes),
            ["To the hand of Caps: Spy, Admiral", "Round 3", "To the hand of Caps: Spy"]
        );
    }

    #[test]
    fn hidden_cards_are_counted_not_named() {
        let drawn =
            |card: &str| json!({"card": card, "from": "deck", "to": "hand/caps", "face": "down"});
        let hidden = |card: &str| card == "spy#1";
        let told = |changes: Value| words().changes(changes.as_array().unwrap(), &hidden);
        assert_eq!(told(json!([drawn("spy#1")])), ["To the hand of Caps: a card"]);
        assert_eq!(
            told(json!([drawn("spy#1"), drawn("admiral#2")])),
            ["To the hand of Caps: 2 cards"]
        );
        assert_eq!(words().mv("deploy spy#1 at 3", &hidden), "deploy a card at 3");
        assert_eq!(words().mv("deploy admiral#2 at 3", &hidden), "deploy Admiral at 3");
    }

    #[test]
    fn cards_beside_each_other_in_a_move_are_told_together() {
        let (text, open) = ("pass spy#1 admiral#2", |_: &str| false);
        assert_eq!(words().mv(text, &open), "pass Spy, Admiral");
        assert_eq!(words().mv(text, &|card| card == "spy#1"), "pass 2 cards");
    }

    #[test]
    fn an_entry_says_the_move_and_what_it_changed() {
        let (replay, game) = (hammers(), caper(2));
        let text = log_entry(&replay.frames[0], &words_of(&replay));
        assert!(text.starts_with("── 7, round 3, Caps: deploy spy#1 at 2\n  DEFCON: 4"), "{text}");
        let text = log_entry(&game.frames[0], &words_of(&game));
        assert!(text.starts_with("── 0, round 1: the start\n  To "), "{text}");
    }

    #[test]
    fn no_line_is_wider_than_80_columns() {
        let mut long = caper(4);
        long.frames[1].text = Some(["a-move-that-goes-on"; 6].join(" "));
        for replay in [hammers(), caper(2), caper(3), caper(4), long] {
            for frame in &replay.frames {
                for line in log_entry(frame, &words_of(&replay)).lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
        }
    }
}
