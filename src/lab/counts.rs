//! Exact counts of games: whole numbers that merge in any order and grouping. Played games come in; `figures` and files of parts read
//! the counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cases::{CaseCount, WinCounts};
use super::heard::{Heard, seat_bits};
use super::playing::PlayedDeal;
use crate::players::{SeatPolicy, Solution, Worlds};
use crate::rules::{Outcome, Score, Seat};
use crate::script::Rules;
use crate::statistics::{ALIKE, Histogram, Merge, PairedSums, Sums, WinDrawLoss, merge_fields};
use crate::table::{CardSet, Table};

/// Counts of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabCounts {
    /// Who won, by how much, with which cards.
    pub results: ResultCounts,
    /// Decisions of each game.
    pub lengths: Histogram,
    /// Legal moves of each decision.
    pub choices: Histogram,
    /// Of each game the decisions and their legal moves.
    pub legal: PairedSums,
    /// Of each game the decisions and those with one legal move.
    pub forced: PairedSums,
    /// Of each game the worlds that players dealt, and those that were not played since they contradict the past.
    pub refused: PairedSums,
    /// Of each game the worlds that players played, and those that contradict the past all the same.
    pub contradicting: PairedSums,
    /// The seats that decided first.
    pub first: CaseCount,
    /// How often the lead changed hands, in each game in which it was followed and somebody led before the end.
    pub lead_changes: Histogram,
    /// Games of these whose winner would have lost after half of the decisions.
    pub comebacks: u64,
    /// How often a verb was used, in the games in which it was; by the number of the first pattern with that verb.
    pub verbs: BTreeMap<u8, Sums>,
    /// How often a note was made, in the games in which it was; by its number.
    pub notes: BTreeMap<u8, Sums>,
    /// For each row the seats that played a copy.
    pub played: Vec<CaseCount>,
    /// The players of the run against another one, or else against their yardsticks, if all seats are played alike.
    pub matches: Vec<MatchCount>,
    /// The solution by which seats played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<SolvedGame>,
}

/// What a solved game is worth, in millionths of what it is played for ([`crate::rules::Aim::unit`]): whole numbers, which are the same in every share of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedGame {
    /// By seat.
    pub worth: Vec<i64>,
    /// The most that a seat gains by playing differently.
    pub gain: i64,
}

impl SolvedGame {
    /// One of the whole.
    pub const UNIT: f64 = 1e6;

    pub fn new(found: &Solution) -> SolvedGame {
        SolvedGame {
            worth: found.worth.iter().copied().map(millionths).collect(),
            gain: millionths(found.gain),
        }
    }
}

/// Games of one player against another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchCount {
    pub players: [String; 2],
    pub results: WinDrawLoss,
    /// Of each deal the half points that there are, and those of the first player: its games are of the same cards.
    pub half_points: PairedSums,
    /// What a seat of each player gets in a deal of what the game is played for, in millionths.
    pub payoffs: [Sums; 2],
    /// By how much more than an average seat one of the first player gets, in millionths.
    pub gains: Sums,
}

impl MatchCount {
    pub fn new(players: [SeatPolicy; 2]) -> MatchCount {
        MatchCount {
            players: players.map(|player| player.to_string()),
            results: WinDrawLoss::default(),
            half_points: PairedSums::default(),
            payoffs: <[Sums; 2]>::default(),
            gains: Sums::default(),
        }
    }

    /// Counts the games of a deal.
    pub fn enter(&mut self, deal: &PlayedDeal) {
        let results = &deal.results;
        self.results.merge(results);
        let own = 2 * results.wins + results.draws;
        self.half_points.enter(2 * results.games() as i64, own as i64);
        let [own, other] = deal.payoffs;
        for (sums, payoff) in self.payoffs.iter_mut().zip(deal.payoffs) {
            sums.enter(millionths(payoff));
        }
        self.gains.enter(millionths((own - other) / 2.0));
    }
}

fn millionths(number: f64) -> i64 {
    (number * SolvedGame::UNIT).round() as i64
}

impl LabCounts {
    pub fn new(seats: usize, rows: usize) -> LabCounts {
        LabCounts {
            results: ResultCounts::new(seats, rows),
            first: CaseCount::new(seats),
            played: vec![CaseCount::new(seats); rows],
            ..LabCounts::default()
        }
    }

    /// Counts a game that is over.
    pub fn enter<S: CardSet>(
        &mut self,
        game: &Rules<S>,
        state: &Table<S>,
        outcome: &Outcome,
        teams: &[usize],
        heard: &mut Heard<'_>,
    ) {
        self.results.enter(game, state, outcome, teams, heard);
        let decisions = heard.choices.len() as u32;
        self.lengths.enter(decisions);
        for count in &heard.choices {
            self.choices.enter(*count);
        }
        let Worlds { played, refused, contradicting } = heard.worlds;
        // A game without any says nothing of them.
        if played > 0 {
            self.refused.enter((played + refused) as i64, refused as i64);
            self.contradicting.enter(played as i64, contradicting as i64);
        }
        if decisions > 0 {
            let forced = heard.choices.iter().filter(|count| **count == 1).count();
            self.forced.enter(decisions, forced as u32);
            let legal = heard.choices.iter().map(|count| i64::from(*count));
            self.legal.enter(decisions, legal.sum::<i64>());
        }
        if let Some(first) = heard.first {
            self.first.enter(&[(0, first)], outcome, teams);
        }
        if !heard.leaders.is_empty() {
            self.enter_lead(outcome, &heard.leaders);
        }
        heard.verbs.sort_unstable();
        for alike in heard.verbs.chunk_by(|a, b| a == b) {
            let count = self.verbs.entry(alike[0]).or_default();
            count.enter(alike.len() as u32);
        }
        // No event tells the note with which a game ends.
        if let Some(note) = game.ended_by(state)
            && let Some(times) = heard.notes.get_mut(usize::from(note.0))
        {
            *times += 1;
        }
        let notes = heard.notes.iter().enumerate();
        for (note, times) in notes.filter(|(_, times)| **times > 0) {
            self.notes.entry(note as u8).or_default().enter(*times);
        }
        heard.played.sort_unstable();
        heard.played.dedup();
        for cases in heard.played.chunk_by(|a, b| a.0 == b.0) {
            if let Some(count) = self.played.get_mut(cases[0].0) {
                count.enter(cases, outcome, teams);
            }
        }
    }

    fn enter_lead(&mut self, outcome: &Outcome, leaders: &[u8]) {
        // Who wins leads at the end: that alone says nothing.
        let before = leaders.split_last().map_or(leaders, |(_, before)| before);
        if before.iter().all(|leaders| *leaders == 0) {
            return;
        }
        // Where nobody leads, who led before still does.
        let leading = leaders.iter().filter(|leaders| **leaders != 0);
        let mut changes = 0;
        let mut last = None;
        for leaders in leading {
            changes += u32::from(last.is_some_and(|last: u8| last != *leaders));
            last = Some(*leaders);
        }
        self.lead_changes.enter(changes);
        let decided = leaders.len() / 2;
        let half = leaders[..decided].last().copied().unwrap_or(0);
        let winners = seat_bits(&outcome.winners);
        let is_apart = winners != 0 && half != 0 && half & winners == 0;
        self.comebacks += u64::from(is_apart);
    }
}

merge_fields!(MatchCount: results, half_points, payoffs, gains);
merge_fields!(LabCounts: results, lengths, choices, legal, forced, refused, contradicting, first, lead_changes, comebacks, verbs, notes, played, solved, matches);

/// Counts of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultCounts {
    pub wins: WinCounts,
    /// In how many games what decided.
    pub by: BTreeMap<String, u64>,
    pub seats: Vec<SeatCount>,
    /// The score of a winner, of each game that somebody won, and the sum of all scores.
    #[serde(default)]
    pub winner: Sums,
    #[serde(default)]
    pub stakes: Sums,
    pub rows: Vec<RowCount>,
}

/// Counts of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCount {
    /// Totals of its scores.
    pub points: Sums,
    /// Points of each part of the score in the games whose score has it, by its place in the score and its name.
    pub parts: BTreeMap<usize, BTreeMap<String, Sums>>,
}

/// Counts of one row of cards, its copies together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCount {
    /// Games in which a copy came into play.
    pub in_play: u64,
    /// Games in which a copy counted for a seat in the end.
    pub counted: u64,
    /// The seats for which a copy counted.
    pub held: CaseCount,
}

impl ResultCounts {
    pub fn new(seats: usize, rows: usize) -> Self {
        let row = RowCount { held: CaseCount::new(seats), ..RowCount::default() };
        ResultCounts {
            wins: WinCounts::new(seats),
            seats: vec![SeatCount::default(); seats],
            rows: vec![row; rows],
            ..ResultCounts::default()
        }
    }

    /// Whether one wins what the others lose, and in one game much more than in another: the standard deviation of a winner's score is at
    /// least a quarter of its mean.
    pub fn is_for_stakes(&self) -> bool {
        let (mean, variance) = (self.winner.mean(), self.winner.variance());
        let is_shared = self.stakes.games >= ALIKE && self.stakes.variance() == 0.0;
        is_shared && variance > 0.0 && 16.0 * variance >= mean * mean
    }

    /// Counts a game that is over; `teams` is the side of each seat.
    pub fn enter<S: CardSet>(
        &mut self,
        game: &Rules<S>,
        state: &Table<S>,
        outcome: &Outcome,
        teams: &[usize],
        heard: &mut Heard<'_>,
    ) {
        self.wins.enter(outcome);
        let total = |score: &Score| i64::from(score.total);
        let winner = outcome.winners.first();
        let winner = winner.and_then(|seat| outcome.scores.get(usize::from(seat.0)));
        winner.map(total).into_iter().for_each(|points| self.winner.enter(points));
        self.stakes.enter(outcome.scores.iter().map(total).sum::<i64>());
        add(&mut self.by, &outcome.by, |games| *games += 1);
        for (seat, score) in self.seats.iter_mut().zip(&outcome.scores) {
            seat.points.enter(i64::from(score.total));
            for (place, part) in score.parts.iter().enumerate() {
                let parts = seat.parts.entry(place).or_default();
                add(parts, &part.what, |points| points.enter(part.points));
            }
        }
        let held = game.holders(state).into_iter();
        let held = held.filter_map(|(card, seat)| Some((heard.cards.row(card)?, seat)));
        let mut held: Vec<(usize, Seat)> = held.collect();
        held.sort_unstable();
        // Two copies in one hand are one case.
        held.dedup();
        for cases in held.chunk_by(|a, b| a.0 == b.0) {
            let row = cases[0].0;
            heard.in_play[row] = true;
            self.rows[row].counted += 1;
            self.rows[row].held.enter(cases, outcome, teams);
        }
        for (count, in_play) in self.rows.iter_mut().zip(&mut heard.in_play) {
            count.in_play += u64::from(std::mem::take(in_play));
        }
    }
}

/// Adds to the count of a word, whose text is copied only when it is new.
fn add<C: Default>(counts: &mut BTreeMap<String, C>, word: &str, enter: impl FnOnce(&mut C)) {
    match counts.get_mut(word) {
        Some(count) => enter(count),
        None => enter(counts.entry(word.to_owned()).or_default()),
    }
}

merge_fields!(SeatCount: points, parts);
merge_fields!(RowCount: in_play, counted, held);
merge_fields!(ResultCounts: wins, by, seats, winner, stakes, rows);
