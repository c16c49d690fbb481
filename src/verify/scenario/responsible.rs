//! Which data a scenario fails by: found by experiment where the game is a copy of a shipped one, else the cards named.

use super::playing::play;
use super::reading::{Act, Scenario};
use crate::cards::{Change, Datum, Pack, Row, Value};
use crate::rules::{Laws, Notation};
use crate::source::{Files, Span};
use crate::verify::Prover;

/// Cards that are named when nothing better is known.
const MOST_CARDS: usize = 3;

/// The search for the data that scenarios fail by.
pub struct Search<'a, G> {
    prover: &'a Prover<G>,
    pack: &'a Pack,
    /// What the shipped game has otherwise.
    changes: Vec<Change>,
}

impl<'a, G: Notation + Laws> Search<'a, G> {
    /// `original` is the game that `pack` is a copy of.
    pub fn new(prover: &'a Prover<G>, pack: &'a Pack, original: Option<&Pack>) -> Self {
        let changes = original.map_or_else(Vec::new, |original| {
            let there = (&original.game, original.decks.as_slice());
            Change::between((&pack.game, &pack.decks), there)
        });
        Search {
            prover,
            pack,
            changes,
        }
    }

    /// Places in the data for a scenario that does not hold, and what is there.
    pub fn places(&self, scenario: &Scenario, files: &Files) -> Vec<(Span, String)> {
        let found = self.culprits(scenario);
        if found.is_empty() {
            let mut places = self.numbers(scenario, files);
            places.extend(self.cards(scenario));
            return places;
        }
        let alone = found.len() == 1;
        let tell = |change: &&Change| {
            let here = format!("{} here", change.here);
            let there = &change.there;
            let says = match alone {
                true => format!("{here}; with {there}, as in the shipped game, it holds"),
                false => {
                    format!(
                        "{here}, {there} in the shipped game; with all of these put back it holds"
                    )
                }
            };
            (change.span, says)
        };
        found.iter().map(tell).collect()
    }

    /// A smallest set of changes that the scenario holds without: no one of them can stay.
    fn culprits(&self, scenario: &Scenario) -> Vec<&Change> {
        let mut back: Vec<&Change> = self.changes.iter().collect();
        if back.is_empty() || !self.holds(scenario, &back) {
            return Vec::new();
        }
        for change in &self.changes {
            let without: Vec<&Change> = back
                .iter()
                .copied()
                .filter(|c| !std::ptr::eq(*c, change))
                .collect();
            if self.holds(scenario, &without) {
                back = without;
            }
        }
        back
    }

    /// Whether the scenario holds with these changes put back.
    fn holds(&self, scenario: &Scenario, back: &[&Change]) -> bool {
        let (mut game, mut decks) = (self.pack.game.clone(), self.pack.decks.clone());
        for change in back {
            change.put_back(&mut game, &mut decks);
        }
        let rules = (self.prover.compile)(&game, &decks, &scenario.variant);
        rules.is_ok_and(|rules| play(&rules, scenario).is_empty())
    }

    /// Numbers of the rules whose line in `game.toml` cites a clause of the scenario.
    fn numbers(&self, scenario: &Scenario, files: &Files) -> Vec<(Span, String)> {
        let Some(rules) = &self.pack.game.rules else {
            return Vec::new();
        };
        let prefix = self.pack.game.scenarios.clauses.as_deref().unwrap_or("");
        let clauses: Vec<&str> = scenario
            .cites
            .iter()
            .map(|(cite, _)| cite.trim_start_matches(prefix).trim_start_matches('-'))
            .collect();
        let numbers = rules.numbers.entries.iter();
        let cited = numbers.filter(|(_, value)| {
            let text = files.text(value.span.file);
            let rest = text.get(value.span.range().end..).unwrap_or_default();
            let comment = rest.lines().next().unwrap_or_default();
            let mut words = comment.split(|c: char| !c.is_alphanumeric());
            value.as_integer().is_some() && words.any(|word| clauses.contains(&word))
        });
        cited
            .map(|(key, value)| (value.span, format!("`{}` is {value}", key.name)))
            .collect()
    }

    /// The cards that the scenario names, those of its last moves first.
    fn cards(&self, scenario: &Scenario) -> Vec<(Span, String)> {
        let mut texts: Vec<&str> = Vec::new();
        for step in scenario.steps.iter().rev() {
            match &step.act {
                Act::Look => {}
                Act::Play { moves, .. } => texts.extend(moves.iter().map(|m| m.0.as_str())),
                Act::Refuse { mv, .. } => texts.push(&mv.0),
            }
        }
        strings(&scenario.table, &mut texts);
        let mut rows: Vec<&Row> = Vec::new();
        for word in texts.iter().flat_map(|text| text.split_whitespace()) {
            let id = word.split('#').next().unwrap_or_default();
            let all = self.pack.decks.iter().flat_map(|d| &d.rows);
            if let Some(row) = all.into_iter().find(|r| r.id == id)
                && !rows.iter().any(|r| r.id == row.id)
            {
                rows.push(row);
            }
        }
        let named = rows.iter().take(MOST_CARDS);
        named
            .map(|row| (row.place("name"), format!("`{}` is in it", row.id)))
            .collect()
    }
}

/// Every string in a value, outermost first.
fn strings<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match &value.datum {
        Datum::String(s) => found.push(s),
        Datum::List(list) => list.iter().for_each(|item| strings(item, found)),
        Datum::Table(table) => {
            for (_, value) in &table.entries {
                strings(value, found);
            }
        }
        _ => {}
    }
}
