//! What all chance of a game follows from. A number or a secret comes in; a stream of numbers for each pile goes out. Called by `chance`
//! and by `verify::live`; records write it down.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::chance::{PILES, SeededChance};
use super::{Pile, Rng};

/// What a sealed seed begins with.
pub const SEALED: &str = "sealed:";

/// What all chance of a game follows from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seed {
    /// Names a game that anybody may play again.
    Number(u64),
    /// Of a live table: 256 bits from the system. Who holds cards could try all numbers until one deals them; not so many secrets.
    Secret([u8; 32]),
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        Seed::Number(number)
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.json().serialize(to)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Seed, D::Error> {
        let seed = Seed::read(&Value::deserialize(from)?);
        seed.ok_or_else(|| D::Error::custom("a number or 64 hexadecimal digits"))
    }
}

impl Seed {
    /// A new secret.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn secret() -> std::io::Result<Seed> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Seed::Secret(bytes))
    }

    /// A number or 64 hexadecimal digits.
    pub fn json(self) -> Value {
        match self {
            Seed::Number(number) => number.into(),
            Seed::Secret(bytes) => digits(bytes).into(),
        }
    }

    /// How it is written while it is a secret: as the SHA-256 of its digits. A number is none.
    pub fn sealed(self) -> Value {
        match self {
            Seed::Number(number) => number.into(),
            Seed::Secret(bytes) => {
                let hash: [u8; 32] = Sha256::digest(digits(bytes)).into();
                format!("{SEALED}{}", digits(hash)).into()
            }
        }
    }

    pub fn read(value: &Value) -> Option<Seed> {
        let Some(text) = value.as_str() else {
            return value.as_u64().map(Seed::Number);
        };
        let digits = text.len() == 64 && text.is_ascii();
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            let pair = text.get(2 * at..2 * at + 2).filter(|_| digits)?;
            *byte = u8::from_str_radix(pair, 16).ok()?;
        }
        Some(Seed::Secret(bytes))
    }

    /// A number for another purpose than dealing, from which the seed does not follow.
    pub fn derive(self, index: u64) -> u64 {
        match self {
            Seed::Number(number) => Rng::stream(number, index).next(),
            // No pile has this number.
            Seed::Secret(secret) => hash(&secret, PILES as u64, index),
        }
    }
}

/// The streams of a seed, one a pile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dice {
    Seeded(SeededChance),
    /// How often each pile was drawn from: the hash of the secret, the pile and this count is the next number.
    Secret([u8; 32], [u64; PILES]),
}

impl Dice {
    pub fn new(seed: Seed) -> Dice {
        match seed {
            Seed::Number(number) => Dice::Seeded(SeededChance::new(number)),
            Seed::Secret(secret) => Dice::Secret(secret, [0; PILES]),
        }
    }

    /// A number from 0 to `n` - 1; `n` is not 0.
    pub fn below(&mut self, pile: Pile, n: u32) -> u32 {
        match self {
            Dice::Seeded(seeded) => seeded.below(pile, n),
            Dice::Secret(secret, drawn) => {
                drawn[pile] += 1;
                let number = hash(secret, pile as u64, drawn[pile]);
                // As in `Rng::below`.
                (((number >> 32) * u64::from(n)) >> 32) as u32
            }
        }
    }
}

fn digits(bytes: [u8; 32]) -> String {
    bytes.map(|byte| format!("{byte:02x}")).concat()
}

fn hash(secret: &[u8; 32], stream: u64, index: u64) -> u64 {
    let hash = Sha256::new()
        .chain_update(secret)
        .chain_update(stream.to_le_bytes())
        .chain_update(index.to_le_bytes())
        .finalize();
    hash.iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_has_256_bits_from_the_system() {
        let secrets: Vec<[u8; 32]> = (0..64)
            .map(|_| match Seed::secret().unwrap() {
                Seed::Secret(bytes) => bytes,
                Seed::Number(number) => panic!("{number} can be searched for"),
            })
            .collect();
        // Every bit is 0 in some and 1 in others: one that stays is missed once in 2^55 runs.
        for bit in 0..256 {
            let ones = secrets.iter().filter(|s| s[bit / 8] >> (bit % 8) & 1 == 1).count();
            assert!((1..64).contains(&ones), "bit {bit}: {ones} of 64");
        }
    }

    #[test]
    fn every_bit_of_a_secret_changes_what_is_dealt() {
        let dealt = |secret| -> Vec<u32> {
            let mut dice = Dice::new(Seed::Secret(secret));
            (0..20).map(|_| dice.below(0, 1 << 16)).collect()
        };
        let mut all = std::collections::BTreeSet::from([dealt([7; 32])]);
        for bit in 0..256 {
            let mut secret = [7; 32];
            secret[bit / 8] ^= 1 << (bit % 8);
            assert!(all.insert(dealt(secret)), "bit {bit}");
        }
        // Neither pile nor order repeats another.
        let mut dice = Dice::new(Seed::Secret([7; 32]));
        let piles =
            [0, 1].map(|pile| (0..20).map(|_| dice.below(pile, 1 << 16)).collect::<Vec<_>>());
        assert_ne!(piles[0], piles[1]);
        let mut seen = [0u32; 5];
        for _ in 0..5_000 {
            seen[dice.below(2, 5) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    #[test]
    fn a_seed_is_read_as_it_was_written() {
        for seed in [Seed::Number(u64::MAX), Seed::secret().unwrap()] {
            assert_eq!(Seed::read(&seed.json()), Some(seed));
        }
        for bad in ["", "12", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
            assert_eq!(Seed::read(&bad.into()), None, "{bad}");
        }
    }
}
