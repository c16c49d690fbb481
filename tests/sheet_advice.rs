//! What is said of a designer's sheet can be done: each line that a message advises works when it is pasted into the deck's file.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use crate::xlsx::{rows, xlsx};

const TEMPLATE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<rect data-fit="name" x="5" y="4" width="50" height="8" data-font="Cabin" data-size="9"/>
<rect data-fit="cost" x="5" y="20" width="50" height="8" data-font="Cabin" data-size="9"/></svg>"#;

/// A game of one deck with a sheet.
struct Game {
    dir: tempfile::TempDir,
    /// The lines of the deck's file that are about the sheet, by their keys.
    deck: Vec<String>,
}

impl Game {
    fn new(name: &str, sheet: impl AsRef<[u8]>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(dir.path().join("templates")).unwrap();
        let mut game = Game { dir, deck: vec![] };
        game.write("game.toml", "format = 1\ntitle = \"Garden\"\n");
        game.write("templates/card.svg", TEMPLATE);
        game.write(name, sheet);
        game.paste(&format!("rows = \"{name}\""));
        game
    }

    fn of_rows(cells: &[&[&str]]) -> Self {
        let sheet = format!("<worksheet><sheetData>{}</sheetData></worksheet>", rows(cells));
        Game::new("cards.xlsx", xlsx([sheet.as_str()], ""))
    }

    /// The same cells as a workbook and as CSV.
    fn of_both(cells: &[&[&str]]) -> [Self; 2] {
        let quoted = |cell: &&str| format!("\"{}\"", cell.replace('"', "\"\""));
        let line = |row: &&[&str]| row.iter().map(quoted).collect::<Vec<_>>().join(",");
        let lines: Vec<String> = cells.iter().map(line).collect();
        [Game::of_rows(cells), Game::new("cards.csv", lines.join("\n"))]
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.dir.path().join(name), bytes).unwrap();
    }

    /// Writes a line into the deck's file, instead of the one with the same key.
    fn paste(&mut self, line: &str) {
        let key = |line: &str| line.split('=').next().map(str::to_owned);
        self.deck.retain(|known| key(known) != key(line));
        self.deck.push(line.to_owned());
        let deck = self.deck.join("\n");
        self.write("cards.toml", format!("template = \"card.svg\"\n{deck}\n"));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .current_dir(self.dir.path())
            .args(arguments)
            .output()
            .unwrap()
    }

    fn told(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    /// What `check` says, which must find no error.
    #[track_caller]
    fn checked(&self) -> String {
        let told = self.told(&["check", "."]);
        assert!(!told.contains("error"), "{:?}\n{told}", self.deck);
        told
    }

    /// Follows all advice, each time the first line of it, until `check` finds nothing.
    #[track_caller]
    fn follow(&mut self) {
        for _ in 0..6 {
            let told = self.checked();
            if told.contains("no fault found") {
                return;
            }
            let line = advised(&told).into_iter().next();
            let line = line.unwrap_or_else(|| panic!("no advice in:\n{told}"));
            assert!(!self.deck.contains(&line), "{line} changes nothing:\n{told}");
            self.paste(&line);
        }
        panic!("no end of it: {:?}", self.deck);
    }

    /// The cards: their names, and how many there are where the sheet says so.
    #[track_caller]
    fn cards(&self) -> Vec<String> {
        let out = self.told(&["export", "csv", ".", "-o", "out"]);
        let mut folders = std::fs::read_dir(self.dir.path().join("out")).expect(&out);
        let folder = folders.next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(folder.join("cards.csv")).unwrap();
        let mut rows = text.split_once("\n\n").unwrap().1.lines();
        let headings: Vec<&str> = rows.next().unwrap().split(',').collect();
        let card = |row: &str| {
            let cells = row.split(',').map(|cell| cell.trim_matches('"'));
            let row: BTreeMap<&str, &str> = headings.iter().copied().zip(cells).collect();
            let copies = row.get("copies").map(|n| format!(" x{n}"));
            format!("{}{}", row["name"], copies.unwrap_or_default())
        };
        rows.map(card).collect()
    }
}

/// The lines for a deck's file that messages advise.
fn advised(told: &str) -> Vec<String> {
    let quoted = told.split('`').skip(1).step_by(2);
    let keys = ["ignore = [", "columns = {", "skip = \""];
    let lines = quoted.filter(|words| keys.iter().any(|key| words.starts_with(key)));
    lines.map(str::to_owned).collect()
}

/// Headings as people write them.
const ODD: [&str; 17] = [
    "Cost (g)",
    "#",
    "★",
    "Coût",
    "% chance",
    "Cost",
    "QTY.",
    "Quantité",
    "Power Rating",
    "a \"b\"",
    "Notes*",
    "*",
    "a\\b",
    "x, y",
    "two\nlines",
    "3",
    "Name (old)",
];

#[test]
fn each_advised_line_works_whatever_the_heading() {
    for heading in ODD {
        for at in 0..2 {
            let rows: [&[&str]; 2] = [&["Name", "Cost", heading], &["Fern", "1", "2"]];
            for mut game in Game::of_both(&rows) {
                let told = game.checked();
                let lines = advised(&told);
                let Some(line) = lines.get(at) else {
                    assert!(at > 0, "no advice for {heading}:\n{told}");
                    continue;
                };
                game.paste(line);
                let told = game.checked();
                assert!(told.contains("no fault found"), "{heading}: {line}\n{told}");
            }
        }
    }
}

#[test]
fn all_advice_together_works_beside_what_the_deck_says_already() {
    let mut all = vec!["Name", "Cost", "Art"];
    all.extend(ODD);
    all.extend(["", "", "Art", "Mine"]);
    let row: Vec<&str> = all.iter().map(|_| "2").collect();
    for mut game in Game::of_both(&[&all, &row]) {
        game.paste("ignore = [\"Mine\"]");
        game.follow();
        assert!(game.deck.iter().any(|line| line.starts_with("ignore = [\"Mine\", ")));
    }
}

#[test]
fn only_the_one_of_two_columns_that_is_not_shown_is_ignored() {
    let game = Game::of_rows(&[&["Name", "Cost", "Cost"], &["Fern", "1", "2"]]);
    game.write("templates/card.svg", TEMPLATE.replace("\"cost\"", "\"cost-2\""));
    // `ignore` has no word for the first alone.
    assert_eq!(advised(&game.checked()), [""; 0]);
    assert!(game.checked().contains("show it in `card.svg` as {{cost}}\n"));
}

#[test]
fn what_people_call_the_number_of_copies_is_asked_about() {
    for heading in ["#", "Stück", "# of copies", "How many", "Qty.", "Anzahl", "Quantité"] {
        let cells: [&[&str]; 3] =
            [&["Name", "Cost", heading], &["Fern", "1", "3"], &["Rose", "1", "2"]];
        for mut game in Game::of_both(&cells) {
            let told = game.checked();
            assert!(told.contains(&format!("is `{heading}` the number of copies?")), "{told}");
            game.follow();
            assert_eq!(game.cards(), ["Fern x3", "Rose x2"], "{heading}");
        }
    }
}

#[test]
fn a_new_game_takes_a_column_that_counts_up_for_no_number_of_copies() {
    for (third, cards) in [("3", "3 cards"), ("5", "8 cards")] {
        let csv = format!("Name,#,Cost\nFern,1,x\nRose,2,y\nMoss,{third},z\n");
        let game = Game::new("odd.csv", csv);
        game.told(&["new", "made", "--from-sheet", "odd.csv"]);
        let told = game.told(&["check", "made"]);
        assert!(told.contains(cards), "no {cards} in:\n{told}");
    }
}

// ------------------------------------------------------------------------------------------ rows that may not be cards

#[test]
fn rows_with_cells_only_in_columns_that_are_not_read_are_left_out() {
    let cells: [&[&str]; 5] = [
        &["Name", "Cost", "", "Notes", ""],
        &["Fern", "1", "", "x", ""],
        &["", "", "a note", "", ""],
        &["", "", "", "only", ""],
        &["", "", "Name", "", "Price"],
    ];
    for mut game in Game::of_both(&cells) {
        game.paste("ignore = [\"Notes\"]");
        assert_eq!(game.cards(), ["Fern"]);
        let told = game.checked();
        assert!(told.contains("column C has no heading"), "{told}");
        game.follow();
        assert_eq!(game.cards(), ["Fern"]);
    }
}

#[test]
fn headings_between_the_cards_are_skipped_as_advised() {
    let cells: [&[&str]; 9] = [
        &["Card Name", "Copies", "Cost"],
        &["Fern", "2", "1"],
        &["Events", "", ""],
        &["Rose", "3", "1"],
        &["--- Fern's ---", "", ""],
        &["Moss", "1", "1"],
        &["Fern's \"places\"", "", ""],
        &["Sage", "1", "1"],
        &["Total", "7", ""],
    ];
    let merged = "<mergeCells><mergeCell ref=\"A3:C3\"/></mergeCells>";
    let sheet = |merged: &str| {
        let sheet = format!("<sheetData>{}</sheetData>{merged}", rows(&cells));
        let sheet = format!("<worksheet>{sheet}</worksheet>");
        Game::new("cards.xlsx", xlsx([sheet.as_str()], ""))
    };
    let mut game = sheet(merged);
    let told = game.checked();
    let skip = "skip = \"name='Events' or name starts with '--'\"";
    assert!(told.contains(skip), "{told}");
    game.paste(skip);
    let told = game.checked();
    assert!(!told.contains("between the cards"), "{told}");
    assert!(advised(&told).iter().any(|line| line.ends_with("or name='Total'\"")), "{told}");
    let mut game = Game::of_both(&[cells[0], cells[1], cells[3], cells[5], cells[8]]);
    for game in &mut game {
        game.follow();
        assert_eq!(game.cards(), ["Fern x2", "Rose x3", "Moss x1"]);
    }
}

#[test]
fn a_row_of_one_name_is_skipped_as_advised() {
    let mut cells: Vec<&[&str]> = vec![&["Card", "Copies", "Cost"]];
    let plants = ["Fern", "Rose", "Moss", "Sage", "Ivy", "Lily"].map(|name| [name, "2", "1"]);
    cells.extend(plants.iter().map(<[&str; 3]>::as_slice));
    cells.insert(3, &["Fern's places", "", ""]);
    for mut game in Game::of_both(&cells) {
        game.follow();
        assert_eq!(game.cards().len(), 6, "{:?}", game.deck);
    }
}

#[test]
fn print_says_which_rows_it_leaves_out_and_which_may_not_be_cards() {
    let cells: [&[&str]; 4] = [
        &["Name", "Copies", "Cost"],
        &["Fern", "2", "1"],
        &["~Rose", "3", "1"],
        &["Total", "5", ""],
    ];
    let mut game = Game::of_rows(&cells);
    let told = game.told(&["print", "."]);
    for words in ["row 3 is hidden", "is `Total` a card?", "2 warnings"] {
        assert!(told.contains(words), "no `{words}` in:\n{told}");
    }
    game.paste("skip = \"name=Total\"");
    let allowed = "format = 1\ntitle = \"Garden\"\n[check.allow]\nD052 = \"a filter\"\n";
    game.write("game.toml", allowed);
    let told = game.told(&["print", "."]);
    assert!(!told.contains("warning") && told.contains("pages"), "{told}");
}

// ------------------------------------------------------------------------------------------ columns and cells

#[test]
fn a_column_that_is_empty_on_all_cards_is_an_empty_field() {
    for game in Game::of_both(&[&["Name", "Cost"], &["Fern", ""], &["Rose", ""]]) {
        let told = game.checked();
        assert!(told.contains("no fault found"), "{told}");
        assert!(game.run(&["print", "."]).status.success());
        let when = TEMPLATE
            .replace("<rect data-fit=\"cost\"", "<rect data-if=\"cost>1\" data-fit=\"cost\"");
        game.write("templates/card.svg", when);
        assert!(game.checked().contains("no fault found"));
    }
}

#[test]
fn true_as_a_name_is_written_as_the_spreadsheet_shows_it() {
    for mut game in Game::of_both(&[&["Name", "Cost"], &["TRUE", "TRUE"], &["FALSE", "FALSE"]]) {
        assert_eq!(game.cards(), ["TRUE", "FALSE"]);
        for word in ["true", "TRUE"] {
            game.paste(&format!("skip = \"cost={word}\""));
            assert_eq!(game.cards(), ["FALSE"]);
        }
    }
    for kind in ["xlsx", "ods", "xls", "xlsb"] {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sheets");
        let book = std::fs::read(from.join(format!("kinds.{kind}"))).unwrap();
        let mut game = Game::new(&format!("kinds.{kind}"), book);
        game.paste("columns = { Name = \"title\", Flag = \"name\" }");
        game.paste("ignore = [\"Legend\", \"Tall\", \"L\", \"Text\"]");
        let cards = game.cards().join(" ");
        assert!(cards.contains("TRUE") && cards.contains("FALSE"), "{kind}: {cards}");
    }
}

#[test]
fn a_name_that_is_wrong_is_not_missing_as_well() {
    let broken = Game::of_rows(&[&["Name", "Cost"], &["Fern", "1"], &["#REF!", "2"]]);
    let tall = format!(
        "<worksheet><sheetData>{}</sheetData><mergeCells><mergeCell ref=\"A2:A3\"/></mergeCells></worksheet>",
        rows(&[&["Name", "Cost"], &["Fern", "1"], &["", "2"]])
    );
    let merged = Game::new("cards.xlsx", xlsx([tall.as_str()], ""));
    for (game, words) in [(broken, "shows `#REF!`"), (merged, "are merged")] {
        let told = game.told(&["check", "."]);
        assert!(told.contains(words) && !told.contains("has no name"), "{told}");
    }
}

#[test]
fn an_address_is_answered_with_how_to_get_the_sheet() {
    let address = "https://docs.google.com/spreadsheets/d/1/edit#gid=0";
    let game = Game::new("cards.csv", "Name,Cost\nFern,1\n");
    let commands: [&[&str]; 2] = [&["new", "made", "--from-sheet", address], &["import", address]];
    for arguments in commands {
        let output = game.run(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("Comma-separated values") && told.contains("curl -L"), "{told}");
    }
}

#[test]
fn a_key_that_columns_gives_to_a_second_column_is_told_at_columns() {
    let mut game = Game::new("cards.csv", "name,cost,Price\nGale,1,2\n");
    game.paste("columns = { \"Price\" = \"cost\" }");
    let told = game.told(&["check", "."]);
    assert!(told.contains("two columns are called `cost`"), "{told}");
    let place = told.split_once("--> ").unwrap().1;
    assert!(place.starts_with("cards.toml:3:13"), "{told}");
}
