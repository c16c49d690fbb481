//! Of the numbers that must fit each other: what the rounds deal, and who goes first (CAP-R5, CAP-R6).
//!
#![doc = include_str!("../../../source/codes/D305.md")]

use std::ops::RangeInclusive;

use super::data::Data;
use crate::games::caper::numbers::list_at;
use crate::source::{Code, Diagnostic, Diagnostics, Span, list};

/// How many cards a round may deal to each: the last one is never played.
pub const DEALT: RangeInclusive<i64> = 2..=60;

/// Three lists of one length say what each round deals.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let kinds = list_at(data.game, "rounds.kinds");
    let mut told = |at: Span, message: String, help: &str| {
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at(at)
                .help(help),
        );
    };
    if kinds.is_empty() {
        told(
            data.rules,
            "[rules] has no `rounds.kinds`".into(),
            "add `kinds = [\"thieves\", \"gear\", …]` under `[rules.rounds]`",
        );
    }
    for key in ["rounds.cards", "rounds.first"] {
        let items = list_at(data.game, key);
        if items.len() != kinds.len() {
            let (n, rounds) = (items.len(), kinds.len());
            told(
                data.place(key),
                format!("`{key}` has {n} items for {rounds} rounds"),
                "write one for each round of `rounds.kinds`",
            );
        }
    }
    for kind in kinds {
        if !matches!(kind.as_str(), Some("thieves" | "gear")) {
            told(
                kind.span,
                "a round deals an unknown kind of card".into(),
                "write `\"thieves\"` or `\"gear\"`",
            );
        }
    }
    for cards in list_at(data.game, "rounds.cards") {
        if !cards.as_integer().is_some_and(|n| DEALT.contains(&n)) {
            told(
                cards.span,
                "a round deals no such number of cards".into(),
                "write a whole number from 2 to 60: the last card is never played",
            );
        }
    }
    let sides = data.game.tables.get("side");
    for first in list_at(data.game, "rounds.first") {
        let known = sides.is_none_or(|s| first.as_str().is_some_and(|f| s.contains_key(f)));
        if !known {
            let known = sides.into_iter().flatten().map(|(id, _)| id.as_str());
            let help = format!("write one of {}", list(known));
            told(first.span, "nobody of that name goes first".into(), &help);
        }
    }
}

/// Whether the lists can be read together.
pub fn are_sound(data: &Data<'_>) -> bool {
    let mut faults = Diagnostics::new();
    look(data, &mut faults);
    faults.is_empty()
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::bad;

    #[test]
    fn each_round_has_its_cards_and_its_first_player() {
        assert_eq!(
            bad("game.toml", "first = [\"cream\", ", "first = [")[0],
            "`rounds.first` has 5 items for 6 rounds (write one for each round of `rounds.kinds`)"
        );
        assert!(
            bad("game.toml", "first = [\"cream\"", "first = [\"vanilla\"")[0]
                .contains("goes first")
        );
        assert!(
            bad("game.toml", "kinds = [\"thieves\"", "kinds = [\"cats\"")[0]
                .contains("unknown kind")
        );
    }
}
