#![doc = include_str!("../source/codes/D212.md")]

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::bounds::Bounds;
use super::proof::DeckProof;
use super::scene::{Scene, SeenFace};
use super::tally::{FaceTally, blame};
use super::trace::TraceKind;
use crate::raster::Painter;
use crate::source::{Asset, Code, Diagnostic, Diagnostics, Files, Span};
use crate::template::{Drawn, FaceOrigin, Layer, Passage, Shapes};

/// What covers what is painted this finely: three pixels to the millimetre.
const DPI: f64 = 76.2;

/// Larger faces are painted less finely: most pixels of one.
const MOST_PIXELS: f64 = 5e5;

/// From this alpha on something is ink, and from that on nothing is seen through it.
const INK: u8 = 128;
const OPAQUE: u8 = 230;

/// Beside a neighbour, a symbol may lose this share of its ink.
const BESIDE: f64 = 0.2;

/// A symbol is the ground of what stands within it, and a picture of everything, until next to nothing of it is left.
const GROUND: f64 = 0.95;

/// Hidden ink of words that is no letter: this part of the square over their size.
const LETTER: f64 = 0.04;

/// The same symbol so near to itself is its shadow or its outline: in millimetres, and as a share of its size.
const SHADOW: f64 = 0.5;
const SHADOW_SHARE: f64 = 0.15;

/// Longer words are cut off in a message: so many signs of them are shown.
const MOST_SHOWN: usize = 40;

/// The attribute that says that an element is meant to cover others, or to be covered.
const MEANT: &str = "data-overlap";

/// Something of a card on a face: a symbol, a picture, or words.
struct Element {
    what: String,
    origin: FaceOrigin,
    bounds: Bounds,
    /// Its layer, and that layer with nothing else in it.
    layer: usize,
    alone: Layer,
    kind: ElementKind,
}

#[derive(Clone, Copy, PartialEq)]
enum ElementKind {
    Symbol,
    Picture,
    Words { em: f64 },
}

/// What may cover an element: another one, or a shape of the template.
struct Cover<'a> {
    what: &'a str,
    at: Option<Span>,
    bounds: Bounds,
    /// Its layer; `None` for a shape, which any layer of shapes may hold.
    layer: Option<usize>,
}

struct Covered {
    what: String,
    by: String,
    by_element: Option<Span>,
    share: f64,
    value: Option<Span>,
}

pub fn find_covered(scene: &Scene<'_>, files: &mut Files, found: &mut Diagnostics) {
    let files = &*files;
    let meant = |span: Span| is_meant(files, span);
    let mut tally = FaceTally::new();
    let masks = Masks::of_decks(scene);
    let faces = scene.faces.par_iter();
    let seen = faces.map(|face| {
        let masks = masks.iter().find(|m| std::ptr::eq(m.deck, face.deck));
        let elements = elements(scene, face);
        let covered = masks.map(|masks| covered(scene, face, &elements, masks, &meant));
        let shown = elements.iter().map(|element| element.origin.element);
        (shown.collect::<Vec<_>>(), covered.unwrap_or_default())
    });
    for (at, (shown, covered)) in seen.collect::<Vec<_>>().into_iter().enumerate() {
        for element in shown {
            tally.seen(element, at);
        }
        for (element, covered) in covered {
            tally.wrong(element, at, covered.share, covered);
        }
    }
    for finding in tally.findings(scene) {
        let covered = &finding.worst;
        let message = format!(
            "{:.0} % of {} is hidden behind {}, {}",
            100.0 * covered.share,
            covered.what,
            covered.by,
            finding.who
        );
        let help = "move one of them, or draw the hidden one later in the template; if it is meant, write `data-overlap=\"yes\"` on either";
        let fault = Diagnostic::warning(Code::Covered, message).help(help);
        let value = covered.value.filter(|_| finding.by_rows);
        let fault = blame(fault, finding.element, value);
        found.push(match covered.by_element {
            Some(by) if by != finding.element => fault.related(by, "what lies above"),
            _ => fault,
        });
    }
}

/// Whether an element of a template is meant to lie over others, or under them.
pub fn is_meant(files: &Files, element: Span) -> bool {
    let text = files.text(element.file).get(element.range());
    text.is_some_and(|tag| tag.contains(MEANT))
}

/// Paints single layers of the faces of a deck; those that faces share are painted once.
struct Masks<'a> {
    deck: &'a DeckProof<'a>,
    painter: Painter,
    /// Words hide nothing: those over other words are a D211.
    without_words: Painter,
    /// A black ground.
    black: Layer,
    /// The side of a pixel, mm.
    pixel: f64,
}

impl<'a> Masks<'a> {
    fn of_decks(scene: &Scene<'a>) -> Vec<Masks<'a>> {
        let decks = scene.proof.decks.iter();
        let masks = decks.filter_map(|deck| {
            let of_deck = scene.faces.iter().filter(|f| std::ptr::eq(f.deck, deck));
            let mut faces: Vec<Arc<Drawn>> = of_deck.map(|face| face.drawn.clone()).collect();
            let first = faces.first()?.clone();
            let inches = first.width * first.height / (25.4 * 25.4);
            let dpi = DPI.min((MOST_PIXELS / inches).sqrt());
            let body = format!(
                "<rect width=\"{}\" height=\"{}\"/>",
                first.width, first.height
            );
            let black = Layer::Shapes(Arc::new(Shapes { body }));
            // Twice, to be kept.
            let ground = Arc::new(only(&first, vec![black.clone()]));
            faces.extend([ground.clone(), ground]);
            Some(Masks {
                deck,
                painter: Painter::new(dpi, 0.0, &faces),
                without_words: Painter::without_words(dpi, 0.0, &faces),
                black,
                pixel: 25.4 / dpi,
            })
        });
        masks.collect()
    }

    /// How much a layer covers of each pixel of the face; of none when it cannot be painted, which is reported as such.
    fn alpha(&self, painter: &Painter, face: &Drawn, layer: &Layer) -> Mask {
        let paint = |layers| painter.paint(&only(face, layers));
        let on_white = paint(vec![layer.clone()]);
        let on_black = paint(vec![self.black.clone(), layer.clone()]);
        let (Ok(on_white), Ok(on_black)) = (on_white, on_black) else {
            return Mask::default();
        };
        // The ground shows through as much as the two differ.
        let pixels = on_white.pixels().iter().zip(on_black.pixels());
        let alpha = pixels.map(|(white, black)| 255 - white.green().saturating_sub(black.green()));
        Mask {
            width: on_white.width() as usize,
            alpha: alpha.collect(),
        }
    }

    /// The places of the pixels in a rectangle of the face.
    fn pixels_in(&self, mask: &Mask, bounds: Bounds) -> Vec<usize> {
        let (width, height) = match mask.width {
            0 => return Vec::new(),
            width => (width, mask.alpha.len() / width),
        };
        let range = |from: f64, to: f64, length: usize| {
            let end = ((to / self.pixel).ceil().max(0.0) as usize).min(length);
            ((from / self.pixel).floor().max(0.0) as usize).min(end)..end
        };
        let rows = range(bounds.top, bounds.bottom, height);
        let columns = range(bounds.left, bounds.right, width);
        rows.flat_map(|y| columns.clone().map(move |x| y * width + x))
            .collect()
    }
}

/// How much something covers of each pixel.
#[derive(Default)]
struct Mask {
    width: usize,
    alpha: Vec<u8>,
}

/// A face with only these layers.
fn only(face: &Drawn, layers: Vec<Layer>) -> Drawn {
    Drawn {
        layers,
        ..face.clone()
    }
}

/// The symbols, pictures and words of a card on a face, bottom first. A page of a text is none: what overlaps there is drawn so.
fn elements(scene: &Scene<'_>, face: &SeenFace<'_>) -> Vec<Element> {
    let mut placed = scene.placed(face);
    let mut elements = Vec::new();
    if face.row.is_none() {
        return elements;
    }
    for (layer, drawn) in face.drawn.layers.iter().enumerate() {
        match drawn {
            Layer::Shapes(_) => {}
            Layer::Picture { picture, .. } => {
                let place = placed.next();
                let Some((place, bounds)) = place.and_then(|p| Some((p.origin, p.bounds()?)))
                else {
                    continue;
                };
                let (word, kind) = match picture.asset {
                    Asset::Symbol => ("symbol", ElementKind::Symbol),
                    _ => ("picture", ElementKind::Picture),
                };
                elements.push(Element {
                    what: format!("{word} `{}`", picture.name),
                    origin: place,
                    bounds,
                    layer,
                    alone: drawn.clone(),
                    kind,
                });
            }
            Layer::Words(passages) => {
                elements.extend(passages.iter().filter_map(|p| words(p, layer)));
            }
        }
    }
    elements
}

fn words(passage: &Passage, layer: usize) -> Option<Element> {
    let runs = || passage.runs.iter().filter(|r| !r.text.trim().is_empty());
    let rooms = runs().map(|run| {
        let (x, y, size) = (f64::from(run.x), f64::from(run.y), f64::from(run.size));
        Bounds::new(x, y - size, x + f64::from(run.width), y + 0.35 * size).mapped(passage.map)
    });
    let words: Vec<&str> = runs().map(|run| run.text.trim()).collect();
    let mut words = words.join(" ");
    if let Some((end, _)) = words.char_indices().nth(MOST_SHOWN) {
        words.truncate(end);
        words.push('…');
    }
    let em = runs().map(|run| f64::from(run.size)).fold(0.0, f64::max) * passage.map.growth();
    Some(Element {
        what: format!("`{words}`"),
        origin: passage.origin?,
        bounds: rooms.reduce(Bounds::or)?,
        layer,
        alone: Layer::Words(vec![passage.clone()]),
        kind: ElementKind::Words { em },
    })
}

/// What is hidden on a face, each with the element that is.
fn covered(
    scene: &Scene<'_>,
    face: &SeenFace<'_>,
    elements: &[Element],
    masks: &Masks<'_>,
    meant: &dyn Fn(Span) -> bool,
) -> Vec<(Span, Covered)> {
    let mut known: BTreeMap<usize, Mask> = BTreeMap::new();
    let mut shapes = shapes(scene, face);
    shapes.retain(|shape| !shape.at.is_some_and(meant));
    let mut found = Vec::new();
    for element in elements.iter().filter(|e| !meant(e.origin.element)) {
        let mut covers = covers(element, elements, &shapes);
        covers.retain(|cover| !cover.at.is_some_and(meant));
        let by_shape = covers.iter().any(|cover| cover.layer.is_none());
        let above = face.drawn.layers.iter().enumerate().skip(element.layer + 1);
        let above = above.filter(|(at, layer)| match layer {
            Layer::Shapes(_) => by_shape,
            _ => covers.iter().any(|cover| cover.layer == Some(*at)),
        });
        let above: Vec<usize> = above.map(|(at, _)| at).collect();
        if above.is_empty() {
            continue;
        }
        for at in &above {
            known.entry(*at).or_insert_with(|| {
                masks.alpha(&masks.without_words, face.drawn, &face.drawn.layers[*at])
            });
        }
        let hidden_by = |inked: &[usize], layers: &dyn Fn(usize) -> bool| {
            let layers = above.iter().filter(|at| layers(**at));
            let layers: Vec<&Mask> = layers.map(|at| &known[at]).collect();
            let is_hidden = |pixel: &&usize| {
                let mut alphas = layers.iter().filter_map(|layer| layer.alpha.get(**pixel));
                alphas.any(|alpha| *alpha >= OPAQUE)
            };
            inked.iter().filter(is_hidden).count() as f64
        };
        let around = masks.pixels_in(&known[&above[0]], element.bounds);
        if hidden_by(&around, &|_| true) == 0.0 {
            continue;
        }
        let ink = masks.alpha(&masks.painter, face.drawn, &element.alone);
        let has_ink = |at: &usize| ink.alpha.get(*at).is_some_and(|alpha| *alpha >= INK);
        let inked: Vec<usize> = around.into_iter().filter(has_ink).collect();
        let all = hidden_by(&inked, &|_| true);
        let share = all / inked.len().max(1) as f64;
        // What stands within a symbol stands on it.
        let is_beside = |cover: &&Cover<'_>| !within(cover.bounds, element.bounds);
        let beside: Vec<&Cover<'_>> = covers.iter().filter(is_beside).collect();
        let of_beside = |at: usize| match face.drawn.layers[at] {
            Layer::Shapes(_) => beside.iter().any(|cover| cover.layer.is_none()),
            _ => beside.iter().any(|cover| cover.layer == Some(at)),
        };
        let is_hidden = match element.kind {
            ElementKind::Words { em } => all * masks.pixel * masks.pixel > LETTER * em * em,
            ElementKind::Picture => share >= GROUND,
            ElementKind::Symbol => {
                share >= GROUND || hidden_by(&inked, &of_beside) >= BESIDE * inked.len() as f64
            }
        };
        let common =
            |cover: &&Cover<'_>| cover.bounds.and(element.bounds).map_or(0.0, Bounds::area);
        let by = covers.iter().max_by(|a, b| common(a).total_cmp(&common(b)));
        if let Some(by) = by.filter(|_| is_hidden && all > 0.0) {
            let covered = Covered {
                what: element.what.clone(),
                by: by.what.to_owned(),
                by_element: by.at,
                share,
                value: element.origin.value,
            };
            found.push((element.origin.element, covered));
        }
    }
    found
}

/// A shape of the template on a face.
struct Shape {
    at: Option<Span>,
    bounds: Bounds,
    /// Whether it is drawn several times: then also after elements that are written behind it.
    is_repeated: bool,
}

fn shapes(scene: &Scene<'_>, face: &SeenFace<'_>) -> Vec<Shape> {
    let things = scene.things(face);
    let shapes = things.filter(|thing| !matches!(thing.kind, TraceKind::Words { .. }));
    let shapes: Vec<(Option<Span>, Bounds)> = shapes.map(|t| (t.at, t.bounds)).collect();
    let mut times: BTreeMap<Option<Span>, usize> = BTreeMap::new();
    for (at, _) in &shapes {
        *times.entry(*at).or_default() += 1;
    }
    let shape = |(at, bounds)| Shape {
        at,
        bounds,
        is_repeated: times[&at] > 1,
    };
    shapes.into_iter().map(shape).collect()
}

/// What is drawn above an element and reaches over it.
fn covers<'e>(element: &Element, elements: &'e [Element], shapes: &[Shape]) -> Vec<Cover<'e>> {
    let meets = |bounds: Bounds| {
        let both = bounds.and(element.bounds);
        both.is_some_and(|both| both.area() > 0.0)
    };
    let is_words = |e: &Element| matches!(e.kind, ElementKind::Words { .. });
    let pictures = elements.iter().filter(|above| {
        let own = above.origin.element == element.origin.element;
        // Symbols among words do not stand on them.
        let among = own && is_words(element);
        above.layer > element.layer
            && meets(above.bounds)
            && !(is_words(above) || among || is_shadow(element, above))
    });
    let pictures = pictures.map(|above| Cover {
        what: &above.what,
        at: Some(above.origin.element),
        bounds: above.bounds,
        layer: Some(above.layer),
    });
    let start = element.origin.element.range().start;
    let shapes = shapes.iter().filter(|shape| {
        let later = shape.at.is_none_or(|at| at.range().start > start);
        (later || shape.is_repeated) && meets(shape.bounds)
    });
    let shapes = shapes.map(|shape| Cover {
        what: "a shape of the template",
        at: shape.at,
        bounds: shape.bounds,
        layer: None,
    });
    pictures.chain(shapes).collect()
}

/// Whether a symbol below is the shadow or the outline of the same one above.
fn is_shadow(below: &Element, above: &Element) -> bool {
    let (a, b) = (below.bounds, above.bounds);
    let middle = |b: Bounds| ((b.left + b.right) / 2.0, (b.top + b.bottom) / 2.0);
    let (one, other) = (middle(a), middle(b));
    let size = a.width().min(a.height());
    let apart = (one.0 - other.0).hypot(one.1 - other.1);
    below.what == above.what && apart < SHADOW.max(SHADOW_SHARE * size)
}

/// Whether one rectangle lies in another that is larger, or nearly so.
fn within(one: Bounds, other: Bounds) -> bool {
    let both = one.and(other).map_or(0.0, Bounds::area);
    both >= 0.9 * one.area() && one.area() < 0.9 * other.area()
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
        assert_eq!(
            what,
            "symbol `disc` is hidden behind symbol `coin`, on card `a`"
        );
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
        assert!(
            behind[0].contains("is hidden behind symbol `disc`"),
            "{behind:?}"
        );
        // Seen through a pale veil they are read.
        let veil = panel.replace("/>", " fill-opacity=\"0.4\"/>");
        assert!(told(&(WORDS.to_owned() + &veil), TEXT).is_empty());
    }

    #[test]
    fn boxes_that_are_repeated_too_near_each_other_are_told() {
        let row = |step: f64| {
            symbol(
                "disc",
                10.0,
                &format!("data-repeat=\"cost\" data-step=\"{step} 0\""),
            )
        };
        let keys = "cost = 4";
        assert_eq!(told(&row(3.0), keys).len(), 1);
        assert!(
            told(&row(5.5), keys).is_empty(),
            "{:?}",
            told(&row(5.5), keys)
        );
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
            assert!(
                told(&right, "").is_empty(),
                "{right}: {:?}",
                told(&right, "")
            );
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
