#![doc = include_str!("../source/codes/D202.md")]

use kurbo::Rect;

use super::letters::letters;
use super::safe_area::{SLACK, SafeArea};
use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use crate::sheet::show_mm;
use crate::source::Files;

pub fn find_unsafe_words(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let safe = face.scene.proof.asks.safe;
    let mm = show_mm(safe);
    let zone = SafeArea::of_deck(face.of.deck);
    let words = letters(face).into_iter().map(|letters| {
        let nearest = |bounds: Rect| {
            zone.nearest_point(letters.quad(bounds)).filter(|(inside, _)| *inside < safe - SLACK)
        };
        // The box is cheap to test first; the outlines of letters are not.
        let near = nearest(letters.room()).and_then(|_| nearest(letters.outlines(face)));
        let flaw = near.map(|(inside, side)| Flaw {
            value: letters.origin.and_then(|origin| origin.value),
            help_of_rows: Some(format!(
                "use fewer words there, or give them a box that ends {mm} mm inside the cut"
            )),
            ..Flaw::new(
                -inside,
                format!("`{}` {}", letters.look.words, how_near(inside, side)),
                format!(
                    "move it to {mm} mm inside the cut, which is never quite where it is meant to be"
                ),
            )
        });
        (letters.element, flaw)
    });
    words.collect()
}

/// "stands 1.2 mm from the left edge", "is cut off at the left edge".
pub fn how_near(inside: f64, side: &str) -> String {
    if inside < 0.0 {
        format!("is cut off at the {side}")
    } else {
        format!("stands {inside:.1} mm from the {side}")
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{Game, card};

    #[test]
    fn words_of_the_template_near_the_cut_are_told_at_their_element() {
        let template = r##"<text x="30" y="87" font-family="Cabin" font-size="3">deck</text>"##;
        let told = Game::of(template).told("D202");
        assert_eq!(
            told,
            [
                "templates/card.svg:2:1 `deck` stands 1.9 mm from the lower edge on all 2 faces that show it, as card `one`"
            ]
        );
    }

    #[test]
    fn a_long_name_is_told_at_the_card() {
        let template =
            r##"<text x="57" y="20" font-family="Cabin" font-size="4">{{title}}</text>"##;
        let cards = card("A", "title = \"I\"") + &card("B", "title = \"Ab\"");
        let told = Game::of(template).cards(&cards).told("D202");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("cards.toml:8:9 "), "{told:?}");
        assert!(told[0].ends_with("right edge on card `b`, of 2 faces that show it"), "{told:?}");
    }

    #[test]
    fn capitals_that_stand_at_the_limit_are_safe() {
        let template =
            r##"<text x="3.2" y="6.3" font-family="Cabin" font-size="4">{{name}} abc</text>"##;
        assert!(Game::of(template).told("D202").is_empty());
    }
}
