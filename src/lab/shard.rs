//! A share of a run: the games of it follow from its number alone. `3/200` comes in, a range of games goes out. Called by the commands
//! that run on many machines.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// Share `number` of `of`, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

impl Shard {
    /// All of a run.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    /// The games of the share, of a run of so many. Shares differ by one game at most, and together they are the run.
    pub fn games(self, all: u64) -> Range<u64> {
        let from = |number: u64| {
            let product = u128::from(all) * u128::from(number) / u128::from(self.of.max(1));
            product as u64
        };
        from(self.number - 1)..from(self.number)
    }
}

impl Shard {
    /// The same as a list of ranges: none where the share is empty.
    pub fn ranges(self, all: u64) -> Vec<(u64, u64)> {
        let games = self.games(all);
        if games.is_empty() { Vec::new() } else { vec![(games.start, games.end)] }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no share of a run: write `3/200` for the third of 200");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let number: u64 = number.trim().parse().map_err(|_| wrong())?;
        let of: u64 = of.trim().parse().map_err(|_| wrong())?;
        if !(1..=of).contains(&number) {
            return Err(format!(
                "there is no share {number} of {of}: they are numbered from 1 to {of}"
            ));
        }
        Ok(Shard { number, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_of_a_run_are_the_run() {
        for (all, of) in [(0, 3), (1, 7), (1_000, 7), (200, 200), (1_000_000_000_000, 999)] {
            let mut next = 0;
            for number in 1..=of {
                let games = Shard { number, of }.games(all);
                assert_eq!(games.start, next);
                assert!(games.end - games.start <= all / of + 1);
                next = games.end;
            }
            assert_eq!(next, all);
        }
    }

    #[test]
    fn a_share_is_read_as_it_is_written() {
        assert_eq!("3/200".parse::<Shard>().unwrap().to_string(), "3/200");
        for wrong in ["0/3", "4/3", "3", "a/b", "1/0", "-1/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
