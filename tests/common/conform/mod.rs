//! The conformance suite: checks that every game must pass, whatever it is about. A game comes in; a [`Conformance`]
//! goes out.
//!
//! A state is `Copy`, so that a move on a copy leaves its original alone needs no check.

mod broken;
mod game;
mod moment;
mod report;
mod run;
mod state;
mod step;

use deckproof::cards::Pack;
use deckproof::rules::Variant;
use deckproof::script::{compile_script, width_of};
use deckproof::source::Diagnostics;
use deckproof::table::Wide;

pub use report::Conformance;
pub use run::check_conformance;

/// The suite on `games` games of one variant of a pack; what is wrong with the pack if it cannot be played.
pub fn conform(
    pack: &Pack,
    variant: &Variant,
    games: u64,
    seed: u64,
) -> Result<Conformance, Diagnostics> {
    let (game, decks) = (&pack.game, &pack.decks);
    Ok(match width_of(game, decks) {
        0..64 => check_conformance(&compile_script::<u64>(game, decks, variant)?, games, seed),
        64..128 => check_conformance(&compile_script::<u128>(game, decks, variant)?, games, seed),
        _ => check_conformance(&compile_script::<Wide>(game, decks, variant)?, games, seed),
    })
}
