#![doc = include_str!("../source/codes/D201.md")]

use super::scene::Scene;
use crate::cards::Row;
use crate::source::{Diagnostic, Diagnostics, Files, one_or_many, warning};
use crate::template::Fit;

/// The smallest loss that is reported: the others' words would be larger by this factor.
const WORTH: f32 = 1.15;

/// The most cards that count as exceptions.
const FEW: usize = 2;

/// How many other cards must lose for each exception.
const OTHERS: usize = 4;

pub fn find_forced_smaller(scene: &Scene<'_>, _files: &Files, found: &mut Diagnostics) {
    for deck in &scene.proof.decks {
        for fit in &deck.drawn.fits {
            if let Some(fault) = forced(fit, &deck.deck.rows, &deck.faces) {
                found.push(fault);
            }
        }
    }
}

fn forced(fit: &Fit, rows: &[Row], faces: &[crate::cards::Face]) -> Option<Diagnostic> {
    let mut sizes = fit.sizes.clone();
    sizes.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    let smallest = sizes.first()?.1;
    let few = (1..=FEW).find(|few| {
        let others = sizes.get(*few).map_or(0.0, |next| next.1);
        sizes.len() >= few * (1 + OTHERS) && others >= smallest * WORTH
    })?;
    let others = sizes[few].1;
    let (forcing, rest) = sizes.split_at(few);
    let ids: Vec<String> =
        forcing.iter().filter_map(|(row, _)| Some(format!("`{}`", rows.get(*row)?.id))).collect();
    let verb = one_or_many(few, "makes", "make");
    let mut fault = warning!(
        ForcedSmaller,
        format!(
            "{} {verb} `{}` {:.0} % smaller on the whole deck: {smallest:.1} pt, where {} other cards would have {others:.1} pt",
            ids.join(" and "),
            fit.field,
            100.0 * (1.0 - smallest / others),
            rest.len(),
        ),
        "say it with fewer words on that card, or give the box more room in the template"
    );
    for (row, _) in forcing {
        let Some(place) = faces
            .get(*row)
            .and_then(|face| face.get(&fit.field)?.span)
            .or_else(|| rows.get(*row).map(|r| r.span))
        else {
            continue;
        };
        fault = match fault.span {
            None => fault.at(place),
            Some(_) => fault.related(place, "and these words"),
        };
    }
    Some(fault.related(fit.element, "the box that they must fit"))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{Game, card};

    const SHORT: &str = "Draw a card, then pass.";
    const LONG: &str = "Draw a card, then pass. Whoever passes last of all in this round draws two cards more from the deck, \
        looks at both of them, keeps one and puts the other one back on top of the deck, face down and unseen by all the others.";

    fn game(texts: &[&str]) -> Game {
        let template = r#"<rect data-fit="text" x="5" y="40" width="50" height="16" data-font="Cabin" data-size="12"/>"#;
        let cards = texts.iter().enumerate();
        let cards: String = cards
            .map(|(i, text)| card(&format!("Card {i}"), &format!("text = \"{text}\"")))
            .collect();
        Game::of(template).cards(&cards)
    }

    #[test]
    fn one_long_card_that_makes_the_whole_deck_small_is_named() {
        let told = game(&[SHORT, SHORT, LONG, SHORT, SHORT]).told("D201");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("cards.toml:11:8 `card-2` makes `text`"), "{told:?}");
        assert!(told[0].contains("where 4 other cards would have 12.0 pt"), "{told:?}");
    }

    #[test]
    fn a_deck_of_long_cards_is_small_by_no_fault_of_one() {
        assert!(game(&[LONG, LONG, LONG, LONG, SHORT]).told("D201").is_empty());
    }

    #[test]
    fn a_deck_that_has_its_largest_size_loses_nothing() {
        assert!(game(&[SHORT, SHORT, SHORT, SHORT]).told("D201").is_empty());
    }
}
