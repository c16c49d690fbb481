#![doc = include_str!("../source/codes/D205.md")]

use super::scene::Scene;
use super::tally::FaceTally;
use super::trace::TraceKind;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span};
use crate::text::POINT;

/// The thinnest line that every printer draws, in points.
const THINNEST: f64 = 0.25;

struct Hair {
    points: f64,
    /// The box that scales a picture down so far.
    placed: Option<Span>,
}

pub fn find_hair_line(scene: &Scene<'_>, _files: &mut Files, found: &mut Diagnostics) {
    let mut tally = FaceTally::new();
    for (at, face) in scene.faces.iter().enumerate() {
        let shapes = scene.things(face).map(|thing| (thing, 1.0, None));
        let pictures = scene.placed(face).flat_map(|placed| {
            let things = placed.traced.map_or(&[][..], |(_, trace)| &trace.things);
            let (growth, element) = (placed.map.growth(), placed.origin.element);
            things.iter().map(move |thing| (thing, growth, Some(element)))
        });
        for (thing, growth, placed) in shapes.chain(pictures) {
            let (Some(element), TraceKind::Path { stroke: Some(width), .. }) =
                (thing.at, &thing.kind)
            else {
                continue;
            };
            let points = width * growth / f64::from(POINT);
            tally.seen(element, at);
            // A hundredth of a point is rounding.
            if points < THINNEST - 0.01 {
                tally.wrong(element, at, -points, Hair { points, placed });
            }
        }
    }
    for finding in tally.findings(scene) {
        let Hair { points, placed } = finding.worst;
        let message = format!(
            "a line of {points:.2} pt ({:.2} mm) is thinner than 0.25 pt {}",
            points * f64::from(POINT),
            finding.who
        );
        let help = format!(
            "make it {:.1} times as wide or more: 0.25 pt is 0.09 mm as printed",
            (THINNEST / points.max(0.001) * 10.0).ceil() / 10.0
        );
        let fault = Diagnostic::warning(Code::HairLine, message).at(finding.element).help(help);
        found.push(match placed {
            Some(placed) => fault.related(placed, "so small here"),
            None => fault,
        });
    }
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
