//! Looks at games that arrive in any order. Results of blocks of consecutive games come in as they are ready; the
//! results of games 1 to n go out, for each n at which the blocks before have no gap.

use std::collections::BTreeMap;

use super::counts::Merge;

/// Results by block. Block 0 has the first games, and all blocks as many: the looks lie at their ends, fixed before
/// anything is played.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Blocks<T> {
    results: BTreeMap<u64, T>,
}

impl<T: Merge + Clone + Default + PartialEq> Blocks<T> {
    /// Keeps the result of a block. `false` if it is there already and differs: then one of the two machines is wrong,
    /// and the first result stays.
    #[must_use]
    pub fn enter(&mut self, block: u64, result: T) -> bool {
        match self.results.get(&block) {
            Some(known) => *known == result,
            None => {
                self.results.insert(block, result);
                true
            }
        }
    }

    /// The merged results of block 0, of 0 and 1, and so on, up to the first block that is missing.
    pub fn prefixes(&self) -> impl Iterator<Item = T> + '_ {
        let without_gap = (0..)
            .zip(&self.results)
            .take_while(|(index, (block, _))| index == *block);
        without_gap.scan(T::default(), |merged, (_, (_, result))| {
            merged.merge(result);
            Some(merged.clone())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::counts::Sums;
    use super::*;

    fn block(outcome: i32) -> Sums {
        let mut sums = Sums::default();
        sums.enter(outcome);
        sums
    }

    #[test]
    fn prefixes_end_before_the_first_gap_in_whatever_order_blocks_arrive() {
        let mut blocks = Blocks::default();
        let sums = |blocks: &Blocks<Sums>| blocks.prefixes().map(|p| p.sum).collect::<Vec<_>>();
        assert!(blocks.enter(3, block(1_000)) && blocks.enter(1, block(10)));
        assert_eq!(sums(&blocks), []);
        assert!(blocks.enter(0, block(1)));
        assert_eq!(sums(&blocks), [1, 11]);
        assert!(blocks.enter(2, block(100)));
        assert_eq!(sums(&blocks), [1, 11, 111, 1_111]);
    }

    #[test]
    fn a_block_that_comes_twice_must_be_the_same() {
        let mut blocks = Blocks::default();
        assert!(blocks.enter(0, block(1)) && blocks.enter(0, block(1)));
        assert!(!blocks.enter(0, block(2)));
        assert_eq!(blocks.prefixes().last(), Some(block(1)));
    }
}
