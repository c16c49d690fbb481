//! Workbooks, pictures and fonts in the studio, and single values that are edited: over plain HTTP.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::client::{Answered, Running, get, hearts, open, post, wait};

/// A game whose cards stand in a CSV file, an xlsx and an ods.
fn lanterns() -> Running {
    open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/sheet"))
}

fn path(studio: &Running, name: &str) -> PathBuf {
    studio.folder.path().join("game").join(name)
}

fn see(studio: &Running, address: &str) -> Answered {
    get(studio.port, address, &studio.cookie)
}

/// What a view shows as soon as it holds these words.
fn see_with(studio: &Running, address: &str, words: &str) -> String {
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let body = see(studio, address).body;
        if body.contains(words) {
            return body;
        }
        assert!(Instant::now() < until, "no {words} in {body}");
        wait(Duration::from_millis(50));
    }
}

fn save(studio: &Running, card: &str, key: &str, [was, cell]: [&str; 2]) -> Answered {
    let body = format!("card={card}&key={key}&was={was}&cell={cell}");
    post(studio.port, "/cards/value", &studio.cookie, &body)
}

#[test]
fn a_fault_in_a_workbook_names_its_cell_and_leads_to_it() {
    let studio = lanterns();
    std::fs::remove_file(path(&studio, "symbols/lamp.svg")).unwrap();
    let proof = see_with(&studio, "/proof", "game/heroes.xlsx, Heroes!C3</a>");
    let address =
        "/sources?file=game%2Fheroes%2Exlsx&amp;sheet=Heroes&amp;line=3&amp;column=3#marked";
    assert!(proof.contains(address), "{proof}");
    let shown = see(&studio, &address.replace("&amp;", "&").replace("#marked", "")).body;
    assert!(shown.contains("<td id=\"marked\">Draw a card {lamp}.</td>"), "{shown}");
    assert!(shown.contains("Read only") && shown.contains("Open in its own program"));
    // Without a sheet it is the one with cards.
    assert!(see(&studio, "/sources?file=game/foes.ods").body.contains("The Squall"));
}

#[test]
fn pictures_and_fonts_are_listed_and_fetched() {
    let studio = lanterns();
    std::fs::create_dir(path(&studio, "fonts")).unwrap();
    std::fs::write(path(&studio, "art/hill.png"), b"\x89PNG").unwrap();
    std::fs::write(path(&studio, "fonts/Mine.ttf"), b"font").unwrap();
    for (file, kind, shown) in [
        ("game/art/hill.png", "image/png", "<img class=\"picture\""),
        ("game/fonts/Mine.ttf", "font/ttf", "class=\"sample\""),
    ] {
        let page = see(&studio, &format!("/sources?file={file}")).body;
        assert!(page.contains(shown), "{page}");
        let raw = see(&studio, &format!("/sources/raw?file={file}"));
        assert_eq!(raw.header("content-type"), Some(kind));
    }
    for file in ["game/game.toml", "game/heroes.xlsx", "nothing"] {
        let raw = see(&studio, &format!("/sources/raw?file={file}"));
        assert_eq!(raw.status, 404, "{file}");
    }
}

#[test]
fn a_saved_csv_value_changes_its_own_bytes_only() {
    let studio = lanterns();
    let sheet = path(&studio, "cards.csv");
    let mut text = std::fs::read_to_string(&sheet).unwrap();
    let page = see(&studio, "/cards?card=cards%2Fharbour-light").body;
    assert!(
        page.contains("<dt>Card Name:</dt>") && page.contains("value=\"Harbour Light\""),
        "{page}"
    );
    for (key, [was, cell], [before, after]) in [
        ("light", ["3", "4"], [";calm;3;", ";calm;4;"]),
        (
            "name",
            ["Harbour+Light", "Light%3B+%22old%22"],
            ["Harbour Light;", "\"Light; \"\"old\"\"\";"],
        ),
    ] {
        assert_eq!(save(&studio, "cards/harbour-light", key, [was, cell]).status, 303, "{key}");
        text = text.replacen(before, after, 1);
        assert_eq!(std::fs::read_to_string(&sheet).unwrap(), text);
    }
    // Its name has given it another key.
    let gone = save(&studio, "cards/harbour-light", "light", ["4", "5"]);
    assert_eq!(gone.status, 409);
    assert_eq!(save(&studio, "cards/light-old", "weather", ["calm", ""]).status, 303);
    let text = text.replacen(";calm;4;", ";;4;", 1);
    assert_eq!(std::fs::read_to_string(&sheet).unwrap(), text);
}

#[test]
fn a_saved_toml_value_changes_its_own_bytes_only() {
    let studio = open(&hearts());
    let deck = path(&studio, "cards.toml");
    let text = std::fs::read_to_string(&deck).unwrap();
    let saved = save(&studio, "cards/2-clubs", "label", ["2", "3+%22x%22"]);
    assert_eq!(saved.status, 303, "{}", saved.body);
    let text = text.replacen("label = \"2\"", "label = \"3 \\\"x\\\"\"", 1);
    assert_eq!(std::fs::read_to_string(&deck).unwrap(), text);
    let twice = save(&studio, "cards/2-clubs", "id", ["2-clubs", "3-clubs"]);
    assert!(twice.status == 409 && twice.body.contains("two cards have the id"));
    assert_eq!(std::fs::read_to_string(&deck).unwrap(), text);
}

#[test]
fn a_value_that_cannot_be_saved_says_why_and_the_file_stays() {
    let studio = lanterns();
    let (csv, workbook) = (path(&studio, "cards.csv"), path(&studio, "heroes.xlsx"));
    let before = [&csv, &workbook].map(|file| std::fs::read(file).unwrap());
    for (card, key, [was, cell], why) in [
        ("cards/harbour-light", "copies", ["2", "many"], "a whole number"),
        (
            "cards/harbour-light",
            "rules",
            ["Take+**one**+lamp+{lamp}.%0D%0AThen+rest.", "%23REF!"],
            "its formula has no value",
        ),
        ("cards/harbour-light", "light", ["3", "{+a+%3D"], "unclosed inline table"),
        ("cards/harbour-light", "light", ["1", "5"], "was changed by another program"),
        ("cards/sunk", "light", ["3", "4"], "was changed by another program"),
        ("heroes/the-keeper", "light", ["3", "4"], "was changed by another program"),
    ] {
        let said = save(&studio, card, key, [was, cell]);
        assert!(said.status == 409, "{cell}: {}", said.body);
        assert!(said.body.contains(why), "{cell}: {}", said.body);
        assert_eq!([&csv, &workbook].map(|file| std::fs::read(file).unwrap()), before);
    }
}

#[test]
fn values_of_a_workbook_are_shown_with_their_cells_and_cannot_be_edited() {
    let studio = lanterns();
    let page = see(&studio, "/cards?card=heroes%2Fthe-keeper").body;
    assert!(page.contains("<dt>light:</dt>") && page.contains("Heroes!B3</a>"), "{page}");
    assert!(!page.contains("action=\"/cards/value\"") && page.contains("Open in its own program"));
}

#[cfg(unix)]
#[test]
fn a_workbook_is_opened_in_the_program_of_the_system() {
    use std::os::unix::fs::PermissionsExt;
    let studio = lanterns();
    let program = studio.folder.path().join("bin/xdg-open");
    let opened = studio.folder.path().join("opened");
    std::fs::create_dir(program.parent().unwrap()).unwrap();
    std::fs::write(&program, format!("#!/bin/sh\necho \"$1\" > {}\n", opened.display())).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ask =
        |file: &str| post(studio.port, "/open-editor", &studio.cookie, &format!("file={file}"));
    assert_eq!(ask("game/../bin/xdg-open").status, 404);
    assert_eq!(ask("game/heroes.xlsx").status, 204);
    let until = Instant::now() + Duration::from_secs(60);
    while std::fs::read_to_string(&opened).unwrap_or_default().is_empty() {
        assert!(Instant::now() < until, "nothing was opened");
        wait(Duration::from_millis(50));
    }
    assert!(std::fs::read_to_string(&opened).unwrap().trim().ends_with("game/heroes.xlsx"));
}

#[test]
fn round_and_cut_pieces_have_their_shape_and_lines_are_called_lines() {
    let studio = open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/good/boxed"));
    let page = see(&studio, "/cards").body;
    assert!(page.contains("data-cut=\"border-radius:50.0%/50.0%\""), "{page}");
    assert!(page.contains("data-cut=\"clip-path:polygon("));
    let file = see(&studio, "/sources?file=game/coins.toml").body;
    assert!(file.contains("border-radius:50.0%/50.0%") && file.contains(">line 6<"), "{file}");
}

#[test]
fn a_warning_about_a_card_is_called_a_warning() {
    let studio = lanterns();
    let sheet = path(&studio, "cards.csv");
    let text = std::fs::read_to_string(&sheet).unwrap();
    std::fs::write(&sheet, text + "Total;;calm;6;Add it up.;;;\n").unwrap();
    see_with(&studio, "/cards", ">Total</span>");
    // The game is checked after its cards are there.
    let badge = "</a><span class=\"badge warning\">1 warning</span>";
    see_with(&studio, "/cards", badge);
}
