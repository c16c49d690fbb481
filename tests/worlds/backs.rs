//! Cards of two backs: nobody takes one for the other.

use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Files, Folder, GameFolder, Tree};

use super::{PLAIN, Tiny};
use crate::conform::conform;

/// Birch's hand: a card that ash was shown, and two with another back, of which it lays one.
const BACKS: Tiny<'_> = Tiny {
    zones: r#"
deck = { holds = "cards", sees = "nobody", pile = true }
stock = { holds = "others", sees = "nobody", pile = true }
row = { each = "seat", sees = "owner" }
"#,
    moves: r#"
lay = "lay {card}"
say = "say"
"#,
    script: r#"
def set_up(t):
    draw(deck, hand[1], 1)
    draw(stock, hand[1], 2)
    show(hand[1] & at_most(rank, 4), 0)
    show(hand[1] & at_most(rank, 4), 2)
    t.turn = 1

def legal(t, _me):
    if t.phase == 0:
        play("lay", hand[1] - at_most(rank, 4))
    else:
        play("say")

def on_lay(t, _me, c):
    t.phase = 1
    move(c, row[1])

def on_say(t, me):
    t.told = first(TOLD).rank
    finish(me, True)
"#,
    counters: "told = { to = 8 }",
    ..PLAIN
};

const TEMPLATE: &str = "template = \"card.svg\"\n";

/// What fails in that game where this is told.
fn backs(told: &str) -> Vec<String> {
    let script = BACKS.script.replace("TOLD", told);
    let game = Tiny { script: &script, ..BACKS };
    let others = [5, 6, 7, 8]
        .map(|n| format!("[[card]]\nid = \"d{n}\"\nname = \"D{n}\"\nrank = {n}\n"))
        .concat();
    let files = game.with(|game| {
        [
            ("game.toml", format!("title = \"Backs\"\n{}", game.table)),
            ("cards.toml", format!("{TEMPLATE}{}", game.cards)),
            ("others.toml", format!("{TEMPLATE}back = \"other.svg\"\n{others}")),
            ("rules.star", game.script.to_owned()),
        ]
    });
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let folder = Folder::Memory(Tree::new("memory:", files.into()));
    let folder = GameFolder::within("backs", folder, None);
    let (pack, faults) = registry::read(folder, &mut Files::new());
    let pack = pack.unwrap_or_else(|| panic!("{faults:?}"));
    let variant = Variant::first(&deckproof::script::script_axes(&pack.game));
    let found = conform(&pack, &variant, 20, 1).unwrap();
    let failures = found.failures();
    failures.map(|failure| format!("{failure:?}")).collect()
}

#[test]
fn a_card_with_another_back_that_goes_makes_nobody_forget() {
    assert_eq!(backs("hand[1] & at_most(rank, 4)"), [""; 0]);
    let leaks = backs("hand[1] - at_most(rank, 4)");
    let is_leak = leaks.iter().any(|leak| leak.contains("cannot see"));
    assert!(is_leak, "{leaks:?}");
}
