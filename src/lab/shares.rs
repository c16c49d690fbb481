//! Shares of a run: the games of a share follow from its number alone. `3/200` comes in, a range of games goes out; and the games that
//! parts have come in, shares which together are exactly what is missing go out, with words for them.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::part::LabPart;
use crate::source::{counted, grouped, one_or_many};

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

/// Shares in a row, of one number of shares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shares {
    /// From 1.
    pub numbers: Range<u64>,
    pub of: u64,
}

impl Shares {
    pub fn iter(&self) -> impl Iterator<Item = Shard> + '_ {
        self.numbers.clone().map(|number| Shard { number, of: self.of })
    }

    pub fn count(&self) -> u64 {
        self.numbers.end - self.numbers.start
    }
}

/// `4 of 12 games are missing`; `None` of a whole run.
pub fn missing_words(whole: &LabPart) -> Option<String> {
    let count: u64 = whole.missing().iter().map(|gap| gap.end - gap.start).sum();
    let all = counted(whole.header.total as usize, whole.results.noun());
    let are = one_or_many(count as usize, "is", "are");
    (count > 0).then(|| format!("{} of {all} {are} missing", grouped(count)))
}

/// Most shares that a run is taken to have been shared out in.
const MOST_SHARES: u64 = 1_000_000;

/// Most ends of ranges that are held against a number of shares: a moment's work.
const MOST_TRIES: u64 = 5_000_000;

/// Shares that are together the games which are missing. `ranges` are those of the parts: all are shares of one number as a rule, and
/// the least number that has all their ends is taken. Of parts of several numbers each gap has its own.
pub fn missing_shares(ranges: &[(u64, u64)], whole: &LabPart) -> Vec<Shares> {
    let total = whole.header.total;
    let gaps = whole.missing();
    let mut tries = MOST_TRIES;
    let ends = ranges.iter().flat_map(|(from, to)| [*from, *to]).collect();
    let common = if gaps.is_empty() { None } else { number_of_shares(ends, total, &mut tries) };
    let shares = |gap: Range<u64>| {
        let own = |tries| number_of_shares(vec![gap.start, gap.end], total, tries);
        // A share of one game each is one of any run.
        let of = common.or_else(|| own(&mut tries)).unwrap_or(total);
        let after = |end: u64| last_share(end, of, total).unwrap_or(0) + 1;
        Shares { numbers: after(gap.start)..after(gap.end), of }
    };
    gaps.into_iter().map(shares).collect()
}

/// The least number of shares of a run in which shares end at all of these games; `None` where there is none so small, or it takes too
/// long to find.
fn number_of_shares(mut ends: Vec<u64>, total: u64, tries: &mut u64) -> Option<u64> {
    ends.extend([0, total]);
    ends.sort_unstable();
    ends.dedup();
    let shortest = ends.windows(2).map(|pair| pair[1] - pair[0]).min()?;
    // Between two ends lies a share at least.
    let fewest = total / (shortest + 1) + 1;
    for of in fewest..=MOST_SHARES.min(total) {
        let mut all = true;
        for end in &ends {
            *tries = tries.checked_sub(1)?;
            all = last_share(*end, of, total).is_some();
            if !all {
                break;
            }
        }
        if all {
            return Some(of);
        }
    }
    None
}

/// The number of the share, of so many, that ends before game `end`; 0 for the first game.
fn last_share(end: u64, of: u64, total: u64) -> Option<u64> {
    let (end, of, total) = (u128::from(end), u128::from(of), u128::from(total.max(1)));
    let number = (end * of).div_ceil(total);
    (number * total < (end + 1) * of).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::part::{PART_FORMAT, PartHeader, PartResults};
    use super::*;

    fn part_of(games: &[(u64, u64)], total: u64) -> LabPart {
        LabPart {
            header: PartHeader {
                deckproof_part: PART_FORMAT,
                program: String::new(),
                command: String::new(),
                title: String::new(),
                data: Vec::new(),
                seed: 1,
                total,
                planned: total,
            },
            games: games.to_vec(),
            results: PartResults::Laws(Vec::new()),
        }
    }

    /// Ranges of the games of shares, and what is missing besides.
    fn missing(ranges: &[Range<u64>], total: u64) -> (Vec<Shares>, Vec<Range<u64>>) {
        let mut ranges: Vec<(u64, u64)> = ranges
            .iter()
            .filter(|range| !range.is_empty())
            .map(|range| (range.start, range.end))
            .collect();
        ranges.sort_unstable();
        let whole = part_of(&ranges, total);
        (missing_shares(&ranges, &whole), whole.missing())
    }

    fn covers(shares: &[Shares], gaps: &[Range<u64>], total: u64) {
        assert_eq!(shares.len(), gaps.len());
        for (shares, gap) in shares.iter().zip(gaps) {
            let mut next = gap.start;
            for shard in shares.iter() {
                assert_eq!(shard.games(total).start, next, "{shares:?} {gap:?}");
                next = shard.games(total).end;
            }
            assert_eq!(next, gap.end, "{shares:?} {gap:?}");
        }
    }

    #[test]
    fn the_number_of_shares_is_that_of_all_parts() {
        let shares = |of: u64, without: &[u64], total| {
            let parts = (1..=of).filter(|number| !without.contains(number));
            let parts: Vec<_> = parts.map(|number| Shard { number, of }.games(total)).collect();
            missing(&parts, total).0
        };
        let one = |number, of| Shares { numbers: number..number + 1, of };
        // Shares of three games or four, of which other numbers of shares have some, too.
        assert_eq!(shares(30, &[7, 20, 21], 100), [one(7, 30), Shares { numbers: 20..22, of: 30 }]);
        assert_eq!(shares(16, &[5, 12], 154), [one(5, 16), one(12, 16)]);
        assert_eq!(shares(4, &[3], 1_000), [one(3, 4)]);
        assert_eq!(shares(1_000, &[2], 1_000_000_000_000), [one(2, 1_000)]);
    }

    #[test]
    fn parts_of_too_many_numbers_of_shares_have_shares_of_one_game() {
        let total = 1_000_000_000_000;
        let ranges = [0..7, 12..total / 2 + 1, total / 2 + 3..total];
        let (shares, gaps) = missing(&ranges, total);
        covers(&shares, &gaps, total);
        assert_eq!(shares[1].count(), 2);
    }

    #[test]
    fn a_hundred_thousand_gaps_are_soon_listed() {
        let ranges: Vec<Range<u64>> = (0..100_000).map(|at| 2 * at..2 * at + 1).collect();
        let (shares, gaps) = missing(&ranges, 200_000);
        covers(&shares, &gaps, 200_000);
        // Ends that no number of shares has.
        let ranges: Vec<Range<u64>> = (0..100_000).map(|at| 7 * at..7 * at + 3 + at % 4).collect();
        let (shares, gaps) = missing(&ranges, 10_000_019);
        covers(&shares, &gaps, 10_000_019);
    }

    proptest! {
        #[test]
        fn what_is_missing_is_named_to_the_game(
            total in 1..2_000_u64,
            of in 1..60_u64,
            other in 1..60_u64,
            is_there in prop::collection::vec(prop::bool::weighted(0.7), 120),
            is_mixed in prop::bool::ANY,
        ) {
            let first = (1..=of).map(|number| Shard { number, of }.games(total));
            let second = (1..=other).map(|number| Shard { number, of: other }.games(total));
            let middle = total / 2;
            let ranges: Vec<Range<u64>> = if is_mixed {
                let first = first.filter(|games| games.end <= middle);
                first.chain(second.filter(|games| games.start >= middle)).collect()
            } else {
                first.collect()
            };
            let ranges: Vec<Range<u64>> = ranges
                .into_iter()
                .zip(is_there)
                .filter_map(|(games, is_there)| is_there.then_some(games))
                .collect();
            let (shares, gaps) = missing(&ranges, total);
            covers(&shares, &gaps, total);
        }
    }

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
