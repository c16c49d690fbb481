//! Transforms, anchors, and what editors leave in a file.

use super::*;

#[test]
fn a_box_moves_with_the_groups_around_it() {
    let body =
        format!("<g transform=\"translate(3 4)\"><g transform=\"scale(0.8)\">{}</g></g>", fit(""));
    let face = Game::new(&body, &rules("Hi")).faces().remove(0);
    let Layer::Words(passages) = &face.layers[0] else {
        panic!("{:?}", face.layers);
    };
    near(passages[0].map.apply(5.0, 20.0).0, 3.0 + 0.8 * 5.0);
    near(passages[0].map.apply(5.0, 20.0).1, 4.0 + 0.8 * 20.0);
}

#[test]
fn a_symbol_turns_with_its_box() {
    let body = SYMBOL.replace("/>", " transform=\"rotate(180 30 40)\"/>");
    let face = Game::new(&body, CARD).symbol("dot", "").faces().remove(0);
    let (_, map, _) = pictures(&face).remove(0);
    let (x, y) = map.apply(0.0, 0.0);
    near(x, 45.0);
    near(y, 60.0);
}

#[test]
fn shapes_keep_the_groups_around_them() {
    let body =
        format!("<g transform=\"translate(3 4)\"><circle r=\"5\"/>{}</g>", label("{{name}}"));
    let svg = Game::new(&body, CARD).svg();
    holds(&svg, "<g transform=\"translate(3 4)\"><circle r=\"5\"/></g>");
}

#[test]
fn a_scaled_box_counts_the_size_that_is_seen() {
    let body = format!("<g transform=\"scale(0.5)\">{}</g>", fit("data-min=\"8\""));
    let refusal = Game::new(&body, &rules("Hi")).refusal();
    holds(&refusal, "words of 4.0 pt are smaller than 6.5 pt");
}

/// Left and right end of a label at x = 30 with that anchor.
fn ends(anchor: &str) -> (f32, f32) {
    let body = label("{{name}}").replace("x=\"5\"", &format!("x=\"30\" text-anchor=\"{anchor}\""));
    let run = Game::new(&body, CARD).runs().remove(0).remove(0);
    (run.x, run.x + run.width)
}

#[test]
fn a_label_starts_ends_or_is_centred_at_its_point() {
    near(ends("start").0, 30.0);
    near(ends("end").1, 30.0);
    let (left, right) = ends("middle");
    near((left + right) / 2.0, 30.0);
}

#[test]
fn a_label_stands_on_its_baseline() {
    near(Game::new(&label("{{name}}"), CARD).runs()[0][0].y, 10.0);
}

#[test]
fn a_label_that_leaves_the_card_is_refused() {
    let body = label("{{name}}").replace("x=\"5\"", "x=\"60\"");
    let refusal = Game::new(&body, CARD).refusal();
    holds(&refusal, "card `admiral`: `Admiral` leaves the card");
}

#[test]
fn a_placeholder_in_a_tspan_is_filled() {
    let body = label("<tspan>{{name}}</tspan>");
    assert_eq!(Game::new(&body, CARD).svg(), Game::new(&label("{{name}}"), CARD).svg());
}

#[test]
fn a_line_of_two_styles_is_refused() {
    let body = label("{{name}} <tspan font-weight=\"600\">bold</tspan>");
    let refusal = Game::new(&body, CARD).refusal();
    holds(&refusal, "several styles in one line");
}

// Editors

#[test]
fn what_inkscape_notes_for_itself_is_dropped() {
    let body = "<sodipodi:namedview xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" id=\"view\"/>\
        <g xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" inkscape:label=\"Ground\" inkscape:groupmode=\"layer\"><title>Ground</title><circle r=\"5\"/></g><!-- a note -->";
    let svg = Game::new(body, CARD).svg();
    for gone in ["namedview", "inkscape:label", "groupmode", "<title", "a note"] {
        lacks(&svg, gone);
    }
    holds(&svg, "<circle r=\"5\"/>");
}

#[test]
fn a_template_that_is_no_xml_is_refused_with_its_place() {
    let game = Game::new("<g><circle r=\"5\"/>", CARD);
    let faults = game.deck().map(|_| ()).unwrap_err();
    let fault = faults.iter().next().unwrap();
    holds(&fault.message, "not well-formed XML");
    assert!(fault.span.is_some());
}

#[test]
fn a_template_in_other_units_is_refused() {
    let svg = template("").replace("0 0 63.5 88.9", "0 0 240 336 1");
    let game = Game::new("", CARD).file("templates/face.svg", svg);
    holds(&game.refusal(), "viewBox is not its trim in millimetres");
}
