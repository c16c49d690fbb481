//! What the end of a game is worth to each seat, from 0 to 1. An outcome comes in, a number for each seat goes out. Called by
//! `search` and `greedy`, and by `lab` for the worth of cards.

use smallvec::SmallVec;

use crate::rules::Outcome;

/// How much of a win the difference of points is worth at most: a win is always worth more than a defeat.
const MARGIN: f64 = 0.1;

/// A number for each seat.
pub type SeatValues = SmallVec<[f64; 8]>;

/// Turns outcomes into rewards; remembers the largest lead that it has seen, by which leads are scaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rewards {
    largest: u32,
}

impl Rewards {
    /// Who wins, alone or with a team, gets from 0.95 to 1, the more the larger the lead; who loses from 0 to 0.05. Those who share the
    /// first place share a win. A lead is that over the best seat behind, or behind the nearest seat ahead. All get ½ of a game without
    /// an outcome.
    pub fn of_outcome(&mut self, outcome: Option<&Outcome>, seats: usize) -> SeatValues {
        let Some(outcome) = outcome else {
            return SmallVec::from_elem(0.5, seats);
        };
        let mut is_ahead = [false; 8];
        let level = if outcome.winners.is_empty() {
            &outcome.level
        } else {
            &outcome.winners
        };
        for seat in level {
            is_ahead[usize::from(seat.0) & 7] = true;
        }
        if level.is_empty() {
            return SmallVec::from_elem(0.5, seats);
        }
        let share = if outcome.winners.is_empty() {
            1.0 / level.len() as f64
        } else {
            1.0
        };
        let total = |seat: usize| outcome.scores.get(seat).map_or(0, |score| score.total);
        let nearest = |seat: usize| {
            let others = (0..seats).filter(|other| is_ahead[*other & 7] != is_ahead[seat & 7]);
            others.map(|other| total(seat).abs_diff(total(other))).min()
        };
        let leads: SmallVec<[u32; 8]> = (0..seats).map(|seat| nearest(seat).unwrap_or(0)).collect();
        self.largest = leads.iter().copied().fold(self.largest.max(1), u32::max);
        let largest = f64::from(self.largest);
        let worth = |(seat, lead): (usize, &u32)| {
            let lead = f64::from(*lead) / largest / 2.0;
            if is_ahead[seat & 7] {
                (1.0 - MARGIN) * share + MARGIN * (0.5 + lead)
            } else {
                MARGIN * (0.5 - lead)
            }
        };
        leads.iter().enumerate().map(worth).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Score, ScorePart, Seat};

    fn outcome(totals: &[i32], winners: &[u8]) -> Outcome {
        shared(totals, winners, winners)
    }

    fn shared(totals: &[i32], winners: &[u8], level: &[u8]) -> Outcome {
        let score = |points: &i32| {
            let what = "points";
            Score::new(vec![ScorePart {
                what,
                points: *points,
            }])
        };
        Outcome {
            scores: totals.iter().map(score).collect(),
            winners: winners.iter().map(|seat| Seat(*seat)).collect(),
            level: level.iter().map(|seat| Seat(*seat)).collect(),
            by: "points",
        }
    }

    #[test]
    fn a_win_is_worth_more_than_a_defeat_and_a_large_lead_more_than_a_small_one() {
        let mut rewards = Rewards::default();
        let large = rewards.of_outcome(Some(&outcome(&[30, 10], &[0])), 2);
        let small = rewards.of_outcome(Some(&outcome(&[12, 10], &[0])), 2);
        assert!(large[0] > small[0] && small[0] > 0.5 && small[1] > large[1]);
        assert!((large[0] - 1.0).abs() < 1e-12 && large[1].abs() < 1e-12);
    }

    #[test]
    fn fewest_points_may_win_and_teams_win_together() {
        let mut rewards = Rewards::default();
        let hearts = rewards.of_outcome(Some(&outcome(&[20, 0, 3, 3], &[1])), 4);
        assert!(hearts[1] > 0.9 && hearts[2] > hearts[0]);
        let teams = rewards.of_outcome(Some(&outcome(&[8, 3, 8, 3], &[0, 2])), 4);
        assert_eq!((teams[0], teams[1]), (teams[2], teams[3]));
        assert!(teams[0] > 0.9 && teams[1] < 0.05);
        let tied = rewards.of_outcome(Some(&shared(&[0, 9, 0, 2], &[], &[0, 2])), 4);
        assert!(tied[0] > 0.4 && tied[0] < 0.6 && tied[0] == tied[2]);
        assert!(tied[1] < tied[3] && tied[3] < 0.05);
        assert!(
            rewards
                .of_outcome(None, 3)
                .iter()
                .all(|worth| *worth == 0.5)
        );
    }
}
