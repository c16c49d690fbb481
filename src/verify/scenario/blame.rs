//! Finds the data that makes a scenario fail. A failed scenario and a pack come in; positions in the data go out:
//! found by undoing edits if the game is a copy of a shipped one, otherwise the cards that the scenario names.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::playing::play;
use super::reading::{Act, Scenario};
use crate::cards::{Pack, Row};
use crate::diff::Change;
use crate::rules::Variant;
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span};
use crate::table::CardSet;

/// Cards that are named when nothing better is known.
const MOST_CARDS: usize = 3;

/// Rules with changes put back that are kept at a time.
const MOST_MADE: usize = 100;

/// The search for the data that scenarios fail by.
pub struct BlameSearch<'a, S: CardSet> {
    pack: &'a Pack,
    /// The edits that turn the shipped game into this one.
    changes: Vec<Change>,
    /// The rules with some changes put back, for scenarios to come; `None` where they cannot be played.
    made: RefCell<BTreeMap<Made, Option<Rc<Rules<S>>>>>,
}

/// Which changes are put back, by their places, and the variant.
type Made = (Vec<usize>, Variant);

impl<'a, S: CardSet> BlameSearch<'a, S> {
    /// `original` is the game that `pack` is a copy of.
    pub fn new(pack: &'a Pack, original: Option<&Pack>) -> Self {
        let changes = original.map_or_else(Vec::new, |original| {
            let there = (&original.game, original.decks.as_slice());
            Change::between((&pack.game, &pack.decks), there)
        });
        BlameSearch { pack, changes, made: RefCell::default() }
    }

    /// Places in the data for a scenario in which `faults` were found, and what is there.
    pub fn places(
        &self,
        scenario: &Scenario,
        faults: &Diagnostics,
        files: &Files,
    ) -> Vec<(Span, String)> {
        let found = self.culprits(scenario, faults);
        if found.is_empty() {
            // A mistake in the scenario itself is not in any card.
            let of_data = [Code::DoesNotHold, Code::LawBroken];
            if !faults.iter().any(|fault| of_data.contains(&fault.code)) {
                return Vec::new();
            }
            let mut places = self.numbers(scenario, files);
            places.extend(self.cards(scenario));
            return places;
        }
        let tell = |change: &&Change| {
            let Change { here, there, .. } = change;
            let says = if found.len() == 1 {
                format!("{here} here; with {there}, as in the shipped game, it holds")
            } else {
                format!(
                    "{here} here, {there} in the shipped game; with all of these put back it holds"
                )
            };
            (change.span, says)
        };
        found.iter().map(tell).collect()
    }

    /// A smallest set of changes without which all that was found is as it should be: no one of them can stay.
    fn culprits(&self, scenario: &Scenario, faults: &Diagnostics) -> Vec<&Change> {
        let mut back: Vec<usize> = (0..self.changes.len()).collect();
        if back.is_empty() || !self.mends(scenario, faults, &back) {
            return Vec::new();
        }
        let mut some = back.len();
        while some > 0 {
            let mut at = 0;
            while at < back.len() {
                let end = (at + some).min(back.len());
                let without = [&back[..at], &back[end..]].concat();
                if self.mends(scenario, faults, &without) {
                    back = without;
                } else {
                    at = end;
                }
            }
            some = some.div_ceil(2).min(some - 1);
        }
        back.iter().map(|at| &self.changes[*at]).collect()
    }

    /// Whether nothing of `faults` is found with these changes put back. Where the scenario was changed for them it fails by
    /// what it now expects instead.
    fn mends(&self, scenario: &Scenario, faults: &Diagnostics, back: &[usize]) -> bool {
        let Some(rules) = self.with(back, &scenario.variant) else {
            return false;
        };
        let mut left = play(&*rules, scenario).into_iter();
        let stays = |left: &Diagnostic| faults.iter().any(|fault| fault.span == left.span);
        left.all(|left| left.code == Code::DoesNotHold && !stays(&left))
    }

    /// The rules with these changes put back.
    fn with(&self, back: &[usize], variant: &Variant) -> Option<Rc<Rules<S>>> {
        let key = (back.to_vec(), variant.clone());
        let mut made = self.made.borrow_mut();
        if made.len() > MOST_MADE {
            made.clear();
        }
        made.entry(key)
            .or_insert_with(|| {
                let (mut game, mut decks) = (self.pack.game.clone(), self.pack.decks.clone());
                for at in back {
                    self.changes[*at].put_back(&mut game, &mut decks);
                }
                Rules::compile(&game, &decks, variant).ok().map(Rc::new)
            })
            .clone()
    }

    /// Numbers of the rules whose line in `game.toml` cites a clause of the scenario.
    fn numbers(&self, scenario: &Scenario, files: &Files) -> Vec<(Span, String)> {
        let Some(rules) = &self.pack.game.rules else {
            return Vec::new();
        };
        let prefix = self.pack.game.scenarios.clauses.as_deref().unwrap_or("");
        let cites = scenario.cites.iter();
        let clauses: Vec<&str> = cites
            .map(|(cite, _)| cite.trim_start_matches(prefix).trim_start_matches('-'))
            .collect();
        let cited = rules.numbers.entries.iter().filter(|(_, value)| {
            let text = files.text(value.span.file);
            let rest = text.get(value.span.range().end..).unwrap_or_default();
            let comment = rest.lines().next().unwrap_or_default();
            let mut words = comment.split(|c: char| !c.is_alphanumeric());
            value.as_integer().is_some() && words.any(|word| clauses.contains(&word))
        });
        cited.map(|(key, value)| (value.span, format!("`{}` is {value}", key.name))).collect()
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
        scenario.table.strings(&mut texts);
        let mut rows: Vec<&Row> = Vec::new();
        for word in texts.iter().flat_map(|text| text.split_whitespace()) {
            let id = word.split('#').next().unwrap_or_default();
            let mut all = self.pack.decks.iter().flat_map(|d| &d.rows);
            if let Some(row) = all.find(|r| r.id == id)
                && !rows.iter().any(|r| r.id == row.id)
            {
                rows.push(row);
            }
        }
        rows.iter()
            .take(MOST_CARDS)
            .map(|row| (row.place("name"), format!("`{}` is in it", row.id)))
            .collect()
    }
}
