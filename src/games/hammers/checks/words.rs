#![doc = include_str!("../../../source/codes/D315.md")]

use super::data::Data;
use crate::cards::{Row, Value};
use crate::games::hammers::Role;
use crate::games::hammers::abilities::{Ability, Justify, MoveSelf, Operation};
use crate::games::hammers::card::Kind;
use crate::games::hammers::numbers::Penalty;
use crate::source::{Code, Diagnostic, Diagnostics};

/// Words that player aids explain, although no card that is played has them.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let (Some(numbers), Some(deck)) = (&data.numbers, data.deck(Role::Actions)) else {
        return;
    };
    if !data.has_sound_cards {
        return;
    }
    let cards: Vec<&Row> = deck.rows.iter().filter(|row| row.copies > 0).collect();
    let kinds = Kind::ALL.map(|kind| {
        let used = cards.iter().any(|row| is_of(row, kind));
        let help = format!("give an operation `kinds = [\"{}\"]`", kind.word());
        (format!("{{{}}}", kind.word()), used, help)
    });
    let launched = |key: &str| cards.iter().any(|row| operation(row, key).is_some());
    let adjacent = |row: &&Row| {
        let to = operation(row, MoveSelf::KEY).and_then(Value::as_str);
        to == Some("adjacent")
    };
    let others = [
        (
            "{justification}",
            launched(Justify::KEY),
            "give a card `operation = { justify = \"here\" }`",
        ),
        (
            "**Adjacent",
            cards.iter().any(adjacent),
            "give a card `operation = { move-self = \"adjacent\" }`",
        ),
        (
            "{protest}",
            numbers.defcon.penalty == Penalty::Protests,
            "let the `penalty` of [rules.defcon] be `protests`",
        ),
    ];
    let others = others.map(|(word, used, help)| (word.to_owned(), used, help.to_owned()));
    let explained: Vec<&Row> = data
        .decks
        .iter()
        .filter(|deck| Role::of(data.game, &deck.id).is_none())
        .flat_map(|deck| &deck.rows)
        .collect();
    for (word, used, help) in kinds.into_iter().chain(others) {
        let explains = |row: &&&Row| words(row).is_some_and(|(text, _)| text.contains(&word));
        let Some((row, (_, value))) = explained
            .iter()
            .find(explains)
            .filter(|_| !used)
            .and_then(|row| Some((row, words(row)?)))
        else {
            continue;
        };
        let shown = word.trim_start_matches('*');
        let message = format!("`{}` explains `{shown}`, which is on no card", row.id);
        faults.push(
            Diagnostic::warning(Code::UnusedWord, message)
                .at(value.span)
                .help(format!("{help}, or take the words away")),
        );
    }
}

fn words(row: &Row) -> Option<(&str, &Value)> {
    let value = row.get("words")?;
    Some((value.as_str()?, value))
}

fn is_of(row: &Row, kind: Kind) -> bool {
    let kinds = row.get("kinds").and_then(Value::as_list);
    let mut kinds = kinds.unwrap_or_default().iter();
    kinds.any(|word| word.as_str() == Some(kind.word()))
}

fn operation<'r>(row: &'r Row, ability: &str) -> Option<&'r Value> {
    row.get(Operation::SLOT)?.as_table()?.get(ability)
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, actions, warnings};

    #[test]
    fn a_kind_that_no_operation_has_is_explained_in_vain() {
        let told = warnings(SECOND, "assets.toml", "kinds = [\"first-turn\"]\n", "");
        assert_eq!(
            told,
            ["`operations` explains `{first-turn}`, which is on no card \
              (give an operation `kinds = [\"first-turn\"]`, or take the words away)"]
        );
    }

    #[test]
    fn adjacency_and_justifications_are_words_of_abilities() {
        for game in EDITIONS {
            let deck = format!("{}.toml", actions(game));
            let told = warnings(
                game,
                &deck,
                "move-self = \"adjacent\"",
                "move-self = \"anywhere\"",
            );
            assert!(told[0].contains("explains `Adjacent`"), "{told:?}");
        }
        let told = warnings(
            FIRST,
            "actions.toml",
            "operation = { justify = \"round\" }\n",
            "",
        );
        assert!(told[0].contains("explains `{justification}`"), "{told:?}");
    }
}
