//! What each value of a number does, as a page and as curves. A sweep comes in, the bytes of the page go out. Called by the command `lab`.

use maud::{Markup, html};

use super::drawing::curve;
use super::page::{curves, how_to_read, run_page};
use super::pairs::{capitalised, sentence};
use super::plots::plot;
use crate::session::{PairFinding, Sweep, SweptValue, changed_word};
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
            (how_to_read())
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
fn sweep_plots(sweep: &Sweep) -> Vec<String> {
    let values = sweep.values();
    let varied = sweep.vary.path.join(".");
    let mut plots = Vec::new();
    for all in values.chunk_by(|a, b| a.variant == b.variant) {
        let variant = &all[0].variant;
        let mut add =
            |title: &str, of: &dyn Fn(&SweptValue) -> Option<Interval>, base: Option<f64>| {
                let points: Vec<(f64, Interval)> =
                    all.iter().filter_map(|swept| Some((swept.value as f64, of(swept)?))).collect();
                if !points.is_empty() {
                    let title = format!("{title}, by {varied}");
                    plots.push(plot(variant, &title, &curve(&points, base)));
                }
            };
        // One value may ask what another does not: of who decides first, where somebody does.
        let mut asked: Vec<&PairFinding> = Vec::new();
        for found in all.iter().flat_map(|swept| &swept.found) {
            if asked.iter().all(|one| one.what != found.what) {
                asked.push(found);
            }
        }
        for found in asked {
            let unit = found.unit_of_difference();
            let title = format!("Difference of {}, {unit}", found.what);
            let difference = |swept: &SweptValue| {
                let mut of_value = swept.found.iter();
                let same = of_value.find(|one| one.what == found.what)?;
                Some(same.difference)
            };
            add(&title, &difference, Some(0.0));
        }
        let before = |of: fn(&crate::session::ChangedRow) -> Option<Interval>| {
            Some(of(all[0].card.as_ref()?)?.value)
        };
        add(
            "Games in which the card is played, %",
            &|swept| Some(swept.card.as_ref()?.played[1]),
            before(|card| Some(card.played[0])),
        );
        add(
            "Points of wins more for who plays the card",
            &|swept| Some(swept.card.as_ref()?.worth?[1]),
            before(|card| Some(card.worth?[0])),
        );
    }
    plots
}
