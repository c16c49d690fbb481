#![doc = include_str!("../source/codes/D203.md")]

use super::bounds::Bounds;
use super::proof::PrintDemands;
use super::safe_area::{AT_THE_CUT, BENT, CardEdge, SLACK, SafeArea};
use super::scene::{PlacedPicture, Scene};
use super::tally::{FaceTally, Flaw};
use super::unsafe_words::how_near;
use crate::sheet::show_mm;
use crate::source::{Asset, Code, Diagnostics, Files};

pub fn find_unsafe_picture(scene: &Scene<'_>, _files: &mut Files, found: &mut Diagnostics) {
    let asks = scene.proof.asks;
    let mut tally = FaceTally::default();
    for (at, face) in scene.faces.iter().enumerate() {
        let zone = SafeArea::of_deck(face.deck);
        for placed in scene.placed(face) {
            let element = placed.origin.element;
            tally.seen(element, at);
            if let Some((inside, side)) = unsafe_at(&placed, &zone, asks) {
                let (safe, bleed) = (show_mm(asks.safe), show_mm(asks.bleed));
                let flaw = Flaw::new(
                    format!("{} {}", placed.named(), how_near(inside, side)),
                    format!("keep it {safe} mm inside the cut, or let it run {bleed} mm beyond"),
                );
                tally.wrong(element, at, -inside, flaw.of_row(placed.origin.value, None));
            }
        }
    }
    tally.report(Code::UnsafePicture, scene, found);
}

/// How far inside the cut it is where it should not be, and on which side. What runs 3 mm beyond the cut is meant to be cut; a picture
/// that fills its box and ends at the cut is a ground without bleed, which is told as such.
fn unsafe_at(
    placed: &PlacedPicture<'_>,
    zone: &SafeArea,
    asks: PrintDemands,
) -> Option<(f64, &'static str)> {
    let bounds = placed.bounds()?;
    let symbol = placed.picture.asset == Asset::Symbol;
    let sides = CardEdge::ALL.map(|side| (zone.inside(side, bounds), side.name()));
    // Few symbols fill the corners of their square.
    let corner =
        Some(zone.nearest(shrunk(bounds))).filter(|(_, side)| BENT.contains(side) && symbol);
    sides
        .into_iter()
        .chain(corner)
        .filter(|(inside, _)| {
            let ground = placed.clip.is_some();
            let from = if ground { AT_THE_CUT } else { SLACK - asks.bleed };
            (from..asks.safe - SLACK).contains(inside)
        })
        .reduce(|a, b| if b.0 < a.0 { b } else { a })
}

/// The square in a disc that fills `bounds`.
fn shrunk(bounds: Bounds) -> Bounds {
    let share = (1.0 - std::f64::consts::FRAC_1_SQRT_2) / 2.0;
    let (dx, dy) = (bounds.width() * share, bounds.height() * share);
    Bounds::new(bounds.left + dx, bounds.top + dy, bounds.right - dx, bounds.bottom - dy)
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
