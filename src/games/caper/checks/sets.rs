//! Of the numbers that must fit each other: stolen goods and what their sets are worth (CAP-R17).
//!
#![doc = include_str!("../../../source/codes/D305.md")]

use super::data::Data;
use crate::games::caper::numbers::list_at;
use crate::source::{Code, Diagnostic, Diagnostics};

/// As many values of sets as there are kinds of goods.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let sets = list_at(data.game, "goods.sets");
    let kinds = list_at(data.game, "goods.kinds");
    let whole = sets.iter().all(|v| v.as_integer().is_some());
    if sets.is_empty() || sets.len() != kinds.len() || !whole {
        faults.push(
            Diagnostic::error(Code::RulesDisagree, "`goods.sets` of [rules] does not fit `goods.kinds`")
                .at(data.place("goods.sets"))
                .help("write the points of a set of one, of two, …, one for each kind: `sets = [1, 3, 7]`"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::bad;

    #[test]
    fn every_set_is_worth_something() {
        assert!(bad("game.toml", "sets = [1, 3, 7]", "sets = [1, 3]")[0].contains("goods.sets"));
    }
}
