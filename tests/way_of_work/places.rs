//! What may stand where a file is to be read or written.

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::FileTypeExt;
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::super::bench::{Bench, Told};

    fn pipe(bench: &Bench, name: &str) {
        let path = bench.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }

    /// Runs a command that must not wait for anybody.
    #[track_caller]
    fn at_once(bench: &Bench, args: &[&str]) -> Told {
        let start = Instant::now();
        let told = bench.run(args);
        assert!(start.elapsed() < Duration::from_secs(20), "{args:?}");
        told
    }

    #[test]
    fn a_device_is_written_through() {
        let bench = Bench::new();
        bench.run(&["record", "caper", "-o", "/dev/null"]).ended(0);
        let null = std::fs::metadata("/dev/null").unwrap();
        assert!(null.file_type().is_char_device());
        std::fs::create_dir(bench.path("o")).unwrap();
        std::os::unix::fs::symlink("/dev/null", bench.path("o/tides.pdf")).unwrap();
        bench.run(&["print", "tides", "-o", "o"]).ended(0);
        let null = std::fs::metadata(bench.path("o/tides.pdf")).unwrap();
        assert!(null.file_type().is_char_device());
    }

    #[test]
    fn stdout_is_left_to_a_file_that_is_written_there() {
        let bench = Bench::new();
        let fuzz = "fuzz caper --players 2 --games 64 --shard 1/1 --part";
        for (command, also) in [
            ("record caper -o", " moves"),
            (fuzz, ""),
            ("merge part --part", "Every law held."),
            ("lab play caper --policy uniform --games 4 --part", "Caper"),
        ] {
            let file = if command == fuzz { "part" } else { "file" };
            let run = |path: &str| {
                let words: Vec<&str> = command.split(' ').chain([path]).collect();
                bench.run(&words).ended(0)
            };
            run(file);
            let bytes = bench.read(file);
            for stdout in ["/dev/stdout", "-"] {
                let told = run(stdout);
                assert_eq!(told.stdout, bytes, "{command} {stdout}");
                assert!(
                    told.stderr.contains(also) && !told.stderr.contains(": written"),
                    "{command} {stdout}: {}",
                    told.stderr
                );
            }
            assert!(!bench.path("-").exists());
            std::fs::remove_file(bench.path("file")).ok();
        }
    }

    #[test]
    fn nobody_waits_for_a_pipe() {
        let bench = Bench::new();
        pipe(&bench, "o/tides.pdf");
        at_once(&bench, &["print", "tides", "-o", "o"]).ended(2).says("it is a pipe");
        pipe(&bench, "p/prints.lock");
        at_once(&bench, &["print", "tides", "-o", "p"]).ended(2).says("p/prints.lock");
        pipe(&bench, "record");
        at_once(&bench, &["record", "caper", "-o", "record"]).ended(2).says("it is a pipe");
        at_once(&bench, &["replay", "record"]).ended(2).says("a pipe");
        at_once(&bench, &["import", "record", "-o", "tides"]).ended(2).says("a pipe");
    }

    #[test]
    fn what_never_ends_is_not_read() {
        let bench = Bench::new();
        at_once(&bench, &["replay", "/dev/zero"]).ended(2).says("a device");
        at_once(&bench, &["import", "/dev/zero", "-o", "tides"]).ended(2).says("a device");
        // One line of 60 MB, as many of nothing.
        for (name, text, code) in [("endless", "x", "D009"), ("blank", "\n", "D431")] {
            std::fs::write(bench.path(name), text.repeat(60_000_000)).unwrap();
            let told = at_once(&bench, &["replay", name]).ended(1);
            told.says(code);
            assert!(told.stderr.len() < 5_000, "{} bytes", told.stderr.len());
        }
    }

    #[test]
    fn a_killed_print_neither_stays_nor_stands_in_the_way() {
        let bench = Bench::new();
        // Of another machine: one was given up long ago, one is being written.
        let part = |random: &str| format!("o/.deckproof-4711-b0pid42-{random}.part");
        bench.write(&part("given"), "half a sheet");
        bench.write(&part("young"), "half a sheet");
        let given_up = std::fs::File::options().write(true).open(bench.path(&part("given")));
        let long_ago = std::time::SystemTime::UNIX_EPOCH;
        given_up.unwrap().set_modified(long_ago).unwrap();
        bench.write("o/.deckproof-notes.part", "mine");
        bench.run(&["print", "tides", "-o", "o"]).ended(0);
        let left = bench.names("o");
        let parts: Vec<&String> = left.iter().filter(|n| n.ends_with(".part")).collect();
        assert_eq!(parts, [".deckproof-4711-b0pid42-young.part", ".deckproof-notes.part"]);
        // Whoever is killed lets go of the ledger.
        for _ in 0..5 {
            let mut print =
                bench.command("", &["print", "caper", "-q", "-o", "o"]).spawn().unwrap();
            let _ = print.kill();
            let _ = print.wait();
        }
        at_once(&bench, &["print", "tides", "-o", "o"]).ended(0);
    }
}

use super::bench::Bench;

#[test]
fn a_name_that_no_disk_takes_is_told_before_work_is_done() {
    let bench = Bench::new();
    let long = "x".repeat(252);
    if std::fs::rename(bench.path("tides"), bench.path(&long)).is_err() {
        return;
    }
    let told = bench.run(&["print", &long, "-o", "o"]).ended(2);
    told.says("error[D909]");
    assert!(!bench.path("o").exists());
}

#[cfg(unix)]
#[test]
fn a_name_that_windows_keeps_is_a_warning() {
    let bench = Bench::new();
    std::fs::rename(bench.path("tides"), bench.path("aux")).unwrap();
    bench.run(&["print", "aux", "-o", "o"]).ended(0).says("warning[D909]");
}

#[test]
fn games_whose_names_differ_in_capitals_are_not_written_at_once() {
    let bench = Bench::new();
    bench.run(&["new", "a/same", "-q"]);
    bench.run(&["new", "b/SAME", "-q"]);
    let told = bench.run(&["print", "a/same", "b/SAME", "-o", "o"]).ended(2);
    told.says("error[D902]");
    told.says("differ only in capitals");
    bench.run(&["print", "a/same", "./a/same", "-o", "o"]).ended(0);
}
