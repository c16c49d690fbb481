//! The referee on what a card leaves to decide: flips (CAP-R12), and gear that is brought back (CAP-G9).

use crate::games::caper::Reach;
use crate::games::caper::abilities::Flip;
use crate::games::caper::play::{Crew, Kind, NONE, Phase, Rules, STACKS, State};
use crate::rules::Bits;

use super::book::{Law, Sight};
use super::cards::{self, Facts, kind_at};
use super::referee::{ALL_BASES, Fault, HEIGHT, Referee, THIEVES, cards_of, shelters};

/// The topmost card of a stack.
struct Top<'a> {
    kind: Kind,
    facts: &'a Facts,
    flipped: bool,
    /// One of the cards below lies face up.
    covers: bool,
}

fn top<'a>(rules: &'a Rules, crew: &Crew, stack: usize) -> Option<Top<'a>> {
    let level = cards_of(crew, stack % STACKS).checked_sub(1)?;
    let stack = stack % STACKS;
    let flipped = crew.flipped >> (stack * HEIGHT) & 0xf;
    let below = (1 << level) - 1;
    Some(Top {
        kind: kind_at(level),
        facts: rules
            .book
            .card_at(crew.stacks[stack][level % HEIGHT], level),
        flipped: flipped >> level & 1 == 1,
        covers: below & !flipped != 0,
    })
}

/// What keeps a flip from a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shield {
    None,
    NoCard,
    OutOfReach,
    AnotherKind,
    Flipped,
    Itself,
    Location,
}

/// What keeps a flip from the topmost card of a stack of the opponent (CAP-R12, CAP-G4, CAP-G6).
fn shield(rules: &Rules, state: &State, flip: &Flip, stack: usize) -> Shield {
    let theirs = &state.crews[1 - usize::from(state.active & 1)];
    let Some(top) = top(rules, theirs, stack) else {
        return Shield::NoCard;
    };
    let place = stack / THIEVES;
    let far = place != usize::from(state.acting_at);
    if far && flip.reach.unwrap_or(rules.numbers.reach) == Reach::Here {
        Shield::OutOfReach
    } else if flip.only.is_some_and(|only| !top.facts.is(only, top.kind)) {
        Shield::AnotherKind
    } else if top.flipped {
        Shield::Flipped
    } else if top.facts.protected {
        Shield::Itself
    } else if shelters(rules, state, place, top.kind, top.facts) {
        Shield::Location
    } else {
        Shield::None
    }
}

/// Stacks of the opponent where a flip can look for a card.
fn near(rules: &Rules, state: &State, flip: &Flip) -> std::ops::Range<usize> {
    match flip.reach.unwrap_or(rules.numbers.reach) {
        Reach::Anywhere => 0..STACKS,
        Reach::Here => {
            let first = usize::from(state.acting_at) * THIEVES;
            first..first + THIEVES
        }
    }
}

/// The lowest cards of the stacks of a side whose topmost card lies face up and is not protected.
pub fn exposed(rules: &Rules, state: &State, side: usize) -> u64 {
    let crew = &state.crews[side];
    let bases = crew.filled & ALL_BASES;
    let open = Bits(bases).filter(|base| {
        let stack = usize::from(*base) / HEIGHT;
        top(rules, crew, stack).is_some_and(|top| {
            let place = stack / THIEVES;
            !top.flipped
                && !top.facts.protected
                && !shelters(rules, state, place, top.kind, top.facts)
        })
    });
    open.fold(0, |all, base| all | 1 << base)
}

impl Referee<'_> {
    /// A card of the opponent is turned over (CAP-I5).
    ///
    /// # Errors
    /// When it could not be turned.
    pub fn flips(&mut self, stack: usize) -> Result<(), Fault> {
        let rules = self.rules;
        let state = &mut self.expected;
        if state.phase != Phase::Flip || state.flips == 0 {
            return Err((Law::Flips, "a card was flipped, but no flip was to be made"));
        }
        let Some(flip) = cards::due(rules, state) else {
            return Err((Law::Flips, "a card was flipped by one that flips nothing"));
        };
        let says = match shield(rules, state, &flip, stack) {
            Shield::None => "",
            Shield::NoCard => "a flip turned no card of the opponent",
            Shield::OutOfReach => "a flip reached another location",
            Shield::AnotherKind => "a flip turned another kind of card than it may",
            Shield::Flipped => "a flip turned a card that was flipped already",
            Shield::Itself => "a flip turned a protected card",
            Shield::Location => "a flip turned a card that its location protects",
        };
        if !says.is_empty() {
            return Err((Law::Flips, says));
        }
        let far = stack / THIEVES != usize::from(state.acting_at);
        let theirs = &mut state.crews[1 - usize::from(state.active & 1)];
        let base = 1u64 << (stack * HEIGHT);
        let cards = cards_of(theirs, stack);
        theirs.flipped |= base << (cards - 1);
        theirs.exposed &= !base;
        state.flips -= 1;
        self.count(Law::Flips);
        self.see(cards == 1, Sight::ThiefFlipped);
        self.see(cards > 1, Sight::GearFlipped);
        self.see(flip.only.is_some(), Sight::FlippedOnly);
        self.see(far, Sight::FlippedFar);
        Ok(())
    }

    /// Gear of the own discards goes on a thief (CAP-G9).
    ///
    /// # Errors
    /// When it could not go there.
    pub fn recovers(&mut self, card: u8, stack: usize) -> Result<(), Fault> {
        let state = &mut self.expected;
        if state.phase != Phase::Recover || state.recovers == 0 {
            return Err((Law::Recoveries, "gear came back that no card brings back"));
        }
        let here = usize::from(state.acting_at) == stack / THIEVES;
        let bit = 1u64.checked_shl(u32::from(card)).unwrap_or(0);
        if self.mine().gear & bit == 0 {
            return Err((
                Law::Recoveries,
                "gear came back that was not among the own discards",
            ));
        }
        if !here {
            return Err((Law::Recoveries, "gear came back at another location"));
        }
        self.can_equip(card, stack)?;
        self.mine().gear &= !bit;
        self.expected.recovers -= 1;
        self.count(Law::Recoveries);
        self.see(true, Sight::Recovered);
        let more = self.rules.book.card(Kind::Gear, card).recovers > 0;
        self.see(more, Sight::RecoveredMore);
        self.plays(Kind::Gear, card, stack);
        Ok(())
    }

    /// Nothing is brought back.
    ///
    /// # Errors
    /// When nothing was to be.
    pub fn leaves(&mut self) -> Result<(), Fault> {
        let state = &mut self.expected;
        if state.phase != Phase::Recover || state.recovers == 0 {
            return Err((Law::Recoveries, "gear was left that no card brings back"));
        }
        state.recovers -= 1;
        self.count(Law::Recoveries);
        self.see(true, Sight::LeftAlone);
        Ok(())
    }

    /// Finds out what the player has to decide next about the card played; true when there is nothing.
    #[inline]
    pub fn settles(&mut self) -> bool {
        let state = &self.expected;
        // All of it at once: hardly any card leaves something to decide.
        if state.flips | state.recovers == 0 && state.acting == NONE {
            return true;
        }
        self.settles_slowly()
    }

    #[inline(never)]
    fn settles_slowly(&mut self) -> bool {
        while self.expected.flips > 0 {
            if self.finds_target() {
                self.expected.phase = Phase::Flip;
                return false;
            }
            // CAP-G5
            self.expected.flips -= 1;
            self.count(Law::Flips);
            self.see(true, Sight::FlipLost);
        }
        if self.expected.recovers > 0 && self.can_recover() {
            self.expected.phase = Phase::Recover;
            return false;
        }
        let state = &mut self.expected;
        state.recovers = 0;
        state.acting = NONE;
        state.acting_at = NONE;
        true
    }

    /// Whether the flip that is due can turn a card. Sees what it could turn, were it not shielded.
    fn finds_target(&mut self) -> bool {
        let rules = self.rules;
        let Some(flip) = cards::due(rules, &self.expected) else {
            return false;
        };
        let mut found = false;
        for stack in near(rules, &self.expected, &flip) {
            match shield(rules, &self.expected, &flip, stack) {
                Shield::None => found = true,
                Shield::Itself => self.see(true, Sight::SelfProtected),
                Shield::Location => self.see(true, Sight::Sheltered),
                Shield::Flipped => {
                    let theirs = &self.expected.crews[1 - self.side()];
                    let covers = top(rules, theirs, stack).is_some_and(|top| top.covers);
                    self.see(covers, Sight::FlippedShields);
                }
                Shield::NoCard | Shield::OutOfReach | Shield::AnotherKind => {}
            }
        }
        found
    }

    /// Whether some discarded gear can be paid for and put on a thief here.
    fn can_recover(&self) -> bool {
        let rules = self.rules;
        let mine = &self.expected.crews[self.side()];
        let first = usize::from(self.expected.acting_at) * THIEVES;
        let limit = rules.numbers.gear_on_thief as usize;
        let takes_more = |stack| (1..=limit).contains(&cards_of(mine, stack));
        let book = &rules.book;
        Bits(mine.gear).any(|card| book.card(Kind::Gear, card).cost <= mine.coins)
            && (first..first + THIEVES).any(takes_more)
    }
}
