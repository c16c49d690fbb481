#![doc = include_str!("../source/codes/D203.md")]

use kurbo::Rect;

use super::proof::PrintDemands;
use super::safe_area::{AT_THE_CUT, BENT, CutDistance, SLACK, SafeArea, nearer};
use super::scene::{PlacedPicture, SeenFace};
use super::tally::{Flaw, Flaws};
use super::unsafe_words::how_near;
use crate::sheet::show_mm;
use crate::source::{Asset, Files};

pub fn find_unsafe_picture(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let asks = face.scene.proof.asks;
    let zone = SafeArea::of_deck(face.of.deck);
    let pictures = face.placed().map(|placed| {
        let flaw = unsafe_at(&placed, &zone, asks).map(|(inside, side)| {
            let (safe, bleed) = (show_mm(asks.safe), show_mm(asks.bleed));
            let message = format!("{} {}", placed.named(), how_near(inside, side));
            let help = format!("keep it {safe} mm inside the cut, or let it run {bleed} mm beyond");
            Flaw { value: placed.origin.value, ..Flaw::new(-inside, message, help) }
        });
        (placed.origin.element, flaw)
    });
    pictures.collect()
}

/// Where it lies inside the cut and should not. What runs 3 mm beyond the cut is meant to be cut; a picture that fills its box and ends
/// at the cut is a ground without bleed, which is told as such.
fn unsafe_at(
    placed: &PlacedPicture<'_>,
    zone: &SafeArea,
    asks: PrintDemands,
) -> Option<CutDistance> {
    let bounds = placed.bounds()?;
    let is_symbol = placed.picture.asset == Asset::Symbol;
    // Few symbols fill the corners of their square.
    let corner = zone.nearest(shrunk(bounds)).filter(|near| is_symbol && BENT.contains(&near.1));
    let from = if placed.clip.is_some() { AT_THE_CUT } else { SLACK - asks.bleed };
    let near = from..asks.safe - SLACK;
    zone.sides(bounds).into_iter().chain(corner).filter(|at| near.contains(&at.0)).reduce(nearer)
}

/// The square in a disc that fills `bounds`.
fn shrunk(bounds: Rect) -> Rect {
    let share = (1.0 - std::f64::consts::FRAC_1_SQRT_2) / 2.0;
    bounds.inflate(-bounds.width() * share, -bounds.height() * share)
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::Game;

    const DISC: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>"##;

    fn told(template: &str) -> Vec<String> {
        let game = Game::of(template);
        game.file("symbols/disc.svg", DISC).file("art/hill.svg", DISC).told("D203")
    }

    #[test]
    fn a_symbol_near_the_cut_is_told() {
        let told = told(r#"<rect data-symbol="disc" x="1.5" y="20" width="6" height="6"/>"#);
        assert_eq!(
            told,
            [
                "templates/card.svg:2:1 symbol `disc` stands 1.5 mm from the left edge on all 2 faces that show it, as card `one`"
            ]
        );
    }

    #[test]
    fn a_symbol_that_is_cut_off_is_told() {
        let told = told(r#"<rect data-symbol="disc" x="59" y="20" width="6" height="6"/>"#);
        assert!(told[0].contains("is cut off at the right edge"), "{told:?}");
    }

    #[test]
    fn the_empty_rim_of_a_box_may_stand_in_the_margin() {
        let told = told(r#"<rect data-symbol="disc" x="1" y="20" width="20" height="6"/>"#);
        assert!(told.is_empty(), "{told:?}");
    }

    #[test]
    fn art_that_runs_to_the_bleed_is_meant_to_be_cut() {
        let told = told(
            r#"<rect data-art="hill" x="-4" y="20" width="71.5" height="30" data-scale="slice"/>"#,
        );
        assert!(told.is_empty(), "{told:?}");
    }
}
