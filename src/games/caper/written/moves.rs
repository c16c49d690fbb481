//! Moves as text: `place the-dame at 2`, `equip lock-picks on the-dame`, `flip the-artist`.

use super::names::{find, name};
use crate::games::caper::play::{Deck, Move, NONE, PLACES, Rules, STACKS, State};
use crate::games::naming::{place, short};
use crate::rules::Unread;
use crate::source::{did_you_mean, list};

const VERBS: [&str; 8] = [
    "place", "equip", "discard", "flip", "recover", "leave", "deal", "pass",
];

/// A stack that nobody has: where a thief is meant that is not on the table.
const NOWHERE: u8 = STACKS as u8;

/// The side that plays, or whose Lookout or Snitch decides.
fn side(state: &State) -> usize {
    usize::from(state.active) % 2
}

/// The deck of the cards in hands.
fn dealt(rules: &Rules, state: &State) -> Deck {
    rules.round(state.round).kind.into()
}

/// A move in its short form. What a move names and no card is, is written as a number: `flip #5`.
pub fn write(rules: &Rules, state: &State, mv: Move) -> String {
    let gear = |card| named(rules, Deck::Gear, card);
    let stack = |side, stack| stack_word(rules, state, side, stack);
    let mine = side(state);
    let card = |card| named(rules, dealt(rules, state), card);
    match mv {
        Move::Place { card, at } => {
            let at = u16::from(at) + 1;
            format!("place {} at {at}", named(rules, Deck::Thieves, card))
        }
        Move::Equip { card, on } => format!("equip {} on {}", gear(card), stack(mine, on)),
        Move::Discard { card } => format!("discard {}", gear(card)),
        Move::Flip { stack: at } => format!("flip {}", stack(1 - mine, at)),
        Move::Recover { card, on } => format!("recover {} on {}", gear(card), stack(mine, on)),
        Move::Leave => "leave".into(),
        Move::Deal { card: one } => format!("deal {}", card(one)),
        Move::Pass { one, two } => format!("pass {} {}", card(one), card(two)),
    }
}

/// A card by its name; by its number where there is none.
fn named(rules: &Rules, deck: Deck, card: u8) -> String {
    match name(rules, deck, card) {
        "?" => format!("#{card}"),
        name => name.to_owned(),
    }
}

/// A stack by its thief; by its number where there is none.
fn stack_word(rules: &Rules, state: &State, side: usize, stack: u8) -> String {
    let crew = &state.crews[side];
    let thieves = crew.stacks.get(usize::from(stack)).map(|cards| cards[0]);
    match thieves {
        Some(thief) if thief != NONE => named(rules, Deck::Thieves, thief),
        _ => format!("#{stack}"),
    }
}

/// Reads a move of the seat that decides. It need not be legal, but the cards that it names must exist.
///
/// # Errors
/// What cannot be read and what to write, as a sentence.
pub fn read(rules: &Rules, state: &State, text: &str) -> Result<Move, Unread> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let gear = |word| card(rules, Deck::Gear, word);
    let mine = side(state);
    let on = |side, word| stack(rules, state, side, word);
    let held = |word| card(rules, dealt(rules, state), word);
    let example = |deck, index| name(rules, deck, index);
    let [thief, lock] = [example(Deck::Thieves, 0), example(Deck::Gear, 0)];
    let wanted = |what: &str, example: String| {
        Err(Unread::from(format!(
            "`{}` is no whole move; {what}, as in `{example}`",
            short(text.trim())
        )))
    };
    match words.as_slice() {
        [] => Err(("there is no move here; moves begin with ".to_owned() + &list(VERBS)).into()),
        ["place", thief, "at", at] => Ok(Move::Place {
            card: card(rules, Deck::Thieves, thief)?,
            at: place(at, PLACES)?,
        }),
        ["place", ..] => wanted(
            "`place` takes a thief and a location",
            format!("place {thief} at 2"),
        ),
        ["equip", card, "on", thief] => Ok(Move::Equip {
            card: gear(card)?,
            on: on(mine, thief)?,
        }),
        ["recover", card, "on", thief] => Ok(Move::Recover {
            card: gear(card)?,
            on: on(mine, thief)?,
        }),
        [verb @ ("equip" | "recover"), ..] => wanted(
            &format!("`{verb}` takes gear and a thief"),
            format!("{verb} {lock} on {thief}"),
        ),
        ["discard", card] => Ok(Move::Discard { card: gear(card)? }),
        ["discard", ..] => wanted("`discard` takes gear", format!("discard {lock}")),
        ["flip", thief] => Ok(Move::Flip {
            stack: on(1 - mine, thief)?,
        }),
        ["flip", ..] => wanted(
            "`flip` takes the thief of a stack, whose topmost card is turned",
            format!("flip {thief}"),
        ),
        ["leave"] => Ok(Move::Leave),
        ["leave", rest @ ..] => Err(Unread::from(format!(
            "`leave` stands alone; take away `{}`",
            short(&rest.join(" "))
        ))),
        ["deal", card] => Ok(Move::Deal { card: held(card)? }),
        ["deal", ..] => {
            let first = example(dealt(rules, state), 0);
            wanted("`deal` takes the card for Cream", format!("deal {first}"))
        }
        ["pass", one, two] => {
            let (one, two) = (held(one)?, held(two)?);
            // The pair has no order: it is written with the lower number first.
            Ok(Move::Pass {
                one: one.min(two),
                two: one.max(two),
            })
        }
        ["pass", ..] => {
            let [one, two] = [0, 1].map(|index| example(dealt(rules, state), index));
            wanted("`pass` takes two cards", format!("pass {one} {two}"))
        }
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

/// A card by its name or, written `#5`, by its number.
fn card(rules: &Rules, deck: Deck, word: &str) -> Result<u8, Unread> {
    match number(word) {
        Some(card) => Ok(card),
        None => Ok(find(rules, deck, word)?),
    }
}

/// A stack by its thief or, written `#5`, by its number.
fn stack(rules: &Rules, state: &State, side: usize, word: &str) -> Result<u8, Unread> {
    if let Some(stack) = number(word) {
        return Ok(stack);
    }
    let thief = find(rules, Deck::Thieves, word)?;
    let stack = state.crews[side].stack_of(thief);
    Ok(stack.map_or(NOWHERE, |stack| stack as u8))
}

fn number(word: &str) -> Option<u8> {
    word.strip_prefix('#')?.parse().ok()
}
