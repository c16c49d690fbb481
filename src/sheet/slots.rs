//! Parses lists of numbers and ranges: `--skip`, the places of a sheet that stay free, such as labels that are used up, and
//! `--pages`. `1,4-6` comes in, numbers go out. [`super::impose`] skips the places, `session` picks the pages.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::choice::unknown;

/// Places that can be named: those of a large sheet of small labels.
pub const MOST_SLOTS: usize = 512;

/// A set of places, counted from nought, row by row; they go on on the next sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SlotSet([u64; MOST_SLOTS / 64]);

impl SlotSet {
    pub const NONE: SlotSet = SlotSet([0; MOST_SLOTS / 64]);

    pub fn holds(&self, slot: usize) -> bool {
        let word = self.0.get(slot / 64);
        word.is_some_and(|word| word & (1 << (slot % 64)) != 0)
    }

    pub fn is_empty(&self) -> bool {
        *self == SlotSet::NONE
    }

    fn insert(&mut self, slot: usize) {
        if let Some(word) = self.0.get_mut(slot / 64) {
            *word |= 1 << (slot % 64);
        }
    }
}

impl FromStr for SlotSet {
    type Err = String;

    /// `1,5-7`: counted from 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let ranges = ranges(text).filter(|all| all.iter().all(|range| *range.end() <= MOST_SLOTS));
        let Some(ranges) = ranges else {
            let hint = format!("write numbers and ranges from 1 to {MOST_SLOTS}, as in 1,5-7");
            return Err(unknown(text, "a list of places", &hint));
        };
        let mut slots = SlotSet::NONE;
        ranges.into_iter().flatten().for_each(|n| slots.insert(n - 1));
        Ok(slots)
    }
}

/// Numbers from 1 and ranges of them; a range without an end ends at `usize::MAX`.
fn ranges(text: &str) -> Option<Vec<RangeInclusive<usize>>> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| *n > 0);
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let to = if to.trim().is_empty() { usize::MAX } else { number(to)? };
        Some(number(from)?..=to).filter(|range| !range.is_empty())
    };
    text.split(',').map(range).collect()
}

/// Pages of a document, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRanges {
    /// As they are written, without spaces.
    text: String,
    ranges: Vec<RangeInclusive<usize>>,
}

impl PageRanges {
    pub fn holds(&self, page: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&page))
    }

    /// The first page named here that is beyond the end of a document with `count` pages.
    pub fn first_beyond(&self, count: usize) -> Option<usize> {
        let mut named = self.ranges.iter().map(|range| match *range.end() {
            usize::MAX => *range.start(),
            end => end,
        });
        named.find(|page| *page > count)
    }
}

impl FromStr for PageRanges {
    type Err = String;

    /// `1,3-5,8-`: counted from 1; the last goes on to the end.
    fn from_str(text: &str) -> Result<Self, String> {
        let hint = "write page numbers and ranges, as in 1,3-5,8-";
        let ranges = ranges(text).ok_or_else(|| unknown(text, "a list of pages", hint))?;
        let text = text.replace(' ', "");
        Ok(PageRanges { text, ranges })
    }
}

impl fmt::Display for PageRanges {
    /// `1,3-5,8-`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read() {
        let slots = |text: &str| text.parse::<SlotSet>();
        let held = |text: &str| {
            let slots = slots(text).unwrap();
            let held = (0..MOST_SLOTS).filter(|slot| slots.holds(*slot));
            held.collect::<Vec<_>>()
        };
        assert_eq!(held("1,5-7"), [0, 4, 5, 6]);
        assert_eq!(held(" 3 - 4 , 512"), [2, 3, 511]);
        for wrong in ["", "0", "3-1", "1,,2", "x", "513", "-2", "1-"] {
            assert!(slots(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn page_ranges_may_go_on_to_the_end() {
        let pages = |text: &str| text.parse::<PageRanges>();
        let some = pages(" 1, 3 - 5,8-").unwrap();
        assert_eq!(some.to_string(), "1,3-5,8-");
        let held: Vec<usize> = (0..11).filter(|page| some.holds(*page)).collect();
        assert_eq!(held, [1, 3, 4, 5, 8, 9, 10]);
        assert_eq!(some.first_beyond(8), None);
        assert_eq!(some.first_beyond(7), Some(8));
        assert_eq!(some.first_beyond(3), Some(5));
        for wrong in ["", "0", "5-3", "1,,2", "x", "-2", "-"] {
            assert!(pages(wrong).is_err(), "{wrong}");
        }
    }
}
