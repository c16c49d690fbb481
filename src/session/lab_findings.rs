//! What pairs of games say: of who wins, of the length of games, of each card. Counts of pairs come in, findings with intervals go out.
//! Called by `lab`, and by what shows a run.

use crate::lab::{PairCounts, RowDifference, VariantPart};
use crate::source::signed;
use crate::statistics::{ConfidenceSequence, Interval, PairedSums, Sums, Verdict, e_bh};

/// What pairs say of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFinding {
    pub what: String,
    /// Wins of a side, in percent; otherwise decisions of a game.
    pub is_of_wins: bool,
    /// Whether some games were won by nobody: each is half a win for every side.
    pub has_halves: bool,
    /// Before and after, in percent of the games or in decisions. All intervals hold however often one looks.
    pub old: Interval,
    pub new: Interval,
    /// New less old.
    pub difference: Interval,
    /// In the unit of the difference; `NoDifferenceOver` as well.
    pub verdict: Verdict,
    /// How alike the two games of a pair are: of equal outcomes 1.
    pub correlation: Option<f64>,
    /// How many times as many games it would take without pairs.
    pub won: f64,
}

impl PairFinding {
    /// After a number: ` %`, or nothing for decisions.
    pub fn unit(&self) -> &'static str {
        if self.is_of_wins { " %" } else { "" }
    }

    /// What the difference is counted in.
    pub fn unit_of_difference(&self) -> &'static str {
        if self.is_of_wins {
            "percent points"
        } else {
            "decisions"
        }
    }

    /// Whether there is a difference, and it is not chance.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Verdict::Larger | Verdict::Smaller)
    }

    /// `+1.2 (-0.3 to +2.7)`.
    pub fn change_words(&self) -> String {
        let Interval { value, low, high } = self.difference;
        let [change, low, high] = [value, low, high].map(|n| signed(n, 1));
        format!("{change} ({low} to {high})")
    }

    /// What the verdict says of the difference, in its unit.
    pub fn verdict_words(&self) -> String {
        match self.verdict {
            Verdict::Larger => "more".to_owned(),
            Verdict::Smaller => "fewer".to_owned(),
            Verdict::NoDifferenceOver(limit) => {
                let limit = format!("{limit:.2}");
                let limit = limit.trim_end_matches('0').trim_end_matches('.');
                format!("no difference larger than {limit}")
            }
            Verdict::Undecided => "undecided".to_owned(),
        }
    }
}

/// What is said below findings of games some of which nobody won.
pub fn halves_words(found: &[PairFinding]) -> Option<&'static str> {
    let some = found.iter().any(|one| one.has_halves);
    some.then_some("A game that nobody wins counts as half a win for each side.")
}

/// The chance of any false alarm in a report, however often it is looked at.
const ALPHA: f64 = 0.05;

/// What the pairs of a variant say: of each side's wins, of those of who decides first, of the length of games. `planned` pairs are
/// those at which the intervals are to be narrowest.
pub fn pair_findings(
    part: &VariantPart<PairCounts>,
    planned: u64,
    negligible: f64,
) -> Vec<PairFinding> {
    let counts = &part.counts;
    let names = &part.names;
    let mut sides: Vec<usize> = (0..counts.sides.len()).collect();
    // What one of two sides wins the other loses.
    if let [_, _] = sides.as_slice() {
        sides.pop();
    }
    let has_first = counts.first.x().games > 0 && counts.sides.len() > 1;
    let questions = sides.len() + usize::from(has_first) + 1;
    let alpha = ALPHA / questions as f64;
    let finding = |what: String, is_of_wins: bool, sums: &PairedSums, greatest: f64, small: f64| {
        // Wins are counted in half points: 2 are a win.
        let scale = if is_of_wins { 50.0 } else { 1.0 };
        let sequence = ConfidenceSequence::planned_for(planned, alpha, greatest);
        let difference: Sums = sums.difference();
        let interval = |sums: &Sums| sequence.interval(sums).scaled(scale);
        let verdict = match sequence.verdict(&difference, Some(small / scale)) {
            Verdict::NoDifferenceOver(limit) => Verdict::NoDifferenceOver(limit * scale),
            verdict => verdict,
        };
        let apart = sums.x().variance() + sums.y().variance();
        PairFinding {
            // Of wins alone, which are 2 half points or none, the squares are twice the sum.
            has_halves: is_of_wins && [sums.x(), sums.y()].iter().any(|x| x.squares != 2 * x.sum),
            what,
            is_of_wins,
            old: interval(&sums.x()),
            new: interval(&sums.y()),
            difference: interval(&difference),
            verdict,
            correlation: sums.correlation(),
            won: if difference.variance() > 0.0 {
                apart / difference.variance()
            } else {
                1.0
            },
        }
    };
    let mut found: Vec<PairFinding> = sides
        .iter()
        .map(|side| {
            let seats = names.seats.iter().zip(&names.teams);
            let seats: Vec<&str> = seats
                .filter(|(_, team)| *team == side)
                .map(|(seat, _)| seat.as_str())
                .collect();
            let what = format!("wins of {}", seats.join(" + "));
            finding(what, true, &counts.sides[*side], 2.0, negligible)
        })
        .collect();
    if has_first {
        let what = "wins of who decides first".to_owned();
        found.push(finding(what, true, &counts.first, 2.0, negligible));
    }
    let longest = counts
        .old_lengths
        .quantile(1.0)
        .max(counts.new_lengths.quantile(1.0))
        .unwrap_or(1);
    // A twentieth of a game more or less does not matter.
    let small = counts.lengths.x().mean() / 20.0;
    found.push(finding(
        "decisions of a game".into(),
        false,
        &counts.lengths,
        f64::from(longest.max(1)),
        small.max(0.5),
    ));
    found
}

/// A card that is played more often, or less, since an edit, or that is worth more or less to who plays it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedRow {
    /// Deck and row.
    pub row: String,
    /// Percent of the games in which it was played, before and after, and the change.
    pub played: [Interval; 3],
    /// Points of wins, of a hundred games, that went with playing it more than to others, before and after, and the change.
    pub worth: [Interval; 3],
    pub is_played_otherwise: bool,
    pub is_worth_otherwise: bool,
}

impl ChangedRow {
    /// `84.2 to 67.5 ±2.6`, of which the interval is that of the change.
    pub fn played_words(&self) -> String {
        let [before, after, change] = self.played;
        let range = change.plus_minus(1);
        format!("{:.1} to {:.1} {range}", before.value, after.value)
    }

    /// `+5.2 to -2.4 ±3.1`, as [`ChangedRow::played_words`].
    pub fn worth_words(&self) -> String {
        let [before, after, change] = self.worth;
        let [before, after] = [before, after].map(|worth| signed(worth.value, 1));
        format!("{before} to {after} {}", change.plus_minus(1))
    }
}

/// The cards that an edit changes: of the changes at most one in twenty is expected to be chance, whatever the cards have to do with each
/// other (e-BH). The largest first.
pub fn changed_rows(counts: &PairCounts) -> Vec<ChangedRow> {
    let mut changed = all_rows(counts);
    changed.retain(|row| row.is_played_otherwise || row.is_worth_otherwise);
    let size =
        |row: &ChangedRow| row.played[2].value.abs() / 100.0 + row.worth[2].value.abs() / 10.0;
    changed.sort_by(|a, b| size(b).total_cmp(&size(a)));
    changed
}

/// How each card that both games have fares before and after.
pub fn all_rows(counts: &PairCounts) -> Vec<ChangedRow> {
    let rows: Vec<_> = counts.rows.iter().collect();
    let questions = 2 * rows.len().max(1);
    let sides = counts.sides.len().max(1) as f64;
    let alpha = ALPHA / questions as f64;
    let of_played = ConfidenceSequence::planned_for(counts.pairs, alpha, 1.0);
    let of_worth = ConfidenceSequence::planned_for(counts.pairs, alpha, 2.0 * sides);
    let played = rows
        .iter()
        .map(|(_, row)| of_played.e_value(&row.played.difference(), 0.0));
    let worth = rows
        .iter()
        .map(|(_, row)| of_worth.e_value(&row.worth.difference(), 0.0));
    let e_values: Vec<f64> = played.chain(worth).collect();
    let found = e_bh(&e_values, ALPHA);
    // Intervals may be looked at as often as those of wins. Worth is counted in half points times the number of sides.
    let one = |greatest| ConfidenceSequence::planned_for(counts.pairs, ALPHA, greatest);
    let percent = |sums: Sums| one(1.0).interval(&sums).scaled(100.0);
    let points = |sums: Sums| one(2.0 * sides).interval(&sums).scaled(50.0 / sides);
    let three = |sums: &PairedSums| [sums.x(), sums.y(), sums.difference()];
    let figures = |(at, (name, row)): (usize, &(&String, &RowDifference))| ChangedRow {
        row: (*name).clone(),
        played: three(&row.played).map(percent),
        worth: three(&row.worth).map(points),
        is_played_otherwise: found.contains(&at),
        is_worth_otherwise: found.contains(&(at + rows.len())),
    };
    rows.iter().enumerate().map(figures).collect()
}
