//! Plays random games on several threads and counts them. A game and a plan come in; a [`Balance`] goes out, the same
//! for any number of threads. Called by `prove`.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::cards::CardRows;
use super::count::{BalanceCounts, RowsInPlay};
use super::report::Balance;
use crate::cards::Pack;
use crate::players::{Chooser, Players, Swarm, Uniform};
use crate::rules::{Breach, Game, Outcome, Seat, SeededChance};
use crate::statistics::Merge;
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;
use crate::verify::playing::{game_seed, outcome, unwatched};

/// What is to be played of each variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalancePlan {
    pub games: u64,
    /// Names the run: the same seed plays the same games as it does elsewhere.
    pub seed: u64,
    /// Threads.
    pub jobs: usize,
    /// `None`: both kinds by turns.
    pub players: Option<Players>,
}

/// Games that a thread takes at a time.
const BLOCK: u64 = 256;

/// Plays the games of a plan without laws watched, and counts.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn count_games<G: Game>(
    game: &G,
    pack: &Pack,
    plan: &BalancePlan,
    progress: Progress<'_>,
) -> Result<Balance, Breach> {
    let cards = CardRows::new(game.names(), &pack.decks);
    play(game, &cards, plan, progress)
}

/// As [`count_games`], with the rows of the cards already known.
pub fn play<G: Game>(
    game: &G,
    cards: &CardRows,
    plan: &BalancePlan,
    progress: Progress<'_>,
) -> Result<Balance, Breach> {
    let teams = guarded(|| teams(game, plan))?;
    let blocks = plan.games.div_ceil(BLOCK);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let sum = Mutex::new(Ok(BalanceCounts::new(teams.len(), cards.rows.len())));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= blocks {
                return;
            }
            let games = number * BLOCK..((number + 1) * BLOCK).min(plan.games);
            let many = games.end - games.start;
            let counted = guarded(|| block(game, cards, plan, &teams, games));
            let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
            match (&mut *sum, counted) {
                (Ok(sum), Ok(counts)) => sum.merge(&counts),
                (Ok(_), Err(breach)) => {
                    next.store(blocks, Ordering::Relaxed);
                    *sum = Err(breach);
                }
                (Err(_), _) => return,
            }
            drop(sum);
            progress(done.fetch_add(many, Ordering::Relaxed) + many);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..plan.jobs {
            scope.spawn(work);
        }
        work();
    });
    let counts = sum.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    Ok(Balance::new(game.names(), cards, &teams, &counts))
}

fn block<G: Game>(
    game: &G,
    cards: &CardRows,
    plan: &BalancePlan,
    teams: &[usize],
    games: Range<u64>,
) -> Result<BalanceCounts, Breach> {
    let mut counts = BalanceCounts::new(teams.len(), cards.rows.len());
    let mut seen = RowsInPlay::new(cards);
    for index in games {
        let (state, outcome, decisions) = one(game, plan, index, &mut seen)?;
        counts.decisions += decisions;
        counts.enter(game, &state, &outcome, teams, &mut seen);
    }
    Ok(counts)
}

fn teams<G: Game>(game: &G, plan: &BalancePlan) -> Result<Vec<usize>, Breach> {
    let nothing = &CardRows::among(game.names(), std::iter::empty());
    let samples = plan.games.min(BLOCK);
    sides(game.names().seats.len(), |index| {
        let game = (index < samples).then(|| one(game, plan, index, &mut RowsInPlay::new(nothing)));
        Ok(game.transpose()?.map(|(_, outcome, _)| outcome))
    })
}

/// The number of each seat's side: seats of a team have the same score in every game, and win together. `played` gives the outcomes of
/// some games, up to a number of its own; 256 are asked for at the most.
///
/// # Errors
/// Those of `played`.
pub fn sides(
    seats: usize,
    mut played: impl FnMut(u64) -> Result<Option<Outcome>, Breach>,
) -> Result<Vec<usize>, Breach> {
    let mut alike = vec![vec![true; seats]; seats];
    let mut won = vec![false; seats];
    for index in 0..BLOCK {
        let Some(outcome) = played(index)? else { break };
        let won_now: Vec<bool> = (0..seats)
            .map(|seat| outcome.winners.contains(&Seat(seat as u8)))
            .collect();
        let result = |seat: usize| (outcome.scores.get(seat), won_now[seat]);
        for (seat, alike) in alike.iter_mut().enumerate() {
            won[seat] |= won_now[seat];
            for (other, alike) in alike.iter_mut().enumerate() {
                *alike &= result(seat) == result(other);
            }
        }
    }
    let first = |seat: usize| {
        let mut before = 0..seat;
        before
            .find(|other| won[seat] && alike[seat][*other])
            .unwrap_or(seat)
    };
    let firsts: Vec<usize> = (0..seats).map(first).collect();
    // Numbered without gaps, in the order of their first seats.
    let number = |first: &usize| (0..*first).filter(|seat| firsts[*seat] == *seat).count();
    Ok(firsts.iter().map(number).collect())
}

/// Plays game `index` to its end.
fn one<G: Game>(
    game: &G,
    plan: &BalancePlan,
    index: u64,
    seen: &mut RowsInPlay<'_>,
) -> Result<(G::State, Outcome, u64), Breach> {
    let seed = game_seed(plan.seed, index);
    match Players::of_game(plan.players, index) {
        Players::Uniform => played::<G, Uniform>(game, seed, seen),
        Players::Swarm => played::<G, Swarm>(game, seed, seen),
    }
}

fn played<G: Game, P: Chooser>(
    game: &G,
    seed: u64,
    seen: &mut RowsInPlay<'_>,
) -> Result<(G::State, Outcome, u64), Breach> {
    let (mut chance, mut chooser) = (SeededChance::new(seed), P::of(seed));
    let state = game.set_up(&mut chance, seen);
    let (state, decisions) = unwatched(game, state, &mut chance, seen, &mut chooser, |_| ())?;
    Ok((state, outcome(game, &state)?, decisions.into()))
}
