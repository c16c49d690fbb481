//! Random games in every variant, for what must hold everywhere.

use std::sync::LazyLock;

use crate::games::caper::play::{Move, Rules, State};
use crate::games::caper::testing::pack;
use crate::rules::{Dice, Event, Game, Legal, Rng, Variant};

/// One decision: the rules, the table before it, the move, the table after it, what happened.
pub type Step<'a> = (&'a Rules, &'a State, Move, &'a State, &'a [Event]);

/// The rules of every city for every number of players, made once.
pub fn everywhere() -> &'static [Rules] {
    static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
        let pack = pack();
        let variants = Variant::all(&Rules::axes(&pack.game));
        let compile = |variant| Rules::compile(&pack.game, &pack.decks, variant).unwrap();
        variants.iter().map(compile).collect()
    });
    &RULES
}

/// Plays `games` games with uniform moves in every variant, and shows each set-up and each decision.
pub fn walk(
    games: u64,
    mut start: impl FnMut(&Rules, &State, &[Event]),
    mut see: impl FnMut(Step),
) {
    for rules in everywhere() {
        for seed in 0..games {
            let (mut chance, mut rng) = (Dice::new(seed), Rng::new(seed));
            let mut log: Vec<Event> = Vec::new();
            let mut state = rules.set_up(&mut chance, &mut log);
            start(rules, &state, &log);
            while rules.turn(&state).is_some() {
                let legal = rules.legal(&state);
                let mv = legal.get(rng.below(legal.len()));
                let before = state;
                log.clear();
                rules.apply(&mut state, mv, &mut chance, &mut log);
                see((rules, &before, mv, &state, &log));
            }
        }
    }
}

/// As [`walk`], for what is asked of decisions only.
pub fn each(games: u64, see: impl FnMut(Step)) {
    walk(games, |_, _, _| {}, see);
}
