//! Formats pairs of games, before an edit and after it, for a terminal of 80 columns. A part of a run comes in, text goes
//! out. Called by `lab_table`.

use crate::lab::{PairCounts, VariantPart};
use crate::preview::wrapped;
use crate::session::{PairFinding, alike_words, changed_rows, only_words, pair_findings};
use crate::source::counted;
use crate::statistics::Verdict;

use super::lab_table::{PLAIN, WIDTH, heading};
use super::plain_table::{align_right, wrapped_table};

// An escape code; anstream strips it when the output is not a terminal.
const GOOD: &str = "\x1b[1;32m";

/// Findings of pairs, a row each.
pub fn findings_table(found: &[PairFinding]) -> String {
    let mut table = wrapped_table(WIDTH);
    table.set_header(["", "before", "after", "difference", ""]);
    for one in found {
        let unit = one.unit();
        let words = one.verdict_words();
        let words = match one.verdict {
            Verdict::Undecided => words,
            _ => format!("{GOOD}{words}{PLAIN}"),
        };
        table.add_row([
            one.what.clone(),
            format!("{:.1}{unit}", one.old.value),
            format!("{:.1}{unit}", one.new.value),
            one.change_words(),
            words,
        ]);
    }
    align_right(&mut table, [1, 2, 3]);
    table.trim_fmt()
}

/// What the pairs of a variant say.
pub fn pairs_text(part: &VariantPart<PairCounts>, planned: u64, negligible: f64) -> String {
    let found = pair_findings(part, planned, negligible);
    let counts = &part.counts;
    let alike = alike_words(counts, &found).unwrap_or_default();
    let mut text = format!(
        "{}: {}\n{}\n{}",
        heading(&part.variant.describe(), &part.policies),
        counted(counts.pairs as usize, "pair"),
        findings_table(&found),
        wrapped(&alike, "").join("\n")
    );
    let cards = changed_rows(counts, planned);
    if !cards.is_empty() {
        let mut table = wrapped_table(WIDTH);
        table.set_header(["card", "played in %", "worth to who plays it"]);
        for card in cards {
            let mark = |is_sure: bool| if is_sure { " *" } else { "  " };
            table.add_row([
                card.row.clone(),
                card.played_words() + mark(card.is_played_otherwise),
                card.worth_words() + mark(card.is_worth_otherwise),
            ]);
        }
        align_right(&mut table, [1, 2]);
        text += &format!(
            "\n\n{}\n* changed; at most one in twenty of these changes is chance (e-BH). ± is of the\nchange. Worth is points of wins in a hundred games.",
            table.trim_fmt()
        );
    }
    for words in only_words(counts) {
        text += &format!("\n\n{}", wrapped(&words, "").join("\n"));
    }
    text
}
