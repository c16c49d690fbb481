//! Checks a game with one value edited: does reading its data notice the edit? A pack and a mutation come in; the edited pack
//! and what was reported go out. Called by `verify::mutate`, which then asks the other checkers.

use super::list::{Stage, check_data};
use crate::cards::{Mutation, Pack, without_allowed};
use crate::source::{Diagnostics, Files};

/// The game with one value edited, and everything that reading it reports. Pictures and templates are not looked at.
pub fn read_edited(pack: &Pack, mutation: &Mutation) -> (Pack, Diagnostics) {
    let (pack, faults) = pack.edited(mutation);
    if mutation.is_of_the_script() {
        // The data is what it was: compiling says what is wrong with the script.
        return (pack, faults);
    }
    let found = check_again(&pack, faults);
    (pack, found)
}

/// What reading and checking the data reports, beside what is `known` of it. Warnings that the game allows are left out.
pub fn check_again(pack: &Pack, known: Diagnostics) -> Diagnostics {
    let mut faults = known;
    faults.append(pack.check_rows());
    faults.append(check_data(pack, Stage::Rows, &faults, &mut Files::new()));
    for deck in &pack.decks {
        faults.append(pack.faces(deck).1);
    }
    without_allowed(faults, &pack.game.allowed, false).0
}
