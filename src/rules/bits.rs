//! Sets of small numbers as the bits of a word.

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

/// The number of the set bit with `rank` set bits below it. 64 or more when there is none.
///
/// The byte is found by sums over all bytes at once, the bit in it by clearing those below (Vigna: Broadword
/// Implementation of Rank/Select Queries, 2008).
#[inline]
pub fn select(set: u64, rank: u32) -> u8 {
    let pairs = set - ((set >> 1) & (ONES * 0x55));
    let nibbles = (pairs & (ONES * 0x33)) + ((pairs >> 2) & (ONES * 0x33));
    // Byte i: how many bits are set in bytes 0 to i.
    let sums = ((nibbles + (nibbles >> 4)) & (ONES * 0x0f)).wrapping_mul(ONES);
    // Bit 7 of a byte stays set where the sum is at most `rank`.
    let below =
        ((ONES * 0x80) | (ONES * u64::from(rank & 0x7f))).wrapping_sub(sums) & (ONES * 0x80);
    let shift = ((below >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
    if shift >= 64 {
        return 64;
    }
    let before = (sums << 8 >> shift) as u32 & 0xff;
    let mut byte = (set >> shift) & 0xff;
    for _ in before..rank {
        byte &= byte.wrapping_sub(1);
    }
    (shift + byte.trailing_zeros()) as u8
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

    #[test]
    fn select_finds_nothing_where_nothing_is() {
        assert!(select(0, 0) >= 64);
        assert!(select(0b101, 2) >= 64);
    }
}
