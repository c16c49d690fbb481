//! Property tests: a deck that is written as a sheet or as TOML and read back is the same deck. Run by `cargo test` on random
//! decks.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use super::columns::Columns;
use super::csv_writing::write_csv;
use super::deck_writing::{CARD, rows, write_deck};
use super::grid::Wish;
use super::sheet_reading::DeckSheet;
use super::sheet_rows::open_sheet;
use super::value::{Datum, Key, TomlTable, Value, parse_toml};
use crate::source::{Code, Diagnostic, Diagnostics, Files, GameFolder, Severity, Span};

fn nowhere() -> Span {
    Span::new(Files::new().add("", ""), 0..0)
}

fn value(datum: Datum) -> Value {
    let span = nowhere();
    Value { span, datum }
}

fn table(entries: impl IntoIterator<Item = (String, Value)>) -> TomlTable {
    let span = nowhere();
    let entries = entries.into_iter();
    TomlTable { entries: entries.map(|(name, value)| (Key { name, span }, value)).collect() }
}

/// Words as people write them, and all that makes trouble in CSV, TOML or a spreadsheet.
fn words() -> impl Strategy<Value = String> {
    let trouble = "[\"'\\\\,;#=+@{}\\[\\]\n\r\t 0-9a-cE.:/\u{A0}\u{FEFF}é月-]{0,9}";
    prop_oneof![
        "[A-Za-z0-9 ,.!\n\"]{0,12}",
        trouble,
        // A sign that a terminal obeys is not read as it is written.
        any::<String>().prop_map(|text| text.replace(|c: char| c.is_control(), " ")),
        prop::sample::select(vec![
            "03",
            "3",
            "-3",
            "2.5",
            "2.50",
            "1e5",
            "1e21",
            "nan",
            "+inf",
            "-inf",
            "true",
            "TRUE",
            "False",
            "[1]",
            "[]",
            "{}",
            "{ a = 1 }",
            "{lamp}",
            "\"3\"",
            "\"\"3\"\"",
            "\"Halt!\"",
            "\"\"",
            "=1+1",
            "# a = 1",
            "sep=;",
            "'",
            "\"\"\"",
            "a\\",
            "1/2",
            "2020-01-01",
            " ",
            "\r\n",
        ])
        .prop_map(str::to_owned),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => words().prop_map(Datum::String),
        2 => any::<i64>().prop_map(Datum::Integer),
        1 => (-20_i64..20).prop_map(Datum::Integer),
        2 => any::<f64>().prop_filter("equal to itself", |n| !n.is_nan()).prop_map(Datum::Float),
        1 => any::<bool>().prop_map(Datum::Boolean),
    ];
    leaf.prop_map(value).prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(|list| value(Datum::List(list))),
            btree_map(words(), inner, 0..3).prop_map(|t| value(Datum::Table(table(t)))),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-d]{1,2}", 1 => words()]
}

/// A deck's file: head and rows. A row has a name, as every card does.
fn deck() -> impl Strategy<Value = TomlTable> {
    let head = btree_map(key().prop_filter("is no head", |k| k != CARD), any_value(), 0..4);
    let row = (words(), btree_map(key(), any_value(), 0..5)).prop_map(|(name, mut row)| {
        row.insert("name".to_owned(), value(Datum::String(name)));
        value(Datum::Table(table(row)))
    });
    (head, vec(row, 1..5)).prop_map(|(mut head, rows)| {
        head.insert(CARD.to_owned(), value(Datum::List(rows)));
        table(head)
    })
}

fn read(text: &str, delimiter: Option<u8>) -> DeckSheet {
    let mut faults = Diagnostics::new();
    let sheet = read_csv(text, delimiter, &mut Files::new(), &mut faults);
    // Rows of little may be asked about, but are read.
    let asked = |d: &Diagnostic| d.code == Code::SheetRow && d.severity == Severity::Warning;
    assert!(faults.iter().all(asked), "{faults:?}\n{text}");
    sheet.unwrap()
}

fn read_csv(
    text: &str,
    delimiter: Option<u8>,
    files: &mut Files,
    faults: &mut Diagnostics,
) -> Option<DeckSheet> {
    let (bytes, wish) = (text.as_bytes().to_vec(), Wish { delimiter, ..Wish::default() });
    open_sheet("cards.csv", bytes, wish, &Columns::default(), None, files, faults)
}

fn read_toml(text: &str) -> TomlTable {
    let mut faults = Diagnostics::new();
    let table = parse_toml(Files::new().add("cards.toml", text), text, &mut faults);
    assert!(faults.is_empty(), "{faults:?}\n{text}");
    table.unwrap()
}

fn say_the_same(a: &TomlTable, b: &TomlTable) -> bool {
    value(Datum::Table(a.clone())).says_as(&value(Datum::Table(b.clone())))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_sheet_gives_back_the_deck_that_it_was_written_from(deck in deck(), sign in 0..4_usize) {
        let delimiter = [b',', b';', b'\t', b','][sign];
        let text = write_csv(&deck, delimiter);
        // The last is found out.
        let back = read(&text, (sign < 3).then_some(delimiter)).deck;
        prop_assert!(say_the_same(&back, &deck), "{text}\n{}", write_deck(&back));
    }

    #[test]
    fn line_ends_and_empty_cells_of_a_spreadsheet_change_nothing(deck in deck()) {
        let text = write_csv(&deck, b',');
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let mut saved = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).flexible(true).from_writer(Vec::new());
        let records: Vec<_> = reader.records().map(Result::unwrap).collect();
        let width = records.iter().map(csv::StringRecord::len).max().unwrap();
        for record in records {
            let empty = std::iter::repeat_n("", width + 1 - record.len());
            saved.write_record(record.iter().chain(empty)).unwrap();
        }
        let saved = String::from_utf8(saved.into_inner().unwrap()).unwrap();
        prop_assert!(say_the_same(&read(&saved, None).deck, &deck), "{saved}");
    }

    #[test]
    fn a_deck_in_toml_says_what_it_was_written_from(deck in deck()) {
        let text = write_deck(&deck);
        prop_assert!(say_the_same(&read_toml(&text), &deck), "{text}");
    }

    #[test]
    fn no_text_is_too_odd_to_be_read_or_refused(text in any::<String>(), words in vec(words(), 0..20)) {
        for text in [text, words.concat(), words.join(",")] {
            let mut faults = Diagnostics::new();
            let mut files = Files::new();
            let read = read_csv(&text, None, &mut files, &mut faults);
            prop_assert_eq!(read.is_none(), faults.has_errors());
            for fault in faults.iter() {
                prop_assert!(fault.help.is_some());
                fault.span.map(|span| files.place(span));
            }
        }
    }
}

/// Every deck of the shipped games, by its name, with its text.
fn shipped() -> Vec<(String, String)> {
    let mut files = Files::new();
    let mut decks = Vec::new();
    for id in GameFolder::shipped_ids() {
        let folder = GameFolder::shipped(&id).unwrap();
        for name in folder.deck_names() {
            let (_, text) = folder.text(&format!("{name}.toml"), &mut files).unwrap();
            decks.push((format!("{id}/{name}"), text.to_string()));
        }
    }
    assert!(decks.len() >= 27, "{}", decks.len());
    decks
}

#[test]
fn shipped_decks_come_back_with_every_key_in_its_place() {
    let entries = |table: &TomlTable| {
        let entries = table.entries.iter().filter(|(k, _)| k.name != CARD);
        let entries = entries.map(|(k, v)| format!("{} = {v}", k.name));
        entries.collect::<Vec<_>>()
    };
    for (name, text) in shipped() {
        let deck = read_toml(&text);
        let sheet = read(&write_csv(&deck, b','), None).deck;
        let written = read_toml(&write_deck(&deck));
        for back in [sheet, written] {
            assert_eq!(entries(&back), entries(&deck), "{name}");
            let of_rows = |table: &TomlTable| rows(table).map(entries).collect::<Vec<_>>();
            assert_eq!(of_rows(&back), of_rows(&deck), "{name}");
        }
    }
}
