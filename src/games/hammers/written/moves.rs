//! Moves as text: `deploy admiral#2 at 3`, `launch spy#1 reveal 2:1`, `flip germany`.

use super::names::{find, name, names, place};
use crate::games::hammers::abilities::Operation;
use crate::games::hammers::play::{Aim, Deck, Move, PLACES, Rules, SLOTS, State};
use crate::games::naming::short;
use crate::rules::{Bits, Unread};
use crate::source::{did_you_mean, list};

const VERBS: [&str; 7] = [
    "deploy", "launch", "end", "flip", "restore", "return", "keep",
];

/// What a card's operation is aimed at.
fn aim(rules: &Rules, card: u8) -> Aim {
    let operation = rules.row(card).operation.as_ref();
    operation.map_or(Aim::Nothing, Operation::aim)
}

/// A move in its short form. One that no state allows, because its target means nothing, is written with the target's
/// number: `launch spy#1 target 63`.
pub fn write(rules: &Rules, state: &State, mv: Move) -> String {
    let named = |deck, index| name(rules, deck, index);
    match mv {
        Move::Deploy { card, at } => {
            let at = u16::from(at) + 1;
            format!("deploy {} at {at}", named(Deck::Actions, card))
        }
        Move::Launch { card, target } => {
            let aimed = aimed(rules, state, card, target);
            let aimed = aimed.unwrap_or_else(|| format!(" target {target}"));
            format!("launch {}{aimed}", named(Deck::Actions, card))
        }
        Move::End => "end".into(),
        Move::Flip { country } => format!("flip {}", named(Deck::Countries, country)),
        Move::Restore { country } => format!("restore {}", named(Deck::Countries, country)),
        Move::Return { protest } => format!("return {}", named(Deck::Protests, protest)),
        Move::Keep => "keep".into(),
    }
}

/// The words after `launch admiral#1`. `None` when the target means nothing in this state.
fn aimed(rules: &Rules, state: &State, card: u8, target: u8) -> Option<String> {
    let pair = |deck: Deck| {
        let name = names(rules, deck).get(usize::from(target))?;
        Some(format!(" pair {name}"))
    };
    match aim(rules, card) {
        Aim::Nothing => (target == 0).then(String::new),
        Aim::Place => (usize::from(target) < PLACES).then(|| format!(" to {}", target + 1)),
        Aim::Opposing => Some(format!(" reveal {}", opposing(state, target)?)),
        Aim::Partner => {
            let mine = &state.sides[usize::from(state.active)];
            let (partner, slot) = (target / SLOTS as u8, target % SLOTS as u8);
            let at = opposing(state, slot)?;
            let partner = (partner < mine.placed).then(|| mine.card[usize::from(partner)])?;
            let partner = name(rules, Deck::Actions, partner);
            Some(format!(" carry {at} with {partner}"))
        }
        Aim::Country => pair(Deck::Countries),
        Aim::Lab => pair(Deck::Labs),
    }
}

/// The opposing card in a slot as `2:1`: the location, and which of the cards there it is in the order of deployment.
fn opposing(state: &State, slot: u8) -> Option<String> {
    let theirs = &state.sides[usize::from(1 - state.active)];
    if slot >= theirs.placed {
        return None;
    }
    let place = theirs.place_of(usize::from(slot));
    let before = theirs.at[place] & ((1u8 << slot) - 1);
    Some(format!("{}:{}", place + 1, before.count_ones() + 1))
}

/// Reads a move of the side that decides. It need not be legal, but what it names must exist.
///
/// # Errors
/// What cannot be read and what to write, as a sentence.
pub fn read(rules: &Rules, state: &State, text: &str) -> Result<Move, Unread> {
    let spaced = text.replace(':', " : ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let country = |word| find(rules, Deck::Countries, word);
    let wanted = |what: &str, example: String| {
        Err(Unread::from(format!(
            "`{}` is no whole move; {what}, as in `{example}`",
            short(text.trim())
        )))
    };
    match words.as_slice() {
        [] => Err(("there is no move here; moves begin with ".to_owned() + &list(VERBS)).into()),
        ["deploy", card, "at", at] => Ok(Move::Deploy {
            card: find(rules, Deck::Actions, card)?,
            at: place(at)?,
        }),
        ["deploy", ..] => wanted(
            "`deploy` takes a card and a location",
            format!("deploy {} at 3", name(rules, Deck::Actions, 0)),
        ),
        ["launch", card, aim @ ..] => {
            let card = find(rules, Deck::Actions, card)?;
            let target = target(rules, state, card, aim)?;
            Ok(Move::Launch { card, target })
        }
        ["launch"] => wanted(
            "`launch` takes a card and what its operation is aimed at",
            example(rules, 0),
        ),
        ["end"] => Ok(Move::End),
        ["keep"] => Ok(Move::Keep),
        [alone @ ("end" | "keep"), rest @ ..] => Err(Unread::from(format!(
            "`{alone}` stands alone; take away `{}`",
            short(&rest.join(" "))
        ))),
        ["flip", word] => Ok(Move::Flip {
            country: country(word)?,
        }),
        ["restore", word] => Ok(Move::Restore {
            country: country(word)?,
        }),
        ["return", word] => Ok(Move::Return {
            protest: find(rules, Deck::Protests, word)?,
        }),
        [verb @ ("flip" | "restore"), ..] => wanted(
            &format!("`{verb}` takes a country"),
            format!("{verb} {}", name(rules, Deck::Countries, 0)),
        ),
        ["return", ..] => wanted(
            "`return` takes a protest",
            format!("return {}", name(rules, Deck::Protests, 0)),
        ),
        [verb, ..] => {
            let help = match did_you_mean(verb, VERBS) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("moves begin with {}", list(VERBS)),
            };
            Err(Unread::from(format!(
                "there is no move `{}`; {help}",
                short(verb)
            )))
        }
    }
}

/// The target that the words after `launch admiral#1` name.
fn target(rules: &Rules, state: &State, card: u8, words: &[&str]) -> Result<u8, Unread> {
    match (aim(rules, card), words) {
        (_, ["target", number]) => number
            .parse()
            .map_err(|_| format!("`{}` is no number of a target", short(number)).into()),
        (Aim::Nothing, []) => Ok(0),
        (Aim::Place, ["to", to]) => Ok(place(to)?),
        (Aim::Opposing, ["reveal", at, ":", nth]) => Ok(slot(state, at, nth)?),
        (Aim::Partner, ["carry", at, ":", nth, "with", partner]) => {
            let slot = slot(state, at, nth)?;
            let mine = &state.sides[usize::from(state.active)];
            let partner = find(rules, Deck::Actions, partner)?;
            match mine.slot_of(partner) {
                Some(partner) => Ok((partner * SLOTS) as u8 + slot),
                None => Err(Unread::from(format!(
                    "{} has no `{}` in play; name a partner that lies on the same side",
                    Rules::SEATS[usize::from(state.active)],
                    name(rules, Deck::Actions, partner)
                ))),
            }
        }
        (Aim::Country, ["pair", country]) => Ok(find(rules, Deck::Countries, country)?),
        (Aim::Lab, ["pair", lab]) => Ok(find(rules, Deck::Labs, lab)?),
        (aim, _) => {
            let card_name = name(rules, Deck::Actions, card);
            let form = match aim {
                Aim::Nothing => "is aimed at nothing",
                Aim::Place => "is aimed at a location: `to` and its number",
                Aim::Opposing => {
                    "is aimed at an opposing card: `reveal`, its location, and which of the cards there it is, counted as they were deployed"
                }
                Aim::Partner => {
                    "is aimed at an opposing card: `carry`, its location, and which of the cards there it is, \
                     then `with` and the partner"
                }
                Aim::Country => "is aimed at a country: `pair` and its name",
                Aim::Lab => "is aimed at a lab: `pair` and its name",
            };
            let example = example(rules, card);
            Err(Unread::from(format!(
                "the operation of `{card_name}` {form}; write it like `{example}`"
            )))
        }
    }
}

/// The slot of the opposing card that `2:1` means.
fn slot(state: &State, at: &str, nth: &str) -> Result<u8, Unread> {
    let place = place(at)?;
    let theirs = &state.sides[usize::from(1 - state.active)];
    let mut here = Bits(u64::from(theirs.at[usize::from(place)]));
    let found = match nth.parse::<usize>() {
        Ok(0) | Err(_) => None,
        Ok(nth) => here.nth(nth - 1),
    };
    found.ok_or_else(|| {
        let seat = Rules::SEATS[usize::from(1 - state.active)];
        let lie = match theirs.at[usize::from(place)].count_ones() {
            0 => "no card lies".to_owned(),
            1 => "one card lies".to_owned(),
            n => format!("{n} cards lie"),
        };
        format!(
            "there is no card {at}:{}; {lie} there on the side of {seat}, counted from 1",
            short(nth)
        )
        .into()
    })
}

/// A launch of the card, for messages.
fn example(rules: &Rules, card: u8) -> String {
    let card_name = name(rules, Deck::Actions, card);
    let first = |deck: Deck| name(rules, deck, 0);
    let aimed = match aim(rules, card) {
        Aim::Nothing => String::new(),
        Aim::Place => " to 2".into(),
        Aim::Opposing => " reveal 2:1".into(),
        Aim::Partner => {
            let partner = Bits(rules.row(card).named & !(1 << card)).next();
            let partner = name(rules, Deck::Actions, partner.unwrap_or(card));
            format!(" carry 2:1 with {partner}")
        }
        Aim::Country => format!(" pair {}", first(Deck::Countries)),
        Aim::Lab => format!(" pair {}", first(Deck::Labs)),
    };
    format!("launch {card_name}{aimed}")
}
