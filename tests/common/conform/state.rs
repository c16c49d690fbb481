//! Checks of one state: its legal moves, refusals, texts, table, cards and views. A state comes in; nothing, or what
//! is wrong, goes out.

use deckproof::table::{CardSet, Move};
use std::collections::BTreeMap;

use super::moment::{CheckResult, Moment};
use deckproof::rules::{CardId, Event, ScriptedChance};

pub fn sorted<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    for pair in at.moves.windows(2) {
        if pair[0] >= pair[1] {
            let [one, two] = [pair[0], pair[1]].map(|mv| at.game.write(at.state, mv));
            return Err(format!("`{one}` stands before `{two}`"));
        }
    }
    let legal = at.game.legal(at.state);
    if legal.len() as usize != at.moves.len() {
        let (masks, list) = (legal.len(), at.moves.len());
        return Err(format!("the masks hold {masks} moves, the list {list}"));
    }
    let stray =
        (0..legal.len()).map(|i| legal.get(i)).find(|mv| at.moves.binary_search(mv).is_err());
    stray.map_or(Ok(()), |mv| {
        let text = at.game.write(at.state, mv);
        Err(format!("the masks hold `{text}`, the list does not"))
    })
}

pub fn stuck<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    match (at.game.turn(at.state), at.moves.is_empty()) {
        (Some(seat), true) => {
            let seat = at.game.names.seat(seat);
            Err(format!("{seat} is to move and has no legal move"))
        }
        (None, false) => Err("nobody is to move, but there are legal moves".to_owned()),
        _ => Ok(()),
    }
}

pub fn refusals<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let Moment { game, state, .. } = at;
    let mut legal = 0;
    for mv in at.space {
        let listed = at.moves.binary_search(mv).is_ok();
        legal += usize::from(listed);
        let text = || game.write(state, *mv);
        match (listed, game.refusal(state, *mv)) {
            (true, Some(refusal)) => {
                let word = refusal.word;
                return Err(format!("`{}` is listed, but refused: {word}", text()));
            }
            (false, None) => return Err(format!("`{}` is not refused, but not listed", text())),
            _ => {}
        }
    }
    if legal == at.moves.len() {
        Ok(())
    } else {
        Err(format!("{} legal moves, but the move space holds {legal} of them", at.moves.len()))
    }
}

pub fn refused<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let all = at.space.iter().copied();
    let refused: Vec<Move> = all.filter(|mv| at.moves.binary_search(mv).is_err()).collect();
    // All at once; one by one only to find the culprit.
    if nothing_happens(at, &refused) {
        return Ok(());
    }
    let culprit = refused.iter().find(|mv| !nothing_happens(at, &[**mv]));
    let text = culprit.map_or_else(String::new, |mv| at.game.write(at.state, *mv));
    Err(format!("`{text}` is not legal, but something happens"))
}

fn nothing_happens<S: CardSet>(at: &Moment<'_, S>, moves: &[Move]) -> bool {
    let (mut state, mut dice, mut log) = (*at.state, at.dice, Vec::<Event>::new());
    let mut plays = moves.iter();
    let accepted = plays.any(|mv| at.game.play(&mut state, *mv, &mut dice, &mut log).is_ok());
    !accepted && state == *at.state && dice == at.dice && log.is_empty()
}

pub fn read_back<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    for mv in at.moves {
        let text = at.game.write(at.state, *mv);
        match at.game.read(at.state, &text) {
            Ok(read) if read == *mv => {}
            Ok(read) => return Err(format!("`{text}` is {mv:?}, but reads as {read:?}")),
            Err(why) => return Err(format!("`{text}` does not read back: {why}")),
        }
    }
    Ok(())
}

pub fn texts<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let mut seen = BTreeMap::new();
    for mv in at.moves {
        let text = at.game.write(at.state, *mv);
        if let Some(other) = seen.insert(text.clone(), mv) {
            return Err(format!("`{text}` is {other:?}, and {mv:?} as well"));
        }
    }
    Ok(())
}

pub fn table<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let written = at.game.table(at.state, &at.dice);
    let staged = at.game.stage(&written).map_err(|misfits| {
        let told = misfits.iter().map(|m| format!("{}: {}", m.path.join("."), m.fault.message));
        format!("it cannot be set up: {}", told.collect::<Vec<_>>().join("; "))
    })?;
    if staged.state != *at.state {
        return Err(format!("it sets up another state: {:?}, not {:?}", staged.state, at.state));
    }
    // The seed does not matter: the table gives the order of every pile.
    let chance = ScriptedChance::new(staged.piles, 0);
    let again = at.game.table(&staged.state, &chance);
    if again == written {
        Ok(())
    } else {
        Err(format!("written again it is {again}, not {written}"))
    }
}

pub fn census<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let names = &at.game.names;
    let census = at.game.census(at.state);
    for (number, (card, zone)) in census.iter().enumerate() {
        if usize::from(card.0) != number {
            let wanted = names.card(CardId(number as u16));
            return Err(format!("{wanted} should come, {} does", names.card(*card)));
        }
        let named = names.zones.get(usize::from(zone.0));
        if named.is_none_or(String::is_empty) {
            return Err(format!("{} lies in a zone without name", names.card(*card)));
        }
    }
    let (found, cards) = (census.len(), names.cards.len());
    if found == cards { Ok(()) } else { Err(format!("it counts {found} cards of {cards}")) }
}

pub fn outcome<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let over = at.game.turn(at.state).is_none();
    let Some(outcome) = at.game.outcome(at.state) else {
        return if over {
            Err("nobody is to move, but there is no outcome".to_owned())
        } else {
            Ok(())
        };
    };
    if !over {
        return Err("there is an outcome before the end".to_owned());
    }
    let seats = at.game.names.seats.len();
    if outcome.scores.len() != seats {
        return Err(format!("{} scores of {seats} seats", outcome.scores.len()));
    }
    if outcome.winners.iter().any(|s| usize::from(s.0) >= seats) {
        return Err("the winner has no seat".to_owned());
    }
    for score in &outcome.scores {
        let sum: i32 = score.parts.iter().map(|part| part.points).sum();
        if sum != score.total {
            return Err(format!("the parts add up to {sum}, not to {}", score.total));
        }
    }
    Ok(())
}

pub fn views<S: CardSet>(at: &Moment<'_, S>) -> CheckResult {
    let copy = *at.state;
    for seat in at.game.seats() {
        if at.game.view(at.state, seat) != at.game.view(&copy, seat) {
            let seat = at.game.names.seat(seat);
            return Err(format!("the view of {seat} differs from look to look"));
        }
    }
    Ok(())
}
