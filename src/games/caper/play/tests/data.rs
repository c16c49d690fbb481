//! What of card data the engine plays with, and what it is told that it cannot (CAP-R2).

use crate::games::caper::Reach;
use crate::games::caper::play::{Rules, Table};
use crate::games::caper::tabletop::{compiled, rules, variant};
use crate::games::caper::testing::pack;
use crate::rules::Variant;

/// What is told about the game for two in Paris after edits.
fn told(edits: &[(&str, &str, &str)]) -> Vec<String> {
    match compiled(&[], edits, &variant("paris", "2")) {
        Ok(_) => Vec::new(),
        Err(told) => told,
    }
}

#[test]
fn the_axes_are_the_cities_and_the_numbers_of_players() {
    let axes = Rules::axes(&pack().game);
    let words: Vec<String> = Variant::all(&axes).iter().map(Variant::word).collect();
    let expected = [
        "paris-2", "paris-3", "paris-4", "rome-2", "rome-3", "rome-4", "london-2", "london-3",
        "london-4",
    ];
    assert_eq!(words, expected);
}

#[test]
fn a_game_has_the_core_cards_and_those_of_its_city() {
    for (city, own) in [
        ("paris", "the-mime"),
        ("rome", "the-tenor"),
        ("london", "the-peer"),
    ] {
        let rules = rules(city, "2");
        let sizes = [rules.all_thieves, rules.all_gear, rules.all_locations];
        assert_eq!(sizes.map(u64::count_ones), [18, 36, 13], "{city}");
        for card in ["the-mime", "the-tenor", "the-peer"] {
            assert_eq!(rules.names.cards.iter().any(|c| c == card), card == own);
        }
        assert!(rules.names.cards.iter().any(|c| c == "the-dame"));
    }
}

#[test]
fn seats_follow_from_the_number_of_players() {
    for (players, table, seats) in [
        ("2", Table::Two, ["cream", "mint"].as_slice()),
        ("3", Table::Snitch, &["cream", "mint", "snitch"]),
        (
            "4",
            Table::Teams,
            &["cream", "mint", "cream-lookout", "mint-lookout"],
        ),
    ] {
        let rules = rules("paris", players);
        assert_eq!(
            (rules.table, rules.names.seats.as_slice()),
            (table, strings(seats).as_slice())
        );
    }
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[test]
fn nothing_agreed_on_is_the_first_city_for_two() {
    let pack = pack();
    let rules = Rules::compile(&pack.game, &pack.decks, &Variant::default()).unwrap();
    assert_eq!(rules.table, Table::Two);
    assert!(
        rules.names.cards.iter().any(|card| card == "the-mime"),
        "Paris"
    );
}

#[test]
fn a_city_or_a_number_of_players_that_is_not_there_is_told() {
    assert_eq!(
        compiled(&[], &[], &variant("berlin", "2")).err().unwrap(),
        ["`berlin` is nothing that `city` can be (choose one of `paris`, `rome` and `london`)"]
    );
    assert_eq!(
        compiled(&[], &[], &variant("paris", "5")).err().unwrap(),
        ["`5` is nothing that `players` can be (choose one of `2`, `3` and `4`)"]
    );
}

#[test]
fn rules_without_a_city_are_told() {
    let edit = ("game", "cities = [\"paris\", \"rome\", \"london\"]\n", "");
    let pack = crate::games::caper::testing::edited(&[], &[edit])
        .ok()
        .unwrap();
    let told = Rules::compile(&pack.game, &pack.decks, &Variant::default())
        .err()
        .unwrap();
    assert_eq!(
        crate::games::caper::testing::told(&told),
        [
            "the rules name no city to play in (name one in `[rules]` at least: `cities = [\"paris\"]`)"
        ]
    );
}

#[test]
fn more_than_sixty_four_cards_of_a_kind_are_told() {
    // 36 gear and 30 copies more: 66 = 2 × (11 + 11 + 11).
    let told = told(&[
        (
            "gear",
            "name = \"Lock Picks\"",
            "name = \"Lock Picks\"\ncopies = 31",
        ),
        ("gear", "count = 48", "count = 78"),
        ("game", "[4, 6, 3, 6, 2, 6]", "[4, 11, 3, 11, 2, 11]"),
    ]);
    assert_eq!(
        told,
        [
            "the engine plays with at most 64 of a deck, a game in `paris` has 66 (lower `copies`; without [rules] the game can still be printed)"
        ]
    );
}

#[test]
fn copies_of_a_card_are_numbered() {
    let rules = compiled(
        &[],
        &[
            (
                "gear",
                "name = \"Lock Picks\"",
                "name = \"Lock Picks\"\ncopies = 7",
            ),
            ("gear", "count = 48", "count = 54"),
            ("game", "[4, 6, 3, 6, 2, 6]", "[4, 7, 3, 7, 2, 7]"),
        ],
        &variant("paris", "2"),
    )
    .unwrap();
    let picks = rules
        .names
        .cards
        .iter()
        .filter(|card| card.starts_with("lock-picks"));
    let expected: Vec<String> = (1..=7).map(|copy| format!("lock-picks#{copy}")).collect();
    assert!(picks.eq(&expected));
    assert_eq!(rules.all_gear.count_ones(), 42);
}

#[test]
fn limits_of_the_engine_are_told_with_the_number_to_lower() {
    for (from, to, most, path) in [
        ("\nlocations = 3", "\nlocations = 5", 4, "locations"),
        (
            "thieves-at-location = 3",
            "thieves-at-location = 5",
            4,
            "limits.thieves-at-location",
        ),
        (
            "gear-on-thief = 3",
            "gear-on-thief = 4",
            3,
            "limits.gear-on-thief",
        ),
        ("\ncoins = 10", "\ncoins = 61", 60, "coins"),
    ] {
        let n = to.rsplit(' ').next().unwrap();
        let expected = format!(
            "the engine plays with at most {most}, not with {n} (lower `{path}`; without [rules] the game can still be printed)"
        );
        assert!(told(&[("game", from, to)]).contains(&expected), "{path}");
    }
}

#[test]
fn sixteen_stacks_are_one_too_many() {
    let four = [
        ("game", "\nlocations = 3", "\nlocations = 4"),
        ("game", "thieves-at-location = 3", "thieves-at-location = 4"),
    ];
    let told = told(&four);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("the engine plays with at most 3, not with 4 ("));
    for edit in four {
        assert!(
            compiled(&[], &[edit], &variant("paris", "2")).is_ok(),
            "{edit:?}"
        );
    }
}

#[test]
fn cards_of_different_decks_with_one_name_are_told() {
    let told = told(&[("gear", "id = \"lock-picks\"", "id = \"the-dame\"")]);
    assert_eq!(
        told,
        [
            "two cards of the game are called `the-dame` (give each row of the decks that play an `id` of its own)"
        ]
    );
}

#[test]
fn numbers_that_can_only_be_one_are_told() {
    assert_eq!(
        told(&[("game", "pass = 2", "pass = 3")]),
        [
            "the engine plays with 2 for `teams.pass`, not with 3 (write `pass = 2`: one is played, one goes back (R21))"
        ]
    );
    assert_eq!(
        told(&[("game", "deal = 2 ", "deal = 3 ")]),
        [
            "the engine plays with 2 for `snitch.deal`, not with 3 (write `deal = 2`: each Mastermind is dealt the tracker's number (R19))"
        ]
    );
}

#[test]
fn goods_that_the_engine_does_not_know_are_told() {
    let told = told(&[
        (
            "game",
            "kinds = [\"jewel\", \"antique\", \"painting\"]",
            "kinds = [\"jewel\", \"antique\"]",
        ),
        ("game", "sets = [1, 3, 7]", "sets = [1, 300]"),
    ]);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].starts_with("the engine plays with other kinds of goods ("),
        "{told:?}"
    );
    assert!(
        told[1].starts_with("a set of goods is worth no such number ("),
        "{told:?}"
    );
}

#[test]
fn sets_of_goods_are_worth_what_the_data_say() {
    let rules = compiled(
        &[],
        &[("game", "sets = [1, 3, 7]", "sets = [2, 5, 9]")],
        &variant("paris", "2"),
    )
    .unwrap();
    assert_eq!(rules.goods.worth([1, 1, 1, 1]), 11);
}

#[test]
fn nobody_but_the_masterminds_goes_first_or_wins_the_last_tie() {
    let expected = "this is none of the two Masterminds (write one of `cream` and `mint`)";
    let first = ("game", "first = [\"cream\"", "first = [\"snitch\"");
    assert_eq!(told(&[first]), [expected]);
    let tie = ("game", "tie-break = \"cream\"", "tie-break = \"nobody\"");
    assert_eq!(told(&[tie]), [expected]);
}

#[test]
fn thieves_without_a_place_are_told() {
    let told = told(&[
        ("game", "\nlocations = 3", "\nlocations = 2"),
        ("game", "thieves-at-location = 3", "thieves-at-location = 2"),
    ]);
    assert_eq!(
        told,
        [
            "each player places 6 thieves, and has room for 4 (raise `thieves-at-location` or `locations`, or deal fewer thieves)"
        ]
    );
}

#[test]
fn more_colours_than_the_engine_counts_are_told() {
    let rows: String = (0..9)
        .map(|n| format!("[table.colour.extra{n}]\nname = \"Extra {n}\"\n\n"))
        .collect();
    let to = format!("{rows}[table.city.core]");
    let told = told(&[("game", "[table.city.core]", &to)]);
    assert!(
        told.contains(
            &"the engine plays with at most 16 colours (take rows away from `[table.colour]`)"
                .to_owned()
        ),
        "{told:?}"
    );
}

#[test]
fn the_numbers_of_the_shipped_game_are_read() {
    let numbers = rules("paris", "2").numbers;
    let rounds: Vec<(u8, u8)> = numbers
        .rounds
        .iter()
        .map(|round| (round.cards, round.first))
        .collect();
    assert_eq!(rounds, [(4, 0), (6, 1), (3, 0), (6, 1), (2, 0), (6, 1)]);
    assert_eq!(
        (numbers.places, numbers.coins, numbers.discard_coins),
        (3, 10, 1)
    );
    assert_eq!((numbers.thieves_at_location, numbers.gear_on_thief), (3, 3));
    assert_eq!((numbers.equipped_gear, numbers.equipped_capers), (3, 1));
    assert_eq!(
        (numbers.sets.as_slice(), numbers.discard_points),
        ([1, 3, 7].as_slice(), 3)
    );
    assert_eq!(
        (numbers.snitch_deal, numbers.snitch_share, numbers.tie_break),
        (2, 6, 0)
    );
    assert_eq!(numbers.reach, Reach::Here);
}
