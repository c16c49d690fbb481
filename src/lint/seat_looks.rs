#![doc = include_str!("../source/codes/D119.md")]

use std::collections::BTreeSet;

use super::scene::Scene;
use crate::source::{Diagnostics, Files, error};
use crate::template::Colour;

/// Colours of seats that are none, in look-up tables that say how seats look: no card may show them, but the board does.
pub fn find_seat_looks(scene: &Scene<'_>, _files: &Files, found: &mut Diagnostics) {
    let game = &scene.proof.pack.game;
    let seats = game.table.as_ref().and_then(|(table, _)| table.get("seats"));
    // They may be listed for each number of players.
    let mut names = Vec::new();
    seats.into_iter().for_each(|seats| seats.strings(&mut names));
    let names: BTreeSet<&str> = names.into_iter().collect();
    for rows in game.tables.values() {
        let of_seats: Vec<_> = rows
            .iter()
            .filter(|(row, _)| names.contains(row.as_str()))
            .filter(|(_, row)| row.get("colour").is_some())
            .collect();
        // A row for one seat of several is about something else.
        if of_seats.len() < names.len().min(2) {
            continue;
        }
        for value in
            of_seats.iter().flat_map(|(_, row)| ["colour", "ink"].map(|key| row.get(key))).flatten()
        {
            let text = value.text().unwrap_or_default();
            if Colour::parse(&text).is_none() {
                found.push(error!(
                    BadColour,
                    value.span,
                    "`{text}` is not a colour, so the board cannot show the seat in it",
                    "write a colour such as `#2f5d7c` or `navy`"
                ));
            }
        }
    }
}
