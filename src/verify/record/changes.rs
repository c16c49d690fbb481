//! Writes events and outcomes as the JSON of a record. An event comes in, an object goes out. Called by `writer` and by `replay`.

use serde_json::{Map, Value, json};

use crate::rules::{Event, Names, Outcome, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Table};
use crate::verify::playing::fault;

/// An event as an object: `{"card":"spy#1","at":"field/1/caps","face":"up"}`.
pub fn change(names: &Names, event: &Event) -> Value {
    match *event {
        Event::Moved { card, from, to, face, .. } => {
            json!({
                "card": names.card(card),
                "from": names.zone(from),
                "to": names.zone(to),
                "face": names.face(face),
            })
        }
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
            let mut noted = Map::new();
            noted.insert("note".into(), names.note(note).into());
            if let Some(zone) = at {
                noted.insert("at".into(), names.zone(zone).into());
            }
            if let Some(seat) = seat {
                noted.insert("seat".into(), names.seat(seat).into());
            }
            noted.insert("values".into(), json!(values));
            noted.into()
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

/// The end of a game with every part of the score; `null` before it.
/// The result after so many plies, or the fault of the rules that stopped the game; `null` where it goes on.
pub(super) fn result<S: CardSet>(game: &Rules<S>, state: &Table<S>, plies: u32) -> Value {
    match (game.outcome(state), fault(game, state, plies)) {
        (Some(outcome), _) => outcome_as_json(&game.names, outcome),
        (None, Some(fault)) => json!({"fault": fault.says}),
        (None, None) => Value::Null,
    }
}

fn outcome_as_json(names: &Names, outcome: Outcome) -> Value {
    let mut scores = Map::new();
    for (seat, score) in names.seats.iter().zip(&outcome.scores) {
        let parts = score.parts.iter().map(|p| (&*p.what, p.points));
        let all = parts.chain([("total", score.total)]);
        let told: Map<String, Value> = all.map(|(k, v)| (k.to_owned(), v.into())).collect();
        scores.insert(seat.clone(), told.into());
    }
    json!({
        "winner": winner(names, &outcome.winners),
        "by": &*outcome.by,
        "scores": scores,
    })
}

/// A seat by its word; `null` for nobody, a list for a team.
fn winner(names: &Names, winners: &[Seat]) -> Value {
    match winners {
        [] => Value::Null,
        [seat] => names.seat(*seat).into(),
        team => team.iter().map(|seat| names.seat(*seat)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{CardId, Counter, Facing, Note, Score, ScorePart, ZoneId};

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
