//! What a typesetter does: straight edges, divided words, quotes, colours and sizes; and the tables of flowing texts.

use super::*;

const PROSE: &str = "Each keeper of an extraordinarily brilliant lighthouse immediately illuminates the surrounding neighbourhood for everybody";

fn narrow(width: u32, more: &str) -> String {
    fit(more).replace("width=\"50\"", &format!("width=\"{width}\""))
}

/// The runs of a face by their lines.
fn lines(face: &Drawn) -> Vec<Vec<GlyphRun>> {
    let mut lines: Vec<Vec<GlyphRun>> = Vec::new();
    for run in runs(face) {
        match lines.last_mut().filter(|line| line[0].y == run.y) {
            Some(line) => line.push(run),
            None => lines.push(vec![run]),
        }
    }
    lines
}

/// Words and right edge of each line.
fn set(body: &str, text: &str) -> Vec<(String, f32)> {
    let game = Game::new(body, &rules(text)).symbol("dot", "<circle r=\"9\"/>");
    let face = game.faces().remove(0);
    let line = |line: Vec<GlyphRun>| {
        let words: String = line.iter().map(|r| r.text.as_str()).collect();
        let last = line.last().unwrap();
        let spaces = words.len() - words.trim_end().len();
        let trailing: f32 =
            last.glyphs.iter().rev().take(spaces).map(|g| g.advance * last.size).sum();
        (words, last.x + last.width - trailing)
    };
    lines(&face).into_iter().map(line).collect()
}

#[test]
fn justified_lines_end_at_the_edge_and_the_last_does_not() {
    let mut lines = set(&fit("data-align=\"justify\""), PROSE);
    assert!(lines.len() > 2, "{lines:?}");
    let (_, last) = lines.pop().unwrap();
    for (words, end) in &lines {
        assert!((end - 55.0).abs() < 0.05, "{words:?} ends at {end}");
    }
    assert!(last < 54.0);
}

#[test]
fn an_exported_justified_line_has_its_spaces() {
    let svg = Game::new(&fit("data-align=\"justify\""), &rules(PROSE)).svg();
    holds(&svg, " word-spacing=\"");
    lacks(&Game::new(&fit(""), &rules(PROSE)).svg(), "word-spacing");
}

#[test]
fn words_are_divided_on_wish_and_stay_in_their_box() {
    for align in ["left", "justify", "right"] {
        for width in 18..50 {
            let more = format!("data-hyphens=\"auto\" data-align=\"{align}\"");
            let lines = set(&narrow(width, &more), PROSE);
            let edge = 5.0 + width as f32 + 0.05;
            for (words, end) in &lines {
                assert!(*end < edge, "{words:?} ends at {end} of {edge}");
            }
            let joined: String =
                lines.iter().map(|(words, _)| words.trim_end_matches('-')).collect();
            assert_eq!(joined, PROSE, "{width}");
        }
    }
    let divided = set(&narrow(20, "data-hyphens=\"auto\""), PROSE);
    assert!(divided.iter().any(|(words, _)| words.ends_with('-')), "{divided:?}");
}

#[test]
fn a_soft_hyphen_is_seen_only_at_the_end_of_a_line() {
    let rows = "[[card]]\nname = \"A\"\nrules = \"light\\u00adhouse keeper\"\n";
    let first = |width| Game::new(&narrow(width, ""), rows).runs()[0][0].text.clone();
    assert_eq!(first(50), "lighthouse keeper");
    assert_eq!(first(13), "light-");
}

#[test]
fn a_number_stays_with_its_symbol_and_a_compound_with_its_parts() {
    for width in 20..50 {
        let text =
            "Each of the others gives you 1 {dot} and the second-best keeper gives 2 {dot} as well";
        let game = Game::new(&narrow(width, ""), &rules(text)).symbol("dot", "<circle r=\"9\"/>");
        let face = game.faces().remove(0);
        for (_, map, _) in pictures(&face) {
            let (left, bottom) = map.apply(0.0, 100.0);
            let before = runs(&face).into_iter().find(|r| {
                (f64::from(r.x + r.width) - left).abs() < 0.05
                    && (f64::from(r.y) - bottom).abs() < 2.0
            });
            assert!(before.is_some_and(|r| r.text.trim_end().ends_with(['1', '2'])), "{width}");
        }
        let found = lines(&face).iter().any(|line| {
            let words: String = line.iter().map(|r| r.text.as_str()).collect();
            words.contains("second-best")
        });
        assert!(found, "{width}");
    }
}

#[test]
fn the_last_line_has_more_than_one_word_where_that_can_be() {
    let mut balanced = 0;
    for width in 25..55 {
        let lines = set(
            &narrow(width, ""),
            "Put out the lamp of a neighbour and draw a card for each opponent",
        );
        let words = |at: usize| lines[at].0.split_whitespace().count();
        let count = lines.len();
        balanced += usize::from(words(count - 1) > 1);
    }
    assert!(balanced >= 27, "{balanced} of 30");
}

#[test]
fn quotes_are_those_of_the_games_language() {
    let game = |lang: &str| {
        Game::new(&(fit("") + &label("{{name}}")), &rules("Say \"it's\" 5'"))
            .file("game.toml", format!("title = \"Tiny\"\nlang = \"{lang}\"\n"))
    };
    holds(&game("en").svg(), ">Say “it’s” 5'</text>");
    holds(&game("de").svg(), ">Say „it’s“ 5'</text>");
    holds(&game("xx").refusal(), "the language `xx` is unknown");
}

#[test]
fn a_label_has_its_apostrophe_and_no_marks() {
    let game = |name: &str| {
        Game::new(&label("{{name}}"), &format!("[[card]]\nid = \"a\"\nname = {name:?}\n"))
    };
    holds(&game("Anna's").svg(), ">Anna’s</text>");
    holds(&game("2 * 3*").svg(), ">2 * 3*</text>");
    holds(&game("**Anna**").refusal(), "is set in one look");
}

#[test]
fn words_have_the_colour_and_size_that_they_are_given() {
    let game = |ink| {
        Game::new(&fit("data-color=\"#000000\""), &rules("a [red]{#c0392b} [big]{150%} z")).ink(ink)
    };
    let svg = game(Ink::Full).svg();
    holds(&svg, "fill=\"#c0392b\"");
    lacks(&game(Ink::Grey).svg(), "#c0392b");
    lacks(&game(Ink::Low).svg(), "#c0392b");
    let runs = game(Ink::Full).runs().remove(0);
    let size = |word: &str| runs.iter().find(|r| r.text.contains(word)).unwrap().size;
    near(size("big"), size("z") * 1.5);
}

#[test]
fn small_words_keep_their_text_from_shrinking() {
    let body = fit("").replace("height=\"40\"", "height=\"12\"");
    let long = format!("{PROSE} [x]{{80%}}");
    let refusal = Game::new(&body, &rules(&long)).refusal();
    holds(&refusal, "does not fit its box");
    holds(&Game::new(&fit(""), &rules("[x]{40%}")).refusal(), "smaller than 6.5 pt");
}

#[test]
fn bold_words_in_a_font_without_bold_are_refused() {
    let body = fit("").replace("Cabin", "Oswald");
    let refusal = Game::new(&body, &rules("take **two** lamps")).refusal();
    holds(&refusal, "bold words: the font `Oswald` has no weight 700 (it has 400");
    let refusal = Game::new(&body, &rules("take *two* lamps")).refusal();
    holds(&refusal, "italic words: the font `Oswald` has no weight 400 italic");
}

const COLUMN: &str = "<rect data-flow=\"rules\" x=\"5\" y=\"5\" width=\"50\" height=\"70\" data-font=\"Cabin\" data-size=\"8\"/>";

fn flowing(text: &str) -> Game {
    Game::new(COLUMN, "flow = \"rules.md\"\n").file("rules.md", text)
}

#[test]
fn a_table_stands_in_columns_between_rules() {
    let game = flowing("| card | light |\n|:--|--:|\n| Gale | 1 |\n| Harbour Light | 12 |\n");
    let face = game.faces().remove(0);
    let found = runs(&face);
    let run = |word: &str| found.iter().find(|r| r.text == word).unwrap();
    near(run("card").x, run("Gale").x);
    near(run("1").x + run("1").width, run("12").x + run("12").width);
    near(run("Gale").y, run("1").y);
    assert_eq!(game.svg().matches("<rect x=").count(), 4);
}

#[test]
fn numbers_stand_before_their_items_and_a_quotation_has_a_bar() {
    let game = flowing("9. nine\n10. ten\n    - deep\n\n> said\n\n---\n");
    let face = game.faces().remove(0);
    let found = runs(&face);
    let run = |word: &str| found.iter().find(|r| r.text == word).unwrap();
    let ten = run("10.");
    assert!(ten.x >= 4.99 && ten.x + ten.width < run("ten").x, "{ten:?}");
    near(run("nine").x, run("ten").x);
    assert!(run("deep").x > run("ten").x);
    assert_eq!(game.svg().matches("<rect x=").count(), 2);
}

#[test]
fn bold_rules_in_a_font_without_bold_are_refused() {
    let body = COLUMN.replace("Cabin", "Oswald").replace("/>", " data-heading-weight=\"600\"/>");
    let game = Game::new(&body, "flow = \"rules.md\"\n").file("rules.md", "Take **two**.\n");
    holds(&game.refusal(), "has no weight 700");
}
