//! Two versions of a game as pairs: games of the same seed and the same players, before an edit and after it. Two games and a plan come
//! in; exact counts of the differences go out. Called by `experiment`.
//!
//! The unit is the difference of a pair: what both games share cancels out. Chance is synchronised by purpose ([`super::chance`]), and
//! so are random choices; the correlation that this wins is counted.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::heard::Heard;
use super::paired_cases::{PairedCases, PairedWins};
use super::playing::{LabPlan, LabTable, in_blocks};
use super::rows::CardRows;
use crate::players::{SeatPolicy, Solution};
use crate::rules::{Breach, Outcome, Seat};
use crate::script::Rules;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::statistics::{Histogram, PairedSums, merge_fields};
use crate::table::CardSet;
use crate::verify::fuzz::Progress;
use crate::verify::panics::guarded;
use crate::verify::playing::game_seed;

/// Counts of pairs. Of each sum x is the game as it was, y as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts {
    pub pairs: u64,
    /// 1 where nobody wins.
    pub nobody: PairedSums,
    /// Wins of the seat that decides first; nothing of pairs in which nobody does, before or after.
    pub first: PairedSums,
    /// Decisions.
    pub lengths: PairedSums,
    /// No game of either version has more decisions.
    pub longest: u32,
    /// Games as they were and as they are, by their number of decisions.
    pub old_lengths: Histogram,
    pub new_lengths: Histogram,
    /// Pairs in which both games ended with the same winners.
    pub alike: u64,
    pub wins: PairedWins,
    /// By deck and row. A row that only one of them has is played in no game of the other.
    pub rows: BTreeMap<String, RowDifference>,
}

/// One of two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Only {
    Before,
    After,
}

/// Why pairs cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairFault {
    /// The version that cannot be played; `None` where it is the two together, or who is to play them.
    pub of: Option<Only>,
    pub faults: Diagnostics,
}

impl PairFault {
    pub fn of(of: Only, faults: Diagnostics) -> PairFault {
        PairFault { of: Some(of), faults }
    }
}

impl From<Diagnostics> for PairFault {
    fn from(faults: Diagnostics) -> PairFault {
        PairFault { of: None, faults }
    }
}

impl From<PairFault> for Diagnostics {
    /// The faults with the version that they are of. Those of a file name it themselves.
    fn from(PairFault { of, faults }: PairFault) -> Diagnostics {
        let when = match of {
            Some(Only::Before) => "before the edit",
            Some(Only::After) => "after the edit",
            None => return faults,
        };
        let tell = |mut fault: Diagnostic| {
            if fault.code == Code::NotPlayable {
                fault.message = format!("{when}, {}", fault.message);
            }
            fault
        };
        faults.into_iter().map(tell).collect()
    }
}

/// How a row fares before and after.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowDifference {
    /// The version that alone has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<Only>,
    /// 1 where it was played, by anybody.
    pub played: PairedSums,
    pub seats: PairedCases,
}

merge_fields!(RowDifference: played, seats);
merge_fields!(PairCounts: pairs, nobody, first, lengths, old_lengths, new_lengths, alike, wins, rows; greatest longest);

impl PairCounts {
    pub fn new(seats: usize, rows: impl Iterator<Item = (String, Option<Only>)>) -> PairCounts {
        let of_row = |only| RowDifference {
            only,
            played: PairedSums::default(),
            seats: PairedCases::new(seats),
        };
        PairCounts {
            wins: PairedWins::new(seats),
            rows: rows.map(|(row, only)| (row, of_row(only))).collect(),
            ..PairCounts::default()
        }
    }
}

/// One version, ready to be played; with its solution, if somebody plays by it.
pub struct PairedVersion<S: CardSet> {
    pub game: Rules<S>,
    pub rows: CardRows,
    pub solution: Option<Solution>,
}

/// What a game of a pair came to.
struct Came<'c> {
    outcome: Outcome,
    /// Its notes; what was played in order, each row and seat once.
    heard: Heard<'c>,
}

impl Came<'_> {
    /// The seats that played a row.
    fn seats_of(&self, row: usize) -> &[(usize, Seat)] {
        let played = &self.heard.played;
        let start = played.partition_point(|(played, _)| *played < row);
        let end = played.partition_point(|(played, _)| *played <= row);
        &played[start..end]
    }
}

/// A row of one of two versions, or of both, with its number in each.
struct EitherRow {
    name: String,
    old: Option<usize>,
    new: Option<usize>,
}

impl EitherRow {
    fn only(&self) -> Option<Only> {
        match (self.old, self.new) {
            (Some(_), None) => Some(Only::Before),
            (None, Some(_)) => Some(Only::After),
            _ => None,
        }
    }

    fn of_both(old: &CardRows, new: &CardRows) -> Vec<EitherRow> {
        let at = |rows: &CardRows, row: &(String, String)| {
            rows.rows.iter().position(|other| other == row)
        };
        let added = new.rows.iter().filter(|row| at(old, row).is_none());
        let all = old.rows.iter().chain(added);
        all.map(|row| EitherRow {
            name: format!("{}/{}", row.0, row.1),
            old: at(old, row),
            new: at(new, row),
        })
        .collect()
    }
}

impl<S: CardSet> PairedVersion<S> {
    fn table(&self) -> LabTable<'_, S> {
        let mut table = LabTable::new(&self.game, self.solution.as_ref());
        table.is_synchronised = true;
        table
    }

    fn play(
        &self,
        table: &LabTable<'_, S>,
        policies: &[SeatPolicy],
        seed: u64,
    ) -> Result<Came<'_>, Breach> {
        let mut heard = Heard::new(&self.rows, &self.game);
        let played = guarded(|| table.play(policies, seed, &mut heard))?;
        heard.played.sort_unstable();
        heard.played.dedup();
        Ok(Came { outcome: played.outcome, heard })
    }
}

/// Plays the pairs of a plan.
///
/// # Errors
/// When a game cannot be played to its end: which version it is of, and why.
pub fn count_pairs<S: CardSet>(
    [old, new]: &[PairedVersion<S>; 2],
    plan: &LabPlan,
    progress: Progress<'_>,
) -> Result<PairCounts, (Only, Breach)> {
    let teams = plan.teams.as_slice();
    let either = EitherRow::of_both(&old.rows, &new.rows);
    let (old_table, new_table) = (old.table(), new.table());
    let done = std::sync::atomic::AtomicU64::new(0);
    let block = |pairs: Range<u64>| {
        let rows = either.iter().map(|row| (row.name.clone(), row.only()));
        let mut counts = PairCounts::new(teams.len(), rows);
        counts.longest = old.game.longest().max(new.game.longest());
        for index in pairs {
            let seed = game_seed(plan.seed, index);
            let was = old.play(&old_table, &plan.policies, seed);
            let was = was.map_err(|breach| (Only::Before, breach))?;
            let is = new.play(&new_table, &plan.policies, seed);
            let is = is.map_err(|breach| (Only::After, breach))?;
            counts.enter(&was, &is, teams, &either);
            progress(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1);
        }
        Ok(counts)
    };
    let empty = || PairCounts::new(teams.len(), std::iter::empty());
    in_blocks(plan.games.clone(), plan.jobs, block, empty)
}

impl PairCounts {
    fn enter(&mut self, was: &Came<'_>, is: &Came<'_>, teams: &[usize], either: &[EitherRow]) {
        self.pairs += 1;
        let won = |came: &Came<'_>, seat: Seat| i32::from(came.outcome.winners.contains(&seat));
        let nobody = |came: &Came<'_>| i32::from(came.outcome.winners.is_empty());
        self.nobody.enter(nobody(was), nobody(is));
        if let (Some(before), Some(after)) = (was.heard.first, is.heard.first) {
            self.first.enter(won(was, before), won(is, after));
        }
        self.wins.enter(&was.outcome, &is.outcome);
        let [old, new] = [was, is].map(|came| came.heard.choices.len() as u32);
        self.lengths.enter(old, new);
        self.old_lengths.enter(old);
        self.new_lengths.enter(new);
        self.alike += u64::from(was.outcome.winners == is.outcome.winners);
        for EitherRow { name, old, new } in either {
            let Some(row) = self.rows.get_mut(name) else {
                continue;
            };
            let before = old.map_or(&[][..], |row| was.seats_of(row));
            let after = new.map_or(&[][..], |row| is.seats_of(row));
            let is_played = |cases: &[(usize, Seat)]| i32::from(!cases.is_empty());
            row.played.enter(is_played(before), is_played(after));
            let cases = [(before, &was.outcome), (after, &is.outcome)];
            row.seats.enter(cases, teams);
        }
    }
}
