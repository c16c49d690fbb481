//! Real moves of random games, and what becomes of them when somebody tampers with the tables.

use std::sync::LazyLock;

use crate::games::hammers::laws::Law;
use crate::games::hammers::play::{Move, Rules, State};
use crate::games::hammers::testing::{FIRST, SECOND, rules};
use crate::rules::{Breach, Dice, Game, Laws, Legal, Rng, Silent, Tally};

pub type Triple = (State, Move, State);

/// Every move of some games. In each game one location may be closed to deployments, as fair play leaves none empty.
pub fn moves(rules: &Rules, games: u64, mut look: impl FnMut(&Triple)) {
    for seed in 0..games {
        let (mut dice, mut rng) = (Dice::new(seed), Rng::stream(seed, 99));
        let closed = rng.below(2 * rules.numbers.places as u32) as u8;
        let mut state = rules.set_up(&mut dice, &mut Silent);
        while rules.turn(&state).is_some() {
            let legal = rules.legal(&state);
            let mut mv = legal.get(rng.below(legal.len()));
            if matches!(mv, Move::Deploy { at, .. } if at == closed) {
                mv = legal.get(rng.below(legal.len()));
            }
            let before = state;
            rules.apply(&mut state, mv, &mut dice, &mut Silent);
            look(&(before, mv, state));
        }
    }
}

pub struct Edition {
    pub rules: Rules,
    pub moves: Vec<Triple>,
}

impl Edition {
    fn of(game: &str) -> Edition {
        let rules = rules(game);
        let mut all = Vec::new();
        moves(&rules, 60, |triple| all.push(*triple));
        Edition { rules, moves: all }
    }

    /// Moves of a sort.
    pub fn some(&self, of: impl Fn(&Rules, &Triple) -> bool) -> impl Iterator<Item = &Triple> {
        let found = self
            .moves
            .iter()
            .filter(move |triple| of(&self.rules, triple));
        found.take(40)
    }

    /// Moves of a sort, tampered with, each break the law.
    pub fn broken(
        &self,
        law: Law,
        of: impl Fn(&Rules, &Triple) -> bool,
        tamper: impl Fn(&mut State, &mut State),
    ) {
        let mut seen = 0;
        for (before, mv, after) in self.some(of) {
            let (mut before, mut after) = (*before, *after);
            assert_eq!(
                watch(&self.rules, &(before, *mv, after)),
                Ok(()),
                "before tampering"
            );
            tamper(&mut before, &mut after);
            let Err(breach) = watch(&self.rules, &(before, *mv, after)) else {
                panic!("{law:?}: nobody minds after {mv:?}\n{before:?}\n{after:?}");
            };
            let (named, wanted) = (breach.property, self.rules.book.property(law));
            assert_eq!(named, wanted, "{law:?} after {mv:?}: {}", breach.says);
            seen += 1;
        }
        assert!(seen > 0, "{law:?}: no such move");
    }
}

pub static OLD: LazyLock<Edition> = LazyLock::new(|| Edition::of(FIRST));
pub static NEW: LazyLock<Edition> = LazyLock::new(|| Edition::of(SECOND));

pub fn both() -> [&'static Edition; 2] {
    [&OLD, &NEW]
}

pub fn watch(rules: &Rules, (before, mv, after): &Triple) -> Result<(), Breach> {
    rules.watch(before, *mv, after, &mut Tally::default())
}
