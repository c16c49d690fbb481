//! Faults of the machine, files that are not ours, and Ctrl-C: nothing of anyone's is lost, and nothing is left half written.

use super::game::Game;
use crate::files::files_under;

#[test]
fn an_output_folder_that_is_a_file_is_told() {
    let game = Game::good();
    game.write("out", "mine");
    game.print(&[]).refused(
        2,
        &[
            "cannot write `out/tiny.pdf`",
            "a file stands where a folder should be",
            "choose another folder with -o",
        ],
    );
    assert_eq!(std::fs::read(game.path("out")).unwrap(), b"mine");
}

#[test]
fn an_output_that_is_a_folder_is_told() {
    let game = Game::good();
    std::fs::create_dir_all(game.path("out/tiny.pdf")).unwrap();
    game.print(&[]).refused(2, &["cannot write `out/tiny.pdf`"]);
}

/// The files that the three exports make first, and their commands.
const MADE: [(&str, &[&str]); 3] = [
    ("out/tiny.pdf", &["print", "tiny", "-o", "out"]),
    ("out/tiny/spells-01-fire.png", &["export", "png", "tiny", "-o", "out", "--dpi", "50"]),
    ("out/tiny/spells-01-fire.svg", &["export", "svg", "tiny", "-o", "out"]),
];

#[test]
fn a_file_that_we_did_not_make_is_left_as_it_is() {
    for (name, args) in MADE {
        for foreign in [&b"%PDF-1.7\nmine"[..], b"\x89PNG\r\n\x1a\nmine", b"<svg/>"] {
            let game = Game::good();
            game.write(name, foreign);
            let told = game.run(args);
            told.said(2, &[name, "was not made by deckproof", "choose another folder with -o"]);
            assert_eq!(std::fs::read(game.path(name)).unwrap(), foreign);
        }
    }
}

#[test]
fn a_file_that_we_made_is_made_again() {
    for (name, args) in MADE {
        let game = Game::good();
        assert_eq!(game.run(args).code, Some(0), "{name}");
        let first = std::fs::read(game.path(name)).unwrap();
        game.spoil("spells.toml", "cost = 1", "cost = 8");
        let told = game.run(args);
        assert_eq!(told.code, Some(0), "{}", told.stderr);
        assert_ne!(std::fs::read(game.path(name)).unwrap(), first, "{name} is the old one");
    }
}

/// A file may grow to 1 KiB, then writing fails, as on a full disk; the signal that would say so is ignored.
#[cfg(unix)]
#[test]
fn a_write_that_fails_half_way_leaves_nothing() {
    let game = Game::good();
    std::fs::create_dir(game.path("out")).unwrap();
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" print tiny -o out";
    let told = game.told(&game.shell(script).output().unwrap());
    told.refused(3, &["cannot write `out/tiny.pdf`", "choose another folder with -o"]);
}

/// A disk of one page, in a name space of our own; skipped where the machine allows none.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_left_empty() {
    let game = Game::good();
    std::fs::create_dir(game.path("out")).unwrap();
    let script = "exec unshare --user --map-root-user --mount sh -c '
        mount -t tmpfs -o size=4k none out || exit 99
        \"$0\" print tiny -o out; code=$?
        test -z \"$(ls -A out)\" || echo left over: \"$(ls -A out)\" >&2
        exit $code' \"$0\"";
    let told = game.told(&game.shell(script).output().unwrap());
    if told.stderr.contains("unshare: ")
        || told.stderr.contains("not found")
        || told.code == Some(99)
    {
        eprintln!("skipped: no disk can be mounted here: {}", told.stderr);
        return;
    }
    told.refused(3, &["cannot write `out/tiny.pdf`", "make room on the disk"]);
    assert!(!told.stderr.contains("left over"), "{}", told.stderr);
}

/// Whenever the signal comes, what is there is whole. The files are large, so that the signal mostly meets an open one.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_file() {
    let game = game_of(20);
    let ballast = format!("<path d=\"M0 0{}\"/></svg>", "L1 1".repeat(1 << 19));
    game.spoil("templates/spell.svg", "</svg>", &ballast);
    interrupted_often(&game, "svg", b"</svg>");
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_several_writers_leaves_no_partial_file() {
    interrupted_often(&game_of(60), "png", b"IEND\xaeB`\x82");
}

/// Interrupts an export several times; every file must have its ending.
#[cfg(unix)]
fn interrupted_often(game: &Game, format: &str, end: &[u8]) {
    // On a busy machine an export may end before the signal comes; not each time.
    let codes = [(); 4].map(|()| {
        let code = interrupt(game, &["export", format, "tiny", "-o", "out"]);
        for file in files_under(&game.path("out")) {
            assert!(file.extension().is_some_and(|e| e == format), "{} is left", file.display());
            assert!(
                std::fs::read(&file).unwrap().trim_ascii_end().ends_with(end),
                "{} is cut off",
                file.display()
            );
            std::fs::remove_file(file).unwrap();
        }
        code
    });
    assert!(codes.contains(&Some(130)), "never interrupted: {codes:?}");
}

#[cfg(unix)]
fn game_of(cards: u32) -> Game {
    let rows: Vec<String> =
        (0..cards).map(|i| format!("[[card]]\nname = \"Card {i}\"\ncost = {i}\n")).collect();
    let defaults = "[defaults]\ncolour = \"#204060\"\nart = \"flame\"\ntext = \"Burn it.\"\n";
    let game = Game::good();
    game.write(
        "tiny/spells.toml",
        format!("template = \"spell.svg\"\n{defaults}{}", rows.concat()),
    );
    game
}

/// Runs the tool and interrupts it once its first file is there; its exit code.
#[cfg(unix)]
fn interrupt(game: &Game, args: &[&str]) -> Option<i32> {
    use std::process::Stdio;
    let mut command = game.command();
    command.args(args).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    while files_under(&game.path("out")).is_empty() {
        if let Some(ended) = child.try_wait().unwrap() {
            return ended.code();
        }
        std::thread::yield_now();
    }
    // Its number is its own until it is waited for, so that the signal meets no other process.
    let kill = format!("kill -INT {}", child.id());
    assert!(game.shell(&kill).status().unwrap().success());
    child.wait().unwrap().code()
}
