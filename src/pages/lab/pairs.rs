//! What pairs of games say, on the page of a run: each question as a sentence and in numbers, then the cards that the edit changes. Counts of
//! pairs come in, markup goes out. Called by `page`; `sweep` takes the sentences.

use maud::{Markup, html};

use super::page::{curves, heading};
use super::plots::of_pairs;
use crate::lab::{PairCounts, VariantPart};
use crate::session::{PairFinding, alike_words, changed_rows, only_words, pair_findings};
use crate::source::counted;
use crate::statistics::Verdict;

/// Words that begin with a letter of English, as they begin a sentence.
pub fn capitalised(words: &str) -> String {
    format!("{}{}", words[..1].to_uppercase(), &words[1..])
}

/// What was found of a question, as a sentence.
pub fn sentence(found: &PairFinding) -> String {
    let unit = found.unit_of_difference();
    let what = capitalised(&found.what);
    let [change, low, high] = found.shown_difference();
    let range = format!("{change}, between {low} and {high} {unit}");
    let words = match found.verdict {
        Verdict::Undecided => "not decided yet".to_owned(),
        Verdict::NoDifferenceOver(limit) => {
            format!("{} {}", found.verdict_words(), found.unit_of(limit))
        }
        Verdict::Larger | Verdict::Smaller => found.verdict_words(),
    };
    format!("{what}: {words} ({range}).")
}

/// What was asked of pairs, in numbers.
fn findings_table(found: &[PairFinding]) -> Markup {
    html! {
        div class="scroll" {
            table {
                thead { tr { th {} th class="number" { "Before" } th class="number" { "After" } th class="number" { "Difference" } } }
                tbody {
                    @for one in found {
                        tr {
                            td { (capitalised(&one.what)) }
                            @for version in [one.old, one.new] { td class="number" { (format!("{:.1}{}", version.value, one.unit().replace(' ', "\u{a0}"))) } }
                            td class="number" { (one.change_words()) }
                        }
                    }
                }
            }
        }
    }
}

/// The pairs of a variant; differences of `negligible` percentage points of wins do not matter.
pub fn pairs_section(part: &VariantPart<PairCounts>, planned: u64, negligible: f64) -> Markup {
    let counts = &part.counts;
    let found = pair_findings(part, planned, negligible);
    let cards = changed_rows(counts, planned);
    html! {
        (heading(&part.variant.describe(), &part.policies, &format!("{} of games, before and after", counted(counts.pairs as usize, "pair"))))
        ul class="answers" {
            @for one in &found {
                li class=(if one.verdict == Verdict::Undecided { "open" } else { "decided" }) { (sentence(one)) }
            }
        }
        (findings_table(&found))
        @if let Some(words) = alike_words(counts, &found) { p { (words) } }
        (curves(&of_pairs(part, planned, negligible)))
        @for words in only_words(counts) { p { (words) } }
        @if !cards.is_empty() {
            h3 { "Cards that the edit changes" }
            div class="scroll" {
                table {
                    thead { tr { th { "Card" } th class="number" { "Played in" } th class="number" { "Worth to who plays it" } } }
                    tbody {
                        @for card in &cards {
                            @let mark = |is_sure: bool| if is_sure { " *" } else { "" };
                            tr {
                                td { (card.row) }
                                td class="number" { (card.played_words()) " %" (mark(card.is_played_otherwise)) }
                                td class="number" { (card.worth_words()) (mark(card.is_worth_otherwise)) }
                            }
                        }
                    }
                }
            }
            p class="hint" { "* changed; of these changes at most one in twenty is expected to be chance (e-BH). ± is of the change. Worth is points of wins in a hundred games." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Interval;

    fn finding(difference: Interval, verdict: Verdict) -> PairFinding {
        PairFinding {
            what: "wins of red".into(),
            is_of_wins: true,
            pairs: 400,
            old: Interval::around(50.0, 0.5),
            new: Interval::around(50.0, 0.5),
            difference,
            verdict,
            correlation: None,
            won: None,
            is_idle: false,
        }
    }

    #[test]
    fn one_is_not_many() {
        let limited = |limit| {
            let difference = Interval::around(0.0, 0.5);
            sentence(&finding(difference, Verdict::NoDifferenceOver(limit)))
        };
        assert!(limited(1.0).contains("no difference larger than 1 percentage point ("));
        assert!(limited(1.5).contains("no difference larger than 1.5 percentage points ("));
    }

    #[test]
    fn a_difference_that_is_there_does_not_reach_zero_as_it_is_shown() {
        let near = |high| Interval { value: -8.25, low: -16.5, high };
        let shown = |high, verdict| finding(near(high), verdict).change_words();
        assert_eq!(shown(-0.007, Verdict::Smaller), "-8.25 (-16.50 to -0.01)");
        assert_eq!(shown(-0.0007, Verdict::Smaller), "-8.250 (-16.500 to -0.001)");
        let says = sentence(&finding(near(-0.007), Verdict::Smaller));
        assert!(says.contains("fewer (-8.25, between -16.50 and -0.01 "), "{says}");
        // What may be none is none, without a sign.
        let open = near(-0.0);
        let open = finding(open, Verdict::Undecided).change_words();
        assert!(open.ends_with("(-16.5 to 0.0)"), "{open}");
    }
}
