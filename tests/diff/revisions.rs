//! Games at git revisions.

use std::path::Path;
use std::process::Command;

use super::copying::copy;
use super::games::Games;

/// A repository with a game in `cards/tiny`, committed and then edited; `None` without git, which is said.
fn repository() -> Option<Games> {
    let games = Games::tiny();
    copy(&games.path("old"), &games.path("cards/tiny"));
    for side in ["old", "new"] {
        std::fs::remove_dir_all(games.path(side)).unwrap();
    }
    let done = ["init --quiet --initial-branch main", "add .", "commit --quiet --message first"]
        .iter()
        .all(|args| git(&games.path(""), args));
    if !done {
        eprintln!("skipped: git is missing");
        return None;
    }
    edit(&games, "cost = 1", "cost = 3");
    Some(games)
}

fn edit(games: &Games, from: &str, to: &str) {
    let path = games.path("cards/tiny/spells.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from));
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn git(at: &Path, args: &str) -> bool {
    let settings = [
        "-c",
        "user.name=t",
        "-c",
        "user.email=t@example.org",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "core.hooksPath=/dev/null",
    ];
    let ran = Command::new("git").current_dir(at).args(settings).args(args.split(' ')).status();
    ran.is_ok_and(|status| status.success())
}

/// Ten trees that hold ten of the next each: a thousand million files.
#[test]
fn a_revision_of_many_files_is_refused_at_the_bound() {
    let Some(games) = repository() else { return };
    let script = "f=$(printf x | git hash-object -w --stdin); kind='100644 blob'; for deep in 1 2 3 4 5 6 7 8 9; do \
        f=$(for n in 0 1 2 3 4 5 6 7 8 9; do printf '%s %s\\t%s\\n' \"$kind\" $f $n; done | git mktree); kind='040000 tree'; done; \
        git update-ref refs/heads/many $(git -c user.name=t -c user.email=t@example.org commit-tree -m x $f)";
    let made = Command::new("sh").current_dir(games.path("")).args(["-c", script]).status();
    assert!(made.unwrap().success());
    let begun = std::time::Instant::now();
    let told = games.run(&["many:.", "cards/tiny"]);
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
    assert_eq!(told.code, Some(1), "{}", told.stderr);
    let says = "`many:` holds more than 10,000 files, or more than 256 MiB";
    assert!(told.stderr.contains(says), "{}", told.stderr);
}

const CHANGED: [&str; 1] = ["spells/fire rules: cost 1 > 3"];

#[test]
fn what_was_committed_is_beside_what_is_there() {
    let Some(games) = repository() else { return };
    for args in [
        ["HEAD:cards/tiny", "cards/tiny"],
        ["main:", "cards/tiny"],
        ["HEAD:./games/../cards/tiny/", "cards/tiny"],
    ] {
        assert_eq!(super::games::words(&games.json(&args)), CHANGED, "{args:?}");
    }
    assert!(git(&games.path(""), "commit --quiet --all --message second"));
    for args in [["HEAD~1:cards/tiny", "HEAD:cards/tiny"], ["HEAD~1:", "HEAD:cards/tiny"]] {
        assert_eq!(super::games::words(&games.json(&args)), CHANGED, "{args:?}");
    }
    let same = games.json(&["HEAD:cards/tiny", "cards/tiny"]);
    assert_eq!(same["games"][0]["about"]["different"], "no");
}

#[test]
fn templates_beside_the_cards_are_found_at_a_revision_too() {
    let Some(games) = repository() else { return };
    std::fs::create_dir_all(games.path("templates")).unwrap();
    std::fs::rename(games.path("cards/tiny/templates"), games.path("templates/tiny")).unwrap();
    assert!(git(&games.path(""), "add ."));
    assert!(git(&games.path(""), "commit --quiet --message second"));
    edit(&games, "cost = 3", "cost = 5");
    let told = super::games::words(&games.json(&["HEAD:", "cards/tiny"]));
    assert_eq!(told, ["spells/fire rules: cost 3 > 5"]);
    // Before and after, one game in both shapes.
    assert_eq!(super::games::words(&games.json(&["HEAD~1:", "HEAD:cards/tiny"])), CHANGED);
}

#[test]
fn what_is_not_there_is_told_with_what_is() {
    let Some(games) = repository() else { return };
    let refused = |args: [&str; 2], says: &[&str]| {
        let told = games.run(&args);
        assert_eq!((told.code, told.stdout.as_str()), (Some(2), ""), "{args:?}");
        for words in says {
            assert!(told.stderr.contains(words), "{words}:\n{}", told.stderr);
        }
    };
    refused(
        ["mian:cards/tiny", "cards/tiny"],
        &["error[D921]", "git knows no revision `mian` here", "did you mean `main:cards/tiny`?"],
    );
    refused(
        ["HEAD:cards/tyni", "cards/tiny"],
        &["`HEAD` has no folder `cards/tyni` with a game.toml", "did you mean `HEAD:cards/tiny`?"],
    );
    refused(["HEAD:zzz", "cards/tiny"], &["there, `cards/tiny` holds a game.toml"]);
    refused(["HEAD:../..", "cards/tiny"], &["has no folder `../..`"]);
    refused(
        ["HEAD~99:", "cards/tiny"],
        &["git knows no revision `HEAD~99` here", "that is further back than its commits go"],
    );
    refused(["mian:", "cards/tiny"], &["did you mean `main:`?"]);
    refused(
        ["HEAD:", "HEAD:"],
        &["`HEAD:` is a revision without a folder", "or the other side, `HEAD: my-game`"],
    );
    refused(["--version:x", "cards/tiny"], &["unexpected argument"]);
    refused(["HEAD:", "caper"], &["is the folder of the other side", "name the folder"]);
}

#[test]
fn a_folder_outside_a_repository_has_no_revisions() {
    let told = Games::tiny().run(&["HEAD:", "new"]);
    // Without git that is what is told.
    assert!([Some(2), Some(3)].contains(&told.code), "{}", told.stderr);
    assert!(told.stderr.contains("help:"), "{}", told.stderr);
}

#[test]
fn links_in_a_revision_lead_nowhere() {
    let Some(games) = repository() else { return };
    #[cfg(unix)]
    {
        let art = games.path("cards/tiny/templates/art/flame.svg");
        std::fs::remove_file(&art).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", &art).unwrap();
        assert!(git(&games.path(""), "commit --quiet --all --message link"));
        let told = games.run(&["HEAD:cards/tiny", "HEAD~1:cards/tiny"]);
        assert_eq!(told.code, Some(1));
        assert!(told.stderr.contains("there is no picture `flame"), "{}", told.stderr);
    }
}

#[test]
fn without_git_it_is_told_what_is_missing() {
    let games = Games::tiny();
    let told = games.run_with(&["HEAD:new", "new"], &[("PATH", "")]);
    assert_eq!((told.code, told.stdout.as_str()), (Some(3), ""));
    for words in ["error[D922]", "the program `git`, which is not there", "name folders instead"] {
        assert!(told.stderr.contains(words), "{}", told.stderr);
    }
}
