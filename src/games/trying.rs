//! For tests: tables set up by name, and moves in their text form.

use serde_json::Value;

use crate::rules::{Dice, Event, Notation, Refusal};

/// A table set up by name.
pub fn set<G: Notation>(rules: &G, table: Value) -> G::State {
    match rules.stage(&table) {
        Ok(staged) => staged.state,
        Err(misfits) => panic!("{misfits:#?}"),
    }
}

/// Plays moves in their text form, each legal; what happened, as lines.
pub fn play<G: Notation>(rules: &G, state: &mut G::State, moves: &[&str]) -> Vec<String> {
    let mut log: Vec<Event> = Vec::new();
    for text in moves {
        let mv = rules.read(state, text).unwrap();
        let refused = rules.play(state, mv, &mut Dice::new(0), &mut log);
        assert_eq!(refused, Ok(()), "{text}");
    }
    log.iter().map(|event| rules.names().tell(event)).collect()
}

/// Why a move is refused, as the refusal's word; it must be no legal move then, and change nothing.
pub fn refused<G: Notation>(rules: &G, state: &G::State, text: &str) -> &'static str {
    let mv = rules.read(state, text).unwrap();
    assert!(!rules.legal_moves(state).contains(&mv), "{text} is legal");
    let mut after = *state;
    let Err(Refusal { word, .. }) = rules.play(&mut after, mv, &mut Dice::new(0), &mut Vec::new())
    else {
        panic!("{text} is not refused");
    };
    assert_eq!(after, *state);
    word
}
