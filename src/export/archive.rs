//! What files of several exporters have in common: marks by which our own are recognised, and zip archives.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Whether one of the first bytes, so many of them, begins a mark.
pub fn has_mark(bytes: &[u8], within: usize, mark: &str) -> bool {
    let head = &bytes[..bytes.len().min(within)];
    head.windows(mark.len()).any(|part| part == mark.as_bytes())
}

/// Files as a zip archive. Pictures and PDF are packed already; all are stored, their dates those of no day at all, so that equal files
/// give equal bytes.
///
/// # Errors
/// What the archive cannot hold.
pub fn zipped<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Result<Vec<u8>, String> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, options).map_err(|e| e.to_string())?;
        zip.write_all(bytes).map_err(|e| e.to_string())?;
    }
    zip.finish().map(Cursor::into_inner).map_err(|e| e.to_string())
}
