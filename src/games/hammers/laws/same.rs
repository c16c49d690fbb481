//! Whether two tables are the same, field by field. Unlike the derived comparison these are always inlined, so that a
//! table which is only made to be compared is never made. A field that is missing here does not compile.

use crate::games::hammers::play::{Side, State};

/// Whether two sides of the table are the same.
#[inline(always)]
pub fn sides(a: &Side, b: &Side) -> bool {
    let Side {
        hand,
        protests,
        countries,
        labs,
        lent,
        at,
        place,
        card,
        lab,
        placed,
        held,
        down,
        launched,
        marks,
        fresh,
        ready,
        occupations,
    } = *b;
    a.hand == hand
        && a.protests == protests
        && a.marks == marks
        && a.countries == countries
        && a.labs == labs
        && a.lent == lent
        && a.at == at
        && a.place == place
        && a.card == card
        && a.lab == lab
        && a.placed == placed
        && a.held == held
        && a.down == down
        && a.launched == launched
        && a.fresh == fresh
        && a.ready == ready
        && a.occupations == occupations
}

/// Whether two tables are the same, apart from the sides.
#[inline(always)]
pub fn middles(a: &State, b: &State) -> bool {
    let State {
        sides: _,
        deck,
        discard,
        protests,
        countries,
        disloyal,
        labs,
        row,
        lab,
        deck_count,
        paired,
        justifications,
        occupied,
        blocked,
        defcon,
        round,
        turn,
        first,
        phase,
        deployed,
        active,
        owed,
        price,
        crises,
        queue,
        resolving,
    } = *b;
    a.deck == deck
        && a.discard == discard
        && a.protests == protests
        && a.countries == countries
        && a.disloyal == disloyal
        && a.labs == labs
        && a.row == row
        && a.lab == lab
        && a.deck_count == deck_count
        && a.paired == paired
        && a.justifications == justifications
        && a.occupied == occupied
        && a.blocked == blocked
        && a.defcon == defcon
        && a.round == round
        && a.turn == turn
        && a.first == first
        && a.phase == phase
        && a.deployed == deployed
        && a.active == active
        && a.owed == owed
        && a.price == price
        && a.crises == crises
        && a.queue == queue
        && a.resolving == resolving
}

/// Whether two tables are the same.
#[inline]
pub fn tables(a: &State, b: &State) -> bool {
    middles(a, b) && sides(&a.sides[0], &b.sides[0]) && sides(&a.sides[1], &b.sides[1])
}
