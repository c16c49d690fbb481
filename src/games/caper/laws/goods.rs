//! The best that stolen goods are worth, over all that wild ones can stand for and all groupings (CAP-R17, CAP-G7).

use crate::games::caper::abilities::Ability;
use crate::games::caper::play::{Kind, Rules};
use crate::rules::Bits;

/// Kinds of goods, the wild ones left out.
const KINDS: usize = 3;

/// Goods of a kind that are counted at most.
const MOST: usize = 40;

/// For every number of jewels, antiques and paintings, wild ones counted as what they stand for, the points of the
/// grouping that is worth most.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Groupings {
    /// The most of each kind, and of wild ones.
    most: [usize; KINDS + 1],
    /// One more than the most of each kind, wild ones counted.
    sizes: [usize; KINDS],
    points: Vec<u16>,
}

impl Groupings {
    /// For all goods that are on the cards of a game.
    pub fn of(rules: &Rules) -> Self {
        Groupings::up_to(most(rules).map(|n| n.min(MOST)), &rules.numbers.sets)
    }

    /// For at most so many jewels, antiques, paintings and wild ones; `sets` are the points of a set of one, two, three.
    pub fn up_to(most: [usize; KINDS + 1], sets: &[u16]) -> Self {
        let [jewels, antiques, paintings, wild] = most;
        let sizes = [jewels, antiques, paintings].map(|most| most + wild + 1);
        let mut groupings = Groupings {
            most,
            sizes,
            points: Vec::with_capacity(sizes.iter().product()),
        };
        for jewels in 0..sizes[0] {
            for antiques in 0..sizes[1] {
                for paintings in 0..sizes[2] {
                    let best = groupings.best([jewels, antiques, paintings], sets);
                    groupings.points.push(best);
                }
            }
        }
        groupings
    }

    fn at(&self, goods: [usize; KINDS]) -> Option<usize> {
        let fits = goods.iter().zip(self.sizes).all(|(n, size)| *n < size);
        let [_, antiques, paintings] = self.sizes;
        fits.then(|| (goods[0] * antiques + goods[1]) * paintings + goods[2])
    }

    fn plain(&self, goods: [usize; KINDS]) -> u16 {
        let at = self.at(goods).and_then(|at| self.points.get(at));
        at.copied().unwrap_or(0)
    }

    /// The first set is any of the seven that can be taken; what is left is grouped as well as can be.
    fn best(&self, goods: [usize; KINDS], sets: &[u16]) -> u16 {
        let mut best = 0;
        for kinds in 1..1usize << KINDS {
            let taken: [usize; KINDS] = std::array::from_fn(|kind| kinds >> kind & 1);
            let size: usize = taken.iter().sum();
            let there = taken.iter().zip(goods).all(|(n, of)| *n <= of);
            if let (true, Some(points)) = (there, sets.get(size - 1)) {
                let left = std::array::from_fn(|kind| goods[kind] - taken[kind]);
                best = best.max(points + self.plain(left));
            }
        }
        best
    }

    /// What jewels, antiques, paintings and wild ones are worth together; more of a kind than there are count as all.
    pub fn worth(&self, goods: [u8; 4]) -> u16 {
        let counted = |kind: usize| usize::from(goods[kind]).min(self.most[kind]);
        let [jewels, antiques, paintings, wild] = std::array::from_fn(counted);
        let mut best = 0;
        for as_jewels in 0..=wild {
            for as_antiques in 0..=wild - as_jewels {
                let as_paintings = wild - as_jewels - as_antiques;
                let goods = [
                    jewels + as_jewels,
                    antiques + as_antiques,
                    paintings + as_paintings,
                ];
                best = best.max(self.plain(goods));
            }
        }
        best
    }
}

/// All goods on the cards.
fn most(rules: &Rules) -> [usize; 4] {
    let mut most = [0; 4];
    let mut add = |abilities: &[Ability]| {
        for ability in abilities {
            if let Ability::Goods(goods) = ability {
                for good in &goods.0 {
                    most[*good as usize] += 1;
                }
            }
        }
    };
    for (kind, all) in [
        (Kind::Thieves, rules.all_thieves),
        (Kind::Gear, rules.all_gear),
    ] {
        for card in Bits(all) {
            add(&rules.row(rules.sheet(kind, card)).gives);
        }
    }
    for location in &rules.locations {
        add(&location.reward);
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::caper::play::GoodsTable;
    use proptest::prelude::*;

    const SETS: [u16; 3] = [1, 3, 7];

    #[test]
    fn two_jewels_and_a_wild_are_a_set_of_two_and_a_set_of_one() {
        let groupings = Groupings::up_to([4; 4], &SETS);
        assert_eq!(groupings.worth([2, 0, 0, 1]), 4, "CAP-E3");
        assert_eq!(groupings.worth([1, 1, 1, 0]), 7);
    }

    #[test]
    fn more_goods_than_there_are_in_the_game_count_as_all() {
        let groupings = Groupings::up_to([2, 1, 1, 1], &SETS);
        assert_eq!(groupings.worth([9, 0, 0, 0]), 2);
        assert_eq!(groupings.worth([9, 9, 9, 9]), 7 + 3);
    }

    /// Each good in turn joins any set that has none of its kind, or begins one; a wild one as each of the kinds.
    fn naive(goods: &[usize], sets: &mut Vec<u8>, points: &[u16]) -> u16 {
        let Some((good, rest)) = goods.split_first() else {
            return sets
                .iter()
                .map(|set| points[set.count_ones() as usize - 1])
                .sum();
        };
        let kinds = if *good < KINDS {
            *good..*good + 1
        } else {
            0..KINDS
        };
        let mut best = 0;
        for bit in kinds.map(|kind| 1 << kind) {
            for at in 0..sets.len() {
                if sets[at] & bit == 0 {
                    sets[at] |= bit;
                    best = best.max(naive(rest, sets, points));
                    sets[at] &= !bit;
                }
            }
            sets.push(bit);
            best = best.max(naive(rest, sets, points));
            sets.pop();
        }
        best
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn a_grouping_is_the_best_of_all_and_that_of_the_engine(
            goods in [0u8..4, 0u8..4, 0u8..4, 0u8..3],
            points in [1u16..5, 1u16..9, 1u16..12],
        ) {
            prop_assume!(goods.iter().sum::<u8>() <= 7);
            let worth = Groupings::up_to([3, 3, 3, 2], &points).worth(goods);
            let engine = GoodsTable::new([3, 3, 3, 2], &points).worth(goods);
            prop_assert_eq!(worth, engine);
            let each = goods.iter().enumerate();
            let list: Vec<usize> = each.flat_map(|(kind, n)| (0..*n).map(move |_| kind)).collect();
            prop_assert_eq!(worth, naive(&list, &mut Vec::new(), &points));
        }
    }
}
