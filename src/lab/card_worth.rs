//! What a card is worth to who holds or plays it. Counts of a row of cards come in, figures with intervals go out. Called by `figures`.

use super::counts::LabCounts;
use crate::statistics::Interval;

/// A row of cards, its copies together.
#[derive(Debug, Clone, PartialEq)]
pub struct CardWorth {
    pub deck: String,
    pub row: String,
    /// Games in which a copy was drawn, moved or turned.
    pub in_play: Interval,
    /// Games in which a copy counted for a seat in the end.
    pub counted: Interval,
    /// Seats of all games for which a copy counted: where it counts for two, there are two cases.
    pub cases: u64,
    /// Seats of all games that played a copy: their share, and how many they are.
    pub played: Interval,
    pub plays: u64,
    /// How much more often the seat for which it counts wins than that seat wins in all games: 0.05 is 52 % of the games and not 47 %.
    /// `None` below two cases of different sides or games, as for the others.
    pub held_worth: Option<Interval>,
    /// As `held_worth`, of the seats that played it.
    pub played_worth: Option<Interval>,
}

/// The figures of a row, by its number; `None` where nothing was counted of it.
pub fn card_worth(
    (deck, id): &(String, String),
    row: usize,
    counts: &LabCounts,
) -> Option<CardWorth> {
    let (count, played) = (counts.results.rows.get(row)?, counts.played.get(row)?);
    let wins = &counts.results.wins;
    let games = wins.games;
    Some(CardWorth {
        deck: deck.clone(),
        row: id.clone(),
        in_play: Interval::share(count.in_play, games),
        counted: Interval::share(count.counted, games),
        cases: count.held.cases(),
        played: Interval::share_in_clusters(&played.of_seats(games)),
        plays: played.cases(),
        held_worth: count.held.worth(wins).map(|worth| worth.interval()),
        played_worth: played.worth(wins).map(|worth| worth.interval()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Outcome, Seat};

    /// A hundred games of three seats, of which the first wins 60 and the second the others; and a row that counted for the first in games
    /// that it won, or did not.
    fn card(won: &[bool]) -> CardWorth {
        let winner = |won: bool| won_by(&[Seat(u8::from(!won))]);
        let mut counts = LabCounts::new(3, 1);
        let results = &mut counts.results;
        for game in 0..100 {
            results.wins.enter(&winner(game < 60));
        }
        for won in won {
            let held = &mut results.rows[0].held;
            held.enter(&[(0, Seat(0))], &winner(*won), &[0, 1, 2]);
        }
        card_worth(&("tools".into(), "rope".into()), 0, &counts).unwrap()
    }

    fn won_by(winners: &[Seat]) -> Outcome {
        Outcome {
            scores: Vec::new(),
            winners: winners.to_vec(),
            level: Vec::new(),
            by: "points".into(),
        }
    }

    #[test]
    fn a_card_is_measured_against_what_its_seat_wins_anyway() {
        let worth = |won: &[bool]| (card(won).held_worth.unwrap().value * 1e9).round() / 1e9;
        // 3 of 5 games won, as ever; 4 of 5.
        assert_eq!(worth(&[true, true, true, false, false]), 0.0);
        assert_eq!(worth(&[true, true, true, true, false]), 0.2);
    }

    /// A game of four that is won in half of the games; all four play the row, in all of them or in every second.
    fn played_by_all(teams: [usize; 4], in_all: bool) -> CardWorth {
        let mut counts = LabCounts::new(4, 1);
        let seats = [0, 1, 2, 3].map(Seat);
        for game in 0..100_u64 {
            let winners: &[Seat] = if game % 2 == 0 { &seats } else { &[] };
            counts.results.wins.enter(&won_by(winners));
            if in_all || game % 4 < 2 {
                let cases = seats.map(|seat| (0, seat));
                counts.played[0].enter(&cases, &won_by(winners), &teams);
            }
        }
        card_worth(&("tools".into(), "rope".into()), 0, &counts).unwrap()
    }

    #[test]
    fn seats_that_win_together_are_one_case() {
        // Who always plays it wins what all games are won: there is no chance in it.
        let always = played_by_all([0; 4], true).played_worth.unwrap();
        assert!(always.value == 0.0 && always.half() < 0.01, "{always:?}");
        // In every second game: 50 cases, not 200, and those of all games as well: 0.25 / 50 + 0.25 / 100 - 2 * 0.25 / 100.
        for teams in [[0; 4], [0, 1, 2, 3]] {
            let half = played_by_all(teams, false).played_worth.unwrap().half();
            assert!((half - 1.96 * 0.0025_f64.sqrt()).abs() < 0.01, "{half}");
        }
        let together = played_by_all([0; 4], true);
        // Where all play it or none does, it is games that are counted.
        let played = played_by_all([0; 4], false).played;
        assert!((played.half() / Interval::share(50, 100).half() - 1.0).abs() < 0.02);
        assert_eq!(together.played.value, 1.0);
    }

    #[test]
    fn one_case_shows_nothing() {
        assert_eq!(card(&[true]).held_worth, None);
        assert_eq!(card(&[true]).cases, 1);
    }
}
