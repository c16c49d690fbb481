//! Fingerprints of faces: equal faces have equal ones, in every run. The ledger of printed cards and `diff` compare them.

use sha2::{Digest, Sha256};

use super::drawn::{BLEED, Drawn};
use super::svg::{Pictures, face_with};

/// Bytes of the digest that are kept: 128 bits, so that no two faces of a life's work meet.
const KEPT: usize = 16;

/// The fingerprint of all that is drawn of a face, its bleed included: 32 hexadecimal digits.
pub fn fingerprint(face: &Drawn) -> String {
    digest(&face_with(face, BLEED, Pictures::Named))
}

/// The fingerprint of any text.
pub fn digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest[..KEPT].iter().map(|b| format!("{b:02x}")).collect()
}
