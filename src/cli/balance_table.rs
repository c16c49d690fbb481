//! Formats the results of random games as tables 100 columns wide. A [`Played`] game comes in, text goes out. Called by
//! `balance`.

use crate::source::{counted, grouped};

use crate::rules::Variant;
use crate::session::of_each;
use crate::verify::balance::{Balance, CardFigures, End, places};

use super::balance_findings;
use super::balance_findings::Played;
use super::plain_table::{align_right, plain_table, wrapped_table};

/// The most columns of a terminal that are used.
const WIDTH: usize = 100;

/// The most signs of an effect.
const SIGNS: usize = 4;

// Escape codes; anstream strips them when the output is not a terminal.
const GOOD: &str = "\x1b[1;32m";
const BAD: &str = "\x1b[1;31m";
const PLAIN: &str = "\x1b[0m";

/// All that was found of a game.
pub fn balance_table(played: &Played) -> String {
    let mut parts = vec![head(played), sides(played)];
    let mut silent = Vec::new();
    for deck in decks(played) {
        let cards = cards(played, &deck);
        if cards.iter().any(|card| card.effect.is_some()) {
            parts.push(ranked(played, &deck, &cards));
        } else {
            silent.push(deck);
        }
    }
    if !silent.is_empty() {
        let none = format!(
            "Cards that count for nobody at the end: {}.",
            silent.join(", ")
        );
        parts.push(none);
    }
    parts.push(verdict(played));
    parts.join("\n\n") + "\n"
}

fn head(played: &Played) -> String {
    let Played { pack, plan, .. } = played;
    let game = &pack.game;
    let of_each = of_each(played.all.len());
    let policy = plan.players.map_or("mixed", |players| players.word());
    format!(
        "{}: {}, version {}\n{} games{of_each}, {policy} players; seed {}; {}, {:.1} s",
        game.id,
        game.full_title(),
        game.version,
        grouped(plan.games),
        plan.seed,
        counted(plan.jobs, "thread"),
        played.seconds
    )
}

/// A row for each side of each variant.
fn sides(played: &Played) -> String {
    let mut table = wrapped_table(WIDTH as u16);
    table.set_header(["", "side", "wins %", "points", "of which"]);
    for (variant, balance) in &played.all {
        let mut word = variant.word();
        for side in &balance.sides {
            let parts = side
                .parts
                .iter()
                .map(|(what, points)| format!("{what} {points:.1}"));
            table.add_row([
                std::mem::take(&mut word),
                side.seats.join(" +\n"),
                format!(
                    "{:.1} ±{:.1}",
                    100.0 * side.wins.value,
                    100.0 * side.wins.half()
                ),
                format!("{:.1}", side.points),
                parts.collect::<Vec<_>>().join(", "),
            ]);
        }
        let draws = balance.draws;
        if draws.value > 0.0 {
            let share = format!("{:.1} ±{:.1}", 100.0 * draws.value, 100.0 * draws.half());
            table.add_row(["", "nobody", &share, "", ""]);
        }
        table.add_row(["", "", "", "", &decided(balance)]);
    }
    align_right(&mut table, [2, 3]);
    table.trim_fmt()
}

/// `decided by points 97.2 %, capers 2.8 %`.
fn decided(balance: &Balance) -> String {
    let share = |games: u64| 100.0 * games as f64 / balance.games.max(1) as f64;
    let each = balance
        .by
        .iter()
        .map(|(by, games)| format!("{by} {:.1} %", share(*games)));
    format!("decided by {}", each.collect::<Vec<_>>().join(", "))
}

/// A card over all variants.
struct Row<'a> {
    id: String,
    /// Its figures by the number of the variant; `None` where it does not occur.
    figures: Vec<Option<&'a CardFigures>>,
    /// The mean of its effects on winning, in percent points.
    effect: Option<f64>,
    /// The mean of its distances from the deck's median, in median effects.
    times: f64,
    outlier: Option<End>,
}

impl Row<'_> {
    /// The mean of a figure over the variants that have it.
    fn mean(&self, of: impl Fn(&CardFigures) -> Option<f64>) -> Option<f64> {
        let there: Vec<f64> = self
            .figures
            .iter()
            .flatten()
            .filter_map(|c| of(c))
            .collect();
        (!there.is_empty()).then(|| there.iter().sum::<f64>() / there.len() as f64)
    }

    fn signs(&self) -> String {
        let sign = if self.times < 0.0 { "-" } else { "+" };
        sign.repeat((self.times.abs() as usize).min(SIGNS))
    }
}

fn decks(played: &Played) -> Vec<String> {
    let mut decks: Vec<String> = Vec::new();
    for deck in played.all.iter().flat_map(|(_, balance)| balance.decks()) {
        if !decks.iter().any(|known| known == deck) {
            decks.push(deck.to_owned());
        }
    }
    decks
}

/// The cards of a deck, the best first.
fn cards<'a>(played: &'a Played, deck: &str) -> Vec<Row<'a>> {
    let of_deck = |card: &&CardFigures| card.deck == deck;
    let mut rows: Vec<Row<'_>> = Vec::new();
    for (number, (_, balance)) in played.all.iter().enumerate() {
        for card in balance.cards.iter().filter(of_deck) {
            let at = rows.iter().position(|row| row.id == card.row);
            let at = at.unwrap_or_else(|| {
                rows.push(Row {
                    id: card.row.clone(),
                    figures: vec![None; played.all.len()],
                    effect: None,
                    times: 0.0,
                    outlier: None,
                });
                rows.len() - 1
            });
            rows[at].figures[number] = Some(card);
        }
    }
    let places = played.all.iter().map(|(_, balance)| {
        let places = places(balance, deck).into_iter();
        places.map(|place| {
            (
                balance.cards[place.card].row.as_str(),
                place.distance.signum() * place.times,
            )
        })
    });
    let places: Vec<(&str, f64)> = places.flatten().collect();
    for row in &mut rows {
        row.effect = row.mean(|card| Some(100.0 * card.wins?.value));
        let mine: Vec<f64> = places
            .iter()
            .filter(|p| p.0 == row.id)
            .map(|p| p.1)
            .collect();
        row.times = mine.iter().sum::<f64>() / mine.len().max(1) as f64;
        let outliers = played.findings.outliers.iter();
        let mut mine = outliers.filter(|o| o.deck == deck && o.row == row.id);
        row.outlier = mine.next().map(|o| o.end);
    }
    let key = |row: &Row<'_>| row.effect.unwrap_or(f64::NEG_INFINITY);
    rows.sort_by(|a, b| key(b).total_cmp(&key(a)));
    rows
}

/// The cards of a deck as a table that fits: with a column for each variant, and with less beside it when there are many.
fn ranked(played: &Played, deck: &str, rows: &[Row<'_>]) -> String {
    let many = played.all.len() > 1;
    let tables = [(true, many), (false, many), (true, false)];
    let mut tables = tables
        .map(|(more, each)| card_table(played, rows, more, each))
        .into_iter();
    let fits = |table: &String| table.lines().all(|line| line.chars().count() <= WIDTH);
    let last = tables.next_back().unwrap_or_default();
    let table = tables.find(fits).unwrap_or(last);
    let heads = table.lines().count().saturating_sub(rows.len());
    let lines = table.lines().enumerate().map(|(number, line)| {
        let row = number.checked_sub(heads).and_then(|n| rows.get(n));
        match row.and_then(|row| row.outlier) {
            Some(End::Best) => format!("{GOOD}{line}{PLAIN}"),
            Some(End::Worst) => format!("{BAD}{line}{PLAIN}"),
            None => line.to_owned(),
        }
    });
    let lines: Vec<String> = lines.collect();
    let figures = rows.iter().flat_map(|row| row.figures.iter().flatten());
    let widest = figures.filter_map(|card| Some(100.0 * card.wins?.half()));
    format!(
        "{deck}: effect on winning in percent points, ±{:.1} at most\n{}",
        widest.fold(0.0, f64::max),
        lines.join("\n")
    )
}

/// A figure with its sign; nothing where there is none.
fn signed(value: Option<f64>) -> String {
    // Adding 0.0 turns -0.0 into 0.0.
    let tenths = |v: f64| (v * 10.0).round() / 10.0 + 0.0;
    value.map_or(String::new(), |v| format!("{:+.1}", tenths(v)))
}

/// `more`: effect in points, how often the card is in play and counts. `each`: a column for each variant.
fn card_table(played: &Played, rows: &[Row<'_>], more: bool, each: bool) -> String {
    let mut table = plain_table();
    let mut header = vec!["card".to_owned(), "effect".to_owned(), String::new()];
    if more {
        header.extend(["points", "in play %", "counts %"].map(str::to_owned));
    }
    if each {
        let values = |variant: &Variant| -> Vec<String> {
            variant
                .choices
                .iter()
                .map(|(_, value)| value.clone())
                .collect()
        };
        header.extend(
            played
                .all
                .iter()
                .map(|(variant, _)| values(variant).join("\n")),
        );
    }
    table.set_header(header);
    for row in rows {
        let mut cells = vec![row.id.clone(), signed(row.effect), row.signs()];
        if more {
            let games = played.plan.games.max(1) as f64;
            let share = |count: u64| Some(100.0 * count as f64 / games);
            let plain = |value: Option<f64>| value.map_or(String::new(), |v| format!("{v:.1}"));
            cells.push(signed(row.mean(|card| Some(card.points?.value))));
            cells.push(plain(row.mean(|card| share(card.in_play))));
            cells.push(plain(row.mean(|card| share(card.counted))));
        }
        if each {
            let effects = row
                .figures
                .iter()
                .map(|card| Some(100.0 * (*card)?.wins?.value));
            cells.extend(effects.map(signed));
        }
        table.add_row(cells);
    }
    let numbers = (1..table.column_count()).filter(|column| *column != 2);
    align_right(&mut table, numbers);
    table.trim_fmt()
}

fn verdict(played: &Played) -> String {
    let told = balance_findings::list_findings(played);
    if told.is_empty() {
        return "Nothing stands out.".to_owned();
    }
    let lines = told.iter().map(|finding| format!("  {}", finding.says));
    let lines: Vec<String> = lines.collect();
    format!("What stands out:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::balance::tests::{findings, played};

    fn lines<'a>(text: &'a str, card: &str) -> Vec<&'a str> {
        text.lines().filter(|line| line.contains(card)).collect()
    }

    #[test]
    fn nine_variants_fit_in_a_hundred_columns_each_with_a_column() {
        let played = played(&["paris", "rome", "london"]);
        let text = balance_table(&played);
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
        let satellite = lines(&text, "satellite");
        // Its name, effect, and the same in each variant; a sign at most.
        let words = satellite[0]
            .split_whitespace()
            .filter(|w| w.len() > SIGNS || !w.contains("++"));
        assert!(words.count() >= 2 + 9, "{satellite:?}");
    }

    #[test]
    fn more_variants_than_fit_leave_the_mean_and_its_company() {
        let cities = ["paris", "rome", "london", "berlin", "madrid", "vienna"];
        let text = balance_table(&played(&cities));
        assert!(text.contains("counts %"), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
    }

    #[test]
    fn cards_stand_by_their_effect_and_outliers_in_colour() {
        let mut played = played(&[]);
        played.findings = findings(&[0]);
        let text = balance_table(&played);
        let rows = lines(&text, "100.0     100.0");
        assert!(rows.len() > 20, "{text}");
        let coloured: Vec<&str> = text.lines().filter(|line| line.contains('\x1b')).collect();
        assert_eq!(coloured.len(), 1, "{text}");
        assert!(coloured[0].starts_with(GOOD) && coloured[0].contains("satellite"));
        let labs = text.split("labs: effect").nth(1).unwrap();
        let effects = labs.lines().skip(2).map_while(|line| {
            let effect = line
                .split_whitespace()
                .find(|w| w.starts_with(['+', '-']))?;
            effect.parse::<f64>().ok()
        });
        let effects: Vec<f64> = effects.collect();
        assert_eq!(effects.len(), 7, "{labs}");
        assert!(effects.is_sorted_by(|a, b| a >= b), "{effects:?}");
    }

    #[test]
    fn no_zero_is_negative() {
        let told = [-0.04, 0.0, -0.06, 12.34].map(|v| signed(Some(v)));
        assert_eq!(told, ["+0.0", "+0.0", "-0.1", "+12.3"]);
        assert_eq!(signed(None), "");
    }
}
