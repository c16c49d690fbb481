//! What each value of a number does, as a page and as curves. A sweep comes in; the bytes of the page, and drawings, go out. Called by the command `lab`.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::drawing::curve;
use super::page::{curves, how_to_read, run_page};
use super::pairs::{capitalised, sentence};
use super::plots::{Plot, plot};
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
pub fn sweep_plots(sweep: &Sweep) -> Vec<Plot> {
    let values = sweep.values();
    let varied = sweep.vary.path.join(".");
    let mut plots = Vec::new();
    for all in values.chunk_by(|a, b| a.variant == b.variant) {
        let variant = &all[0].variant;
        let mut add = |name: &str,
                       title: &str,
                       of: &dyn Fn(&SweptValue) -> Option<Interval>,
                       base: Option<f64>| {
            let points: Vec<(f64, Interval)> = all
                .iter()
                .filter_map(|swept| Some((swept.value as f64, of(swept)?)))
                .collect();
            if !points.is_empty() {
                let title = format!("{title}, by {varied}");
                plots.push(plot(name, variant, &title, &curve(&points, base)));
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
            let question = if found.is_of_wins {
                file_word(&found.what)
            } else {
                "decisions".to_owned()
            };
            let name = format!("difference-{question}");
            add(&name, &title, &difference, Some(0.0));
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
    number_alike(&mut plots);
    plots
}

/// Letters of a question in the name of a file, at most.
const LONGEST: usize = 60;

/// A question in the name of a file: `wins of red` is `wins-of-red`.
fn file_word(question: &str) -> String {
    let words = question.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").chars().take(LONGEST).collect()
}

/// No two drawings share a file: of names that are the same, all but the first have a number.
fn number_alike(plots: &mut [Plot]) {
    let mut names = BTreeSet::new();
    for plot in plots {
        let name = plot.name.clone();
        let mut number = 1;
        while !names.insert(plot.name.clone()) {
            number += 1;
            plot.name = format!("{name}-{number}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_plain_words_in_names_of_files_and_not_endless() {
        assert_eq!(file_word("wins of red + blue-2"), "wins-of-red-blue-2");
        assert_eq!(file_word(&"x".repeat(300)).len(), LONGEST);
    }

    #[test]
    fn no_two_drawings_share_a_file() {
        let plot = |name: &str| Plot {
            name: name.to_owned(),
            svg: String::new(),
        };
        let mut plots = ["a", "a", "b", "a-2", "a"].map(plot);
        number_alike(&mut plots);
        let names = plots.map(|plot| plot.name);
        assert_eq!(names, ["a", "a-2", "b", "a-2-2", "a-3"]);
    }
}
