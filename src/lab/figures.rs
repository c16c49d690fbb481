//! What counts say of a game, with intervals: who wins, what a first move is worth, how long games are, how much is decided, which
//! cards and rules are used and what they are worth. Counts and the names of a table come in, figures go out. Called by `session`,
//! whose reports show them.

use serde::{Deserialize, Serialize};

use super::counts::{LabCounts, UseCount};
use crate::rules::Names;
use crate::statistics::{Histogram, Interval};
use crate::verify::balance::{Balance, CardRows, HeldCount, RowOf, SeatCount};

/// The names that counts go by: numbers of seats, rows, verbs and notes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabNames {
    pub seats: Vec<String>,
    /// The side of each seat.
    pub teams: Vec<usize>,
    /// Deck and row.
    pub rows: Vec<(String, String)>,
    pub verbs: Vec<String>,
    pub notes: Vec<String>,
}

/// The figures of one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct LabFigures {
    pub games: u64,
    pub balance: Balance,
    pub seats: Vec<SeatFigures>,
    /// How much more often the seat that decides first wins than a seat does.
    pub first: Interval,
    /// Least, median, nine of ten, most decisions of a game.
    pub lengths: [u32; 4],
    pub mean_length: f64,
    /// Legal moves of a decision: the mean, and nine of ten.
    pub choices: (f64, u32),
    /// Decisions with one legal move only.
    pub forced: Interval,
    /// How often the lead changes hands in a game.
    pub lead_changes: f64,
    /// Games won by who would have lost at half time.
    pub comebacks: Interval,
    pub cards: Vec<CardWorth>,
    pub verbs: Vec<UseFigures>,
    pub notes: Vec<UseFigures>,
}

/// A seat.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatFigures {
    pub name: String,
    pub wins: Interval,
    pub points: Interval,
}

/// A row of cards.
#[derive(Debug, Clone, PartialEq)]
pub struct CardWorth {
    pub deck: String,
    pub row: String,
    /// Games in which a copy came into play, and those in which a seat played one.
    pub in_play: Interval,
    pub played: Interval,
    /// How much more often the seat that held it at the end, or played it, wins than it does anyway; `None` below two cases.
    pub held_worth: Option<Interval>,
    pub played_worth: Option<Interval>,
}

/// A kind of moves, or a note.
#[derive(Debug, Clone, PartialEq)]
pub struct UseFigures {
    pub word: String,
    /// Games in which it was used at all.
    pub games: Interval,
    /// How often in a game.
    pub each: f64,
}

/// The figures of some counts.
pub fn figures(names: &LabNames, counts: &LabCounts) -> LabFigures {
    let games = counts.balance.games;
    let all = Names {
        seats: names.seats.clone(),
        ..Names::default()
    };
    let rows: Vec<RowOf> = names
        .rows
        .iter()
        .map(|(deck, id)| RowOf {
            deck: deck.clone(),
            id: id.clone(),
        })
        .collect();
    let balance = Balance::new(&all, &CardRows::named(rows), &names.teams, &counts.balance);
    let cards = balance.cards.iter().zip(&counts.played);
    let cards = cards.map(|(card, played)| card_worth(card, played, counts));
    let first = counts.first.iter().fold((0, 0), |(wins, games), count| {
        (wins + count.times, games + count.games)
    });
    let sides = names.teams.iter().max().map_or(1, |last| last + 1);
    let anyway = counts.balance.seats.iter().zip(&counts.first);
    // What the seats that decide first win when they do not: their share of all games.
    let anyway: f64 = anyway
        .map(|(seat, first)| seat.wins as f64 / games.max(1) as f64 * first.games as f64)
        .sum::<f64>()
        / first.1.max(1) as f64;
    let is_fixed = counts.first.iter().filter(|count| count.games > 0).count() == 1;
    let even = 1.0 / sides as f64;
    let decisions = counts.choices.total();
    let forced = counts.choices.iter().find(|(count, _)| *count == 1);
    LabFigures {
        games,
        seats: seats(names, counts),
        // Where one seat always begins, beginning and sitting there are one thing: it is held against an even share.
        first: Interval::share(first.0, first.1).above(if is_fixed { even } else { anyway }),
        lengths: [0.0, 0.5, 0.9, 1.0].map(|share| counts.lengths.quantile(share).unwrap_or(0)),
        mean_length: counts.lengths.mean().unwrap_or(0.0),
        choices: (
            counts.choices.mean().unwrap_or(0.0),
            counts.choices.quantile(0.9).unwrap_or(0),
        ),
        forced: Interval::share(forced.map_or(0, |(_, times)| times), decisions),
        lead_changes: mean(&counts.lead_changes),
        comebacks: Interval::share(counts.comebacks, games),
        cards: cards.collect(),
        verbs: uses(&names.verbs, counts.verbs.iter(), games),
        notes: uses(&names.notes, counts.notes.iter(), games),
        balance,
    }
}

fn mean(histogram: &Histogram) -> f64 {
    histogram.mean().unwrap_or(0.0)
}

fn seats(names: &LabNames, counts: &LabCounts) -> Vec<SeatFigures> {
    let games = counts.balance.games;
    let figures = names.seats.iter().zip(&counts.balance.seats);
    let figure = |(name, seat): (&String, &SeatCount)| SeatFigures {
        name: name.clone(),
        wins: Interval::share(seat.wins, games),
        points: if games < 2 {
            Interval::exactly(seat.points.mean())
        } else {
            Interval::mean(&seat.points)
        },
    };
    figures.map(figure).collect()
}

fn card_worth(
    card: &crate::verify::balance::CardFigures,
    played: &[HeldCount],
    counts: &LabCounts,
) -> CardWorth {
    let games = counts.balance.games;
    let cases: u64 = played.iter().map(|count| count.margin.games).sum();
    let won: u64 = played.iter().map(|count| count.wins).sum();
    let anyway: f64 = played
        .iter()
        .zip(&counts.balance.seats)
        .map(|(count, seat)| count.margin.games as f64 * seat.wins as f64)
        .sum::<f64>()
        / games.max(1) as f64;
    let seats = played.len().max(1) as u64;
    CardWorth {
        deck: card.deck.clone(),
        row: card.row.clone(),
        in_play: Interval::share(card.in_play, games),
        // Of seats and games: a row of several copies may be played by more seats than one.
        played: Interval::share(cases, games * seats),
        held_worth: card.wins,
        played_worth: (cases >= 2)
            .then(|| Interval::share(won, cases).above(anyway / cases as f64)),
    }
}

fn uses<'c>(
    words: &[String],
    counts: impl Iterator<Item = (&'c u8, &'c UseCount)> + Clone,
    games: u64,
) -> Vec<UseFigures> {
    let mut found: Vec<(&String, UseCount)> = Vec::new();
    for (number, word) in words.iter().enumerate() {
        let count = counts
            .clone()
            .find(|(at, _)| usize::from(**at) == number)
            .map_or(UseCount::default(), |(_, count)| *count);
        // A verb may have several patterns: a game that uses two of them counts with the one that is used in more games.
        match found.iter_mut().find(|(known, _)| *known == word) {
            Some((_, known)) => {
                known.times += count.times;
                known.games = known.games.max(count.games);
            }
            None => found.push((word, count)),
        }
    }
    let figure = |(word, count): (&String, UseCount)| UseFigures {
        word: word.clone(),
        games: Interval::share(count.games, games),
        each: count.times as f64 / games.max(1) as f64,
    };
    found.into_iter().map(figure).collect()
}
