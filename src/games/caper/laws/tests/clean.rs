//! Games that nobody tampered with break no law, of the shipped data and of edited data.

use super::games::{CITIES, PLAYERS, moves, variants};
use crate::games::caper::laws::Book;
use crate::games::caper::play::{Kind as CardKind, Phase, Rules, State};
use crate::games::caper::tabletop::{compiled, rules, variant};
use crate::rules::{Breach, Dice, Game, Kind, Laws, Silent, Tally};

/// Plays games with every check on; gives what was seen.
fn clean(name: &str, rules: &Rules, games: u64) -> Tally {
    let mut tally = Tally::default();
    let told = |breach: Breach| {
        let id = &rules.properties()[breach.property].id;
        format!("{name}: {id}: {}", breach.says)
    };
    for seed in 0..games {
        let start = rules.set_up(&mut Dice::new(seed), &mut Silent);
        let started = rules.watch_start(&start, &mut tally).map_err(told);
        assert_eq!(started, Ok(()));
    }
    moves(rules, 0..games, |(before, mv, after)| {
        let watched = rules.watch(before, *mv, after, &mut tally).map_err(told);
        assert_eq!(watched, Ok(()), "{mv:?}\n{before:?}\n{after:?}");
        if after.phase == Phase::Over {
            tally.close();
        }
    });
    tally
}

/// Sightings that fewer than one game in a hundred shows.
const RARE: [&str; 2] = ["won by last tie", "recover chained"];

#[test]
fn games_that_nobody_tampered_with_break_no_law_and_show_what_they_can() {
    for (name, rules) in variants() {
        let tally = clean(&name, &rules, 300);
        for (at, property) in rules.properties().iter().enumerate() {
            let count = tally.counts[at];
            match property.kind {
                Kind::Always => {
                    let checked = rules.views() != Some(at);
                    assert_eq!(count > 0, checked, "{name}: {} {count}", property.id);
                }
                _ if RARE.contains(&property.id.as_str()) => {}
                _ => assert!(count > 0, "{name}: {} was not seen", property.id),
            }
        }
    }
}

/// Edits of the rules' file: what is replaced, and by what.
const EDITED: [&[(&str, &str, &str)]; 7] = [
    &[("game", "coins = 10 ", "coins = 3 ")],
    &[
        ("game", "thieves-at-location = 3", "thieves-at-location = 4"),
        ("game", "gear-on-thief = 3", "gear-on-thief = 2"),
    ],
    &[("game", "thieves-at-location = 3", "thieves-at-location = 2")],
    &[
        ("game", "locations = 3", "locations = 4"),
        ("game", "choice = \"here\"", "choice = \"anywhere\""),
        ("game", "discard-coins = 1", "discard-coins = 3"),
    ],
    &[
        ("game", "gear = 3\ncapers = 1", "gear = 2\ncapers = 4"),
        ("game", "sets = [1, 3, 7]", "sets = [4, 5, 6]"),
        ("game", "tie-break = \"cream\"", "tie-break = \"mint\""),
        ("game", "share = 6", "share = 2"),
    ],
    &[
        (
            "game",
            "cards = [4, 6, 3, 6, 2, 6]",
            "cards = [2, 9, 5, 2, 2, 7]",
        ),
        (
            "game",
            "first = [\"cream\", \"mint\", \"cream\"",
            "first = [\"mint\", \"mint\", \"cream\"",
        ),
    ],
    &[
        (
            "game",
            "kinds = [\"thieves\", \"gear\", \"thieves\", \"gear\", \"thieves\", \"gear\"]",
            "kinds = [\"thieves\", \"gear\"]",
        ),
        ("game", "cards = [4, 6, 3, 6, 2, 6]", "cards = [9, 18]"),
        (
            "game",
            "first = [\"cream\", \"mint\", \"cream\", \"mint\", \"cream\", \"mint\"]",
            "first = [\"mint\", \"cream\"]",
        ),
    ],
];

/// Cards written anew.
const REWRITTEN: [&[(&str, &str, &str)]; 3] = [
    &[
        (
            "gear",
            "lock-picks",
            "when-played = [{ flip = 3 }, { recover = \"gear\" }]",
        ),
        (
            "gear",
            "velvet-pouch",
            "when-played = [{ recover = \"gear\" }, { coins = 1 }, { flip = { only = \"red\" } }]",
        ),
        (
            "thieves",
            "the-dame",
            "when-played = [{ recover = \"gear\" }, { recover = \"gear\" }, { flip = 2 }]",
        ),
    ],
    &[
        (
            "gear",
            "lock-picks",
            "when-played = [{ fine = 9 }, { take-coins = 9 }, { coins = { each = \"cream\", of = \"theirs\" } }]",
        ),
        (
            "gear",
            "smoke-bomb",
            "cost = 1\nwhen-played = [{ flip = { only = \"cream\", reach = \"anywhere\" } }, { flip = 2 }]",
        ),
        (
            "locations",
            "the-embassy",
            "reward = [{ points = { if = \"you-are-richer\" } }]\nmodifier = { protect = \"red\" }",
        ),
    ],
    &[
        (
            "thieves",
            "the-twins",
            "gives = [{ capers = { each-set = [\"cream\", \"blue\", \"yellow\"], of = \"theirs\" } }, { protect = \"self\" }]",
        ),
        (
            "locations",
            "the-embassy",
            "reward = [{ goods = [\"wild\", \"wild\", \"wild\"] }]\nmodifier = { capers = { for = \"gear\", amount = 2 } }",
        ),
        (
            "locations",
            "the-louvre",
            "reward = [{ points = 1 }]\nmodifier = { coins = { for = \"gear\", amount = 5 } }",
        ),
    ],
];

#[test]
fn edited_games_break_no_law() {
    let edited = EDITED.map(|parts| (&[][..], parts));
    let rewritten = REWRITTEN.map(|cards| (cards, &[][..]));
    for (cards, parts) in edited.into_iter().chain(rewritten) {
        for players in PLAYERS {
            let rules = match compiled(cards, parts, &variant("paris", players)) {
                Ok(rules) => rules,
                Err(told) => panic!("{cards:?} {parts:?}: {told:?}"),
            };
            let name = format!("{players} players, {cards:?} {parts:?}");
            assert!(clean(&name, &rules, 40).counts[0] > 0);
        }
    }
}

#[test]
fn every_clause_has_a_number_and_there_is_room_for_all() {
    for (name, rules) in variants() {
        let properties = rules.properties();
        assert!(
            properties.len() <= Tally::MOST,
            "{name}: {}",
            properties.len()
        );
        for (at, property) in properties.iter().take(9).enumerate() {
            assert_eq!(property.id, format!("CAP-I{}", at + 1), "{name}");
        }
        let mut ids: Vec<&str> = properties.iter().map(|p| p.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), properties.len(), "{name}");
        let snitch = ids.contains(&"CAP-R19");
        let teams = ids.contains(&"CAP-R21") && ids.contains(&"CAP-R22");
        assert_eq!((snitch, teams), (name.ends_with('3'), name.ends_with('4')));
    }
}

#[test]
fn what_the_cards_of_a_city_cannot_do_is_not_asked_for() {
    let [paris, rome, london] = CITIES.map(|city| rules(city, "2"));
    let shows = |rules: &Rules, id: &str| rules.properties().iter().any(|p| p.id == id);
    for id in ["take-coins took", "fine paid", "they were broke"] {
        let found = [&paris, &rome, &london].map(|rules| shows(rules, id));
        assert_eq!(found, [false, false, true], "{id}");
    }
    let mut blunt = paris.clone();
    for row in blunt.thief_rows.iter_mut().chain(&mut blunt.gear_rows) {
        row.when_played.clear();
    }
    let (fewer, _) = crate::games::caper::laws::properties(&blunt);
    let ids = |rules: &[crate::rules::Property]| -> Vec<String> {
        rules.iter().map(|p| p.id.clone()).collect()
    };
    let (fewer, all) = (ids(&fewer), ids(&paris.properties));
    assert!(fewer.iter().all(|id| all.contains(id)));
    for id in [
        "flip lost",
        "gear recovered",
        "coins taken",
        "protect held",
        "place protected",
    ] {
        assert!(all.iter().any(|other| other == id), "{id}");
        assert!(!fewer.iter().any(|other| other == id), "{id}");
    }
}

/// The law that is broken, and how.
type Tampering<'a> = (&'static str, &'a dyn Fn(&mut State));

#[test]
fn the_first_table_must_be_that_of_the_rules() {
    for (name, rules) in variants() {
        let start = rules.set_up(&mut Dice::new(7), &mut Silent);
        let told = |tamper: &dyn Fn(&mut State)| {
            let mut state = start;
            tamper(&mut state);
            let watched = rules.watch_start(&state, &mut Tally::default());
            watched
                .err()
                .map(|breach| rules.properties()[breach.property].id.clone())
        };
        assert_eq!(told(&|_| ()), None, "{name}");
        let broken: [Tampering<'_>; 6] = [
            ("CAP-I1", &|state| state.gear &= state.gear - 1),
            ("CAP-I1", &|state| state.row[0] = state.row[1]),
            ("CAP-I2", &|state| state.supply -= 1),
            ("CAP-R13", &|state| {
                state.supply -= 1;
                state.crews[0].coins += 1;
            }),
            ("CAP-R6", &|state| state.active ^= 1),
            ("CAP-I8", &|state| {
                state.known[1] |= state.hands[0] | state.hands[2]
            }),
        ];
        for (id, tamper) in broken {
            assert_eq!(told(tamper).as_deref(), Some(id), "{name}");
        }
    }
}

#[test]
fn plain_cards_come_before_able_ones() {
    for (name, rules) in variants() {
        let piles = rules.plainest();
        let able = |kind: CardKind| {
            let rules = &rules;
            move |card: &u8| {
                let row = rules.row(rules.sheet(kind, *card));
                row.when_played.len() + row.gives.len()
            }
        };
        assert!(piles[0].is_sorted_by_key(able(CardKind::Thieves)), "{name}");
        assert!(piles[1].is_sorted_by_key(able(CardKind::Gear)), "{name}");
        assert_eq!(
            [&piles[0], &piles[1], &piles[2]].map(Vec::len),
            [18, 36, 13],
            "{name}"
        );
    }
}

#[test]
fn an_empty_book_counts_nothing() {
    let book = Book::default();
    assert_eq!(book.round(1).turns, 0);
    assert_eq!(book.groupings.worth([1, 1, 1, 1]), 0);
}
