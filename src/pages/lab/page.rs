//! The page of a run of the lab: what it says in plain words, then figures with intervals and curves. A part of a run comes in, the bytes
//! of the page go out. Called by the commands `lab` and `merge`.

use maud::{Markup, PreEscaped, html};

use super::pairs::pairs_section;
use super::plots::of_games;
use crate::lab::{
    CardWorth, LabCounts, LabFigures, LabPart, LawCounts, PartHeader, PartResults, UseFigures,
    VariantPart, figures, missing_words, points_of_wins,
};
use crate::pages::{HtmlPage, html_page};
use crate::session::{LabRemark, RecordedResults, lab_remarks, shown_header};
use crate::source::{GameFolder, counted, grouped};
use crate::statistics::{ALPHA, Interval};

const STYLE: &str = include_str!("lab.css");

/// The page of games or pairs of games, beside those that people recorded; `negligible` percentage points of wins do not matter, and a side is even
/// within `even` of them.
pub fn lab_page(
    part: &LabPart,
    recorded: Option<&RecordedResults>,
    negligible: f64,
    even: f64,
) -> Vec<u8> {
    let header = &shown_header(part, negligible, even);
    run_page(
        header,
        &html! {
            @if let Some(words) = missing_words(part) { ul class="answers" { li class="open" { (words) ": this is of the others." } } }
            @match &part.results {
                PartResults::Games(all) => {
                    (remarks_section(&lab_remarks(part, even)))
                    @for one in all { (games_section(one)) }
                }
                PartResults::Pairs(all) => { @for one in all { (pairs_section(one, header.planned, negligible)) } }
                PartResults::Laws(all) => { @for one in all { (laws_section(one)) } }
            }
            @if let Some(recorded) = recorded { (recorded_section(recorded)) }
            @if matches!(part.results, PartResults::Games(_) | PartResults::Pairs(_)) { (how_to_read()) }
        },
    )
}

/// How figures of games are to be read.
pub fn how_to_read() -> Markup {
    html! {
        h2 { "How to read this" }
        p { "Every interval holds the true value in 95 of 100 such runs; those of pairs also if they are looked at while the games are played. Worth is how much more often a seat wins that played a card, or held it at the end, than that seat wins anyway: it shows what goes with winning, and not always what makes it." }
        p { "Players that search solve small games, and bluff there as often as they should. In larger games they do not bluff: in the worlds that they imagine, the others act as if nothing could be hidden from them for long." }
    }
}

/// The page of a run: what was played, and `found`.
pub fn run_page(header: &PartHeader, found: &Markup) -> Vec<u8> {
    let body = html! {
        header { h1 { (header.title) } p { "deckproof " (header.program) ", data " (header.data.join(" and ")) } }
        main {
            p { "Played with " code { "deckproof " (header.command) } ": it plays the same games again." }
            (found)
        }
    };
    let page = HtmlPage {
        title: &format!("{}: the lab", header.title),
        style: STYLE,
        body,
        data: None,
        script: "",
        has_files: false,
    };
    html_page(page, &GameFolder::shared())
}

fn percent(interval: Interval) -> String {
    format!("{} %", interval.scaled(100.0).shown(1))
}

fn points(interval: Option<Interval>) -> String {
    interval.map_or_else(|| "–".to_owned(), points_of_wins)
}

/// Curves below each other; each has its title in itself.
pub fn curves(plots: &[String]) -> Markup {
    html! { @for plot in plots { figure class="plot" { (PreEscaped(plot)) } } }
}

/// The variant with how many there are of it, and the players.
pub fn heading(variant: &str, policies: &[String], many: &str) -> Markup {
    let mut players = policies.to_vec();
    players.dedup();
    html! {
        h2 { @if variant.is_empty() { (many) } @else { (variant) ": " (many) } }
        p class="hint" { "Players: " (players.join(", ")) }
    }
}

fn games_section(part: &VariantPart<LabCounts>) -> Markup {
    let found = figures(&part.names, &part.counts);
    html! {
        (heading(&part.variant.describe(), &part.policies, &counted(found.games as usize, "game")))
        ul class="answers" { @for (is_sure, says) in answers(&found) { li class=(if is_sure { "decided" } else { "open" }) { (with_code(&says)) } } }
        div class="scroll" {
            table {
                thead { tr { th { "Seat" } th class="number" { "Wins" } th class="number" { (found.score_title()) } th { } } }
                tbody {
                    @for seat in &found.seats {
                        tr {
                            td { (seat.name) }
                            td class="number" { (percent(seat.wins)) }
                            td class="number" { (seat.points.shown(1)) }
                            td { (seat.score_words()) }
                        }
                    }
                    @if found.draws.value > 0.0 { tr { td { "nobody" } td class="number" { (percent(found.draws)) } td {} td {} } }
                }
            }
        }
        (curves(&of_games(part)))
        @if !found.verbs.is_empty() { h3 { "Moves" } (uses_table(&found.verbs)) }
        @if !found.notes.is_empty() { h3 { "Rules that made a note" } (uses_table(&found.notes)) }
        @if !found.cards.is_empty() {
            details { summary { "All cards in numbers" } (cards_table(&found.cards)) }
        }
    }
}

/// Games that people recorded, variant by variant.
fn recorded_section(recorded: &RecordedResults) -> Markup {
    html! {
        h2 { "Recorded games" }
        @for (variant, found) in &recorded.of_variant {
            @if !variant.is_empty() { h3 { (variant) } }
            p class="hint" { (counted(found.games as usize, "game")) " with " (found.length().shown(1)) " decisions" }
            table {
                thead { tr { th { "Seat" } th class="number" { "Wins" } } }
                tbody {
                    @for (seat, wins) in found.shares() { tr { td { (seat) } td class="number" { (percent(wins)) } } }
                    @if found.drawn().value > 0.0 {
                        tr { td { "nobody" } td class="number" { (percent(found.drawn())) } }
                    }
                }
            }
        }
        @for note in recorded.notes() { p class="hint" { (note) } }
    }
}

/// What stands out, of all variants together.
fn remarks_section(remarks: &[LabRemark]) -> Markup {
    html! {
        h2 { "What stands out" }
        @if remarks.is_empty() { p { "Nothing." } }
        ul class="answers" { @for remark in remarks { li class=(if remark.is_sure { "decided" } else { "open" }) { (with_code(&remark.says)) " (" (with_code(&remark.help)) ")." } } }
    }
}

/// A sentence; what stands between backticks is code.
pub fn with_code(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// What the figures say, in plain words, each with whether it is sure; whether the sides are even is said by [`lab_remarks`].
fn answers(found: &LabFigures) -> Vec<(bool, String)> {
    let mut said = Vec::new();
    if let Some(first) = found.first {
        let more = points(Some(first));
        said.push(if first.holds(0.0) {
            let words = format!("Deciding first is not shown to help or to harm ({more} points).");
            (false, words)
        } else {
            let does = if first.value > 0.0 { "helps" } else { "harms" };
            (true, format!("Deciding first {does}: {more} points of wins."))
        });
    }
    let lengths = &found.lengths;
    let (least, most) = (lengths.least, lengths.most);
    let says = if least == most {
        format!("Every game has {}.", counted(most as usize, "decision"))
    } else {
        format!(
            "A game has {} decisions on average, {} in the middle, {least} at least, {most} at most, and nine of ten games have no more than {}.",
            lengths.mean.shown(1),
            lengths.median.value,
            lengths.nine_of_ten.value,
        )
    };
    let choices = found.choices.map_or(String::new(), |choices| {
        format!(
            " There are {} legal moves to choose from on average, and in nine of ten decisions no more than {}; in {} of the decisions there is no choice.",
            choices.mean.shown(1),
            choices.nine_of_ten,
            percent(choices.forced)
        )
    });
    said.push((true, says + &choices));
    if let [_, _, ..] = found.by.as_slice() {
        let each = found.by.iter().map(|(by, share)| format!("{by} {}", percent(*share)));
        said.push((
            true,
            format!("How games are decided: {}.", each.collect::<Vec<_>>().join(", ")),
        ));
    }
    if let Some(lead) = found.lead {
        let words = format!(
            "The lead changes {} times a game; {} are won from behind at half time.",
            lead.changes.shown(1),
            percent(lead.comebacks)
        );
        said.push((true, words));
    }
    if let Some([refused, contradicting]) = found.worlds {
        let words = format!(
            "Of the worlds that players deal in thought, {} contradict what was played, and are dealt anew; {} of those that they play still do.",
            percent(refused),
            percent(contradicting)
        );
        said.push((true, words));
    }
    let solved = found.solved_words().into_iter();
    said.extend(solved.map(|[worth, gain]| {
        (true, format!("Solved, the game is worth {worth} by seat; {gain}."))
    }));
    said.extend(found.stakes_words().map(|words| (true, format!("Stakes: {words}."))));
    for one in &found.matches {
        let (_, what) = one.measures();
        let shown = match one.better() {
            Some(0) => " helps",
            Some(_) => " harms",
            None if one.is_told_by_wins() => " is not shown to help",
            None => "",
        };
        said.push((one.better().is_some(), format!("{what}{shown}: {}.", one.words())));
    }
    said.extend(strongest(&found.cards).map(|words| (true, words)));
    let unused: Vec<&str> = found
        .verbs
        .iter()
        .chain(&found.notes)
        .filter(|one| one.each.value == 0.0)
        .map(|one| one.word.as_str())
        .collect();
    if !unused.is_empty() {
        said.push((false, format!("Never used: {}.", unused.join(", "))));
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

fn cards_table(cards: &[CardWorth]) -> Markup {
    html! {
        div class="scroll" {
            table {
                thead { tr {
                    th { "Deck" } th { "Card" } th class="number" { "In play" } th class="number" { "Played by a seat" }
                    th class="number" { "When played" } th class="number" { "When held" }
                } }
                tbody {
                    @for card in cards {
                        tr {
                            td { (card.deck) } td { (card.row) }
                            td class="number" { (format!("{:.1} %", 100.0 * card.in_play.value)) }
                            td class="number" { (format!("{:.1} %", 100.0 * card.played.value)) }
                            td class="number" { (points(card.played_worth)) }
                            td class="number" { (points(card.held_worth)) }
                        }
                    }
                }
            }
        }
    }
}

fn uses_table(uses: &[UseFigures]) -> Markup {
    html! {
        table {
            thead { tr { th {} th class="number" { "Games" } th class="number" { "Times a game" } } }
            tbody {
                @for one in uses {
                    tr {
                        td { (one.word) }
                        td class="number" { (percent(one.games)) }
                        td class="number" { (one.each.shown(2)) }
                    }
                }
            }
        }
    }
}

fn laws_section(part: &VariantPart<LawCounts>) -> Markup {
    let counts = &part.counts;
    let is_seen = |(id, _): &&(String, u64)| counts.sometimes.contains(id);
    let (seen, laws): (Vec<_>, Vec<_>) = counts.properties.iter().partition(is_seen);
    html! {
        (heading(&part.variant.describe(), &part.policies, &counted(counts.games as usize, "game")))
        ul class="answers" {
            @match &counts.broken {
                Some((game, law)) => { li class="open" { (law) " does not hold in game " (game) "." } }
                None => { li class="decided" { "Every law held in " (counted(counts.decisions as usize, "decision")) "." } }
            }
        }
        @for (what, unit, all) in [("Law", "Times", laws), ("Seen sometimes", "Games", seen)] {
            @if !all.is_empty() {
                table {
                    thead { tr { th { (what) } th class="number" { (unit) } } }
                    tbody { @for (id, count) in all { tr { td { (id) } td class="number" { (grouped(*count)) } } } }
                }
            }
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
