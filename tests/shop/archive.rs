//! Archives, read byte by byte.

use super::*;

/// Names, dates and bytes of the files of a zip in which nothing is packed.
fn entries(zip: &[u8]) -> Vec<(String, u32, Vec<u8>)> {
    let two = |at: usize| u16::from_le_bytes([zip[at], zip[at + 1]]);
    let four = |at: usize| u32::from(two(at)) | u32::from(two(at + 2)) << 16;
    let mut at = 0;
    let mut found = Vec::new();
    while four(at) == 0x0403_4b50 {
        assert_eq!(two(at + 8), 0, "stored");
        let (date, size) = (four(at + 10), four(at + 18) as usize);
        let (name, extra) = (two(at + 26) as usize, two(at + 28) as usize);
        let start = at + 30 + name + extra;
        let text = String::from_utf8(zip[at + 30..at + 30 + name].to_vec()).unwrap();
        found.push((text, date, zip[start..start + size].to_vec()));
        at = start + size;
    }
    assert_eq!(four(at), 0x0201_4b50, "the list follows the files");
    found
}

#[test]
fn an_archive_holds_what_the_folder_would_and_no_date_of_today() {
    let arguments = ["shop", "thegamecrafter", "caper", "--deck", "coins"];
    let folder = export(&arguments).files("caper/thegamecrafter-coins/large-circle-chit");
    let zip = [&arguments[..], &["--zip"]].concat();
    let (first, second) = (export(&zip), export(&zip));
    let bytes = first.bytes("caper/thegamecrafter-coins.zip");
    assert_eq!(bytes, second.bytes("caper/thegamecrafter-coins.zip"));
    let entries = entries(&bytes);
    assert_eq!(entries[0].0, "made-by-deckproof.txt");
    let mut names: Vec<&String> = entries.iter().map(|e| &e.0).skip(1).collect();
    assert!(names.is_sorted());
    names.dedup();
    assert_eq!(names.len(), folder.len());
    for (name, date, bytes) in entries.iter().skip(1) {
        let own = name.strip_prefix("large-circle-chit/").unwrap();
        assert!(folder[own] == *bytes, "{name}");
        // The first of January 1980, at midnight.
        assert_eq!(*date, 0x0021_0000, "{name}");
    }
    // It may be made again, and nothing else is written over.
    let again = export_again(first.folder, &zip);
    std::fs::write(again.path("caper/thegamecrafter-coins.zip"), "PK mine").unwrap();
    let output = run_in(again.folder.path(), &[&["export"], &zip[..]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(again.bytes("caper/thegamecrafter-coins.zip"), b"PK mine");
}
