//! Plays one scenario. Rules and a scenario come in; diagnostics go out. A move that cannot be made ends it; after an
//! expectation that fails it goes on. Called by `running` and `blame`.

use super::reading::{Act, Scenario, ScenarioStep, SpannedText};
use super::{assertions, cards, events, staging};
use crate::rules::{Breach, Event, ScriptedChance, Tally};
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, Span};
use crate::table::{CardSet, Move, Table};
use crate::verify::panics::guarded;
use crate::verify::playing::{legal_texts, property_id};

/// Plays the scenario with every law checked. It holds if there are no diagnostics.
pub fn play<S: CardSet>(rules: &Rules<S>, scenario: &Scenario) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let ended = play_on(rules, scenario, &mut |fault| {
        faults.push(fault);
        true
    });
    if let Err(last) = ended {
        faults.append(last);
    }
    faults
}

/// Whether all is as the scenario says; the first thing that is not ends it.
pub fn holds<S: CardSet>(rules: &Rules<S>, scenario: &Scenario) -> bool {
    let mut sound = true;
    let ended = play_on(rules, scenario, &mut |_| {
        sound = false;
        false
    });
    ended.is_ok() && sound
}

/// The moves of a scenario up to the first that cannot be played.
///
/// # Errors
/// When its table cannot be set up.
pub fn moves_of<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
) -> Result<Vec<Move>, Diagnostics> {
    let (mut state, mut chance) = staging::set_up_table(rules, scenario)?;
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

/// Plays it to its end, or until `told` asks to stop after a mismatch. An error is a fault after which it cannot go on.
fn play_on<S: CardSet>(
    rules: &Rules<S>,
    scenario: &Scenario,
    told: &mut dyn FnMut(Diagnostic) -> bool,
) -> Result<(), Diagnostics> {
    let (state, chance) = staging::set_up_table(rules, scenario)?;
    let mut play = Play { rules, scenario, first: state, state, chance };
    for step in &scenario.steps {
        for fault in play.step(step)? {
            if !told(fault) {
                return Ok(());
            }
        }
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
    /// Plays one step; gives what does not hold in it. An error leaves the step unfinished.
    fn step(&mut self, step: &ScenarioStep) -> Result<Diagnostics, Diagnostic> {
        let mut faults = Diagnostics::new();
        match &step.act {
            Act::Look => {}
            Act::Play { moves, events, never } => {
                let mut log = Vec::new();
                for mv in moves {
                    self.play(mv, &mut log)?;
                }
                let told = log.iter().map(|event| self.rules.names.describe_event(event));
                let told: Vec<String> = told.collect();
                faults = events::check_events(&self.rules.names, &told, events, never);
            }
            // The table must not change, whether the move is refused or not.
            Act::Refuse { mv, because } => {
                if let Err(fault) = self.refuse(mv, because) {
                    faults.push(fault);
                }
            }
        }
        if let Some(expect) = &step.expect {
            faults.append(assertions::check_expectations(
                self.rules,
                &self.state,
                &self.chance,
                expect,
            ));
        }
        Ok(faults)
    }

    /// Plays one move, and watches every law.
    fn play(&mut self, (text, span): &SpannedText, log: &mut Vec<Event>) -> Result<(), Diagnostic> {
        let (mv, words) = self.read(text, *span)?;
        let before = self.state;
        let written = self.rules.write(&before, mv);
        let mut tally = Tally::default();
        let watched = guarded(|| {
            let played = self.rules.play(&mut self.state, mv, &mut self.chance, log);
            match played {
                Err(refusal) => Ok(Some(refusal)),
                Ok(()) => {
                    let watched = self.rules.watch(Some(&before), &self.state, &mut tally);
                    watched.map(|()| None)
                }
            }
        });
        match watched {
            Ok(None) if written == words => Ok(()),
            Ok(None) => {
                let message = format!("`{words}` is not how the move is written");
                Err(self.fault(*span, &message, format!("write `{written}`")))
            }
            Ok(Some(refusal)) => {
                let message = format!(
                    "expected `{words}` to be legal, found it refused: {}",
                    refusal.describe()
                );
                let legal = legal_texts(self.rules, &before);
                Err(self.fault(*span, &message, assertions::instead(words, &legal)))
            }
            Err(breach) => Err(self.breach((words, *span), &breach)),
        }
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
        let fault = Diagnostic::error(Code::LawBroken, message);
        fault.at(span).help(help)
    }

    /// Tries a move that must be refused.
    fn refuse(
        &self,
        (text, span): &SpannedText,
        (because, because_span): &SpannedText,
    ) -> Result<(), Diagnostic> {
        let known = self.rules.refusals();
        if !known.is_empty() && !known.contains(&because.as_str()) {
            let message = format!("nothing is refused with the word `{because}`");
            let help = crate::source::instead(because, known);
            return Err(self.fault(*because_span, &message, help));
        }
        let (mv, words) = self.read(text, *span)?;
        let (mut state, mut chance, mut log) = (self.state, self.chance.clone(), Vec::new());
        let played = self.rules.play(&mut state, mv, &mut chance, &mut log);
        let Err(refusal) = played else {
            let message = format!("expected `{words}` to be refused ({because}), found it legal");
            let help = "change the data back, or play the move if the change is meant";
            return Err(self.fault(*span, &message, help.to_owned()));
        };
        if state != self.state || chance != self.chance || !log.is_empty() {
            let message = format!("`{words}` is refused, but it changed the table");
            let help = "this is a fault of the rules, not of the cards".to_owned();
            return Err(self.fault(*span, &message, help));
        }
        if refusal.word != because {
            let message = format!("expected the reason `{because}`, found `{}`", refusal.word);
            let help = refusal.describe();
            return Err(self.fault(*because_span, &message, help));
        }
        Ok(())
    }

    /// Reads a move, and whose it is when that is written before it.
    fn read<'t>(&self, text: &'t str, span: Span) -> Result<(Move, &'t str), Diagnostic> {
        let names = &self.rules.names;
        let mut words = text;
        if let Some((seat, rest)) = text.split_once(": ") {
            words = rest;
            let turn = self.rules.turn(&self.state);
            let turn = turn.map_or("nobody", |seat| names.seat(seat));
            if turn != seat {
                let message = format!("expected the turn of `{seat}`, found that of `{turn}`");
                let seats = crate::source::list_words(names.seats.iter().map(String::as_str));
                return Err(self.fault(span, &message, format!("seats are {seats}")));
            }
        }
        let read = self.rules.read(&self.state, words);
        let mv = read.map_err(|unread| match unread.unknown_card {
            Some(word) => cards::unknown(&word, names, (text, span)),
            None => {
                let legal = legal_texts(self.rules, &self.state);
                let says = unread.to_string();
                self.fault(span, &says, assertions::instead(words, &legal))
            }
        })?;
        Ok((mv, words))
    }

    fn fault(&self, span: Span, message: &str, help: String) -> Diagnostic {
        Diagnostic::error(Code::ScenarioMove, message).at(span).help(help)
    }
}
