//! `solved` against values that are known, and against what is too large for it.

use std::fs;
use std::path::Path;

use deckproof::lab::{PartResults, Shard, SolvedGame};
use deckproof::players::{SeatPolicies, SeatPolicy, Solution};
use deckproof::rules::{Aim, NoListener, Rng, SeededChance, Variant};
use deckproof::session::{LabAsked, lab_games};
use deckproof::table::Decision;

use super::reported::figures_in;
use super::{asked, deckproof};
use crate::games::{pack_at, rules_of};
use crate::small_game::SmallGame;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn solved(game: &str) -> SolvedGame {
    let asked =
        LabAsked { policies: SeatPolicies::all(SeatPolicy::Solved), ..asked(2, 1, Shard::WHOLE) };
    let pack = pack_at(&root().join(game));
    let part = lab_games(&pack, &[Variant::default()], &asked, &|_| ());
    let part = part.unwrap_or_else(|faults| panic!("{faults:#?}"));
    let PartResults::Games(mut all) = part.results else { panic!("games were asked for") };
    all.remove(0).counts.solved.unwrap()
}

#[test]
fn poker_of_three_and_of_six_cards_is_worth_what_is_known() {
    // Kuhn 1950: -1/18. Leduc: -0.0856 (Southey and others 2005; computed by many since).
    for (game, known) in [("kuhn", -1.0 / 18.0), ("leduc", -0.0856)] {
        let solved = solved(&format!("tests/good/{game}"));
        let [first, second] = solved.worth[..] else { panic!("{solved:?}") };
        let (worth, gain) =
            (first as f64 / SolvedGame::UNIT, solved.gain as f64 / SolvedGame::UNIT);
        println!("{game}: worth {worth}, gain {gain}");
        let range = if game == "kuhn" { 4.0 } else { 26.0 };
        assert!(gain <= range / 1000.0, "{solved:?}");
        assert!((worth - known).abs() <= gain + 1e-4, "{solved:?}");
        assert!((first + second).abs() <= 1, "{solved:?}");
    }
}

#[test]
fn perfect_players_bluff_with_a_jack_and_never_pass_a_bet_with_a_king() {
    let game = rules_of(&pack_at(&root().join("tests/good/kuhn")));
    let solution = Solution::of(&game, 100).unwrap();
    let (mut jacks, mut bluffs, mut kings) = (0, 0, 0);
    for seed in 0..3_000 {
        let mut chance = SeededChance::new(seed);
        let (mut state, mut past) = (game.set_up(&mut chance, &mut NoListener), Vec::new());
        let card = |state: &_, seat: &str| {
            let zone = format!("hand/{seat}");
            let census = game.census(state);
            let at = census.iter().position(|(_, z)| game.names.zone(*z) == zone);
            at.map(|at| game.names.cards[at].clone()).unwrap_or_default()
        };
        while let Some(seat) = game.turn(&state) {
            let choice = Rng::stream(seed, past.len() as u64).next();
            let mv = solution.choose(&game, (&state, &past), seat, choice).unwrap();
            let (held, text) = (card(&state, game.names.seat(seat)), game.write(&state, mv));
            if past.is_empty() && held.contains("jack") {
                jacks += 1;
                bluffs += u32::from(text == "bet");
            }
            let is_bet =
                past.iter().any(|one: &Decision<_>| game.write(&one.table, one.mv) == "bet");
            if is_bet && held.contains("king") {
                kings += 1;
                assert_eq!(text, "bet");
            }
            let (table, mut events) = (state, Vec::new());
            game.apply(&mut state, mv, &mut chance, &mut events);
            past.push(Decision { table, mv, events });
        }
    }
    println!("{bluffs} bluffs with {jacks} jacks, {kings} kings call");
    // A jack may bet at any share a up to a third; then a king is passed at 1 - 3a, and the second player bets a third of its jacks. So a king
    // meets a bet in a third of (a + (1 - 3a) / 3) / 2 = 1/6 of the deals, whatever a is: in 1/18 of 3,000, which is 167.
    assert!(bluffs > 0 && bluffs * 5 < jacks * 2, "{bluffs} of {jacks}");
    assert!((110..225).contains(&kings), "{kings}");
}

/// Two bid all at once, a card each, for prizes of five down to one point.
const BIDS: SmallGame<'_> = SmallGame {
    table: r#"
[table]
seats = ["ash", "birch"]
questions = ["which"]
longest = 12

[table.zones]
box = { holds = "cards" }
hand = { each = "seat" }
bid = { each = "seat", sees = "owner" }

[table.counters]
prize = { to = 5, start = 5 }
points = { each = "seat", to = 15 }
won = { each = "seat", from = -1, to = 1 }

[table.moves]
bid = "bid {card}"

[table.end]
wins = "highest won"
aim = "points"
"#,
    cards: "",
    script: r#""Bids."

def set_up(t):
    for n in range(1, 6):
        move(first(having(rank, n)), hand[0])
    move(box, hand[1])
    ask_all("which")

def legal(_t, _me):
    pass

def legal_which(_t, me):
    play("bid", hand[me])

def on_bid(_t, me, c):
    move(c, bid[me])

def answered(t):
    ahead = total(bid[0], rank) - total(bid[1], rank)
    if ahead != 0:
        points[0 if ahead > 0 else 1] += t.prize
    for me in seats:
        move(bid[me], box)
    t.prize -= 1
    if t.prize > 0:
        ask_all("which")
        return
    if points[0] != points[1]:
        winner = 0 if points[0] > points[1] else 1
        won[winner] = 1
        won[1 - winner] = -1
    end()
"#,
};

#[test]
fn bids_of_five_cards_all_at_once_are_worth_nothing_to_either_seat() {
    let card =
        |n| format!("[[card]]\nid = \"bid-{n}\"\nname = \"Bid {n}\"\nrank = {n}\ncopies = 2\n");
    let cards: String = (1..=5).map(card).collect();
    let cards = cards.as_str();
    let game = SmallGame { cards, ..BIDS }.rules();
    let solution = Solution::of(&game, 20_000).unwrap();
    println!("{} ways, {:?}, {}", solution.ways, solution.worth, solution.gain);
    // Each seat has the same cards, so neither can be ahead by more than there is still to gain.
    assert!(solution.worth.iter().all(|worth| worth.abs() <= solution.gain));
    assert!(solution.gain <= 2e-4, "{}", solution.gain);
    let policy = SeatPolicy::Search(200);
    assert!(policy.plays_by(&solution), "{} ways", solution.ways);
    assert!(!SeatPolicy::Search(100).plays_by(&solution));
}

/// A figure of `lab play GAME WORDS`: its value, and the ends of its interval.
fn figure(game: &str, words: &[&str], name: &str, of: &str) -> [f64; 3] {
    let dir = tempfile::tempdir().unwrap();
    let (game, file) = (root().join(game), dir.path().join("figures.json"));
    let [game, file] = [&game, &file].map(|path| path.to_str().unwrap());
    let told = deckproof(dir.path(), &[&["lab", "play", game, "--out", file], words].concat());
    let said = String::from_utf8_lossy(&told.stderr).into_owned();
    let all = figures_in(&fs::read_to_string(file).expect(&said));
    let found = all.iter().find(|one| one.name == name && one.of == of);
    let found = found.unwrap_or_else(|| panic!("no `{name}` of `{of}`: {all:#?}"));
    [found.value, found.low, found.high]
}

#[test]
fn players_that_search_play_small_games_by_their_solution() {
    let words = ["--policy", "search:1000", "--games", "4000"];
    let [value, low, high] = figure("tests/good/kuhn", &words, "seats.score", "ash");
    println!("Kuhn: {value} from {low} to {high}");
    assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high, "{value}");
    let words = ["--policy", "search:2000", "--against", "solved", "--games", "1000"];
    let gain = figure("tests/good/leduc", &words, "gain against solved", "search:2000");
    println!("Leduc: {gain:?}");
    assert!(gain[0].abs() < 0.1 && gain[1] <= 0.0 && 0.0 <= gain[2], "{gain:?}");
    // So that it is known what a player that does lose shows.
    let words = ["--policy", "uniform", "--against", "solved", "--games", "1000"];
    let [value, _, high] = figure("tests/good/leduc", &words, "gain against solved", "uniform");
    println!("Leduc at random: {value}, at most {high}");
    assert!(high < -0.2, "{value}");
}

#[test]
fn players_that_win_together_do_not_play_their_lives_away() {
    let game = rules_of(&pack_at(&root().join("tests/good/hanabi")));
    assert!(game.plays_together() && game.aim() == Aim::Points);
    let words = ["--players", "2", "--policy", "search:200", "--games", "12"];
    // Where the third life is lost there are no points.
    let [points, low, _] = figure("tests/good/hanabi", &words, "seats.score", "aki");
    println!("{points} points, at least {low}");
    assert!(low > 2.0, "{points}");
}

#[test]
fn a_game_that_is_too_large_is_refused_at_once() {
    let folder = root().join("examples/hearts");
    let refused = deckproof(&folder, &["lab", "play", ".", "--policy", "solved", "--games", "2"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(said.contains("too large for `solved`") && said.contains("3,000,000 ends"), "{said}");
}

#[test]
fn the_report_says_what_a_solved_game_is_worth() {
    let folder = root().join("tests/good/kuhn");
    let (dir, words) = (tempfile::tempdir().unwrap(), ["lab", "play", ".", "--policy", "solved"]);
    let file = dir.path().join("lab.html");
    let page = ["--games", "20", "--out", file.to_str().unwrap()];
    let told = deckproof(&folder, &[&words[..], &page].concat());
    let page = fs::read_to_string(&file).unwrap();
    let worth =
        "Solved, the game is worth -0.0556, +0.0556 (points) by seat; no seat gains more than 0.00";
    assert!(page.contains(worth), "{page}");
    let on_a_line = |told: &[u8]| {
        let told = String::from_utf8_lossy(told);
        told.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = on_a_line(&told.stdout);
    assert!(said.contains(worth), "{said}");
    // A search on the true cards is weaker than the solution: it would say that hidden cards are worth less than nothing.
    let told = deckproof(&folder, &["lab", "play", ".", "--policy", "search:100", "--games", "20"]);
    let said = on_a_line(&told.stdout);
    assert!(said.contains("- Skill ") && !said.contains("Seeing all cards"), "{said}");
}
