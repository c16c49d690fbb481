//! The report of what differs between two games. What was found comes in; a report goes out, to which a page adds pictures.

use crate::diff::{
    CardChange, ChangeKind, DeckChange, Fate, GameDifferences, ScriptChange, ValueChange,
};
use crate::report::{
    About, Cell, GameReport, ListItem, ReportTable, SectionKind, Tone, Visibility, columns, row,
};
use crate::session::lab::pairs_report::findings_table;
use crate::session::open::compared_game::ShownGame;
use crate::source::{counted, grouped};

use super::edit_games::{Scenarios, VariantDifference};

/// Cards that differ by the same are told together from so many on.
const TOGETHER: usize = 4;

/// So many names stand for all of them.
const NAMED: usize = 3;

/// What differs between two games.
pub struct Difference {
    pub old: ShownGame,
    pub new: ShownGame,
    pub found: GameDifferences,
    /// `None` when they were not run: nothing that they show differs.
    pub scenarios: Option<Scenarios>,
    /// Pairs of random games of each variant, and what they say.
    pub games: Option<(u64, Vec<VariantDifference>)>,
}

impl Difference {
    pub fn differs(&self) -> bool {
        !self.found.is_empty() || self.scenarios.as_ref().is_some_and(|s| !s.is_empty())
    }

    /// All of it but the pictures.
    pub fn report(&self) -> GameReport {
        let mut report = GameReport::new(self.new.pack.game.full_title());
        let [old, new] = [&self.old, &self.new].map(|side| {
            let version = &side.pack.game.version;
            format!("{} ({version})", side.label)
        });
        for (name, words, shown) in [
            ("sides", format!("{old} → {new}"), Visibility::People),
            ("old", old, Visibility::Data),
            ("new", new, Visibility::Data),
            ("different", self.different().to_owned(), Visibility::Data),
        ] {
            report.about.push(About { name, words, shown });
        }
        report.verdict = self.summary();
        // A page shows cards and what differs on each of them side by side.
        let mut add = |title: &str, lines: Vec<Line>, shown| {
            if !lines.is_empty() {
                report.add(lines_table(title, lines), shown);
            }
        };
        add("game.toml", game_lines(&self.found), Visibility::Text);
        for deck in &self.found.decks {
            add(&title(deck), lines(deck), Visibility::Text);
        }
        add("The game", game_lines(&self.found), Visibility::Page);
        report.add(changes(&self.found), Visibility::Data);
        script(&self.found.script, &mut report);
        if let Some(scenarios) = &self.scenarios {
            outcomes(scenarios, &mut report);
        }
        if let Some((pairs, all)) = &self.games {
            games(*pairs, all, &mut report);
        }
        report
    }

    fn different(&self) -> &'static str {
        if self.differs() { "yes" } else { "no" }
    }

    fn summary(&self) -> String {
        let broken = self.scenarios.as_ref().map_or(0, |scenarios| scenarios.broken.len());
        let summary = self.found.summary();
        match (broken, self.differs() && self.found.is_empty()) {
            (_, true) => "no difference but in the scenarios".to_owned(),
            (0, _) => summary,
            (broken, _) => {
                format!("{summary}; {} held, and not any more", counted(broken, "scenario"))
            }
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    kind: ChangeKind,
    what: String,
    says: String,
}

fn tone(kind: ChangeKind) -> Tone {
    match kind {
        ChangeKind::Rules => Tone::Bad,
        ChangeKind::Copies | ChangeKind::Moved => Tone::Open,
        ChangeKind::New => Tone::Good,
        ChangeKind::Gone => Tone::Faint,
        ChangeKind::Looks => Tone::Plain,
    }
}

/// A table of lines below a title; the name of what differs stands only in the first of its lines.
fn lines_table(title: &str, lines: Vec<Line>) -> ReportTable {
    let columns = columns![of "kind" "" "", label "what" "", of "says" "" ""];
    let mut before = String::new();
    let rows = lines.into_iter().map(|Line { kind, what, says }| {
        let shown = if what == before { String::new() } else { what.clone() };
        before = what;
        row![Cell::Toned(tone(kind), kind.word().to_owned()), shown, says]
    });
    ReportTable::new("lines", columns).title(title).rows(rows)
}

fn game_lines(found: &GameDifferences) -> Vec<Line> {
    let edits = game_edits(found);
    edits.map(|(kind, edit)| Line { kind, what: edit.what.clone(), says: says(edit) }).collect()
}

/// What differs in game.toml.
fn game_edits(found: &GameDifferences) -> impl Iterator<Item = (ChangeKind, &ValueChange)> {
    let rules = found.rules.iter().map(|edit| (ChangeKind::Rules, edit));
    rules.chain(found.looks.iter().map(|edit| (ChangeKind::Looks, edit)))
}

fn title(deck: &DeckChange) -> String {
    match deck.fate {
        Fate::New => format!("{} (new)", deck.title),
        Fate::Gone => format!("{} (gone)", deck.title),
        _ => deck.title.clone(),
    }
}

fn lines(deck: &DeckChange) -> Vec<Line> {
    let of_deck = |kind, says| Line { kind, what: "the deck".to_owned(), says };
    let fate = match deck.fate {
        Fate::New => Some(ChangeKind::New),
        Fate::Gone => Some(ChangeKind::Gone),
        Fate::Kept | Fate::Moved { .. } => None,
    };
    let fate = fate.map(|kind| of_deck(kind, String::new()));
    let shared = deck.looks.iter().map(|edit| of_deck(ChangeKind::Looks, told(edit)));
    let text = deck.text.iter().map(|edit| Line {
        kind: ChangeKind::Looks,
        what: edit.what.clone(),
        says: says(edit),
    });
    let mut lines: Vec<Line> = fate.into_iter().chain(shared).chain(text).collect();
    let mut cards: Vec<(Vec<Line>, Vec<&str>)> = Vec::new();
    for card in &deck.cards {
        let own = card_lines(card);
        // Cards with the same differences share a line; renamed cards never do.
        match cards.iter_mut().find(|(known, _)| *known == own) {
            Some((_, names)) => names.push(&card.name),
            None => cards.push((own, vec![&card.name])),
        }
    }
    for (own, names) in cards {
        let names: Vec<String> = match names.len() {
            n if n < TOGETHER => names.into_iter().map(str::to_owned).collect(),
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
    let lines = card_edits(card, "").into_iter().map(|(kind, edit)| {
        let says = match kind {
            ChangeKind::New => counted(card.copies.1 as usize, "copy"),
            ChangeKind::Gone => counted(card.copies.0 as usize, "copy"),
            ChangeKind::Copies => says(&edit),
            ChangeKind::Moved => format!("was {}", edit.old.unwrap_or_default()),
            ChangeKind::Rules | ChangeKind::Looks => told(&edit),
        };
        Line { kind, what: String::new(), says }
    });
    lines.collect()
}

/// "influence 3 → 4"; a sentence on lines of its own.
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
        (None, None) => DRAWN.to_owned(),
        (old, new) if edit.is_long() => format!("- {}\n+ {}", word(old), word(new)),
        (old, new) => format!("{} → {}", word(old), word(new)),
    }
}

/// What is said where no words differ.
const DRAWN: &str = "drawn otherwise";

/// Every change by itself, for programs.
fn changes(found: &GameDifferences) -> ReportTable {
    let columns = columns![
        label "place" "",
        label "kind" "",
        label "what" "",
        of "name" "" "",
        of "old" "" "",
        of "new" "" "",
    ];
    let mut table = ReportTable::new("changes", columns);
    let mut add = |place: &str, name: &str, kind: ChangeKind, edit: &ValueChange| {
        let is_drawn = edit.old.is_none() && edit.new.is_none();
        let new = if is_drawn { Cell::words(DRAWN) } else { edit.new.as_ref().into() };
        table.rows.push(row![place, kind.word(), &edit.what, name, edit.old.as_ref(), new]);
    };
    for (kind, edit) in game_edits(found) {
        add("game.toml", "", kind, edit);
    }
    for change in &found.script {
        let edit = ValueChange { what: change.name().to_owned(), ..change.edit() };
        add("rules.star", "", ChangeKind::Rules, &edit);
    }
    for deck in &found.decks {
        let cards = Some(deck.cards.len() as u32);
        let fate = match deck.fate {
            Fate::New => Some((ChangeKind::New, count("cards", None, cards))),
            Fate::Gone => Some((ChangeKind::Gone, count("cards", cards, None))),
            Fate::Kept | Fate::Moved { .. } => None,
        };
        if let Some((kind, edit)) = fate {
            add(&deck.id, &deck.title, kind, &edit);
        }
        for edit in deck.looks.iter().chain(&deck.text) {
            add(&deck.id, &deck.title, ChangeKind::Looks, edit);
        }
        for card in &deck.cards {
            let place = format!("{}/{}", deck.id, card.id);
            for (kind, edit) in card_edits(card, &place) {
                add(&place, &card.name, kind, &edit);
            }
        }
    }
    table
}

fn count(what: &str, old: Option<u32>, new: Option<u32>) -> ValueChange {
    let [old, new] = [old, new].map(|count| count.map(|count| count.to_string()));
    ValueChange::new(what, old, new)
}

fn card_edits(card: &CardChange, place: &str) -> Vec<(ChangeKind, ValueChange)> {
    let mut all = Vec::new();
    let (old, new) = card.copies;
    for kind in card.kinds() {
        let edits = match (kind, &card.fate) {
            (ChangeKind::New, _) => vec![count("copies", None, Some(new))],
            (ChangeKind::Gone, _) => vec![count("copies", Some(old), None)],
            (ChangeKind::Copies, _) => vec![count("copies", Some(old), Some(new))],
            (ChangeKind::Moved, Fate::Moved { deck, id, .. }) => {
                let was = Some(format!("{deck}/{id}"));
                vec![ValueChange::new("place", was, Some(place.to_owned()))]
            }
            (ChangeKind::Moved, _) => Vec::new(),
            (ChangeKind::Rules, _) => card.rules.clone(),
            (ChangeKind::Looks, _) => card.looks.clone(),
        };
        all.extend(edits.into_iter().map(|edit| (kind, edit)));
    }
    all
}

/// The functions of `rules.star` with the lines that differ.
fn script(changes: &[ScriptChange], report: &mut GameReport) {
    for change in changes {
        report.heading(format!("rules.star, {}: {}", change.name(), change.describe()));
        let lines = change.lines.iter().map(|line| {
            let (tone, sign) = if line.is_old { (Tone::Bad, '-') } else { (Tone::Good, '+') };
            (tone, format!("{sign} {:>4} {}", line.number, line.text))
        });
        report.add(SectionKind::Code(lines.collect()), Visibility::Everyone);
    }
}

fn outcomes(scenarios: &Scenarios, report: &mut GameReport) {
    report.heading("Scenarios");
    let columns = columns![
        label "scenario" "",
        of "outcome" "" "",
        of "title" "" "",
        of "cites" "" "",
        of "says" "" "",
    ];
    let mut table = ReportTable::new("scenarios", columns);
    for (word, says, list) in scenarios.lists() {
        if list.is_empty() {
            continue;
        }
        report.add(format!("{says}: {}", list.len()).as_str(), Visibility::People);
        let tone = match word {
            "broken" => Tone::Bad,
            "mended" => Tone::Good,
            _ => Tone::Open,
        };
        let items = list.iter().map(|outcome| {
            let cites = outcome.cites.join(", ");
            let more = outcome.fault.clone().unwrap_or_default();
            table.rows.push(row![&outcome.slug, word, &outcome.title, &cites, &more]);
            ListItem { tone, says: format!("{} ({cites})", outcome.slug), more }
        });
        report.add(SectionKind::List(items.collect()), Visibility::People);
    }
    report.add(table, Visibility::Data);
    report.paragraph(match (scenarios.held, scenarios.failing) {
        (held, 0) => format!("hold as before: {held}"),
        (held, failing) => format!("hold as before: {held}; fail as before: {failing}"),
    });
}

fn games(pairs: u64, all: &[VariantDifference], report: &mut GameReport) {
    if all.is_empty() {
        report.paragraph("Random games: none, as not both can be played in the same variants.");
        return;
    }
    report.heading(format!("Random games, {} each before and after", grouped(pairs)));
    report.sections.extend(differences_report(all).sections);
}

/// What pairs of random games say of each variant.
pub fn differences_report(all: &[VariantDifference]) -> GameReport {
    let mut report = GameReport::default();
    for one in all {
        report.of.clone_from(&one.variant);
        report.table(findings_table(&one.found).title(&one.variant));
    }
    report
}
