//! Games that a stranger may write to hold the program up: each is told, or ends, in all that plays it, within its bounds.

use std::time::{Duration, Instant};

use deckproof::cards::Pack;
use deckproof::lab::Shard;
use deckproof::players::{Budget, Players, search_move};
use deckproof::registry;
use deckproof::rules::{NoListener, Seat, SeededChance, Variant};
use deckproof::session::{LabAsked, lab_games};
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::verify::fuzz::{FuzzPlan, fuzz};
use deckproof::verify::record::{RecordPlan, record_game};
use deckproof::verify::replay::replay_record;

use crate::small_game::SmallGame;

/// A game of two seats with a pile and a zone with an order.
fn table(longest: u32) -> String {
    format!(
        r#"title = "Hostile"
[table]
seats = ["one", "two"]
longest = {longest}
questions = ["flip"]
[table.zones]
deck = {{ holds = "cards", pile = true }}
other = {{ pile = true }}
[table.counters]
score = {{ each = "seat" }}
[table.moves]
pass = "pass"
take = "take {{card}}"
many = "many {{card}} {{a:card}} {{b:card}}"
[table.notes]
says = "says"
[table.end]
wins = "highest score"
"#
    )
}

/// A script of the usual functions, some of them otherwise: each is its name and parameters, and the lines of its body.
fn script(others: &[(&str, &str)]) -> String {
    let usual = [
        ("set_up(t)", "t.turn = 0"),
        ("legal(t, me)", "play(\"pass\")"),
        ("on_pass(t, me)", "t.turn = 1 - me"),
        ("on_take(t, me, c)", "move(c, other)\nt.turn = 1 - me"),
        ("on_many(t, me, _c, _d, _e)", "t.turn = 1 - me"),
        ("legal_flip(t, me)", "play(\"pass\")"),
    ];
    let mut all = usual.to_vec();
    for other in others {
        match all.iter_mut().find(|usual| usual.0 == other.0) {
            Some(usual) => *usual = *other,
            None => all.push(*other),
        }
    }
    let function = |(head, body): &(&str, &str)| {
        let lines = body.lines().map(|line| format!("    {line}\n"));
        format!("def {head}:\n{}\n", lines.collect::<String>())
    };
    all.iter().map(function).collect()
}

struct Case {
    name: &'static str,
    table: String,
    copies: u32,
    script: Vec<u8>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name, longest, copies, script: String| {
        cases.push(Case { name, table: table(longest), copies, script: script.into_bytes() });
    };
    let with = |head: &str, body: &str| script(&[(head, body)]);
    let heavy = "for i in range(99000):\n    pass\n";
    let heavy_pass = format!("{heavy}t.turn = 1 - me");
    let heavy_legal = format!("{heavy}play(\"pass\")");
    add(
        "a set-up without an end",
        100,
        5,
        with(
            "set_up(t)",
            "for a in range(100000):\n    for b in range(100000):\n        score[0] = 1",
        ),
    );
    add("a set-up just within the bound", 100, 5, with("set_up(t)", heavy));
    add("a game without an end", 100_000, 5, script(&[]));
    add("a game without an end, of heavy moves", 100_000, 5, with("on_pass(t, me)", &heavy_pass));
    add("a game without an end, heavy to offer", 100_000, 5, with("legal(t, me)", &heavy_legal));
    add("no move at the start", 100, 5, with("legal(t, me)", "if me == 5:\n    play(\"pass\")"));
    add(
        "no move later",
        100,
        5,
        with("legal(t, me)", "if len(deck) > 2:\n    play(\"take\", deck)"),
    );
    add(
        "questions for ever",
        100_000,
        5,
        script(&[("set_up(t)", "ask(0, \"flip\")"), ("on_pass(t, me)", "ask(1 - me, \"flip\")")]),
    );
    add(
        "a question that nothing answers",
        100,
        5,
        script(&[
            ("set_up(t)", "ask(0, \"flip\")"),
            ("before_flip(t, me)", "return 1"),
            ("legal_flip(t, me)", "if me == 5:\n    play(\"pass\")"),
        ]),
    );
    add(
        "a question that asks itself",
        100,
        5,
        script(&[
            ("set_up(t)", "ask(0, \"flip\")"),
            ("before_flip(t, me)", "ask(1 - me, \"flip\")\nreturn 0"),
        ]),
    );
    add(
        "an answer that asks",
        100,
        5,
        script(&[
            ("set_up(t)", "ask(0, \"flip\")"),
            ("before_flip(t, _me)", "return 0"),
            ("answered(t)", "ask(0, \"flip\")"),
        ]),
    );
    add(
        "a heavy answer that asks",
        100,
        5,
        script(&[
            ("set_up(t)", "ask(0, \"flip\")"),
            ("before_flip(t, _me)", "return 0"),
            ("answered(t)", "ask(0, \"flip\")\nfor i in range(9000):\n    pass"),
        ]),
    );
    add(
        "a law without an end",
        100,
        5,
        with(
            "law_a(t)",
            "for a in range(100000):\n    for b in range(10):\n        pass\nreturn True",
        ),
    );
    add("heavy laws", 100_000, 5, script(&[]) + &(0..40).map(|n| format!("def law_{n}(t):\n    for i in range(2000):\n        pass\n    return t.turn >= 0\n\n").replace("t.turn", "len(deck)")).collect::<String>());
    add("a law that divides by nothing", 100, 5, with("law_z(t)", "return 1 // score[0] == 1"));
    add(
        "heavy in what never happens",
        100,
        5,
        with("never_z(t)", "for a in range(90000):\n    pass\nreturn len(deck) > 500"),
    );
    add("millions of moves", 100, 255, with("legal(t, me)", "play(\"many\", cards, cards, cards)"));
    add(
        "a hundred thousand moves",
        100_000,
        46,
        with("legal(t, me)", "play(\"many\", cards, cards, cards)"),
    );
    add(
        "moves offered in a loop",
        100,
        5,
        with("legal(t, me)", "for i in range(90000):\n    play(\"many\", cards, cards, deck)"),
    );
    add(
        "one move offered in a loop",
        100,
        5,
        with(
            "legal(t, me)",
            "for i in range(9000):\n    play(\"many\", first(cards), first(cards), first(cards))",
        ),
    );
    let tree: String = (0..25)
        .map(|n| {
            format!(
                "def f{n}():\n    {}\n\n",
                if n == 0 { "score[0] = 1".into() } else { format!("f{0}()\n    f{0}()", n - 1) }
            )
        })
        .collect();
    add("a tree of calls", 100, 5, tree + &with("set_up(t)", "f24()"));
    add(
        "long code in a loop",
        100,
        5,
        with(
            "set_up(t)",
            &format!("for i in range(90000):\n{}", "    score[0] = 1\n".repeat(9_000)),
        ),
    );
    add(
        "a long expression in a loop",
        100,
        5,
        with(
            "set_up(t)",
            &format!("for i in range(90000):\n    score[0] = min({}0)", "0, ".repeat(50_000)),
        ),
    );
    add(
        "cards to and fro",
        100,
        255,
        with("set_up(t)", "for i in range(49000):\n    swap(deck, other)"),
    );
    add(
        "cards drawn for ever",
        100,
        5,
        with(
            "set_up(t)",
            "for i in range(90000):\n    draw(deck, other, 9000)\n    shuffle(other, deck)",
        ),
    );
    add(
        "cards looked at for ever",
        100,
        255,
        with(
            "set_up(t)",
            "for i in range(90000):\n    score[0] = total(cards, cost) - total(cards, cost) + len(highest(highest(cards, cost), cost)) - 255",
        ),
    );
    add(
        "notes for ever",
        100,
        5,
        with("set_up(t)", "for i in range(90000):\n    note(\"says\", 0, i, i)"),
    );
    add("a turn of nobody", 100, 5, with("on_pass(t, me)", "t.turn = 99"));
    add("nobody wins", 100, 5, with("on_pass(t, me)", "win(99)\nend()"));
    add(
        "a number that no question has",
        100,
        5,
        with("on_pass(t, me)", "ask(me, \"flip\", 40000)"),
    );
    add(
        "a die without sides",
        100,
        5,
        with("on_pass(t, me)", "score[me] = roll(score[me])\nend()"),
    );
    add(
        "a die of too many sides",
        100,
        5,
        with("on_pass(t, me)", "score[me] = roll(9223372036854775807)\nend()"),
    );
    add(
        "a card on itself",
        100,
        5,
        with("on_pass(t, me)", "stack(deck, first(deck))\nscore[me] = len(on(first(deck)))\nend()"),
    );
    add(
        "cards on one another",
        100,
        5,
        with(
            "on_pass(t, me)",
            "stack(first(deck), first(deck - first(deck)))\nstack(first(deck - first(deck)), first(deck))\nscore[me] = len(on(first(deck)))\nend()",
        ),
    );
    add(
        "a law in odd signs",
        100,
        5,
        with(
            "law_x(t)",
            "\"R1: \u{202e}abc\u{202c} \u{2066} \u{7} \u{1b}[31m\"\nreturn score[0] > 5",
        ),
    );
    add(
        "a law of a hundred thousand letters",
        100,
        5,
        with("law_x(t)", &format!("\"R1: {}\"\nreturn score[0] > 5", "x".repeat(100_000))),
    );
    for (name, copies, does) in [
        ("a law that breaks late", 5, ""),
        ("a law that breaks late, after moves of many cards", 255, "\nswap(deck, other)"),
    ] {
        let count = "t.turn = 1 - me\nscore[0] += 1\nif score[0] == 9000:\n    score[0] = 0\n    score[1] += 1";
        let functions = [
            ("on_pass(t, me)", &*format!("{count}{does}")),
            ("law_late(t)", "return score[1] < 5"),
        ];
        add(name, 100_000, copies, script(&functions));
    }
    let end = with("on_pass(t, me)", "end()");
    let mut bytes = |name, script: Vec<u8>| {
        cases.push(Case { name, table: table(100), copies: 5, script });
    };
    bytes("lines that end with two signs", end.replace('\n', "\r\n").into_bytes());
    bytes("lines that end with the wrong sign", end.replace('\n', "\r").into_bytes());
    bytes("a byte order mark", format!("\u{feff}{end}").into_bytes());
    bytes("two bytes a sign", end.encode_utf16().flat_map(u16::to_le_bytes).collect());
    bytes("bytes that are no text", [b"# \xff\xfe\n", end.as_bytes()].concat());
    bytes("a form feed", format!("\u{c}\n{end}").into_bytes());
    bytes("signs that nobody sees", format!("\u{200b}{end}").into_bytes());
    bytes("names from elsewhere", end.replace("end()", "naïve = 1").into_bytes());
    bytes("nothing", Vec::new());
    let variants: String =
        (0..20).map(|n| format!("v{n} = [\"a\", \"b\", \"c\", \"d\"]\n")).collect();
    let patterns = "\"pass\", ".repeat(9_000);
    for (name, old, new) in [
        (
            "more variants than can be counted",
            "[table.zones]",
            format!("[table.variants]\n{variants}[table.zones]"),
        ),
        ("nine thousand ways to write a move", "\"pass\"", format!("[{patterns}]")),
    ] {
        cases.push(Case {
            name,
            table: table(100).replacen(old, &new, 1),
            copies: 5,
            script: end.clone().into_bytes(),
        });
    }
    cases
}

/// What is told of a case, in every way to play it.
fn told(case: &Case) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let deck = format!(
        "template = \"card.svg\"\n[[card]]\nname = \"a\"\ncopies = {}\ncost = 1\n",
        case.copies
    );
    for (name, bytes) in [
        ("game.toml", case.table.as_bytes()),
        ("cards.toml", deck.as_bytes()),
        ("rules.star", &case.script),
    ] {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let mut files = Files::new();
    let opened = GameFolder::open(folder.path()).unwrap();
    let (pack, faults) = registry::read(opened, &mut files);
    let helpful = |faults: &Diagnostics| -> Vec<String> {
        let said = faults.iter().map(|fault| {
            assert!(fault.help.is_some(), "{}: {}", case.name, fault.message);
            fault.message.clone()
        });
        said.collect()
    };
    let mut said = helpful(&faults);
    let Some(pack) = pack.filter(|_| !faults.has_errors()) else {
        return said;
    };
    let plan =
        FuzzPlan { games: 100, work: Some(10_000_000), seed: 1, jobs: 1, ..FuzzPlan::default() };
    match fuzz(&pack, &Variant::default(), &plan, &|_| ()) {
        Err(faults) => said.extend(helpful(&faults)),
        Ok(report) => {
            let fault = report.fault.map(|fault| fault.smallest);
            for line in fault.iter().flat_map(|smallest| &smallest.story) {
                assert!(line.len() < 150_000, "{}", case.name);
            }
            said.push(fault.map_or(format!("{} games", report.counts.games), |f| f.says));
        }
    }
    let plan = RecordPlan { seed: 1, players: Players::Uniform, states: false, legal: false };
    if let Ok(record) = record_game(&pack, &Variant::default(), &plan) {
        let replayed = replay_record(&pack, "game.jsonl", record.text.into(), &mut files);
        said.extend(replayed.err().iter().flat_map(helpful));
    }
    said
}

#[test]
fn each_is_told_or_ends() {
    let all = cases();
    assert!(all.len() >= 46, "{}", all.len());
    for case in all {
        let start = Instant::now();
        let said = told(&case);
        let took = start.elapsed();
        let first: String = said.concat().chars().take(140).collect();
        println!("{:6.2} s  {}: {first}", took.as_secs_f64(), case.name);
        assert!(!said.is_empty() && !first.contains("panicked"), "{}", case.name);
        // A hundred times what a release build takes on a machine that does nothing else.
        assert!(took < Duration::from_secs(100), "{}: {took:?}", case.name);
    }
}

/// 150 decisions, each of which takes as many steps as `TURNS`.
const LONG: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["ash", "birch"]
longest = 150
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
[table.counters]
score = { each = "seat", to = 99 }
[table.moves]
pass = "pass"
wait = "wait"
[table.end]
wins = ["highest score"]
"#,
    cards: "[[card]]\nid = \"c\"\nname = \"C\"\n",
    script: r#"
def set_up(t):
    t.turn = 0

def legal(t, me):
    play("pass")
    play("wait")

def on_pass(t, me):
    for i in range(TURNS):
        pass
    score[me] += 1
    t.turn = 1 - me
    if sum(score) == 150:
        end()

def on_wait(t, me):
    on_pass(t, me)
"#,
};

#[test]
fn a_game_of_too_many_steps_ends_in_the_lab_as_in_fuzz() {
    let too_long = "the game as a whole takes too many steps";
    let game = |turns: &str| {
        let script = LONG.script.replace("TURNS", turns);
        let game = SmallGame { script: &script, ..LONG };
        game.pack().unwrap()
    };
    let in_the_lab = |pack: &Pack, policies: &str| -> Option<String> {
        let asked = LabAsked {
            policies: policies.parse().unwrap(),
            against: None,
            games: 2,
            seed: 1,
            jobs: 1,
            shard: Shard::WHOLE,
            follows_lead: true,
            command: "lab".into(),
        };
        let played = lab_games(pack, &[Variant::default()], &asked, &|_| ());
        let faults = played.err()?;
        Some(faults.iter().map(|fault| fault.message.clone()).collect())
    };
    let (within, beyond) = (game("9000"), game("49000"));
    for policies in ["uniform", "greedy"] {
        // Who looks one move ahead takes 16 times the steps of a move: they are not those of the game.
        assert_eq!(in_the_lab(&within, policies), None, "{policies}");
        let said = in_the_lab(&beyond, policies).unwrap_or_default();
        assert!(said.contains(too_long), "{policies}: {said}");
    }
    let plan = FuzzPlan { games: 1, seed: 1, jobs: 1, ..FuzzPlan::default() };
    let report = fuzz(&beyond, &Variant::default(), &plan, &|_| ());
    let fault = report.unwrap().fault.unwrap();
    assert!(fault.smallest.says.contains(too_long));
}

#[test]
fn a_search_ends_with_its_steps_in_the_midst_of_a_world() {
    let script = LONG.script.replace("TURNS", "49000");
    let game = SmallGame { script: &script, ..LONG };
    let game = game.rules();
    let state = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    // A world takes 150 times 49,000 steps and a few more.
    for (most, worlds) in [(0, 0), (1_000_000, 0), (20_000_000, 2)] {
        let budget = Budget { most_steps: Some(most), ..Budget::new(1_000) };
        let before = game.steps();
        let found = search_move(&game, (&state, &[]), Seat(0), budget, 1).unwrap();
        let taken = game.steps() - before;
        // The move in which they are spent is played, and takes 100,000 at most; what is legal takes a few.
        assert!(taken <= most + 110_000, "{taken} of {most}");
        let visits: u32 = found.moves.iter().map(|(_, visits, _)| visits).sum();
        assert_eq!((found.worlds.played, visits), (worlds, worlds as u32));
        assert!(game.legal_moves(&state).contains(&found.choice));
    }
}
