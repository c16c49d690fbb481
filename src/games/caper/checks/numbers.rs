#![doc = include_str!("../../../source/codes/D311.md")]

use std::ops::RangeInclusive;

use super::data::Data;
use crate::games::caper::numbers::number_at;
use crate::source::{Code, Diagnostic, Diagnostics};

/// What such a number may be.
pub const RANGE: RangeInclusive<i64> = 1..=200;

/// Numbers that the rules need, with what is written when they are missing.
pub const NUMBERS: [(&str, &str); 11] = [
    ("coins", "10"),
    ("locations", "3"),
    ("discard-coins", "1"),
    ("limits.thieves-at-location", "3"),
    ("limits.gear-on-thief", "3"),
    ("fully-equipped.gear", "3"),
    ("fully-equipped.capers", "1"),
    ("snitch.deal", "2"),
    ("snitch.share", "6"),
    ("teams.pass", "2"),
    ("teams.discard-points", "3"),
];

/// Every number that the rules need is there, and is one.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    for (path, example) in NUMBERS {
        let fault = match number_at(data.game, path) {
            None => Diagnostic::error(Code::RulesNumber, format!("[rules] has no `{path}`"))
                .at(data.rules)
                .help(format!("add `{path} = {example}`")),
            Some(value) => match value.as_integer() {
                Some(n) if RANGE.contains(&n) => continue,
                _ => Diagnostic::error(
                    Code::RulesNumber,
                    format!("`{path}` of [rules] is no number of its kind"),
                )
                .at(value.span)
                .help(format!(
                    "write a whole number from 1 to 200: `{path} = {example}`"
                )),
            },
        };
        faults.push(fault);
    }
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::bad;

    #[test]
    fn numbers_that_are_missing_or_silly_are_told() {
        assert_eq!(
            bad("game.toml", "gear-on-thief = 3", "")[0],
            "[rules] has no `limits.gear-on-thief` (add `limits.gear-on-thief = 3`)"
        );
        assert!(bad("game.toml", "share = 6", "share = 0")[0].contains("`snitch.share`"));
    }
}
