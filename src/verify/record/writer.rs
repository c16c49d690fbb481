//! Plays a game and writes a record line for each event. Moves come in; the lines of each ply go out. Called by
//! `playing`, and by `replay`, which compares the lines with those it reads.

use serde_json::{Map, Value};

use super::changes::{change, result};
use crate::rules::{Chance, Event, Names};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};

/// What one ply wrote: the set-up (ply 0), or a move and what followed from it.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenPly {
    pub number: u32,
    /// Lines without their ends.
    pub lines: Vec<String>,
    pub events: Vec<Event>,
}

/// What is written after each ply, besides what has changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tells {
    /// The table.
    pub states: bool,
    /// The moves that are legal then.
    pub legal: bool,
}

impl From<bool> for Tells {
    /// The table or not, and nothing more.
    fn from(states: bool) -> Self {
        let legal = false;
        Tells { states, legal }
    }
}

/// Plays and writes.
pub struct RecordWriter<'g, S: CardSet, C> {
    pub game: &'g Rules<S>,
    pub state: Table<S>,
    pub chance: C,
    ply: u32,
    /// The round, in games that count it.
    round: Option<i64>,
    tells: Tells,
}

/// Where a writer stands between two plies.
#[derive(Debug, Clone)]
pub struct WriterState<S: CardSet, C> {
    pub state: Table<S>,
    pub chance: C,
    ply: u32,
    round: Option<i64>,
}

impl<'g, S: CardSet, C: Chance> RecordWriter<'g, S, C> {
    /// Sets the game up.
    pub fn set_up(
        game: &'g Rules<S>,
        mut chance: C,
        tells: impl Into<Tells>,
    ) -> (Self, WrittenPly) {
        let mut events = Vec::new();
        let state = game.set_up(&mut chance, &mut events);
        let mut writer = RecordWriter::from(game, state, chance, tells);
        // Until the game says which round it is, none has begun.
        let counts = |event: &Event| counted(&game.names, event).is_some();
        if events.iter().any(counts) {
            writer.round = Some(0);
        }
        let ply = writer.tell(Map::new(), events);
        (writer, ply)
    }

    /// Goes on from a table.
    pub fn from(game: &'g Rules<S>, state: Table<S>, chance: C, tells: impl Into<Tells>) -> Self {
        let table = game.table(&state, &chance);
        RecordWriter {
            game,
            state,
            chance,
            ply: 0,
            round: table.get("round").and_then(Value::as_i64),
            tells: tells.into(),
        }
    }

    /// Goes on from where another stood.
    pub fn resume(game: &'g Rules<S>, from: WriterState<S, C>, tells: impl Into<Tells>) -> Self {
        RecordWriter {
            game,
            state: from.state,
            chance: from.chance,
            ply: from.ply,
            round: from.round,
            tells: tells.into(),
        }
    }

    /// Where it stands.
    pub fn pause(self) -> WriterState<S, C> {
        WriterState { state: self.state, chance: self.chance, ply: self.ply, round: self.round }
    }

    /// Carries out a legal move.
    pub fn play(&mut self, mv: Move) -> WrittenPly {
        self.ply += 1;
        let mut opening = Map::new();
        if let Some(seat) = self.game.turn(&self.state) {
            opening.insert("seat".into(), self.game.names.seat(seat).into());
        }
        opening.insert("move".into(), self.game.write(&self.state, mv).into());
        let mut events = Vec::new();
        self.game.apply(&mut self.state, mv, &mut self.chance, &mut events);
        self.tell(opening, events)
    }

    /// The number of the last ply.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The table now.
    pub fn table(&self) -> Value {
        self.game.table(&self.state, &self.chance)
    }

    /// The moves that are legal now, by their texts; none at the end.
    fn legal(&self) -> Vec<String> {
        if self.game.turn(&self.state).is_none() {
            return Vec::new();
        }
        let moves = self.game.legal_moves(&self.state).into_iter();
        let mut texts: Vec<String> = moves.map(|mv| self.game.write(&self.state, mv)).collect();
        texts.sort();
        texts
    }

    /// The result; `null` before the end.
    pub fn result(&self) -> Value {
        result(self.game, &self.state, self.ply)
    }

    /// The last line.
    pub fn last_line(&self) -> String {
        let mut line = Map::new();
        line.insert("result".into(), self.result());
        Value::Object(line).to_string()
    }

    /// Events as lines: `opening` heads the first ones; each chance event has a line of its own, and what the rules
    /// then do another.
    fn tell(&mut self, opening: Map<String, Value>, events: Vec<Event>) -> WrittenPly {
        let names = &self.game.names;
        let mut parts: Vec<(Map<String, Value>, Vec<Value>)> = Vec::new();
        if !opening.is_empty() {
            parts.push((self.head(&opening), Vec::new()));
        }
        let mut after_chance = parts.is_empty();
        for event in &events {
            let (key, word) = match event {
                Event::Drawn { .. } => ("chance", "draw"),
                Event::Shuffled { .. } => ("chance", "shuffle"),
                Event::Rolled { .. } => ("chance", "roll"),
                _ => ("then", "rules"),
            };
            if key == "chance" || after_chance {
                let mut kind = Map::new();
                kind.insert(key.into(), word.into());
                parts.push((self.head(&kind), Vec::new()));
            }
            after_chance = key == "chance";
            if let Some((_, changes)) = parts.last_mut() {
                changes.push(change(names, event));
            }
            self.round = counted(names, event).or(self.round);
        }
        let last = parts.len().saturating_sub(1);
        let line = |(index, (mut line, changes)): (usize, (Map<String, Value>, Vec<Value>))| {
            line.insert("changes".into(), changes.into());
            if self.tells.legal && index == last {
                line.insert("legal".into(), self.legal().into());
            }
            if self.tells.states && index == last {
                line.insert("state".into(), self.table());
            }
            Value::Object(line).to_string()
        };
        WrittenPly {
            number: self.ply,
            lines: parts.into_iter().enumerate().map(line).collect(),
            events,
        }
    }

    /// What every line of a ply begins with.
    fn head(&self, rest: &Map<String, Value>) -> Map<String, Value> {
        let mut line = Map::new();
        line.insert("ply".into(), self.ply.into());
        if let Some(round) = self.round {
            line.insert("round".into(), round.into());
        }
        line.extend(rest.clone());
        line
    }
}

/// The round, where the event counts it.
fn counted(names: &Names, event: &Event) -> Option<i64> {
    match event {
        Event::Counted { counter, to } => {
            (names.counter(*counter) == "round").then_some(i64::from(*to))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SeededChance;
    use crate::verify::testing::{Fault, toy};

    /// A game of two rounds, the first legal move each time.
    fn plies(tells: impl Into<Tells>) -> Vec<WrittenPly> {
        let toy = toy(3, Fault::Nothing);
        let (mut writer, first) = RecordWriter::set_up(&toy, SeededChance::new(5), tells);
        let mut plies = vec![first];
        while toy.turn(&writer.state).is_some() {
            let legal = toy.legal_moves(&writer.state);
            plies.push(writer.play(legal[0]));
        }
        plies
    }

    fn value(line: &str) -> Value {
        serde_json::from_str(line).unwrap()
    }

    #[test]
    fn each_draw_has_a_line_of_its_own() {
        let plies = plies(false);
        // Both draw two cards.
        assert_eq!(plies[0].lines.len(), 4);
        for line in &plies[0].lines {
            let line = value(line);
            assert_eq!(line["ply"], 0);
            assert_eq!(line["chance"], "draw");
            assert_eq!(line["changes"].as_array().unwrap().len(), 1);
        }
    }

    #[test]
    fn a_move_and_what_follows_share_their_ply() {
        let plies = plies(false);
        for (number, ply) in plies.iter().enumerate() {
            assert_eq!(ply.number as usize, number);
            for (index, line) in ply.lines.iter().map(|l| value(l)).enumerate() {
                assert_eq!(line["ply"], number);
                let moves = number > 0 && index == 0;
                assert_eq!(line.get("move").is_some(), moves, "{line}");
                assert_eq!(line.get("seat").is_some(), moves, "{line}");
            }
        }
        // Eight cards, four a round: the third deal shuffles, and four draws follow.
        let kinds = |ply: &WrittenPly| -> Vec<String> {
            let kind = |line: &String| value(line).get("chance").map(|c| c.to_string());
            ply.lines.iter().filter_map(kind).collect()
        };
        let mut shuffles = plies.iter().map(kinds).filter(|k| k.len() == 5);
        let kinds = shuffles.next().unwrap();
        assert_eq!(kinds[0], "\"shuffle\"");
        assert!(kinds[1..].iter().all(|k| k == "\"draw\""));
        assert_eq!(shuffles.next(), None);
    }

    #[test]
    fn the_events_of_a_ply_are_the_changes_of_its_lines_in_order() {
        let toy = toy(3, Fault::Nothing);
        for ply in plies(true) {
            let told = |line: &String| value(line)["changes"].as_array().unwrap().clone();
            let lines: Vec<Value> = ply.lines.iter().flat_map(told).collect();
            let events: Vec<Value> = ply.events.iter().map(|e| change(&toy.names, e)).collect();
            assert_eq!(lines, events);
        }
    }

    #[test]
    fn the_table_stands_on_the_last_line_of_each_ply() {
        for ply in plies(true) {
            let last = ply.lines.len() - 1;
            for (index, line) in ply.lines.iter().enumerate() {
                assert_eq!(value(line).get("state").is_some(), index == last, "{line}");
            }
        }
        let without = plies(false);
        assert!(without.iter().flat_map(|p| &p.lines).all(|l| !l.contains("\"state\"")));
    }

    #[test]
    fn the_legal_moves_stand_on_the_last_line_of_each_ply_and_the_next_is_one_of_them() {
        let tells = Tells { states: false, legal: true };
        let plies = plies(tells);
        let mut offered: Vec<Value> = Vec::new();
        for ply in &plies {
            let lines: Vec<Value> = ply.lines.iter().map(|line| value(line)).collect();
            let (last, rest) = lines.split_last().unwrap();
            assert!(rest.iter().all(|line| line.get("legal").is_none()));
            assert!(ply.number == 0 || offered.contains(&lines[0]["move"]));
            offered = last["legal"].as_array().unwrap().clone();
        }
        assert!(offered.is_empty(), "nothing is left to do: {offered:?}");
    }
}
