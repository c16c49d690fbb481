//! Packs the files of an order into one zip; equal files give equal bytes. Named files come in, the bytes of the zip go out.
//! Called by `session`.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A file of an archive.
pub struct ArchiveEntry {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The first file of each archive says who made it.
const MARK: &str = "made-by-deckproof.txt";

/// The files as a zip archive. Pictures and PDF are packed already; all are stored, their dates those of no day at all.
///
/// # Errors
/// What the archive cannot hold.
pub fn archive(entries: &[ArchiveEntry]) -> Result<Vec<u8>, String> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mark = ArchiveEntry { name: MARK.into(), bytes: b"deckproof export shop\n".to_vec() };
    for entry in std::iter::once(&mark).chain(entries) {
        let started = zip.start_file(entry.name.as_str(), options);
        started.map_err(|e| e.to_string())?;
        zip.write_all(&entry.bytes).map_err(|e| e.to_string())?;
    }
    let done = zip.finish().map_err(|e| e.to_string())?;
    Ok(done.into_inner())
}

/// Whether `bytes` is an archive that this tool wrote.
pub fn made_by_us(bytes: &[u8]) -> bool {
    let name = bytes.get(30..30 + MARK.len());
    bytes.starts_with(b"PK\x03\x04") && name == Some(MARK.as_bytes())
}
