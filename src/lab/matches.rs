//! Two players against each other: every deal is played twice, with their seats swapped. A game and a deal come in, wins and defeats of
//! the first go out. Called by `playing`.

use super::chance::CardKeys;
use super::heard::Heard;
use super::playing::LabTable;
use super::rows::CardRows;
use crate::players::{SeatPolicy, Solution, payoffs};
use crate::rules::Breach;
use crate::script::Rules;
use crate::statistics::WinDrawLoss;
use crate::table::CardSet;
use crate::verify::panics::guarded;
use crate::verify::playing::game_seed;

/// What the games of a deal came to.
#[derive(Debug, Default)]
pub struct PlayedDeal {
    /// Of the first player.
    pub results: WinDrawLoss,
    /// What a seat of each player got on average, of what the game is played for.
    pub payoffs: [f64; 2],
}

/// Where deals are played: the sides of the seats, and who plays.
pub struct Match<'g, S: CardSet> {
    pub game: &'g Rules<S>,
    pub keys: &'g CardKeys,
    pub teams: &'g [usize],
    pub players: [SeatPolicy; 2],
    pub solution: Option<&'g Solution>,
}

impl<S: CardSet> Match<'_, S> {
    /// Plays a deal twice, with the seats swapped. At tables of more than two sides, sides are taken by turns: `A B A`, then `B A B`. A
    /// win is a player's when seats of its win and none of the other's; what both win or nobody does is a draw. Where all are one side, all are the first player, then the second.
    ///
    /// # Errors
    /// When a game cannot be played to its end.
    pub fn play(&self, seed: u64, deal: u64) -> Result<PlayedDeal, Breach> {
        let rows = CardRows::among(&self.game.names, std::iter::empty());
        let mut played_deal = PlayedDeal::default();
        let is_alone = self.teams.iter().all(|team| *team == 0);
        let games = if is_alone { 1.0 } else { 2.0 };
        for swapped in [0, 1] {
            let is_first = |seat: usize| (self.teams[seat] + swapped).is_multiple_of(2);
            let policies: Vec<SeatPolicy> = (0..self.teams.len())
                .map(|seat| self.players[usize::from(!is_first(seat))])
                .collect();
            let table = LabTable::new(self.game, self.keys, &policies, self.solution);
            let mut heard = Heard::new(&rows, self.game);
            let played = guarded(|| table.play(game_seed(seed, deal), &mut heard))?;
            let winners = &played.outcome.winners;
            let of_first = winners.iter().filter(|seat| is_first(usize::from(seat.0)));
            let of_first = of_first.count();
            let results = &mut played_deal.results;
            match (of_first > 0, of_first < winners.len()) {
                (true, false) => results.wins += 1,
                (false, true) => results.losses += 1,
                // Nobody wins, or both do.
                _ => results.draws += 1,
            }
            let payoffs = payoffs(self.game, &played.state);
            for (player, sum) in played_deal.payoffs.iter_mut().enumerate() {
                let seats = (0..payoffs.len()).filter(|seat| is_first(*seat) == (player == 0));
                let (total, seats) =
                    seats.fold((0.0, 0), |(total, seats), seat| (total + payoffs[seat], seats + 1));
                // Where all seats are one side, a player has the seats of one game only.
                *sum += total / f64::from(seats.max(1)) / games;
            }
        }
        Ok(played_deal)
    }
}
