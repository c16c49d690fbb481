//! `--watch`, with files that are really saved.

use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::bench::Bench;

/// Longest wait for something that must happen: two busy cores are slow.
const PATIENCE: Duration = Duration::from_secs(60);

struct Watched<'b> {
    bench: &'b Bench,
    child: Child,
}

impl<'b> Watched<'b> {
    fn start(bench: &'b Bench, args: &[&str]) -> Watched<'b> {
        let out = std::fs::File::create(bench.path("said")).unwrap();
        let err = std::fs::File::create(bench.path("told")).unwrap();
        let mut command = bench.command("tides", args);
        let child = command.stdin(Stdio::null()).stdout(out).stderr(err).spawn().unwrap();
        Watched { bench, child }
    }

    /// How often it has done its work.
    fn rounds(&self) -> usize {
        self.bench.read("said").matches("Watching for changes").count()
    }

    #[track_caller]
    fn after_round(&self, round: usize) {
        let start = Instant::now();
        while self.rounds() < round {
            assert!(
                start.elapsed() < PATIENCE,
                "round {round}: {}{}",
                self.bench.read("said"),
                self.bench.read("told")
            );
            std::thread::yield_now();
        }
    }

    /// Ends it by Ctrl-C; its exit code.
    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let done = std::process::Command::new("kill").args(["-INT", &id]).status();
        assert!(done.unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Watched<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn bytes(bench: &Bench, name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    std::fs::File::open(bench.path(name)).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn a_saved_file_is_printed_anew_and_a_fault_keeps_the_last_good_sheet() {
    let bench = Bench::new();
    let watched = Watched::start(&bench, &["print", "--watch"]);
    watched.after_round(1);
    let first = bytes(&bench, "tides/output/tides.pdf");

    bench.edit("tides/cards.toml", "name = \"", "name = \"Old ");
    watched.after_round(2);
    let second = bytes(&bench, "tides/output/tides.pdf");
    assert_ne!(first, second);
    assert!(bench.read("said").contains("--- changed: cards.toml ---"));

    bench.edit("tides/cards.toml", "name = \"Old", "nmae = \"Old");
    watched.after_round(3);
    assert!(bench.read("told").contains("error[D"), "{}", bench.read("told"));
    assert_eq!(bytes(&bench, "tides/output/tides.pdf"), second);

    // An editor that writes beside and renames, and keeps a copy of the old file.
    let text = bench.read("tides/cards.toml").replacen("nmae", "name", 1);
    bench.write("tides/cards.toml~", &bench.read("tides/cards.toml"));
    bench.write("tides/.cards.toml.new", &text);
    std::fs::rename(bench.path("tides/.cards.toml.new"), bench.path("tides/cards.toml")).unwrap();
    watched.after_round(4);
    assert_eq!(bytes(&bench, "tides/output/tides.pdf"), second);

    // A new file counts, too.
    bench.write(
        "tides/templates/art/new.svg",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>",
    );
    watched.after_round(5);
    // A preview is not what lies in the box, and what is written is not what is watched.
    assert_eq!(bench.names("tides/output"), ["tides.pdf"]);
    let rounds = watched.rounds();
    assert_eq!(watched.interrupt(), Some(130));
    assert_eq!(rounds, 5, "{}", bench.read("said"));
    assert_eq!(bench.names("tides/output"), ["tides.pdf"]);
}

#[test]
fn check_and_export_are_watched_as_well() {
    let bench = Bench::new();
    let watched = Watched::start(&bench, &["check", "--watch"]);
    watched.after_round(1);
    bench.edit("tides/cards.toml", "name = \"", "nmae = \"");
    watched.after_round(2);
    assert!(bench.read("told").contains("error[D"));
    assert_eq!(watched.interrupt(), Some(130));

    bench.edit("tides/cards.toml", "nmae = \"", "name = \"");
    // Into the game's own folder: nothing of it sets off another round.
    let watched = Watched::start(&bench, &["export", "svg", "--watch", "-o", ".."]);
    watched.after_round(1);
    let front = bench.names("tides").into_iter().find(|n| n.ends_with(".svg")).unwrap();
    let before = bytes(&bench, &format!("tides/{front}"));
    bench.edit(
        "tides/templates/card.svg",
        "</svg>",
        "<rect width=\"9\" height=\"9\" fill=\"#123456\"/></svg>",
    );
    watched.after_round(2);
    assert_ne!(bytes(&bench, &format!("tides/{front}")), before);
    assert_eq!(watched.rounds(), 2);
    assert_eq!(watched.interrupt(), Some(130));
}

#[test]
fn a_shipped_game_cannot_be_watched() {
    let bench = Bench::new();
    let told = bench.run(&["print", "caper", "--watch", "-o", "o"]).ended(2);
    told.says("`caper` is a shipped game");
    assert!(!bench.path("o").exists());
}
