#![doc = include_str!("../source/codes/D207.md")]

use std::sync::Arc;

use kurbo::Rect;
use resvg::tiny_skia::Pixmap;

use super::bounds::{mapped, of_view};
use super::colour_vision::contrast;
use super::letters::{Letters, letters};
use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use super::trace::Lettering;
use crate::raster::Painter;
use crate::source::Files;
use crate::template::{Affine, Colour, Drawn, Layer};

/// What lies under the words is painted this finely: a stroke of small type is a pixel wide.
const DPI: f64 = 60.0;

/// Larger faces are painted less finely: most pixels of one.
const MOST_PIXELS: f64 = 1e6;

/// Most places under some words that are looked at, across and down.
const MOST_PLACES: f64 = 500.0;

/// WCAG 2.2, success criterion 1.4.3.
const NEEDED: f64 = 4.5;
const NEEDED_BY_LARGE: f64 = 3.0;

/// Words are large from these sizes on, in points.
const LARGE: f64 = 18.0;
const LARGE_BOLD: f64 = 14.0;

/// The share of the background that may have less contrast: a speck under a letter does not make it unreadable.
const SPECKS: f64 = 0.1;

/// Equal words that lie on each other as much as this are one word with its shadow.
const SHADOW: f64 = 0.6;

pub fn find_low_contrast(face: SeenFace<'_>, _files: &Files) -> Flaws {
    let mut letters = letters(face);
    // A full stop beside a symbol is one pixel: its background cannot be distinguished from the symbol's edge.
    letters.retain(|l| l.look.words.contains(char::is_alphanumeric));
    if letters.is_empty() {
        return Flaws::new();
    }
    let ground = Arc::new(ground(face.of.drawn, &letters));
    let areas = face.scene.faces().map(|face| face.of.drawn.width * face.of.drawn.height);
    let dpi = DPI.min(25.4 * (MOST_PIXELS / areas.fold(1.0, f64::max)).sqrt());
    let mut judged: Vec<Judged<'_>> = Vec::new();
    let mut take = |on: Option<usize>, pixels: &Pixmap| {
        let there = letters.extract_if(.., |letters| letters.layer == on);
        judged.extend(there.filter_map(|letters| judge(letters, pixels, dpi / 25.4)));
    };
    let painter = Painter::without_words(dpi, 0.0, std::slice::from_ref(&ground));
    let mut show = |at: usize, pixels: &Pixmap| take(Some(at), pixels);
    // Words of the template are among its shapes. What cannot be painted is reported by the export.
    if let Ok(pixels) = painter.paint_under_words(&ground, &mut show) {
        take(None, &pixels);
    }
    let words = judged.iter().filter(|one| !is_shadow(one, &judged));
    words.map(|one| (one.0.element, faint(one))).collect()
}

/// Words with the contrast that they have, and the colour of what lies under them.
type Judged<'a> = (Letters<'a>, f64, Colour);

/// What is wrong with words of too little contrast.
fn faint((letters, contrast, ground): &Judged<'_>) -> Option<Flaw> {
    let look = &letters.look;
    let is_large = look.size >= LARGE || (look.bold && look.size >= LARGE_BOLD);
    let (needed, help) = if is_large {
        (
            NEEDED_BY_LARGE,
            "3 to 1 is the least for large words: make them darker or lighter, or change the ground",
        )
    } else {
        (
            NEEDED,
            "4.5 to 1 is the least (3 to 1 from 18 pt on, or 14 pt bold): make the words darker or lighter, or change the ground",
        )
    };
    let message = format!(
        "`{}` has a contrast of {:.1} to 1 ({} on {}),",
        look.words,
        (contrast * 10.0).floor() / 10.0,
        look.colour.hex(),
        ground.hex(),
    );
    let colour = letters.origin.and_then(|origin| origin.colour);
    (*contrast < needed).then(|| Flaw { colour, ..Flaw::new(needed - contrast, message, help) })
}

/// A face without the pictures that lie under none of the words.
fn ground(face: &Drawn, letters: &[Letters<'_>]) -> Drawn {
    let bodies: Vec<Rect> = letters.iter().map(|l| mapped(l.body, l.map)).collect();
    let layers = face.layers.iter().map(|layer| match layer {
        Layer::Picture { picture, map, .. } => {
            let place = mapped(of_view(picture.view), *map);
            match bodies.iter().find(|body| body.overlaps(place)) {
                Some(_) => layer.clone(),
                // Keeps its place, and paints nothing.
                None => Layer::Words(Vec::new()),
            }
        }
        layer => layer.clone(),
    });
    Drawn { layers: layers.collect(), ..face.clone() }
}

/// Whether equal words with more contrast lie on these, which are their shadow.
fn is_shadow((letters, contrast, _): &Judged<'_>, all: &[Judged<'_>]) -> bool {
    let body = |l: &Letters<'_>| mapped(l.body, l.map);
    all.iter().any(|(above, clear, _)| {
        let both = body(letters).intersect(body(above)).area();
        clear > contrast
            && above.look.words == letters.look.words
            && both >= SHADOW * body(letters).area()
    })
}

/// The contrast of words on a background of `scale` pixels to the millimetre.
fn judge<'a>(letters: Letters<'a>, pixels: &Pixmap, scale: f64) -> Option<Judged<'a>> {
    let mut under: Vec<(f64, Colour)> = colours_under(letters.body, letters.map, pixels, scale)
        .into_iter()
        .map(|ground| (contrast(mixed(&letters.look, ground), ground), ground))
        .collect();
    under.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (contrast, ground) = *under.get((under.len() as f64 * SPECKS) as usize)?;
    Some((letters, contrast, ground))
}

/// The words' colour on that ground, when they are not opaque.
fn mixed(look: &Lettering, ground: Colour) -> Colour {
    let mix = |above: u8, below: u8| {
        let both = f64::from(above) * look.opacity + f64::from(below) * (1.0 - look.opacity);
        both.round() as u8
    };
    Colour {
        red: mix(look.colour.red, ground.red),
        green: mix(look.colour.green, ground.green),
        blue: mix(look.colour.blue, ground.blue),
    }
}

/// The colours under a rectangle that `map` puts on the face, a pixel apart.
fn colours_under(body: Rect, map: Affine, pixels: &Pixmap, scale: f64) -> Vec<Colour> {
    let steps = |length: f64| (length * map.growth() * scale).ceil().clamp(1.0, MOST_PLACES) as u32;
    let (columns, rows) = (steps(body.width()), steps(body.height()));
    let part = |at: u32, of: u32| (f64::from(at) + 0.5) / f64::from(of);
    let mut colours = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let x = body.x0 + body.width() * part(column, columns);
            let y = body.y0 + body.height() * part(row, rows);
            let (x, y) = map.apply(x, y);
            if x < 0.0 || y < 0.0 {
                continue;
            }
            colours.extend(pixels.pixel((x * scale) as u32, (y * scale) as u32).map(|p| Colour {
                red: p.red(),
                green: p.green(),
                blue: p.blue(),
            }));
        }
    }
    colours
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{Game, card};

    fn told(template: &str) -> Vec<String> {
        Game::of(template).told("D207")
    }

    const GROUND: &str = r##"<rect x="-4" y="-4" width="71.5" height="96.9" fill="#777777"/>"##;

    #[test]
    fn words_are_measured_against_what_is_under_them() {
        let words = r##"<text x="10" y="40" font-family="Cabin" font-size="4" fill="#000">dark {{name}}</text>"##;
        let dark = format!(
            "{GROUND}\n<rect x=\"8\" y=\"30\" width=\"40\" height=\"14\" fill=\"#333\"/>\n{words}"
        );
        let told_dark = told(&dark);
        assert_eq!(told_dark.len(), 1, "{told_dark:?}");
        assert!(
            told_dark[0].starts_with(
                "templates/card.svg:4:1 `dark One` has a contrast of 1.6 to 1 (#000000 on #333333)"
            ),
            "{told_dark:?}"
        );
        let light = dark.replace("#333", "#fff");
        assert!(told(&light).is_empty());
    }

    #[test]
    fn words_of_the_template_are_measured_too() {
        let words =
            r##"<text x="10" y="40" font-family="Cabin" font-size="4" fill="#666">fixed</text>"##;
        assert_eq!(told(&format!("{GROUND}\n{words}")).len(), 1);
        assert!(told(words).is_empty());
    }

    #[test]
    fn large_words_need_less() {
        let words = |size: u32| {
            format!(
                r##"<text x="10" y="40" font-family="Cabin" font-size="{size}" fill="#888">A {{{{name}}}}</text>"##
            )
        };
        assert_eq!((told(&words(4)).len(), told(&words(8)).len()), (1, 0));
    }

    #[test]
    fn a_speck_under_a_word_does_not_decide() {
        let speck = r##"<rect x="12" y="38" width="0.8" height="2" fill="#000"/>"##;
        let words = r##"<text x="10" y="40" font-family="Cabin" font-size="4" fill="#000">many words {{name}}</text>"##;
        assert!(told(&format!("{speck}{words}")).is_empty());
    }

    #[test]
    fn a_shadow_is_not_read() {
        let words = |colour: &str, x: f64| {
            format!(
                r##"<text x="{x}" y="40" font-family="Cabin" font-size="9" fill="{colour}">{{{{name}}}}</text>"##
            )
        };
        let both = format!("{GROUND}{}{}", words("#666", 10.3), words("#fff", 10.0));
        assert!(told(&both).is_empty());
    }

    #[test]
    fn a_colour_of_the_card_is_told_there() {
        let words = r##"<text x="10" y="40" font-family="Cabin" font-size="4" fill="{{ink}}">{{name}}</text>"##;
        let cards = card("A", "ink = \"#000000\"") + &card("B", "ink = \"#eeeeee\"");
        let told = Game::of(words).cards(&cards).told("D207");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("cards.toml:8:7 `B` has"), "{told:?}");
    }
}
