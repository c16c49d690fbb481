//! Games that people play: what a seat gets is made from what it knows and nothing else; a game goes on from its record wherever it
//! was cut off.

use std::path::Path;
use std::sync::Arc;

use deckproof::cards::Pack;
use deckproof::players::{Budget, search_move};
use deckproof::rules::{
    Among, CardId, Chance, Event, NoListener, Rng, ScriptedChance, Seat, SeededChance, Variant,
    Viewer,
};
use deckproof::script::Rules;
use deckproof::source::Files;
use deckproof::table::{Table, Wide};
use deckproof::verify::live::LiveGame;
use deckproof::verify::replay::replay_record;

use crate::games::{folders_with_rules as folders, pack_at as pack, rules_of as rules};
use crate::small_game::SmallGame;

fn new_game(pack: &Pack, seed: u64) -> LiveGame {
    let variant = Variant::first(&deckproof::script::script_axes(&pack.game));
    LiveGame::begin(pack, &variant, seed.into()).unwrap()
}

/// Plays so many moves, chosen at random.
fn play(live: &mut LiveGame, rng: &mut Rng, most: u32) {
    for _ in 0..most {
        let Some(seat) = live.turns().first().copied() else {
            return;
        };
        let legal = live.legal(seat);
        let text = &legal[rng.below(legal.len() as u32) as usize];
        live.play(seat, text).unwrap();
    }
}

#[test]
fn what_a_seat_sees_is_the_same_in_every_world_that_it_cannot_tell_apart() {
    for path in folders() {
        let game = rules(&pack(&path));
        for seed in 0..6 {
            let mut rng = Rng::stream(seed, 11);
            let mut chance = SeededChance::new(seed);
            let mut table = game.set_up(&mut chance, &mut NoListener);
            while game.turn(&table).is_some() {
                for seat in game.seats() {
                    let world = game.redeal(&table, seat, &mut rng);
                    for viewer in [Viewer::Seat(seat), Viewer::Onlooker] {
                        let [here, there] =
                            [&table, &world].map(|table| game.seen(table, viewer).to_string());
                        assert_eq!(here, there, "{}: {viewer:?}", path.display());
                    }
                }
                let legal = game.legal(&table);
                let mv = legal.get(rng.below(legal.len()));
                game.apply(&mut table, mv, &mut chance, &mut NoListener);
            }
        }
    }
}

#[test]
fn who_sees_everything_sees_the_table_of_the_record() {
    for path in folders() {
        let pack = pack(&path);
        let mut live = new_game(&pack, 3);
        play(&mut live, &mut Rng::new(3), 25);
        let frame = live.frame(live.ply(), Viewer::All).unwrap();
        let every = frame.table["zones"].as_object().unwrap();
        let cards: usize = every.values().map(|zone| zone.as_array().unwrap().len()).sum();
        for seat in 0..live.header().seats.len() as u8 {
            let seen = live.frame(live.ply(), Viewer::Seat(Seat(seat))).unwrap();
            let zones = seen.table["zones"].as_object().unwrap();
            // Every card is there, known or not, in the zone where it lies.
            for (zone, items) in every {
                let count = |items: &serde_json::Value| items.as_array().unwrap().len();
                assert_eq!(count(items), count(&zones[zone]), "{}: {zone}", path.display());
            }
        }
        assert!(cards > 0);
    }
}

#[test]
fn a_game_goes_on_from_its_record_as_if_it_had_never_stopped() {
    for path in folders() {
        let pack = pack(&path);
        let mut whole = new_game(&pack, 9);
        play(&mut whole, &mut Rng::new(9), 12);
        let record = whole.record();
        let resume = |text: &str, to: Option<u32>| {
            LiveGame::resume(&pack, ("a.jsonl", Arc::from(text)), to, &mut Files::new())
        };
        for to in 0..whole.ply() {
            let mut again = resume(&record, Some(to)).unwrap();
            assert_eq!(again.ply(), to);
            // The same moves, and the dice that were not thrown yet fall as they did.
            for ply in to + 1..=whole.ply() {
                let frame = whole.frame(ply, Viewer::All).unwrap();
                let seat = again.turns()[0];
                again.play(seat, &frame.text.unwrap()).unwrap();
            }
            assert_eq!(again.record(), record, "{}: from ply {to}", path.display());
        }
        assert!(resume(&record, Some(whole.ply() + 1)).is_err());
        // Cut off anywhere, as a killed process leaves it: whole plies count.
        let set_up = new_game(&pack, 9).record().len() - "{\"result\":null}\n".len();
        for cut in (set_up..record.len()).step_by(1 + record.len() / 60) {
            let Some(part) = record.get(..cut) else {
                continue;
            };
            let again =
                resume(part, None).unwrap_or_else(|e| panic!("{}: {cut}: {e:?}", path.display()));
            let kept = again.record();
            let kept = kept.rsplit_once("{\"result\"").unwrap().0;
            assert!(record.starts_with(kept) && kept.len() <= cut + 1, "{}: {cut}", path.display());
        }
    }
}

#[test]
fn records_of_people_are_records_like_any_other() {
    for path in folders() {
        let pack = pack(&path);
        let mut live = new_game(&pack, 5);
        let mut rng = Rng::new(5);
        for most in [7, u32::MAX] {
            play(&mut live, &mut rng, most);
            let text: Arc<str> = live.record().into();
            let replay = replay_record(&pack, "a.jsonl", text, &mut Files::new()).unwrap();
            assert_eq!(replay.result, live.result());
            assert_eq!(replay.frames.len() as u32, live.ply() + 1);
        }
    }
}

#[test]
fn why_a_move_is_refused_tells_nothing_that_the_seat_does_not_know() {
    for path in folders() {
        let game = rules(&pack(&path));
        let space = crate::conform::move_space(&game);
        let mut rng = Rng::new(21);
        let mut chance = SeededChance::new(21);
        let mut table = game.set_up(&mut chance, &mut NoListener);
        for _ in 0..30 {
            let Some(seat) = game.turn(&table) else { break };
            // What is refused is asked of a world that is dealt again, so two worlds must give the same one.
            let world = game.redeal(&table, seat, &mut rng);
            let [one, two] = [&table, &world].map(|from| game.redeal(from, seat, &mut Rng::new(1)));
            for _ in 0..40 {
                let mv = space[rng.below(space.len() as u32) as usize];
                assert_eq!(game.refusal(&one, mv), game.refusal(&two, mv), "{}", path.display());
            }
            let legal = game.legal(&table);
            let mv = legal.get(rng.below(legal.len()));
            game.apply(&mut table, mv, &mut chance, &mut NoListener);
        }
    }
}

#[test]
fn moves_that_drew_or_showed_something_are_not_taken_back() {
    let mut taken_back = 0;
    for path in folders() {
        let pack = pack(&path);
        let mut live = new_game(&pack, 2);
        let mut rng = Rng::new(2);
        while !live.turns().is_empty() && live.ply() < 60 {
            play(&mut live, &mut rng, 1);
            let ply = live.ply();
            let record = live.record();
            if live.may_undo_to(ply - 1).is_ok() {
                taken_back += 1;
                let seat = live.frame(ply, Viewer::All).unwrap();
                live.undo_to(ply - 1).unwrap();
                assert_eq!(live.ply(), ply - 1);
                let turn = live.turns()[0];
                live.play(turn, &seat.text.unwrap()).unwrap();
            } else {
                assert!(live.undo_to(ply - 1).is_err());
            }
            assert_eq!(live.record(), record, "{}", path.display());
        }
        assert!(live.may_undo_to(live.ply()).is_err() && live.may_undo_to(u32::MAX).is_err());
    }
    assert!(taken_back > 10, "{taken_back}");
}

#[test]
fn the_program_s_player_knows_what_its_seat_knows_and_wins_more_than_chance() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pack = pack(&root.join("examples/hearts"));
    let mut wins = 0.0;
    let games = 60;
    for seed in 0..games {
        let mut live = new_game(&pack, seed);
        let mut rng = Rng::new(seed);
        while let Some(seat) = live.turns().first().copied() {
            let legal = live.legal(seat);
            let text = match seat {
                Seat(0) => live.advise(seat, 150, seed)().unwrap(),
                _ => legal[rng.below(legal.len() as u32) as usize].clone(),
            };
            assert!(legal.contains(&text));
            live.play(seat, &text).unwrap();
        }
        let result = live.result();
        let winner = &result["winner"];
        let own = &live.header().seats[0];
        if winner == own || winner.as_array().is_some_and(|all| all.iter().any(|one| one == own)) {
            wins += 1.0;
        }
    }
    // Of four seats one wins a quarter by chance: 15 of 60; 27 or more come once in 2,000 such runs.
    assert!(wins >= 27.0, "{wins} of {games}");
}

#[test]
fn the_program_s_search_ends_long_before_its_bound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["examples/hearts", "cards/caper", "cards/caps-and-hammers"] {
        let game = rules(&pack(&root.join(name)));
        let table = game.set_up(&mut SeededChance::new(3), &mut NoListener);
        let seat = game.turn(&table).unwrap();
        let before = game.steps();
        // A quarter of the steps that it has at a table.
        let budget = Budget { most_steps: Some(5_000_000), ..Budget::new(400) };
        let found = search_move(&game, (&table, &[]), seat, budget, 7).unwrap();
        println!("{name}: {:.1} M steps", (game.steps() - before) as f64 / 1e6);
        assert_eq!(found.worlds.played, 400, "{name}");
    }
}

#[test]
fn the_program_s_player_remembers_what_others_played() {
    // Who lays its lower card and lays the three holds the four.
    let cards = [1, 2, 3, 4]
        .map(|rank| format!("[[card]]\nid = \"c{rank}\"\nname = \"C{rank}\"\nrank = {rank}\n"));
    let game = SmallGame {
        table: r#"
[table]
seats = ["ash", "birch"]
longest = 4

[table.zones]
deck = { holds = "cards", sees = "nobody", pile = true }
hand = { each = "seat", sees = "owner" }
used = {}

[table.counters]
is_laid = { is = "flag" }

[table.moves]
lay = "lay {card}"
guess = "guess {number}"
"#,
        cards: &cards.concat(),
        script: r#""Guess what is left."

def set_up(t):
    draw(deck, hand[1], 2)
    t.turn = 1

def legal(t, _me):
    if t.is_laid:
        play("guess", numbers(1, 4))
    else:
        play("lay", lowest(hand[1], rank))

def on_lay(t, _me, c):
    t.is_laid = True
    move(c, used)
    t.turn = 0

def on_guess(_t, me, n):
    if first(hand[1]).rank == n:
        win(me)
    else:
        win(1)
    end()
"#,
    };
    let pack = game.pack().unwrap();
    let mut sure = 0;
    for seed in 0..60 {
        let mut live = new_game(&pack, seed);
        let laid = live.legal(Seat(1));
        live.play(Seat(1), &laid[0]).unwrap();
        if laid == ["lay c3"] {
            assert_eq!(live.advise(Seat(0), 200, seed)().unwrap(), "guess 4");
            sure += 1;
        }
    }
    assert!(sure > 3, "{sure}");
}

/// Chance that notes what it deals from each pile.
struct Noted {
    dice: SeededChance,
    drawn: Vec<Vec<u8>>,
}

impl Noted {
    fn card(&mut self, pile: usize, card: u8) -> u8 {
        self.drawn[pile].push(card);
        card
    }
}

impl Chance for Noted {
    fn draw_of(&mut self, pile: usize, from: &dyn Among) -> u8 {
        let card = self.dice.draw_of(pile, from);
        self.card(pile, card)
    }

    fn order(&self, pile: usize, from: &[u8]) -> Vec<u8> {
        self.dice.order(pile, from)
    }
}

/// What a seat is told of a move, and what it sees afterwards: all that its page is made from.
fn received(game: &Rules<Wide>, after: &Table<Wide>, log: &[Event], seat: Seat) -> String {
    let mut text = String::new();
    for event in log {
        if let Event::Counted { counter, .. } = event
            && !game.sees_counter(seat, *counter)
        {
            continue;
        }
        let (event, is_known) = game.reads(seat, event);
        text += &format!("{event:?} {is_known}\n");
    }
    text + &game.seen(after, Viewer::Seat(seat)).to_string()
}

#[test]
fn what_a_seat_receives_of_the_moves_of_others_is_the_same_in_two_worlds() {
    let games = if crate::games::all() { 1_000 } else { 110 };
    let folders = folders();
    let mut compared = 0;
    for index in 0..games {
        let path = &folders[index as usize % folders.len()];
        let game = rules(&pack(path));
        let mut rng = Rng::stream(index, 21);
        let mut chance = Noted { dice: SeededChance::new(index), drawn: vec![Vec::new(); 8] };
        let mut table = game.set_up(&mut chance, &mut NoListener);
        while game.turn(&table).is_some() {
            let legal = game.legal(&table);
            let mv = legal.get(rng.below(legal.len()));
            let before = table;
            chance.drawn.iter_mut().for_each(Vec::clear);
            let mut log: Vec<Event> = Vec::new();
            game.apply(&mut table, mv, &mut chance, &mut log);
            let seat = Seat(rng.below(game.seats().count() as u32) as u8);
            let dealt = chance.drawn.iter().flatten().map(|card| CardId(u16::from(*card)));
            let shown = log.iter().filter_map(|event| match game.reads(seat, event) {
                (Event::Moved { card, .. } | Event::Turned { card, .. }, true) => Some(card),
                _ => None,
            });
            let moved = game.named_cards(&before, mv).first().copied();
            let cards: Vec<CardId> = dealt.chain(shown).chain(moved).collect();
            let around = Some((&table, cards.as_slice()));
            let around = game.redeal_around(&before, around, seat, &mut rng);
            let Some((world, _)) = around else {
                continue;
            };
            if world == before || game.refusal(&world, mv).is_some() {
                continue;
            }
            let (mut after, mut other_log) = (world, Vec::new());
            let mut same = ScriptedChance::new(chance.drawn.clone(), index);
            game.apply(&mut after, mv, &mut same, &mut other_log);
            let here = received(&game, &table, &log, seat);
            let there = received(&game, &after, &other_log, seat);
            assert_eq!(
                here,
                there,
                "{}, game {index}: {}",
                path.display(),
                game.write(&before, mv)
            );
            compared += 1;
        }
    }
    assert!(compared > 20 * games, "{compared} moves");
}
