//! Players that search: they know what their seat knows and nothing else, they win more than chance, and worlds that contradict what was
//! played are not for them.

use deckproof::table::Table;
use std::path::Path;

use deckproof::players::{Budget, choose_greedily, search_move};
use deckproof::rules::{NoListener, Rng, Seat, SeededChance};
use deckproof::script::Rules;
use deckproof::table::Decision;
use deckproof::table::Wide;

use crate::games::{folders_with_rules, pack_at as pack, rules_of as rules};
use crate::small_game::SmallGame;

/// All games with rules: the shipped ones and the examples.
fn games() -> Vec<(String, Rules<Wide>)> {
    let named = |path: &std::path::PathBuf| (path.display().to_string(), rules(&pack(path)));
    folders_with_rules().iter().map(named).collect()
}

type State = Table<Wide>;

/// What was decided before.
type Past = Vec<Decision<Wide>>;

/// A position of a random game after so many decisions, and what was decided before; `None` where the game is over by then.
fn position(game: &Rules<Wide>, seed: u64, plies: u32) -> Option<(State, Past)> {
    let mut rng = Rng::stream(seed, 5);
    let mut chance = SeededChance::new(seed);
    let mut table = game.set_up(&mut chance, &mut NoListener);
    let mut past = Vec::new();
    for _ in 0..plies {
        game.turn(&table)?;
        let legal = game.legal(&table);
        let mv = legal.get(rng.below(legal.len()));
        let (before, mut events) = (table, Vec::new());
        game.apply(&mut table, mv, &mut chance, &mut events);
        past.push(Decision { table: before, mv, events });
    }
    game.turn(&table)?;
    Some((table, past))
}

#[test]
fn the_same_seed_gives_the_same_move_in_every_world_that_the_seat_cannot_tell_apart() {
    let mut searched = 0;
    for (name, game) in games() {
        for (seed, plies) in [(1, 3), (2, 9), (3, 17)] {
            let Some((table, _)) = position(&game, seed, plies) else {
                continue;
            };
            let Some(seat) = game.turn(&table) else {
                continue;
            };
            let mut rng = Rng::new(seed);
            let world = game.redeal(&table, seat, &mut rng);
            let [here, there] = [&table, &world].map(|state| {
                let found = search_move(&game, (state, &[]), seat, Budget::new(60), 11).unwrap();
                (found.choice, found.moves.len(), found.decisions)
            });
            assert_eq!(here, there, "{name}");
            let [here, there] =
                [&table, &world].map(|state| choose_greedily(&game, state, seat, 11));
            assert_eq!(here, there, "{name}");
            searched += 1;
        }
    }
    assert!(searched > 15, "{searched}");
}

#[test]
fn every_choice_is_legal_and_every_world_is_played() {
    for (name, game) in games() {
        let Some((table, past)) = position(&game, 7, 6) else {
            continue;
        };
        let Some(seat) = game.turn(&table) else {
            continue;
        };
        let legal = game.legal_moves(&table);
        for is_all_seeing in [false, true] {
            let budget = Budget { is_all_seeing, ..Budget::new(50) };
            let found = search_move(&game, (&table, &past), seat, budget, 3).unwrap();
            assert!(legal.contains(&found.choice), "{name}");
            if legal.len() > 1 {
                let visits: u32 = found.moves.iter().map(|(_, visits, _)| visits).sum();
                assert_eq!((visits, found.worlds.played), (50, 50), "{name}");
            }
        }
    }
}

/// A heap of cards: a move takes one to three of them, who takes the last wins.
const HEAP: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["ash", "birch"]
longest = 40
faces = ["down"]

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }

[table.counters]
heap = { to = 20, start = 10 }
score = { each = "seat", to = 1 }

[table.moves]
take = "take {number}"

[table.end]
wins = ["highest score"]
"#,
    cards: "[[card]]\nid = \"c\"\nname = \"C\"\n",
    script: r#""Heap."

def set_up(t):
    t.turn = 0

def legal(t, me):
    play("take", numbers(1, min(3, t.heap)))

def on_take(t, me, n):
    t.heap -= n
    t.turn = 1 - me
    if t.heap == 0:
        score[me] = 1
        end()
"#,
};

#[test]
fn in_a_game_without_chance_the_best_move_is_found() {
    let game = HEAP.rules();
    let mut chance = SeededChance::new(1);
    let mut table = game.set_up(&mut chance, &mut NoListener);
    // Who leaves a multiple of four wins: of ten, two are taken.
    for left in [8, 4, 0] {
        let seat = game.turn(&table).unwrap();
        let budget = Budget::new(3_000);
        let found = search_move(&game, (&table, &[]), seat, budget, 5).unwrap();
        assert_eq!(game.write(&table, found.choice), format!("take {}", 2 + i32::from(left < 8)));
        game.apply(&mut table, found.choice, &mut chance, &mut NoListener);
        if left > 0 {
            // The other takes one, and so three are to be taken next.
            let one = game.legal_moves(&table)[0];
            game.apply(&mut table, one, &mut chance, &mut NoListener);
        }
    }
    assert_eq!(game.outcome(&table).unwrap().winners, [Seat(0)]);
}

/// Nim: a move takes pieces of one heap, who takes the last piece of all wins.
fn nim(heaps: [u32; 3]) -> Rules<u64> {
    let [first, second, third] = heaps;
    let script = format!(
        r#""Nim."

def set_up(t):
    heap[0] = {first}
    heap[1] = {second}
    heap[2] = {third}
    t.turn = 0

def legal(_t, _me):
    for p in places:
        play("take", p, numbers(1, heap[p]))

def on_take(t, me, p, n):
    heap[p] -= n
    t.turn = 1 - me
    if heap[0] + heap[1] + heap[2] == 0:
        win(me)
        end()
"#
    );
    let game = SmallGame {
        table: r#"
[table]
seats = ["ash", "birch"]
places = 3
longest = 40

[table.zones]
row = { holds = "cards" }

[table.counters]
heap = { each = "place", to = 9 }

[table.moves]
take = "take {place} {number}"
"#,
        cards: "[[card]]\nid = \"c\"\nname = \"C\"\n",
        script: &script,
    };
    game.rules()
}

#[test]
fn who_must_win_at_nim_wins() {
    // The first seat wins unless the heaps add up to 0 without carrying (Bouton, Annals of Mathematics 3, 1901).
    let (mut games, mut second) = (0, 0);
    for (a, b) in (1..=6).flat_map(|a| (a..=6).map(move |b| (a, b))) {
        for c in (b..=6).take(48 - games) {
            let game = nim([a, b, c]);
            let mut chance = SeededChance::new(1);
            let mut table = game.set_up(&mut chance, &mut NoListener);
            let mut seed = 0;
            while let Some(seat) = game.turn(&table) {
                seed += 1;
                let budget = Budget::new(10_000);
                let found = search_move(&game, (&table, &[]), seat, budget, seed).unwrap();
                assert!(found.worlds.played < 10_000, "it is known who wins");
                game.apply(&mut table, found.choice, &mut chance, &mut NoListener);
            }
            let must = u8::from(a ^ b ^ c == 0);
            let winners = game.outcome(&table).unwrap().winners;
            assert_eq!(winners, [Seat(must)], "{a} {b} {c}");
            games += 1;
            second += must;
        }
    }
    assert_eq!((games, second), (48, 4));
}

/// Ash picks one of three ends: most points, the largest lead, the largest share.
fn three_ends(end: &str) -> (String, [&'static str; 2]) {
    let table = format!(
        r#"
[table]
seats = ["ash", "birch"]
longest = 1
[table.zones]
row = {{ holds = "cards" }}
[table.counters]
score = {{ each = "seat", to = 20 }}
[table.moves]
rich = "rich"
ahead = "ahead"
alone = "alone"
[table.end]
{end}
"#
    );
    let cards = "[[card]]\nid = \"c\"\nname = \"C\"\n";
    let script = r#"
def set_up(t):
    t.turn = 0

def legal(_t, _me):
    play("rich")
    play("ahead")
    play("alone")

def on_rich(_t, _me):
    score[0] = 9
    score[1] = 12
    end()

def on_ahead(_t, _me):
    score[0] = 8
    score[1] = 1
    end()

def on_alone(_t, _me):
    score[0] = 2
    end()
"#;
    (table, [cards, script])
}

#[test]
fn search_plays_for_what_the_end_says() {
    for (aim, expected) in [
        ("", "ahead"),
        ("aim = \"wins\"", "ahead"),
        ("aim = \"points\"", "rich"),
        ("aim = \"share\"", "alone"),
        ("teams = [[\"ash\", \"birch\"]]", "rich"),
    ] {
        let (table, [cards, script]) = three_ends(&format!("wins = \"highest score\"\n{aim}"));
        let (table, game) = (&table, SmallGame { table: &table, cards, script }.rules());
        let state = game.set_up(&mut SeededChance::new(1), &mut NoListener);
        let found = search_move(&game, (&state, &[]), Seat(0), Budget::new(200), 1).unwrap();
        assert_eq!(game.write(&state, found.choice), expected, "{table}");
    }
}

#[test]
fn an_aim_that_is_unknown_or_has_no_points_is_refused() {
    let faults = |end: &str| {
        let (table, [cards, script]) = three_ends(end);
        SmallGame { table: &table, cards, script }.faults(&[]).concat()
    };
    assert!(faults("aim = \"point\"").contains("did you mean `points`?"));
    let without = faults("aim = \"points\"");
    assert!(without.contains("players cannot play for points: a seat has no score"), "{without}");
    assert!(without.contains("score = [\"chips\"]"), "{without}");
}

#[test]
fn worlds_that_contradict_what_was_played_are_refused() {
    // Hearts: who did not follow suit has none of it left. Half way through a game worlds that ignore it are many.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = rules(&pack(&root.join("examples/hearts")));
    let (mut refused, mut kept) = (0, 0);
    for seed in 0..12 {
        let Some((table, past)) = position(&game, seed, 34) else {
            continue;
        };
        let Some(seat) = game.turn(&table) else {
            continue;
        };
        let mut memory = game.remember(&past, &table, seat);
        let mut rng = Rng::new(seed);
        for _ in 0..50 {
            let world = game.redeal_remembering(&mut memory, &table, seat, &mut rng);
            if game.contradicts(&memory, &past, seat, &mut rng) {
                refused += 1;
            } else {
                kept += 1;
                nobody_has_what_they_did_not_follow(&game, &past, &world);
            }
        }
    }
    assert!(refused > 50 && kept > 50, "{refused} refused, {kept} kept");
}

/// By the names of cards and zones alone: who did not follow a suit has no card of it in this world.
fn nobody_has_what_they_did_not_follow(game: &Rules<Wide>, past: &Past, world: &State) {
    let suit = |card: usize| game.names.cards[card].split_once('-').unwrap().1.to_owned();
    let zone = |table: &State, card: usize| {
        let (_, zone) = game.census(table)[card];
        game.names.zone(zone).to_owned()
    };
    let mut led: Option<String> = None;
    for Decision { table, mv, .. } in past {
        let card = usize::from(mv.parts[0]);
        let in_trick = (0..52).any(|other| zone(table, other).starts_with("trick/"));
        if game.write(table, *mv).starts_with("give") {
            continue;
        }
        if !in_trick {
            led = Some(suit(card));
            continue;
        }
        let led = led.clone().unwrap();
        if suit(card) != led {
            let seat = game.names.seat(game.turn(table).unwrap());
            let hand = format!("hand/{seat}");
            let has = (0..52).find(|other| suit(*other) == led && zone(world, *other) == hand);
            assert_eq!(has, None, "{seat} has {led}");
        }
    }
}

#[test]
fn moves_that_are_worth_the_same_are_played_as_often_wherever_they_stand() {
    let game = SmallGame {
        table: r#"
[table]
seats = ["ash", "birch"]
longest = 4
[table.zones]
row = { holds = "cards" }
[table.moves]
take = "take {card}"
"#,
        cards: &["a", "b", "c", "d"]
            .map(|id| format!("[[card]]\nid = \"{id}\"\nname = \"{id}\"\n"))
            .concat(),
        script: r#"
def set_up(t):
    t.turn = 0

def legal(_t, _me):
    play("take", row)

def on_take(_t, _me, _c):
    win(roll(2) - 1)
    end()
"#,
    }
    .rules();
    let state = game.set_up(&mut SeededChance::new(1), &mut NoListener);
    let mut taken = std::collections::BTreeMap::new();
    for seed in 0..400 {
        let found = search_move(&game, (&state, &[]), Seat(0), Budget::new(30), seed).unwrap();
        *taken.entry(game.write(&state, found.choice)).or_insert(0) += 1;
    }
    // 100 each; 60 or fewer come once in a million times.
    assert!(taken.len() == 4 && taken.values().all(|times| *times > 60), "{taken:?}");
}
