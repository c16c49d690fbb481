//! What a run of random games found, as tables of 80 columns.

use std::time::Duration;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::cards::Pack;
use crate::rules::Kind;
use crate::verify::Players;
use crate::verify::exhaust::Exhausted;
use crate::verify::fuzz::{Counted, FuzzPlan, FuzzReport, RARE};

use super::report::counted;

/// Columns of a terminal that everybody has.
const WIDTH: u16 = 80;

/// A number with its thousands apart: `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// All that a run found, but for the game that broke a law.
pub fn of(pack: &Pack, plan: &FuzzPlan, found: &FuzzReport) -> String {
    let mut lines = vec![title(pack)];
    let kinds = [
        (Kind::Always, "law", "checked"),
        (Kind::Sometimes, "sometimes", "games"),
        (Kind::Never, "never", "games"),
    ];
    // A run that a failure cut short has counted little that is worth a look.
    let whole = found.fault.is_none();
    if whole {
        lines.push(head(plan, found));
    }
    for (kind, what, count) in kinds.into_iter().filter(|_| whole) {
        let all: Vec<&Counted> = found.of_kind(kind).collect();
        if !all.is_empty() {
            lines.push(String::new());
            lines.push(properties([what, count, ""], &all));
        }
    }
    lines.push(String::new());
    lines.push(verdict(found));
    lines.push(String::new());
    lines.join("\n")
}

fn title(pack: &Pack) -> String {
    let game = &pack.game;
    format!(
        "{}: {}, version {}",
        game.id,
        game.full_title(),
        game.version
    )
}

/// Games, decisions, how long they took.
fn head(plan: &FuzzPlan, found: &FuzzReport) -> String {
    let counts = &found.counts;
    let mut table = plain_table();
    let players = match plan.players {
        None => "half uniform, half swarm".to_owned(),
        Some(players) => format!("all {}", Players::word(players)),
    };
    let threads = counted(plan.jobs, "thread");
    let seconds = found.elapsed.as_secs_f64();
    table.add_row([
        "games",
        &grouped(counts.games),
        &format!("{players}; seed {}; {threads}, {seconds:.1} s", plan.seed),
    ]);
    let each = counts.decisions as f64 / counts.games.max(1) as f64;
    table.add_row([
        "decisions",
        &grouped(counts.decisions),
        &format!("{each:.1} a game"),
    ]);
    if let (Some(plain), Some(watched)) = (found.pace.plain_ns(), found.pace.watched_ns()) {
        table.add_row(["a decision", &format!("{plain:.1} ns"), "without checks"]);
        table.add_row(["", &format!("{watched:.1} ns"), "with every law watched"]);
    }
    let worlds = format!(
        "in {} games, for every seat at each decision",
        grouped(counts.world_games)
    );
    table.add_row(["two worlds", &grouped(counts.world_checks), &worlds]);
    right(&mut table, 1);
    table.trim_fmt()
}

/// One row a property: id, count, what it says.
fn properties(header: [&str; 3], all: &[&Counted]) -> String {
    let mut table = plain_table();
    table.set_header(header);
    for Counted { property, count } in all {
        table.add_row([
            property.id.clone(),
            grouped(*count),
            property.says.to_owned(),
        ]);
    }
    right(&mut table, 1);
    table.trim_fmt()
}

/// The last line: whether all is well.
fn verdict(found: &FuzzReport) -> String {
    if found.fault.is_some() {
        return "A law does not hold.".to_owned();
    }
    let unseen: Vec<&str> = found.unseen().map(|c| c.property.id.as_str()).collect();
    match (unseen.len(), found.is_long()) {
        (0, _) => "Every law held, and everything was seen.".to_owned(),
        (n, true) => format!("Every law held, but {} never seen.", were(n)),
        (n, false) => format!(
            "Every law held; {} not seen yet, which is no fault in fewer than {} games.",
            were(n),
            grouped(RARE)
        ),
    }
}

fn were(n: usize) -> String {
    let things = counted(n, "thing");
    let verb = if n == 1 { "was" } else { "were" };
    format!("{things} {verb}")
}

/// What the visit of every state found.
pub fn exhausted(pack: &Pack, found: &Exhausted, time: Duration) -> String {
    let mut table = plain_table();
    table.set_header(["ply", "states", "over", "moves"]);
    for (number, ply) in found.plies.iter().enumerate() {
        let counts = [ply.states, ply.ends, ply.moves].map(grouped);
        table.add_row([&[number.to_string()], &counts[..]].concat());
    }
    let sum = |of: fn(&crate::verify::exhaust::Ply) -> u64| found.plies.iter().map(of).sum();
    let all: [u64; 3] = [sum(|p| p.states), sum(|p| p.ends), sum(|p| p.moves)];
    table.add_row([&["in all".to_owned()], &all.map(grouped)[..]].concat());
    for column in 0..4 {
        right(&mut table, column);
    }
    let verdict = match &found.broken {
        None => "Every law held in every state.",
        Some(_) => "A law does not hold.",
    };
    let time = time.as_secs_f64();
    let title = title(pack);
    let table = table.trim_fmt();
    format!("{title}\nEvery state, cut down by the overlay; {time:.1} s\n\n{table}\n\n{verdict}\n")
}

fn plain_table() -> Table {
    let mut table = Table::new();
    *table.style_mut() = presets::NOTHING;
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(WIDTH);
    table
}

fn right(table: &mut Table, column: usize) {
    if let Some(column) = table.column_mut(column) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let all = [0, 999, 1_000, 12_345, 123_456, 1_234_567].map(grouped);
        assert_eq!(all, ["0", "999", "1,000", "12,345", "123,456", "1,234,567"]);
    }
}
