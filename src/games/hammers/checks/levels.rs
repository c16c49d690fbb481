//! Of the numbers that must fit each other: DEFCON and its cards (CH2-R2).
//!
#![doc = include_str!("../../../source/codes/D305.md")]

use super::data::Data;
use crate::games::hammers::Role;
use crate::source::{Code, Diagnostic, Diagnostics};

/// DEFCON cards are one for each level, from the start's down; a meter has no levels.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let (Some(deck), Some(numbers)) = (data.deck(Role::Defcon), &data.numbers) else {
        return;
    };
    let found: Vec<i64> = deck
        .rows
        .iter()
        .filter(|r| r.copies > 0)
        .filter_map(|r| r.get("level")?.as_integer())
        .collect();
    let defcon = &numbers.defcon;
    let levels = i64::from(defcon.reset_at)..=i64::from(defcon.start);
    // A level that there is not is told by its card.
    let known = found.iter().all(|level| levels.contains(level));
    if known && !found.is_empty() && !levels.rev().eq(found) {
        let (from, to) = (defcon.start, defcon.reset_at);
        let message = format!("the DEFCON cards do not go from {from} down to {to}");
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(deck.rows.first().map(|r| r.place("level")))
                .help(format!(
                    "give one card to each `level` from {from} to {to}, in this order"
                )),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{SECOND, faults};

    #[test]
    fn each_level_has_a_card() {
        assert_eq!(
            faults(SECOND, "defcon.toml", "level = 4", "level = 3"),
            ["the DEFCON cards do not go from 5 down to 1 \
              (give one card to each `level` from 5 to 1, in this order)"]
        );
    }

    #[test]
    fn a_level_that_there_is_not_is_told_once() {
        let told = faults(SECOND, "defcon.toml", "level = 4", "level = 6");
        assert_eq!(told.len(), 1, "{told:?}");
    }
}
