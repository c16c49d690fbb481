#![doc = include_str!("../../../source/codes/D306.md")]

use super::data::Data;
use crate::games::hammers::Role;
use crate::source::{Code, Diagnostic, Diagnostics};

/// The countries last exactly for the rounds, and the labs suffice (CH1-I3, CH2-I3).
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let Some(numbers) = &data.numbers else { return };
    let rounds = u32::from(numbers.rounds);
    if let Some(countries) = data.deck(Role::Countries) {
        let wanted = rounds * u32::from(numbers.countries_in_play);
        let there = countries.cards();
        if there != wanted {
            let message = format!(
                "{there} countries, but {rounds} rounds of {} use {wanted}",
                numbers.countries_in_play
            );
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at_maybe(data.place("rounds"))
                    .help("change `rounds`, `countries-in-play` or the deck of countries"),
            );
        }
    }
    if let Some(labs) = data.deck(Role::Labs) {
        let wanted = rounds * u32::from(numbers.labs_in_play);
        let there = labs.cards();
        if there < wanted {
            let message = format!("{there} labs, but {rounds} rounds can use {wanted}");
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at_maybe(data.place("rounds"))
                    .help("change `rounds`, `labs-in-play` or the deck of labs"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{SECOND, faults};

    #[test]
    fn countries_and_labs_last_for_the_rounds() {
        assert_eq!(
            faults(SECOND, "game.toml", "rounds = 7", "rounds = 8"),
            [
                "21 countries, but 8 rounds of 3 use 24 \
                 (change `rounds`, `countries-in-play` or the deck of countries)",
                "7 labs, but 8 rounds can use 8 (change `rounds`, `labs-in-play` or the deck of labs)",
            ]
        );
    }
}
