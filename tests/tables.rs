//! Any `[table]` that is accepted can be set up, played, written down and read back; any other is told with what to do.

use std::collections::BTreeMap;

use deckproof::players::Players;
use deckproof::registry;
use deckproof::rules::Variant;
use deckproof::source::{Diagnostics, Files, Folder, GameFolder, Tree};
use deckproof::verify::record::{RecordPlan, record_game};
use deckproof::verify::replay::replay_record;
use proptest::prelude::*;

use crate::conform::conform;

/// Choices, one after the other; 0 where there are no more, which is the plainest.
struct Tape<'a>(std::slice::Iter<'a, u32>);

impl Tape<'_> {
    fn below(&mut self, count: u32) -> u32 {
        self.0.next().copied().unwrap_or(0) % count
    }

    fn one<'s>(&mut self, of: &[&'s str]) -> &'s str {
        of[self.below(of.len() as u32) as usize]
    }

    /// One of the good ones, and rarely of the wrong ones.
    fn most<'s>(&mut self, good: &[&'s str], wrong: &[&'s str]) -> &'s str {
        if self.rarely(30) { self.one(wrong) } else { self.one(good) }
    }

    /// In one of so many cases.
    fn rarely(&mut self, count: u32) -> bool {
        self.below(count) == count - 1
    }
}

const NAMES: [&str; 12] =
    ["deck", "hand", "row", "pot", "score", "coins", "round", "first", "open", "a", "b_c", "z9"];

/// A table and a script that says all that it asks for.
struct Game {
    table: String,
    script: String,
}

fn game(choices: &[u32]) -> Game {
    let tape = &mut Tape(choices.iter());
    let count = 1 + tape.below(8);
    let seats: Vec<String> = (0..count).map(|n| format!("\"s{n}\"")).collect();
    let all = seats.join(", ");
    let mut table = String::from("title = \"Any\"\n[table]\n");
    let seats = match tape.below(4) {
        0 | 1 => format!("[{all}]"),
        2 => format!("{{ {count} = [{all}] }}"),
        _ => {
            tape.most(&["2"], &["[]", "[\"x\", \"x\"]", "[\"A b\"]", "{ 3 = [\"x\"] }"]).to_owned()
        }
    };
    table += &format!("seats = {seats}\nlongest = 50\n");
    let places =
        tape.most(&["1", "0", "2", "5", "[\"north\", \"south\"]", "64"], &["65", "[]", "-1"]);
    let has_places = !["0", "[]", "-1", "65"].contains(&places);
    if has_places || tape.rarely(6) {
        table += &format!("places = {places}\n");
    }
    if tape.below(2) == 1 {
        table += &format!(
            "faces = {}\n",
            tape.most(&["[\"down\"]", "[\"down\", \"side\"]"], &["[]", "[\"up\"]", "[1]"])
        );
    }
    table += "questions = [\"flip\"]\n[table.zones]\n";
    let each = |tape: &mut Tape<'_>| {
        tape.most(
            &["", "each = \"seat\", ", "each = \"place\", ", "each = [\"place\", \"seat\"], "],
            &["each = [\"seat\", \"place\"], ", "each = \"card\", "],
        )
    };
    let zones = 1 + tape.below(5);
    for at in 0..zones {
        let name = if tape.rarely(24) {
            NAMES[tape.below(12) as usize].to_owned()
        } else {
            format!("zone{at}")
        };
        let holds = if at == 0 {
            "holds = \"cards\", "
        } else {
            tape.most(&["", ""], &["holds = \"others\", ", "holds = [\"cards\"], "])
        };
        let of = if at == 0 && !tape.rarely(4) { "" } else { each(tape) };
        let sees = tape.most(
            &["", "sees = \"all\", ", "sees = \"nobody\", "],
            &[
                "sees = \"owner\", ",
                "sees = { up = \"all\", down = \"owner\" }, ",
                "sees = \"me\", ",
            ],
        );
        let more = tape.most(
            &["", "pile = true, ", "order = true, ", "order = \"kept\", ", "as = \"zone/9\", "],
            &[
                "size = [0, 9], ",
                "size = [3, 1], ",
                "face = \"down\", ",
                "refill = \"zone0\", pile = true, ",
                "counts-for = \"owner\", ",
                "face = 1, ",
                "order = 1, ",
                "pile = true, order = \"kept\", ",
                "as = \"zone0\", ",
                "where = { cost = 1 }, ",
            ],
        );
        let text = format!("{of}{holds}{sees}{more}");
        table += &format!("{name} = {{ {} }}\n", text.trim_end_matches(", "));
    }
    let mut follows = String::new();
    table += "[table.counters]\nscore = { each = \"seat\" }\n";
    for at in 0..tape.below(5) {
        let name = if tape.rarely(24) {
            NAMES[tape.below(12) as usize].to_owned()
        } else {
            format!("count{at}")
        };
        let is = tape.most(
            &["", "is = \"flag\", ", "is = \"seat\", ", "is = \"number\", "],
            &["is = \"card\", "],
        );
        let range = tape.most(
            &["", "to = 7, ", "from = -3, to = 3, ", "from = -32768, to = 32767, start = -32768, "],
            &["from = 3, to = 1, ", "start = 5, ", "to = 40000, ", "start = true, "],
        );
        let sees =
            tape.most(&["", "sees = \"nobody\", "], &["sees = \"owner\", ", "sees = \"team\", "]);
        let told = tape.most(&["", "told = \"always\", "], &["told = 1, ", "as = \"score\", "]);
        let text = format!("{}{is}{range}{sees}{told}", each(tape));
        table += &format!("{name} = {{ {} }}\n", text.trim_end_matches(", "));
    }
    if tape.below(2) == 1 {
        let is = tape.most(&["", "is = \"flag\""], &["is = \"seat\", to = 3", "is = 1"]);
        let value = if is.contains("flag") { "t.turn == 0" } else { "len(deck_of(t))" };
        let named = tape.most(&["worth"], &["score", "pass"]);
        table += &format!("[table.follows]\n{named} = {{ {is} }}\n");
        follows = format!(
            "def {named}(t):\n    return {value}\n\ndef deck_of(t):\n    return cards if t.turn else none\n\n"
        );
        if is.contains("flag") {
            follows = format!("def {named}(t):\n    return {value}\n\n");
        }
    }
    if tape.rarely(3) {
        table += &format!(
            "[table.conserve]\n{}\n",
            tape.most(&["score = 0"], &["\"score + count0\" = 3", "nothing = 1", "score = \"a\""])
        );
    }
    table += "[table.moves]\npass = \"pass\"\n";
    let mut script = String::from(
        "def set_up(t):\n    t.turn = 0\n\ndef legal_flip(t, me):\n    play(\"pass\")\n\n",
    );
    let mut legal = String::from("def legal(t, me):\n    play(\"pass\")\n");
    let ends = "    if roll(4) == 1:\n        end()\n    t.turn = (me + 1) % variant.seats\n\n";
    script += &format!("def on_pass(t, me):\n{ends}");
    for at in 0..tape.below(4) {
        let gaps = tape.below(4);
        let (mut pattern, mut values, mut parameters) =
            (format!("do{at}"), String::new(), String::new());
        for gap in 0..gaps {
            let kind = tape.one(&["card", "seat", "number", "place"]);
            pattern +=
                &format!(" {} {{p{gap}:{kind}}}", tape.most(&["at", "with", "x", "7"], &["{"]));
            values += match kind {
                "card" => ", cards",
                "seat" => ", seats",
                "number" => ", numbers(0, 3)",
                _ => ", places",
            };
            parameters += &format!(", _p{gap}");
        }
        table += &format!("do{at} = \"{pattern}\"\n");
        legal += &format!("    play(\"do{at}\"{values})\n");
        script += &format!("def on_do{at}(t, me{parameters}):\n{ends}");
    }
    script += &legal;
    script += &format!("\n{follows}");
    if tape.rarely(3) {
        table += &format!(
            "[table.refusals]\nno = {}\n",
            tape.most(&["\"no\"", "{ rule = \"R1\", says = \"no\" }"], &["{ rule = \"R1\" }", "1"])
        );
    }
    table += &format!(
        "[table.end]\nwins = {}\n",
        tape.most(
            &["\"highest score\"", "[\"lowest score\", \"highest score\"]"],
            &["\"score\"", "\"highest nothing\"", "[]"]
        )
    );
    if tape.rarely(6) {
        let noise = tape.one(&[
            "[table.more]\n",
            "longest = 3\n",
            "[[table.zones]]\n",
            "[table.variants]\nx = [\"a\", \"b\"]\n",
            "[table.variants]\nplayers = 3\n",
            "\u{1}\n",
        ]);
        table += noise;
    }
    Game { table, script }
}

/// What is told has words and a help.
fn helpful(faults: &Diagnostics, table: &str) {
    for fault in faults.iter() {
        assert!(!fault.message.is_empty(), "{table}");
        assert!(fault.help.is_some(), "{}\n{table}", fault.message);
    }
}

/// Whether a table was accepted; then one of its games was written down and read back.
fn holds(game: &Game) -> bool {
    let deck = "template = \"card.svg\"\n[[card]]\nname = \"a\"\ncopies = 5\ncost = 1\n[[card]]\nname = \"b\"\ncost = 2\n";
    let files: BTreeMap<String, Vec<u8>> =
        [("game.toml", game.table.as_str()), ("cards.toml", deck), ("rules.star", &game.script)]
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .into();
    let folder = Folder::Memory(Tree::new("memory:", files));
    let folder = GameFolder::within("any", folder, None);
    let mut files = Files::new();
    let (pack, faults) = registry::read(folder, &mut files);
    helpful(&faults, &game.table);
    let Some(pack) = pack.filter(|_| !faults.has_errors()) else {
        assert!(faults.has_errors(), "{}", game.table);
        return false;
    };
    let variant = Variant::first(&deckproof::script::script_axes(&pack.game));
    let plan = RecordPlan { seed: 7, players: Players::Uniform, states: true, legal: false };
    let record = match record_game(&pack, &variant, &plan) {
        Ok(record) => record,
        Err(faults) => {
            assert!(faults.has_errors(), "{}", game.table);
            helpful(&faults, &game.table);
            return false;
        }
    };
    // 50 decisions may not be enough for the die to end it, and places by three are more moves than may be offered.
    let unfinished = record.unfinished.map(|breach| breach.says);
    assert!(
        unfinished.is_none_or(|says| {
            says.contains("goes on after") || says.contains("moves are offered at once")
        }),
        "{}",
        game.table
    );
    if let Err(faults) = replay_record(&pack, "any.jsonl", record.text.clone().into(), &mut files) {
        let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        panic!("{told:?}\n{}\n{}\n{}", game.table, game.script, record.text);
    }
    // What is written of a table sets it up again.
    let conforms = conform(&pack, &variant, 3, 7).unwrap();
    let restaged = conforms.failures().find(|(check, _)| check.name == "table");
    assert!(restaged.is_none(), "{restaged:?}\n{}\n{}", game.table, game.script);
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_accepted_is_played_and_read_back(choices in prop::collection::vec(any::<u32>(), 0..90)) {
        holds(&game(&choices));
    }
}

/// Enough of them are accepted for the property to say anything.
#[test]
fn a_good_part_of_the_tables_is_accepted() {
    let mut rng = deckproof::rules::Rng::stream(1, 0);
    let accepted = (0..400).filter(|_| {
        let choices: Vec<u32> = (0..90).map(|_| rng.below(1 << 30)).collect();
        holds(&game(&choices))
    });
    let accepted = accepted.count();
    println!("{accepted} of 400 tables are accepted");
    assert!(accepted >= 20, "{accepted}");
}
