//! Formats the differences between two games as tables for the terminal. A [`DiffReport`] comes in, text goes out. Called by
//! `diff`.

use super::diff_data::DiffReport;
use crate::source::{counted, grouped};
use comfy_table::{ColumnConstraint, Width};

use crate::diff::{CardChange, ChangeKind, DeckChange, Fate, ScriptChange, ValueChange};
use crate::session::{Scenarios, VariantDifference};

use super::lab_pairs_table::findings_table;
use super::plain_table::wrapped_table;

/// The most columns of a terminal that are used.
const WIDTH: u16 = 100;

/// Widths of the kind, of what differs, and of what is said of it, with the space beside them.
const COLUMNS: [u16; 3] = [8, 28, 64];

/// Cards that differ by the same are told together from so many on.
const TOGETHER: usize = 4;

/// Scenarios of a kind that are named.
const MOST_SCENARIOS: usize = 30;

/// Lines of a function that are told.
const MOST_LINES: usize = 40;

/// So many names stand for all of them.
const NAMED: usize = 3;

const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

pub fn diff_table(told: &DiffReport) -> String {
    let (old, new) = (&told.old.pack.game, &told.new.pack.game);
    let mut parts = vec![format!(
        "{BOLD}{}{PLAIN}\n{} ({}) -> {} ({})",
        new.full_title(),
        told.old.label,
        old.version,
        told.new.label,
        new.version
    )];
    let game = [(ChangeKind::Rules, &told.found.rules), (ChangeKind::Looks, &told.found.looks)];
    let game: Vec<Line> = game
        .iter()
        .flat_map(|(kind, edits)| edits.iter().map(|edit| Line::of(*kind, &edit.what, says(edit))))
        .collect();
    parts.extend(section("game.toml", &game));
    parts.extend(script(&told.found.script));
    for deck in &told.found.decks {
        parts.extend(section(&title(deck), &lines(deck)));
    }
    parts.extend(told.scenarios.as_ref().map(scenarios));
    parts.extend(told.games.as_ref().map(|(pairs, all)| games(*pairs, all)));
    parts.push(summary(told));
    parts.join("\n\n")
}

fn summary(told: &DiffReport) -> String {
    let mut line = told.found.summary();
    if let Some(scenarios) = &told.scenarios {
        let broken = scenarios.broken.len();
        if broken > 0 {
            line = format!("{line}; {} held, and not any more", counted(broken, "scenario"));
        }
    }
    if told.differs() && told.found.is_empty() {
        "no difference but in the scenarios".to_owned()
    } else {
        line
    }
}

fn title(deck: &DeckChange) -> String {
    match deck.fate {
        Fate::New => format!("{} (new)", deck.title),
        Fate::Gone => format!("{} (gone)", deck.title),
        _ => deck.title.clone(),
    }
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    kind: ChangeKind,
    what: String,
    says: String,
}

impl Line {
    fn of(kind: ChangeKind, what: &str, says: String) -> Self {
        let what = what.to_owned();
        Line { kind, what, says }
    }
}

fn lines(deck: &DeckChange) -> Vec<Line> {
    let shared = deck.looks.iter().map(|e| Line::of(ChangeKind::Looks, "the deck", told(e)));
    let text = deck.text.iter().map(|e| Line::of(ChangeKind::Looks, &e.what, says(e)));
    let mut lines: Vec<Line> = shared.chain(text).collect();
    let mut cards: Vec<(Vec<Line>, Vec<&CardChange>)> = Vec::new();
    for card in &deck.cards {
        let own = card_lines(card);
        // Cards with the same differences share a line; renamed cards never do.
        let alike = |(known, _): &&mut (Vec<Line>, Vec<&CardChange>)| *known == own;
        match cards.iter_mut().find(alike) {
            Some((_, all)) => all.push(card),
            None => cards.push((own, vec![card])),
        }
    }
    for (own, cards) in cards {
        let names: Vec<&str> = cards.iter().map(|card| card.name.as_str()).collect();
        let names: Vec<String> = match names.len() {
            n if n < TOGETHER => names.iter().map(|name| (*name).to_owned()).collect(),
            n => vec![format!("{} and {} more", names[..NAMED].join(", "), n - NAMED)],
        };
        for name in names {
            lines.extend(own.iter().cloned().map(|line| Line { what: name.clone(), ..line }));
        }
    }
    lines
}

/// What is told of a card, without its name.
fn card_lines(card: &CardChange) -> Vec<Line> {
    let mut lines = Vec::new();
    for kind in card.kinds() {
        let says = match kind {
            ChangeKind::New => vec![counted(card.copies.1 as usize, "copy")],
            ChangeKind::Gone => vec![counted(card.copies.0 as usize, "copy")],
            ChangeKind::Copies => vec![format!("{} -> {}", card.copies.0, card.copies.1)],
            ChangeKind::Moved => match &card.fate {
                Fate::Moved { deck, id, .. } => vec![format!("was {deck}/{id}")],
                _ => Vec::new(),
            },
            ChangeKind::Rules => card.rules.iter().map(told).collect(),
            ChangeKind::Looks => card.looks.iter().map(told).collect(),
        };
        lines.extend(says.into_iter().map(|says| Line::of(kind, "", says)));
    }
    lines
}

/// "influence 3 -> 4"; a sentence on lines of its own.
fn told(edit: &ValueChange) -> String {
    match (&edit.old, &edit.new) {
        (None, None) => edit.what.clone(),
        _ if edit.is_long() => format!("{}:\n{}", edit.what, says(edit)),
        _ => format!("{} {}", edit.what, says(edit)),
    }
}

fn says(edit: &ValueChange) -> String {
    let edit = edit.short();
    let word = |text: &Option<String>| text.clone().unwrap_or_else(|| "none".to_owned());
    match (&edit.old, &edit.new) {
        (None, None) => "drawn otherwise".to_owned(),
        (old, new) if edit.is_long() => format!("- {}\n+ {}", word(old), word(new)),
        (old, new) => format!("{} -> {}", word(old), word(new)),
    }
}

/// A heading and a table under it; nothing without lines.
fn section(title: &str, lines: &[Line]) -> Option<String> {
    if lines.is_empty() {
        return None;
    }
    let mut table = wrapped_table(WIDTH);
    let mut before = "";
    for line in lines {
        let what = if line.what == before { "" } else { &line.what };
        table.add_row([line.kind.word(), what, &line.says]);
        before = &line.what;
    }
    // The same widths in every section, so that the columns line up.
    for (column, width) in COLUMNS.into_iter().enumerate() {
        if let Some(column) = table.column_mut(column) {
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
        }
    }
    let mut kinds = lines.iter().map(|line| line.kind);
    let mut rows: Vec<String> = Vec::new();
    for row in table.trim_fmt().lines() {
        // When a row wraps, the first column of its next line is empty.
        let begins = row.chars().nth(1).is_some_and(|sign| sign != ' ');
        let kind = if begins { kinds.next() } else { None };
        rows.push(kind.map_or(row.to_owned(), |kind| coloured(row, kind)));
    }
    Some(format!("{BOLD}{title}{PLAIN}\n{}", rows.join("\n")))
}

/// The line with the word of its kind in colour; the stream drops it where it is no terminal.
fn coloured(line: &str, kind: ChangeKind) -> String {
    let colour = match kind {
        ChangeKind::Rules => "\x1b[1;31m",
        ChangeKind::Looks => "\x1b[34m",
        ChangeKind::Copies => "\x1b[33m",
        ChangeKind::New => "\x1b[32m",
        ChangeKind::Gone => "\x1b[2m",
        ChangeKind::Moved => "\x1b[35m",
    };
    line.replacen(kind.word(), &format!("{colour}{}{PLAIN}", kind.word()), 1)
}

/// The functions of `rules.star` with the lines that differ.
fn script(changes: &[ScriptChange]) -> Option<String> {
    let mut lines = vec![format!("{BOLD}rules.star{PLAIN}")];
    for change in changes {
        let line = format!(" rules   {}: {}", change.name(), change.describe());
        lines.push(coloured(&line, ChangeKind::Rules));
        for line in change.lines.iter().take(MOST_LINES) {
            let (colour, sign) = if line.is_old { ("\x1b[31m", '-') } else { ("\x1b[32m", '+') };
            let said = format!("{:>7} {sign} {}", line.number, line.text);
            lines.push(format!("{colour}{said}{PLAIN}"));
        }
        if let more @ 1.. = change.lines.len().saturating_sub(MOST_LINES) {
            lines.push(format!("        and {} more", counted(more, "line")));
        }
    }
    (!changes.is_empty()).then(|| lines.join("\n"))
}

fn scenarios(scenarios: &Scenarios) -> String {
    let mut lines = vec![format!("{BOLD}Scenarios{PLAIN}")];
    for (_, says, list) in scenarios.lists() {
        if list.is_empty() {
            continue;
        }
        lines.push(format!(" {says}: {}", list.len()));
        for outcome in list.iter().take(MOST_SCENARIOS) {
            let cites = outcome.cites.join(", ");
            lines.push(format!("   {} ({cites})", outcome.slug));
            lines.extend(outcome.says.iter().map(|says| format!("     {says}")));
        }
        if list.len() > MOST_SCENARIOS {
            lines.push(format!("   and {} more", list.len() - MOST_SCENARIOS));
        }
    }
    let same = match (scenarios.held, scenarios.failing) {
        (held, 0) => format!(" hold as before: {held}"),
        (held, failing) => format!(" hold as before: {held}; fail as before: {failing}"),
    };
    lines.push(same);
    lines.join("\n")
}

fn games(pairs: u64, all: &[VariantDifference]) -> String {
    if all.is_empty() {
        return "Random games: none, as not both can be played in the same variants".to_owned();
    }
    let mut lines =
        vec![format!("{BOLD}Random games{PLAIN}, {} each before and after", grouped(pairs))];
    for one in all {
        lines.extend((!one.variant.is_empty()).then(|| format!("{}:", one.variant)));
        lines.push(findings_table(&one.found));
    }
    lines.join("\n")
}
