//! Reads from a record which cards chance must deal. The header's piles and the lines of a ply come in; they go to
//! `following` as card numbers. Called by `run`.

use std::collections::BTreeMap;

use serde_json::Value;

use super::following::RecordedChance;
use super::lines::Lines;
use crate::rules::Pile;
use crate::source::{Code, Diagnostic, Span};

/// Piles of the header, as numbers.
pub fn piles_of(
    piles: &[Vec<String>],
    cards: &BTreeMap<&str, (Option<Pile>, u8)>,
    at: Span,
) -> Result<Vec<Vec<u8>>, Diagnostic> {
    let number = |(pile, name): (usize, &String)| match cards.get(name.as_str()) {
        Some((of, card)) if of.is_none_or(|of| of == pile) => Ok(*card),
        _ => Err(Diagnostic::error(
            Code::RecordHeader,
            format!("the header puts `{name}` into pile {pile}, where the game has no such card"),
        )
        .at(at)
        .help("the card is no longer in the game, or the header was altered")),
    };
    let piles = piles.iter().enumerate();
    piles.map(|(pile, names)| names.iter().map(|name| number((pile, name))).collect()).collect()
}

/// Has chance deal what the record's lines of one ply say, after `lines`.
pub fn wish(
    chance: &mut RecordedChance,
    cards: &BTreeMap<&str, (Option<Pile>, u8)>,
    lines: &Lines<'_>,
    ply: u32,
) -> Result<(), Diagnostic> {
    for (index, line) in lines.clone().enumerate() {
        let value = line.json()?;
        let of_ply = value.get("ply").and_then(Value::as_u64) == Some(u64::from(ply));
        if !of_ply || (index > 0 && value.get("move").is_some()) {
            break;
        }
        if value.get("chance").and_then(Value::as_str) != Some("draw") {
            continue;
        }
        let changes = value.get("changes").and_then(Value::as_array);
        for drawn in changes.into_iter().flatten() {
            let name = drawn.get("card").and_then(Value::as_str).unwrap_or_default();
            let Some((pile, card)) = cards.get(name) else {
                let message = format!("ply {ply}: chance deals `{name}`, which is not in the game");
                return Err(Diagnostic::error(Code::RecordDiffers, message)
                    .at(line.span())
                    .help("with the cards as they are now the game parts ways here"));
            };
            chance.wish(*pile, *card, line.start);
        }
    }
    Ok(())
}
