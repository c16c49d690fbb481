//! What the end of a game is worth to each seat, from 0 to 1. An outcome comes in, a number for each seat goes out. Called by
//! `search` and `greedy`.

use smallvec::SmallVec;

use crate::rules::{Aim, Outcome, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Table};

/// How much of a win the difference of points is worth at most: a win is always worth more than a defeat.
const MARGIN: f64 = 0.1;

/// A number for each seat.
pub type SeatValues = SmallVec<[f64; 8]>;

/// Turns outcomes into rewards; remembers the largest lead that it has seen, by which leads are scaled.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewards {
    /// The first seat of each seat's team.
    heads: SmallVec<[u8; 8]>,
    /// What the game is played for.
    aim: Aim,
    /// Which scores come first, where scores rank the seats.
    highest_first: Option<bool>,
    /// How much of a win a lead is worth at most.
    margin: f64,
    largest: u32,
    /// The lowest and the highest score that was seen.
    range: Option<(i32, i32)>,
}

impl Rewards {
    pub fn of<S: CardSet>(game: &Rules<S>) -> Rewards {
        let seats = 0..game.names.seats.len() as u8;
        Rewards {
            heads: seats.map(|seat| game.head(Seat(seat)).0).collect(),
            aim: game.aim(),
            highest_first: game.highest_first(),
            margin: MARGIN,
            largest: 1,
            range: None,
        }
    }

    /// For who plays so many worlds: a lead is worth no more than the part of wins that so many can tell apart, so that it decides between
    /// moves that win about as often.
    #[must_use]
    pub fn for_worlds(self, worlds: u32) -> Rewards {
        let told_apart = 1.0 / f64::from(worlds.max(1)).sqrt();
        Rewards { margin: MARGIN.min(told_apart), ..self }
    }

    /// Who wins, alone or with a team, gets from 0.95 to 1, the more the larger the lead; who loses from 0 to 0.05: less of both for who
    /// plays many worlds ([`Rewards::for_worlds`]). Sides that share
    /// the first place share a win. A lead is that over the best seat behind, or behind the nearest seat ahead. All get ½ of a game
    /// without an outcome. For what one side without opponents gets, see `Rewards::alone`; where players do not play for wins, see
    /// `Rewards::points` and `shares`.
    pub fn of_outcome(&mut self, outcome: Option<&Outcome>) -> SeatValues {
        let seats = self.heads.len();
        let Some(outcome) = outcome else {
            return SmallVec::from_elem(0.5, seats);
        };
        match self.aim {
            Aim::Points => return self.points(outcome),
            Aim::Share => return shares(outcome, self.highest_first),
            Aim::Wins => {}
        }
        if self.heads.iter().all(|head| *head == 0) {
            return SmallVec::from_elem(self.alone(outcome), seats);
        }
        let mut is_ahead = [false; 8];
        let level = if outcome.winners.is_empty() { &outcome.level } else { &outcome.winners };
        for seat in level {
            is_ahead[usize::from(seat.0) & 7] = true;
        }
        if level.is_empty() {
            return SmallVec::from_elem(0.5, seats);
        }
        let share = if outcome.winners.is_empty() {
            let is_head = |seat: &&Seat| self.heads.get(usize::from(seat.0)) == Some(&seat.0);
            1.0 / level.iter().filter(is_head).count().max(1) as f64
        } else {
            1.0
        };
        let total = |seat: usize| outcome.scores.get(seat).map_or(0, |score| score.total);
        let nearest = |seat: usize| {
            let others = (0..seats).filter(|other| is_ahead[*other & 7] != is_ahead[seat & 7]);
            others.map(|other| total(seat).abs_diff(total(other))).min()
        };
        let leads: SmallVec<[u32; 8]> = (0..seats).map(|seat| nearest(seat).unwrap_or(0)).collect();
        self.largest = leads.iter().copied().fold(self.largest, u32::max);
        let (largest, margin) = (f64::from(self.largest), self.margin);
        let worth = |(seat, lead): (usize, &u32)| {
            let lead = f64::from(*lead) / largest / 2.0;
            if is_ahead[seat & 7] {
                (1.0 - margin) * share + margin * (0.5 + lead)
            } else {
                margin * (0.5 - lead)
            }
        };
        leads.iter().enumerate().map(worth).collect()
    }

    /// Where all play together for points: half of it is the score, and half is not to have lost.
    pub fn of_standing(&mut self, outcome: Option<&Outcome>, is_over: bool) -> SeatValues {
        let mut worth = self.of_outcome(outcome);
        let is_lost = is_over && outcome.is_some_and(|outcome| outcome.winners.is_empty());
        let half = if is_lost { 0.0 } else { 0.5 };
        worth.iter_mut().for_each(|worth| *worth = *worth / 2.0 + half);
        worth
    }

    /// The score of each seat, from 0 for the worst that any seat was seen to have to 1 for the best.
    fn points(&mut self, outcome: &Outcome) -> SeatValues {
        let totals = outcome.scores.iter().map(|score| score.total);
        let totals: SmallVec<[i32; 8]> = totals.collect();
        totals.iter().for_each(|total| self.see(*total));
        totals.iter().map(|total| self.place(*total)).collect()
    }

    /// Widens the range of scores by one that was seen.
    fn see(&mut self, total: i32) {
        let (low, high) = self.range.unwrap_or((total, total));
        self.range = Some((low.min(total), high.max(total)));
    }

    /// Where a score stands in the range that was seen: 1 is the best.
    fn place(&self, total: i32) -> f64 {
        let (low, high) = self.range.unwrap_or((total, total));
        let above = f64::from(total.abs_diff(low)) / f64::from(high.abs_diff(low).max(1));
        match (low == high, self.highest_first) {
            (true, _) => 0.5,
            (false, Some(false)) => 1.0 - above,
            (false, _) => above,
        }
    }

    /// What a game is worth that is played against nobody: a win from 0.9 to 1, a game that is not won from 0 to 0.1, the more the better
    /// the score is among those that were seen. Where the score alone decides, such a side always wins: then all of it is the score.
    fn alone(&mut self, outcome: &Outcome) -> f64 {
        let total = outcome.scores.first().map_or(0, |score| score.total);
        self.see(total);
        let score = self.place(total);
        match (outcome.winners.is_empty(), self.highest_first) {
            (true, _) => self.margin * score,
            (false, None) => 1.0 - self.margin + self.margin * score,
            (false, Some(_)) => self.margin + (1.0 - self.margin) * score,
        }
    }
}

/// What the game is worth to each seat where it is over, in wins, points or shares: what it is played for, and nothing else.
pub fn payoffs<S: CardSet>(game: &Rules<S>, state: &Table<S>) -> SeatValues {
    let outcome = game.outcome(state);
    match (&outcome, game.aim()) {
        (Some(outcome), Aim::Points) => {
            let sign = if game.highest_first() == Some(false) { -1 } else { 1 };
            outcome.scores.iter().map(|score| f64::from(sign * score.total)).collect()
        }
        _ => Rewards { margin: 0.0, ..Rewards::of(game) }.of_outcome(outcome.as_ref()),
    }
}

/// The part of each seat in the sum of all scores; where the lowest score is the best, what it lacks of that sum, shared among the
/// others. A score below zero counts as none. All get the same where nobody has points.
fn shares(outcome: &Outcome, highest_first: Option<bool>) -> SeatValues {
    let points = |total: i32| f64::from(total.max(0));
    let totals: SeatValues = outcome.scores.iter().map(|score| points(score.total)).collect();
    let (sum, seats) = (totals.iter().sum::<f64>(), totals.len() as f64);
    let share = |total: &f64| match highest_first {
        _ if sum == 0.0 => 1.0 / seats,
        Some(false) if seats > 1.0 => (1.0 - total / sum) / (seats - 1.0),
        _ => total / sum,
    };
    totals.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Score, ScorePart};

    fn rewards(heads: &[u8], highest_first: Option<bool>) -> Rewards {
        Rewards {
            heads: heads.iter().copied().collect(),
            aim: Aim::Wins,
            highest_first,
            margin: MARGIN,
            largest: 1,
            range: None,
        }
    }

    fn outcome(totals: &[i32], winners: &[u8]) -> Outcome {
        shared(totals, winners, winners)
    }

    fn shared(totals: &[i32], winners: &[u8], level: &[u8]) -> Outcome {
        let score = |points: &i32| {
            let what = "points".into();
            Score::new(vec![ScorePart { what, points: *points }])
        };
        Outcome {
            scores: totals.iter().map(score).collect(),
            winners: winners.iter().map(|seat| Seat(*seat)).collect(),
            level: level.iter().map(|seat| Seat(*seat)).collect(),
            by: "points".into(),
        }
    }

    #[test]
    fn a_win_is_worth_more_than_a_defeat_and_a_large_lead_more_than_a_small_one() {
        let mut rewards = rewards(&[0, 1], Some(true));
        let large = rewards.of_outcome(Some(&outcome(&[30, 10], &[0])));
        let small = rewards.of_outcome(Some(&outcome(&[12, 10], &[0])));
        assert!(large[0] > small[0] && small[0] > 0.5 && small[1] > large[1]);
        assert!((large[0] - 1.0).abs() < 1e-12 && large[1].abs() < 1e-12);
    }

    #[test]
    fn fewest_points_may_win_and_teams_win_together() {
        let mut each = rewards(&[0, 1, 2, 3], Some(false));
        let hearts = each.of_outcome(Some(&outcome(&[20, 0, 3, 3], &[1])));
        assert!(hearts[1] > 0.9 && hearts[2] > hearts[0]);
        let tied = each.of_outcome(Some(&shared(&[0, 9, 0, 2], &[], &[0, 2])));
        assert!(tied[0] > 0.4 && tied[0] < 0.6 && tied[0] == tied[2]);
        assert!(tied[1] < tied[3] && tied[3] < 0.05);
        assert!(each.of_outcome(None).iter().all(|worth| *worth == 0.5));
        let mut pairs = rewards(&[0, 1, 0, 1], Some(true));
        let teams = pairs.of_outcome(Some(&outcome(&[8, 3, 8, 3], &[0, 2])));
        assert_eq!((teams[0], teams[1]), (teams[2], teams[3]));
        assert!(teams[0] > 0.9 && teams[1] < 0.05);
        // Two sides share a win, not four seats.
        let drawn = pairs.of_outcome(Some(&shared(&[5; 4], &[], &[0, 1, 2, 3])));
        assert!(drawn.iter().all(|worth| (worth - 0.5).abs() < 1e-12));
    }

    #[test]
    fn what_the_game_is_played_for_decides_what_points_are_worth() {
        let values = |aim, highest_first, totals: &[i32]| {
            let mut rewards = Rewards { aim, ..rewards(&[0, 1], highest_first) };
            // The range is seen first.
            rewards.of_outcome(Some(&outcome(&[-2, 2], &[1])));
            rewards.of_outcome(Some(&outcome(totals, &[0]))).to_vec()
        };
        assert_eq!(values(Aim::Points, Some(true), &[1, -1]), [0.75, 0.25]);
        assert_eq!(values(Aim::Points, None, &[2, 2]), [1.0, 1.0]);
        assert_eq!(values(Aim::Points, Some(false), &[-2, 1]), [1.0, 0.25]);
        assert_eq!(values(Aim::Share, Some(true), &[6, 2]), [0.75, 0.25]);
        assert_eq!(values(Aim::Share, Some(false), &[6, 2]), [0.25, 0.75]);
        assert_eq!(values(Aim::Share, None, &[0, -1]), [0.5, 0.5]);
    }

    #[test]
    fn together_it_is_half_the_score_and_half_not_to_have_lost() {
        let mut team = Rewards { aim: Aim::Points, ..rewards(&[0, 1], None) };
        team.of_outcome(Some(&outcome(&[0, 0], &[])));
        let mut worth = |points: i32, winners: &[u8], is_over: bool| {
            let outcome = outcome(&[points; 2], winners);
            team.of_standing(Some(&outcome), is_over).to_vec()
        };
        assert_eq!(worth(20, &[0, 1], true), [1.0, 1.0]);
        assert_eq!(worth(10, &[], false), [0.75, 0.75]);
        assert_eq!(worth(10, &[], true), [0.25, 0.25]);
        assert_eq!(worth(0, &[], true), [0.0, 0.0]);
    }

    #[test]
    fn without_opponents_a_win_is_worth_more_than_none_and_points_count() {
        let mut patience = rewards(&[0], None);
        let mut alone = |total: i32, winners: &[u8]| {
            patience.of_outcome(Some(&shared(&[total], winners, &[0])))[0]
        };
        alone(0, &[]);
        alone(32, &[0]);
        assert!(alone(32, &[0]) > 0.9 && alone(30, &[]) < 0.1 && alone(30, &[]) > alone(5, &[]));
        for (highest_first, better) in [(true, 40), (false, 10)] {
            let mut for_points = rewards(&[0, 0], Some(highest_first));
            for total in [10, 40] {
                for_points.of_outcome(Some(&outcome(&[total; 2], &[0, 1])));
            }
            let worth = for_points.of_outcome(Some(&outcome(&[better; 2], &[0, 1])));
            let other = for_points.of_outcome(Some(&outcome(&[50 - better; 2], &[0, 1])));
            assert!(worth[0] == 1.0 && other[1] < 0.2, "{worth:?} {other:?}");
        }
    }
}
