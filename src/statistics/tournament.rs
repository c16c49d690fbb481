//! Ratings of many players from the games between them, relative to one whose rating is 0 for ever. Results of pairings
//! come in; Elo with standard errors goes out.

use super::bradley_terry::PairingScores;
use super::counts::Merge;
use super::elo::{ELO_PER_LOGIT, WinDrawLoss};
use super::intervals::Interval;
use super::normal::normal_quantile;

/// The games between the players of a tournament, who are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    players: usize,
    /// Row against column, as the row sees it; both halves are kept.
    results: Vec<WinDrawLoss>,
}

/// How strong a player is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Above the reference player.
    pub elo: f64,
    /// Of the difference to the reference player, in Elo. 0 for that one itself.
    pub standard_error: f64,
    /// Whether the games bound it to both sides: who won all of them may be any number of points stronger.
    pub is_bounded: bool,
    /// Games against anybody.
    pub games: u64,
}

impl Rating {
    /// The normal interval at level 1 − `alpha`, open where nothing bounds it.
    pub fn interval(&self, alpha: f64) -> Interval {
        let z = normal_quantile(1.0 - alpha / 2.0);
        let around = Interval::around(self.elo, z * self.standard_error);
        match (self.is_bounded, self.elo > 0.0) {
            (true, _) => around,
            (false, true) => Interval {
                high: f64::INFINITY,
                ..around
            },
            (false, false) => Interval {
                low: f64::NEG_INFINITY,
                ..around
            },
        }
    }
}

/// Why there are no ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unrated {
    /// The reference is no player of the tournament.
    NoReference,
    /// These players have no finite rating: no chain of games in which something was won leads from the reference to
    /// each of them, or none leads back. Games against others help, or a prior.
    Unbounded(Vec<usize>),
}

impl Tournament {
    /// No games yet.
    pub fn new(players: usize) -> Self {
        Tournament {
            players,
            results: vec![WinDrawLoss::default(); players * players],
        }
    }

    /// Adds games of two different players, as `first` sees them. Games of a player against itself, or of nobody, say
    /// nothing and are left out.
    pub fn enter(&mut self, first: usize, second: usize, results: &WinDrawLoss) {
        if first != second && first < self.players && second < self.players {
            self.results[first * self.players + second].merge(results);
            self.results[second * self.players + first].merge(&results.reversed());
        }
    }

    /// The games of `first` against `second`, as `first` sees them; none of nobody.
    pub fn results(&self, first: usize, second: usize) -> WinDrawLoss {
        if first >= self.players || second >= self.players {
            return WinDrawLoss::default();
        }
        self.results[first * self.players + second]
    }

    /// The ratings above the last player, with one drawn game of each two added: they stay finite where one player wins all.
    ///
    /// # Errors
    /// As [`Tournament::ratings`].
    pub fn tempered_ratings(&self) -> Result<Vec<Rating>, Unrated> {
        self.ratings(self.players.saturating_sub(1), 1.0)
    }

    /// The ratings of all players by maximum likelihood in the model of Bradley and Terry (Biometrika, 1952), a draw
    /// being half a win and half a loss. Standard errors are from the observed information; they take all games for
    /// independent, and draws make the truth somewhat more certain than they say. `prior_draws` draws, no negative
    /// number, are added to each pairing that was played: 0 is plain maximum likelihood; with 1, who won all games is
    /// rated, too, and everybody is drawn a little towards the others.
    pub fn ratings(&self, reference: usize, prior_draws: f64) -> Result<Vec<Rating>, Unrated> {
        if reference >= self.players {
            return Err(Unrated::NoReference);
        }
        let scores = PairingScores::new(self.players, &self.results, prior_draws);
        let unbounded = scores.unbounded(reference);
        if !unbounded.is_empty() {
            return Err(Unrated::Unbounded(unbounded));
        }
        let open = PairingScores::new(self.players, &self.results, 0.0).unbounded(reference);
        let strengths = scores.likeliest_strengths(reference);
        let information = scores.information(&strengths, reference);
        let ratings = (0..self.players).map(|player| {
            let mut unit = vec![0.0; self.players];
            unit[player] = 1.0;
            // A column of the inverse holds the variance on the diagonal.
            let variance = if player == reference {
                0.0
            } else {
                information.solve(unit)[player]
            };
            Rating {
                elo: strengths[player] * ELO_PER_LOGIT,
                standard_error: variance.sqrt() * ELO_PER_LOGIT,
                is_bounded: !open.contains(&player),
                games: (0..self.players)
                    .map(|other| self.results(player, other).games())
                    .sum(),
            }
        });
        Ok(ratings.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wins_and_losses(wins: u64, losses: u64) -> WinDrawLoss {
        WinDrawLoss {
            wins,
            draws: 0,
            losses,
        }
    }

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, not {expected}");
    }

    #[test]
    fn baseball_is_rated_as_in_the_textbook() {
        // American League 1987, from Agresti, Categorical Data Analysis, 1990, table 10.10: wins of the row against the
        // column in 13 games. Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let mut league = Tournament::new(7);
        for (row, of_row) in wins.iter().enumerate() {
            for (column, of_column) in wins.iter().enumerate().take(row) {
                let results = wins_and_losses(of_row[column], of_column[row]);
                assert_eq!(results.games(), 13);
                league.enter(row, column, &results);
            }
        }
        let ratings = league.ratings(6, 0.0).unwrap();
        // Estimates and standard errors of the R package BradleyTerry2, in logits above Baltimore.
        let expected = [
            (1.5814, 0.3433),
            (1.4364, 0.3396),
            (1.2945, 0.3367),
            (1.2476, 0.3359),
            (1.1077, 0.3339),
            (0.6839, 0.3319),
            (0.0, 0.0),
        ];
        for (rating, (logit, error)) in ratings.iter().zip(expected) {
            near(rating.elo / ELO_PER_LOGIT, logit, 1e-4);
            near(rating.standard_error / ELO_PER_LOGIT, error, 1e-4);
            assert_eq!(rating.games, 78);
        }
        near(
            ratings[0].interval(0.05).half(),
            1.96 * 0.3433 * ELO_PER_LOGIT,
            0.05,
        );
    }

    #[test]
    fn two_players_have_the_elo_of_their_score() {
        let mut duel = Tournament::new(2);
        duel.enter(0, 1, &wins_and_losses(3, 1));
        let ratings = duel.ratings(1, 0.0).unwrap();
        near(ratings[0].elo, 190.848_501_887_865, 1e-7);
        near(
            ratings[0].standard_error,
            ELO_PER_LOGIT / 0.75_f64.sqrt(),
            1e-7,
        );
        assert_eq!((ratings[1].elo, ratings[1].standard_error), (0.0, 0.0));
    }

    #[test]
    fn far_ratings_are_found_too() {
        let mut ladder = Tournament::new(12);
        for player in 1..12 {
            ladder.enter(player, player - 1, &wins_and_losses(1_000_000, 1));
        }
        let ratings = ladder.ratings(0, 0.0).unwrap();
        for (player, rating) in ratings.iter().enumerate() {
            near(rating.elo, 2_400.0 * player as f64, 1e-3);
        }
    }

    #[test]
    fn who_cannot_be_rated_is_named() {
        let mut tournament = Tournament::new(4);
        tournament.enter(0, 1, &wins_and_losses(3, 1));
        tournament.enter(2, 1, &wins_and_losses(10, 0));
        assert_eq!(tournament.ratings(4, 0.0), Err(Unrated::NoReference));
        assert_eq!(
            tournament.ratings(0, 0.0),
            Err(Unrated::Unbounded(vec![2, 3]))
        );
        assert_eq!(tournament.ratings(0, 1.0), Err(Unrated::Unbounded(vec![3])));
        tournament.enter(
            3,
            2,
            &WinDrawLoss {
                draws: 1,
                ..WinDrawLoss::default()
            },
        );
        let ratings = tournament.ratings(0, 1.0).unwrap();
        assert!(ratings[2].elo > ratings[0].elo && ratings[0].elo > ratings[1].elo);
        near(ratings[3].elo, ratings[2].elo, 1e-6);
        // Ten games won of ten do not say how much stronger.
        let interval = ratings[2].interval(0.05);
        assert!(interval.low > ratings[0].elo - 800.0 && interval.high == f64::INFINITY);
        assert!(ratings[1].is_bounded && ratings[1].interval(0.05).high.is_finite());
    }
}
