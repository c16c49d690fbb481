//! Cards that name their own template or back.

use super::*;

/// A deck of a number, a court and a special card.
fn game(rows: &str) -> Game {
    let table = "title = \"T\"\n[table.kind.court]\nname = \"Court\"\ntemplate = \"court.svg\"\n[table.kind.plain]\nname = \"Plain\"\n";
    Game::new(&format!("<circle r=\"1\"/>{}", label("{{name}}")), rows)
        .file("game.toml", table)
        .file(
            "templates/court.svg",
            template(&format!(
                "<rect width=\"9\" height=\"9\"/>{}",
                label("{{name}} {{rank}} {{kind.name}}")
            )),
        )
        .file("templates/back.svg", template("<ellipse rx=\"1\" ry=\"1\"/>"))
}

#[test]
fn a_card_names_its_template() {
    let rows = "[[card]]\nname = \"A\"\n[[card]]\nname = \"B\"\nrank = \"K\"\nkind = \"plain\"\ntemplate = \"court.svg\"\n[[card]]\nname = \"C\"\ntemplate = \"\"\n";
    let svgs = game(rows).svgs();
    holds(&svgs[0], "<circle");
    holds(&svgs[1], "<rect");
    holds(&svgs[1], ">B K Plain<");
    holds(&svgs[2], "<circle");
}

#[test]
fn a_look_up_table_lends_a_template() {
    let rows = "[[card]]\nname = \"A\"\n[[card]]\nname = \"B\"\nrank = \"K\"\nkind = \"court\"\n";
    let svgs = game(rows).svgs();
    holds(&svgs[0], "<circle");
    holds(&svgs[1], ">B K Court<");
}

#[test]
fn a_card_names_its_back() {
    let rows = "[[card]]\nname = \"A\"\n[[card]]\nname = \"B\"\nback = \"back.svg\"\n";
    let deck = game(rows).deck().unwrap();
    assert!(deck.backs[0].is_none());
    let back = deck.backs[1].as_ref().unwrap();
    holds(&face_svg(back, 0.0), "<ellipse");
}

#[test]
fn a_key_must_be_shown_by_the_template_of_its_card() {
    let rows = "[[card]]\nname = \"A\"\nrank = \"1\"\n[[card]]\nname = \"B\"\nrank = \"K\"\nkind = \"court\"\n";
    let refusal = game(rows).refusal();
    assert_eq!(refusal.matches("unknown key `rank`").count(), 1, "{refusal}");
}

#[test]
fn a_field_must_be_on_a_card_of_its_template() {
    let rows = "[[card]]\nname = \"A\"\nrank = \"1\"\n[[card]]\nname = \"B\"\nkind = \"court\"\n";
    holds(&game(rows).refusal(), "has the field `rank`");
}
