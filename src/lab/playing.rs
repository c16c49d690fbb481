//! Plays games with any players and counts them. A game and a plan come in; [`LabCounts`] go out, the same for any number of threads.
//! Called by `experiment`, `matches` and `pairs`.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::chance::{CardKeys, SynchronisedChance, key_from};
use super::counts::{LabCounts, MatchCount, SolvedGame};
use super::heard::Heard;
use super::matches::Match;
use super::rows::CardRows;
use crate::players::{Position, SeatPolicy, Solution, Worlds};
use crate::rules::{Breach, Log, Outcome, Rng, Seat};
use crate::script::Rules;
use crate::statistics::Merge;
use crate::table::{CardSet, Decision, Move, Table};
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;
use crate::verify::playing::{Allowance, game_seed, outcome, unending};
use crate::verify::threads::{each_number, locked};

/// What is to be played of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct LabPlan {
    /// Who plays, by seat.
    pub policies: Vec<SeatPolicy>,
    /// The side of each seat.
    pub teams: Vec<usize>,
    /// Names the run: the same seed plays the same games.
    pub seed: u64,
    /// The numbers of the games.
    pub games: Range<u64>,
    /// Threads.
    pub jobs: usize,
    /// Who plays against them besides, in place of their yardsticks.
    pub against: Option<SeatPolicy>,
    /// Whether it is asked after every move of the first `LED` games of the run who would win now.
    pub follows_lead: bool,
}

/// Games that a thread takes at a time.
const BLOCK: u64 = 64;

/// Games by which seats that win together are told from opponents, and as many as that takes at most where random players hardly ever
/// win.
const SAMPLES: u64 = 400;
const MOST_SAMPLES: u64 = 2_000;

/// Games of a run, from its first, in which the lead is followed: to ask who would win now takes longer than the move.
const LED: u64 = 2_000;

/// Of so many games of a run, one deal is played by its players against each of their yardsticks.
const MATCHED: u64 = 8;

/// One deal is played against the player of `--against` for this many games of the run. A deal is two games, so both numbers are equal.
const AGAINST: u64 = 2;

/// Stream of a game's seed, for the choices of its players.
const CHOICES: u64 = 67;

/// Plays the games of a plan and counts them.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn count_games<S: CardSet>(
    game: &Rules<S>,
    rows: &CardRows,
    plan: &LabPlan,
    solution: Option<&Solution>,
    progress: Progress<'_>,
) -> Result<LabCounts, Breach> {
    let (keys, teams) = (CardKeys::new(game), plan.teams.as_slice());
    let verbs = first_patterns(&game.verbs());
    let (matches, each) = match (plan.policies.as_slice(), plan.against) {
        ([first, ..], Some(other)) => (vec![[*first, other]], AGAINST),
        ([first, more @ ..], None) if more.iter().all(|policy| policy == first) => {
            (first.yardsticks(game.hides(), solution), MATCHED)
        }
        _ => (Vec::new(), MATCHED),
    };
    let matches =
        matches.into_iter().map(|players| Match { game, keys: &keys, teams, players, solution });
    let matches: Vec<Match<'_, S>> = matches.collect();
    let empty = || LabCounts {
        matches: matches.iter().map(|one| MatchCount::new(one.players)).collect(),
        solved: solution.map(SolvedGame::new),
        ..LabCounts::new(teams.len(), rows.rows.len())
    };
    let done = AtomicU64::new(0);
    // Counts are whole numbers: their sum does not depend on the order in which threads finish.
    let block = |games: Range<u64>| {
        let mut counts = empty();
        let mut heard = Heard::new(rows, game);
        for index in games {
            let table = LabTable {
                follows_lead: plan.follows_lead && index < LED,
                ..LabTable::new(game, &keys, &plan.policies, solution)
            };
            let played = guarded(|| table.play(game_seed(plan.seed, index), &mut heard))?;
            for verb in &mut heard.verbs {
                *verb = verbs.get(usize::from(*verb)).copied().unwrap_or(*verb);
            }
            counts.enter(game, &played.state, &played.outcome, teams, &mut heard);
            heard.clear();
            if index.is_multiple_of(each) {
                for (count, one) in counts.matches.iter_mut().zip(&matches) {
                    count.enter(&one.play(plan.seed, index / each)?);
                }
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok(counts)
    };
    in_blocks(plan.games.clone(), plan.jobs, block, empty)
}

/// For each pattern of moves the first that has its verb: a verb with several patterns is counted as one.
fn first_patterns(verbs: &[String]) -> Vec<u8> {
    let first = |verb: &String| verbs.iter().position(|other| other == verb);
    verbs.iter().map(|verb| first(verb).unwrap_or(0) as u8).collect()
}

/// Works on blocks of games on several threads, and adds up.
///
/// # Errors
/// The first of them.
pub fn in_blocks<C: Merge + Send, E: Send>(
    games: Range<u64>,
    jobs: usize,
    block: impl Fn(Range<u64>) -> Result<C, E> + Sync,
    empty: impl FnOnce() -> C,
) -> Result<C, E> {
    let each = BLOCK.min((games.end - games.start).div_ceil(jobs.max(1) as u64 * 4).max(1));
    let blocks = (games.end - games.start).div_ceil(each);
    // Blocks are begun in their order, so all before one that failed are played.
    let found = Mutex::new((empty(), None::<(u64, E)>));
    each_number(jobs, blocks, |number| {
        let start = games.start + number * each;
        if locked(&found).1.is_some() {
            return false;
        }
        let counted = block(start..(start + each).min(games.end));
        let (sum, failed) = &mut *locked(&found);
        match counted {
            Ok(counted) => sum.merge(&counted),
            Err(breach) if failed.as_ref().is_none_or(|(first, _)| start < *first) => {
                *failed = Some((start, breach));
            }
            Err(_) => {}
        }
        true
    });
    match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        (_, Some((_, breach))) => Err(breach),
        (sum, None) => Ok(sum),
    }
}

/// Where one game is played.
pub struct LabTable<'g, S: CardSet> {
    pub game: &'g Rules<S>,
    pub keys: &'g CardKeys,
    pub policies: &'g [SeatPolicy],
    /// For seats that play it.
    pub solution: Option<&'g Solution>,
    /// Whether random choices follow from the names of the moves: for games of which another version is played beside.
    pub is_synchronised: bool,
    /// Whether it is noted after each move who would win now.
    pub follows_lead: bool,
}

/// A game that is over.
pub struct PlayedGame<S: CardSet> {
    pub state: Table<S>,
    pub outcome: Outcome,
}

impl<'g, S: CardSet> LabTable<'g, S> {
    /// Of games that are played for their results alone.
    pub fn new(
        game: &'g Rules<S>,
        keys: &'g CardKeys,
        policies: &'g [SeatPolicy],
        solution: Option<&'g Solution>,
    ) -> Self {
        LabTable { game, keys, policies, solution, is_synchronised: false, follows_lead: false }
    }
}

impl<S: CardSet> LabTable<'_, S> {
    /// Plays the game that `seed` names.
    ///
    /// # Errors
    /// When it does not come to its end.
    pub fn play(&self, seed: u64, heard: &mut Heard<'_>) -> Result<PlayedGame<S>, Breach> {
        let game = self.game;
        let mut chance = SynchronisedChance::new(seed, self.keys);
        let mut state = game.set_up(&mut chance, &mut *heard);
        // Of its moves alone.
        let mut steps = Allowance::of_a_game(game);
        let choices = Rng::stream(seed, CHOICES).next();
        let remembers = self.policies.iter().any(|policy| policy.remembers());
        let mut past: Vec<Decision<S>> = Vec::new();
        let mut number = 0;
        while let Some(seat) = game.turn(&state) {
            let legal = game.legal(&state);
            if legal.is_empty() || number == game.longest() {
                return Err(unending(game, &state));
            }
            let choice = Rng::stream(choices, number.into()).next();
            let mv = if legal.len() == 1 {
                legal.get(0)
            } else {
                let chosen = steps.aside(|| self.choose((&state, &past), seat, choice));
                let (mv, worlds) = chosen.ok_or_else(|| unending(game, &state))?;
                heard.deal(worlds);
                mv
            };
            if game.is_at_once(&state) {
                heard.answer(seat, game.named_cards(&state, mv).first().copied());
            } else {
                heard.begin_move(seat, game.named_cards(&state, mv));
            }
            heard.choices.push(legal.len());
            heard.verbs.push(mv.pattern);
            if remembers {
                let (table, mut events) = (state, Vec::new());
                game.apply(&mut state, mv, &mut chance, &mut events);
                events.iter().for_each(|event| heard.push(*event));
                past.push(Decision { table, mv, events });
            } else {
                game.apply(&mut state, mv, &mut chance, &mut *heard);
            }
            if self.follows_lead {
                let leaders = steps.aside(|| self.leaders(&state));
                heard.leaders.push(leaders);
            }
            number += 1;
        }
        let outcome = outcome(game, &state)?;
        Ok(PlayedGame { state, outcome })
    }

    fn choose(&self, at: Position<'_, S>, seat: Seat, choice: u64) -> Option<(Move, Worlds)> {
        let policy = self.policies.get(usize::from(seat.0)).copied().unwrap_or(SeatPolicy::Uniform);
        if policy == SeatPolicy::Uniform && self.is_synchronised {
            // The move with the least hash: a legal move more or less leaves the choice among the others alone.
            let hash = |mv: &Move| {
                let key = key_from(choice, &self.game.write(at.0, *mv));
                (Rng::new(key).next(), *mv)
            };
            let mv = self.game.legal_moves(at.0).into_iter().min_by_key(hash)?;
            return Some((mv, Worlds::default()));
        }
        policy.choose(self.game, at, seat, choice, self.solution)
    }

    /// Who would win now, as bits.
    fn leaders(&self, state: &Table<S>) -> u8 {
        let outcome = self.game.outcome_now(state);
        outcome.map_or(0, |outcome| {
            let bits = outcome.winners.iter().map(|seat| 1u8 << (seat.0 & 7));
            bits.fold(0, |all, bit| all | bit)
        })
    }
}

/// The number of each seat's side: that of its team. Where scores rank nobody, the rules may let seats win together that are no team in
/// `game.toml`: those that do so in some random games, however seldom these are won. If nobody ever wins, all lose together.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn seat_sides<S: CardSet>(game: &Rules<S>) -> Result<Vec<usize>, Breach> {
    let sides = known_sides(game)?;
    Ok(sides.unwrap_or_else(|| vec![0; game.names.seats.len()]))
}

/// As [`seat_sides`]; `None` where only games that somebody wins could tell, and nobody won any.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn known_sides<S: CardSet>(game: &Rules<S>) -> Result<Option<Vec<usize>>, Breach> {
    let seats = game.names.seats.len();
    let heads = (0..seats).map(|seat| usize::from(game.head(Seat(seat as u8)).0));
    let mut firsts: Vec<usize> = heads.collect();
    if game.highest_first().is_none() {
        let is_without_teams = firsts.iter().copied().eq(0..seats);
        let together = match seats_that_win_together(game)? {
            None if is_without_teams => return Ok(None),
            together => together.unwrap_or_else(|| (0..seats).collect()),
        };
        for (seat, first) in firsts.iter_mut().enumerate().filter(|(seat, first)| seat == *first) {
            *first = together[seat];
        }
    }
    // Numbered without gaps, in the order of their first seats.
    let number = |first: &usize| (0..*first).filter(|seat| firsts[*seat] == *seat).count();
    Ok(Some(firsts.iter().map(number).collect()))
}

/// Of each seat the first with which it won every game that it won. Who never won is by itself; `None` if nobody ever did.
fn seats_that_win_together<S: CardSet>(game: &Rules<S>) -> Result<Option<Vec<usize>>, Breach> {
    let keys = CardKeys::new(game);
    let rows = CardRows::among(&game.names, std::iter::empty());
    let seats = game.names.seats.len();
    let policies = vec![SeatPolicy::Uniform; seats];
    let table = LabTable::new(game, &keys, &policies, None);
    let mut won: Vec<u8> = Vec::new();
    for index in 0..MOST_SAMPLES {
        if index >= SAMPLES && !won.is_empty() {
            break;
        }
        let mut heard = Heard::new(&rows, game);
        let winners = table.play(game_seed(0, index), &mut heard)?.outcome.winners;
        let winners = winners.iter().fold(0, |bits, seat| bits | 1 << (seat.0 & 7));
        if winners != 0 {
            won.push(winners);
        }
    }
    let wins = |seat: usize| won.iter().map(move |winners| winners >> seat & 1);
    let first = |seat: usize| {
        let never = wins(seat).all(|won| won == 0);
        let mut before = (0..seat).filter(|_| !never);
        before.find(|other| wins(seat).eq(wins(*other))).unwrap_or(seat)
    };
    Ok((!won.is_empty()).then(|| (0..seats).map(first).collect()))
}
