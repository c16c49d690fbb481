//! The laws of the family, checked after every move.

use crate::games::hammers::play::{self, Move, NONE, Phase, Rules, State};
use crate::rules::{Breach, Game, Laws, Property, Rng, Seat, Tally};

use super::accuse;
use super::book::{Law, Sight};
use super::census;
use super::points::{self, Points};
use super::quick;
use super::referee::Referee;
use super::round_end::owned_after;
use super::same;
use super::sightings;

impl Laws for Rules {
    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn views(&self) -> Option<usize> {
        Some(self.book.property(Law::Views))
    }

    fn watch_start(&self, state: &State, tally: &mut Tally) -> Result<(), Breach> {
        round_begins(self, state, tally)?;
        legal(self, state, tally)?;
        let fresh = state.round == 1
            && state.defcon == self.numbers.defcon.start
            && state
                .sides
                .iter()
                .all(|side| side.protests == 0 && side.labs == 0);
        match fresh {
            true => Ok(()),
            false => Err(accuse::says(self, Law::Defcon, || {
                format!(
                    "the first round begins with round {}, DEFCON {}, or with labs or protests held",
                    state.round, state.defcon
                )
            })),
        }
    }

    #[inline]
    fn watch(
        &self,
        before: &State,
        mv: Move,
        after: &State,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        match mv {
            Move::Deploy { card, at } if quick::deployed(self, before, (card, at), after) => {}
            Move::End if quick::turn_ended(self, before, after) => {
                self.book.count(Law::Turns, tally);
                sightings::refused(self, after, tally);
            }
            _ => judged(self, before, mv, after, tally)?,
        }
        self.book.count(Law::Conserved, tally);
        self.book.count(Law::Hands, tally);
        legal(self, after, tally)
    }

    fn redeal(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        play::redeal(self, state, usize::from(seat.0), rng)
    }

    fn plainest(&self) -> Vec<Vec<u8>> {
        let mut actions: Vec<u8> = (0..self.all_cards.count_ones() as u8).collect();
        actions.sort_by_key(|card| {
            let row = self.row(*card);
            let abilities = u8::from(row.passive.is_some()) + u8::from(row.operation.is_some());
            (abilities, row.influence, *card)
        });
        let plain = |count: usize| (0..count as u8).collect();
        vec![
            actions,
            plain(self.countries.len()),
            plain(self.protests.len()),
        ]
    }
}

/// Compares the table with what the referee works out.
fn judged(
    rules: &Rules,
    before: &State,
    mv: Move,
    after: &State,
    tally: &mut Tally,
) -> Result<(), Breach> {
    let last = before.turn + 1 >= 2 * rules.numbers.turns;
    let mut referee = Referee::new(rules, before, after, tally);
    let ruling = match mv {
        Move::Deploy { card, at } => referee.deploys(card, at),
        Move::Launch { card, target } => referee.launches(card, target),
        Move::End if !last => referee.ends_turn(),
        Move::End => referee.ends_round(),
        Move::Flip { country } if !before.resolving => referee.flips_in_turn(country),
        Move::Flip { country } => referee.flips_in_crisis(country),
        Move::Restore { country } => referee.restores(country),
        Move::Return { protest } => referee.returns(Some(protest)),
        Move::Keep => referee.returns(None),
    };
    referee.take_protests();
    if let Err(fault) = ruling {
        return Err(accuse::broke(rules, before, mv, fault));
    }
    if !same::tables(&referee.expected, after) {
        return Err(accuse::differs(
            rules,
            (before, mv),
            &referee.expected,
            after,
        ));
    }
    if let Some(fault) = referee.unlikely {
        return Err(accuse::broke(rules, before, mv, fault));
    }
    let tally = referee.tally;
    match mv {
        Move::Launch { card, target } => {
            sightings::launched(rules, before, after, (card, target), tally);
        }
        _ if after.round != before.round => round_begins(rules, after, tally)?,
        _ if after.phase == Phase::Over => over(rules, after, tally)?,
        _ => {}
    }
    Ok(())
}

/// At a round's first turn the whole table is looked at, whatever was before it: CH1-I1 to I4, CH2-I1 to I4.
fn round_begins(rules: &Rules, state: &State, tally: &mut Tally) -> Result<(), Breach> {
    let book = &rules.book;
    for law in [Law::Conserved, Law::Hands, Law::Owned, Law::Turns] {
        book.count(law, tally);
    }
    if !census::whole(rules, state) {
        return Err(accuse::lost(rules, state));
    }
    let hand = rules.numbers.hand;
    if state
        .sides
        .iter()
        .any(|side| side.held != hand || side.placed != 0)
    {
        return Err(accuse::says(rules, Law::Hands, || {
            let held = state.sides.map(|side| side.held);
            format!("a round begins with {held:?} cards in the hands, expected {hand} in each")
        }));
    }
    owned(rules, state, u32::from(state.round).saturating_sub(1))?;
    let defcon = &rules.numbers.defcon;
    if state.defcon <= defcon.reset_at || state.defcon > defcon.start {
        return Err(accuse::says(rules, Law::Defcon, || {
            format!("DEFCON is {} at a round's first turn", state.defcon)
        }));
    }
    let sign = |place: &u8| match rules.countries.get(usize::from(*place)) {
        Some(sheet) => i32::from(sheet.default) * 2 - 1,
        None => 0,
    };
    let lean: i32 = state.row.iter().filter(|c| **c != NONE).map(sign).sum();
    if state.first != u8::from(lean > 0) || state.active != state.first || state.turn != 0 {
        return Err(accuse::says(rules, Law::Turns, || {
            "the wrong player takes the round's first turn".to_owned()
        }));
    }
    Ok(())
}

/// CH1-I3, CH2-I3: so many countries are owned once so many rounds are over, and none is paired.
fn owned(rules: &Rules, state: &State, rounds: u32) -> Result<(), Breach> {
    let found = (state.sides[0].countries | state.sides[1].countries).count_ones();
    let expected = owned_after(rules, rounds);
    if found == expected && state.paired == [0; 8] {
        return Ok(());
    }
    Err(accuse::says(rules, Law::Owned, || {
        format!("after {rounds} rounds expected {expected} countries owned, found {found}")
    }))
}

/// CH1-I12, CH2-I11: there is something to do, and no more is deployed than the rounds allow.
#[inline]
fn legal(rules: &Rules, state: &State, tally: &mut Tally) -> Result<(), Breach> {
    rules.book.count(Law::Legal, tally);
    let numbers = &rules.numbers;
    let mine = &state.sides[usize::from(state.active & 1)];
    // In the other phases there is always something: to end the turn, to keep the protests.
    let stuck = (state.phase == Phase::Turn) & (mine.hand == 0)
        | (state.phase == Phase::Flip) & (mine.countries & !state.disloyal == 0)
        | (state.phase == Phase::Restore) & (mine.countries & state.disloyal == 0);
    let placed = state.sides[0].placed.max(state.sides[1].placed);
    let bound = (placed <= numbers.turns) & (state.round <= numbers.rounds);
    if bound & !stuck {
        return Ok(());
    }
    Err(accuse::says(rules, Law::Legal, || match stuck {
        false => format!(
            "round {} with {placed} cards of a player deployed",
            state.round
        ),
        true => format!("nothing can be done in the phase {:?}", state.phase),
    }))
}

/// The end of the game: CH1-I3, CH1-I11, CH2-I3, CH2-I9, CH2-I12.
fn over(rules: &Rules, state: &State, tally: &mut Tally) -> Result<(), Breach> {
    for law in [Law::Conserved, Law::Owned, Law::Score] {
        rules.book.count(law, tally);
    }
    if !census::whole(rules, state) {
        return Err(accuse::lost(rules, state));
    }
    owned(rules, state, u32::from(state.round))?;
    let points = [0, 1].map(|side| Points::of(rules, state, side));
    let end = points::end(rules, &points);
    points::check(rules, rules.outcome(state).as_ref(), &points, end)?;
    sightings::over(rules, &points, end, tally);
    if end.test > rules.book.last_test {
        let bit = rules.book.bit(Sight::SECOND_TIE_BREAK);
        tally.seen |= bit;
        return Err(Breach {
            property: bit.trailing_zeros() as usize,
            says: format!("the game was decided by {}", points::word(rules, end.test)),
        });
    }
    Ok(())
}
