#![doc = include_str!("../source/codes/D212.md")]

use std::sync::Arc;

use kurbo::Rect;

use super::bounds::mapped;
use super::letters::{Letters, letters};
use super::overlapping_words::quoted;
use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use super::trace::TraceKind;
use crate::raster::Painter;
use crate::source::{Asset, Files, Span};
use crate::template::{Drawn, Layer, Shapes};

/// How finely layers are painted to compare them, in pixels per millimetre.
const PIXELS: f64 = 3.0;

/// From this alpha on something is ink, and from that on nothing is seen through it.
const INK: u8 = 128;
const OPAQUE: u8 = 230;

/// A symbol may lose this share of its ink to a neighbour, and a letter that of the rectangle around it.
const BESIDE: f64 = 0.2;
const LETTER: f64 = 0.5;

/// A symbol is the ground of what stands within it, and a picture of everything, until next to nothing of it is left.
const GROUND: f64 = 0.95;

/// The same symbol over so much of itself has a shadow or an outline.
const SHADOW: f64 = 0.8;

/// The attribute that says that an element is meant to cover others, or to be covered.
const MEANT: &str = "data-overlap";

/// A symbol, a picture or words of a card on a face.
struct Element<'a> {
    what: String,
    at: Span,
    value: Option<Span>,
    bounds: Rect,
    layer: usize,
    is_symbol: bool,
    words: Option<Letters<'a>>,
}

/// What lies over an element, and where.
type Cover<'a> = (&'a str, Span, Rect);

pub fn find_covered(face: SeenFace<'_>, files: &Files) -> Flaws {
    // Only cards are checked: on a page of running text, overlaps are deliberate.
    let elements = if face.of.row.is_some() { elements(face) } else { Vec::new() };
    let shapes: Vec<(Span, Rect)> = face
        .things()
        .filter(|thing| !matches!(thing.kind, TraceKind::Words { .. }))
        .filter_map(|t| Some((t.at?, t.bounds)))
        .collect();
    let covers: Vec<Option<Cover<'_>>> = elements
        .iter()
        .map(|element| {
            let by = cover(element, &elements, &shapes);
            by.filter(|(_, at, _)| !is_meant(files, *at) && !is_meant(files, element.at))
        })
        .collect();
    let mut found: Flaws = elements.iter().map(|element| (element.at, None)).collect();
    if covers.iter().all(Option::is_none) {
        return found;
    }
    let drawn = face.of.drawn;
    // Words hide nothing: those over other words are a D211.
    let painter = Painter::without_words(PIXELS * 25.4, 0.0, std::slice::from_ref(drawn));
    let width = painter.size(drawn).0 as usize;
    // From the top down, with how much each pixel is covered above a layer.
    let mut above: Vec<u8> = Vec::new();
    for (layer, layer_drawn) in drawn.layers.iter().enumerate().rev() {
        let own = alpha(&painter, drawn, layer_drawn);
        for ((element, by), found) in elements.iter().zip(&covers).zip(&mut found) {
            let Some((by, by_at, over)) = by.filter(|_| element.layer == layer) else {
                continue;
            };
            let share = |bounds, ink: &[u8]| share_hidden(width, bounds, ink, &above);
            let (share, most) = match &element.words {
                Some(letters) => {
                    let contours = letters.contours(face);
                    let is_hidden = |c: &&Rect| share(mapped(**c, letters.map), &[]) >= LETTER;
                    let hidden = contours.iter().filter(is_hidden).count();
                    (hidden as f64 / contours.len().max(1) as f64, 0.0)
                }
                None if element.is_symbol && !is_ground(element.bounds, over) => {
                    (share(element.bounds, &own), BESIDE)
                }
                None => (share(element.bounds, &own), GROUND),
            };
            if share > most {
                let percent = (100.0 * share).round();
                found.1 = Some(Flaw {
                    value: element.value,
                    related: Some((by_at, "what lies above")),
                    ..Flaw::new(
                        share,
                        format!("{percent} % of {} is hidden behind {by},", element.what),
                        "move one of them, or draw the hidden one later in the template; if it is meant, write `data-overlap=\"yes\"` on either",
                    )
                });
            }
        }
        above.resize(above.len().max(own.len()), 0);
        above.iter_mut().zip(&own).for_each(|(above, own)| *above = (*above).max(*own));
    }
    found
}

/// Whether an element of a template is meant to lie over others, or under them.
pub fn is_meant(files: &Files, element: Span) -> bool {
    files.text(element.file).get(element.range()).is_some_and(|tag| tag.contains(MEANT))
}

/// The symbols, pictures and words of a card on a face.
fn elements(face: SeenFace<'_>) -> Vec<Element<'_>> {
    let pictures = face.placed().filter_map(|placed| {
        Some(Element {
            what: placed.named(),
            at: placed.origin.element,
            value: placed.origin.value,
            bounds: placed.bounds()?,
            layer: placed.layer,
            is_symbol: placed.picture.asset == Asset::Symbol,
            words: None,
        })
    });
    let words = letters(face).into_iter().filter_map(|letters| {
        Some(Element {
            what: quoted(&letters),
            at: letters.element,
            value: letters.origin?.value,
            bounds: letters.place(),
            layer: letters.layer?,
            is_symbol: false,
            words: Some(letters),
        })
    });
    pictures.chain(words).collect()
}

/// What has most of an element below it, of the symbols, pictures and shapes that are drawn later.
fn cover<'e>(
    element: &Element<'_>,
    elements: &'e [Element<'_>],
    shapes: &[(Span, Rect)],
) -> Option<Cover<'e>> {
    let common = |bounds: Rect| bounds.intersect(element.bounds).area();
    let pictures = elements.iter().filter(|above| {
        // Symbols among words do not stand on them.
        let among = element.words.is_some() && above.at == element.at;
        let is_shadow =
            above.what == element.what && common(above.bounds) >= SHADOW * element.bounds.area();
        above.layer > element.layer && above.words.is_none() && !among && !is_shadow
    });
    let start = element.at.range().start;
    let shapes = shapes.iter().filter(|(at, _)| at.range().start > start);
    pictures
        .map(|above| (above.what.as_str(), above.at, above.bounds))
        .chain(shapes.map(|(at, bounds)| ("a shape of the template", *at, *bounds)))
        .max_by(|a, b| common(a.2).total_cmp(&common(b.2)))
        .filter(|most| common(most.2) > 0.0)
}

/// Whether what lies over a symbol lies within it.
fn is_ground(symbol: Rect, above: Rect) -> bool {
    above.intersect(symbol).area() >= 0.9 * above.area() && above.area() < 0.9 * symbol.area()
}

/// How much a layer covers of each pixel of the face; of none when it cannot be painted, which is reported as such.
fn alpha(painter: &Painter, face: &Drawn, layer: &Layer) -> Vec<u8> {
    let on = |colour| {
        let body = format!("<rect width=\"100%\" height=\"100%\" fill=\"{colour}\"/>");
        let layers = vec![Layer::Shapes(Arc::new(Shapes { body })), layer.clone()];
        let face = face.clone();
        painter.paint(&Drawn { layers, ..face })
    };
    if matches!(layer, Layer::Words(_)) {
        return Vec::new();
    }
    let (Ok(on_white), Ok(on_black)) = (on("#fff"), on("#000")) else {
        return Vec::new();
    };
    // The ground shows through as much as the two differ.
    on_white
        .pixels()
        .iter()
        .zip(on_black.pixels())
        .map(|(white, black)| 255 - white.green().saturating_sub(black.green()))
        .collect()
}

/// The share of some ink in a rectangle that is hidden by what is `above`; where no ink is given, of the rectangle. Both are rows of
/// `width` pixels.
fn share_hidden(width: usize, bounds: Rect, ink: &[u8], above: &[u8]) -> f64 {
    let range = |from: f64, to: f64, most: usize| {
        let end = ((to * PIXELS).ceil().max(0.0) as usize).min(most);
        ((from * PIXELS).floor().max(0.0) as usize).min(end)..end
    };
    let (mut all, mut hidden) = (0, 0);
    for y in range(bounds.y0, bounds.y1, above.len() / width) {
        for at in range(bounds.x0, bounds.x1, width).map(|x| y * width + x) {
            if ink.get(at).is_none_or(|ink| *ink >= INK) {
                all += 1;
                hidden += usize::from(above[at] >= OPAQUE);
            }
        }
    }
    hidden as f64 / all.max(1) as f64
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{Game, card};

    const DISC: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>"##;

    fn told(elements: &str, keys: &str) -> Vec<String> {
        let game = Game::of(elements);
        let game = game.file("symbols/disc.svg", DISC);
        let game = game.file("symbols/coin.svg", DISC);
        game.cards(&card("A", keys)).told("D212")
    }

    fn symbol(name: &str, x: f64, more: &str) -> String {
        format!(
            "<rect data-symbol=\"{name}\" x=\"{x}\" y=\"20\" width=\"6\" height=\"6\" {more}/>\n"
        )
    }

    const WORDS: &str = r#"<rect data-fit="text" x="10" y="40" width="40" height="10" data-font="Cabin" data-size="10"/>
"#;

    const TEXT: &str = "text = \"Draw a card, then pass.\"";

    #[test]
    fn a_symbol_behind_another_is_told_with_both() {
        let told = told(&(symbol("disc", 20.0, "") + &symbol("coin", 23.0, "")), "");
        // The share is that of painted pixels.
        let (place, what) = told[0].split_once(" % of ").unwrap();
        assert!(place.starts_with("templates/card.svg:2:1 3"), "{told:?}");
        assert_eq!(what, "symbol `disc` is hidden behind symbol `coin`, on card `a`");
        assert_eq!(told.len(), 1);
    }

    #[test]
    fn words_behind_a_panel_or_a_symbol_are_told() {
        let panel = r##"<rect x="30" y="30" width="30" height="30" fill="#fff"/>"##;
        assert!(told(&(panel.to_owned() + WORDS), TEXT).is_empty());
        let behind = told(&(WORDS.to_owned() + panel), TEXT);
        assert!(
            behind[0].contains("`Draw a card, then pass.` is hidden behind a shape"),
            "{behind:?}"
        );
        let sign = r#"<rect data-symbol="disc" x="11" y="39" width="6" height="6"/>"#;
        let behind = told(&(WORDS.to_owned() + sign), TEXT);
        assert!(behind[0].contains("is hidden behind symbol `disc`"), "{behind:?}");
        // Seen through a pale veil they are read.
        let veil = panel.replace("/>", " fill-opacity=\"0.4\"/>");
        assert!(told(&(WORDS.to_owned() + &veil), TEXT).is_empty());
    }

    #[test]
    fn boxes_that_are_repeated_too_near_each_other_are_told() {
        let row = |step: f64| {
            symbol("disc", 10.0, &format!("data-repeat=\"cost\" data-step=\"{step} 0\""))
        };
        let keys = "cost = 4";
        assert_eq!(told(&row(3.0), keys).len(), 1);
        assert!(told(&row(5.5), keys).is_empty(), "{:?}", told(&row(5.5), keys));
        assert!(told(&row(7.0), keys).is_empty());
    }

    #[test]
    fn grounds_marks_on_them_and_shadows_are_right() {
        let small = r#"<rect data-symbol="coin" x="21.5" y="21.5" width="3" height="3"/>"#;
        let panel = r##"<rect x="10" y="10" width="40" height="40" fill="#ccc"/>"##;
        let number = r#"<text x="21" y="25" font-family="Cabin" font-size="4">7</text>"#;
        let shadow = symbol("disc", 20.4, "data-color=\"#888\"");
        for right in [
            symbol("disc", 20.0, "") + small,
            panel.to_owned() + &symbol("disc", 20.0, ""),
            symbol("disc", 20.0, "") + number,
            shadow + &symbol("disc", 20.0, ""),
        ] {
            assert!(told(&right, "").is_empty(), "{right}: {:?}", told(&right, ""));
        }
    }

    #[test]
    fn what_is_meant_is_said_once_on_either() {
        let over = " data-overlap=\"yes\"";
        for (below, above) in [(over, ""), ("", over)] {
            let both = symbol("disc", 20.0, below) + &symbol("coin", 23.0, above);
            assert!(told(&both, "").is_empty());
        }
    }
}
