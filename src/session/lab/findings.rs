//! What pairs of games say: of who wins, of the length of games, of each card. Counts of pairs come in, findings with intervals go out.
//! Called by `lab`, and by what shows a run.

use crate::lab::{Only, PairCounts, RowDifference, VariantPart, Worth};
use crate::source::{counted, signed};
use crate::statistics::{ConfidenceSequence, Interval, PairedSums, Sums, Verdict, e_bh};

/// What pairs say of one question.
#[derive(Debug, Clone, PartialEq)]
pub struct PairFinding {
    pub what: String,
    /// Wins of a side, in percent; otherwise decisions of a game.
    pub is_of_wins: bool,
    /// Pairs that say something of it: of who decides first only those in which somebody does, before and after.
    pub pairs: u64,
    /// Before and after, in percent of the games or in decisions. All intervals hold however often one looks.
    pub old: Interval,
    pub new: Interval,
    /// New less old.
    pub difference: Interval,
    /// In the unit of the difference; `NoDifferenceOver` as well.
    pub verdict: Verdict,
    /// How alike the two games of a pair are: of equal outcomes 1.
    pub correlation: Option<f64>,
    /// How many times as many games it would take without pairs; `None` where the difference is the same in all of them.
    pub won: Option<f64>,
    /// Whether it says nothing that the others do not: of games that nobody wins where there are none, of the second of two sides that win
    /// what the other loses.
    pub is_idle: bool,
}

impl PairFinding {
    /// What it is counted in.
    pub fn unit(&self) -> &'static str {
        if self.is_of_wins { "percent" } else { "decisions" }
    }

    /// What the difference is counted in.
    pub fn unit_of_difference(&self) -> &'static str {
        if self.is_of_wins { "percentage points" } else { "decisions" }
    }

    /// Whether there is a difference, and it is not chance.
    pub fn is_decided(&self) -> bool {
        matches!(self.verdict, Verdict::Larger | Verdict::Smaller)
    }

    /// With how many digits the difference is told: where there is one, with so many that neither end looks like zero.
    pub fn digits(&self) -> usize {
        let Interval { low, high, .. } = self.difference;
        let nearest = low.abs().min(high.abs());
        let is_shown = |digits: &usize| signed(nearest, *digits).starts_with('+');
        let digits = (1..MOST_DIGITS).find(|digits| !self.is_decided() || is_shown(digits));
        digits.unwrap_or(MOST_DIGITS)
    }

    /// What the verdict says of the difference, in its unit.
    pub fn verdict_words(&self) -> String {
        match self.verdict {
            Verdict::Larger => "more".to_owned(),
            Verdict::Smaller => "fewer".to_owned(),
            Verdict::NoDifferenceOver(limit) => format!("no difference larger than {limit}"),
            Verdict::Undecided => "undecided".to_owned(),
        }
    }
}

/// Digits of a difference behind the point.
const MOST_DIGITS: usize = 6;

/// The chance of any false alarm in what is reported of a variant, however often it is looked at.
const ALPHA: f64 = 0.05;

/// How many questions are asked of pairs of a game of so many sides: those of which there is nothing to say, too, as what is asked must not
/// depend on what is found. They share the chance of a false alarm.
pub fn questions_of_pairs(sides: usize) -> usize {
    sides + if sides > 1 { 3 } else { 1 }
}

/// What the pairs of a variant say: of each side's wins, of games that nobody wins, of the wins of who decides first, of the length of
/// games. `planned` pairs are those at which the intervals are to be narrowest. What these pairs do not tell from what stands there anyway is
/// left out.
pub fn pair_findings(
    part: &VariantPart<PairCounts>,
    planned: u64,
    negligible: f64,
) -> Vec<PairFinding> {
    let mut found = all_findings(part, planned, negligible);
    found.retain(|one| !one.is_idle);
    found
}

/// As [`pair_findings`], with those that say nothing more, for who holds several runs against each other.
pub fn all_findings(
    part: &VariantPart<PairCounts>,
    planned: u64,
    negligible: f64,
) -> Vec<PairFinding> {
    let counts = &part.counts;
    let names = &part.names;
    let sides = names.sides();
    let has_rivals = sides.len() > 1;
    let alpha = ALPHA / questions_of_pairs(sides.len()) as f64;
    let finding = |what: String, is_of_wins: bool, sums: &PairedSums, greatest: f64, small: f64| {
        let (scale, most) = if is_of_wins { (100.0, 100.0) } else { (1.0, f64::INFINITY) };
        let sequence = ConfidenceSequence::planned_for(planned, alpha, greatest);
        let difference: Sums = sums.difference();
        let interval = |sums: &Sums| sequence.interval(sums).scaled(scale);
        let verdict = match sequence.verdict(&difference, Some(small / scale)) {
            Verdict::NoDifferenceOver(_) => Verdict::NoDifferenceOver(small),
            verdict => verdict,
        };
        let apart = sums.x().variance() + sums.y().variance();
        PairFinding {
            what,
            is_of_wins,
            pairs: sums.pairs,
            old: interval(&sums.x()).within(0.0, most),
            new: interval(&sums.y()).within(0.0, most),
            difference: interval(&difference).within(-most, most),
            verdict,
            correlation: sums.correlation(),
            won: (difference.variance() > 0.0).then(|| apart / difference.variance()),
            is_idle: false,
        }
    };
    let wins = |what: String, sums: &PairedSums| finding(what, true, sums, 1.0, negligible);
    let mut found = Vec::new();
    for (seats, name) in sides.iter().zip(names.side_names()) {
        let sums = counts.wins.of_seat(seats.first().copied().unwrap_or(0));
        found.push(wins(format!("wins of {name}"), &sums));
    }
    let wins_of_all = [&counts.wins.before, &counts.wins.after];
    let is_one_or_other = wins_of_all.iter().all(|wins| {
        let won = sides.iter().filter_map(|side| Some(wins.of_seat(*side.first()?)));
        won.sum::<u64>() == wins.games && wins.draws == 0
    });
    if let [_, second] = found.as_mut_slice() {
        second.is_idle = is_one_or_other;
    }
    if has_rivals {
        found.push(PairFinding {
            is_idle: wins_of_all.iter().all(|wins| wins.draws == 0),
            ..wins("games won by nobody".into(), &counts.nobody)
        });
    }
    if has_rivals && counts.first.pairs > 0 {
        found.push(wins("wins of who decides first".into(), &counts.first));
    }
    // The longest game that was seen says nothing of one that is rare. A file that somebody edited may say less.
    let seen = [&counts.old_lengths, &counts.new_lengths].map(|lengths| lengths.quantile(1.0));
    let longest = seen.into_iter().flatten().fold(counts.longest, u32::max);
    // A twentieth of a game more or less does not matter: in hundredths, as it is told.
    let small = (counts.lengths.x().mean() * 5.0).ceil() / 100.0;
    found.push(finding(
        "decisions of a game".into(),
        false,
        &counts.lengths,
        f64::from(longest.max(1)),
        small.max(0.5),
    ));
    found
}

/// What the two games of each pair have in common, in a sentence; `None` without pairs.
pub fn alike_words(counts: &PairCounts, found: &[PairFinding]) -> Option<String> {
    let first = found.first().filter(|_| counts.pairs > 0)?;
    // A difference that does not vary need not be none.
    let is_same = |sums: &PairedSums| sums.difference().squares == 0;
    let mut rows = counts.rows.values();
    if counts.alike == counts.pairs
        && is_same(&counts.first)
        && is_same(&counts.lengths)
        && rows.all(|row| is_same(&row.played) && row.seats.before == row.seats.after)
    {
        return Some("The games of each pair are the same, as far as it was counted.".to_owned());
    }
    let alike = 100.0 * counts.alike as f64 / counts.pairs as f64;
    let correlation = first.correlation.map(|c| format!(", correlation {c:.2}"));
    let won =
        first.won.map(|won| format!(": without pairs it would take {won:.1} times as many games"));
    let [correlation, won] = [correlation, won].map(Option::unwrap_or_default);
    Some(format!("Both games of a pair end alike in {alike:.0}\u{a0}%{correlation}{won}."))
}

/// A card that is played more often, or less, since an edit, or that is worth more or less to who plays it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedRow {
    /// Deck and row.
    pub row: String,
    /// Percent of the games in which it was played, before and after, and the change.
    pub played: [Interval; 3],
    /// How many more of a hundred games a seat wins that plays it than that seat wins anyway, before and after, and the change; `None`
    /// where too few play it.
    pub worth: Option<[Interval; 3]>,
    pub is_played_otherwise: bool,
    pub is_worth_otherwise: bool,
    /// The version that alone has it.
    pub only: Option<Only>,
}

impl ChangedRow {
    /// `84.2 to 67.5 ±2.6`, of which the interval is that of the change.
    pub fn played_words(&self) -> String {
        let [before, after, change] = self.played;
        let range = change.plus_minus(1);
        format!("{:.1} to {:.1} {range}", before.value, after.value)
    }

    /// `+5.2 to -2.4 ±3.1`, as [`ChangedRow::played_words`]; nothing where too few play it.
    pub fn worth_words(&self) -> String {
        let Some([before, after, change]) = self.worth else {
            return String::new();
        };
        let [before, after] = [before, after].map(|worth| signed(worth.value, 1));
        format!("{before} to {after} {}", change.plus_minus(1))
    }
}

/// The cards that an edit changes: of the changes in a variant at most one in twenty is expected to be chance, whatever the cards have to
/// do with each other (e-BH). The largest first. `planned` is as for [`pair_findings`].
pub fn changed_rows(counts: &PairCounts, planned: u64) -> Vec<ChangedRow> {
    let mut changed = all_rows(counts, planned);
    changed.retain(|row| row.is_played_otherwise || row.is_worth_otherwise);
    let size = |row: &ChangedRow| {
        let worth = row.worth.map_or(0.0, |[.., change]| change.value);
        row.played[2].value.abs() / 100.0 + worth.abs() / 10.0
    };
    changed.sort_by(|a, b| size(b).total_cmp(&size(a)));
    changed
}

/// The cards that one of the two games does not have, in a sentence for each of them that has some.
pub fn only_words(counts: &PairCounts) -> Vec<String> {
    let sentence = |only: Only| {
        let (says, played): (_, fn(&PairedSums) -> Sums) = match only {
            Only::Before => ("Only before", PairedSums::x),
            Only::After => ("Only after", PairedSums::y),
        };
        let cards = counts.rows.iter().filter(|(_, row)| row.only == Some(only));
        let cards: Vec<String> = cards
            .map(|(name, row)| {
                let share = 100.0 * played(&row.played).mean();
                format!("{name}, played in {share:.1}\u{a0}%")
            })
            .collect();
        let more = cards.len().saturating_sub(MOST_ONLY);
        let mut told = cards[..cards.len() - more].join("; ");
        if more > 0 {
            told += &format!("; and {}", counted(more, "other card"));
        }
        (!cards.is_empty()).then(|| format!("{says}: {told}."))
    };
    [Only::Before, Only::After].into_iter().filter_map(sentence).collect()
}

/// Cards of one version that are told.
const MOST_ONLY: usize = 8;

/// How each card fares before and after.
pub fn all_rows(counts: &PairCounts, planned: u64) -> Vec<ChangedRow> {
    let rows: Vec<_> = counts.rows.iter().collect();
    // That a card was added or taken away is no question.
    let asked = (0..rows.len()).filter(|at| rows[*at].1.only.is_none());
    let asked: Vec<usize> = asked.collect();
    let questions = 2 * asked.len().max(1);
    let judged = ConfidenceSequence::planned_for(planned, ALPHA / questions as f64, 1.0);
    // Intervals may be looked at as often as those of wins.
    let shown = ConfidenceSequence::planned_for(planned, ALPHA, 1.0);
    let percent = |sums: Sums| shown.interval(&sums).scaled(100.0);
    let worth_of = |row: &RowDifference| -> Option<[(f64, f64); 3]> {
        let ([old, new], variance) = row.seats.worth(&counts.wins)?;
        // As of one pair.
        let pairs = counts.pairs as f64;
        let each = |worth: &Worth| (worth.value(), worth.variance() * pairs);
        let change = (new.value() - old.value(), variance * pairs);
        Some([each(&old), each(&new), change])
    };
    let worth: Vec<_> = rows.iter().map(|(_, row)| worth_of(row)).collect();
    let of_played = asked.iter().map(|at| judged.e_value(&rows[*at].1.played.difference(), 0.0));
    let of_worth = asked.iter().map(|at| {
        worth[*at].map_or(1.0, |[.., (change, variance)]| {
            judged.e_value_of(counts.pairs, change, variance)
        })
    });
    let e_values: Vec<f64> = of_played.chain(of_worth).collect();
    let found = e_bh(&e_values, ALPHA);
    let is_found = |at: usize, from: usize| {
        let question = asked.iter().position(|asked| *asked == at);
        question.is_some_and(|question| found.contains(&(from + question)))
    };
    let points = |(mean, variance): (f64, f64)| {
        Interval::around(mean, shown.half_width(counts.pairs, variance)).scaled(100.0)
    };
    let share = |sums| percent(sums).within(0.0, 100.0);
    let figures = |at: usize| ChangedRow {
        row: rows[at].0.clone(),
        played: {
            let sums = &rows[at].1.played;
            let change = percent(sums.difference()).within(-100.0, 100.0);
            [share(sums.x()), share(sums.y()), change]
        },
        worth: worth[at].map(|each| {
            let [before, after, change] = each.map(points);
            let [before, after] = [before, after].map(|worth| worth.within(-100.0, 100.0));
            [before, after, change.within(-200.0, 200.0)]
        }),
        is_played_otherwise: is_found(at, 0),
        is_worth_otherwise: is_found(at, asked.len()),
        only: rows[at].1.only,
    };
    (0..rows.len()).map(figures).collect()
}
