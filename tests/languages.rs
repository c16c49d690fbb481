//! A game in another language: its words on the cards, what is missing, what is wrong with the file, and the files of translators.

#[path = "languages/files.rs"]
mod files;
#[path = "languages/scripts.rs"]
mod scripts;

use std::path::Path;

use super::copying::copy;
use super::running::run;

/// What was said and told, and whether it went well.
fn told(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let output = run(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout) + &text(&output.stderr))
}

#[track_caller]
fn done(folder: &Path, arguments: &[&str]) -> String {
    let (well, told) = told(folder, arguments);
    assert!(well, "{told}");
    told
}

/// Three cards of one's own with a template that says something, in the folder `tools`.
fn tools() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("tools");
    std::fs::create_dir_all(game.join("templates")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(game.join(name), text).unwrap();
    write("game.toml", "title = \"Tools\"\n");
    write(
        "cards.toml",
        "title = \"Cards\"\ntemplate = \"card.svg\"\n\n[[card]]\nname = \"Hook\"\ntext = \"Pull hard.\"\nn = 2\n\n\
         [[card]]\nid = \"rope\"\nname = \"Long Rope\"\ntext = \"Hold.\"\nn = 1\n",
    );
    write(
        "templates/card.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 63.5 88.9\" width=\"63.5mm\" height=\"88.9mm\">\
         <text x=\"4\" y=\"10\" font-family=\"Cabin\" font-size=\"4\">Tool &amp; trade</text>\
         <rect data-fit=\"name\" x=\"4\" y=\"12\" width=\"55\" height=\"8\" data-font=\"Cabin\" data-size=\"12\" data-min=\"8\" data-lines=\"1\"/>\
         <rect data-fit=\"text\" x=\"4\" y=\"24\" width=\"55\" height=\"12\" data-font=\"Cabin\" data-size=\"10\" data-min=\"8\"/>\
         <text x=\"4\" y=\"60\" font-family=\"Cabin\" font-size=\"4\">{{n}}</text></svg>",
    );
    dir
}

const GERMAN: &str = "where,text,translation\n\
    game/title,Tools,Werkzeug\ncards/title,Cards,Karten\ncards/hook.name,Hook,Haken\ncards/hook.text,Pull hard.,Zieh.\n\
    cards/rope.name,Long Rope,Langes Seil\ncards/rope.text,Hold.,Halt.\ntemplates/card.svg,Tool & trade,Zeug & Werk\n";

fn translate(dir: &Path, csv: &str) {
    let folder = dir.join("tools/lang");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("de.csv"), csv).unwrap();
}

fn svg(dir: &Path, folder: &str, name: &str) -> String {
    std::fs::read_to_string(dir.join("output").join(folder).join(name)).unwrap()
}

#[test]
fn the_cards_speak_the_language_and_keep_their_ids() {
    let dir = tools();
    translate(dir.path(), GERMAN);
    let said = done(dir.path(), &["list", "tools", "--deck", "cards", "--lang", "de"]);
    assert!(said.contains("hook") && said.contains("Haken"), "{said}");
    assert!(said.contains("Werkzeug") && !said.contains("Hook"), "{said}");
    done(dir.path(), &["export", "svg", "tools"]);
    done(dir.path(), &["export", "svg", "tools", "--lang", "de"]);
    let (own, german) = (
        svg(dir.path(), "tools", "cards-02-rope.svg"),
        svg(dir.path(), "tools-de", "cards-02-rope.svg"),
    );
    assert_ne!(own, german);
    let said = done(dir.path(), &["check", "tools", "--lang", "de"]);
    assert!(!said.contains("D94"), "{said}");
}

#[test]
fn the_ledger_keeps_languages_apart() {
    let dir = tools();
    translate(dir.path(), GERMAN);
    done(dir.path(), &["print", "tools"]);
    done(dir.path(), &["print", "tools", "--lang", "de"]);
    assert!(dir.path().join("output/tools-de.pdf").is_file());
    for lang in [&[][..], &["--lang", "de"]] {
        let said = done(dir.path(), &[&["print", "tools", "--changed"], lang].concat());
        assert!(said.contains("nothing has changed"), "{said}");
    }
    translate(dir.path(), &GERMAN.replace("Langes Seil", "Tau"));
    let said = done(dir.path(), &["print", "tools", "--changed"]);
    assert!(said.contains("nothing has changed"), "{said}");
    let said = done(dir.path(), &["print", "tools", "--changed", "--lang", "de"]);
    assert!(said.contains("1 card to print"), "{said}");
}

#[test]
fn what_is_missing_keeps_its_words_and_is_listed() {
    let dir = tools();
    let some: String = GERMAN
        .lines()
        .filter(|line| !line.contains("rope.name"))
        .map(|line| format!("{line}\n"))
        .collect();
    translate(dir.path(), &some.replace("Hold.,Halt.", "Hold tight.,Halt."));
    let said = done(dir.path(), &["export", "svg", "tools", "--lang", "de"]);
    assert!(
        said.contains("2 texts not translated to `de`: cards/rope.name, cards/rope.text"),
        "{said}"
    );
    let said = done(dir.path(), &["check", "tools", "--lang", "de"]);
    assert!(said.contains("warning[D941]: `cards/rope.name` has no translation to `de`"), "{said}");
    assert!(said.contains("cards.toml:11:8"), "{said}");
    assert!(said.contains("the text of `cards/rope.text` has changed since"), "{said}");
    assert!(said.contains("de.csv:6:1"), "{said}");
}

#[test]
fn a_wrong_file_is_told_with_its_places() {
    let dir = tools();
    let cases = [
        (
            "cards/hook.name,Hook,Angel\n",
            "error[D943]: `cards/hook.name` is translated twice",
            "de.csv:9:1",
        ),
        (",Hook,Angel\n", "error[D943]: the row does not say where", "de.csv:9:7"),
        (
            "cards/hok.name,Hook,Angel\n",
            "warning[D944]: there is no text `cards/hok.name`",
            "de.csv:9:1",
        ),
        (
            "cards/saw.name,Saw,\"S\u{e4}ge\"\n",
            "warning[D944]: there is no text `cards/saw.name`",
            "de.csv:9:1",
        ),
        (
            "templates/card.svg,Trade,Werk\n",
            "warning[D944]: `templates/card.svg` does not say \"Trade\"",
            "de.csv:9:1",
        ),
    ];
    for (row, message, place) in cases {
        translate(dir.path(), &format!("{GERMAN}{row}"));
        let (_, said) = told(dir.path(), &["check", "tools", "--lang", "de"]);
        assert!(said.contains(message) && said.contains(place), "{said}");
    }
    translate(dir.path(), &GERMAN.replace("where,", "place,"));
    let (well, said) = told(dir.path(), &["print", "tools", "--lang", "de"]);
    assert!(!well && said.contains("error[D943]: the first line does not name"), "{said}");
    assert!(!dir.path().join("output").exists());
    let no_code = "is no code of a language";
    for (code, why) in
        [("fr", "1 translation: `de`"), ("german", no_code), ("../x", no_code), ("", no_code)]
    {
        let output = run(dir.path(), &["print", "tools", "--lang", code]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("error[D942]") && said.contains(why), "{said}");
    }
}

#[test]
fn a_translation_that_is_too_long_names_the_letters_to_cut() {
    let dir = tools();
    let long = "Halt das lange Seil gut fest ".repeat(12);
    translate(dir.path(), &GERMAN.replace("Halt.", long.trim()));
    let (well, said) = told(dir.path(), &["print", "tools", "--lang", "de"]);
    assert!(!well, "{said}");
    assert!(said.contains("letters)") && said.contains("cut about"), "{said}");
    assert!(said.contains("de.csv:7:23"), "{said}");
}

#[test]
fn texts_go_to_translators_and_come_back() {
    let dir = tools();
    let said = done(dir.path(), &["translate", "export", "tools", "--lang", "de"]);
    assert!(said.contains("7 texts, 0 translated"), "{said}");
    translate(dir.path(), GERMAN);
    done(dir.path(), &["translate", "export", "tools", "--lang", "de", "-o", "all.csv"]);
    std::fs::remove_file(dir.path().join("tools/lang/de.csv")).unwrap();
    let said = done(dir.path(), &["translate", "import", "tools", "--lang", "de", "all.csv"]);
    assert!(said.contains("7 texts, 7 translated"), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("tools/lang/de.csv")).unwrap();
    assert!(csv.contains("cards/rope.name,Long Rope,Langes Seil,\n"), "{csv}");

    // A text that has changed is empty, with the earlier words beside it; what came back of the old one is told.
    let cards = dir.path().join("tools/cards.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    std::fs::write(&cards, text.replace("\"Hold.\"", "\"Hold on.\"")).unwrap();
    let said = done(dir.path(), &["translate", "import", "tools", "--lang", "de", "all.csv"]);
    assert!(said.contains("7 texts, 6 translated"), "{said}");
    assert!(said.contains("warning[D944]: `cards/rope.text` does not say \"Hold.\""), "{said}");
    let csv = std::fs::read_to_string(dir.path().join("tools/lang/de.csv")).unwrap();
    assert!(csv.contains("cards/rope.text,Hold on.,,Halt.\n"), "{csv}");

    std::fs::write(dir.path().join("bad.csv"), "where,text\na,b\n").unwrap();
    let (well, said) =
        told(dir.path(), &["translate", "import", "tools", "--lang", "de", "bad.csv"]);
    assert!(!well && said.contains("D943") && said.contains("bad.csv:1:1"), "{said}");
    let output = run(dir.path(), &["translate", "export", "caps-and-hammers", "--lang", "fr"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn no_file_of_another_kind_is_written_over() {
    let dir = tools();
    std::fs::write(dir.path().join("notes.md"), "# My notes\n").unwrap();
    let export = ["translate", "export", "tools", "--lang", "de", "-o"];
    for name in ["notes.md", "tools/game.toml", "tools/cards.toml"] {
        let before = std::fs::read(dir.path().join(name)).unwrap();
        let (well, _) = told(dir.path(), &[&export[..], &[name]].concat());
        assert!(!well, "{name}");
        assert_eq!(std::fs::read(dir.path().join(name)).unwrap(), before);
    }
    for _ in 0..2 {
        done(dir.path(), &[&export[..], &["for-you.csv"]].concat());
    }
}

#[test]
fn caps_and_hammers_is_german_throughout() {
    let dir = tempfile::tempdir().unwrap();
    let said = done(dir.path(), &["check", "caps-and-hammers", "--lang", "de", "--games", "0"]);
    // `Deutschland` is long, which a warning says.
    assert!(!said.contains("D94") && !said.contains("error["), "{said}");
    let said = done(dir.path(), &["print", "caps-and-hammers", "--lang", "de"]);
    assert!(said.contains("caps-and-hammers-de.pdf") && !said.contains("not translated"), "{said}");
    // Every text has a row, and no row is for nothing.
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards/caps-and-hammers");
    copy(&from, &dir.path().join("caps-and-hammers"));
    let said = done(
        dir.path(),
        &["translate", "export", "caps-and-hammers", "--lang", "de", "-o", "again.csv"],
    );
    let numbers: Vec<usize> =
        said.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    assert!(
        numbers.len() >= 2 && numbers[numbers.len() - 1] == numbers[numbers.len() - 2],
        "{said}"
    );
}
