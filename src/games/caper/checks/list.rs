//! The list of the checks.

use super::data::Data;
use super::{deals, numbers, range, round, rounds, sets, words};
use crate::cards::{Deck, Game};
use crate::source::{Code, Diagnostics};

/// A check: what it finds has its code.
pub struct Check {
    pub code: Code,
    pub look: fn(&Data<'_>, &mut Diagnostics),
}

/// Every check there is.
pub const CHECKS: &[Check] = &[
    Check {
        code: Code::RulesNumber,
        look: numbers::look,
    },
    Check {
        code: Code::RulesDisagree,
        look: sets::look,
    },
    Check {
        code: Code::RulesDisagree,
        look: rounds::look,
    },
    Check {
        code: Code::NoRound,
        look: round::look,
    },
    Check {
        code: Code::TooFewCards,
        look: deals::look,
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
    let Some(rules) = &game.rules else {
        return;
    };
    let data = Data {
        game,
        decks,
        rules: rules.span,
    };
    for check in CHECKS {
        (check.look)(&data, faults);
    }
}
