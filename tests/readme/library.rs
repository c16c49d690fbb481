//! The library is used as shown.

use deckproof::cards::Pack;
use deckproof::export::svg;
use deckproof::registry::Registry;
use deckproof::rules::{Dice, Game, Legal, Notation, Outcome, Rng, Silent, Variant};
use deckproof::script;
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::table::Wide;
use deckproof::template::{Ink, Press};

use super::*;

fn first_coin() -> Result<Vec<u8>, Diagnostics> {
    let mut files = Files::new();
    let pack = Pack::load(GameFolder::find("caper")?, &Registry, &mut files)?;
    let coins: Vec<_> = pack.decks.iter().filter(|d| d.id == "coins").collect();
    let press = Press::open(&pack, &coins, Ink::Full, &mut files)?;
    let drawn = press.draw(&pack, coins[0], &mut files)?;
    Ok(svg::face(&drawn.fronts[0], 3.0))
}

fn random_game(seed: u64) -> Result<Option<Outcome>, Diagnostics> {
    let mut files = Files::new();
    let pack = Pack::load(GameFolder::find("caps-and-hammers")?, &Registry, &mut files)?;
    let rules = script::compile::<Wide>(&pack.game, &pack.decks, &Variant::default())?;
    let (mut chance, mut choice) = (Dice::new(seed), Rng::stream(seed, 64));
    let mut state = rules.set_up(&mut chance, &mut Silent);
    while rules.turn(&state).is_some() {
        let legal = rules.legal(&state);
        let mv = legal.get(choice.below(legal.len()));
        println!("{}", rules.write(&state, mv));
        rules.apply(&mut state, mv, &mut chance, &mut Silent);
    }
    Ok(rules.outcome(&state))
}

#[test]
fn the_library_is_used_as_shown() {
    let here = include_str!("library.rs");
    for shown in snippets("rust") {
        let (uses, function) = shown.split_once("\n\n").unwrap();
        assert!(here.contains(function), "this file holds the README's code");
        for line in uses.lines() {
            let (room, _) = line.rsplit_once("::").unwrap();
            assert!(here.contains(room), "this file uses what the README does");
        }
    }
    let bytes = first_coin().map_err(|f| format!("{f:?}")).unwrap();
    assert!(svg::made_by_us(&bytes));
    let outcome = random_game(7).map_err(|f| format!("{f:?}")).unwrap();
    // The game of `deckproof record caps-and-hammers --seed 7`.
    let scores = outcome.unwrap().scores;
    assert_eq!(scores.iter().map(|s| s.total).collect::<Vec<_>>(), [22, 13]);
}
