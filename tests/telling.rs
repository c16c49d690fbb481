//! `tell`: seats learn a part of what is hidden, and whatever is dealt anew for them keeps it.

use std::collections::BTreeMap;

use deckproof::rules::{Event, NoListener, Rng, Seat, SeededChance};
use deckproof::script::Rules;
use deckproof::table::{CardSet, Table};

use crate::declared::edited;
use crate::running::run;
use crate::small_game::SmallGame;

/// Two seats, ten cards in two suits, four cards in each hand; each sees only the cards of the other, in their order.
const TABLE: &str = r#"
[table]
seats = ["ann", "ben"]
places = 4
longest = 60

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = ["place", "seat"], sees = "others", size = [0, 1] }
open = { sees = "all" }

[table.counters]
turns = { to = 60 }
points = { each = "seat", to = 9 }
die = { each = "seat", to = 6, sees = "owner" }

[table.moves]
clue = "clue {number}"
suit = "suit {number}"
lay = "lay {place}"
guess = "guess"

[table.end]
wins = "highest points"
"#;

const SCRIPT: &str = r#""Clues."

def set_up(t):
    for p in places:
        draw(deck, hand[p][0], 1)
        draw(deck, hand[p][1], 1)
    die[0] = roll(6)
    die[1] = roll(6)

def legal(t, me):
    play("clue", numbers(1, 5))
    play("suit", numbers(0, 1))
    play("lay", places)
    play("guess")

def on_clue(t, me, n):
    tell(1 - me, hand[places][1 - me] & having(rank, n))
    next(t, me)

def on_suit(t, me, n):
    tell(1 - me, len(hand[places][1 - me] & having(red, n)))
    next(t, me)

def on_lay(t, me, p):
    move(hand[p][me], open)
    draw(deck, hand[p][me], 1)
    next(t, me)

def on_guess(t, me):
    tell(me, die[1 - me] > die[me])
    next(t, me)

def next(t, me):
    t.turns += 1
    t.turn = 1 - me
    if t.turns == 12:
        end()
"#;

fn cards() -> String {
    let card = |n: usize| {
        let (rank, red) = (n % 5 + 1, n / 5);
        format!("[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nrank = {rank}\nred = {red}\n")
    };
    (0..10).map(card).collect()
}

fn clues<T>(script: &str, run: impl FnOnce(SmallGame<'_>) -> T) -> T {
    run(SmallGame { table: TABLE, cards: &cards(), script })
}

/// Plays some moves by their texts.
fn after(game: &Rules<u64>, seed: u64, moves: &[&str]) -> (Table<u64>, Vec<Event>) {
    let mut chance = SeededChance::new(seed);
    let mut table = game.set_up(&mut chance, &mut NoListener);
    let mut log = Vec::new();
    for text in moves {
        let legal = game.legal_moves(&table);
        let mv = legal.into_iter().find(|mv| game.write(&table, *mv) == *text);
        game.apply(&mut table, mv.unwrap(), &mut chance, &mut log);
    }
    (table, log)
}

/// The cards of a seat's hand in their order, by their numbers.
fn hand(game: &Rules<u64>, table: &Table<u64>, seat: u8) -> Vec<u8> {
    let seat = ["ann", "ben"][usize::from(seat)];
    let place = |place: usize| {
        let name = format!("hand/{place}/{seat}");
        let zone = game.names.zones.iter().position(|zone| *zone == name);
        table.zone(zone.unwrap() as u8).first()
    };
    (1..=4).map(place).collect()
}

/// All hands that a seat may have: four of the cards that it cannot see, in an order.
fn hands(hidden: &[u8], so_far: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if so_far.len() == 4 {
        found.push(so_far.clone());
        return;
    }
    for card in hidden {
        if !so_far.contains(card) {
            so_far.push(*card);
            hands(hidden, so_far, found);
            so_far.pop();
        }
    }
}

/// Whatever is dealt anew for a seat is one of the hands for which `fits`, and each of them as often.
fn dealt_are_those_that_fit(moves: &[&str], fits: impl Fn(&[u8], &[u8]) -> bool) {
    clues(SCRIPT, |game| {
        let game = game.rules();
        for seed in 0..6 {
            let (table, _) = after(&game, seed, moves);
            let (own, others) = (hand(&game, &table, 1), hand(&game, &table, 0));
            let hidden: Vec<u8> = (0..10).filter(|card| !others.contains(card)).collect();
            let mut all = Vec::new();
            hands(&hidden, &mut Vec::new(), &mut all);
            all.retain(|hand| fits(hand, &own));
            let mut rng = Rng::new(seed);
            let mut found: BTreeMap<Vec<u8>, u32> = BTreeMap::new();
            let each = 60;
            for _ in 0..each * all.len() {
                let world = game.redeal(&table, Seat(1), &mut rng);
                assert_eq!(game.view(&world, Seat(1)), game.view(&table, Seat(1)));
                *found.entry(hand(&game, &world, 1)).or_default() += 1;
            }
            let mut known: Vec<&Vec<u8>> = found.keys().collect();
            known.sort();
            all.sort();
            assert_eq!(known, all.iter().collect::<Vec<_>>(), "{moves:?} {seed}");
            // Each should come up 60 times, with a standard deviation of 7.7.
            let all_alike = found.values().all(|times| (18..=115).contains(times));
            assert!(all_alike, "{moves:?} {seed} {found:?}");
        }
    });
}

fn rank(card: u8) -> u8 {
    card % 5 + 1
}

fn places(hand: &[u8], so: impl Fn(u8) -> bool) -> Vec<bool> {
    hand.iter().map(|card| so(*card)).collect()
}

#[test]
fn a_clue_says_which_cards_are_so_and_which_are_not() {
    dealt_are_those_that_fit(&["clue 3"], |hand, own| {
        places(hand, |card| rank(card) == 3) == places(own, |card| rank(card) == 3)
    });
}

#[test]
fn several_clues_hold_together() {
    dealt_are_those_that_fit(&["clue 3", "guess", "clue 1", "guess", "clue 5"], |hand, own| {
        [1, 3, 5]
            .iter()
            .all(|n| places(hand, |card| rank(card) == *n) == places(own, |card| rank(card) == *n))
    });
}

#[test]
fn how_many_cards_are_so_is_kept() {
    dealt_are_those_that_fit(&["suit 0"], |hand, own| {
        let count = |hand: &[u8]| hand.iter().filter(|card| **card < 5).count();
        count(hand) == count(own)
    });
}

#[test]
fn how_many_and_which_are_kept_together() {
    dealt_are_those_that_fit(&["suit 0", "guess", "clue 2"], |hand, own| {
        let count = |hand: &[u8]| hand.iter().filter(|card| **card < 5).count();
        let twos = |hand: &[u8]| places(hand, |card| rank(card) == 2);
        count(hand) == count(own) && twos(hand) == twos(own)
    });
}

#[test]
fn a_clue_stays_with_the_cards_that_it_was_about() {
    clues(SCRIPT, |game| {
        let game = game.rules();
        for seed in 0..40 {
            let (table, _) = after(&game, seed, &["clue 3"]);
            let own = hand(&game, &table, 1);
            let (table, _) = after(&game, seed, &["clue 3", "lay 2"]);
            let now = hand(&game, &table, 1);
            assert_eq!([now[0], now[2], now[3]], [own[0], own[2], own[3]], "{seed}");
            for deal in 0..40 {
                let world = game.redeal(&table, Seat(1), &mut Rng::new(deal));
                let dealt = hand(&game, &world, 1);
                let three =
                    |hand: &[u8]| places(&[hand[0], hand[2], hand[3]], |card| rank(card) == 3);
                assert_eq!(three(&dealt), three(&now));
            }
        }
    });
}

#[test]
fn hidden_numbers_are_drawn_so_that_what_was_told_of_them_is_so() {
    clues(SCRIPT, |game| {
        let game = game.rules();
        let die = |table: &Table<u64>, seat: usize| {
            let counters = &game.names.counters;
            let name = ["die/ann", "die/ben"][seat];
            let at = counters.iter().position(|counter| counter == name);
            table.counter(at.unwrap() as u8)
        };
        for seed in 0..20 {
            let (table, _) = after(&game, seed, &["guess"]);
            let is_more = die(&table, 1) > die(&table, 0);
            let mut seen = std::collections::BTreeSet::new();
            for deal in 0..200 {
                let world = game.redeal(&table, Seat(0), &mut Rng::new(deal));
                assert_eq!(die(&world, 0), die(&table, 0));
                assert_eq!(die(&world, 1) > die(&world, 0), is_more);
                seen.insert(die(&world, 1));
            }
            let fits = (0..=6).filter(|other| (*other > die(&table, 0)) == is_more);
            assert_eq!(seen, fits.collect());
        }
    });
}

#[test]
fn only_who_is_told_hears_of_it_and_it_is_written_in_words() {
    clues(SCRIPT, |game| {
        let rules = game.rules();
        let (table, log) = after(&rules, 3, &["clue 3"]);
        let told: Vec<&Event> =
            log.iter().filter(|event| matches!(event, Event::Told { .. })).collect();
        assert!(!told.is_empty());
        for event in told {
            assert!(rules.hears(Seat(1), event) && !rules.hears(Seat(0), event));
            let says = rules.names.describe_event(event);
            assert!(
                says.starts_with("ben: `hand[places][1 - me] & having(rank, n)` is "),
                "{says}"
            );
        }
        assert!(rules.view(&table, Seat(0)).told.is_empty());
        assert_eq!(rules.view(&table, Seat(1)).told.len(), 1);
        let lines = game.record(&[], 1);
        let line = lines.iter().find(|line| line.to_string().contains("\"told\""));
        let line = line.map(ToString::to_string).unwrap_or_default();
        assert!(line.contains("\"to\":[\"") && line.contains("\"value\":"), "{line}");
    });
}

#[test]
fn a_record_says_what_a_die_shows_and_no_seat_hears_it() {
    clues(SCRIPT, |game| {
        let lines = game.record(&[], 1);
        let rolls = lines.iter().filter(|line| line["chance"] == "roll");
        let rolls: Vec<i64> = rolls
            .flat_map(|line| line["changes"].as_array().unwrap())
            .map(|roll| {
                assert_eq!(roll["roll"], 6);
                roll["got"].as_i64().unwrap()
            })
            .collect();
        assert!(rolls.len() == 2 && rolls.iter().all(|got| (1..=6).contains(got)), "{rolls:?}");
        let rolled = Event::Rolled { sides: 6, got: 3 };
        let rules = game.rules();
        assert!(rules.seats().all(|seat| !rules.hears(seat, &rolled)));
    });
}

#[test]
fn the_game_of_clues_conforms_and_leaks_nothing() {
    clues(SCRIPT, |game| {
        game.conforms();
        assert_eq!(game.failures(), [""; 0]);
    });
    let peeks = SCRIPT.replace(
        "    tell(1 - me, hand[places][1 - me] & having(rank, n))\n",
        "    t.turns += len(hand[places][1 - me] & having(rank, n)) % 2\n",
    );
    clues(&peeks, |game| {
        let failures = game.failures().join("\n");
        assert!(failures.contains("by what it cannot see"), "{failures}");
    });
}

#[test]
fn worlds_of_tables_that_a_seat_cannot_tell_apart_are_the_same() {
    clues(SCRIPT, |game| {
        let game = game.rules();
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut chance = SeededChance::new(seed);
            let mut table = game.set_up(&mut chance, &mut NoListener);
            while game.turn(&table).is_some() {
                for seat in game.seats() {
                    let world = game.redeal(&table, seat, &mut Rng::new(seed));
                    assert_eq!(game.view(&world, seat), game.view(&table, seat));
                    let again = [&table, &world]
                        .map(|from| game.redeal(from, seat, &mut Rng::new(seed + 1)));
                    assert!(again[0] == again[1], "{seat:?} would deal on from the true table");
                }
                let legal = game.legal_moves(&table);
                let mv = legal[rng.below(legal.len() as u32) as usize];
                game.apply(&mut table, mv, &mut chance, &mut NoListener);
            }
        }
    });
}

#[test]
fn more_facts_than_fit_end_the_game_with_a_message() {
    let many = SCRIPT.replace(
        "    tell(me, die[1 - me] > die[me])\n",
        "    for n in range(60):\n        tell(me, die[1 - me] + n > die[me])\n",
    );
    clues(&many, |game| {
        let rules = game.rules();
        let (table, _) = after(&rules, 1, &["guess"]);
        let trouble = rules.trouble(&table).unwrap_or_default();
        let says = "seats were told more than they can keep at the same time";
        assert!(trouble.0.contains(says), "{trouble:?}");
    });
}

#[test]
fn what_is_no_fact_is_refused_with_what_to_write() {
    for (fact, says) in [
        ("hand", "zones without their index where a value is meant"),
        (
            "owner(highest(hand[0][me], rank)) == me",
            "a fact that asks where a card lies which hidden cards decide",
        ),
        ("sum_of(t) > 3", "a fact that asks the table elsewhere than in its own line"),
        ("roll(6)", "a fact that asks the table elsewhere than in its own line"),
        ("t.turns > 3", "a fact about no card and no hidden counter"),
        ("len(seats) > 1", "a fact about no card and no hidden counter"),
    ] {
        let wrong = SCRIPT.replace("die[1 - me] > die[me]", fact)
            + "\ndef sum_of(t):\n    return total(hand[0][0], rank)\n";
        clues(&wrong, |game| {
            let faults = game.pack().map(|_| Vec::new()).unwrap_or_else(|said| said);
            let faults = [faults, game.faults(&[])].concat().join("\n");
            assert!(faults.contains(says), "{fact}: {faults}");
        });
    }
}

const RULES: &str = "rules.star";
const CLUE: &str = "    tell(seats, hand[places][to] & same(colour, c))     # R4: said aloud\n";
const COMPARE: &str =
    "    tell(seats, total(hand[one], rank) > total(hand[1 - one], rank))    # R5\n";
const ASK: &str = "    tell(seats, len(hand[other] & alike(trait)))        # R5\n";
const WHISPER: &str = "    tell(me, len(hand[other] & alike(trait)) > 0)       # R4\n";

/// Counters for what is planted: one that all see, and where there is one, one that its seat alone sees.
const OMEN: (&str, &str, &str) =
    ("game.toml", "late = { to = 6 }", "omen = { to = 60 }\nlate = { to = 6 }");
const GAP: (&str, &str, &str) = ("game.toml", "passed = { is", "gap = { to = 60 }\npassed = { is");
const HINT: (&str, &str, &str) = (
    "game.toml",
    "out = { each",
    "hint = { to = 8 }\nown = { each = \"seat\", to = 8, sees = \"owner\" }\nout = { each",
);

/// What `check` says of one of these games with edits to its rules.
fn checked(game: &str, counters: (&str, &str, &str), edits: &[(&str, String)]) -> String {
    let edits = edits.iter().map(|(old, new)| (RULES, *old, new.as_str()));
    let edits: Vec<_> = [counters].into_iter().chain(edits).collect();
    let folder = edited(game, &edits);
    let output = run(folder.path(), &["check", game]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn check_reports_what_was_not_told_in_whole_games() {
    let with = |line: &'static str, more: &str| (line, format!("{line}{more}"));
    let planted = [
        (
            "hanabi",
            OMEN,
            with(CLUE, "    t.omen = total(hand[places][to] & same(colour, c), rank)\n"),
        ),
        ("hanabi", OMEN, with(CLUE, "    t.omen = len(hand[places][to] & colour.blue)\n")),
        (
            "hanabi",
            OMEN,
            (
                CLUE,
                CLUE.replace("seats", "me")
                    + "    t.omen = len(hand[places][to] & same(colour, c))\n",
            ),
        ),
        (
            "hanabi",
            OMEN,
            (
                CLUE,
                CLUE.replace("places", "0") + "    t.omen = len(hand[1][to] & same(colour, c))\n",
            ),
        ),
        (
            "hanabi",
            OMEN,
            with("def go_on(t, me):\n", "    t.omen = len(hand[1][me] & colour.red)\n"),
        ),
        (
            "higher",
            GAP,
            with(COMPARE, "    t.gap = abs(total(hand[0], rank) - total(hand[1], rank))\n"),
        ),
        (
            "higher",
            GAP,
            with(COMPARE, "    t.gap = 1 if total(hand[0], rank) == total(hand[1], rank) else 0\n"),
        ),
        ("higher", GAP, (COMPARE, String::new())),
        ("higher", GAP, (COMPARE, COMPARE.replace("seats", "one"))),
        ("higher", GAP, (COMPARE, COMPARE.replace("> total", "> 2 * total"))),
        (
            "higher",
            GAP,
            with(
                "    deal(deck, hand, 1)\n",
                "    t.gap = 1 if total(hand[0], rank) > total(hand[1], rank) else 0\n",
            ),
        ),
        ("alibi", HINT, with("def next_turn(t, me):\n", "    t.hint = len(culprit & hat.red)\n")),
        (
            "alibi",
            HINT,
            with(WHISPER, "    t.hint = 1 if len(hand[other] & alike(trait)) > 0 else 0\n"),
        ),
        ("alibi", HINT, with(WHISPER, "    own[me] = len(hand[other] & alike(trait))\n")),
        ("alibi", HINT, with(ASK, "    t.hint = len(hand[other] & coat.long)\n")),
        ("alibi", HINT, with(ASK, "    t.hint = len(hand[3 - me - other] & alike(trait))\n")),
        (
            "alibi",
            HINT,
            (
                WHISPER,
                WHISPER.replace("tell(me", "tell(other")
                    + "    own[me] = 1 if len(hand[other] & alike(trait)) > 0 else 0\n",
            ),
        ),
    ];
    for (game, counters, edit) in planted {
        let said = checked(game, counters, std::slice::from_ref(&edit));
        assert!(said.contains("views does not hold"), "{game} {edit:?}: {said}");
    }
}

#[test]
fn what_was_told_may_count_in_whole_games() {
    let with = |line: &'static str, more: &str| (line, format!("{line}{more}"));
    let kept = [
        ("hanabi", OMEN, with(CLUE, "    t.omen = len(hand[places][to] & same(colour, c))\n")),
        (
            "higher",
            GAP,
            with(
                COMPARE,
                "    t.gap = 1 if total(hand[one], rank) > total(hand[1 - one], rank) else 0\n",
            ),
        ),
        (
            "higher",
            GAP,
            with(
                COMPARE,
                "    tell(seats, total(hand[0], rank) - total(hand[1], rank))\n    t.gap = abs(total(hand[0], rank) - total(hand[1], rank))\n",
            ),
        ),
        ("alibi", HINT, with(ASK, "    t.hint = len(hand[other] & alike(trait))\n")),
        (
            "alibi",
            HINT,
            with(WHISPER, "    own[me] = 1 if len(hand[other] & alike(trait)) > 0 else 0\n"),
        ),
    ];
    for (game, counters, edit) in kept {
        let said = checked(game, counters, std::slice::from_ref(&edit));
        assert!(!said.contains("error"), "{game} {edit:?}: {said}");
    }
    for game in ["hanabi", "higher", "alibi"] {
        let folder = edited(game, &[]);
        let output = run(folder.path(), &["check", game, "--deny", "warnings"]);
        assert!(output.status.success(), "{game}: {output:?}");
    }
}
