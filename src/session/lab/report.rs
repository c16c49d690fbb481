//! The report of a run of the lab. A part of a run comes in; what stands out, figures with intervals and plots go out. Called by the
//! commands `lab` and `merge`.

use crate::lab::{
    LabFigures, LabPart, LawCounts, PartHeader, PartResults, VariantPart, figures, missing_words,
};
use crate::report::{
    About, Cell, Column, GameReport, ListItem, ReportTable, SectionKind, Tone, Visibility, row,
};
use crate::rules::Variant;
use crate::source::{counted, shell_words};

use super::games_report::{of_games, remarks_list};
use super::pairs_report::of_pairs;
use super::recorded_games::RecordedResults;
use super::remarks::lab_remarks;
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
    let missing = missing_words(part);
    if let Some(words) = &missing {
        report.add(
            SectionKind::List(vec![ListItem::new(
                Tone::Open,
                format!("{words}: this is of the others."),
            )]),
            Visibility::Everyone,
        );
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
    let command = format!("`deckproof {}`", header.command);
    let took = seconds.map_or(String::new(), |seconds| format!(", {seconds:.1}\u{a0}s"));
    let mut about = |name, words, shown| report.about.push(About { name, words, shown });
    about("command", format!("{command}{took}"), Visibility::Text);
    about(
        "command",
        format!("Played with {command}: it plays the same games again."),
        Visibility::Page,
    );
    about("command", format!("deckproof {}", header.command), Visibility::Data);
    about("program", header.program.clone(), Visibility::Data);
    about("data", header.data.join(" "), Visibility::Data);
    let made = format!("deckproof {}, data {}", header.program, header.data.join(" and "));
    about("made", made, Visibility::Page);
    report
}

/// What was asked for, for programs.
fn run_table(part: &LabPart, header: &PartHeader, report: &mut GameReport) {
    let columns = [Column::label("what", ""), Column::of("value", "", "")];
    let missing = part.missing().iter().map(|gap| gap.end - gap.start).sum();
    let noun = part.results.noun();
    let rows = vec![
        vec![Cell::words("players"), Cell::Words(players(header))],
        vec![Cell::words("seed"), Cell::Count(header.seed)],
        vec![Cell::Words(format!("{noun}s")), Cell::Count(header.total)],
        vec![Cell::Words(format!("{noun}s missing")), Cell::Count(missing)],
    ];
    let table = ReportTable { rows, ..ReportTable::new("run", columns) };
    report.add(table, Visibility::Data);
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
    let (counts, variant) = (&part.counts, part.variant.describe());
    report.heading(heading(part, &counted(counts.games as usize, "game")));
    report.paragraph(format!(
        "{}, {} of two worlds",
        counted(counts.decisions as usize, "decision"),
        counted(counts.world_checks as usize, "check")
    ));
    let is_seen = |(id, _): &&(String, u64)| counts.sometimes.contains(id);
    let (seen, laws): (Vec<_>, Vec<_>) = counts.properties.iter().partition(is_seen);
    for (name, head, of, unit, all) in [
        ("laws", "law", "times", "times", laws),
        ("sometimes", "sometimes", "games", "games", seen),
    ] {
        let columns = [Column::label("id", head), Column::of("count", of, unit)];
        let row = |(id, count): &&(String, u64)| row![id, *count];
        let rows = all.iter().map(row).collect();
        report.table(ReportTable { rows, of: variant.clone(), ..ReportTable::new(name, columns) });
    }
    report.list(vec![match &counts.broken {
        // Sums cannot be parted again: what lies behind the first game stays in them.
        Some((game, law)) => ListItem::new(Tone::Bad, format!(
            "{law} does not hold in game {game}, the first such game: a single run ends there. Each share was played up to a broken law of its own, so later games are counted as well."
        )),
        None => ListItem::new(Tone::Good, "Every law held."),
    }]);
}

/// Games that people recorded, beside those of the program.
fn of_recorded(recorded: &RecordedResults, report: &mut GameReport) {
    report.heading("Recorded games");
    for (variant, found) in &recorded.of_variant {
        let columns = [
            Column::label("seat", "seat"),
            Column::of("wins", "wins %", "percent"),
            Column::of("games", "games", "games"),
            Column::of("decisions", "decisions", "decisions"),
            Column::of("median", "", "decisions").shown(Visibility::Data),
        ];
        let mut table = ReportTable::new("recorded", columns);
        variant.clone_into(&mut table.title);
        variant.clone_into(&mut table.of);
        let shares = found.shares().into_iter();
        table.rows = shares.map(|(seat, wins)| row![seat, Cell::percent(wins)]).collect();
        if found.drawn().value > 0.0 {
            table.rows.push(row!["nobody", Cell::percent(found.drawn())]);
        }
        let (games, length) = (Cell::Count(found.games), Cell::Estimate(found.length(), 1));
        let median = Cell::Estimate(found.median_length(), 1);
        table.rows.push(row!["all", Cell::Nothing, games, length, median]);
        report.table(table);
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
