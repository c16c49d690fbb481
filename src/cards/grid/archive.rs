//! Unpacks files of a workbook, which is a zip archive. Bytes and a file's name come in; its text or bytes go out. Only what is
//! read is unpacked, up to a limit. Called by the readers `ods`, `xlsx` and `xlsb`.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::workbook::Trouble;
use crate::cards::bounds::MOST_SHEETS;

/// Files in one archive. A workbook with a hundred sheets and as many pictures has far fewer.
const MOST_FILES: usize = 10_000;

/// Bytes of all that is read of it, unpacked.
const MOST_UNPACKED: u64 = 128 << 20;

/// How an archive's list names each file.
const LISTED: &[u8] = b"PK\x01\x02";

/// A workbook's files.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// Bytes that may still be unpacked.
    left: u64,
    /// Bytes of all sheets that were read in this run.
    read: &'a mut u64,
}

impl<'a> Archive<'a> {
    /// # Errors
    /// When it is cut short or damaged, or holds too many files.
    pub fn open(bytes: &'a [u8], read: &'a mut u64) -> Result<Self, Trouble> {
        // Counted before the list is built of them.
        let listed = bytes.windows(LISTED.len()).filter(|w| *w == LISTED);
        if listed.take(MOST_FILES + 1).count() > MOST_FILES {
            return Err(Trouble::TooLarge(format!("more than {MOST_FILES} files")));
        }
        let archive = ZipArchive::new(Cursor::new(bytes));
        let left = MOST_UNPACKED;
        archive.map(|zip| Archive { zip, left, read }).map_err(|e| damaged(&e))
    }

    /// Whether a file of that name is in it.
    pub fn has(&self, name: &str) -> bool {
        self.zip.index_for_name(name).is_some()
    }

    /// A text in it; an empty one when there is no such file.
    ///
    /// # Errors
    /// When it cannot be unpacked, is too large, or is not UTF-8.
    pub fn text(&mut self, name: &str) -> Result<String, Trouble> {
        String::from_utf8(self.bytes(name)?.unwrap_or_default())
            .map_err(|_| Trouble::Damaged(format!("`{name}` in it is not UTF-8")))
    }

    /// A file in it; `None` when there is no such file.
    ///
    /// # Errors
    /// When it cannot be unpacked, or is too large.
    pub fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let file = match self.zip.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(e) => return Err(damaged(&e)),
        };
        let mut bytes = Vec::new();
        let room = MOST_SHEETS.saturating_sub(*self.read);
        file.take(self.left.min(room) + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| Trouble::Damaged(format!("`{name}` in it cannot be unpacked: {e}")))?;
        let count = bytes.len() as u64;
        *self.read += count;
        if count > room {
            return Err(many_sheets());
        }
        let Some(left) = self.left.checked_sub(count) else {
            let most = MOST_UNPACKED >> 20;
            return Err(Trouble::TooLarge(format!("more than {most} MiB, unpacked")));
        };
        self.left = left;
        Ok(Some(bytes))
    }
}

/// The sheets of a run take too much work together.
pub fn many_sheets() -> Trouble {
    let most = MOST_SHEETS >> 20;
    Trouble::TooLarge(format!(
        "more than {most} MiB, unpacked, together with the sheets of other decks"
    ))
}

fn damaged(error: &ZipError) -> Trouble {
    Trouble::Damaged(match error {
        ZipError::UnsupportedArchive(why) => (*why).to_owned(),
        ZipError::CompressionMethodNotSupported(_) => "it is packed in an unusual way".to_owned(),
        _ => "it is cut short or damaged".to_owned(),
    })
}
