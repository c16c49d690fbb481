//! Ink, and definitions.

use super::*;

#[test]
fn data_low_overrides_attributes_in_low_ink_alone() {
    let body = "<circle r=\"9\" fill=\"#ff0000\" data-low=\"fill:#fff;stroke:#000\"/>";
    let low = Game::new(body, CARD).ink(Ink::Low).svg();
    holds(&low, "fill=\"#fff\"");
    holds(&low, "stroke=\"#000\"");
    lacks(&low, "#ff0000");
    let full = Game::new(body, CARD).svg();
    holds(&full, "fill=\"#ff0000\"");
    lacks(&full, "stroke=");
}

#[test]
fn data_low_overrides_a_style() {
    let body = "<circle r=\"9\" style=\"fill:#ff0000;opacity:0.5\" data-low=\"fill:#fff\"/>";
    let svg = Game::new(body, CARD).ink(Ink::Low).svg();
    holds(&svg, "fill=\"#fff\"");
    holds(&svg, "opacity:0.5");
    lacks(&svg, "#ff0000");
}

#[test]
fn data_low_none_drops_the_element() {
    let body = "<g data-low=\"none\"><circle r=\"9\"/></g><ellipse rx=\"1\" ry=\"2\"/>";
    let svg = Game::new(body, CARD).ink(Ink::Low).svg();
    lacks(&svg, "<circle");
    holds(&svg, "<ellipse");
}

#[test]
fn data_low_only_keeps_the_element_for_low_ink() {
    let body = "<circle r=\"9\" data-low=\"only\"/>";
    holds(&Game::new(body, CARD).ink(Ink::Low).svg(), "<circle");
    lacks(&Game::new(body, CARD).svg(), "<circle");
}

#[test]
fn data_low_turns_a_label_black() {
    let body = label("{{name}}").replace(" x=", " data-low=\"fill:#000\" x=");
    holds(&Game::new(&body, CARD).ink(Ink::Low).svg(), "fill=\"#000000\"");
    holds(&Game::new(&body, CARD).svg(), "fill=\"#102030\"");
}

#[test]
fn data_low_turns_the_words_of_a_box_black() {
    let body = fit("data-color=\"#fff\" data-low=\"color:#000\"");
    let svg = Game::new(&body, &rules("Hi")).ink(Ink::Low).svg();
    holds(&svg, "fill=\"#000000\"");
}

#[test]
fn data_low_turns_a_symbol_black() {
    let body = SYMBOL.replace("/>", " data-color=\"#fff\" data-low=\"color:#000\"/>");
    let game = Game::new(&body, CARD)
        .symbol("dot", "<circle r=\"5\" fill=\"currentColor\"/>")
        .ink(Ink::Low);
    holds(&game.svg(), "fill=\"#000\"");
}

#[test]
fn data_low_is_obeyed_inside_symbols() {
    let game = Game::new(SYMBOL, CARD)
        .symbol("dot", "<circle r=\"5\" fill=\"red\" data-low=\"fill:none\"/>")
        .ink(Ink::Low);
    holds(&game.svg(), "fill=\"none\"");
}

/// No colour but greys is in `svg`.
#[track_caller]
fn is_grey(svg: &str) {
    let mut seen = 0;
    for (at, _) in svg.match_indices('#') {
        let hex = &svg[at + 1..];
        if hex.len() < 6 || !hex.as_bytes()[..6].iter().all(u8::is_ascii_hexdigit) {
            continue;
        }
        assert!(hex[..2] == hex[2..4] && hex[..2] == hex[4..6], "{}", &hex[..6]);
        seen += 1;
    }
    assert!(seen > 0, "no colour in {svg}");
    lacks(svg, "red");
}

#[test]
fn grey_ink_takes_the_colour_out_of_shapes() {
    let body = "<circle r=\"9\" fill=\"red\" style=\"stroke:#00ff00\"/>";
    is_grey(&Game::new(body, CARD).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_gradients() {
    let body = "<defs><linearGradient id=\"g\"><stop stop-color=\"#ff8000\"/><stop offset=\"1\" style=\"stop-color:red\"/></linearGradient></defs><circle r=\"9\" fill=\"url(#g)\"/>";
    is_grey(&Game::new(body, CARD).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_words() {
    let body = fit("data-color=\"#c03020\"") + &label("{{name}}");
    is_grey(&Game::new(&body, &rules("Hi")).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_fields() {
    let rows = "[[card]]\nname = \"A\"\ncolour = \"red\"\n";
    let body = "<circle r=\"9\" fill=\"{{colour}}\"/>";
    is_grey(&Game::new(body, rows).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_symbols() {
    let body = SYMBOL.replace("/>", " data-color=\"#0000ff\"/>");
    let game = Game::new(&body, CARD)
        .symbol("dot", "<circle r=\"5\" fill=\"currentColor\" stroke=\"red\"/>")
        .ink(Ink::Grey);
    is_grey(&game.svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_art() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.svg", TALL);
    is_grey(&game.ink(Ink::Grey).svg());
}

// Definitions

const GRADIENT: &str = "<linearGradient id=\"sky\"><stop stop-color=\"{{colour}}\"/></linearGradient><linearGradient id=\"sea\"/>";

#[test]
fn what_url_refers_to_comes_along() {
    let rows = "[[card]]\nname = \"A\"\ncolour = \"#abcdef\"\n";
    let body = format!("<defs>{GRADIENT}</defs><circle r=\"9\" fill=\"url(#sky)\"/>");
    let svg = Game::new(&body, rows).svg();
    holds(&svg, "<linearGradient id=\"sky\"><stop stop-color=\"#abcdef\"/>");
    lacks(&svg, "id=\"sea\"");
}

#[test]
fn what_href_refers_to_comes_along() {
    let body = "<defs><circle id=\"dot\" r=\"9\"/></defs><use xlink:href=\"#dot\"/>";
    holds(&Game::new(body, CARD).svg(), "<circle id=\"dot\"");
}

#[test]
fn what_a_definition_refers_to_comes_along() {
    let body = "<defs><linearGradient id=\"a\" xlink:href=\"#b\"/><linearGradient id=\"b\"/></defs><circle r=\"9\" fill=\"url(#a)\"/>";
    holds(&Game::new(body, CARD).svg(), "id=\"b\"");
}

#[test]
fn an_id_that_nothing_has_is_refused() {
    let refusal = Game::new("<circle r=\"9\" fill=\"url(#a)\"/>", CARD).refusal();
    holds(&refusal, "nothing in <defs> has the id `a`");
}

#[test]
fn a_style_element_that_fetches_is_refused() {
    let refusal = Game::new("<style>@import \"a.css\"; circle{fill:red}</style>", CARD).refusal();
    holds(&refusal, "the <style> of a template has an @import");
}

#[test]
fn the_rules_of_a_style_element_are_followed() {
    let body = "<style>circle{fill:#123456}</style><circle r=\"5\"/>";
    holds(&Game::new(body, CARD).svg(), "fill:#123456");
}

#[test]
fn a_file_outside_the_template_is_refused() {
    let refusal = Game::new("<image xlink:href=\"a.png\"/>", CARD).refusal();
    holds(&refusal, "`a.png` is outside the template");
}

#[test]
fn an_effect_on_a_group_of_placeholders_is_refused() {
    let body = format!("<g opacity=\"0.5\">{}</g>", label("{{name}}"));
    let refusal = Game::new(&body, CARD).refusal();
    holds(&refusal, "a group around placeholders has `opacity`");
}
