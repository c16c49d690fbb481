//! Scripts beyond Latin: where lines break and begin, and in which order their glyphs stand. Read off the drawn faces.

use std::path::Path;
use std::sync::Arc;

use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::template::{Drawn, GlyphRun, Ink, Layer, Renderer, caption};

use super::{done, told};
use crate::copying::copy;

/// The box of words of `examples/beacons`, in millimetres.
const TOP: f64 = 50.0;
const LEFT: f32 = 5.0;
const RIGHT: f32 = 58.5;

/// A line of a text: where it begins and ends, and its runs from the left.
struct Line {
    left: f32,
    right: f32,
    runs: Vec<GlyphRun>,
}

impl Line {
    fn text(&self) -> String {
        self.runs.iter().map(|run| run.text.as_str()).collect()
    }
}

fn beacons() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/beacons")
}

/// The front of a card of `examples/beacons`, in a language.
fn front(lang: &str, card: usize) -> Arc<Drawn> {
    let mut files = Files::new();
    let folder = GameFolder::open(&beacons()).unwrap();
    let pack = registry::load(folder.in_language(lang, true), &mut files).unwrap();
    let deck = pack.deck("cards").unwrap();
    let renderer = Renderer::open(&pack, &[deck], Ink::Full, &mut files).unwrap();
    let drawn = renderer.draw(&pack, deck, &mut files).unwrap();
    drawn.fronts[card].clone()
}

/// The lines of its words.
fn lines(lang: &str, card: usize) -> Vec<Line> {
    let mut lines: Vec<(f64, Line)> = Vec::new();
    for layer in &front(lang, card).layers {
        let Layer::Words(passages) = layer else {
            continue;
        };
        for passage in passages {
            for run in &passage.runs {
                let (x, y) = passage.map.apply(run.x.into(), run.y.into());
                if !(TOP..=80.0).contains(&y) {
                    continue;
                }
                let left = x as f32;
                let right = left + run.width;
                match lines.iter_mut().find(|(at, _)| (at - y).abs() < 0.01) {
                    Some((_, line)) => {
                        line.left = line.left.min(left);
                        line.right = line.right.max(right);
                        line.runs.push(run.clone());
                    }
                    None => lines.push((y, Line { left, right, runs: vec![run.clone()] })),
                }
            }
        }
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    lines.into_iter().map(|(_, line)| line).collect()
}

#[test]
fn japanese_lines_begin_and_end_as_they_may() {
    let lines = lines("ja", 0);
    assert!(lines.len() >= 3, "{}", lines.len());
    for line in &lines {
        let text = line.text();
        // Kinsoku: what closes or is small never begins a line, what opens never ends one.
        assert!(!text.starts_with(['。', '、', '」', '）', 'っ', 'ー']), "{text}");
        assert!(!text.trim_end().ends_with(['「', '（']), "{text}");
        assert!((line.left - LEFT).abs() < 0.2, "{text}: {}", line.left);
    }
    let all: String = lines.iter().map(Line::text).collect();
    assert!(all.contains("「嵐」"), "{all}");
    // A line holds what there is room for: no line breaks at spaces alone.
    assert!(lines[0].text().chars().count() > 10, "{}", lines[0].text());
}

#[test]
fn lines_from_the_right_begin_at_the_right_edge() {
    for lang in ["he", "ar"] {
        for card in [0, 1] {
            let lines = lines(lang, card);
            assert!(lines.len() >= 2, "{lang}");
            for line in &lines {
                let text = line.text();
                let symbol = line.right < RIGHT - 5.0;
                assert!(!symbol, "{lang}: {text} ends at {}", line.right);
                assert!(line.left >= LEFT - 0.1, "{lang}: {text} begins at {}", line.left);
            }
        }
    }
}

#[test]
fn hebrew_stands_from_right_to_left_and_numbers_from_left_to_right() {
    let lines = lines("he", 0);
    let first = &lines[0];
    // The first word is the run farthest to the right, its letters in the order in which they are read.
    let right = first.runs.iter().max_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
    assert!(right.rtl && right.text.trim().starts_with("קחו"), "{}", right.text);
    let glyph = right.glyphs.iter().rposition(|g| g.advance > 0.0).unwrap();
    let text = right.text_of(glyph).trim().to_owned();
    let last = right.glyphs.len() - 1;
    assert!(text == "ק" || right.text_of(last) == "ק", "{text}");
    // Every letter has the glyph that draws it, from the last one read to the first.
    let read: Vec<&str> = (0..right.glyphs.len()).map(|at| right.text_of(at)).collect();
    let back: String = read.into_iter().rev().collect();
    assert_eq!(back, right.text);
    let two = first.runs.iter().find(|run| run.text.contains('2')).unwrap();
    assert!(!two.rtl || two.text.trim() == "2", "{}", two.text);
    assert!(two.x < right.x);
}

#[test]
fn arabic_letters_join_and_are_no_wider_than_their_line() {
    let card = lines("ar", 0);
    let runs = || card.iter().flat_map(|line| &line.runs).filter(|run| run.rtl);
    assert!(runs().count() > 0);
    // A letter has other glyphs where it begins, joins and ends a word.
    let mut shapes: std::collections::BTreeMap<&str, std::collections::BTreeSet<u16>> =
        std::collections::BTreeMap::new();
    for run in runs() {
        for (at, glyph) in run.glyphs.iter().enumerate() {
            if !run.text_of(at).trim().is_empty() {
                shapes.entry(run.text_of(at)).or_default().insert(glyph.id);
            }
        }
        let width: f32 = run.glyphs.iter().map(|g| g.advance * run.size).sum();
        assert!((width - run.width).abs() < 0.05, "{}", run.text);
        let back: String = (0..run.glyphs.len()).rev().map(|at| run.text_of(at)).collect();
        assert_eq!(back.chars().count(), run.text.chars().count(), "{back}");
    }
    assert!(shapes.values().any(|glyphs| glyphs.len() >= 3), "{shapes:?}");
    // Dots are glyphs of their own in this font, put above and below their letters.
    let dots = runs().flat_map(|run| &run.glyphs);
    assert!(dots.filter(|glyph| glyph.offset != [0.0; 2]).count() > 3);
}

#[test]
fn what_deckproof_writes_beside_the_cards_runs_as_its_own_letters_do() {
    let ruler = caption(&front("he", 0).fonts, "100 mm", 8.0).unwrap();
    let Layer::Words(passages) = &ruler.layers[0] else {
        panic!("no words");
    };
    let mut runs: Vec<&GlyphRun> = passages.iter().flat_map(|p| &p.runs).collect();
    runs.sort_by(|a, b| a.x.total_cmp(&b.x));
    let words: String = runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(words, "100 mm");
}

#[test]
fn lines_from_the_right_may_end_in_words_from_the_left() {
    let dir = tempfile::tempdir().unwrap();
    copy(&beacons(), &dir.path().join("beacons"));
    let csv = dir.path().join("beacons/lang/he.csv");
    let text = std::fs::read_to_string(&csv).unwrap();
    let english = "Take Two Cards Of The Storm And Put Them Back ".repeat(2);
    let text = text.replace("שום אור אינו דולק.", &format!("{english}אור"));
    std::fs::write(&csv, text.replace("**", "")).unwrap();
    let cards = dir.path().join("beacons/cards.toml");
    let rows = std::fs::read_to_string(&cards).unwrap();
    std::fs::write(&cards, rows.replace("**", "")).unwrap();
    for width in 20..54 {
        let svg = dir.path().join("beacons/templates/card.svg");
        let drawing = std::fs::read_to_string(beacons().join("templates/card.svg")).unwrap();
        let narrow = format!("y=\"50\" width=\"{width}\" height=\"90\"");
        let wide = "y=\"50\" width=\"53.5\" height=\"28\"";
        let drawing = drawing.replace(wide, &narrow).replace("data-min=\"8\"", "data-min=\"10\"");
        std::fs::write(&svg, drawing).unwrap();
        let (_, said) = told(dir.path(), &["export", "svg", "beacons", "--lang", "he"]);
        assert!(!said.contains("too wide"), "{width}: {said}");
    }
}

#[test]
fn every_language_of_the_example_is_complete_and_prints() {
    let dir = tempfile::tempdir().unwrap();
    copy(&beacons(), &dir.path().join("beacons"));
    for lang in ["ja", "he", "ar"] {
        let said = done(dir.path(), &["print", "beacons", "--lang", lang]);
        assert!(!said.contains("not translated"), "{said}");
        let (_, said) = told(dir.path(), &["check", "beacons", "--lang", lang]);
        assert!(!said.contains("D94") && !said.contains("error["), "{said}");
        done(dir.path(), &["export", "svg", "beacons", "--lang", lang]);
        done(dir.path(), &["export", "png", "beacons", "--lang", lang, "--dpi", "60"]);
    }
    let svg = dir.path().join("output/beacons-he/cards-01-the-lighthouse.svg");
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("Noto Sans Hebrew") && svg.contains("&#x200f;"));

    // Without its font, the signs that nothing can draw are named.
    let fonts = dir.path().join("beacons/fonts/fonts.toml");
    let list = std::fs::read_to_string(&fonts).unwrap();
    std::fs::write(&fonts, list.replace("\"he\"", "\"yi\"")).unwrap();
    let (well, said) = told(dir.path(), &["print", "beacons", "--lang", "he"]);
    assert!(!well && said.contains("error[D110]") && said.contains("U+05D0"), "{said}");
}

#[test]
fn a_language_that_no_table_knows_is_set_plainly() {
    let dir = super::tools();
    for lang in ["ja", "zh-Hans", "tlh", "dee"] {
        done(dir.path(), &["translate", "export", "tools", "--lang", lang]);
        done(dir.path(), &["print", "tools", "--lang", lang]);
    }
}
