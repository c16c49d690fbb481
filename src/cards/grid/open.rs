//! Opens a spreadsheet of any kind. Bytes come in; the format is detected and a [`CellGrid`] goes out. Called by `sheet_rows`
//! and `text_files`.

use super::archive::{Archive, many_sheets};
use super::cells::CellGrid;
use super::workbook::{Trouble, Wish, WorkbookSheet};
use super::{csv, ods, xls, xlsb, xlsx};
use crate::cards::bounds::{MOST_LINES, MOST_SHEETS};
use crate::cards::deck::WORKBOOKS;
use crate::source::{Diagnostic, Files, error, read_utf8};

/// How to save a sheet in another program.
const SAVE: &str = "save it as CSV in UTF-8: in Excel \"CSV UTF-8 (Comma delimited)\", in LibreOffice \"Text CSV\" with the character set UTF-8";

/// How a PDF begins.
const PDF: &[u8] = b"%PDF";

/// How two bytes are a unit of UTF-16.
type Unit = fn([u8; 2]) -> u16;

/// How text in UTF-16 begins, which Excel writes as "Unicode Text".
const UTF_16: [(&[u8], Unit); 2] =
    [(b"\xFF\xFE", u16::from_le_bytes), (b"\xFE\xFF", u16::from_be_bytes)];

/// Bytes of a CSV file.
const MOST_CSV: usize = 16 << 20;

/// How a zip archive begins, and a file of Excel before 2007 or one that is encrypted.
const ZIP: &[u8] = b"PK\x03\x04";
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0";

/// Byte order mark: a spreadsheet then reads the file as UTF-8.
const BOM: &str = "\u{FEFF}";

/// The cells of a file; `label` names it in messages. The bytes decide, not the file's name.
///
/// # Errors
/// When it is no spreadsheet that is read, or is damaged, or too large.
pub fn read_workbook(
    label: &str,
    bytes: Vec<u8>,
    wish: Wish<'_>,
    files: &mut Files,
) -> Result<CellGrid, Diagnostic> {
    let most_lines = wish.most_lines.unwrap_or(MOST_LINES);
    files.sheet_bytes += bytes.len() as u64;
    if files.sheet_bytes > MOST_SHEETS {
        return Err(many_sheets().diagnostic(label));
    }
    if bytes.starts_with(ZIP) || bytes.starts_with(COMPOUND) {
        let sheet = workbook(&bytes, wish, &mut files.sheet_bytes)
            .map_err(|trouble| trouble.diagnostic(label))?;
        // The file is not needed once its cells are read.
        drop(bytes);
        return Ok(sheet.grid(label, files));
    }
    let name = label.rsplit('/').next().unwrap_or(label).to_lowercase();
    if name.starts_with("~$") {
        let trouble = Trouble::Foreign("what Excel leaves beside a workbook while it is open");
        return Err(trouble.diagnostic(label).help("name the workbook itself, without `~$`"));
    }
    if WORKBOOKS.iter().any(|end| name.ends_with(end)) {
        return Err(Trouble::Foreign("not a workbook, whatever its name says").diagnostic(label));
    }
    if bytes.starts_with(PDF) {
        return Err(error!(NotUtf8, "`{label}` is a PDF, not CSV", SAVE));
    }
    if bytes.len() > MOST_CSV {
        let most = MOST_CSV >> 20;
        return Err(error!(
            TooLarge,
            "`{label}` is larger than {most} MiB",
            "make two sheets of it, or delete what is no card"
        ));
    }
    if let Some(part) = wish.sheet {
        return Err(error!(
            Workbook,
            "`{label}` is CSV: it has no sheet or range `{part}`",
            "take it out; a CSV file is one sheet, which is read whole"
        ));
    }
    let text = decode(label, bytes, files)?;
    let file = files.add(label, text.as_str());
    csv::read_csv(
        file,
        &text,
        wish.delimiter.or(label.to_ascii_lowercase().ends_with(".tsv").then_some(b'\t')),
        most_lines,
    )
}

/// The sheets of a workbook that can be seen and hold something; none for CSV, and for what can't be read.
pub fn sheet_names(bytes: &[u8]) -> Vec<String> {
    match workbook(bytes, Wish::default(), &mut 0) {
        Ok(sheet) => vec![sheet.name],
        Err(Trouble::WhichSheet(names)) => names,
        Err(_) => Vec::new(),
    }
}

fn workbook(bytes: &[u8], wish: Wish<'_>, read: &mut u64) -> Result<WorkbookSheet, Trouble> {
    if bytes.starts_with(COMPOUND) {
        let encrypted: Vec<u8> = "EncryptedPackage".bytes().flat_map(|b| [b, 0]).collect();
        if bytes.windows(encrypted.len()).any(|w| w == encrypted) {
            return Err(Trouble::Password);
        }
        return xls::read_xls(bytes, wish);
    }
    let mut archive = Archive::open(bytes, read)?;
    let has = |name: &str| archive.has(name);
    if has("content.xml") {
        return ods::read_ods(&mut archive, wish);
    }
    if has("xl/workbook.bin") {
        return xlsb::read_xlsb(&mut archive, wish);
    }
    if has("[Content_Types].xml") && !has("word/document.xml") && !has("ppt/presentation.xml") {
        return xlsx::read_xlsx(&mut archive, wish);
    }
    if has("Index/Document.iwa") || has("Index.zip") {
        return Err(Trouble::Foreign("a workbook of Apple Numbers"));
    }
    Err(Trouble::Foreign("a zip archive, and no workbook that is read"))
}

/// The text of a CSV file, without what marks it as UTF-8 or UTF-16.
fn decode(label: &str, bytes: Vec<u8>, files: &mut Files) -> Result<String, Diagnostic> {
    for (head, unit) in UTF_16 {
        if let Some(rest) = bytes.strip_prefix(head) {
            let (pairs, odd) = rest.as_chunks::<2>();
            return String::from_utf16(&pairs.iter().copied().map(unit).collect::<Vec<u16>>())
                .ok()
                .filter(|_| odd.is_empty())
                .ok_or_else(|| {
                    error!(NotUtf8, "`{label}` is UTF-16 that is cut short or damaged", SAVE)
                });
        }
    }
    let text = read_utf8(label, bytes, SAVE, files)?;
    Ok(text.strip_prefix(BOM).map(str::to_owned).unwrap_or(text))
}
