#![doc = include_str!("../../../source/codes/D304.md")]

use super::data::Data;
use crate::cards::Value;
use crate::games::hammers::Role;
use crate::games::hammers::numbers::Penalty;
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, list};

/// `[rules.decks]` names decks that there are, gives parts that there are, and all without which nothing is played.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    decks_are_there(data, faults);
    needed_decks(data, faults);
}

fn decks_are_there(data: &Data<'_>, faults: &mut Diagnostics) {
    let Some(rules) = &data.game.rules else {
        return;
    };
    let Some(table) = rules.numbers.get("decks").and_then(Value::as_table) else {
        faults.push(
            Diagnostic::error(
                Code::Roles,
                "[rules] does not say which deck plays which part",
            )
            .at(rules.span)
            .help("write `[rules.decks]`, and under it `actions = \"assets\"` and the others"),
        );
        return;
    };
    let parts = Role::ALL.map(Role::key);
    for (key, value) in &table.entries {
        if !parts.contains(&key.name.as_str()) {
            let help = match did_you_mean(&key.name, parts) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("parts are {}", list(parts)),
            };
            let message = format!("no deck can play the part `{}`", key.name);
            faults.push(
                Diagnostic::error(Code::Roles, message)
                    .at(key.span)
                    .help(help),
            );
        }
        let name = value.text().unwrap_or_default();
        let ids = data.decks.iter().map(|d| d.id.as_str());
        if !ids.clone().any(|id| id == name) {
            let help = match did_you_mean(&name, ids.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("decks are {}", list(ids)),
            };
            let message = format!("there is no deck `{name}` to be the {}", key.name);
            faults.push(
                Diagnostic::error(Code::Roles, message)
                    .at(value.span)
                    .help(help),
            );
        }
    }
}

fn needed_decks(data: &Data<'_>, faults: &mut Diagnostics) {
    let (Some(rules), Some(numbers)) = (&data.game.rules, &data.numbers) else {
        return;
    };
    let mut needed = vec![Role::Actions, Role::Countries, Role::Labs];
    if numbers.defcon.penalty == Penalty::Protests {
        needed.push(Role::Protests);
    }
    let missing = needed.into_iter().filter(|r| r.deck(data.game).is_none());
    for role in missing {
        let key = role.key();
        faults.push(
            Diagnostic::error(Code::Roles, format!("no deck plays the part `{key}`"))
                .at(rules.numbers.get("decks").map_or(rules.span, |v| v.span))
                .help(format!("add `{key} = \"…\"` to [rules.decks]")),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{FIRST, faults};

    #[test]
    fn parts_that_no_deck_plays_are_told_with_the_nearest() {
        assert_eq!(
            faults(
                FIRST,
                "game.toml",
                "protests = \"protests\"",
                "protest = \"protest\""
            ),
            [
                "no deck can play the part `protest` (did you mean `protests`?)",
                "there is no deck `protest` to be the protest (did you mean `protests`?)",
                "no deck plays the part `protests` (add `protests = \"…\"` to [rules.decks])",
            ]
        );
    }
}
