//! Tests of who notices an edit: a toy game in which each number is noticed by a different check, and one by nobody.

use super::{MutationPlan, Noticed};
use crate::cards::{Deck, GameFile, Value};
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, Files};
use crate::verify::testing::{Fault, Toy, load};
use crate::verify::{Prove, Prover};

const NUMBERS: &str = "\
title = \"Toy\"
[rules]
rounds = 2
forgets = 0
unread = 5
[scenarios]
clauses = \"T\"
not-on-a-table = { R1 = \"components: counted elsewhere\" }
";

/// After the first round another is dealt.
const SCENARIO: &str = r#"title = "A second round"
cites = ["T-R2"]
[table]
turn = 3
[table.zones]
deck = ["c1", "c2", "c3", "c4"]
"hand/blue" = ["c8"]
[[step]]
play = ["blue: lay c8 at 2", "pass"]
[step.expect]
zones = { "hand/blue" = ["c2", "c4"] }
"#;

/// `rounds` are played, `forgets` says whether a point is forgotten, and `unread` is never read.
const TOY: Prover<Toy> = Prover { axes: |_| Vec::new(), compile };

fn compile(game: &GameFile, _: &[Deck], _: &Variant) -> Result<Toy, Diagnostics> {
    let number = |key: &str| {
        let numbers = &game.rules.as_ref().unwrap().numbers;
        numbers.get(key).and_then(Value::as_integer).unwrap()
    };
    let fault = match number("forgets") {
        0 => Fault::Nothing,
        1 => Fault::ForgetsAPoint,
        _ => return Err(Diagnostic::error(Code::RulesNumber, "no such number").into()),
    };
    Ok(Toy::new(number("rounds") as u8, fault))
}

fn plan(jobs: usize) -> MutationPlan {
    MutationPlan { games: 100, seed: 1, jobs }
}

/// Who notices each edit: "rounds 3: …".
fn noticed(game: &str, jobs: usize) -> Result<Vec<(String, Noticed)>, Diagnostics> {
    let mut files = Files::new();
    let (pack, _dir) = load(game, SCENARIO, &mut files);
    let mutations = pack.mutations();
    let found = TOY.mutate(&pack, &mutations, &plan(jobs), &mut files, &|_| ())?;
    let named = mutations.iter().map(|m| {
        let new = m.new.as_ref().map(ToString::to_string);
        format!("{} {}", m.path[1], new.unwrap_or_default())
    });
    Ok(named.zip(found).collect())
}

#[track_caller]
fn of<'a>(found: &'a [(String, Noticed)], name: &str) -> &'a Noticed {
    let found = found.iter().find(|(edit, _)| edit == name);
    &found.unwrap().1
}

#[test]
fn each_edit_is_noticed_by_the_first_that_can() {
    let found = noticed(NUMBERS, 1).unwrap();
    assert_eq!(found.len(), 6);
    assert_eq!(*of(&found, "rounds 1"), Noticed::Scenario("sum".to_owned()));
    let Noticed::Check { code, says } = of(&found, "forgets -1") else {
        panic!("{found:?}");
    };
    assert_eq!((*code, says.as_str()), (Code::RulesNumber, "no such number"));
    let Noticed::Law { law, .. } = of(&found, "forgets 1") else {
        panic!("{found:?}");
    };
    assert_eq!(law, "T-I2");
}

#[test]
fn what_no_check_scenario_or_law_fails_by_is_noticed_by_nobody() {
    let found = noticed(NUMBERS, 1).unwrap();
    for edit in ["unread 6", "unread 4", "rounds 3"] {
        assert_eq!(*of(&found, edit), Noticed::Nobody);
        assert!(!of(&found, edit).fails());
    }
    for edit in ["rounds 1", "forgets 1", "forgets -1"] {
        assert!(of(&found, edit).fails(), "{edit}");
    }
}

#[test]
fn threads_change_nothing() {
    let one = noticed(NUMBERS, 1).unwrap();
    for jobs in [2, 3] {
        assert_eq!(noticed(NUMBERS, jobs).unwrap(), one);
    }
}

#[test]
fn a_game_that_does_not_hold_is_not_edited() {
    let told = |game: &str| {
        let faults = noticed(game, 1).unwrap_err();
        let messages = faults.iter().map(|f| f.message.clone());
        messages.collect::<Vec<_>>()
    };
    assert!(told(&NUMBERS.replace("forgets = 0", "forgets = 1"))[0].contains("T-I2"));
    assert!(told(&NUMBERS.replace("rounds = 2", "rounds = 1"))[0].contains("sum"));
    assert_eq!(told(&NUMBERS.replace("forgets = 0", "forgets = 7")), ["no such number"]);
}
