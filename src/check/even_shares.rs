#![doc = include_str!("../source/codes/D313.md")]

use super::game_data::GameData;
use super::shares::RowsByValue;
use crate::cards::ComponentShare;
use crate::source::{Diagnostics, Files, counted, warning};

/// If the rulebook counts as many cards for each value of a key: checks that each has that many.
pub fn check_even_shares(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
    for component in &data.pack.game.components {
        let Some(deck) = data.sound_deck(&component.deck) else {
            continue;
        };
        for part in &component.parts {
            let ComponentShare::Each(n) = part.share else {
                continue;
            };
            let Some(shares) = RowsByValue::group(&data.pack.game, deck, &part.key) else {
                continue;
            };
            // With another total, the deck's count is the error.
            if deck.cards() != component.cards {
                continue;
            }
            let key = &part.key;
            let wanted: Vec<(&str, u32)> = shares.values().map(|value| (value, n)).collect();
            if let Some((told, stray)) = shares.wrong(&wanted) {
                let cards = counted(n as usize, "card");
                faults.push(
                    warning!(
                        UnevenShares,
                        stray.map_or(component.span, |row| row.place(key)),
                        "each {key} has {cards}, but {told}",
                        "give a card another `{key}`, so that each has {n}"
                    )
                    .related(component.span, component.clause()),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::told;

    /// Six cards, `odd` being the suit of the second.
    fn suits(odd: &str) -> Vec<String> {
        let suits = ["red", odd, "red", "blue", "blue", "blue"];
        let rows = suits.iter().enumerate();
        let rows = rows.map(|(n, suit)| format!("[[card]]\nname = \"C{n}\"\nsuit = \"{suit}\"\n"));
        let deck = format!("template = \"t.svg\"\n{}", rows.collect::<String>());
        let game = "title = \"T\"\n[components]\ncards = { cards = 6, suit = 3, rule = \"R1\" }\n";
        told(game, &deck)
    }

    #[test]
    fn a_card_of_another_suit_is_told_once_and_there() {
        assert_eq!(suits("red"), [""; 0]);
        assert_eq!(
            suits("blue"),
            ["D313 t/cards.toml:7:8: each suit has 3 cards, but `blue` has 4, `red` has 2"]
        );
    }

    #[test]
    fn a_suit_of_one_is_told_as_well() {
        let told = suits("green");
        assert!(told[0].contains("`green` has 1, `red` has 2"), "{told:?}");
    }
}
