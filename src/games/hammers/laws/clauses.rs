//! The invariants of both editions under the numbers of their rule files, and rules that are checked beside them.

use super::book::Law;

/// An invariant: its clause, the laws that are checked for it, what it says.
pub type Clause = (&'static str, &'static [Law], &'static str);

/// The 2016 edition.
pub const FIRST: &[Clause] = &[
    (
        "I1",
        &[Law::Conserved],
        "every card is in exactly one place",
    ),
    (
        "I2",
        &[Law::Hands],
        "hands are full at a round's first turn and shrink by one a turn; all is deployed before a round is resolved",
    ),
    (
        "I3",
        &[Law::Owned],
        "after each round all countries that came into play are owned",
    ),
    (
        "I4",
        &[Law::Defcon],
        "DEFCON keeps between its levels and changes by crises and unjustified actives only",
    ),
    (
        "I5",
        &[Law::Crises],
        "a crisis happens exactly when the power that counts reaches the threshold",
    ),
    (
        "I6",
        &[Law::Penalty, Law::Restored],
        "protests rise by penalties of the right size for the right player, and fall for labs only",
    ),
    (
        "I7",
        &[Law::Winners],
        "locations go to whom the cards give them",
    ),
    (
        "I8",
        &[Law::Launches],
        "a card is activated once at most, by its owner, in the owner's turn, and never after it was revealed",
    ),
    (
        "I9",
        &[Law::Moves],
        "nothing moves into an occupied country, and no country has more pairs than it may",
    ),
    (
        "I10",
        &[Law::Views],
        "a view holds nothing that its player may not know",
    ),
    (
        "I11",
        &[Law::Score],
        "final points are countries and regions less protests",
    ),
    (
        "I12",
        &[Law::Legal],
        "every state that is not final has a legal move, and placements are bounded",
    ),
    (
        "R7",
        &[Law::Turns],
        "whose sign stands on more countries begins, and turns alternate",
    ),
];

/// The second edition.
pub const SECOND: &[Clause] = &[
    (
        "I1",
        &[Law::Conserved],
        "every card is in exactly one place",
    ),
    (
        "I2",
        &[Law::Hands],
        "hands are full at a round's first turn and shrink by one a turn; all is deployed before a round is resolved",
    ),
    (
        "I3",
        &[Law::Owned],
        "after each round all countries that came into play are owned",
    ),
    (
        "I4",
        &[Law::Defcon],
        "DEFCON keeps between its levels and changes by crises and unjustified Aggressive Operations only",
    ),
    (
        "I5",
        &[Law::Crises],
        "a crisis happens exactly when the influence that counts reaches the threshold",
    ),
    (
        "I6",
        &[Law::Penalty],
        "a penalty turns its requirement or all, and never a country more than needed",
    ),
    (
        "I7",
        &[Law::Restored],
        "no more is restored than labs allow, and all that could be restored was",
    ),
    (
        "I8",
        &[Law::Launches],
        "one Occupation a location, First Turn Operations in first turns, none from a face-up card",
    ),
    (
        "I9",
        &[Law::Winners, Law::Score],
        "locations go to whom the cards give them, and final points are those of Loyal countries and regions",
    ),
    (
        "I10",
        &[Law::Views],
        "a view holds nothing that its player may not know",
    ),
    (
        "I11",
        &[Law::Legal],
        "every state that is not final has a legal move, and deployments are bounded",
    ),
    (
        "R4",
        &[Law::Turns],
        "whose sign stands on more countries begins, and turns alternate",
    ),
    (
        "G12",
        &[Law::Moves],
        "nothing moves into an occupied country, and no country has more pairs than it may",
    ),
];
