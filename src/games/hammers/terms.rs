//! The words of an edition: what the one calls Influence, the other calls Power.

use crate::cards::{Game, Reader};
use crate::source::Diagnostics;

/// `[rules.terms]`, as far as the sentences on the cards are made with it. Templates show the others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Terms {
    /// A card of the hand: "Asset".
    pub action: String,
    /// That it lies with its face down: "face-down", "hidden".
    pub hidden: String,
    /// "launch", "activate".
    pub activate: String,
    /// "launched", "activated".
    pub activated: String,
    /// What is launched: "Operation", "Active".
    pub operation: String,
    /// What a player does with what was won: "control", "own".
    pub own: String,
    /// Laying a card out: "Deploying", "Placing".
    pub placing: String,
    pub lab: String,
    /// The kind of operation that lowers DEFCON: "Aggressive", "DEFCON".
    pub aggressive: String,
    pub justification: String,
    pub crisis: String,
}

impl Terms {
    /// Reads the terms of a game. What is missing is reported and left empty.
    pub fn read(game: &Game, faults: &mut Diagnostics) -> Self {
        let Some(rules) = &game.rules else {
            return Terms::default();
        };
        let mut r = Reader::new(&rules.numbers, rules.span, "[rules]", faults);
        let Some((table, span)) = r.table("terms") else {
            if rules.numbers.get("terms").is_none() {
                r.missing("terms", "{ action = \"Asset\", … }");
            }
            return Terms::default();
        };
        let mut r = Reader::new(table, span, "[rules.terms]", faults);
        let mut term = |key: &'static str| r.required_string(key).0;
        Terms {
            action: term("action"),
            hidden: term("hidden"),
            activate: term("activate"),
            activated: term("activated"),
            operation: term("operation"),
            own: term("own"),
            placing: term("placing"),
            lab: term("lab"),
            aggressive: term("aggressive"),
            justification: term("justification"),
            crisis: term("crisis"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{EDITIONS, faults};

    #[test]
    fn a_missing_term_is_named() {
        for game in EDITIONS {
            let told = faults(game, "game.toml", "\nplacing =", "\nplacin =");
            assert_eq!(
                told,
                ["[rules.terms] has no `placing` (add `placing = \"…\"`)"]
            );
        }
    }
}
