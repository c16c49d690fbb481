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
fn words_that_are_no_condition_are_refused() {
    let refusal = Game::new("<circle r=\"1\" data-if=\"a or b\"/>", CARD).refusal();
    holds(&refusal, "`a or b` is no condition");
}
