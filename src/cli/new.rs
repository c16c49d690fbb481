//! Runs `deckproof new`: says what was made, and what to do next.

use std::path::Path;

use crate::session::{NewGame, make_game};
use crate::source::{GameFolder, counted, shell_word};

use super::console::{Console, Done};

pub fn run_new(args: &NewGame, console: &mut Console) -> Done {
    let made = make_game(args, console)?;
    let title = &made.title;
    let shown = made.dir.display();
    let files = counted(made.files, "file");
    console.say(&match &args.from {
        Some(from) => format!("{shown}: {title}, a copy of {from}, {files}"),
        None => format!("{shown}: {title}, {files}"),
    });
    for note in &made.notes {
        console.say(&format!("  {note}"));
    }
    console.say("\nNext:");
    let dir = word(&made.dir);
    let mut next = vec![
        ("check", "", "what is wrong, and how to fix it"),
        ("print", "", "sheets to print, cut and play"),
        ("print", " --changed", "after an edit: only what differs"),
        ("export csv", "", "the cards as sheets for a spreadsheet"),
    ];
    if args.rules.is_some() {
        let why = "random games, every law of rules.star watched";
        next.insert(1, ("fuzz", "", why));
    }
    let commands = next
        .into_iter()
        .map(|(command, rest, why)| (format!("deckproof {command} {dir}{rest}"), why));
    let width = commands.clone().map(|(command, _)| command.chars().count()).max();
    for (command, why) in commands {
        console.say(&format!("  {command:0$}   {why}", width.unwrap_or(0)));
    }
    Ok(())
}

/// The folder as a word of a shell's line, and not as the name of a shipped game.
fn word(dir: &Path) -> String {
    let name = dir.display().to_string();
    let name = if GameFolder::shipped(&name).is_some() || name.starts_with('-') {
        format!("./{name}")
    } else {
        name
    };
    shell_word(&name).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_so_that_a_shell_and_the_next_command_find_it() {
        let word = |dir: &str| word(Path::new(dir));
        assert_eq!(word("mine"), "mine");
        assert_eq!(word("caper"), "./caper");
        assert_eq!(word("-x"), "./-x");
        assert_eq!(word("my game's"), "'my game'\\''s'");
    }
}
