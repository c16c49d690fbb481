//! Games whose rules stand in their folder: whole games, every verb, what expressions give.

use std::path::Path;
use std::time::Instant;

use deckproof::registry;
use deckproof::rules::{NoListener, Rng, SeededChance, Tally, Variant};
use deckproof::script::{Purpose, Rules, all_verbs, script_axes};
use deckproof::source::{Diagnostic, Files, GameFolder};
use serde_json::json;

use crate::conform::{check_conformance, conform, move_space};

pub fn example(name: &str) -> Rules<u64> {
    let mut files = Files::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name);
    let folder = GameFolder::open(&path).unwrap();
    let (pack, faults) = registry::read(folder, &mut files);
    let pack = pack.unwrap();
    assert!(!faults.has_errors(), "{faults:?}");
    let variant = Variant::first(&script_axes(&pack.game));
    match Rules::<u64>::compile(&pack.game, &pack.decks, &variant) {
        Ok(game) => game,
        Err(faults) => panic!(
            "{:#?}",
            faults.iter().map(|f| (f.message.clone(), f.help.clone(), f.span)).collect::<Vec<_>>()
        ),
    }
}

#[test]
fn random_games_of_hearts_keep_its_laws() {
    let hearts = example("hearts");
    let mut tally = Tally::default();
    for seed in 0..500 {
        let (mut chance, mut rng) = (SeededChance::new(seed), Rng::stream(seed, 64));
        let mut table = hearts.set_up(&mut chance, &mut NoListener);
        hearts.watch(None, &table, &mut tally).unwrap();
        let mut decisions = 0;
        while hearts.turn(&table).is_some() {
            let legal = hearts.legal(&table);
            let mv = legal.get(rng.below(legal.len()));
            let before = table;
            hearts.apply(&mut table, mv, &mut chance, &mut NoListener);
            hearts.watch(Some(&before), &table, &mut tally).unwrap();
            decisions += 1;
        }
        assert_eq!(decisions, 64);
        let outcome = hearts.outcome(&table).unwrap();
        let total: i32 = outcome.scores.iter().map(|score| score.total).sum();
        assert!(total == 26 || total == 78, "{outcome:?}");
    }
}

// ------------------------------------------------------------------------------------------------- the verbs

const GAME: &str = r#"
title = "Verbs"
[table]
seats = ["one", "two"]
places = 2
longest = 9
faces = ["down"]
questions = ["flip"]
[[ruling]]
id = "G1"
rule = "R1"
question = "How far?"
decision = "Near."
decides = "reach"
choice = "near"
choices = ["near", "far"]
[table.zones]
deck = { holds = "cards", pile = true }
hand = { each = "seat", sees = "owner" }
row = { each = "place", sees = "all" }
stack = { order = true }
[table.counters]
score = { each = "seat" }
coins = { each = "seat", start = 3 }
[table.moves]
play = "play {card}"
[table.refusals]
no = "no"
[table.notes]
takes = "{seat} takes {a}"
"#;

const DECK: &str = r#"
template = "card.svg"
[[card]]
name = "a"
suit = "sun"
cost = 3
[[card]]
name = "b"
copies = 3
suit = "moon"
cost = 1
"#;

/// A game of two files, and a script.
pub fn game(script: &str) -> Result<Rules<u64>, Vec<(String, String)>> {
    game_of(GAME, DECK, script)
}

fn game_of(game: &str, deck: &str, script: &str) -> Result<Rules<u64>, Vec<(String, String)>> {
    let folder = tempfile::tempdir().unwrap();
    let files = [("game.toml", game), ("cards.toml", deck), ("rules.star", script)];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut files = Files::new();
    let (pack, faults) = registry::read(GameFolder::open(folder.path()).unwrap(), &mut files);
    assert!(!faults.has_errors(), "{faults:?}");
    let pack = pack.unwrap();
    Rules::<u64>::compile(&pack.game, &pack.decks, &Variant::default()).map_err(|faults| {
        let told =
            |fault: &Diagnostic| (fault.message.clone(), fault.help.clone().unwrap_or_default());
        faults.iter().map(told).collect()
    })
}

/// A script with a line in a function of each kind.
fn script(setting: &str, offering: &str) -> String {
    format!(
        "def set_up(t):\n    move(first(deck), row[0])\n    draw(deck, hand[0], 1)\n    draw(deck, hand[1], 1)\n    n = 0\n    for me in seats:\n        {setting}\n        n += 0\n\ndef legal(t, me):\n    {offering}\n    play(\"play\", hand[me])\n\ndef on_play(t, me, c):\n    move(c, stack)\n    t.turn = 1 - me\n\ndef legal_flip(t, me):\n    play(\"play\", hand[me])\n"
    )
}

#[test]
fn every_verb_does_what_its_example_shows() {
    for verb in all_verbs() {
        let text = match verb.purpose {
            Purpose::Offers => script("score[me] = 0", verb.example),
            _ => script(verb.example, "refuse(\"play\", \"no\")"),
        };
        let game = match verb.name.strip_prefix("perform") {
            None => game(&text),
            Some("") => with_abilities(
                &(text.clone() + "\ndef gain_gift(t, me, _c, n):\n    score[me] += n\n"),
            ),
            Some(_) => {
                with_abilities(&(text.clone() + "\ndef worth_gift(c, n):\n    return len(c) * n\n"))
            }
        };
        let game = game.unwrap_or_else(|faults| panic!("{}: {faults:?}\n{text}", verb.name));
        let mut chance = SeededChance::new(1);
        let mut table = game.set_up(&mut chance, &mut NoListener);
        assert_eq!(table.fault.map(|fault| game.describe_fault(&fault)), None, "{}", verb.name);
        if !table.over {
            let legal = game.legal(&table);
            assert!(!legal.is_empty(), "{}", verb.name);
            game.apply(&mut table, legal.get(0), &mut chance, &mut NoListener);
            assert_eq!(table.fault, None, "{}", verb.name);
        }
    }
}

/// The game with one ability, which the first card has.
fn with_abilities(script: &str) -> Result<Rules<u64>, Vec<(String, String)>> {
    let declared =
        "\n[ability.gift]\nin = \"gives\"\nn = { is = \"number\", to = 9 }\nsays = \"{n}\"\n";
    let deck = DECK.replace("cost = 3\n", "cost = 3\ngives = { gift = 2 }\n");
    game_of(&format!("{GAME}{declared}"), &deck, script)
}

const ABILITIES: &str = r#"
[ability.points]
in = "gives"
amount = { is = "number", to = 9, default = 1 }
each = { is = "suit", optional = true }
of = { is = ["yours", "theirs"], default = "yours" }
says = "{amount} points[each: for each {each} of {of}]."
[ability.goods]
in = ["gives", "passive"]
kinds = { is = ["tea", "silk", "wild"], list = true }
says = "{kinds}."
[ability.guard]
in = "passive"
says = "Guards."
"#;

/// What the abilities of cards come to, in the score of the first seat.
fn performed(cards: &str, line: &str, more: &str) -> i32 {
    let deck = format!("template = \"card.svg\"\n{cards}");
    let text = format!(
        "def set_up(t):\n    score[0] = {line}\n\ndef legal(t, me):\n    play(\"play\", hand[me])\n\ndef on_play(t, me, c):\n    move(c, stack)\n\ndef legal_flip(t, me):\n    play(\"play\", hand[me])\n\n{more}"
    );
    let game = game_of(&format!("{GAME}{ABILITIES}"), &deck, &text);
    let game = game.unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    assert_eq!(table.fault.map(|fault| game.describe_fault(&fault)), None);
    i32::from(table.counters[0])
}

const CARDS: &str = r#"
[[card]]
name = "a"
suit = "sun"
gives = [{ points = 2 }, { points = { amount = 3, each = "moon" } }, { goods = ["silk", "wild"] }]
passive = { guard = true }
[[card]]
name = "b"
copies = 2
suit = "moon"
gives = { points = { of = "theirs" } }
passive = [{ goods = ["tea"] }]
"#;

const PLAYED: &str = "def gives_points(c, amount, each, of):\n    if of == \"theirs\":\n        return -len(c)\n    if each:\n        return amount * len(having(suit, each))\n    return amount * len(c)\n\ndef gives_goods(c, kinds):\n    n = 0\n    for kind in kinds:\n        n += 10 if kind == \"wild\" else 100\n    return n * len(c) if \"silk\" in kinds or \"tea\" in kinds else 0\n";

#[test]
fn what_a_row_gives_is_what_its_functions_are_called_with() {
    let of = |line: &str| {
        performed(
            CARDS,
            &format!("{line} + len(passive.guard) - 1 + perform_all(\"gives\", none)"),
            PLAYED,
        )
    };
    // 2 points, 3 for each of two moons, silk and a wild one.
    assert_eq!(of("perform(\"gives\", card(\"a\"))"), 2 + 6 + 110);
    assert_eq!(of("perform(\"gives\", card(\"b#2\"))"), -1 + 100);
    assert_eq!(of("perform(\"passive.gives\", card(\"b#2\"))"), 100);
    assert_eq!(of("5 + perform(\"gives.gives\", card(\"b#2\"))"), 4);
    assert_eq!(of("perform_all(\"gives\", cards)"), 2 + 6 + 110 - 2 + 200);
    assert_eq!(of("perform_all(\"gives\", none)"), 0);
}

#[test]
fn abilities_and_their_functions_fit_each_other() {
    let fails = |text: &str, said: &str| {
        let text = format!(
            "def set_up(t):\n    score[0] = perform(\"gives\", first(cards)) + len(passive.guard)\n\ndef legal(t, me):\n    play(\"play\", hand[me])\n\ndef on_play(t, me, c):\n    move(c, stack)\n\ndef legal_flip(t, me):\n    play(\"play\", hand[me])\n\n{text}"
        );
        let deck = format!("template = \"card.svg\"\n{CARDS}");
        let faults = game_of(&format!("{GAME}{ABILITIES}"), &deck, &text).err();
        let faults = faults.unwrap_or_else(|| panic!("{text}"));
        assert!(
            faults.iter().any(|(message, help)| message.contains(said) && !help.is_empty()),
            "{faults:?}"
        );
    };
    let points = "def gives_points(c, amount, each, of):\n    return amount if each == \"moon\" or of == \"yours\" else len(c)\n";
    fails(points, "nothing plays the ability `goods`");
    fails(
        &points.replace(", of)", ")").replace(" or of == \"yours\"", ""),
        "`gives_points` is given 4 values, it takes 3",
    );
    fails(&points.replace("\"moon\"", "\"mars\""), "`suit` is never \"mars\"");
    fails(&points.replace("\"yours\"", "\"your\""), "`of` is never \"your\"");
    fails(
        &format!("{points}\ndef gives_goods(c, kinds):\n    note(\"takes\", 0, 1)\n"),
        "never used",
    );
    fails(
        &format!("{points}\ndef gives_goods(_c, _kinds):\n    note(\"takes\", 0, 1)\n"),
        "returns None",
    );
}

#[test]
fn each_seat_draws_from_a_pile_of_its_own() {
    let zones =
        "own = { each = \"seat\", pile = true, refill = \"used\" }\nused = { each = \"seat\" }\n";
    let declared = GAME.replace("stack = {", &format!("{zones}stack = {{"));
    let text = "def set_up(t):\n    draw(deck, used[0], 1)\n    draw(deck, used[1], 2)\n    draw(own[1], hand[1], 1)\n    draw(own[0], hand[0], 3)\n\ndef legal(t, me):\n    play(\"play\", hand[me])\n\ndef on_play(t, me, c):\n    move(c, stack)\n\ndef legal_flip(t, me):\n    play(\"play\", hand[me])\n";
    let game = game_of(&declared, DECK, text);
    let game = game.unwrap_or_else(|faults| panic!("{faults:?}"));
    for seed in 0..20 {
        let table = game.set_up(&mut SeededChance::new(seed), &mut NoListener);
        let count = |zone: &str| {
            let at = game.names.zones.iter().position(|name| name == zone);
            table.zone(at.unwrap() as u8).count_ones()
        };
        let found = ["hand/one", "own/one", "used/one", "hand/two", "own/two", "used/two", "deck"]
            .map(count);
        assert_eq!(found, [1, 0, 0, 1, 1, 0, 1]);
    }
    let shared = declared.replace("used = { each = \"seat\" }", "used = { each = \"place\" }");
    let faults = game_of(&shared, DECK, text).err().unwrap_or_default();
    assert!(
        faults.iter().any(|(message, _)| message == "there are several zones `used`"),
        "{faults:?}"
    );
}

/// The verbs as `docs/book/reference/rules.md` shows them.
fn reference() -> String {
    let mut page = String::from("| verb | what it does |\n| --- | --- |\n");
    for verb in all_verbs() {
        let forms = format!("`{}`", verb.form.replace("), ", ")`, `"));
        page.push_str(&format!("| {forms} | {} |\n", verb.says));
    }
    page
}

#[test]
fn the_reference_shows_every_verb() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/book/reference/rules.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, rest) = page.split_once("<!-- verbs -->\n").unwrap();
    let (table, _) = rest.split_once("<!-- /verbs -->").unwrap();
    assert_eq!(table, reference(), "the table should be:\n{}", reference());
}

// ------------------------------------------------------------------------------------- what an expression gives

/// What `n = EXPRESSION` gives, by a counter.
fn value(expression: &str) -> Result<i16, String> {
    let text = script(&format!("score[me] = {expression}"), "refuse(\"play\", \"no\")");
    let game = game(&text).map_err(|faults| faults[0].0.clone())?;
    let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    match table.fault {
        Some(fault) => Err(game.describe_fault(&fault)),
        None => Ok(table.counters[0]),
    }
}

#[test]
fn numbers_are_those_of_python_and_starlark() {
    for (expression, expected) in [
        ("7 // 2", 3),
        ("-7 // -2", 3),
        ("-7 // 2 + 4", 0),
        ("7 // -2 + 4", 0),
        ("-7 % 3", 2),
        ("7 % -3 + 2", 0),
        ("2 + 3 * 4 - 1", 13),
        ("(2 + 3) * 4", 20),
        ("1 if 2 > 1 else 0", 1),
        ("1 if not 2 > 1 and 1 > 0 else 5", 5),
        ("len(deck & suit.moon | row[0])", 2),
        ("0 or 4", 4),
        ("3 and 4", 4),
        ("min(4, 2, 3)", 2),
        ("10 if 2 in numbers(1, 3) else 20", 10),
        ("10 if 4 not in numbers(1, 3) else 20", 10),
    ] {
        assert_eq!(value(expression), Ok(expected), "{expression}");
    }
}

#[test]
fn what_cannot_be_worked_out_says_where() {
    for (expression, says) in [
        ("1 // (n - n)", "a division by 0"),
        ("9223372036854775807 + 1", "beyond 64 bits"),
        ("40000", "beyond the range"),
        ("0 - 1", "beyond the range"),
        ("coins[n + 2]", "no seat, place or entry number 2"),
        ("cards.cost", "one card is meant"),
        ("place(first(deck)) + 1", "None where a number is meant"),
    ] {
        let told = value(expression).unwrap_err();
        assert!(told.contains(says) && told.contains("rules.star:7:"), "{expression}: {told}");
    }
}

/// A function of the script that changes the table, beside one that looks at it.
fn with_functions(line: &str) -> Result<Rules<u64>, Vec<(String, String)>> {
    let functions = "def raised():\n    coins[0] += 1\n    return 1\n\ndef value(value_of):\n    return value_of\n\n";
    game(&format!(
        "{functions}{}\ndef law_called(t):\n    return value(1) == 1\n",
        script(line, "refuse(\"play\", \"no\")")
    ))
}

#[test]
fn the_value_comes_before_the_index() {
    // There are 3 coins at first, and `raised()` gives one more for each of the two seats.
    let game = with_functions("score[coins[0] - 4] = raised() + me").unwrap();
    let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    assert_eq!(table.fault, None);
    assert_eq!(table.counters[..2], [1, 2]);
}

#[test]
fn what_would_mean_something_else_in_starlark_is_refused() {
    for (line, says) in [
        ("score[raised()] += 1", "an index that changes the table"),
        ("n = 1\n        value = 2\n        n += value(1)", "never changes"),
        (
            "a = numbers(0, 3)\n        a -= numbers(1, 1)\n        n = len(a)",
            "change the set itself",
        ),
        ("a = 0\r        n = 1", "a lone carriage return"),
        ("note(\"ta\rkes\")", "the text is not closed"),
        ("n = 1 # \0", "a NUL byte"),
    ] {
        let faults = with_functions(&format!("{line}\n        raised()")).err();
        let (message, help) = &faults.unwrap_or_else(|| panic!("{line} is accepted"))[0];
        assert!(message.contains(says) && !help.is_empty(), "{line}: {message}");
    }
    let hidden =
        "def value(value_of):\n    return value_of\n\ndef called(value):\n    return value(1)\n\n";
    let text = script("n = called(2) + value(3)", "refuse(\"play\", \"no\")");
    let faults = game(&format!("{hidden}{text}")).err().unwrap();
    assert_eq!(faults[0].0, "`value` is a value");
    let loops: String =
        (0..21).map(|n| format!("for v{n} in range(1):\n{}", " ".repeat(12 + 4 * n))).collect();
    let faults = with_functions(&format!("{loops}raised()")).err().unwrap();
    assert!(faults[0].0.contains("more than 20 loops"), "{faults:?}");
}

#[test]
fn a_list_is_one_list_however_often_it_is_named() {
    // 72,000 times, more than the lists that can be told apart: 9,000 lines, made for each kind of value.
    let many = "    n += A[0]\n".repeat(9_000);
    let kinds = ["1", "True", "deck", "seats", "A", "B", "None", "\"no\"", "me == 0"];
    let calls = kinds.map(|kind| format!("n = named({kind})\n        "));
    let text = script(&format!("{}score[me] = n", calls.concat()), "refuse(\"play\", \"no\")");
    let named = format!("def named(_of):\n    n = 0\n{many}    return B[0]\n\n");
    let game = game(&format!("A = [1]\nB = [7]\n\n{named}{text}")).unwrap();
    let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    assert_eq!(table.counters[..2], [7, 7]);
}

#[test]
fn long_loops_and_many_cards_count_as_more_steps() {
    let long =
        format!("for i in range(2000):\n            {}", "n += 1\n            ".repeat(2_000));
    let cards = "for i in range(40000):\n            move(cards, row[i % 2])";
    let notes = "for i in range(8000):\n            note(\"takes\", me, 1)";
    for line in [long.as_str(), cards, notes] {
        let game = game(&script(line, "refuse(\"play\", \"no\")")).unwrap();
        let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
        let told = game.describe_fault(&table.fault.unwrap());
        assert!(told.contains("more than 100000 steps"), "{told}");
    }
}

#[test]
fn scripts_without_an_end_are_stopped() {
    let loops =
        "for i in range(100000):\n            for j in range(100000):\n                n += 1";
    let game = game(&script(loops, "refuse(\"play\", \"no\")")).unwrap();
    let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    assert!(game.describe_fault(&table.fault.unwrap()).contains("more than 100000 steps"));
}

#[test]
fn a_die_has_as_many_sides_as_can_be_drawn_from() {
    let told = |sides: u32| {
        let roll = format!("score[me] = roll({sides})");
        let game = game(&script(&roll, "refuse(\"play\", \"no\")")).unwrap();
        let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
        table.fault.map(|fault| game.describe_fault(&fault))
    };
    assert_eq!((told(1), told(64)), (None, None));
    for sides in [0, 65, 100] {
        let says = format!("a die of {sides} sides cannot be rolled: it has from 1 to 64");
        assert!(told(sides).unwrap().contains(&says));
    }
}

#[test]
fn the_suite_of_every_game_holds_for_hearts() {
    let hearts = example("hearts");
    let report = check_conformance(&hearts, &move_space(&hearts), 3, 1);
    let failures: Vec<_> = report.failures().collect();
    assert!(failures.is_empty(), "{failures:?}");
}

// ------------------------------------------------------------------------------------------------ tables by name

#[test]
fn a_table_that_cannot_be_is_not_set_up() {
    let game = game(&script("n = 0", "refuse(\"play\", \"no\")")).unwrap();
    for (table, says) in [
        (json!({"turn": "one", "score": {"two": 3}}), ""),
        (json!({"turn": "nobody", "then": null}), ""),
        (json!({"turn": "tow"}), "there is no seat `tow`"),
        (json!({"turn": 3}), "3 is no seat"),
        (json!({"turn": "one", "then": true}), "true is no seat"),
        (json!({"over": "yes"}), "`over` is true or false"),
        (json!({"winners": "one"}), "`winners` is a list"),
        (json!({"winners": ["none"]}), "there is no seat `none`"),
        (json!({"questions": 3}), "`questions` is a list"),
        (json!({"questions": [3]}), "a question is a table"),
        (json!({"questions": [{"seat": "one"}]}), "a question without `asks`"),
        (json!({"questions": [{"asks": "flip"}]}), "a question without `seat`"),
        (json!({"questions": [{"asks": "flop", "seat": "one"}]}), "there is no question `flop`"),
        (json!({"questions": [{"asks": "flip", "seat": 1}]}), "1 is no seat"),
        (json!({"questions": [{"asks": "flip", "seat": "one", "n": 1}]}), "a question has no `n`"),
        (
            json!({"questions": [{"asks": "flip", "seat": "one", "number": 70000}]}),
            "`number` is a number",
        ),
        (
            json!({"questions": [{"asks": "flip", "seat": "one", "at-once": 1}]}),
            "`at-once` is true or false",
        ),
        (json!({"answers": {"one": "play a"}}), "an answer where all are asked nothing"),
        (json!({"score": {"three": 3}}), "there is no `score` of `three`"),
        (json!({"score": 3}), "there are several `score`"),
        (json!({"purse": 3}), "the table has no `purse`"),
        (json!({"zones": {"stack": ["a"], "deck": ["a"]}}), "`a` lies in two places"),
        (json!({"zones": {"stack": [{"card": "a", "face": "side"}]}}), "there is no face `side`"),
        (json!({"zones": {"stack": [{"card": "a", "on": "b#1"}]}}), "`b#1` does not lie there"),
        (json!({"zones": {"stack": [{"card": "a", "on": "a"}]}}), "`a` does not lie there"),
        (json!({"zones": {"stack": ["b#1", {"card": "a", "on": "b#1"}]}}), ""),
        (json!({"zones": {"stack": "a"}}), "the cards of a zone are a list"),
        (json!({"zones": {"heap": ["a"]}}), "there is no zone `heap`"),
        (json!({"known": {"three": ["a"]}}), "there is no seat `three`"),
    ] {
        let misfits = game.stage(&table).err().unwrap_or_default();
        let told: Vec<_> = misfits.iter().map(|misfit| misfit.fault.message.as_str()).collect();
        assert_eq!(told.join("; "), says, "{table}");
        assert!(misfits.iter().all(|misfit| !misfit.fault.help.is_empty()), "{table}");
    }
    let nobody = example("hearts").stage(&json!({"leader": "nobody"}));
    assert_eq!(nobody.ok().unwrap().state.counters[1], -1);
}

// ----------------------------------------------------------------------------------------------- hostile scripts

/// Scripts that a stranger may write to hold the program up, by what they try.
fn hostile() -> Vec<(&'static str, String)> {
    let body = |line: String| script(&line, "refuse(\"play\", \"no\")");
    let value = |expression: String| body(format!("score[me] = {expression}"));
    let deep = |open: &str, inside: &str, close: &str, times: usize| {
        format!("{}{inside}{}", open.repeat(times), close.repeat(times))
    };
    let functions = |count: usize, inside: &dyn Fn(usize) -> String| {
        let all: Vec<String> =
            (0..count).map(|n| format!("def f{n}():\n    {}\n", inside(n))).collect();
        format!("{}\n{}", all.join("\n"), body("f0()".into()))
    };
    vec![
        ("200,000 parentheses", value(deep("(", "1", ")", 200_000))),
        ("200,000 brackets", value(deep("[", "1", "]", 200_000))),
        ("200,000 open brackets", value("[".repeat(200_000))),
        ("200,000 minus signs", value(format!("{}1", "-".repeat(200_000)))),
        ("100,000 times not", value(format!("{}True", "not ".repeat(60_000)))),
        ("100,000 sums", value(format!("1{}", " + 1".repeat(60_000)))),
        ("100,000 times and", value(format!("1{}", " and 1".repeat(40_000)))),
        ("100,000 choices", value(format!("1{}", " if 1 else 1".repeat(20_000)))),
        ("100,000 comparisons", value(format!("1{}", " < 1".repeat(60_000)))),
        ("a chain of fields", value(format!("t{}", ".a".repeat(100_000)))),
        ("a chain of indices", value(format!("hand{}", "[0]".repeat(60_000)))),
        ("indices inside of indices", value(deep("coins[", "0", "]", 60))),
        ("calls inside of calls", value(deep("len(hand[", "0", "])", 30))),
        ("a long number", value("9".repeat(200_000))),
        ("the greatest number doubled", value("9223372036854775807 * 2".into())),
        ("the least number divided", value("(0 - 9223372036854775807 - 1) // -1".into())),
        ("a long name", value("a".repeat(200_000))),
        ("a long text", body(format!("note(\"{}\")", "a".repeat(200_000)))),
        ("a text without an end", body("note(\"takes".into())),
        ("a long text without an end", format!("\"\"\"{}", "a\n".repeat(100_000))),
        ("a file of a megabyte", "# a\n".repeat(260_000)),
        ("blocks inside of blocks", body((0..500).map(|n| format!("if True:\n{}", " ".repeat(8 + 4 * (n + 1)))).collect::<String>() + "n += 1")),
        ("loops inside of loops", body("for a in range(1000):\n            for b in range(1000):\n                for c in range(1000):\n                    n += 1".into())),
        ("a loop over a large range", body("for a in range(9223372036854775807):\n            n += 1".into())),
        ("a loop over a range below nothing", body("for a in range(0 - 9223372036854775807, 9223372036854775807):\n            n += 1".into())),
        ("a function that calls itself", functions(1, &|_| "f0()".into())),
        ("two functions that call each other", functions(2, &|n| format!("f{}()", 1 - n))),
        ("functions that each call the next twice", functions(40, &|n| if n == 39 { "end()".into() } else { format!("f{0}()\n    f{0}()", n + 1) })),
        ("ten thousand functions", functions(10_000, &|n| if n == 9_999 { "end()".into() } else { format!("f{}()", n + 1) })),
        ("a hundred names", body((0..100).map(|n| format!("v{n} = 1\n        ")).collect::<String>() + "n = v0")),
        ("sixty thousand constants", (0..25_000).map(|n| format!("A{n} = 1\n")).collect::<String>() + &body("n = 1".into())),
        ("a hundred laws", body("n = 1".into()) + &(0..100).map(|n| format!("\ndef law_{n}(t):\n    return t.turn >= 0\n")).collect::<String>()),
        ("a list of ten thousand numbers", format!("A = [{}]\n{}", "1, ".repeat(10_000), body("n = A[0]".into()))),
        ("questions without an end", body("for a in range(1000):\n            ask(me, \"flip\")".into())),
        ("cards drawn for ever", body("draw(deck, hand[me], 9223372036854775807)".into())),
        ("a negative draw", body("draw(deck, hand[me], 0 - 5)".into())),
        ("a die of many sides", value("roll(1000000)".into())),
        ("numbers from far away", value("len(numbers(0 - 5, 9223372036854775807))".into())),
        ("bytes that are no text", body("n = \u{0}1".into())),
        ("signs of every script", body("n = ١ + 一 + ➀".into())),
        ("lines that end oddly", "def set_up(t):\r    n = 1\r".into()),
        ("tabs and spaces", "def set_up(t):\n\tmove(deck, stack)\n        move(deck, stack)\n".into()),
    ]
}

#[test]
fn hostile_scripts_are_refused_or_stopped() {
    let all = hostile();
    assert!(all.len() >= 40);
    for (name, text) in all {
        let start = Instant::now();
        let told = match game(&text) {
            Err(faults) => format!("{}; {}", faults[0].0, faults[0].1),
            Ok(game) => {
                let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
                table.fault.map_or("it ends".into(), |fault| game.describe_fault(&fault))
            }
        };
        let told: String = told.chars().take(160).collect();
        println!("{:6.3} s  {name}: {told}", start.elapsed().as_secs_f64());
        assert!(!told.contains("panicked") && !told.is_empty(), "{name}");
    }
}

#[test]
fn a_table_with_more_zones_than_a_word_has_bits_loses_no_card() {
    let folder = tempfile::tempdir().unwrap();
    let seats = "[\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"h\"]";
    let table =
        GAME.replace("[\"one\", \"two\"]", seats).replace("places = 2", "places = 9").replace(
            "row = { each = \"place\", sees = \"all\" }",
            "row = { each = [\"place\", \"seat\"] }",
        );
    let script = "def set_up(t):\n    move(deck, row[8][7])\n\ndef legal(t, me):\n    play(\"play\", row[8][7])\n\ndef on_play(t, me, c):\n    move(c, stack)\n    if not row[8][7]:\n        end()\n\ndef legal_flip(t, me):\n    play(\"play\", stack)\n\ndef law_cards(t):\n    return len(all(row) | stack) == 4\n";
    for (name, text) in
        [("game.toml", table.as_str()), ("cards.toml", DECK), ("rules.star", script)]
    {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let mut files = Files::new();
    let (pack, _) = registry::read(GameFolder::open(folder.path()).unwrap(), &mut files);
    let pack = pack.unwrap();
    let report = conform(&pack, &Variant::default(), 2, 1).unwrap();
    let failures: Vec<_> = report.failures().collect();
    assert!(failures.is_empty() && report.decisions == 8, "{failures:?}");
}
