//! Cards that these tests speak of, as they are here whatever the shipped ones do: a promise on the rules does not hang
//! on what a card costs this month.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::games::caper::play::Rules;
use crate::games::caper::tabletop::{compiled, variant};

const THIEVES: [(&str, &str); 16] = [
    ("the-dame", "income = 1\ngives = [{ capers = 1 }]"),
    (
        "the-artist",
        "gives = [{ capers = 1 }, { goods = [\"painting\"] }]",
    ),
    (
        "the-banker",
        "income = 1\ngives = [{ points = { each = \"yellow\", of = \"yours\" } }]",
    ),
    ("the-driver", "gives = [{ capers = 2 }]"),
    (
        "the-fence",
        "income = 1\ngives = [{ points = { each = \"green\", of = \"yours\" } }]",
    ),
    ("the-forger", "income = 1\ngives = [{ goods = [\"wild\"] }]"),
    (
        "the-acrobat",
        "income = 1\ngives = [{ capers = 1 }, { protect = \"self\" }]",
    ),
    (
        "the-inside-man",
        "gives = [{ capers = 1 }, { points = { each = \"cream\", of = \"theirs\" } }]",
    ),
    (
        "the-telephonist",
        "income = 1\nwhen-played = [{ flip = 1 }]",
    ),
    (
        "the-twins",
        "gives = [{ capers = { each = \"cream\", of = \"yours\" } }]",
    ),
    (
        "the-professor",
        "gives = [{ points = { amount = 2, each-set = [\"green\", \"blue\"], of = \"yours\" } }]",
    ),
    ("the-countess", "income = 3\ngives = [{ points = 1 }]"),
    (
        "the-boxer",
        "income = 1\ngives = [{ capers = { each = \"red\", of = \"yours\" } }]",
    ),
    (
        "the-janitor",
        "when-played = [{ recover = \"gear\" }]\ngives = [{ capers = 1 }]",
    ),
    (
        "the-mime",
        "gives = [{ goods = [\"wild\"] }, { protect = \"self\" }]",
    ),
    (
        "the-perfumer",
        "income = 2\ngives = [{ goods = [\"jewel\"] }]",
    ),
];

const GEAR: [(&str, &str); 23] = [
    ("velvet-pouch", "gives = [{ goods = [\"jewel\"] }]"),
    ("false-bottom-case", "gives = [{ goods = [\"antique\"] }]"),
    ("poster-tube", "gives = [{ goods = [\"painting\"] }]"),
    (
        "packing-crate",
        "cost = 2\ngives = [{ goods = [\"antique\", \"painting\"] }]",
    ),
    (
        "crepe-soles",
        "gives = [{ capers = 1 }, { protect = \"self\" }]",
    ),
    ("lock-picks", "gives = [{ capers = 1 }, { points = 1 }]"),
    ("rope-ladder", "cost = 1\ngives = [{ capers = 2 }]"),
    (
        "floor-plan",
        "cost = 3\ngives = [{ capers = 3 }, { points = 1 }]",
    ),
    (
        "plasma-cutter",
        "when-played = [{ coins = 1 }]\ngives = [{ points = 1 }]",
    ),
    ("loaded-dice", "when-played = [{ coins = 2 }]"),
    (
        "bellboy-uniform",
        "when-played = [{ coins = 1 }]\ngives = [{ capers = 1 }]",
    ),
    (
        "printing-plate",
        "when-played = [{ coins = { each = \"yellow\", of = \"yours\" } }]",
    ),
    (
        "left-luggage-ticket",
        "when-played = [{ recover = \"gear\" }]\ngives = [{ points = 1 }]",
    ),
    ("bearer-bonds", "cost = 2\ngives = [{ points = 3 }]"),
    ("smoke-bomb", "when-played = [{ flip = 1 }]"),
    (
        "trip-wire",
        "cost = 1\nwhen-played = [{ flip = 1 }]\ngives = [{ capers = 1 }]",
    ),
    (
        "sleeping-powder",
        "when-played = [{ flip = { only = \"thieves\" } }]\ngives = [{ capers = 1 }]",
    ),
    (
        "giant-magnet",
        "when-played = [{ flip = { only = \"gear\" } }, { coins = 1 }]",
    ),
    (
        "twin-alarm-clocks",
        "cost = 2\nwhen-played = [{ flip = 2 }]",
    ),
    (
        "anonymous-tip",
        "cost = 1\nwhen-played = [{ flip = { reach = \"anywhere\" } }]",
    ),
    (
        "metro-map",
        "cost = 1\nwhen-played = [{ coins = 1 }]\ngives = [{ goods = [\"wild\"] }]",
    ),
    ("umbrella-hook", "when-played = [{ take-coins = 2 }]"),
    (
        "final-demand",
        "when-played = [{ fine = 2 }]\ngives = [{ points = 1 }]",
    ),
];

const LOCATIONS: [(&str, &str); 8] = [
    (
        "the-chapel",
        "reward = [{ points = 4 }, { goods = [\"antique\"] }]\nmodifier = { protect = \"thieves\" }",
    ),
    (
        "the-catacombs",
        "reward = [{ points = 4 }]\nmodifier = { protect = \"gear\" }",
    ),
    (
        "the-grand-hotel",
        "reward = [{ points = 5 }]\nmodifier = { coins = { for = \"thieves\" } }",
    ),
    (
        "the-cable-car",
        "reward = [{ points = 6 }]\nmodifier = { capers = { for = \"red\" } }",
    ),
    (
        "the-casino",
        "reward = [{ points = 5 }, { points = { each = \"yellow\", of = \"yours\" } }]",
    ),
    (
        "the-opera-house",
        "reward = [{ points = 4 }, { goods = [\"jewel\"] }]",
    ),
    (
        "the-louvre",
        "reward = [{ points = 5 }, { goods = [\"painting\"] }]",
    ),
    ("the-embassy", "reward = [{ points = 7 }]"),
];

/// The rules with these cards; each variant is made once.
pub fn rules(city: &str, players: &str) -> Rules {
    static RULES: Mutex<BTreeMap<(String, String), Rules>> = Mutex::new(BTreeMap::new());
    let key = (city.to_owned(), players.to_owned());
    let made = || rules_after(&[], &[], city, players);
    let mut all = RULES.lock().unwrap();
    all.entry(key).or_insert_with(made).clone()
}

/// The rules with these cards, others written anew, and parts of files replaced: `(deck, card, lines)`, `(file, from,
/// to)`.
pub fn rules_after(
    cards: &[(&str, &str, &str)],
    parts: &[(&str, &str, &str)],
    city: &str,
    players: &str,
) -> Rules {
    let decks = [
        ("thieves", THIEVES.as_slice()),
        ("gear", &GEAR),
        ("locations", &LOCATIONS),
    ];
    let pinned = decks
        .into_iter()
        .flat_map(|(deck, cards)| cards.iter().map(move |(card, lines)| (deck, *card, *lines)));
    let anew = |card: &str| cards.iter().any(|(_, other, _)| *other == card);
    let mut all: Vec<(&str, &str, &str)> = pinned.filter(|(_, card, _)| !anew(card)).collect();
    all.extend(cards);
    match compiled(&all, parts, &variant(city, players)) {
        Ok(rules) => rules,
        Err(told) => panic!("{told:?}"),
    }
}
