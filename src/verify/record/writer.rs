//! Plays a game and writes a record line for each event. Moves come in; the lines of each ply go out. Replays compare the lines
//! with those they read.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::header::RecordHeader;
use crate::rules::{Chance, Event, Misfit, Names, Outcome, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Move, Table};
use crate::verify::playing::{fault, legal_texts};

/// What one ply wrote: the set-up (ply 0), or a move and what followed from it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WrittenPly {
    pub number: u32,
    /// Lines without their ends.
    pub lines: Vec<String>,
    pub events: Vec<Event>,
}

/// What is written after each ply, besides what has changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tells {
    /// The table.
    pub states: bool,
    /// The moves that are legal then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub legal: bool,
}

/// Plays and writes a game of the rules that it is given each time.
#[derive(Debug, Clone)]
pub struct RecordWriter<S: CardSet, C> {
    pub state: Table<S>,
    pub chance: C,
    /// The number of the last ply.
    pub ply: u32,
    /// The round, in games that count it.
    round: Option<i64>,
    tells: Tells,
}

impl<S: CardSet, C: Chance> RecordWriter<S, C> {
    /// Begins where a record begins: at the set-up, or at its table, which writes nothing. Chance is made of the piles that the
    /// table names.
    ///
    /// # Errors
    /// Whatever does not fit the table.
    pub fn begin(
        game: &Rules<S>,
        header: &RecordHeader,
        chance: impl FnOnce(Vec<Vec<u8>>) -> C,
    ) -> Result<(Self, WrittenPly), Vec<Misfit>> {
        let Some(table) = &header.table else {
            return Ok(Self::set_up(game, chance(Vec::new()), header.tells));
        };
        let staged = game.stage(table)?;
        let writer = Self::from(game, staged.state, chance(staged.piles), header.tells);
        Ok((writer, WrittenPly::default()))
    }

    /// Sets the game up.
    pub fn set_up(game: &Rules<S>, mut chance: C, tells: Tells) -> (Self, WrittenPly) {
        let mut events = Vec::new();
        let state = game.set_up(&mut chance, &mut events);
        let mut writer = Self::from(game, state, chance, tells);
        // Until the game says which round it is, none has begun.
        if events.iter().any(|event| round_of(&game.names, event).is_some()) {
            writer.round = Some(0);
        }
        let ply = writer.tell(game, Vec::new(), events);
        (writer, ply)
    }

    fn from(game: &Rules<S>, state: Table<S>, chance: C, tells: Tells) -> Self {
        let round = game.table(&state, &chance).get("round").and_then(Value::as_i64);
        RecordWriter { state, chance, ply: 0, round, tells }
    }

    /// Carries out a legal move.
    pub fn play(&mut self, game: &Rules<S>, mv: Move) -> WrittenPly {
        self.ply += 1;
        let mut opening = vec![("move", game.write(&self.state, mv))];
        if let Some(seat) = game.turn(&self.state) {
            opening.insert(0, ("seat", game.names.seat(seat).to_owned()));
        }
        let mut events = Vec::new();
        game.apply(&mut self.state, mv, &mut self.chance, &mut events);
        self.tell(game, opening, events)
    }

    /// The result; `null` before the end.
    pub fn result(&self, game: &Rules<S>) -> Value {
        result(game, &self.state, self.ply)
    }

    pub fn last_line(&self, game: &Rules<S>) -> String {
        json!({ "result": self.result(game) }).to_string()
    }

    /// Events as lines: `opening` heads the first ones; each chance event has a line of its own, and what the rules
    /// then do another.
    fn tell(
        &mut self,
        game: &Rules<S>,
        opening: Vec<(&str, String)>,
        events: Vec<Event>,
    ) -> WrittenPly {
        let mut lines: Vec<Value> = Vec::new();
        if !opening.is_empty() {
            lines.push(self.head(opening));
        }
        let mut after_chance = lines.is_empty();
        for event in &events {
            let (key, word) = match event {
                Event::Moved { drawn: true, .. } => ("chance", "draw"),
                Event::Shuffled { .. } => ("chance", "shuffle"),
                Event::Rolled { .. } => ("chance", "roll"),
                _ => ("then", "rules"),
            };
            if key == "chance" || after_chance {
                lines.push(self.head(vec![(key, word.to_owned())]));
            }
            after_chance = key == "chance";
            let changes = lines.last_mut().and_then(|line| line["changes"].as_array_mut());
            changes.into_iter().for_each(|changes| changes.push(change(&game.names, event)));
            self.round = round_of(&game.names, event).or(self.round);
        }
        if let Some(last) = lines.last_mut() {
            if self.tells.legal {
                let is_over = game.turn(&self.state).is_none();
                last["legal"] =
                    if is_over { json!([]) } else { legal_texts(game, &self.state).into() };
            }
            if self.tells.states {
                last["state"] = game.table(&self.state, &self.chance);
            }
        }
        let lines = lines.iter().map(Value::to_string).collect();
        WrittenPly { number: self.ply, lines, events }
    }

    /// What every line of a ply begins with.
    fn head(&self, rest: Vec<(&str, String)>) -> Value {
        let mut line = json!({ "ply": self.ply });
        if let Some(round) = self.round {
            line["round"] = round.into();
        }
        for (key, word) in rest {
            line[key] = word.into();
        }
        line["changes"] = json!([]);
        line
    }
}

/// The round, where the event counts it.
fn round_of(names: &Names, event: &Event) -> Option<i64> {
    match event {
        Event::Counted { counter, to } if names.counter(*counter) == "round" => Some((*to).into()),
        _ => None,
    }
}

/// An event as an object: `{"card":"spy#1","at":"field/1/caps","face":"up"}`.
pub fn change(names: &Names, event: &Event) -> Value {
    match *event {
        Event::Moved { card, from, to, face, .. } => json!({
            "card": names.card(card),
            "from": names.zone(from),
            "to": names.zone(to),
            "face": names.face(face),
        }),
        Event::Turned { card, at, face, .. } => json!({
            "card": names.card(card),
            "at": names.zone(at),
            "face": names.face(face),
        }),
        Event::Counted { counter, to } => json!({ names.counter(counter): to }),
        Event::Rolled { sides, got } => json!({ "roll": sides, "got": got }),
        Event::Shuffled { from, to } => json!({
            "shuffle": names.zone(from),
            "to": names.zone(to),
        }),
        Event::Noted { note, at, seat, values } => {
            let mut noted = json!({ "note": names.note(note) });
            if let Some(zone) = at {
                noted["at"] = names.zone(zone).into();
            }
            if let Some(seat) = seat {
                noted["seat"] = names.seat(seat).into();
            }
            noted["values"] = json!(values);
            noted
        }
        Event::Told { fact, to, value, card } => {
            let mut told = json!({
                "told": names.fact(fact),
                "to": names.seats_of(to),
                "value": names.fact_value(fact, value),
            });
            if let Some((card, at, _, below)) = card {
                told["card"] = names.card(card).into();
                told["at"] = names.zone(at).into();
                told["below"] = below.into();
            }
            told
        }
    }
}

/// The result after so many plies, or the fault of the rules that stopped the game; `null` where it goes on.
pub(super) fn result<S: CardSet>(game: &Rules<S>, state: &Table<S>, plies: u32) -> Value {
    match (game.outcome(state), fault(game, state, plies)) {
        (Some(outcome), _) => outcome_as_json(&game.names, outcome),
        (None, Some(fault)) => json!({"fault": fault.says}),
        (None, None) => Value::Null,
    }
}

fn outcome_as_json(names: &Names, outcome: Outcome) -> Value {
    let scores = names.seats.iter().zip(&outcome.scores).map(|(seat, score)| {
        let parts = score.parts.iter().map(|part| (part.what.to_string(), json!(part.points)));
        (seat.clone(), parts.chain([("total".to_owned(), json!(score.total))]).collect())
    });
    json!({
        "winner": winner(names, &outcome.winners),
        "by": &*outcome.by,
        "scores": scores.collect::<Map<String, Value>>(),
    })
}

/// A seat by its word; `null` for nobody, a list for a team.
pub fn winner(names: &Names, winners: &[Seat]) -> Value {
    match winners {
        [] => Value::Null,
        [seat] => names.seat(*seat).into(),
        team => team.iter().map(|seat| names.seat(*seat)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CardId, Counter, Facing, Note, Score, ScorePart, SeededChance, ZoneId};
    use crate::verify::testing::{Fault, toy};

    const STATES: Tells = Tells { states: true, legal: false };

    /// A game of two rounds, the first legal move each time.
    fn plies(tells: Tells) -> Vec<WrittenPly> {
        let toy = toy(3, Fault::Nothing);
        let (mut writer, first) = RecordWriter::set_up(&toy, SeededChance::new(5), tells);
        let mut plies = vec![first];
        while toy.turn(&writer.state).is_some() {
            let legal = toy.legal_moves(&writer.state);
            plies.push(writer.play(&toy, legal[0]));
        }
        plies
    }

    fn value(line: &str) -> Value {
        serde_json::from_str(line).unwrap()
    }

    #[test]
    fn each_draw_has_a_line_of_its_own() {
        let plies = plies(Tells::default());
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
        let plies = plies(Tells::default());
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
        for ply in plies(STATES) {
            let told = |line: &String| value(line)["changes"].as_array().unwrap().clone();
            let lines: Vec<Value> = ply.lines.iter().flat_map(told).collect();
            let events: Vec<Value> = ply.events.iter().map(|e| change(&toy.names, e)).collect();
            assert_eq!(lines, events);
        }
    }

    #[test]
    fn the_table_stands_on_the_last_line_of_each_ply() {
        for ply in plies(STATES) {
            let last = ply.lines.len() - 1;
            for (index, line) in ply.lines.iter().enumerate() {
                assert_eq!(value(line).get("state").is_some(), index == last, "{line}");
            }
        }
        let without = plies(Tells::default());
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

    fn names() -> Names {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect();
        Names {
            seats: words("red blue"),
            cards: words("c1 c2"),
            zones: words("deck hand/red row/1"),
            faces: words("down up"),
            counters: words("defcon"),
            notes: words("crisis"),
            facts: Vec::new(),
        }
    }

    fn told(event: Event) -> String {
        change(&names(), &event).to_string()
    }

    #[test]
    fn a_card_that_moves_says_where_from_and_where_to() {
        let (card, from, to) = (CardId(1), ZoneId(0), ZoneId(1));
        let face = Facing(0);
        let line = r#"{"card":"c2","from":"deck","to":"hand/red","face":"down"}"#;
        for drawn in [false, true] {
            assert_eq!(told(Event::Moved { card, from, to, was: face, face, drawn }), line);
        }
    }

    #[test]
    fn the_other_events_have_shapes_of_their_own() {
        let turned =
            Event::Turned { card: CardId(0), at: ZoneId(2), was: Facing(0), face: Facing(1) };
        assert_eq!(told(turned), r#"{"card":"c1","at":"row/1","face":"up"}"#);
        let counted = Event::Counted { counter: Counter(0), to: 4 };
        assert_eq!(told(counted), r#"{"defcon":4}"#);
        let shuffled = Event::Shuffled { from: ZoneId(2), to: ZoneId(0) };
        assert_eq!(told(shuffled), r#"{"shuffle":"row/1","to":"deck"}"#);
        let noted = |at, seat| Event::Noted { note: Note(0), at, seat, values: [15, 13] };
        assert_eq!(told(noted(None, None)), r#"{"note":"crisis","values":[15,13]}"#);
        assert_eq!(
            told(noted(Some(ZoneId(2)), Some(Seat(1)))),
            r#"{"note":"crisis","at":"row/1","seat":"blue","values":[15,13]}"#
        );
    }

    #[test]
    fn a_result_holds_every_part_of_every_score() {
        let score = |what: &str, points| {
            Score::new(vec![
                ScorePart { what: what.into(), points },
                ScorePart { what: "b".into(), points: 1 },
            ])
        };
        let outcome = Outcome {
            scores: vec![score("a", 2), score("a", -3)],
            winners: Vec::new(),
            level: Vec::new(),
            by: "draw".into(),
        };
        assert_eq!(
            outcome_as_json(&names(), outcome).to_string(),
            r#"{"winner":null,"by":"draw","scores":{"red":{"a":2,"b":1,"total":3},"blue":{"a":-3,"b":1,"total":-2}}}"#
        );
    }
}
