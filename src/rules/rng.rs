//! The random number generator behind all chance. A seed comes in; a stream of numbers goes out, and it never changes
//! between versions, so a seed identifies a game. Called by `chance`, by `table::redeal`, and by the players and
//! checks of `verify`.

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rng {
    state: u64,
}

/// The odd number by which the state grows: 2^64 divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Rng {
    #[inline]
    pub const fn new(seed: u64) -> Self {
        Rng { state: seed }
    }

    /// A generator for part `index` of what `seed` names: game 17 of a run, the third pile of a game.
    #[inline]
    pub const fn stream(seed: u64, index: u64) -> Self {
        Rng::new(mix(seed ^ mix(index.wrapping_mul(STEP).wrapping_add(STEP))))
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// Goes on as after `count` calls of [`Rng::next`].
    #[inline]
    pub const fn skip(&mut self, count: u32) {
        self.state = self.state.wrapping_add(STEP.wrapping_mul(count as u64));
    }

    /// A number from 0 to less than 1.
    #[inline]
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number from 0 to `n` - 1; 0 when `n` is 0. The high half of a product, so no value is favoured by more than
    /// `n` in 2^32.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.next() >> 32) * n as u64) >> 32) as u32
    }
}

#[inline]
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipping_is_drawing_for_nothing() {
        let (mut skipped, mut drawn) = (Rng::new(7), Rng::new(7));
        skipped.skip(5);
        for _ in 0..5 {
            drawn.next();
        }
        assert_eq!(skipped, drawn);
    }

    #[test]
    fn the_stream_is_that_of_the_paper() {
        let mut rng = Rng::new(1_234_567);
        let first: Vec<u64> = (0..5).map(|_| rng.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn below_reaches_every_value_and_no_other() {
        let mut rng = Rng::new(7);
        let mut seen = [0u32; 5];
        for _ in 0..5_000 {
            seen[rng.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!(rng.below(0), 0);
    }

    #[test]
    fn streams_of_a_seed_differ() {
        let first: std::collections::BTreeSet<u64> =
            (0..1_000).map(|i| Rng::stream(1, i).next()).collect();
        assert_eq!(first.len(), 1_000);
    }
}
