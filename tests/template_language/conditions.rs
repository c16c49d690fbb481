//! When an element is shown.

use super::*;

/// Whether an element with that condition is shown on a card with `cost` and `kinds`, and no `goal`.
fn shown(condition: &str) -> bool {
    let body = format!("<circle r=\"1\" data-if=\"{condition}\"/>");
    let rows = "[[card]]\nname = \"A\"\ncost = 3\nkinds = [\"bold\", \"calm\"]\ngoal = \"\"\n";
    let all = label("{{cost}}{{kinds}}{{goal}}");
    Game::new(&(body + &all), rows).svg().contains("<circle")
}

#[test]
fn a_condition_asks_whether_a_field_is_filled() {
    assert!(shown("cost") && !shown("goal"));
}

#[test]
fn a_condition_asks_whether_a_field_is_empty() {
    assert!(shown("!goal") && !shown("!cost"));
}

#[test]
fn a_condition_asks_for_a_value() {
    assert!(shown("cost=3") && !shown("cost=4"));
}

#[test]
fn a_condition_asks_for_any_other_value() {
    assert!(shown("cost!=4") && !shown("cost!=3"));
}

#[test]
fn a_condition_asks_for_a_word_of_a_list() {
    assert!(shown("kinds~=calm") && !shown("kinds~=cal"));
}

#[test]
fn conditions_are_joined_by_and() {
    assert!(shown("cost and kinds~=bold") && !shown("cost and goal"));
}

#[test]
fn a_condition_on_a_group_holds_for_all_that_is_in_it() {
    let body = format!(
        "<g data-if=\"goal\">{}<rect width=\"9\" height=\"9\"/></g>{}",
        label("{{name}}"),
        label("{{goal}}")
    );
    let rows = "[[card]]\nname = \"A\"\ngoal = \"\"\n[[card]]\nname = \"B\"\ngoal = \"win\"\n";
    let svgs = Game::new(&body, rows).svgs();
    lacks(&svgs[0], ">A<");
    lacks(&svgs[0], "<rect");
    holds(&svgs[1], ">B<");
    holds(&svgs[1], "<rect");
}

#[test]
fn a_condition_asks_for_the_ink() {
    let body = "<circle r=\"1\" data-if=\"ink=low\"/>";
    for (ink, there) in [(Ink::Full, false), (Ink::Low, true), (Ink::Grey, false)] {
        let svg = Game::new(body, CARD).ink(ink).svg();
        assert_eq!(svg.contains("<circle"), there, "{ink:?}");
    }
}

#[test]
fn conditions_are_joined_by_or_and_turned_by_not() {
    assert!(shown("goal or cost") && !shown("goal or cost=4"));
    assert!(shown("cost=3 or goal and goal") && !shown("(cost=3 or goal) and goal"));
    assert!(shown("not goal and cost") && !shown("not (cost or goal)"));
    assert!(shown("goal || cost") && shown("cost AND NOT goal"));
}

#[test]
fn a_condition_compares_numbers() {
    assert!(shown("cost>2") && !shown("cost>3") && shown("cost>=3"));
    assert!(shown("cost &lt; 10") && shown("cost &lt;= 3") && !shown("cost&lt;3"));
    assert!(shown("cost=3.0") && shown("cost * 2 = 6") && shown("cost + 1 > 3"));
}

#[test]
fn a_value_of_several_words_stands_in_quotes() {
    assert!(shown("kinds='bold calm'") && !shown("kinds='bold'"));
    assert!(shown("kinds == 'bold calm' and cost"));
}

#[test]
fn a_sign_of_more_in_the_condition_of_a_group_does_not_end_its_tag() {
    let body = format!("<g data-if=\"cost>2\">{}</g>", label("{{name}}"));
    let svg = Game::new(&body, "[[card]]\nname = \"A\"\ncost = 3\n").svg();
    holds(&svg, ">A<");
}

#[test]
fn a_word_where_a_number_is_compared_is_told_at_the_card() {
    let body = "<circle r=\"1\" data-if=\"cost>2\"/>";
    let rows = "[[card]]\nname = \"A\"\ncost = \"X\"\n";
    let refusal = Game::new(body, rows).refusal();
    holds(&refusal, "card `a`: `cost` is `X` where a number is wanted");
    let body = "<circle r=\"1\" data-if=\"cost!=X and cost>2\"/>";
    lacks(&Game::new(body, rows).svg(), "<circle");
}

#[test]
fn words_that_are_no_condition_are_refused() {
    let refusal = Game::new("<circle r=\"1\" data-if=\"a b\"/>", CARD).refusal();
    holds(&refusal, "`data-if`: `b` is not joined to what stands before it");
}
