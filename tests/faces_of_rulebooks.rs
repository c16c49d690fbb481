//! The cards of the shipped games say the same by declarations as by the families that are built in: field by field, and
//! every page byte for byte.

use std::path::{Path, PathBuf};
use std::process::Command;

use deckproof::cards::Pack;
use deckproof::registry::Registry;
use deckproof::source::{Files, GameFolder};

use super::copying::copy;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A game as its family has it, and as `tests/rulebooks` declares it; each with its templates beside it.
struct Both {
    _dir: tempfile::TempDir,
    family: PathBuf,
    own: PathBuf,
}

impl Both {
    fn of(game: &str) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let lay = |name: &str, overlay: Option<&Path>| {
            let at = dir.path().join(name);
            let folder = at.join("cards").join(game);
            let templates = at.join("templates").join(game);
            copy(&root().join("cards").join(game), &folder);
            copy(&root().join("templates").join(game), &templates);
            if let Some(overlay) = overlay {
                copy(overlay, &folder);
                let own = folder.join("templates");
                if own.exists() {
                    copy(&own, &templates);
                    std::fs::remove_dir_all(own).unwrap();
                }
            }
            folder
        };
        let family = lay("family", None);
        let own = lay("own", Some(&root().join("tests/rulebooks").join(game)));
        let declared = own.join("abilities.toml");
        let path = own.join("game.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        // A folder that is complete has the declarations in its game.toml.
        if declared.exists() && !text.contains("[field.") {
            let shipped = std::fs::read_to_string(family.join("game.toml")).unwrap();
            let text: String = shipped
                .lines()
                .filter(|line| !line.starts_with("family = "))
                .flat_map(|line| [line, "\n"])
                .collect();
            let declared = std::fs::read_to_string(declared).unwrap();
            let table = "\n[table]\nseats = [\"first\", \"second\"]\n";
            std::fs::write(&path, format!("{text}{table}{declared}")).unwrap();
        }
        let _ = std::fs::remove_file(own.join("rules.star"));
        let _ = std::fs::remove_file(own.join("abilities.toml"));
        Both {
            _dir: dir,
            family,
            own,
        }
    }
}

fn read(folder: &Path) -> Pack {
    let folder = GameFolder::open(folder).unwrap();
    let (pack, faults) = Pack::read(folder, &Registry, &mut Files::new());
    let errors: Vec<_> = faults
        .iter()
        .filter(|fault| fault.severity == deckproof::source::Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    pack.unwrap()
}

/// The fields that both have, deck by deck.
fn fields_are_equal(game: &str, but: &[&str]) -> usize {
    let both = Both::of(game);
    let (family, own) = (read(&both.family), read(&both.own));
    let mut compared = 0;
    for (deck, other) in family.decks.iter().zip(&own.decks) {
        assert_eq!(deck.id, other.id);
        let ((faces, _), (others, faults)) = (family.faces(deck), own.faces(other));
        assert!(faults.is_empty(), "{game}/{}: {faults:#?}", deck.id);
        assert_eq!(faces.len(), others.len());
        for (face, other) in faces.iter().zip(&others) {
            for name in other.names().filter(|name| !but.contains(name)) {
                if let Some(field) = face.get(name) {
                    let place = format!("{game}/{}/{}: {name}", deck.id, face.text("id"));
                    assert_eq!(other.text(name), field.text, "{place}");
                    compared += 1;
                }
            }
        }
    }
    compared
}

/// What is printed of both, byte for byte.
fn pages_are_equal(game: &str) {
    let both = Both::of(game);
    let [family, own] = [&both.family, &both.own].map(|folder| {
        let at = folder.parent().and_then(Path::parent).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_deckproof"))
            .args(["print", &format!("cards/{game}"), "--output", "printed"])
            .current_dir(at)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{game}: {said}");
        let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(at.join("printed"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "pdf"))
            .map(|path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                (name, std::fs::read(&path).unwrap())
            })
            .collect();
        files.sort();
        files
    });
    assert!(!family.is_empty(), "{game}: nothing was printed");
    let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(&family), names(&own));
    for ((name, was), (_, is)) in family.iter().zip(&own) {
        assert!(was == is, "{game}: {name} is another file");
    }
}

#[test]
fn caper_says_the_same_by_declarations() {
    // A thief's income is a number here, and coins there.
    assert!(fields_are_equal("caper", &["income"]) > 1_000);
}

#[test]
fn caper_looks_the_same_by_declarations() {
    pages_are_equal("caper");
}

#[test]
fn the_second_edition_says_the_same_by_declarations() {
    assert!(fields_are_equal("caps-and-hammers", &["boosted"]) > 500);
}

#[test]
fn the_second_edition_looks_the_same_by_declarations() {
    pages_are_equal("caps-and-hammers");
}

#[test]
fn the_2016_edition_says_the_same_by_declarations() {
    assert!(fields_are_equal("caps-and-hammers-2016", &["boosted"]) > 500);
}

#[test]
fn the_2016_edition_looks_the_same_by_declarations() {
    pages_are_equal("caps-and-hammers-2016");
}
