//! FNV-1a with 64 bits (Fowler, Noll, Vo): a few lines that anyone can write again. A single changed byte always
//! changes it.

/// A running hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fnv(u64);

impl Fnv {
    pub const fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Fnv(bytes.iter().fold(self.0, step))
    }

    /// Sixteen digits.
    pub fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_that_of_its_authors() {
        // From the test vectors of draft-eastlake-fnv.
        for (text, hash) in [
            ("", "cbf29ce484222325"),
            ("a", "af63dc4c8601ec8c"),
            ("foobar", "85944171f73967e8"),
        ] {
            assert_eq!(Fnv::new().with(text.as_bytes()).hex(), hash);
        }
    }

    #[test]
    fn parts_hash_like_the_whole() {
        let parts = Fnv::new().with(b"foo").with(b"bar");
        assert_eq!(parts, Fnv::new().with(b"foobar"));
    }
}
