#![doc = include_str!("../source/codes/D206.md")]

use std::collections::BTreeMap;

use super::scene::Scene;
use super::tally::{FaceTally, blame};
use super::trace::TraceKind;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span};

const MM_PER_INCH: f64 = 25.4;

/// What a print shop asks for.
const WANTED: f64 = 300.0;

/// A picture of one colour, which many a deck has where a card has no picture.
const ONE_PIXEL: (u32, u32) = (1, 1);

struct Coarse {
    name: Option<String>,
    dpi: f64,
    size: (u32, u32),
    value: Option<Span>,
}

pub fn find_low_resolution(scene: &Scene<'_>, _files: &mut Files, found: &mut Diagnostics) {
    let lowest = scene.proof.asks.dpi;
    let mut tally = FaceTally::new();
    let mut clear: BTreeMap<&str, bool> = BTreeMap::new();
    for (at, face) in scene.faces.iter().enumerate() {
        for placed in scene.placed(face) {
            let element = placed.origin.element;
            tally.seen(element, at);
            for (size, pixel) in placed.pixels() {
                if size == ONE_PIXEL {
                    continue;
                }
                let coarse = Coarse {
                    name: Some(placed.picture.name.clone()),
                    dpi: MM_PER_INCH / pixel,
                    size,
                    value: placed.origin.value,
                };
                let picture = placed.picture;
                let mut is_clear =
                    || *clear.entry(&picture.name).or_insert_with(|| picture.is_clear());
                if coarse.dpi < lowest && !is_clear() {
                    tally.wrong(element, at, -coarse.dpi, coarse);
                }
            }
        }
        for thing in scene.things(face) {
            let (Some(element), TraceKind::Pixels { size, pixel }) = (thing.at, &thing.kind) else {
                continue;
            };
            if *size == ONE_PIXEL {
                continue;
            }
            tally.seen(element, at);
            let coarse = Coarse { name: None, dpi: MM_PER_INCH / pixel, size: *size, value: None };
            if coarse.dpi < lowest {
                tally.wrong(element, at, -coarse.dpi, coarse);
            }
        }
    }
    for finding in tally.findings(scene) {
        let coarse = &finding.worst;
        let (width, height) = coarse.size;
        let name = coarse.name.as_ref().map(|name| format!(" `{name}`"));
        let message = format!(
            "picture{} has {:.0} dpi at this size ({width} x {height} pixels) {}",
            name.unwrap_or_default(),
            coarse.dpi,
            finding.who
        );
        let more = |pixels: u32| (f64::from(pixels) * WANTED / coarse.dpi).ceil();
        let help = format!(
            "take one of {} x {} pixels, which makes 300 dpi, or show it smaller; {lowest:.0} dpi are the least",
            more(width),
            more(height)
        );
        let fault = Diagnostic::warning(Code::LowResolution, message).help(help);
        // Another picture for that card fixes it, unless all of them are too small.
        let value = coarse.value.filter(|_| finding.by_rows);
        found.push(blame(fault, finding.element, value));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{Game, card, png};

    fn told(width: u32) -> Vec<String> {
        let template = r#"<rect data-art="{{art}}" x="10" y="20" width="25.4" height="25.4"/>"#;
        let cards = card("A", "art = \"sun\"") + &card("B", "art = \"moon\"");
        Game::of(template)
            .cards(&cards)
            .bytes("art/sun.png", png(400, 400))
            .bytes("art/moon.png", png(width, width))
            .told("D206")
    }

    #[test]
    fn a_picture_of_few_pixels_is_told_with_what_it_has_and_needs() {
        let told = told(100);
        assert_eq!(
            told,
            [
                "cards.toml:8:7 picture `moon` has 100 dpi at this size (100 x 100 pixels) on card `b`, of 2 faces that show it"
            ]
        );
    }

    #[test]
    fn nothing_is_coarse_in_a_picture_of_one_colour_or_none() {
        let clear = |alpha: u8| {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 9, 9);
            encoder.set_color(png::ColorType::GrayscaleAlpha);
            let mut writer = encoder.write_header().unwrap();
            writer.write_image_data(&[[7, alpha]; 81].concat()).unwrap();
            writer.finish().unwrap();
            bytes
        };
        let told = |picture: Vec<u8>| {
            let template = r#"<rect data-art="x" x="10" y="20" width="25.4" height="25.4"/>"#;
            Game::of(template).bytes("art/x.png", picture).told("D206").len()
        };
        assert_eq!(told(png(1, 1)), 0);
        assert_eq!((told(clear(0)), told(clear(1))), (0, 1));
    }

    #[test]
    fn two_hundred_dots_to_the_inch_are_enough() {
        assert!(told(200).is_empty());
    }
}
