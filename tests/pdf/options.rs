//! What the options do.

use super::*;

const LABS: [&str; 3] = ["caps-and-hammers", "--deck", "labs"];

#[track_caller]
fn labs(more: &[&str]) -> Sheets {
    print(&[&LABS[..], more].concat())
}

/// Width and height of the first page in millimetres.
fn paper(sheets: &Sheets) -> [f64; 2] {
    size(edges(sheets.pages()[0], "MediaBox"))
}

#[test]
fn letter_is_a_paper() {
    assert!(is_paper(paper(&labs(&["--paper", "letter"])), LETTER));
}

#[test]
fn paper_has_any_size_in_millimetres() {
    assert!(is_paper(paper(&labs(&["--paper", "150x200"])), [150.0, 200.0]));
}

fn letter_by_environment(command: &mut Command) {
    command.env("DECKPROOF_PAPER", "letter");
}

#[test]
fn the_environment_chooses_the_paper() {
    let (id, bytes) = print_with(&LABS, letter_by_environment).pop_first().unwrap();
    assert!(is_paper(paper(&Sheets::read(id, bytes)), LETTER));
}

#[test]
fn the_flag_wins_over_the_environment() {
    let arguments = [&LABS[..], &["--paper", "a4"]].concat();
    let (id, bytes) = print_with(&arguments, letter_by_environment).pop_first().unwrap();
    assert!(is_paper(paper(&Sheets::read(id, bytes)), A4));
}

#[test]
fn backs_take_the_pages_that_they_need() {
    // 25 assets are 3 sheets of 9.
    for (backs, pages) in [("long-edge", 6), ("short-edge", 6), ("separate", 6), ("none", 3)] {
        let sheets = print(&["caps-and-hammers", "--deck", "assets", "--backs", backs]);
        assert_eq!(sheets.pages().len(), pages, "{backs}");
    }
}

#[test]
fn folded_sheets_hold_fronts_and_backs() {
    let sheets = print(&["caps-and-hammers", "--deck", "labs", "--backs", "fold"]);
    let (_, titles) = sheets.outline().remove(0);
    // 2 columns of fronts beside 2 of backs, 2 rows: 4 cards a sheet.
    assert_eq!(titles, ["Sheet 1 of 2, fronts and backs", "Sheet 2 of 2, fronts and backs"]);
}

#[test]
fn separate_backs_follow_all_fronts() {
    let sheets = print(&["caps-and-hammers", "--deck", "assets", "--backs", "separate"]);
    let (_, titles) = sheets.outline().remove(0);
    let front = |t: &String| t.ends_with("front");
    assert!(titles[..3].iter().all(front) && !titles[3..].iter().any(front), "{titles:?}");
}

#[test]
fn a_deck_is_printed_alone() {
    let titles: Vec<String> = labs(&[]).outline().into_iter().map(|(t, _)| t).collect();
    assert_eq!(titles, ["Research Labs"]);
}

#[test]
fn cards_are_printed_alone() {
    let one = labs(&["--cards", "missiles", "--backs", "none"]);
    let all = labs(&["--backs", "none"]);
    assert_eq!(one.pages().len(), 1);
    assert!(one.placements() * 3 < all.placements());
}

#[test]
fn copies_fill_the_sheets() {
    // 7 labs, 4 of each: 28 on sheets of 9.
    assert_eq!(labs(&["--copies", "4", "--backs", "none"]).pages().len(), 4);
}

#[test]
fn cards_are_printed_at_another_size() {
    let trim = edges(labs(&["--card-size", "tcg"]).pages()[0], "TrimBox");
    let [width, height] = size(trim);
    assert!(near(width, 3.0 * 63.0) && near(height, 3.0 * 88.0), "{width} x {height}");
}

#[test]
fn round_corners_are_clipped_round() {
    // In the path that a card is cut to, which is the first of what it draws.
    let curves = |sheets: &Sheets| {
        let (mut depth, mut cut, mut curves) = (0, false, 0);
        for operation in sheets.page_content(0) {
            match operation.operator.as_str() {
                "q" => {
                    cut |= depth == 0;
                    depth += 1;
                }
                "Q" => depth -= 1,
                "W" => cut = false,
                "c" | "v" | "y" if cut => curves += 1,
                _ => {}
            }
        }
        curves
    };
    assert_eq!(curves(&labs(&["--corners", "square"])), 0);
    // Four corners for each of seven labs.
    assert!(curves(&labs(&["--corners", "round"])) >= 28);
}

#[test]
fn low_ink_is_a_design_of_its_own() {
    for sheets in shipped() {
        let low = print(&[&sheets.id, "--ink", "low"]);
        assert_eq!(low.pages().len(), sheets.pages().len());
        assert!(low.bytes != sheets.bytes, "{}", sheets.id);
    }
}
