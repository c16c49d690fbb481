#![doc = include_str!("../source/codes/D204.md")]

use super::edges::{Edge, edges};
use super::sight::Sight;
use super::tally::Tally;
use super::zone::{AT_THE_CUT, SAFE, SLACK, Zone};
use crate::source::{Code, Diagnostic, Diagnostics, Files};

/// A shorter line is no border: the share of a side that it runs along.
const BORDER: f64 = 0.4;

pub fn look(sight: &Sight<'_>, _files: &mut Files, found: &mut Diagnostics) {
    let mut tally = Tally::new();
    for (at, face) in sight.faces.iter().enumerate() {
        let zone = Zone::of(face.deck);
        for thing in sight.things(face) {
            let Some(element) = thing.at else { continue };
            tally.seen(element, at);
            let (of_fill, of_line) = edges(thing, &zone);
            // A fill that ends at the cut or beyond is a ground without bleed, which is told as such.
            let of_fill = of_fill.into_iter().filter(|edge| edge.inside > AT_THE_CUT);
            let border = of_line.into_iter().chain(of_fill).filter(|edge| {
                edge.share >= BORDER && (SLACK - SAFE..SAFE - SLACK).contains(&edge.inside)
            });
            let nearer = |a: Edge, b: Edge| {
                if b.inside.abs() < a.inside.abs() {
                    b
                } else {
                    a
                }
            };
            if let Some(edge) = border.reduce(nearer) {
                tally.wrong(element, at, -edge.inside.abs(), edge);
            }
        }
    }
    for finding in tally.findings(sight) {
        let Edge { side, inside, .. } = finding.worst;
        let place = match inside {
            0.0 => format!("at the {}", side.name()),
            i if i > 0.0 => format!("{i:.1} mm from the {}", side.name()),
            i => format!("{:.1} mm beyond the {}", -i, side.name()),
        };
        let message = format!("a line runs along the cut, {place}, {}", finding.who);
        let help = "move it to 3 mm or more inside the cut, or leave it out: beside a line the eye sees half a millimetre";
        found.push(
            Diagnostic::warning(Code::UnsafeLine, message)
                .at(finding.element)
                .help(help),
        );
    }
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
}
