#![doc = include_str!("../source/codes/D206.md")]

use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use super::trace::TraceKind;
use crate::source::Files;

const MM_PER_INCH: f64 = 25.4;

/// What a print shop asks for.
const WANTED: f64 = 300.0;

/// A picture of one colour, which many a deck has where a card has no picture.
const ONE_PIXEL: (u32, u32) = (1, 1);

pub fn find_low_resolution(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let lowest = face.scene.proof.asks.dpi;
    let coarse = |name: &str, (width, height): (u32, u32), pixel: f64| {
        let dpi = MM_PER_INCH / pixel;
        let more = |pixels: u32| (f64::from(pixels) * WANTED / dpi).ceil();
        let is_coarse = (width, height) != ONE_PIXEL && dpi < lowest;
        is_coarse.then(|| {
            Flaw::new(
                -dpi,
                format!("picture{name} has {dpi:.0} dpi at this size ({width} x {height} pixels)"),
                format!(
                    "take one of {} x {} pixels, which makes 300 dpi, or show it smaller; {lowest:.0} dpi are the least",
                    more(width),
                    more(height)
                ),
            )
        })
    };
    let mut findings = Flaws::new();
    for placed in face.placed() {
        let (element, picture) = (placed.origin.element, placed.picture);
        findings.push((element, None));
        for (size, pixel) in placed.pixels() {
            let flaw = coarse(&format!(" `{}`", picture.name), size, pixel);
            // Another picture for that card fixes it, unless all of them are too small.
            let flaw = flaw.filter(|_| !picture.is_clear());
            findings
                .extend(flaw.map(|f| (element, Some(Flaw { value: placed.origin.value, ..f }))));
        }
    }
    for thing in face.things() {
        if let (Some(element), TraceKind::Pixels { size, pixel }) = (thing.at, &thing.kind)
            && *size != ONE_PIXEL
        {
            findings.push((element, coarse("", *size, *pixel)));
        }
    }
    findings
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
