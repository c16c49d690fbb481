//! What a release is made of agrees with itself: names of archives, pinned actions, manual pages, one version.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use toml::Table;

use crate::desk::Desk;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn table(file: &str) -> Table {
    let text = std::fs::read_to_string(root().join(file)).unwrap();
    text.parse().unwrap_or_else(|e| panic!("{file}: {e}"))
}

fn workflows() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(".github/workflows")).unwrap();
    let files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 4, "{files:?}");
    files
}

#[test]
fn cargo_binstall_looks_for_the_archives_that_dist_makes() {
    let cargo = table("Cargo.toml");
    let binstall = &cargo["package"]["metadata"]["binstall"];
    let targets = &table("dist-workspace.toml")["dist"]["targets"];
    for target in targets.as_array().unwrap() {
        let target = target.as_str().unwrap();
        let own = binstall.get("overrides").and_then(|all| all.get(target));
        let says = |key: &str| {
            let value = own.and_then(|own| own.get(key)).unwrap_or(&binstall[key]);
            let fill =
                |text: &str, name: &str, with: &str| text.replace(&format!("{{ {name} }}"), with);
            let mut text = value.as_str().unwrap().to_owned();
            for (name, with) in [("name", "deckproof"), ("target", target), ("bin", "deckproof")] {
                text = fill(&text, name, with);
            }
            text
        };
        // dist puts the files of a .tar.xz into a folder of its name, and those of a .zip into none.
        let archive = format!("deckproof-{target}");
        let url =
            format!("{{ repo }}/releases/download/v{{ version }}/{archive}{{ archive-suffix }}");
        assert_eq!(says("pkg-url"), url);
        let (kind, folder) = if target.contains("windows") {
            ("zip", String::new())
        } else {
            ("txz", format!("{archive}/"))
        };
        assert_eq!(says("pkg-fmt"), kind, "{target}");
        assert_eq!(says("bin-dir"), format!("{folder}deckproof{{ binary-ext }}"));
    }
}

#[test]
fn every_target_of_a_release_has_a_wheel() {
    let wheels = std::fs::read_to_string(root().join(".github/workflows/wheels.yml")).unwrap();
    let targets = &table("dist-workspace.toml")["dist"]["targets"];
    for target in targets.as_array().unwrap() {
        let target = target.as_str().unwrap();
        assert!(wheels.contains(&format!("target: {target},")), "{target}");
    }
}

#[test]
fn actions_of_others_are_pinned_to_a_commit() {
    for file in workflows() {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|line| line.contains("uses: ")) {
            let (_, action) = line.split_once("uses: ").unwrap();
            let action = action.trim_matches('"');
            let commit = action.split_once('@').map(|(_, commit)| commit);
            let commit = commit.and_then(|commit| commit.split([' ', '"']).next());
            let pinned =
                commit.is_some_and(|c| c.len() == 40 && c.chars().all(|c| c.is_ascii_hexdigit()));
            assert!(pinned || action.starts_with("$/"), "{}: {line}", file.display());
        }
    }
}

#[test]
fn the_changelog_tells_of_the_version_or_of_what_comes() {
    let changelog = std::fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(changelog.contains("\n## [Unreleased]\n"));
    assert!(changelog.contains(version), "CHANGELOG.md knows no {version}");
}

#[test]
fn the_version_says_which_build_it_is_and_what_it_reads() {
    let desk = Desk::new();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(desk.does(&["-V"]), format!("deckproof {version}\n"));
    let told = desk.does(&["--version"]);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with(&format!("deckproof {version}")), "{told}");
    assert!(lines[1].starts_with("target: "), "{told}");
    assert_eq!(lines[2..], ["data format: 1"]);
}

#[test]
fn every_dependency_has_a_row_in_the_page_about_crates() {
    let cargo = table("Cargo.toml");
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let crates = kinds.iter().filter_map(|kind| cargo.get(*kind)?.as_table());
    let named: BTreeSet<&str> = crates.flat_map(|table| table.keys().map(String::as_str)).collect();
    let page = std::fs::read_to_string(root().join("docs/book/contributing/dependencies.md"));
    let page = page.unwrap();
    let section = page.split("\n## ").find(|part| part.starts_with("What the program is built of"));
    let rows = section.unwrap().lines().filter(|line| line.starts_with("| ")).skip(2);
    let rows: BTreeSet<&str> =
        rows.map(|row| row.split(" | ").next().unwrap().trim_start_matches("| ")).collect();
    assert_eq!(named, rows);
}

#[test]
fn each_command_has_a_manual_page() {
    let desk = Desk::new();
    let told = desk.does(&["man"]);
    assert!(told.starts_with("man: ") && told.ends_with(" pages\n"), "{told}");
    for page in ["deckproof", "deckproof-print", "deckproof-export-shop"] {
        let text = String::from_utf8(desk.file(&format!("man/{page}.1"))).unwrap();
        assert!(text.contains(".TH deckproof"), "{text}");
    }
    desk.does(&["man"]);
    desk.write("man/deckproof-print.1", "my own");
    assert!(desk.refuses(&["man"]).contains("was not made by deckproof"));
}

/// Bytes of the colour profiles that may be in the program: krilla's, of sRGB and its grey, all CC0.
const PROFILES: &[usize] = &[360, 480, 616, 736];

/// Words of agreements that let nobody but their reader have what they come with.
const AGREEMENTS: &[&str] = &["bundling agreement", "license agreement", "licence agreement"];

/// Where each colour profile starts in `bytes`, and how long it says it is (ICC.1:2022, 7.2).
fn profiles(bytes: &[u8]) -> Vec<(usize, usize)> {
    let word = |at: usize| bytes.get(at..at + 4);
    let signatures = (36..bytes.len()).filter(|at| word(*at) == Some(b"acsp"));
    let headers = signatures.map(|at| at - 36).filter_map(|at| {
        let length = u32::from_be_bytes(word(at)?.try_into().ok()?) as usize;
        let classes = ["scnr", "mntr", "prtr", "link", "spac", "abst", "nmcl"];
        let class = classes.map(str::as_bytes).contains(&word(at + 12)?);
        (class && (128..bytes.len() - at).contains(&length)).then_some((at, length))
    });
    headers.collect()
}

#[test]
fn the_program_holds_no_profile_and_no_agreement_of_others() {
    let program = std::fs::read(env!("CARGO_BIN_EXE_deckproof")).unwrap();
    for (at, length) in profiles(&program) {
        assert!(PROFILES.contains(&length), "a colour profile of {length} bytes lies at byte {at}");
    }
    let text = String::from_utf8_lossy(&program).to_ascii_lowercase();
    for words in AGREEMENTS {
        assert!(!text.contains(words), "{words}");
    }
}

#[test]
fn a_colour_profile_is_found_among_other_bytes() {
    let mut bytes = vec![7; 1000];
    bytes[200..204].copy_from_slice(&500_u32.to_be_bytes());
    bytes[212..216].copy_from_slice(b"prtr");
    bytes[236..240].copy_from_slice(b"acsp");
    // The signature alone is no profile.
    bytes[900..904].copy_from_slice(b"acsp");
    assert_eq!(profiles(&bytes), [(200, 500)]);
}
