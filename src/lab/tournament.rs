//! Two players against each other: every deal is played twice, with their seats swapped. A game and a plan come in, wins and defeats of
//! the first go out. Called by `experiment`; [`super::statistics::Tournament`] rates the players by them.

use std::ops::Range;

use super::chance::CardKeys;
use super::heard::Heard;
use super::playing::{LabTable, in_blocks};
use super::rows::{CardRows, RowsInPlay};
use crate::players::SeatPolicy;
use crate::rules::{Breach, Laws, Notation};
use crate::statistics::WinDrawLoss;
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;
use crate::verify::playing::game_seed;

/// Who plays against whom.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchPlan {
    pub players: [SeatPolicy; 2],
    pub seed: u64,
    /// The numbers of the deals; each is two games.
    pub deals: Range<u64>,
    pub jobs: usize,
}

/// Plays a match. At tables of more than two sides, sides are taken by turns: `A B A`, then `B A B`. A win is the first player's when a
/// seat of its wins.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn play_match<G: Notation + Laws>(
    game: &G,
    teams: &[usize],
    plan: &MatchPlan,
    progress: Progress<'_>,
) -> Result<WinDrawLoss, Breach> {
    let keys = CardKeys::new(game);
    let rows = CardRows::among(game.names(), std::iter::empty());
    let done = std::sync::atomic::AtomicU64::new(0);
    let block = |deals: Range<u64>| {
        let mut results = WinDrawLoss::default();
        for deal in deals {
            for swapped in [0, 1] {
                // At an odd number of sides the first of them goes round as well.
                let turn = deal as usize + swapped;
                let is_first = |seat: usize| (teams[seat] + turn).is_multiple_of(2);
                let policies: Vec<SeatPolicy> = (0..teams.len())
                    .map(|seat| plan.players[usize::from(!is_first(seat))])
                    .collect();
                let table = LabTable {
                    game,
                    keys: &keys,
                    policies: &policies,
                    is_synchronised: false,
                    follows_lead: false,
                };
                let mut heard = Heard::new(RowsInPlay::new(&rows), 0);
                let seed = game_seed(plan.seed, deal);
                let played = guarded(|| table.play(seed, &mut heard))?;
                match played.outcome.winners.first() {
                    None => results.draws += 1,
                    Some(seat) if is_first(usize::from(seat.0)) => results.wins += 1,
                    Some(_) => results.losses += 1,
                }
                progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
            }
        }
        Ok(results)
    };
    in_blocks(plan.deals.clone(), plan.jobs, block, WinDrawLoss::default)
}
