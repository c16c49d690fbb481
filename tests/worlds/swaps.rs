//! Hands that are passed on: who had one knows it wherever it is.

use deckproof::rules::Seat;

use super::{ASH, BIRCH, CEDAR, PLAIN, Tiny, assert_guessed, wins};

/// Three hands go round by two swaps; then one seat names a card of another's hand.
const SWAPS: Tiny<'_> = Tiny {
    ranks: 9,
    counters: r#"told = { each = "seat", sees = "owner", to = 9 }"#,
    moves: r#"
go = "go"
name = "name {number}"
"#,
    script: r#"
def set_up(t):
    deal(deck, hand, 2)
    t.turn = 0

def legal(t, _me):
    if t.phase == 0:
        play("go")
    else:
        play("name", numbers(1, 9))

def on_go(t, _me):
    t.phase = 1
    swap(hand[0], hand[1])
    swap(hand[0], hand[2])
    TOLD
    t.turn = WHO

def on_name(_t, me, n):
    for seat in seats:
        show(hand[WHOSE], seat)
    finish(me, len(hand[WHOSE] & having(rank, n)) > 0)
"#,
    ..PLAIN
};

const TELLS: &str = "told[WHO] = first(hand[WHOSE]).rank";

fn swaps<T>((seat, whose): (Seat, u8), told: &str, run: impl FnOnce(&Tiny<'_>) -> T) -> T {
    let script = SWAPS.script.replace("TOLD", told);
    let script = script.replace("WHOSE", &whose.to_string());
    run(&Tiny { script: &script.replace("WHO", &seat.0.to_string()), ..SWAPS })
}

#[test]
fn who_passed_a_hand_knows_it_and_who_never_had_it_does_not() {
    // Birch has ash's hand now, cedar birch's, which ash had in between, and ash cedar's.
    for (seat, whose) in [(ASH, 1), (ASH, 2), (BIRCH, 2), (CEDAR, 0)] {
        let told = swaps((seat, whose), TELLS, |game| game.failures());
        assert_eq!(told, [""; 0], "{seat:?} is told of {whose}");
        let won = swaps((seat, whose), "pass", |game| wins(game, seat));
        assert_eq!(won, 100, "{seat:?} names a card of {whose}");
    }
    for (seat, whose) in [(BIRCH, 0), (CEDAR, 1)] {
        let told = swaps((seat, whose), TELLS, |game| game.failures());
        let is_leak = told.iter().any(|failure| failure.contains("cannot see"));
        assert!(is_leak, "{seat:?} is told of {whose}: {told:?}");
        // Two of the five that it has not seen.
        let won = swaps((seat, whose), "pass", |game| wins(game, seat));
        assert_guessed(won, 40.0, &format!("{seat:?} names a card of {whose}"));
    }
}
