//! What the rulebook counts, held against the shipped cards.

use super::data::Data;
use crate::games::caper::testing::pack;

/// 13 locations; 18 thieves = 2 × (4 + 3 + 2); 36 gear = 2 × (6 + 6 + 6).
#[test]
fn every_city_fills_the_deals() {
    let pack = pack();
    let data = Data {
        game: &pack.game,
        decks: &pack.decks,
        rules: pack.game.rules.as_ref().unwrap().span,
    };
    for city in ["paris", "rome", "london"] {
        let held = ["locations", "thieves", "gear"].map(|deck| data.in_city(deck, city));
        assert_eq!(held, [13, 18, 36], "{city}");
    }
}

#[test]
fn the_shipped_game_has_nothing_odd() {
    assert_eq!(
        crate::games::caper::testing::warnings("game.toml", "", ""),
        [""; 0]
    );
}
