//! Made-up runs for the simulations: a generator that is the same for ever, and edits with a known effect.

use super::counts::Sums;

/// Looks in a run.
pub const LOOKS: usize = 100;
pub const GAMES_PER_LOOK: usize = 200;

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to 1, without 1.
    pub fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// By the method of Box and Muller.
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.uniform(), self.uniform());
        (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
    }
}

/// What an edit does to a game: the outcome in half points for each number of 16 bits.
pub struct Edit(Vec<i32>);

impl Edit {
    /// An outcome of -2, -1, 1 and 2 half points in so many of 65,536 games; else nothing changes.
    pub fn new(minus_two: usize, minus_one: usize, one: usize, two: usize) -> Self {
        let mut outcomes = Vec::new();
        for (outcome, games) in [(-2, minus_two), (-1, minus_one), (1, one), (2, two)] {
            outcomes.extend(std::iter::repeat_n(outcome, games));
        }
        outcomes.resize(1 << 16, 0);
        Edit(outcomes)
    }

    /// In points.
    pub fn mean(&self) -> f64 {
        f64::from(self.0.iter().sum::<i32>()) / 65_536.0 / 2.0
    }

    /// The sums of a run, in half points, at each of its looks.
    pub fn play(&self, random: &mut Random) -> Vec<Sums> {
        let mut sums = Sums::default();
        let looks = (0..LOOKS).map(|_| {
            for _ in 0..GAMES_PER_LOOK / 4 {
                let bits = random.next();
                for part in 0..4 {
                    sums.enter(self.0[(bits >> (16 * part)) as usize & 0xffff]);
                }
            }
            sums
        });
        looks.collect()
    }
}
