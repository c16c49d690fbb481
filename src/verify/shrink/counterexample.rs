//! Writes down a shrunk game for people: as a story, a record and a scenario file. A failure comes in; a
//! [`Counterexample`] goes out. Called by the report of `fuzz`.

use serde_json::Value;

use super::scenario_file::scenario_file;
use super::script::Playthrough;
use super::search::{Shrunk, script_of, search};
use super::start_position::LATE_SEED;
use crate::rules::{Breach, Event, LawKind, Log, Misfit, ScriptedChance, Variant};
use crate::script::{Rules, VIEWS};
use crate::source::Span;
use crate::table::{CardSet, Move, Table};
use crate::verify::failure::Failure;
use crate::verify::panics::guarded;
use crate::verify::playing::{Common, property_id};
use crate::verify::record::{self, RecordHeader, RecordOrigin, Tells};

/// The smallest game that was found to break a law.
#[derive(Debug, Clone, PartialEq)]
pub struct Counterexample {
    /// The clause or the words of the property: "CH2-I9".
    pub property: String,
    /// What was expected and what was found.
    pub says: String,
    /// Where in the game's files.
    pub at: Option<Span>,
    /// Its last move.
    pub last: Option<String>,
    /// Decisions from the start of the story to the breach, both counted.
    pub moves: usize,
    /// Decisions from the set-up.
    pub from_set_up: usize,
    /// Decisions of the game in which it was found.
    pub found_after: usize,
    /// The table that story and record start from; `None`: the set-up.
    pub start: Option<Value>,
    /// JSON lines that `deckproof replay` plays again.
    pub record: String,
    /// A scenario file that fails as long as the law is broken; `None` if scenarios do not check the law.
    pub scenario: Option<String>,
    /// The moves and what they lead to, a line each.
    pub story: Vec<String>,
}

/// Bytes of a line after which no more events are added.
const LINE: usize = 2_000;

/// Moves of a record that shows the table after each. A longer one would fill the memory.
const MOST_STATES: usize = 2_000;

/// Lines of a story that are shown from its beginning, and from its end.
const TOLD: usize = 30;

/// A longer game is shown from a table set up by name, if possible, and not from its set-up.
const LONG: usize = 15;

/// Shrinks a failing game and writes it down in every form. `origin`: what the game was compiled from.
/// A failure that does not repeat is written down as it was found.
pub fn shrink<S: CardSet>(
    game: &Rules<S>,
    origin: &RecordOrigin,
    failure: &Failure,
    budget: u64,
) -> Counterexample {
    // A game that does not end has no shorter counterexample.
    let endless = failure.breach.property == Common::Endless.number();
    let shrunk = (!endless).then(|| search(game, failure, budget)).flatten();
    let shrunk = shrunk.unwrap_or_else(|| Shrunk {
        script: script_of(game, failure).unwrap_or_else(|| Playthrough {
            piles: Vec::new(),
            seed: failure.seed,
            moves: Vec::new(),
        }),
        breach: failure.breach.clone(),
        late: None,
        spent: 0,
    });
    tell(game, origin, failure, &shrunk)
}

fn tell<S: CardSet>(
    game: &Rules<S>,
    origin: &RecordOrigin,
    failure: &Failure,
    shrunk: &Shrunk,
) -> Counterexample {
    let from_set_up = shrunk.script.moves.len();
    let late = shrunk.late.as_ref().filter(|late| late.moves.len() < from_set_up);
    let (start, moves, breach) = match late {
        Some(late) if from_set_up > LONG => {
            (Some(late.table.clone()), late.moves.clone(), &late.breach)
        }
        _ => {
            let moves = shrunk.script.moves.iter().map(|made| made.mv).collect();
            (None, moves, &shrunk.breach)
        }
    };
    let beginning = Beginning { table: start.as_ref(), script: &shrunk.script };
    let seed = beginning.seed().into();
    let header = RecordHeader {
        tells: Tells { states: moves.len() <= MOST_STATES, legal: false },
        table: start.clone(),
        ..RecordHeader::new(origin.clone(), seed, "counterexample", &game.names)
    };
    let piles = start.is_none().then(|| shrunk.script.piles.clone());
    // The last move may make the engine panic: then the record ends before it.
    let written = |moves: &[Move]| {
        let written =
            guarded(|| Ok(record::write_record(game, header.clone(), piles.clone(), moves)));
        written.ok().and_then(Result::ok)
    };
    let (story, last) = story(game, &beginning, &moves, breach);
    let record = written(&moves).or_else(|| written(moves.split_last()?.1));
    Counterexample {
        property: property_id(game, breach.property).to_owned(),
        says: breach.says.clone(),
        at: breach.clone().at_its_law(&game.properties).at,
        moves: moves.len(),
        from_set_up,
        found_after: failure.moves.len(),
        record: record.unwrap_or_default(),
        scenario: scenario(game, &origin.variant, shrunk),
        story,
        last,
        start,
    }
}

/// The scenario file, if a scenario can show the breach: scenarios only check [`Rules::watch`].
fn scenario<S: CardSet>(game: &Rules<S>, variant: &Variant, shrunk: &Shrunk) -> Option<String> {
    let number = shrunk.breach.property;
    let property = game.properties.get(number)?;
    let watched = property.kind == LawKind::Always && number != VIEWS;
    let late = shrunk.late.as_ref().filter(|_| watched)?;
    Some(scenario_file(property, variant, late))
}

/// Where a story starts.
struct Beginning<'a> {
    table: Option<&'a Value>,
    script: &'a Playthrough,
}

impl Beginning<'_> {
    fn seed(&self) -> u64 {
        match self.table {
            Some(_) => LATE_SEED,
            None => self.script.seed,
        }
    }

    fn state<S: CardSet, L: Log>(
        &self,
        game: &Rules<S>,
        log: &mut L,
    ) -> Result<(Table<S>, ScriptedChance), Vec<Misfit>> {
        match self.table {
            Some(table) => {
                let staged = game.stage(table)?;
                Ok((staged.state, ScriptedChance::new(staged.piles, self.seed())))
            }
            None => {
                let mut chance = self.script.chance();
                let state = game.set_up(&mut chance, log);
                Ok((state, chance))
            }
        }
    }
}

/// The moves, each with what it led to, and the law that the last one broke; the last move alone.
fn story<S: CardSet>(
    game: &Rules<S>,
    beginning: &Beginning<'_>,
    moves: &[Move],
    breach: &Breach,
) -> (Vec<String>, Option<String>) {
    let (mut lines, mut last) = (Vec::new(), None);
    let mut told = || {
        let mut dealt = Vec::new();
        let Ok((mut state, mut chance)) = beginning.state(game, &mut dealt) else {
            return Ok(());
        };
        match beginning.table {
            None => lines.push(set_up(game, &dealt)),
            Some(table) => lines.push(format!("The table: {table}")),
        }
        for (index, mv) in moves.iter().enumerate() {
            let seat = game.turn(&state).map(|seat| game.names.seat(seat));
            let seat = capital(seat.unwrap_or("nobody"));
            let words = game.write(&state, *mv);
            let mut line = format!("{}. {seat}: {words}", index + 1);
            last = Some(words);
            let mut log = Vec::new();
            let applied = guarded(|| {
                game.apply(&mut state, *mv, &mut chance, &mut log);
                Ok(())
            });
            for event in log.iter().filter(|event| telling(event)) {
                if line.len() > LINE {
                    line += "; …";
                    break;
                }
                line += &format!("; {}", game.names.describe_event(event));
            }
            // Of a long game the beginning and the end are shown.
            let left_out = (moves.len() + 1).saturating_sub(2 * TOLD);
            if index + 1 < TOLD || index + 1 >= TOLD + left_out {
                lines.push(line);
            } else if index + 1 == TOLD {
                lines.push(format!("… {left_out} more"));
            }
            applied?;
        }
        Ok::<(), Breach>(())
    };
    // A panic ends the story with the move that led to it.
    let _ = told();
    let promise = game.properties.get(breach.property).map(|p| &p.says);
    let id = property_id(game, breach.property);
    let promise = promise.map_or(String::new(), |says| format!(" ({says})"));
    lines.push(format!("Then {id}{promise} does not hold: {}", breach.says));
    (lines, last)
}

/// Who was dealt what.
fn set_up<S: CardSet>(game: &Rules<S>, events: &[Event]) -> String {
    let mut zones: Vec<(String, Vec<&str>)> = Vec::new();
    for event in events {
        if let Event::Drawn { card, to, .. } = event {
            let (zone, card) = (game.names.zone(*to), game.names.card(*card));
            match zones.iter_mut().find(|(name, _)| name == zone) {
                Some((_, cards)) => cards.push(card),
                None => zones.push((zone.to_owned(), vec![card])),
            }
        }
    }
    let zones: Vec<String> =
        zones.into_iter().map(|(zone, cards)| format!("{zone}: {}", cards.join(" "))).collect();
    format!("Dealt to {}", zones.join("; "))
}

/// Whether an event says more than the move itself.
fn telling(event: &Event) -> bool {
    matches!(event, Event::Counted { .. } | Event::Noted { .. } | Event::Told { .. })
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}
