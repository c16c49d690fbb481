//! The reports of random games: what was played, how often each law was checked, what was seen, and which lines of `rules.star` ran how
//! often. Fuzz reports and profiles come in, a report goes out.

use std::sync::Arc;
use std::time::Duration;

use crate::cards::{LineCount, Pack, Profile};
use crate::players::Players;
use crate::report::{
    Cell, Column, GameReport, ReportTable, SectionKind, Tone, Visibility, columns, row,
};
use crate::rules::{LawKind, Variant};
use crate::source::{Diagnostic, counted, grouped, one_or_many, usage};
use crate::statistics::Merge;
use crate::verify::exhaust::{Exhausted, PlyStates};
use crate::verify::fuzz::{
    FuzzCounts, FuzzPlan, FuzzReport, MergedProperty, Pace, RARE, compared_in_words, merged,
};

/// All that was found in the variants of a game, but for the game that broke a law.
pub fn fuzz_report(pack: &Pack, plan: &FuzzPlan, found: &[FuzzReport]) -> GameReport {
    let one = match found {
        [one] => Some(&one.variant),
        _ => None,
    };
    let mut report = headed(pack, one);
    report.about("played", played(plan));
    // The counts of a run that stopped at a failure are too small to show.
    if found.iter().any(|found| found.fault.is_some()) {
        report.item(Tone::Bad, "A law does not hold.");
        return report;
    }
    report.table(variants_table(found));
    report.paragraph(compared_in_words(found));
    let all = merged(found);
    for (kind, name, count) in [
        (LawKind::Always, "law", "checked"),
        (LawKind::Sometimes, "sometimes", "games"),
        (LawKind::Never, "never", "games"),
    ] {
        let of_kind = all.iter().filter(|merged| merged.property.kind == kind);
        let has_least = one.is_none() && kind == LawKind::Sometimes;
        report.table(properties(name, count, of_kind, has_least));
    }
    let (tone, verdict) = verdict(&all, one.is_some());
    report.item(tone, verdict);
    report
}

/// The game, and the variant if there is one to tell.
pub fn headed(pack: &Pack, variant: Option<&Variant>) -> GameReport {
    let game = &pack.game;
    let mut report = GameReport::new(game.full_title());
    report.about("game", format!("{}, version {}", game.id, game.version));
    let variant = variant.map(Variant::describe).filter(|says| !says.is_empty());
    if let Some(variant) = variant {
        report.about("variant", variant);
    }
    report
}

/// Who played, which run, on how many threads.
fn played(plan: &FuzzPlan) -> String {
    let players = match plan.players {
        None => "half uniform, half swarm".to_owned(),
        Some(players) => format!("all {}", Players::word(players)),
    };
    format!("{players}; seed {}", plan.seed)
}

/// A row for each variant, and one for all together.
fn variants_table(found: &[FuzzReport]) -> ReportTable {
    let mut columns = columns![
        label "variant" "variant",
        of "games" "games" "games",
        of "decisions" "decisions" "decisions",
        of "each" "a game" "decisions",
        of "plain" "plain\nns" "ns": People,
        of "watched" "watched\nns" "ns": People,
        of "worlds" "two\nworlds" "comparisons",
        of "time" "time\ns" "s": People,
    ];
    if found.iter().all(|found| found.variant.word().is_empty()) {
        columns[0].shown = Visibility::Data;
    }
    let (mut counts, mut pace, mut elapsed) =
        (FuzzCounts::default(), Pace::default(), Duration::ZERO);
    let rows = found.iter().map(|report| {
        counts.merge(&report.counts);
        pace.merge(&report.pace);
        elapsed += report.elapsed;
        figures(report.variant.word(), &report.counts, &report.pace, report.elapsed)
    });
    let mut table = ReportTable::new("variants", columns).rows(rows);
    if found.len() > 1 {
        table.rows.push(figures("in all".to_owned(), &counts, &pace, elapsed));
    }
    table
}

fn figures(name: String, counts: &FuzzCounts, pace: &Pace, elapsed: Duration) -> Vec<Cell> {
    let ns = |ns: Option<f64>| ns.map(|ns| Cell::Number(ns, 1));
    let each = counts.decisions as f64 / counts.games.max(1) as f64;
    row![
        name,
        counts.games,
        counts.decisions,
        Cell::Number(each, 1),
        ns(pace.plain.median()),
        ns(pace.watched.median()),
        counts.world_checks,
        Cell::Number(elapsed.as_secs_f64(), 1),
    ]
}

/// A row for each property; if asked for, with the lowest count and its variant.
fn properties<'m>(
    name: &'static str,
    count: &str,
    all: impl Iterator<Item = &'m MergedProperty>,
    has_least: bool,
) -> ReportTable {
    let mut columns = vec![Column::label("id", name), Column::of("count", count, "")];
    if has_least {
        columns.extend(columns![of "least" "least" "", of "in" "in" ""]);
    }
    columns.push(Column::of("says", "", ""));
    let row = |merged: &MergedProperty| {
        let mut row = row![&merged.property.id, merged.count];
        if has_least {
            let (count, variant) = &merged.least;
            row.extend(row![*count, variant.word()]);
        }
        row.push(Cell::words(&merged.property.says));
        row
    };
    ReportTable::new(name, columns).rows(all.map(row))
}

/// Of runs in which every law held: whether everything was seen, in every variant that can show it.
fn verdict(all: &[MergedProperty], one: bool) -> (Tone, String) {
    let unseen: Vec<&MergedProperty> = all.iter().filter(|m| !m.unseen.is_empty()).collect();
    let late = |m: &&&MergedProperty| m.unseen.iter().any(|(_, games)| *games >= RARE);
    let missed = unseen.iter().filter(late).count();
    let were = |n: usize| format!("{} {}", counted(n, "thing"), one_or_many(n, "was", "were"));
    let (every, of_each) = if one { ("", "") } else { (" in every variant", " of each") };
    match (unseen.len(), missed) {
        (0, _) => (Tone::Good, "Every law held, and everything was seen.".to_owned()),
        (n, 0) => {
            let (were, rare) = (were(n), grouped(RARE));
            let why = format!("which is no fault in fewer than {rare} games{of_each}");
            (Tone::Good, format!("Every law held; {were} not seen{every} yet, {why}."))
        }
        (_, n) => {
            let seen = if one { "never seen" } else { "not seen in every variant" };
            (Tone::Bad, format!("Every law held, but {} {seen}.", were(n)))
        }
    }
}

/// What the visit of every state found; the seconds that it took, and whether the game is cut down by an overlay.
pub fn exhausted_report(
    pack: &Pack,
    variant: &Variant,
    found: &Exhausted,
    (seconds, is_cut_down): (f64, bool),
) -> GameReport {
    let mut report = headed(pack, Some(variant));
    let cut = if is_cut_down { ", cut down by the overlay" } else { "" };
    let says = format!("Every state{cut}; {seconds:.1}\u{a0}s");
    report.add(says.as_str(), Visibility::People);
    let columns = columns![
        label "ply" "ply",
        of "states" "states" "states",
        of "ends" "over" "states",
        of "moves" "moves" "moves",
    ];
    let row = |name: String, ply: &PlyStates| row![name, ply.states, ply.ends, ply.moves];
    let mut all = PlyStates::default();
    let rows = found.plies.iter().enumerate().map(|(number, ply)| {
        all.states += ply.states;
        all.ends += ply.ends;
        all.moves += ply.moves;
        row(number.to_string(), ply)
    });
    let mut table = ReportTable::new("plies", columns).rows(rows);
    table.rows.push(row("in all".to_owned(), &all));
    report.table(table);
    match &found.broken {
        None => report
            .item(Tone::Good, "Every law held in every state, and no seat learned what is hidden."),
        Some(broken) => {
            report.item(Tone::Bad, "A law does not hold.");
            report.heading("The shortest game that breaks it");
            story(&broken.moves, &mut report);
        }
    }
    report
}

/// The moves of a game, each on a line of its own.
pub fn story(moves: &[String], report: &mut GameReport) {
    let lines = moves.iter().map(|line| (Tone::Plain, format!("  {line}")));
    report.add(SectionKind::Code(lines.collect()), Visibility::Everyone);
}

/// Lines that are listed, those with the most work first.
const MOST_LINES: usize = 15;

/// Lines that are listed of those that never run.
const MOST_UNRUN: usize = 30;

/// Letters of a line that are shown.
const ROOM: usize = 48;

/// Counts the lines of a game's script from here on.
///
/// # Errors
/// When the game has no script.
pub fn begin_profile(pack: &mut Pack) -> Result<Arc<Profile>, Diagnostic> {
    let id = pack.game.id.clone();
    let Some(script) = &mut pack.game.script else {
        return Err(usage!(
            CannotPlay,
            "`{id}` has no rules.star whose lines could be counted",
            "name a game that is played, or leave --profile out"
        ));
    };
    let profile = Arc::new(Profile::new(script.text()));
    script.profile = Some(profile.clone());
    Ok(profile)
}

/// Adds the lines with the most work, then those that never ran.
pub fn add_profile(pack: &Pack, profile: &Profile, report: &mut GameReport) {
    let script = pack.game.script.as_ref();
    let text: Vec<&str> = script.map_or_else(Vec::new, |script| script.text().lines().collect());
    let shown = |line: &LineCount| {
        let text = text.get(line.number - 1).map_or("", |text| text.trim_end());
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        match text.char_indices().nth(ROOM) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    };
    let lines = profile.lines();
    let all: u64 = lines.iter().map(|line| line.work).sum();
    let (mut run, unrun): (Vec<LineCount>, Vec<LineCount>) =
        lines.into_iter().partition(|line| line.runs > 0);
    run.sort_by_key(|line| (std::cmp::Reverse(line.work), line.number));
    let columns = columns![
        label "line" "line",
        of "runs" "runs" "times",
        of "work" "work %" "percent",
        of "text" "rules.star" "",
    ];
    let rows = run.iter().take(MOST_LINES).map(|line| {
        let work = 100.0 * line.work as f64 / all.max(1) as f64;
        row![line.number.to_string(), line.runs, Cell::Number(work, 1), shown(line)]
    });
    report.table(ReportTable::new("lines", columns).rows(rows));
    if let more @ 1.. = run.len().saturating_sub(MOST_LINES) {
        report.paragraph(format!("and {} with less", counted(more, "line")));
    }
    if unrun.is_empty() {
        report.paragraph("Every line ran.");
        return;
    }
    report.paragraph(format!("Never run: {}", counted(unrun.len(), "line")));
    let told = unrun.iter().take(MOST_UNRUN);
    let told =
        told.map(|line| (Tone::Plain, format!("  rules.star:{}  {}", line.number, shown(line))));
    report.add(SectionKind::Code(told.collect()), Visibility::Everyone);
    if let more @ 1.. = unrun.len().saturating_sub(MOST_UNRUN) {
        report.paragraph(format!("and {more} more"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Property;
    use crate::source::Files;
    use crate::verify::fuzz::Counted;
    use crate::verify::testing::{Fault, GAME, load};

    fn variant(players: &str) -> Variant {
        Variant { choices: vec![("players".to_owned(), players.to_owned())] }
    }

    /// A run of so many games, with how often each property was counted.
    fn report(players: &str, games: u64, counts: &[(&str, LawKind, u64)]) -> FuzzReport {
        let mut pace = Pace::default();
        pace.plain.note(Duration::from_nanos(2_500 * games), 100 * games);
        pace.watched.note(Duration::from_nanos(9_000 * games), 100 * games);
        let counted = |(id, kind, count): &(&str, LawKind, u64)| Counted {
            property: Property {
                id: (*id).to_owned(),
                says: "a promise that is long enough to be told on two lines of a table".to_owned(),
                kind: *kind,
                stated: None,
            },
            count: *count,
        };
        FuzzReport {
            variant: variant(players),
            counts: FuzzCounts {
                games,
                decisions: 100 * games,
                world_games: games / 64,
                world_checks: 3 * games,
                ..FuzzCounts::default()
            },
            pace,
            elapsed: Duration::from_millis(1_250),
            properties: counts.iter().map(counted).collect(),
            worlds_after: [("lay".to_owned(), games), ("pass".to_owned(), 0)].into(),
            fault: None,
        }
    }

    fn told(found: &[FuzzReport]) -> String {
        let pack = load(GAME, &Fault::Nothing.script(), "", &mut Files::new());
        let plan = FuzzPlan { games: 1, seed: 7, jobs: 2, ..FuzzPlan::default() };
        fuzz_report(&pack, &plan, found).for_terminal()
    }

    /// The lines with one space between words.
    fn words(text: &str) -> Vec<String> {
        let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        text.lines().map(line).collect()
    }

    const LAW: (&str, LawKind, u64) = ("T-I1", LawKind::Always, 5);

    #[test]
    fn several_variants_have_a_line_each_and_one_table_of_all_properties() {
        let found = [
            report("2", RARE, &[LAW, ("tied", LawKind::Sometimes, 1_200)]),
            report(
                "3",
                RARE,
                &[LAW, ("tied", LawKind::Sometimes, 30), ("stuck", LawKind::Never, 0)],
            ),
        ];
        let told = told(&found);
        let lines = words(&told);
        for line in [
            "half uniform, half swarm; seed 7",
            "2 100,000 10,000,000 100.0 25.0 90.0 300,000 1.2",
            "3 100,000 10,000,000 100.0 25.0 90.0 300,000 1.2",
            "in all 200,000 20,000,000 100.0 25.0 90.0 600,000 2.5",
            "law checked",
            "sometimes games least in",
            "never games",
            "Every law held, and everything was seen.",
        ] {
            assert!(lines.iter().any(|l| l.contains(line)), "no `{line}` in\n{told}");
        }
        for start in ["T-I1 10 a promise", "tied 1,230 30 3 a promise", "stuck 0 a"] {
            let there = lines.iter().filter(|l| l.starts_with(start));
            assert_eq!(there.count(), 1, "`{start}` in\n{told}");
        }
    }

    #[test]
    fn one_variant_is_named_and_told_as_a_game_that_has_no_other() {
        let found = report("2", RARE, &[LAW, ("tied", LawKind::Sometimes, 1_200)]);
        let told = told(&[found]);
        let lines = words(&told);
        assert!(lines.iter().any(|l| l == "players 2"), "{told}");
        assert!(lines.iter().any(|l| l == "sometimes games"), "{told}");
        assert!(!told.contains("in all"), "{told}");
    }

    #[test]
    fn everything_is_seen_when_every_variant_has_seen_it() {
        let runs = |games, count| {
            [
                report("2", games, &[("tied", LawKind::Sometimes, 9)]),
                report("3", games, &[("tied", LawKind::Sometimes, count)]),
            ]
        };
        let says = |games, count, verdict: &str| {
            assert_eq!(super::verdict(&merged(&runs(games, count)), false).1, verdict);
        };
        says(RARE, 1, "Every law held, and everything was seen.");
        says(RARE, 0, "Every law held, but 1 thing was not seen in every variant.");
        says(
            RARE - 1,
            0,
            "Every law held; 1 thing was not seen in every variant yet, which is no fault in fewer than 100,000 games of each.",
        );
        let one = [report("2", 64, &[("tied", LawKind::Sometimes, 0)])];
        assert_eq!(
            super::verdict(&merged(&one), true).1,
            "Every law held; 1 thing was not seen yet, which is no fault in fewer than 100,000 games."
        );
    }

    #[test]
    fn the_tables_of_nine_variants_of_a_long_run_have_80_columns() {
        let names: Vec<String> = (1..=9).map(|n| format!("london-{n}")).collect();
        let counts = [
            ("a card's ability mattered", LawKind::Sometimes, 1_000_000),
            ("T-I12", LawKind::Always, 123_456_789),
        ];
        let long = |name: &String| {
            let mut found = report(name, 1_000_000, &counts);
            found.counts.decisions = 123_456_789;
            found.elapsed = Duration::from_secs(123);
            found
        };
        let told = told(&names.iter().map(long).collect::<Vec<_>>());
        for line in told.lines().skip(1) {
            assert!(line.chars().count() <= 80, "{line}\n{told}");
        }
        // One row per variant: no figure wraps.
        for figure in ["1,111,111,101", "9,000,000", "27,000,000", "1107.0"] {
            assert!(told.contains(figure), "no {figure} in\n{told}");
        }
    }
}
