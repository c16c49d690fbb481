//! What a script runs on: a table, a stack of words, and exact limits on steps. Compiled code comes in and changes the
//! table; a word or a [`RunFault`] goes out.
//!
//! Every value is one word: a set of cards, or a number. Operations are defined for all words. An error is recorded once as a
//! [`RunFault`], which loops and calls check, so that single operations need not.

use std::ops::Range;

use smallvec::SmallVec;

use crate::rules::{Chance, Event, Shown};
use crate::table::{CardSet, FaultKind, Hearing, Layout, Moves, RunFault, Table};

/// Steps of one move with all that follows it: calls, turns of loops, what changes on the table, what is offered.
pub const MOST_STEPS: u32 = 100_000;

/// Steps of a card that goes elsewhere, or of a counter that changes.
const CHANGE: u32 = 4;

/// Moves of one decision.
pub const MOST_MOVES: u32 = 100_000;

/// Words of all functions that run at the same time.
pub const STACK: usize = 1024;

/// `None` as a word.
pub const NONE: i64 = i64::MIN;

/// Finds why a move was refused: which narrowing dropped it.
#[derive(Debug, Clone)]
pub struct RefusalSearch<S> {
    pub pattern: u8,
    /// What fills the gaps: whether it is a card, and its number.
    parts: SmallVec<[(bool, u8); 3]>,
    /// Whether `why_MOVE` is asked, where the first line that drops a part says it.
    by_function: bool,
    narrowed: Vec<Narrowed<S>>,
    pub word: Option<u8>,
}

/// A set that was narrowed.
#[derive(Debug, Clone, Copy)]
struct Narrowed<S> {
    is_cards: bool,
    lost: S,
    left: S,
    /// The refusal, by its number.
    word: u8,
}

impl<S: CardSet> RefusalSearch<S> {
    pub fn new(pattern: u8, parts: SmallVec<[(bool, u8); 3]>, by_function: bool) -> Self {
        RefusalSearch { pattern, parts, by_function, narrowed: Vec::new(), word: None }
    }

    /// A set was narrowed.
    pub fn narrowed(&mut self, is_cards: bool, before: S, left: S, word: u8) {
        let lost = before.difference(left);
        let drops = |(card, number): &(bool, u8)| *card == is_cards && lost.has(*number);
        if self.by_function && self.parts.iter().any(drops) {
            self.word.get_or_insert(word);
        }
        self.narrowed.push(Narrowed { is_cards, lost, left, word });
    }

    /// How many sets were narrowed so far.
    pub fn count(&self) -> usize {
        self.narrowed.len()
    }

    /// Moves of this pattern are offered from what is left: `sets`, each with the narrowings that were done for it alone.
    pub fn offered(&mut self, pattern: u8, sets: &[(S, Range<usize>)]) {
        if pattern != self.pattern || self.word.is_some() {
            return;
        }
        let before = sets.first().map_or(0, |(_, own)| own.start);
        for ((is_card, number), (set, own)) in self.parts.iter().zip(sets) {
            if set.has(*number) {
                continue;
            }
            let drops = |one: &&Narrowed<S>| one.is_cards == *is_card && one.lost.has(*number);
            let own = self.narrowed[own.clone()].iter().rev().find(drops);
            let earlier = || self.narrowed[..before].iter().rev().filter(drops);
            // What is offered was made of what that narrowing left.
            let made_of = || earlier().find(|one| set.difference(one.left).is_empty());
            let found = own.or_else(made_of).or_else(|| earlier().next());
            if let Some(found) = found {
                self.word = Some(found.word);
                return;
            }
        }
    }
}

/// A change that the rules are about to make.
#[derive(Debug, Clone)]
pub struct TableChange<S: CardSet> {
    /// The byte of the script where what makes it begins; 0 where the script does not make it.
    pub at: u32,
    /// How many events came before it.
    pub told: usize,
    /// The table before it.
    pub table: Table<S>,
}

/// The words of the functions that run. Its length is known, so that a place `% STACK` needs no check.
#[derive(Debug)]
pub struct Stack<S>(pub(super) Box<[S; STACK]>);

impl<S: CardSet> Default for Stack<S> {
    fn default() -> Self {
        Stack(Box::new([S::default(); STACK]))
    }
}

/// Memory that is kept from call to call, so that no call allocates.
#[derive(Debug, Default)]
pub struct Scratch<S: CardSet> {
    pub(super) stack: Stack<S>,
    pub(super) base: usize,
    pub(super) top: usize,
    pub(super) returned: S,
    /// Since the machine was last asked for something.
    pub(super) steps: u32,
    /// Since the game was made, as far as one thread played it.
    pub(super) all_steps: u64,
    /// How many these may be, where that is bounded.
    pub(super) allowed: Option<u64>,
    /// How many steps may be now: those of a move, or what is left of those that are allowed.
    pub(super) most: u32,
    pub fault: Option<RunFault>,
    /// The number, and the card, that came with the question that is answered.
    pub asked: (i16, Option<u8>),
    /// Cards that chance picked and that were not moved since.
    pub picked: S,
    pub why: Option<RefusalSearch<S>>,
    /// What a law says that does not hold.
    pub told: Option<String>,
    /// Which look at a table this is, and what functions of [`crate::table::DerivedNumbers`] gave in which of them.
    pub(super) look: u32,
    /// What of the table the law that runs has looked at.
    pub(super) looked: u64,
    pub(super) remembered: Vec<(u32, S)>,
    /// Buffer for the events of a move.
    pub events: Vec<Event>,
    /// What was shown to which seat, where there is a log.
    pub shown: Vec<(u8, Shown)>,
    /// The changes of a move, if they are asked for.
    pub changes: Option<Vec<TableChange<S>>>,
}

impl<S: CardSet> Scratch<S> {
    /// Forgets the values that were computed for another table.
    pub fn look_anew(&mut self) {
        self.look = self.look.wrapping_add(1);
        if self.look == 0 {
            self.remembered.clear();
            self.look = 1;
        }
    }
}

/// The table that a script looks at, and may change or not.
pub enum TableAccess<'a, S: CardSet> {
    Seen(&'a Table<S>),
    Held(&'a mut Table<S>),
}

impl<S: CardSet> std::ops::Deref for TableAccess<'_, S> {
    type Target = Table<S>;

    #[inline(always)]
    fn deref(&self) -> &Table<S> {
        match self {
            TableAccess::Seen(table) => table,
            TableAccess::Held(table) => table,
        }
    }
}

/// The nearest number that an event can tell.
pub fn within_16_bits(number: i64) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// What a change needs: the table, its layout, the log of events.
pub type Changing<'m, 'a, S> = (&'m mut Table<S>, &'a Layout<S>, &'m mut Hearing<'a>);

/// A script while it runs.
pub struct Machine<'a, S: CardSet> {
    pub table: TableAccess<'a, S>,
    /// The table before the move, where laws ask for it.
    pub before: Option<&'a Table<S>>,
    pub layout: &'a Layout<S>,
    pub scratch: &'a mut Scratch<S>,
    /// What was offered so far.
    pub moves: &'a mut Moves<S>,
    pub chance: &'a mut dyn Chance,
    pub log: Hearing<'a>,
}

impl<'a, S: CardSet> Machine<'a, S> {
    /// The table to change by the expression that begins at a byte of the script: none once something went wrong, and where the script may
    /// only look.
    #[inline(always)]
    pub fn changing(&mut self, at: u32) -> Option<Changing<'_, 'a, S>> {
        if self.scratch.changes.is_some() {
            self.note_change(at);
        }
        match &mut self.table {
            TableAccess::Held(table) if self.scratch.fault.is_none() => {
                Some((table, self.layout, &mut self.log))
            }
            _ => None,
        }
    }

    /// Changes the table, where it may be changed.
    #[inline(always)]
    pub fn change(&mut self, at: u32, change: impl FnOnce(&mut Table<S>)) {
        if let Some((table, ..)) = self.changing(at) {
            change(table);
        }
    }

    /// The same as [`Machine::changing`], for a change of several cards or counters, each of which is recorded.
    #[inline(always)]
    pub fn changing_of(&mut self, many: u32, at: u32) -> Option<Changing<'_, 'a, S>> {
        if self.spend(many * CHANGE, at) { self.changing(at) } else { None }
    }

    /// Keeps the table as it is before a change.
    #[cold]
    pub fn note_change(&mut self, at: u32) {
        let told = self.log.as_ref().map_or(0, |log| log.len());
        if let Some(changes) = &mut self.scratch.changes {
            changes.push(TableChange { at, told, table: *self.table });
        }
    }

    /// The table, or the one before the move.
    #[inline(always)]
    pub fn table(&self, before: bool) -> &Table<S> {
        match self.before {
            Some(table) if before => table,
            _ => &self.table,
        }
    }

    #[inline(always)]
    pub fn local(&self, slot: usize) -> S {
        self.scratch.stack.0[(self.scratch.base + slot) % STACK]
    }

    #[inline(always)]
    pub fn set_local(&mut self, slot: usize, value: S) {
        self.scratch.stack.0[(self.scratch.base + slot) % STACK] = value;
    }

    /// Puts an argument of the next call on the stack.
    #[inline(always)]
    pub fn push(&mut self, value: S) {
        self.scratch.stack.0[self.scratch.top % STACK] = value;
        self.scratch.top += 1;
    }

    /// Keeps places on the stack for the arguments of the next call; where they begin.
    #[inline(always)]
    pub fn reserve(&mut self, count: usize) -> usize {
        let next = self.scratch.top;
        self.scratch.top += count;
        next
    }

    /// Puts an argument into its place.
    #[inline(always)]
    pub fn place(&mut self, at: usize, value: S) {
        self.scratch.stack.0[at % STACK] = value;
    }

    #[inline(always)]
    pub fn top(&self) -> usize {
        self.scratch.top
    }

    /// Notes the first thing that goes wrong.
    #[cold]
    pub fn fail(&mut self, at: u32, kind: FaultKind, value: i64) {
        self.scratch.fault.get_or_insert(RunFault { at, kind, value });
    }

    #[inline(always)]
    pub fn is_sound(&self) -> bool {
        self.scratch.fault.is_none()
    }

    /// Counts the steps of what comes next; whether it may be done.
    #[inline(always)]
    pub fn spend(&mut self, steps: u32, at: u32) -> bool {
        self.scratch.steps = self.scratch.steps.saturating_add(steps);
        if self.scratch.steps > self.scratch.most {
            self.too_many(at);
        }
        self.scratch.fault.is_none()
    }

    #[cold]
    fn too_many(&mut self, at: u32) {
        let kind = match self.scratch.most {
            MOST_STEPS => FaultKind::TooManySteps,
            _ => FaultKind::TooLong,
        };
        self.fail(at, kind, i64::from(MOST_STEPS));
    }

    // ------------------------------------------------------------------------------------------ what operations ask

    /// The card of a set of one.
    #[inline(always)]
    pub fn one_card(&mut self, cards: S, at: u32) -> u8 {
        if !cards.is_single() {
            self.fail(at, FaultKind::NotOne, i64::from(cards.count()));
            return 0;
        }
        cards.first()
    }

    /// An index below `count`.
    #[inline(always)]
    pub fn index(&mut self, value: S, count: u8, at: u32) -> u8 {
        let index = value.number();
        if index < 0 || index >= i64::from(count) {
            self.fail(at, FaultKind::NoSuch, index);
            return 0;
        }
        index as u8
    }

    /// A seat.
    #[inline(always)]
    pub fn seat(&mut self, value: S, at: u32) -> u8 {
        self.index(value, self.layout.declared.seats.len() as u8, at)
    }

    /// The result of an operation on numbers.
    #[inline(always)]
    pub fn checked(&mut self, result: Option<i64>, at: u32) -> S {
        match result {
            Some(number) if number != NONE => S::of_number(number),
            _ => {
                self.fail(at, FaultKind::Overflow, 0);
                S::of_number(0)
            }
        }
    }

    /// A number that may be `None`.
    #[inline(always)]
    pub fn some_number(&mut self, value: S, at: u32) -> S {
        if value.number() == NONE {
            self.fail(at, FaultKind::NotANumber, 0);
            return S::of_number(0);
        }
        value
    }
}
