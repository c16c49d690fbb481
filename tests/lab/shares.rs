//! What becomes of the files of shares: none is lost to a share of another run, nor to a sum of itself; and what is missing is played into the
//! folder of the others.

use std::path::Path;
use std::process::Output;

use super::{deckproof, text};

/// Of Magpies for three: quick, and a shipped example.
fn run(folder: &Path, words: &str) -> Output {
    let words: Vec<&str> = words.split(' ').collect();
    deckproof(folder, &words)
}

/// What was told of errors, wherever its lines are broken.
fn in_one_line(told: &Output) -> String {
    let told = text(&told.stderr);
    told.split_whitespace().collect::<Vec<&str>>().join(" ")
}

fn game() -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    examples.join("magpies").display().to_string()
}

const LAB: &str = "lab play";

fn share(folder: &Path, command: &str, shard: &str) -> Output {
    let out = format!("part-{}.json", shard.split('/').next().unwrap());
    let (game, seed) = (game(), "--seed 3");
    let options = if command == LAB { " --policy uniform" } else { "" };
    let words = format!(
        "{command} {game} --players 3 --games 40 {seed}{options} --shard {shard} --part {out}"
    );
    run(folder, &words)
}

#[test]
fn a_share_is_written_again_and_over_no_share_of_another_run() {
    let dir = tempfile::tempdir().unwrap();
    let part = dir.path().join("part-1.json");
    assert!(share(dir.path(), LAB, "1/2").status.success());
    let first = std::fs::read(&part).unwrap();
    assert!(share(dir.path(), LAB, "1/2").status.success());
    assert_eq!(std::fs::read(&part).unwrap(), first);
    let of_four = format!(
        "lab play {} --players 4 --games 40 --policy uniform --shard 1/2 --part part-1.json",
        game()
    );
    let others = [share(dir.path(), "fuzz", "1/2"), run(dir.path(), &of_four)];
    for refused in others {
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(
            told.contains("`part-1.json` is a part of another run: of `deckproof lab "),
            "{told}"
        );
        assert_eq!(std::fs::read(&part).unwrap(), first);
    }
}

#[test]
fn a_sum_is_not_written_over_its_parts() {
    let dir = tempfile::tempdir().unwrap();
    for shard in ["1/2", "2/2"] {
        assert!(share(dir.path(), LAB, shard).status.success());
    }
    let first = std::fs::read(dir.path().join("part-1.json")).unwrap();
    let refused = run(dir.path(), "merge part-1.json part-2.json --part ./part-1.json");
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("is one of the parts that are added up"), "{told}");
    assert_eq!(std::fs::read(dir.path().join("part-1.json")).unwrap(), first);
    assert!(run(dir.path(), "merge part-1.json part-2.json --part whole.json").status.success());
}

#[test]
fn what_is_missing_is_played_into_the_folder_of_the_parts() {
    let dir = tempfile::tempdir().unwrap();
    let parts = dir.path().join("my parts");
    std::fs::create_dir(&parts).unwrap();
    for shard in ["1/3", "3/3"] {
        assert!(share(&parts, LAB, shard).status.success());
    }
    let missing = deckproof(dir.path(), &["merge", "my parts"]);
    let told = in_one_line(&missing);
    assert_eq!(missing.status.code(), Some(1), "{told}");
    assert!(told.contains("--shard 2/3 --part 'my parts/part-2.json'`"), "{told}");
    assert!(share(&parts, LAB, "2/3").status.success());
    assert!(deckproof(dir.path(), &["merge", "my parts"]).status.success());
}

#[test]
fn bounds_of_a_report_are_refused_for_a_share() {
    let dir = tempfile::tempdir().unwrap();
    let words = format!(
        "lab play {} --policy uniform --games 8 --shard 1/2 --part a.json --even 7",
        game()
    );
    let refused = run(dir.path(), &words);
    let told = in_one_line(&refused);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("`--even` is of a report, and a share has none"), "{told}");
}
