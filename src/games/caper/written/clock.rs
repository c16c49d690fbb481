//! The round and the coins of a table that is being set up.

use std::ops::RangeInclusive;

use super::cards::Cards;
use super::names::{phase_word, seat};
use crate::games::caper::play::{CREAM, MINT, Phase, Rules};
use crate::games::spot::Spot;

impl Cards<'_> {
    /// A whole number under a key, where it is given.
    pub fn number(&mut self, root: &Spot<'_>, key: &str, range: RangeInclusive<u8>) -> Option<u8> {
        root.get(key)?.whole(range, &mut self.faults)
    }
}

/// The value under a key, where it is anything.
pub fn given<'v>(root: &Spot<'v>, key: &str) -> Option<Spot<'v>> {
    let spot = root.get(key)?;
    let nothing = spot.value.is_null() || spot.value == "none";
    (!nothing).then_some(spot)
}

/// The round, and who plays first in it (CAP-R5, CAP-R6). A game that is over has gone one round further than there are.
pub fn round(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let rounds = cards.rules.numbers.rounds.len() as u8;
    let phase = root.get("phase");
    let over = phase
        .as_ref()
        .is_some_and(|phase| phase.value == phase_word(Phase::Over));
    let round = cards.number(root, "round", 1..=rounds + 1);
    cards.state.round = round.unwrap_or(if over { rounds + 1 } else { 1 });
    if let Some(round) = round
        && phase.is_some()
        && over != (round > rounds)
    {
        let says = format!("this is `{round}`, and the phase says otherwise");
        let help = format!(
            "a game is over after round {rounds}: its round is {}",
            rounds + 1
        );
        cards.fault(root, "round", says, &help);
    }
    let first = root.get("first");
    let first = first.and_then(|spot| spot.one_of(&Rules::SIDES, &mut cards.faults));
    let begins = cards.rules.round(cards.state.round).first;
    if first.is_some_and(|first| first != usize::from(begins)) {
        let begins = seat(cards.rules, begins.into());
        let says = format!("{begins} plays first in round {}", cards.state.round);
        cards.fault(
            root,
            "first",
            says,
            "leave it out: it follows from the round",
        );
    }
}

/// Where the coins are: those that nobody has are in the supply (CAP-R4).
pub fn coins(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let all = cards.rules.numbers.coins;
    let Some(spot) = root.get("coins") else {
        return;
    };
    spot.known(&["supply", "cream", "mint"], &mut cards.faults);
    let of = ["cream", "mint"].map(|key| cards.number(&spot, key, 0..=all).unwrap_or(0));
    let supply = cards.number(&spot, "supply", 0..=all);
    let [cream, mint] = of;
    let sum = u16::from(cream) + u16::from(mint) + u16::from(supply.unwrap_or(0));
    let missing = supply.is_some() && sum < u16::from(all);
    if sum > u16::from(all) || missing {
        let says = format!("these are {sum} coins in all");
        let help = match missing {
            true => format!("the game has {all}: leave `supply` out, or say who has the others"),
            false => format!("the game has {all}"),
        };
        cards.faults.push(spot.misfit(says, help));
        return;
    }
    cards.state.crews[CREAM].coins = cream;
    cards.state.crews[MINT].coins = mint;
    cards.state.supply = all - cream - mint;
}
