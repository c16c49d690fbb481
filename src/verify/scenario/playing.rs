//! Sets up the table of a scenario and plays it. Rules and a scenario come in; diagnostics, each at its place in the file, go out. A move
//! that cannot be made ends it; after an expectation that fails it goes on.

use serde_json::Value as Json;

use super::reading::{Act, Scenario, ScenarioStep, SpannedText};
use super::{assertions, cards};
use crate::cards::{Datum, Value};
use crate::rules::{Breach, Event, Misfit, NoListener, ScriptedChance, Tally};
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, Fault, Span, fault, instead, list_words};
use crate::table::{CardSet, Move, Staged, Table};
use crate::verify::panics::guarded;
use crate::verify::playing::{legal_texts, property_id};

/// Plays the scenario with every law checked. It holds if there are no diagnostics.
pub fn play<S: CardSet>(rules: &Rules<S>, scenario: &Scenario) -> Diagnostics {
    let mut faults = Diagnostics::new();
    if let Err(last) = play_on(rules, scenario, &mut faults) {
        faults.append(last);
    }
    faults
}

/// The moves of a scenario up to the first that cannot be played.
///
/// # Errors
/// When its table cannot be set up.
pub fn moves_of<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
) -> Result<Vec<Move>, Diagnostics> {
    let (mut state, mut chance) = set_up_table(rules, scenario)?;
    let mut played = Vec::new();
    let texts = scenario.steps.iter().flat_map(|step| match &step.act {
        Act::Play { moves, .. } => moves.as_slice(),
        Act::Look | Act::Refuse { .. } => &[],
    });
    for (text, _) in texts {
        let words = text.split_once(": ").map_or(text.as_str(), |(_, words)| words);
        let Ok(mv) = rules.read(&state, words) else {
            break;
        };
        let mut next = state;
        let done = guarded(|| Ok(rules.play(&mut next, mv, &mut chance, &mut Vec::new())));
        if !matches!(done, Ok(Ok(()))) {
            break;
        }
        state = next;
        played.push(mv);
    }
    Ok(played)
}

/// Plays it to its end. An error is a fault after which it cannot go on.
fn play_on<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
    faults: &mut Diagnostics,
) -> Result<(), Diagnostics> {
    let (state, chance) = set_up_table(rules, scenario)?;
    let mut play = Play { rules, scenario, first: state, state, chance };
    for step in &scenario.steps {
        play.step(step, faults)?;
    }
    Ok(())
}

/// A scenario under way.
struct Play<'a, S: CardSet> {
    rules: &'a Rules<S>,
    scenario: &'a Scenario,
    /// The table that was set up.
    first: Table<S>,
    state: Table<S>,
    chance: ScriptedChance,
}

impl<S: CardSet> Play<'_, S> {
    /// Plays one step and reports what does not hold in it. An error leaves the step unfinished.
    fn step(&mut self, step: &ScenarioStep, faults: &mut Diagnostics) -> Result<(), Diagnostic> {
        let names = &self.rules.names;
        match &step.act {
            Act::Look => {}
            Act::Play { moves, events, never } => {
                let mut log = Vec::new();
                for mv in moves {
                    self.play(mv, &mut log)?;
                }
                let told: Vec<String> =
                    log.iter().map(|event| names.describe_event(event)).collect();
                faults.append(assertions::check_events(names, &told, events, never));
            }
            // The table must not change, whether the move is refused or not.
            Act::Refuse { mv, because } => {
                faults.keep(self.refuse(mv, because));
            }
        }
        if let Some(expect) = &step.expect {
            let Play { rules, state, chance, .. } = self;
            faults.append(assertions::check_expectations(rules, state, chance, expect));
        }
        Ok(())
    }

    /// Plays one move, and watches every law.
    fn play(&mut self, (text, span): &SpannedText, log: &mut Vec<Event>) -> Result<(), Diagnostic> {
        let (mv, words) = self.read(text, *span)?;
        let before = self.state;
        let written = self.rules.write(&before, mv);
        let watched = guarded(|| {
            if let Err(refusal) = self.rules.play(&mut self.state, mv, &mut self.chance, log) {
                return Ok(Some(refusal));
            }
            self.rules.watch(Some(&before), &self.state, &mut Tally::default()).map(|()| None)
        });
        Err(match watched {
            Ok(None) if written == words => return Ok(()),
            Ok(None) => {
                fault!(self, *span; "`{words}` is not how the move is written"; "write `{written}`")
            }
            Ok(Some(refusal)) => {
                let help = assertions::instead(words, &legal_texts(self.rules, &before));
                fault!(self, *span; "expected `{words}` to be legal, found it refused: {}", refusal.describe(); help)
            }
            Err(breach) => self.breach((words, *span), &breach),
        })
    }

    /// That a move breaks a law, or the table before all moves did already.
    fn breach(&self, (words, span): (&str, Span), breach: &Breach) -> Diagnostic {
        let first = guarded(|| self.rules.watch(None, &self.first, &mut Tally::default()));
        let before = first.is_err_and(|first| first.property == breach.property);
        let table = &self.scenario.table;
        let zones = table.as_table().and_then(|table| table.get("zones"));
        let (what, span) = if !before {
            (format!("`{words}`"), span)
        } else if self.scenario.set_up {
            ("the set-up of the rules".to_owned(), table.span)
        } else {
            ("the table of the scenario".to_owned(), zones.map_or(table.span, |zones| zones.span))
        };
        let id = property_id(self.rules, breach.property);
        let message = format!("{what} breaks {id}: {}", breach.says);
        let promise = self.rules.properties.get(breach.property);
        let help = match promise.map(|p| &p.says) {
            Some(promise) => format!("what always holds: {promise}"),
            None => "this is a fault of the rules' engine: please report it".to_owned(),
        };
        Diagnostic::error(Code::LawBroken, message).at(span).help(help)
    }

    /// Tries a move that must be refused.
    fn refuse(
        &self,
        (text, span): &SpannedText,
        (because, because_span): &SpannedText,
    ) -> Result<(), Diagnostic> {
        let known = self.rules.refusals();
        if !known.is_empty() && !known.contains(&because.as_str()) {
            let help = instead(because, known);
            return Err(
                fault!(self, *because_span; "nothing is refused with the word `{because}`"; help),
            );
        }
        let (mv, words) = self.read(text, *span)?;
        let (mut state, mut chance, mut log) = (self.state, self.chance.clone(), Vec::new());
        let Err(refusal) = self.rules.play(&mut state, mv, &mut chance, &mut log) else {
            return Err(fault!(self, *span;
                "expected `{words}` to be refused ({because}), found it legal";
                "change the data back, or play the move if the change is meant"));
        };
        if state != self.state || chance != self.chance || !log.is_empty() {
            return Err(fault!(self, *span;
                "`{words}` is refused, but it changed the table";
                "this is a fault of the rules, not of the cards"));
        }
        if refusal.word != because {
            return Err(fault!(self, *because_span;
                "expected the reason `{because}`, found `{}`", refusal.word; refusal.describe()));
        }
        Ok(())
    }

    /// Reads a move, and whose it is when that is written before it.
    fn read<'t>(&self, text: &'t str, span: Span) -> Result<(Move, &'t str), Diagnostic> {
        let names = &self.rules.names;
        let mut words = text;
        if let Some((seat, rest)) = text.split_once(": ") {
            words = rest;
            let turn = self.rules.turn(&self.state).map_or("nobody", |seat| names.seat(seat));
            if turn != seat {
                return Err(fault!(self, span;
                    "expected the turn of `{seat}`, found that of `{turn}`";
                    "seats are {}", list_words(names.seats.iter().map(String::as_str))));
            }
        }
        let mv =
            self.rules.read(&self.state, words).map_err(|unread| match &unread.unknown_card {
                Some(word) => cards::unknown(word, names, (text, span)),
                None => {
                    let legal = legal_texts(self.rules, &self.state);
                    self.fault(span, unread.to_string(), assertions::instead(words, &legal))
                }
            })?;
        Ok((mv, words))
    }

    fn fault(&self, span: Span, message: String, help: String) -> Diagnostic {
        Diagnostic::error(Code::ScenarioMove, message).at(span).help(help)
    }
}

/// The first state of a scenario, and the chance that it plays with.
///
/// # Errors
/// Everything that does not fit, each at its place.
pub fn set_up_table<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
) -> Result<(Table<S>, ScriptedChance), Diagnostics> {
    let staged = staged_table(rules, scenario)?;
    let mut chance = ScriptedChance::new(staged.piles, scenario.seed);
    let state =
        if scenario.set_up { rules.set_up(&mut chance, &mut NoListener) } else { staged.state };
    Ok((state, chance))
}

/// The table as the scenario gives it: the state, and the cards that are drawn first.
///
/// # Errors
/// As [`set_up_table`].
pub fn staged_table<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
) -> Result<Staged<S>, Diagnostics> {
    let staged = rules.stage(&table_json(scenario)).map_err(|misfits| {
        let fault = |misfit: Misfit| {
            let there = value_at(&scenario.table, &misfit.path);
            let is_card = misfit.fault.code == Some(Code::UnknownCard);
            match there.as_str().filter(|_| is_card) {
                Some(word) => cards::unknown(word, &rules.names, (word, there.span)),
                None => Fault { code: None, ..misfit.fault }.error(Code::Staging).at(there.span),
            }
        };
        misfits.into_iter().map(fault).collect::<Diagnostics>()
    })?;
    if scenario.set_up {
        only_piles(scenario, staged.piles.iter().map(Vec::len).sum())?;
    }
    Ok(staged)
}

/// The table of a scenario as a record has it.
pub fn table_json(scenario: &Scenario) -> Json {
    json(&scenario.table)
}

/// A game that is set up by its rules begins from nothing but the order of its piles.
fn only_piles(scenario: &Scenario, piled: usize) -> Result<(), Diagnostics> {
    let keys = scenario.table.as_table().into_iter().flat_map(|table| &table.entries);
    let mut listed = 0;
    for (key, value) in keys {
        if key.name == "zones" {
            let zones = value.as_table().into_iter().flat_map(|zones| &zones.entries);
            listed += zones.filter_map(|(_, cards)| Some(cards.as_list()?.len())).sum::<usize>();
        }
        if key.name != "zones" || listed > piled {
            let fault = fault!("`{}` is what the set-up says", key.name;
                "beside `set-up = true`, list piles alone, in the order of drawing: `zones = {{ deck = [\"…\"] }}`");
            return Err(fault.error(Code::Staging).at(key.span).into());
        }
    }
    Ok(())
}

/// The value without its places.
fn json(value: &Value) -> Json {
    match &value.datum {
        Datum::String(s) => Json::from(s.as_str()),
        Datum::Integer(n) => Json::from(*n),
        Datum::Float(n) => Json::from(*n),
        Datum::Boolean(b) => Json::from(*b),
        Datum::List(list) => list.iter().map(json).collect(),
        Datum::Table(table) => {
            let entries = table.entries.iter().map(|(key, value)| (key.name.clone(), json(value)));
            Json::Object(entries.collect())
        }
    }
}

/// The value at a path, or the innermost one around it that is there.
fn value_at<'v>(value: &'v Value, path: &[String]) -> &'v Value {
    let Some((first, rest)) = path.split_first() else {
        return value;
    };
    let inner = match &value.datum {
        Datum::Table(table) => table.get(first),
        Datum::List(list) => first.parse().ok().and_then(|at: usize| list.get(at)),
        _ => None,
    };
    inner.map_or(value, |inner| value_at(inner, rest))
}
