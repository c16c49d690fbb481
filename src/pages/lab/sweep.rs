//! What each value of a number does, as a page and as curves; and the strength of players. A sweep, or the figures of a tournament, come
//! in; the bytes of the page, and drawings, go out. Called by the command `lab`.

use maud::{Markup, html};

use super::page::{capitalised, curves, run_page, sentence};
use super::plots::{Line, Plot, curve, intervals, plot};
use crate::rules::Variant;
use crate::session::{
    LabRow, PairFinding, RunFigures, Sweep, SweptValue, changed_word, strength_words,
};
use crate::source::counted;
use crate::statistics::{Interval, Verdict};

/// The page of a sweep.
pub fn sweep_page(sweep: &Sweep) -> Vec<u8> {
    run_page(
        &sweep.header,
        &html! {
            h2 { "Values of " (sweep.vary.path.join(".")) ", each against the game as it is" }
            (curves(&sweep_plots(sweep)))
            @for swept in sweep.values() { (value_section(&swept)) }
            @for (value, faults) in &sweep.unplayable {
                h3 { "= " (value) ": cannot be played, and is not in the curves" }
                ul class="answers" { @for fault in faults.iter() { li class="open" { (fault.message) } } }
            }
        },
    )
}

fn value_section(swept: &SweptValue) -> Markup {
    html! {
        h3 { "= " (swept.value) @if !swept.variant.choices.is_empty() { ", " (swept.variant.describe()) } ": " (counted(swept.pairs as usize, "pair")) }
        ul class="answers" {
            @for one in &swept.found {
                li class=(if one.verdict == Verdict::Undecided { "open" } else { "decided" }) { (sentence(one)) }
            }
            @for (what, words, is_changed) in swept.of_card() {
                li class=(if is_changed { "decided" } else { "open" }) { (capitalised(what)) ": " (changed_word(is_changed)) " (" (words) ")." }
            }
        }
    }
}

/// The curves of a sweep: of each variant what happens to wins, and to the card whose value it is.
pub fn sweep_plots(sweep: &Sweep) -> Vec<Plot> {
    let values = sweep.values();
    let several = values.iter().any(|one| one.variant != values[0].variant);
    let mut plots = Vec::new();
    for all in values.chunk_by(|a, b| a.variant == b.variant) {
        let variant = &all[0].variant;
        let of_variant = if several {
            format!(" ({})", variant.describe())
        } else {
            String::new()
        };
        let mut add = |name: &str,
                       title: &str,
                       of: &dyn Fn(&SweptValue) -> Option<Interval>,
                       base: Option<f64>| {
            let points: Vec<(f64, Interval)> = all
                .iter()
                .filter_map(|swept| Some((swept.value as f64, of(swept)?)))
                .collect();
            if !points.is_empty() {
                let title = format!("{title}{of_variant}");
                plots.push(plot(name, variant, &title, curve(&points, base)));
            }
        };
        // One value may ask what another does not: of who decides first, where somebody does.
        let mut asked: Vec<&PairFinding> = Vec::new();
        for found in all.iter().flat_map(|swept| &swept.found) {
            if asked.iter().all(|one| one.what != found.what) {
                asked.push(found);
            }
        }
        for (at, found) in asked.iter().enumerate() {
            let unit = found.unit_of_difference();
            let title = format!("Difference of {}, {unit}", found.what);
            let difference = |swept: &SweptValue| {
                let mut of_value = swept.found.iter();
                let same = of_value.find(|one| one.what == found.what)?;
                Some(same.difference)
            };
            add(
                &format!("difference-{}", at + 1),
                &title,
                &difference,
                Some(0.0),
            );
        }
        let before = |of: fn(&crate::session::ChangedRow) -> Option<Interval>| {
            Some(of(all[0].card.as_ref()?)?.value)
        };
        add(
            "played",
            "Games in which the card is played, %",
            &|swept| Some(swept.card.as_ref()?.played[1]),
            before(|card| Some(card.played[0])),
        );
        add(
            "worth",
            "Points of wins more for who plays the card",
            &|swept| Some(swept.card.as_ref()?.worth?[1]),
            before(|card| Some(card.worth?[0])),
        );
    }
    plots
}

/// The page of a tournament.
pub fn tournament_page(figures: &RunFigures) -> Vec<u8> {
    run_page(
        &figures.header,
        &html! {
            h2 { "Players against each other, two at a time" }
            (curves(&tournament_plots(figures)))
            div class="scroll" {
                table {
                    thead { tr { th { "Player" } th { "Figure" } th class="number" { "Points of a hundred" } th class="number" { "Games" } } }
                    tbody {
                        @for row in figures.rows.iter().filter(|row| row.unit == "share") {
                            tr {
                                td { (row.of) } td { (row.figure) }
                                td class="number" { (format!("{:.1} ({:.1} to {:.1})", 100.0 * row.value, 100.0 * row.low, 100.0 * row.high)) }
                                td class="number" { (row.games) }
                            }
                        }
                    }
                }
            }
        },
    )
}

/// The strength of each player.
pub fn tournament_plots(figures: &RunFigures) -> Vec<Plot> {
    let line = |row: &LabRow| {
        let [value, low, high] = [row.value, row.low, row.high];
        let strength = Interval { value, low, high };
        Line {
            words: strength_words(strength),
            ..Line::of(&row.of, strength, 1.0)
        }
    };
    let lines: Vec<Line> = figures
        .rows
        .iter()
        .filter(|row| row.unit == "Elo")
        .map(line)
        .collect();
    vec![plot(
        "strength",
        &Variant::default(),
        "Elo above the last player",
        intervals(&lines, Some((0.0, 0.0))),
    )]
}
