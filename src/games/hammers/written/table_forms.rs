//! The table in its documented shape, and what stands for what is left out.

use serde_json::{Value, json};

use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, rules, set, table};
use crate::rules::{Dice, Notation, Stacked};

#[test]
fn a_table_has_the_documented_shape() {
    let (rules, state) = table(
        FIRST,
        json!({
            "round": 2, "row": ["germany", "iraq", "venezuela", "moon-landing"],
            "zones": {
                "deck": ["admiral#2"],
                "hand/caps": ["spy#2"],
                "field/1/caps": ["spy#1"],
                "field/2/caps": [{"card": "scientist#1", "face": "up", "at": 1}],
            },
            "owned": {"caps": ["japan"]},
            "labs": {"caps": [{"card": "missiles", "with": "scientist#1"}, "satellite"]},
            "protests": {"hammers": ["march#1"]},
            "paired": {"1": ["france"]},
            "justifying": {"caps": {"ready": 1}},
            "occupied": [1], "occupations": {"caps": 1},
        }),
    );
    let table = rules.table(&state, &Dice::new(0));
    let zones = table["zones"].as_object().unwrap();
    assert_eq!(zones["hand/caps"], json!(["spy#2"]));
    assert_eq!(
        zones["field/1/caps"],
        json!([{"card": "spy#1", "face": "down", "at": 2}])
    );
    assert_eq!(
        zones["field/2/caps"],
        json!([{"card": "scientist#1", "face": "up", "at": 1}])
    );
    assert_eq!(zones["deck"].as_array().unwrap().len(), 42);
    assert_eq!(zones["labs"][0], "animal-in-orbit");
    let mut rest = table.clone();
    rest.as_object_mut().unwrap().remove("zones");
    assert_eq!(
        rest,
        json!({
            "round": 2, "turn": "hammers", "first": "hammers", "turns": 2, "deployed": false, "defcon": 5,
            "phase": "turn", "owed": 0, "price": 0, "crises": [], "queue": [], "restoring": false,
            "resolving": false,
            "row": ["germany", "iraq", "venezuela", "moon-landing"],
            "owned": {"caps": [{"card": "japan", "loyal": true}], "hammers": []},
            "labs": {"caps": [{"card": "missiles", "with": "scientist#1"}, {"card": "satellite"}], "hammers": []},
            "protests": {"caps": [], "hammers": ["march#1"]},
            "paired": {"1": [{"card": "france", "loyal": true}]},
            "justified": {},
            "justifying": {"caps": {"fresh": 0, "ready": 1}, "hammers": {"fresh": 0, "ready": 0}},
            "occupied": [1], "blocked": [], "occupations": {"caps": 1, "hammers": 0},
        })
    );
}

#[test]
fn what_is_left_out_is_as_at_the_start() {
    for game in EDITIONS {
        let rules = rules(game);
        let state = set(&rules, json!({}));
        let table = rules.table(&state, &Dice::new(0));
        for (key, value) in [
            ("round", json!(1)),
            ("turn", json!("caps")),
            ("first", json!("caps")),
            ("turns", json!(0)),
            ("phase", json!("turn")),
            ("defcon", json!(5)),
            ("row", json!([null, null, null, null])),
        ] {
            assert_eq!(table[key], value, "{key}");
        }
        let cards: usize = table["zones"]
            .as_object()
            .unwrap()
            .values()
            .map(|zone| zone.as_array().unwrap().len())
            .sum();
        assert_eq!(
            cards,
            if game == FIRST {
                45 + 21 + 7 + 20
            } else {
                25 + 21 + 7 + 4
            }
        );
    }
}

#[test]
fn who_begins_and_whose_turn_it_is_follow_from_the_row_and_the_field() {
    let rules = rules(SECOND);
    let turn = |more: Value| {
        let mut table = json!({
            "row": ["germany", "iraq", "venezuela"],
            "zones": {"field/1/hammers": ["spy#1"], "field/1/caps": ["spy#2"], "field/2/hammers": ["spy#3"]},
        });
        for (key, value) in more.as_object().unwrap() {
            table[key] = value.clone();
        }
        let table = rules.table(&set(&rules, table), &Dice::new(0));
        let [first, turns, turn] = ["first", "turns", "turn"].map(|k| table[k].to_string());
        format!("{first} {turns} {turn}").replace('"', "")
    };
    assert_eq!(turn(json!({})), "hammers 3 caps");
    assert_eq!(turn(json!({"deployed": true})), "hammers 2 hammers");
    assert_eq!(turn(json!({"phase": "deployed"})), "hammers 2 hammers");
    assert_eq!(turn(json!({"first": "caps"})), "caps 3 hammers");
    assert_eq!(turn(json!({"turns": 0})), "hammers 0 hammers");
    assert_eq!(turn(json!({"turn": "hammers"})), "hammers 3 hammers");
}

#[test]
fn named_cards_of_a_pile_are_drawn_first_and_in_their_order() {
    let rules = rules(SECOND);
    let table = json!({"zones": {"deck": ["spy#3", "admiral#1"], "countries": ["congo", "japan"]}});
    let staged = rules.stage(&table).unwrap();
    let chance = Stacked::new(staged.piles, 4);
    let table = rules.table(&staged.state, &chance);
    let zone = |name: &str| table["zones"][name].as_array().unwrap().clone();
    assert_eq!(zone("deck")[..2], [json!("spy#3"), json!("admiral#1")]);
    assert_eq!(zone("deck").len(), 25);
    assert_eq!(zone("countries")[..2], [json!("congo"), json!("japan")]);
}

#[test]
fn justifications_may_be_counted_or_named() {
    let rules = rules(SECOND);
    let counted = set(&rules, json!({"justified": {"1/caps": 2, "4/hammers": 1}}));
    let named = json!({"zones": {
        "justified/1/caps": ["justification#1", "justification#2"],
        "justified/4/hammers": ["justification#3"],
    }});
    assert_eq!(set(&rules, named), counted);
    let table = rules.table(&counted, &Dice::new(0));
    assert_eq!(table["zones"]["justifications"], json!(["justification#4"]));
}

#[test]
fn standings_say_influence_crises_and_winners() {
    let (rules, state) = table(
        FIRST,
        json!({
            "row": ["malaysia", "germany", "none", "missiles"],
            "zones": {
                "field/1/caps": ["admiral#1"],
                "field/1/hammers": ["nuclear-armament#1", "diplomat#1"],
                "field/2/hammers": ["spy#1"],
            },
            "owned": {"hammers": ["japan"]}, "labs": {"caps": ["satellite"]}, "paired": {"1": ["korea"]},
        }),
    );
    let standings = rules.standings(&state);
    for (key, value) in [
        (
            "influence",
            json!({
                "1/caps": 4, "1/hammers": 4, "2/caps": 0, "2/hammers": 1,
                "3/caps": 0, "3/hammers": 0, "4/caps": 0, "4/hammers": 0,
            }),
        ),
        ("seen", json!({"1": 7, "2": 1, "3": 0, "4": 0})),
        (
            "winner",
            json!({"1": "caps", "2": "hammers", "3": "none", "4": "none"}),
        ),
    ] {
        assert_eq!(standings[key], value, "{key}");
    }
    for (card, owner) in [
        ("japan", "hammers"),
        ("satellite", "caps"),
        ("malaysia", "none"),
        ("korea", "none"),
    ] {
        assert_eq!(standings["owner"][card], owner, "{card}");
    }
}

#[test]
fn standings_say_which_countries_are_loyal() {
    let (rules, state) = table(
        SECOND,
        json!({"owned": {"caps": ["korea", {"card": "japan", "loyal": false}]}}),
    );
    let loyal = &rules.standings(&state)["loyal"];
    assert_eq!(
        (&loyal["korea"], &loyal["japan"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn cards_without_a_number_were_deployed_in_the_order_of_locations() {
    let rules = rules(SECOND);
    let state = set(
        &rules,
        json!({"zones": {
            "field/3/caps": ["spy#3", {"card": "admiral#1", "at": 1}],
            "field/1/caps": ["spy#1", "spy#2"],
        }}),
    );
    let table = rules.table(&state, &Dice::new(0));
    let mut order = Vec::new();
    for zone in ["field/1/caps", "field/3/caps"] {
        for laid in table["zones"][zone].as_array().unwrap() {
            order.push((laid["at"].as_u64(), laid["card"].as_str()));
        }
    }
    order.sort_unstable();
    let cards: Vec<&str> = order.into_iter().filter_map(|laid| laid.1).collect();
    assert_eq!(cards, ["admiral#1", "spy#1", "spy#2", "spy#3"]);
}
