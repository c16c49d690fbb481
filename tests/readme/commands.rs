//! Every command line runs, and no option is left out.

use std::path::Path;
use std::process::Command;

use super::*;

#[test]
fn every_option_is_mentioned() {
    let dir = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 28] = [
        &["new"],
        &["print"],
        &["printer", "new"],
        &["printer", "test"],
        &["printer", "lighten"],
        &["export", "png"],
        &["export", "svg"],
        &["export", "csv"],
        &["export", "cut"],
        &["export", "shop"],
        &["export", "sheet"],
        &["export", "tts"],
        &["export", "pcio"],
        &["export", "foundry"],
        &["translate", "export"],
        &["translate", "import"],
        &["import"],
        &["check"],
        &["diff"],
        &["mutate"],
        &["schema"],
        &["migrate"],
        &["man"],
        &["guides"],
        &["fuzz"],
        &["balance"],
        &["record"],
        &["replay"],
    ];
    for command in commands {
        let help = run(dir.path(), &[command, &["--help"]].concat());
        succeeded("--help", &help);
        let help = text(&help.stdout);
        let options = help.lines().filter_map(|l| {
            let names = l.trim_start();
            let long = names.starts_with('-').then(|| names.find("--"))??;
            names[long..].split([' ', ',', ';', '[']).next()
        });
        let options: Vec<&str> = options.collect();
        // Each command has at least the two that all of them have.
        assert!(options.len() > 1, "{help}");
        for option in options {
            let word = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let mut found = README.match_indices(option);
            let whole = found.any(|(at, _)| !README[at + option.len()..].starts_with(word));
            assert!(whole, "{command:?} has {option}, the README has not");
        }
    }
}

/// The command lines of the README: in `sh` blocks, and in running text between backticks.
fn commands() -> Vec<String> {
    let mut commands: Vec<String> = snippets("sh")
        .iter()
        .flat_map(|b| b.lines())
        .map(|l| l.split(" #").next().unwrap_or(l).trim().to_owned())
        .collect();
    let prose = README.split("```").step_by(2);
    let quoted = prose.flat_map(|p| p.split('`').skip(1).step_by(2));
    let ours = quoted.filter(|q| q.starts_with("deckproof "));
    commands.extend(ours.map(|q| q.replace('\n', " ")));
    // A workflow runs where the branch of a pull request is known.
    let steps = snippets_of("yaml-example").concat();
    let steps = steps
        .lines()
        .map(|l| l.trim().trim_start_matches("- run: "));
    let ours = steps.filter(|s| s.starts_with("deckproof "));
    commands.extend(ours.map(|step| step.replace("origin/$GITHUB_BASE_REF:", "HEAD:")));
    commands
}

/// Games of a long run, which is cut short here.
const FEW: &str = "100";

/// The arguments of a run of games, with few of them.
fn cut_short<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let plays_none = arguments.windows(2).any(|w| w == ["--games", "0"]);
    if plays_none || arguments.contains(&"--explain") {
        return arguments.to_vec();
    }
    let mut short = Vec::new();
    let mut words = arguments.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "--games" | "--seconds" => drop(words.next()),
            _ => short.push(word),
        }
    }
    if arguments.first() == Some(&"mutate") {
        short.extend(["--games", "1"]);
        if !arguments.contains(&"--cards") {
            short.push("--rules");
        }
        return short;
    }
    let plays = ["fuzz", "balance", "check"]
        .iter()
        .any(|c| arguments.first() == Some(c));
    if plays && !arguments.contains(&"--exhaustive") {
        short.extend(["--games", FEW]);
    }
    short
}

/// Makes a repository of the folder, with a branch and a tag.
fn commit(dir: &Path) {
    let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let commit = [&name[..], &["commit", "-qm", "Six cards"]].concat();
    let steps: [&[&str]; 4] = [
        &["init", "-q", "-b", "main"],
        &["add", "."],
        &commit,
        &["tag", "v1.0"],
    ];
    for step in steps {
        let git = Command::new("git").current_dir(dir).args(step).output();
        succeeded("git", &git.unwrap());
    }
}

#[test]
fn every_command_line_runs() {
    let dir = game();
    copy(
        &Path::new(ROOT).join("examples"),
        &dir.path().join("examples"),
    );
    commit(dir.path());
    let mut ran = 0;
    for line in commands() {
        let mut piped = Vec::new();
        for command in line.split(" | ") {
            let words: Vec<&str> = command.split_whitespace().collect();
            let arguments = match &words[..] {
                ["cargo", "run", "--release", "--", rest @ ..] => rest,
                ["deckproof", rest @ ..] | [_, "deckproof", rest @ ..] => rest,
                ["cp", "-r", from, to] => {
                    copy(&Path::new(ROOT).join(from), &dir.path().join(to));
                    continue;
                }
                ["cargo", "test"] | ["mkdir", ..] => continue,
                _ => panic!("what is `{line}`?"),
            };
            let mut parts = arguments.split(|w| [">", ">>"].contains(w));
            let arguments = parts.next().unwrap_or(arguments);
            let output = run_with(dir.path(), &cut_short(arguments), &piped);
            succeeded(&line, &output);
            piped = output.stdout;
            ran += 1;
        }
    }
    assert!(ran > 30, "only {ran} command lines were found");
}
