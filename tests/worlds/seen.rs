//! What a seat sees after a move of somebody else says which moves it was not, though no event tells it.

use super::{ASH, PLAIN, Tiny, play, wins};

/// Birch holds one of six cards, and can only say what is true of it: 1 of an even rank, 2 of an odd one. Ash, or cedar, names which.
const SAYS: Tiny<'_> = Tiny {
    ranks: 6,
    zones: r#"
deck = { holds = "cards", sees = "nobody", pile = true }
box = { sees = "nobody" }
"#,
    moves: "say = \"say {number}\"\nname = \"name {number}\"",
    script: r#"
EVEN = having(rank, 2) | having(rank, 4) | having(rank, 6)

def set_up(t):
    draw(deck, hand[1], 1)
    move(deck, box)
    t.turn = 1

def legal(t, me):
    if me == 1:
        if hand[1] & EVEN:
            play("say", numbers(1, 1))
        else:
            play("say", numbers(2, 2))
    else:
        play("name", numbers(1, 2))

def on_name(_t, me, n):
    finish(me, (n == 1) == (len(hand[1] & EVEN) > 0))

def on_say(t, _me, n):
"#,
    ..PLAIN
};

#[test]
fn who_decides_next_and_what_a_seat_sees_tell_what_was_played() {
    let says = |counters: &str, does: &str| {
        let script = format!("{}{does}", SAYS.script);
        let game = Tiny { counters, script: &script, ..SAYS };
        wins(&game, ASH)
    };
    // Ash names the card only after a 1; after a 2 cedar does, by lot, and the next seat wins where it is wrong: ash.
    let by_turn = says("", "    t.turn = 0 if n == 1 else 2\n");
    assert!(by_turn >= 62, "{by_turn} of 100");
    let untold = "said = { told = false, to = 2 }";
    assert_eq!(says(untold, "    t.said = n\n    t.turn = 0\n"), 100);
    // What nobody sees says nothing.
    let unseen = "said = { sees = \"nobody\", to = 2 }";
    let hidden = says(unseen, "    t.said = n\n    t.turn = 0\n");
    assert!((30..=70).contains(&hidden), "{hidden} of 100");
}

#[test]
fn a_card_that_all_know_mixes_with_none_when_it_moves_among_others() {
    // Birch lays its highest card, all know the lowest, and the rest goes elsewhere: what is left is lower than what was laid.
    let script = r#"
def set_up(t):
    move(card("c1"), hand[1])
    draw(deck, hand[1], 2)
    move(deck, box)
    show(card("c1"), 0)
    show(card("c1"), 2)
    t.turn = 1

def legal(t, me):
    if me == 0:
        play("name", numbers(2, 4))
    elif t.phase == 0:
        play("lay", highest(hand[1], rank))
    else:
        play("go")

def on_lay(t, _me, c):
    t.phase = 1
    move(c, row)

def on_go(t, _me):
    t.turn = 0
    move(hand[1], passed[1])

def on_name(_t, me, n):
    finish(me, len((passed[1] - card("c1")) & having(rank, n)) > 0)
"#;
    let game = Tiny {
        zones: r#"
deck = { holds = "cards", sees = "nobody", pile = true }
passed = { each = "seat", sees = "owner" }
row = {}
box = { sees = "nobody" }
"#,
        moves: "lay = \"lay {card}\"\ngo = \"go\"\nname = \"name {number}\"",
        script,
        ..PLAIN
    };
    let game = game.rules();
    let mut laid = 0;
    for deal in 0..60 {
        let found = play(&game, (ASH, 60), [deal, 1_000 + deal]).0.remove(0);
        if found.cards.contains("c3 row,") {
            // Not 4, which would have been laid.
            assert_eq!(found.choice, "name 2", "deal {deal}");
            laid += 1;
        }
    }
    // In a third of 60 games, with a standard deviation of 3.7.
    assert!((6..=34).contains(&laid), "{laid}");
}

#[test]
fn cards_that_nobody_sees_go_zone_by_zone_and_as_they_lie() {
    let gathered = |zones: &str, script: &str| {
        let game = Tiny { ranks: 8, zones, moves: "go = \"go\"", script, ..PLAIN };
        game.failures()
    };
    let of_zones = gathered(
        r#"
deck = { holds = "cards", sees = "nobody", pile = true }
won = { each = "seat", sees = "nobody" }
box = { sees = "nobody" }
"#,
        r#"
def set_up(_t):
    deal(deck, won, 2)

def legal(_t, _me):
    play("go")

def on_go(_t, me):
    move(all(won), box)
    finish(me, True)
"#,
    );
    assert_eq!(of_zones, [""; 0]);
}
