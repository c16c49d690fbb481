//! The invariants under the numbers of the rule file, and rules that are checked beside them.

use crate::games::caper::play::Table;

use super::book::Law;

/// A law: its clause, what it says, where it holds.
pub type Clause = (Law, &'static str, &'static str, &'static [Table]);

const ALL: &[Table] = &[Table::Two, Table::Snitch, Table::Teams];

/// The invariants come first, each under its number less one.
pub const CLAUSES: &[Clause] = &[
    (
        Law::Conserved,
        "CAP-I1",
        "every card is in exactly one place, and in the end all thieves and gear have been dealt",
        ALL,
    ),
    (Law::Coins, "CAP-I2", "no coin is made or lost", ALL),
    (
        Law::Limits,
        "CAP-I3",
        "no location and no thief has more than it may, and each round leaves what its turns are",
        ALL,
    ),
    (
        Law::Hands,
        "CAP-I4",
        "hands shrink by one a turn, and two players swap them once when both have played",
        ALL,
    ),
    (
        Law::Flips,
        "CAP-I5",
        "only topmost, unflipped, unprotected cards of the opponent are flipped, and stay so",
        ALL,
    ),
    (
        Law::Winners,
        "CAP-I6",
        "more capers win a location, as the cards there count them",
        ALL,
    ),
    (
        Law::Score,
        "CAP-I7",
        "the score is that of locations, thieves, gear and the best grouping of goods",
        ALL,
    ),
    (
        Law::Views,
        "CAP-I8",
        "a view holds nothing that its seat may not know",
        ALL,
    ),
    (
        Law::Legal,
        "CAP-I9",
        "every state that is not final has a legal move",
        ALL,
    ),
    (
        Law::Turns,
        "CAP-R6",
        "the side that the round names plays first, and the other follows",
        ALL,
    ),
    (
        Law::Discards,
        "CAP-R8",
        "the last card of each hand is discarded, and discards stay",
        ALL,
    ),
    (
        Law::Thieves,
        "CAP-R9",
        "a thief stands where it was placed, beside other cards",
        ALL,
    ),
    (
        Law::Gear,
        "CAP-R10",
        "gear that was paid for lies on top of the thief that it was put on",
        ALL,
    ),
    (
        Law::Payments,
        "CAP-R13",
        "coins are paid and taken as the card, then its location say, as far as there are any",
        ALL,
    ),
    (
        Law::Recoveries,
        "CAP-G9",
        "gear comes back from the own discards, at its cost, to the location of what brings it back",
        ALL,
    ),
    (
        Law::Deals,
        "CAP-R19",
        "the Snitch draws two cards a turn and gives one to each, until its deck is out",
        &[Table::Snitch],
    ),
    (
        Law::Passes,
        "CAP-R21",
        "Lookouts pass two cards, and get back the one that was not played",
        &[Table::Teams],
    ),
    (
        Law::MustPlay,
        "CAP-R22",
        "a team discards gear for a coin only when it can place none",
        &[Table::Teams],
    ),
];
