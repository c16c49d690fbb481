//! Print only what changed: `prints.lock`, `print --changed`, and the list of what to take out of the box.

use crate::copying;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use copying::copy;
use deckproof::export::{MARK_POINTS, marked};
use deckproof::registry;
use deckproof::source::{Files, GameFolder};
use deckproof::template::{Ink, Renderer, face_svg};

/// A copy of the second edition in a folder of its own, and the sheets beside it.
struct Box {
    dir: tempfile::TempDir,
}

impl Box {
    /// A copy that was printed once.
    fn printed() -> Box {
        let made = Box { dir: tempfile::tempdir().unwrap() };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        copy(&root.join("cards/caps-and-hammers"), &made.path("mine"));
        copy(&root.join("templates/caps-and-hammers"), &made.path("mine/templates"));
        made.prints(&[]);
        made
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn run(&self, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(["print", "mine"])
            .args(more)
            .env_remove("DECKPROOF_PAPER")
            .current_dir(self.dir.path())
            .output()
            .unwrap()
    }

    /// Prints, and gives what was said before the table of files.
    fn prints(&self, more: &[&str]) -> String {
        let output = self.run(more);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{told}");
        let said = String::from_utf8(output.stdout).unwrap();
        said.split("file  ").next().unwrap().to_owned()
    }

    /// Prints and is refused; gives the exit code and what was told.
    fn refused(&self, more: &[&str]) -> (Option<i32>, String) {
        let output = self.run(more);
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), told)
    }

    /// Replaces `from` in the section of a deck that has the line `card`.
    fn edit(&self, file: &str, card: &str, from: &str, to: &str) {
        let path = self.path("mine").join(file);
        let text = std::fs::read_to_string(&path).unwrap();
        let at = text.find(card).unwrap();
        let rest = text[at..].replacen(from, to, 1);
        assert!(text[at..] != rest, "{file} has no `{from}` after `{card}`");
        std::fs::write(&path, text[..at].to_owned() + &rest).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }
}

/// One power, one colour of a picture, one number of copies.
fn three_edits() -> Box {
    let printed = Box::printed();
    printed.edit("assets.toml", "id = \"admiral\"", "influence = 2", "influence = 3");
    printed.edit("templates/art/iraq.svg", "<path", "currentColor", "#ff8800");
    printed.edit("assets.toml", "id = \"diplomat\"", "copies = 3", "copies = 4");
    printed.edit("assets.toml", "template", "count = 25", "count = 26");
    printed
}

#[test]
fn nothing_is_printed_when_nothing_changed() {
    let printed = Box::printed();
    let said = printed.prints(&["--changed"]);
    assert!(said.ends_with("nothing has changed since it was printed\n"), "{said}");
    assert!(!printed.path("output/mine-changed.pdf").exists());
}

#[test]
fn new_changed_and_missing_copies_are_printed_and_the_old_ones_are_pulled() {
    let printed = three_edits();
    let said = printed.prints(&["--changed"]);
    let list = "\
Caps and Hammers (Second edition): 6 cards to print, 5 to take out
Put into the box:
  3 x Admiral (assets): changed, marked v2
  1 x Diplomat (assets): one more of those that are there
  1 x Iraq (countries): changed, marked v2
  1 x Rules, page 1 (rules): changed, marked v2
Take out of the box:
  3 x Admiral (assets): replaced, the ones without a mark
  1 x Iraq (countries): replaced, the one without a mark
  1 x Rules, page 1 (rules): replaced, the one without a mark
";
    assert_eq!(said, list);
    let written = String::from_utf8(printed.read("output/mine-changed.txt")).unwrap();
    assert_eq!(written, format!("deckproof print --changed\n{list}"));
}

#[test]
fn cards_that_only_look_different_stay_in_the_box_when_words_are_asked_for() {
    let printed = three_edits();
    let said = printed.prints(&["--changed=words"]);
    let list = "\
Caps and Hammers (Second edition): 5 cards to print, 4 to take out
Put into the box:
  3 x Admiral (assets): changed, marked v2
  1 x Diplomat (assets): one more of those that are there
  1 x Rules, page 1 (rules): changed, marked v2
Take out of the box:
  3 x Admiral (assets): replaced, the ones without a mark
  1 x Rules, page 1 (rules): replaced, the one without a mark
1 card only looks different: `--changed` prints it, too
";
    assert_eq!(said, list);
    assert!(printed.path("output/mine-changed-words.pdf").exists());
    let again = printed.prints(&["--changed=words"]);
    let nothing = "Caps and Hammers (Second edition): 1 card only looks different: `--changed` prints it, too\n";
    assert_eq!(again, nothing);
    // What was left in the box is known to look as it did.
    let all = printed.prints(&["--changed"]);
    assert!(all.contains("  1 x Iraq (countries): changed, marked v3\n"), "{all}");
    assert!(all.contains("1 card to print, 1 to take out"), "{all}");
}

/// The first front of a deck as SVG, plain and with the mark of the twelfth printing.
fn plain_and_marked(game: &str, deck: &str) -> [String; 2] {
    let mut files = Files::new();
    let folder = GameFolder::shipped(game).unwrap();
    let pack = registry::load(folder, &mut files).unwrap();
    let deck = pack.deck(deck).unwrap();
    let renderer = Renderer::open(&pack, &[deck], Ink::Full, &mut files).unwrap();
    let drawn = renderer.draw(&pack, deck, &mut files).unwrap();
    let words = renderer.caption("v12", MARK_POINTS).unwrap();
    let front = &drawn.fronts[0];
    [face_svg(front, 0.0), face_svg(&marked(front, words), 0.0)]
}

#[test]
fn a_mark_names_the_printing_inside_the_cut() {
    let [plain, marked] = plain_and_marked("caper", "coins");
    assert!(!plain.contains(">v12</text>") && marked.contains(">v12</text>"));
    let same = plain.trim_end().strip_suffix("</svg>").unwrap();
    assert!(marked.starts_with(same), "the mark is all that is added");
}

#[test]
fn a_mark_covers_no_words() {
    let left = |deck: &str| -> f64 {
        let [plain, marked] = plain_and_marked("caps-and-hammers", deck);
        let (_, added) = marked[plain.len() - 10..].split_once("<rect x=\"").unwrap();
        added.split('"').next().unwrap().parse().unwrap()
    };
    // Half of a poker card is 31.75 mm.
    assert!((28.0..31.0).contains(&left("countries")));
    // A sentence stands along the lower edge of a lab, to 53 mm.
    assert!(left("labs") > 53.0);
}

#[test]
fn what_was_printed_as_changed_is_noted() {
    let printed = three_edits();
    printed.prints(&["--changed"]);
    let said = printed.prints(&["--changed"]);
    assert!(said.ends_with("nothing has changed since it was printed\n"), "{said}");
    printed.edit("assets.toml", "id = \"admiral\"", "influence = 3", "influence = 5");
    let said = printed.prints(&["--changed"]);
    assert!(said.contains("3 x Admiral (assets): changed, marked v3"), "{said}");
    assert!(said.contains("3 x Admiral (assets): replaced, the ones marked v2"), "{said}");
}

#[test]
fn a_draft_is_not_noted() {
    let printed = three_edits();
    let before = printed.read("output/prints.lock");
    printed.prints(&["--changed", "--draft"]);
    printed.prints(&["--draft"]);
    assert_eq!(printed.read("output/prints.lock"), before);
}

#[test]
fn the_same_prints_are_noted_in_the_same_bytes() {
    let (one, other) = (three_edits(), three_edits());
    for printed in [&one, &other] {
        printed.prints(&["--changed"]);
    }
    for file in ["output/prints.lock", "output/mine-changed.pdf"] {
        assert!(one.read(file) == other.read(file), "{file}");
    }
}

#[test]
fn without_a_print_there_is_nothing_to_compare_with() {
    let printed = Box::printed();
    let (code, told) = printed.refused(&["--changed", "-o", "elsewhere"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("error[D908]"), "{told}");
    assert!(!printed.path("elsewhere").exists());
}

#[test]
fn a_ledger_that_somebody_else_wrote_is_left_alone() {
    let printed = Box::printed();
    std::fs::write(printed.path("output/prints.lock"), "mine\n").unwrap();
    for more in [&["--changed"][..], &[]] {
        let (code, told) = printed.refused(more);
        assert_eq!(code, Some(2));
        assert!(told.contains("error[D903]"), "{told}");
    }
    assert_eq!(printed.read("output/prints.lock"), b"mine\n");
}

#[test]
fn a_ledger_that_was_edited_is_shown_at_its_line() {
    let printed = Box::printed();
    let path = printed.path("output/prints.lock");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("printing = 1", "printing = -1", 1)).unwrap();
    let (code, told) = printed.refused(&["--changed"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("error[D907]") && told.contains("prints.lock:5:12"), "{told}");
}
