//! Tables with something senseless at every place.

use serde_json::{Value, json};

use crate::games::caper::play::{Phase, Rules, State};
use crate::games::caper::tabletop::rules;
use crate::rules::{Dice, Game, Legal, Notation, Rng, Silent};

/// The ways to all values of a table.
fn ways(value: &Value, way: &str, found: &mut Vec<String>) {
    found.push(way.to_owned());
    let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                ways(item, &format!("{way}/{index}"), found);
            }
        }
        Value::Object(table) => {
            for (key, item) in table {
                ways(item, &format!("{way}/{}", escaped(key)), found);
            }
        }
        _ => {}
    }
}

fn hostile() -> Vec<Value> {
    let mut deep = json!([]);
    for _ in 0..200 {
        deep = json!([deep]);
    }
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2),
        json!(5),
        json!(7),
        json!(255),
        json!(-1),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("none"),
        json!("#1"),
        json!("the-dame#18446744073709551616"),
        json!("the-dame"),
        json!("smoke-bomb"),
        json!("mint"),
        json!("snitch"),
        json!("mint-lookout"),
        json!("deal"),
        json!("pass"),
        json!("flip"),
        json!("recover"),
        json!("equip"),
        json!("over"),
        json!("☃".repeat(100)),
        json!([]),
        json!({}),
        json!({"": {"": null}, "1/": 1, "/": [[]], "0/cream": {}, "card": {"card": "the-dame"}}),
        json!(["the-dame", null, {"card": []}, 3, {"card": "lock-picks", "on": 7, "face": {}}]),
        json!(["the-dame", "lock-picks", {"card": "trip-wire", "on": "the-dame", "face": "flipped"}]),
        deep,
    ]
}

#[test]
fn no_table_whatsoever_breaks_the_reading_nor_the_game_that_goes_on_from_it() {
    let senseless = hostile();
    for players in ["2", "3", "4"] {
        let rules = rules("paris", players);
        let mut dice = Dice::new(5);
        let mut choose = Rng::new(6);
        let mut state = rules.set_up(&mut dice, &mut Silent);
        let (mut ply, mut staged) = (0u32, 0u32);
        while rules.turn(&state).is_some() {
            if ply % 22 == 9 {
                let mut table = rules.table(&state, &dice);
                let mut all = Vec::new();
                ways(&table, "", &mut all);
                for way in all {
                    let sound = table.pointer(&way).unwrap().clone();
                    for value in &senseless {
                        *table.pointer_mut(&way).unwrap() = value.clone();
                        match rules.stage(&table) {
                            Ok(table) if table.state != state => {
                                staged += 1;
                                goes_on(&rules, table.state, &mut choose);
                            }
                            _ => {}
                        }
                    }
                    *table.pointer_mut(&way).unwrap() = sound;
                }
            }
            let legal = rules.legal(&state);
            let mv = legal.get(choose.below(legal.len()));
            rules.apply(&mut state, mv, &mut dice, &mut Silent);
            ply += 1;
        }
        assert!(staged > 30, "{players}: {staged}");
    }
}

/// Plays on until the game is over, or a later round has too few cards or too little room for them.
fn goes_on(rules: &Rules, mut state: State, choose: &mut Rng) {
    let mut dice = Dice::new(7);
    let mut left = rules.longest();
    let round = state.round;
    rules.standings(&state);
    while rules.turn(&state).is_some() {
        let legal = rules.legal(&state);
        if legal.is_empty() {
            assert!(
                state.round > round,
                "the round that was set up comes to its end"
            );
            assert!(![Phase::Flip, Phase::Recover].contains(&state.phase));
            return;
        }
        let mv = legal.get(choose.below(legal.len()));
        assert_eq!(rules.refusal(&state, mv), None);
        rules.apply(&mut state, mv, &mut dice, &mut Silent);
        assert!(left > 0, "a game of a staged table ends");
        left -= 1;
    }
    rules.outcome(&state);
}
