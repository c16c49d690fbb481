#![doc = include_str!("../source/codes/D312.md")]

use super::game_data::GameData;
use super::shares::RowsByValue;
use crate::cards::{Component, ComponentShare, Deck};
use crate::source::{Code, Diagnostic, Diagnostics, Files, warning};

/// Compares each deck with the rulebook's count of it.
pub fn check_components(data: &GameData<'_>, _: &mut Files, faults: &mut Diagnostics) {
    let game = &data.pack.game;
    for component in &game.components {
        let Some(deck) = data.sound_deck(&component.deck) else {
            continue;
        };
        if deck.cards() != component.cards {
            faults.push(total(component, deck));
            continue;
        }
        for part in &component.parts {
            if let ComponentShare::Of(counts) = &part.share
                && let Some(shares) = RowsByValue::group(game, deck, &part.key)
            {
                let wanted: Vec<(&str, u32)> =
                    counts.iter().map(|(v, n)| (v.as_str(), *n)).collect();
                if let Some((told, stray)) = shares.wrong(&wanted) {
                    let key = &part.key;
                    let counts = wanted
                        .iter()
                        .filter(|(v, n)| shares.cards(v) != *n)
                        .map(|(value, n)| format!("{n} of `{value}`"))
                        .collect::<Vec<_>>()
                        .join(", ");
                    faults.push(
                        warning!(Components, stray.map_or(component.span, |row| row.place(key)), format!(
                        "in deck `{}` the {key} {told}, the rulebook counts {counts}",
                        deck.id
                    ), "give a card another `{key}`, or correct [components] if the change is meant").related(component.span, component.clause()),
                    );
                }
            }
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
    let fault = Diagnostic::warning(
        Code::Components,
        format!("deck `{}` has {there} cards, the rulebook counts {wanted}", deck.id),
    );
    let fault = match deck.count {
        Some((_, span)) => fault.at(span).related(component.span, component.clause()),
        None => fault.at(component.span).label(component.clause()),
    };
    fault.help(format!(
        "{does} (see `copies`), or correct `cards` in [components] if the change is meant"
    ))
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
