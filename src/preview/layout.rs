//! Finds where each card lies, without knowing the game. A table as JSON and the captions come in, [`LaidCard`]s go out. Called
//! by the pages of a replay and of a table.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::rules::captions::{FacingCaption, fits};

/// A card on the table.
pub struct LaidCard {
    /// Its number among the game's cards.
    pub card: usize,
    /// "hand/caps", "field/3/hammers", "row/2".
    pub zone: String,
    /// The index of the caption for how it lies, if one fits.
    pub way: Option<usize>,
    /// The card that it lies on, or whose stack it is part of.
    pub on: Option<usize>,
}

/// Before the name of a deck: what stands for a card of it that is not known.
pub const UNKNOWN: &str = "deck:";

/// The cards of a table, zone by zone.
pub fn layout(
    table: &Value,
    cards: &BTreeMap<&str, usize>,
    faces: &[FacingCaption],
) -> Vec<LaidCard> {
    let card = |value: &Value| cards.get(value.as_str()?).copied();
    let items = table["zones"].as_object().into_iter().flatten().flat_map(|(zone, items)| {
        let items = items.as_array().into_iter().flatten();
        items.map(move |item| (zone, item))
    });
    // A card that is not known is placed by its deck, if that has a number.
    let unknown = |item: &Value| {
        let deck = item["deck"].as_str()?;
        cards.get(format!("{UNKNOWN}{deck}").as_str()).copied()
    };
    items
        .filter_map(|(zone, item)| {
            Some(LaidCard {
                card: card(item.get("card").unwrap_or(item)).or_else(|| unknown(item))?,
                zone: zone.clone(),
                way: way(item, zone, faces),
                on: card(&item["on"]),
            })
        })
        .collect()
}

/// The first caption that fits how a card lies in a zone.
fn way(said: &Value, zone: &str, faces: &[FacingCaption]) -> Option<usize> {
    let there = said.get("face");
    faces.iter().position(|face| {
        fits(&face.zone, zone) && there.map_or(face.unsaid, |word| word.as_str() == Some(&face.is))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn facing(is: &str) -> FacingCaption {
        FacingCaption { is: is.to_owned(), ..FacingCaption::default() }
    }

    fn told(table: &Value) -> Vec<(usize, String, Option<usize>, Option<usize>)> {
        let cards = BTreeMap::from([("spy#1", 0), ("germany", 1), ("missiles", 2)]);
        let found = layout(table, &cards, &[facing("down"), facing("disloyal")]);
        let told = |l: LaidCard| (l.card, l.zone, l.way, l.on);
        found.into_iter().map(told).collect()
    }

    #[test]
    fn a_card_lies_in_a_zone_in_a_way_that_is_known() {
        let lies = |zone: &str, way| vec![(0, zone.to_owned(), way, None)];
        for (table, expected) in [
            (json!({"zones": {"hand/caps": ["spy#1"]}}), lies("hand/caps", None)),
            (
                json!({"zones": {"field/2/caps": [{"card": "spy#1", "face": "down", "at": 3}]}}),
                lies("field/2/caps", Some(0)),
            ),
            (
                json!({"zones": {"owned/caps": [{"card": "spy#1", "face": "disloyal"}]}}),
                lies("owned/caps", Some(1)),
            ),
            (
                json!({"zones": {"field/2/caps": [{"card": "spy#1", "face": "unheard-of"}]}}),
                lies("field/2/caps", None),
            ),
        ] {
            assert_eq!(told(&table), expected, "{table}");
        }
    }

    #[test]
    fn of_which_nothing_is_said_lies_as_cards_lie_there() {
        let hand = FacingCaption { zone: "hand/*".to_owned(), unsaid: true, ..facing("down") };
        let table = json!({"zones": {"hand/caps": ["spy#1"], "row/1": ["germany"]}});
        let cards = BTreeMap::from([("spy#1", 0), ("germany", 1)]);
        let ways: Vec<Option<usize>> =
            layout(&table, &cards, &[hand]).into_iter().map(|lying| lying.way).collect();
        assert_eq!(ways, [Some(0), None]);
    }

    #[test]
    fn a_card_of_a_stack_says_what_it_lies_on() {
        let table = json!({"zones": {"field/1/caps": [
            {"card": "germany"}, {"card": "spy#1", "on": "germany", "face": "down"},
        ]}});
        let zone = || "field/1/caps".to_owned();
        assert_eq!(told(&table), [(1, zone(), None, None), (0, zone(), Some(0), Some(1))]);
    }

    #[test]
    fn a_card_that_is_not_known_lies_where_it_is_all_the_same() {
        let cards = BTreeMap::from([("spy#1", 0), ("deck:agents", 1)]);
        let table =
            json!({"zones": {"hand/caps": ["spy#1", {"deck": "agents"}, {"deck": "other"}]}});
        let found: Vec<usize> = layout(&table, &cards, &[]).iter().map(|l| l.card).collect();
        assert_eq!(found, [0, 1]);
    }

    #[test]
    fn what_is_said_of_cards_beside_the_zones_is_passed_over() {
        let table = json!({"turn": "caps", "round": 1, "known": {"caps": ["spy#1"]}});
        assert_eq!(told(&table), []);
    }
}
