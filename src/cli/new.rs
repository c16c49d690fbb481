//! Runs `deckproof new`. A name and options come in; a game folder that prints and checks goes out, either blank or copied from a
//! shipped game. Called by `args`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::session::{NewGame, make_game};
use crate::source::{GameFolder, counted, shell_word};

use super::console::{Console, Done};

const EXAMPLES: &str = "\
Examples:
  deckproof new lantern-bay                          a blank game: one deck, one template, no rules
  deckproof new tides --rules tricks                 a small game that plays, to start from
  deckproof new my-hammers --from caps-and-hammers   a shipped game, to change
  deckproof new --from-sheet cards.xlsx              a workbook or CSV file of yours: its sheets are decks
  deckproof new tides --title \"Tides of the Moon\"    with a title of its own

The folder holds all that the game needs, templates too; its files say in comments what can be
changed. A copy knows by `from` in game.toml what it was made from: `deckproof check` says by
which edit a rule's example no longer holds. Nothing is made where something is already.";

/// A small game that plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Starter {
    /// A trick-taking game for three: follow suit, one suit is trumps
    Tricks,
    /// A drafting game for three: all take a card at the same time, hands go round
    Drafting,
    /// A game for two with three places: cards are laid face down, and turned up at the end
    Placement,
    /// The least that plays, for two: three cards each, the most points win
    Blank,
}

/// Make the folder of a new game
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct NewArgs {
    /// The folder: one that does not exist yet, or an empty one; named after the sheet with --from-sheet
    #[arg(value_name = "DIR", required_unless_present = "from_sheet")]
    dir: Option<PathBuf>,
    /// Copy this shipped game, with its rules, scenarios and templates
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
    /// Make decks of the sheets of this workbook or CSV file, and a plain template that shows every column
    #[arg(long, value_name = "FILE", conflicts_with_all = ["from", "blank", "rules"])]
    from_sheet: Option<PathBuf>,
    /// One deck and one template to start from (as without --from)
    #[arg(long, conflicts_with = "from")]
    blank: bool,
    /// A small game that plays: a script, a rulebook and scenarios
    #[arg(long, value_enum, value_name = "KIND", conflicts_with_all = ["from", "blank"])]
    rules: Option<Starter>,
    /// Title of the game; made from the folder's name for a blank one, the shipped one's for a copy
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
}

pub fn run_new(args: &NewArgs, console: &mut Console) -> Done {
    let starter = args.rules.as_ref().and_then(Starter::to_possible_value);
    let game = NewGame {
        dir: args.dir.clone(),
        from: args.from.clone(),
        from_sheet: args.from_sheet.clone(),
        starter: starter.map(|value| value.get_name().to_owned()),
        title: args.title.clone(),
    };
    let made = make_game(&game, console)?;
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
    let commands: Vec<(String, &str)> = next
        .into_iter()
        .map(|(command, rest, why)| (format!("deckproof {command} {dir}{rest}"), why))
        .collect();
    let width = commands.iter().map(|(c, _)| c.chars().count()).max();
    for (command, why) in &commands {
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
