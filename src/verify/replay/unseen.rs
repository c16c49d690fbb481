//! What nobody may know, and an edit of the cards may change without changing the game so far.

use serde_json::Value;

use crate::rules::{Face, Game, Names, Zone};

/// Zones whose cards no seat ever sees.
pub fn unseen<G: Game>(game: &G) -> Vec<&str> {
    let Names { zones, faces, .. } = game.names();
    let hidden = |zone: usize| {
        let mut faces = (0..faces.len() as u8).map(Face);
        faces.all(|face| {
            game.seats()
                .all(|seat| !game.sees(seat, Zone(zone as u8), face))
        })
    };
    let numbered = zones.iter().enumerate();
    numbered
        .filter(|(zone, _)| hidden(*zone))
        .map(|(_, word)| word.as_str())
        .collect()
}

/// Takes the zones out of a line's table.
pub fn hide(line: &mut Value, zones: &[&str]) {
    let there = line
        .get_mut("state")
        .and_then(|state| state.get_mut("zones"))
        .and_then(Value::as_object_mut);
    if let Some(there) = there {
        there.retain(|zone, _| !zones.contains(&zone.as_str()));
    }
}
