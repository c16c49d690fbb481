//! What is refused, and what is said of it.

use super::*;

#[track_caller]
fn refused(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    refused_in(folder.path(), arguments)
}

#[track_caller]
fn refused_in(folder: &Path, arguments: &[&str]) -> String {
    let output = run_in(folder, &[&["export"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    assert!(!folder.join("output").exists(), "something was written");
    String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn an_unknown_shop_is_answered_with_the_shops() {
    let told = refused(&["shop", "gamecrafters", "caper"]);
    assert!(told.contains("there is no shop `gamecrafters`"), "{told}");
    assert!(told.contains("`drivethrucards`"), "{told}");
    let told = refused(&["shop", "makeplayingcard", "caper"]);
    assert!(told.contains("did you mean `makeplayingcards`?"), "{told}");
}

#[test]
fn a_product_that_the_shop_does_not_make_is_answered_with_those_that_it_does() {
    let told = refused(&["shop", "makeplayingcards", "caper", "--product", "tarot"]);
    assert!(told.contains("MakePlayingCards makes no `tarot`"), "{told}");
    assert!(told.contains("poker (63.5 x 88.9 mm), euro-poker (63 x 88 mm)"), "{told}");
}

#[test]
fn a_product_of_another_size_than_the_cards_is_refused() {
    let told =
        refused(&["shop", "thegamecrafter", "caper", "--deck", "gear", "--product", "tarot"]);
    assert!(told.contains("no deck has the size of tarot (69.85 x 120.65 mm)"), "{told}");
    assert!(told.contains("gear (63.5 x 88.9 mm)"), "{told}");
}

#[test]
fn a_deck_of_a_size_that_the_shop_does_not_make_is_an_error_when_it_is_all() {
    let told = refused(&["shop", "drivethrucards", "caper", "--deck", "mats"]);
    assert!(told.contains("DriveThruCards makes no cards of its size (180 x 85 mm)"), "{told}");
}

#[test]
fn beside_others_such_a_deck_is_left_out_and_said() {
    let run = export(&["shop", "drivethrucards", "caper", "--deck", "mats", "--deck", "credits"]);
    assert!(run.told.contains("deck `mats` is left out"), "{}", run.told);
    assert_eq!(run.files("caper/drivethrucards-credits-mats").len(), 1);
}

/// A game of one poker card in so many copies.
fn game(copies: u32) -> tempfile::TempDir {
    let card = format!("[[card]]\nname = \"A\"\ncol = \"#ccc\"\ncopies = {copies}\n");
    game_of(&[("cards", &format!("template = \"poker.svg\"\n{card}"))])
}

#[test]
fn more_cards_than_a_shop_takes_are_refused() {
    let many = game(613);
    let told = refused_in(many.path(), &["shop", "makeplayingcards", "own"]);
    assert!(told.contains("613 cards are one order; MakePlayingCards takes 612"), "{told}");
    assert!(told.contains("with --cards"), "{told}");
    export_again(game(612), &["shop", "makeplayingcards", "own"]);
    let told = refused_in(game(100).path(), &["shop", "thegamecrafter", "own"]);
    assert!(
        told.contains("100 copies of `a`; The Game Crafter takes 99")
            && told.contains("make 2 rows of it"),
        "{told}"
    );
}

#[test]
fn an_order_by_paths_is_not_put_into_an_archive() {
    let told = refused(&["shop", "makeplayingcards", "caper", "--zip"]);
    assert!(told.contains("leave out --zip"), "{told}");
}

#[test]
fn a_file_of_others_stays_and_nothing_is_written_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("output/caper/thegamecrafter-coins/large-circle-chit");
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("manifest.csv"), "name,mine\n").unwrap();
    let output =
        run_in(folder.path(), &["export", "shop", "thegamecrafter", "caper", "--deck", "coins"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_dir(&place).unwrap().count(), 1);
}

#[test]
fn the_shops_and_their_products_are_listed() {
    let run = export(&["shop"]);
    for line in [
        "thegamecrafter: The Game Crafter",
        "mint-tin (52 x 87 mm)",
        "750 x 1125 pixels",
        "pages of 69.85 x 95.25 mm",
    ] {
        assert!(run.said.contains(line), "{line}: {}", run.said);
    }
}

#[test]
fn bleed_takes_a_number_with_a_unit_or_none() {
    let size = |more: &[&str]| {
        let labs = ["png", "caps-and-hammers", "--cards", "missiles"];
        let run = export(&[&labs[..], more].concat());
        let picture = pixels(&run.bytes("caps-and-hammers/labs-01-missiles.png"));
        (picture.width, picture.height)
    };
    assert_eq!(size(&["--bleed", "1/8in"]), (825, 1125));
    assert_eq!(size(&["--bleed=0.125 in"]), (825, 1125));
    assert_eq!(size(&["--bleed"]), (821, 1121));
    assert_eq!(size(&[]), (750, 1050));
    let told = refused(&["png", "caper", "--bleed", "9"]);
    assert!(told.contains("no more bleed than that"), "{told}");
}

/// What `check` says of a game for a shop, and its exit code.
fn checked(folder: &Path, game: &str, shop: &[&str]) -> (String, Option<i32>) {
    let output = run_in(folder, &[&["check", game, "--games", "0"], shop].concat());
    let told = String::from_utf8_lossy(&output.stderr);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    (told, output.status.code())
}

#[test]
fn check_measures_as_the_shop_does() {
    // 3.5 mm from the left edge: enough at home, too near for a shop that wants 4 mm.
    let folder = game(1);
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\"><text x=\"3.5\" y=\"40\" font-family=\"Cabin\" font-size=\"4\" fill=\"{{col}}\">{{name}}</text></svg>";
    std::fs::write(folder.path().join("own/templates/poker.svg"), svg).unwrap();
    let (told, code) = checked(folder.path(), "own", &[]);
    assert!(!told.contains("D202") && code == Some(0), "{told}");
    let (told, _) = checked(folder.path(), "own", &["--for", "mbprint"]);
    assert!(told.contains("D202") && told.contains("4 mm inside the cut"), "{told}");
    let (told, _) = checked(folder.path(), "own", &["--for", "thegamecrafter/poker"]);
    assert!(!told.contains("D202"), "{told}");
}

#[test]
fn check_says_what_the_shop_would_not_take() {
    let many = game(613);
    let (told, code) = checked(many.path(), "own", &["--for", "makeplayingcards"]);
    assert!(told.contains("MakePlayingCards takes 612"), "{told}");
    assert_ne!(code, Some(0));
    let here = tempfile::tempdir().unwrap();
    let (told, _) = checked(here.path(), "caper", &["--for", "drivethrucards"]);
    assert!(told.contains("deck `mats` is left out"), "{told}");
    let (told, code) = checked(here.path(), "caper", &["--for", "drivethrucards/mats"]);
    assert!(told.contains("DriveThruCards makes no `mats`"), "{told}");
    assert_eq!(code, Some(2));
}
