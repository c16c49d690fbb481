//! The figures of a run as rows of one shape: what is measured, of what, its value and interval. A run comes in, rows go out; the files
//! that `lab` writes are made from them.

use super::lab_findings::{PairFinding, all_rows, pair_findings};
use super::recorded_games::{RecordedGames, RecordedResults};
use super::variation::Sweep;
use crate::lab::{
    LabCounts, LabPart, MatchScore, PairCounts, PartHeader, PartResults, SolvedGame, VariantPart,
    figures, missing_words,
};
use crate::statistics::Interval;

/// A figure.
#[derive(Debug, Clone, PartialEq)]
pub struct LabRow {
    pub variant: String,
    /// `wins`, `worth when played`, `difference of wins of caps` …
    pub figure: String,
    /// Seat, card, move or note; empty where it is of the game.
    pub of: String,
    pub value: f64,
    /// Where the true value lies with 95 %; of pairs, however often one looks.
    pub low: f64,
    pub high: f64,
    /// `share`, `percent`, `points`, `decisions`, `moves`, `times` or `games`.
    pub unit: &'static str,
    /// Games, or pairs of games.
    pub games: u64,
}

/// The figures of a run, and what made them.
#[derive(Debug, Clone, PartialEq)]
pub struct RunFigures {
    pub header: PartHeader,
    /// What is missing of the run, in words.
    pub missing: Option<String>,
    pub rows: Vec<LabRow>,
    /// The same of games that people recorded.
    pub recorded: Vec<LabRow>,
}

impl RunFigures {
    /// Of games, or of pairs of games; `negligible` percentage points of wins do not matter.
    pub fn of_part(part: &LabPart, negligible: f64) -> RunFigures {
        RunFigures {
            header: part.header.clone(),
            missing: missing_words(part),
            rows: lab_rows(part, negligible),
            recorded: Vec::new(),
        }
    }

    /// Beside games that people recorded.
    #[must_use]
    pub fn beside(self, recorded: &RecordedResults) -> RunFigures {
        let recorded = recorded.of_variant.iter().flat_map(recorded_rows);
        RunFigures { recorded: recorded.collect(), ..self }
    }

    /// Of each value that a number was given: the rows are of that value.
    pub fn of_sweep(sweep: &Sweep) -> RunFigures {
        let mut rows = Vec::new();
        for swept in sweep.values() {
            let of = format!("{} = {}", sweep.vary.path.join("."), swept.value);
            let variant = swept.variant.describe();
            let found = swept.found.iter();
            rows.extend(found.flat_map(|found| rows_of_finding(&variant, &of, found)));
            let Some(card) = &swept.card else { continue };
            let row = rows_of(variant, swept.pairs);
            rows.push(row("played in", &of, card.played[1], "percent"));
            let worth = card.worth.map(|[_, after, _]| after);
            rows.extend(worth.map(|worth| row("worth when played", &of, worth, "percent")));
        }
        RunFigures { header: sweep.header.clone(), missing: None, rows, recorded: Vec::new() }
    }
}

/// Makes rows of a variant and of so many games: of a figure, of what it is, an interval and a unit.
fn rows_of(variant: String, games: u64) -> impl Fn(&str, &str, Interval, &'static str) -> LabRow {
    // What six digits show as nothing has no sign.
    let unsigned = |n: f64| if n.abs() < 5e-7 { 0.0 } else { n };
    move |figure, of, interval, unit| LabRow {
        variant: variant.clone(),
        figure: figure.to_owned(),
        of: of.to_owned(),
        value: unsigned(interval.value),
        low: unsigned(interval.low),
        high: unsigned(interval.high),
        unit,
        games,
    }
}

/// All figures of a part of a run, in the order of its report.
fn lab_rows(part: &LabPart, negligible: f64) -> Vec<LabRow> {
    match &part.results {
        PartResults::Games(all) => all.iter().flat_map(of_games).collect(),
        PartResults::Pairs(all) => {
            let planned = part.header.planned;
            let of_pairs = |one| of_pairs(one, planned, negligible);
            all.iter().flat_map(of_pairs).collect()
        }
        PartResults::Laws(all) => {
            let of_laws = |one: &VariantPart<crate::lab::LawCounts>| {
                let row = rows_of(one.variant.describe(), one.counts.games);
                let rows = one.counts.properties.iter().map(|(id, count)| {
                    let count = Interval::counted(*count as f64);
                    let is_seen = one.counts.sometimes.contains(id);
                    let unit = if is_seen { "games" } else { "times" };
                    row("checked or seen", id, count, unit)
                });
                rows.collect::<Vec<_>>()
            };
            all.iter().flat_map(of_laws).collect()
        }
    }
}

/// A figure before and after, and the difference.
fn before_and_after(
    row: &impl Fn(&str, &str, Interval, &'static str) -> LabRow,
    what: &str,
    of: &str,
    unit: &'static str,
    [before, after, difference]: [Interval; 3],
) -> [LabRow; 3] {
    [
        row(&format!("{what} before"), of, before, unit),
        row(&format!("{what} after"), of, after, unit),
        row(&format!("difference of {what}"), of, difference, unit),
    ]
}

fn rows_of_finding(variant: &str, of: &str, found: &PairFinding) -> [LabRow; 3] {
    let unit = if found.is_of_wins { "percent" } else { "decisions" };
    let row = rows_of(variant.to_owned(), found.pairs);
    let figures = [found.old, found.new, found.difference];
    before_and_after(&row, &found.what, of, unit, figures)
}

/// What was asked of all pairs, and each card, before and after and the difference.
fn of_pairs(part: &VariantPart<PairCounts>, planned: u64, negligible: f64) -> Vec<LabRow> {
    let variant = part.variant.describe();
    let found = pair_findings(part, planned, negligible);
    let rows = found.iter();
    let rows = rows.flat_map(|found| rows_of_finding(&variant, "", found));
    let mut rows: Vec<LabRow> = rows.collect();
    let row = rows_of(variant.clone(), part.counts.pairs);
    for card in all_rows(&part.counts, planned) {
        let of_card = |what, figures| before_and_after(&row, what, &card.row, "percent", figures);
        rows.extend(of_card("played in", card.played));
        let worth = card.worth.into_iter();
        rows.extend(worth.flat_map(|worth| of_card("worth when played", worth)));
    }
    rows
}

fn recorded_rows((variant, found): (&String, &RecordedGames)) -> Vec<LabRow> {
    let row = rows_of(variant.clone(), found.games);
    let wins = found.shares().into_iter();
    let wins = wins.map(|(seat, share)| row("wins", seat, share, "share"));
    let rest = [
        row("won by nobody", "", found.drawn(), "share"),
        row("decisions, mean", "", found.length(), "decisions"),
        row("decisions, median", "", found.median_length(), "decisions"),
    ];
    wins.chain(rest).collect()
}

fn of_games(part: &VariantPart<LabCounts>) -> Vec<LabRow> {
    let found = figures(&part.names, &part.counts);
    let row = rows_of(part.variant.describe(), found.games);
    let mut rows = Vec::new();
    for seat in &found.seats {
        rows.push(row("wins", &seat.name, seat.wins, "share"));
        rows.push(row("score", &seat.name, seat.points, "points"));
        for (part, mean) in &seat.parts {
            let of = format!("{}: {part}", seat.name);
            rows.push(row("part of the score", &of, *mean, "points"));
        }
    }
    for (by, share) in &found.by {
        rows.push(row("decided by", by, *share, "share"));
    }
    rows.push(row("won by nobody", "", found.draws, "share"));
    rows.extend(found.first.map(|first| LabRow {
        games: part.counts.first.cases(),
        ..row("deciding first", "", first, "share")
    }));
    let counted = |number: u32| Interval::counted(f64::from(number));
    let lengths = &found.lengths;
    for (figure, interval) in [
        ("decisions, mean", lengths.mean),
        ("decisions, least", counted(lengths.least)),
        ("decisions, median", lengths.median),
        ("decisions, nine of ten", lengths.nine_of_ten),
        ("decisions, most", counted(lengths.most)),
    ] {
        rows.push(row(figure, "", interval, "decisions"));
    }
    if let Some(choices) = found.choices {
        let ends = counted(choices.nine_of_ten);
        for (figure, interval) in [("mean", choices.mean), ("nine of ten", ends)] {
            let figure = format!("legal moves of a decision, {figure}");
            rows.push(row(&figure, "", interval, "moves"));
        }
        let what = "decisions without a choice";
        rows.push(row(what, "", choices.forced, "share"));
    }
    if let Some(lead) = found.lead {
        let row = rows_of(part.variant.describe(), lead.games);
        rows.push(row("changes of the lead", "", lead.changes, "times"));
        let what = "won from behind at half time";
        rows.push(row(what, "", lead.comebacks, "share"));
    }
    if let Some([refused, contradicting]) = found.worlds {
        rows.push(row("worlds dealt anew", "", refused, "share"));
        let what = "worlds that contradict the past";
        rows.push(row(what, "", contradicting, "share"));
    }
    if let Some(solved) = &part.counts.solved {
        let millionths = |number: i64| Interval::counted(number as f64 / SolvedGame::UNIT);
        for (seat, worth) in part.names.seats.iter().zip(&solved.worth) {
            let worth = millionths(*worth);
            let row = row("worth when solved", seat, worth, "of the aim");
            rows.push(row);
        }
        let gain = millionths(solved.gain);
        rows.push(row("gain by playing differently", "", gain, "of the aim"));
    }
    for one in &found.matches {
        let [first, other] = &one.players;
        let of_match = |games: u64, figure: &str, of: &str, interval| LabRow {
            games,
            ..row(figure, of, interval, "share")
        };
        match one.score {
            MatchScore::Against(points) => {
                let what = format!("points against {other}");
                rows.push(of_match(one.games, &what, first, points));
            }
            MatchScore::Gain(gain) => {
                let row = of_match(one.games, &format!("gain against {other}"), first, gain);
                rows.push(LabRow { unit: "of the aim", ..row });
            }
            MatchScore::Each(payoffs) => {
                for (player, payoff) in one.players.iter().zip(payoffs) {
                    let row = of_match(one.games / 2, "gained by such players", player, payoff);
                    rows.push(LabRow { unit: "of the aim", ..row });
                }
            }
            MatchScore::Alone(wins) => {
                for (player, share) in one.players.iter().zip(wins) {
                    // Each plays one of the two games of a deal.
                    let what = "wins of such players";
                    rows.push(of_match(one.games / 2, what, player, share));
                }
            }
        }
    }
    for card in &found.cards {
        let of = format!("{}/{}", card.deck, card.row);
        rows.push(row("in play", &of, card.in_play, "share"));
        rows.push(row("played by a seat", &of, card.played, "share"));
        rows.push(row("counted for a seat", &of, card.counted, "share"));
        if let Some(worth) = card.held_worth {
            rows.push(row("worth when held", &of, worth, "share"));
        }
        if let Some(worth) = card.played_worth {
            rows.push(row("worth when played", &of, worth, "share"));
        }
    }
    for (what, uses) in [("move used", &found.verbs), ("note made", &found.notes)] {
        for one in uses {
            rows.push(row(what, &one.word, one.games, "share"));
            let each = format!("{what}, times a game");
            rows.push(row(&each, &one.word, one.each, "times"));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_as_nothing_has_no_sign() {
        let nothing = Interval { value: -0.0, low: -3e-7, high: 0.0 };
        let row = rows_of(String::new(), 100)("score", "red", nothing, "points");
        let written = [row.value, row.low, row.high].map(|n| format!("{n:.6}"));
        assert_eq!(written, ["0.000000"; 3]);
    }
}
