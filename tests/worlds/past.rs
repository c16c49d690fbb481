//! What a seat concludes from the past: nothing from what was hidden from it, all that is certain, and the same from what looks the same.

use std::collections::{BTreeMap, BTreeSet};

use deckproof::players::Worlds;
use deckproof::script::Rules;

use super::{ASH, PLAIN, Tiny, assert_guessed, play, wins};

/// Birch, who holds all cards, lays one of four, and ash is to name it. What is legal, and what it does, is all that differs.
const SECRET: Tiny<'_> = Tiny {
    keys: "places = 4",
    zones: r#"
deck = { holds = "cards", sees = "nobody", pile = true }
row = { each = "seat", sees = "owner" }
"#,
    counters: r#"secret = { each = "seat", sees = "owner", to = 4 }"#,
    moves: r#"
lay = "lay {card}"
name = "name {number}"
"#,
    script: r#"
def set_up(t):
    draw(deck, hand[1], 4)
    secret[1] = roll(4)
    t.turn = 1

def legal(t, me):
    if me == 0:
        play("name", numbers(1, 4))
    else:
        offer(t)

def put_down(t, c):
    move(c, row[1])
    t.turn = 0

def on_name(_t, me, n):
    finish(me, first(all(row)).rank == n)
"#,
    ..PLAIN
};

/// Runs something on that game with counters, moves and a script besides.
fn secretly<T>([keys, moves, script]: [&str; 3], run: impl FnOnce(&Tiny<'_>) -> T) -> T {
    let moves = format!("{moves}\nname = \"name {{number}}\"");
    run(&Tiny {
        keys: &format!("{}\n{keys}", SECRET.keys),
        moves: &moves,
        script: &format!("{}{script}", SECRET.script),
        ..SECRET
    })
}

/// The card is that of a number that birch alone sees.
const BY_NUMBER: [&str; 3] = [
    "",
    r#"lay = "lay {card}""#,
    r#"
def offer(_t):
    play("lay", having(rank, secret[1]))

def on_lay(t, _me, c):
    put_down(t, c)
"#,
];

/// Cedar is shown the card, and asked about it.
const BY_QUESTION: [&str; 3] = [
    r#"questions = ["offer"]"#,
    "lay = \"lay {card}\"\ntake = \"take {card}\"",
    r#"
def offer(_t):
    play("lay", hand[1])

def on_lay(t, _me, c):
    put_down(t, c)
    show(c, 2)
    ask(2, "offer", c)

def legal_offer(t, _me):
    play("take", t.card)

def on_take(_t, _me, c):
    move(c, row[2])
"#,
];

/// Birch aims at the place of the card's number; no event tells it.
const BY_PLACE: [&str; 3] = [
    "",
    r#"lay = "lay {card} at {place}""#,
    r#"
def offer(_t):
    for c in hand[1]:
        play("lay", c, numbers(c.rank - 1, c.rank - 1))

def on_lay(t, _me, c, p):
    secret[1] = p
    put_down(t, c)
"#,
];

/// Each card has a word of its own; which one birch says is not heard.
const BY_WORD: [&str; 3] = [
    "",
    "north = \"north {card}\"\neast = \"east {card}\"\nsouth = \"south {card}\"\nwest = \"west {card}\"",
    r#"
def offer(_t):
    play("north", having(rank, 1))
    play("east", having(rank, 2))
    play("south", having(rank, 3))
    play("west", having(rank, 4))

def on_north(t, _me, c):
    put_down(t, c)

def on_east(t, _me, c):
    put_down(t, c)

def on_south(t, _me, c):
    put_down(t, c)

def on_west(t, _me, c):
    put_down(t, c)
"#,
];

/// Birch says the number of the card that it has laid to nobody, and the phase comes to all four, whichever it is.
const BY_COUNT: [&str; 3] = [
    "",
    "lay = \"lay {card}\"\nlock = \"lock {number}\"",
    r#"
def offer(_t):
    if row[1]:
        play("lock", numbers(first(row[1]).rank, first(row[1]).rank))
    else:
        play("lay", hand[1])

def on_lay(t, me, c):
    put_down(t, c)
    t.turn = me

def on_lock(t, _me, n):
    secret[1] = n
    t.phase = 1
    t.phase = 2
    t.phase = 3
    t.phase = 4
    t.turn = 0
"#,
];

#[track_caller]
fn tells_nothing(parts: [&str; 3], what: &str) {
    let wins = secretly(parts, |game| wins(game, ASH));
    assert_guessed(wins, 25.0, what);
}

#[test]
fn a_number_that_a_seat_does_not_see_tells_it_nothing_of_what_was_played_by_it() {
    tells_nothing(BY_NUMBER, "number");
}

#[test]
fn the_card_that_somebody_else_was_asked_about_stays_hidden() {
    tells_nothing(BY_QUESTION, "question");
}

#[test]
fn of_a_move_a_seat_knows_neither_place_nor_word_nor_number_that_it_did_not_hear() {
    tells_nothing(BY_PLACE, "place");
    tells_nothing(BY_WORD, "word");
    tells_nothing(BY_COUNT, "count");
}

/// Birch holds the odd cards in one zone and the even ones in the other, and lays the lower one of each.
const ZONES: Tiny<'_> = Tiny {
    zones: r#"
deck = { holds = "cards", sees = "nobody", pile = true }
left = { each = "seat", sees = "owner" }
right = { each = "seat", sees = "owner" }
row = { each = "seat", sees = "owner" }
"#,
    script: r#"
def set_up(t):
    t.turn = 1
    odd = having(rank, 1) | having(rank, 3)
    if roll(2) == 1:
        move(odd, left[1])
        move(deck, right[1])
    else:
        move(odd, right[1])
        move(deck, left[1])

def legal(t, me):
    if me == 0:
        play("name", numbers(1, 4))
    elif t.phase == 0:
        play("lay", lowest(left[1], rank))
    else:
        play("lay", lowest(right[1], rank))

def on_lay(t, _me, c):
    t.phase += 1
    move(c, row[1])
    if t.phase == 2:
        t.turn = 0

def on_name(_t, me, n):
    finish(me, first(left[1]).rank == n)
"#,
    ..SECRET
};

/// Birch, who holds three cards, buries two of them: any two, or the lower ones.
const PAIRS: Tiny<'_> = Tiny {
    ranks: 3,
    moves: r#"
bury = { as = "bury {card} {other:card}", pair = true }
name = "name {number}"
"#,
    script: r#"
def set_up(t):
    draw(deck, hand[1], 3)
    t.turn = 1

def legal(_t, me):
    if me == 0:
        play("name", numbers(1, 3))
    else:
        play("bury", hand[1])

def on_bury(t, _me, c, d):
    move(c | d, row[1])
    t.turn = 0

def on_name(_t, me, n):
    finish(me, first(hand[1]).rank == n)
"#,
    ..SECRET
};

/// Birch takes the one, lays a card, and turns up the lowest that is left: where that is not the one, the one was laid. Then it draws.
const CERTAIN: Tiny<'_> = Tiny {
    ranks: 8,
    zones: r#"
deck = { holds = "cards", where = { rank = [2, 3, 4, 5, 6, 7, 8] }, sees = "nobody", pile = true }
display = { holds = "cards", where = { rank = 1 } }
row = { each = "seat", sees = "owner" }
open = {}
"#,
    moves: r#"
take = "take {card}"
lay = "lay {card}"
put = "put {card}"
go = "go"
call = "call"
safe = "safe"
"#,
    script: r#"
def set_up(t):
    draw(deck, hand[1], 2)
    t.turn = 1

def legal(t, me):
    if me == 0:
        play("call")
        play("safe")
    elif t.phase == 0:
        play("take", display)
    elif t.phase == 1:
        play("lay", hand[1])
    elif t.phase == 2:
        play("put", lowest(hand[1], rank))
    else:
        play("go")

def on_take(t, _me, c):
    move(c, hand[1])
    t.phase = 1

def on_lay(t, _me, c):
    move(c, row[1])
    t.phase = 2

def on_put(t, _me, c):
    move(c, open)
    t.phase = 3

def on_go(t, _me):
    draw(deck, hand[1], DRAWN)
    t.turn = 0

def on_call(_t, me):
    finish(me, card("c1") in row[1])

def on_safe(_t, me):
    finish(me, roll(10) <= 6)
"#,
    ..SECRET
};

#[test]
fn what_is_certain_from_the_past_stays_certain_when_cards_are_drawn() {
    for drawn in ["0", "2"] {
        let script = CERTAIN.script.replace("DRAWN", drawn);
        let game = Tiny { script: &script, ..CERTAIN };
        let game = game.rules();
        let mut laid = 0;
        for deal in 0..60 {
            let found = play(&game, (ASH, 60), [deal, 1_000 + deal]).0.remove(0);
            let is_laid = found.cards.contains("c1 row/birch,");
            let wanted = if is_laid { "call" } else { "safe" };
            assert_eq!(found.choice, wanted, "{drawn} drawn, deal {deal}");
            laid += u32::from(is_laid);
        }
        // In a third of 60 games, with a standard deviation of 3.7.
        assert!((6..=34).contains(&laid), "{drawn} drawn: {laid} laid");
    }
}

#[test]
fn a_pair_of_cards_is_a_move_in_whichever_order_a_world_has_them() {
    let pairs = PAIRS.rules();
    let found = (0..20).flat_map(|deal| play(&pairs, (ASH, 60), [deal, 1_000 + deal]).0);
    let all: Vec<Worlds> = found.map(|found| found.worlds).collect();
    let played = Worlds { played: 60, ..Worlds::default() };
    assert_eq!(all, [played; 20]);
    // Where the lower two must be buried, the highest is left, and worlds of other pairs are refused.
    let lower = PAIRS.script.replace("play(\"bury\", hand[1])", "play(\"bury\", at_most(rank, 2))");
    let lower = Tiny { script: &lower, ..PAIRS };
    assert_eq!(wins(&lower, ASH), 100);
}

#[test]
fn tables_that_look_the_same_are_searched_alike_whatever_happened_before() {
    let mut games: Vec<(&str, Rules<u64>)> = [
        ("number", BY_NUMBER),
        ("question", BY_QUESTION),
        ("place", BY_PLACE),
        ("word", BY_WORD),
        ("count", BY_COUNT),
    ]
    .map(|(what, parts)| (what, secretly(parts, |game| game.rules())))
    .into();
    let certain = CERTAIN.script.replace("DRAWN", "2");
    let certain = Tiny { script: &certain, ..CERTAIN };
    for (what, game) in [("zones", ZONES), ("pairs", PAIRS), ("certain", certain)] {
        games.push((what, game.rules()));
    }
    for (what, game) in &games {
        // By what was perceived what was found, and the true tables.
        let mut known: BTreeMap<String, (_, BTreeSet<String>)> = BTreeMap::new();
        for deal in 0..60 {
            for one in play(game, (ASH, 60), [deal, 9]).0 {
                let found = (one.tried, one.worlds);
                let (same, tables) =
                    known.entry(one.perceived).or_insert_with(|| (found.clone(), BTreeSet::new()));
                assert_eq!(*same, found, "{what}, deal {deal}");
                tables.insert(one.cards);
            }
        }
        let most = known.values().map(|(_, tables)| tables.len()).max();
        assert!(most > Some(1), "{what}: all look different");
    }
}
