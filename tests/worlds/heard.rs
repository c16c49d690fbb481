//! What a seat hears of a move: which cards it names, in which order, and what lies on what afterwards.

use std::collections::{BTreeMap, BTreeSet};

use deckproof::rules::{Event, NoListener, SeededChance, Variant, Viewer};
use deckproof::verify::live::LiveGame;
use serde_json::Value;

use super::{ASH, BIRCH, CEDAR, PLAIN, Tiny, cards, heard_by, play, wins};

/// A card of birch's lies on its board, where all see it or birch alone. FIRST happens at the start, DOES when birch moves, and then TOLD.
const BOARD: Tiny<'_> = Tiny {
    keys: r#"faces = ["down"]"#,
    zones: r#"
deck = { holds = "cards", sees = "nobody", pile = true }
board = { each = "seat", sees = { up = "all", down = "owner" }, face = "down" }
box = { sees = "nobody" }
"#,
    counters: "told = { to = 4 }",
    moves: r#"go = "go""#,
    script: r#"
def set_up(t):
    draw(deck, board[1], 1)
    FIRST
    t.turn = 1

def legal(_t, _me):
    play("go")

def on_go(t, me):
    DOES
    TOLD
    finish(me, t.told == 0)
"#,
    ..PLAIN
};

const UP: &str = "turn_face(board[1], \"up\")";
const DOWN: &str = "turn_face(board[1], \"down\")";

/// What happens at the start, then, and whether ash, birch, cedar and an onlooker are told which card it is.
const SHOWN: [(&str, &str, [bool; 4]); 8] = [
    // It lies up in a hand, but that is birch's.
    ("pass", "move(board[1], hand[1])", [false, true, false, false]),
    ("pass", "move(board[1], box)", [false, true, false, false]),
    ("pass", "move(board[1], box, \"down\")", [false, true, false, false]),
    // It lies down on the board of ash, who sees it there.
    ("pass", "move(board[1], board[0])", [true, true, false, false]),
    ("pass", UP, [true; 4]),
    // All saw it where it lay.
    (UP, "move(board[1], hand[1])", [true; 4]),
    (UP, "move(board[1], box, \"down\")", [true; 4]),
    (UP, DOWN, [true; 4]),
];

fn board<T>([first, does, told]: [&str; 3], run: impl FnOnce(&Tiny<'_>) -> T) -> T {
    let script = BOARD.script.replace("FIRST", first);
    let script = script.replace("DOES", does).replace("TOLD", told);
    run(&Tiny { script: &script, ..BOARD })
}

#[test]
fn who_saw_a_card_before_or_sees_it_afterwards_reads_which_it_is_and_nobody_else() {
    for (first, does, [knows @ .., _]) in SHOWN {
        let game = board([first, does, "pass"], |game| game.rules());
        let mut chance = SeededChance::new(1);
        let mut table = game.set_up(&mut chance, &mut NoListener);
        let (mv, mut events) = (game.legal_moves(&table)[0], Vec::new());
        game.apply(&mut table, mv, &mut chance, &mut events);
        let [event] = events[..] else { panic!("{first}, {does}: {events:?}") };
        let reads = [ASH, BIRCH, CEDAR].map(|seat| game.reads(seat, &event));
        let told = reads.map(|(_, is_known)| is_known);
        assert_eq!(told, knows, "{first}, {does}: {reads:?}");
        let names = reads.map(|(read, _)| read == event);
        assert_eq!(names, knows, "{first}, {does}: {reads:?}");
    }
}

#[test]
fn a_live_game_names_a_card_to_whom_it_is_told_and_to_nobody_else() {
    for (first, does, told) in SHOWN {
        let mut live = board([first, does, "pass"], |game| {
            let pack = game.with(|game| game.pack()).unwrap();
            let variant = Variant::first(&deckproof::script::script_axes(&pack.game));
            LiveGame::begin(&pack, &variant, 1.into()).unwrap()
        });
        live.play(BIRCH, "go").unwrap();
        let [ash, birch, cedar] = [ASH, BIRCH, CEDAR].map(Viewer::Seat);
        let named = [ash, birch, cedar, Viewer::Onlooker].map(|viewer| {
            let changes = live.frame(1, viewer).unwrap().changes;
            let cards: Vec<&Value> = changes.iter().filter_map(|one| one.get("card")).collect();
            assert_eq!(cards.len(), 1, "{changes:?}");
            cards[0] != "?"
        });
        assert_eq!(named, told, "{first}, {does}");
    }
}

#[test]
fn what_is_told_of_a_card_is_a_leak_to_whom_did_not_see_it_and_no_other() {
    let tells = "t.told = first(hand[1] | box | all(board)).rank";
    for (first, does, [knows @ .., _]) in SHOWN {
        let secret = board([first, does, "pass"], |game| game.failures());
        assert_eq!(secret, [""; 0], "{first}, {does}");
        let told = board([first, does, tells], |game| game.failures());
        let is_leak = told.iter().any(|failure| failure.contains("cannot see"));
        assert_eq!(is_leak, knows != [true; 3], "{first}, {does}: {told:?}");
    }
}

/// Two cards go away together, of which one is birch's, and ash may see the other.
const ORDER: Tiny<'_> = Tiny {
    ranks: 5,
    zones: r#"
deck = { holds = "cards", where = { rank = [1, 2, 4, 5] }, sees = "nobody", pile = true }
display = { holds = "cards", where = { rank = 3 } }
board = { each = "seat", sees = { up = "all", down = "owner" }, face = "down" }
box = { sees = "nobody" }
"#,
    script: r#"
def set_up(t):
    deal(deck, hand, 1)
    draw(deck, board[1], 1)
    FIRST
    t.turn = 1

def legal(_t, _me):
    play("go")

def on_go(_t, me):
    move(MOVED, box)
    finish(me, True)
"#,
    ..BOARD
};

#[test]
fn cards_that_go_together_are_told_in_an_order_that_says_nothing_of_hidden_ones() {
    for (first, moved) in [
        ("pass", "hand[1] | display"),
        ("pass", "hand[1] | hand[0]"),
        ("pass", "hand[1] | hand[2]"),
        // One lies up there, the other down.
        ("move(display, board[1], \"up\")", "board[1]"),
    ] {
        let script = ORDER.script.replace("FIRST", first);
        let script = script.replace("MOVED", moved);
        let game = Tiny { script: &script, ..ORDER };
        assert_eq!(game.failures(), [""; 0], "{moved}");
        let game = game.rules();
        // By what ash saw before what it hears, and the true tables.
        let mut known: BTreeMap<String, (Vec<Event>, BTreeSet<String>)> = BTreeMap::new();
        for deal in 0..60 {
            let mut chance = SeededChance::new(deal);
            let mut table = game.set_up(&mut chance, &mut NoListener);
            let view = format!("{:?}", game.view(&table, ASH));
            let lie = cards(&game, &table);
            let (mv, mut events) = (game.legal_moves(&table)[0], Vec::new());
            game.apply(&mut table, mv, &mut chance, &mut events);
            let events = heard_by(&game, ASH, &events);
            let (same, tables) =
                known.entry(view).or_insert_with(|| (events.clone(), BTreeSet::new()));
            assert_eq!(*same, events, "{moved}: {lie}");
            tables.insert(lie);
        }
        let most = known.values().map(|(_, tables)| tables.len()).max();
        assert!(most > Some(3), "{moved}: {known:?}");
    }
}

/// Ash may gamble, or wait until something happens and say whether birch's card was low.
const WAITING: Tiny<'_> = Tiny {
    moves: r#"
gamble = "gamble"
wait = "wait"
go = "go"
low = "low"
high = "high"
"#,
    script: r#"
def set_up(t):
    draw(deck, FROM[1], 1)
    t.turn = 0

def legal(t, me):
    if me == 1:
        play("go")
    elif t.phase == 0:
        play("gamble")
        play("wait")
    else:
        play("low")
        play("high")

def on_gamble(_t, me):
    finish(me, roll(10) <= 7)

def on_wait(t, _me):
    t.turn = 1

def on_go(t, _me):
    DOES
    t.phase = 1
    t.turn = 0

def is_low():
    return first((hand[1] | box) - having(rank, 3)).rank <= 2

def on_low(_t, me):
    finish(me, is_low())

def on_high(_t, me):
    finish(me, not is_low())
"#,
    ..ORDER
};

#[test]
fn who_plans_does_not_wait_for_what_it_will_not_hear() {
    for (from, does) in
        [("board", "move(board[1], hand[1])"), ("hand", "move(hand[1] | display, box)")]
    {
        let script = WAITING.script.replace("FROM", from).replace("DOES", does);
        let game = Tiny { script: &script, ..WAITING };
        let game = game.rules();
        let chosen = |deal: u64| play(&game, (ASH, 400), [deal, 1_000 + deal]).0.remove(0);
        let gambles = (0..40).filter(|deal| chosen(*deal).choice == "gamble");
        // To gamble wins 7 of 10 games, to wait 5.
        let gambles = gambles.count();
        assert!(gambles >= 36, "{does}: {gambles} of 40");
    }
}

/// A token is laid on the card that birch alone sees, and ash says whether one lies there.
const TOKEN: Tiny<'_> = Tiny {
    ranks: 5,
    zones: r#"
deck = { holds = "cards", where = { rank = [1, 2, 3, 4] }, sees = "nobody", pile = true }
tokens = { holds = "cards", where = { rank = 5 } }
board = { each = "seat", sees = { up = "all", down = "owner" }, face = "down" }
"#,
    moves: r#"
go = "go"
yes = "yes"
no = "no"
"#,
    script: r#"
def set_up(t):
    draw(deck, board[1], 1)
    t.turn = 1

def legal(_t, me):
    if me == 1:
        play("go")
    else:
        play("yes")
        play("no")

def on_go(t, _me):
    stack(tokens, board[1])
    turn_face(card("c5"), "up")
    t.turn = 0

def on_yes(_t, me):
    finish(me, len(on(board[1] & face.down)) > 0)

def on_no(_t, me):
    finish(me, len(on(board[1] & face.down)) == 0)
"#,
    ..BOARD
};

#[test]
fn what_lies_on_a_hidden_card_lies_on_it_in_every_world() {
    assert_eq!(TOKEN.failures(), [""; 0]);
    assert_eq!(wins(&TOKEN, ASH), 100);
}
