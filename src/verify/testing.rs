//! A tiny card game for the tests of `verify`, and versions that are broken on purpose: eight cards, two seats, two places. Each round both
//! draw two cards; each turn one is laid at a place, hidden, and may be shown. The higher sum at a place takes a point.

use std::collections::BTreeMap;

use crate::cards::Pack;
use crate::rules::Variant;
use crate::script::{Rules, script_axes, vocabulary};
use crate::source::{Files, Folder, GameFolder, Tree};

/// `game.toml`.
pub const GAME: &str = r#"title = "Toy"
[rules]
rounds = 2   # R2
[scenarios]
clauses = "T"
not-on-a-table = { R1 = "components: counted elsewhere" }
[table]
seats = ["red", "blue"]
places = 2
longest = 48
faces = ["down", "laid"]
[table.zones]
deck = { holds = "cards", sees = "nobody", face = "down", pile = true, refill = "discard" }
discard = {}
hand = { each = "seat", sees = "owner", face = "down" }
field = { each = ["place", "seat"], sees = { down = "owner", laid = "owner" }, face = "laid" }
lost = { sees = "nobody" }
[table.counters]
round = { start = 1, to = 9, told = "always" }
moved = { to = 4, told = false }
points = { each = "seat", to = 20 }
[table.follows]
influence = { each = ["place", "seat"] }
[table.moves]
lay = "lay {card} at {place}"
show = "show"
pass = "pass"
[table.refusals]
not-now = { rule = "R1", says = "lay a card, then show it or pass" }
not-yours = { rule = "R1", says = "you lay a card of your hand" }
[table.notes]
tied = "both have {a}"
[table.end]
wins = { points = "highest points" }
"#;

/// To be added to [`GAME`]: one round or two, all cards kept or one lost.
pub const VARIANTS: &str = r#"[table.variants]
rounds = ["2", "1"]
cards = ["kept", "lost"]
"#;

const RULES: &str = "**R1** Eight cards.\n\n**R2** The **higher** sum takes a point.\n";

const SCRIPT: &str = r#"HAND = 2

def set_up(_t):
    deal_hands()

def deal_hands():
    for _card in numbers(1, HAND):
        for me in seats:
            draw(deck, hand[me], 1)

def legal(_t, me):
    if all(field, me) & face.laid:
        play("show")
        play("pass")
    else:
        play("lay", hand[me], places)

def on_lay(_t, me, c, p):
    move(c, field[p][me])

def on_show(t, me):
    turn_face(all(field, me) & face.laid, "up")
    moved_on(t, me)

def on_pass(t, me):
    turn_face(all(field, me) & face.laid, "down")
    moved_on(t, me)

def moved_on(t, me):
    t.moved += 1
    t.turn = 1 - me
    if t.moved == 2 * HAND:
        score(t)

def influence(_t, p, me):
    return total(field[p][me], worth)

def score(t):
    turn_face(all(field) - face.up, "up")
    for p in places:
        red = influence(t, p, 0)
        blue = influence(t, p, 1)
        if red == blue:
            note("tied", red)
        else:
            points[0 if red > blue else 1] += 1
    move(all(field), discard)
    t.moved = 0
    t.round += 1
    t.turn = (t.round + 1) % 2
    if t.round > rules.rounds:
        end()
    else:
        deal_hands()

def law_cards(_t):
    "T-I1: every card lies in one place"
    return not lost

def law_points(before, t):
    "T-I2: the higher sum takes the point"
    if t.round == before.round:
        return True
    for me in seats:
        won = 0
        for p in places:
            if total(before.field[p][me], worth) > total(before.field[p][1 - me], worth):
                won += 1
        if points[me] != before.points[me] + won:
            return False
    return True

def seen_shown(_before, _t):
    "a card was shown"
    return len(all(field) & face.up) > 0

def seen_empty(before, t):
    "nobody lay at a place"
    if t.round == before.round:
        return False
    for p in places:
        if not before.field[p][0] and not before.field[p][1]:
            return True
    return False

def never_five(_t):
    "more points than there are"
    return points[0] + points[1] > 2 * rules.rounds
"#;

/// What is wrong with the game on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    Nothing,
    /// c8 is lost when it is laid at place 2: found by T-I1.
    LosesACard,
    /// A round in which c1 was shown gives no point: found by T-I2.
    ForgetsAPoint,
    /// Whether showing is legal depends on the cards in the other hand: found by the two-world check.
    Peeks,
    /// A note tells the worth of a card that is laid and not shown: found by it, too.
    NoteLeaks,
}

impl Fault {
    /// The lines of the script that the fault changes, before and after.
    fn edits(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Fault::Nothing => &[],
            Fault::LosesACard => LOSES,
            Fault::ForgetsAPoint => FORGETS,
            Fault::Peeks => &[(
                "        play(\"show\")",
                "        if total(hand[1 - me], worth) % 2 == 0:\n            play(\"show\")",
            )],
            Fault::NoteLeaks => &[(
                "def on_pass(t, me):",
                "def on_pass(t, me):\n    note(\"tied\", total(all(field, me) & face.laid, worth))",
            )],
        }
    }

    /// The script with this fault in it.
    pub fn script(self) -> String {
        edited(SCRIPT, self.edits())
    }
}

const LOSES: &[(&str, &str)] = &[(
    "    move(c, field[p][me])",
    "    if p == 1 and c == card(\"c8\"):\n        move(c, lost)\n    else:\n        move(c, field[p][me])",
)];

const FORGETS: &[(&str, &str)] = &[
    (
        "    turn_face(all(field) - face.up",
        "    forgets = len(card(\"c1\") & all(field) & face.up) > 0\n    turn_face(all(field) - face.up",
    ),
    ("        else:\n            points", "        elif not forgets:\n            points"),
];

/// The script of [`VARIANTS`].
pub fn varied_script() -> String {
    let lost = &LOSES[0].1.replace("p == 1", "variant.cards == \"lost\" and p == 1");
    let rounds = ("t.round > rules.rounds", "t.round > variant.rounds");
    edited(SCRIPT, &[(LOSES[0].0, lost.as_str()), rounds])
}

/// A text with something else in the place of some of its parts, each of which it has.
pub fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "no `{from}`");
        text.replace(from, to)
    })
}

/// The toy with `game` as its game.toml, this script and one scenario.
pub fn load(game: &str, script: &str, scenario: &str, files: &mut Files) -> Pack {
    let card = |card: u8| format!("[[card]]\nname = \"C{}\"\nworth = {}\n", card + 1, card / 2 + 1);
    let cards: String = (0..8).map(card).collect();
    let texts = [
        ("game.toml", game.to_owned()),
        ("cards.toml", format!("template = \"c.svg\"\n{cards}")),
        ("rules.md", RULES.to_owned()),
        ("rules.star", script.to_owned()),
        ("scenarios/sum.toml", scenario.to_owned()),
    ];
    let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let texts: BTreeMap<String, Vec<u8>> =
        texts.map(|(name, text)| (name.to_owned(), text.into_bytes())).collect();
    let folder = Folder::Memory(Tree::new("memory:", texts));
    Pack::load(GameFolder::within("toy", folder, None), vocabulary, files).unwrap()
}

/// The rules of the toy game, played over this many rounds, with a fault planted in it.
pub fn toy(rounds: u8, fault: Fault) -> Rules<u64> {
    let game = edited(GAME, &[("rounds = 2", &format!("rounds = {rounds}"))]);
    rules(&game, &fault.script())
}

/// The rules of these two texts.
pub fn rules(game: &str, script: &str) -> Rules<u64> {
    let pack = load(game, script, "", &mut Files::new());
    Rules::of(&pack, &Variant::first(&script_axes(&pack.game))).unwrap()
}
