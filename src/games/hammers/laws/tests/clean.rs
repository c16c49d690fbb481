//! Games that nobody tampered with break no law, of the shipped data and of edited data.

use super::games::moves;
use crate::cards::Overlay;
use crate::games::hammers::play::{Phase, Rules};
use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, pack, rules};
use crate::rules::{Kind, Laws, Tally};
use crate::source::{Diagnostics, Files};

/// Plays games with every check on; gives what was seen.
fn clean(name: &str, rules: &Rules, games: u64) -> Tally {
    let mut tally = Tally::default();
    let mut last = 0;
    moves(rules, games, |(before, mv, after)| {
        if before.round == 1 && before.turn == 0 && before.phase == Phase::Turn && last != 1 {
            let started = rules.watch_start(before, &mut tally);
            assert_eq!(started, Ok(()), "{name}");
        }
        last = before.round;
        if let Err(breach) = rules.watch(before, *mv, after, &mut tally) {
            let id = &rules.properties()[breach.property].id;
            panic!(
                "{name}, {mv:?}: {id}: {}\n{before:?}\n{after:?}",
                breach.says
            );
        }
        if after.phase == Phase::Over {
            tally.close();
        }
    });
    tally
}

#[test]
fn games_that_nobody_tampered_with_break_no_law_and_show_everything() {
    for game in EDITIONS {
        let rules = rules(game);
        let tally = clean(game, &rules, 1_000);
        for (at, property) in rules.properties().iter().enumerate() {
            let count = tally.counts[at];
            let expected = match property.kind {
                Kind::Always => rules.views() != Some(at),
                Kind::Sometimes => true,
                Kind::Never => false,
            };
            assert_eq!(count > 0, expected, "{game}: {} {count}", property.id);
        }
    }
}

/// The game with an overlay.
fn changed(game: &str, overlay: &str) -> Result<Rules, Diagnostics> {
    let pack = pack(game);
    let overlay = Overlay::read("overlay.toml", overlay, &mut Files::new())?;
    let (game, decks) = overlay.over(&pack.game, &pack.decks)?;
    Rules::compile(&game, &decks)
}

/// Overlays of the second edition.
const SECOND_CHANGED: [&str; 11] = [
    "[rules]
    crisis-influence = 6
    [rules.defcon]
    from-5 = 0
    from-4 = 9",
    "[rules]
    rounds = 3
    countries-in-play = 7",
    "[rules]
    rounds = 3
    countries-in-play = 7
    labs-in-play = 0",
    "[rules]
    turns = 3
    draw = 3
    hand = 5
    restore-per-lab = 4",
    "[rules]
    turns = 8
    draw = 8
    setup-draw = 3
    hand = 11",
    "[rules]
    rounds = 20
    countries-in-play = 1
    labs-in-play = 0
    crisis-influence = 9
    [cards.countries.japan]
    copies = 0",
    "[rulings]
    several-crises = \"once\"
    no-justification-left = \"no-effect\"",
    "[cards.countries.germany]
    points = 0
    [cards.countries.france]
    points = 0
    [cards.countries.japan]
    points = 0",
    "[cards.assets.spy]
    influence = 12
    operation = { reveal = \"anywhere\" }
    [cards.assets.admiral]
    operation = { move-self = \"anywhere\" }
    passive = { influence-while-alone = 0 }",
    "[cards.assets.guerrilla]
    copies = 6
    operation = { pair-country = { limit = 3 } }
    kinds = false
    [cards.assets.diplomat]
    copies = 6",
    "[cards.assets.defector]
    copies = 8
    influence = 0
    [cards.assets.military-occupation]
    copies = 8
    operation = { occupy = { where = \"location\", each-round = \"one-in-all\" } }",
];

/// Overlays of the 2016 edition.
const FIRST_CHANGED: [&str; 4] = [
    "[rules]
    crisis-influence = 5
    restore-per-lab = 2
    [rules.defcon]
    from-5 = 6
    from-4 = 9",
    "[rules]
    rounds = 3
    countries-in-play = 7
    labs-in-play = 0",
    "[cards.protests.vigil]
    copies = 1
    [cards.protests.march]
    copies = 0",
    "[cards.actions.diplomat]
    copies = 12
    [cards.actions.nuclear-armament]
    copies = 12
    influence = 0",
];

#[test]
fn edited_games_break_no_law() {
    let second = SECOND_CHANGED.map(|overlay| (SECOND, overlay));
    let first = FIRST_CHANGED.map(|overlay| (FIRST, overlay));
    for (game, overlay) in second.into_iter().chain(first) {
        let rules = match changed(game, overlay) {
            Ok(rules) => rules,
            Err(faults) => panic!("{overlay}: {:?}", faults.iter().collect::<Vec<_>>()),
        };
        let seen = clean(overlay, &rules, 60);
        assert!(seen.counts[0] > 0, "{overlay}");
    }
}

#[test]
fn plain_cards_come_before_able_ones() {
    for game in EDITIONS {
        let rules = rules(game);
        let piles = rules.plainest();
        let able = |card: &u8| {
            let row = rules.row(*card);
            u8::from(row.passive.is_some()) + u8::from(row.operation.is_some())
        };
        assert!(piles[0].is_sorted_by_key(able), "{game}");
        assert_eq!(piles[0].len(), rules.all_cards.count_ones() as usize);
        assert_eq!(piles[1].len(), rules.countries.len());
        assert_eq!(piles[2].len(), rules.protests.len());
    }
}
