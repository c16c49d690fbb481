//! Real moves of random games, and what becomes of them when somebody tampers with the tables.

use std::sync::LazyLock;

use crate::games::caper::laws::Law;
use crate::games::caper::play::{Move, Rules, State};
use crate::games::caper::tabletop::rules;
use crate::rules::{Breach, Dice, Game, Laws, Legal, Rng, Silent, Tally};

pub type Triple = (State, Move, State);

pub const CITIES: [&str; 3] = ["paris", "rome", "london"];
pub const PLAYERS: [&str; 3] = ["2", "3", "4"];

/// Every way to set up the shipped game: its city, its players, its rules.
pub fn variants() -> impl Iterator<Item = (String, Rules)> {
    let each = |city: &'static str| PLAYERS.into_iter().map(move |players| (city, players));
    let all = CITIES.into_iter().flat_map(each);
    all.map(|(city, players)| (format!("{city} {players}"), rules(city, players)))
}

/// Every move of some games. In some of them a location is closed as far as can be, as fair play leaves none empty.
pub fn moves(rules: &Rules, games: std::ops::Range<u64>, mut look: impl FnMut(&Triple)) {
    for seed in games {
        let (mut dice, mut rng) = (Dice::new(seed), Rng::stream(seed, 99));
        let closed = rng.below(3 * rules.numbers.places as u32) as u8;
        let mut state = rules.set_up(&mut dice, &mut Silent);
        while rules.turn(&state).is_some() {
            let legal = rules.legal(&state);
            let mut mv = legal.get(rng.below(legal.len()));
            for _ in 0..4 {
                if matches!(mv, Move::Place { at, .. } if at == closed) {
                    mv = legal.get(rng.below(legal.len()));
                }
            }
            let before = state;
            rules.apply(&mut state, mv, &mut dice, &mut Silent);
            look(&(before, mv, state));
        }
    }
}

/// A game, and moves of it.
pub struct Played {
    pub rules: Rules,
    pub moves: Vec<Triple>,
}

impl Played {
    fn of(city: &str, players: &str) -> Played {
        let rules = rules(city, players);
        let mut all = Vec::new();
        moves(&rules, 0..60, |triple| all.push(*triple));
        Played { rules, moves: all }
    }

    /// Moves of a sort.
    pub fn some(&self, of: impl Fn(&Rules, &Triple) -> bool) -> impl Iterator<Item = &Triple> {
        let found = self.moves.iter();
        found.filter(move |triple| of(&self.rules, triple)).take(40)
    }

    /// Moves of a sort, tampered with, each break the law, and it is told in words.
    pub fn broken(
        &self,
        law: Law,
        words: &str,
        of: impl Fn(&Rules, &Triple) -> bool,
        tamper: impl Fn(&mut State, &mut State),
    ) {
        let mut seen = 0;
        for (before, mv, after) in self.some(of) {
            let (mut before, mut after) = (*before, *after);
            let fair = watch(&self.rules, &(before, *mv, after));
            assert_eq!(fair, Ok(()), "before tampering");
            tamper(&mut before, &mut after);
            let Err(breach) = watch(&self.rules, &(before, *mv, after)) else {
                panic!("{law:?}: nobody minds after {mv:?}\n{before:?}\n{after:?}");
            };
            let (named, wanted) = (breach.property, self.rules.book.property(law));
            assert_eq!(named, wanted, "{law:?} after {mv:?}: {}", breach.says);
            assert!(breach.says.contains(words), "{law:?}: {}", breach.says);
            seen += 1;
        }
        assert!(seen > 0, "{law:?}: no such move");
    }
}

/// Two Masterminds.
pub static TWO: LazyLock<Played> = LazyLock::new(|| Played::of("london", "2"));
/// With the Snitch.
pub static THREE: LazyLock<Played> = LazyLock::new(|| Played::of("paris", "3"));
/// In teams.
pub static FOUR: LazyLock<Played> = LazyLock::new(|| Played::of("rome", "4"));

pub fn all() -> [&'static Played; 3] {
    [&TWO, &THREE, &FOUR]
}

pub fn watch(rules: &Rules, (before, mv, after): &Triple) -> Result<(), Breach> {
    rules.watch(before, *mv, after, &mut Tally::default())
}
