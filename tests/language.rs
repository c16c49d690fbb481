//! What expressions of a script give, on a table that is the same each time.

use deckproof::rules::{Dice, Game, Silent};

use crate::small_game::SmallGame;

const TABLE: &str = r#"
[rules]
hands = [3, 5, 8]
[rules.rounds]
kinds = ["thieves", "gear", "thieves"]
first = ["two", "one", "two"]
[table]
seats = ["one", "two"]
places = 3
longest = 9
[table.zones]
deck = { holds = "cards", pile = true }
row = { each = ["place", "seat"], order = true }
hand = { each = "seat" }
[table.counters]
found = { from = -999, to = 999 }
[table.moves]
play = "play {card}"
"#;

const CARDS: &str = r#"
[[card]]
name = "Sun"
cost = 3
kind = "thieves"
[[card]]
name = "Moon"
cost = 1
kind = "gear"
[[card]]
name = "Star"
cost = 2
kind = "gear"
[[card]]
name = "Wind"
cost = 5
kind = "thieves"
"#;

/// What an expression is worth in the set-up, after the sun lies at the first place with star and moon on it, and the wind at
/// the second, both of the first seat.
fn value(expression: &str) -> Result<i64, String> {
    let script = format!(
        "SUN = card(\"sun\")\nMOON = card(\"moon\")\nSTAR = card(\"star\")\nWIND = card(\"wind\")\nALL = SUN | MOON | STAR | WIND\n\n\
         def set_up(t):\n    move(SUN, row[0][0])\n    stack(STAR, SUN)\n    stack(MOON, SUN)\n    move(WIND, row[1][0])\n    t.found = {expression}\n    end()\n\n\
         def legal(t, me):\n    play(\"play\", hand[me])\n\n\
         def on_play(t, me, c):\n    move(c | (ALL & none), row[0][me])\n"
    );
    let game = SmallGame {
        table: TABLE,
        cards: CARDS,
        script: &script,
    };
    let faults = game.faults(&[]);
    let nobody = faults.iter().all(|fault| fault.contains("never used"));
    if !faults.is_empty() && !nobody {
        return Err(faults.join("\n"));
    }
    let rules = game.rules();
    let table = rules.set_up(&mut Dice::new(1), &mut Silent);
    match table.fault {
        Some(fault) => Err(rules.says(&fault)),
        None => Ok(i64::from(table.counters[0])),
    }
}

fn check(all: &[(&str, i64)]) {
    for (expression, wanted) in all {
        assert_eq!(value(expression), Ok(*wanted), "{expression}");
    }
}

#[test]
fn cards_lie_in_an_order_and_on_one_another() {
    check(&[
        ("total(top(row[0][0]), cost)", 1),
        ("total(top(row[0][0], 2), cost)", 3),
        ("total(top(row[0][0], 9), cost)", 6),
        ("len(top(row[0][0], 0))", 0),
        ("total(bottom(row[0][0], 2), cost)", 5),
        ("total(top(SUN), cost)", 1),
        ("total(top(SUN | WIND), cost)", 6),
        ("total(top(STAR), cost)", 2),
        ("len(top(none))", 0),
        ("total(lies_on(MOON), cost)", 3),
        ("len(lies_on(SUN))", 0),
        ("total(laden(cards, 2), cost)", 3),
        ("len(laden(cards, 3))", 0),
        ("len(laden(SUN | MOON, 0))", 2),
        ("len(laden(none, 0))", 0),
    ]);
}

#[test]
fn columns_and_the_rules_lists_are_asked() {
    check(&[
        ("total(at_most(cost, 2), cost)", 3),
        ("len(at_most(cost, 0))", 0),
        ("len(at_most(cost, 99))", 4),
        ("total(at_most(cost, 3) & row[0][0], cost)", 6),
        ("rules.hands[1] + rules.hands[-1]", 13),
        ("1 if rules.rounds.kinds[1] == \"gear\" else 0", 1),
        ("1 if \"gear\" == rules.rounds.kinds[2] else 0", 0),
        ("10 * rules.rounds.first[0] + rules.rounds.first[1]", 10),
        ("len(team(0)) + len(team(1))", 2),
    ]);
    for (expression, said) in [
        (
            "1 if rules.rounds.kinds[0] == \"geer\" else 0",
            "did you mean \"gear\"?",
        ),
        ("rules.rounds.kinds[0] + 1", "not a number"),
        ("rules.hands[3]", "no number 3"),
        ("len(at_most(kind, 2))", "name a column of numbers"),
        ("len(top(places))", "`top` takes other values"),
    ] {
        let told = value(expression).unwrap_err();
        assert!(told.contains(said), "{expression}: {told}");
    }
}
