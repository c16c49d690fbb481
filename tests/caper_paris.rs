//! A part of Caper, two players in Paris, written as a folder: it plays as the built-in family does, decision by decision
//! and line by line.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::path::Path;

use deckproof::cards::Pack;
use deckproof::games::caper;
use deckproof::registry::Registry;
use deckproof::rules::{Chance, Dice, Event, Game, Notation, Pile, Variant};
use deckproof::script::{self, Scripted};
use deckproof::source::{Files, GameFolder};
use deckproof::verify::record::Writer;
use deckproof::verify::{Chooser, Swarm, Uniform};
use toml::{Table, Value};

use super::{copying, games};

/// Colours by their numbers.
const COLOURS: [&str; 6] = ["cream", "green", "blue", "yellow", "red", "teal"];

/// The columns of a card, and what they hold when the row says nothing.
const COLUMNS: &str = "capers points jewel antique painting wild capers-theirs points-theirs points-amount pset-amount \
    shield coins flips flip-only flip-reach recovers guards tips income cost";
const COLOUR_COLUMNS: &str =
    "capers-each points-each coins-each set-a set-b pset-a pset-b boosts shade";

fn colour(word: &Value) -> i64 {
    let word = word.as_str().unwrap();
    let at = COLOURS.iter().position(|colour| *colour == word);
    at.unwrap_or_else(|| panic!("a colour of Paris, not {word}")) as i64
}

/// A row as columns of numbers.
fn flat(row: &Table) -> BTreeMap<String, i64> {
    let mut flat: BTreeMap<String, i64> = BTreeMap::new();
    flat.extend(
        COLUMNS
            .split_whitespace()
            .map(|column| (column.to_owned(), 0)),
    );
    flat.extend(
        COLOUR_COLUMNS
            .split_whitespace()
            .map(|column| (column.to_owned(), -1)),
    );
    let mut add = |column: &str, n: i64| *flat.get_mut(column).unwrap() += n;
    let which = |of: Option<&Value>| match of.and_then(Value::as_str) {
        Some("thieves") => 1,
        Some("gear") => 2,
        _ => 0,
    };
    for key in ["income", "cost"] {
        add(key, row.get(key).and_then(Value::as_integer).unwrap_or(0));
    }
    if let Some(word) = row.get("colour") {
        add("shade", colour(word) + 1);
    }
    let abilities = ["gives", "reward", "when-played"].into_iter();
    let abilities = abilities
        .filter_map(|key| row.get(key)?.as_array())
        .flatten();
    let modifier = row.get("modifier").into_iter();
    for (ability, value) in modifier
        .chain(abilities)
        .flat_map(|one| one.as_table().unwrap())
    {
        let detail = |key: &str| value.as_table().and_then(|table| table.get(key));
        let amount = detail("amount").and_then(Value::as_integer).unwrap_or(1);
        match (ability.as_str(), value) {
            ("goods", Value::Array(goods)) => {
                goods.iter().for_each(|good| add(good.as_str().unwrap(), 1));
            }
            ("protect", Value::String(word)) if word == "self" => add("shield", 1),
            ("protect", word) => add("guards", which(Some(word))),
            ("capers" | "points" | "coins", Value::Integer(n)) => add(ability, *n),
            ("flip", Value::Integer(n)) => add("flips", *n),
            ("flip", _) => {
                add("flips", 1);
                add("flip-only", which(detail("only")));
                add("flip-reach", i64::from(detail("reach").is_some()));
            }
            ("recover", _) => add("recovers", 1),
            ("coins", _) if detail("for").is_some() => add("tips", which(detail("for"))),
            ("capers", _) if detail("for").is_some() => {
                add("boosts", colour(detail("for").unwrap()) + 1);
            }
            ("capers" | "points" | "coins", _) if detail("each").is_some() => {
                add(
                    &format!("{ability}-each"),
                    colour(detail("each").unwrap()) + 1,
                );
                if ability != "coins" {
                    let theirs = detail("of").and_then(Value::as_str) == Some("theirs");
                    add(&format!("{ability}-theirs"), i64::from(theirs));
                }
                if ability == "points" {
                    add("points-amount", amount);
                }
            }
            ("capers" | "points", _) => {
                let set = if ability == "capers" { "set" } else { "pset" };
                let colours = detail("each-set").and_then(Value::as_array).unwrap();
                add(&format!("{set}-a"), colour(&colours[0]) + 1);
                add(&format!("{set}-b"), colour(&colours[1]) + 1);
                if ability == "points" {
                    add("pset-amount", amount);
                }
            }
            other => panic!("an ability of Paris, not {other:?}"),
        }
    }
    flat
}

/// The cards of `cards/caper` that a game in Paris has, as a deck with flat columns.
fn deck(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cards/caper/{name}.toml"));
    let deck: Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let mut text = "template = \"card.svg\"\nsize = \"poker\"\n".to_owned();
    for row in deck["card"].as_array().unwrap() {
        let mut row = row.as_table().unwrap().clone();
        if !["core", "paris"].contains(&row["city"].as_str().unwrap()) {
            continue;
        }
        if name == "thieves" {
            row.insert("colour".into(), "cream".into());
        }
        let [id, called] = ["id", "name"].map(|key| row[key].as_str().unwrap());
        writeln!(
            text,
            "\n[[card]]\nid = \"{id}\"\nname = \"{called}\"\nsort = \"{name}\""
        )
        .unwrap();
        for (column, n) in flat(&row) {
            writeln!(text, "{column} = {n}").unwrap();
        }
    }
    text
}

/// The folder with its decks.
fn folder(at: &Path) -> Pack {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/caper-paris");
    copying::copy(&from, at);
    for name in ["thieves", "gear", "locations"] {
        std::fs::write(at.join(format!("{name}.toml")), deck(name)).unwrap();
    }
    let template = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63.5 88.9"/>"#;
    std::fs::create_dir_all(at.join("templates")).unwrap();
    std::fs::write(at.join("templates/card.svg"), template).unwrap();
    let folder = GameFolder::open(at).unwrap();
    Pack::load(folder, &Registry, &mut Files::new()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Chance that deals what the other game dealt.
#[derive(Default)]
struct Same(VecDeque<u8>);

impl Chance for Same {
    fn draw(&mut self, pile: Pile, from: u64, _: u32) -> u8 {
        let cards: Vec<u8> = (0..64).filter(|card| from >> card & 1 == 1).collect();
        self.draw_of(pile, &cards)
    }

    fn draw_of(&mut self, _: Pile, cards: &[u8]) -> u8 {
        let card = self
            .0
            .pop_front()
            .expect("a card that the other game dealt, too");
        assert!(cards.contains(&card), "{card} lies in the pile");
        card
    }

    fn order(&self, _: Pile, cards: &[u8]) -> Vec<u8> {
        cards.to_vec()
    }
}

type Own = Scripted<u128>;

/// The cards of the other game's draws, by the numbers that they have in the folder.
fn dealt(built: &caper::play::Rules, own: &Own, events: &[Event]) -> Same {
    let drawn = events.iter().filter_map(|event| match event {
        Event::Drawn { card, .. } => Some(built.names().card(*card)),
        _ => None,
    });
    let number = |word: &str| own.names().cards.iter().position(|card| card == word);
    Same(drawn.map(|word| number(word).expect(word) as u8).collect())
}

/// The legal moves as they are written.
fn legal<G: Notation>(game: &G, state: &G::State) -> BTreeSet<String> {
    let moves = game.legal_moves(state).into_iter();
    moves.map(|mv| game.write(state, mv)).collect()
}

/// Plays one game of the family and follows it in the folder. How many decisions it had.
fn compare<P: Chooser>(built: &caper::play::Rules, own: &Own, seed: u64) -> u32 {
    let mut player = P::of(seed);
    let (mut theirs, first) = Writer::set_up(built, Dice::new(seed), false);
    let (mut ours, same) = Writer::set_up(own, dealt(built, own, &first.events), false);
    assert_eq!(same.lines, first.lines, "the set-up of game {seed}");
    while let Some(seat) = built.turn(&theirs.state) {
        let ply = theirs.ply() + 1;
        assert_eq!(
            own.turn(&ours.state),
            Some(seat),
            "whose turn it is at ply {ply} of game {seed}"
        );
        let moves = legal(built, &theirs.state);
        assert_eq!(
            legal(own, &ours.state),
            moves,
            "the moves at ply {ply} of game {seed}"
        );
        let mv = player.choose(built, seat, &built.legal(&theirs.state));
        let text = built.write(&theirs.state, mv);
        let told = theirs.play(mv);
        ours.chance = dealt(built, own, &told.events);
        let mv = own
            .read(&ours.state, &text)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(ours.play(mv).lines, told.lines, "ply {ply} of game {seed}");
    }
    assert_eq!(
        ours.last_line(),
        theirs.last_line(),
        "the result of game {seed}"
    );
    theirs.ply()
}

#[test]
fn two_thousand_games_of_caper_in_paris_are_those_of_the_folder() {
    let dir = tempfile::tempdir().unwrap();
    let pack = folder(dir.path());
    let variant = Variant::default()
        .with("city", "paris")
        .with("players", "2");
    let own: Own = script::compile(&pack.game, &pack.decks, &variant)
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    let built = games::caper_rules(&games::pack(games::CAPER), "", "paris", "2");
    let decisions: u32 = std::thread::scope(|scope| {
        let halves = [0, 1].map(|half| {
            let (built, own) = (&built, &own);
            scope.spawn(move || {
                let games = (half * 1_000)..(half + 1) * 1_000;
                let play = |seed: u64| match seed % 2 {
                    0 => compare::<Uniform>(built, own, seed),
                    _ => compare::<Swarm>(built, own, seed),
                };
                games.map(play).sum::<u32>()
            })
        });
        halves.into_iter().map(|half| half.join().unwrap()).sum()
    });
    // Each player has 3 + 5 + 2 + 5 + 1 + 5 turns; flips and what is brought back come on top.
    assert!((84_000..120_000).contains(&decisions), "{decisions}");
}
