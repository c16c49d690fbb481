//! The worlds in which a seat searches: what is hidden from it tells it nothing of the cards of others, and it forgets nothing that is certain.
//! One seat searches, mostly ash, and the others choose at random.

use std::collections::BTreeMap;

use deckproof::players::{Budget, Worlds, search_move};
use deckproof::rules::{Event, NoListener, Rng, Seat, SeededChance};
use deckproof::script::Rules;
use deckproof::table::Decision;
use deckproof::table::Table;

use crate::small_game::SmallGame;

#[path = "worlds/backs.rs"]
mod backs;
#[path = "worlds/heard.rs"]
mod heard;
#[path = "worlds/past.rs"]
mod past;
#[path = "worlds/seen.rs"]
mod seen;
#[path = "worlds/swaps.rs"]
mod swaps;

const ASH: Seat = Seat(0);
const BIRCH: Seat = Seat(1);
const CEDAR: Seat = Seat(2);

/// A game of three seats, each with a hand; what it has besides.
#[derive(Clone, Copy)]
struct Tiny<'t> {
    /// Cards have the ranks from 1 to this.
    ranks: u32,
    /// Keys of `[table]`.
    keys: &'t str,
    zones: &'t str,
    counters: &'t str,
    moves: &'t str,
    /// `finish(me, is_right)` ends it: the seat wins, or the next one.
    script: &'t str,
}

impl Tiny<'_> {
    fn with<T>(&self, run: impl FnOnce(SmallGame<'_>) -> T) -> T {
        let card = |n| format!("[[card]]\nid = \"c{n}\"\nname = \"C{n}\"\nrank = {n}\n");
        let cards: String = (1..=self.ranks).map(card).collect();
        let table = format!(
            r#"
[table]
seats = ["ash", "birch", "cedar"]
longest = 9
{}

[table.zones]
hand = {{ each = "seat", sees = "owner" }}
{}

[table.counters]
phase = {{ to = 9 }}
{}

[table.moves]
{}
"#,
            self.keys, self.zones, self.counters, self.moves
        );
        let finish = r#""Worlds."

def finish(me, is_right):
    if is_right:
        win(me)
    else:
        win((me + 1) % 3)
    end()
"#;
        let script = format!("{finish}{}", self.script);
        run(SmallGame { table: &table, cards: &cards, script: &script })
    }

    fn rules(&self) -> Rules<u64> {
        self.with(|game| game.rules())
    }

    fn failures(&self) -> Vec<String> {
        self.with(|game| game.failures())
    }
}

/// What the games here have if they say nothing else.
const PLAIN: Tiny<'_> = Tiny {
    ranks: 4,
    keys: "",
    zones: r#"deck = { holds = "cards", sees = "nobody", pile = true }"#,
    counters: "",
    moves: "",
    script: "",
};

/// What a seat found that searched.
struct Found {
    /// All that it had perceived.
    perceived: String,
    /// Where every card lay.
    cards: String,
    choice: String,
    /// Each move, and how often it was tried.
    tried: Vec<(String, u32)>,
    worlds: Worlds,
}

/// Plays a game in which one seat searches some worlds. Gives what it found at each of its decisions, and whether it won.
fn play(
    game: &Rules<u64>,
    (searcher, worlds): (Seat, u32),
    [deal, search]: [u64; 2],
) -> (Vec<Found>, bool) {
    let (mut rng, mut chance) = (Rng::stream(deal, 3), SeededChance::new(deal));
    let mut table = game.set_up(&mut chance, &mut NoListener);
    let (mut past, mut all): (Vec<Decision<_>>, _) = (Vec::new(), Vec::new());
    let mut perceived = format!("{:?}\n", game.view(&table, searcher));
    while let Some(seat) = game.turn(&table) {
        let legal = game.legal(&table);
        let mut mv = legal.get(rng.below(legal.len()));
        if seat == searcher {
            let budget = Budget::new(worlds);
            let found = search_move(game, (&table, &past), seat, budget, search).unwrap();
            mv = found.choice;
            let tried = found.moves.iter();
            all.push(Found {
                perceived: perceived.clone(),
                cards: cards(game, &table),
                choice: game.write(&table, mv),
                tried: tried.map(|(mv, visits, _)| (game.write(&table, *mv), *visits)).collect(),
                worlds: found.worlds,
            });
            perceived += &game.write(&table, mv);
        }
        let (before, mut events) = (table, Vec::new());
        game.apply(&mut table, mv, &mut chance, &mut events);
        let heard = heard_by(game, searcher, &events);
        perceived += &format!("{seat:?} {heard:?} {:?}\n", game.view(&table, searcher));
        past.push(Decision { table: before, mv, events });
    }
    let outcome = game.outcome(&table).unwrap();
    (all, outcome.winners.contains(&searcher))
}

/// Where every card lies: `c1 deck, c2 hand/ash, `.
fn cards(game: &Rules<u64>, table: &Table<u64>) -> String {
    let names = &game.names;
    let all = game.census(table).into_iter();
    all.map(|(card, zone)| format!("{} {}, ", names.card(card), names.zone(zone))).collect()
}

/// What a seat hears of events.
fn heard_by(game: &Rules<u64>, seat: Seat, events: &[Event]) -> Vec<Event> {
    let told = events.iter().filter(|event| match event {
        Event::Counted { counter, .. } => game.sees_counter(seat, *counter),
        _ => true,
    });
    told.map(|event| game.reads(seat, event).0).collect()
}

const GAMES: u64 = 100;

/// How many of its games a seat wins that searches.
fn wins(game: &Tiny<'_>, seat: Seat) -> usize {
    let game = game.rules();
    let won = |deal: &u64| play(&game, (seat, 60), [*deal, 1_000 + deal]).1;
    (0..GAMES).filter(won).count()
}

/// So many wins come from guesses that are right so often of a hundred times: no farther off than four standard deviations.
#[track_caller]
fn assert_guessed(wins: usize, percent: f64, what: &str) {
    let (games, share) = (GAMES as f64, percent / 100.0);
    let off = (wins as f64 - games * share).abs();
    let deviation = (games * share * (1.0 - share)).sqrt();
    assert!(off <= 4.0 * deviation, "{what}: {wins} of {GAMES} and not {percent} %");
}

/// Three numbers that nobody sees are ten together.
const SHARED: Tiny<'_> = Tiny {
    counters: r#"
one = { to = 10, sees = "nobody", start = 10 }
two = { to = TWO, sees = "nobody" }
three = { to = THREE, sees = "nobody" }

[table.conserve]
"one + two + three" = 10
"#,
    moves: r#"wait = "wait""#,
    script: r#"
def legal(_t, _me):
    play("wait")

def on_wait(_t, me):
    finish(me, True)

def set_up(t):
    t.turn = 0
"#,
    ..PLAIN
};

#[test]
fn every_division_of_a_hidden_sum_is_as_likely() {
    // One number of eleven, and of what is left any: 11 + 10 + … + 1 divisions; or any of five and of four, and the rest is the first.
    for (two, three, all) in [("10", "10", 66), ("4", "3", 20)] {
        let counters = SHARED.counters.replace("TWO", two);
        let game = Tiny { counters: &counters.replace("THREE", three), ..SHARED }.rules();
        let table = game.set_up(&mut SeededChance::new(1), &mut NoListener);
        let (mut rng, mut divisions) = (Rng::new(1), BTreeMap::<[i16; 3], u32>::new());
        for _ in 0..100 * all {
            let world = game.redeal(&table, ASH, &mut rng);
            let shares = [1, 2, 3].map(|counter| world.counter(counter));
            *divisions.entry(shares).or_insert(0) += 1;
        }
        assert_eq!(divisions.len(), all);
        let off = divisions.values().map(|times| f64::from(*times) - 100.0);
        let chi: f64 = off.map(|off| off * off / 100.0).sum();
        // So much on average, and the square root of twice that is the standard deviation.
        let mean = all as f64 - 1.0;
        let most = mean + 4.0 * (2.0 * mean).sqrt();
        assert!(chi < most, "{chi} of {most}: {divisions:?}");
    }
}
