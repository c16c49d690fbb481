//! Counts finished games: who won, by how much, and which rows were held. An outcome comes in; whole numbers go out,
//! so the sums do not depend on the order in which threads finish. Called by `run`; `report` reads the counts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::cards::CardRows;
use crate::rules::{CardId, Event, Game, Log, Outcome, Seat};
use crate::statistics::{Merge, Sums};

/// Counts of some games.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceCounts {
    pub games: u64,
    pub decisions: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// In how many games what decided.
    #[serde(deserialize_with = "words::by_word")]
    pub by: BTreeMap<&'static str, u64>,
    pub seats: Vec<SeatCount>,
    pub rows: Vec<RowCount>,
}

/// Counts of one seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCount {
    pub wins: u64,
    /// Totals of its scores.
    pub points: Sums,
    /// See [`BalanceCounts::margins`].
    pub margin: Sums,
    /// Points of each part of the score, by its place in the score and its name.
    #[serde(
        serialize_with = "words::list_parts",
        deserialize_with = "words::by_part"
    )]
    pub parts: BTreeMap<(usize, &'static str), i64>,
}

/// Counts of one row of cards, its copies together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowCount {
    /// Games in which a copy came into play.
    pub in_play: u64,
    /// Games in which a copy counted for a seat in the end.
    pub counted: u64,
    /// For each seat: the games in which a copy counted for it.
    pub held: Vec<HeldCount>,
}

/// Games in which a row counted for a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldCount {
    pub wins: u64,
    /// The seat's, see [`BalanceCounts::margins`].
    pub margin: Sums,
}

impl HeldCount {
    pub fn enter(&mut self, won: bool, margin: i64) {
        self.wins += u64::from(won);
        self.margin.enter(margin);
    }
}

impl Merge for HeldCount {
    fn merge(&mut self, other: &HeldCount) {
        self.wins += other.wins;
        self.margin.merge(&other.margin);
    }
}

impl BalanceCounts {
    pub fn new(seats: usize, rows: usize) -> Self {
        let row = RowCount {
            held: vec![HeldCount::default(); seats],
            ..RowCount::default()
        };
        BalanceCounts {
            seats: vec![SeatCount::default(); seats],
            rows: vec![row; rows],
            ..BalanceCounts::default()
        }
    }

    /// Counts a game that is over. `teams` has the number of each seat's side.
    pub fn enter<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        outcome: &Outcome,
        teams: &[usize],
        seen: &mut RowsInPlay<'_>,
    ) {
        self.games += 1;
        self.draws += u64::from(outcome.winners.is_empty());
        *self.by.entry(outcome.by).or_default() += 1;
        let margins = BalanceCounts::margins(outcome, teams);
        for ((seat, score), margin) in self.seats.iter_mut().zip(&outcome.scores).zip(&margins) {
            seat.points.enter(i64::from(score.total));
            seat.margin.enter(*margin);
            for (place, part) in score.parts.iter().enumerate() {
                *seat.parts.entry((place, part.what)).or_default() += i64::from(part.points);
            }
        }
        for winner in &outcome.winners {
            if let Some(seat) = self.seats.get_mut(usize::from(winner.0)) {
                seat.wins += 1;
            }
        }
        let held = game.holders(state).into_iter().filter_map(|(card, seat)| {
            let row = seen.cards.row(card)?;
            Some((row, seat))
        });
        let mut held: Vec<(usize, Seat)> = held.collect();
        held.sort_unstable();
        // Two copies in one hand are one case.
        held.dedup();
        let mut last = None;
        for (row, seat) in held {
            seen.rows[row] = true;
            let count = &mut self.rows[row];
            count.counted += u64::from(last != Some(row));
            last = Some(row);
            let number = usize::from(seat.0);
            if let (Some(held), Some(margin)) = (count.held.get_mut(number), margins.get(number)) {
                held.enter(outcome.winners.contains(&seat), *margin);
            }
        }
        for (count, seen) in self.rows.iter_mut().zip(&mut seen.rows) {
            count.in_play += u64::from(std::mem::take(seen));
        }
    }

    /// For each seat its total less the mean of its opponents' totals, times the number of opponents: a whole number.
    pub fn margins(outcome: &Outcome, teams: &[usize]) -> Vec<i64> {
        let totals: Vec<i64> = outcome.scores.iter().map(|s| s.total.into()).collect();
        let margin = |seat: usize| {
            let against = teams.iter().zip(&totals);
            let against = against.filter(|(team, _)| **team != teams[seat]);
            against.map(|(_, total)| totals[seat] - total).sum()
        };
        (0..totals.len().min(teams.len())).map(margin).collect()
    }
}

impl Merge for BalanceCounts {
    fn merge(&mut self, other: &BalanceCounts) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.draws += other.draws;
        for (by, games) in &other.by {
            *self.by.entry(by).or_default() += games;
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.wins += theirs.wins;
            mine.points.merge(&theirs.points);
            mine.margin.merge(&theirs.margin);
            for (part, points) in &theirs.parts {
                *mine.parts.entry(*part).or_default() += points;
            }
        }
        for (mine, theirs) in self.rows.iter_mut().zip(&other.rows) {
            mine.in_play += theirs.in_play;
            mine.counted += theirs.counted;
            for (mine, theirs) in mine.held.iter_mut().zip(&theirs.held) {
                mine.merge(theirs);
            }
        }
    }
}

/// How many opponents each seat has.
pub fn opponents(teams: &[usize]) -> Vec<usize> {
    let against = |team: &usize| teams.iter().filter(|other| *other != team).count();
    teams.iter().map(against).collect()
}

/// Notes which rows come into play: their cards are drawn, moved or turned.
pub struct RowsInPlay<'a> {
    cards: &'a CardRows,
    rows: Vec<bool>,
}

impl<'a> RowsInPlay<'a> {
    pub fn new(cards: &'a CardRows) -> Self {
        RowsInPlay {
            rows: vec![false; cards.rows.len()],
            cards,
        }
    }

    /// The number of a card's row.
    #[inline]
    pub fn row(&self, card: CardId) -> Option<usize> {
        self.cards.row(card)
    }

    #[inline]
    fn note(&mut self, card: CardId) {
        if let Some(row) = self.cards.row(card) {
            self.rows[row] = true;
        }
    }
}

impl Log for RowsInPlay<'_> {
    const LISTENS: bool = true;

    #[inline]
    fn push(&mut self, event: Event) {
        match event {
            Event::Moved { card, .. } | Event::Drawn { card, .. } | Event::Turned { card, .. } => {
                self.note(card);
            }
            Event::Counted { .. } | Event::Shuffled { .. } | Event::Noted { .. } => {}
        }
    }
}

/// Words of a game's folder, which live as long as the program, in a file.
mod words {
    use std::collections::BTreeMap;

    use serde::ser::SerializeSeq;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::rules::interned;

    type Parts = BTreeMap<(usize, &'static str), i64>;

    pub fn by_word<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<BTreeMap<&'static str, u64>, D::Error> {
        let read = BTreeMap::<String, u64>::deserialize(from)?;
        Ok(read
            .iter()
            .map(|(word, count)| (interned(word), *count))
            .collect())
    }

    pub fn list_parts<S: Serializer>(parts: &Parts, to: S) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(Some(parts.len()))?;
        for ((place, word), points) in parts {
            list.serialize_element(&(place, word, points))?;
        }
        list.end()
    }

    pub fn by_part<'de, D: Deserializer<'de>>(from: D) -> Result<Parts, D::Error> {
        let read = Vec::<(usize, String, i64)>::deserialize(from)?;
        let part = |(place, word, points): (usize, String, i64)| ((place, interned(&word)), points);
        Ok(read.into_iter().map(part).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Score, ScorePart};

    fn outcome(totals: &[i32]) -> Outcome {
        let score = |points: &i32| {
            Score::new(vec![ScorePart {
                what: "points",
                points: *points,
            }])
        };
        Outcome {
            scores: totals.iter().map(score).collect(),
            winners: Vec::new(),
            level: Vec::new(),
            by: "points",
        }
    }

    #[test]
    fn a_margin_is_over_the_opponents_and_not_over_the_team() {
        assert_eq!(BalanceCounts::margins(&outcome(&[7, 4]), &[0, 1]), [3, -3]);
        assert_eq!(
            BalanceCounts::margins(&outcome(&[7, 4, 1]), &[0, 1, 2]),
            [9, 0, -9]
        );
        assert_eq!(
            BalanceCounts::margins(&outcome(&[7, 4, 7, 4]), &[0, 1, 0, 1]),
            [6, -6, 6, -6]
        );
        assert_eq!(opponents(&[0, 1, 0, 1]), [2, 2, 2, 2]);
    }
}
