#![doc = include_str!("../source/codes/D204.md")]

use super::edges::{Edge, edges, placed_rings};
use super::safe_area::{AT_THE_CUT, SLACK, SafeArea};
use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use crate::sheet::show_mm;
use crate::source::Files;

/// A shorter line is no border: the share of a side that it runs along.
const BORDER: f64 = 0.4;

pub fn find_unsafe_line(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let asks = face.scene.proof.asks;
    let near = SLACK - asks.bleed..asks.safe - SLACK;
    // A fill that ends at the cut or beyond is a background without bleed, which another check reports.
    let is_border = |edge: &Edge| {
        (edge.is_line || edge.inside > AT_THE_CUT)
            && edge.parallel >= BORDER
            && near.contains(&edge.inside)
    };
    let nearer = |a: Edge, b: Edge| if b.inside.abs() < a.inside.abs() { b } else { a };
    let zone = SafeArea::of_deck(face.of.deck);
    let lines = face.all_things().filter_map(|(thing, placed)| {
        let edges = match &placed {
            Some(placed) => placed_rings(thing, placed, &zone),
            None => edges(thing, &zone),
        };
        let border = edges.into_iter().filter(is_border).reduce(nearer);
        let flaw = border.map(|Edge { side, inside, .. }| {
            let place = match inside {
                0.0 => format!("at the {side}"),
                i if i > 0.0 => format!("{i:.1} mm from the {side}"),
                i => format!("{:.1} mm beyond the {side}", -i),
            };
            let message = format!("a line runs along the cut, {place},");
            let help = format!(
                "move it to {} mm or more inside the cut, or leave it out: beside a line the eye sees half a millimetre",
                show_mm(asks.safe)
            );
            let related = placed.map(|placed| (placed.origin.element, "shown here in the template"));
            Flaw { related, ..Flaw::new(-inside.abs(), message, help) }
        });
        Some((thing.at?, flaw))
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::Game;

    fn told(template: &str) -> Vec<String> {
        Game::of(template).told("D204")
    }

    #[test]
    fn a_frame_near_the_cut_is_told() {
        let told = told(
            r##"<rect x="1.5" y="1.5" width="60.5" height="85.9" rx="2" fill="none" stroke="#000" stroke-width="0.6"/>"##,
        );
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with(
                "templates/card.svg:2:1 a line runs along the cut, 1.2 mm from the left edge"
            ),
            "{told:?}"
        );
    }

    #[test]
    fn a_panel_that_leaves_a_thin_rim_is_told() {
        let told = told(r##"<rect x="2" y="20" width="59.5" height="60" fill="#446"/>"##);
        assert_eq!(told.len(), 1, "{told:?}");
    }

    #[test]
    fn a_frame_well_inside_or_a_line_across_is_no_border() {
        let frame = r##"<rect x="3.5" y="3.5" width="56.5" height="81.9" fill="none" stroke="#000" stroke-width="0.5"/>"##;
        let across = r##"<path d="M-4 20H67.5" stroke="#000" stroke-width="0.5"/>"##;
        let wide =
            r##"<rect width="63.5" height="88.9" fill="none" stroke="#a33" stroke-width="8"/>"##;
        for template in [frame, across, wide] {
            assert!(told(template).is_empty(), "{template}");
        }
    }

    #[test]
    fn a_clip_that_ends_near_the_cut_makes_a_line_too() {
        let told = told(
            r##"<g clip-path="url(#c)"><rect x="-4" y="-4" width="71.5" height="96.9" fill="#446"/></g><defs><clipPath id="c"><rect x="1" y="1" width="61.5" height="86.9"/></clipPath></defs>"##,
        );
        assert_eq!(told.len(), 1, "{told:?}");
    }

    fn told_of_token(template: &str) -> Vec<String> {
        Game::of_tokens(template).told("D204")
    }

    fn ring(radius: f64) -> String {
        format!(
            r##"<circle cx="12.5" cy="12.5" r="{radius}" fill="none" stroke="#000" stroke-width="0.8"/>"##
        )
    }

    #[test]
    fn a_ring_near_the_edge_of_a_token_is_told() {
        assert_eq!(
            told_of_token(&ring(10.0)),
            [
                "templates/card.svg:2:1 a line runs along the cut, 2.1 mm from the round edge, on card `one`"
            ]
        );
        // Far inside, and far beyond the cut.
        assert!(told_of_token(&ring(9.0)).is_empty());
        assert!(told_of_token(&ring(16.0)).is_empty());
    }

    #[test]
    fn rings_are_drawn_in_many_ways() {
        let panel = r##"<circle cx="12.5" cy="12.5" r="10.8" fill="#446"/>"##;
        let half = r##"<path d="M2.5 12.5a10 10 0 0 1 20 0" fill="none" stroke="#000"/>"##;
        let moved = r##"<g transform="translate(12.5 12.5) scale(2)"><circle r="5.1" cx="0.1" fill="none" stroke="#000"/></g>"##;
        let corners = (0..24).map(|corner| {
            let angle = std::f64::consts::TAU * f64::from(corner) / 24.0;
            format!("{},{} ", 12.5 + 10.5 * angle.cos(), 12.5 + 10.5 * angle.sin())
        });
        let polygon = format!(
            r##"<polygon points="{}" fill="none" stroke="#000"/>"##,
            corners.collect::<String>()
        );
        for template in [panel, half, moved, &polygon] {
            assert_eq!(told_of_token(template).len(), 1, "{template}");
        }
    }

    #[test]
    fn what_only_touches_the_rim_of_a_token_is_no_ring() {
        let square = r##"<rect x="4" y="4" width="17" height="17" fill="none" stroke="#000"/>"##;
        let rays = r##"<path d="M12.5 12.5L30 5M12.5 12.5L-4 9M12.5 12.5L14 30" stroke="#000"/>"##;
        let short = r##"<path d="M9.08 3.1A10 10 0 0 1 15.92 3.1" fill="none" stroke="#000"/>"##;
        let star = r##"<polygon points="12.5,2 15,10 23,12.5 15,15 12.5,23 10,15 2,12.5 10,10" fill="#446"/>"##;
        for template in [square, rays, short, star] {
            assert!(told_of_token(template).is_empty(), "{template}");
        }
    }

    #[test]
    fn a_ring_in_a_picture_is_told_in_its_own_file() {
        let art = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">\n<circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"none\" stroke=\"#000\" stroke-width=\"2\"/></svg>";
        let shown = |side: f64| {
            let at = 12.5 - side / 2.0;
            let template = format!(
                r#"<rect data-art="ring" x="{at}" y="{at}" width="{side}" height="{side}"/>"#
            );
            Game::of_tokens(&template).file("art/ring.svg", art).told("D204")
        };
        assert!(shown(25.0)[0].starts_with("art/ring.svg:2:1 a line runs along the cut, 2."));
        assert!(shown(15.0).is_empty());
    }

    #[test]
    fn a_frame_of_four_lines_or_of_one_path_is_told() {
        let line = |d: &str| format!(r##"<path d="{d}" fill="none" stroke="#000"/>"##);
        let lines =
            line("M2 2H61.5") + &line("M61.5 2V86.9") + &line("M61.5 86.9H2") + &line("M2 86.9V2");
        assert_eq!(told(&lines).len(), 4);
        let bowed = line("M2 2Q31 2.2 61.5 2Q61.3 44 61.5 86.9Q31 86.7 2 86.9Q2.2 44 2 2Z");
        assert_eq!(told(&bowed).len(), 1);
        let scalloped = line("M2 2Q10 9 20 2Q30 9 40 2Q50 9 61.5 2");
        assert!(told(&scalloped).is_empty());
    }
}
