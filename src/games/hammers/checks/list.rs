//! The list of the checks.

use super::data::Data;
use super::{cards, hands, levels, majority, range, roles, round, words};
use crate::cards::{Deck, Game};
use crate::games::hammers::Terms;
use crate::source::{Code, Diagnostics};

/// A check: what it finds has its code.
pub struct Check {
    pub code: Code,
    pub look: fn(&Data<'_>, &mut Diagnostics),
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    Check {
        code: Code::Roles,
        look: roles::look,
    },
    Check {
        code: Code::RulesDisagree,
        look: hands::look,
    },
    Check {
        code: Code::RulesDisagree,
        look: levels::look,
    },
    Check {
        code: Code::TooFewCards,
        look: cards::look,
    },
    Check {
        code: Code::NoRound,
        look: round::look,
    },
    Check {
        code: Code::NoMajority,
        look: majority::look,
    },
    Check {
        code: Code::OwnRange,
        look: range::look,
    },
    Check {
        code: Code::UnusedWord,
        look: words::look,
    },
];

/// Checks the rules of a game against its decks.
pub fn check(game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
    Terms::read(game, faults);
    let data = Data::read(game, decks, faults);
    for check in CHECKS {
        (check.look)(&data, faults);
    }
}
