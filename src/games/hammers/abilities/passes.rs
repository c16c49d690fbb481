//! What a passive does: the part of its file that counts influence.

use super::Ability;

/// Cards beside a card, at its location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// Of its own side, itself included.
    pub own: u8,
    pub opposing: u8,
}

/// What a passive does. Each method's default is to do nothing.
pub trait Passes: Ability {
    /// The card's influence, instead of `worth`.
    fn worth(&self, worth: u16, _beside: Beside) -> u16 {
        worth
    }

    /// Whether the card is left out when a crisis is counted.
    fn unseen_by_crises(&self) -> bool {
        false
    }

    /// Whether a tied country is its player's.
    fn wins_ties(&self) -> bool {
        false
    }
}
