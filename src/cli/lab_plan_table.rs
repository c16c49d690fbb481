//! Formats what an answer costs, for a terminal of 80 columns. A short run comes in, text goes out. Called by `lab`.

use crate::lab::{LabPart, PartResults};
use crate::source::{counted, grouped};
use crate::statistics::SampleSize;

use super::lab_table::{PLAIN, STRONG, WIDTH};
use super::plain_table::{align_right, wrapped_table};

/// How many games, and hours of a core, an answer takes; from a short run.
pub fn plan_text(part: &LabPart, seconds: f64, jobs: usize) -> String {
    let mut table = wrapped_table(WIDTH);
    table.set_header(["to within", "games", "hours of a core", "here"]);
    let (games, each, variance, correlation) = match &part.results {
        PartResults::Pairs(all) => {
            let sums = all
                .first()
                .and_then(|one| one.counts.sides.first())
                .copied()
                .unwrap_or_default();
            let pairs: u64 = all.iter().map(|one| one.counts.pairs).sum();
            let variance = (sums.x().variance() + sums.y().variance()) / 2.0;
            (2 * pairs, 2, variance, sums.correlation().unwrap_or(0.0))
        }
        PartResults::Games(all) => {
            let games: u64 = all.iter().map(|one| one.counts.results.wins.games).sum();
            (games, 1, 0.25, 0.0)
        }
        PartResults::Laws(_) | PartResults::Edits(_) => (0, 1, 0.25, 0.0),
    };
    let cost = seconds * jobs as f64 / games.max(1) as f64;
    for width in [5.0, 2.0, 1.0, 0.5] {
        let needed = games_for(variance, correlation, width / 100.0) * each;
        let hours = needed as f64 * cost / 3_600.0;
        table.add_row([
            format!("±{width} points of wins"),
            grouped(needed),
            format!("{hours:.2}"),
            format!("{:.2} h", hours / jobs as f64),
        ]);
    }
    align_right(&mut table, [1, 2, 3]);
    format!(
        "{STRONG}{}{PLAIN}\n`deckproof {}`\n\n{} took {seconds:.1} s on {}: {:.3} s a game and core; correlation of pairs {correlation:.2}\n\n{}\n\nIntervals that may be looked at as often as you like; for each variant so many.\n",
        part.header.title,
        part.header.command,
        counted(games as usize, "game"),
        counted(jobs, "thread"),
        cost,
        table.trim_fmt()
    )
}

/// Games that an answer takes, by the pairs of a short run.
fn games_for(variance: f64, correlation: f64, half_width: f64) -> u64 {
    let size = SampleSize {
        variance,
        correlation,
        alpha: 0.05,
    };
    size.games_for_confidence_sequence(half_width)
}
