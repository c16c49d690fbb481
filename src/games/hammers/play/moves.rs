//! Moves: every choice that a player makes.

/// A move. Numbers are those of [`super::Rules`]; a launch names its target by the bit that its ability gave it
/// ([`super::Aim`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// An action of the hand goes face down to a place (CH1-R9, CH2-R5).
    Deploy { card: u8, at: u8 },
    /// A card's operation is launched (CH1-R10, CH2-R6).
    Launch { card: u8, target: u8 },
    /// The turn ends.
    End,
    /// A Loyal country is turned Disloyal (CH2-R9).
    Flip { country: u8 },
    /// A Disloyal country is turned Loyal (CH2-R13).
    Restore { country: u8 },
    /// A protest goes back to the pile (CH1-R15).
    Return { protest: u8 },
    /// No further protest goes back (CH1-R15).
    Keep,
}
