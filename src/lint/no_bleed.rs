#![doc = include_str!("../source/codes/D209.md")]

use super::edges::{Edge, edges, rectangle};
use super::safe_area::{AT_THE_CUT, SLACK, SafeArea};
use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use crate::sheet::show_mm;
use crate::source::Files;

/// A shape that meets less of a side than this is not a background.
const GROUND: f64 = 0.25;

pub fn find_no_bleed(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let bleed = face.scene.proof.asks.bleed;
    let zone = SafeArea::of_deck(face.of.deck);
    let things = face.things().filter_map(|thing| Some((thing.at?, edges(thing, &zone))));
    let pictures = face.placed().map(|placed| {
        let bounds = placed.bounds().filter(|_| placed.clip.is_some());
        (placed.origin.element, bounds.map_or_else(Vec::new, |bounds| rectangle(bounds, &zone)))
    });
    let grounds = things.chain(pictures).map(|(element, edges)| {
        // The edge that reaches the cut and ends too soon beyond it; the one that ends soonest.
        let short = edges
            .into_iter()
            .filter(|edge| !edge.is_line && edge.share >= GROUND)
            .filter(|edge| edge.inside <= AT_THE_CUT && edge.inside > SLACK - bleed)
            .reduce(|a, b| if b.inside > a.inside { b } else { a });
        let flaw = short.map(|Edge { side, inside, .. }| {
            let place = match inside {
                i if i >= 0.0 => format!("ends at the {side}"),
                i => format!("ends {:.1} mm beyond the {side}", -i),
            };
            let help = format!(
                "let it go on for {} mm beyond the cut: a cut that is off would leave a strip of paper",
                show_mm(bleed)
            );
            Flaw::new(-inside, format!("a ground {place},"), help)
        });
        (element, flaw)
    });
    grounds.collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::Game;

    fn told(template: &str) -> Vec<String> {
        Game::of(template).told("D209")
    }

    #[test]
    fn a_ground_of_just_the_card_is_told() {
        assert_eq!(
            told(r##"<rect width="63.5" height="88.9" fill="#446"/>"##),
            [
                "templates/card.svg:2:1 a ground ends at the left edge, on all 2 faces that show it, as card `one`"
            ]
        );
    }

    #[test]
    fn a_band_that_goes_on_too_little_is_told() {
        let told = told(r##"<rect x="-1" y="-4" width="68.5" height="30" fill="#446"/>"##);
        assert!(told[0].contains("ends 1.0 mm beyond the left edge"), "{told:?}");
    }

    #[test]
    fn a_ground_with_bleed_is_right_and_so_is_no_ground() {
        assert!(
            told(r##"<rect x="-3" y="-3" width="69.5" height="94.9" fill="#446"/>"##).is_empty()
        );
        assert!(told(r##"<rect x="20" y="20" width="10" height="10" fill="#446"/>"##).is_empty());
    }

    #[test]
    fn a_picture_that_is_cut_to_the_card_is_told() {
        let art = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>"##;
        let template = r##"<rect data-art="sky" width="63.5" height="88.9" data-scale="slice"/>"##;
        let told = Game::of(template).file("art/sky.svg", art).told("D209");
        assert_eq!(told.len(), 1, "{told:?}");
    }

    #[test]
    fn a_round_ground_needs_bleed_as_well() {
        let told = |radius: f64| {
            let ground = format!(r##"<circle cx="12.5" cy="12.5" r="{radius}" fill="#446"/>"##);
            Game::of_tokens(&ground).told("D209")
        };
        assert_eq!(
            told(12.5),
            ["templates/card.svg:2:1 a ground ends at the round edge, on card `one`"]
        );
        assert!(told(14.0)[0].contains("ends 1.5 mm beyond the round edge"));
        assert!(told(15.7).is_empty());
        let square = r##"<rect width="25" height="25" fill="#446"/>"##;
        assert_eq!(Game::of_tokens(square).told("D209").len(), 1);
    }
}
