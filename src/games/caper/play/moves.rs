//! Moves: every choice that a player makes.

/// A move. Cards are numbered within the thieves or the gear, whichever the round is about; gear that is brought back
/// within the gear. A stack is named by its number on its player's side ([`super::place_of`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A thief goes to a location (CAP-R9).
    Place { card: u8, at: u8 },
    /// Gear goes on a stack of the player (CAP-R10).
    Equip { card: u8, on: u8 },
    /// Gear is discarded for coins (CAP-R10).
    Discard { card: u8 },
    /// The topmost card of a stack of the opponent is turned over (CAP-R12).
    Flip { stack: u8 },
    /// Gear of the own discards goes on a stack of the player (CAP-G9).
    Recover { card: u8, on: u8 },
    /// No gear is brought back (CAP-G9).
    Leave,
    /// The Snitch gives this card to Cream and the other one to Mint (CAP-R19).
    Deal { card: u8 },
    /// A Lookout passes two cards to the opposing Mastermind, the lower number first (CAP-R21).
    Pass { one: u8, two: u8 },
}
