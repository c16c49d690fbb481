//! Numbers that are worked out, in words and in attributes.

use super::*;

const SHIP: &str = "[[card]]\nname = \"A\"\nhp = 4\nmax-hp = 10\n";

#[test]
fn a_placeholder_works_out_a_sum() {
    let words = "{{hp+1}} {{(hp + max-hp)*2}} {{max-hp - hp}} {{hp/8}} {{copies}}";
    holds(&Game::new(&label(words), SHIP).svg(), ">5 28 6 0.5 1<");
}

#[test]
fn a_sum_of_an_empty_field_is_empty() {
    let rows = "[[card]]\nname = \"A\"\nhp = 1\n[[card]]\nname = \"B\"\n";
    holds(&Game::new(&label("({{hp+1}})"), rows).svgs()[1], ">()<");
}

#[test]
fn a_sum_fills_an_attribute() {
    let body = format!(
        "<rect x=\"{{{{hp}}}}\" width=\"{{{{hp*3}}}}\" height=\"2\"/>{}",
        label("{{max-hp}}")
    );
    let svg = Game::new(&body, SHIP).svg();
    holds(&svg, "x=\"4\" width=\"12\"");
}

#[test]
fn boxes_and_labels_take_their_places_from_cards() {
    let body = "<text x=\"{{hp * 2}}\" y=\"{{max-hp}}\" font-family=\"Cabin\" font-size=\"4\">A</text>\
        <text x=\"{{hp}}\" y=\"20\" font-family=\"Cabin\" font-size=\"4\">{{name}}</text>\
        <rect data-art=\"sky\" x=\"{{hp}}\" y=\"0\" width=\"{{max-hp}}\" height=\"{{max-hp}}\"/>";
    let game = Game::new(body, SHIP).file("art/sky.svg", TALL);
    near(game.runs()[0][0].x, 4.0);
    let (_, map, _) = pictures(&game.faces()[0])[0].clone();
    near(map.0[4], 6.5);
    near(map.0[3], 0.1);
}

#[test]
fn what_is_no_number_is_told_at_the_card() {
    for (body, hp, says) in [
        (
            "<rect width=\"{{hp*3}}\" height=\"1\"/>",
            "\"three\"",
            "`hp` is `three` where a number is wanted",
        ),
        (
            "<rect width=\"{{hp}}\" height=\"1\"/>",
            "\"three\"",
            "`width` becomes `three`, which is no number",
        ),
        (
            "<rect width=\"{{hp - 9}}\" height=\"1\"/>",
            "3",
            "`width` becomes `-6`, which is no length",
        ),
        ("<rect width=\"{{hp*3}}\" height=\"1\"/>", "\"\"", "`hp` is empty"),
        ("<rect width=\"{{1/hp}}\" height=\"1\"/>", "0", "a division by `hp`, which is 0"),
        (
            "<rect data-art=\"sky\" width=\"{{hp}}\" height=\"1\"/>",
            "-1",
            "a box would be -1 mm long",
        ),
        ("<g transform=\"rotate({{hp}})\"><path d=\"M0 0\"/></g>", "\"x\"", "`transform` becomes"),
    ] {
        let rows = format!("[[card]]\nname = \"A\"\nhp = {hp}\n");
        let game = Game::new(body, &rows).file("art/sky.svg", TALL);
        holds(&game.refusal(), says);
    }
}

#[test]
fn a_colour_of_a_card_is_looked_at() {
    for body in [
        "<rect fill=\"{{c}}\" width=\"9\" height=\"9\"/>",
        "<rect style=\"stroke: {{c}};opacity:1\" width=\"9\" height=\"9\"/>",
        "<g fill=\"{{c}}\"><text x=\"1\" y=\"9\" font-family=\"Cabin\" font-size=\"4\" fill=\"#000\">{{name}}</text><path d=\"M0 0h9v9z\"/></g>",
        "<defs><linearGradient id=\"g\"><stop stop-color=\"{{c}}\"/></linearGradient></defs><rect fill=\"url(#g)\" width=\"9\" height=\"9\"/>",
        "<rect data-art=\"sky\" data-color=\"{{c}}\" width=\"9\" height=\"9\"/>",
        "<rect data-fit=\"name\" data-color=\"{{c}}\" width=\"50\" height=\"9\" data-font=\"Cabin\" data-size=\"9\"/>",
    ] {
        let rows = |c: &str| format!("[[card]]\nname = \"A\"\nc = \"{c}\"\n");
        let game = |c: &str| Game::new(body, &rows(c)).file("art/sky.svg", TALL);
        game("#a3441b").svg();
        holds(&game("a3441b").refusal(), "did you mean `#a3441b`?");
        holds(&game("redd").refusal(), "did you mean `red`?");
    }
}
