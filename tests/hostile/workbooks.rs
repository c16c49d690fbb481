//! Workbooks of a few KiB that would fill the memory.

use std::io::{Cursor, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::trap::game;
use crate::xlsx::xlsx;

/// What a run may take: a second or two, and more on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// Memory that a run may take, in KiB: what may be unpacked, the program, and its threads.
const MOST: u64 = 300 << 10;

const HEAD: &str =
    "<worksheet><sheetData><row><c t=\"str\"><v>name</v></c></row><row><c t=\"str\"><v>";
const TAIL: &str = "</v></c></row></sheetData></worksheet>";

#[test]
fn a_sheet_has_no_more_cards_than_a_deck() {
    let rows: String = (0..10_500).map(|n| format!("Card {n},1\n")).collect();
    let game = game();
    game.write("tiny/spells.toml", "template = \"spell.svg\"\nrows = \"many.csv\"\n");
    game.write("tiny/many.csv", format!("name,cost\n{rows}"));
    let told = game.run(&["check", "tiny"]);
    told.said(1, &["[D009]", "many.csv:10002:1", "more than 10,000 cards"]);
}

/// `check` refuses a game with such a workbook in these words, soon, and without much memory.
#[track_caller]
fn refused(name: &str, workbook: &[u8], words: &str) {
    refused_by(name, workbook, 1, words);
}

/// As [`refused`], with this number of decks that all take their rows from it.
#[track_caller]
fn refused_by(name: &str, workbook: &[u8], decks: u32, words: &str) {
    assert!(workbook.len() < 2 << 20, "{name} has {} bytes", workbook.len());
    let game = game();
    let deck = "template = \"spell.svg\"\nrows = \"bomb.xlsx\"\n";
    game.spoil("game.toml", "decks = [\"spells\"]\n", "");
    for other in 1..decks {
        game.write(&format!("tiny/deck-{other}.toml"), deck);
    }
    game.write("tiny/spells.toml", deck);
    game.write("tiny/bomb.xlsx", workbook);
    let begun = Instant::now();
    let mut command = game.command();
    let command = command.args(["check", "tiny"]).stdout(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = peak(child.id()).unwrap_or(0).max(most);
        if begun.elapsed() > LONGEST || most > MOST {
            child.kill().unwrap();
        }
        crate::studio::client::wait(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let seconds = begun.elapsed().as_secs_f64();
    println!("{seconds:6.3} s  {:4} MiB  {name}", most >> 10);
    assert!(most <= MOST, "{name} takes more than {most} KiB");
    assert_eq!(output.status.code(), Some(1), "{name}, {seconds} s: {told}");
    assert!(told.contains(words), "{name}: {told}");
}

/// A workbook of LibreOffice whose only row is this.
fn ods(row: &str) -> Vec<u8> {
    const BOLD: &str = "<style style:name=\"B\"><text-properties fo:font-weight=\"bold\"/></style>";
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("content.xml", SimpleFileOptions::default()).unwrap();
    for piece in ["<document>", BOLD, "<table table:name=\"S\"><table-row>", row] {
        zip.write_all(piece.as_bytes()).unwrap();
    }
    zip.write_all(b"</table-row></table></document>").unwrap();
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_workbook_of_libreoffice_that_grows_is_refused() {
    let long = "a".repeat(1 << 19);
    let cell = |attributes: &str, words: &str| {
        ods(&format!("<table-cell {attributes}><p>{words}</p></table-cell>"))
    };
    let hidden = cell("table:number-columns-repeated=\"16384\"", &long);
    refused("a cell of 8 GiB", &hidden, "more than 32 MiB of text");
    let value = format!("office:string-value=\"{}\"", long.repeat(100));
    let told = "an element with more than 1 MiB of attributes";
    refused("a value of 50 MiB", &cell(&value, "a"), told);
    let styled = "<span text:style-name=\"B\">".repeat(50_000);
    let styled = format!("{styled}{long}{}", "</span>".repeat(50_000));
    let told = "words in more than 32 styles inside one another";
    refused("words in 50,000 styles", &cell("", &styled), told);
    let told = "a cell with more than 1 MiB of words";
    refused("words of 50 MiB", &cell("", &long.repeat(100)), told);
}

#[test]
fn a_row_that_is_not_shown_is_bounded_however_often_it_is_repeated() {
    let row = "</table-row><table-row table:visibility=\"collapse\" table:number-rows-repeated=\"4000000000\">\
        <table-cell table:number-columns-repeated=\"16000\"><p>a</p></table-cell>";
    refused("hidden rows", &ods(row), "more than 1000000 filled cells");
}

#[test]
fn many_decks_of_one_workbook_share_a_bound() {
    let blanks = " ".repeat(1 << 20);
    let pieces = [HEAD, TAIL].into_iter().chain([blanks.as_str()].repeat(100));
    let told = "more than 160 MiB, unpacked, together with the sheets of other decks";
    refused_by("150 decks", &xlsx(pieces, ""), 150, told);
}

/// The most memory that a process had so far, in KiB; only Linux says so.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn a_workbook_that_grows_when_it_is_unpacked_is_refused() {
    let mib = "a".repeat(1 << 20);
    let blanks = " ".repeat(1 << 20);
    let many = |piece: &'static str, times: usize| std::iter::repeat_n(piece, times);
    let around = |pieces: Vec<&str>| xlsx([vec![HEAD], pieces, vec![TAIL]].concat(), "");
    let shared = format!("<si><t>{}</t></si>", mib.repeat(100));
    let runs = "<r><t>aaaa</t></r>".repeat(1000);
    let runs = vec!["</v></c><c t=\"inlineStr\"><is>"].into_iter().chain(vec![runs.as_str(); 300]);
    for (name, workbook, words) in [
        (
            "a GiB of blanks",
            xlsx([HEAD, TAIL].into_iter().chain([blanks.as_str()].repeat(1024)), ""),
            "more than 128 MiB, unpacked",
        ),
        ("a GiB of words", xlsx(["x"], &mib.repeat(200)), "more than 128 MiB, unpacked"),
        ("a cell of 100 MiB", around(vec![&mib; 100]), "a cell with more than 1 MiB of words"),
        (
            "a cell of many pieces",
            around(many("a&amp;", 4 << 20).collect()),
            "a cell with more than 1 MiB of words",
        ),
        ("a cell of many runs", around(runs.collect()), "a cell with more than 1 MiB of words"),
        (
            "shared words of 100 MiB",
            xlsx([HEAD, TAIL], &shared),
            "a cell with more than 1 MiB of words",
        ),
        (
            "a hundred thousand rows",
            around(vec!["</v></c></row><row><c><v>1"; 1 << 17]),
            "filled rows",
        ),
        (
            "a far cell",
            xlsx(
                [
                    "<worksheet><dimension ref=\"A1:XFD1048576\"/><sheetData><row><c r=\"XFE1048577\"><v>1</v></c></row></sheetData></worksheet>",
                ],
                "",
            ),
            "it has a cell `XFE1048577`",
        ),
    ] {
        refused(name, &workbook, words);
    }
}

#[test]
fn a_huge_dimension_costs_nothing() {
    let sheet = "<worksheet><dimension ref=\"A1:XFD1048576\"/><sheetData><row r=\"1048575\"><c r=\"XFC1048575\" t=\"str\"><v>name</v></c></row>\
        <row><c r=\"XFC1048576\" t=\"e\"><v>#REF!</v></c></row></sheetData></worksheet>";
    refused("a huge dimension", &xlsx([sheet], ""), "S!XFC1048576");
}
