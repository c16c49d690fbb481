//! Whether moves may be taken back: not where somebody has learnt something by them. A game and a ply come in; a reason not to goes
//! out. Called by `game`.

use super::game::Live;
use crate::rules::{Event, Rng, Viewer};
use crate::table::CardSet;
use crate::verify::information_leak::is_taught;

/// Whether the plies after `ply` may be taken back.
///
/// # Errors
/// Why not.
pub(super) fn may_undo_to<S: CardSet>(live: &Live<S>, ply: u32) -> Result<(), String> {
    let kept = ply as usize + 1;
    if kept >= live.plies.len() {
        return Err("there is nothing to take back".to_owned());
    }
    for (before, after) in live.plies.iter().zip(&live.plies[1..]).skip(ply as usize) {
        let number = after.written.number;
        if after.written.events.iter().any(Event::is_of_chance) {
            return Err(format!("move {number} drew or shuffled cards, or rolled a die"));
        }
        let Some((_, mv, _)) = after.moved else {
            continue;
        };
        // Asked again, it is answered the same.
        let mut rng = Rng::new(live.header.last_seed().derive(u64::from(number)));
        for seat in live.game.seats() {
            let [old, new] =
                [before, after].map(|at| live.game.seen(&at.after.state, Viewer::Seat(seat)));
            if old.get("answers").is_some() && new.get("answers").is_none() {
                return Err(format!("move {number} showed what all had chosen"));
            }
            if is_taught(&*live.game, &before.after.state, mv, seat, &mut rng) {
                return Err(format!("by move {number} somebody learned what was hidden"));
            }
        }
    }
    Ok(())
}
