//! Collects the names of seats and cards, the looks of seats, and how they are grouped around the table. A [`Pack`] and a
//! [`Replay`] come in; [`ReplayWords`] and [`SeatLook`]s go out. Called by `deckproof replay` and by the replay page.

use std::collections::BTreeMap;

use crate::cards::{Deck, Pack, TomlTable, Value};
use crate::rules::captions::Fact;
use crate::source::{Asset, Files};
use crate::verify::replay::Replay;

use super::words::{ReplayWords, capital};

/// Default colours, for seats whose game gives none.
const COLOURS: [&str; 8] =
    ["#2f5d7c", "#b5392b", "#7a4a86", "#a8691c", "#2d7a78", "#8a3f5c", "#5b6a2c", "#5a5247"];

/// The default text colour on a seat's colour.
const INK: &str = "#ffffff";

/// A seat on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatLook {
    pub colour: String,
    /// The colour of text on it.
    pub ink: String,
    /// The name of the sign that stands for it everywhere.
    pub sign: Option<String>,
}

impl ReplayWords {
    /// The words of a replay.
    pub fn new(pack: &Pack, replay: &Replay) -> ReplayWords {
        let captions = &replay.captions;
        let seat = |word: &String| {
            let sitting = captions.sitting(word).map(|sitting| sitting.name.clone());
            (word.clone(), sitting.unwrap_or_else(|| capital(word)))
        };
        // A counter that is zero all game long belongs to other variants, so it is left out.
        let used = |fact: &Fact| replay.frames.iter().any(|frame| says(&frame.table[&fact.key]));
        let mut captions = captions.clone();
        captions.facts.retain(used);
        ReplayWords {
            seats: replay.header.seats.iter().map(seat).collect(),
            cards: replay
                .header
                .cards
                .iter()
                .filter_map(|id| {
                    let (deck, row) = row_of(pack, id)?;
                    Some((id.clone(), deck.rows.get(row)?.name.clone()))
                })
                .collect(),
            captions,
        }
    }

    /// The seats by side: first those with a field, then those without. The first side sits below the locations, the
    /// others above; seats that belong to no side with a field sit with the last.
    fn sides(&self) -> Vec<Vec<usize>> {
        let all = || self.seats.iter().map(|(word, _)| word).enumerate();
        let (fields, others): (Vec<_>, Vec<_>) =
            all().partition(|(_, w)| self.captions.has_field(w));
        let mut sides: Vec<Vec<usize>> = fields.iter().map(|(seat, _)| vec![*seat]).collect();
        for (seat, word) in others {
            let at = fields
                .iter()
                .position(|(_, field)| self.captions.side(field) == self.captions.side(word))
                .or(sides.len().checked_sub(1));
            match at.and_then(|at| sides.get_mut(at)) {
                Some(side) => side.push(seat),
                None => sides.push(vec![seat]),
            }
        }
        sides
    }

    /// The seats in rows, the first of which is below the locations: two sides sit opposite each other, more of them
    /// around the table in the order of play.
    pub fn benches(&self) -> Vec<Vec<usize>> {
        let sides = self.sides();
        if sides.len() <= 2 {
            return sides;
        }
        let below = sides.len() / 2;
        let above = sides.len() - below;
        let (first, others) = sides.split_at(1);
        let (above, rest) = others.split_at(above);
        let below = first.iter().chain(rest.iter().rev());
        vec![below.flatten().copied().collect(), above.concat()]
    }
}

/// Whether a counter is not zero: `2`, or one of `{"caps":2,"hammers":0}`.
fn says(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Object(each) => each.values().any(says),
        value => !value.is_null() && *value != false && *value != 0,
    }
}

/// The row of a deck that a card is a copy of: `spy#2` is one of row `spy`.
pub fn row_of<'p>(pack: &'p Pack, card: &str) -> Option<(&'p Deck, usize)> {
    let id = card.split('#').next().unwrap_or(card);
    pack.decks
        .iter()
        .find_map(|deck| {
            let row = deck.rows.iter().position(|row| row.id == id)?;
            Some((deck, row))
        })
        .filter(|(deck, _)| deck.flow.is_none())
}

/// How each seat looks; a seat without a row of its own takes the look of its side.
pub fn looks(pack: &Pack, words: &ReplayWords) -> Vec<SeatLook> {
    let rows = rows(pack, words);
    let look = |(index, (seat, _)): (usize, &(String, String))| {
        let row = rows.get(index).copied().flatten();
        let said = |key| row?.get(key).and_then(Value::text);
        let side = words.captions.side(seat);
        let side = words.seats.iter().position(|(known, _)| known == side);
        let colour = COLOURS[side.unwrap_or(index) % COLOURS.len()];
        SeatLook {
            colour: said("colour").unwrap_or_else(|| colour.to_owned()),
            ink: said("ink").unwrap_or_else(|| INK.to_owned()),
            sign: said("sign"),
        }
    };
    words.seats.iter().enumerate().map(look).collect()
}

/// The row of each seat or of its side in the look-up table that has a colour for most of them; of several such the
/// first by name. One that has it for a single seat of several is about something else.
fn rows<'p>(pack: &'p Pack, words: &ReplayWords) -> Vec<Option<&'p TomlTable>> {
    let of = |table: &'p BTreeMap<String, TomlTable>| {
        let row = |word: &str| table.get(word).filter(|row| row.get("colour").is_some());
        let rows = words
            .seats
            .iter()
            .map(|(seat, _)| row(seat).or_else(|| row(words.captions.side(seat))));
        rows.collect::<Vec<_>>()
    };
    let found = |rows: &Vec<Option<&TomlTable>>| rows.iter().flatten().count();
    // `max_by_key` takes the last of equals, so the tables are reversed.
    pack.game
        .tables
        .values()
        .rev()
        .map(of)
        .max_by_key(found)
        .filter(|rows| found(rows) >= words.seats.len().min(2))
        .unwrap_or_default()
}

/// The SVG texts of the signs of seats; one that is missing is left out.
pub fn signs(pack: &Pack, looks: &[SeatLook], files: &mut Files) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for name in looks.iter().filter_map(|look| look.sign.as_ref()) {
        let file = format!("{name}.svg");
        if let Ok((_, text)) = pack.folder.asset_text(Asset::Symbol, &file, files) {
            found.insert(name.clone(), text.to_string());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preview::testing::{caper, pack};
    use crate::rules::captions::{Captions, Sitting};

    /// Seats with their sides, and whether they have a field.
    fn words(seats: &[(&str, &str, bool)]) -> ReplayWords {
        let sitting = |(seat, side, field): &(&str, &str, bool)| Sitting {
            seat: (*seat).into(),
            name: (*seat).into(),
            side: (*side).into(),
            field: *field,
        };
        ReplayWords {
            seats: seats.iter().map(|s| (s.0.to_owned(), s.0.to_owned())).collect(),
            captions: Captions {
                seats: seats.iter().map(sitting).collect(),
                ..Captions::default()
            },
            ..ReplayWords::default()
        }
    }

    fn seating(seats: &[(&str, &str, bool)]) -> Vec<Vec<usize>> {
        words(seats).sides()
    }

    /// The colours of seats, with their sides, by the look-up tables of Caper.
    fn colours(seats: &[(&str, &str)]) -> Vec<String> {
        let seats: Vec<_> = seats.iter().map(|(seat, side)| (*seat, *side, true)).collect();
        let looks = looks(&pack("caper").0, &words(&seats));
        looks.into_iter().map(|look| look.colour).collect()
    }

    #[test]
    fn seats_take_their_looks_from_the_table_that_has_most_of_them() {
        let alone = |seat| (seat, seat);
        // `colour` and `side` both have a row for cream, `side` one for mint too.
        let both = [alone("cream"), alone("mint")];
        assert_eq!(colours(&both), ["#f4ead5", "#a9d6bd"]);
        // Of two tables with equally many, the first by name; a seat without a row gets a default colour.
        let first = [alone("red"), alone("green"), alone("judge")];
        assert_eq!(colours(&first), ["#b5210f", "#46724c", COLOURS[2]]);
        assert_eq!(colours(&[alone("rome")]), ["#5b2a6e"]);
    }

    #[test]
    fn a_row_for_one_of_several_seats_says_nothing_of_seats() {
        let seats = [("north", "north"), ("red", "red"), ("south", "north")];
        assert_eq!(colours(&seats), [COLOURS[0], COLOURS[1], COLOURS[0]]);
    }

    #[test]
    fn who_has_no_field_sits_with_its_side() {
        let [red, blue] = [("red", "red", true), ("blue", "blue", true)];
        let [scout, spy] = [("scout", "blue", false), ("spy", "red", false)];
        assert_eq!(seating(&[red, blue]), [[0], [1]]);
        assert_eq!(seating(&[red, blue, spy, scout]), [[0, 2], [1, 3]]);
    }

    #[test]
    fn more_than_two_sides_sit_around_the_table() {
        let words = |seats: usize| ReplayWords {
            seats: (0..seats).map(|s| (s.to_string(), s.to_string())).collect(),
            ..ReplayWords::default()
        };
        assert_eq!(words(1).benches(), [[0]]);
        assert_eq!(words(2).benches(), [[0], [1]]);
        assert_eq!(words(3).benches(), [vec![0], vec![1, 2]]);
        assert_eq!(words(4).benches(), [[0, 3], [1, 2]]);
        assert_eq!(words(5).benches(), [vec![0, 4], vec![1, 2, 3]]);
    }

    #[test]
    fn a_counter_that_is_nothing_all_game_long_is_not_told() {
        let pack = pack("caper").0;
        let told = |players: usize| {
            let facts = ReplayWords::new(&pack, &caper(players)).captions.facts;
            facts.into_iter().map(|fact| fact.key).collect::<Vec<_>>()
        };
        assert_eq!(told(2), ["supply", "coins"]);
        assert_eq!(told(3), ["supply", "coins", "snitch_deck"]);
    }

    #[test]
    fn who_is_of_no_side_sits_with_the_last() {
        let judge = ("judge", "judge", false);
        let sides = seating(&[("red", "red", true), ("blue", "blue", true), judge]);
        assert_eq!(sides, [vec![0], vec![1, 2]]);
        assert_eq!(seating(&[judge]), [[0]]);
    }
}
