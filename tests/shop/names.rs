//! Every file has a name of its own, whatever decks and cards are called, and an order of a part is not written over another.

use lopdf::Document;

use super::*;

fn deck(head: &str, cards: &[&str]) -> String {
    let mut text = format!("template = \"poker.svg\"\n{head}");
    for (at, name) in cards.iter().enumerate() {
        text += &format!("[[card]]\nname = \"{name}\"\ncol = \"#{at}{at}f\"\n");
    }
    text
}

#[test]
fn the_white_back_and_the_back_of_a_deck_are_two_files() {
    let backed = deck("back = \"own-back.svg\"\n", &[]);
    let backed = format!("{backed}[[card]]\nname = \"A\"\ncol = \"#ccc\"\nbcol = \"#800\"\n");
    for name in ["blank", "white", "back"] {
        let game = game_of(&[(name, &backed), ("one", &deck("", &["B"]))]);
        let run = export_again(game, &["shop", "makeplayingcards", "own"]);
        let files = run.files("own/makeplayingcards/poker");
        assert_eq!(files.len(), 5, "{:?}", files.keys());
        let back = pixels(&files[&format!("{name}-back.png")]);
        assert_eq!(back.at(400, 900), [0x88, 0, 0], "{name}");
        assert_eq!(pixels(&files["blank.png"]).at(400, 900), [255; 3]);
    }
}

#[test]
fn a_card_and_the_back_of_another_deck_are_two_files() {
    let game = game_of(&[
        ("gear", &deck("", &["Back"])),
        ("gear-01", &deck("back = \"back.svg\"\n", &["Rope"])),
    ]);
    let run = export_again(game, &["shop", "single", "own"]);
    let files = run.files("own/single/cards");
    assert_eq!(files.len(), 4, "{:?}", files.keys());
    let run = export_again(run.folder, &["shop", "single", "own", "--zip"]);
    let run = export_again(run.folder, &["png", "own"]);
    let pictures = run.files("own");
    assert_eq!(pictures.keys().filter(|name| name.starts_with("gear")).count(), 3);
}

#[test]
fn orders_of_parts_stand_side_by_side() {
    let game = game_of(&[("aa", &deck("", &["X"])), ("bb", &deck("", &["X", "Y"]))]);
    let order = |folder, more: &[&str]| {
        export_again(folder, &[&["shop", "makeplayingcards", "own"], more].concat())
    };
    let mut run = order(game, &[]);
    for more in [
        &["--deck", "aa"][..],
        &["--deck", "bb"],
        &["--cards", "x"],
        &["--deck", "bb", "--cards", "y"],
    ] {
        run = order(run.folder, more);
        assert!(!run.told.contains("Not of this"), "{}", run.told);
    }
    for (place, quantity) in [("", 3), ("-aa", 1), ("-bb", 2), ("+x", 2), ("-bb+y", 1)] {
        let list = run.bytes(&format!("own/makeplayingcards{place}/poker/cards.xml"));
        let list = String::from_utf8(list).unwrap();
        let quantity = format!("<quantity>{quantity}</quantity>");
        assert!(list.contains(&quantity), "{place}: {list}");
    }
}

#[test]
fn a_foreign_file_is_seen_before_anything_is_written_of_any_game() {
    // The white back is a file as well.
    let game = game_of(&[("aa", &deck("", &["X"]))]);
    let place = game.path().join("output/own/makeplayingcards/poker");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("blank.png"), "mine").unwrap();
    let arguments = ["export", "shop", "makeplayingcards", "own"];
    assert_eq!(run_in(game.path(), &arguments).status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&place).unwrap().count(), 1);

    let game = game_of(&[("aa", &deck("", &["X"]))]);
    super::super::copying::copy(&game.path().join("own"), &game.path().join("other"));
    let place = game.path().join("output/other/single/cards");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("manifest.csv"), "name,mine\n").unwrap();
    let arguments = ["export", "shop", "single", "own", "other"];
    assert_eq!(run_in(game.path(), &arguments).status.code(), Some(2));
    assert!(!game.path().join("output/own").exists());
}

#[test]
fn a_deck_of_no_copies_is_no_matter() {
    let none = "[[card]]\nname = \"Z\"\ncol = \"#ccc\"\ncopies = 0\n";
    let game = game_of(&[("aa", &deck("", &["X"])), ("zz", &format!("{}{none}", deck("", &[])))]);
    let run = export_again(game, &["shop", "mbprint", "own"]);
    assert_eq!(run.files("own/mbprint").into_keys().collect::<Vec<_>>(), ["aa.pdf"]);
    let output = run_in(run.folder.path(), &["export", "shop", "mbprint", "own", "--deck", "zz"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("there is no card for MB Print"), "{told}");
}

#[test]
fn a_deck_without_backs_has_pages_for_them_and_no_file() {
    for shop in ["mbprint", "drivethrucards", "printplaygames"] {
        let game = game_of(&[("aa", &deck("", &["X"]))]);
        let run = export_again(game, &["shop", shop, "own"]);
        let made = run.files(&format!("own/{shop}"));
        let pages = made.values().map(|pdf| Document::load_mem(pdf).unwrap().get_pages().len());
        assert_eq!(pages.collect::<Vec<_>>(), [2], "{shop}");
        let separate = ["shop", shop, "own", "--backs", "separate", "-o", "separate"];
        let run = export_again(run.folder, &separate);
        let made = run.folder.path().join("separate/own").join(shop);
        let made: Vec<_> = std::fs::read_dir(made).unwrap().collect();
        assert_eq!(made.len(), 1, "{made:?}");
    }
}

#[test]
fn a_deck_that_is_too_large_to_paint_is_named() {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 1000\"><rect width=\"9\" height=\"9\"/></svg>";
    let mat = "template = \"mat.svg\"\nsize = \"1000 x 1000\"\n[[card]]\nname = \"M\"\n";
    let game = game_of(&[("aa", &deck("", &["X"])), ("mat", mat)]);
    std::fs::write(game.path().join("own/templates/mat.svg"), svg).unwrap();
    let output = run_in(game.path(), &["export", "shop", "single", "own"]);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("the cards of deck `mat` are too large"), "{told}");
    assert!(told.contains("own/mat.toml:2:8"), "{told}");
    assert!(!game.path().join("output").exists());
}
