//! Prepares the data that the script of a replay page reads. A [`Replay`] with its words, layout and cards comes in, JSON goes
//! out.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::rules::captions::Captions;
use crate::verify::replay::{Frame, Replay};

use super::faces::PageCard;
use crate::preview::{
    Chip, LaidCard, ReplayWords, ScoreSheet, SeatLook, decided, verdict, winners,
};

/// A replay with all that is shown of it.
pub struct ReplayView<'a> {
    pub replay: &'a Replay,
    pub words: &'a ReplayWords,
    pub looks: &'a [SeatLook],
    pub cards: &'a [PageCard],
    /// What stands for a card of which it is not known which it is: one a deck.
    pub unknown: &'a [PageCard],
    /// Where the cards lie in each frame.
    pub tables: &'a [Vec<LaidCard>],
    /// Where the game comes from.
    pub about: String,
}

impl ReplayView<'_> {
    pub fn game(&self) -> Value {
        let ReplayView { replay, words, .. } = self;
        let header = &replay.header;
        let mut zones: Vec<&str> = Vec::new();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for lying in self.tables.iter().flatten() {
            numbers.entry(&lying.zone).or_insert_with(|| {
                zones.push(&lying.zone);
                zones.len() - 1
            });
        }
        let seats = words.seats.iter().zip(self.looks);
        let seats: Vec<Value> = seats
            .map(|((word, name), look)| json!({"word": word, "name": name, "sign": look.sign, "field": words.captions.has_field(word)}))
            .collect();
        let cards = header.cards.iter().zip(self.cards);
        let cards =
            cards.map(|(id, card)| json!([id, card.name, card.front, card.back, card.form]));
        let unknown = self
            .unknown
            .iter()
            .map(|card| json!(["", card.name, null, card.back, card.form, true]));
        let cards: Vec<Value> = cards.chain(unknown).collect();
        let mut sheets: Vec<ScoreSheet> = Vec::new();
        let last = replay.frames.len().saturating_sub(1);
        let mut frames = Vec::new();
        for (index, (frame, lies)) in replay.frames.iter().zip(self.tables).enumerate() {
            let sheet = ScoreSheet::ended(replay, words)
                .filter(|_| index == last)
                .or_else(|| ScoreSheet::now(frame, words));
            let sheet = sheet.map(|sheet| {
                sheets.iter().position(|known| *known == sheet).unwrap_or_else(|| {
                    sheets.push(sheet);
                    sheets.len() - 1
                })
            });
            frames.push(self.frame(frame, lies, &numbers, sheet));
        }
        json!({
            "about": self.about,
            "places": words.places(),
            "seats": seats,
            "seating": words.benches(),
            "captions": captions(&words.captions),
            "cards": cards,
            "zones": zones,
            "frames": frames,
            "sheets": sheets,
            "ending": self.ending(),
        })
    }

    fn ending(&self) -> Value {
        let result = &self.replay.result;
        if result.get("fault").is_some() {
            // What went wrong may depend on what somebody does not see.
            let says = "The game stopped: a fault of its rules";
            return json!({"winners": [], "says": says, "by": null, "totals": []});
        }
        let Some(sheet) = ScoreSheet::ended(self.replay, self.words) else {
            return Value::Null;
        };
        let mut totals: Vec<i64> = sheet.totals().map(|(_, total)| total).collect();
        totals.sort_by_key(|total| std::cmp::Reverse(*total));
        // The winner comes first, also when the fewest points win.
        let winner = winners(result, self.words).first().copied();
        let won = sheet.totals().find(|(seat, _)| Some(*seat) == winner);
        if won.is_some_and(|(_, won)| totals.first() > Some(&won) && totals.last() == Some(&won)) {
            totals.reverse();
        }
        json!({
            "winners": winners(result, self.words),
            "says": crate::preview::capital(&verdict(result, self.words)),
            "by": decided(result, self.words),
            "totals": totals,
        })
    }

    /// One table: in `lies` each card takes four numbers: its own, its zone's, and from 1 which way it lies and which
    /// card it lies on.
    fn frame(
        &self,
        frame: &Frame,
        lies: &[LaidCard],
        zones: &BTreeMap<&str, usize>,
        sheet: Option<usize>,
    ) -> Value {
        let words = self.words;
        // What not everybody sees.
        let faces = &words.captions.faces;
        let hidden = lies.iter().filter(|l| l.way.is_some_and(|way| faces[way].secret));
        let hidden: BTreeSet<&str> = hidden
            .filter_map(|lying| self.replay.header.cards.get(lying.card))
            .map(String::as_str)
            .collect();
        let (open, covered) = (|_: &str| false, |card: &str| hidden.contains(card));
        let text = frame.text.as_deref().unwrap_or(match frame.seat {
            Some(_) => "made a move",
            None => "the table at the start",
        });
        let seat = |word: &Option<String>| {
            let word = word.as_ref()?;
            words.seats.iter().position(|(seat, _)| seat == word)
        };
        let numbers = lies.iter().flat_map(|l| {
            let zone = zones.get(l.zone.as_str()).copied().unwrap_or_default();
            let from_one = |number: Option<usize>| number.map_or(0, |n| n + 1);
            [l.card, zone, from_one(l.way), from_one(l.on)]
        });
        let facts = words.facts(&frame.table);
        let many = |all: &[Vec<Chip>]| all.iter().map(|c| chips(c)).collect::<Vec<_>>();
        let round = (!words.captions.round.is_empty()).then_some("round");
        let keys = words.captions.places.standing.iter().flat_map(|s| [s.key.as_str(), &s.winner]);
        json!({
            "ply": frame.ply,
            "seat": seat(&frame.seat),
            "turn": seat(&frame.turn),
            "move": [words.mv(text, &open), words.mv(text, &covered)],
            "says": [words.changes(&frame.changes, &open), words.changes(&frame.changes, &covered)],
            "duty": words.duty(&frame.table),
            "facts": [chips(&facts.table), many(&facts.seats), many(&facts.places)],
            "lies": numbers.collect::<Vec<_>>(),
            "table": part(&frame.table, round),
            "standings": part(&frame.standings, keys),
            "sheet": sheet,
        })
    }
}

fn chips(chips: &[Chip]) -> Value {
    chips.iter().map(|chip| json!([chip.label, chip.value, u8::from(chip.secret)])).collect()
}

/// Only the keys of a table or of standings that the script reads.
fn part<'a>(value: &Value, keys: impl IntoIterator<Item = &'a str>) -> Value {
    let found = keys.into_iter().filter_map(|key| Some((key.to_owned(), value.get(key)?.clone())));
    Value::Object(found.collect())
}

/// The captions that the script needs; sentences are filled in here already.
fn captions(captions: &Captions) -> Value {
    let places = &captions.places;
    json!({
        "round": captions.round,
        "holdings": captions.holdings,
        "piles": captions.piles,
        "faces": captions.faces,
        "middle": captions.middle,
        "row": places.row,
        "field": places.field,
        "stacks": places.stacks,
        "besideRow": places.beside_row,
        "besideField": places.beside_field,
        "standing": places.standing,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::layout;
    use crate::preview::testing::{caper, hammers, words_of};
    use crate::rules::captions::FacingCaption;

    fn game(replay: &Replay) -> Value {
        let cards = &replay.header.cards;
        let numbers = cards.iter().map(String::as_str).zip(0..).collect();
        let lies = |f: &Frame| layout(&f.table, &numbers, &replay.captions.faces);
        let tables: Vec<Vec<LaidCard>> = replay.frames.iter().map(lies).collect();
        let words = words_of(replay);
        let shown = ReplayView {
            replay,
            words: &words,
            looks: &[],
            cards: &[],
            unknown: &[],
            tables: &tables,
            about: String::new(),
        };
        shown.game()
    }

    /// What a frame says of a card: its zone, which way it lies, and what it lies on.
    fn lies(
        replay: &Replay,
        game: &Value,
        frame: usize,
        card: &str,
    ) -> (String, u64, Option<String>) {
        let cards = &replay.header.cards;
        let number = cards.iter().position(|id| id == card).unwrap() as u64;
        let lies = game["frames"][frame]["lies"].as_array().unwrap();
        let lies: Vec<u64> = lies.iter().map(|n| n.as_u64().unwrap()).collect();
        let card = lies.chunks(4).find(|card| card[0] == number).unwrap();
        let zone = game["zones"][card[1] as usize].as_str().unwrap().to_owned();
        let on = (card[3] as usize).checked_sub(1).map(|on| cards[on].clone());
        (zone, card[2], on)
    }

    #[test]
    fn a_card_tells_where_how_and_on_what_it_lies() {
        let replay = caper(2);
        let game = game(&replay);
        let lies = |card| lies(&replay, &game, 1, card);
        let field = || "field/1/cream".to_owned();
        let of_fields = |face: &FacingCaption| face.zone == "field/*/*" && face.is == "flipped";
        let flipped = replay.captions.faces.iter().position(of_fields).unwrap() as u64 + 1;
        assert_eq!(lies("the-dame"), (field(), 0, None));
        assert_eq!(lies("lock-picks"), (field(), 0, Some("the-dame".into())));
        assert_eq!(lies("grappling-hook"), (field(), flipped, Some("the-dame".into())));
        assert_eq!(lies("wine-crate").0, "hand/mint");
    }

    #[test]
    fn who_does_not_ask_is_not_told_what_lies_hidden() {
        // Face down, in a hand, and face up.
        for (replay, frame, text, covered) in [
            (hammers(), 0, "deploy spy#1 at 2", "deploy a card at 2"),
            (caper(3), 1, "deal wine-crate", "deal a card"),
            (caper(2), 1, "place the-dame at 2", "place the-dame at 2"),
        ] {
            let mut replay = replay;
            replay.frames[frame].text = Some(text.into());
            let game = game(&replay);
            assert_eq!(game["frames"][frame]["move"], json!([text, covered]));
        }
    }

    #[test]
    fn each_score_sheet_is_told_once_and_the_last_frame_has_the_final_one() {
        let game = game(&caper(3));
        let sheets = game["sheets"].as_array().unwrap();
        assert_eq!(sheets.len(), 3);
        let columns = |frame: usize| {
            let sheet = game["frames"][frame]["sheet"].as_u64().unwrap();
            sheets[sheet as usize]["columns"].clone()
        };
        assert_eq!(columns(1), json!([0, 1]));
        assert_eq!(columns(2), json!([0, 1, 2]));
    }

    #[test]
    fn a_game_that_stops_early_has_no_ending() {
        let mut replay = caper(2);
        assert_eq!(game(&replay)["ending"]["says"], "Cream wins");
        assert_eq!(game(&replay)["ending"]["totals"], json!([13, 9]));
        replay.result = Value::Null;
        assert_eq!(game(&replay)["ending"], Value::Null);
    }

    #[test]
    fn of_a_table_only_what_is_shown_is_told() {
        let game = game(&caper(3));
        let frame = &game["frames"][1];
        assert_eq!(frame["table"], json!({"round": 4}));
        let standings = frame["standings"].as_object().unwrap();
        let keys: Vec<&str> = standings.keys().map(String::as_str).collect();
        assert_eq!(keys, ["capers", "winner"]);
    }
}
