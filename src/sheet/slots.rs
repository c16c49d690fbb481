//! Parses `--skip`, the places of a sheet that stay free, such as labels that are used up. `1,4-6` comes in, slot numbers go out.
//! [`super::impose`] skips them.

use std::fmt;
use std::str::FromStr;

use super::UnknownChoice;

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
    type Err = UnknownChoice;

    /// `1,5-7`: counted from 1.
    fn from_str(text: &str) -> Result<Self, UnknownChoice> {
        let mut slots = SlotSet::NONE;
        let number = |text: &str| {
            let n = text.trim().parse::<usize>().ok()?;
            (1..=MOST_SLOTS).contains(&n).then(|| n - 1)
        };
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let range = number(from).zip(number(to)).filter(|(from, to)| from <= to);
            let Some((from, to)) = range else {
                let hint = format!("write numbers and ranges from 1 to {MOST_SLOTS}, as in 1,5-7");
                return Err(UnknownChoice::new(text, "a list of places", hint));
            };
            (from..=to).for_each(|slot| slots.insert(slot));
        }
        Ok(slots)
    }
}

impl fmt::Display for SlotSet {
    /// `1,5,6,7`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = (0..MOST_SLOTS).filter(|slot| self.holds(*slot));
        let numbers: Vec<String> = held.map(|slot| (slot + 1).to_string()).collect();
        f.write_str(&numbers.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges_are_read() {
        let slots = |text: &str| text.parse::<SlotSet>().map(|slots| slots.to_string());
        assert_eq!(slots("1,5-7").unwrap(), "1,5,6,7");
        assert_eq!(slots(" 3 - 4 , 512").unwrap(), "3,4,512");
        for wrong in ["", "0", "3-1", "1,,2", "x", "513", "-2", "1-"] {
            assert!(slots(wrong).is_err(), "{wrong}");
        }
    }
}
