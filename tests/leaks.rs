//! Leaks planted in small games, one for each way in which a seat can learn what is hidden from it, and games that tell no more than
//! they show: the two-world check finds the first and passes the others.

use std::path::Path;

use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::script::Rules;
use deckproof::source::{Files, Folder, GameFolder, Tree};
use deckproof::table::Wide;
use deckproof::verify::fuzz::WORLDS;
use deckproof::verify::playing::two_worlds;

use crate::small_game::SmallGame;

/// Games of each that are played in two worlds.
const GAMES: u64 = 40;

const TABLE: &str = r#"
[table]
seats = ["ann", "ben", "cat"]
longest = 40
questions = ["give", "poll"]

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
down = { each = "seat", sees = "owner" }
open = { sees = "all" }

[table.counters]
tell = { from = -1, to = 99 }
turns = { to = 40 }
die = { each = "seat", to = 6, sees = "owner" }
vote = { each = "seat", to = 5, sees = "owner" }
secret = { to = 99, sees = "nobody" }
points = { each = "seat", to = 99 }

[table.moves]
lay = "lay {card}"
bury = "bury {card}"
bid = "bid {number}"
pass = "pass"
give = "give {card}"
name = "name {number}"

[table.notes]
says = "{seat} has {a}"
lucky = "by luck"

[table.end]
wins = "highest points"
"#;

/// What goes on if the game says nothing else. `next` ends the game after six turns.
const PLAIN: [(&str, &str); 9] = [
    ("set_up", "def set_up(t):\n    deal(deck, hand, 3)\n"),
    (
        "legal",
        "def legal(t, me):\n    play(\"lay\", hand[me])\n    play(\"bury\", hand[me])\n    play(\"bid\", numbers(1, 5))\n    play(\"pass\")\n",
    ),
    ("on_lay", "def on_lay(t, me, c):\n    move(c, open)\n    next(t, me)\n"),
    ("on_bury", "def on_bury(t, me, c):\n    move(c, down[me])\n    next(t, me)\n"),
    ("on_bid", "def on_bid(t, me, n):\n    t.tell = n\n    next(t, me)\n"),
    ("on_pass", "def on_pass(t, me):\n    next(t, me)\n"),
    ("legal_give", "def legal_give(t, me):\n    play(\"give\", hand[me])\n"),
    ("on_give", "def on_give(t, me, c):\n    move(c, down[me])\n"),
    ("legal_poll", "def legal_poll(t, me):\n    play(\"name\", numbers(1, 5))\n"),
];

const REST: [(&str, &str); 2] = [
    ("on_name", "def on_name(t, me, n):\n    vote[me] = n\n"),
    (
        "next",
        "def next(t, me):\n    t.turns += 1\n    t.turn = (me + 1) % 3\n    if t.turns == 6:\n        end()\n",
    ),
];

/// What the two-world check says of a game in which these functions are other ones, if it says anything.
fn found(functions: &[(&str, &str)]) -> Option<String> {
    found_in(TABLE, functions)
}

fn found_in(table: &str, functions: &[(&str, &str)]) -> Option<String> {
    let cards: String = (1..=12)
        .map(|n| format!("[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nrank = {n}\n"))
        .collect();
    let mut script = String::from("\"Leaks.\"\n");
    for (name, plain) in PLAIN.iter().chain(&REST) {
        let own = functions.iter().find(|(own, _)| own == name);
        match own {
            Some((_, body)) => script += &format!("\n{body}\n"),
            None => script += &format!("\n{plain}"),
        }
    }
    let others = functions.iter().filter(|(name, _)| {
        let mut known = PLAIN.iter().chain(&REST);
        known.all(|(known, _)| known != name)
    });
    for (_, body) in others {
        script += &format!("\n{body}\n");
    }
    let game = SmallGame { table, cards: &cards, script: &script };
    let rules = game.rules();
    let breach = |seed| two_worlds(Players::Uniform, &rules, seed, |_| (), |_, _| ()).err();
    (0..GAMES).find_map(breach).map(|breach| breach.says)
}

#[track_caller]
fn leaks(functions: &[(&str, &str)], says: &str) {
    let found = found(functions).unwrap_or_else(|| panic!("no leak in {functions:?}"));
    assert!(found.contains(says), "{found}");
}

#[track_caller]
fn keeps_secrets(functions: &[(&str, &str)]) {
    assert_eq!(found(functions), None, "{functions:?}");
}

#[test]
fn the_plain_game_keeps_its_secrets() {
    keeps_secrets(&[]);
}

#[test]
fn a_set_up_that_counts_a_hand_leaks() {
    let body = "def set_up(t):\n    deal(deck, hand, 3)\n    t.tell = total(hand[0], rank)";
    leaks(&[("set_up", body)], "in `set_up`: ");
}

#[test]
fn a_set_up_that_says_what_a_hand_holds_leaks() {
    let body =
        "def set_up(t):\n    deal(deck, hand, 3)\n    note(\"says\", 0, total(hand[0], rank))";
    leaks(&[("set_up", body)], "ben reads `says: ann");
}

#[test]
fn a_set_up_that_lets_a_holder_begin_leaks_unless_the_card_is_shown() {
    let body = "def set_up(t):\n    deal(deck, hand, 4)\n    for seat in seats:\n        if card(\"c1\") in hand[seat]:\n            t.turn = seat";
    leaks(&[("set_up", body)], "whose turn it is changes");
    let shown = format!(
        "{body}\n            for other in seats:\n                show(card(\"c1\"), other)"
    );
    keeps_secrets(&[("set_up", &shown)]);
}

#[test]
fn a_set_up_that_tells_a_roll_that_it_hides_leaks() {
    let body = "def set_up(t):\n    deal(deck, hand, 3)\n    die[0] = roll(6)";
    keeps_secrets(&[("set_up", body)]);
    let told = format!("{body}\n    t.tell = die[0] % 2");
    leaks(&[("set_up", &told)], "t.tell = die[0] % 2");
}

#[test]
fn a_card_that_is_laid_face_down_may_not_count_in_the_open() {
    let body =
        "def on_bury(t, me, c):\n    move(c, down[me])\n    points[me] += c.rank\n    next(t, me)";
    leaks(&[("on_bury", body)], "after `bury c");
    let open =
        "def on_lay(t, me, c):\n    move(c, open)\n    points[me] += c.rank\n    next(t, me)";
    keeps_secrets(&[("on_lay", open)]);
}

#[test]
fn a_card_that_is_given_in_secret_may_not_count_in_the_open() {
    let ask = ("on_pass", "def on_pass(t, me):\n    ask_all(\"give\")");
    let answered = ("answered", "def answered(t):\n    next(t, t.turn)");
    keeps_secrets(&[ask, answered]);
    let body = "def on_give(t, me, c):\n    move(c, down[me])\n    t.tell += c.rank";
    leaks(&[ask, answered, ("on_give", body)], "after `give c");
}

#[test]
fn a_vote_that_stays_secret_may_not_show() {
    let ask = ("on_pass", "def on_pass(t, me):\n    ask_all(\"poll\")");
    let answered = ("answered", "def answered(t):\n    next(t, t.turn)");
    keeps_secrets(&[ask, answered]);
    let body = "def on_name(t, me, n):\n    vote[me] = n\n    t.tell = n % 2";
    leaks(&[ask, answered, ("on_name", body)], "after `name ");
    // What is public anyway is no secret.
    let open = "def on_name(t, me, n):\n    points[me] = n";
    keeps_secrets(&[ask, answered, ("on_name", open)]);
}

#[test]
fn a_number_that_is_hidden_after_it_was_chosen_may_not_show() {
    let hidden = "def on_bid(t, me, n):\n    vote[me] = n\n    next(t, me)";
    keeps_secrets(&[("on_bid", hidden)]);
    let parity = "def on_bid(t, me, n):\n    vote[me] = n\n    t.tell = n % 2\n    next(t, me)";
    leaks(&[("on_bid", parity)], "after `bid ");
}

#[test]
fn a_hidden_number_may_not_decide_what_all_see_unless_it_is_shown() {
    let set_up = (
        "set_up",
        "def set_up(t):\n    deal(deck, hand, 3)\n    for seat in seats:\n        die[seat] = roll(6)",
    );
    let open = "def on_pass(t, me):\n    t.tell = die[0]\n    next(t, me)";
    leaks(&[set_up, ("on_pass", open)], "reads `tell");
    let turn = "def on_pass(t, me):\n    next(t, me)\n    if die[0] < 4:\n        t.turn = me";
    leaks(&[set_up, ("on_pass", turn)], "whose turn it is");
    let end = "def on_pass(t, me):\n    next(t, me)\n    if die[0] == 6:\n        end()";
    leaks(&[set_up, ("on_pass", end)], "changes with what");
    let shown = "def on_pass(t, me):\n    for seat in seats:\n        show(die[0], seat)\n    t.tell = die[0]\n    next(t, me)";
    keeps_secrets(&[set_up, ("on_pass", shown)]);
}

#[test]
fn a_number_that_was_shown_is_a_secret_again_when_it_changes() {
    let set_up = (
        "set_up",
        "def set_up(t):\n    deal(deck, hand, 3)\n    die[0] = roll(6)\n    for seat in seats:\n        show(die[0], seat)",
    );
    let told = "def on_pass(t, me):\n    t.tell = die[0]\n    next(t, me)";
    keeps_secrets(&[set_up, ("on_pass", told)]);
    let rolled = "def on_pass(t, me):\n    die[0] = roll(6)\n    t.tell = die[0]\n    next(t, me)";
    leaks(&[set_up, ("on_pass", rolled)], "reads `tell");
}

#[test]
fn a_card_may_not_reach_the_open_through_a_hidden_number() {
    let bury =
        "def on_bury(t, me, c):\n    move(c, down[me])\n    t.secret = c.rank\n    next(t, me)";
    keeps_secrets(&[("on_bury", bury)]);
    let pass = "def on_pass(t, me):\n    t.tell = t.secret\n    next(t, me)";
    leaks(&[("on_bury", bury), ("on_pass", pass)], "reads `tell");
}

#[test]
fn how_a_game_ends_may_not_follow_from_a_hand_that_nobody_showed() {
    let winner = "def next(t, me):\n    t.turns += 1\n    t.turn = (me + 1) % 3\n    if t.turns == 3:\n        win(0 if total(hand[0], rank) > 20 else 1)\n        end()";
    leaks(&[("next", winner)], "the result of the game changes");
    let word = "def next(t, me):\n    t.turns += 1\n    t.turn = (me + 1) % 3\n    if t.turns == 3:\n        if total(hand[0], rank) > 20:\n            end(\"lucky\")\n        else:\n            end()";
    leaks(&[("next", word)], "the result of the game changes");
    let shown = "def next(t, me):\n    t.turns += 1\n    t.turn = (me + 1) % 3\n    if t.turns == 3:\n        move(all(hand), open)\n        move(all(down), open)\n        win(0 if total(open, rank) > 60 else 1)\n        end()";
    keeps_secrets(&[("next", shown)]);
}

#[test]
fn a_drawn_card_may_not_count_in_the_open_unless_it_lies_there() {
    let hidden = "def on_pass(t, me):\n    draw(deck, hand[me], 1)\n    t.tell = total(hand[me], rank)\n    next(t, me)";
    leaks(&[("on_pass", hidden)], "reads `tell");
    let open = "def on_pass(t, me):\n    draw(deck, open, 1)\n    t.tell = total(open, rank)\n    next(t, me)";
    keeps_secrets(&[("on_pass", open)]);
}

#[test]
fn a_card_picked_from_a_hidden_hand_leaks_where_the_rules_tell_of_it() {
    let body = "def on_pass(t, me):\n    if hand[2 - me]:\n        c = pick_random(hand[2 - me])\n        move(c, down[me])\n    next(t, me)";
    keeps_secrets(&[("on_pass", body)]);
    let told = body.replace("me])\n    next", "me])\n        t.tell = total(c, rank)\n    next");
    leaks(&[("on_pass", &told)], "reads `tell");
}

/// An example, a function of its rules with its arguments, and some of its cards.
const EXAMPLES: [(&str, &str, &str); 6] = [
    ("hearts", "def on_play(t, me, c):", "at_most(rank, 7)"),
    ("oh-hell", "def on_play(t, me, c):", "at_most(rank, 7)"),
    ("magpies", "def on_draw(t, me):", "at_most(number, 4)"),
    ("night-freight", "def on_load(t, me, c, p):", "at_most(weight, 2)"),
    ("hedgerow", "def answered(t):", "kind.blackberry"),
    ("dyke-watch", "def on_rest(t, me):", "at_most(north, 1)"),
];

/// What is told of a hand, `FEW`, by each way in which a game tells anything: in a move, and in the set-up.
const IN_A_MOVE: [&str; 9] = [
    "t.tell = FEW",
    "note(\"told\", FEW)",
    "if FEW > 1:\n        t.tell = min(t.tell + 1, 99)",
    "t.many = FEW > 1",
    "if FEW > 1:\n        end()",
    "if FEW > 1:\n        end(\"low\")\n    else:\n        end()",
    "win(0 if FEW > 1 else 1)\n    end()",
    "t.secret = FEW\n    t.tell = t.secret",
    "t.secret = roll(6)\n    t.tell = t.secret % 2",
];
const IN_THE_SET_UP: [&str; 2] = ["t.tell = FEW", "if FEW % 2 == 1:\n        note(\"low\")"];

/// An example with a line of its own in one of its functions.
fn example(name: &str, edit: impl Fn(String) -> String) -> Rules<Wide> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root.join("examples").join(name)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.is_file()).map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut text = std::fs::read_to_string(&path).unwrap();
        if name == "game.toml" {
            let counters = "[table.counters]\ntell = { to = 99 }\nmany = { is = \"flag\" }\nsecret = { to = 99, sees = \"nobody\" }\n";
            let notes = "[table.notes]\ntold = \"so many: {a}\"\nlow = \"few\"\n";
            text = text.replace("[table.counters]\n", counters);
            if text.contains("[table.notes]\n") {
                text = text.replace("[table.notes]\n", notes);
            } else {
                text = text.replace("[table.counters]\n", &format!("{notes}\n[table.counters]\n"));
            }
        } else if name == "rules.star" {
            text = edit(text);
        }
        (name, text.into_bytes())
    });
    let folder = Folder::Memory(Tree::new("memory:", files.collect()));
    let folder = GameFolder::within(name, folder, None);
    let (pack, faults) = registry::read(folder, &mut Files::new());
    let pack = pack.unwrap_or_else(|| panic!("{faults:?}"));
    let variant = Variant::first(&deckproof::script::script_axes(&pack.game));
    Rules::compile(&pack.game, &pack.decks, &variant)
        .unwrap_or_else(|faults| panic!("{name}: {faults:#?}"))
}

#[test]
fn leaks_planted_in_six_examples_are_found_in_as_many_decisions_as_check_compares() {
    let mut missed = Vec::new();
    for (name, head, few) in EXAMPLES {
        let few = format!("len(hand[0] & {few})");
        let in_a_move = IN_A_MOVE.map(|line| (line, head));
        let in_the_set_up = IN_THE_SET_UP.map(|line| (line, "def set_up(t):"));
        for (line, head) in in_a_move.into_iter().chain(in_the_set_up) {
            let line = line.replace("FEW", &few);
            let rules = example(name, |text| {
                let (before, after) = text.split_once(head).unwrap();
                let (comment, after) = after.split_once('\n').unwrap();
                // A set-up has dealt by its end.
                let (body, after) = match head {
                    "def set_up(t):" => after.split_at(after.find("\n\n").unwrap() + 1),
                    _ => ("", after),
                };
                format!("{before}{head}{comment}\n{body}    {line}\n{after}")
            });
            let mut decisions = 0;
            let mut games = (0..).map(|seed| {
                two_worlds(Players::of_game(None, seed), &rules, seed, |_| (), |_, _| ())
            });
            let found = games.find_map(|played| match played {
                Ok(more) => {
                    decisions += more;
                    (decisions > WORLDS).then_some(None)
                }
                Err(breach) => Some(Some(breach.says)),
            });
            match found.flatten() {
                Some(says) => assert!(says.contains("cannot see"), "{name}, {line}: {says}"),
                None => missed.push(format!("{name}: {line}")),
            }
        }
    }
    assert_eq!(missed, [""; 0]);
}

/// What holds of ann's hand, told to these seats on the first pass; what is written on later ones.
fn told(seats: &str, fact: &str, later: &str) -> String {
    format!(
        "def on_pass(t, me):\n    if t.turns == 0:\n        tell({seats}, {fact})\n    else:\n        {later}\n    next(t, me)"
    )
}

/// They pass, and do what does not touch ann's hand.
const PASSES: (&str, &str) = (
    "legal",
    "def legal(t, me):\n    play(\"pass\")\n    if me == 2:\n        play(\"lay\", hand[me])\n",
);

#[test]
fn what_was_told_may_be_said_later() {
    let facts = [
        ("total(hand[0], rank) > 20", "1 if total(hand[0], rank) > 20 else 0"),
        ("total(hand[0], rank)", "total(hand[0], rank) % 10"),
        ("len(hand[0] & at_most(rank, 4))", "len(hand[0] & at_most(rank, 4))"),
        ("card(\"c1\") in hand[0]", "1 if card(\"c1\") in hand[0] else 0"),
        (
            "len(highest(hand[0] | hand[1], rank) & hand[1]) > 0",
            "1 if len(highest(hand[0] | hand[1], rank) & hand[1]) > 0 else 0",
        ),
    ];
    for (fact, says) in facts {
        let says = format!("t.tell = {says}");
        let pass = told("seats", fact, &says);
        keeps_secrets(&[PASSES, ("on_pass", &pass)]);
        let untold = told("seats", "len(deck) > 3", &says);
        leaks(&[PASSES, ("on_pass", &untold)], "t.tell = ");
    }
}

#[test]
fn more_than_was_told_leaks() {
    for (fact, says) in [
        ("total(hand[0], rank) > 20", "total(hand[0], rank)"),
        ("len(hand[0] & at_most(rank, 6))", "len(hand[0] & at_most(rank, 3))"),
        ("hand[0] & at_most(rank, 3)", "total(hand[0], rank)"),
    ] {
        let pass = told("seats", fact, &format!("t.tell = {says}"));
        leaks(&[PASSES, ("on_pass", &pass)], "t.tell = ");
    }
}

#[test]
fn what_one_seat_was_told_is_hidden_from_the_others() {
    let says = "t.tell = 1 if total(hand[0], rank) > 20 else 0";
    let pass = told("1", "total(hand[0], rank) > 20", says);
    leaks(&[PASSES, ("on_pass", &pass)], "after `pass`: cat reads `");
}

#[test]
fn a_fact_is_void_once_the_cards_have_been_mixed() {
    let says = "t.tell = 1 if hand[0] & at_most(rank, 3) else 0";
    let pass = told("seats", "len(hand[0] & at_most(rank, 3)) > 0", says);
    let mixed = format!(
        "{}\n\ndef mix(t):\n    shuffle(hand[0], deck)\n    draw(deck, hand[0], 3)",
        pass.replace("else:\n", "else:\n        mix(t)\n")
    );
    leaks(&[PASSES, ("on_pass", &mixed)], "t.tell = ");
}

#[test]
fn a_hidden_number_may_be_told_in_part() {
    let roll = ("set_up", "def set_up(t):\n    deal(deck, hand, 3)\n    die[0] = roll(6)");
    let says = "t.tell = 1 if die[0] > 3 else 0";
    let pass = told("seats", "die[0] > 3", says);
    keeps_secrets(&[PASSES, roll, ("on_pass", &pass)]);
    let pass = told("seats", "die[0] > 3", "t.tell = die[0]");
    leaks(&[PASSES, roll, ("on_pass", &pass)], "t.tell = ");
    let again = told("seats", "die[0] > 3", &format!("die[0] = roll(6)\n        {says}"));
    leaks(&[PASSES, roll, ("on_pass", &again)], "t.tell = ");
}

#[test]
fn who_is_told_something_may_depend_on_no_hidden_card() {
    let pass = told("0 if total(hand[0], rank) > 20 else 1", "len(deck)", "t.tell = 1");
    leaks(&[PASSES, ("on_pass", &pass)], "after `pass`");
}

#[test]
fn what_was_told_of_cards_says_nothing_of_them_once_they_have_been_mixed() {
    let set_up = ("set_up", "def set_up(t):\n    deal(deck, hand, 3)\n    move(hand[0], heap)");
    let mix = "draw(heap, down[0], 1)\n        t.tell = 1 if down[0] & at_most(rank, 3) else 0";
    let pass = told("seats", "heap & at_most(rank, 3)", mix);
    let zones = "heap = { sees = \"nobody\", pile = true }\nopen = ";
    let found = found_in(&TABLE.replace("open = ", zones), &[PASSES, set_up, ("on_pass", &pass)]);
    let says = found.unwrap_or_default();
    assert!(says.contains("t.tell = "), "{says}");
}
