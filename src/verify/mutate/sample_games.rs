//! Plays the same random games before and after an edit, and compares them. Rules and a seed come in; how many games
//! differ, and the figure that moved most, go out. Called by `run`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::players::{Chooser, Players, Swarm, Uniform};
use crate::rules::{Breach, Game, NoListener, Outcome, SeededChance};
use crate::verify::playing::{game_seed, outcome, unwatched};

/// A figure is off when its mean is so many standard errors away: of a thousand edits with a hundred figures each, chance
/// alone moves less than one so far.
const ERRORS: f64 = 4.5;

/// One random game: its last state (hashed), its end, how many decisions it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    state: u64,
    outcome: Outcome,
    decisions: u32,
}

/// A figure of the random games that an edit moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Shift {
    /// "total of caps", "wins of mint", "gear of cream".
    pub what: String,
    /// Its mean before and after.
    pub from: f64,
    pub to: f64,
    /// How many standard errors lie between.
    pub errors: f64,
}

/// Plays random games `0..games` of a run: even numbers by uniform players, odd ones by swarm players, as `fuzz` does.
///
/// # Errors
/// When a game cannot be played to its end.
pub fn courses<G: Game>(game: &G, seed: u64, games: u64) -> Result<Vec<Course>, Breach> {
    let play = |index| {
        let seed = game_seed(seed, index);
        match Players::of_game(None, index) {
            Players::Uniform => course::<G, Uniform>(game, seed),
            Players::Swarm => course::<G, Swarm>(game, seed),
        }
    };
    (0..games).map(play).collect()
}

fn course<G: Game, P: Chooser>(game: &G, seed: u64) -> Result<Course, Breach> {
    let (mut chance, mut chooser) = (SeededChance::new(seed), P::of(seed));
    let state = game.set_up(&mut chance, &mut NoListener);
    let whole = unwatched(
        game,
        state,
        &mut chance,
        &mut NoListener,
        &mut chooser,
        |_| (),
    );
    let (state, decisions) = whole?;
    let outcome = outcome(game, &state)?;
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    Ok(Course {
        state: hasher.finish(),
        outcome,
        decisions,
    })
}

/// The random games of one variant, and what their figures add up to.
pub struct Standard {
    games: Vec<Course>,
    sums: BTreeMap<Figure, f64>,
}

/// A figure of a game: of a seat, or of the whole game.
type Figure = (Option<usize>, &'static str);

impl Standard {
    pub fn new(games: Vec<Course>) -> Self {
        let mut sums = BTreeMap::new();
        for game in &games {
            figures(game, |figure, value| {
                *sums.entry(figure).or_default() += value
            });
        }
        Standard { games, sums }
    }

    /// How many of the games differ.
    pub fn differing(&self, after: &[Course]) -> u64 {
        self.pairs(after).count() as u64
    }

    /// The figure that is off by most, if any is off by more than chance explains. Games of one seed are compared with each
    /// other.
    pub fn shift(&self, seats: &[String], after: &[Course]) -> Option<Shift> {
        let mut moved: BTreeMap<Figure, Moved> = BTreeMap::new();
        for (before, after) in self.pairs(after) {
            let mut differences: BTreeMap<Figure, f64> = BTreeMap::new();
            figures(before, |figure, value| {
                *differences.entry(figure).or_default() -= value
            });
            figures(after, |figure, value| {
                *differences.entry(figure).or_default() += value
            });
            for (figure, by) in differences {
                moved.entry(figure).or_default().enter(by);
            }
        }
        let games = self.games.len() as f64;
        let shifts = moved.into_iter().filter_map(|((seat, what), moved)| {
            let from = self.sums.get(&(seat, what)).copied().unwrap_or(0.0) / games;
            let seat = seat.and_then(|seat| seats.get(seat));
            Some(Shift {
                what: seat.map_or_else(|| what.to_owned(), |seat| format!("{what} of {seat}")),
                from,
                to: from + moved.sum / games,
                errors: moved.errors(games)?,
            })
        });
        let shifts = shifts.filter(|shift| shift.errors >= ERRORS);
        shifts.max_by(|a, b| a.errors.total_cmp(&b.errors))
    }

    /// The games that differ, before and after.
    fn pairs<'g>(&'g self, after: &'g [Course]) -> impl Iterator<Item = (&'g Course, &'g Course)> {
        let pairs = self.games.iter().zip(after);
        pairs.filter(|(before, after)| before != after)
    }
}

/// Calls back with the figures of one game.
fn figures(course: &Course, mut tell: impl FnMut(Figure, f64)) {
    tell((None, "decisions"), f64::from(course.decisions));
    let outcome = &course.outcome;
    for (seat, score) in outcome.scores.iter().enumerate() {
        let won = outcome.winners.iter().any(|w| usize::from(w.0) == seat);
        tell((Some(seat), "wins"), f64::from(u8::from(won)));
        tell((Some(seat), "total"), f64::from(score.total));
        for part in &score.parts {
            tell((Some(seat), part.what), f64::from(part.points));
        }
    }
}

/// By how much a figure is moved in the games that differ, added up.
#[derive(Default)]
struct Moved {
    sum: f64,
    squares: f64,
}

impl Moved {
    fn enter(&mut self, by: f64) {
        self.sum += by;
        self.squares += by * by;
    }

    /// How many standard errors the mean over so many games is away from nothing; `None` where it is not.
    fn errors(&self, games: f64) -> Option<f64> {
        if games < 2.0 || self.sum == 0.0 {
            return None;
        }
        let mean = self.sum / games;
        let variance = (self.squares / games - mean * mean).max(0.0);
        let error = (variance / (games - 1.0)).sqrt();
        // The same difference in every game is not due to chance.
        Some(if error == 0.0 {
            f64::INFINITY
        } else {
            mean.abs() / error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Score, ScorePart, Seat};

    fn errors(all: &[f64]) -> Option<f64> {
        let mut moved = Moved::default();
        all.iter().for_each(|by| moved.enter(*by));
        moved.errors(all.len() as f64)
    }

    #[test]
    fn differences_are_measured_in_standard_errors() {
        // Mean 1.5, standard deviation 1, standard error 0.5.
        assert_eq!(errors(&[1.0, 1.0, 1.0, 3.0]), Some(3.0));
        assert_eq!(errors(&[1.0, -1.0]), None);
        assert_eq!(errors(&[2.0]), None);
        assert_eq!(errors(&[1.0, 1.0]), Some(f64::INFINITY));
    }

    /// Games that end with so many points for the only seat.
    fn games(points: &[i32]) -> Vec<Course> {
        let course = |points: &i32| Course {
            state: 0,
            outcome: Outcome {
                scores: vec![Score::new(vec![ScorePart {
                    what: "land",
                    points: *points,
                }])],
                winners: vec![Seat(0)],
                level: vec![Seat(0)],
                by: "points",
            },
            decisions: 1,
        };
        points.iter().map(course).collect()
    }

    #[test]
    fn the_figure_that_moves_most_is_told_with_its_means() {
        let before: Vec<i32> = (0..100).collect();
        let standard = Standard::new(games(&before));
        assert_eq!(standard.differing(&games(&before)), 0);
        assert_eq!(standard.shift(&["red".to_owned()], &games(&before)), None);
        let after: Vec<i32> = before.iter().map(|n| n + n % 2).collect();
        let after = games(&after);
        assert_eq!(standard.differing(&after), 50);
        let shift = standard.shift(&["red".to_owned()], &after).unwrap();
        assert_eq!((shift.from, shift.to), (49.5, 50.0));
        assert!(["land of red", "total of red"].contains(&shift.what.as_str()));
    }

    #[test]
    fn a_difference_that_chance_can_make_is_no_shift() {
        let before = vec![5; 100];
        let mut after = before.clone();
        (after[3], after[50], after[70]) = (9, 4, 6);
        let standard = Standard::new(games(&before));
        assert_eq!(standard.differing(&games(&after)), 3);
        assert_eq!(standard.shift(&["red".to_owned()], &games(&after)), None);
    }
}
