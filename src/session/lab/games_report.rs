//! The parts of a lab report that are of games of one version. Figures come in; answers, tables and plots go out. Called by `lab_report`.

use crate::lab::{
    CardWorth, LabCounts, LabFigures, MatchScore, SolvedGame, UseFigures, VariantPart,
    points_of_wins,
};
use crate::report::{
    Cell, GameReport, ListItem, Plot, PlotKind, PlotLine, ReportTable, SectionKind, Tone,
    Visibility, columns, row,
};
use crate::rules::Aim;
use crate::source::counted;
use crate::statistics::{ALPHA, Histogram, Interval};

use super::report::{LabRemark, heading, of_variant};

/// Cards that are shown from each end where there is little room.
const SHOWN: usize = 6;

pub fn remarks_list(remarks: &[LabRemark], shown: Visibility, report: &mut GameReport) {
    if remarks.is_empty() {
        return report.add("Nothing stands out.", shown);
    }
    let is_sure = remarks.iter().any(|remark| remark.is_sure);
    let title = if is_sure { "What stands out" } else { "Nothing stands out for certain" };
    report.add(SectionKind::Heading(title.to_owned()), shown);
    let items = remarks.iter().map(|remark| ListItem {
        tone: if remark.is_sure { Tone::Bad } else { Tone::Open },
        says: remark.says.clone(),
        more: format!("({})", remark.help),
    });
    report.add(SectionKind::List(items.collect()), shown);
}

pub fn of_games(part: &VariantPart<LabCounts>, found: &LabFigures, report: &mut GameReport) {
    report.of = part.variant.describe();
    report.heading(heading(part, &counted(found.games as usize, "game")));
    report.table(seats_table(found));
    report.table(score_parts(found));
    report.add(SectionKind::List(answers(found)), Visibility::People);
    report.add(game_table(part, found), Visibility::Data);
    for plot in plots_of_games(part, found) {
        report.add(plot, Visibility::Page);
    }
    cards_tables(found, report);
    report.table(uses_table("moves", "move", &found.verbs));
    report.table(uses_table("notes", "rule that made a note", &found.notes));
}

fn seats_table(found: &LabFigures) -> ReportTable {
    let score = found.score_title().to_lowercase();
    let columns = columns![
        label "seat" "seat",
        of "wins" "wins %" "percent",
        of "score" score "points",
        of "parts" "" "": People,
    ];
    let seats = found.seats.iter().map(|seat| {
        let (wins, points) = (Cell::percent(seat.wins), Cell::Estimate(seat.points, 1));
        row![&seat.name, wins, points, seat.score_words()]
    });
    let draws = (found.draws.value > 0.0).then(|| row!["nobody", Cell::percent(found.draws)]);
    ReportTable::new("seats", columns).rows(seats.chain(draws))
}

/// The means of the parts of each seat's score, for programs.
fn score_parts(found: &LabFigures) -> ReportTable {
    let columns = columns![
        label "seat" "": Data,
        label "part" "": Data,
        of "mean" "" "points": Data,
    ];
    let rows = found.seats.iter().flat_map(|seat| {
        let parts = seat.parts.iter();
        parts.map(|(part, mean)| row![&seat.name, part, Cell::Estimate(*mean, 1)])
    });
    ReportTable::new("score_parts", columns).rows(rows)
}

/// What the figures say, in plain words; whether the sides are even is said by the remarks.
fn answers(found: &LabFigures) -> Vec<ListItem> {
    let mut said = Vec::new();
    let mut say = |tone, says: String| said.push(ListItem::new(tone, says));
    let percent = |share: Interval| format!("{}\u{a0}%", share.scaled(100.0).shown(1));
    if let Some(first) = found.first {
        let more = points_of_wins(first);
        if first.holds(0.0) {
            say(
                Tone::Open,
                format!("Deciding first is not shown to help or to harm ({more} points of wins)."),
            );
        } else {
            let does = if first.value > 0.0 { "helps" } else { "harms" };
            say(Tone::Good, format!("Deciding first {does}: {more} points of wins."));
        }
    }
    let lengths = &found.lengths;
    let (least, most) = (lengths.least, lengths.most);
    let length = if least == most {
        format!("Every game has {}.", counted(most as usize, "decision"))
    } else {
        format!(
            "A game has {} decisions on average, {} in the middle, {least} at least, {most} at most, and nine of ten games have no more than {}.",
            lengths.mean.shown(1),
            lengths.median.value,
            lengths.nine_of_ten.value,
        )
    };
    let choices = found.choices.map(|choices| {
        format!(
            "There are {} legal moves to choose from on average, and in nine of ten decisions no more than {}; in {} of the decisions there is no choice.",
            choices.mean.shown(1),
            choices.nine_of_ten,
            percent(choices.forced)
        )
    });
    let by = found.by.iter().map(|(by, share)| format!("{by} {}", percent(*share)));
    let by: Vec<String> = by.collect();
    let by = (by.len() > 1).then(|| format!("Games are decided by: {}.", by.join(", ")));
    let lead = found.lead.map(|lead| {
        format!(
            "The lead changes {} times a game; {} are won from behind at half time.",
            lead.changes.shown(1),
            percent(lead.comebacks)
        )
    });
    let worlds = found.worlds.map(|[refused, contradicting]| {
        format!(
            "Of the worlds that players deal in thought, {} contradict what was played, and are dealt anew; {} of those that they play still do.",
            percent(refused),
            percent(contradicting)
        )
    });
    let plain = [Some(length), choices, by, lead, worlds].into_iter().flatten();
    plain.for_each(|says| say(Tone::Plain, says));
    if let Some([worth, gain]) = found.solved_words() {
        say(Tone::Good, format!("Solved, the game is worth {worth} by seat; {gain}."));
    }
    if let Some(words) = found.stakes_words() {
        say(Tone::Open, format!("Stakes: {words}."));
    }
    for one in &found.matches {
        let (tone, shown) = match one.better() {
            Some(0) => (Tone::Good, " helps"),
            Some(_) => (Tone::Good, " harms"),
            None if one.is_told_by_wins() => (Tone::Open, " is not shown to help"),
            None => (Tone::Open, ""),
        };
        say(tone, format!("{}{shown}: {}.", one.measures(), one.words()));
    }
    if let Some(words) = strongest(&found.cards) {
        say(Tone::Plain, words);
    }
    let used = found.verbs.iter().chain(&found.notes);
    let unused = used.filter(|one| one.each.value == 0.0).map(|one| one.word.clone());
    let never = found.cards.iter().filter(|card| card.in_play.value == 0.0).map(place);
    for (what, all) in
        [("Never used", unused.collect()), ("Never in play", never.collect::<Vec<_>>())]
    {
        if !all.is_empty() {
            say(Tone::Open, format!("{what}: {}.", all.join(", ")));
        }
    }
    said
}

/// Deck and row of a card.
fn place(card: &CardWorth) -> String {
    format!("{}/{}", card.deck, card.row)
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
fn game_table(part: &VariantPart<LabCounts>, found: &LabFigures) -> ReportTable {
    let columns =
        columns![label "figure" "", label "of" "", of "value" "" "", of "cases" "" "games"];
    let mut table = ReportTable::new("game", columns);
    let mut add = |figure: &str, of: &str, interval: Interval, unit, cases: u64| {
        let scale = if unit == "percent" { 100.0 } else { 1.0 };
        let value = Cell::Estimate(interval.scaled(scale), 1);
        table.rows.push(row![figure, of, value, cases]);
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
        let is_wins = one.aim == Aim::Wins;
        let unit = if is_wins { "percent" } else { "of the aim" };
        match one.score {
            MatchScore::Against(score) => {
                let what = if is_wins { "points" } else { "gain" };
                add(&format!("{what} against {other}"), first, score, unit, one.games);
            }
            MatchScore::Alone(scores) => {
                let what = if is_wins { "wins of such players" } else { "gained by such players" };
                for (player, score) in one.players.iter().zip(scores) {
                    add(what, player, score, unit, one.games / 2);
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
fn cards_tables(found: &LabFigures, report: &mut GameReport) {
    let mut cards: Vec<&CardWorth> = found.cards.iter().collect();
    let value = |card: &CardWorth| worth(card).map_or(f64::NEG_INFINITY, |worth| worth.value);
    cards.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let columns = columns![
        label "card" "card",
        of "in_play" "in play %" "percent": Wide,
        of "played" "played %" "percent",
        of "counted" "counted for a seat %" "percent": Data,
        of "when_played" "when played" "percent",
        of "when_held" "when held" "percent",
    ];
    let row = |card: &&CardWorth| {
        let share = |share: Interval| Cell::Value(share.scaled(100.0), 1);
        let of_worth =
            |worth: Option<Interval>| worth.map(|worth| Cell::Worth(worth.scaled(100.0)));
        row![
            place(card),
            share(card.in_play),
            share(card.played),
            share(card.counted),
            of_worth(card.played_worth),
            of_worth(card.held_worth),
        ]
    };
    let table = ReportTable::new("cards", columns);
    let known = cards.iter().filter(|card| worth(card).is_some());
    let title = "Points of wins more than the seat has anyway, when it played the card or held it at the end:";
    let text = table.clone().title(title).rows(known.map(row));
    if !text.rows.is_empty() {
        report.add(ReportTable { ends: Some(SHOWN), ..text }, Visibility::Text);
    }
    let all = table.title("All cards in numbers").rows(cards.iter().map(row));
    if !cards.is_empty() {
        report.add(ReportTable { is_folded: true, ..all }, Visibility::Wide);
    }
}

fn uses_table(name: &'static str, what: &str, uses: &[UseFigures]) -> ReportTable {
    let columns = columns![
        label "word" what,
        of "games" "games %" "percent",
        of "each" "times a game" "times",
    ];
    let row =
        |one: &UseFigures| row![&one.word, Cell::percent(one.games), Cell::Estimate(one.each, 2)];
    ReportTable::new(name, columns).rows(uses.iter().map(row))
}

fn plots_of_games(part: &VariantPart<LabCounts>, found: &LabFigures) -> Vec<Plot> {
    let plot = |title: &str, kind| Plot { title: of_variant(title, &part.variant), kind };
    let seats = found.seats.iter().map(|seat| PlotLine::of(&seat.name, seat.wins, 100.0));
    let base = Some((100.0 * found.even, 0.0));
    let histogram =
        |numbers: &Histogram| PlotKind::Histogram { numbers: numbers.clone(), before: None };
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
