#![doc = include_str!("../../../source/codes/D317.md")]

use super::data::Data;
use super::rounds;
use crate::source::{Code, Diagnostic, Diagnostics, list};

/// What was dealt stays out: each round is dealt from what the rounds before it left (CAP-R2, CAP-R5).
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    if !rounds::are_sound(data) {
        return;
    }
    for kind in ["thieves", "gear"] {
        for (cities, place, (round, left, wanted)) in
            data.told_together(|city| short(data, kind, city))
        {
            let cities = list(cities);
            let message = format!(
                "round {round} cannot be dealt in {cities}: of the {kind} {left} are left, and {wanted} are dealt"
            );
            faults.push(
                Diagnostic::error(Code::NoRound, message)
                    .at(place)
                    .related(
                        data.place("rounds.cards"),
                        "what each side is dealt in each round",
                    )
                    .help(format!(
                        "add {kind} (R2), or lower a number of `rounds.cards`"
                    )),
            );
        }
    }
}

/// The first round that cannot be dealt in a city: its number, what is left, and what it deals.
fn short(data: &Data<'_>, kind: &str, city: &str) -> Option<(usize, u32, u32)> {
    let mut left = data.in_city(kind, city);
    for (index, (_, wanted)) in data.rounds().enumerate().filter(|(_, r)| r.0 == kind) {
        match left.checked_sub(wanted) {
            Some(rest) => left = rest,
            None => return Some((index + 1, left, wanted)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::bad;

    #[test]
    fn rounds_that_deal_more_than_there_is_are_told_once_for_all_cities() {
        assert_eq!(
            bad("game.toml", "[4, 6, 3, 6, 2, 6]", "[4, 6, 3, 6, 3, 6]"),
            [
                "round 5 cannot be dealt in `paris`, `rome` and `london`: of the thieves 4 are left, and 6 are dealt \
              (add thieves (R2), or lower a number of `rounds.cards`)"
            ]
        );
    }

    #[test]
    fn a_city_without_all_of_its_gear_is_told_alone() {
        let told = bad(
            "gear.toml",
            "city = \"rome\"",
            "city = \"rome\"\ncopies = 0",
        );
        let alone = "round 6 cannot be dealt in `rome`: of the gear 11 are left, and 12 are dealt";
        assert!(told.iter().any(|t| t.starts_with(alone)), "{told:?}");
    }
}
