//! The oracle of Caper notices what is wrong: in records, and in the data that a game is played with.

use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Files, GameFolder};
use serde_json::{Value, json};

use super::{caper, copying, followed, games, recorded, shipped};

/// What is done to the lines of a record; whether there was something to do it to.
pub type Fault = fn(&mut [Value]) -> bool;

/// In records of two players in Paris.
const OF_TWO: &[(&str, Fault)] = &[
    ("a coin too many", |lines| {
        change(lines, "/state/coins/mint", |coins| coins.as_i64().map(|n| json!(n + 1)))
    }),
    ("a coin that is not told", |lines| {
        change(lines, "/changes", |changes| {
            let list = changes.as_array()?;
            let left = list.iter().filter(|change| change.get("coins/supply").is_none());
            let left: Vec<&Value> = left.collect();
            (left.len() < list.len()).then(|| json!(left))
        })
    }),
    ("another winner", |lines| {
        change(lines, "/result/winner", |winner| Some(json!(other(winner))))
    }),
    ("won by something else", |lines| change(lines, "/result/by", |_| Some(json!("cream")))),
    ("a point too many", |lines| {
        change(lines, "/result/scores/mint/gear", |points| points.as_i64().map(|n| json!(n + 1)))
    }),
    ("another location won", |lines| {
        change(lines, "/changes", |changes| {
            let mut changes = changes.clone();
            let mut list = changes.as_array_mut()?.iter_mut();
            let note = list.find(|change| change["note"] == "won")?;
            note["seat"] = json!(other(&note["seat"]));
            Some(changes)
        })
    }),
    ("a thief at another place", |lines| {
        change(lines, "/state/zones", |zones| {
            let mut zones = zones.clone();
            let thief = zones["field/1/cream"].as_array_mut()?.pop()?;
            zones["field/2/cream"].as_array_mut()?.push(thief);
            Some(zones)
        })
    }),
    ("gear in another order", |lines| {
        change(lines, "/state/zones/field~12~1mint", |field| {
            // Of three cards two are thieves, or gear on one thief.
            let list: Vec<&Value> = field.as_array()?.iter().rev().collect();
            (list.len() > 2).then(|| json!(list))
        })
    }),
    ("a flipped card face up", |lines| {
        change(lines, "/state/zones/field~11~1cream", |field| {
            let mut field = field.clone();
            let mut cards = field.as_array_mut()?.iter_mut();
            let flipped = cards.find(|card| card.get("face").is_some())?;
            flipped.as_object_mut()?.remove("face");
            Some(field)
        })
    }),
    ("hands that were not swapped", |lines| {
        change(lines, "/state/zones", |zones| {
            let mut swapped = zones.clone();
            swapped["hand/cream"] = zones["hand/mint"].clone();
            swapped["hand/mint"] = zones["hand/cream"].clone();
            Some(swapped)
        })
    }),
    ("a card that nobody knows", |lines| {
        change(lines, "/state", |state| {
            let mut state = state.clone();
            let hand = state["zones"]["hand/mint"].as_array()?.clone();
            let known = state["known"]["cream"].as_array_mut()?;
            let at = known.iter().position(|card| hand.contains(card))?;
            known.remove(at);
            Some(state)
        })
    }),
    ("a pile in another order", |lines| reversed(lines, "/state/zones/gear")),
    ("a location without room", |lines| {
        change(lines, "/move", |text| {
            let words = text.as_str()?.strip_suffix(" at 1")?;
            Some(json!(format!("{words} at 4")))
        })
    }),
    ("gear that is in no hand", |lines| {
        change(lines, "/move", |text| {
            let (_, gear) = text.as_str()?.split_once("discard ")?;
            let another = if gear == "easel" { "lock-picks" } else { "easel" };
            Some(json!(format!("equip {another} on the-dame")))
        })
    }),
    ("the other player moves", |lines| change(lines, "/seat", |seat| Some(json!(other(seat))))),
    ("a legal move too few", |lines| {
        change(lines, "/legal", |legal| legal.as_array()?.split_last().map(|(_, rest)| json!(rest)))
    }),
    ("a move that is not there", |lines| change(lines, "/move", |_| Some(json!("leave")))),
    ("another card is dealt", |lines| {
        change(lines, "/changes/0/from", |from| (from == "thieves").then(|| json!("gear")))
    }),
];

/// In records of teams in Paris.
const OF_TEAMS: &[(&str, Fault)] = &[
    ("the winner is one of a team", |lines| {
        change(lines, "/result/winner", |team| team.get(0).cloned())
    }),
    ("a discard while gear can be paid for", |lines| {
        change(lines, "/move", |text| {
            let (gear, _) = text.as_str()?.strip_prefix("equip ")?.split_once(" on ")?;
            Some(json!(format!("discard {gear}")))
        })
    }),
    ("a third knows what was passed", |lines| {
        change(lines, "/state", |state| {
            let mut state = state.clone();
            let hand = state["zones"]["hand/mint"].as_array()?.clone();
            let known = state["known"]["cream"].as_array_mut()?;
            known.push(hand.iter().find(|card| !known.contains(card))?.clone());
            Some(state)
        })
    }),
];

/// In records with the Snitch in Paris.
const OF_THREE: &[(&str, Fault)] = &[
    ("a larger share of the Snitch", |lines| {
        change(lines, "/result/scores/snitch/share", |share| share.as_i64().map(|n| json!(n + 1)))
    }),
    ("a Snitch deck of other size", |lines| {
        let fewer = |cards: &Value| cards.as_i64().map(|n| json!(n - 1));
        change(lines, "/state/snitch-deck", fewer) || change(lines, "/state/snitch_deck", fewer)
    }),
];

/// Numbers and words of the folder; for how many; what stands there; what stands there instead.
const OF_THE_DATA: &[(&str, &str, &str, &str, &str)] = &[
    ("paris", "2", "game.toml", "discard-coins = 1", "discard-coins = 2"),
    ("paris", "2", "game.toml", "gear-on-thief = 3", "gear-on-thief = 2"),
    ("paris", "2", "game.toml", "capers = 1\n", "capers = 2\n"),
    ("paris", "2", "game.toml", "sets = [1, 3, 7]", "sets = [1, 3, 6]"),
    ("paris", "2", "game.toml", "choice = \"here\"", "choice = \"anywhere\""),
    ("paris", "3", "game.toml", "share = 6", "share = 5"),
    ("paris", "4", "game.toml", "discard-points = 3", "discard-points = 2"),
    ("paris", "2", "thieves.toml", "income = 2", "income = 1"),
    ("paris", "2", "thieves.toml", "protect = \"self\"", "capers = 1"),
    ("paris", "2", "gear.toml", "cost = 3", "cost = 2"),
    (
        "paris",
        "2",
        "gear.toml",
        "each = \"yellow\", of = \"yours\"",
        "each = \"yellow\", of = \"theirs\"",
    ),
    ("paris", "2", "gear.toml", "{ only = \"thieves\" }", "{ only = \"gear\" }"),
    ("paris", "2", "gear.toml", "goods = [\"wild\"]", "goods = [\"jewel\"]"),
    ("paris", "2", "locations.toml", "protect = \"thieves\"", "protect = \"gear\""),
    ("rome", "2", "locations.toml", "capers = { for = \"purple\" }", "capers = { for = \"blue\" }"),
    ("london", "2", "gear.toml", "take-coins = 2", "take-coins = 1"),
    ("london", "2", "gear.toml", "if = \"they-are-broke\"", "if = \"you-are-richer\""),
];

/// Changes the last place that the path names and that can be changed so; whether there was one.
pub fn change(lines: &mut [Value], path: &str, how: impl Fn(&Value) -> Option<Value>) -> bool {
    for line in lines.iter_mut().rev() {
        let place = line.pointer_mut(path);
        if let Some((place, other)) = place.and_then(|place| how(place).map(|other| (place, other)))
            && *place != other
        {
            *place = other;
            return true;
        }
    }
    false
}

pub fn reversed(lines: &mut [Value], path: &str) -> bool {
    change(lines, path, |list| {
        let list: Vec<&Value> = list.as_array()?.iter().rev().collect();
        Some(json!(list))
    })
}

fn other(side: &Value) -> &'static str {
    if side == "cream" { "mint" } else { "cream" }
}

fn set_up(city: &str, players: &str) -> Variant {
    let choices = [("city", city), ("players", players)];
    Variant { choices: choices.map(|(axis, word)| (axis.to_owned(), word.to_owned())).into() }
}

#[test]
fn what_is_wrong_in_a_record_is_told() {
    let (pack, folder) = (games::pack("caper"), shipped("caper"));
    for (players, faults) in [("2", OF_TWO), ("3", OF_THREE), ("4", OF_TEAMS)] {
        let variant = set_up("paris", players);
        let texts: Vec<String> =
            (0..12).map(|seed| recorded(&pack, &variant, Players::Uniform, seed)).collect();
        for (name, fault) in faults {
            let mut planted = 0;
            for text in &texts {
                let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
                let mut lines: Vec<Value> = lines.collect();
                if fault(&mut lines) {
                    planted += 1;
                    let wrong: Vec<String> = lines.iter().map(Value::to_string).collect();
                    let told = followed(caper::check, &folder, &wrong.join("\n"));
                    assert!(told.is_err(), "{name}: not noticed");
                }
            }
            assert!(planted > 2, "{name}: in {planted} records only");
        }
    }
}

#[test]
fn a_record_of_other_cards_and_numbers_is_told() {
    let folder = shipped("caper");
    for (city, players, file, old, new) in OF_THE_DATA {
        let edited = tempfile::tempdir().unwrap();
        copying::copy(&folder, edited.path());
        let path = edited.path().join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains(old), "{file}: {old}");
        std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
        let opened = GameFolder::open(edited.path()).unwrap();
        let (pack, faults) = registry::read(opened, &mut Files::new());
        let pack = pack.unwrap_or_else(|| panic!("{file}: {new}: {faults:?}"));
        let variant = set_up(city, players);
        let told = (0..60).find_map(|seed| {
            let text = recorded(&pack, &variant, Players::Uniform, seed);
            followed(caper::check, &folder, &text).err()
        });
        assert!(told.is_some(), "{file}: {new}: not noticed");
    }
}
