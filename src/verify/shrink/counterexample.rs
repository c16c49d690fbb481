//! Writes down a shrunk game for people: as a story, a record and a scenario file, ready to be committed. A failure comes in; a
//! [`Counterexample`] goes out.

use serde_json::{Map, Value};

use super::script::Playthrough;
use super::search::{Shrunk, script_of, search};
use super::start_position::{LATE_SEED, Late};
use crate::cards::{toml_key, toml_string};
use crate::rules::{Breach, Event, LawKind, Property, Variant};
use crate::script::{Rules, VIEWS};
use crate::source::{Span, capitalised};
use crate::table::{CardSet, Move};
use crate::verify::panics::guarded;
use crate::verify::playing::{Common, Failure, property_id};
use crate::verify::record::{RecordHeader, RecordOrigin, Tells, begin_record};

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
    let shrunk = shrunk.unwrap_or_else(|| {
        let empty = Playthrough { piles: Vec::new(), seed: failure.seed, moves: Vec::new() };
        let script = script_of(game, failure).unwrap_or(empty);
        Shrunk { script, breach: failure.breach.clone(), late: None, spent: 0 }
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
    let header = RecordHeader {
        tells: Tells { states: moves.len() <= MOST_STATES, legal: false },
        table: start.clone(),
        ..RecordHeader::new(origin.clone(), seed.into(), "counterexample", &game.names)
    };
    let piles = start.is_none().then(|| shrunk.script.piles.clone());
    let Told { mut story, record, last } = play(game, header, piles, &moves).unwrap_or_default();
    story.push(broken_law(game, breach));
    Counterexample {
        property: property_id(game, breach.property).to_owned(),
        says: breach.says.clone(),
        at: breach.clone().at_its_law(&game.properties).at,
        moves: moves.len(),
        from_set_up,
        found_after: failure.moves.len(),
        record,
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

/// A game as a story and as a record, and its last move.
#[derive(Default)]
struct Told {
    story: Vec<String>,
    record: String,
    last: Option<String>,
}

/// The moves, each with what it led to. A panic of the engine ends the story with the move that brings it about, the record before.
fn play<S: CardSet>(
    game: &Rules<S>,
    header: RecordHeader,
    piles: Option<Vec<Vec<u8>>>,
    moves: &[Move],
) -> Option<Told> {
    let table = header.table.clone();
    let (mut writer, dealt) = guarded(|| Ok(begin_record(game, header, piles))).ok()?.ok()?;
    let mut lines = dealt.lines;
    let mut story = vec![match table {
        None => set_up(game, &dealt.events),
        Some(table) => format!("The table: {table}"),
    }];
    let mut last = None;
    for (number, mv) in (1..).zip(moves) {
        let seat = game.turn(&writer.state).map_or("nobody", |seat| game.names.seat(seat));
        let words = game.write(&writer.state, *mv);
        let mut line = format!("{number}. {}: {words}", capitalised(seat));
        last = Some(words);
        let mut after = writer.clone();
        let played = guarded(|| Ok(after.play(game, *mv)));
        let events = played.iter().flat_map(|ply| &ply.events);
        for event in events.filter(|event| telling(event)) {
            if line.len() > LINE {
                line += "; …";
                break;
            }
            line += &format!("; {}", game.names.describe_event(event));
        }
        let left_out = (moves.len() + 1).saturating_sub(2 * TOLD);
        if number < TOLD || number >= TOLD + left_out {
            story.push(line);
        } else if number == TOLD {
            story.push(format!("… {left_out} more"));
        }
        let Ok(ply) = played else { break };
        lines.extend(ply.lines);
        writer = after;
    }
    lines.extend([writer.last_line(game), String::new()]);
    Some(Told { story, record: lines.join("\n"), last })
}

/// The law that the last move broke.
fn broken_law<S: CardSet>(game: &Rules<S>, breach: &Breach) -> String {
    let promise = game.properties.get(breach.property).map(|law| format!(" ({})", law.says));
    let (id, promise) = (property_id(game, breach.property), promise.unwrap_or_default());
    format!("Then {id}{promise} does not hold: {}", breach.says)
}

/// Who was dealt what.
fn set_up<S: CardSet>(game: &Rules<S>, events: &[Event]) -> String {
    let mut zones: Vec<(&str, Vec<&str>)> = Vec::new();
    for event in events {
        if let Event::Moved { card, to, drawn: true, .. } = event {
            let (zone, card) = (game.names.zone(*to), game.names.card(*card));
            match zones.iter_mut().find(|(name, _)| *name == zone) {
                Some((_, cards)) => cards.push(card),
                None => zones.push((zone, vec![card])),
            }
        }
    }
    let zones = zones.into_iter().map(|(zone, cards)| format!("{zone}: {}", cards.join(" ")));
    format!("Dealt to {}", zones.collect::<Vec<_>>().join("; "))
}

/// Whether an event says more than the move itself.
fn telling(event: &Event) -> bool {
    matches!(event, Event::Counted { .. } | Event::Noted { .. } | Event::Told { .. })
}

/// The text of the file. Scenarios are played with every law watched, so the moves alone show the failure.
fn scenario_file(property: &Property, variant: &Variant, late: &Late) -> String {
    let Property { id, says, .. } = property;
    let saw: String = late.breach.says.lines().map(|line| format!("#   {line}\n")).collect();
    let variant = match variant.choices.as_slice() {
        [] => String::new(),
        choices => format!("variant = {}\n", chosen(choices)),
    };
    let table = late.table.as_object().map(|table| section("table", table));
    let can = late
        .texts
        .first()
        .map(|first| format!("[[step]]\n[step.expect]\ncan = [{}]\n\n", toml_string(first)));
    let moves: String = late.texts.iter().map(|mv| format!("    {},\n", toml_string(mv))).collect();
    format!(
        "# Found by `deckproof fuzz`, which saw:\n{saw}\
         cites = [{}]\n\
         title = {}\n\
         {variant}\n{}{}\
         # Every law is watched here, {id} too.\n\
         [[step]]\nplay = [\n{moves}]\n",
        toml_string(id),
        toml_string(&capitalised(says)),
        table.unwrap_or_default(),
        can.unwrap_or_default(),
    )
}

/// The variant on one line, its numbers as such: `{ order = "random", players = 3 }`.
fn chosen(choices: &[(String, String)]) -> String {
    let choices = choices.iter().map(|(axis, value)| {
        let value = value
            .parse::<i64>()
            .ok()
            .filter(|n| n.to_string() == *value)
            .map_or_else(|| toml_string(value), |n| n.to_string());
        format!("{} = {value}", toml_key(axis))
    });
    format!("{{ {} }}", choices.collect::<Vec<_>>().join(", "))
}

/// A table of the file: first its values, then the tables in it.
fn section(name: &str, table: &Map<String, Value>) -> String {
    let inner = |value: &Value| value.as_object().filter(|map| !map.is_empty()).cloned();
    let own = table
        .iter()
        .filter(|(_, value)| inner(value).is_none())
        .map(|(key, value)| format!("{} = {}\n", toml_key(key), inline(value)));
    let inner = table.iter().filter_map(|(key, value)| {
        Some(section(&format!("{name}.{}", toml_key(key)), &inner(value)?))
    });
    format!("[{name}]\n{}\n{}", own.collect::<String>(), inner.collect::<String>())
}

/// A value on one line. What is no seat is "nobody".
fn inline(value: &Value) -> String {
    let list = |items: Vec<String>| items.join(", ");
    match value {
        Value::Null => toml_string("nobody"),
        Value::String(text) => toml_string(text),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => format!("[{}]", list(items.iter().map(inline).collect())),
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Object(map) => {
            let entries = map.iter().map(|(k, v)| format!("{} = {}", toml_key(k), inline(v)));
            format!("{{ {} }}", list(entries.collect()))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_variant_is_written_on_one_line() {
        let choice = |(axis, value): (&str, &str)| (axis.to_owned(), value.to_owned());
        let choices = [("city", "rome"), ("players", "3"), ("a b", "03")];
        assert_eq!(chosen(&choices.map(choice)), r#"{ city = "rome", players = 3, "a b" = "03" }"#);
    }

    #[test]
    fn a_table_is_written_as_toml_reads_it() {
        let table = json!({
            "round": 2, "deployed": false, "row": ["germany", null],
            "zones": {"hand/caps": ["spy#1"], "field/1/caps": [{"card": "a\"b\\", "face": "up"}]},
            "owned": {"caps": []},
        });
        let text = section("table", table.as_object().unwrap());
        let read: toml::Table = text.parse().unwrap();
        let mut expected = table.clone();
        expected["row"][1] = json!("nobody");
        assert_eq!(serde_json::to_value(&read["table"]).unwrap(), expected, "{text}");
    }
}
