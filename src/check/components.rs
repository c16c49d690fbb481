#![doc = include_str!("../source/codes/D312.md")]
#![doc = include_str!("../source/codes/D313.md")]

use std::collections::BTreeMap;

use super::game_data::GameData;
use crate::cards::{Component, ComponentShare, Deck, GameFile, Row, Value};
use crate::source::{Diagnostic, Diagnostics, Files, counted, warning};

/// Compares each deck with the rulebook's count of it, and of its cards for each value of a key.
pub fn check_components(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
    let game = &data.pack.game;
    for component in &game.components {
        let Some(deck) = data.sound_deck(&component.deck) else {
            continue;
        };
        // With another total, the deck's count is the error.
        if deck.cards() != component.cards {
            faults.push(total(component, deck));
            continue;
        }
        for part in &component.parts {
            let key = &part.key;
            let Some(shares) = rows_by_value(game, deck, key) else {
                continue;
            };
            let wanted: Vec<(&str, u32)> = match &part.share {
                ComponentShare::Of(counts) => {
                    counts.iter().map(|(v, n)| (v.as_str(), *n)).collect()
                }
                ComponentShare::Each(n) => shares.keys().map(|v| (v.as_str(), *n)).collect(),
            };
            let Some((told, counts, stray)) = wrong(&shares, &wanted) else {
                continue;
            };
            let at = stray.map_or(component.span, |row| row.place(key));
            let fault = match part.share {
                ComponentShare::Of(_) => warning!(
                    Components,
                    at,
                    format!("in deck `{}` the {key} {told}, the rulebook counts {counts}", deck.id),
                    "give a card another `{key}`, or correct [components] if the change is meant"
                ),
                ComponentShare::Each(n) => warning!(
                    UnevenShares,
                    at,
                    format!("each {key} has {}, but {told}", counted(n as usize, "card")),
                    "give a card another `{key}`, so that each has {n}"
                ),
            };
            faults.push(fault.related(component.span, component.clause()));
        }
    }
}

fn total(component: &Component, deck: &Deck) -> Diagnostic {
    let (there, wanted) = (deck.cards(), component.cards);
    let difference = there.abs_diff(wanted);
    let does = if there < wanted {
        format!("add {difference}")
    } else {
        format!("take {difference} away")
    };
    let fault = warning!(
        Components,
        format!("deck `{}` has {there} cards, the rulebook counts {wanted}", deck.id),
        "{does} (see `copies`), or correct `cards` in [components] if the change is meant"
    );
    match deck.count {
        Some((_, span)) => fault.at(span).related(component.span, component.clause()),
        None => fault.at(component.span).label(component.clause()),
    }
}

/// The rows of a deck by what they have under a key, each with its place in the deck.
type RowsByValue<'d> = BTreeMap<String, Vec<(usize, &'d Row)>>;

/// `None` when a value is not in the look-up table of that name: that is already reported, and not counted.
fn rows_by_value<'d>(game: &GameFile, deck: &'d Deck, key: &str) -> Option<RowsByValue<'d>> {
    let mut groups = RowsByValue::new();
    for (index, row) in deck.rows.iter().enumerate().filter(|(_, r)| r.copies > 0) {
        if let Some(value) = row.get(key).and_then(Value::text) {
            groups.entry(value).or_default().push((index, row));
        }
    }
    let table = game.tables.get(key);
    let known = |value: &String| table.is_none_or(|rows| rows.contains_key(value));
    groups.keys().all(known).then_some(groups)
}

/// Those of `wanted` that have other cards than wanted, as `africa` has 4, `europe` has 2; what is wanted, as 3 of `africa`; and the
/// row of a value with too many that is most likely wrong: the one farthest from the other rows with its value.
fn wrong<'d>(
    groups: &RowsByValue<'d>,
    wanted: &[(&str, u32)],
) -> Option<(String, String, Option<&'d Row>)> {
    let (mut told, mut counts, mut stray) = (Vec::new(), Vec::new(), None);
    for (value, n) in wanted {
        let rows = groups.get(*value).map(Vec::as_slice).unwrap_or_default();
        let cards: u32 = rows.iter().map(|(_, row)| row.copies).sum();
        if cards != *n {
            told.push(format!("`{value}` has {cards}"));
            counts.push(format!("{n} of `{value}`"));
        }
        if cards > *n && stray.is_none() {
            stray = self::stray(rows);
        }
    }
    (!told.is_empty()).then(|| (told.join(", "), counts.join(", "), stray))
}

fn stray<'d>(rows: &[(usize, &'d Row)]) -> Option<&'d Row> {
    let far = |index: usize| -> usize { rows.iter().map(|(i, _)| i.abs_diff(index)).sum() };
    rows.iter().max_by_key(|(index, _)| far(*index)).map(|(_, row)| *row)
}

#[cfg(test)]
mod tests {
    use crate::check::testing::told;

    const DECK: &str = "template = \"t.svg\"\ncount = 3\n[[card]]\nname = \"Fire\"\ncopies = 2\nkind = \"hot\"\n[[card]]\nname = \"Frost\"\nkind = \"cold\"\n";

    fn counted(line: &str) -> Vec<String> {
        told(&format!("title = \"T\"\n[components]\n{line}\n"), DECK)
    }

    #[test]
    fn what_the_rulebook_counts_is_fine() {
        let line = "cards = { cards = 3, kind = { hot = 2, cold = 1 }, rule = \"R1\" }";
        assert_eq!(counted(line), [""; 0]);
    }

    #[test]
    fn other_cards_than_counted_are_told_at_the_count_of_the_deck() {
        assert_eq!(
            counted("cards = { cards = 4 }"),
            ["D312 t/cards.toml:2:9: deck `cards` has 3 cards, the rulebook counts 4"]
        );
    }

    #[test]
    fn other_cards_of_a_kind_are_told_at_one_of_them() {
        assert_eq!(
            counted("cards = { cards = 3, kind = { hot = 1, cold = 2 } }"),
            [
                "D312 t/cards.toml:6:8: in deck `cards` the kind `hot` has 2, `cold` has 1, the rulebook counts 1 of `hot`, 2 of `cold`"
            ]
        );
    }

    #[test]
    fn a_deck_that_there_is_not_cannot_be_counted() {
        assert_eq!(
            counted("card = { cards = 3 }"),
            ["D014 t/game.toml:3:1: [components] counts a deck `card` there is not"]
        );
    }

    #[test]
    fn a_count_is_a_number() {
        for line in ["cards = 3", "cards = { cards = 3, kind = \"hot\" }"] {
            let told = counted(line);
            assert!(told[0].starts_with("D004 t/game.toml:3"), "{told:?}");
        }
        assert!(counted("cards = {}")[0].starts_with("D003 "));
    }
}

#[cfg(test)]
mod uneven_tests {
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
