//! Writes down a shrunk game for people: as a story, a record and a scenario file. A failure comes in; a
//! [`Counterexample`] goes out. Called by the report of `fuzz`.

use serde_json::Value;

use super::scenario_file::scenario_file;
use super::script::Playthrough;
use super::search::{Shrunk, script_of, search};
use super::start_position::LATE_SEED;
use crate::rules::{Breach, Event, LawKind, ScriptedChance, Variant};
use crate::script::{Rules, VIEWS};
use crate::source::{Span, capitalised};
use crate::table::{CardSet, Move};
use crate::verify::failure::Failure;
use crate::verify::panics::guarded;
use crate::verify::playing::{Common, property_id};
use crate::verify::record::{RecordHeader, RecordOrigin, RecordWriter, Tells, write_record};

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
    let seed = if start.is_some() { LATE_SEED } else { shrunk.script.seed };
    let mut header = RecordHeader {
        tells: Tells { states: moves.len() <= MOST_STATES, legal: false },
        ..RecordHeader::new(origin.clone(), seed.into(), "counterexample", &game.names)
    };
    header.table.clone_from(&start);
    let piles = start.is_none().then(|| shrunk.script.piles.clone());
    let (mut story, last) = story(game, &header, piles.clone(), &moves);
    story.push(broken_law(game, breach));
    // The last move may make the engine panic: then the record ends before it.
    let written = |moves: &[Move]| {
        let record = guarded(|| Ok(write_record(game, header.clone(), piles.clone(), moves)));
        record.ok().and_then(Result::ok)
    };
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

/// The moves, each with what it led to; the last move alone. A panic of the engine ends it.
fn story<S: CardSet>(
    game: &Rules<S>,
    header: &RecordHeader,
    piles: Option<Vec<Vec<u8>>>,
    moves: &[Move],
) -> (Vec<String>, Option<String>) {
    let (mut lines, mut last) = (Vec::new(), None);
    let _ = guarded(|| {
        let chance = |of_table| ScriptedChance::new(piles.unwrap_or(of_table), header.seed);
        let Ok((begun, dealt)) = RecordWriter::begin(game, header, chance) else {
            return Ok(());
        };
        let RecordWriter { mut state, mut chance, .. } = begun;
        lines.push(match &header.table {
            None => set_up(game, &dealt.events),
            Some(table) => format!("The table: {table}"),
        });
        for (number, mv) in (1..).zip(moves) {
            let seat = game.turn(&state).map_or("nobody", |seat| game.names.seat(seat));
            let words = game.write(&state, *mv);
            let mut line = format!("{number}. {}: {words}", capitalised(seat));
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
            let left_out = (moves.len() + 1).saturating_sub(2 * TOLD);
            if number < TOLD || number >= TOLD + left_out {
                lines.push(line);
            } else if number == TOLD {
                lines.push(format!("… {left_out} more"));
            }
            applied?;
        }
        Ok(())
    });
    (lines, last)
}

/// The law that the last move broke.
fn broken_law<S: CardSet>(game: &Rules<S>, breach: &Breach) -> String {
    let promise = game.properties.get(breach.property).map(|law| format!(" ({})", law.says));
    let (id, promise) = (property_id(game, breach.property), promise.unwrap_or_default());
    format!("Then {id}{promise} does not hold: {}", breach.says)
}

/// Who was dealt what.
fn set_up<S: CardSet>(game: &Rules<S>, events: &[Event]) -> String {
    let mut zones: Vec<(String, Vec<&str>)> = Vec::new();
    for event in events {
        if let Event::Moved { card, to, drawn: true, .. } = event {
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
