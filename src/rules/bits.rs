//! Finds set bits in a 64-bit word. A set of small numbers comes in; its members one by one (`Bits`), or the member
//! of a given rank (`Ranks`, `select`), go out. Called by `chance`, by the card sets of `table`, and wherever cards
//! fit into a word.

/// The numbers of the bits that are set, from the lowest.
#[derive(Debug, Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// For each byte and rank the number of the set bit with `rank` set bits below it; 8 when there is none.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[8; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A set that is counted once, and then picked from by rank (Vigna: Broadword Implementation of Rank/Select Queries,
/// 2008).
#[derive(Debug, Clone, Copy)]
pub struct Ranks {
    set: u64,
    /// Byte i: how many bits are set in bytes 0 to i.
    sums: u64,
}

impl Ranks {
    #[inline]
    pub const fn new(set: u64) -> Self {
        let pairs = set - ((set >> 1) & (ONES * 0x55));
        let nibbles = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
        let sums = ((nibbles + (nibbles >> 4)) & (ONES * 0x0f)).wrapping_mul(ONES);
        Ranks { set, sums }
    }

    /// The set without what was taken from it.
    #[inline]
    pub const fn set(self) -> u64 {
        self.set
    }

    /// How many bits are set.
    #[inline]
    pub const fn count(self) -> u32 {
        (self.sums >> 56) as u32
    }

    /// The number of the set bit with `rank` set bits below it. 64 or more when there is none.
    #[inline]
    pub fn get(self, rank: u32) -> u8 {
        // Bit 7 of a byte stays set where the sum is at most `rank`.
        let below = ((ONES * 0x80) | (ONES * u64::from(rank & 0x7f))).wrapping_sub(self.sums)
            & (ONES * 0x80);
        let shift = ((below >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
        if shift >= 64 {
            return 64;
        }
        let before = (self.sums << 8 >> shift) as u32 & 0xff;
        let byte = (self.set >> shift) as usize & 0xff;
        shift as u8 + IN_BYTE[byte][(rank - before) as usize & 7]
    }

    /// Takes the set bit with `rank` set bits below it, which there is, out of the set.
    #[inline]
    pub fn take(&mut self, rank: u32) -> u8 {
        let bit = self.get(rank) & 63;
        self.set &= !(1 << bit);
        self.sums -= ONES << (bit & !7);
        bit
    }
}

/// The number of the set bit with `rank` set bits below it. 64 or more when there is none.
#[inline]
pub fn select(set: u64, rank: u32) -> u8 {
    Ranks::new(set).get(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn select_counts_from_the_lowest_bit(set: u64) {
            for (rank, bit) in Bits(set).enumerate() {
                prop_assert_eq!(select(set, rank as u32), bit);
            }
        }

        #[test]
        fn bits_are_those_that_are_set(set: u64) {
            prop_assert_eq!(Bits(set).fold(0, |all, b| all | 1 << b), set);
        }
    }

    proptest! {
        #[test]
        fn what_is_taken_is_no_longer_counted(set in 1u64.., ranks: [u32; 8]) {
            let mut ranks_left = Ranks::new(set);
            let mut left = set;
            for rank in ranks {
                if left == 0 {
                    break;
                }
                let rank = rank % left.count_ones();
                let bit = ranks_left.take(rank);
                prop_assert_eq!(bit, select(left, rank));
                left &= !(1 << bit);
                prop_assert_eq!(ranks_left.set(), left);
                prop_assert_eq!(ranks_left.count(), left.count_ones());
            }
        }
    }

    #[test]
    fn select_finds_nothing_where_nothing_is() {
        assert!(select(0, 0) >= 64);
        assert!(select(0b101, 2) >= 64);
    }
}
