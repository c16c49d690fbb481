//! What the engine refuses, the referee minds: two readings of the same rules agree.

use super::games::{moves, variants, watch};
use crate::games::caper::play::Move;
use crate::rules::{Game, Rng};

#[test]
fn whatever_the_engine_refuses_the_referee_minds() {
    let mut told = 0;
    for (name, rules) in variants() {
        let space = rules.move_space();
        let mut rng = Rng::new(5);
        moves(&rules, 0..12, |(before, _, _)| {
            for _ in 0..40 {
                let mv = space[rng.below(space.len() as u32) as usize];
                if rules.refusal(before, mv).is_none() {
                    continue;
                }
                let minded = watch(&rules, &(*before, mv, *before));
                assert!(minded.is_err(), "{name}: {mv:?} in {before:?}");
                told += 1;
            }
        });
    }
    assert!(told > 100_000, "{told}");
}

#[test]
fn refused_moves_are_minded_for_what_they_are_not_for_what_they_leave() {
    for (name, rules) in variants() {
        let space = rules.move_space();
        let mut told = 0;
        moves(&rules, 0..4, |(before, made, _)| {
            let alike = |mv: &&Move| std::mem::discriminant(*mv) == std::mem::discriminant(made);
            for mv in space.iter().filter(alike).step_by(3) {
                if rules.refusal(before, *mv).is_none() {
                    continue;
                }
                let Err(breach) = watch(&rules, &(*before, *mv, *before)) else {
                    panic!("{name}: {mv:?} in {before:?}");
                };
                assert!(
                    breach.says.contains(", by the "),
                    "{name}: {mv:?}: {}",
                    breach.says
                );
                told += 1;
            }
        });
        assert!(told > 1_000, "{told}");
    }
}
