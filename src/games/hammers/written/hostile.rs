//! Tables with something senseless at every place.

use serde_json::{Value, json};

use crate::games::hammers::play::{Rules, State};
use crate::games::hammers::testing::{EDITIONS, rules};
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
        json!(false),
        json!(0),
        json!(1),
        json!(4),
        json!(255),
        json!(-1),
        json!(u64::MAX),
        json!(1e300),
        json!(2.5),
        json!(""),
        json!("#1"),
        json!("spy#18446744073709551616"),
        json!("caps"),
        json!("flip"),
        json!("restore"),
        json!("return"),
        json!("over"),
        json!("☃".repeat(100)),
        json!([]),
        json!({}),
        json!({"": {"": null}, "1/": 1, "/": [[]], "0/caps": {}, "card": {"card": "spy#1"}}),
        json!(["spy#1", null, {"card": []}, 3, "germany", {"card": "spy#2", "at": 0, "face": {}}]),
        deep,
    ]
}

#[test]
fn no_table_whatsoever_breaks_the_reading_nor_the_game_that_goes_on_from_it() {
    for game in EDITIONS {
        let rules = rules(game);
        let mut dice = Dice::new(5);
        let mut choose = Rng::new(6);
        let mut state = rules.set_up(&mut dice, &mut Silent);
        let (mut ply, mut staged) = (0u32, 0u32);
        while rules.turn(&state).is_some() {
            if ply % 120 == 30 {
                let table = rules.table(&state, &dice);
                let mut all = Vec::new();
                ways(&table, "", &mut all);
                for way in all {
                    for value in hostile() {
                        let mut broken = table.clone();
                        *broken.pointer_mut(&way).unwrap() = value;
                        match rules.stage(&broken) {
                            Ok(table) if table.state != state => {
                                staged += 1;
                                goes_on(&rules, table.state, &mut choose);
                            }
                            _ => {}
                        }
                    }
                }
            }
            let legal = rules.legal(&state);
            let mv = legal.get(choose.below(legal.len()));
            rules.apply(&mut state, mv, &mut dice, &mut Silent);
            ply += 1;
        }
        assert!(staged > 50, "{game}: {staged}");
    }
}

/// Plays on until the game is over, or somebody has no card to deploy.
fn goes_on(rules: &Rules, mut state: State, choose: &mut Rng) {
    let mut dice = Dice::new(7);
    let mut left = rules.longest();
    rules.standings(&state);
    while rules.turn(&state).is_some() {
        let legal = rules.legal(&state);
        if legal.is_empty() {
            assert!(
                rules.table(&state, &dice)["phase"] == "turn",
                "only a turn may lack a move, for want of cards"
            );
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
