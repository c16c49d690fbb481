//! Two versions of a game as pairs: games of the same seed and the same players, before an edit and after it. Two games and a plan come
//! in; exact counts of the differences go out. Called by `experiment`.
//!
//! The unit is the difference of a pair: what both games share cancels out. Chance is synchronised by purpose ([`super::chance`]), and
//! so are random choices; the correlation that this wins is counted.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::chance::CardKeys;
use super::heard::Heard;
use super::playing::{LabTable, in_blocks};
use super::rows::{CardRows, RowsInPlay};
use crate::players::SeatPolicy;
use crate::rules::{Breach, Laws, Notation, Outcome, Seat};
use crate::statistics::{Histogram, Merge, PairedSums, Sums};
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;
use crate::verify::playing::game_seed;

/// What is to be played of both versions.
#[derive(Debug, Clone, PartialEq)]
pub struct PairPlan {
    /// Who plays, by seat.
    pub policies: Vec<SeatPolicy>,
    pub seed: u64,
    /// The numbers of the pairs.
    pub pairs: Range<u64>,
    pub jobs: usize,
}

/// Counts of pairs. Of each sum x is the game as it was, y as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts {
    pub pairs: u64,
    /// Half points of each side: 2 for a win, 1 where nobody wins.
    pub sides: Vec<PairedSums>,
    /// Half points of the seat that decides first; nothing of pairs in which nobody does.
    pub first: PairedSums,
    /// Decisions.
    pub lengths: PairedSums,
    /// Games as they were and as they are, by their number of decisions.
    pub old_lengths: Histogram,
    pub new_lengths: Histogram,
    /// Pairs in which both games ended with the same winners.
    pub alike: u64,
    /// By deck and row: pairs in which it was played in the new game less those in the old one, of rows that both have.
    pub rows: BTreeMap<String, RowDifference>,
}

/// How a row fares before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowDifference {
    /// 1 where it was played, by anybody.
    pub played: PairedSums,
    /// What it was worth to the seat that played it: half points times the number of sides, less 2, so that 0 is what a seat wins
    /// anyway; 0 also where nobody played it, or several did.
    pub worth: PairedSums,
}

impl Merge for PairCounts {
    fn merge(&mut self, other: &Self) {
        self.pairs += other.pairs;
        if self.sides.len() < other.sides.len() {
            self.sides.resize(other.sides.len(), PairedSums::default());
        }
        for (own, more) in self.sides.iter_mut().zip(&other.sides) {
            own.merge(more);
        }
        self.first.merge(&other.first);
        self.lengths.merge(&other.lengths);
        self.old_lengths.merge(&other.old_lengths);
        self.new_lengths.merge(&other.new_lengths);
        self.alike += other.alike;
        for (row, more) in &other.rows {
            let own = self.rows.entry(row.clone()).or_default();
            own.played.merge(&more.played);
            own.worth.merge(&more.worth);
        }
    }
}

impl PairCounts {
    /// The differences of a side, new less old, in half points.
    pub fn difference(&self, side: usize) -> Sums {
        self.sides
            .get(side)
            .map(PairedSums::difference)
            .unwrap_or_default()
    }
}

/// One version, ready to be played.
struct Version<'g, G: Notation + Laws> {
    game: &'g G,
    keys: CardKeys,
    rows: &'g CardRows,
}

/// What a game of a pair came to.
struct Came {
    outcome: Outcome,
    first: Option<Seat>,
    decisions: i32,
    /// Row and seat, each once.
    played: Vec<(usize, Seat)>,
}

impl<'g, G: Notation + Laws> Version<'g, G> {
    fn play(&self, policies: &[SeatPolicy], seed: u64) -> Result<Came, Breach> {
        let table = LabTable {
            game: self.game,
            keys: &self.keys,
            policies,
            is_synchronised: true,
            follows_lead: false,
        };
        let mut heard = Heard::new(RowsInPlay::new(self.rows), 0);
        let played = guarded(|| table.play(seed, &mut heard))?;
        heard.played.sort_unstable();
        heard.played.dedup();
        Ok(Came {
            outcome: played.outcome,
            first: heard.first,
            decisions: heard.choices.len() as i32,
            played: heard.played,
        })
    }
}

/// Plays the pairs of a plan. `teams` is the side of each seat, the same before and after.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn count_pairs<G: Notation + Laws>(
    [old, new]: [(&G, &CardRows); 2],
    teams: &[usize],
    plan: &PairPlan,
    progress: Progress<'_>,
) -> Result<PairCounts, Breach> {
    let version = |(game, rows): (&'_ G, &'_ CardRows)| (CardKeys::new(game), rows.rows.len());
    let (old_keys, _) = version(old);
    let (new_keys, _) = version(new);
    let old = Version {
        game: old.0,
        keys: old_keys,
        rows: old.1,
    };
    let new = Version {
        game: new.0,
        keys: new_keys,
        rows: new.1,
    };
    let shared: Vec<(String, usize, usize)> = old
        .rows
        .rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| {
            let other = new.rows.rows.iter().position(|other| other == row)?;
            Some((format!("{}/{}", row.deck, row.id), at, other))
        })
        .collect();
    let sides = teams.iter().max().map_or(0, |last| last + 1);
    let done = std::sync::atomic::AtomicU64::new(0);
    let block = |pairs: Range<u64>| {
        let mut counts = PairCounts {
            sides: vec![PairedSums::default(); sides],
            rows: shared
                .iter()
                .map(|(name, ..)| (name.clone(), RowDifference::default()))
                .collect(),
            ..PairCounts::default()
        };
        for index in pairs {
            let seed = game_seed(plan.seed, index);
            let was = old.play(&plan.policies, seed)?;
            let is = new.play(&plan.policies, seed)?;
            counts.enter(&was, &is, teams, &shared);
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
        }
        Ok(counts)
    };
    in_blocks(plan.pairs.clone(), plan.jobs, block, PairCounts::default)
}

/// 2 for a win, 1 where nobody wins.
fn half_points(outcome: &Outcome, seat: Seat) -> i32 {
    match (outcome.winners.is_empty(), outcome.winners.contains(&seat)) {
        (true, _) => 1,
        (false, won) => 2 * i32::from(won),
    }
}

impl PairCounts {
    fn enter(&mut self, was: &Came, is: &Came, teams: &[usize], shared: &[(String, usize, usize)]) {
        self.pairs += 1;
        let sides = self.sides.len() as i32;
        for (side, sums) in self.sides.iter_mut().enumerate() {
            if let Some(seat) = teams.iter().position(|team| *team == side) {
                let of = |came: &Came| half_points(&came.outcome, Seat(seat as u8));
                sums.enter(of(was), of(is));
            }
        }
        let first = |came: &Came| {
            came.first
                .map_or(1, |seat| half_points(&came.outcome, seat))
        };
        if was.first.or(is.first).is_some() {
            self.first.enter(first(was), first(is));
        }
        self.lengths.enter(was.decisions, is.decisions);
        self.old_lengths.enter(was.decisions as u32);
        self.new_lengths.enter(is.decisions as u32);
        self.alike += u64::from(was.outcome.winners == is.outcome.winners);
        for (name, before, after) in shared {
            let by = |came: &Came, row: usize| -> (i32, i32) {
                let mut seats = came.played.iter().filter(|(played, _)| *played == row);
                match (seats.next(), seats.next()) {
                    (Some((_, seat)), None) => (1, half_points(&came.outcome, *seat) * sides - 2),
                    (first, _) => (i32::from(first.is_some()), 0),
                }
            };
            let (was, is) = (by(was, *before), by(is, *after));
            if let Some(row) = self.rows.get_mut(name) {
                row.played.enter(was.0, is.0);
                row.worth.enter(was.1, is.1);
            }
        }
    }
}
