//! Builds sample replays for tests. A number of players or nothing comes in; replays and packs go out. Called by the
//! tests of this folder.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::words::{ReplayWords, capital};
use crate::cards::Pack;
use crate::registry;
use crate::rules::Variant;
use crate::rules::captions::Captions;
use crate::script;
use crate::source::{Files, GameFolder};
use crate::table::Wide;
use crate::verify::record::{RecordHeader, Tells};
use crate::verify::replay::{Frame, Replay};

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The words of a replay; cards are named by their ids.
pub fn words_of(replay: &Replay) -> ReplayWords {
    let name = |word: &String| {
        let sitting = replay.captions.sitting(word).map(|s| s.name.clone());
        (word.clone(), sitting.unwrap_or_else(|| capital(word)))
    };
    let card = |id: &String| (id.clone(), id.clone());
    ReplayWords {
        seats: replay.header.seats.iter().map(name).collect(),
        cards: replay.header.cards.iter().map(card).collect(),
        captions: replay.captions.clone(),
    }
}

pub fn pack(game: &str) -> (Pack, Files) {
    let mut files = Files::new();
    let folder = GameFolder::shipped(game).unwrap();
    let pack = registry::load(folder, &mut files).unwrap();
    (pack, files)
}

fn captions(game: &str, variant: &Variant) -> Captions {
    let pack = pack(game).0;
    let rules = script::Rules::<Wide>::compile(&pack.game, &pack.decks, variant).unwrap();
    rules.captions()
}

fn header(game: &str, title: &str, seats: &str, cards: &str) -> RecordHeader {
    RecordHeader {
        game: game.into(),
        title: title.into(),
        data: String::new(),
        variant: Variant::default(),
        seed: 1.into(),
        reseeded: std::collections::BTreeMap::new(),
        players: "uniform".into(),
        tells: Tells::default(),
        seats: words(seats),
        cards: words(cards),
        piles: None,
        table: None,
    }
}

fn frame(ply: u32, mv: Option<(&str, &str)>, table: Value, standings: Value) -> Frame {
    Frame {
        ply,
        seat: mv.map(|(seat, _)| seat.to_owned()),
        text: mv.map(|(_, text)| text.to_owned()),
        changes: Vec::new(),
        turn: table["turn"].as_str().map(str::to_owned),
        table,
        standings,
    }
}

/// One ply of a game with locations side by side.
pub fn hammers() -> Replay {
    let game = "caps-and-hammers";
    let captions = captions(game, &Variant::default());
    let table = json!({
        "round": 3, "defcon": 4, "turn": "hammers",
        "zones": {
            "row/1": [], "row/2": ["germany"], "row/3": [], "row/4": [],
            "field/2/caps": [{"card": "spy#1", "face": "down"}, {"card": "military-occupation#1", "face": "up"}],
            "hand/hammers": ["admiral#2"],
            "owned/caps": [{"card": "france", "face": "disloyal"}],
        },
    });
    let standings = json!({"influence": {"2/caps": 4, "2/hammers": 0}});
    let mut shown = frame(7, Some(("caps", "deploy spy#1 at 2")), table, standings);
    shown.changes = vec![json!({"defcon": 4})];
    let cards = "spy#1 military-occupation#1 germany france admiral#2";
    Replay {
        header: header(game, "Caps & Hammers", "caps hammers", cards),
        captions,
        edited: false,
        frames: vec![shown],
        result: Value::Null,
    }
}

const THIEVES: &str = "the-dame the-artist the-banker the-driver the-safecracker the-fence the-forger the-acrobat \
    the-inside-man the-telephonist the-twins the-professor the-countess the-boxer the-janitor the-curator the-mime \
    the-perfumer";
const GEAR: &str = "velvet-pouch false-bottom-case poster-tube glass-cutter packing-crate hollow-umbrella \
    auction-catalogue double-lined-coat crepe-soles lock-picks rope-ladder floor-plan grappling-hook walkie-talkies \
    stethoscope stopwatch plasma-cutter loaded-dice bellboy-uniform forged-cheque printing-plate left-luggage-ticket \
    bearer-bonds smoke-bomb trip-wire sleeping-powder giant-magnet banana-peel twin-alarm-clocks anonymous-tip \
    plans-caches easel baguette-sheath musical-box metro-map wine-crate";
const LOCATIONS: &str = "the-chapel the-grand-hotel the-casino the-opera-house the-night-train the-embassy \
    the-villa-by-the-lake the-cable-car the-louvre the-eiffel-tower place-vendome the-catacombs the-flea-market";

/// The start, a moment of the fourth round and the end of a game in which cards lie on cards, for 2, 3 or 4 players.
pub fn caper(players: usize) -> Replay {
    let seats =
        ["cream mint", "cream mint snitch", "cream mint cream-lookout mint-lookout"][players - 2];
    let cards = [THIEVES, GEAR, LOCATIONS].join(" ");
    let mut header = header("caper", "Caper: Paris, Rome and London", seats, &cards);
    let choice = |axis: &str, value: &str| (axis.to_owned(), value.to_owned());
    header.variant =
        Variant { choices: vec![choice("city", "paris"), choice("players", &players.to_string())] };
    let captions = captions("caper", &header.variant);
    Replay {
        captions,
        header,
        edited: false,
        frames: vec![start(players), middle(players), end(players)],
        result: result(players),
    }
}

/// A table whose piles hold all remaining cards.
fn table(mut table: Value, row: Value, zones: &[(&str, Value)]) -> Value {
    let text = format!("{row} {}", json!(zones));
    let named: BTreeSet<&str> = text.split('"').collect();
    let mut all = Map::new();
    for (pile, cards) in [("thieves", THIEVES), ("gear", GEAR), ("locations", LOCATIONS)] {
        let left: Vec<&str> =
            cards.split_whitespace().filter(|card| !named.contains(card)).collect();
        all.insert(pile.into(), json!(left));
    }
    all.extend(zones.iter().map(|(zone, cards)| ((*zone).to_owned(), cards.clone())));
    for (place, card) in row.as_array().into_iter().flatten().enumerate() {
        all.insert(format!("row/{}", place + 1), json!([card]));
    }
    table["zones"] = all.into();
    table
}

fn start(players: usize) -> Frame {
    let mut zones = vec![];
    let (cream, mint) = (
        json!(words("the-dame the-driver the-twins the-fence")),
        json!(words("the-artist the-mime the-boxer the-countess")),
    );
    let mut head =
        json!({"round": 1, "turn": "cream", "supply": 10, "coins": {"cream": 0, "mint": 0}});
    match players {
        2 => zones.extend([("hand/cream", cream), ("hand/mint", mint)]),
        3 => {
            head["turn"] = json!("snitch");
            head["snitch_deck"] = json!(4);
            zones.extend([
                ("hand/cream", json!(["the-dame"])),
                ("hand/mint", json!(["the-artist"])),
                ("hand/snitch", json!(["the-driver", "the-mime"])),
            ]);
        }
        _ => {
            head["turn"] = json!("cream-lookout");
            zones.extend([("hand/cream-lookout", cream), ("hand/mint-lookout", mint)]);
        }
    }
    let row = json!(["the-louvre", "the-chapel", "the-embassy"]);
    let points = json!({"locations": 0, "thieves": 0, "gear": 0, "goods": 0});
    let standings = json!({
        "capers": {"1/cream": 0, "1/mint": 0, "2/cream": 0, "2/mint": 0, "3/cream": 0, "3/mint": 0},
        "winner": {"1": "none", "2": "none", "3": "none"},
        "score-now": {"cream": points, "mint": points},
    });
    let mut frame = frame(0, None, table(head, row, &zones), standings);
    frame.changes = vec![
        json!({"card": "the-louvre", "from": "locations", "to": "row/1", "face": "up"}),
        json!({"round": 1}),
    ];
    frame
}

/// What lies at the locations in the fourth round.
fn fields() -> Vec<(&'static str, Value)> {
    let flipped = |card: &str| json!({"card": card, "face": "flipped"});
    let on = |card: &str, base: &str| json!({"card": card, "on": base});
    let bare = |card: &str| json!({"card": card});
    vec![
        (
            "field/1/cream",
            json!([
                bare("the-dame"), on("lock-picks", "the-dame"), on("velvet-pouch", "the-dame"),
                {"card": "grappling-hook", "on": "the-dame", "face": "flipped"}, bare("the-artist"),
            ]),
        ),
        ("field/1/mint", json!([bare("the-driver"), flipped("the-twins")])),
        ("field/2/cream", json!([bare("the-banker"), on("plasma-cutter", "the-banker")])),
        (
            "field/2/mint",
            json!([
                bare("the-forger"),
                on("rope-ladder", "the-forger"),
                on("stopwatch", "the-forger"),
                bare("the-mime"),
            ]),
        ),
        (
            "field/3/cream",
            json!([bare("the-curator"), on("easel", "the-curator"), bare("the-fence")]),
        ),
        ("field/3/mint", json!([bare("the-janitor")])),
    ]
}

fn middle(players: usize) -> Frame {
    let mut zones = fields();
    zones.extend([
        ("discard/cream", json!(words("the-perfumer the-boxer smoke-bomb trip-wire loaded-dice"))),
        (
            "discard/mint",
            json!(words("the-professor the-acrobat floor-plan walkie-talkies metro-map")),
        ),
    ]);
    let mut head = json!({"round": 4, "turn": "mint", "supply": 6, "coins": {"cream": 3, "mint": 1}, "known": {"cream": ["wine-crate"]}});
    match players {
        2 => zones.extend([
            ("hand/cream", json!(words("musical-box poster-tube stethoscope crepe-soles"))),
            ("hand/mint", json!(words("wine-crate packing-crate forged-cheque bearer-bonds"))),
        ]),
        3 => {
            head["snitch_deck"] = json!(5);
            zones.extend([
                ("hand/cream", json!(words("musical-box poster-tube"))),
                ("hand/mint", json!(words("wine-crate forged-cheque"))),
            ]);
        }
        _ => zones.extend([
            ("hand/cream", json!(words("musical-box"))),
            ("hand/mint", json!(words("wine-crate forged-cheque"))),
            ("hand/cream-lookout", json!(words("poster-tube stethoscope crepe-soles"))),
            (
                "hand/mint-lookout",
                json!(words("packing-crate bearer-bonds anonymous-tip giant-magnet")),
            ),
        ]),
    }
    let row = json!(["the-louvre", "the-chapel", "the-embassy"]);
    let standings = json!({
        "capers": {"1/cream": 4, "1/mint": 2, "2/cream": 1, "2/mint": 2, "3/cream": 0, "3/mint": 0},
        "winner": {"1": "cream", "2": "mint", "3": "none"},
        "score-now": {
            "cream": {"locations": 5, "thieves": 3, "gear": 2, "goods": 3},
            "mint": {"locations": 4, "thieves": 2, "gear": 2, "goods": 1},
        },
    });
    let text = "equip grappling-hook on the-dame";
    let mut frame = frame(1, Some(("cream", text)), table(head, row, &zones), standings);
    frame.changes = vec![
        json!({"card": "grappling-hook", "from": "hand/cream", "to": "field/1/cream", "face": "up"}),
        json!({"coins/cream": 3}),
        json!({"coins/supply": 6}),
        json!({"card": "the-twins", "at": "field/1/mint", "face": "flipped"}),
    ];
    frame
}

/// The same table after the last card.
fn end(players: usize) -> Frame {
    let Frame { mut table, standings, .. } = middle(players);
    table["round"] = json!(6);
    table["turn"] = Value::Null;
    let zones = table["zones"].as_object_mut().unwrap();
    let hands: Vec<String> =
        zones.keys().filter(|zone| zone.starts_with("hand/")).cloned().collect();
    let held: Vec<Value> = hands.iter().filter_map(|hand| zones.remove(hand)).collect();
    let held = held.iter().flat_map(|cards| cards.as_array().unwrap());
    zones["discard/mint"].as_array_mut().unwrap().extend(held.cloned());
    let mut frame = frame(2, Some(("mint", "discard forged-cheque")), table, standings);
    frame.changes = vec![
        json!({"card": "forged-cheque", "from": "hand/mint", "to": "discard/mint", "face": "up"}),
        json!({"note": "won", "at": "row/1", "seat": "cream", "values": [4, 2]}),
        json!({"note": "tied", "at": "row/3", "values": [0, 0]}),
    ];
    frame
}

fn result(players: usize) -> Value {
    let cream = json!({"locations": 5, "thieves": 3, "gear": 2, "goods": 3, "total": 13});
    let mint = json!({"locations": 4, "thieves": 2, "gear": 2, "goods": 1, "total": 9});
    match players {
        2 => json!({"winner": "cream", "by": "points", "scores": {"cream": cream, "mint": mint}}),
        3 => json!({"winner": "cream", "by": "points", "scores": {
            "cream": cream, "mint": mint, "snitch": {"lower": 9, "share": 2, "total": 11}}}),
        _ => json!({"winner": ["cream", "cream-lookout"], "by": "points", "scores": {
            "cream": cream, "mint": mint, "cream-lookout": cream, "mint-lookout": mint}}),
    }
}
