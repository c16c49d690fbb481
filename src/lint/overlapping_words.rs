#![doc = include_str!("../source/codes/D211.md")]

use kurbo::Rect;

use super::bounds::corners;
use super::colour_vision::contrast;
use super::covered::is_meant;
use super::letters::{CAPITALS, Corners, Letters, letters};
use super::scene::SeenFace;
use super::tally::{Flaw, Flaws};
use crate::source::{Asset, Files, Span};
use crate::text::POINT;

/// Letters that share less than this part of the square over a capital's height only touch.
const TOUCHING: f64 = 0.04;

/// The same words so near to each other are one word with its shadow or its outline: in millimetres, and in em.
const SHADOW: f64 = 0.5;
const SHADOW_EM: f64 = 0.1;

/// Words this many times as large, with contrast to those above them, count as their background.
const GROUND: f64 = 3.0;
const GROUND_CONTRAST: f64 = 4.5;

/// Words paler than this count as the background of those above them.
const PALE: f64 = 0.35;

/// Messages quote at most this many characters.
const MOST_SHOWN: usize = 40;

pub fn find_overlapping_words(face: SeenFace<'_>, files: &Files) -> Flaws {
    let texts = texts(face);
    let mut findings: Flaws = texts.iter().map(|text| (text.element, None)).collect();
    for (at, upper) in texts.iter().enumerate() {
        for lower in &texts[..at] {
            if is_shadow(upper, lower, face)
                || is_ground(lower, upper)
                || [upper, lower].iter().any(|text| is_meant(files, text.element))
            {
                continue;
            }
            let Some((area, [above, below])) = overlap(face, upper, lower) else { continue };
            // The longer one is likely to be the one that runs too far.
            let longer = |text: &&Text<'_>| text.words().chars().count();
            let culprit = [lower, upper].into_iter().filter(|t| t.value().is_some());
            let help = "use fewer words there, or give each its own box, which makes its words fit";
            let flaw = Flaw {
                value: culprit.max_by_key(longer).and_then(Text::value),
                help_of_rows: Some(help.to_owned()),
                related: (lower.element != upper.element)
                    .then_some((lower.element, "what lies below")),
                ..Flaw::new(
                    area,
                    format!("{above} is printed over {below},"),
                    "move one of them, or show each under a condition (`data-if`), so that only one is drawn",
                )
            };
            findings.push((upper.element, Some(flaw)));
        }
    }
    findings
}

/// Words that belong together: those that one text or box shows at one place.
struct Text<'a> {
    element: Span,
    letters: Vec<Letters<'a>>,
    /// Symbols among the words.
    symbols: Vec<(Rect, &'a str)>,
}

/// The words of a face, those below first.
fn texts(face: SeenFace<'_>) -> Vec<Text<'_>> {
    let mut texts: Vec<Text<'_>> = Vec::new();
    for letters in letters(face) {
        let element = letters.element;
        let same = |t: &&mut Text<'_>| t.element == element && t.letters[0].map == letters.map;
        match texts.iter_mut().find(same) {
            Some(text) => text.letters.push(letters),
            None => texts.push(Text { element, letters: vec![letters], symbols: Vec::new() }),
        }
    }
    // Elements that come later in a template are drawn on top.
    texts.sort_by_key(|text| text.element.range().start);
    for placed in face.placed().filter(|placed| placed.picture.asset == Asset::Symbol) {
        // A box for a symbol shows no words of its own; words over it are what it is for.
        let text = texts.iter_mut().find(|text| text.element == placed.origin.element);
        if let (Some(text), Some(bounds)) = (text, placed.bounds()) {
            text.symbols.push((bounds, &placed.picture.name));
        }
    }
    texts
}

impl Text<'_> {
    fn words(&self) -> String {
        self.letters.iter().map(|l| l.look.words.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn value(&self) -> Option<Span> {
        self.letters.iter().find_map(|l| l.origin?.value)
    }

    /// Size of its largest letters, in millimetres.
    fn em(&self) -> f64 {
        self.letters.iter().map(|l| l.look.size).fold(0.0, f64::max) * f64::from(POINT)
    }

    /// An upright rectangle around all of its letters, on the face.
    fn bounds(&self, face: SeenFace<'_>) -> Option<Rect> {
        let points = self.letters.iter().flat_map(|letters| letters.quads(face)).flatten();
        points.map(|point| Rect::from_points(point, point)).reduce(|a, b| a.union(b))
    }
}

/// Whether two texts are one with its shadow, or its outline.
fn is_shadow(one: &Text<'_>, other: &Text<'_>, face: SeenFace<'_>) -> bool {
    if one.words() != other.words() {
        return false;
    }
    let limit = SHADOW.max(SHADOW_EM * one.em().min(other.em()));
    one.bounds(face).zip(other.bounds(face)).is_some_and(|(a, b)| {
        (a.x0 - b.x0).hypot(a.y0 - b.y0) < limit && (a.x1 - b.x1).hypot(a.y1 - b.y1) < limit
    })
}

/// Whether words are so large or so pale that they count as a background.
fn is_ground(lower: &Text<'_>, upper: &Text<'_>) -> bool {
    let [below, above] = [lower, upper].map(|text| &text.letters[0].look);
    let apart = contrast(below.colour, above.colour);
    let large = lower.em() >= GROUND * upper.em() && apart >= GROUND_CONTRAST;
    large || below.opacity < PALE
}

/// How much two texts share, and the words or symbols of the upper and the lower one that share the most.
type Overlap = (f64, [String; 2]);

/// `None` when it is nothing to speak of.
fn overlap(face: SeenFace<'_>, upper: &Text<'_>, lower: &Text<'_>) -> Option<Overlap> {
    let capital = f64::from(CAPITALS) * upper.em().min(lower.em());
    let mut overlaps: Vec<Overlap> = Vec::new();
    for above in &upper.letters {
        for below in &lower.letters {
            if above.place().intersect(below.place()).area() > 0.0 {
                let area = largest(&above.quads(face), &below.quads(face));
                overlaps.push((area, [quoted(above), quoted(below)]));
            }
        }
    }
    // A symbol among the words of one, over or under the words of the other.
    for (with_symbols, text) in [(upper, lower), (lower, upper)] {
        for (bounds, name) in
            with_symbols.symbols.iter().filter(|_| text.element != with_symbols.element)
        {
            for letters in text.letters.iter().filter(|l| l.place().overlaps(*bounds)) {
                let area = largest(&[corners(*bounds)], &letters.quads(face));
                let mut both = [format!("the symbol `{name}`"), quoted(letters)];
                if std::ptr::eq(text, upper) {
                    both.reverse();
                }
                overlaps.push((area, both));
            }
        }
    }
    overlaps.retain(|(area, _)| *area > TOUCHING * capital * capital);
    overlaps.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a })
}

/// The words as a message shows them.
pub fn quoted(letters: &Letters<'_>) -> String {
    let words = &letters.look.words;
    match words.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("`{}…`", words[..end].trim_end()),
        None => format!("`{words}`"),
    }
}

/// The largest area that one of these has in common with one of those.
fn largest(these: &[Corners], those: &[Corners]) -> f64 {
    these
        .iter()
        .flat_map(|a| those.iter().map(move |b| (a, b)))
        .map(|(a, b)| common_area(a, b))
        .fold(0.0, f64::max)
}

/// The area that two convex shapes have in common: one is cut along each side of the other (Sutherland and Hodgman).
fn common_area(one: &Corners, other: &Corners) -> f64 {
    let area = |points: &[(f64, f64)]| {
        let twice: f64 = points
            .iter()
            .zip(points.iter().cycle().skip(1))
            .map(|(a, b)| a.0 * b.1 - b.0 * a.1)
            .sum();
        twice / 2.0
    };
    // Which side of a line is inside depends on the way round, which a mirrored map turns.
    let way = area(other).signum();
    let mut shape = one.to_vec();
    for (from, to) in other.iter().zip(other.iter().cycle().skip(1)) {
        let inside = |p: &(f64, f64)| {
            way * ((to.0 - from.0) * (p.1 - from.1) - (to.1 - from.1) * (p.0 - from.0))
        };
        let mut rest = Vec::with_capacity(shape.len() + 1);
        for (a, b) in shape.iter().zip(shape.iter().cycle().skip(1)) {
            let (at_a, at_b) = (inside(a), inside(b));
            if at_a >= 0.0 {
                rest.push(*a);
            }
            if (at_a >= 0.0) != (at_b >= 0.0) {
                let t = at_a / (at_a - at_b);
                rest.push((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t));
            }
        }
        shape = rest;
        if shape.is_empty() {
            return 0.0;
        }
    }
    area(&shape).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::testing::{Game, card};

    fn told(template: &str) -> Vec<String> {
        Game::of(template).told("D211")
    }

    fn words(x: f64, y: f64, more: &str, words: &str) -> String {
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"Cabin\" font-size=\"4\" {more}>{words}</text>"
        )
    }

    #[test]
    fn two_names_at_one_place_are_told_with_both() {
        let both =
            words(10.0, 20.0, "", "{{name}}") + "\n" + &words(11.0, 20.5, "", "{{name}} of Shells");
        assert_eq!(
            told(&both),
            [
                "templates/card.svg:3:1 `One of Shells` is printed over `One`, on all 2 faces that show it, worst on card `one`"
            ]
        );
    }

    #[test]
    fn what_is_meant_is_said_once() {
        let meant = words(10.0, 20.0, "data-overlap=\"yes\"", "{{name}}");
        assert!(told(&(meant + &words(11.0, 20.5, "", "{{name}} of Shells"))).is_empty());
    }

    #[test]
    fn words_of_the_template_count_too() {
        let both = words(10.0, 20.0, "", "fixed") + &words(11.0, 20.5, "", "also fixed");
        assert_eq!(told(&both).len(), 1);
        let mixed = words(10.0, 20.0, "", "fixed") + &words(11.0, 20.5, "", "{{name}} moves");
        assert_eq!(told(&mixed).len(), 1);
    }

    #[test]
    fn a_long_name_that_runs_into_a_number_is_told_at_the_card() {
        let template = words(10.0, 20.0, "", "{{title}}") + &words(40.0, 20.0, "", "7");
        let cards =
            card("A", "title = \"Short\"") + &card("B", "title = \"Much too long to end there\"");
        let told = Game::of(&template).cards(&cards).told("D211");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with("cards.toml:8:9 "), "{told:?}");
    }

    #[test]
    fn turned_words_are_measured_as_they_lie() {
        let turned = |by: &str| {
            words(10.0, 26.0, "", "{{name}} and more words")
                + &words(0.0, 0.0, &format!("transform=\"translate({by})\""), "{{name}} goes so")
        };
        assert_eq!(told(&turned("12 38) rotate(-45")).len(), 1);
        // Its upright rectangle would meet the other words, its letters do not.
        let beside = told(&turned("43 12) rotate(45"));
        assert!(beside.is_empty(), "{beside:?}");
    }

    #[test]
    fn lines_of_usual_distance_and_neighbours_do_not_overlap() {
        let lines = words(10.0, 20.0, "", "Typography {{name}}")
            + &words(10.0, 24.4, "", "ÄÖÜ {{name}} dfl");
        assert!(told(&lines).is_empty(), "{:?}", told(&lines));
    }

    #[test]
    fn a_shadow_is_the_same_words_very_near() {
        let pair = |dx: f64, text: &str| {
            words(10.0 + dx, 20.0 + dx / 2.0, "fill=\"#888\"", "{{name}} *x* more")
                + &words(10.0, 20.0, "", text)
        };
        assert!(told(&pair(0.35, "{{name}} *x* more")).is_empty());
        assert_eq!(told(&pair(1.2, "{{name}} *x* more")).len(), 1);
        assert_eq!(told(&pair(0.2, "{{name}} *x* less")).len(), 1);
    }

    #[test]
    fn a_large_pale_sign_is_a_ground() {
        let sign = |colour: &str| {
            format!(
                "<text x=\"10\" y=\"40\" font-family=\"Cabin\" font-size=\"15\" fill=\"{colour}\">{{{{name}}}}</text>"
            ) + &words(12.0, 30.0, "", "{{name}} and so on")
        };
        assert!(told(&sign("#eee")).is_empty());
        assert_eq!(told(&sign("#222")).len(), 1);
    }

    const DISC: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></svg>"##;

    #[test]
    fn words_over_a_symbol_of_other_words_are_told_but_not_those_in_a_box_for_one() {
        let over = |sign: &str, x: f64| {
            let text = format!(
                r#"<rect data-fit="text" x="{x}" y="15" width="30" height="8" data-font="Cabin" data-size="10"/>"#
            );
            let template = text + sign + &words(11.0, 18.3, "", "7");
            let game = Game::of(&template).file("symbols/disc.svg", DISC);
            game.cards(&card("A", "text = \"{disc} and so on\"")).told("D211")
        };
        let among_words = over("", 10.0);
        assert_eq!(among_words.len(), 1, "{among_words:?}");
        assert!(
            among_words[0].contains("`7` is printed over the symbol `disc`"),
            "{among_words:?}"
        );
        let sign = r#"<rect data-symbol="disc" x="9" y="14" width="5" height="5"/>"#;
        let box_for_one = over(sign, 30.0);
        assert!(box_for_one.is_empty(), "{box_for_one:?}");
    }

    #[test]
    fn areas_in_common_are_those_of_geometry() {
        let square = |x: f64| [(x, 0.0), (x + 2.0, 0.0), (x + 2.0, 2.0), (x, 2.0)];
        assert!((common_area(&square(0.0), &square(1.0)) - 2.0).abs() < 1e-9);
        assert_eq!(common_area(&square(0.0), &square(3.0)), 0.0);
        let diamond = [(1.0, 0.0), (2.0, 1.0), (1.0, 2.0), (0.0, 1.0)];
        let mut turned_back = diamond;
        turned_back.reverse();
        for diamond in [diamond, turned_back] {
            assert!((common_area(&square(0.0), &diamond) - 2.0).abs() < 1e-9);
            assert!((common_area(&diamond, &square(0.0)) - 2.0).abs() < 1e-9);
        }
    }
}
