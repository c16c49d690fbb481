//! A whole game as a list of numbers: chance and players each take the next number, modulo how many choices there
//! are. Numbers come in, a legal game goes out. Used by property tests, whose shrinking makes the list shorter.

use deckproof::rules::{Among, Chance, Pile};

/// The numbers, and the place of the next one. Every sequence is a legal game, and a shorter one is a simpler game:
/// after its end every choice is the first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tape {
    numbers: Vec<u16>,
    at: usize,
}

impl Tape {
    pub fn new(numbers: Vec<u16>) -> Self {
        Tape { numbers, at: 0 }
    }

    /// A number below `n`; 0 when `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        let number = self.numbers.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        u32::from(number).checked_rem(n).unwrap_or(0)
    }
}

impl Chance for Tape {
    fn draw_of(&mut self, _: Pile, from: &dyn Among) -> u8 {
        from.nth(self.below(from.count()))
    }

    fn order(&self, _: Pile, from: &[u8]) -> Vec<u8> {
        let (mut ahead, mut left) = (self.clone(), from.to_vec());
        from.iter().map(|_| left.remove(ahead.below(left.len() as u32) as usize)).collect()
    }
}

#[test]
fn numbers_choose() {
    let mut tape = Tape::new(vec![5, 4]);
    assert_eq!(tape.order(0, &[1, 2, 3]), [3, 1, 2]);
    assert_eq!(tape.draw(0, 0b1110, 3), 3);
    assert_eq!(tape.below(3), 1);
    assert_eq!(tape.below(3), 0);
}
