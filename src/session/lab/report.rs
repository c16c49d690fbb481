//! The report of a run of the lab: what stands out, figures with intervals and plots; and of a short run, how many games and how much time
//! an answer costs. A part of a run comes in, a report goes out.

use crate::lab::{
    End, LabCounts, LabFigures, LabPart, LawCounts, Outlier, PairCounts, PartHeader, PartResults,
    Uneven, Unseen, VariantPart, figures, judge, missing_words, points_of_wins,
};
use crate::report::{
    About, Cell, Column, GameReport, ReportTable, SectionKind, Tone, Visibility, columns, row,
};
use crate::rules::Variant;
use crate::source::{Diagnostics, counted, error, grouped, shell_words};
use crate::statistics::{
    ALPHA, Interval, PairedSums, games_for_share, pairs_for_difference, share_lower_bound,
    share_upper_bound,
};

use super::findings::questions_of_pairs;
use super::games_report::{of_games, remarks_list};
use super::pairs_report::of_pairs;
use super::recorded_games::RecordedResults;
use super::runs::shown_header;

/// Percentage points of wins that do not matter: of a difference, and by which a side still is even.
#[derive(Debug, Clone, Copy)]
pub struct LabBounds {
    pub negligible: f64,
    pub even: f64,
}

/// The figures of each variant, which are worked out once; none of pairs and of laws.
pub fn lab_figures(part: &LabPart) -> Vec<(Variant, LabFigures)> {
    let PartResults::Games(all) = &part.results else {
        return Vec::new();
    };
    all.iter().map(|one| (one.variant.clone(), figures(&one.names, &one.counts))).collect()
}

/// The report of a part of a run, beside games that people recorded; `seconds` is how long it took, where it was played now.
pub fn lab_report(
    part: &LabPart,
    found: &[(Variant, LabFigures)],
    recorded: Option<&RecordedResults>,
    bounds: LabBounds,
    seconds: Option<f64>,
) -> GameReport {
    let header = shown_header(part, bounds.negligible, bounds.even);
    let mut report = headed(&header, seconds);
    if let Some(words) = missing_words(part) {
        report.item(Tone::Open, format!("{words}: this is of the others."));
    }
    run_table(part, &header, &mut report);
    match &part.results {
        PartResults::Games(all) => {
            let remarks = lab_remarks(found, bounds.even);
            remarks_list(&remarks, Visibility::Page, &mut report);
            for (one, (_, found)) in all.iter().zip(found) {
                of_games(one, found, &mut report);
            }
            remarks_list(&remarks, Visibility::Plain, &mut report);
        }
        PartResults::Pairs(all) => {
            all.iter().for_each(|one| of_pairs(one, header.planned, bounds, &mut report));
        }
        PartResults::Laws(all) => all.iter().for_each(|one| of_laws(one, &mut report)),
    }
    if let Some(recorded) = recorded {
        of_recorded(recorded, &mut report);
    }
    if !matches!(part.results, PartResults::Laws(_)) {
        how_to_read(&mut report);
    }
    report
}

/// What was run, and with what.
pub fn headed(header: &PartHeader, seconds: Option<f64>) -> GameReport {
    let mut report = GameReport::new(header.title.clone());
    let PartHeader { command, program, data, .. } = header;
    let took = seconds.map_or(String::new(), |seconds| format!(", {seconds:.1}\u{a0}s"));
    for (name, words, shown) in [
        ("command", format!("`deckproof {command}`{took}"), Visibility::Text),
        (
            "command",
            format!("Played with `deckproof {command}`: it plays the same games again."),
            Visibility::Page,
        ),
        ("command", format!("deckproof {command}"), Visibility::Data),
        ("program", program.clone(), Visibility::Data),
        ("data", data.join(" "), Visibility::Data),
        ("made", format!("deckproof {program}, data {}", data.join(" and ")), Visibility::Page),
    ] {
        report.about.push(About { name, words, shown });
    }
    report
}

/// What was asked for, for programs.
fn run_table(part: &LabPart, header: &PartHeader, report: &mut GameReport) {
    let columns = columns![label "what" "", of "value" "" ""];
    let missing: u64 = part.missing().iter().map(|gap| gap.end - gap.start).sum();
    let noun = part.results.noun();
    let rows = [
        row!["players", players(header)],
        row!["seed", header.seed],
        row![format!("{noun}s"), header.total],
        row![format!("{noun}s missing"), missing],
    ];
    report.add(ReportTable::new("run", columns).rows(rows), Visibility::Data);
}

/// Who plays, as one word.
fn players(header: &PartHeader) -> String {
    let mut words = shell_words(&header.command).into_iter();
    let _ = words.find(|word| word == "--policy");
    words.next().unwrap_or_default()
}

/// The variant, the players, and how many games there are of it.
pub fn heading<C>(part: &VariantPart<C>, many: &str) -> String {
    let mut alike = part.policies.clone();
    alike.dedup();
    let mut words = [part.variant.describe(), alike.join(", ")].to_vec();
    // Laws are of no players.
    words.retain(|word| !word.is_empty());
    match words.join("; ").as_str() {
        "" => many.to_owned(),
        whose => format!("{whose}: {many}"),
    }
}

/// A title with the variant.
pub fn of_variant(title: &str, variant: &Variant) -> String {
    match variant.describe().as_str() {
        "" => title.to_owned(),
        words => format!("{title} ({words})"),
    }
}

fn of_laws(part: &VariantPart<LawCounts>, report: &mut GameReport) {
    let counts = &part.counts;
    report.of = part.variant.describe();
    report.heading(heading(part, &counted(counts.games as usize, "game")));
    report.paragraph(format!(
        "{}, {} of two worlds",
        counted(counts.decisions as usize, "decision"),
        counted(counts.world_checks as usize, "check")
    ));
    let is_seen = |(id, _): &&(String, u64)| counts.sometimes.contains(id);
    let (seen, laws): (Vec<_>, Vec<_>) = counts.properties.iter().partition(is_seen);
    for (name, head, unit, all) in
        [("laws", "law", "times", laws), ("sometimes", "sometimes", "games", seen)]
    {
        let columns = [Column::label("id", head), Column::of("count", unit, unit)];
        let rows = all.into_iter().map(|(id, count)| row![id, *count]);
        report.table(ReportTable::new(name, columns).rows(rows));
    }
    match &counts.broken {
        // Sums cannot be parted again: what lies behind the first game stays in them.
        Some((game, law)) => report.item(Tone::Bad, format!(
            "{law} does not hold in game {game}, the first such game: a single run ends there. Each share was played up to a broken law of its own, so later games are counted as well."
        )),
        None => report.item(Tone::Good, "Every law held."),
    }
}

/// Games that people recorded, beside those of the program.
fn of_recorded(recorded: &RecordedResults, report: &mut GameReport) {
    report.heading("Recorded games");
    for (variant, found) in &recorded.of_variant {
        let columns = columns![
            label "seat" "seat",
            of "wins" "wins %" "percent",
            of "games" "games" "games",
            of "decisions" "decisions" "decisions",
            of "median" "" "decisions": Data,
        ];
        let mut rows = found.shares();
        rows.extend(Some(("nobody", found.drawn())).filter(|(_, drawn)| drawn.value > 0.0));
        let rows = rows.into_iter().map(|(seat, wins)| row![seat, Cell::percent(wins)]);
        let [length, median] =
            [found.length(), found.median_length()].map(|length| Cell::Estimate(length, 1));
        let all = row!["all", Cell::Nothing, found.games, length, median];
        report.of.clone_from(variant);
        let table = ReportTable::new("recorded", columns).title(variant);
        report.table(table.rows(rows.chain([all])));
    }
    recorded.notes().into_iter().for_each(|note| report.paragraph(note));
}

/// How figures of games are to be read.
pub fn how_to_read(report: &mut GameReport) {
    let mut add = |content| report.add(content, Visibility::Page);
    add(SectionKind::Heading("How to read this".to_owned()));
    add(SectionKind::Paragraph("Every interval holds the true value in 95 of 100 such runs; those of pairs also if they are looked at while the games are played. Worth is how much more often a seat wins that played a card, or held it at the end, than that seat wins anyway: it shows what goes with winning, and not always what makes it.".to_owned()));
    add(SectionKind::Paragraph("Players that search solve small games, and bluff there as often as they should. In larger games they do not bluff: in the worlds that they imagine, the others act as if nothing could be hidden from them for long.".to_owned()));
}

/// One thing that stands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabRemark {
    pub says: String,
    pub help: String,
    /// Whether it stands out, by more than chance makes.
    pub is_sure: bool,
}

/// Everything that stands out, or might, in the figures of games of one version. A side within `even` percentage points of its share
/// counts as even.
pub fn lab_remarks(all: &[(Variant, LabFigures)], even: f64) -> Vec<LabRemark> {
    let findings = judge(all, even / 100.0);
    let uneven = findings.uneven.iter().map(|found| uneven(all, found, even));
    let outliers = findings.outliers.iter().map(|found| outlier(all, found));
    let unseen = findings.unseen.iter().map(|found| unseen(all, found));
    uneven.chain(outliers).chain(unseen).collect()
}

/// What stands out in games of one version, as errors.
pub fn standing_out(found: &[(Variant, LabFigures)], even: f64, id: &str) -> Diagnostics {
    let sure = lab_remarks(found, even).into_iter().filter(|remark| remark.is_sure);
    sure.map(|LabRemark { says, help, .. }| error!(Unbalanced, "{id}: {says}", help)).collect()
}

/// ` with order random, players 2 or order ascending, players 2`, after "games"; nothing for a game without variants.
fn with(all: &[(Variant, LabFigures)], numbers: &[usize]) -> String {
    let words = numbers.iter().map(|number| all[*number].0.describe());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    match &words[..] {
        [] => String::new(),
        words => format!(" with {}", words.join(" or ")),
    }
}

/// Whether these are all variants that have a card, and several.
fn is_everywhere(
    all: &[(Variant, LabFigures)],
    (deck, row): (&str, &str),
    numbers: &[usize],
) -> bool {
    let has = |found: &LabFigures| found.cards.iter().any(|c| c.deck == deck && c.row == row);
    let occurs = all.iter().filter(|(_, found)| has(found)).count();
    numbers.len() > 1 && numbers.len() == occurs
}

fn uneven(all: &[(Variant, LabFigures)], found: &Uneven, even: f64) -> LabRemark {
    let figures = &all[found.variant].1;
    let (wins, fair) = (found.wins.scaled(100.0), 100.0 * found.even);
    let with = with(all, &[found.variant]);
    let says = match found.side {
        Some(side) => {
            let seats = figures.sides[side].iter();
            let seats: Vec<&str> = seats.map(|seat| figures.seats[*seat].name.as_str()).collect();
            let (seats, wins) = (seats.join(" + "), wins.shown(1));
            format!("{seats} wins {wins} % of the games{with}, and an even share is {fair:.1} %")
        }
        None => {
            format!("deciding first is worth {} points of wins{with}", points_of_wins(found.wins))
        }
    };
    let help = if found.is_sure || (wins.value - fair).abs() <= even {
        let unit = if even == 1.0 { "point" } else { "points" };
        format!(
            "a side within {even} percentage {unit} of an even share counts as even; see `--even`"
        )
    } else {
        "that may be chance, which puts one of twenty true values outside the interval".to_owned()
    };
    LabRemark { says, help, is_sure: found.is_sure }
}

fn outlier(all: &[(Variant, LabFigures)], found: &Outlier) -> LabRemark {
    let Outlier { deck, row, .. } = found;
    let place = match with(all, &found.variants) {
        _ if is_everywhere(all, (deck, row), &found.variants) => " wherever it occurs".to_owned(),
        variants if variants.is_empty() => variants,
        variants => format!(" in games{variants}"),
    };
    let instead = match found.end {
        End::Best => "weaker",
        End::Worst => "stronger",
    };
    let when = if found.is_played { " when played" } else { "" };
    LabRemark {
        says: format!(
            "`{row}` is in the {} quarter of the deck `{deck}`{place}, with at least {:.1} times the median effect{when}",
            found.end.word(),
            found.times
        ),
        help: format!("make the card {instead}, or other cards of its deck more like it"),
        is_sure: true,
    }
}

fn unseen(all: &[(Variant, LabFigures)], found: &Unseen) -> LabRemark {
    let Unseen { deck, row, variants } = found;
    let figures = || variants.iter().map(|number| &all[*number].1);
    let mut mine = figures()
        .flat_map(|found| &found.cards)
        .filter(|card| card.deck == *deck && card.row == *row);
    let what = if mine.all(|card| card.in_play.value == 0.0) {
        "never comes into play"
    } else {
        "never counts for anybody"
    };
    let games: u64 = figures().map(|found| found.games).sum();
    let games = counted(games as usize, "game");
    let games = if is_everywhere(all, (deck, row), variants) {
        format!(" wherever it occurs, in {games}")
    } else {
        format!(" in {games}{}", with(all, variants))
    };
    LabRemark {
        says: format!("`{row}` of the deck `{deck}` {what}{games}"),
        help: "play more games, or make the card easier to get".to_owned(),
        is_sure: true,
    }
}

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

/// The least and the most of something as `says` has them, in one number where the two are the same.
fn range((low, high): (u64, u64), says: impl Fn(u64) -> String) -> String {
    let (low, high) = (says(low), says(high));
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
    let (cases, core) = (many.as_str(), format!("{times} of a core"));
    let columns = columns![
        label "width" "wins to within",
        of "cases" cases "",
        of "core" core "",
        of "here" "here" "",
    ];
    let rows = WIDTHS.iter().zip(plan.needed).map(|(width, ends)| {
        let [cases, core, here] = [
            range(ends, grouped),
            range(ends, |needed| format!("{:.2}", needed as f64 * of_all / length)),
            range(ends, |needed| format!("{:.2}", needed as f64 * of_all / length / jobs as f64)),
        ];
        let points = if *width == 1.0 { "point" } else { "points" };
        row![format!("±{width} {points}"), cases, core, format!("{here} {short}")]
    });
    report.table(ReportTable::new("plan", columns).rows(rows));
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
    let sides = || {
        all.iter().flat_map(|one| {
            let sides = one.names.sides();
            let alpha = ALPHA / questions_of_pairs(sides.len()) as f64;
            let heads = sides.into_iter().filter_map(|side| side.first().copied());
            heads.map(move |seat| (one.counts.wins.of_seat(seat), alpha))
        })
    };
    let needed = |points: f64| {
        ends(sides().map(|(sums, alpha)| {
            let (low, high) = variances(&sums);
            let pairs = |variance| pairs_for_difference(variance, alpha, points / 100.0, 1.0);
            (pairs(low), pairs(high))
        }))
    };
    // Wins that never vary have none.
    let correlation = sides().filter_map(|(sums, _)| sums.correlation()).min_by(f64::total_cmp);
    let correlation =
        correlation.map(|correlation| format!(" Correlation of pairs {correlation:.2}."));
    let correlation = correlation.unwrap_or_default();
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
