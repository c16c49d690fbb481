//! The best that stolen goods are worth (CAP-R17, CAP-G7).

/// Kinds of goods, the wild ones left out.
pub const KINDS: usize = 3;

/// For every number of jewels, antiques, paintings and wild ones that a player can have, the points of the grouping
/// that is worth most.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoodsTable {
    /// One more than the most of each kind.
    sizes: [usize; 4],
    worth: Vec<u16>,
}

impl GoodsTable {
    /// For at most `most` jewels, antiques, paintings and wild ones; `sets` are the points of a set of one, two, three.
    pub fn new(most: [u8; 4], sets: &[u16]) -> Self {
        let sizes = most.map(|n| usize::from(n) + 1);
        let mut table = GoodsTable {
            sizes,
            worth: vec![0; sizes.iter().product()],
        };
        for jewels in 0..sizes[0] {
            for antiques in 0..sizes[1] {
                for paintings in 0..sizes[2] {
                    for wild in 0..sizes[3] {
                        let goods = [jewels, antiques, paintings, wild];
                        let at = table.index(goods);
                        table.worth[at] = table.best(goods, sets);
                    }
                }
            }
        }
        table
    }

    fn index(&self, goods: [usize; 4]) -> usize {
        let places = goods.iter().zip(self.sizes);
        places.fold(0, |index, (n, size)| index * size + n)
    }

    /// One set is taken off, in every way there is; what is left has been worked out before.
    fn best(&self, goods: [usize; 4], sets: &[u16]) -> u16 {
        let mut best = 0;
        for kinds in 0..1usize << KINDS {
            let plain: [usize; KINDS] = std::array::from_fn(|kind| kinds >> kind & 1);
            let real: usize = plain.iter().sum();
            for wild in 0..=KINDS - real {
                let Some(points) = (real + wild).checked_sub(1).and_then(|n| sets.get(n)) else {
                    continue;
                };
                let [j, a, p] = plain;
                let set = [j, a, p, wild];
                if set.iter().zip(goods).all(|(take, have)| *take <= have) {
                    let rest = std::array::from_fn(|kind| goods[kind] - set[kind]);
                    best = best.max(points + self.worth[self.index(rest)]);
                }
            }
        }
        best
    }

    /// What a collection is worth; more of a kind than there are in the game counts as all there are.
    #[inline]
    pub fn worth(&self, goods: [u8; 4]) -> u16 {
        let goods = std::array::from_fn(|kind| {
            usize::from(goods[kind]).min(self.sizes[kind].saturating_sub(1))
        });
        self.worth.get(self.index(goods)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SETS: [u16; 3] = [1, 3, 7];

    fn table() -> GoodsTable {
        GoodsTable::new([4, 4, 4, 3], &SETS)
    }

    #[test]
    fn two_jewels_and_a_wild_are_worth_four() {
        assert_eq!(table().worth([2, 0, 0, 1]), 4, "CAP-E3");
    }

    #[test]
    fn one_of_each_is_a_set_of_three() {
        assert_eq!(table().worth([1, 1, 1, 0]), 7);
        assert_eq!(table().worth([1, 0, 0, 2]), 7);
        assert_eq!(table().worth([0, 0, 0, 3]), 7);
        assert_eq!(table().worth([0, 0, 0, 0]), 0);
    }

    #[test]
    fn sets_may_be_worth_anything() {
        let table = GoodsTable::new([2, 2, 2, 0], &[5, 6, 7]);
        assert_eq!(table.worth([1, 1, 1, 0]), 15, "three sets of one");
    }

    /// Every good is put into one of as many sets as there are goods, in every way.
    fn brute(goods: &[Option<usize>], sets: &mut Vec<Vec<usize>>) -> u16 {
        let Some((good, rest)) = goods.split_first() else {
            return sets.iter().map(|set| SETS[set.len() - 1]).sum();
        };
        let kinds: Vec<usize> = good.map_or_else(|| (0..KINDS).collect(), |kind| vec![kind]);
        let mut best = 0;
        for kind in kinds {
            for at in 0..=sets.len() {
                if at == sets.len() {
                    sets.push(Vec::new());
                }
                if !sets[at].contains(&kind) {
                    sets[at].push(kind);
                    best = best.max(brute(rest, sets));
                    sets[at].pop();
                }
                if sets[at].is_empty() {
                    sets.pop();
                }
            }
        }
        best
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn the_table_is_the_best_over_all_groupings(j in 0u8..4, a in 0u8..4, p in 0u8..3, w in 0u8..3) {
            prop_assume!(j + a + p + w <= 7);
            let mut goods = Vec::new();
            for (kind, n) in [j, a, p].into_iter().enumerate() {
                goods.extend((0..n).map(|_| Some(kind)));
            }
            goods.extend((0..w).map(|_| None));
            prop_assert_eq!(table().worth([j, a, p, w]), brute(&goods, &mut Vec::new()));
        }
    }
}
