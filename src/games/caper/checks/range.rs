#![doc = include_str!("../../../source/codes/D316.md")]

use super::data::Data;
use crate::cards::{Row, Value};
use crate::games::caper::abilities::{Coins, Cost, Fine, Flip, Income, Printed, Slot, TakeCoins};
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// Numbers on the cards, and of the rules, held against the numbers of the rules that bound them.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    for row in data.decks.iter().flat_map(|deck| &deck.rows) {
        coins(data, row, faults);
        flips(data, row, faults);
    }
    for (path, bound) in [
        ("discard-coins", "coins"),
        ("fully-equipped.gear", "limits.gear-on-thief"),
    ] {
        if let (Some(n), Some(most)) = (data.number(path), data.number(bound))
            && n > most
        {
            let message = format!("`{path}` is {n}, and `{bound}` allows {most}");
            faults.push(
                Diagnostic::warning(Code::OwnRange, message)
                    .at(data.place(path))
                    .related(data.place(bound), "bounded by this")
                    .help(format!("write a whole number from 1 to {most}")),
            );
        }
    }
}

/// Nobody gives, takes or pays more coins than are in the game (CAP-R4, CAP-R10).
fn coins(data: &Data<'_>, row: &Row, faults: &mut Diagnostics) {
    let Some(most) = data.number("coins") else {
        return;
    };
    let played = [Coins::KEY, TakeCoins::KEY, Fine::KEY].map(|key| ability(row, key));
    let printed = [Income::KEY, Cost::KEY].map(|key| row.get(key));
    for value in printed.into_iter().chain(played).flatten() {
        let (n, at) = amount(value, "amount");
        if n > most {
            let message = format!("`{}` speaks of {n} coins, the game has {most}", row.id);
            faults.push(
                Diagnostic::error(Code::OwnRange, message)
                    .at(at)
                    .related(
                        data.place("coins"),
                        format!("`coins = {most}` of the rules"),
                    )
                    .help(format!("write a whole number up to {most}")),
            );
        }
    }
}

/// A flip turns no more cards than there are stacks where it reaches (CAP-R9, CAP-R12).
fn flips(data: &Data<'_>, row: &Row, faults: &mut Diagnostics) {
    let Some(flip) = ability(row, Flip::KEY) else {
        return;
    };
    let (limit, places) = (
        data.number("limits.thieves-at-location"),
        data.number("locations"),
    );
    let (Some(limit), Some(places)) = (limit, places) else {
        return;
    };
    let reach = flip.as_table().and_then(|t| t.get("reach")?.as_str());
    let reach = reach.or_else(|| data.game.choice("reach"));
    let most = match reach {
        Some("anywhere") => limit.saturating_mul(places),
        _ => limit,
    };
    let (n, at) = amount(flip, "count");
    if n > most {
        let message = format!(
            "`{}` flips {n} cards, where at most {most} stacks are",
            row.id
        );
        let place = data.place("limits.thieves-at-location");
        faults.push(
            Diagnostic::warning(Code::OwnRange, message)
                .at(at)
                .related(
                    place,
                    format!("`thieves-at-location = {limit}` of the rules"),
                )
                .help(format!("write a whole number from 1 to {most}")),
        );
    }
}

/// The value of an ability that works when the card is played.
fn ability<'r>(row: &'r Row, key: &str) -> Option<&'r Value> {
    let abilities = row.get(Slot::WhenPlayed.key())?.as_list()?.iter();
    abilities.filter_map(|a| a.as_table()?.get(key)).next()
}

/// The number of an ability, whether it stands alone or in a table; one when it is left out.
fn amount(value: &Value, key: &str) -> (i64, Span) {
    let number = value.as_table().map_or(Some(value), |t| t.get(key));
    match number {
        Some(number) => (number.as_integer().unwrap_or(1), number.span),
        None => (1, value.span),
    }
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::{bad, bad_gear, bad_thief, warnings};

    #[test]
    fn nobody_pays_or_earns_more_coins_than_there_are() {
        assert_eq!(
            bad_gear("cost = 12"),
            ["`plasma-cutter` speaks of 12 coins, the game has 10 (write a whole number up to 10)"]
        );
        for told in [
            bad_thief("income = 11"),
            bad_gear("when-played = [{ coins = 11 }]"),
            bad_gear("when-played = [{ take-coins = 11 }]"),
            bad_gear("when-played = [{ fine = 11 }]"),
        ] {
            assert!(told[0].contains("speaks of 11 coins"), "{told:?}");
        }
        assert_eq!(bad_gear("cost = 10"), [""; 0]);
    }

    #[test]
    fn the_bound_follows_the_rules() {
        let told = bad("game.toml", "\ncoins = 10 ", "\ncoins = 2 ");
        assert!(
            told.iter().all(|t| t.contains("the game has 2")),
            "{told:?}"
        );
        assert!(!told.is_empty());
    }

    #[test]
    fn a_flip_of_more_cards_than_there_are_stacks_is_told() {
        let told = |flip: &str| {
            let to = format!("flip = {flip} }}]");
            warnings("gear.toml", "flip = 1 }]", &to)
        };
        assert!(told("4")[0].contains("flips 4 cards, where at most 3 stacks are"));
        assert_eq!(told("{ count = 9, reach = \"anywhere\" }"), [""; 0]);
        assert_eq!(told("3"), [""; 0]);
    }

    #[test]
    fn a_thief_must_have_room_to_be_fully_equipped() {
        let told = warnings("game.toml", "gear-on-thief = 3", "gear-on-thief = 2");
        assert_eq!(
            told,
            [
                "`fully-equipped.gear` is 3, and `limits.gear-on-thief` allows 2 (write a whole number from 1 to 2)"
            ]
        );
    }
}
