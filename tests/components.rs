//! The shipped games hold what their rulebooks list, card for card. Clauses are cited as in `cards/<game>/rules.md`:
//! `CH1` is the 2016 edition of Caps & Hammers, `CH2` the second, `CAP` is Caper.

use std::collections::BTreeMap;

use deckproof::cards::{Deck, Pack, Row, Value};
use deckproof::registry;
use deckproof::source::{Files, GameFolder};

const CH1: &str = "caps-and-hammers-2016";
const CH2: &str = "caps-and-hammers";
const CAP: &str = "caper";

fn load(game: &str) -> Pack {
    let mut files = Files::new();
    let folder = GameFolder::shipped(game).unwrap();
    registry::load(folder, &mut files).unwrap_or_else(|faults| {
        let faults: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
        panic!("{game}: {faults:?}")
    })
}

fn deck<'a>(pack: &'a Pack, id: &str) -> &'a Deck {
    pack.deck(id).unwrap_or_else(|| panic!("no deck `{id}`"))
}

fn card<'a>(pack: &'a Pack, deck_id: &str, name: &str) -> &'a Row {
    let row = deck(pack, deck_id).rows.iter().find(|r| r.name == name);
    row.unwrap_or_else(|| panic!("no `{name}` in `{deck_id}`"))
}

fn word(row: &Row, key: &str) -> String {
    row.get(key).and_then(Value::text).unwrap_or_default()
}

fn number(row: &Row, key: &str) -> i64 {
    let value = row.get(key).and_then(Value::as_integer);
    value.unwrap_or_else(|| panic!("`{}` has no number `{key}`", row.name))
}

/// The numbers under `key`, each as often as there are copies, sorted.
fn numbers(deck: &Deck, key: &str) -> Vec<i64> {
    let rows = deck.rows.iter();
    let copies = |row: &Row| vec![number(row, key); row.copies as usize];
    let mut all: Vec<i64> = rows.flat_map(copies).collect();
    all.sort_unstable();
    all
}

/// Cards by the word under `key`, copies counted.
fn by(deck: &Deck, key: &str) -> BTreeMap<String, u32> {
    let mut counts = BTreeMap::new();
    for row in &deck.rows {
        *counts.entry(word(row, key)).or_default() += row.copies;
    }
    counts
}

fn counts(pairs: &[(&str, u32)]) -> BTreeMap<String, u32> {
    pairs.iter().map(|(word, n)| ((*word).to_owned(), *n)).collect()
}

/// Decks and cards as `[components]` counts them.
fn counted(pack: &Pack) -> Vec<(&str, u32)> {
    let lines = pack.game.components.iter();
    lines.map(|line| (line.deck.as_str(), line.cards)).collect()
}

/// Names and copies, in the order of the deck.
fn names(deck: &Deck) -> Vec<(&str, u32)> {
    deck.rows.iter().map(|r| (r.name.as_str(), r.copies)).collect()
}

/// A number of `[rules]`, by its path.
fn rule<'a>(pack: &'a Pack, table: &str, key: &str) -> &'a Value {
    let rules = pack.game.rules.as_ref().unwrap();
    let table = rules.numbers.get(table).and_then(Value::as_table);
    table.and_then(|t| t.get(key)).unwrap_or_else(|| panic!("no `{key}`"))
}

// ------------------------------------------------------------------------------- Caps & Hammers, second edition

#[test]
fn ch2_r1_counts_every_deck() {
    let pack = load(CH2);
    let listed =
        [("assets", 25), ("countries", 21), ("labs", 7), ("defcon", 5), ("justifications", 4)];
    for (id, cards) in listed {
        assert_eq!(deck(&pack, id).cards(), cards, "{id}");
        assert!(deck(&pack, id).back.is_some(), "{id} has no back");
    }
    assert_eq!(counted(&pack), listed);
    // What else is in the box is for reading, not for playing with.
    let others = pack.decks.iter().map(|d| d.id.as_str());
    let others: Vec<&str> = others.filter(|id| listed.iter().all(|l| l.0 != *id)).collect();
    assert_eq!(others, ["aids", "credits", "rules", "sellsheet"]);
}

#[test]
fn ch2_r1_numbers_the_labs_one_to_seven() {
    assert_eq!(numbers(deck(&load(CH2), "labs"), "number"), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn ch2_r1_stacks_defcon_from_five_down_to_one() {
    let pack = load(CH2);
    let levels = deck(&pack, "defcon").rows.iter().map(|row| number(row, "level"));
    assert_eq!(levels.collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
}

#[test]
fn ch2_g8_copies_the_nine_assets_to_twenty_five() {
    let pack = load(CH2);
    let mut copies = names(deck(&pack, "assets"));
    copies.sort_unstable();
    assert_eq!(
        copies,
        [
            ("Admiral", 3),
            ("Defector", 2),
            ("Diplomat", 3),
            ("Guerrilla", 2),
            ("Military Occupation", 2),
            ("Nuclear Armament", 4),
            ("Policeman", 3),
            ("Scientist", 3),
            ("Spy", 3),
        ]
    );
}

// --------------------------------------------------------------------------------- Caps & Hammers, 2016 edition

#[test]
fn ch1_r1_to_r5_count_every_deck() {
    let pack = load(CH1);
    // G1: 7 labs, 45 actions, 20 protests; R5: the meter is one strip.
    let listed = [("actions", 45), ("countries", 21), ("labs", 7), ("protests", 20), ("defcon", 1)];
    for (id, cards) in listed {
        assert_eq!(deck(&pack, id).cards(), cards, "{id}");
    }
    assert_eq!(counted(&pack).len(), listed.len());
    assert!(listed.iter().all(|line| counted(&pack).contains(line)));
    let others = pack.decks.iter().map(|d| d.id.as_str());
    let others: Vec<&str> = others.filter(|id| listed.iter().all(|l| l.0 != *id)).collect();
    assert_eq!(others, ["aids", "credits", "rules", "sellsheet"]);
}

#[test]
fn ch1_g1_ranks_the_labs() {
    let pack = load(CH1);
    let ranks = deck(&pack, "labs").rows.iter().map(|row| number(row, "rank"));
    // R2: in this order.
    assert_eq!(ranks.collect::<Vec<_>>(), [1, 1, 2, 3, 3, 4, 5]);
    assert_eq!(number(card(&pack, "labs", "Missiles"), "rank"), 1); // E1
    assert_eq!(number(card(&pack, "labs", "Moon Landing"), "rank"), 5); // E12
}

#[test]
fn ch1_g1_values_four_kinds_of_protests() {
    let pack = load(CH1);
    let protests = deck(&pack, "protests");
    let kinds: Vec<(u32, i64)> =
        protests.rows.iter().map(|r| (r.copies, number(r, "value"))).collect();
    assert_eq!(kinds, [(5, 1), (5, 1), (5, 2), (5, 3)]);
    // R4, E4: five of the worst cost 15.
    assert_eq!(numbers(protests, "value").iter().rev().take(5).sum::<i64>(), 15);
}

#[test]
fn ch1_r3_shares_one_deck_of_nine_actions() {
    let pack = load(CH1);
    assert_eq!(deck(&pack, "actions").rows.len(), 9);
}

#[test]
fn ch1_g15_copies_the_nine_actions_to_forty_five() {
    let pack = load(CH1);
    let mut copies = names(deck(&pack, "actions"));
    copies.sort_unstable();
    assert_eq!(
        copies,
        [
            ("Admiral", 5),
            ("Defector", 4),
            ("Diplomat", 5),
            ("Guerrilla", 4),
            ("Military Occupation", 3),
            ("Nuclear Armament", 10),
            ("Policeman", 5),
            ("Scientist", 4),
            ("Spy", 5),
        ]
    );
}

// ------------------------------------------------------------------------------------------------ both editions

/// Both editions with the name of their deck of actions.
fn editions() -> [(Pack, &'static str); 2] {
    [(load(CH1), "actions"), (load(CH2), "assets")]
}

#[test]
fn ch1_r1_and_ch2_r1_make_seven_regions_of_three() {
    for (pack, _) in editions() {
        let regions = by(deck(&pack, "countries"), "region");
        assert_eq!(regions.len(), 7, "{regions:?}");
        assert!(regions.values().all(|n| *n == 3), "{regions:?}");
    }
}

#[test]
fn ch1_r1_and_ch2_r1_give_countries_one_to_three_points_and_a_faction() {
    for (pack, _) in editions() {
        let countries = deck(&pack, "countries");
        assert!(numbers(countries, "points").iter().all(|n| (1..=3).contains(n)));
        let factions = by(countries, "default");
        // CH1-G16.
        assert_eq!(factions, counts(&[("caps", 11), ("hammers", 10)]));
        let led = |faction: &str| {
            let rows = countries.rows.iter().filter(|r| word(r, "default") == faction);
            rows.map(|r| number(r, "points")).sum::<i64>()
        };
        assert_eq!((led("caps"), led("hammers")), (21, 21));
    }
}

#[test]
fn the_countries_that_the_examples_name_are_as_they_say() {
    for (pack, _) in editions() {
        let country = |name: &str| card(&pack, "countries", name);
        // CH1-E1.
        assert_eq!(number(country("Germany"), "points"), 3);
        assert_eq!(word(country("Germany"), "default"), "caps");
        // CH1-E1, E11.
        for name in ["Iraq", "Venezuela", "Egypt"] {
            assert_eq!(word(country(name), "default"), "hammers", "{name}");
        }
        // CH1-E6, E7, E10.
        for name in ["Malaysia", "Brazil", "France"] {
            assert_eq!(country(name).copies, 1, "{name}");
        }
    }
}

#[test]
fn ch1_e3_makes_east_asia_of_japan_korea_and_china_worth_six() {
    for (pack, _) in editions() {
        let rows = deck(&pack, "countries").rows.iter();
        let east: Vec<&Row> = rows.filter(|r| word(r, "region") == "east-asia").collect();
        let mut names: Vec<&str> = east.iter().map(|r| r.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["China", "Japan", "Korea"]);
        assert_eq!(east.iter().map(|r| number(r, "points")).sum::<i64>(), 6);
    }
}

#[test]
fn the_nine_actions_have_the_power_of_the_table() {
    for (pack, actions) in editions() {
        let table = [
            ("Nuclear Armament", 3),
            ("Admiral", 2),
            ("Diplomat", 1),
            ("Policeman", 2),
            ("Spy", 1),
            ("Guerrilla", 1),
            ("Scientist", 2),
            ("Military Occupation", 3),
            ("Defector", 1),
        ];
        assert_eq!(deck(&pack, actions).rows.len(), table.len());
        for (name, power) in table {
            assert_eq!(number(card(&pack, actions, name), "influence"), power, "{name}");
        }
    }
}

// -------------------------------------------------------------------------------------------------------- Caper

#[test]
fn cap_r1_counts_every_component() {
    let pack = load(CAP);
    let listed = [
        ("locations", 23),
        ("thieves", 24),
        ("gear", 48),
        ("coins", 10),
        ("mats", 3),
        ("tracker", 1),
        ("marker", 1),
        ("references", 5),
    ];
    for (id, pieces) in listed {
        assert_eq!(deck(&pack, id).cards(), pieces, "{id}");
    }
    assert_eq!(counted(&pack), listed);
    assert!(deck(&pack, "scorepad").cards() >= 1);
}

#[test]
fn cap_r2_parts_core_and_cities() {
    let pack = load(CAP);
    for (id, core, city) in [("locations", 8, 5), ("thieves", 15, 3), ("gear", 30, 6)] {
        let expected = counts(&[("core", core), ("paris", city), ("rome", city), ("london", city)]);
        assert_eq!(by(deck(&pack, id), "city"), expected, "{id}");
    }
}

#[test]
fn cap_r2_deals_use_up_all_thieves_and_all_gear_of_a_game() {
    let pack = load(CAP);
    let kinds = rule(&pack, "rounds", "kinds").as_list().unwrap();
    let dealt = rule(&pack, "rounds", "cards").as_list().unwrap();
    for kind in ["thieves", "gear"] {
        let rounds = kinds.iter().zip(dealt).filter(|(k, _)| k.as_str() == Some(kind));
        let each: i64 = rounds.map(|(_, n)| n.as_integer().unwrap()).sum();
        let cities = by(deck(&pack, kind), "city");
        // 2 * (4+3+2) = 15 + 3 thieves, 2 * (6+6+6) = 30 + 6 gear.
        assert_eq!(2 * each, i64::from(cities["core"] + cities["paris"]), "{kind}");
    }
}

#[test]
fn cap_r1_has_references_for_every_seat() {
    let roles = by(deck(&load(CAP), "references"), "role");
    assert_eq!(roles, counts(&[("mastermind", 2), ("lookout", 2), ("snitch", 1)]));
}

#[test]
fn cap_r3_colours_thieves_cream_and_gear_by_what_it_does() {
    let pack = load(CAP);
    assert_eq!(by(deck(&pack, "thieves"), "colour"), counts(&[("cream", 24)]));
    // Four colours of the core, and one of each city.
    let mut colours: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in &deck(&pack, "gear").rows {
        let seen = colours.entry(word(row, "city")).or_default();
        if !seen.contains(&word(row, "colour")) {
            seen.push(word(row, "colour"));
        }
    }
    let mut core = colours.remove("core").unwrap();
    core.sort();
    assert_eq!(core, ["blue", "green", "red", "yellow"]);
    let cities: Vec<&String> = colours.values().flatten().collect();
    assert_eq!(cities, ["pink", "teal", "purple"], "of London, Paris and Rome");
}

/// Whether one of a gear's abilities is what its colour is about (CAP-R3).
fn is_in_focus(gear: &Row, focus: &str) -> bool {
    let abilities = ["when-played", "gives"].map(|key| gear.get(key).and_then(Value::as_list));
    let abilities = abilities.into_iter().flatten().flatten();
    let mut each = abilities.flat_map(|ability| &ability.as_table().unwrap().entries);
    each.any(|(key, value)| {
        let condition = value.as_table().is_some_and(|t| t.get("if").is_some());
        match focus {
            // Coins taken from the opponent, fines, and what depends on who has more.
            "the opponent's coins" => {
                ["take-coins", "fine"].contains(&key.name.as_str()) || condition
            }
            _ => key.name == focus,
        }
    })
}

#[test]
fn cap_r3_gives_most_gear_of_a_colour_what_the_colour_is_about() {
    let pack = load(CAP);
    for (colour, focus) in [
        ("green", "goods"),
        ("blue", "capers"),
        ("yellow", "coins"),
        ("red", "flip"),
        ("teal", "goods"),
        ("purple", "capers"),
        ("pink", "the opponent's coins"),
    ] {
        let rows = deck(&pack, "gear").rows.iter();
        let gear: Vec<&Row> = rows.filter(|row| word(row, "colour") == colour).collect();
        let others = gear.iter().filter(|row| !is_in_focus(row, focus));
        let others: Vec<&str> = others.map(|row| row.name.as_str()).collect();
        assert!(2 * others.len() < gear.len(), "{colour} is about {focus}, but not {others:?}");
    }
}

#[test]
fn cap_r1_makes_mats_larger_than_a_card() {
    let pack = load(CAP);
    let size = deckproof::sheet::Trim::parse(&deck(&pack, "mats").size).unwrap().size;
    assert!(size.width > 88.9 && size.height > 63.5, "{size}");
}

#[test]
fn the_cards_that_the_rulebook_of_caper_names_are_there() {
    let pack = load(CAP);
    for (id, name) in [
        ("locations", "The Louvre"),
        ("locations", "The Chapel"),
        ("thieves", "The Dame"),
        ("thieves", "The Artist"),
        ("thieves", "The Banker"),
        ("gear", "Plans Cachés"),
        ("gear", "Plasma Cutter"),
    ] {
        assert_eq!(card(&pack, id, name).copies, 1, "{name}");
    }
    let plans = card(&pack, "gear", "Plans Cachés");
    assert_eq!((word(plans, "city"), word(plans, "colour")), ("paris".into(), "teal".into()));
}

#[test]
fn cap_e4_pays_five_points_and_a_painting_at_the_louvre() {
    let pack = load(CAP);
    let reward =
        card(&pack, "locations", "The Louvre").get("reward").and_then(Value::as_list).unwrap();
    let of = |key: &str| reward.iter().find_map(|v| v.as_table()?.get(key));
    assert_eq!(reward.len(), 2);
    assert_eq!(of("points").and_then(Value::as_integer), Some(5));
    assert_eq!(of("goods").and_then(Value::text), Some("painting".into()));
}
