//! A law is asked again when something that it looked at has changed, and that is as good as asking it after every move.

use deckproof::rules::{NoListener, Rng, SeededChance, Tally};
use proptest::prelude::*;

use crate::scripts;

/// A game that changes something else with each move: counters, zones, faces, whose turn it is, and the end.
const RULES: &str = r#"
def set_up(t):
    deal(deck, hand, 2)

def legal(t, me):
    play("play", hand[me])

def legal_flip(t, me):
    play("play", hand[me])

def on_play(t, me, c):
    move(c, row[c.cost % 2])
    if c.cost == 3:
        pay(coins[me], coins[1 - me], 1)
        turn_face(row[1], "down")
    elif len(all(row)) > 2:
        score[me] += c.cost
    t.turn = 1 - me
    if not all(hand):
        end()
"#;

/// What a law may look at; `B` stands for the table before, where it is given.
const LOOKS: [&str; 11] = [
    "t.over",
    "t.next == 0",
    "len(hand[0]) < 2",
    "len(row[1]) > 0",
    "coins[0] != coins[1]",
    "score[1] > 0",
    "len(face.down & row[1]) > 0",
    "len(face.down) > 1",
    "Bhand[1] != hand[1]",
    "Bscore[0] < score[0]",
    "all(Brow) == all(row)",
];

fn condition() -> impl Strategy<Value = String> {
    let look = (0..LOOKS.len()).prop_map(|at| LOOKS[at].to_owned());
    look.prop_recursive(3, 8, 2, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            two.clone().prop_map(|(a, b)| format!("({a} and {b})")),
            two.prop_map(|(a, b)| format!("({a} or {b})")),
            inner.clone().prop_map(|a| format!("(not {a})")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("({a} if {b} else {c})")),
        ]
    })
}

/// A law of one of the shapes that laws have.
fn law(number: usize, shape: u8, [a, b, c]: [String; 3]) -> String {
    let body = match shape {
        0 => format!("    return {a}\n"),
        1 => format!(
            "    if {a}:\n        return {b}\n    elif {c}:\n        return True\n    return False\n"
        ),
        2 => format!(
            "    for c in hand[0] | row[1]:\n        if {a}:\n            return {b}\n    return {c}\n"
        ),
        _ => format!(
            "    n = 0\n    if {a}:\n        n = len(row[0]) if {b} else 1\n    return n > 0 and {c}\n"
        ),
    };
    let (parameters, before) =
        if body.contains('B') { ("before, t", "before.") } else { ("t", "") };
    format!("def seen_{number}({parameters}):\n{}\n", body.replace('B', before))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_law_that_remembers_what_it_looked_at_sees_what_one_sees_that_does_not(
        laws in prop::collection::vec((0..4_u8, [condition(), condition(), condition()]), 1..6),
        seed in 0..1000_u64,
    ) {
        let mut script = RULES.to_owned();
        for (number, (shape, conditions)) in laws.into_iter().enumerate() {
            script.push_str(&law(number, shape, conditions));
        }
        let game = scripts::game(&script).map_err(|faults| TestCaseError::fail(format!("{script}\n{faults:?}")))?;
        let (mut chance, mut rng) = (SeededChance::new(seed), Rng::stream(seed, 64));
        let mut table = game.set_up(&mut chance, &mut NoListener);
        let (mut kept, mut anew) = (Tally::default(), Tally::default());
        let _ = game.watch(None, &table, &mut kept);
        let _ = game.watch(None, &table, &mut anew);
        while game.turn(&table).is_some() {
            let legal = game.legal(&table);
            let mv = legal.get(rng.below(legal.len()));
            let before = table;
            game.apply(&mut table, mv, &mut chance, &mut NoListener);
            prop_assert_eq!(game.watch(Some(&before), &table, &mut kept), Ok(()));
            let mut alone = Tally::default();
            prop_assert_eq!(game.watch(Some(&before), &table, &mut alone), Ok(()));
            // All that do not compare are asked of a table on its own, whatever the move changed.
            prop_assert_eq!(game.watch(None, &table, &mut alone), Ok(()));
            anew.seen |= alone.seen;
            prop_assert_eq!(kept.seen, anew.seen, "{}", script);
        }
    }
}
