//! Formats what an answer costs, for a terminal of 80 columns. A short run comes in, text goes out. Called by `lab`.

use crate::lab::{LabCounts, LabPart, PairCounts, PartResults, VariantPart, figures};
use crate::session::questions_of_pairs;
use crate::source::{counted, grouped};
use crate::statistics::{ALPHA, PairedSums, games_for_share, pairs_for_difference};

use super::lab_table::{WIDTH, title_lines};
use super::plain_table::{align_right, wrapped_table};

/// Half-widths of intervals, in points of wins.
const WIDTHS: [f64; 4] = [5.0, 2.0, 1.0, 0.5];

/// What is known of a run before it is made: the games that were played, how many a width takes, how the intervals may be read.
struct RunPlan {
    played: u64,
    unit: &'static str,
    needed: [u64; 4],
    hint: String,
}

/// How many games or pairs, and hours of a core, an answer takes; from a short run.
pub fn plan_text(part: &LabPart, seconds: f64, jobs: usize) -> String {
    let plan = match &part.results {
        PartResults::Games(all) => games_plan(all),
        PartResults::Pairs(all) => pairs_plan(all),
        PartResults::Laws(_) | PartResults::Edits(_) => return String::new(),
    };
    let mut table = wrapped_table(WIDTH);
    let unit = plan.unit;
    let many = format!("{unit}s");
    table.set_header(["to within", &*many, "hours of a core", "here"]);
    let cost = seconds * jobs as f64 / plan.played.max(1) as f64;
    for (width, needed) in WIDTHS.iter().zip(plan.needed) {
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
        "{}\n`deckproof {}`\n\n{} took {seconds:.1} s on {}: {cost:.3} s a {unit} and core.\n\n{}\n\n{}\n",
        title_lines(&part.header.title),
        part.header.command,
        counted(plan.played as usize, unit),
        counted(jobs, "thread"),
        table.trim_fmt(),
        plan.hint
    )
}

/// Games of one version: as many as the widest interval of a seat's wins takes.
fn games_plan(all: &[VariantPart<LabCounts>]) -> RunPlan {
    let seats = all
        .iter()
        .flat_map(|one| figures(&one.names, &one.counts).seats);
    let shares: Vec<f64> = seats.map(|seat| seat.wins.value).collect();
    let needed = |points: f64| {
        let needed = shares
            .iter()
            .map(|share| games_for_share(*share, points / 100.0));
        needed.max().unwrap_or(1)
    };
    RunPlan {
        played: all.iter().map(|one| one.counts.results.wins.games).sum(),
        unit: "game",
        needed: WIDTHS.map(needed),
        hint: "So many of each variant (`--games`): the intervals are those of a run that is\nlooked at once, at its end.".to_owned(),
    }
}

/// Pairs of games: as many as the difference of a side's wins takes that varies most.
fn pairs_plan(all: &[VariantPart<PairCounts>]) -> RunPlan {
    // Every question has its share of the error.
    let sides: Vec<(PairedSums, f64)> = all
        .iter()
        .flat_map(|one| {
            let sides = one.names.sides();
            let alpha = ALPHA / questions_of_pairs(sides.len()) as f64;
            let heads = sides.iter().filter_map(|side| side.first());
            let sums = heads.map(|seat| (one.counts.wins.of_seat(*seat), alpha));
            sums.collect::<Vec<_>>()
        })
        .collect();
    let needed = |points: f64| {
        let needed = sides.iter().map(|(sums, alpha)| {
            let variance = sums.difference().variance();
            pairs_for_difference(variance, *alpha, points / 100.0, 1.0)
        });
        needed.max().unwrap_or(1)
    };
    let correlation = sides
        .iter()
        .map(|(sums, _)| sums.correlation().unwrap_or(0.0));
    let correlation = correlation.fold(1.0, f64::min);
    RunPlan {
        played: all.iter().map(|one| one.counts.pairs).sum(),
        unit: "pair",
        needed: WIDTHS.map(needed),
        hint: format!(
            "So many of each variant, if it is planned for them (`--games`): the intervals\nmay be looked at as often as you like. Correlation of pairs {correlation:.2}."
        ),
    }
}
