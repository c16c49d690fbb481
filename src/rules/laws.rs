//! The laws of a game: what must always hold, what must happen sometimes, and what must never happen. States before
//! and after a move come in; counts, or the first broken law, go out. `script::laws` implements the trait; `verify`
//! calls it.

use std::hash::{Hash, Hasher};

use super::{CardId, Chance, Counter, Event, FactId, Game, Rng, Seat, ZoneId};
use crate::source::Span;

/// How a property is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LawKind {
    /// Holds whenever it is checked.
    Always,
    /// Seen in some games: it shows that a card or rule can matter.
    Sometimes,
    /// Reached in no game.
    Never,
}

/// A named property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The clause ("CH2-I5"), or a short name in words ("spy mattered").
    pub id: String,
    pub says: &'static str,
    pub kind: LawKind,
    /// Where the game states it.
    pub stated: Option<Span>,
}

/// Counts of one run, by the number of the property: how often checked, in how many games seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tally {
    pub counts: [u64; Tally::MOST],
    /// What was seen in the game that is running.
    pub seen: u64,
    /// What each law read when it was last checked in that game, as the game's own bits: it need not be checked again until
    /// some of that has changed. All bits if it was not checked yet.
    pub looked: [u64; Tally::MOST],
}

impl Default for Tally {
    fn default() -> Self {
        Tally { counts: [0; Tally::MOST], seen: 0, looked: [u64::MAX; Tally::MOST] }
    }
}

impl Tally {
    /// Most properties of a game.
    pub const MOST: usize = 64;

    /// Ends a game: what was seen in it counts once.
    pub fn close(&mut self) {
        for bit in super::Bits(self.seen) {
            self.counts[usize::from(bit)] += 1;
        }
        self.seen = 0;
        self.begin();
    }

    /// Begins a game, or a move that does not follow the one watched before.
    pub fn begin(&mut self) {
        self.looked = [u64::MAX; Tally::MOST];
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Tally) {
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }
}

/// A property that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// Its number in [`Laws::properties`].
    pub property: usize,
    /// What was expected and what was found.
    pub says: String,
    /// Where in the game's files: the instruction that went wrong, or the declaration that is broken. `None`: where the property is stated.
    pub at: Option<Span>,
}

impl Breach {
    /// With the place where its property is stated, if it has no closer one.
    pub fn at_its_law<G: Laws>(self, game: &G) -> Self {
        let stated = game.properties().get(self.property).and_then(|law| law.stated);
        Breach { at: self.at.or(stated), ..self }
    }
}

/// A decision of the past: the table before it, the move, and all that it brought about.
#[derive(Debug, Clone)]
pub struct Decision<S, M> {
    pub table: S,
    pub mv: M,
    pub events: Vec<Event>,
}

/// What a seat gets to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shown {
    /// A card, and where it lies.
    Card(CardId, ZoneId),
    /// What a counter holds.
    Number(Counter, i16),
    /// A fact, and a hash of what the seat learned by it.
    Fact(FactId, u64),
}

/// A change that the rules are about to make.
#[derive(Debug, Clone)]
pub struct TableChange<S> {
    /// The byte of the script where what makes it begins; 0 where the script does not make it.
    pub at: u32,
    /// How many events came before it.
    pub told: usize,
    /// The table before it.
    pub table: S,
}

/// The laws of a game.
pub trait Laws: Game {
    /// What a seat remembers of the past.
    type Memory;

    /// All properties, at most [`Tally::MOST`].
    fn properties(&self) -> &[Property];

    /// The number of the property that no seat learns what is hidden from it. No single move shows a breach: the
    /// two-world check counts it.
    fn views(&self) -> Option<usize>;

    /// What must hold at the first decision.
    ///
    /// # Errors
    /// The first property that does not.
    fn watch_start(&self, state: &Self::State, tally: &mut Tally) -> Result<(), Breach>;

    /// Checks one move and all that followed, from the states before and after it alone: `Always` properties are
    /// counted in `tally.counts`, what was seen in `tally.seen`.
    ///
    /// # Errors
    /// The first property that does not hold.
    fn watch(
        &self,
        before: &Self::State,
        mv: Self::Move,
        after: &Self::State,
        tally: &mut Tally,
    ) -> Result<(), Breach>;

    /// What `seat` knows in `after` and did not in `before`: a move, or the set-up, showed it, if only to this seat.
    fn learned(
        &self,
        _before: Option<&Self::State>,
        _after: &Self::State,
        _seat: Seat,
    ) -> Vec<Shown> {
        Vec::new()
    }

    /// All that happens in a move, or in the set-up, and the changes one by one.
    fn changes<C: Chance>(
        &self,
        mv: Option<(&Self::State, Self::Move)>,
        chance: &mut C,
    ) -> (Vec<Event>, Vec<TableChange<Self::State>>) {
        let mut events = Vec::new();
        match mv {
            Some((state, mv)) => self.apply(&mut state.clone(), mv, chance, &mut events),
            None => drop(self.set_up(chance, &mut events)),
        }
        (events, Vec::new())
    }

    /// The line of the script that a byte is in, "rules.star:17:5 `t.tell = total(hand[0], rank)`", and its place.
    fn line(&self, _at: u32) -> (String, Option<Span>) {
        (String::new(), None)
    }

    /// Puts what `seat` sees of a table and no event tells into `hash`: numbers of which no record tells, what is asked, which cards lie on
    /// which.
    fn hash_untold<H: Hasher>(&self, _state: &Self::State, _seat: Seat, _hash: &mut H) {}

    /// The same table as far as `seat` can know, everything else dealt and drawn again: two tables that it cannot tell apart
    /// give the same.
    fn redeal(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Self::State;

    /// The same for the two-world check, with the card that took each card's place. `around`: a table after the next move, and cards that the
    /// move shows to the seat: what the seat knows of that table stays as it is, so that whatever else the move reveals must be the same.
    /// `None` where none was found in which everything the seat knows is true.
    fn redeal_around(
        &self,
        state: &Self::State,
        _around: Option<(&Self::State, &[CardId])>,
        seat: Seat,
        rng: &mut Rng,
    ) -> Option<(Self::State, Vec<u8>)> {
        Some((self.redeal(state, seat, rng), Vec::new()))
    }

    /// What is moved in a redealt world in place of `mv`, by who moves there: cards that `seat` can't place are those that took their places,
    /// or others like them that may be moved. `None` where there are none. `is`: as from [`Laws::redeal_around`].
    fn counterpart(
        &self,
        _world: &Self::State,
        mv: Self::Move,
        _is: &[u8],
        _seat: Seat,
        _rng: &mut Rng,
    ) -> Option<Self::Move> {
        Some(mv)
    }

    /// The same decision with another number that somebody else than `seat` chose: in the move, or in an answer that is secret so far.
    fn choose_otherwise(
        &self,
        _state: &Self::State,
        _mv: Self::Move,
        _seat: Seat,
        _rng: &mut Rng,
    ) -> Option<(Self::State, Self::Move)> {
        None
    }

    /// What the rules showed `seat` in the move that this thread carried out last with a log, even if it was hidden again.
    fn shown(&self, _seat: Seat) -> Vec<Shown> {
        Vec::new()
    }

    /// The counters that `seat` doesn't know, and what they hold.
    fn unknown_numbers(&self, _state: &Self::State, _seat: Seat) -> Vec<(Counter, i16)> {
        Vec::new()
    }

    /// The same table with other numbers in a counter: all that it can hold, or some of many.
    fn with_others(&self, _: &Self::State, _: Counter) -> Vec<Self::State> {
        Vec::new()
    }

    /// Puts what `seat` reads of somebody else's move before it is carried out into `hash`: which cards only if it knows them.
    fn looks<H: Hasher>(&self, _state: &Self::State, mv: Self::Move, _seat: Seat, hash: &mut H) {
        mv.hash(hash);
    }

    /// Any move that `seat` could try, legal or not, with cards that it can place.
    fn any_move(&self, _state: &Self::State, _seat: Seat, _rng: &mut Rng) -> Option<Self::Move> {
        None
    }

    /// What differs between two views of a seat, in words that go before "changes".
    fn view_difference(&self, _one: &Self::View, _two: &Self::View) -> String {
        "what it sees".into()
    }

    /// Takes back what others have answered to a question that `seat` is to answer at the same time: they are asked again, after it. Gives
    /// how many answers those were, the last decisions of the game so far.
    fn ask_again(&self, _state: &mut Self::State, _seat: Seat) -> usize {
        0
    }

    /// What `seat` remembers of decisions of the past, oldest first; `None`: worlds cannot be held against the past.
    fn remember(
        &self,
        _past: &[Decision<Self::State, Self::Move>],
        _now: &Self::State,
        _seat: Seat,
    ) -> Option<Self::Memory> {
        None
    }

    /// As [`Laws::redeal`] for the seat that remembers: no card lies where it cannot have gone since it was seen. The memory keeps which
    /// card took whose place.
    fn redeal_remembering(
        &self,
        _: &mut Self::Memory,
        state: &Self::State,
        seat: Seat,
        rng: &mut Rng,
    ) -> Self::State {
        self.redeal(state, seat, rng)
    }

    /// Whether somebody else's move of the past would not have been legal in the world that was dealt last, nor one that `seat` cannot tell
    /// from it.
    fn contradicts(
        &self,
        _: &Self::Memory,
        _past: &[Decision<Self::State, Self::Move>],
        _seat: Seat,
        _rng: &mut Rng,
    ) -> bool {
        false
    }

    /// Cards by how little they can do, the plainest first: what a shrinker puts in place of others. One list a pile.
    fn plainest(&self) -> Vec<Vec<u8>>;
}
