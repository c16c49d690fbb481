#![doc = include_str!("../../../source/codes/D306.md")]

use super::data::Data;
use super::rounds;
use crate::source::{Code, Diagnostic, Diagnostics, list};

/// In every city the rounds use up the decks to the last card, and there is a location for each mat (CAP-R2).
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    if !rounds::are_sound(data) {
        return;
    }
    for kind in ["thieves", "gear"] {
        let of_kind = data.rounds().filter(|(k, _)| *k == kind);
        let dealt: u32 = of_kind.map(|(_, cards)| cards).sum();
        // Too few are a round that cannot be dealt.
        let held = |city: &str| Some(data.in_city(kind, city)).filter(|held| *held > dealt);
        for (cities, place, held) in data.told_together(held) {
            let cities = list(cities);
            let message = format!("a game in {cities} has {held} {kind}, but deals {dealt}");
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at(place)
                    .help("the core cards and those of one city together are dealt to the last one (R2): take cards away, or raise a number of `rounds.cards`"),
            );
        }
    }
    let needed = data.number("locations").unwrap_or(0);
    let held = |city: &str| {
        let held = data.in_city("locations", city);
        Some(held).filter(|held| needed > i64::from(*held))
    };
    for (cities, place, held) in data.told_together(held) {
        let cities = list(cities);
        let message = format!("a game in {cities} has only {held} locations");
        faults.push(
            Diagnostic::error(Code::TooFewCards, message)
                .at(place)
                .help("each mat takes one: add rows to locations.toml"),
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::bad;

    #[test]
    fn rounds_that_do_not_use_up_the_decks_are_told() {
        let told = bad("game.toml", "[4, 6, 3, 6, 2, 6]", "[3, 6, 3, 6, 2, 6]");
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].starts_with(
                "a game in `paris`, `rome` and `london` has 18 thieves, but deals 16 ("
            ),
            "{told:?}"
        );
    }

    #[test]
    fn each_mat_needs_a_location() {
        let told = bad("game.toml", "\nlocations = 3 ", "\nlocations = 14 ");
        assert!(told[0].contains("has only 13 locations"), "{told:?}");
    }
}
