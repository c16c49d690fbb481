//! Sheets that lie beside one another, and the ledger that notes them.

use super::bench::Bench;

#[test]
fn a_deck_that_is_too_large_does_not_stop_the_others() {
    let bench = Bench::new();
    bench.add_mat();
    let told = bench.run(&["print", "tides", "-o", "o"]).ended(2);
    told.says("error[D905]: deck `mat`: 380 x 250 mm does not fit a4");
    told.says("tides/mat.toml:3:8");
    told.says("paper a3 (297 x 420 mm); or `--tile 10`");
    told.says("print it by itself with `--deck mat`");
    assert_eq!(bench.names("o"), ["prints.lock", "tides.pdf"]);
    assert!(!bench.read("o/prints.lock").contains("deck.mat"));

    bench.run(&["print", "tides", "-o", "o", "--deck", "mat", "--paper", "a3"]).ended(0);
    assert_eq!(bench.names("o"), ["prints.lock", "tides-mat-a3.pdf", "tides.pdf"]);
    assert!(bench.read("o/prints.lock").contains("deck.mat"));

    // The mat still lies in the box when the rest is printed anew.
    bench.run(&["print", "tides", "-o", "o"]).ended(2);
    assert!(bench.read("o/prints.lock").contains("deck.mat"));
    let told = bench.run(&["print", "tides", "-o", "o", "--changed", "--paper", "a3"]).ended(0);
    told.says("nothing has changed");
}

#[test]
fn where_nothing_fits_nothing_is_written() {
    let bench = Bench::new();
    bench.run(&["print", "tides", "-o", "o", "--paper", "60x60"]).ended(2);
    assert!(!bench.path("o").exists());
}

#[test]
fn papers_decks_and_cards_have_files_of_their_own() {
    let bench = Bench::new();
    for more in [&[][..], &["--paper", "letter"], &["--deck", "cards"], &["--cards", "gull"]] {
        let args = [&["print", "tides", "-o", "o", "--draft"], more].concat();
        let told = bench.run(&args);
        assert!(told.code == Some(0) || more.contains(&"gull"), "{}", told.stderr);
    }
    assert_eq!(bench.names("o")[..], ["tides-cards.pdf", "tides-letter.pdf", "tides.pdf"]);
}

#[test]
fn two_prints_at_once_lose_nothing() {
    let bench = Bench::new();
    bench.run(&["new", "moon", "-q"]).ended(0);
    for round in 0..10 {
        let out = format!("o{round}");
        let print =
            |game: &str| bench.command("", &["print", game, "-q", "-o", &out]).spawn().unwrap();
        for mut one in [print("tides"), print("moon"), print("tides")] {
            assert!(one.wait().unwrap().success());
        }
        let ledger = bench.read(&format!("{out}/prints.lock"));
        assert!(ledger.contains("[game.tides]") && ledger.contains("[game.moon]"), "{ledger}");
        assert_eq!(bench.names(&out), ["moon.pdf", "prints.lock", "tides.pdf"]);
    }
}

#[test]
fn a_thousand_and_more_cards_are_noted() {
    let bench = Bench::new();
    let rows: Vec<String> = (0..1_200).map(|n| format!("[[card]]\nname = \"{n}\"\n")).collect();
    bench.write("many/game.toml", "title = \"Many\"\n");
    bench.write(
        "many/cards.toml",
        &format!("template = \"card.svg\"\nsize = \"10 x 10\"\n{}", rows.concat()),
    );
    bench.write(
        "many/templates/card.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><rect data-fit=\"name\" x=\"0\" y=\"0\" width=\"10\" height=\"8\" data-size=\"7\" data-font=\"Cabin\"/></svg>",
    );
    for more in [&[][..], &["--changed"], &[]] {
        bench.run(&[&["print", "many", "-o", "o"], more].concat()).ended(0);
    }
}

#[test]
fn a_spoilt_ledger_is_told_as_one() {
    let bench = Bench::new();
    bench.run(&["print", "tides", "-o", "o"]).ended(0);
    let whole = bench.read("o/prints.lock");
    for (spoilt, place) in [
        (whole.as_bytes()[..whole.len() - 20].to_vec(), "o/prints.lock:"),
        (whole.replace("copies = 1", "copies = 4294967295").into_bytes(), "o/prints.lock:"),
        ([whole.as_bytes(), b"\xff\xfe"].concat(), "o/prints.lock:"),
    ] {
        std::fs::write(bench.path("o/prints.lock"), &spoilt).unwrap();
        let told = bench.run(&["print", "tides", "-o", "o"]).ended(2);
        told.says("error[D907]");
        told.says(place);
        bench.run(&["print", "tides", "-o", "o", "--draft"]).ended(0);
        assert_eq!(std::fs::read(bench.path("o/prints.lock")).unwrap(), spoilt);
    }
}

#[test]
fn without_a_desktop_open_says_so() {
    let bench = Bench::new();
    let told = bench.run(&["print", "tides", "-o", "o", "--open"]);
    if cfg!(target_os = "linux") {
        told.ended(0).says("warning[D910]: `o/tides.pdf` cannot be shown");
    }
}
