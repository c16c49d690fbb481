//! Workbooks as designers have them: which rows are cards, parts of a sheet, styled words, and a game made of a sheet. The two
//! workbooks in `tests/sheets` are the same sheet, saved by openpyxl and by LibreOffice.

use std::path::Path;
use std::process::{Command, Output};

const TEMPLATE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">
<rect data-fit="name" x="5" y="4" width="50" height="8" data-font="Cabin" data-size="9"/>
<rect data-fit="text" x="5" y="20" width="50" height="40" data-font="Cabin" data-size="9"/>
<rect data-fit="cost" x="5" y="70" width="50" height="8" data-font="Cabin" data-size="9"/></svg>"#;

/// The same sheet in each kind of workbook: see `tests/sheets/kinds.py`.
const KINDS: [&str; 4] = ["kinds.xlsx", "kinds.ods", "kinds.xls", "kinds.xlsb"];

/// A game of one deck, whose file says `rows` and the lines below it.
struct Game(tempfile::TempDir);

impl Game {
    fn new(deck: &str) -> Self {
        let game = Game(tempfile::tempdir().unwrap());
        std::fs::create_dir_all(game.0.path().join("templates")).unwrap();
        game.write("game.toml", "format = 1\ntitle = \"Garden\"\n");
        game.write("templates/card.svg", TEMPLATE);
        let head = "template = \"card.svg\"\nsize = \"poker\"\n";
        game.write("cards.toml", format!("{head}{deck}"));
        let books = ["plants.xlsx", "plants.ods"].iter().chain(&KINDS);
        for name in books {
            let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sheets");
            std::fs::copy(from.join(name), game.0.path().join(name)).unwrap();
        }
        game
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .current_dir(self.0.path())
            .args(arguments)
            .output()
            .unwrap()
    }

    /// What a command says and reports; it must succeed.
    #[track_caller]
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert!(output.status.success(), "{said}");
        said
    }

    /// The rows of the deck as `export csv` writes them.
    #[track_caller]
    fn rows(&self) -> String {
        self.said(&["export", "csv", ".", "-o", "out"]);
        let mut folders = std::fs::read_dir(self.0.path().join("out")).unwrap();
        let folder = folders.next().unwrap().unwrap().path();
        let text = std::fs::read_to_string(folder.join("cards.csv")).unwrap();
        text.split_once("\n\n").unwrap().1.to_owned()
    }
}

#[test]
fn an_excel_and_a_libreoffice_workbook_give_the_same_cards() {
    for name in ["plants.xlsx", "plants.ods"] {
        let game = Game::new(&format!(
            "rows = \"{name}\"\nsheet = \"Plants\"\nrich = true\n\
             skip = \"Status=draft or name starts with --- or name=Events or name=Total\"\n\
             columns = {{ Qty = \"copies\" }}\nignore = [\"Status\"]\n"
        ));
        let rows = "name,copies,cost,text\n\
                    Fern,2,$5.00,Take **two & go** now [red]{#c02020}\n\
                    Fern,1,3,other\n,3,1,nameless\nLast,1,1,x\n";
        assert_eq!(game.rows(), rows, "{name}");
        let listed = game.said(&["list", ".", "--deck", "cards"]);
        for id in [" fern ", " fern-2 ", " card ", " last "] {
            assert!(listed.contains(id), "no `{id}` in:\n{listed}");
        }
    }
}

#[test]
fn rows_that_are_no_cards_are_left_out_or_asked_about() {
    for name in ["plants.xlsx", "plants.ods"] {
        let game = Game::new(&format!("rows = \"{name}#Plants\"\nignore = [\"Status\"]\n"));
        let said = game.said(&["check", "."]);
        for words in [
            "row 9 is hidden in the sheet, so it is left out",
            "words in bold, italic or colour are printed as all others",
            "this row is a heading between the cards, so it is left out",
            "the row has no name",
            "is this a card? its row has nothing else",
            "is `Total` a card?",
            "is `Qty` the number of copies?",
            "Plants!C13",
        ] {
            assert!(said.contains(words), "{name}: no `{words}` in:\n{said}");
        }
        let rows = game.rows();
        for words in ["Orchid", "Rose", "---"] {
            assert!(!rows.contains(words), "{name}: `{words}` in:\n{rows}");
        }
    }
}

#[test]
fn all_kinds_of_workbooks_give_the_same_cards() {
    let long = "é".repeat(4_000) + &"😀".repeat(200);
    let rows = format!(
        "name,cost,share,day,flag,sum,text\n\
         Fern,$5.00,\"\"\"50%\"\"\",2-Jan-26,true,10.0,\"Été 😀 “quoted”\nin two lines\"\n\
         Moss,1.25,\"\"\"12.5%\"\"\",,false,ab,{long}\n\
         Rose,\"\"\"1,234,567\"\"\",(3.00),,,true,end\n\
         Sage,12,0.01,,,0.125,12\n"
    );
    for name in KINDS {
        let game =
            Game::new(&format!("rows = \"{name}\"\nignore = [\"Legend\", \"Tall\", \"L\"]\n"));
        let read = game.rows();
        assert!(read == rows, "{name}:\n{}", read.replace(&long, "…"));
        let told = String::from_utf8(game.run(&["check", "."]).stderr).unwrap();
        for words in ["row 5 is hidden", "the cell holds a date"] {
            assert!(told.contains(words), "{name}: no `{words}` in:\n{told}");
        }
    }
}

#[test]
fn merged_cells_are_refused_only_where_they_cover_cells_that_are_read() {
    for name in KINDS {
        let game = Game::new(&format!("rows = \"{name}\"\n"));
        let output = game.run(&["check", "."]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {told}");
        let refused = told.matches("are merged with this one").count();
        assert_eq!(refused, 1, "{name}: {told}");
        assert!(told.contains("the cells up to K7"), "{name}: {told}");
        let game = Game::new(&format!("rows = \"{name}\"\nignore = [\"Tall\"]\n"));
        let rows = game.rows();
        assert!(rows.contains("in two lines\",wide\n"), "{name}:\n{rows}");
    }
}

#[test]
fn a_hidden_sheet_is_read_when_it_is_named_and_its_errors_are_refused() {
    for name in KINDS {
        let game = Game::new(&format!("rows = \"{name}#Wrong\"\n"));
        let output = game.run(&["check", "."]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {told}");
        assert!(told.contains("the cell shows `#N/A`"), "{name}: {told}");
        let game = Game::new(&format!("rows = \"{name}#Cards!A3:B7\"\n"));
        let rows = game.rows();
        assert!(rows.starts_with("name,cost\nFern,$5.00\nMoss"), "{rows}");
    }
}

#[test]
fn an_old_workbook_with_a_password_says_so() {
    let game = Game::new("rows = \"kinds.xls\"\n");
    let mut bytes = std::fs::read(game.0.path().join("kinds.xls")).unwrap();
    // The record that names the character set becomes that of the encryption.
    let at = bytes.windows(6).position(|w| w == [0x42, 0, 2, 0, 0xB0, 4]);
    bytes[at.unwrap()] = 0x2F;
    game.write("kinds.xls", bytes);
    let output = game.run(&["check", "."]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("is protected by a password"), "{told}");
}

#[test]
fn a_part_of_a_workbook_is_named_behind_its_file() {
    for (part, cards) in [
        ("plants.xlsx#PlantTable", 2),
        ("plants.xlsx#Few", 1),
        ("plants.ods#Few", 1),
        ("plants.xlsx#Plants!C5:F7", 2),
        ("plants.ods#Plants!$C$5:$F$6", 1),
        ("plants.ods#'My Sheet'!A:B", 1),
        ("plants.xlsx#My Sheet", 1),
    ] {
        let game = Game::new(&format!("rows = \"{part}\"\n"));
        let listed = game.said(&["list", "."]);
        assert!(listed.contains(&format!(" {cards}\n")), "{part}:\n{listed}");
    }
    let game = Game::new("rows = \"plants.xlsx#Plant\"\n");
    let output = game.run(&["check", "."]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("did you mean `Plants`?"), "{told}");
}

#[test]
fn cards_need_no_name() {
    let game = Game::new(
        "[[card]]\nid = \"blank\"\ncopies = 4\ncost = 1\ntext = \"x\"\n[[card]]\ncost = 2\n[[card]]\ncost = 3\n",
    );
    game.write("templates/card.svg", TEMPLATE.replace("name", "cost"));
    let listed = game.said(&["list", ".", "--deck", "cards"]);
    for id in [" blank ", " card ", " card-2 "] {
        assert!(listed.contains(id), "no `{id}` in:\n{listed}");
    }
    assert!(game.said(&["print", "."]).contains(" 6 "), "{listed}");
}

#[test]
fn help_for_a_cell_has_the_backslash_that_a_cell_needs() {
    let in_sheet = Game::new("rows = \"cards.csv\"\n");
    in_sheet.write("cards.csv", "name,cost,text\nFern,1,3 * 4 and 5*\n");
    let in_toml = Game::new("[[card]]\nname = \"Fern\"\ncost = 1\ntext = \"3 * 4 and 5*\"\n");
    for (game, help) in [(in_sheet, "write `\\*`"), (in_toml, "write `\\\\*`")] {
        let output = game.run(&["check", "."]);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(help), "no {help} in:\n{told}");
    }
}

#[test]
fn a_game_is_made_of_a_workbook_and_prints() {
    let game = Game::new("rows = \"plants.xlsx\"\n");
    let said = game.said(&["new", "--from-sheet", "plants.xlsx"]);
    for words in [
        "`Plants`: 7 rows, plants.toml",
        "`Qty` is read as `copies`",
        "the last row, `Total`, is skipped",
        "`My Sheet`: 1 row, my-sheet.toml",
    ] {
        assert!(said.contains(words), "no `{words}` in:\n{said}");
    }
    game.said(&["check", "plants"]);
    game.said(&["print", "plants"]);
    let before = std::fs::read(game.0.path().join("plants.xlsx")).unwrap();
    let copy = std::fs::read(game.0.path().join("plants/plants.xlsx")).unwrap();
    assert!(before == copy, "the workbook is copied byte for byte");
}

#[test]
fn a_game_of_a_sheet_shows_words_that_are_no_markup_and_leaves_out_what_cannot_be_shown() {
    let game = Game::new("");
    let long = "word ".repeat(9_000);
    let sheet = format!(
        "Title,Anzahl,Template,Odd,Empty,,Long\nGale,2,x,<b>5*</b> {{coin}},,note,{long}\nFog,1,y,**,,,\n"
    );
    game.write("odd.csv", sheet);
    let said = game.said(&["new", "--from-sheet", "odd.csv"]);
    for words in [
        "`Title` is read as `name`",
        "`Anzahl` is read as `copies`",
        "`Template` is ignored: deckproof reads this key itself",
        "`F` is ignored: it has no heading",
        "`Empty` is ignored: it is empty",
        "`Long` is ignored: it is too long for a card",
    ] {
        assert!(said.contains(words), "no `{words}` in:\n{said}");
    }
    let printed = game.said(&["print", "odd"]);
    assert!(printed.contains(" 3 "), "{printed}");
}
