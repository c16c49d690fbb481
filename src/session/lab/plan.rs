//! The report of what an answer costs. A short run comes in; how many games, and how much time, go out. Called by the command `lab`.

use crate::lab::{LabCounts, LabPart, PairCounts, PartResults, VariantPart, figures};
use crate::report::{Cell, Column, GameReport, ReportTable};
use crate::source::{counted, grouped};
use crate::statistics::{
    ALPHA, Interval, PairedSums, games_for_share, pairs_for_difference, share_lower_bound,
    share_upper_bound,
};

use super::findings::questions_of_pairs;
use super::report::headed;

/// Half-widths of intervals, in points of wins.
const WIDTHS: [f64; 4] = [5.0, 2.0, 1.0, 0.5];

/// What is known of a run before it is made: the games that were played, of how many variants, how many a width takes, how the intervals may be
/// read.
struct RunPlan {
    played: u64,
    variants: usize,
    unit: &'static str,
    /// The fewest and the most for each width that what was played leaves possible.
    needed: [(u64, u64); 4],
    hint: String,
}

/// Of fewer games or pairs a plan is hardly more than a guess.
const FEW: u64 = 30;

/// What can be said to be `low` to `high`, in one number where the two are the same.
fn range((low, high): (String, String)) -> String {
    if low == high { low } else { format!("{low} to {high}") }
}

/// The fewest and the most of them.
fn ends(all: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    all.fold((1, 1), |(low, high), (few, many)| (low.max(few), high.max(many)))
}

/// Units of time, and how many seconds one of them has.
const UNITS: [(&str, &str, f64); 4] = [
    ("hours", "h", 3_600.0),
    ("minutes", "min", 60.0),
    ("seconds", "s", 1.0),
    ("milliseconds", "ms", 0.001),
];

/// The largest unit of which it is one at least.
fn unit_of(seconds: f64) -> (&'static str, &'static str, f64) {
    let mut units = UNITS.into_iter();
    let fits = units.find(|(.., length)| seconds >= *length);
    fits.unwrap_or(UNITS[3])
}

/// `12.40 s`.
fn time(seconds: f64) -> String {
    let (_, short, length) = unit_of(seconds);
    format!("{:.2} {short}", seconds / length)
}

/// How many games or pairs, and how much time of a core, an answer takes; from a short run.
pub fn plan_report(part: &LabPart, seconds: f64, jobs: usize) -> GameReport {
    let mut report = headed(&part.header, None);
    let plan = match &part.results {
        PartResults::Games(all) => games_plan(all),
        PartResults::Pairs(all) => pairs_plan(all),
        PartResults::Laws(_) => return report,
    };
    let unit = plan.unit;
    let many = format!("{unit}s");
    let cost = seconds * jobs as f64 / plan.played.max(1) as f64;
    // So many of each.
    let of_all = cost * plan.variants as f64;
    let most = plan.needed.iter().map(|(_, high)| *high).max().unwrap_or(0);
    let (times, short, length) = unit_of(most as f64 * of_all / jobs as f64);
    report.paragraph(format!(
        "{} took {} on {}: {} a {unit} and core.",
        counted(plan.played as usize, unit),
        time(seconds),
        counted(jobs, "core"),
        time(cost),
    ));
    let columns = [
        Column::label("width", "wins to within"),
        Column::of("cases", many.clone(), ""),
        Column::of("core", format!("{times} of a core"), ""),
        Column::of("here", "here", ""),
    ];
    let mut table = ReportTable::new("plan", columns);
    for (width, (low, high)) in WIDTHS.iter().zip(plan.needed) {
        let units = |needed: u64| needed as f64 * of_all / length;
        let of_core = |needed: u64| format!("{:.2}", units(needed));
        let here = |needed: u64| format!("{:.2}", units(needed) / jobs as f64);
        let points = if *width == 1.0 { "point" } else { "points" };
        let row = [
            format!("±{width} {points}"),
            range((grouped(low), grouped(high))),
            range((of_core(low), of_core(high))),
            format!("{} {short}", range((here(low), here(high)))),
        ];
        table.rows.push(row.map(Cell::Words).to_vec());
    }
    report.table(table);
    report.paragraph(plan.hint);
    if plan.variants > 1 {
        report.paragraph(format!("The times are of all {} variants.", plan.variants));
    }
    if plan.played < FEW {
        report.paragraph(format!("So few {many} say little: plan with `--games 200`."));
    }
    report
}

/// Games of one version: as many as the widest interval of a seat's wins takes, whatever its share is within the interval that is known.
fn games_plan(all: &[VariantPart<LabCounts>]) -> RunPlan {
    let seats = all.iter().flat_map(|one| figures(&one.names, &one.counts).seats);
    let shares: Vec<Interval> = seats.map(|seat| seat.wins.within(0.0, 1.0)).collect();
    let needed = |points: f64| {
        let games = |share: f64| games_for_share(share, points / 100.0);
        // It takes the more games the nearer the share is to a half.
        ends(shares.iter().map(|Interval { low, high, .. }| {
            (games(*low).min(games(*high)), games(0.5_f64.max(*low).min(*high)))
        }))
    };
    RunPlan {
        played: all.iter().map(|one| one.counts.results.wins.games).sum(),
        variants: all.len(),
        unit: "game",
        needed: WIDTHS.map(needed),
        hint: "Ask for this many games of each variant (`--games`), judging by these games; the intervals hold if you look only at the end.".to_owned(),
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
        ends(sides.iter().map(|(sums, alpha)| {
            let (low, high) = variances(sums);
            let pairs = |variance| pairs_for_difference(variance, *alpha, points / 100.0, 1.0);
            (pairs(low), pairs(high))
        }))
    };
    let correlations = sides.iter().filter_map(|(sums, _)| sums.correlation());
    // Wins that never vary have none.
    let correlation = correlations.min_by(f64::total_cmp);
    let correlation = correlation
        .map_or_else(String::new, |correlation| format!(" Correlation of pairs {correlation:.2}."));
    RunPlan {
        played: all.iter().map(|one| one.counts.pairs).sum(),
        variants: all.len(),
        unit: "pair",
        needed: WIDTHS.map(needed),
        hint: format!(
            "Ask for this many pairs of each variant (`--games`), judging by these pairs; you may look at the intervals as often as you like.{correlation}"
        ),
    }
}

/// Between which values the variance of the difference of a pair lies, of a side's wins: it follows from the share of pairs in which the two
/// games differ.
fn variances(sums: &PairedSums) -> (f64, f64) {
    let difference = sums.difference();
    let apart = u64::try_from(difference.squares).unwrap_or(difference.games);
    let low = share_lower_bound(apart, difference.games, ALPHA / 2.0);
    let high = share_upper_bound(apart, difference.games, ALPHA / 2.0);
    ((low - difference.mean() * difference.mean()).max(0.0), high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(games: u64, apart: u64) -> PairedSums {
        let mut sums = PairedSums::default();
        (0..games).for_each(|pair| {
            sums.enter(pair as i64 % 2, i64::from((pair < apart) != (pair % 2 == 1)))
        });
        sums
    }

    #[test]
    fn few_pairs_leave_the_variance_open() {
        let (low, high) = variances(&pairs(1, 0));
        assert!(low < 1e-9 && (high - 0.975).abs() < 1e-9, "{low} to {high}");
        assert_eq!(variances(&pairs(1, 1)).1, 1.0);
        let (low, high) = variances(&pairs(200, 72));
        assert!(0.28 < low && low < 0.36 && 0.36 < high && high < 0.44, "{low} to {high}");
    }
}
