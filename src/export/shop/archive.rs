//! Packs the files of an order into one zip. Named files come in, the bytes of the zip go out. Called by `session`.

use std::collections::BTreeMap;

use crate::export::archive::zipped;

/// The first file of each archive says who made it.
const MARK: &str = "made-by-deckproof.txt";

/// The files as a zip archive.
///
/// # Errors
/// What the archive cannot hold.
pub fn archive(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, String> {
    let files = files.iter().map(|(name, bytes)| (&**name, &**bytes));
    zipped(std::iter::once((MARK, &b"deckproof export shop\n"[..])).chain(files))
}

/// Whether `bytes` is an archive that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let name = bytes.get(30..30 + MARK.len());
    bytes.starts_with(b"PK\x03\x04") && name == Some(MARK.as_bytes())
}
