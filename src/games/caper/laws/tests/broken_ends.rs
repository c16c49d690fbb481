//! Laws on the end of a game are broken by hand: the engine, or the laws, read cards and rounds otherwise than they are.

use super::games::{Played, Triple, all, watch};
use crate::games::caper::laws::Law;
use crate::games::caper::laws::rounds::Length;
use crate::games::caper::play::{GoodsTable, Phase, Rules, Yield};

/// The last move of each game.
fn is_over(_: &Rules, (_, _, after): &Triple) -> bool {
    after.phase == Phase::Over
}

#[test]
fn fewer_cards_placed_than_the_turns_allow_break_i3() {
    for game in all() {
        let mut rules = game.rules.clone();
        // As if the last round were one of thieves too.
        let mut rounds = Length::all(&rules);
        rounds[5].left[0] += 1;
        rules.book.enter_rounds(rounds);
        let mut told = 0;
        for triple in game.some(is_over) {
            let breach = watch(&rules, triple).unwrap_err();
            assert_eq!(breach.property, rules.book.property(Law::Limits));
            assert!(
                breach
                    .says
                    .starts_with("after 6 rounds expected [7, 3, 18] "),
                "{}",
                breach.says
            );
            told += 1;
        }
        assert!(told > 0);
    }
}

/// What is told of the ends of games, when the engine reads the cards otherwise than the laws did.
fn ends(game: &Played, tamper: fn(&mut Rules)) -> Vec<(Law, String)> {
    let mut rules = game.rules.clone();
    tamper(&mut rules);
    let told = game.some(is_over).filter_map(|triple| {
        let breach = watch(&rules, triple).err()?;
        let laws = [Law::Winners, Law::Score];
        let law = laws
            .into_iter()
            .find(|law| rules.book.property(*law) == breach.property);
        Some((law.unwrap(), breach.says))
    });
    told.collect()
}

#[test]
fn a_location_for_the_wrong_player_breaks_i6() {
    for game in all() {
        let told = ends(game, |rules| {
            for row in &mut rules.gear_rows {
                row.fixed = Yield::NOTHING;
            }
        });
        let of = told.iter().filter(|(law, _)| *law == Law::Winners).count();
        assert!(of > 10, "{told:?}");
        assert!(
            told.iter()
                .any(|(_, says)| says.contains(" capers, expected ")),
            "{told:?}"
        );
    }
}

#[test]
fn a_score_that_is_not_that_of_the_cards_breaks_i7() {
    for game in all() {
        let told = ends(game, |rules| {
            rules.goods = GoodsTable::new([9; 4], &[2, 3, 7])
        });
        assert!(told.len() > 20, "{told:?}");
        for (law, says) in told {
            assert!(law == Law::Score && says.starts_with("goods of "), "{says}");
        }
        let told = ends(game, |rules| {
            for row in &mut rules.thief_rows {
                row.fixed = Yield::capers(row.fixed.total_capers());
            }
        });
        assert!(!told.is_empty());
        assert!(told.iter().all(|(law, _)| *law == Law::Score), "{told:?}");
    }
}
