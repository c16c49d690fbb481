//! Tables that do not fit: each fault is told with the way that leads to it.

use serde_json::{Value, json};

use crate::games::hammers::play::Rules;
use crate::games::hammers::testing::{FIRST, SECOND, rules};
use crate::rules::{Misfit, Notation};

/// What is told of a table: `way: what is wrong (help)`.
fn told(rules: &Rules, table: &Value) -> Vec<String> {
    let tell = |m: Misfit| format!("{}: {} ({})", m.path.join(" "), m.says, m.help);
    match rules.stage(table) {
        Ok(_) => Vec::new(),
        Err(misfits) => misfits.into_iter().map(tell).collect(),
    }
}

/// Holds that each table of the second edition has this one misfit.
fn each(cases: &[(Value, &str)]) {
    let rules = rules(SECOND);
    for (table, misfit) in cases {
        assert_eq!(told(&rules, table), [*misfit], "{table}");
    }
}

#[test]
fn unknown_keys_are_told_with_the_nearest() {
    each(&[
        (
            json!({"ruond": 1}),
            "ruond: unknown key `ruond` (did you mean `round`?)",
        ),
        (
            json!({"zones": {"hand/cap": []}}),
            "zones hand/cap: unknown key `hand/cap` (did you mean `hand/caps`?)",
        ),
        (
            json!({"zones": {"owned/caps": []}}),
            "zones owned/caps: `owned/caps` is no zone of a table (write these cards under `owned`, beside `zones`)",
        ),
        (
            json!({"owned": {"cap": []}}),
            "owned cap: unknown key `cap` (did you mean `caps`?)",
        ),
        (
            json!({"owned": {"caps": [{"card": "japan", "loyl": true}]}}),
            "owned caps 0 loyl: unknown key `loyl` (did you mean `loyal`?)",
        ),
        (
            json!({"justifying": {"caps": {"redy": 1}}}),
            "justifying caps redy: unknown key `redy` (did you mean `ready`?)",
        ),
    ]);
    let told = told(&rules(SECOND), &json!({"zones": {"protests": []}}));
    assert!(
        told[0].starts_with("zones protests: unknown key"),
        "{told:?}"
    );
}

#[test]
fn unknown_cards_are_told_with_the_nearest() {
    each(&[
        (
            json!({"zones": {"hand/caps": ["spy#1", "spy#2", "admirl#1"]}}),
            "zones hand/caps 2: there is no card `admirl#1` (did you mean `admiral#1`?)",
        ),
        (
            json!({"zones": {"field/1/caps": [{"card": "spy#9"}]}}),
            "zones field/1/caps 0 card: there is no card `spy#9` (did you mean `spy#1`?)",
        ),
        (
            json!({"zones": {"field/1/caps": [{"face": "up"}]}}),
            "zones field/1/caps 0: no card is named here (say which: `card = \"…\"`)",
        ),
        (
            json!({"row": ["missiles"]}),
            "row 0: `missiles` is a lab, not a country (write a country like `germany`)",
        ),
        (
            json!({"labs": {"caps": [{"card": "missiles", "with": "spi#1"}]}}),
            "labs caps 0 with: there is no card `spi#1` (did you mean `spy#1`?)",
        ),
    ]);
}

#[test]
fn a_card_lies_in_one_place() {
    each(&[
        (
            json!({"zones": {"hand/caps": ["spy#1"], "discard": ["admiral#1", "spy#1"]}}),
            "zones discard 1: `spy#1` lies in two places \
             (it is at `zones.hand/caps.0` already; a card lies in one place)",
        ),
        (
            json!({"row": ["japan"], "owned": {"caps": [{"card": "japan"}]}}),
            "owned caps 0 card: `japan` lies in two places \
             (it is at `row.0` already; a card lies in one place)",
        ),
        (
            json!({"labs": {"caps": ["missiles"], "hammers": ["missiles"]}}),
            "labs hammers 0: `missiles` lies in two places \
             (it is at `labs.caps.0` already; a card lies in one place)",
        ),
    ]);
}

#[test]
fn values_of_the_wrong_kind_are_told() {
    each(&[
        (
            json!([]),
            ": this is a list, not a table (write a table: keys with values)",
        ),
        (
            json!({"round": 8}),
            "round: this is `8`, not a whole number from 1 to 7 (write a whole number from 1 to 7)",
        ),
        (
            json!({"defcon": 1}),
            "defcon: this is `1`, not a whole number from 2 to 5 (write a whole number from 2 to 5)",
        ),
        (
            json!({"zones": {"deck": {}}}),
            "zones deck: this is a table, not a list (write a list: `[…]`)",
        ),
        (
            json!({"zones": {"deck": [3]}}),
            "zones deck 0: this is `3`, not a card's name (write a card's name in quotes)",
        ),
        (
            json!({"deployed": "yes"}),
            "deployed: this is the text `yes`, not `true` or `false` (write `true` or `false`)",
        ),
        (
            json!({"first": null}),
            "first: this is nothing, not one of `caps` and `hammers` \
             (write one of `caps` and `hammers` in quotes)",
        ),
        (
            json!({"phase": "fliip"}),
            "phase: there is no `fliip` here (did you mean `flip`?)",
        ),
        (
            json!({"zones": {"field/1/caps": [{"card": "spy#1", "face": "sideways"}]}}),
            "zones field/1/caps 0 face: there is no `sideways` here (choose one of `down`, `up` and `revealed`)",
        ),
        (
            json!({"owned": {"caps": [{"card": "japan", "loyal": 1}]}}),
            "owned caps 0 loyal: this is `1`, not `true` or `false` (write `true` or `false`)",
        ),
    ]);
}

#[test]
fn locations_are_those_of_the_row() {
    each(&[
        (
            json!({"zones": {"field/5/caps": []}}),
            "zones field/5/caps: there is no location `5` (locations are numbered from 1 to 4)",
        ),
        (
            json!({"zones": {"field/1/cap": []}}),
            "zones field/1/cap: `1/cap` is no location with a seat (write it like `1/caps` or `1/hammers`)",
        ),
        (
            json!({"row": ["none", "none", "none", "none", "japan"]}),
            "row 4: this is location 5 (the row has 4 locations)",
        ),
        (
            json!({"occupied": [0]}),
            "occupied 0: this is `0`, not a whole number from 1 to 4 (write a whole number from 1 to 4)",
        ),
        (
            json!({"blocked": [2, 2]}),
            "blocked 1: it is named twice (name each once)",
        ),
        (
            json!({"justified": {"9/caps": 1}}),
            "justified 9/caps: there is no location `9` (locations are numbered from 1 to 4)",
        ),
        (
            json!({"paired": {"2": ["japan"]}}),
            "paired 2: no country lies at location 2 (countries are paired with one of `row`)",
        ),
    ]);
}

#[test]
fn the_field_holds_no_more_cards_than_turns_allow() {
    let six = [
        "spy#1",
        "spy#2",
        "spy#3",
        "admiral#1",
        "admiral#2",
        "admiral#3",
    ];
    each(&[
        (
            json!({"zones": {"field/2/caps": six}}),
            "zones field/2/caps 5: this is card 6 of caps in play (a round has 5 turns of each player)",
        ),
        (
            json!({"turns": 0, "zones": {"field/2/caps": six[..4]}}),
            "turns: caps has cards on the field and turns to come, 9 in all; there is room for 8 \
             (raise `turns`, or take cards from the field)",
        ),
        (
            json!({"turns": 10}),
            "turns: all 10 turns of the round are taken \
             (write `deployed = true` when the last one is still to be ended)",
        ),
        (
            json!({"zones": {"field/1/caps": [{"card": "spy#1", "at": 2}]}}),
            "zones field/1/caps 0 at: this is `2`, not 1 (write 1)",
        ),
        (
            json!({"zones": {"field/1/caps": [{"card": "spy#1", "at": 2}, {"card": "spy#2", "at": 2}]}}),
            "zones field/1/caps 1 at: another card of caps was deployed as this number \
             (number them in the order of deployment, from 1)",
        ),
    ]);
}

#[test]
fn a_lab_is_lent_to_one_launched_card_of_its_player() {
    let lent = |face: &str, labs: Value| {
        json!({
            "zones": {"field/1/caps": [{"card": "scientist#1", "face": face}]}, "labs": labs,
        })
    };
    let with = |lab: &str| json!({"card": lab, "with": "scientist#1"});
    let help = "a lab is lent to a card of";
    let face = "whose face is `up`, one lab to a card";
    each(&[
        (
            lent("up", json!({"hammers": [with("missiles")]})),
            &format!(
                "labs hammers 0 with: hammers has no `scientist#1` in play ({help} hammers {face})"
            ),
        ),
        (
            lent("down", json!({"caps": [with("missiles")]})),
            &format!("labs caps 0 with: `scientist#1` has not been launched ({help} caps {face})"),
        ),
        (
            lent("up", json!({"caps": [with("missiles"), with("satellite")]})),
            &format!("labs caps 1 with: `scientist#1` has a lab already ({help} caps {face})"),
        ),
    ]);
}

#[test]
fn labs_and_justifications_are_as_many_and_in_the_order_that_they_are() {
    each(&[
        (
            json!({"zones": {"labs": ["satellite", "missiles"]}}),
            "zones labs 0: `satellite` is not the next lab \
             (labs come in the order of their deck: next is `missiles`)",
        ),
        (
            json!({"justified": {"1/caps": 3, "2/caps": 2}}),
            "justified 2/caps: there are not so many Justifications left (the game has 4 in all)",
        ),
        (
            json!({"justified": {"1/caps": 0}, "zones": {"justified/1/caps": ["justification#2"]}}),
            "justified 1/caps: this is 0, and `zones` names 1 (leave one of the two out)",
        ),
    ]);
}

#[test]
fn a_phase_goes_with_what_is_to_be_decided() {
    let owned = json!({"caps": ["korea", {"card": "japan", "loyal": false}]});
    each(&[
        (
            json!({"phase": "turn", "deployed": true}),
            "deployed: this does not go with the phase `turn` \
             (the phase is `turn` before the turn's card is deployed, `deployed` after it)",
        ),
        (
            json!({"resolving": true}),
            "resolving: this does not go with the phase `turn` \
             (a round is resolved in the phases `flip`, `restore` and `return`)",
        ),
        (
            json!({"phase": "return", "owed": 1}),
            "phase: this game has no phase `return` (countries are turned in this game: `flip` and `restore`)",
        ),
        (
            json!({"crises": [1]}),
            "crises: the round is not being resolved (take it away, or add `resolving = true`)",
        ),
        (
            json!({"phase": "flip", "owed": 1, "owned": owned, "restoring": true}),
            "restoring: this is `true`, and the phase says otherwise \
             (it is `true` in the phases `restore` and `return`, else `false`)",
        ),
        (
            json!({"phase": "flip", "owed": 2, "owned": owned}),
            "owed: 2 is owed (Loyal countries of caps are worth 1) \
             (say in `owed` how much is still to be chosen: at least 1, and no more than there is)",
        ),
        (
            json!({"phase": "restore", "owned": owned}),
            ": 0 is owed (Disloyal countries of caps: 1) \
             (say in `owed` how much is still to be chosen: at least 1, and no more than there is)",
        ),
    ]);
}

#[test]
fn the_first_edition_knows_no_loyalty_and_the_second_no_protests() {
    assert_eq!(
        told(
            &rules(FIRST),
            &json!({"owned": {"caps": [{"card": "japan", "loyal": false}]}})
        ),
        ["owned caps 0 loyal: there is no loyalty in this game \
          (leave `loyal` out: countries of this game have one side)"]
    );
    each(&[(
        json!({"protests": {"caps": ["march#1"]}}),
        "protests caps 0: there is no protest `march#1` (this game has no protest at all)",
    )]);
}

#[test]
fn all_misfits_of_a_table_are_found() {
    let table = json!({
        "round": 0, "first": "cap", "rows": [],
        "row": ["japn", "japan"],
        "zones": {"hand/caps": ["spy#1", "spy#1"], "field/9/caps": [], "deck": 7},
        "owned": {"hammers": ["japan"]},
    });
    let rules = rules(SECOND);
    let paths: Vec<String> = match rules.stage(&table) {
        Ok(_) => Vec::new(),
        Err(misfits) => misfits.into_iter().map(|m| m.path.join(" ")).collect(),
    };
    assert_eq!(
        paths,
        [
            "rows",
            "row 0",
            "zones hand/caps 1",
            "zones field/9/caps",
            "zones deck",
            "owned hammers 0",
            "round",
            "first",
        ]
    );
}
