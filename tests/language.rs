//! What expressions of a script give, on a table that is the same each time.

use deckproof::rules::{NoListener, SeededChance};
use serde_json::{Value, json};

use crate::conform::conform;
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
    let game = SmallGame { table: TABLE, cards: CARDS, script: &script };
    let faults = game.faults(&[]);
    let nobody = faults.iter().all(|fault| fault.contains("never used"));
    if !faults.is_empty() && !nobody {
        return Err(faults.join("\n"));
    }
    let rules = game.rules();
    let table = rules.set_up(&mut SeededChance::new(1), &mut NoListener);
    match table.fault {
        Some(fault) => Err(rules.describe_fault(&fault)),
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
        ("1 if rules.rounds.kinds[0] == \"geer\" else 0", "did you mean \"gear\"?"),
        ("rules.rounds.kinds[0] + 1", "not a number"),
        ("rules.hands[3]", "no seat, place or entry number 3"),
        ("len(at_most(kind, 2))", "name a column of numbers"),
        ("len(top(places))", "`top` takes other values"),
    ] {
        let told = value(expression).unwrap_err();
        assert!(told.contains(said), "{expression}: {told}");
    }
}

const FOLLOWS: &str = r#"
[table]
seats = ["one", "two"]
places = 2
longest = 30
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
row = { each = ["place", "seat"] }
[table.follows]
strength = { each = ["place", "seat"] }
ahead = { each = "place", is = "seat" }
close = { is = "flag" }
worth = { each = "seat", as = "places" }
spread = { each = "seat" }
[table.moves]
lay = "lay {card} at {place}"
[table.end]
wins = { points = "highest total", spread = "most spread" }
score = ["worth", "spread"]
"#;

const FOLLOWED: &str = r#"
def set_up(t):
    deal(deck, hand, 2)

def legal(t, me):
    play("lay", hand[me], places)

def on_lay(t, me, c, p):
    move(c, row[p][me])
    t.turn = 1 - me
    if not all(hand):
        end()

def strength(t, p, me):
    return total(row[p][me], cost)

def ahead(t, p):
    if strength(t, p, 0) == strength(t, p, 1):
        return None
    return 0 if strength(t, p, 0) > strength(t, p, 1) else 1

def close(t):
    return abs(strength(t, 0, 0) - strength(t, 0, 1)) < 2

def worth(t, me):
    n = 0
    for p in places:
        if ahead(t, p) == me:
            n += 3
    return n

def spread(t, me):
    n = 0
    for p in places:
        if row[p][me]:
            n += 1
    return n
"#;

#[test]
fn what_follows_is_worked_out_when_it_is_asked_for() {
    let game = SmallGame { table: FOLLOWS, cards: CARDS, script: FOLLOWED };
    game.conforms();
    let rules = game.rules();
    let staged = json!({
        "over": true,
        "zones": {"row/1/one": ["sun"], "row/2/one": ["star"], "row/1/two": ["moon"], "row/2/two": ["wind"]},
    });
    let table = rules.stage(&staged).unwrap().state;
    let follows = rules.standings(&table);
    assert_eq!(follows["strength"], json!({"1/one": 3, "1/two": 1, "2/one": 2, "2/two": 5}));
    assert_eq!(follows["ahead"], json!({"1": "one", "2": "two"}));
    assert_eq!(follows["close"], json!(false));
    assert_eq!(follows["places"], json!({"one": 3, "two": 3}));
    assert_eq!(follows["score-now"]["one"], json!({"places": 3, "spread": 2}));
    assert_eq!(
        (&follows["lies"]["sun"], &follows["faces"]["sun"]),
        (&json!("row/1/one"), &json!("up"))
    );
    let outcome = rules.outcome(&table).unwrap();
    assert_eq!((outcome.winners.len(), &*outcome.by), (0, "draw"));
    assert_eq!(outcome.scores[0].total, 5);
    let none = rules.stage(&json!({})).unwrap().state;
    assert_eq!(rules.standings(&none)["ahead"]["1"], Value::Null);
    for seed in 0..20 {
        let result = game.record(&[], seed).pop().unwrap()["result"].clone();
        let total = |seat: &str| result["scores"][seat]["total"].as_i64().unwrap();
        if total("one") != total("two") {
            let winner = if total("one") > total("two") { "one" } else { "two" };
            assert_eq!((&result["winner"], &result["by"]), (&json!(winner), &json!("points")));
        }
    }
}

#[test]
fn functions_of_what_follows_fit_their_declarations() {
    let told = |table: &[(&str, &str)], script: &[(&str, &str)]| {
        let changed = |text: &str, edits: &[(&str, &str)]| {
            edits.iter().fold(text.to_owned(), |text, (old, new)| {
                assert!(text.contains(old), "{old}");
                text.replace(old, new)
            })
        };
        let (table, script) = (changed(FOLLOWS, table), changed(FOLLOWED, script));
        let game = SmallGame { table: &table, cards: CARDS, script: &script };
        game.faults(&[]).join("\n")
    };
    for (table, script, said) in [
        (
            &[("close = { is = \"flag\" }", "close = {}")][..],
            &[][..],
            "`close` returns True or False; return a number",
        ),
        (&[("close = {", "near = {")], &[], "there is no function `near`; write `def near(t):`"),
        (&[("\"most spread\"", "\"most ahead\"")], &[], "`ahead` is no counter of each seat"),
        (
            &[("\"most spread\"", "\"most spred\"")],
            &[],
            "there is no counter `spred`; did you mean `spread`?",
        ),
        (&[("score = [\"worth\", \"spread\"]", "")], &[], "there is no counter `total`"),
        (&[("is = \"flag\"", "is = \"flg\"")], &[], "did you mean `flag`?"),
        (&[("is = \"flag\"", "to = 9")], &[], "`to`"),
        (
            &[("as = \"places\"", "as = \"spread\"")],
            &[],
            "records call another counter `spread/one`",
        ),
        (&[("spread = {", "row = {")], &[], "`row` is declared twice"),
        (
            &[],
            &[(
                "def spread(t, me):\n    n = 0\n",
                "def spread(t, me):\n    n = 0\n    t.turn = 1\n",
            )],
            "`spread` changes the table here",
        ),
        (
            &[],
            &[("def close(t):", "def close(t, p):")],
            "`close` is given 1 value, it takes 2 values",
        ),
    ] {
        let found = told(table, script);
        assert!(found.contains(said), "{said}: {found}");
    }
    let failing =
        FOLLOWED.replace("        if row[p][me]:", "        if first(row[p][me]).cost > 0:");
    let game = SmallGame { table: FOLLOWS, cards: CARDS, script: &failing };
    let rules = game.rules();
    let table = rules.stage(&json!({"over": true})).unwrap().state;
    assert!(rules.outcome(&table).is_none());
    assert!(rules.trouble(&table).unwrap().0.contains("one card is meant, here is none"));
}

#[test]
fn sets_stand_where_one_seat_or_place_may() {
    check(&[
        ("total(row[0][seats], cost)", 6),
        ("total(row[places][0], cost)", 11),
        ("total(row[places][seats], cost)", 11),
        ("total(row[places - 1][seats], cost)", 6),
        ("len(row[numbers(1, 2)][numbers(1, 1)])", 0),
        ("len(hand[seats])", 0),
        ("len(places - 1)", 2),
        ("len(places & 2)", 1),
        ("len(1 | numbers(1, 2))", 2),
        ("len(seats - 0 - 1)", 0),
    ]);
    for (expression, said) in [
        ("len(row[3][seats])", "there is no seat, place or entry number 3"),
        ("len(places - 64)", "a set holds the numbers from 0 to"),
        ("len(hand[cards])", "not a number"),
        ("len(cards - 1)", "cards on the left and a number on the right"),
    ] {
        let told = value(expression).unwrap_err();
        assert!(told.contains(said), "{expression}: {told}");
    }
}

const ASKED: &str = r#"
[table]
seats = ["one", "two"]
longest = 40
questions = ["flip"]
faces = ["down"]
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
laid = { each = "seat" }
[table.counters]
flips = { to = 20 }
[table.moves]
swap = { as = "swap {card} with {other:card}", pair = true }
lay = "lay {card}"
flip = "flip {card}"
"#;

const ANSWERS: &str = r#"
def set_up(t):
    deal(deck, hand, 2)

def legal(t, me):
    play("swap", hand[me])
    play("lay", hand[me])

def on_swap(t, me, c, d):
    move(c, laid[me])
    move(d, laid[me])
    ask(me, "flip", c)

def on_lay(t, me, c):
    move(c, laid[me])
    ask_later(1 - me, "flip", c)

def before_flip(t, me):
    return t.asked if t.card & face.up else 0

def legal_flip(t, me):
    play("flip", t.card)

def on_flip(t, me, c):
    turn_face(c & t.card, "down")
    t.flips += 1

def answered(t):
    t.turn = 1 - t.turn
    if not all(hand):
        end()
    elif not hand[t.turn]:
        t.turn = 1 - t.turn

def law_asked(t):
    "R1: whoever is asked is asked about a card"
    return True if t.over or t.next == t.turn else len(t.card) <= 1
"#;

#[test]
fn a_question_carries_a_card_and_a_pair_has_no_order() {
    let game = SmallGame { table: ASKED, cards: CARDS, script: ANSWERS };
    game.conforms();
    let rules = game.rules();
    let staged = json!({
        "turn": "one",
        "questions": [{"asks": "flip", "seat": "two", "number": 1, "card": "moon"}],
        "zones": {"laid/one": ["sun", "moon"], "hand/one": ["star", "wind"]},
    });
    let table = rules.stage(&staged).unwrap().state;
    let legal = rules.legal(&table);
    assert_eq!(legal.len(), 1);
    assert_eq!(rules.write(&table, legal.get(0)), "flip moon");
    let hands = json!({"zones": {"hand/one": ["star", "wind"], "hand/two": ["sun", "moon"]}});
    let table = rules.stage(&hands).unwrap().state;
    let moves: Vec<String> =
        rules.legal_moves(&table).into_iter().map(|mv| rules.write(&table, mv)).collect();
    assert_eq!(moves, ["swap star with wind", "lay star", "lay wind"]);
    let read = |text: &str| rules.read(&table, text).unwrap();
    assert_eq!(read("swap wind with star"), read("swap star with wind"));
    assert!(rules.refusal(&table, read("swap wind with star")).is_none());
    assert!(rules.refusal(&table, read("swap wind with wind")).is_some());
    let wrong = json!({"questions": [{"asks": "flip", "seat": "two", "card": "mon"}]});
    assert!(rules.stage(&wrong).unwrap_err()[0].fault.help.contains("did you mean `moon`?"));
    let table = ASKED.replace("{other:card}\", pair", "{seat}\", pair");
    let faults = SmallGame { table: &table, cards: CARDS, script: ANSWERS }.faults(&[]);
    assert!(faults.iter().any(|fault| fault.contains("a pair is two cards")), "{faults:?}");
}

#[test]
fn where_nobody_has_a_turn_there_need_be_no_legal() {
    let game = SmallGame {
        table: ASKED,
        cards: CARDS,
        script: "def set_up(t):\n    deal(deck, hand, 2)\n    ask_all(\"flip\")\n\ndef legal_flip(t, me):\n    play(\"lay\", hand[me])\n\ndef on_lay(t, me, c):\n    move(c, laid[me])\n    t.flips += 1\n\ndef on_swap(t, me, c, _d):\n    move(c, laid[me])\n\ndef on_flip(t, me, c):\n    move(c, laid[me])\n\ndef answered(t):\n    if all(hand):\n        ask_all(\"flip\")\n    else:\n        end()\n\ndef law_asked(t):\n    \"R1: all are asked\"\n    return t.over or t.asks == \"flip\"\n",
    };
    game.conforms();
    let never = SmallGame {
        script: &game
            .script
            .replace("ask_all(\"flip\")\n\ndef legal_flip", "t.flips = 0\n\ndef legal_flip"),
        ..game
    };
    let pack = never.pack().unwrap();
    let played = conform(&pack, &deckproof::rules::Variant::default(), 1, 1).unwrap();
    assert!(played.failures().next().is_some(), "nobody has a legal move");
    let law = game.script.replace("\"flip\"\n", "\"flop\"\n");
    let wrong = SmallGame { script: &law, ..game };
    let faults = wrong.faults(&[]);
    assert!(
        faults.iter().any(|fault| fault.contains("is never \"flop\"; did you mean \"flip\"?")),
        "{faults:?}"
    );
}

#[test]
fn a_script_may_begin_with_a_byte_order_mark() {
    let game = |script| SmallGame {
        table: "\n[table]\nseats = [\"a\", \"b\"]\nlongest = 4\n[table.zones]\ndeck = { holds = \"cards\" }\n[table.moves]\ngo = \"go\"\n",
        cards: "[[card]]\nid = \"c\"\nname = \"C\"\n",
        script,
    };
    let script = "def set_up(_t):\n    pass\n\ndef legal(_t, _me):\n    play(\"go\")\n\ndef on_go(_t, _me):\n    end()\n";
    let marked = format!("\u{feff}{script}");
    assert_eq!(game(&marked).faults(&[]), [""; 0]);
    // Anywhere else nobody would see it.
    let inside = script.replace("play", "\u{feff}play");
    assert!(game(&inside).faults(&[])[0].contains("U+FEFF"));
}
