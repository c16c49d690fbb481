//! The laws of the family, checked after every move.

use crate::games::caper::abilities::Ability;
use crate::games::caper::play::{self, Crew, Kind, Move, NONE, PLACES, Phase, Rules, State};
use crate::rules::{Breach, Laws, Property, Rng, Seat, Tally};

use super::book::Law;
use super::referee::Referee;
use super::{accuse, anchors, census, points, quick, same};

impl Laws for Rules {
    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn views(&self) -> Option<usize> {
        Some(self.book.property(Law::Views))
    }

    /// The whole first table is worked out: everything is in its pile, but for what chance has dealt.
    fn watch_start(&self, state: &State, tally: &mut Tally) -> Result<(), Breach> {
        let start = empty(self);
        let mut referee = Referee::new(self, &start, state, tally);
        let dealt = referee.lays_locations().and_then(|()| referee.deals());
        let nothing = (&start, Move::Leave);
        if let Err((law, says)) = dealt {
            return Err(match accuse::conserved(self, state) {
                Some(lost) => accuse::says(self, Law::Conserved, || lost),
                None => accuse::says(self, law, || says.to_owned()),
            });
        }
        let expected = referee.expected;
        if !same::tables(&expected, state) {
            return Err(accuse::differs(self, nothing, &expected, state));
        }
        whole(self, state, tally)?;
        stacks(self, state, tally)?;
        anchors::check(self, None, state, tally)
    }

    #[inline]
    fn watch(
        &self,
        before: &State,
        mv: Move,
        after: &State,
        tally: &mut Tally,
    ) -> Result<(), Breach> {
        self.book.count(Law::Conserved, tally);
        match quick::same(self, before, mv, after, tally) {
            true => {
                anchors::count(self, tally);
                anchors::legal(self, after)
            }
            false => judged(self, before, mv, after, tally),
        }
    }

    fn redeal(&self, state: &State, seat: Seat, rng: &mut Rng) -> State {
        play::redeal(self, state, usize::from(seat.0), rng)
    }

    fn plainest(&self) -> Vec<Vec<u8>> {
        let cards = |kind: Kind, all: u64| {
            let mut cards: Vec<u8> = crate::rules::Bits(all).collect();
            cards.sort_by_key(|card| {
                let sheet = self.sheet(kind, *card);
                let row = self.row(sheet);
                let abilities = row.when_played.len() + row.gives.len();
                (abilities, sheet.cost, sheet.income, *card)
            });
            cards
        };
        let mut locations: Vec<u8> = crate::rules::Bits(self.all_locations).collect();
        locations.sort_by_key(|location| {
            let sheet = self.locations.get(usize::from(*location));
            let abilities = sheet.map_or(0, |sheet| sheet.reward.len());
            (
                abilities + usize::from(modifies(self, *location)),
                *location,
            )
        });
        vec![
            cards(Kind::Thieves, self.all_thieves),
            cards(Kind::Gear, self.all_gear),
            locations,
        ]
    }
}

/// Compares the table with what the referee works out.
#[inline(never)]
fn judged(
    rules: &Rules,
    before: &State,
    mv: Move,
    after: &State,
    tally: &mut Tally,
) -> Result<(), Breach> {
    let mut referee = Referee::new(rules, before, after, tally);
    if let Err(fault) = referee.makes(mv) {
        return Err(accuse::broke(rules, (before, mv), after, fault));
    }
    if !same::tables(&referee.expected, after) {
        let expected = &referee.expected;
        return Err(accuse::differs(rules, (before, mv), expected, after));
    }
    anchors::check(rules, Some(before), after, tally)?;
    if after.round != before.round {
        whole(rules, after, tally)?;
    }
    if after.phase == Phase::Over {
        left(rules, before, after)?;
        stacks(rules, after, tally)?;
        points::check(rules, after, tally)?;
    }
    Ok(())
}

fn modifies(rules: &Rules, location: u8) -> bool {
    let modifier: Option<&Ability> = rules.modifier(location);
    modifier.is_some()
}

/// The table before anything is dealt (CAP-R4).
fn empty(rules: &Rules) -> State {
    State {
        crews: [Crew::EMPTY; 2],
        hands: [0; 4],
        known: [0; 4],
        thieves: rules.all_thieves,
        gear: rules.all_gear,
        locations: rules.all_locations,
        row: [NONE; PLACES],
        held: [0; 4],
        supply: rules.numbers.coins,
        round: 1,
        turn: 0,
        played: 0,
        active: 0,
        phase: Phase::Over,
        acting: NONE,
        acting_at: NONE,
        flips: 0,
        recovers: 0,
        snitch_deck: 0,
    }
}

/// As a round begins, and in the end, all cards are counted, whatever was before (CAP-I1).
#[inline(never)]
fn whole(rules: &Rules, state: &State, tally: &mut Tally) -> Result<(), Breach> {
    if !census::whole(rules, state) {
        return Err(accuse::says(rules, Law::Conserved, || {
            accuse::conserved(rules, state).unwrap_or_default()
        }));
    }
    rules.book.count(Law::Hands, tally);
    if !census::counted(state) {
        return Err(accuse::says(rules, Law::Hands, || {
            let cards = state.hands.map(u64::count_ones);
            format!("hands of {cards:?} cards are counted as {:?}", state.held)
        }));
    }
    Ok(())
}

/// In the end each side has as many cards as the rounds had turns (CAP-I3). It is not asked of a game that began with a
/// table which was set up by hand.
fn left(rules: &Rules, before: &State, state: &State) -> Result<(), Breach> {
    match census::left_otherwise(rules, state) {
        Some(says) if census::is_of_a_game(rules, before) => {
            Err(accuse::says(rules, Law::Limits, || says))
        }
        _ => Ok(()),
    }
}

/// At the start and in the end all that lies at the locations is looked at, whatever was before (CAP-I3, CAP-I5).
fn stacks(rules: &Rules, state: &State, tally: &mut Tally) -> Result<(), Breach> {
    for law in [Law::Flips, Law::Limits] {
        rules.book.count(law, tally);
    }
    match census::fault_in_stacks(rules, state) {
        None => Ok(()),
        Some((law, says)) => Err(accuse::says(rules, law, || says)),
    }
}
