//! The oracles of both editions of Caps and Hammers notice what is wrong: in records, and in the data that a game is played with.

use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Files, GameFolder};
use serde_json::{Value, json};

use super::caper_faults::{Fault, change, reversed};
use super::{
    Oracle, caps_and_hammers, caps_and_hammers_2016, copying, followed, games, recorded, shipped,
};

/// In records of either edition.
const OF_BOTH: &[(&str, Fault)] = &[
    ("another winner", |lines| {
        change(lines, "/result/winner", |winner| Some(json!(other(winner))))
    }),
    ("won by something else", |lines| change(lines, "/result/by", |_| Some(json!("more-regions")))),
    ("a point too many", |lines| change(lines, "/result/scores/caps/countries", one_more)),
    ("a region too many", |lines| change(lines, "/result/scores/hammers/regions", one_more)),
    ("another level of DEFCON", |lines| change(lines, "/state/defcon", one_more)),
    ("a turn that is not counted", |lines| {
        change(lines, "/state/turns", |turns| {
            let turns = turns.as_i64().filter(|turns| (1..10).contains(turns))?;
            Some(json!(turns - 1))
        })
    }),
    ("a line of another round", |lines| change(lines, "/round", one_more)),
    ("a card at another location", |lines| {
        change(lines, "/state/zones", |zones| {
            let mut zones = zones.clone();
            let card = zones["field/1/caps"].as_array_mut()?.pop()?;
            zones["field/2/caps"].as_array_mut()?.push(card);
            Some(zones)
        })
    }),
    ("a card that was turned up is said to be launched", |lines| {
        change(lines, "/state/zones/field~11~1hammers", |field| {
            let mut field = field.clone();
            let mut cards = field.as_array_mut()?.iter_mut();
            cards.find(|card| card["face"] == "revealed")?["face"] = json!("up");
            Some(field)
        })
    }),
    ("hands that were swapped", |lines| {
        change(lines, "/state/zones", |zones| {
            let mut swapped = zones.clone();
            swapped["hand/caps"] = zones["hand/hammers"].clone();
            swapped["hand/hammers"] = zones["hand/caps"].clone();
            Some(swapped)
        })
    }),
    ("a pile in another order", |lines| reversed(lines, "/state/zones/deck")),
    ("a country that is owned by nobody", |lines| {
        in_zone(lines, "owned/caps", |cards| cards.pop())
    }),
    ("a lab that is lent to nobody", |lines| {
        in_zone(lines, "labs/caps", |labs| {
            let lab = labs.iter_mut().find(|lab| lab.get("with").or(lab.get("face")).is_some())?;
            *lab = lab["card"].clone();
            Some(lab.clone())
        })
    }),
    ("a pair that is forgotten", |lines| {
        ["paired/1", "paired/2", "paired/3"]
            .iter()
            .any(|zone| in_zone(lines, zone, |cards| cards.pop()))
    }),
    ("a location that is not occupied any more", |lines| {
        change(lines, "/state/occupied", unmarked)
    }),
    ("a location that another won", |lines| {
        told(lines, "note", "won", |won| won["seat"] = json!(other(&won["seat"])))
    }),
    ("one influence too many", |lines| {
        told(lines, "note", "won", |won| more(&mut won["values"][0], 1))
    }),
    ("a crisis at 12", |lines| {
        told(lines, "note", "crisis", |crisis| crisis["values"][0] = json!(12))
    }),
    ("a penalty of one less", |lines| {
        told(lines, "note", "penalty", |penalty| more(&mut penalty["values"][0], -1))
    }),
    ("a card from another pile", |lines| {
        told(lines, "from", "deck", |drawn| drawn["from"] = json!("discard"))
    }),
    ("the next card but one", |lines| {
        told(lines, "from", "countries", |drawn| drawn["card"] = json!("germany"))
    }),
    ("the other takes the first turn", |lines| {
        change(lines, "/changes/0/first", |first| first.as_i64().map(|n| json!(1 - n)))
    }),
    ("a shuffle that is not told", |lines| {
        change(lines, "/changes", |changes| changes[0].get("shuffle").map(|_| json!([])))
    }),
    ("the other player moves", |lines| change(lines, "/seat", |seat| Some(json!(other(seat))))),
    ("a turn without a card", |lines| {
        change(lines, "/move", |text| text.as_str()?.strip_prefix("deploy").map(|_| json!("end")))
    }),
    ("a card that is in no hand", |lines| {
        change(lines, "/move", |text| {
            let (_, at) = text.as_str()?.strip_prefix("deploy ")?.split_once(' ')?;
            Some(json!(format!("deploy missiles {at}")))
        })
    }),
    ("a location that is not there", |lines| {
        change(lines, "/move", |text| {
            let deploy = text.as_str()?.strip_suffix(" at 4")?;
            Some(json!(format!("{deploy} at 5")))
        })
    }),
    ("a move to a location that is not adjacent", |lines| {
        change(lines, "/move", |text| {
            let launch = text.as_str()?.strip_suffix(" to 2")?;
            Some(json!(format!("{launch} to 4")))
        })
    }),
    ("a legal move too few", |lines| {
        change(lines, "/legal", |legal| legal.as_array()?.split_last().map(|(_, rest)| json!(rest)))
    }),
    ("a legal move too many", |lines| {
        change(lines, "/legal", |legal| {
            let again = json!("launch military-occupation#1");
            let legal = legal.as_array().filter(|legal| !legal.contains(&again))?;
            Some(legal.iter().chain([&again]).cloned().collect())
        })
    }),
];

const OF_THE_SECOND: &[(&str, Fault)] = &[
    ("a Loyal country that is Disloyal", |lines| {
        in_zone(lines, "owned/hammers", |cards| {
            let card = cards.first_mut()?;
            let loyal = card.as_str().is_some() || card["loyal"] == true;
            let name = if card.is_string() { card.clone() } else { card["card"].clone() };
            *card = json!({"card": name, "loyal": !loyal, "face": if loyal { "disloyal" } else { "loyal" }});
            Some(name)
        })
    }),
    ("a Justification that was spent", |lines| {
        ["justified/1/caps", "justified/2/caps", "justified/3/hammers", "justified/4/hammers"]
            .iter()
            .any(|zone| in_zone(lines, zone, |cards| cards.pop()))
    }),
    ("a second Occupation would be allowed", |lines| change(lines, "/state/blocked", unmarked)),
    ("a country flipped that is not owned", |lines| {
        change(lines, "/move", |text| {
            text.as_str()?.strip_prefix("flip ").map(|_| json!("flip moon-probe"))
        })
    }),
    ("the topmost DEFCON card stays", |lines| {
        change(lines, "/changes", |changes| {
            let kept = changes.as_array()?.iter().filter(|change| change["to"] != "defcon/spent");
            let kept: Vec<&Value> = kept.collect();
            Some(json!(kept))
        })
    }),
];

const OF_THE_FIRST: &[(&str, Fault)] = &[
    ("a protest that is not counted", |lines| {
        change(lines, "/result/scores/caps/protests", one_more)
    }),
    ("a protest too few", |lines| in_zone(lines, "protests/hammers", |cards| cards.pop())),
    ("a Diplomat that justifies at once", |lines| {
        let spent = |fresh: &Value| (fresh == 1).then(|| json!(0));
        change(lines, "/state/fresh/caps", spent)
            || change(lines, "/state/justifying/caps/fresh", spent)
    }),
    ("a protest that another drew", |lines| {
        told(lines, "from", "protests", |drawn| drawn["to"] = json!("protests/nobody"))
    }),
    ("a protest that is not held goes back", |lines| {
        change(lines, "/move", |text| {
            text.as_str()?.strip_prefix("return ").map(|_| json!("return germany"))
        })
    }),
];

/// Numbers and words of the folder: its game, the file, what stands there, what stands there instead.
const OF_THE_DATA: &[(&str, &str, &str, &str)] = &[
    ("caps-and-hammers", "game.toml", "crisis-influence = 13", "crisis-influence = 12"),
    ("caps-and-hammers", "game.toml", "from-2 = 5", "from-2 = 4"),
    ("caps-and-hammers", "game.toml", "region-bonus = 3", "region-bonus = 2"),
    ("caps-and-hammers", "game.toml", "restore-per-lab = 1", "restore-per-lab = 2"),
    ("caps-and-hammers", "game.toml", "choice = \"each\"", "choice = \"once\""),
    (
        "caps-and-hammers",
        "assets.toml",
        "operation = { influence = 6 }",
        "operation = { influence = 5 }",
    ),
    ("caps-and-hammers", "assets.toml", "cap = 5", "cap = 1"),
    ("caps-and-hammers", "assets.toml", "kinds = [\"first-turn\"]\n", ""),
    (
        "caps-and-hammers",
        "assets.toml",
        "kinds = [\"occupation\", \"aggressive\"]",
        "kinds = [\"aggressive\"]",
    ),
    ("caps-and-hammers", "countries.toml", "default = \"caps\"", "default = \"hammers\""),
    ("caps-and-hammers-2016", "game.toml", "crisis-influence = 13", "crisis-influence = 14"),
    ("caps-and-hammers-2016", "game.toml", "from-3 = 3", "from-3 = 4"),
    ("caps-and-hammers-2016", "game.toml", "restore-per-lab = 1", "restore-per-lab = 2"),
    (
        "caps-and-hammers-2016",
        "actions.toml",
        "influence-while-alone = 4",
        "influence-while-alone = 3",
    ),
    ("caps-and-hammers-2016", "actions.toml", "each-round = \"one-each\"", "each-round = \"any\""),
    (
        "caps-and-hammers-2016",
        "actions.toml",
        "influence-per-opposing = 1",
        "influence-per-opposing = 2",
    ),
    ("caps-and-hammers-2016", "labs.toml", "rank = 1", "rank = 2"),
    ("caps-and-hammers-2016", "protests.toml", "value = 3", "value = 2"),
];

/// Changes the last thing that is told and that has such a word.
fn told(lines: &mut [Value], key: &str, word: &str, how: fn(&mut Value)) -> bool {
    change(lines, "/changes", |changes| {
        let mut changes = changes.clone();
        let mut all = changes.as_array_mut()?.iter_mut();
        how(all.rfind(|told| told[key] == word)?);
        Some(changes)
    })
}

fn more(number: &mut Value, by: i64) {
    *number = json!(number.as_i64().map(|n| n + by));
}

/// Does something to the cards of a zone, wherever the table tells them: in `zones`, or beside them.
fn in_zone(lines: &mut [Value], zone: &str, how: fn(&mut Vec<Value>) -> Option<Value>) -> bool {
    let within = |cards: &Value| {
        let mut cards = cards.as_array()?.clone();
        how(&mut cards)?;
        Some(json!(cards))
    };
    let beside = format!("/state/{zone}");
    let among_zones = format!("/state/zones/{}", zone.replace('/', "~1"));
    change(lines, &among_zones, within) || change(lines, &beside, within)
}

/// Places that are marked: a list of them, or one by one.
fn unmarked(places: &Value) -> Option<Value> {
    match places {
        Value::Array(places) => (!places.is_empty()).then(|| json!([])),
        Value::Object(marks) => {
            let marked = marks.values().any(|mark| *mark == true);
            let none = marks.keys().map(|place| (place.clone(), json!(false)));
            marked.then(|| Value::Object(none.collect()))
        }
        _ => None,
    }
}

fn one_more(number: &Value) -> Option<Value> {
    number.as_i64().map(|n| json!(n + 1))
}

fn other(seat: &Value) -> &'static str {
    if seat == "caps" { "hammers" } else { "caps" }
}

fn oracle(game: &str) -> Oracle {
    match game {
        "caps-and-hammers" => caps_and_hammers::check,
        _ => caps_and_hammers_2016::check,
    }
}

#[test]
fn what_is_wrong_in_a_record_is_told() {
    for (game, of_its_own) in
        [("caps-and-hammers", OF_THE_SECOND), ("caps-and-hammers-2016", OF_THE_FIRST)]
    {
        let (pack, folder) = (games::pack(game), shipped(game));
        let record = |seed| recorded(&pack, &Variant::default(), Players::Uniform, seed);
        let texts: Vec<String> = (0..12).map(record).collect();
        for (name, fault) in OF_BOTH.iter().chain(of_its_own) {
            let planted: Vec<String> = texts
                .iter()
                .find_map(|text| {
                    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
                    let mut lines: Vec<Value> = lines.collect();
                    fault(&mut lines).then_some(lines)
                })
                .unwrap_or_else(|| panic!("{game}: {name}: no record to try it on"))
                .iter()
                .map(Value::to_string)
                .collect();
            let told = followed(oracle(game), &folder, &planted.join("\n"));
            assert!(told.is_err(), "{game}: {name}: not noticed");
        }
    }
}

#[test]
fn a_record_of_other_cards_and_numbers_is_told() {
    for (game, file, old, new) in OF_THE_DATA {
        let (folder, edited) = (shipped(game), tempfile::tempdir().unwrap());
        copying::copy(&folder, edited.path());
        let path = edited.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{game}: {file}: {old}");
        std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
        let opened = GameFolder::open(edited.path()).unwrap();
        let (pack, faults) = registry::read(opened, &mut Files::new());
        let pack = pack.unwrap_or_else(|| panic!("{game}: {file}: {new}: {faults:?}"));
        let told = (0..60).find_map(|seed| {
            let text = recorded(&pack, &Variant::default(), Players::Uniform, seed);
            followed(oracle(game), &folder, &text).err()
        });
        assert!(told.is_some(), "{game}: {file}: {new}: not noticed");
    }
}
