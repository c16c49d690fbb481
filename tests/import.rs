//! `deckproof import` and `deckproof export csv`: what a person's sheet becomes, what is wrong with a sheet and where, and
//! that a shipped game comes back from its sheets face for face.

use std::path::Path;
use std::process::{Command, Output};

use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::template::{Ink, Renderer, fingerprint};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }

    /// A place with the blank game in it, as `mine`.
    fn with_game() -> Self {
        let place = Place::new();
        place.said(&["new", "mine"]);
        place
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), text).unwrap();
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .current_dir(self.0.path())
            .env_remove("DECKPROOF_PAPER")
            .args(arguments)
            .output()
            .unwrap()
    }

    #[track_caller]
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && told.is_empty(), "{told}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs what must fail, and gives what is told.
    #[track_caller]
    fn told(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains("help: "), "{told}");
        told
    }

    /// What an import of a sheet with these bytes is refused with; nothing is written.
    #[track_caller]
    fn wrong(&self, sheet: impl AsRef<[u8]>) -> String {
        self.write("cards.csv", sheet);
        let told = self.told(1, &["import", "cards.csv"]);
        assert!(!self.path("cards.toml").exists(), "{told}");
        told
    }
}

#[track_caller]
fn holds(told: &str, words: &[&str]) {
    for word in words {
        assert!(told.contains(word), "no `{word}` in:\n{told}");
    }
}

// ------------------------------------------------------------------------------------------ a sheet as people have it

#[test]
fn a_sheet_as_people_have_it_becomes_a_deck() {
    let place = Place::new();
    place.write(
        "cards.csv",
        "Card Name,Name,Copies,Text,Cost\r\nA1,Gale,2,\"Take one, then\nput it back\",3\r\nA2,Fog,,{lamp} or not,\r\n,,,,\r\n",
    );
    let said = place.said(&["import", "cards.csv"]);
    holds(&said, &["cards.toml: 2 different cards", "`Card Name` as `card-name`", "deckproof new"]);
    let deck = place.text("cards.toml");
    let (first, rest) = deck.split_once('\n').unwrap();
    assert!(first.starts_with("# Made by deckproof import from cards.csv ["), "{first}");
    assert_eq!(
        rest,
        "template = \"card.svg\"\n\n[[card]]\ncard-name = \"A1\"\nname = \"Gale\"\ncopies = 2\n\
         text = \"\"\"\nTake one, then\nput it back\"\"\"\ncost = 3\n\n\
         [[card]]\ncard-name = \"A2\"\nname = \"Fog\"\ntext = \"{lamp} or not\"\n"
    );
}

#[test]
fn semicolons_tabs_and_the_mark_of_utf_8_are_recognised() {
    let place = Place::new();
    let mut decks = Vec::new();
    for sheet in [
        "name,text\nÉté,\"a, b; c\"\n",
        "\u{FEFF}name;text\nÉté;a, b\\; c\n",
        "name\ttext\nÉté\ta, b; c\n",
        "sep=;\nname;text\nÉté;\"a, b; c\"\n",
    ] {
        place.write("cards.csv", sheet.replace("a, b\\; c", "\"a, b; c\""));
        place.said(&["import", "cards.csv"]);
        let deck = place.text("cards.toml");
        decks.push(deck.split_once('\n').unwrap().1.to_owned());
    }
    decks.dedup();
    assert_eq!(
        decks,
        ["template = \"card.svg\"\n\n[[card]]\nname = \"Été\"\ntext = \"a, b; c\"\n"]
    );
    place.write("cards.csv", "name;a,b,c\nX;1,2,3\n");
    place.said(&["import", "cards.csv", "--delimiter", ";"]);
    holds(&place.text("cards.toml"), &["a-b-c = \"1,2,3\""]);
}

#[test]
fn a_sheet_that_fits_the_template_prints() {
    let place = Place::with_game();
    place.write("beasts.csv", "name,copies,text,cost,kind,art\nGale,2,Take one,3,day,hills\n");
    let said = place.said(&[
        "import",
        "beasts.csv",
        "-o",
        "mine",
        "--back",
        "back.svg",
        "--size",
        "poker",
    ]);
    holds(&said, &["`deckproof print mine --deck beasts` prints it"]);
    let said = place.said(&["check", "mine"]);
    holds(&said, &["2 decks, 10 cards, no fault found"]);
}

#[test]
fn what_the_template_lacks_and_what_it_does_not_show_is_said() {
    let place = Place::with_game();
    place.write("beasts.csv", "name,text,cost,artist\nGale,Take one,3,Me\n");
    let said = place.said(&["import", "beasts.csv", "-o", "mine"]);
    holds(
        &said,
        &[
            "the template shows `art` and `kind`, which no card has",
            "no template shows `artist`: draw it as {{artist}}",
        ],
    );
    let said = place.said(&["import", "beasts.csv", "-o", "mine", "--template", "beast.svg"]);
    holds(&said, &["there is no template `beast.svg` yet"]);
}

// ----------------------------------------------------------------------------------------------- what is wrong, and where

#[test]
fn a_heading_that_stands_twice_is_told_with_both_places() {
    let place = Place::new();
    place.write("cards.csv", "name,Cost,cost\nGale,1,2\n");
    let told = place.told(0, &["import", "cards.csv"]);
    holds(
        &told,
        &[
            "D051",
            "two columns are called `cost`: this one is read as `cost-2`",
            "cards.csv:1:11",
            "the first",
        ],
    );
}

#[test]
fn a_filled_column_without_a_heading_is_told_at_its_first_cell() {
    let text = "name,,cost,\nGale,,2,\nFog,x,2,\n";
    let place = Place::new();
    place.write("cards.csv", text);
    let told = place.told(0, &["import", "cards.csv"]);
    holds(
        &told,
        &[
            "D051",
            "column B has no heading, so it is not read",
            "cards.csv:3:5",
            "`ignore = [\"B\"]`",
        ],
    );
}

#[test]
fn numbers_as_names_copies_of_other_programs_and_escapes_are_read_as_they_are_meant() {
    let place = Place::new();
    let rows = "1,7,3.0,one\\ntwo\n2,TRUE,1,a\\u00a0b \\o/\n3,Total,1,x\n";
    place.write("cards.csv", format!("id,name,copies,text\n{rows}"));
    let told = place.told(0, &["import", "cards.csv"]);
    holds(&told, &["is `Total` a card?", "cards.csv:4:3"]);
    let deck = std::fs::read_to_string(place.path("cards.toml")).unwrap();
    for line in [
        "id = \"1\"",
        "name = \"7\"",
        "copies = 3",
        "text = \"\"\"\none\ntwo\"\"\"",
        "name = \"TRUE\"",
        "text = \"a\\u00A0b \\\\o/\"",
    ] {
        assert!(deck.contains(line), "no {line} in:\n{deck}");
    }
}

#[test]
fn a_deck_asks_once_what_the_columns_of_its_sheet_are() {
    let place = Place::new();
    std::fs::create_dir_all(place.path("templates")).unwrap();
    place.write("game.toml", "title = \"Test\"\n");
    place.write("templates/card.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\"><text x=\"5\" y=\"20\" font-family=\"Cabin\" font-size=\"5\">{{name}}</text></svg>");
    place.write("cards.csv", "Name,Qty,Tempo,\nGale,3,4,done\n");
    let deck = "template = \"card.svg\"\nsize = \"poker\"\nrows = \"cards.csv\"\n";
    place.write("cards.toml", deck);
    let told = place.told(0, &["check", "."]);
    holds(
        &told,
        &[
            "is `Qty` the number of copies?",
            "`columns = { \"Qty\" = \"copies\" }`",
            "no template of the deck shows the column `tempo`",
            "column D has no heading",
        ],
    );
    let answers = "columns = { \"Qty\" = \"copies\" }\nignore = [\"tempo\", \"D\"]\n";
    place.write("cards.toml", format!("{deck}{answers}"));
    let output = place.run(&["check", "."]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.is_empty(), "{told}");
}

#[test]
fn a_heading_without_letters_is_called_by_its_column_and_ids_of_any_kind_are_read() {
    let place = Place::new();
    place.write("cards.csv", "id,name,★\n#1,Gale,1\nA 02,Fog,2\n");
    let said = place.said(&["import", "cards.csv"]);
    holds(&said, &["`★` as `column-c`"]);
    let deck = place.text("cards.toml");
    holds(&deck, &["id = \"1\"", "id = \"a-02\"", "column-c = 2"]);
}

#[test]
fn a_row_with_too_many_cells_is_told_at_the_first_of_them() {
    let told = Place::new().wrong("name,text\n\n\"Gale\nForce\",Take one, or two\n");
    holds(&told, &["D052", "the row has 3 cells, the header 2", "cards.csv:4:17"]);
}

#[test]
fn a_row_with_too_few_cells_is_a_warning() {
    let place = Place::new();
    place.write("cards.csv", "name,text,cost\nGale,Take\none,2\n");
    let output = place.run(&["import", "cards.csv"]);
    let told = String::from_utf8(output.stderr).unwrap();
    holds(&told, &["warning[D052]", "the row has 2 cells, the header 3", "cards.csv:2:10"]);
    assert!(output.status.success());
}

#[test]
fn a_quote_that_is_not_closed_is_told_where_it_opens() {
    let told = Place::new().wrong("name,text\nGale,\"Take one\nFog,x\n");
    holds(&told, &["D052", "a quote that is not closed", "cards.csv:2:6"]);
}

#[test]
fn a_slip_in_a_table_is_told_where_it_is() {
    let told = Place::new().wrong("name,operation\nGale,\"{ a = \"\"x\"\", b = }\"\n");
    holds(&told, &["D053", "cards.csv:2:24"]);
}

#[test]
fn a_row_without_a_name_is_a_card_with_a_warning() {
    let place = Place::new();
    place.write("cards.csv", "name,cost\nGale,1\n,2\n");
    let told = place.told(0, &["import", "cards.csv"]);
    holds(&told, &["D052", "the row has no name", "cards.csv:3:1"]);
}

#[test]
fn cards_of_one_name_are_numbered_and_only_an_id_may_not_repeat() {
    let place = Place::with_game();
    place.write("cards.csv", "name,cost,note\nGale,1,\nGale,2,\nGale,3,\n");
    place.said(&["import", "cards.csv", "-o", "mine/gales.toml"]);
    let listed = place.said(&["list", "mine", "--deck", "gales"]);
    holds(&listed, &[" gale ", " gale-2 ", " gale-3 "]);
    holds(&Place::new().wrong("id,name\na,Gale\na,Fog\n"), &["D012", "`a`", "cards.csv:3:1"]);
}

#[test]
fn copies_that_are_no_number_are_told() {
    holds(&Place::new().wrong("name,copies\nGale,two\n"), &["D004", "cards.csv:2:6"]);
}

#[test]
fn a_fault_in_the_lines_above_the_header_is_told() {
    let told = Place::new().wrong("# my cards\n# title = \"A\n\nname\nGale\n");
    holds(&told, &["D001", "cards.csv:2:1"]);
    holds(&Place::new().wrong("# sise = 3\nname\nGale\n"), &["D002", "`sise`", "cards.csv:1:1"]);
}

#[test]
fn a_sheet_without_rows_is_told() {
    holds(&Place::new().wrong(""), &["D051", "the sheet has no row"]);
    holds(&Place::new().wrong(",,\n\n"), &["D051", "the sheet has no row"]);
}

#[test]
fn a_file_in_latin_1_is_told_at_its_first_such_letter() {
    let told = Place::new().wrong(b"name,text\nPlan,a\nPlans Cach\xE9s,b\n");
    holds(&told, &["D006", "is not UTF-8", "cards.csv:3:11", "Plans Cachés", "CSV UTF-8"]);
}

#[test]
fn a_file_that_is_no_csv_is_told_what_it_is() {
    let place = Place::new();
    holds(
        &place.wrong(b"PK\x03\x04xyz"),
        &["D054", "the workbook `cards.csv`", "cut short or damaged"],
    );
    holds(&place.wrong(b"\xFF\xFEn\0a"), &["D006", "UTF-16", "cut short"]);
}

#[test]
fn the_unicode_text_of_excel_is_read() {
    let place = Place::new();
    let text = "name\ttext\r\nÉté 😀\ta, b; c\r\n".encode_utf16();
    let little: Vec<u8> = text.clone().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.flat_map(u16::to_be_bytes).collect();
    for (mark, bytes) in [(b"\xFF\xFE", little), (b"\xFE\xFF", big)] {
        place.write("cards.txt", [mark.to_vec(), bytes].concat());
        place.said(&["import", "cards.txt", "-o", "cards.toml"]);
        let deck = place.text("cards.toml");
        assert!(deck.contains("name = \"Été 😀\"\n"), "{deck}");
        assert!(deck.contains("text = \"a, b; c\""), "{deck}");
        std::fs::remove_file(place.path("cards.toml")).unwrap();
    }
}

#[test]
fn a_sheet_that_is_not_there_is_told() {
    let place = Place::new();
    holds(&place.told(2, &["import", "none.csv"]), &["cannot read `none.csv`"]);
}

// ------------------------------------------------------------------------------------------------- nothing is overwritten

#[test]
fn a_deck_of_the_users_own_is_left() {
    let place = Place::with_game();
    let before = place.text("mine/cards.toml");
    place.write("cards.csv", "name\nGale\n");
    let told = place.told(2, &["import", "cards.csv", "-o", "mine"]);
    holds(&told, &["is there already", "`rows = \"cards.csv\"`"]);
    assert_eq!(place.text("mine/cards.toml"), before);
    holds(&place.told(2, &["import", "cards.csv", "-o", "mine/game.toml"]), &["no deck"]);
    holds(&place.told(2, &["import", "cards.csv", "-o", "cards.csv"]), &["no name of a deck"]);
}

#[test]
fn an_imported_deck_is_made_again_until_it_is_edited() {
    let place = Place::new();
    place.write("cards.csv", "name\nGale\n");
    place.said(&["import", "cards.csv"]);
    place.write("cards.csv", "name\nFog\n");
    place.said(&["import", "cards.csv"]);
    let edited = place.text("cards.toml") + "cost = 3\n";
    place.write("cards.toml", &edited);
    holds(&place.told(2, &["import", "cards.csv"]), &["is there already", "choose another file"]);
    assert_eq!(place.text("cards.toml"), edited);
}

#[test]
fn an_edited_sheet_is_not_exported_over() {
    let place = Place::with_game();
    place.said(&["export", "csv", "mine"]);
    place.said(&["export", "csv", "mine"]);
    let edited = place.text("output/mine/cards.csv") + "Fog,1,,,,\n";
    place.write("output/mine/cards.csv", &edited);
    holds(&place.told(2, &["export", "csv", "mine"]), &["was edited since"]);
    assert_eq!(place.text("output/mine/cards.csv"), edited);
}

// --------------------------------------------------------------------------------------------------------- there and back

fn faces(folder: &Path) -> Vec<String> {
    let mut files = Files::new();
    let folder = GameFolder::open(folder).unwrap();
    let pack = registry::load(folder, &mut files).unwrap_or_else(|f| panic!("{f:?}"));
    let decks: Vec<_> = pack.decks.iter().collect();
    let renderer = Renderer::open(&pack, &decks, Ink::Full, &mut files).unwrap();
    let drawn = decks.iter().map(|deck| renderer.draw(&pack, deck, &mut files).unwrap());
    drawn
        .flat_map(|d| d.fronts.into_iter().chain(d.backs.into_iter().flatten()))
        .map(|face| fingerprint(&face))
        .collect()
}

#[test]
fn every_deck_of_the_shipped_games_comes_back_from_its_sheet_face_for_face() {
    for game in GameFolder::shipped_ids() {
        let place = Place::new();
        place.said(&["new", "mine", "--from", &game]);
        let before = faces(&place.path("mine"));
        place.said(&["export", "csv", "mine", "-o", "sheets"]);
        let decks = GameFolder::shipped(&game).unwrap().deck_names();
        assert!(!decks.is_empty());
        for deck in decks {
            std::fs::remove_file(place.path(&format!("mine/{deck}.toml"))).unwrap();
            place.said(&["import", &format!("sheets/mine/{deck}.csv"), "-o", "mine"]);
        }
        assert_eq!(faces(&place.path("mine")), before, "{game}");
        holds(&place.said(&["check", "mine"]), &["no fault found", "scenarios hold"]);
    }
}
