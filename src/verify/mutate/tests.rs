//! Tests of who notices an edit: a toy in which each number is noticed by a different check, and one by nobody.

use super::{MutationPlan, Noticed, run_mutations};
use crate::source::{Diagnostics, Files};
use crate::verify::testing::{Fault, GAME, edited, load};

/// `rounds` are played, and `forgets` says whether a point is forgotten.
fn numbers() -> String {
    edited(GAME, &[("rounds = 2   # R2", "rounds = 2\nforgets = 0")])
}

/// The toy that forgets a point if the number says so.
fn script() -> String {
    let forgets = Fault::ForgetsAPoint.script();
    edited(&forgets, &[("    forgets = len(", "    forgets = rules.forgets == 1 and len(")])
}

/// After the first round another is dealt.
const SCENARIO: &str = r#"title = "A second round"
cites = ["T-R2"]
[table]
turn = "blue"
moved = 3
[table.zones]
deck = ["c1", "c2", "c3", "c4"]
"hand/blue" = ["c8"]
[[step]]
play = ["blue: lay c8 at 2", "pass"]
[step.expect]
zones = { "hand/blue" = ["c2", "c4"] }
"#;

fn plan(jobs: usize) -> MutationPlan {
    MutationPlan { games: 100, seed: 1, jobs }
}

/// Who notices each edit: "rounds 3: …".
fn noticed(game: &str, jobs: usize) -> Result<Vec<(String, Noticed)>, Diagnostics> {
    let mut files = Files::new();
    let pack = load(game, &script(), SCENARIO, &mut files);
    let mut mutations = pack.mutations();
    mutations.retain(|edit| {
        edit.path[0] == "rules"
            || edit.path.iter().any(|key| key == "copies")
                && edit.path.iter().any(|key| key == "c1")
    });
    let found = run_mutations(&pack, &mutations, &plan(jobs), &mut files, &|_| ())?;
    let named = mutations.iter().map(|m| {
        let new = m.new.as_ref().map(ToString::to_string);
        format!("{} {}", m.path[m.path.len() - 1], new.unwrap_or_default())
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
    let found = noticed(&numbers(), 1).unwrap();
    assert_eq!(*of(&found, "rounds 1"), Noticed::Scenario("sum".to_owned()));
    // The script names the card.
    assert!(matches!(of(&found, "copies 0"), Noticed::Check { .. }), "{found:?}");
    let Noticed::Law { law, .. } = of(&found, "forgets 1") else {
        panic!("{found:?}");
    };
    assert_eq!(law, "T-I2");
}

#[test]
fn what_no_check_scenario_or_law_fails_by_is_noticed_by_nobody() {
    let found = noticed(&numbers(), 1).unwrap();
    for edit in ["forgets -1", "rounds 3"] {
        assert_eq!(*of(&found, edit), Noticed::Nobody);
        assert!(!of(&found, edit).fails());
    }
    for edit in ["rounds 1", "forgets 1", "copies 0"] {
        assert!(of(&found, edit).fails(), "{edit}");
    }
}

#[test]
fn threads_change_nothing() {
    let one = noticed(&numbers(), 1).unwrap();
    for jobs in [2, 3] {
        assert_eq!(noticed(&numbers(), jobs).unwrap(), one);
    }
}

#[test]
fn a_game_that_does_not_hold_is_not_edited() {
    let told = |game: &str| {
        let faults = noticed(game, 1).unwrap_err();
        let messages = faults.iter().map(|f| f.message.clone());
        messages.collect::<Vec<_>>()
    };
    assert!(told(&numbers().replace("forgets = 0", "forgets = 1"))[0].contains("T-I2"));
    assert!(told(&numbers().replace("rounds = 2", "rounds = 1"))[0].contains("sum"));
}
