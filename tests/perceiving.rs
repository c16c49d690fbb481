//! What a seat perceives: players that search plan for what they will be shown, asked or told, and remember where cards have been; a card
//! that the rules show to a seat is no leak.

use deckproof::table::Table;
use std::collections::{BTreeMap, BTreeSet};

use deckproof::players::{Budget, search_move};
use deckproof::rules::{NoListener, Rng, Seat, SeededChance};
use deckproof::table::Decision;

use deckproof::script::Rules;

use crate::small_game::SmallGame;

const FOUR: &str = r#"
[[card]]
id = "c1"
name = "C1"
rank = 1

[[card]]
id = "c2"
name = "C2"
rank = 2

[[card]]
id = "c3"
name = "C3"
rank = 3

[[card]]
id = "c4"
name = "C4"
rank = 4
"#;

/// Ash may gamble, and win every other time; or learn which of four it is, and win nine times of ten.
fn learning([zones, more, moves]: [&str; 3], script: &str) -> (String, String) {
    let table = format!(
        r#"
[table]
seats = ["ash", "birch"]
longest = 4
{more}

[table.zones]
{zones}

[table.moves]
gamble = "gamble"
learn = "learn"
{moves}
"#
    );
    let script = format!(
        r#""Learning."

def end_if(is_won):
    if is_won:
        win(0)
    else:
        win(1)
    end()

def on_gamble(_t, _me):
    end_if(roll(10) <= 5)

def start():
    play("gamble")
    play("learn")

{script}"#
    );
    (table, script)
}

#[test]
fn who_searches_learns_what_it_will_be_shown_told_or_asked() {
    let hidden = r#"
deck = { holds = "cards", sees = "nobody", pile = true }
secret = { sees = "nobody" }
"#;
    let name = "name = \"name {number}\"";
    let shown = learning(
        [hidden, "[table.counters]\nlearnt = { is = \"flag\" }", name],
        r#"def set_up(t):
    draw(deck, secret, 1)
    t.turn = 0

def legal(t, _me):
    if t.learnt:
        play("name", numbers(1, 4))
    else:
        start()

def on_learn(t, me):
    t.learnt = True
    show(secret, me)

def on_name(_t, _me, n):
    end_if(first(secret).rank == n and roll(10) <= 9)
"#,
    );
    let counted = learning(
        [hidden, "[table.counters]\nlearnt = { to = 4, told = false }", name],
        r#"def set_up(t):
    t.turn = 0

def legal(t, _me):
    if t.learnt > 0:
        play("name", numbers(1, 4))
    else:
        start()

def on_learn(t, _me):
    t.learnt = roll(4)

def on_name(t, _me, n):
    end_if(t.learnt == n and roll(10) <= 9)
"#,
    );
    let asked = learning(
        [hidden, "questions = [\"which\"]", name],
        r#"def set_up(t):
    t.turn = 0

def legal(_t, _me):
    start()

def legal_which(_t, _me):
    play("name", numbers(1, 4))

def on_learn(_t, me):
    ask(me, "which", roll(4))

def on_name(t, _me, n):
    end_if(t.asked == n and roll(10) <= 9)
"#,
    );
    let laid = learning(
        [
            "row = { holds = \"cards\", where = { rank = [1, 2, 3] } }\ntoken = { holds = \"cards\", where = { rank = 4 } }",
            "[table.counters]\nphase = { to = 2 }",
            "lay = \"lay on {card}\"\npoint = \"point at {card}\"",
        ],
        r#"def set_up(t):
    t.turn = 0

def legal(t, _me):
    if t.phase == 0:
        start()
    elif t.phase == 1:
        play("lay", row)
    else:
        play("point", row)

def on_learn(t, _me):
    t.phase = 1
    t.turn = 1

def on_lay(t, _me, c):
    stack(card("c4"), c)
    t.phase = 2
    t.turn = 0

def on_point(_t, _me, c):
    end_if(card("c4") in on(c) and roll(10) <= 9)
"#,
    );
    for (what, (table, script)) in
        [("shown", shown), ("counted", counted), ("asked", asked), ("laid", laid)]
    {
        let game = SmallGame { table: &table, cards: FOUR, script: &script }.rules();
        let mut learns = 0;
        for seed in 0..10 {
            let mut chance = SeededChance::new(seed);
            let state = game.set_up(&mut chance, &mut NoListener);
            let budget = Budget::new(3_000);
            let found = search_move(&game, (&state, &[]), Seat(0), budget, seed).unwrap();
            learns += u32::from(game.write(&state, found.choice) == "learn");
        }
        assert!(learns >= 8, "{what}: {learns} of 10");
    }
}

type State = Table<u64>;
type Past = Vec<Decision<u64>>;

/// A game after so many decisions, each of which has one legal move, and what was decided.
fn after(game: &Rules<u64>, seed: u64, decisions: usize) -> (State, Past) {
    let mut chance = SeededChance::new(seed);
    let mut state = game.set_up(&mut chance, &mut NoListener);
    let mut past = Vec::new();
    for _ in 0..decisions {
        let (table, mv, mut events) = (state, game.legal(&state).get(0), Vec::new());
        game.apply(&mut state, mv, &mut chance, &mut events);
        past.push(Decision { table, mv, events });
    }
    (state, past)
}

/// Birch holds one of four cards, and one is out of the game. The other two are seen, shuffled, and birch draws one into another zone.
const SEEN: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["ash", "birch"]
longest = 4

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
later = { each = "seat", sees = "owner" }
out = { sees = "nobody" }
used = {}

[table.counters]
phase = { to = 2 }

[table.moves]
look = "look"
mix = "mix"
name = "name {number}"
"#,
    cards: FOUR,
    script: r#""Seen."

def set_up(t):
    draw(deck, hand[1], 1)
    draw(deck, out, 1)
    t.turn = 0

def legal(t, _me):
    if t.phase == 0:
        play("look")
    elif t.phase == 1:
        play("mix")
    else:
        play("name", numbers(1, 4))

def on_look(t, _me):
    t.phase = 1
    draw(deck, used, 2)

def on_mix(t, _me):
    t.phase = 2
    shuffle(used, deck)
    draw(deck, later[1], 1)

def on_name(_t, _me, n):
    if first(hand[1]).rank == n:
        win(0)
    else:
        win(1)
    end()
"#,
};

#[test]
fn a_card_that_was_seen_lies_only_where_it_can_have_gone() {
    let game = SEEN.rules();
    let zone = |state: &_, zone: &str| -> Vec<u16> {
        let there = |at| game.names.zone(at) == zone;
        let all = game.census(state).into_iter();
        let cards = all.filter(|(_, at)| there(*at));
        cards.map(|(card, _)| card.0).collect()
    };
    for seed in 0..8 {
        let (state, past) = after(&game, seed, 2);
        let seen = zone(&past[1].table, "used");
        assert_eq!(seen.len(), 2);
        let mut memory = game.remember(&past, &state, Seat(0));
        let mut rng = Rng::new(seed);
        let (mut in_hand, mut drawn) = ([0; 4], [0; 4]);
        for _ in 0..400 {
            let world = game.redeal_remembering(&mut memory, &state, Seat(0), &mut rng);
            assert_eq!(game.view(&world, Seat(0)), game.view(&state, Seat(0)));
            in_hand[usize::from(zone(&world, "hand/birch")[0])] += 1;
            drawn[usize::from(zone(&world, "later/birch")[0])] += 1;
        }
        for card in 0..4_u16 {
            // Of two cards each comes up 200 times, with a standard deviation of 10.
            let (of_hand, of_drawn) = (in_hand[usize::from(card)], drawn[usize::from(card)]);
            let (never, half) =
                if seen.contains(&card) { (of_hand, of_drawn) } else { (of_drawn, of_hand) };
            assert!(never == 0 && (150..=250).contains(&half), "{in_hand:?} {drawn:?}");
        }
    }
}

#[test]
fn who_remembers_chooses_by_what_it_has_perceived_alone() {
    let game = SEEN.rules();
    // What was perceived, with the choice that follows and the true tables.
    let mut perceived: BTreeMap<String, (Vec<_>, BTreeSet<String>)> = BTreeMap::new();
    for seed in 0..150 {
        let (state, past) = after(&game, seed, 2);
        let heard = past.iter().flat_map(|decision| &decision.events);
        let heard: Vec<_> = heard.map(|event| game.reads(Seat(0), event)).collect();
        let found = search_move(&game, (&state, &past), Seat(0), Budget::new(60), 9).unwrap();
        let tried = found.moves.iter().map(|(mv, visits, _)| (*mv, *visits));
        let tried: Vec<_> = tried.collect();
        let known = perceived.entry(format!("{heard:?}")).or_default();
        if known.1.is_empty() {
            known.0.clone_from(&tried);
        }
        assert_eq!(known.0, tried);
        known.1.insert(format!("{:?}", game.census(&state)));
    }
    let unlike = perceived.values().filter(|(_, tables)| tables.len() > 1);
    assert!(unlike.count() > 5);
}

/// Birch lays the lowest of its two cards, as it must, then something happens, and ash decides, who holds `own` cards: worlds that contradict
/// what birch laid, and others.
fn lowest_first(own: u32, then: &str) -> (u32, u32) {
    let script = format!(
        r#""Lowest first."

def set_up(t):
    draw(deck, hand[0], {own})
    draw(deck, hand[1], 2)
    t.turn = 1

def legal(t, _me):
    if t.phase == 0:
        play("lay", lowest(hand[1], rank))
    else:
        play("wait")
        play("stop")

def on_lay(t, _me, c):
    t.phase = 1
    move(c, used)
    {then}
    t.turn = 0

def on_wait(_t, _me):
    end()

def on_stop(_t, _me):
    end()
"#
    );
    let game = SmallGame {
        table: r#"
[table]
seats = ["ash", "birch"]
longest = 4

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
aside = { sees = "nobody", pile = true }
used = {}

[table.counters]
phase = { to = 1 }

[table.moves]
lay = "lay {card}"
wait = "wait"
stop = "stop"
"#,
        cards: FOUR,
        script: &script,
    }
    .rules();
    let (mut refused, mut kept) = (0, 0);
    for seed in 0..20 {
        let (state, past) = after(&game, seed, 1);
        let mut memory = game.remember(&past, &state, Seat(0));
        let mut rng = Rng::new(seed);
        for _ in 0..30 {
            game.redeal_remembering(&mut memory, &state, Seat(0), &mut rng);
            if game.contradicts(&memory, &past, Seat(0), &mut rng) {
                refused += 1;
            } else {
                kept += 1;
            }
        }
    }
    (refused, kept)
}

#[test]
fn what_others_played_says_nothing_of_cards_that_were_shuffled_since() {
    let (refused, kept) = lowest_first(1, "pass");
    assert!(refused > 20 && kept > 100, "{refused} refused, {kept} kept");
    let all = "shuffle(used, deck)\n    shuffle(hand[1], deck)\n    draw(deck, hand[1], 2)";
    let (refused, kept) = lowest_first(1, all);
    assert_eq!((refused, kept), (0, 600));
    // The card that is turned up was birch's or not: nobody can say.
    let one = "move(hand[1], aside)\n    draw(deck, aside, 1)\n    draw(aside, used, 1)";
    let (refused, kept) = lowest_first(0, one);
    assert_eq!((refused, kept), (0, 600));
}

/// Birch shows ash what of its two cards `shown` is, and the rank of the first of `then` is said to ash.
fn showing(shown: &str, then: &str) -> Vec<String> {
    let script = format!(
        r#""Showing."

def set_up(t):
    draw(deck, hand[1], 2)
    draw(deck, hand[2], 1)
    t.turn = 1

def legal(t, _me):
    if t.phase == 0:
        play("look")
    else:
        play("go")

def on_look(t, _me):
    t.phase = 1
    show({shown}, 0)
    t.told = first({then}).rank

def on_go(_t, _me):
    end()
"#
    );
    let table = r#"
[table]
seats = ["ash", "birch", "cedar"]
longest = 4

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }

[table.counters]
phase = { to = 1 }
told = { to = 4, each = "seat", sees = "owner" }

[table.moves]
look = "look"
go = "go"
"#;
    let script = script.replace("t.told =", "told[0] =");
    SmallGame { table, cards: FOUR, script: &script }.failures()
}

#[test]
fn a_card_that_is_shown_is_no_leak_and_hides_none() {
    assert_eq!(showing("hand[1]", "hand[1]"), [""; 0]);
    // Another card may be the highest where others lie in its place.
    let highest = "highest(hand[1], rank)";
    assert_eq!(showing(highest, highest), [""; 0]);
    let leaks = showing("hand[1]", "hand[2]");
    assert!(leaks.iter().any(|leak| leak.contains("cannot see")), "{leaks:?}");
}
