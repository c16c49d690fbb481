//! The page of all commands is what `--help` says, and no page shows a command line that is not understood.

use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::page::{all, root};

const PAGE: &str = "docs/book/reference/commands.md";

const BEGIN: &str = "\
# Every command

<!-- Made from `--help`: GOLDEN=write cargo test --test suite book::commands -->

`deckproof help print` and `deckproof print --help` say the same in the terminal; `-h` is a summary. Every command takes
`-q`, `--quiet`, to say nothing but faults.
";

/// The whole page.
fn reference() -> String {
    let mut command = deckproof::cli::command_line();
    command.build();
    let mut page = BEGIN.to_owned();
    for command in command.get_subcommands_mut() {
        describe(command, "deckproof", 2, &mut page);
    }
    page
}

/// A command with its options, then the commands below it.
fn describe(command: &mut Command, above: &str, depth: usize, page: &mut String) {
    let name = format!("{above} {}", command.get_name());
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let anchor = name.trim_start_matches("deckproof ").replace(' ', "-");
    page.push_str(&format!("\n{} {name} {{ #{anchor} }}\n", "#".repeat(depth)));
    let about = command.get_long_about().or(command.get_about());
    if let Some(about) = about {
        page.push_str(&format!("\n{}\n", prose(&about.to_string())));
    }
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    page.push_str(&format!("\n```text\n{usage}\n```\n"));
    let general = ["help", "version", "quiet"];
    for arg in command.get_arguments() {
        if !arg.is_hide_set() && !general.contains(&arg.get_id().as_str()) {
            page.push_str(&format!("\n{}\n{}", heading(arg), explained(arg)));
        }
    }
    if let Some(more) = command.get_after_help() {
        let more = more.to_string();
        page.push_str(&format!("\n```text\n{}\n```\n", more.trim_end()));
    }
    for below in command.get_subcommands_mut() {
        describe(below, &name, depth + 1, page);
    }
}

/// An option as it is typed.
fn heading(arg: &Arg) -> String {
    let names = arg.get_value_names().unwrap_or_default();
    let values: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    let takes = arg.get_action().takes_values();
    let values = if takes { values.join(" ") } else { String::new() };
    let short = arg.get_short().map(|short| format!("`-{short}`, "));
    match arg.get_long() {
        Some(long) => {
            let option = if arg.is_require_equals_set() {
                format!("--{long}[={values}]")
            } else {
                format!("--{long} {values}")
            };
            format!("{}`{}`", short.unwrap_or_default(), option.trim_end())
        }
        None => format!("`{values}`"),
    }
}

/// What an option means, its values and what it is if it is not given, as a definition.
fn explained(arg: &Arg) -> String {
    let help = arg.get_long_help().or(arg.get_help());
    let mut text = prose(&help.map(ToString::to_string).unwrap_or_default());
    let values = arg.get_possible_values();
    let flag = !arg.get_action().takes_values();
    for value in values.iter().filter(|value| !flag && !value.is_hide_set()) {
        let help = value.get_help().map(|help| prose(&help.to_string()));
        let help = help.map(|help| format!(": {help}")).unwrap_or_default();
        text.push_str(&format!("\n- `{}`{help}", value.get_name()));
    }
    let defaults = arg.get_default_values().iter().filter(|_| !flag);
    let defaults: Vec<String> = defaults.map(|d| format!("`{}`", d.to_string_lossy())).collect();
    if !defaults.is_empty() {
        text.push_str(&format!("\n\nIf not given: {}", defaults.join(" ")));
    }
    if let Some(variable) = arg.get_env() {
        text.push_str(&format!("\n\nEnvironment: `{}`", variable.to_string_lossy()));
    }
    // Lists begin after an empty line.
    let text = text.replacen("\n- ", "\n\n- ", 1);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or("");
    let mut definition = format!(":   {first}\n");
    for line in lines {
        definition.push_str(format!("    {line}").trim_end());
        definition.push('\n');
    }
    definition
}

/// Help as Markdown: what is no code has no signs of its own.
fn prose(help: &str) -> String {
    let parts = help.trim_end().split('`').enumerate();
    let parts = parts.map(|(at, part)| match at % 2 {
        0 => part.replace('<', "&lt;").replace('*', "\\*"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

#[test]
fn the_page_of_commands_is_what_help_says() {
    let (path, reference) = (root().join(PAGE), reference());
    if std::env::var("GOLDEN").is_ok_and(|word| word == "write") {
        std::fs::write(&path, &reference).unwrap();
    }
    let page = std::fs::read_to_string(&path).unwrap();
    let differs = page.lines().zip(reference.lines()).position(|(a, b)| a != b);
    assert!(
        page == reference,
        "{PAGE}:{}: not what --help says; write it anew with GOLDEN=write",
        differs.map_or(0, |line| line + 1)
    );
}

/// The command lines of the running text, of `sh` blocks and of workflows, which no session runs.
fn quoted_commands() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for page in all() {
        let silent = ["sh", "yaml"];
        let blocks = page.blocks.iter().filter(|b| silent.contains(&b.language.as_str()));
        let lines = blocks.flat_map(|block| block.lines.clone());
        for text in lines.chain(page.quoted()) {
            let text = text.trim().trim_start_matches("- run: ").to_owned();
            if text.starts_with("deckproof ") && page.name != PAGE {
                found.push((page.name.clone(), text));
            }
        }
    }
    found
}

#[test]
fn every_command_that_is_quoted_is_understood() {
    let commands = quoted_commands();
    assert!(commands.len() > 20, "only {} commands", commands.len());
    for (page, text) in commands {
        let ends = [" #", " >", " |", " &&"];
        let end = ends.iter().filter_map(|sign| text.find(sign)).min();
        let words = text[..end.unwrap_or(text.len())].split_whitespace();
        let parsed = deckproof::cli::command_line().try_get_matches_from(words);
        let Err(fault) = parsed else { continue };
        // A sentence may name a command without what it needs.
        let known = [
            ErrorKind::DisplayHelp,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            ErrorKind::DisplayVersion,
            ErrorKind::MissingRequiredArgument,
        ];
        let shown = known.contains(&fault.kind());
        assert!(shown, "{page}: `{text}`: {fault}");
    }
}
