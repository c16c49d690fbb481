//! Every reason to refuse a move, by its word.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::pinned::rules;
use crate::games::caper::tabletop::{refused, set};
use crate::rules::Game;

/// Players, the table, the move, and why it is refused.
fn cases() -> Vec<(&'static str, Value, &'static str, &'static str)> {
    let thieves = json!({"zones": {
        "hand/cream": ["the-dame", "the-artist"], "hand/mint": ["the-driver", "the-twins"],
        "field/1/cream": ["the-fence", "the-forger", "the-boxer"],
    }});
    let gear = json!({"round": 2, "coins": {"mint": 2}, "zones": {
        "hand/mint": ["lock-picks", "floor-plan"], "hand/cream": ["crepe-soles", "poster-tube"],
        "field/1/mint": ["the-driver", "velvet-pouch", "loaded-dice", "smoke-bomb", "the-dame"],
        "field/1/cream": ["the-fence"],
    }});
    let flip = json!({"round": 2, "turn": "mint", "phase": "flip", "acting": "sleeping-powder", "zones": {
        "hand/mint": ["lock-picks"], "hand/cream": ["crepe-soles", "poster-tube"],
        "field/1/mint": ["the-driver", "sleeping-powder"], "field/2/cream": ["the-banker"],
        "field/1/cream": ["the-fence", {"card": "the-boxer", "face": "flipped"}, "the-acrobat"],
        "field/3/cream": [],
    }});
    let flip_gear = json!({"round": 2, "phase": "flip", "acting": "sleeping-powder", "zones": {
        "hand/mint": ["lock-picks"], "hand/cream": ["crepe-soles", "poster-tube"],
        "field/1/mint": ["the-driver", "sleeping-powder"],
        "field/1/cream": ["the-fence", "the-boxer", "velvet-pouch"],
    }});
    let recover = json!({"phase": "recover", "acting": "the-janitor", "zones": {
        "hand/cream": ["the-dame"], "hand/mint": ["the-driver", "the-twins"],
        "field/1/cream": ["the-janitor"], "field/2/cream": ["the-fence"], "discard/cream": ["lock-picks"],
    }});
    let snitch = json!({"zones": {
        "hand/snitch": ["the-dame", "the-artist"], "hand/cream": ["the-driver"], "hand/mint": ["the-twins"],
    }});
    let lookouts = json!({"turn": "cream-lookout", "zones": {
        "hand/cream-lookout": ["the-dame", "the-artist"], "hand/mint-lookout": ["the-driver", "the-twins"],
    }});
    let mut teams = gear.clone();
    teams["zones"]["hand/mint-lookout"] = json!([]);
    vec![
        (
            "2",
            json!({"phase": "over"}),
            "place the-dame at 1",
            "game-over",
        ),
        ("2", json!({"phase": "over"}), "leave", "game-over"),
        ("2", thieves.clone(), "discard lock-picks", "not-now"),
        ("2", thieves.clone(), "flip the-driver", "not-now"),
        ("2", thieves.clone(), "leave", "not-now"),
        ("2", gear.clone(), "place the-dame at 1", "not-now"),
        (
            "2",
            gear.clone(),
            "recover lock-picks on the-dame",
            "not-now",
        ),
        (
            "2",
            flip.clone(),
            "equip lock-picks on the-driver",
            "not-now",
        ),
        ("2", recover.clone(), "place the-dame at 2", "not-now"),
        ("3", snitch.clone(), "place the-driver at 1", "not-now"),
        ("3", thieves.clone(), "deal the-dame", "not-now"),
        ("4", lookouts.clone(), "place the-dame at 1", "not-now"),
        ("4", thieves.clone(), "pass the-dame the-artist", "not-now"),
        ("2", thieves.clone(), "place the-driver at 2", "not-in-hand"),
        ("2", thieves.clone(), "place #200 at 2", "not-in-hand"),
        (
            "2",
            gear.clone(),
            "equip crepe-soles on the-dame",
            "not-in-hand",
        ),
        ("2", gear.clone(), "discard poster-tube", "not-in-hand"),
        (
            "4",
            lookouts.clone(),
            "pass the-dame the-driver",
            "not-in-hand",
        ),
        ("2", thieves.clone(), "place the-dame at 4", "no-such-place"),
        ("2", thieves, "place the-dame at 1", "place-full"),
        (
            "2",
            gear.clone(),
            "equip lock-picks on the-artist",
            "no-such-thief",
        ),
        (
            "2",
            gear.clone(),
            "equip lock-picks on the-fence",
            "no-such-thief",
        ),
        (
            "2",
            gear.clone(),
            "equip lock-picks on #15",
            "no-such-thief",
        ),
        (
            "2",
            gear.clone(),
            "equip lock-picks on #99",
            "no-such-thief",
        ),
        (
            "2",
            gear.clone(),
            "equip lock-picks on the-driver",
            "thief-full",
        ),
        ("2", gear, "equip floor-plan on the-dame", "cannot-pay"),
        ("4", teams, "discard floor-plan", "must-play"),
        ("2", flip.clone(), "flip the-driver", "no-such-thief"),
        ("2", flip.clone(), "flip #99", "no-such-thief"),
        ("2", flip.clone(), "flip the-banker", "out-of-reach"),
        ("2", flip.clone(), "flip the-boxer", "flipped"),
        ("2", flip, "flip the-acrobat", "protected"),
        ("2", flip_gear, "flip the-boxer", "not-that-kind"),
        (
            "2",
            recover.clone(),
            "recover rope-ladder on the-janitor",
            "not-discarded",
        ),
        (
            "2",
            recover.clone(),
            "recover #77 on the-janitor",
            "not-discarded",
        ),
        ("2", recover, "recover lock-picks on the-fence", "not-here"),
        ("3", snitch.clone(), "deal the-driver", "not-drawn"),
        ("3", snitch, "deal #64", "not-drawn"),
        ("4", lookouts, "pass the-dame the-dame", "same-card"),
    ]
}

#[test]
fn every_refusal_has_its_word() {
    let games = ["2", "3", "4"].map(|players| (players, rules("paris", players)));
    let mut met = BTreeSet::new();
    for (players, table, text, word) in cases() {
        let (_, rules) = games.iter().find(|(p, _)| *p == players).unwrap();
        let state = set(rules, table);
        assert_eq!(refused(rules, &state, text), word, "{text}");
        met.insert(word);
    }
    let source = include_str!("../refuse.rs");
    let words: BTreeSet<&str> = source
        .split("refused(")
        .filter_map(|after| after.trim_start().strip_prefix('"')?.split('"').next())
        .collect();
    assert_eq!(met, words);
}

#[test]
fn refusals_cite_clauses_of_the_rules() {
    let games = ["2", "3", "4"].map(|players| (players, rules("paris", players)));
    let clauses = include_str!("../../../../../cards/caper/rules.md");
    for (players, table, text, word) in cases() {
        let (_, rules) = games.iter().find(|(p, _)| *p == players).unwrap();
        let state = set(rules, table);
        let mv = crate::rules::Notation::read(rules, &state, text).unwrap();
        let refusal = rules.refusal(&state, mv).unwrap();
        for clause in refusal.clause.split(", ") {
            let number = clause.strip_prefix("CAP-").unwrap();
            assert!(
                clauses.contains(&format!("**{number}**")),
                "{word}: {clause}"
            );
        }
        assert!(
            refusal.says.starts_with(char::is_lowercase),
            "{}",
            refusal.says
        );
    }
}

#[test]
fn a_pair_is_written_with_the_lower_number_first() {
    use crate::games::caper::play::Move;
    let rules = rules("paris", "4");
    let state = set(
        &rules,
        json!({"turn": "cream-lookout", "zones": {
            "hand/cream-lookout": ["the-dame", "the-artist"], "hand/mint-lookout": ["the-driver", "the-twins"],
        }}),
    );
    let [Move::Pass { one, two }] = rules.legal_moves(&state)[..] else {
        panic!("of two cards both are passed");
    };
    let turned = Move::Pass { one: two, two: one };
    assert_eq!(
        rules.refusal(&state, turned).map(|refusal| refusal.word),
        Some("same-card")
    );
}
