//! Curves of a run of the lab. A part of a run comes in, drawings go out. Called by `page` and `pairs`.

use super::drawing::{Drawing, Line, histogram, intervals};
use crate::lab::{LabCounts, LabFigures, PairCounts, VariantPart, figures};
use crate::rules::Variant;
use crate::session::{PairFinding, pair_findings};

/// A drawing as SVG, with the variant in its title.
pub fn plot(variant: &Variant, title: &str, drawing: &Drawing) -> String {
    let of_variant = match variant.describe() {
        words if words.is_empty() => words,
        words => format!(" ({words})"),
    };
    drawing.titled(&format!("{title}{of_variant}"))
}

/// Of one variant.
pub fn of_games(part: &VariantPart<LabCounts>) -> Vec<String> {
    let found = figures(&part.names, &part.counts);
    let variant = &part.variant;
    let seats: Vec<Line> =
        found.seats.iter().map(|seat| Line::of(&seat.name, seat.wins, 100.0)).collect();
    let mut plots = vec![
        plot(variant, "Wins of each seat, %", &intervals(&seats, Some((100.0 * found.even, 0.0)))),
        plot(variant, "Decisions of a game", &histogram(&part.counts.lengths, None)),
    ];
    if found.choices.is_some() {
        plots.push(plot(
            variant,
            "Legal moves of a decision",
            &histogram(&part.counts.choices, None),
        ));
    }
    let cards = worth(&found);
    if !cards.is_empty() {
        plots.push(plot(variant, worth_title(&found), &intervals(&cards, Some((0.0, 0.0)))));
    }
    plots
}

/// What [`worth`] is of: a card that too few play is worth what it is to who holds it.
fn worth_title(found: &LabFigures) -> &'static str {
    let mut cards = found.cards.iter();
    let of_played = cards.clone().any(|card| card.played_worth.is_some());
    let of_held = cards.any(|card| card.played_worth.is_none() && card.held_worth.is_some());
    match (of_played, of_held) {
        (true, false) => "Points of wins more for who plays the card",
        (false, _) => "Points of wins more for who holds the card at the end",
        (true, true) => {
            "Points of wins more for who plays the card, or holds it at the end where too few play it"
        }
    }
}

fn worth(found: &LabFigures) -> Vec<Line> {
    let mut lines: Vec<Line> = found
        .cards
        .iter()
        .filter_map(|card| Some(Line::of(&card.row, card.played_worth.or(card.held_worth)?, 100.0)))
        .collect();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    lines
}

/// Of one variant; `planned` pairs, and percentage points that do not matter.
pub fn of_pairs(part: &VariantPart<PairCounts>, planned: u64, negligible: f64) -> Vec<String> {
    let line = |found: &PairFinding| Line::of(&found.what, found.difference, 1.0);
    let found = pair_findings(part, planned, negligible);
    let wins: Vec<Line> = found.iter().filter(|one| one.is_of_wins).map(line).collect();
    let counts = &part.counts;
    vec![
        plot(
            &part.variant,
            "Difference that the edit makes, percentage points",
            &intervals(&wins, Some((0.0, negligible))),
        ),
        plot(
            &part.variant,
            "Decisions of a game, before (grey) and after (blue)",
            &histogram(&counts.new_lengths, Some(&counts.old_lengths)),
        ),
    ]
}
