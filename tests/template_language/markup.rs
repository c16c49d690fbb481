//! Markup, and one size over the deck.

use super::*;

/// Weight and slant of the run that holds `word`.
fn look(svg: &str, word: &str) -> (bool, bool) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let text = document
        .descendants()
        .find(|n| n.has_tag_name("text") && n.text().is_some_and(|t| t.contains(word)))
        .unwrap();
    let bold = text.attribute("font-weight") == Some("700");
    (bold, text.attribute("font-style") == Some("italic"))
}

#[test]
fn two_stars_are_bold() {
    let svg = Game::new(&fit(""), &rules("one **two** three")).svg();
    assert_eq!(look(&svg, "two"), (true, false));
    assert_eq!(look(&svg, "three"), (false, false));
}

#[test]
fn one_star_is_italic() {
    let svg = Game::new(&fit(""), &rules("one *two* three")).svg();
    assert_eq!(look(&svg, "two"), (false, true));
    assert_eq!(look(&svg, "three"), (false, false));
}

#[test]
fn bold_and_italic_go_together() {
    let svg = Game::new(&fit(""), &rules("one **two *three***")).svg();
    assert_eq!(look(&svg, "three"), (true, true));
}

#[test]
fn an_open_star_is_refused() {
    let refusal = Game::new(&fit(""), &rules("one **two")).refusal();
    holds(&refusal, "card `a`: `rules`: `**` is opened and not closed");
}

#[test]
fn a_symbol_stands_in_its_line() {
    let game = Game::new(&fit("data-color=\"#123456\""), &rules("pay {dot} now"))
        .symbol("dot", "<circle r=\"50\" fill=\"currentColor\"/>");
    let face = game.faces().remove(0);
    let words = runs(&face);
    let (picture, map, _) = pictures(&face).remove(0);
    let ((left, top), (right, bottom)) = (map.apply(0.0, 0.0), map.apply(100.0, 100.0));
    near(left, words[0].x + words[0].width);
    near(right, words[1].x);
    // The middle of a symbol is that of the capitals.
    assert!(top < f64::from(words[0].y) && bottom < f64::from(words[0].y) + 1.0);
    holds(&picture.body, "fill=\"#123456\"");
}

#[test]
fn two_symbols_stand_side_by_side() {
    let game = Game::new(&fit(""), &rules("pay {dot}{dot} now")).symbol("dot", "");
    let face = game.faces().remove(0);
    let found = pictures(&face);
    near(found[0].1.apply(100.0, 0.0).0, found[1].1.apply(0.0, 0.0).0);
    near(found[1].1.apply(100.0, 0.0).0, runs(&face)[1].x);
}

#[test]
fn a_symbol_is_not_torn_from_the_sign_beside_it() {
    let text = "Pay the price, pay the price, pay ({dot}): draw a card, and then draw a card";
    for width in 20..50 {
        let body = fit("").replace("width=\"50\"", &format!("width=\"{width}\""));
        let game = Game::new(&body, &rules(text)).symbol("dot", "<circle r=\"50\"/>");
        let face = game.faces().remove(0);
        let words = runs(&face);
        let open = words.iter().find(|r| r.text.ends_with('(')).unwrap();
        let (_, map, _) = pictures(&face).remove(0);
        near(map.apply(0.0, 0.0).0, open.x + open.width);
    }
}

#[test]
fn a_backslash_keeps_a_brace() {
    let svg = Game::new(&fit(""), &rules("\\{dot\\} \\*")).svg();
    holds(&svg, ">{dot} *</text>");
}

#[test]
fn a_symbol_in_words_that_is_not_there_is_refused() {
    let game = Game::new(&fit(""), &rules("by {lanturn}")).symbol("lantern", "");
    let refusal = game.refusal();
    holds(&refusal, "there is no symbol `lanturn` (did you mean `lantern`?)");
}

// One size over the deck

#[test]
fn every_card_has_the_size_that_the_longest_needs() {
    let body = fit("").replace("height=\"40\"", "height=\"12\"");
    let size = |rows: &str| -> Vec<f32> {
        let runs = Game::new(&body, rows).runs();
        runs.iter().map(|r| r[0].size / POINT).collect()
    };
    let longest = size(&rules(LONG))[0];
    assert!((6.5..9.9).contains(&longest), "{longest} pt");
    near(size(&rules("Short"))[0], 10.0);
    let both = rules("Short") + &rules(LONG).replace("\"A\"", "\"B\"");
    let both = size(&both);
    near(both[0], longest);
    near(both[1], longest);
}

#[test]
fn words_under_the_smallest_size_are_refused_with_what_to_cut() {
    let body = fit("").replace("height=\"40\"", "height=\"6\"");
    let refusal = Game::new(&body, &rules(LONG)).refusal();
    holds(&refusal, "card `a`: `rules` does not fit its box at 6.5 pt");
    let words: usize = refusal
        .split("cut about ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .unwrap();
    // To cut so many is enough.
    let left = LONG.split(' ').count() - words;
    let shorter: Vec<&str> = LONG.split(' ').take(left).collect();
    assert_eq!(Game::new(&body, &rules(&shorter.join(" "))).faces().len(), 1);
}

#[test]
fn a_line_too_long_and_a_box_too_low_are_told_apart() {
    let low = fit("data-lines=\"1\"").replace("height=\"40\"", "height=\"1\"");
    let refusal = Game::new(&low, &rules("Go.")).refusal();
    holds(&refusal, "does not fit its box");
    let narrow = fit("data-lines=\"1\"");
    let refusal = Game::new(&narrow, &rules(LONG)).refusal();
    holds(&refusal, "is too wide for its box");
}

#[test]
fn data_min_is_the_smallest_size() {
    let body = fit("data-min=\"9.5\"").replace("height=\"40\"", "height=\"12\"");
    holds(&Game::new(&body, &rules(LONG)).refusal(), "at 9.5 pt");
}

#[test]
fn words_of_the_template_under_the_smallest_size_are_refused() {
    let refusal = Game::new(&label("Hi").replace("\"4\"", "\"2\""), CARD).refusal();
    holds(&refusal, "words of 5.7 pt are smaller than 6.5 pt");
}

#[test]
fn a_sign_that_the_font_lacks_is_refused() {
    let refusal = Game::new(&fit(""), &rules("a 火")).refusal();
    holds(&refusal, "card `a`: the font `Cabin` has no glyph for `火` (U+706B)");
}

#[test]
fn a_sign_of_the_template_that_the_font_lacks_is_refused() {
    holds(&Game::new(&label("火"), CARD).refusal(), "no glyph for `火` (U+706B)");
}

#[test]
fn a_font_that_is_not_bundled_is_refused() {
    let refusal = Game::new(&label("Hi").replace("Cabin", "Cabinn"), CARD).refusal();
    holds(&refusal, "there is no font `Cabinn` (did you mean `Cabin`?)");
}
