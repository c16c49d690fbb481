//! Searches every state of a small game, decision by decision, and holds those against each other that a seat cannot tell apart. A game
//! and a bound come in; a count for each ply, or the first broken law with the moves that lead to it, goes out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::information_leak::{Check, leak, told};
use crate::cards::{Overlay, Pack};
use crate::rules::{Branches, Breach, Event, NoListener, Rng, Seat, Shown, Tally, Variant};
use crate::script::{Rules, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, fault};
use crate::table::{CardSet, Move, Table};
use crate::verify::information_leak::{find_leak, find_set_up_leak};
use crate::verify::playing::property_id;

/// The states after so many decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlyStates {
    /// Distinct states.
    pub states: u64,
    /// Those in which the game is over.
    pub ends: u64,
    /// Legal moves of the others, all together.
    pub moves: u64,
}

/// What the search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exhausted {
    /// By ply, from the deal.
    pub plies: Vec<PlyStates>,
    /// How often each property was checked, and after how many moves it was seen.
    pub tally: Tally,
    /// The first law that a state or move breaks; nothing was visited after it.
    pub broken: Option<Broken>,
}

/// A broken law, and one of the shortest games that break it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The id of the law.
    pub law: String,
    pub breach: Breach,
    /// Its moves as text, without the draws.
    pub moves: Vec<String>,
}

/// Most steps, chance counted, for each state that may be visited.
const STEPS: u64 = 64;

/// Most set-ups, for each state that may be visited.
const DEALS: u64 = 4;

/// Visits every state of a game, as the overlay cuts it down if there is one.
///
/// # Errors
/// When the overlay or the data is wrong, or there are more states than `most`.
pub fn exhaust(
    pack: &Pack,
    variant: &Variant,
    overlay: Option<&Overlay>,
    most: u64,
) -> Result<Exhausted, Diagnostics> {
    let own = || Ok((pack.game.clone(), pack.decks.clone()));
    let (game, decks) = overlay.map_or_else(own, |over| over.over(&pack.game, &pack.decks))?;
    with_width!(&[pack], S => {
        search_exhaustively(&Rules::<S>::compile(&game, &decks, variant)?, most)
    })
}

/// Visits every state, ply by ply, and checks every law on every move.
///
/// # Errors
/// When there are more than `most` states, or games do not end.
pub fn search_exhaustively<S: CardSet>(
    game: &Rules<S>,
    most: u64,
) -> Result<Exhausted, Diagnostics> {
    let mut visit = Visit {
        game,
        most,
        states: 0,
        steps: 0,
        found: Exhausted { plies: Vec::new(), tally: Tally::default(), broken: None },
        ways: Vec::new(),
        rng: Rng::new(0),
    };
    match visit.all() {
        Ok(()) => {}
        Err(Stop::Fault(fault)) => return Err(fault.into()),
        Err(Stop::Broken(breach, last)) => {
            let law = property_id(game, breach.property).to_owned();
            let breach = breach.at_its_law(&game.properties);
            let moves = last.map_or_else(Vec::new, |last| visit.texts(last));
            visit.found.broken = Some(Broken { law, breach, moves });
        }
    }
    Ok(visit.found)
}

/// Why a visit ends before every state was visited.
enum Stop {
    Fault(Diagnostic),
    /// A broken law, and how the state was reached that breaks it; `None` before the first move.
    Broken(Breach, Option<Way>),
}

/// How a state was first reached.
#[derive(Clone, Copy)]
struct Way {
    /// The number of the state of the ply before.
    from: usize,
    /// None for the deal.
    mv: Option<Move>,
    /// The number of the branch that chance took.
    branch: usize,
}

struct Visit<'a, S: CardSet> {
    game: &'a Rules<S>,
    most: u64,
    states: u64,
    steps: u64,
    found: Exhausted,
    /// By ply, for each state.
    ways: Vec<Vec<Way>>,
    rng: Rng,
}

/// One state of so many is also compared with redealt ones, which changes hidden numbers that are chosen or rolled.
const REDEALT: usize = 16;

/// Set-ups that are compared with others, for each seat.
const SET_UPS: u64 = 200;

impl<S: CardSet> Visit<'_, S> {
    fn all(&mut self) -> Result<(), Stop> {
        let mut states = self.deal()?;
        while !states.is_empty() {
            if self.ways.len() > self.game.longest() as usize + 1 {
                let fault = fault!("a game goes on after {} decisions", self.game.longest();
                    "no game of these rules should be that long: `deckproof fuzz` finds which");
                return Err(Stop::Fault(fault.error(Code::TooManyStates)));
            }
            states = self.next(&states)?;
        }
        Ok(())
    }

    /// All deals.
    fn deal(&mut self) -> Result<Vec<Table<S>>, Stop> {
        let (mut states, mut ways, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        let mut chance = Branches::default();
        for (seed, seat) in (0..SET_UPS).flat_map(|seed| self.game.seats().map(move |s| (seed, s)))
        {
            find_set_up_leak(self.game, seed, seat, &mut self.rng)
                .map_err(|breach| Stop::Broken(breach, None))?;
        }
        for branch in 0.. {
            let state = self.game.set_up(&mut chance, &mut NoListener);
            self.step()?;
            if self.steps > self.most.saturating_mul(DEALS) {
                return Err(self.too_many("ways to deal"));
            }
            if seen.insert(state) {
                self.room()?;
                self.game
                    .watch(None, &state, &mut self.found.tally)
                    .map_err(|breach| Stop::Broken(breach, None))?;
                states.push(state);
                ways.push(Way { from: 0, mv: None, branch });
            }
            if !chance.advance() {
                break;
            }
        }
        self.ways.push(ways);
        Ok(states)
    }

    /// All states of the next ply.
    fn next(&mut self, states: &[Table<S>]) -> Result<Vec<Table<S>>, Stop> {
        let mut ply = PlyStates { states: states.len() as u64, ..PlyStates::default() };
        let after = self.play_all(states, &mut ply);
        let after = after.and_then(|after| self.leaks(states).map(|()| after));
        self.found.plies.push(ply);
        after
    }

    /// What every move leads to, and how.
    fn play_all(
        &mut self,
        states: &[Table<S>],
        ply: &mut PlyStates,
    ) -> Result<Vec<Table<S>>, Stop> {
        let game = self.game;
        let (mut after, mut ways, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
        for (from, state) in states.iter().enumerate() {
            let moves = game.legal_moves(state);
            ply.moves += moves.len() as u64;
            ply.ends += u64::from(game.turn(state).is_none());
            for mv in moves {
                let mut chance = Branches::default();
                for branch in 0.. {
                    let way = Way { from, mv: Some(mv), branch };
                    let mut next = *state;
                    game.apply(&mut next, mv, &mut chance, &mut NoListener);
                    self.step()?;
                    let watched = game.watch(Some(state), &next, &mut self.found.tally);
                    self.found.tally.close();
                    watched.map_err(|breach| Stop::Broken(breach, Some(way)))?;
                    if seen.insert(next) {
                        self.room()?;
                        after.push(next);
                        ways.push(way);
                    }
                    if !chance.advance() {
                        break;
                    }
                }
            }
        }
        self.ways.push(ways);
        Ok(after)
    }

    /// What a seat learns that it may not, of these states beside each other, and of some beside redealt ones.
    fn leaks(&mut self, states: &[Table<S>]) -> Result<(), Stop> {
        let game = self.game;
        hold_alike(game, states)?;
        for (at, state) in states.iter().enumerate().step_by(REDEALT) {
            for mv in game.legal_moves(state) {
                for seat in game.seats() {
                    find_leak(game, state, mv, seat, &mut self.rng)
                        .map_err(|breach| leak_in(at, Some(mv), breach))?;
                }
            }
        }
        Ok(())
    }

    /// The moves of the game that ends with `last`, played from the deal.
    fn texts(&self, last: Way) -> Vec<String> {
        let mut way = vec![last];
        let mut from = last.from;
        for ways in self.ways.iter().rev() {
            way.push(ways[from]);
            from = ways[from].from;
        }
        way.reverse();
        let deal = |chance: &mut Branches| self.game.set_up(chance, &mut NoListener);
        let mut state = Branches::nth(way[0].branch, deal);
        let mut texts = Vec::new();
        for Way { mv, branch, .. } in way {
            let Some(mv) = mv else { continue };
            texts.push(self.game.write(&state, mv));
            state = Branches::nth(branch, |chance| {
                let mut next = state;
                self.game.apply(&mut next, mv, chance, &mut NoListener);
                next
            });
        }
        texts
    }

    /// One more distinct state.
    fn room(&mut self) -> Result<(), Stop> {
        self.states += 1;
        if self.states > self.most { Err(self.too_many("states")) } else { Ok(()) }
    }

    /// One more move or deal.
    fn step(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        let most = self.most.saturating_mul(STEPS);
        if self.steps > most { Err(self.too_many("ways to deal and play")) } else { Ok(()) }
    }

    fn too_many(&self, what: &str) -> Stop {
        let fault = fault!(
            "the game has too many {what} to visit them all; the limit is {} states", self.most;
            "cut it down by `--overlay`: fewer rounds, turns, cards (`copies`), locations");
        Stop::Fault(fault.error(Code::TooManyStates))
    }
}

/// What a seat observes after a move, by hash, and a branch of chance in which it does.
type Observed = BTreeMap<u64, usize>;

/// By how a move looks to the seat and what it shows it: the first such move, and all that may be observed after it.
type After<S> = HashMap<(u64, u64), (Table<S>, Move, Observed)>;

/// That a seat learns what it may not, in one of the states, after a move.
fn leak_in(from: usize, mv: Option<Move>, breach: Breach) -> Stop {
    Stop::Broken(breach, Some(Way { from, mv, branch: 0 }))
}

/// Holds all states against each other that look the same to a seat: what it may do in them, and what it may observe after any move that
/// looks the same to it.
///
/// # Errors
/// The first difference.
fn hold_alike<S: CardSet>(game: &Rules<S>, states: &[Table<S>]) -> Result<(), Stop> {
    for seat in game.seats() {
        let mut classes: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (at, state) in states.iter().enumerate() {
            let looks = hashed(|hash| (game.view(state, seat), game.turn(state)).hash(hash));
            classes.entry(looks).or_default().push(at);
        }
        for class in classes.into_values().filter(|class| class.len() > 1) {
            let first = &states[class[0]];
            let own = game.turn(first) == Some(seat);
            let there = game.legal_moves(first);
            let mut after: After<S> = HashMap::new();
            for at in class {
                let state = &states[at];
                let moves = game.legal_moves(state);
                let odd = |mv: &&Move| !there.contains(mv) || !moves.contains(mv);
                if let Some(mv) = there.iter().chain(&moves).find(odd).filter(|_| own) {
                    let of = if moves.contains(mv) { state } else { first };
                    let says = format!(
                        "whether `{}` is legal changes with what {} cannot see",
                        game.write(of, *mv),
                        game.names.seat(seat)
                    );
                    return Err(leak_in(at, None, leak(says)));
                }
                for mv in moves {
                    hold(game, &mut after, state, mv, seat)
                        .map_err(|breach| leak_in(at, Some(mv), breach))?;
                }
            }
        }
    }
    Ok(())
}

/// Holds what may come of a move against what may come of one that looks the same to the seat.
fn hold<S: CardSet>(
    game: &Rules<S>,
    after: &mut After<S>,
    state: &Table<S>,
    mv: Move,
    seat: Seat,
) -> Result<(), Breach> {
    let check = Check { game, seat };
    let looks = hashed(|hash| match game.turn(state) {
        Some(turn) if turn == seat => mv.hash(hash),
        _ => game.looks(state, mv, seat, hash),
    });
    let mut found: BTreeMap<u64, Observed> = BTreeMap::new();
    let mut chance = Branches::default();
    for branch in 0.. {
        let played = check.play(Some((*state, mv)), chance.clone());
        let end = game.outcome(&played.state);
        if game.turn(&played.state).is_some() || end.is_some() {
            let in_order: Vec<Shown> = played.log.iter().filter_map(|e| check.shows(e)).collect();
            let scores = end.as_ref().map(|end| format!("{:?}", end.scores));
            let shown = hashed(|hash| (in_order, &played.shown, scores).hash(hash));
            let read = |event: &Event| game.reads(seat, event);
            let log: Vec<(Event, bool)> = played.log.iter().map(read).collect();
            let view = game.view(&played.state, seat);
            let end = end.map(|end| (end.winners, end.by, game.ended_by(&played.state)));
            let turn = game.turn(&played.state);
            let observed = hashed(|hash| (log, view, turn, end).hash(hash));
            found.entry(shown).or_default().entry(observed).or_insert(branch);
        }
        chance = played.chance;
        if !chance.advance() {
            break;
        }
    }
    for (shown, observed) in found {
        let (first, other, known) =
            after.entry((looks, shown)).or_insert_with(|| (*state, mv, observed.clone()));
        let lacks = |one: &Observed, two: &Observed| {
            two.iter().find(|(seen, _)| !one.contains_key(seen)).map(|(_, branch)| *branch)
        };
        let any = |of: &Observed| of.values().next().copied().unwrap_or(0);
        let branches = match (lacks(known, &observed), lacks(&observed, known)) {
            (Some(here), _) => [any(known), here],
            (None, Some(there)) => [there, any(&observed)],
            (None, None) => continue,
        };
        let play = |(state, mv): (Table<S>, Move), branch: usize| {
            let happens = |chance: &mut Branches| {
                let mut after = state;
                game.apply(&mut after, mv, chance, &mut NoListener);
            };
            check.play(Some((state, mv)), Branches::before(branch, happens))
        };
        let one = play((*first, *other), branches[0]);
        let two = play((*state, mv), branches[1]);
        let found = check.compare(&one, &two).err().unwrap_or_else(|| {
            let name = game.names.seat(seat);
            leak(format!("what {name} reads changes with what it cannot see"))
        });
        return Err(told(&format!("after `{}`", game.write(first, *other)))(found));
    }
    Ok(())
}

fn hashed(put: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hash = DefaultHasher::new();
    put(&mut hash);
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::testing::{Fault, GAME, edited, rules};

    /// The toy with one round and a hand of one card.
    fn short(fault: Fault) -> Rules<u64> {
        let game = edited(GAME, &[("rounds = 2", "rounds = 1")]);
        rules(&game, &edited(&fault.script(), &[("HAND = 2", "HAND = 1")]))
    }

    #[test]
    fn the_states_of_the_toy_are_counted() {
        let found = search_exhaustively(&short(Fault::Nothing), 1_000_000).unwrap();
        assert_eq!(found.broken, None);
        let ply = |at: usize| found.plies[at];
        // Two hands of one of 8 cards: 8 * 7. The card goes to one of 2 places; then it is shown or not.
        assert_eq!((ply(0).states, ply(0).moves), (56, 56 * 2));
        assert_eq!((ply(1).states, ply(1).moves), (112, 112 * 2));
        assert_eq!((ply(2).states, ply(2).moves), (224, 224 * 2));
        // After four decisions all is over: hands are empty, two cards lie in the discard.
        assert_eq!(found.plies.len(), 5);
        assert_eq!((ply(4).ends, ply(4).moves), (ply(4).states, 0));
    }

    #[test]
    fn a_law_broken_later_comes_with_the_moves_of_its_game() {
        let found = search_exhaustively(&short(Fault::ForgetsAPoint), 1_000_000).unwrap();
        let moves = found.broken.unwrap().moves;
        assert_eq!(moves.len(), 4);
        assert!(moves.contains(&"show".to_owned()), "{moves:?}");
        let lays = moves.iter().filter(|mv| mv.starts_with("lay c"));
        let lays: HashSet<_> = lays.map(|mv| &mv[..6]).collect();
        assert_eq!(lays.len(), 2, "{moves:?}");
    }

    #[test]
    fn a_broken_law_comes_with_one_of_the_shortest_games() {
        let found = search_exhaustively(&short(Fault::LosesACard), 1_000_000).unwrap();
        let broken = found.broken.unwrap();
        assert_eq!(broken.moves, ["lay c8 at 2"]);
        assert_eq!(broken.law, "T-I1");
    }

    #[test]
    fn what_a_seat_learns_and_may_not_is_found_in_the_states() {
        for fault in [Fault::Peeks, Fault::NoteLeaks] {
            let found = search_exhaustively(&short(fault), 1_000_000).unwrap();
            let broken = found.broken.unwrap();
            assert_eq!(broken.law, "views");
            assert!(broken.breach.says.contains("cannot see"), "{:?}", broken.breach);
        }
    }

    #[test]
    fn a_game_that_is_too_large_is_refused() {
        let told = search_exhaustively(&short(Fault::Nothing), 100).unwrap_err();
        let told: Vec<_> = told.into_iter().map(|d| d.message).collect();
        assert_eq!(
            told,
            ["the game has too many states to visit them all; the limit is 100 states"]
        );
    }
}
