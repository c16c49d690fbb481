#![doc = include_str!("../source/codes/D313.md")]

use super::game_data::GameData;
use super::shares::RowsByValue;
use crate::cards::ComponentShare;
use crate::source::{Code, Diagnostic, Diagnostics, Files, counted};

/// If the rulebook counts cards for each region, or another value: checks that each has that many.
pub fn check_regions(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
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
                let message = format!("each {key} has {cards}, but {told}");
                faults.push(
                    Diagnostic::warning(Code::RegionsOfThree, message)
                        .at(stray.map_or(component.span, |row| row.place(key)))
                        .related(component.span, component.clause())
                        .help(format!("give a card another `{key}`, so that each has {n}")),
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::told;

    /// Six countries, `odd` being the region of the second.
    fn regions(odd: &str) -> Vec<String> {
        let regions = ["asia", odd, "asia", "africa", "africa", "africa"];
        let rows = regions.iter().enumerate();
        let rows =
            rows.map(|(n, region)| format!("[[card]]\nname = \"C{n}\"\nregion = \"{region}\"\n"));
        let deck = format!("template = \"t.svg\"\n{}", rows.collect::<String>());
        let game =
            "title = \"T\"\n[components]\ncards = { cards = 6, region = 3, rule = \"R1\" }\n";
        told(game, &deck)
    }

    #[test]
    fn a_card_that_moves_to_another_region_is_told_once_and_there() {
        assert_eq!(regions("asia"), [""; 0]);
        assert_eq!(
            regions("africa"),
            ["D313 t/cards.toml:7:10: each region has 3 cards, but `africa` has 4, `asia` has 2"]
        );
    }

    #[test]
    fn a_region_of_one_is_told_as_well() {
        let told = regions("europe");
        assert!(told[0].contains("`asia` has 2, `europe` has 1"), "{told:?}");
    }
}
