//! The seeds of the fuzz targets, each read once by what its target does: nothing panics, and the targets keep up with the
//! library without a nightly compiler.

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::path::Path;

fn each_seed(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 10, "{target} has too few seeds");
    for path in paths {
        println!("{}", path.display());
        run(&std::fs::read(path).unwrap());
    }
}

#[test]
fn small_games_are_read_and_dressed() {
    each_seed("cards", targets::cards::run);
}

#[test]
fn drawings_are_filled_painted_and_printed() {
    each_seed("templates", targets::templates::run);
}

#[test]
fn pictures_and_fonts_are_shown_painted_and_printed() {
    each_seed("pictures", targets::pictures::run);
}

#[test]
fn records_are_played_again() {
    each_seed("records", targets::records::run);
}

#[test]
fn scenarios_are_read_and_run() {
    each_seed("scenarios", targets::scenarios::run);
}

#[test]
fn scripts_are_read_and_played() {
    each_seed("scripts", targets::scripts::run);
}

#[test]
fn tables_are_read_and_played() {
    each_seed("tables", targets::scripts::run_table);
}
