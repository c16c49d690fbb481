//! For tests: shipped games, with an overlay or without.

use deckproof::cards::{Deck, Game, Overlay, Pack};
use deckproof::games::{caper, hammers};
use deckproof::registry::Registry;
use deckproof::rules::Variant;
use deckproof::source::{Diagnostics, Files, GameFolder};

pub const FIRST: &str = "caps-and-hammers-2016";
pub const SECOND: &str = "caps-and-hammers";
#[allow(dead_code, reason = "not every test that shares this file needs it")]
pub const CAPER: &str = "caper";

/// A shipped game.
pub fn pack(game: &str) -> Pack {
    let folder = GameFolder::shipped(game).expect(game);
    let pack = Pack::load(folder, &Registry, &mut Files::new());
    pack.unwrap_or_else(|faults| panic!("{game}: {faults:?}"))
}

/// The rules of either edition of Caps & Hammers with an overlay.
#[allow(dead_code, reason = "not every test that shares this file needs it")]
pub fn rules(pack: &Pack, overlay: &str) -> hammers::play::Rules {
    compiled(pack, overlay, hammers::play::Rules::compile)
}

/// The rules of Caper in a city, for so many players, with an overlay.
#[allow(dead_code, reason = "not every test that shares this file needs it")]
pub fn caper_rules(pack: &Pack, overlay: &str, city: &str, players: &str) -> caper::play::Rules {
    let variant = Variant::first(&caper::play::Rules::axes(&pack.game))
        .with("city", city)
        .with("players", players);
    compiled(pack, overlay, |game, decks| {
        caper::play::Rules::compile(game, decks, &variant)
    })
}

fn compiled<G>(
    pack: &Pack,
    overlay: &str,
    compile: impl Fn(&Game, &[Deck]) -> Result<G, Diagnostics>,
) -> G {
    let over = || -> Result<G, Diagnostics> {
        let overlay = Overlay::read("overlay", overlay, &mut Files::new())?;
        let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
        compile(&game, &decks)
    };
    over().unwrap_or_else(|faults| panic!("{overlay}\n{faults:?}"))
}
