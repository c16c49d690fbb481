//! Names the law that a table breaks, and says how. Nothing here is in a hurry.

use crate::games::caper::play::{
    Crew, Deck, Kind, Move, NONE, Phase, Rules, STACKS, State, place_of,
};
use crate::games::differences::{Called, Differences};
use crate::rules::{Bits, Breach};

use super::book::Law;
use super::census;
use super::referee::{Fault, HEIGHT, cards_of};
use super::rounds::dealing;

/// A breach of a law, told by `says`.
#[cold]
#[inline(never)]
pub fn says(rules: &Rules, law: Law, says: impl FnOnce() -> String) -> Breach {
    Breach {
        property: rules.book.property(law),
        says: says(),
    }
}

/// A seat by its number.
pub fn seat(rules: &Rules, seat: u8) -> &str {
    let seat = rules.names.seats.get(usize::from(seat));
    seat.map_or("seat that there is not", String::as_str)
}

/// A location by its number.
pub fn location(rules: &Rules, location: u8) -> String {
    rules.called(Deck::Locations, location)
}

impl Called for Rules {
    type Deck = Deck;

    fn called(&self, deck: Deck, card: u8) -> String {
        match card {
            NONE => "none".to_owned(),
            card => self.names.card(self.token(deck, card)).to_owned(),
        }
    }
}

/// A move that should not have been made.
#[cold]
#[inline(never)]
pub fn broke(
    rules: &Rules,
    (before, mv): (&State, Move),
    after: &State,
    (law, what): Fault,
) -> Breach {
    if let Some(what) = conserved(rules, after) {
        return says(rules, Law::Conserved, || what);
    }
    let hands = hands(rules, before);
    let played = match mv {
        Move::Place { card, .. } => rules.called(Deck::Thieves, card),
        Move::Equip { card, .. } | Move::Discard { card } | Move::Recover { card, .. } => {
            rules.called(Deck::Gear, card)
        }
        Move::Deal { card } => rules.called(hands, card),
        Move::Pass { one, two } => [one, two]
            .map(|card| rules.called(hands, card))
            .join(" and "),
        Move::Flip { stack } => {
            let theirs = &before.crews[usize::from(before.active & 1 == 0)];
            let stack = usize::from(stack) % STACKS;
            match cards_of(theirs, stack) {
                0 => "none".to_owned(),
                cards => lying(rules, theirs, stack, cards - 1),
            }
        }
        Move::Leave => "nothing brought back".to_owned(),
    };
    says(rules, law, || {
        let seat = seat(rules, before.active);
        format!("{what}: {played}, by the {seat} in round {}", before.round)
    })
}

/// The deck whose cards are in the hands.
fn hands(rules: &Rules, state: &State) -> Deck {
    let round = usize::from(state.round).wrapping_sub(1);
    let round = rules.numbers.rounds.get(round);
    round.map_or(Deck::Gear, |round| Deck::from(round.kind))
}

fn lying(rules: &Rules, crew: &Crew, stack: usize, level: usize) -> String {
    let deck = match level {
        0 => Deck::Thieves,
        _ => Deck::Gear,
    };
    rules.called(deck, crew.stacks[stack % STACKS][level % HEIGHT])
}

/// The card that is in two places or in none; nothing when every card is in one (CAP-I1).
pub fn conserved(rules: &Rules, state: &State) -> Option<String> {
    for (deck, found) in census::found(rules, state) {
        let missing = found.missing(census::deck(rules, deck));
        if found.twice != 0 {
            let twice = rules.all_called(deck, found.twice);
            return Some(format!("in two places: {twice}"));
        }
        if missing != 0 {
            return Some(format!("in no place: {}", rules.all_called(deck, missing)));
        }
    }
    (!census::whole(rules, state)).then(|| "there are cards that the game has not".to_owned())
}

/// A table that is not what the rules leave.
#[cold]
#[inline(never)]
pub fn differs(
    rules: &Rules,
    (before, mv): (&State, Move),
    expected: &State,
    found: &State,
) -> Breach {
    if let Some(what) = conserved(rules, found) {
        return says(rules, Law::Conserved, || what);
    }
    let mut differences = Differences::new(rules);
    let d = &mut differences;
    coins(d, expected, found);
    lying_there(d, expected, found);
    in_hands(d, (before, mv), expected, found);
    in_order(d, before, expected, found);
    let told = differences.told.into_iter().next();
    let (law, what) = told.unwrap_or((Law::Turns, "the tables differ".to_owned()));
    says(rules, law, || what)
}

/// Coins: that there are as many as there should be, and who has them (CAP-I2, CAP-R13).
fn coins(d: &mut Differences<'_, Rules, Law>, expected: &State, found: &State) {
    let all = |state: &State| {
        let coins = [state.supply, state.crews[0].coins, state.crews[1].coins];
        coins.map(u32::from)
    };
    let [e, f] = [expected, found].map(|state| all(state).iter().sum::<u32>());
    d.value(Law::Coins, "coins in all", e, f);
    let what = "coins in the supply, of cream, of mint";
    d.value(Law::Payments, what, all(expected), all(found));
}

/// What lies at the locations and in the discards (CAP-R8 to R10, CAP-I3, CAP-I5, CAP-G9).
fn lying_there(d: &mut Differences<'_, Rules, Law>, expected: &State, found: &State) {
    let rules = d.rules;
    d.value(
        Law::Conserved,
        "locations on the mats",
        expected.row,
        found.row,
    );
    for (side, name) in Rules::SIDES.into_iter().enumerate() {
        let (e, f) = (&expected.crews[side], &found.crews[side]);
        if let Some(says) = census::unlimited(rules, found, side) {
            d.told.push((Law::Limits, says));
        }
        for stack in 0..STACKS {
            let at = place_of(stack) + 1;
            for level in 0..HEIGHT {
                let bit = stack * HEIGHT + level;
                let lies = |crew: &Crew| match crew.filled >> bit & 1 {
                    0 => "none".to_owned(),
                    _ => lying(rules, crew, stack, level),
                };
                let law = if level == 0 { Law::Thieves } else { Law::Gear };
                let what = format!("card of {name} at location {at}");
                d.value(law, &what, lies(e), lies(f));
                let face = |crew: &Crew| match crew.flipped >> bit & 1 {
                    0 => "face up",
                    _ => "flipped",
                };
                let what = format!("{} of {name} at location {at}", lies(f));
                d.value(Law::Flips, &what, face(e), face(f));
            }
        }
        let tops = |crew: &Crew| {
            let tops = Bits(crew.exposed & crew.filled).map(|base| {
                let stack = usize::from(base) / HEIGHT;
                lying(rules, crew, stack, cards_of(crew, stack).saturating_sub(1))
            });
            tops.collect::<Vec<String>>()
        };
        let what = format!("cards of {name} that can be flipped");
        d.value(Law::Flips, &what, tops(e), tops(f));
        d.value(Law::Flips, &what, e.exposed, f.exposed);
        d.value(Law::Conserved, "cards in stacks", e.stacks, f.stacks);
        for (deck, e, f) in [
            (Deck::Thieves, e.thieves, f.thieves),
            (Deck::Gear, e.gear, f.gear),
        ] {
            d.set(Law::Discards, &format!("discards of {name}"), deck, e, f);
        }
    }
}

/// Hands, what is known of them, and piles (CAP-I4, CAP-I8, CAP-R19, CAP-R21).
fn in_hands(
    d: &mut Differences<'_, Rules, Law>,
    (before, mv): (&State, Move),
    expected: &State,
    found: &State,
) {
    let rules = d.rules;
    let deck = hands(rules, expected);
    let gives = matches!(mv, Move::Deal { .. } | Move::Pass { .. });
    let turns_over = before.turn != expected.turn;
    let law = match gives || turns_over {
        true => dealing(rules),
        false => Law::Hands,
    };
    d.value(law, "round", expected.round, found.round);
    for seat in 0..found.hands.len() {
        let name = seat_name(rules, seat);
        let (e, f) = (expected.hands[seat], found.hands[seat]);
        d.set(law, &format!("hand of the {name}"), deck, e, f);
        let (e, f) = (expected.held[seat], found.held[seat]);
        d.value(law, &format!("cards in the hand of the {name}"), e, f);
    }
    for seat in 0..found.known.len() {
        let what = format!(
            "cards in other hands that the {} knows",
            seat_name(rules, seat)
        );
        let (e, f) = (expected.known[seat], found.known[seat]);
        d.set(Law::Views, &what, deck, e, f);
    }
    for (deck, e, f) in [
        (Deck::Thieves, expected.thieves, found.thieves),
        (Deck::Gear, expected.gear, found.gear),
        (Deck::Locations, expected.locations, found.locations),
    ] {
        d.set(law, "pile", deck, e, f);
    }
    let (e, f) = (expected.snitch_deck, found.snitch_deck);
    d.value(dealing(rules), "cards of the Snitch deck", e, f);
}

fn seat_name(rules: &Rules, index: usize) -> &str {
    seat(rules, index as u8)
}

/// What is to be done, and by whom (CAP-R6, CAP-I5, CAP-G9).
fn in_order(d: &mut Differences<'_, Rules, Law>, before: &State, expected: &State, found: &State) {
    let phases = [before.phase, expected.phase, found.phase];
    let law = match (
        phases.contains(&Phase::Flip),
        phases.contains(&Phase::Recover),
    ) {
        (true, _) => Law::Flips,
        (_, true) => Law::Recoveries,
        _ => Law::Turns,
    };
    d.value(law, "what is to be done", expected.phase, found.phase);
    d.value(
        Law::Flips,
        "flips still to come",
        expected.flips,
        found.flips,
    );
    let (e, f) = (expected.recovers, found.recovers);
    d.value(Law::Recoveries, "gear that may come back", e, f);
    let acting = |state: &State| {
        let (kind, card) = super::cards::acting(state);
        let deck = match (kind, state.acting) {
            (_, NONE) => return ("none".to_owned(), state.acting_at),
            (Kind::Thieves, _) => Deck::Thieves,
            (Kind::Gear, _) => Deck::Gear,
        };
        (d.rules.called(deck, card), state.acting_at)
    };
    let (e, f) = (acting(expected), acting(found));
    d.value(law, "the card whose turn it is, and where", e, f);
    d.value(Law::Turns, "round", expected.round, found.round);
    d.value(Law::Turns, "turns completed", expected.turn, found.turn);
    d.value(Law::Turns, "who has played", expected.played, found.played);
    d.value(
        Law::Turns,
        "whose turn it is",
        expected.active,
        found.active,
    );
}
