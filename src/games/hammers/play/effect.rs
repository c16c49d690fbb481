//! What an ability does: the part of its file that the engine calls.

use super::rules::{LabSheet, RowSheet, Rules};
use super::state::{Side, State};
use crate::games::hammers::abilities::Ability;
use crate::rules::{Log, Refusal};

/// What an operation is aimed at, and so what the bits of its targets mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// At nothing: bit 0. `launch diplomat#1`
    Nothing,
    /// At a place: its number. `launch admiral#1 to 2`
    Place,
    /// At an opposing card in play: its slot. `launch spy#1 reveal 2:1`
    Opposing,
    /// At an opposing card, with a partner: partner's slot * 8 + opposing slot.
    /// `launch policeman#1 carry 2:1 with policeman#2`
    Partner,
    /// At a country: its number. `launch guerrilla#1 pair france`
    Country,
    /// At a lab: its number. `launch scientist#1 pair missiles`
    Lab,
}

/// A card whose operation may be launched: where it lies, and whose it is.
#[derive(Clone, Copy)]
pub struct Launch<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
    pub side: usize,
    pub slot: usize,
    pub place: usize,
}

impl<'a> Launch<'a> {
    #[inline]
    pub fn mine(&self) -> &'a Side {
        &self.state.sides[self.side]
    }

    #[inline]
    pub fn theirs(&self) -> &'a Side {
        &self.state.sides[1 - self.side]
    }

    #[inline]
    pub fn row(&self) -> &'a RowSheet {
        self.rules.row(self.mine().card[self.slot])
    }

    /// All places in play, as a mask.
    #[inline]
    pub fn places(&self) -> u64 {
        (1 << self.rules.numbers.places) - 1
    }
}

/// What an operation does.
pub trait Effect: Ability {
    const AIM: Aim;

    /// The profession of other cards that it speaks of.
    fn names(&self) -> Option<&str> {
        None
    }

    /// Whether it is aimed at nothing and can always be launched, kinds and costs apart.
    fn is_free(&self) -> bool {
        false
    }

    /// Whether it is aimed at hidden opposing cards at its own place, and at nothing else.
    fn is_beside(&self) -> bool {
        false
    }

    /// The influence of the card once launched, instead of `worth`; `lab` is paired with it.
    fn worth(&self, worth: u16, _lab: Option<LabSheet>) -> u16 {
        worth
    }

    /// What it may be launched at, as a mask; 0 when it cannot be launched. Kinds and costs are looked at elsewhere.
    fn targets(&self, at: &Launch<'_>) -> u64;

    /// Why it cannot be launched at `target`: the same question as [`Effect::targets`], asked for one target and
    /// answered in words.
    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal>;

    /// Carries it out; the card is face up by then.
    fn happen<L: Log>(
        &self,
        rules: &Rules,
        state: &mut State,
        at: (usize, usize),
        target: u8,
        log: &mut L,
    );
}

/// There is no such target at all.
pub const NO_TARGET: Refusal = refused(
    "no-such-target",
    "CH1-R10, CH2-R6",
    "it cannot be aimed at that",
);

/// Nothing moves into an occupied location.
pub const OCCUPIED: Refusal = refused(
    "occupied",
    "CH1-I9, CH2-G12",
    "nothing moves into an occupied location",
);

/// A refusal.
pub const fn refused(word: &'static str, clause: &'static str, says: &'static str) -> Refusal {
    Refusal { word, clause, says }
}
