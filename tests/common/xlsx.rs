//! Workbooks of one sheet, made of its XML.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A workbook: the XML of its sheet, in pieces that follow one another so that a huge one needs no memory, and of the words that its
/// cells share.
pub fn xlsx<'x>(sheet: impl IntoIterator<Item = &'x str>, shared: &str) -> Vec<u8> {
    let link = |id: u8, kind: &str, file: &str| {
        format!("<Relationship Id=\"r{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{file}\"/>")
    };
    let links = |links: &[String]| format!("<Relationships>{}</Relationships>", links.concat());
    let book = format!(
        "<workbook xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>"
    );
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, pieces: &mut dyn Iterator<Item = &str>| {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        pieces.for_each(|piece| zip.write_all(piece.as_bytes()).unwrap());
    };
    let mut whole = |name: &str, text: &str| put(name, &mut [text].into_iter());
    whole("[Content_Types].xml", "<Types/>");
    let to_book = links(&[link(1, "officeDocument", "book.xml")]);
    whole("_rels/.rels", &to_book);
    whole("book.xml", &book);
    let (cells, words) = (link(1, "worksheet", "sheet.xml"), link(2, "sharedStrings", "words.xml"));
    whole("_rels/book.xml.rels", &links(&[cells, words]));
    whole("words.xml", &format!("<sst>{shared}</sst>"));
    put("sheet.xml", &mut sheet.into_iter());
    zip.finish().unwrap().into_inner()
}

/// The XML of rows: words, numbers, `TRUE` and `FALSE`, errors such as `#REF!`, and no cell for empty words. Rows whose first words
/// begin with `~` are hidden.
pub fn rows(rows: &[&[&str]]) -> String {
    let cell = |(at, words): (usize, &&str)| {
        let (kind, value) = match *words {
            "" => return String::new(),
            "TRUE" => (" t=\"b\"", "1"),
            "FALSE" => (" t=\"b\"", "0"),
            "#REF!" => (" t=\"e\"", "#REF!"),
            number if number.parse::<f64>().is_ok() => ("", number),
            words => (" t=\"str\"", words),
        };
        let value = value.trim_start_matches('~').replace('&', "&amp;").replace('<', "&lt;");
        let column = char::from(b'A' + at as u8);
        // Without a row, a cell is in that of the row around it.
        format!("<c r=\"{column}ROW\"{kind}><v>{value}</v></c>")
    };
    let row = |(at, row): (usize, &&[&str])| {
        let cells: String = row.iter().enumerate().map(cell).collect();
        let number = (at + 1).to_string();
        let hidden = if row[0].starts_with('~') { " hidden=\"1\"" } else { "" };
        format!(
            "<row r=\"{number}\"{hidden}>{}</row>",
            cells.replace("ROW\"", &format!("{number}\""))
        )
    };
    rows.iter().enumerate().map(row).collect()
}
