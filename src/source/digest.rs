//! Names contents by their digest: bytes come in, hexadecimal digits go out.

use sha2::{Digest, Sha256};

/// The first `kept` bytes of a SHA-256, as hexadecimal digits.
pub fn hex_digest(bytes: impl AsRef<[u8]>, kept: usize) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().take(kept).map(|byte| format!("{byte:02x}")).collect()
}
