//! Elements that are drawn several times.

use super::*;

const SHIP: &str = "[[card]]\nname = \"A\"\nhp = 3\nmax-hp = 5\nicons = \"sun moon\"\nlist = [\"sun\", \"sun\", \"moon\"]\n";

/// A body that shows all fields of [`SHIP`] before `body`.
fn game(body: &str) -> Game {
    let all = "<path data-if=\"!name and hp and max-hp and icons and list\" d=\"M0 0\"/>";
    Game::new(&format!("{all}{body}"), SHIP)
        .symbol("sun", "<circle r=\"9\"/>")
        .symbol("moon", "<circle r=\"5\"/>")
}

#[test]
fn a_shape_is_drawn_as_often_as_a_field_says() {
    let svg = game("<circle data-repeat=\"hp\" data-step=\"4 0\" r=\"1\"/>").svg();
    assert_eq!(svg.matches("<circle").count(), 3, "{svg}");
    holds(&svg, "<g transform=\"matrix(1 0 0 1 8 0)\"><circle");
}

#[test]
fn a_sum_says_how_often() {
    let svg = game("<circle data-repeat=\"max-hp - hp\" data-step=\"4 0\" r=\"1\"/>").svg();
    assert_eq!(svg.matches("<circle").count(), 2);
}

#[test]
fn the_number_of_a_repetition_is_a_field() {
    let body = "<g data-repeat=\"hp\" data-step=\"0 5\"><text x=\"9\" y=\"20\" font-family=\"Cabin\" font-size=\"4\">{{i}}/{{index}}</text></g>";
    let runs = game(body).runs().remove(0);
    let words: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(words, ["1/0", "2/1", "3/2"]);
}

#[test]
fn a_condition_inside_asks_for_the_number() {
    let body = "<g data-repeat=\"max-hp\" data-step=\"4 0\"><rect data-if=\"i&lt;=hp\" width=\"3\" height=\"3\"/><circle data-if=\"i>hp\" r=\"1\"/></g>";
    let svg = game(body).svg();
    assert_eq!((svg.matches("<rect").count(), svg.matches("<circle").count()), (3, 2));
}

#[test]
fn words_of_a_list_are_drawn_one_by_one() {
    let body = "<rect data-repeat=\"list\" data-step=\"6 0\" data-symbol=\"{{item}}\" x=\"5\" y=\"5\" width=\"5\" height=\"5\"/>";
    let faces = game(body).faces();
    let drawn = pictures(&faces[0]);
    let names: Vec<&str> = drawn.iter().map(|(picture, ..)| picture.name.as_str()).collect();
    assert_eq!(names, ["sun", "sun", "moon"]);
    near(drawn[1].1.0[4], 11.0);
    assert!(Arc::ptr_eq(&drawn[0].0, &drawn[1].0));
}

#[test]
fn rows_wrap_and_are_centred() {
    let body = "<rect data-repeat=\"max-hp\" data-step=\"6 7\" data-per-row=\"3\" data-align=\"center\" data-symbol=\"sun\" x=\"30\" y=\"5\" width=\"5\" height=\"5\"/>";
    let places: Vec<(i64, i64)> = pictures(&game(body).faces()[0])
        .iter()
        .map(|(_, map, _)| (map.0[4].round() as i64, map.0[5].round() as i64))
        .collect();
    assert_eq!(places, [(24, 5), (30, 5), (36, 5), (27, 12), (33, 12)]);
}

#[test]
fn a_step_turns_with_the_group_around_it() {
    let body = "<g transform=\"translate(20 20) rotate(90)\"><circle data-repeat=\"hp\" data-step=\"4 0\" r=\"1\"/></g>";
    holds(
        &game(body).svg(),
        "<g transform=\"matrix(1 0 0 1 0 4)\"><g transform=\"translate(20 20) rotate(90)\"><circle",
    );
}

#[test]
fn repetitions_of_shapes_are_one_layer_that_cards_share() {
    let rows = "[[card]]\nname = \"A\"\nhp = 3\n[[card]]\nname = \"B\"\nhp = 3\n";
    let body = "<g data-repeat=\"hp\" data-step=\"4 0\"><rect width=\"{{i}}\" height=\"1\"/><circle r=\"1\"/></g>";
    let faces = Game::new(body, rows).faces();
    assert_eq!(faces[0].layers.len(), 1);
    let (Layer::Shapes(a), Layer::Shapes(b)) = (&faces[0].layers[0], &faces[1].layers[0]) else {
        panic!("no shapes");
    };
    assert!(Arc::ptr_eq(a, b));
}

#[test]
fn boxes_of_words_are_repeated() {
    let body = "<g data-repeat=\"icons\" data-step=\"0 12\"><rect data-fit=\"item\" x=\"5\" y=\"5\" width=\"40\" height=\"10\" data-font=\"Cabin\" data-size=\"10\"/></g>";
    let runs = game(body).runs().remove(0);
    assert_eq!(runs[0].text, "sun");
    near(runs[1].y - runs[0].y, 0.0);
}

#[test]
fn what_cannot_be_counted_is_told() {
    for (hp, says) in [
        ("-1", "something would be drawn -1 times"),
        ("2.5", "something would be drawn 2.5 times"),
        ("\"three\"", "`hp` is `three` where a number is wanted"),
        ("501", "something is drawn 501 times"),
        ("100000000000", "something is drawn 100000000000 times"),
    ] {
        let rows = format!("[[card]]\nname = \"A\"\nhp = {hp}\n");
        let body = "<circle data-repeat=\"hp\" data-step=\"0 0\" r=\"1\"/>";
        holds(&Game::new(body, &rows).refusal(), says);
    }
    let many = format!("<g data-repeat=\"hp\">{}</g>", "<path d=\"M0 0\"/>".repeat(100));
    let rows = "[[card]]\nname = \"A\"\nhp = 500\n";
    holds(&Game::new(&many, rows).refusal(), "repetitions draw more than 20000 elements on a card");
}

#[test]
fn nothing_is_drawn_no_times() {
    let rows = "[[card]]\nname = \"A\"\nhp = 0\n[[card]]\nname = \"B\"\n";
    for svg in Game::new("<circle data-repeat=\"hp\" r=\"1\"/>", rows).svgs() {
        lacks(&svg, "<circle");
    }
}
