//! The parts of a lab report that are of pairs: an edit, and each value of a number, against the game as it is. Counts of pairs come in,
//! tables and plots go out. Called by `lab_report` and the command `lab vary`.

use crate::lab::{PairCounts, VariantPart};
use crate::report::{
    Cell, GameReport, ListItem, Plot, PlotKind, PlotLine, ReportTable, Tone, Visibility, columns,
    row,
};
use crate::source::counted;
use crate::statistics::{Interval, Verdict};

use super::findings::{
    ChangedRow, PairFinding, alike_words, all_rows, changed_rows, only_words, pair_findings,
};
use super::report::{LabBounds, headed, heading, how_to_read, of_variant};
use super::runs::{Sweep, SweptValue, negligible_option};

/// What was asked of pairs, a row each.
pub fn findings_table(found: &[PairFinding]) -> ReportTable {
    let columns = columns![
        label "what" "",
        of "before" "before" "",
        of "after" "after" "",
        of "difference" "difference" "",
        of "verdict" "" "",
        of "pairs" "" "pairs": Data,
    ];
    let row = |one: &PairFinding| {
        let [old, new] = [one.old, one.new].map(|interval| Cell::Value(interval, 1));
        let change = Cell::Change(one.difference, one.digits());
        row![&one.what, old, new, change, verdict(one), one.pairs]
    };
    ReportTable {
        row_units: found.iter().map(PairFinding::unit).collect(),
        ..ReportTable::new("differences", columns).rows(found.iter().map(row))
    }
}

fn verdict(found: &PairFinding) -> Cell {
    let words = found.verdict_words();
    match found.verdict {
        Verdict::Undecided => Cell::Words(words),
        _ => Cell::Toned(Tone::Good, words),
    }
}

pub fn of_pairs(
    part: &VariantPart<PairCounts>,
    planned: u64,
    bounds: LabBounds,
    report: &mut GameReport,
) {
    let found = pair_findings(part, planned, bounds.negligible);
    let counts = &part.counts;
    report.of = part.variant.describe();
    report.heading(heading(part, &counted(counts.pairs as usize, "pair")));
    report.table(findings_table(&found));
    if let Some(words) = alike_words(counts, &found) {
        report.paragraph(words);
    }
    for plot in plots_of_pairs(part, &found, bounds.negligible) {
        report.add(plot, Visibility::Page);
    }
    only_words(counts).into_iter().for_each(|words| report.paragraph(words));
    let changed = changed_rows(counts, planned);
    if !changed.is_empty() {
        let table = changed_table(&changed).title("Cards that the edit changes");
        report.add(table, Visibility::People);
        let note = "* changed; at most one in twenty of these changes is chance (e-BH). ± is of the change. Worth is points of wins in a hundred games.";
        report.add(note, Visibility::People);
    }
    let all = rows_table(&all_rows(counts, planned));
    report.add(all, Visibility::Data);
}

fn changed_table(cards: &[ChangedRow]) -> ReportTable {
    let columns = columns![
        label "card" "card",
        of "played" "played in %" "",
        of "worth" "worth to who plays it" "",
    ];
    let row = |card: &ChangedRow| {
        let mark = |is_sure: bool| if is_sure { " *" } else { "" };
        let played = card.played_words() + mark(card.is_played_otherwise);
        row![&card.row, played, card.worth_words() + mark(card.is_worth_otherwise)]
    };
    ReportTable::new("changed_cards", columns).rows(cards.iter().map(row))
}

/// How each card fares before and after, for programs.
fn rows_table(cards: &[ChangedRow]) -> ReportTable {
    let columns = columns![
        label "card" "",
        of "played_before" "" "percent",
        of "played_after" "" "percent",
        of "difference_played" "" "percent",
        of "worth_before" "" "percent",
        of "worth_after" "" "percent",
        of "difference_worth" "" "percent",
    ];
    let row = |card: &ChangedRow| {
        let figures = |[before, after, change]: [Interval; 3]| {
            [Cell::Value(before, 1), Cell::Value(after, 1), Cell::Change(change, 1)]
        };
        let worth = card.worth.map(figures).unwrap_or_default();
        [Cell::words(&card.row)].into_iter().chain(figures(card.played)).chain(worth).collect()
    };
    ReportTable::new("cards", columns).rows(cards.iter().map(row))
}

fn plots_of_pairs(
    part: &VariantPart<PairCounts>,
    found: &[PairFinding],
    negligible: f64,
) -> [Plot; 2] {
    let plot = |title: &str, kind| Plot { title: of_variant(title, &part.variant), kind };
    let wins = found.iter().filter(|one| one.is_of_wins);
    let lines = wins.map(|one| PlotLine::of(&one.what, one.difference, 1.0)).collect();
    let counts = &part.counts;
    let (numbers, before) = (counts.new_lengths.clone(), Some(counts.old_lengths.clone()));
    [
        plot(
            "Difference that the edit makes, percentage points",
            PlotKind::Intervals { lines, base: Some((0.0, negligible)) },
        ),
        plot(
            "Decisions of a game, before (grey) and after (blue)",
            PlotKind::Histogram { numbers, before },
        ),
    ]
}

/// What each value of a number does, held against the game as it is.
pub fn sweep_report(sweep: &Sweep) -> GameReport {
    let mut header = sweep.header.clone();
    header.command += &negligible_option(sweep.negligible);
    let mut report = headed(&header, None);
    let varied = sweep.vary.path.join(".");
    report.heading(format!("Values of {varied}, each against the game as it is"));
    let values = sweep.values();
    for all in values.chunk_by(|a, b| a.variant == b.variant) {
        for plot in sweep_plots(all, &varied) {
            report.add(plot, Visibility::Page);
        }
        report.of = all[0].variant.describe();
        let title = report.of.clone();
        report.table(values_table(all).title(title));
    }
    let why = sweep.unplayable.iter().flat_map(|(_, faults)| faults.iter());
    let why = why.map(|fault| ListItem {
        tone: Tone::Bad,
        says: fault.message.clone(),
        more: "(it is not among the values above)".to_owned(),
    });
    report.list(why.collect());
    how_to_read(&mut report);
    report
}

fn values_table(all: &[SweptValue]) -> ReportTable {
    let columns = columns![
        label "value" "value",
        label "what" "",
        of "difference" "difference" "",
        of "verdict" "" "",
        of "before" "" "": Data,
        of "after" "" "": Data,
        of "pairs" "pairs" "pairs",
    ];
    let mut table = ReportTable::new("values", columns);
    for swept in all {
        let mut add = |what: &str, [old, new, change]: [Interval; 3], digits, verdict, unit| {
            let change = Cell::Change(change, digits);
            let [old, new] = [old, new].map(|interval| Cell::Value(interval, 1));
            let value = swept.value.to_string();
            table.rows.push(row![value, what, change, verdict, old, new, swept.pairs]);
            table.row_units.push(unit);
        };
        for one in &swept.found {
            let figures = [one.old, one.new, one.difference];
            add(&one.what, figures, one.digits(), verdict(one), one.unit());
        }
        let Some(card) = &swept.card else {
            continue;
        };
        let mut add = |what: &str, figures, is_sure: bool| {
            let verdict = if is_sure {
                Cell::Toned(Tone::Good, "changed".to_owned())
            } else {
                Cell::words("undecided")
            };
            add(what, figures, 1, verdict, "percent");
        };
        add("games with it played", card.played, card.is_played_otherwise);
        if let Some(worth) = card.worth {
            add("worth to who plays it", worth, card.is_worth_otherwise);
        }
    }
    table
}

/// Of a variant what happens to wins, and to the card whose value it is.
fn sweep_plots(all: &[SweptValue], varied: &str) -> Vec<Plot> {
    let mut plots = Vec::new();
    let mut add = |title: &str, of: &dyn Fn(&SweptValue) -> Option<Interval>, base: Option<f64>| {
        let points = all.iter().filter_map(|swept| Some((swept.value as f64, of(swept)?)));
        let points: Vec<(f64, Interval)> = points.collect();
        if !points.is_empty() {
            let title = of_variant(&format!("{title}, by {varied}"), &all[0].variant);
            plots.push(Plot { title, kind: PlotKind::Curve { points, base } });
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
        let title = format!("Difference of {}, {}", found.what, found.unit_of_difference());
        let difference = |swept: &SweptValue| {
            let same = swept.found.iter().find(|one| one.what == found.what)?;
            Some(same.difference)
        };
        add(&title, &difference, Some(0.0));
    }
    let before = |of: fn(&ChangedRow) -> Option<Interval>| Some(of(all[0].card.as_ref()?)?.value);
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
    plots
}
