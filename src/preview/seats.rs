//! What seats and cards are called, how seats look, and where they sit.

use std::collections::BTreeMap;

use crate::cards::{Pack, Value};
use crate::source::{Asset, Files};
use crate::verify::replay::Replay;

use super::faces::row_of;
use super::words::{Words, capital};

/// Colours of seats whose game gives none.
const COLOURS: [&str; 8] = [
    "#2f5d7c", "#b5392b", "#7a4a86", "#a8691c", "#2d7a78", "#8a3f5c", "#5b6a2c", "#5a5247",
];

/// What is legible on a seat's colour where its game does not say.
const INK: &str = "#ffffff";

/// A seat on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub colour: String,
    /// What is legible on the colour.
    pub ink: String,
    /// The name of the sign that stands for it everywhere.
    pub sign: Option<String>,
}

impl Words {
    /// The words of a game: a seat is called what its captions say, or what a look-up table of the game calls it.
    pub fn of(pack: &Pack, replay: &Replay) -> Words {
        let captions = &replay.captions;
        let seat = |word: &String| {
            let sitting = captions.sitting(word).map(|sitting| sitting.name.clone());
            let name = sitting.or_else(|| told(pack, captions.looks, word, "name"));
            (word.clone(), name.unwrap_or_else(|| capital(word)))
        };
        let card = |id: &String| {
            let (deck, row) = row_of(pack, id)?;
            Some((id.clone(), deck.rows.get(row)?.name.clone()))
        };
        Words {
            seats: replay.header.seats.iter().map(seat).collect(),
            cards: replay.header.cards.iter().filter_map(card).collect(),
            captions: captions.clone(),
        }
    }

    /// The seats by sides, each side's field first, then who has none. The first side sits below the locations, the
    /// others above; who is of no side with a field sits with the last.
    pub fn sides(&self) -> Vec<Vec<usize>> {
        let all = || self.seats.iter().map(|(word, _)| word).enumerate();
        let (fields, others): (Vec<_>, Vec<_>) =
            all().partition(|(_, w)| self.captions.has_field(w));
        let mut sides: Vec<Vec<usize>> = fields.iter().map(|(seat, _)| vec![*seat]).collect();
        for (seat, word) in others {
            let same = |(_, field): &(usize, &String)| {
                self.captions.side(field) == self.captions.side(word)
            };
            let at = fields.iter().position(same).or(sides.len().checked_sub(1));
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

/// How each seat looks.
pub fn looks(pack: &Pack, words: &Words) -> Vec<Look> {
    let look = |(index, (seat, _)): (usize, &(String, String))| {
        let side = words.captions.side(seat);
        let said = |key| told(pack, words.captions.looks, side, key);
        Look {
            colour: said("colour").unwrap_or_else(|| COLOURS[index % COLOURS.len()].to_owned()),
            ink: said("ink").unwrap_or_else(|| INK.to_owned()),
            sign: said("sign"),
        }
    };
    words.seats.iter().enumerate().map(look).collect()
}

/// The SVG texts of the signs of seats and of the symbols that captions name; one that is missing is left out.
pub fn symbols(
    pack: &Pack,
    words: &Words,
    looks: &[Look],
    files: &mut Files,
) -> BTreeMap<String, String> {
    let captions = &words.captions;
    let standing = captions
        .places
        .standing
        .and_then(|standing| standing.symbol);
    let named = captions.purses.iter().map(|purse| purse.symbol);
    let named = named
        .chain(captions.counts.iter().map(|count| count.symbol))
        .chain(captions.score.parts.iter().map(|row| row.symbol))
        .chain([standing]);
    let signs = looks.iter().filter_map(|look| look.sign.as_deref());
    let mut found = BTreeMap::new();
    for name in named.flatten().chain(signs) {
        let file = format!("{name}.svg");
        if let Ok((_, text)) = pack.folder.asset_text(Asset::Symbol, &file, files) {
            found.insert(name.to_owned(), text.to_string());
        }
    }
    found
}

/// What a look-up table of the game says of a side.
fn told(pack: &Pack, table: &str, side: &str, key: &str) -> Option<String> {
    let row = pack.game.tables.get(table)?.get(side)?;
    row.get(key).and_then(Value::text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::captions::{Captions, Sitting};

    fn seating(seats: &[(&str, &str, bool)]) -> Vec<Vec<usize>> {
        let sitting = |(seat, side, field): &(&str, &str, bool)| Sitting {
            seat: (*seat).into(),
            name: (*seat).into(),
            side: (*side).into(),
            field: *field,
        };
        let words = Words {
            seats: seats
                .iter()
                .map(|s| (s.0.to_owned(), s.0.to_owned()))
                .collect(),
            captions: Captions {
                seats: seats.iter().map(sitting).collect(),
                ..Captions::default()
            },
            ..Words::default()
        };
        words.sides()
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
        let words = |seats: usize| Words {
            seats: (0..seats).map(|s| (s.to_string(), s.to_string())).collect(),
            ..Words::default()
        };
        assert_eq!(words(1).benches(), [[0]]);
        assert_eq!(words(2).benches(), [[0], [1]]);
        assert_eq!(words(3).benches(), [vec![0], vec![1, 2]]);
        assert_eq!(words(4).benches(), [[0, 3], [1, 2]]);
        assert_eq!(words(5).benches(), [vec![0, 4], vec![1, 2, 3]]);
    }

    #[test]
    fn who_is_of_no_side_sits_with_the_last() {
        let judge = ("judge", "judge", false);
        let sides = seating(&[("red", "red", true), ("blue", "blue", true), judge]);
        assert_eq!(sides, [vec![0], vec![1, 2]]);
        assert_eq!(seating(&[judge]), [[0]]);
    }
}
