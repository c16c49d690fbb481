//! What the engine refuses, the referee minds: two readings of the same rules agree.

use super::games::{moves, watch};
use crate::games::hammers::play::Move;
use crate::games::hammers::testing::{EDITIONS, rules};
use crate::rules::{Game, Refusal, Rng};

#[test]
fn whatever_the_engine_refuses_the_referee_minds() {
    for game in EDITIONS {
        let rules = rules(game);
        let space = rules.move_space();
        let mut rng = Rng::new(5);
        moves(&rules, 30, |(before, _, _)| {
            for _ in 0..40 {
                let mv = space[rng.below(space.len() as u32) as usize];
                match rules.refusal(before, mv) {
                    // The engine's own order of two partners.
                    None
                    | Some(Refusal {
                        word: "other-way-round",
                        ..
                    }) => continue,
                    Some(_) => {}
                }
                let mut after = *before;
                if let Move::Launch { card, .. } = mv
                    && let Some(slot) = before.sides[usize::from(before.active)].slot_of(card)
                {
                    // All that an operation without effect would leave.
                    let mine = &mut after.sides[usize::from(before.active)];
                    mine.down &= !(1 << slot);
                    mine.launched |= 1 << slot;
                }
                let minded = watch(&rules, &(*before, mv, after));
                assert!(minded.is_err(), "{mv:?} in {before:?}");
            }
        });
    }
}

#[test]
fn refused_launches_are_minded_for_what_they_are_not_for_what_they_leave() {
    for game in EDITIONS {
        let rules = rules(game);
        let mut told = 0;
        moves(&rules, 60, |(before, _, _)| {
            let side = usize::from(before.active);
            let placed = usize::from(before.sides[side].placed);
            for card in &before.sides[side].card[..placed] {
                for target in 0..64 {
                    let mv = Move::Launch {
                        card: *card,
                        target,
                    };
                    let Some(refusal) = rules.refusal(before, mv) else {
                        continue;
                    };
                    // The engine's own order of two partners.
                    if refusal.word == "other-way-round" {
                        continue;
                    }
                    let Err(breach) = watch(&rules, &(*before, mv, *before)) else {
                        panic!("{}: {mv:?} in {before:?}", refusal.word);
                    };
                    let by_itself = breach.says.contains(", by the ");
                    assert!(by_itself, "{}: {mv:?}: {}", refusal.word, breach.says);
                    told += 1;
                }
            }
        });
        assert!(told > 1_000, "{told}");
    }
}
