//! `deckproof balance`, run as a person runs it.

use std::process::{Command, Output};

const GAME: &str = "caps-and-hammers";

fn balance(arguments: &str) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_deckproof"))
        .current_dir(tempfile::tempdir().unwrap().path())
        .args(["balance", GAME, "--games", "500"])
        .args(arguments.split_whitespace())
        .output();
    command.unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn what_stands_out_is_an_error_only_when_it_is_asked_for() {
    let loose = balance("--even 0");
    let told = text(&loose.stdout);
    assert_eq!(loose.status.code(), Some(0), "{told}");
    let finding = "caps wins ";
    assert!(
        told.contains("What stands out:") && told.contains(finding),
        "{told}"
    );

    let strict = balance("--even 0 --strict");
    assert_eq!(strict.status.code(), Some(1));
    let error = format!("error[D413]: {GAME}: {finding}");
    assert!(text(&strict.stderr).contains(&error), "{strict:?}");
}

#[test]
fn figures_do_not_depend_on_the_threads_and_depend_on_the_seed() {
    let figures = |arguments| text(&balance(arguments).stdout);
    let one = figures("--format json --jobs 1");
    assert_eq!(figures("--format json --jobs 3"), one);
    assert_ne!(figures("--format json --jobs 1 --seed 2"), one);
    let object: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(object["variants"][0]["games"], 500);
}

#[test]
fn comma_separated_values_begin_with_their_names() {
    let told = text(&balance("--format csv").stdout);
    let mut lines = told.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("game,variant,deck,card,games,")
    );
    assert!(
        lines.all(|line| line.starts_with("caps-and-hammers,,")),
        "{told}"
    );
}

#[test]
fn a_wish_that_cannot_be_is_a_fault_of_the_command_line() {
    for wrong in ["--city paris", "--even much", "--policy clever"] {
        assert_eq!(balance(wrong).status.code(), Some(2), "{wrong}");
    }
}
