//! For tests: shipped games, with an overlay or without.

use deckproof::cards::{Overlay, Pack};
use deckproof::games::hammers::play::Rules;
use deckproof::registry::Registry;
use deckproof::source::{Diagnostics, Files, GameFolder};

pub const FIRST: &str = "caps-and-hammers-2016";
pub const SECOND: &str = "caps-and-hammers";

/// A shipped game.
pub fn pack(game: &str) -> Pack {
    let folder = GameFolder::shipped(game).expect(game);
    let pack = Pack::load(folder, &Registry, &mut Files::new());
    pack.unwrap_or_else(|faults| panic!("{game}: {faults:?}"))
}

/// The rules of a pack with an overlay.
#[allow(dead_code, reason = "not every test that shares this file needs it")]
pub fn rules(pack: &Pack, overlay: &str) -> Rules {
    let compile = || -> Result<Rules, Diagnostics> {
        let overlay = Overlay::read("overlay", overlay, &mut Files::new())?;
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        Rules::compile(&game, &decks)
    };
    compile().unwrap_or_else(|faults| panic!("{overlay}\n{faults:?}"))
}
