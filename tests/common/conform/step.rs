//! Checks of one move: what it logs, and what each seat learns from it. The states before and after come in; nothing,
//! or what is wrong, goes out.

use super::moment::{CheckResult, CheckedStep};
use deckproof::rules::{Event, NoListener, Rng};
use deckproof::table::CardSet;
use deckproof::verify::information_leak;

pub fn worlds<S: CardSet>(step: &CheckedStep<'_, S>) -> CheckResult {
    let (game, state) = (step.before.game, step.before.state);
    let mut rng = Rng::new(step.seed);
    for seat in game.seats() {
        information_leak::find_leak(game, state, step.mv, seat, &mut rng)
            .map_err(|leak| leak.says)?;
    }
    Ok(())
}

pub fn silent<S: CardSet>(step: &CheckedStep<'_, S>) -> CheckResult {
    let (mut state, mut dice) = (*step.before.state, step.before.dice);
    step.before.game.apply(&mut state, step.mv, &mut dice, &mut NoListener);
    if state == *step.after && dice == step.dice {
        Ok(())
    } else {
        Err(format!("without a log it ends in {state:?}, with one in {:?}", step.after))
    }
}

pub fn known<S: CardSet>(step: &CheckedStep<'_, S>) -> CheckResult {
    let names = &step.before.game.names;
    let has = |words: &[String], number: usize| words.get(number).is_some_and(|w| !w.is_empty());
    let zone = |zone: deckproof::rules::ZoneId| has(&names.zones, usize::from(zone.0));
    let face = |face: deckproof::rules::Facing| has(&names.faces, usize::from(face.0));
    let card = |card: deckproof::rules::CardId| has(&names.cards, usize::from(card.0));
    for event in step.log {
        let known = match *event {
            Event::Moved { card: c, from, to, was, face: f, .. } => {
                card(c) && zone(from) && zone(to) && face(was) && face(f)
            }
            Event::Turned { card: c, at, was, face: f } => {
                card(c) && zone(at) && face(was) && face(f)
            }
            Event::Counted { counter, .. } => has(&names.counters, usize::from(counter.0)),
            Event::Shuffled { from, to } => zone(from) && zone(to),
            Event::Noted { note, at, seat, .. } => {
                has(&names.notes, usize::from(note.0))
                    && at.is_none_or(zone)
                    && seat.is_none_or(|s| has(&names.seats, usize::from(s.0)))
            }
            Event::Rolled { sides, got } => (1..=sides).contains(&got),
            Event::Told { fact, card: of, .. } => {
                names.facts.len() > usize::from(fact.0)
                    && of.is_none_or(|(c, at, f, _)| card(c) && zone(at) && face(f))
            }
        };
        if !known {
            return Err(format!("unknown: `{}` ({event:?})", names.describe_event(event)));
        }
    }
    Ok(())
}

/// Plays the log on the census of the state before, and compares it with that of the state after.
pub fn complete<S: CardSet>(step: &CheckedStep<'_, S>) -> CheckResult {
    let game = step.before.game;
    let names = &game.names;
    let mut census = game.census(step.before.state);
    for event in step.log {
        let (card, from, to) = match *event {
            Event::Moved { card, from, to, .. } => (card, from, to),
            Event::Turned { card, at, .. } => (card, at, at),
            Event::Shuffled { from, to } => {
                for (_, zone) in census.iter_mut().filter(|(_, zone)| *zone == from) {
                    *zone = to;
                }
                continue;
            }
            Event::Counted { .. }
            | Event::Noted { .. }
            | Event::Told { .. }
            | Event::Rolled { .. } => continue,
        };
        let Some((_, zone)) = census.iter_mut().find(|(c, _)| *c == card) else {
            return Err(format!("`{}`: there is no such card", names.describe_event(event)));
        };
        if *zone != from {
            return Err(format!(
                "`{}`: but it lies in {}",
                names.describe_event(event),
                names.zone(*zone)
            ));
        }
        *zone = to;
    }
    let after = game.census(step.after);
    for ((card, told), (_, found)) in census.iter().zip(&after) {
        if told != found {
            return Err(format!(
                "by the log {} lies in {}, but it lies in {}",
                names.card(*card),
                names.zone(*told),
                names.zone(*found)
            ));
        }
    }
    if census.len() == after.len() {
        Ok(())
    } else {
        Err(format!("{} cards before, {} after", census.len(), after.len()))
    }
}
