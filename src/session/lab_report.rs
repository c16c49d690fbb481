//! The report of a run of the lab. A part of a run comes in; what stands out, figures with intervals and plots go out. Called by the
//! commands `lab` and `merge`.

use super::lab::{negligible_option, shown_header};
use super::lab_findings::{
    ChangedRow, PairFinding, alike_words, all_rows, changed_rows, only_words, pair_findings,
};
use super::lab_remarks::{LabRemark, lab_remarks};
use super::recorded_games::RecordedResults;
use super::variation::{Sweep, SweptValue};
use crate::lab::{
    CardWorth, LabCounts, LabFigures, LabPart, LawCounts, MatchScore, PairCounts, PartHeader,
    PartResults, SolvedGame, UseFigures, VariantPart, figures, missing_words, points_of_wins,
};
use crate::report::{
    About, Cell, Column, Content, GameReport, ListItem, Plot, PlotKind, PlotLine, ReportTable,
    Tone, Visibility,
};
use crate::rules::Variant;
use crate::source::{counted, shell_words};
use crate::statistics::{ALPHA, Interval, Verdict};

/// Cards that are shown from each end where there is little room.
const SHOWN: usize = 6;

/// Percentage points of wins that do not matter: of a difference, and by which a side still is even.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
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
    bounds: Bounds,
    seconds: Option<f64>,
) -> GameReport {
    let header = shown_header(part, bounds.negligible, bounds.even);
    let mut report = headed(&header, seconds);
    let missing = missing_words(part);
    if let Some(words) = &missing {
        report.add(
            Content::List(vec![ListItem::new(
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
    report.add(Content::Table(table), Visibility::Data);
}

/// Who plays, as one word.
fn players(header: &PartHeader) -> String {
    let mut words = shell_words(&header.command).into_iter();
    let _ = words.find(|word| word == "--policy");
    words.next().unwrap_or_default()
}

/// The variant, the players, and how many games there are of it.
fn heading<C>(part: &VariantPart<C>, many: &str) -> String {
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

fn remarks_list(remarks: &[LabRemark], shown: Visibility, report: &mut GameReport) {
    let title = match remarks {
        [] => "Nothing stands out",
        some if some.iter().any(|remark| remark.is_sure) => "What stands out",
        _ => "Nothing stands out for certain",
    };
    report.add(Content::Heading(title.to_owned()), shown);
    let items = remarks.iter().map(|remark| ListItem {
        tone: if remark.is_sure { Tone::Bad } else { Tone::Open },
        says: remark.says.clone(),
        more: format!("({})", remark.help),
    });
    let items: Vec<ListItem> = items.collect();
    if !items.is_empty() {
        report.add(Content::List(items), shown);
    }
}

fn of_games(part: &VariantPart<LabCounts>, found: &LabFigures, report: &mut GameReport) {
    let variant = part.variant.describe();
    report.heading(heading(part, &counted(found.games as usize, "game")));
    report.table(seats_table(&variant, found));
    report.table(score_parts(&variant, found));
    report.add(Content::List(answers(found)), Visibility::People);
    report.add(Content::Table(game_table(&variant, part, found)), Visibility::Data);
    for plot in plots_of_games(part, found) {
        report.add(Content::Plot(plot), Visibility::Page);
    }
    cards_tables(&variant, found, report);
    report.table(uses_table("moves", "move", &variant, &found.verbs));
    report.table(uses_table("notes", "rule that made a note", &variant, &found.notes));
}

fn seats_table(variant: &str, found: &LabFigures) -> ReportTable {
    let columns = [
        Column::label("seat", "seat"),
        Column::of("wins", "wins %", "percent"),
        Column::of("score", found.score_title().to_lowercase(), "points"),
        Column::of("parts", "", "").shown(Visibility::People),
    ];
    let mut table = ReportTable { of: variant.to_owned(), ..ReportTable::new("seats", columns) };
    table.rows.extend(found.seats.iter().map(|seat| {
        let (wins, points) = (Cell::percent(seat.wins), Cell::Estimate(seat.points, 1));
        vec![Cell::words(&seat.name), wins, points, Cell::Words(seat.score_words())]
    }));
    if found.draws.value > 0.0 {
        table.rows.push(vec![Cell::words("nobody"), Cell::percent(found.draws)]);
    }
    table
}

/// The means of the parts of each seat's score, for programs.
fn score_parts(variant: &str, found: &LabFigures) -> ReportTable {
    let columns = [
        Column::label("seat", "").shown(Visibility::Data),
        Column::label("part", "").shown(Visibility::Data),
        Column::of("mean", "", "points").shown(Visibility::Data),
    ];
    let mut table = ReportTable::new("score_parts", columns);
    variant.clone_into(&mut table.of);
    for seat in &found.seats {
        let part = |(part, mean): &(String, Interval)| {
            vec![Cell::words(&seat.name), Cell::words(part), Cell::Estimate(*mean, 1)]
        };
        table.rows.extend(seat.parts.iter().map(part));
    }
    table
}

/// What the figures say, in plain words; whether the sides are even is said by the remarks.
fn answers(found: &LabFigures) -> Vec<ListItem> {
    let mut said = Vec::new();
    let mut say = |tone, says: String| said.push(ListItem::new(tone, says));
    let percent = |share: Interval| format!("{}\u{a0}%", share.scaled(100.0).shown(1));
    if let Some(first) = found.first {
        let more = points_of_wins(first);
        match (first.holds(0.0), first.value > 0.0) {
            (true, _) => say(
                Tone::Open,
                format!("Deciding first is not shown to help or to harm ({more} points of wins)."),
            ),
            (false, helps) => {
                let does = if helps { "helps" } else { "harms" };
                say(Tone::Good, format!("Deciding first {does}: {more} points of wins."));
            }
        }
    }
    let lengths = &found.lengths;
    let (least, most) = (lengths.least, lengths.most);
    say(
        Tone::Plain,
        if least == most {
            format!("Every game has {}.", counted(most as usize, "decision"))
        } else {
            format!(
                "A game has {} decisions on average, {} in the middle, {least} at least, {most} at most, and nine of ten games have no more than {}.",
                lengths.mean.shown(1),
                lengths.median.value,
                lengths.nine_of_ten.value,
            )
        },
    );
    if let Some(choices) = found.choices {
        say(
            Tone::Plain,
            format!(
                "There are {} legal moves to choose from on average, and in nine of ten decisions no more than {}; in {} of the decisions there is no choice.",
                choices.mean.shown(1),
                choices.nine_of_ten,
                percent(choices.forced)
            ),
        );
    }
    if let [_, _, ..] = found.by.as_slice() {
        let each = found.by.iter().map(|(by, share)| format!("{by} {}", percent(*share)));
        say(Tone::Plain, format!("Games are decided by: {}.", each.collect::<Vec<_>>().join(", ")));
    }
    if let Some(lead) = found.lead {
        say(
            Tone::Plain,
            format!(
                "The lead changes {} times a game; {} are won from behind at half time.",
                lead.changes.shown(1),
                percent(lead.comebacks)
            ),
        );
    }
    if let Some([refused, contradicting]) = found.worlds {
        say(
            Tone::Plain,
            format!(
                "Of the worlds that players deal in thought, {} contradict what was played, and are dealt anew; {} of those that they play still do.",
                percent(refused),
                percent(contradicting)
            ),
        );
    }
    if let Some([worth, gain]) = found.solved_words() {
        say(Tone::Good, format!("Solved, the game is worth {worth} by seat; {gain}."));
    }
    if let Some(words) = found.stakes_words() {
        say(Tone::Open, format!("Stakes: {words}."));
    }
    for one in &found.matches {
        let (_, what) = one.measures();
        let shown = match one.better() {
            Some(0) => " helps",
            Some(_) => " harms",
            None if one.is_told_by_wins() => " is not shown to help",
            None => "",
        };
        let tone = if one.better().is_some() { Tone::Good } else { Tone::Open };
        say(tone, format!("{what}{shown}: {}.", one.words()));
    }
    if let Some(words) = strongest(&found.cards) {
        say(Tone::Plain, words);
    }
    let used = found.verbs.iter().chain(&found.notes);
    let unused = used.filter(|one| one.each.value == 0.0).map(|one| one.word.as_str());
    let unused: Vec<&str> = unused.collect();
    if !unused.is_empty() {
        say(Tone::Open, format!("Never used: {}.", unused.join(", ")));
    }
    let never = found.cards.iter().filter(|card| card.in_play.value == 0.0);
    let never: Vec<String> = never.map(|card| format!("{}/{}", card.deck, card.row)).collect();
    if !never.is_empty() {
        say(Tone::Open, format!("Never in play: {}.", never.join(", ")));
    }
    said
}

/// The cards that go with winning most, the best first.
fn strongest(cards: &[CardWorth]) -> Option<String> {
    const NAMED: usize = 5;
    // Of many cards some look strong by chance.
    let is_strong = |worth: &Interval| worth.among(cards.len(), ALPHA).low > 0.05;
    let worth = |card: &CardWorth| card.played_worth.filter(is_strong);
    let strong = cards.iter().filter_map(|card| Some((card, worth(card)?.value)));
    let mut strong: Vec<(&CardWorth, f64)> = strong.collect();
    strong.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let named = strong.iter().take(NAMED).map(|(card, _)| card.row.clone());
    let mut named: Vec<String> = named.collect();
    let more = strong.len().saturating_sub(NAMED);
    if more > 0 {
        named.push(counted(more, "other"));
    }
    let (last, rest) = named.split_last()?;
    let who = match rest {
        [] => last.clone(),
        rest => format!("{} or {last}", rest.join(", ")),
    };
    Some(format!("Who plays {who} wins clearly more often than anyway."))
}

/// The figures of the game itself, for programs.
fn game_table(variant: &str, part: &VariantPart<LabCounts>, found: &LabFigures) -> ReportTable {
    let columns = [
        Column::label("figure", ""),
        Column::label("of", ""),
        Column::of("value", "", ""),
        Column::of("cases", "", "games"),
    ];
    let mut table = ReportTable { of: variant.to_owned(), ..ReportTable::new("game", columns) };
    let mut add = |figure: &str, of: &str, interval: Interval, unit, cases: u64| {
        let scale = if unit == "percent" { 100.0 } else { 1.0 };
        let value = Cell::Estimate(interval.scaled(scale), 1);
        table.rows.push(vec![Cell::words(figure), Cell::words(of), value, Cell::Count(cases)]);
        table.row_units.push(unit);
    };
    let (games, exact) = (found.games, |number: u32| Interval::counted(f64::from(number)));
    for (by, share) in &found.by {
        add("decided by", by, *share, "percent", games);
    }
    add("won by nobody", "", found.draws, "percent", games);
    if let Some(first) = found.first {
        add("deciding first", "", first, "percent", part.counts.first.cases());
    }
    let lengths = &found.lengths;
    for (figure, interval) in [
        ("decisions, mean", lengths.mean),
        ("decisions, least", exact(lengths.least)),
        ("decisions, median", lengths.median),
        ("decisions, nine of ten", lengths.nine_of_ten),
        ("decisions, most", exact(lengths.most)),
    ] {
        add(figure, "", interval, "decisions", games);
    }
    if let Some(choices) = found.choices {
        add("legal moves of a decision, mean", "", choices.mean, "moves", games);
        let nine = exact(choices.nine_of_ten);
        add("legal moves of a decision, nine of ten", "", nine, "moves", games);
        add("decisions without a choice", "", choices.forced, "percent", games);
    }
    if let Some(lead) = found.lead {
        add("changes of the lead", "", lead.changes, "times", lead.games);
        add("won from behind at half time", "", lead.comebacks, "percent", lead.games);
    }
    if let Some([refused, contradicting]) = found.worlds {
        add("worlds dealt anew", "", refused, "percent", games);
        add("worlds that contradict the past", "", contradicting, "percent", games);
    }
    if let Some(solved) = &found.solved {
        let millionths = |number: i64| Interval::counted(number as f64 / SolvedGame::UNIT);
        for (seat, worth) in part.names.seats.iter().zip(&solved.worth) {
            add("worth when solved", seat, millionths(*worth), "of the aim", games);
        }
        add("gain by playing differently", "", millionths(solved.gain), "of the aim", games);
    }
    for one in &found.matches {
        let [first, other] = &one.players;
        // Where each plays alone, each plays one of the two games of a deal.
        match one.score {
            MatchScore::Against(points) => {
                add(&format!("points against {other}"), first, points, "percent", one.games);
            }
            MatchScore::Gain(gain) => {
                add(&format!("gain against {other}"), first, gain, "of the aim", one.games);
            }
            MatchScore::Each(payoffs) => {
                for (player, payoff) in one.players.iter().zip(payoffs) {
                    let games = one.games / 2;
                    add("gained by such players", player, payoff, "of the aim", games);
                }
            }
            MatchScore::Alone(wins) => {
                for (player, share) in one.players.iter().zip(wins) {
                    add("wins of such players", player, share, "percent", one.games / 2);
                }
            }
        }
    }
    table
}

/// The worth of a card: to who plays it, or, where too few do, to who holds it at the end.
fn worth(card: &CardWorth) -> Option<Interval> {
    card.played_worth.or(card.held_worth)
}

/// The cards that are worth most and least where there is little room; all of them elsewhere.
fn cards_tables(variant: &str, found: &LabFigures, report: &mut GameReport) {
    let mut cards: Vec<&CardWorth> = found.cards.iter().collect();
    let value = |card: &CardWorth| worth(card).map_or(f64::NEG_INFINITY, |worth| worth.value);
    cards.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let of_worth = |worth: Option<Interval>| {
        worth.map_or(Cell::Nothing, |worth| Cell::Worth(worth.scaled(100.0)))
    };
    let table = |cards: &[&CardWorth]| {
        let columns = [
            Column::label("card", "card"),
            Column::of("in_play", "in play %", "percent").shown(Visibility::Wide),
            Column::of("played", "played %", "percent"),
            Column::of("counted", "counted for a seat %", "percent").shown(Visibility::Data),
            Column::of("when_played", "when played", "percent"),
            Column::of("when_held", "when held", "percent"),
        ];
        let share = |share: Interval| Cell::Value(share.scaled(100.0), 1);
        let row = |card: &&CardWorth| {
            vec![
                Cell::Words(format!("{}/{}", card.deck, card.row)),
                share(card.in_play),
                share(card.played),
                share(card.counted),
                of_worth(card.played_worth),
                of_worth(card.held_worth),
            ]
        };
        let rows = cards.iter().map(row).collect();
        ReportTable { rows, of: variant.to_owned(), ..ReportTable::new("cards", columns) }
    };
    let known: Vec<&CardWorth> =
        cards.iter().copied().filter(|card| worth(card).is_some()).collect();
    if !known.is_empty() {
        let title = "Points of wins more than the seat has anyway, when it played the card or held it at the end:";
        let text = ReportTable { title: title.to_owned(), ends: Some(SHOWN), ..table(&known) };
        report.add(Content::Table(text), Visibility::Text);
    }
    if !cards.is_empty() {
        let title = "All cards in numbers".to_owned();
        let all = ReportTable { title, is_folded: true, ..table(&cards) };
        report.add(Content::Table(all), Visibility::Wide);
    }
}

fn uses_table(name: &'static str, what: &str, variant: &str, uses: &[UseFigures]) -> ReportTable {
    let columns = [
        Column::label("word", what),
        Column::of("games", "games %", "percent"),
        Column::of("each", "times a game", "times"),
    ];
    let row = |one: &UseFigures| {
        vec![Cell::words(&one.word), Cell::percent(one.games), Cell::Estimate(one.each, 2)]
    };
    let rows = uses.iter().map(row).collect();
    ReportTable { rows, of: variant.to_owned(), ..ReportTable::new(name, columns) }
}

/// A title with the variant.
fn of_variant(title: &str, variant: &Variant) -> String {
    match variant.describe().as_str() {
        "" => title.to_owned(),
        words => format!("{title} ({words})"),
    }
}

fn plots_of_games(part: &VariantPart<LabCounts>, found: &LabFigures) -> Vec<Plot> {
    let plot = |title: &str, kind| Plot { title: of_variant(title, &part.variant), kind };
    let seats = found.seats.iter().map(|seat| PlotLine::of(&seat.name, seat.wins, 100.0));
    let base = Some((100.0 * found.even, 0.0));
    let histogram = |numbers: &crate::statistics::Histogram| PlotKind::Histogram {
        numbers: numbers.clone(),
        before: None,
    };
    let mut plots = vec![
        plot("Wins of each seat, %", PlotKind::Intervals { lines: seats.collect(), base }),
        plot("Decisions of a game", histogram(&part.counts.lengths)),
    ];
    if found.choices.is_some() {
        plots.push(plot("Legal moves of a decision", histogram(&part.counts.choices)));
    }
    let line = |card: &CardWorth| Some(PlotLine::of(&card.row, worth(card)?, 100.0));
    let mut lines: Vec<PlotLine> = found.cards.iter().filter_map(line).collect();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    if !lines.is_empty() {
        plots.push(plot(worth_title(found), PlotKind::Intervals { lines, base: Some((0.0, 0.0)) }));
    }
    plots
}

/// What [`worth`] is of.
fn worth_title(found: &LabFigures) -> &'static str {
    let mut cards = found.cards.iter();
    let of_played = cards.clone().any(|card| card.played_worth.is_some());
    let of_held = cards.any(|card| card.played_worth.is_none() && card.held_worth.is_some());
    match (of_played, of_held) {
        (true, false) => "Points of wins more for who plays the card",
        (false, _) => "Points of wins more for who holds the card at the end",
        (true, true) => {
            "Points of wins more for who plays the card, or holds it at the end where too few play it"
        }
    }
}

/// What was asked of pairs, a row each.
pub fn findings_table(variant: &str, found: &[PairFinding]) -> ReportTable {
    let columns = [
        Column::label("what", ""),
        Column::of("before", "before", ""),
        Column::of("after", "after", ""),
        Column::of("difference", "difference", ""),
        Column::of("verdict", "", ""),
        Column::of("pairs", "", "pairs").shown(Visibility::Data),
    ];
    let row = |one: &PairFinding| {
        vec![
            Cell::words(&one.what),
            Cell::Value(one.old, 1),
            Cell::Value(one.new, 1),
            Cell::Change(one.difference, one.digits()),
            verdict(one),
            Cell::Count(one.pairs),
        ]
    };
    ReportTable {
        of: variant.to_owned(),
        rows: found.iter().map(row).collect(),
        row_units: found.iter().map(PairFinding::unit).collect(),
        ..ReportTable::new("differences", columns)
    }
}

fn verdict(found: &PairFinding) -> Cell {
    let words = found.verdict_words();
    match found.verdict {
        Verdict::Undecided => Cell::Words(words),
        _ => Cell::Toned(Tone::Good, words),
    }
}

fn of_pairs(part: &VariantPart<PairCounts>, planned: u64, bounds: Bounds, report: &mut GameReport) {
    let found = pair_findings(part, planned, bounds.negligible);
    let (counts, variant) = (&part.counts, part.variant.describe());
    report.heading(heading(part, &counted(counts.pairs as usize, "pair")));
    report.table(findings_table(&variant, &found));
    if let Some(words) = alike_words(counts, &found) {
        report.paragraph(words);
    }
    for plot in plots_of_pairs(part, &found, bounds.negligible) {
        report.add(Content::Plot(plot), Visibility::Page);
    }
    only_words(counts).into_iter().for_each(|words| report.paragraph(words));
    let changed = changed_rows(counts, planned);
    if !changed.is_empty() {
        let title = "Cards that the edit changes".to_owned();
        let table = ReportTable { title, ..changed_table(&variant, &changed) };
        report.add(Content::Table(table), Visibility::People);
        let note = "* changed; at most one in twenty of these changes is chance (e-BH). ± is of the change. Worth is points of wins in a hundred games.";
        report.add(Content::Paragraph(note.to_owned()), Visibility::People);
    }
    let all = rows_table(&variant, &all_rows(counts, planned));
    report.add(Content::Table(all), Visibility::Data);
}

fn changed_table(variant: &str, cards: &[ChangedRow]) -> ReportTable {
    let columns = [
        Column::label("card", "card"),
        Column::of("played", "played in %", ""),
        Column::of("worth", "worth to who plays it", ""),
    ];
    let row = |card: &ChangedRow| {
        let mark = |is_sure: bool| if is_sure { " *" } else { "" };
        vec![
            Cell::words(&card.row),
            Cell::Words(card.played_words() + mark(card.is_played_otherwise)),
            Cell::Words(card.worth_words() + mark(card.is_worth_otherwise)),
        ]
    };
    let rows = cards.iter().map(row).collect();
    ReportTable { rows, of: variant.to_owned(), ..ReportTable::new("changed_cards", columns) }
}

/// How each card fares before and after, for programs.
fn rows_table(variant: &str, cards: &[ChangedRow]) -> ReportTable {
    let columns = [
        Column::label("card", ""),
        Column::of("played_before", "", "percent"),
        Column::of("played_after", "", "percent"),
        Column::of("difference_played", "", "percent"),
        Column::of("worth_before", "", "percent"),
        Column::of("worth_after", "", "percent"),
        Column::of("difference_worth", "", "percent"),
    ];
    let row = |card: &ChangedRow| {
        let figures = |[before, after, change]: [Interval; 3]| {
            [Cell::Value(before, 1), Cell::Value(after, 1), Cell::Change(change, 1)]
        };
        let worth = card.worth.map_or([Cell::Nothing, Cell::Nothing, Cell::Nothing], figures);
        let label = [Cell::words(&card.row)];
        label.into_iter().chain(figures(card.played)).chain(worth).collect()
    };
    let rows = cards.iter().map(row).collect();
    ReportTable { rows, of: variant.to_owned(), ..ReportTable::new("cards", columns) }
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
        let row = |(id, count): &&(String, u64)| vec![Cell::words(id), Cell::Count(*count)];
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
        table.rows =
            shares.map(|(seat, wins)| vec![Cell::words(seat), Cell::percent(wins)]).collect();
        if found.drawn().value > 0.0 {
            table.rows.push(vec![Cell::words("nobody"), Cell::percent(found.drawn())]);
        }
        let [mean, median] =
            [found.length(), found.median_length()].map(|length| Cell::Estimate(length, 1));
        let all = Cell::words("all");
        table.rows.push(vec![all, Cell::Nothing, Cell::Count(found.games), mean, median]);
        report.table(table);
    }
    recorded.notes().into_iter().for_each(|note| report.paragraph(note));
}

/// How figures of games are to be read.
fn how_to_read(report: &mut GameReport) {
    let mut add = |content| report.add(content, Visibility::Page);
    add(Content::Heading("How to read this".to_owned()));
    add(Content::Paragraph("Every interval holds the true value in 95 of 100 such runs; those of pairs also if they are looked at while the games are played. Worth is how much more often a seat wins that played a card, or held it at the end, than that seat wins anyway: it shows what goes with winning, and not always what makes it.".to_owned()));
    add(Content::Paragraph("Players that search solve small games, and bluff there as often as they should. In larger games they do not bluff: in the worlds that they imagine, the others act as if nothing could be hidden from them for long.".to_owned()));
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
            report.add(Content::Plot(plot), Visibility::Page);
        }
        report.table(values_table(all));
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
    let variant = all[0].variant.describe();
    let columns = [
        Column::label("value", "value"),
        Column::label("what", ""),
        Column::of("difference", "difference", ""),
        Column::of("verdict", "", ""),
        Column::of("before", "", "").shown(Visibility::Data),
        Column::of("after", "", "").shown(Visibility::Data),
        Column::of("pairs", "pairs", "pairs"),
    ];
    let mut table = ReportTable::new("values", columns);
    variant.clone_into(&mut table.title);
    table.of = variant;
    for swept in all {
        let pairs = Cell::Count(swept.pairs);
        let mut add = |what: &str, [old, new, change]: [Interval; 3], digits, verdict, unit| {
            let value = Cell::Words(swept.value.to_string());
            let change = Cell::Change(change, digits);
            let [old, new] = [old, new].map(|interval| Cell::Value(interval, 1));
            table.rows.push(vec![
                value,
                Cell::words(what),
                change,
                verdict,
                old,
                new,
                pairs.clone(),
            ]);
            table.row_units.push(unit);
        };
        for one in &swept.found {
            let figures = [one.old, one.new, one.difference];
            add(&one.what, figures, one.digits(), verdict(one), one.unit());
        }
        let changed = |is_sure: bool| {
            if is_sure {
                Cell::Toned(Tone::Good, "changed".to_owned())
            } else {
                Cell::words("undecided")
            }
        };
        if let Some(card) = &swept.card {
            add(
                "games with it played",
                card.played,
                1,
                changed(card.is_played_otherwise),
                "percent",
            );
            if let Some(worth) = card.worth {
                add("worth to who plays it", worth, 1, changed(card.is_worth_otherwise), "percent");
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn card(row: &str, worth: f64) -> CardWorth {
        let share = Interval::around(0.5, 0.1);
        CardWorth {
            deck: "tools".into(),
            row: row.into(),
            in_play: share,
            counted: share,
            cases: 100,
            plays: 100,
            played: share,
            held_worth: None,
            played_worth: Some(Interval::around(worth, 0.02)),
        }
    }

    #[test]
    fn the_best_cards_are_named_and_the_others_counted() {
        let worth = [0.1, 0.3, 0.0, 0.2, 0.4, 0.15, 0.12, 0.25];
        let cards: Vec<CardWorth> = "abcdefgh"
            .chars()
            .zip(worth)
            .map(|(row, worth)| card(&row.to_string(), worth))
            .collect();
        assert_eq!(
            strongest(&cards).unwrap(),
            "Who plays e, b, h, d, f or 2 others wins clearly more often than anyway."
        );
        assert_eq!(
            strongest(&cards[..3]).unwrap(),
            "Who plays b or a wins clearly more often than anyway."
        );
        assert_eq!(strongest(&cards[2..3]), None);
    }
}
