//! How each seat of a game chooses its moves. Words of a command line come in (`search:400`, `red=search:400,blue=uniform`);
//! policies, and the moves that they choose, go out. Called by `session`, which reads them, and by `lab`, which plays them.

use std::fmt;
use std::str::FromStr;

use super::greedy::choose_greedily;
use super::random::random_move;
use super::search::{Budget, Position, Worlds, search_move};
use super::solver::{Solution, Unsolved};
use crate::rules::{Rng, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Move};

/// Most worlds that a move may be searched in.
const MOST_ITERATIONS: u32 = 10_000_000;

/// The most ways that a game may go that is solved; and for each world that a player searches.
const MOST_WAYS: u64 = 3_000_000;
const WAYS_A_WORLD: u64 = 100;

/// How the moves of a seat are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SeatPolicy {
    /// Every legal move is as likely as any other.
    Uniform,
    /// One move ahead.
    Greedy,
    /// Information-set Monte Carlo tree search in so many worlds.
    Search(u32),
    /// An equilibrium of the whole game: see [`Solution`].
    Solved,
    /// The same on the true cards: no fair player, a yardstick for what hidden information is worth.
    AllSeeing(u32),
}

impl SeatPolicy {
    /// What shows how much such a player makes of a game, in matches of two: it against chance, which says what skill is worth; and the same
    /// on the true cards against it, which says what hidden cards are worth, where `hides`: the game hides something; and it against the
    /// solution of the game, where there is one. A player that follows the solution does not measure what a search
    /// would gain by seeing cards.
    pub fn yardsticks(self, hides: bool, solution: Option<&Solution>) -> Vec<[SeatPolicy; 2]> {
        let skill = [self, SeatPolicy::Uniform];
        let searches = solution.is_none_or(|solution| !self.plays_by(solution));
        let mut all = Vec::new();
        if self != SeatPolicy::Uniform {
            all.push(skill);
        }
        if let SeatPolicy::Search(worlds) = self
            && hides
            && searches
        {
            all.push([SeatPolicy::AllSeeing(worlds), self]);
        }
        if solution.is_some() && searches {
            all.push([self, SeatPolicy::Solved]);
        }
        all
    }

    /// How many ways a game may go that such a player plays by its solution.
    fn solves(self) -> u64 {
        match self {
            SeatPolicy::Solved => MOST_WAYS,
            SeatPolicy::Search(worlds) => MOST_WAYS.min(u64::from(worlds) * WAYS_A_WORLD),
            SeatPolicy::Uniform | SeatPolicy::Greedy | SeatPolicy::AllSeeing(_) => 0,
        }
    }

    /// Whether such a player plays by this solution.
    pub fn plays_by(self, solution: &Solution) -> bool {
        solution.ways <= self.solves()
    }

    /// The solution of a game that is so small that one of these plays by it, or that can go no more than `least` ways.
    ///
    /// # Errors
    /// When the solution was asked for, and the game is too large, or does not end.
    pub fn solve<S: CardSet>(
        game: &Rules<S>,
        players: &[SeatPolicy],
        least: u64,
    ) -> Result<Option<Solution>, Unsolved> {
        let most = players.iter().map(|player| player.solves()).fold(least, u64::max);
        match (most > 0).then(|| Solution::of(game, most)).transpose() {
            Err(_) if !players.contains(&SeatPolicy::Solved) => Ok(None),
            found => found,
        }
    }

    /// A legal move, and the worlds that were dealt to find it; `None` where there is none. `past` is what was decided before, for worlds
    /// that do not contradict it. `solution` is that of the game, if it has one: see [`SeatPolicy::solve`].
    pub fn choose<S: CardSet>(
        self,
        game: &Rules<S>,
        (state, past): Position<'_, S>,
        seat: Seat,
        seed: u64,
        solution: Option<&Solution>,
    ) -> Option<(Move, Worlds)> {
        let search = |budget| {
            let found = search_move(game, (state, past), seat, budget, seed)?;
            Some((found.choice, found.worlds))
        };
        let alone = |mv| (mv, Worlds::default());
        if let Some(solution) = solution.filter(|solution| self.plays_by(solution)) {
            return solution.choose(game, (state, past), seat, seed).map(alone);
        }
        match self {
            SeatPolicy::Uniform => random_move(game, state, &mut Rng::new(seed)).map(alone),
            SeatPolicy::Greedy => choose_greedily(game, state, seat, seed).map(alone),
            SeatPolicy::Search(iterations) => search(Budget::new(iterations)),
            SeatPolicy::Solved => None,
            SeatPolicy::AllSeeing(iterations) => {
                search(Budget { is_all_seeing: true, ..Budget::new(iterations) })
            }
        }
    }

    /// Whether it wants to know what was decided before.
    pub fn remembers(self) -> bool {
        matches!(self, SeatPolicy::Search(_) | SeatPolicy::Solved)
    }
}

impl fmt::Display for SeatPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatPolicy::Uniform => f.write_str("uniform"),
            SeatPolicy::Greedy => f.write_str("greedy"),
            SeatPolicy::Solved => f.write_str("solved"),
            SeatPolicy::Search(iterations) => write!(f, "search:{iterations}"),
            SeatPolicy::AllSeeing(iterations) => write!(f, "all-seeing:{iterations}"),
        }
    }
}

impl FromStr for SeatPolicy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (word, number) =
            text.split_once(':').map_or((text, None), |(word, number)| (word, Some(number)));
        let searching = |policy: fn(u32) -> SeatPolicy| {
            let number = number.unwrap_or("400");
            let worlds = number.parse().ok().filter(|count| (1..=MOST_ITERATIONS).contains(count));
            worlds.map(policy).ok_or_else(|| {
                format!("`{number}` is no number of worlds from 1 to {MOST_ITERATIONS}: write `{word}:400`")
            })
        };
        let policy = match word {
            "uniform" => SeatPolicy::Uniform,
            "greedy" => SeatPolicy::Greedy,
            "solved" => SeatPolicy::Solved,
            "search" => return searching(SeatPolicy::Search),
            "all-seeing" => return searching(SeatPolicy::AllSeeing),
            _ => {
                return Err(format!(
                    "there is no player `{word}`: write `uniform`, `greedy`, `search:400`, `solved` or `all-seeing:400`"
                ));
            }
        };
        match number {
            None => Ok(policy),
            Some(_) => Err(format!("`{word}` takes no number")),
        }
    }
}

/// The policies of all seats, before the seats are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatPolicies {
    /// Of seats that are not named.
    default: Option<SeatPolicy>,
    named: Vec<(String, SeatPolicy)>,
}

impl SeatPolicies {
    /// The same for every seat.
    pub fn all(policy: SeatPolicy) -> SeatPolicies {
        SeatPolicies { default: Some(policy), named: Vec::new() }
    }

    /// One for each seat, in order.
    ///
    /// # Errors
    /// When a seat is named that the game does not have, or one has no policy.
    pub fn of_seats(&self, seats: &[String]) -> Result<Vec<SeatPolicy>, String> {
        let known = || seats.join(", ");
        if let Some((name, _)) = self.named.iter().find(|(name, _)| !seats.contains(name)) {
            return Err(format!("there is no seat `{name}`: there are {}", known()));
        }
        let of = |seat: &String| {
            self.named
                .iter()
                .find(|(name, _)| name == seat)
                .map(|(_, policy)| *policy)
                .or(self.default)
                .ok_or_else(|| format!("nothing says who plays `{seat}`: add `,{seat}=uniform`"))
        };
        seats.iter().map(of).collect()
    }
}

impl FromStr for SeatPolicies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut policies = SeatPolicies { default: None, named: Vec::new() };
        for part in text.split(',') {
            match part.split_once('=') {
                Some((seat, policy)) => {
                    let (seat, policy) = (seat.trim().to_owned(), policy.trim().parse()?);
                    if policies.named.iter().any(|(name, _)| *name == seat) {
                        return Err(format!("`{seat}` is named twice"));
                    }
                    policies.named.push((seat, policy));
                }
                None if policies.default.is_some() => {
                    return Err(
                        "two players are for all seats: name the seat of one, `SEAT=…`".into()
                    );
                }
                None => policies.default = Some(part.trim().parse()?),
            }
        }
        Ok(policies)
    }
}

impl fmt::Display for SeatPolicies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self.named.iter().map(|(seat, of)| format!("{seat}={of}"));
        let all: Vec<String> =
            self.default.iter().map(SeatPolicy::to_string).chain(named).collect();
        f.write_str(&all.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_are_read_as_they_are_written() {
        for text in [
            "uniform",
            "search:1000",
            "greedy,caps=search:50",
            "caps=all-seeing:9,hammers=uniform",
            "caps=solved,hammers=greedy",
        ] {
            let read: SeatPolicies = text.parse().unwrap();
            assert_eq!(read.to_string(), text);
        }
        let seats = ["caps".to_owned(), "hammers".to_owned()];
        let read: SeatPolicies = "greedy,caps=search".parse().unwrap();
        assert_eq!(read.of_seats(&seats).unwrap(), [SeatPolicy::Search(400), SeatPolicy::Greedy]);
    }

    #[test]
    fn what_is_wrong_says_what_to_write() {
        let wrong = |text: &str| text.parse::<SeatPolicies>().unwrap_err();
        assert!(wrong("minimax").contains("`search:400`"));
        assert!(wrong("search:0").contains("from 1 to"));
        assert!(wrong("search:many").contains("`many`"));
        assert!(wrong("greedy:4").contains("no number"));
        assert!(wrong("greedy,uniform").contains("two players"));
        assert!(wrong("a=greedy,a=greedy").contains("twice"));
        let seats = ["caps".to_owned(), "hammers".to_owned()];
        let of = |text: &str| text.parse::<SeatPolicies>().unwrap().of_seats(&seats);
        assert!(of("caps=greedy").unwrap_err().contains("hammers=uniform"));
        assert!(of("cap=greedy,uniform").unwrap_err().contains("caps, hammers"));
    }
}
