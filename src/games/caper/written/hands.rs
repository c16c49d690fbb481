//! Hands of a table that is being set up: what seats know of others', and how far the round is.

use super::cards::Cards;
use super::names::{find, kind_word};
use super::ready;
use crate::games::caper::play::{Kind, Phase, Rules, SEATS, State, Table};
use crate::games::spot::Spot;

/// Reads what depends on the hands: known cards, the Snitch deck, turns completed.
pub fn read(cards: &mut Cards<'_>, root: &Spot<'_>) {
    known(cards, root);
    let rules = cards.rules;
    let all = rules.round(cards.state.round).cards;
    let turns = cards.number(root, "turns", 0..=all);
    let deck = snitch_deck(cards, root, turns.unwrap_or(0));
    // What follows makes sense of cards, phase and turn together: it would only repeat their faults.
    if cards.faults.is_empty() {
        ready::check(cards, root);
        cards.state.turn = turns.unwrap_or_else(|| completed(rules, &cards.state, deck));
    }
}

/// Cards of others' hands that seats know to be there.
fn known(cards: &mut Cards<'_>, root: &Spot<'_>) {
    let Some(known) = root.get("known") else {
        return;
    };
    let (rules, kind) = (cards.rules, cards.kind());
    for (seat, spot) in cards.by_seat(&known, &cards.seats()) {
        for item in spot.items(&mut cards.faults) {
            let Some(word) = item.text("a card's name", &mut cards.faults) else {
                continue;
            };
            let Some(card) = cards.found(&item, find(rules, kind.into(), word)) else {
                continue;
            };
            let others = (0..SEATS).filter(|other| *other != seat);
            let theirs = others.fold(0, |all, other| all | cards.state.hands[other]);
            if theirs >> card & 1 == 0 {
                let says = format!("`{word}` is in no other hand");
                let help = "known are cards that lie in the hand of another seat";
                cards.faults.push(item.misfit(says, help));
            }
            cards.state.known[seat] |= 1 << card;
        }
    }
}

/// How many cards are left in the Snitch deck; where it is not said, as many as after so many turns (CAP-R19). Gives the
/// number only where it is said.
fn snitch_deck(cards: &mut Cards<'_>, root: &Spot<'_>, turns: u8) -> Option<u8> {
    let rules = cards.rules;
    if rules.table != Table::Snitch {
        return None;
    }
    let kind = cards.kind();
    let pile = match kind {
        Kind::Thieves => cards.state.thieves,
        Kind::Gear => cards.state.gear,
    };
    let pile = pile.count_ones() as u8;
    let said = root.get("snitch-deck").map(|spot| {
        let said = spot.whole(0..=u8::MAX, &mut cards.faults);
        if said.is_some_and(|n| n > pile) {
            let says = format!("{pile} {} are left in the pile", kind_word(kind));
            let help = "the Snitch deck is the top of the pile: name a smaller number";
            cards.faults.push(spot.misfit(says, help));
        }
        said.unwrap_or(0)
    });
    let left = match cards.state.phase {
        Phase::Over => 0,
        _ => at_first(rules, &cards.state).saturating_sub(turns.saturating_mul(2)),
    };
    cards.state.snitch_deck = said.unwrap_or(left).min(pile);
    said
}

/// What is left of the Snitch deck in a round's first turn: each Mastermind got a card, the Snitch drew two.
fn at_first(rules: &Rules, state: &State) -> u8 {
    let dealt = rules
        .round(state.round)
        .cards
        .saturating_mul(rules.numbers.snitch_deal);
    dealt.saturating_sub(4)
}

/// Turns completed, by the cards that are left; 0 where these say nothing (CAP-R5, CAP-R8).
fn completed(rules: &Rules, state: &State, deck: Option<u8>) -> u8 {
    let all = rules.round(state.round).cards;
    let done = match rules.table {
        _ if state.phase == Phase::Over => None,
        Table::Two => all.checked_sub(ready::had(rules, state)[0]),
        Table::Snitch => {
            let drawn = deck.and_then(|deck| at_first(rules, state).checked_sub(deck));
            drawn.filter(|drawn| drawn % 2 == 0).map(|drawn| drawn / 2)
        }
        Table::Teams => all.checked_sub(ready::lookouts_had(rules, state)[0]),
    };
    done.unwrap_or(0)
}
