//! Assigns stable identifiers, so that an edit changes only its own lines of the file. An object's path comes in, the same GUID
//! as in every other export goes out; pictures come in, the number of their sheet goes out. Called by `cards` and `save`.

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

/// Numbers of sheets: a card's id is a hundred times that, and its cell.
const SHEETS: std::ops::Range<u32> = 1_000..100_000;

/// GUIDs of one save.
pub struct Guids {
    taken: BTreeSet<String>,
}

impl Guids {
    pub fn new() -> Self {
        Guids { taken: BTreeSet::new() }
    }

    /// Six hexadecimal digits for the object at `path` in its game.
    pub fn id_of(&mut self, path: &str) -> String {
        let mut again = 0_u32;
        loop {
            let [a, b, c, _] = digest(path, again);
            let guid = format!("{a:02x}{b:02x}{c:02x}");
            if self.taken.insert(guid.clone()) {
                return guid;
            }
            again += 1;
        }
    }
}

/// Numbers of the sheets of one save.
pub struct SheetNumbers {
    taken: BTreeMap<u32, (String, String)>,
}

impl SheetNumbers {
    pub fn new() -> Self {
        SheetNumbers { taken: BTreeMap::new() }
    }

    /// The number for pictures of fronts and backs. The same pictures have the same number.
    pub fn of(&mut self, face: &str, back: &str) -> u32 {
        let pair = (face.to_owned(), back.to_owned());
        let mut again = 0;
        loop {
            let hash = u32::from_be_bytes(digest(&format!("{face}\n{back}"), again));
            let number = SHEETS.start + hash % (SHEETS.end - SHEETS.start);
            match self.taken.get(&number) {
                Some(there) if *there != pair => again += 1,
                Some(_) => return number,
                None => {
                    self.taken.insert(number, pair);
                    return number;
                }
            }
        }
    }
}

fn digest(path: &str, again: u32) -> [u8; 4] {
    let text = match again {
        0 => path.to_owned(),
        again => format!("{path}#{again}"),
    };
    let digest = Sha256::digest(text.as_bytes());
    [digest[0], digest[1], digest[2], digest[3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guids_are_stable_and_never_the_same() {
        let paths: Vec<String> = (0..20_000).map(|n| format!("game/deck/card/{n}")).collect();
        let all = |guids: &mut Guids| paths.iter().map(|p| guids.id_of(p)).collect::<Vec<_>>();
        let (first, second) = (all(&mut Guids::new()), all(&mut Guids::new()));
        assert_eq!(first, second);
        assert_eq!(first.iter().collect::<BTreeSet<_>>().len(), paths.len());
        assert!(first.iter().all(|g| g.len() == 6));
    }

    #[test]
    fn a_sheet_keeps_its_number_and_shares_it_with_no_other() {
        let mut numbers = SheetNumbers::new();
        let mut seen = BTreeSet::new();
        for n in 0..2_000 {
            let number = numbers.of(&format!("a-{n}.png"), "back.png");
            assert!(SHEETS.contains(&number) && seen.insert(number));
            assert_eq!(numbers.of(&format!("a-{n}.png"), "back.png"), number);
        }
    }
}
