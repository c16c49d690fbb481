//! What both editions of Caps and Hammers share, and the oracle of either completes: cards in zones, the row with its nine kinds of cards, and how a
//! round goes. Plain and slow: a card is a name, and lies in a zone by name. CH1 are the clauses of `cards/caps-and-hammers-2016/rules.md`,
//! CH2 those of `cards/caps-and-hammers/rules.md`; the second edition's Assets are the first one's (CH2-G12).

mod cards;
mod edition;
mod field;
mod told;

pub use cards::kind;
pub use edition::{Edition, penalty};
pub use field::{Field, LAB, ROW, SEATS, each};
pub use told::Facts;
