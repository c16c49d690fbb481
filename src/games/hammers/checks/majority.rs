#![doc = include_str!("../../../source/codes/D314.md")]

use super::data::Data;
use crate::cards::{Deck, Row, Value};
use crate::games::hammers::Role;
use crate::games::hammers::play::Rules;
use crate::source::{Code, Diagnostic, Diagnostics};

/// Whose signs stand on more of the countries in play takes the first turn (CH1-R7, CH2-R4): one side's always do, and
/// either side's can.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let (Some(numbers), Some(deck)) = (&data.numbers, data.deck(Role::Countries)) else {
        return;
    };
    let in_play = u32::from(numbers.countries_in_play);
    let leaning = Rules::SEATS.map(|side| lean_to(deck, side));
    // A slip in a sign is told by its card.
    if leaning.iter().sum::<u32>() != deck.cards() || deck.cards() < in_play {
        return;
    }
    let half = in_play / 2;
    if in_play % 2 == 0 && leaning.iter().all(|cards| *cards >= half) {
        let message = format!(
            "{in_play} countries in play can lean to both sides alike: then nobody has the first turn"
        );
        faults.push(
            Diagnostic::warning(Code::NoMajority, message)
                .at_maybe(data.place("countries-in-play"))
                .help("play with an odd number of countries"),
        );
    }
    for (side, cards) in Rules::SEATS.into_iter().zip(leaning) {
        if cards <= half {
            let message = format!(
                "{cards} of the countries lean to the {side}: no {in_play} in play ever give them the first turn"
            );
            let other = deck
                .rows
                .iter()
                .find(|row| row.copies > 0 && default(row) != Some(side));
            faults.push(
                Diagnostic::warning(Code::NoMajority, message)
                    .at_maybe(other.map(|row| row.place("default")))
                    .help(format!(
                        "write `default = \"{side}\"` on {} countries at least",
                        half + 1
                    )),
            );
        }
    }
}

fn default(row: &Row) -> Option<&str> {
    row.get("default").and_then(Value::as_str)
}

/// Countries that lean to a side.
fn lean_to(deck: &Deck, side: &str) -> u32 {
    let rows = deck.rows.iter().filter(|row| default(row) == Some(side));
    rows.map(|row| row.copies).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{EDITIONS, SECOND, pack};

    /// What is told when `lean` of the countries lean to the Caps, with so many in play.
    fn told(lean: usize, in_play: u8) -> Vec<String> {
        let pack = pack(SECOND);
        let mut decks = pack.decks.clone();
        let countries = decks.iter_mut().find(|deck| deck.id == "countries");
        for (index, row) in countries.unwrap().rows.iter_mut().enumerate() {
            for (key, value) in &mut row.table.entries {
                if key.name == "default" {
                    let side = Rules::SEATS[usize::from(index >= lean)];
                    value.datum = crate::cards::Datum::String(side.to_owned());
                }
            }
        }
        let mut faults = Diagnostics::new();
        let mut data = Data::read(&pack.game, &decks, &mut faults);
        if let Some(numbers) = &mut data.numbers {
            numbers.countries_in_play = in_play;
        }
        look(&data, &mut faults);
        faults.iter().map(|fault| fault.message.clone()).collect()
    }

    #[test]
    fn both_sides_can_have_the_first_turn_in_the_shipped_games() {
        for game in EDITIONS {
            let pack = pack(game);
            let mut faults = Diagnostics::new();
            look(
                &Data::read(&pack.game, &pack.decks, &mut faults),
                &mut faults,
            );
            assert!(faults.is_empty(), "{faults:?}");
        }
    }

    #[test]
    fn a_side_with_too_few_countries_never_has_the_first_turn() {
        assert_eq!(
            told(1, 3),
            ["1 of the countries lean to the caps: no 3 in play ever give them the first turn"]
        );
        assert_eq!(told(2, 3), [""; 0]);
        assert_eq!(told(21, 3).len(), 1);
    }

    #[test]
    fn an_even_number_in_play_can_lean_both_ways_alike() {
        assert_eq!(
            told(10, 2),
            ["2 countries in play can lean to both sides alike: then nobody has the first turn"]
        );
        assert_eq!(told(10, 5), [""; 0]);
    }
}
