#![doc = include_str!("../source/codes/D205.md")]

use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use super::trace::TraceKind;
use crate::source::Files;
use crate::text::POINT;

/// The thinnest line that every printer draws, in points.
const THINNEST: f64 = 0.25;

pub fn find_hair_line(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let lines = face.all_things().filter_map(|(thing, placed)| {
        let TraceKind::Path { stroke: Some(width), .. } = thing.kind else { return None };
        let mm = width * placed.map_or(1.0, |placed| placed.map.growth());
        let points = mm / f64::from(POINT);
        // A hundredth of a point is rounding.
        let flaw = (points < THINNEST - 0.01).then(|| {
            let wider = (THINNEST / points.max(0.001) * 10.0).ceil() / 10.0;
            let message = format!("a line of {points:.2} pt ({mm:.2} mm) is thinner than 0.25 pt");
            let help =
                format!("make it {wider:.1} times as wide or more: 0.25 pt is 0.09 mm as printed");
            let related = placed.map(|placed| (placed.origin.element, "so small here"));
            Flaw { related, ..Flaw::new(-points, message, help) }
        });
        Some((thing.at?, flaw))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::Game;

    #[test]
    fn a_thin_line_is_told_with_its_width() {
        let template = r##"<path d="M10 20H50" stroke="#000" stroke-width="0.05"/>"##;
        let told = Game::of(template).told("D205");
        assert!(
            told[0].starts_with("templates/card.svg:2:1 a line of 0.14 pt (0.05 mm)"),
            "{told:?}"
        );
    }

    #[test]
    fn a_scale_around_a_line_counts() {
        let scaled = |by: &str| {
            let template = format!(
                r##"<g transform="scale({by})"><path d="M10 20H20" stroke="#000" stroke-width="0.5"/></g>"##
            );
            Game::of(&template).told("D205").len()
        };
        assert_eq!((scaled("0.1"), scaled("0.2")), (1, 0));
    }

    #[test]
    fn a_symbol_that_is_made_small_is_told_in_its_own_file() {
        let symbol = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\n<path d=\"M10 50H90\" stroke=\"#000\" stroke-width=\"2\"/></svg>";
        let told = |side: u32| {
            let template = format!(
                r#"<rect data-symbol="bar" x="10" y="10" width="{side}" height="{side}"/>"#
            );
            Game::of(&template).file("symbols/bar.svg", symbol).told("D205")
        };
        assert!(told(3)[0].starts_with("symbols/bar.svg:2:1 a line of 0.17 pt"));
        assert!(told(10).is_empty());
    }

    #[test]
    fn what_is_not_drawn_is_not_thin() {
        let template = r##"<path d="M10 20H50" stroke="none" stroke-width="0.01" fill="#000"/>"##;
        assert!(Game::of(template).told("D205").is_empty());
    }
}
