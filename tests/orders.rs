//! Orders that zones share, cards that are named by where they lie, what is told of moves and counters, why moves are refused.

use serde_json::{Value, json};

use crate::small_game::SmallGame;

const TABLE: &str = r#"
[table]
seats = ["one", "two"]
places = 2
longest = 60
faces = ["down"]
told-faces = ["passed"]
[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
field = { each = ["place", "seat"], sees = { up = "all", down = "owner" }, face = "down", order = "kept" }
gone = { each = "seat", as = "deck" }
[table.counters]
first = { is = "seat", told = "always" }
[table.moves]
lay = "lay {card} at {place}"
shift = "shift {card} to {place}"
spy = "spy {field:nth}"
pass = "pass {card}"
[table.refusals]
not-yours = { rule = "R1", says = "the card is not yours" }
full = { rule = "R2", says = "two cards lie there" }
game-over = { rule = "R9", says = "nobody plays any more" }
"#;

const CARDS: &str = "[[card]]\nname = \"Spy\"\ncopies = 9\n";

const SCRIPT: &str = r#"
def set_up(t):
    deal(deck, hand, 3)
    t.first = 0

def legal(t, me):
    for p in places:
        if len(field[p][me]) < 2:
            play("lay", hand[me], p)
        else:
            play("shift", field[p][me], places - numbers(p, p))
    play("spy", all(field, 1 - me) & face.down)
    if len(hand[1 - me]) < 6:
        play("pass", hand[me])

def why_lay(t, me, c, p):
    only(c, hand[me], "not-yours")
    if len(field[p][me]) == 2:
        refuse("full")

def on_lay(t, me, c, p):
    move(c, field[p][me])
    next_one(t, me)

def on_shift(t, me, c, p):
    move(c, field[p][me], "as-it-lies")
    next_one(t, me)

def on_spy(t, me, c):
    turn_face(c, "up")
    next_one(t, me)

def on_pass(t, me, c):
    move(c, hand[1 - me], "passed")
    next_one(t, me)

def next_one(t, me):
    t.first = 0
    t.turn = 1 - me
    if roll(12) == 1 or not hand[1 - me]:
        for seat in seats:
            move(all(field, seat), gone[seat])
        end()

def law_kept(before, t):
    "R4: what lay face up goes on so"
    return len(all(before.field) & before.face.up - face.up) == 0

def law_faces(before, t):
    "R3: what was turned up was of the other seat"
    return len((face.up & all(field)) - before.face.up - all(field, 1 - before.turn)) == 0
"#;

const GAME: SmallGame<'_> = SmallGame { table: TABLE, cards: CARDS, script: SCRIPT };

#[test]
fn cards_keep_their_places_and_leave_in_them() {
    GAME.conforms();
    let (mut spied, mut shifted) = (0, 0);
    for seed in 0..60 {
        let mut laid: Vec<[String; 2]> = Vec::new();
        let lines = GAME.record(&[], seed);
        for (at, line) in lines.iter().enumerate() {
            let Some(mv) = line["move"].as_str() else {
                continue;
            };
            // A die is rolled at the end of each move, in a line of its own; the last line of a ply has the table.
            let state = lines[at..].iter().find(|line| !line["state"].is_null());
            let state = &state.unwrap()["state"];
            let seat = line["seat"].as_str().unwrap();
            let of_ply = lines[at..].iter().take_while(|l| l["ply"] == line["ply"]);
            let changes: Vec<&Value> =
                of_ply.flat_map(|l| l["changes"].as_array().unwrap()).collect();
            let told = |key: &str| changes.iter().filter(|c| !c[key].is_null()).count();
            assert!(told("first") == 1, "told though it stays the same: {line}");
            if mv.starts_with("lay") {
                laid.push([seat.into(), changes[0]["card"].as_str().unwrap().into()]);
            }
            shifted += usize::from(mv.starts_with("shift"));
            if let Some(at) = mv.strip_prefix("spy ") {
                spied += 1;
                // The card that is turned is the one that lay there, counted as they were laid.
                let card = &changes[0]["card"];
                let (place, nth) = at.split_once(':').unwrap();
                let other = if seat == "one" { "two" } else { "one" };
                let zone = &state["zones"][format!("field/{place}/{other}")];
                let there = &zone[nth.parse::<usize>().unwrap() - 1];
                let gone = state["over"] == json!(true);
                assert!(gone || there["card"] == *card || there == card, "{line}");
            }
            if mv.starts_with("pass") {
                assert_eq!(changes[0]["face"], "passed", "{line}");
                assert!(!state["zones"].to_string().contains("passed"));
            }
            let left: Vec<[String; 2]> = changes
                .iter()
                .filter(|c| c["to"].as_str().is_some_and(|to| to.starts_with("deck/")))
                .map(|c| {
                    let of = c["to"].as_str().unwrap().trim_start_matches("deck/");
                    [of.into(), c["card"].as_str().unwrap().into()]
                })
                .collect();
            if !left.is_empty() {
                let of = |seat: &'static str| laid.iter().filter(move |l| l[0] == *seat).cloned();
                let wanted: Vec<[String; 2]> = of("one").chain(of("two")).collect();
                assert_eq!(left, wanted, "as they were laid, wherever they went since");
            }
        }
    }
    assert!(spied > 20 && shifted > 10, "{spied} {shifted}");
}

#[test]
fn a_move_is_refused_with_the_first_word_that_its_function_says() {
    let staged = json!({
        "turn": "one",
        "zones": {
            "hand/one": ["spy#1"], "hand/two": ["spy#2"],
            "field/1/one": ["spy#3", "spy#4"], "field/1/two": ["spy#6", "spy#5"],
            "field/2/two": ["spy#7"],
        },
        "in-order": { "field": ["spy#4", "spy#7", "spy#3"] },
    });
    let refused = |mv: &str, over: bool| {
        let mut staged = staged.clone();
        staged["over"] = over.into();
        GAME.refusal(&staged, mv)
    };
    assert_eq!(refused("lay spy#1 at 2", false), "");
    assert_eq!(refused("lay spy#1 at 1", false), "full R2");
    assert_eq!(refused("lay spy#2 at 1", false), "not-yours R1");
    assert_eq!(refused("lay spy#3 at 2", false), "not-yours R1");
    assert_eq!(refused("pass spy#2", false), "not-now ");
    assert_eq!(refused("spy 1:2", false), "");
    assert_eq!(refused("lay spy#1 at 2", true), "game-over R9");
    let shown = GAME.staged(&staged);
    assert_eq!(shown["in-order"]["field"][0], "spy#4");
    assert_eq!(shown["zones"]["field/1/one"][0], Value::from("spy#4"));
}
