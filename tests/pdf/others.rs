//! Other people's programs.

use super::*;

/// Runs a program on a file of a game; `None`, with a word about it, when it is not installed.
fn run(program: &str, before: &[&str], sheets: &Sheets, after: &[&str]) -> Option<Output> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sheets.pdf");
    std::fs::write(&file, &sheets.bytes).unwrap();
    match Command::new(program).args(before).arg(&file).args(after).output() {
        Ok(output) => Some(output),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: {program} is not installed");
            None
        }
        Err(e) => panic!("{program}: {e}"),
    }
}

#[test]
fn qpdf_finds_nothing_wrong() {
    for sheets in shipped() {
        if let Some(output) = run("qpdf", &["--check"], sheets, &[]) {
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "{}: {told}", sheets.id);
        }
    }
}

#[test]
fn pdffonts_sees_every_font_embedded_and_subset() {
    for sheets in shipped() {
        let Some(output) = run("pdffonts", &[], sheets, &[]) else {
            return;
        };
        let table = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(table.lines().count() > 2, "{table}");
        for line in table.lines().skip(2) {
            // …, embedded, subset, Unicode, and two numbers of the object.
            let columns: Vec<&str> = line.split_whitespace().rev().collect();
            assert_eq!(columns[2..5], ["yes", "yes", "yes"], "{line}");
        }
    }
}

/// Tokens that are pictures alone.
const WORDLESS: [(&str, &str); 1] = [("caper", "marker")];

/// Letters and digits alone, small: how words are spaced and broken is the layout's business.
fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What pdftotext reads, in the order in which it is drawn.
fn words(sheets: &Sheets) -> Option<String> {
    let output = run("pdftotext", &["-raw"], sheets, &["-"])?;
    assert!(output.status.success());
    Some(letters(&String::from_utf8_lossy(&output.stdout)))
}

#[test]
fn pdftotext_finds_the_name_of_every_card() {
    for sheets in shipped() {
        let Some(text) = words(sheets) else {
            return;
        };
        let wordless = |deck: &Deck| WORDLESS.contains(&(sheets.id.as_str(), &deck.id));
        for deck in pack(&sheets.id).decks.iter().filter(|d| !wordless(d)) {
            for row in &deck.rows {
                let name = letters(&strip(&row.name));
                assert!(text.contains(&name), "{}: {}: {name}", sheets.id, deck.id);
            }
        }
    }
}

#[test]
fn pdftotext_finds_what_each_asset_does() {
    for (game, deck) in [("caps-and-hammers", "assets"), ("caps-and-hammers-2016", "actions")] {
        let sheets = shipped().iter().find(|s| s.id == game).unwrap();
        let Some(text) = words(sheets) else {
            return;
        };
        let pack = pack(game);
        let (faces, _) = pack.faces(pack.deck(deck).unwrap());
        let mut sentences = 0;
        for face in faces {
            for field in ["passive", "operation"] {
                // A symbol is read by its name.
                let sentence = face.text(field);
                sentences += usize::from(!sentence.is_empty());
                assert!(text.contains(&letters(sentence)), "{}: {sentence}", face.text("name"));
            }
        }
        assert!(sentences >= 9, "{game}: {sentences} sentences");
    }
}

#[test]
fn pdfinfo_reads_card_after_card_and_the_rules_with_their_headings() {
    let sheets = shipped().iter().find(|s| s.id == "caper").unwrap();
    let Some(output) = run("pdfinfo", &["-struct-text"], sheets, &[]) else {
        return;
    };
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8_lossy(&output.stdout);
    let thieves = pack("caper").deck("thieves").unwrap().rows.clone();
    let rows: Vec<String> = thieves.iter().map(|row| strip(&row.name)).collect();
    // A section begins with the name of its card.
    let sections = told.split("  Sect\n").skip(1);
    let words = sections.filter_map(|section| section.split('"').nth(1));
    let names = words.filter_map(|words| rows.iter().find(|row| words.starts_with(*row)));
    let mut names: Vec<&String> = names.collect();
    names.dedup();
    assert_eq!(names, rows.iter().collect::<Vec<_>>());
    for line in ["H1", "H2", "L (block)", "LI (block)", "Lbl (block)", "LBody (block)"] {
        assert!(told.contains(&format!(" {line}")), "{line}");
    }
}
