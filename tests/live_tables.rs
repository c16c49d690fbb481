//! Live tables: what is not taken back, games that a fault of their rules stops, and answers that all give at the same time.

use std::sync::Arc;
use std::time::Instant;

use deckproof::cards::Pack;
use deckproof::rules::{Chance, ScriptedChance, Seat, Seed, Variant, Viewer};
use deckproof::source::Files;
use deckproof::verify::live::LiveGame;
use deckproof::verify::replay::{Replay, replay_record};
use serde_json::Value;

use crate::small_game::SmallGame;
use crate::studio::client::thrown;

/// A game of two with six cards, from what its table declares besides zones.
fn pack(declared: &str, script: &str) -> Pack {
    let cards = [1, 2, 3, 4, 5, 6]
        .map(|rank| format!("[[card]]\nid = \"c{rank}\"\nname = \"C{rank}\"\nrank = {rank}\n"));
    let table = format!(
        r#"
[table]
seats = ["ash", "birch"]
{declared}
[table.zones]
deck = {{ holds = "cards", sees = "nobody", pile = true }}
hand = {{ each = "seat", sees = "owner" }}
down = {{ each = "seat", sees = "owner" }}
up = {{}}
"#
    );
    let game = SmallGame { table: &table, cards: &cards.concat(), script };
    game.pack().unwrap()
}

fn start(pack: &Pack) -> LiveGame {
    LiveGame::begin(pack, &Variant::default(), 5.into()).unwrap()
}

fn replayed(pack: &Pack, text: &str) -> Replay {
    let replay = replay_record(pack, "a.jsonl", Arc::from(text), &mut Files::new());
    replay.unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn a_move_by_which_anybody_learned_something_is_not_taken_back() {
    let pack = pack(
        r#"
longest = 30
[table.moves]
guess = "guess {number}"
ask = "ask"
lay = "lay {card}"
present = "present {card}"
wait = "wait"
[table.notes]
higher = "is higher"
[table.counters]
secret = { from = 0, to = 7, sees = "nobody" }
odd = { from = 0, to = 1 }
waits = { from = 0, to = 9 }
"#,
        r#""Moves that teach something, and moves that teach nothing."

def set_up(t):
    deal(deck, hand, 2)
    t.secret = roll(6)

def legal(_t, me):
    play("guess", numbers(1, 6))
    play("ask")
    play("lay", hand[me])
    play("present", hand[me])
    play("wait")

def on_guess(t, me, n):
    if t.secret > n:
        note("higher")
    t.turn = 1 - me

def on_ask(t, me):
    t.odd = total(hand[1 - me], rank) % 2
    t.turn = 1 - me

def on_lay(t, me, c):
    move(c, down[me])
    t.turn = 1 - me

def on_present(t, me, c):
    move(c, up)
    t.turn = 1 - me

def on_wait(t, me):
    t.waits += 1
    t.turn = 1 - me
    if t.waits == 9:
        end()
"#,
    );
    let legal = start(&pack).legal(Seat(0));
    for (verb, may) in [
        // A note and a counter that follow something hidden: the mover itself learned it.
        ("guess 3", false),
        ("ask", false),
        ("present", false),
        // From where its owner alone sees it to where its owner alone does, and a number that follows nothing.
        ("lay", true),
        ("wait", true),
    ] {
        let text = legal.iter().find(|text| text.starts_with(verb)).unwrap();
        let mut live = start(&pack);
        live.play(Seat(0), text).unwrap();
        let told = live.may_undo_to(0);
        assert_eq!(told.is_ok(), may, "{text}: {told:?}");
        assert_eq!(told, live.may_undo_to(0), "asked again");
    }
}

/// A game with one move.
fn going(longest: u32, legal: &str, on_go: &str) -> Pack {
    let declared = format!(
        "longest = {longest}\n[table.moves]\ngo = \"go\"\n[table.counters]\nn = {{ from = 0, to = 9 }}"
    );
    let script = format!(
        "\"Go.\"\n\ndef set_up(_t):\n    deal(deck, hand, 2)\n\ndef legal({legal}\n\ndef on_go({on_go}\n"
    );
    pack(&declared, &script)
}

#[test]
fn a_fault_of_the_rules_stops_a_live_game_and_its_record_says_so() {
    let always = "_t, _me):\n    play(\"go\")";
    for (longest, legal, on_go, says, moves) in [
        (9, always, "t, _me):\n    t.n = 1 // t.n", "rules.star:", 1),
        (
            9,
            "t, _me):\n    if t.n == 0:\n        play(\"go\")",
            "t, _me):\n    t.n += 1",
            "has no legal move",
            1,
        ),
        (3, always, "t, me):\n    t.turn = 1 - me", "goes on after 3 decisions", 3),
    ] {
        let pack = going(longest, legal, on_go);
        let mut live = start(&pack);
        for _ in 0..moves {
            assert_eq!(live.result(), Value::Null);
            live.play(live.turns()[0], "go").unwrap();
        }
        assert_eq!(live.turns(), []);
        let refused = live.play(Seat(0), "go").unwrap_err();
        assert_eq!(refused.says, "a fault of the game's rules stopped it");
        let result = live.result();
        let fault = result["fault"].as_str().unwrap_or_default();
        assert!(fault.contains(says), "{fault}");
        let record = live.record();
        assert_eq!(replayed(&pack, &record).result, result);
        // A record that only says that the game stopped, and one that was cut off.
        let body = record.rsplit_once("{\"result\"").unwrap().0;
        for text in [format!("{body}{{\"result\":null}}\n"), body.to_owned()] {
            assert_eq!(replayed(&pack, &text).result, Value::Null);
        }
    }
}

#[test]
fn a_record_is_read_with_the_line_ends_of_windows() {
    let pack = going(
        9,
        "_t, _me):\n    play(\"go\")",
        "t, _me):\n    t.n += 1\n    if t.n == 3:\n        end()",
    );
    let mut live = start(&pack);
    while let Some(seat) = live.turns().first().copied() {
        live.play(seat, "go").unwrap();
    }
    let text = live.record().replace('\n', "\r\n");
    assert_eq!(replayed(&pack, &text).result, live.result());
    let again = LiveGame::resume(&pack, ("a.jsonl", text.into()), Some(2), &mut Files::new());
    assert_eq!(again.unwrap().ply(), 2);
}

/// The seeds of a list that deal these cards first, of 52 in one pile.
fn seeds_that_deal(hand: u64, seeds: impl Iterator<Item = Seed>) -> Vec<Seed> {
    let deals = |seed: &Seed| {
        let mut chance = ScriptedChance::new(Vec::new(), *seed);
        let mut left = (1 << 52) - 1;
        (0..13).all(|drawn| {
            let card = 1 << chance.draw(0, left, 52 - drawn);
            left &= !card;
            hand & card > 0
        })
    };
    seeds.filter(deals).collect()
}

#[test]
fn a_weak_seed_is_found_from_the_cards_of_a_hand_and_256_bits_are_not() {
    let hearts = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/hearts");
    let pack = crate::games::pack_at(&hearts);
    let hand = |seed| {
        let live = LiveGame::begin(&pack, &Variant::default(), seed).unwrap();
        let seen = live.frame(0, Viewer::Seat(Seat(0))).unwrap();
        let cards = &live.header().cards;
        let own = seen.table["zones"]["hand/north"].as_array().unwrap();
        let number = |card: &Value| cards.iter().position(|name| Some(&**name) == card.as_str());
        assert_eq!(own.len(), 13);
        own.iter().map(|card| 1u64 << number(card).unwrap()).sum::<u64>()
    };
    // All but two bytes of the secret are known.
    let weak = |number: u16| {
        let mut secret = [0; 32];
        secret[..2].copy_from_slice(&number.to_le_bytes());
        Seed::Secret(secret)
    };
    let search = |hand| seeds_that_deal(hand, (0..=u16::MAX).map(weak));
    let start = Instant::now();
    assert_eq!(search(hand(weak(40_961))), [weak(40_961)]);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(search(hand(Seed::secret().unwrap())), []);
    // 2^240 such searches; the sun shines for 5 10^9 years more.
    let years = seconds * 2f64.powi(240) / 3.2e7;
    println!("2^16 seeds in {seconds:.2} s; 2^256 in {years:.0e} years");
    assert!(years > 5e9 * 1e40);
}

#[test]
fn the_seed_of_a_game_that_went_on_stays_when_a_move_before_is_taken_back() {
    let pack = pack(
        r#"
longest = 20
[table.moves]
throw = "throw"
wait = "wait"
[table.counters]
pips = { from = 0, to = 60 }
"#,
        r#""Throw or wait."

def set_up(_t):
    deal(deck, hand, 2)

def legal(_t, _me):
    play("throw")
    play("wait")

def on_throw(t, me):
    t.pips = roll(60)
    t.turn = 1 - me

def on_wait(t, me):
    t.turn = 1 - me
"#,
    );
    let play = |live: &mut LiveGame, moves: &[&str]| {
        for text in moves {
            live.play(live.turns()[0], text).unwrap();
        }
        live.record()
    };
    let resume = |text: &str, to| {
        let record = ("a.jsonl", Arc::from(text));
        LiveGame::resume(&pack, record, to, &mut Files::new()).unwrap()
    };
    let whole = play(&mut start(&pack), &["throw", "wait", "throw", "throw"]);
    let mut live = resume(&whole, Some(2));
    live.reseed(77.into());
    let fresh = play(&mut live, &["throw", "throw"]);
    assert_ne!(fresh, whole);
    assert_eq!(replayed(&pack, &fresh).frames.len(), 5);
    // Gone on with once more, at every move, it is the same game.
    for to in 0..=4 {
        let moves = ["throw", "wait", "throw", "throw"];
        let mut again = resume(&fresh, Some(to));
        let record = play(&mut again, &moves[to as usize..]);
        // Below the move from which it went on, the first seed decides as it did.
        assert_eq!(record, if to < 2 { &whole } else { &fresh }.clone(), "{to}");
    }
    // Taken back to before that move, the new seed decides all the same, and the record says so.
    let mut live = resume(&whole, Some(2));
    live.reseed(77.into());
    live.undo_to(1).unwrap();
    let record = play(&mut live, &["throw", "throw"]);
    assert!(record.contains("\"reseeded\":[[1,77]]"), "{record}");
    assert_eq!(thrown(&record)[1..], thrown(&fresh)[1..]);
    assert_eq!(replayed(&pack, &record).frames.len(), 4);
}

#[test]
fn seats_that_are_asked_at_the_same_time_answer_in_any_order() {
    let pack = pack(
        "longest = 9\nquestions = [\"pick\"]\n[table.moves]\npick = \"pick {card}\"",
        r#""All pick a card at the same time, twice."

def set_up(_t):
    deal(deck, hand, 2)
    ask_all("pick")
    ask_all("pick")

def legal_pick(_t, me):
    play("pick", hand[me])

def on_pick(_t, me, c):
    move(c, down[me])

def answered(_t):
    end()
"#,
    );
    let seen = |live: &LiveGame| {
        let viewers = [Viewer::Seat(Seat(0)), Viewer::Onlooker];
        viewers.map(|viewer| live.frame(live.ply(), viewer).map(|frame| frame.table))
    };
    let (mut first, mut second) = (start(&pack), start(&pack));
    for _ in 0..2 {
        assert_eq!(first.turns(), [Seat(0), Seat(1)]);
        let texts = [0, 1].map(|seat| first.legal(Seat(seat))[0].clone());
        for (seat, text) in texts.iter().enumerate() {
            first.play(Seat(seat as u8), text).unwrap();
        }
        // The other way round: that birch answered is all that can be seen.
        let (ply, before) = (second.ply(), seen(&second));
        let advised = second.advise(Seat(1), 20, 1)().unwrap();
        assert!(second.legal(Seat(1)).contains(&advised));
        assert_eq!(second.play(Seat(1), &texts[1]).unwrap(), [""; 0]);
        assert_eq!((second.turns(), second.ply()), (vec![Seat(0)], ply));
        assert_eq!(seen(&second), before);
        // Sent twice it counts once; another answer comes too late.
        assert_eq!(second.play(Seat(1), &texts[1]).unwrap(), [""; 0]);
        assert!(second.play(Seat(1), "pick nothing").is_err());
        second.play(Seat(0), &texts[0]).unwrap();
        assert_eq!(second.ply(), ply + 2);
    }
    // The record keeps the order of the rules, so it replays alike.
    assert_eq!(first.record(), second.record());
    assert_eq!(replayed(&pack, &second.record()).result, second.result());
}
