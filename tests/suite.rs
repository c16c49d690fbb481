//! The tests of the whole crate, as one program: each of these files alone would link all of it. A new file gets its line here, which
//! `every_test_file_is_in_the_suite` asks for.
//!
//! `cargo test --test suite hostile::` runs those of one file.

#[path = "abilities.rs"]
mod abilities;
#[path = "alike/main.rs"]
mod alike;
#[path = "bad_input.rs"]
mod bad_input;
#[path = "bands.rs"]
mod bands;
#[path = "book/main.rs"]
mod book;
#[path = "boxes.rs"]
mod boxes;
#[path = "broken_laws.rs"]
mod broken_laws;
#[path = "check_edits.rs"]
mod check_edits;
#[path = "check_options.rs"]
mod check_options;
#[path = "components.rs"]
mod components;
#[path = "common/conform/mod.rs"]
mod conform;
#[path = "conformance.rs"]
mod conformance;
#[path = "common/copy.rs"]
mod copying;
#[path = "cutting.rs"]
mod cutting;
#[path = "declared.rs"]
mod declared;
#[path = "common/desk.rs"]
mod desk;
#[path = "diff.rs"]
mod diff;
#[path = "drawings.rs"]
mod drawings;
#[path = "duplex.rs"]
mod duplex;
#[path = "examples.rs"]
mod examples;
#[path = "exhaustive.rs"]
mod exhaustive;
#[path = "export.rs"]
mod export;
#[path = "export_changed.rs"]
mod export_changed;
#[path = "common/files.rs"]
mod files;
#[path = "first_cause.rs"]
mod first_cause;
#[path = "formats.rs"]
mod formats;
#[path = "fuzz.rs"]
mod fuzz;
#[path = "bad_input/game.rs"]
mod game;
#[path = "games/mod.rs"]
mod games;
#[path = "golden.rs"]
mod golden;
#[path = "hostile.rs"]
mod hostile;
#[path = "hostile_games.rs"]
mod hostile_games;
#[path = "import.rs"]
mod import;
#[path = "lab/main.rs"]
mod lab;
#[path = "language.rs"]
mod language;
#[path = "languages.rs"]
mod languages;
#[path = "law_places.rs"]
mod law_places;
#[path = "laws.rs"]
mod laws;
#[path = "leaks.rs"]
mod leaks;
#[path = "live.rs"]
mod live;
#[path = "live_tables.rs"]
mod live_tables;
#[path = "looks.rs"]
mod looks;
#[path = "mutation.rs"]
mod mutation;
#[path = "new.rs"]
mod new;
#[path = "nothing_vanishes.rs"]
mod nothing_vanishes;
#[path = "on_paper.rs"]
mod on_paper;
#[path = "openspiel.rs"]
mod openspiel;
#[path = "oracle.rs"]
mod oracle;
#[path = "orders.rs"]
mod orders;
#[path = "packaging.rs"]
mod packaging;
#[path = "common/painted.rs"]
mod painted;
#[path = "pdf/main.rs"]
mod pdf;
#[path = "perceiving.rs"]
mod perceiving;
#[path = "picked_cards.rs"]
mod picked_cards;
#[path = "players.rs"]
mod players;
#[path = "printer.rs"]
mod printer;
#[path = "prints.rs"]
mod prints;
#[path = "profile.rs"]
mod profile;
#[path = "records.rs"]
mod records;
#[path = "redeals.rs"]
mod redeals;
#[path = "replay_pages.rs"]
mod replay_pages;
#[path = "report_formats.rs"]
mod report_formats;
#[path = "common/reports.rs"]
mod reports;
#[path = "common/run.rs"]
mod running;
#[path = "scenarios.rs"]
mod scenarios;
#[path = "schema/main.rs"]
mod schema;
#[path = "scripts.rs"]
mod scripts;
#[path = "seeds.rs"]
mod seeds;
#[path = "sheet_advice.rs"]
mod sheet_advice;
#[path = "sheets.rs"]
mod sheets;
#[path = "shop.rs"]
mod shop;
#[path = "shrinking/main.rs"]
mod shrinking;
#[path = "common/small_game.rs"]
mod small_game;
#[path = "starlark.rs"]
mod starlark;
#[path = "studio/main.rs"]
mod studio;
#[path = "tables.rs"]
mod tables;
#[path = "telling.rs"]
mod telling;
#[path = "template_language/main.rs"]
mod template_language;
#[path = "variants.rs"]
mod variants;
#[path = "virtual_tables.rs"]
mod virtual_tables;
#[path = "way_of_work.rs"]
mod way_of_work;
#[path = "worlds.rs"]
mod worlds;
#[path = "wrong_scripts.rs"]
mod wrong_scripts;
#[path = "common/xlsx.rs"]
mod xlsx;

/// What is asked most often has a program of its own.
const ALONE: &[&str] = &["architecture.rs", "bad.rs", "black_box.rs", "suite.rs"];

#[test]
fn every_test_file_is_in_the_suite() {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = std::fs::read_dir(tests).unwrap();
    let names = entries.filter_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name()?.to_str()?.to_owned();
        if path.is_dir() {
            let main = path.join("main.rs").exists();
            return main.then(|| format!("{name}/main.rs"));
        }
        name.ends_with(".rs").then_some(name)
    });
    let here = include_str!("suite.rs");
    let forgotten: Vec<String> = names
        .filter(|name| {
            !ALONE.contains(&name.as_str()) && !here.contains(&format!("#[path = \"{name}\"]"))
        })
        .collect();
    assert!(forgotten.is_empty(), "not in tests/suite.rs: {forgotten:?}");
}
