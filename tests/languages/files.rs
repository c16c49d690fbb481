//! Files of translators: what comes back is understood, and nothing that somebody wrote is lost.

use std::path::Path;

use super::{GERMAN, done, run, told, tools, translate};

fn write(dir: &Path, name: &str, text: impl AsRef<[u8]>) {
    std::fs::write(dir.join(name), text).unwrap();
}

fn read(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).unwrap()
}

const EXPORT: [&str; 5] = ["translate", "export", "tools", "--lang", "de"];
const IMPORT: [&str; 5] = ["translate", "import", "tools", "--lang", "de"];

fn import(dir: &Path, name: &str, text: impl AsRef<[u8]>) -> (bool, String) {
    write(dir, name, text);
    told(dir, &[&IMPORT[..], &[name]].concat())
}

const ROPE: &str = "where,text,translation\ncards/rope.name,Long Rope,Tau\n";

#[test]
fn what_is_odd_in_a_file_that_comes_back_is_told_at_its_line() {
    let dir = tools();
    let twice = format!("{ROPE}cards/rope.name,Long Rope,Seil\n");
    let (well, said) = import(dir.path(), "in.csv", twice);
    let message = "`cards/rope.name` is translated twice";
    assert!(well && said.contains(message), "{said}");
    assert!(said.contains("in.csv:3:1"), "{said}");
}

#[test]
fn line_ends_of_another_system_change_no_text() {
    let dir = tools();
    let cards = dir.path().join("tools/cards.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    let text = text.replace("\"Hold.\"", "\"\"\"Hold\ntight.\"\"\"");
    let german = GERMAN.replace("Hold.,Halt.", "\"Hold\ntight.\",\"Halt\ngut.\"");
    for (toml, csv) in [("\n", "\r\n"), ("\r\n", "\n"), ("\r\n", "\r\n"), ("\n", "\r")] {
        std::fs::write(&cards, text.replace('\n', toml)).unwrap();
        translate(dir.path(), &german.replace('\n', csv));
        let (_, said) = told(dir.path(), &["check", "tools", "--lang", "de"]);
        assert!(!said.contains("D94"), "{said}");
        let (well, said) = import(dir.path(), "in.csv", german.replace('\n', csv));
        assert!(well && said.contains("7 texts, 7 translated"), "{said}");
    }
}

#[test]
fn translations_follow_a_card_and_a_deck_that_are_renamed() {
    let dir = tools();
    let noted: String = GERMAN
        .lines()
        .map(|line| {
            if line.starts_with("where") {
                "Where,text,TRANSLATION,note\n".to_owned()
            } else {
                format!("{line},ask Anna\n")
            }
        })
        .collect();
    translate(dir.path(), &noted);
    let cards = dir.path().join("tools/cards.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    std::fs::write(&cards, text.replace("\"Hook\"", "\"Great Hook\"")).unwrap();
    let said = done(dir.path(), &EXPORT);
    assert!(said.contains("7 texts, 6 translated; 1 translation followed"), "{said}");
    assert!(said.contains("1 translation of texts that are gone kept"), "{said}");
    let csv = read(dir.path(), "tools/lang/de.csv");
    assert!(csv.contains("cards/great-hook.text,Pull hard.,Zieh.,,ask Anna\n"), "{csv}");
    assert!(csv.ends_with("cards/hook.name,Hook,Haken,,ask Anna\n"), "{csv}");

    // What is gone stays when a file comes back, too.
    let (well, said) = import(dir.path(), "in.csv", ROPE);
    assert!(well && said.contains("kept at the end"), "{said}");
    std::fs::rename(&cards, dir.path().join("tools/deck.toml")).unwrap();
    let said = done(dir.path(), &EXPORT);
    assert!(said.contains("7 texts, 6 translated; 4 translations followed"), "{said}");
    assert!(read(dir.path(), "tools/lang/de.csv").contains("cards/hook.name,Hook,Haken"));
}

#[test]
fn words_of_a_template_are_not_offered_for_others() {
    let dir = tools();
    let svg = dir.path().join("tools/templates/card.svg");
    let text = std::fs::read_to_string(&svg).unwrap();
    let other = "<g data-guide=\"names\"><text x=\"4\" y=\"70\" font-family=\"Cabin\" font-size=\"4\">a guide</text></g>\
        <text x=\"4\" y=\"70\" font-family=\"Cabin\" font-size=\"4\">Heavy</text></svg>";
    std::fs::write(&svg, text.replace("</svg>", other)).unwrap();
    translate(dir.path(), GERMAN);
    let said = done(dir.path(), &EXPORT);
    assert!(said.contains("8 texts, 7 translated"), "{said}");
    let csv = read(dir.path(), "tools/lang/de.csv");
    assert!(csv.contains("templates/card.svg,Heavy,,\n"), "{csv}");
    let said = done(dir.path(), &["print", "tools", "--lang", "de"]);
    assert!(said.contains("1 text not translated to `de`: templates/card.svg \"Heavy\""), "{said}");
}

#[test]
fn what_looks_something_up_is_no_text() {
    let dir = tools();
    let game = dir.path().join("tools");
    write(
        &game,
        "game.toml",
        "title = \"Tools\"\n[table.kind.Night]\nword = \"Late\"\nsign = \"BigStar\"\n",
    );
    let cards = read(&game, "cards.toml").replace(
        "name = \"Hook\"",
        "name = \"Hook\"\nkind = \"Night\"\nart = \"Hills\"\nmood = \"Dark\"",
    );
    write(
        &game,
        "cards.toml",
        cards.replace(
            "\n\n[[card]]\nname",
            "\n[defaults]\nart = \"Hills\"\nkind = \"Night\"\nmood = \"Dark\"\n\n[[card]]\nname",
        ),
    );
    std::fs::create_dir(game.join("art")).unwrap();
    std::fs::create_dir(game.join("symbols")).unwrap();
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><circle cx=\"4\" cy=\"4\" r=\"3\"/></svg>";
    write(&game, "art/Hills.svg", drawing);
    write(&game, "symbols/BigStar.svg", drawing);
    let svg = read(&game, "templates/card.svg").replace(
        "</svg>",
        "<rect data-art=\"{{art}}\" x=\"4\" y=\"40\" width=\"9\" height=\"9\"/>\
         <rect data-symbol=\"{{kind.sign}}\" x=\"20\" y=\"40\" width=\"9\" height=\"9\"/>\
         <rect data-if=\"mood=Dark\" x=\"40\" y=\"40\" width=\"9\" height=\"9\"/>\
         <text x=\"4\" y=\"70\" font-family=\"Cabin\" font-size=\"4\">{{kind.word}}</text></svg>",
    );
    write(&game, "templates/card.svg", svg);
    done(dir.path(), &EXPORT);
    let csv = read(&game, "lang/de.csv");
    assert!(csv.contains("game/table.kind.Night.word,Late"), "{csv}");
    for key in ["Hills", "Night,", "BigStar", "Dark"] {
        assert!(!csv.contains(&format!(",{key}")), "{csv}");
    }
}

#[test]
fn a_gap_that_is_left_out_is_told() {
    let dir = tools();
    let cards = dir.path().join("tools/cards.toml");
    let text = std::fs::read_to_string(&cards).unwrap();
    std::fs::write(&cards, text.replace("Hold.", "Pay {star}{star}, hold.")).unwrap();
    let german =
        GERMAN.replace("Hold.,Halt.", "\"Pay {star}{star}, hold.\",\"Zahle {star}, halt.\"");
    translate(dir.path(), &german);
    let (well, said) = told(dir.path(), &["check", "tools", "--lang", "de"]);
    assert!(well, "{said}");
    assert!(
        said.contains("warning[D943]: the translation of `cards/rope.text` leaves out `{star}`"),
        "{said}"
    );
    assert!(said.contains("de.csv:7:43"), "{said}");
}

#[test]
fn an_ability_that_loses_a_number_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let game = dir.path().join("caps");
    crate::copying::copy(&root.join("cards/caps-and-hammers"), &game);
    crate::copying::copy(&root.join("templates/caps-and-hammers"), &game.join("templates"));
    let csv = read(&game, "lang/de.csv");
    for (gap, fatal) in
        [("hier: **+{more}**\u{a0}", true), ("[to=adjacent:einen **benachbarten** Ort]", true)]
    {
        assert!(csv.contains(gap), "{gap}");
        write(&game, "lang/de.csv", csv.replacen(gap, "", 1));
        let (well, said) = told(dir.path(), &["check", "caps", "--lang", "de", "--games", "0"]);
        assert_eq!(well, !fatal, "{said}");
        assert!(said.contains("[D943]") && said.contains("leaves out"), "{said}");
    }
}

#[test]
fn a_file_that_somebody_translated_in_is_not_written_over() {
    let dir = tools();
    let export = [&EXPORT[..], &["-o", "w.csv"]].concat();
    done(dir.path(), &export);
    let text = read(dir.path(), "w.csv").replace("name,Hook,,", "name,Hook,Haken,");
    write(dir.path(), "w.csv", text);
    let (well, said) = told(dir.path(), &export);
    assert!(!well && said.contains("1 translation that `tools` does not have"), "{said}");
    assert!(read(dir.path(), "w.csv").contains("Haken"));
    done(dir.path(), &[&IMPORT[..], &["w.csv"]].concat());
    done(dir.path(), &export);
    let output = run(dir.path(), &[&EXPORT[..], &["-o", "w.xlsx"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(!dir.path().join("w.xlsx").exists());
}

#[test]
fn a_large_game_can_be_translated() {
    let dir = tools();
    let mut cards = String::from("title = \"Cards\"\ntemplate = \"card.svg\"\n");
    for n in 0..3_800 {
        cards += &format!(
            "[[card]]\nname = \"Card Number {n}\"\ntext = \"Text of {n}\"\nquip = \"Quip of {n}\"\nn = 1\n"
        );
    }
    write(&dir.path().join("tools"), "cards.toml", cards);
    done(dir.path(), &EXPORT);
    let said = done(dir.path(), &EXPORT);
    assert!(said.contains("11,403 texts"), "{said}");
}

#[test]
fn an_empty_file_is_a_beginning() {
    let dir = tools();
    translate(dir.path(), "");
    let said = done(dir.path(), &EXPORT);
    assert!(said.contains("7 texts, 0 translated"), "{said}");
}

#[test]
fn every_command_that_shows_words_speaks_the_language() {
    let dir = tools();
    translate(dir.path(), GERMAN);
    done(dir.path(), &["export", "csv", "tools", "--lang", "de"]);
    let csv = read(dir.path(), "output/tools-de/cards.csv");
    assert!(csv.contains("Haken") && csv.contains("rope"), "{csv}");
    crate::copying::copy(&dir.path().join("tools"), &dir.path().join("other"));
    let german = dir.path().join("other/lang/de.csv");
    std::fs::write(&german, GERMAN.replace("Haken", "Angel")).unwrap();
    let said = done(dir.path(), &["diff", "tools", "other", "--lang", "de"]);
    assert!(said.contains("Angel"), "{said}");
    let said = done(dir.path(), &["diff", "tools", "other"]);
    assert!(!said.contains("Angel"), "{said}");
    // Of the shipped games, those that speak it.
    let said = done(dir.path(), &["list", "--lang", "de"]);
    assert!(said.contains("Kappen") && !said.contains("caper"), "{said}");
    let record = ["record", "caps-and-hammers", "-o", "game.jsonl"];
    done(dir.path(), &record);
    let replay = ["replay", "game.jsonl"];
    let (own, german) =
        (done(dir.path(), &replay), done(dir.path(), &[&replay[..], &["--lang", "de"]].concat()));
    assert_ne!(own, german);
}
