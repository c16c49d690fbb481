//! Formats the results of a fuzz run as tables 80 columns wide. A pack and its fuzz reports come in, text goes out. Called by
//! `fuzz`.

use std::time::Duration;

use super::plain_table::{align_right, wrapped_table};
use crate::source::{counted, grouped, one_or_many};

use comfy_table::CellAlignment;

use crate::cards::Pack;
use crate::players::Players;
use crate::rules::{LawKind, Variant};
use crate::verify::exhaust::Exhausted;
use crate::verify::fuzz::{
    FuzzCounts, FuzzPlan, FuzzReport, MergedProperty, Pace, RARE, compared_in_words, merged,
};

/// Columns of a terminal that everybody has.
const WIDTH: u16 = 80;

/// All that was found in the variants of a game, but for the game that broke a law.
pub fn fuzz_table(pack: &Pack, plan: &FuzzPlan, found: &[FuzzReport]) -> String {
    let one = match found {
        [one] => Some(one),
        _ => None,
    };
    let mut lines = title(pack, one.map(|one| &one.variant));
    let kinds = [
        (LawKind::Always, "law", "checked"),
        (LawKind::Sometimes, "sometimes", "games"),
        (LawKind::Never, "never", "games"),
    ];
    // The counts of a run that stopped at a failure are too small to show.
    let whole = found.iter().all(|found| found.fault.is_none());
    match one {
        Some(one) if whole => lines.push(head(plan, one)),
        Some(_) => {}
        None => lines.push(heads(plan, found)),
    }
    if whole {
        let mut table = wrapped_table(WIDTH);
        table.add_row([compared_in_words(found)]);
        lines.push(table.trim_fmt());
    }
    let all = merged(found);
    for (kind, what, count) in kinds.into_iter().filter(|_| whole) {
        let of_kind: Vec<&MergedProperty> =
            all.iter().filter(|m| m.property.kind == kind).collect();
        if !of_kind.is_empty() {
            let least = one.is_none() && kind == LawKind::Sometimes;
            lines.push(String::new());
            lines.push(properties([what, count], &of_kind, least));
        }
    }
    lines.push(String::new());
    lines.push(if whole {
        verdict(&all, one.is_some())
    } else {
        "A law does not hold.".to_owned()
    });
    lines.push(String::new());
    lines.join("\n")
}

/// The game, and below it the variant if there is one to tell.
fn title(pack: &Pack, variant: Option<&Variant>) -> Vec<String> {
    let game = &pack.game;
    let (id, title, version) = (&game.id, game.full_title(), &game.version);
    let mut lines = vec![format!("{id}: {title}, version {version}")];
    lines.extend(variant.map(Variant::describe).filter(|says| !says.is_empty()));
    lines
}

/// Games, decisions, how long they took.
fn head(plan: &FuzzPlan, found: &FuzzReport) -> String {
    let counts = &found.counts;
    let mut table = wrapped_table(WIDTH);
    let seconds = found.elapsed.as_secs_f64();
    table.add_row(["games", &grouped(counts.games), &format!("{}, {seconds:.1} s", played(plan))]);
    let each = counts.decisions as f64 / counts.games.max(1) as f64;
    table.add_row(["decisions", &grouped(counts.decisions), &format!("{each:.1} a game")]);
    if let (Some(plain), Some(watched)) = (found.pace.plain_ns(), found.pace.watched_ns()) {
        table.add_row(["a decision", &format!("{plain:.1} ns"), "without checks"]);
        table.add_row(["", &format!("{watched:.1} ns"), "with every law watched"]);
    }
    let worlds = format!(
        "in {}, for every seat at each decision",
        counted(counts.world_games as usize, "game")
    );
    table.add_row(["two worlds", &grouped(counts.world_checks), &worlds]);
    align_right(&mut table, [1]);
    table.trim_fmt()
}

/// Who played, which run, on how many threads.
fn played(plan: &FuzzPlan) -> String {
    let players = match plan.players {
        None => "half uniform, half swarm".to_owned(),
        Some(players) => format!("all {}", Players::word(players)),
    };
    let threads = counted(plan.jobs, "thread");
    format!("{players}; seed {}; {threads}", plan.seed)
}

/// The same of several variants, one row each, and of all together.
fn heads(plan: &FuzzPlan, found: &[FuzzReport]) -> String {
    let mut table = wrapped_table(WIDTH);
    table.set_header([
        "variant",
        "games",
        "decisions",
        "a game",
        "plain\nns",
        "watched\nns",
        "two\nworlds",
        "time",
    ]);
    let (mut counts, mut pace, mut elapsed) =
        (FuzzCounts::default(), Pace::default(), Duration::ZERO);
    for report in found {
        table.add_row(figures(report.variant.word(), &report.counts, &report.pace, report.elapsed));
        counts.add(&report.counts);
        pace.add(&report.pace);
        elapsed += report.elapsed;
    }
    table.add_row(figures("in all".to_owned(), &counts, &pace, elapsed));
    // Little space between columns: the figures of a long run are wide, and must not wrap.
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
        column.set_padding((1, 0));
    }
    format!("{}\n\n{}", played(plan), table.trim_fmt())
}

fn figures(name: String, counts: &FuzzCounts, pace: &Pace, elapsed: Duration) -> [String; 8] {
    let ns = |ns: Option<f64>| ns.map_or_else(String::new, |ns| format!("{ns:.1}"));
    let each = counts.decisions as f64 / counts.games.max(1) as f64;
    [
        name,
        grouped(counts.games),
        grouped(counts.decisions),
        format!("{each:.1}"),
        ns(pace.plain_ns()),
        ns(pace.watched_ns()),
        grouped(counts.world_checks),
        format!("{:.1} s", elapsed.as_secs_f64()),
    ]
}

/// One row a property: id, count, what it says; between them, if asked for, the lowest count and its variant.
fn properties([what, count]: [&str; 2], all: &[&MergedProperty], least: bool) -> String {
    let mut table = wrapped_table(WIDTH);
    table.set_header(if least {
        vec![what, count, "least", "in", ""]
    } else {
        vec![what, count, ""]
    });
    for merged in all {
        let property = &merged.property;
        let mut row = vec![property.id.clone(), grouped(merged.count)];
        if least {
            let (count, variant) = &merged.least;
            row.extend([grouped(*count), variant.word()]);
        }
        row.push(property.says.to_owned());
        table.add_row(row);
    }
    align_right(&mut table, 1..=if least { 2 } else { 1 });
    table.trim_fmt()
}

/// The last line of runs in which every law held: whether everything was seen, in every variant that can show it.
fn verdict(all: &[MergedProperty], one: bool) -> String {
    let unseen: Vec<&MergedProperty> = all.iter().filter(|m| !m.unseen.is_empty()).collect();
    let late = |m: &&&MergedProperty| m.unseen.iter().any(|(_, games)| *games >= RARE);
    let missed = unseen.iter().filter(late).count();
    let rare = grouped(RARE);
    match (unseen.len(), missed) {
        (0, _) => "Every law held, and everything was seen.".to_owned(),
        (n, 0) => {
            if one {
                format!(
                    "Every law held; {} not seen yet,\n\
                 which is no fault in fewer than {rare} games.",
                    were(n)
                )
            } else {
                format!(
                    "Every law held; {} not seen in every variant yet,\n\
                 which is no fault in fewer than {rare} games of each.",
                    were(n)
                )
            }
        }
        (_, n) => {
            if one {
                format!("Every law held, but {} never seen.", were(n))
            } else {
                format!("Every law held, but {} not seen in every variant.", were(n))
            }
        }
    }
}

fn were(n: usize) -> String {
    format!("{} {}", counted(n, "thing"), one_or_many(n, "was", "were"))
}

/// What the visit of every state found.
pub fn exhausted(
    pack: &Pack,
    variant: &Variant,
    found: &Exhausted,
    (time, is_cut_down): (Duration, bool),
) -> String {
    let mut table = wrapped_table(WIDTH);
    table.set_header(["ply", "states", "over", "moves"]);
    for (number, ply) in found.plies.iter().enumerate() {
        let counts = [ply.states, ply.ends, ply.moves].map(grouped);
        table.add_row([&[number.to_string()], &counts[..]].concat());
    }
    let sum = |of: fn(&crate::verify::exhaust::PlyStates) -> u64| found.plies.iter().map(of).sum();
    let all: [u64; 3] = [sum(|p| p.states), sum(|p| p.ends), sum(|p| p.moves)];
    table.add_row([&["in all".to_owned()], &all.map(grouped)[..]].concat());
    align_right(&mut table, 0..4);
    let verdict = match &found.broken {
        None => "Every law held in every state, and no seat learned what is hidden.",
        Some(_) => "A law does not hold.",
    };
    let time = time.as_secs_f64();
    let title = title(pack, Some(variant)).join("\n");
    let table = table.trim_fmt();
    let cut = if is_cut_down { ", cut down by the overlay" } else { "" };
    format!("{title}\nEvery state{cut}; {time:.1} s\n\n{table}\n\n{verdict}\n")
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
        pace.plain(Duration::from_nanos(2_500 * games), 100 * games);
        pace.watched(Duration::from_nanos(9_000 * games), 100 * games);
        let counted = |(id, kind, count): &(&str, LawKind, u64)| Counted {
            property: Property {
                id: (*id).to_owned(),
                says: "a promise that is long enough to be told on two lines of a table",
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
        let plan = FuzzPlan {
            first: 0,
            games: 1,
            time: None,
            work: None,
            worlds: 0,
            seed: 7,
            jobs: 2,
            players: None,
        };
        fuzz_table(&pack, &plan, found)
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
            "half uniform, half swarm; seed 7; 2 threads",
            "2 100,000 10,000,000 100.0 25.0 90.0 300,000 1.2 s",
            "3 100,000 10,000,000 100.0 25.0 90.0 300,000 1.2 s",
            "in all 200,000 20,000,000 100.0 25.0 90.0 600,000 2.5 s",
            "law checked",
            "sometimes games least in",
            "never games",
            "Every law held, and everything was seen.",
        ] {
            assert!(lines.iter().any(|l| l == line), "no `{line}` in\n{told}");
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
        assert_eq!(lines[1], "players 2");
        assert!(lines.iter().any(|l| l == "sometimes games"), "{told}");
        assert!(told.contains("without checks"), "{told}");
    }

    #[test]
    fn one_is_not_many_and_no_line_is_wider_than_a_terminal() {
        let told = told(&[report("2", 64, &[LAW, ("tied", LawKind::Sometimes, 0)])]);
        assert!(told.contains("in 1 game, for every seat"), "{told}");
        let verdict = "Every law held; 1 thing was not seen yet,\nwhich is no fault in fewer than 100,000 games.\n";
        assert!(told.ends_with(verdict), "{told}");
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
            let told = told(&runs(games, count));
            assert!(told.ends_with(&format!("\n{verdict}\n")), "{told}");
        };
        says(RARE, 1, "Every law held, and everything was seen.");
        says(RARE, 0, "Every law held, but 1 thing was not seen in every variant.");
        says(
            RARE - 1,
            0,
            "Every law held; 1 thing was not seen in every variant yet,\n\
             which is no fault in fewer than 100,000 games of each.",
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
        for figure in ["1,111,111,101", "9,000,000", "27,000,000", "1107.0 s"] {
            assert!(told.contains(figure), "no {figure} in\n{told}");
        }
    }

    #[test]
    fn thousands_stand_apart() {
        let all = [0, 999, 1_000, 12_345, 123_456, 1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "1,000", "12,345", "123,456", "1,234,567"]);
    }
}
