//! Boxes that receive wrapped words.

use super::*;

#[test]
fn words_wrap_inside_their_box() {
    let runs = Game::new(&fit(""), &rules(LONG)).runs().remove(0);
    let mut baselines: Vec<f32> = runs.iter().map(|r| r.y).collect();
    baselines.dedup();
    assert!(baselines.len() >= 3, "{baselines:?}");
    for run in &runs {
        let trailing = if run.text.ends_with(' ') { 1.5 } else { 0.01 };
        assert!(run.x >= 5.0 && run.x + run.width <= 55.0 + trailing, "{run:?}");
        assert!(run.y > 20.0 && run.y < 60.0, "{run:?}");
    }
}

#[test]
fn nothing_is_lost_when_words_wrap() {
    let runs = Game::new(&fit(""), &rules(LONG)).runs().remove(0);
    let text: String = runs.iter().map(|r| r.text.as_str()).collect();
    assert_eq!(text, LONG);
}

#[test]
fn sizes_are_points() {
    let run = Game::new(&fit(""), &rules("Hi")).runs().remove(0).remove(0);
    near(run.size, 10.0 * POINT);
}

#[test]
fn lines_start_at_the_left_unless_told() {
    near(Game::new(&fit(""), &rules("Hi")).runs()[0][0].x, 5.0);
}

#[test]
fn centred_lines_leave_the_same_on_both_sides() {
    for word in ["center", "centre"] {
        let run = Game::new(&fit(&format!("data-align=\"{word}\"")), &rules("Hi"));
        let run = run.runs().remove(0).remove(0);
        near(run.x - 5.0, 55.0 - (run.x + run.width));
    }
}

#[test]
fn right_lines_end_at_the_right() {
    let run = Game::new(&fit("data-align=\"right\""), &rules("Hi")).runs();
    near(run[0][0].x + run[0][0].width, 55.0);
}

/// Baseline of one line in the box with that `data-valign`.
fn baseline(valign: &str) -> f32 {
    let game = Game::new(&fit(&format!("data-valign=\"{valign}\"")), &rules("Hi"));
    game.runs()[0][0].y
}

#[test]
fn the_middle_lies_between_top_and_bottom() {
    near(baseline("middle"), (baseline("top") + baseline("bottom")) / 2.0);
}

#[test]
fn the_last_line_stands_on_the_bottom() {
    // A box of 40 mm, a line of 1.2 × 10 pt.
    near(baseline("bottom") - baseline("top"), 40.0 - 12.0 * POINT);
}

#[test]
fn an_unknown_alignment_is_refused() {
    let refusal = Game::new(&fit("data-align=\"middle\""), &rules("Hi")).refusal();
    holds(&refusal, "`data-align=\"middle\"` is unknown");
}

/// Distance of the first two baselines in points.
fn leading(more: &str, text: &str) -> f32 {
    let runs = Game::new(&fit(more), &rules(text)).runs().remove(0);
    let next = runs.iter().find(|r| r.y > runs[0].y + 0.1).unwrap();
    (next.y - runs[0].y) / POINT
}

#[test]
fn lines_are_one_and_a_fifth_apart_unless_told() {
    near(leading("", LONG), 12.0);
}

#[test]
fn data_line_sets_lines_apart() {
    near(leading("data-line=\"1.5\"", LONG), 15.0);
}

#[test]
fn data_gap_sets_paragraphs_apart() {
    near(leading("data-gap=\"0\"", "a\nb"), 12.0);
    near(leading("data-gap=\"0.5\"", "a\nb"), 17.0);
}

#[test]
fn data_lines_shrinks_words_to_that_many_lines() {
    let game = |more: &str| Game::new(&fit(more), &rules("A name that takes more than one line"));
    let free = game("").runs().remove(0);
    let held = game("data-lines=\"1\"").runs().remove(0);
    assert!(free.iter().any(|r| r.y != free[0].y));
    assert!(held.iter().all(|r| r.y == held[0].y), "{held:?}");
    assert!(held[0].size < free[0].size);
}

#[test]
fn data_spacing_is_put_between_letters() {
    let width = |more: &str| Game::new(&fit(more), &rules("HHHH")).runs()[0][0].width;
    near(width("data-spacing=\"0.1\"") - width(""), 4.0 * 0.1 * 10.0 * POINT);
}

#[test]
fn data_case_writes_capitals_and_still_finds_the_symbol() {
    let game = Game::new(&fit("data-case=\"upper\""), &rules("pay {dot}"))
        .symbol("dot", "<circle r=\"50\"/>");
    let face = game.faces().remove(0);
    assert_eq!(runs(&face)[0].text, "PAY ");
    assert_eq!(pictures(&face).len(), 1);
}

#[test]
fn data_weight_and_data_style_choose_the_font() {
    let svg = Game::new(&fit("data-weight=\"700\" data-style=\"italic\""), &rules("Hi"));
    holds(&svg.svg(), "font-weight=\"700\" font-style=\"italic\"");
}

#[test]
fn words_are_black_unless_told() {
    holds(&Game::new(&fit(""), &rules("Hi")).svg(), "fill=\"#000000\"");
}

#[test]
fn data_color_may_be_a_field() {
    let rows = rules("Hi") + "ink-colour = \"#123456\"\n";
    let svg = Game::new(&fit("data-color=\"{{ink-colour}}\""), &rows).svg();
    holds(&svg, "fill=\"#123456\"");
}

#[test]
fn an_empty_field_draws_nothing() {
    assert!(Game::new(&fit(""), &rules("")).faces()[0].layers.is_empty());
}
