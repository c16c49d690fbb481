//! Which game a command is about.

use super::bench::Bench;

#[test]
fn a_game_is_found_from_inside_its_folder() {
    let bench = Bench::new();
    let told = bench.run_in("tides", &["print"]).ended(0);
    told.says("The game is `tides`, in this folder.");
    assert_eq!(bench.names("tides/output"), ["prints.lock", "tides.pdf"]);

    std::fs::create_dir_all(bench.path("tides/notes/old")).unwrap();
    let told = bench.run_in("tides/notes/old", &["print"]).ended(0);
    told.says("The game is `tides`, in `../..`.");
    assert_eq!(bench.names("tides/output"), ["prints.lock", "tides.pdf"]);
    assert!(!bench.path("tides/notes/old/output").exists());

    bench.run_in("tides/templates", &["print", "-o", "out"]).ended(0);
    assert_eq!(bench.names("tides/templates/out"), ["prints.lock", "tides.pdf"]);
}

#[test]
fn every_command_takes_the_game_it_is_called_in() {
    let bench = Bench::new();
    for args in [&["check"][..], &["list"], &["export", "csv"], &["export", "svg"], &["schema"]] {
        let told = bench.run_in("tides", args).ended(0);
        told.says("The game is `tides`");
        assert!(!told.stdout.contains("aper"), "{args:?}: {}", told.stdout);
    }
    // No rules to play by: said of this game, not of a shipped one.
    for args in [&["fuzz"][..], &["lab", "play"], &["mutate"], &["record"]] {
        bench.run_in("tides", args).ended(2).says("error[D906]: `tides`");
    }
    let told = bench.run_in("tides", &["check", "--format", "json"]).ended(0);
    assert_eq!(told.stderr, "");
    bench.edit("tides/cards.toml", "name = ", "nmae = ");
    let told = bench.run_in("tides", &["check"]).ended(1);
    told.says("--> cards.toml:");
}

#[test]
fn elsewhere_the_shipped_games_are_meant() {
    let bench = Bench::new();
    bench.run(&["list"]).ended(0).says("caps-and-hammers");
    bench.run(&["record"]).ended(2).says("no game is named");
    bench.run(&["diff"]).ended(2).says("no game is named");
}

#[test]
fn diff_is_of_the_game_around_and_of_what_was_committed() {
    let bench = Bench::new();
    let git = |args: &[&str]| {
        let done = std::process::Command::new("git")
            .args(["-c", "user.name=x", "-c", "user.email=x@y.z"])
            .args(args)
            .current_dir(bench.path("tides"))
            .output();
        done.is_ok_and(|output| output.status.success())
    };
    if !(git(&["init", "-q"]) && git(&["add", "."]) && git(&["commit", "-qm", "x"])) {
        return;
    }
    let told = bench.run_in("tides", &["diff"]).ended(0);
    told.says("no difference");
    bench.edit("tides/cards.toml", "copies = 3", "copies = 4");
    bench.edit("tides/cards.toml", "count = 8", "count = 9");
    bench.run_in("tides/templates", &["diff"]).ended(0).says("1 card with other copies");
}

#[test]
fn of_two_games_of_one_name_the_meant_one_is_said() {
    let bench = Bench::new();
    bench.run(&["new", "caper", "--blank", "-q"]).ended(0);
    let told = bench.run(&["list", "caper"]).ended(0);
    told.says("`caper` is the shipped game; the folder here is `./caper`.");
    let told = bench.run(&["list", "./caper"]).ended(0);
    assert_eq!(told.stderr, "");
}

#[test]
fn a_deck_may_be_named_by_its_file() {
    let bench = Bench::new();
    bench.add_mat();
    bench.run(&["print", "tides/cards.toml", "-o", "o"]).ended(0);
    assert_eq!(bench.names("o"), ["prints.lock", "tides-cards.pdf"]);
    bench.run_in("tides", &["print", "cards.toml", "-o", "../p"]).ended(0);
    assert_eq!(bench.names("p"), ["prints.lock", "tides-cards.pdf"]);
    bench.run(&["list", "tides/game.toml"]).ended(0).says("tides, version");

    bench.run_in("tides", &["print", "cards"]).ended(2).says("`--deck cards`");
    bench
        .run(&["print", "tides/templates/card.svg"])
        .ended(2)
        .says("name the game's folder: `tides`");
    bench.run(&["print", "tides/cards.toml", "caper"]).ended(2).says("`tides --deck cards`");
    bench.write("notes.txt", "x");
    bench.run(&["check", "notes.txt"]).ended(2).says("`notes.txt` is a file");
}
