//! What seats have been told of hidden things (`tell`), as far as it still says something. The script's fact with the cards and numbers
//! that it is about comes in; `redeal` deals only worlds in which what a seat was told is so, and a view shows it.
//!
//! A fact names cards by where they lay when it was told: in a world dealt anew it is asked of the cards that took their places. Once
//! nobody can say any more which of several hidden cards it is about, it is void.

use serde_json::Value;

use super::layout::Layout;
use super::named::numbered;
use super::set::CardSet;
use super::state::Table;
use crate::rules::Bits;

/// Most facts that seats know at the same time, and words of all these.
pub const MOST_FACTS: usize = 32;
pub const MOST_WORDS: usize = 72;

/// A `tell` of the script.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FactShape {
    /// The fact as the script states it.
    pub says: String,
    /// What its values are called; nothing where they are numbers.
    pub values: Vec<String>,
    /// Of each thing that it is about, and of what it comes to, whether that is cards.
    pub cards: Vec<bool>,
    /// The set, by its place among these, of which it says of each card by itself whether it is in what it comes to.
    pub each_card: Option<usize>,
    /// The counters that it looks at, as bits.
    pub counters: u64,
}

/// Works out what a fact comes to on a table, from its number and what it is about.
pub type FactValue<'a, S> = &'a dyn Fn(&Table<S>, u8, &[S]) -> S;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Head {
    shape: u8,
    seats: u8,
    words: u8,
}

/// The facts that seats know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ToldFacts<S> {
    heads: [Head; MOST_FACTS],
    words: [S; MOST_WORDS],
    count: u8,
    used: u8,
}

/// A fact.
#[derive(Debug, Clone, Copy)]
pub struct ToldFact<'t, S> {
    /// Its number in [`Layout::facts`].
    pub shape: u8,
    /// The seats that know it, as bits.
    pub seats: u8,
    /// What it is about, and last what it comes to.
    pub words: &'t [S],
    /// How many words come before it.
    pub at: usize,
}

impl<S: CardSet> ToldFact<'_, S> {
    pub fn about(&self) -> &[S] {
        &self.words[..self.words.len() - 1]
    }

    /// The sets of cards among its words, with their places.
    pub fn cards<'f>(&'f self, shape: &'f FactShape) -> impl Iterator<Item = (usize, S)> + 'f {
        let words = self.words.iter().zip(&shape.cards).enumerate();
        words.filter(|(_, (_, is_cards))| **is_cards).map(|(at, (word, _))| (at, *word))
    }

    pub fn value(&self) -> S {
        self.words[self.words.len() - 1]
    }

    pub fn is_of(&self, seat: u8) -> bool {
        self.seats >> seat & 1 == 1
    }
}

/// One word of a fact as a seat knows it: a number, or the cards that it can place and where the others lie.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SeenWord {
    Number(i64),
    Cards(Vec<u8>, Vec<(u8, u8, u8)>),
}

/// A fact as a seat knows it.
pub type SeenFact = (u8, Vec<SeenWord>);

impl<S: CardSet> ToldFacts<S> {
    pub fn nothing() -> Self {
        ToldFacts {
            heads: [Head::default(); MOST_FACTS],
            words: [S::default(); MOST_WORDS],
            count: 0,
            used: 0,
        }
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn facts(&self) -> impl Iterator<Item = ToldFact<'_, S>> {
        let mut at = 0;
        self.heads[..usize::from(self.count)].iter().map(move |head| {
            let first = at;
            at += usize::from(head.words);
            ToldFact {
                shape: head.shape,
                seats: head.seats,
                words: &self.words[first..at],
                at: first,
            }
        })
    }

    /// Changes each fact, its seats and its words; those that no seat knows any more go.
    pub fn revise(&mut self, mut change: impl FnMut(u8, &mut u8, &mut [S])) {
        let old = *self;
        *self = ToldFacts::nothing();
        for fact in old.facts() {
            let mut words = [S::default(); MOST_WORDS];
            let words = &mut words[..fact.words.len()];
            words.copy_from_slice(fact.words);
            let mut seats = fact.seats;
            change(fact.shape, &mut seats, words);
            if seats != 0 {
                self.add(fact.shape, seats, words);
            }
        }
    }

    /// False if there is no room.
    fn add(&mut self, shape: u8, seats: u8, words: &[S]) -> bool {
        let (count, used) = (usize::from(self.count), usize::from(self.used));
        let Some(room) = self.words.get_mut(used..used + words.len()) else {
            return false;
        };
        let Some(head) = self.heads.get_mut(count) else {
            return false;
        };
        room.copy_from_slice(words);
        *head = Head { shape, seats, words: words.len() as u8 };
        self.count += 1;
        self.used += words.len() as u8;
        true
    }
}

/// Whether a fact still says a seat something: it is about cards that it cannot place, or about a counter that it does not know.
fn says_something<S: CardSet>(
    layout: &Layout<S>,
    table: &Table<S>,
    fact: &ToldFact<'_, S>,
) -> bool {
    let shape = &layout.facts[usize::from(fact.shape)];
    let seats = layout.declared.all_seats().filter(|seat| fact.is_of(*seat));
    seats.into_iter().any(|seat| {
        let known = table.known_to(seat);
        fact.cards(shape).any(|(_, cards)| !cards.difference(known).is_empty())
            || Bits(shape.counters)
                .any(|counter| !table.knows_counter(&layout.declared, seat, counter))
    })
}

impl<S: CardSet> Table<S> {
    /// Seats learn a fact: what it is about, and last what it comes to. False if there is no room.
    pub fn tell(&mut self, layout: &Layout<S>, shape: u8, seats: u8, words: &[S]) -> bool {
        let set = layout.facts[usize::from(shape)].each_card;
        let mut words: smallvec::SmallVec<[S; 8]> = words.into();
        let before = *self;
        let mut told = self.told;
        told.revise(|other, known_by, about| {
            let fact = ToldFact { shape: other, seats: *known_by, words: about, at: 0 };
            if !says_something(layout, &before, &fact) {
                *known_by = 0;
            }
            if (other, *known_by) != (shape, seats) {
                return;
            }
            let last = words.len() - 1;
            let mut differ = (0..=last).filter(|at| about[*at] != words[*at]);
            if differ.clone().next().is_none() {
                *known_by = 0;
            } else if let Some(set) = set
                && differ.all(|at| at == set || at == last)
            {
                // One fact about the cards of both.
                let new = words[set];
                for at in [set, last] {
                    words[at] = words[at].union(about[at].difference(new));
                }
                *known_by = 0;
            }
        });
        let is_told = told.add(shape, seats, &words);
        self.told = told;
        is_told
    }

    /// A fact as [`super::json`] writes it; `None` where the rules tell no such fact.
    pub(super) fn tell_from_json(&mut self, layout: &Layout<S>, written: &Value) -> Option<()> {
        let shape = u8::try_from(written.get("fact")?.as_u64()?).ok()?;
        let of = layout.facts.get(usize::from(shape))?;
        let words = written.get("words")?.as_array()?;
        if written.get("says")? != &*of.says || words.len() != of.cards.len() {
            return None;
        }
        let numbers = |names: &[String], of: &Value| -> Option<Vec<u8>> {
            of.as_array()?.iter().map(|name| numbered(names, name.as_str()?)).collect()
        };
        let seats = numbers(&layout.declared.seats, written.get("to")?)?;
        let bits = seats.into_iter().fold(0, |bits, seat| bits | 1 << seat);
        let words = words.iter().zip(&of.cards).map(|(word, is_cards)| {
            if *is_cards {
                numbers(&layout.cards, word).map(S::of)
            } else {
                word.as_i64().map(S::of_number)
            }
        });
        let words: Vec<S> = words.collect::<Option<_>>()?;
        self.told.add(shape, bits, &words).then_some(())
    }

    /// Of hidden cards together some go, or all are mixed, and only these seats see which: the others lose what tells some of them from others.
    #[cold]
    pub(super) fn lose_track(&mut self, layout: &Layout<S>, cards: S, seeing: u8) {
        let known = self.known;
        self.told.revise(|shape, seats, words| {
            let of = &layout.facts[usize::from(shape)].cards;
            for seat in layout.declared.all_seats() {
                let hidden = cards.difference(known[usize::from(seat) & 7]);
                let tells_apart = |(word, is_cards): (&S, &bool)| {
                    let some = word.intersection(hidden);
                    *is_cards && !some.is_empty() && some != hidden
                };
                if seeing >> seat & 1 == 0 && words.iter().zip(of).any(tells_apart) {
                    *seats &= !(1 << seat);
                }
            }
        });
    }

    /// A counter changes: facts about it are void.
    #[cold]
    pub(super) fn forget_counter(&mut self, layout: &Layout<S>, counter: u8) {
        self.told.revise(|shape, seats, _| {
            if layout.facts[usize::from(shape)].counters >> counter & 1 == 1 {
                *seats = 0;
            }
        });
    }

    /// A fact as a seat knows it.
    pub fn fact_seen(&self, layout: &Layout<S>, seat: u8, shape: u8, words: &[S]) -> SeenFact {
        let known = self.known_to(seat);
        let of = &layout.facts[usize::from(shape)].cards;
        let seen = words.iter().zip(of).map(|(word, is_cards)| {
            if !is_cards {
                return SeenWord::Number(word.number());
            }
            let lies = |card: u8| (self.zone_of(card), self.face(card), self.rank(card));
            let mut hidden: Vec<_> = word.difference(known).cards().map(lies).collect();
            hidden.sort_unstable();
            SeenWord::Cards(word.intersection(known).cards().collect(), hidden)
        });
        (shape, seen.collect())
    }

    /// What a seat knows of what it was told.
    pub(super) fn facts_seen(&self, layout: &Layout<S>, seat: u8) -> Vec<SeenFact> {
        let facts = self.told.facts().filter(|fact| fact.is_of(seat));
        let facts = facts.map(|fact| self.fact_seen(layout, seat, fact.shape, fact.words));
        facts.collect()
    }
}
