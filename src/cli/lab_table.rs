//! Formats parts of runs for a terminal of 80 columns. A part of a run comes in, text goes out. Called by
//! `lab` and `lab_report`.

use crate::lab::{
    CardWorth, LabCounts, LabFigures, LabPart, LawCounts, PartResults, UseFigures, VariantPart,
    figures, points_of_wins,
};
use crate::preview::wrapped;
use crate::session::{LabRemark, RecordedResults, lab_remarks, shown_header};
use crate::source::{counted, grouped};
use crate::statistics::{Histogram, Interval};

use super::lab_pairs_table::pairs_text;
use super::lab_report::LabBounds;
use super::plain_table::{align_right, wrapped_table};

pub const WIDTH: u16 = 80;

/// Cards that are shown from each end.
const SHOWN: usize = 6;

// Escape codes; anstream strips them when the output is not a terminal.
pub const STRONG: &str = "\x1b[1m";
pub const PLAIN: &str = "\x1b[0m";

/// Everything that a part of a run says, beside games that people recorded.
pub fn part_table(
    part: &LabPart,
    recorded: Option<&RecordedResults>,
    bounds: LabBounds,
    seconds: Option<f64>,
) -> String {
    let header = shown_header(part, bounds.negligible(), bounds.even());
    let took = seconds.map_or(String::new(), |seconds| format!(", {seconds:.1} s"));
    let mut texts =
        vec![format!("{}\n`deckproof {}`{took}", title_lines(&header.title), header.command)];
    match &part.results {
        PartResults::Games(all) => {
            texts.extend(all.iter().map(games_text));
            texts.push(remarks_text(&lab_remarks(part, bounds.even())));
        }
        PartResults::Pairs(all) => {
            texts
                .extend(all.iter().map(|one| pairs_text(one, header.planned, bounds.negligible())));
        }
        PartResults::Laws(all) => texts.extend(all.iter().map(laws_text)),
    }
    texts.extend(recorded.map(|recorded| records_table(recorded).trim_end().to_owned()));
    visible(texts.join("\n\n") + "\n")
}

/// The text without signs that go back in a line or turn the direction of what follows: names of a file may hold them.
fn visible(text: String) -> String {
    let moves = |c| matches!(c, '\r' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if text.contains(moves) { text.replace(moves, "\u{fffd}") } else { text }
}

/// The title of a game above its report.
pub fn title_lines(title: &str) -> String {
    format!("{STRONG}{}{PLAIN}", wrapped(title, "").join("\n"))
}

fn percent(interval: Interval) -> String {
    interval.scaled(100.0).shown(1)
}

/// One line, as high as each of so many bins of a histogram.
fn sparkline(histogram: &Histogram) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    const BINS: u64 = 16;
    let ends = (histogram.least(), histogram.greatest());
    let (Some(from), Some(to)) = ends else {
        return String::new();
    };
    let width = u64::from(to - from) + 1;
    let bins = BINS.min(width);
    let mut counts = vec![0_u64; bins as usize];
    for (number, times) in histogram.iter() {
        counts[(u64::from(number - from) * bins / width) as usize] += times;
    }
    let most = u128::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let bar = |count: &u64| match count {
        0 => ' ',
        count => BARS[(u128::from(*count) * 7 / most) as usize],
    };
    counts.iter().map(bar).collect()
}

/// The variant and the players.
pub fn heading(part_variant: &str, policies: &[String]) -> String {
    let mut alike = policies.to_vec();
    alike.dedup();
    let players = alike.join(", ");
    if part_variant.is_empty() { players } else { format!("{part_variant}; {players}") }
}

fn games_text(part: &VariantPart<LabCounts>) -> String {
    let found = figures(&part.names, &part.counts);
    let mut texts = vec![format!(
        "{}: {}",
        heading(&part.variant.describe(), &part.policies),
        counted(found.games as usize, "game")
    )];
    texts.push(seats_table(&found));
    texts.push(shape_table(&found, &part.counts));
    texts.extend(cards_table(&found));
    texts.extend(uses_table("moves", &found.verbs));
    texts.extend(uses_table("notes", &found.notes));
    texts.join("\n\n")
}

fn seats_table(found: &LabFigures) -> String {
    let mut table = wrapped_table(WIDTH);
    table.set_header(["seat", "wins %", &found.score_title().to_lowercase(), ""]);
    for seat in &found.seats {
        table.add_row([
            seat.name.clone(),
            percent(seat.wins),
            seat.points.shown(1),
            seat.score_words(),
        ]);
    }
    if found.draws.value > 0.0 {
        table.add_row(["nobody".to_owned(), percent(found.draws)]);
    }
    align_right(&mut table, [1, 2]);
    table.trim_fmt()
}

/// What stands out, and what may do so, each in a sentence.
fn remarks_text(remarks: &[LabRemark]) -> String {
    if remarks.is_empty() {
        return "Nothing stands out.".to_owned();
    }
    let mut table = wrapped_table(WIDTH);
    for LabRemark { says, help, is_sure } in remarks {
        let says = if *is_sure { says.clone() } else { format!("{says} ({help})") };
        table.add_row(["-".to_owned(), says]);
    }
    let title = if remarks.iter().any(|remark| remark.is_sure) {
        "What stands out"
    } else {
        "Nothing stands out for certain"
    };
    format!("{STRONG}{title}{PLAIN}\n{}", table.trim_fmt())
}

fn shape_table(found: &LabFigures, counts: &LabCounts) -> String {
    let mut table = wrapped_table(WIDTH);
    if let Some(first) = found.first {
        let shown = format!("{} points of wins", points_of_wins(first));
        table.add_row(["deciding first".to_owned(), shown]);
    }
    if found.by.len() > 1 {
        let each = found.by.iter().map(|(by, share)| format!("{by} {} %", percent(*share)));
        table.add_row(["decided by".to_owned(), each.collect::<Vec<_>>().join(", ")]);
    }
    let lengths = &found.lengths;
    let lengths = if lengths.least == lengths.most {
        format!("{} in every game", lengths.most)
    } else {
        format!(
            "{} on average, {} to {}, half within {}, nine of ten within {}  {}",
            lengths.mean.shown(1),
            lengths.least,
            lengths.most,
            lengths.median.value,
            lengths.nine_of_ten.value,
            sparkline(&counts.lengths)
        )
    };
    table.add_row(["decisions".to_owned(), lengths]);
    if let Some(choices) = found.choices {
        let (mean, nine_of_ten) = (choices.mean.shown(1), choices.nine_of_ten);
        let shown = format!("{mean} legal moves a decision, nine of ten within {nine_of_ten}");
        table.add_row(["choices".to_owned(), shown]);
        let shown = format!("in {} % of the decisions", percent(choices.forced));
        table.add_row(["no choice".to_owned(), shown]);
    }
    if let Some(lead) = found.lead {
        let shown = format!("changes {} times a game", lead.changes.shown(1));
        table.add_row(["the lead".to_owned(), shown]);
        let shown = format!("{} % are won by who was behind at half time", percent(lead.comebacks));
        table.add_row(["from behind".to_owned(), shown]);
    }
    if let Some([refused, contradicting]) = found.worlds {
        let shown = format!(
            "{} % contradict what was played, and are dealt anew; {} % still do",
            percent(refused),
            percent(contradicting)
        );
        table.add_row(["worlds".to_owned(), shown]);
    }
    if let Some([worth, gain]) = found.solved_words() {
        table.add_row(["worth by seat".to_owned(), worth]);
        table.add_row(["solved".to_owned(), gain]);
    }
    if let Some(words) = found.stakes_words() {
        table.add_row(["stakes", words]);
    }
    for one in &found.matches {
        table.add_row([one.measures().0.to_owned(), one.words()]);
    }
    table.trim_fmt()
}

/// The cards whose worth differs most from none, best and worst; and those that were never in play.
fn cards_table(found: &LabFigures) -> Option<String> {
    let worth = |card: &CardWorth| card.played_worth.or(card.held_worth);
    let mut cards: Vec<&CardWorth> =
        found.cards.iter().filter(|card| worth(card).is_some()).collect();
    let value = |card: &CardWorth| worth(card).map_or(0.0, |worth| worth.value);
    cards.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let never: Vec<String> = found
        .cards
        .iter()
        .filter(|card| card.in_play.value == 0.0)
        .map(|card| format!("{}/{}", card.deck, card.row))
        .collect();
    let never = (!never.is_empty()).then(|| {
        let words = format!("Never in play: {}.", never.join(", "));
        wrapped(&words, "").join("\n")
    });
    if cards.is_empty() {
        return never;
    }
    let mut table = wrapped_table(WIDTH);
    table.set_header(["card", "played %", "when played", "when held"]);
    let shown =
        |interval: Option<Interval>| interval.map_or_else(|| "–".to_owned(), points_of_wins);
    for (at, card) in cards.iter().enumerate() {
        if cards.len() > 2 * SHOWN && at == SHOWN {
            table.add_row([
                format!("… {}", counted(cards.len() - 2 * SHOWN, "card")),
                String::new(),
                String::new(),
                String::new(),
            ]);
        }
        if cards.len() > 2 * SHOWN && (SHOWN..cards.len() - SHOWN).contains(&at) {
            continue;
        }
        table.add_row([
            format!("{}/{}", card.deck, card.row),
            format!("{:.1}", 100.0 * card.played.value),
            shown(card.played_worth),
            shown(card.held_worth),
        ]);
    }
    align_right(&mut table, [1, 2, 3]);
    let worth = format!(
        "Points of wins more than the seat has anyway, when it played the card or held\nit at the end:\n{}",
        table.trim_fmt()
    );
    Some(worth + &never.map_or_else(String::new, |words| format!("\n{words}")))
}

fn uses_table(what: &str, uses: &[UseFigures]) -> Option<String> {
    if uses.is_empty() {
        return None;
    }
    let mut table = wrapped_table(WIDTH);
    table.set_header([what, "games %", "times a game"]);
    for one in uses {
        table.add_row([one.word.clone(), percent(one.games), one.each.shown(2)]);
    }
    align_right(&mut table, [1, 2]);
    Some(table.trim_fmt())
}

fn laws_text(part: &VariantPart<LawCounts>) -> String {
    let counts = &part.counts;
    let verdict = match &counts.broken {
        // Sums cannot be parted again: what lies behind the first game stays in them.
        Some((game, law)) => format!(
            "{law} does not hold in game {game}, the first such game: a single run ends there. Each share was played up to a broken law of its own, so later games are counted as well."
        ),
        None => "Every law held.".to_owned(),
    };
    let variant = match part.variant.describe() {
        variant if variant.is_empty() => variant,
        variant => format!("{variant}: "),
    };
    let played = format!(
        "{variant}{}, {}, {} of two worlds",
        counted(counts.games as usize, "game"),
        counted(counts.decisions as usize, "decision"),
        counted(counts.world_checks as usize, "check")
    );
    let is_seen = |(id, _): &&(String, u64)| counts.sometimes.contains(id);
    let (seen, laws) = counts.properties.iter().partition(is_seen);
    let tables =
        [properties_table(["law", "times"], laws), properties_table(["sometimes", "games"], seen)];
    let mut lines = wrapped(&played, "");
    lines.extend(tables.into_iter().flatten());
    lines.extend(wrapped(&verdict, ""));
    lines.join("\n")
}

/// Laws, or what is seen sometimes, with their counts.
fn properties_table(header: [&str; 2], properties: Vec<&(String, u64)>) -> Option<String> {
    if properties.is_empty() {
        return None;
    }
    let mut table = wrapped_table(WIDTH);
    table.set_header(header);
    for (id, count) in properties {
        table.add_row([id.clone(), grouped(*count)]);
    }
    align_right(&mut table, [1]);
    Some(table.trim_fmt())
}

/// Games that people recorded, beside those of the program.
fn records_table(recorded: &RecordedResults) -> String {
    let mut text = format!("{STRONG}Recorded games{PLAIN}\n");
    let mut table = wrapped_table(WIDTH);
    table.set_header(["", "seat", "wins %", "games", "decisions"]);
    for (variant, games) in &recorded.of_variant {
        for (at, (seat, wins)) in games.shares().into_iter().enumerate() {
            let once = |text: String| if at == 0 { text } else { String::new() };
            table.add_row([
                once(variant.clone()),
                seat.to_owned(),
                percent(wins),
                once(grouped(games.games)),
                once(games.length().shown(1)),
            ]);
        }
        if games.drawn().value > 0.0 {
            let wins = percent(games.drawn());
            table.add_row(["", "nobody", &wins, "", ""]);
        }
    }
    align_right(&mut table, [2, 3, 4]);
    if !recorded.of_variant.is_empty() {
        text += &format!("{}\n", table.trim_fmt());
    }
    for note in recorded.notes() {
        text += &format!("{}\n", wrapped(&note, "").join("\n"));
    }
    text
}
