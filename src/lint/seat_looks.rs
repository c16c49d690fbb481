#![doc = include_str!("../source/codes/D119.md")]

use std::collections::BTreeSet;

use super::scene::Scene;
use crate::cards::{Datum, Value};
use crate::source::{Code, Diagnostic, Diagnostics, Files};
use crate::template::Colour;

/// Colours of seats that are none, in look-up tables that say how seats look: no card may show them, but the board does.
pub fn find_seat_looks(scene: &Scene<'_>, _files: &mut Files, found: &mut Diagnostics) {
    let game = &scene.proof.pack.game;
    let seats = game
        .table
        .as_ref()
        .and_then(|(table, _)| table.get("seats"));
    let mut names = BTreeSet::new();
    seats.into_iter().for_each(|seats| words(seats, &mut names));
    for rows in game.tables.values() {
        let of_seats = rows.iter().filter(|(row, _)| names.contains(row.as_str()));
        let of_seats: Vec<_> = of_seats
            .filter(|(_, row)| row.get("colour").is_some())
            .collect();
        // A row for one seat of several is about something else.
        if of_seats.len() < names.len().min(2) {
            continue;
        }
        let said = of_seats
            .iter()
            .flat_map(|(_, row)| ["colour", "ink"].map(|key| row.get(key)));
        for value in said.flatten() {
            let text = value.text().unwrap_or_default();
            if Colour::parse(&text).is_none() {
                let message =
                    format!("`{text}` is not a colour, so the board cannot show the seat in it");
                let fault = Diagnostic::error(Code::BadColour, message).at(value.span);
                found.push(fault.help("write a colour such as `#2f5d7c` or `navy`"));
            }
        }
    }
}

/// All words in a value: seats may be listed for each number of players.
fn words<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match &value.datum {
        Datum::String(word) => _ = found.insert(word),
        Datum::List(all) => all.iter().for_each(|value| words(value, found)),
        Datum::Table(table) => {
            let values = table.entries.iter();
            values.for_each(|(_, value)| words(value, found));
        }
        _ => {}
    }
}
