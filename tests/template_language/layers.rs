//! Layers that cards share, and text that flows.

use super::*;

fn same(a: &Layer, b: &Layer) -> bool {
    match (a, b) {
        (Layer::Shapes(a), Layer::Shapes(b)) => Arc::ptr_eq(a, b),
        (Layer::Picture { picture: a, .. }, Layer::Picture { picture: b, .. }) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

const REGIONS: &str = "[[card]]\nname = \"A\"\nregion = \"#111111\"\n[[card]]\nname = \"B\"\nregion = \"#222222\"\n[[card]]\nname = \"C\"\nregion = \"#111111\"\n";

#[test]
fn what_no_row_changes_is_one_layer_for_the_deck() {
    let body = format!(
        "<rect width=\"9\" height=\"9\"/><circle r=\"3\"/>{}{}",
        label("{{name}}"),
        label("{{region}}")
    );
    let faces = Game::new(&body, REGIONS).faces();
    for face in &faces {
        assert_eq!(face.layers.len(), 2, "{:?}", face.layers);
        assert!(same(&face.layers[0], &faces[0].layers[0]));
    }
}

#[test]
fn cards_of_one_region_share_its_layer() {
    let body = "<circle r=\"3\" fill=\"{{region}}\"/>";
    let faces = Game::new(body, REGIONS).faces();
    assert!(same(&faces[0].layers[0], &faces[2].layers[0]));
    assert!(!same(&faces[0].layers[0], &faces[1].layers[0]));
}

#[test]
fn a_symbol_is_read_once_for_each_colour() {
    let body = SYMBOL.replace("/>", " data-color=\"{{region}}\"/>");
    let faces = Game::new(&body, REGIONS).symbol("dot", "").faces();
    assert!(same(&faces[0].layers[0], &faces[2].layers[0]));
    assert!(!same(&faces[0].layers[0], &faces[1].layers[0]));
}

#[test]
fn a_back_without_fields_is_one_face_for_the_deck() {
    let rows = format!("back = \"back.svg\"\n{REGIONS}");
    let game = Game::new(&label("{{region}}"), &rows)
        .file("templates/back.svg", template("<circle r=\"5\"/>"));
    let backs = game.deck().unwrap().backs;
    let first = backs[0].as_ref().unwrap();
    assert!(backs.iter().flatten().all(|back| Arc::ptr_eq(back, first)));
    assert_eq!(backs.len(), 3);
}

#[test]
fn a_back_shows_the_fields_of_its_row() {
    let rows = format!("back = \"back.svg\"\n{REGIONS}");
    let game = Game::new(&label("{{region}}"), &rows)
        .file("templates/back.svg", template(&label("{{name}}")));
    let backs = game.deck().unwrap().backs;
    holds(&face_svg(backs[1].as_ref().unwrap(), 0.0), ">B</text>");
}

#[test]
fn layers_lie_in_the_order_of_the_template() {
    let body = format!("<circle r=\"3\"/>{}<ellipse rx=\"4\" ry=\"2\"/>", label("{{name}}"));
    let svg = Game::new(&body, CARD).svg();
    let at = |part: &str| svg.find(part).unwrap();
    assert!(at("<circle") < at(">Admiral<") && at(">Admiral<") < at("<ellipse"));
}

// Flowing text

/// A game whose deck flows `text` through a box of 50 × 60 mm.
fn flowing(body: &str, text: &str) -> Game {
    Game::new(body, "flow = \"rules.md\"\n").file("rules.md", text)
}

const COLUMN: &str = "<rect data-flow=\"rules\" x=\"5\" y=\"20\" width=\"50\" height=\"60\" data-font=\"Cabin\" data-size=\"10\"/>";

#[test]
fn a_text_takes_the_pages_that_it_needs() {
    let text = (1..=40).map(|n| format!("- clause {n}\n")).collect::<String>();
    let pages = flowing(COLUMN, &text).runs();
    assert!(pages.len() >= 2);
    let words: Vec<String> = pages
        .iter()
        .flatten()
        .map(|r| r.text.clone())
        .filter(|t| t.starts_with("clause"))
        .collect();
    let wanted: Vec<String> = (1..=40).map(|n| format!("clause {n}")).collect();
    assert_eq!(words, wanted);
    for run in pages.iter().flatten() {
        assert!(run.y > 20.0 && run.y <= 80.0, "{run:?}");
    }
}

#[test]
fn pages_are_counted() {
    let text = "word ".repeat(20) + "\n\n";
    let svgs = flowing(&(COLUMN.to_owned() + &label("{{page}} of {{pages}}")), &text.repeat(9));
    let svgs = svgs.svgs();
    let pages = svgs.len();
    assert!(pages >= 2);
    for (i, svg) in svgs.iter().enumerate() {
        holds(svg, &format!(">{} of {pages}</text>", i + 1));
    }
}

#[test]
fn a_text_fills_the_columns_before_the_next_page() {
    let left = COLUMN.replace("width=\"50\"", "width=\"25\"");
    let right = left.replace("x=\"5\"", "x=\"35\"");
    let text = (1..=14).map(|n| format!("- clause {n}\n")).collect::<String>();
    let pages = flowing(&(left + &right), &text).runs();
    assert_eq!(pages.len(), 1);
    assert!(pages[0].iter().any(|r| r.text == "clause 1" && r.x < 30.0));
    assert!(pages[0].iter().any(|r| r.text == "clause 14" && r.x > 35.0));
}

#[test]
fn a_heading_is_bold_and_larger() {
    let runs = flowing(COLUMN, "## Goal\n\nWin.\n").runs().remove(0);
    assert!(runs[0].text == "Goal" && runs[1].text == "Win.");
    near(runs[0].size, runs[1].size * 1.2);
    assert_ne!(runs[0].font, runs[1].font);
}

#[test]
fn headings_may_have_a_font_of_their_own() {
    let body = COLUMN.replace("/>", " data-heading-font=\"Oswald\" data-heading-weight=\"600\"/>");
    let svg = flowing(&body, "## Goal\n\nWin.\n").svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let family = |word: &str| {
        let mut texts = document.descendants().filter(|n| n.has_tag_name("text"));
        let text = texts.find(|n| n.text() == Some(word)).unwrap();
        (text.attribute("font-family"), text.attribute("font-weight"))
    };
    assert_eq!(family("Goal"), (Some("Oswald"), Some("600")));
    assert_eq!(family("Win."), (Some("Cabin"), Some("400")));
}

#[test]
fn a_sign_of_a_flowing_text_that_the_font_lacks_is_refused() {
    let refusal = flowing(COLUMN, "Win.\n\nA 火.\n").refusal();
    holds(&refusal, "no glyph for `火` (U+706B)");
}

#[test]
fn a_word_wider_than_its_column_is_refused() {
    let refusal = flowing(COLUMN, &"word".repeat(40)).refusal();
    holds(&refusal, "a word is wider than its column");
}

#[test]
fn a_paragraph_higher_than_its_column_is_refused() {
    let refusal = flowing(COLUMN, &"word ".repeat(200)).refusal();
    holds(&refusal, "a paragraph does not fit its column");
}

#[test]
fn a_field_that_a_flowing_page_lacks_is_refused() {
    let refusal = flowing(&(COLUMN.to_owned() + &label("{{pagse}}")), "Win.\n").refusal();
    holds(&refusal, "no card of deck `cards` has the field `pagse`");
}

#[test]
fn a_template_without_a_box_for_the_text_is_refused() {
    holds(&flowing("", "Win.\n").refusal(), "has no box for the text");
}
