//! Runs `deckproof completions`. A shell's name and the clap command come in; the script that completes commands and options in
//! that shell is printed. Called by `args`.

use clap_complete::Shell;

use super::console::{Console, Done};

const EXAMPLES: &str = "\
Examples:
  deckproof completions bash > ~/.local/share/bash-completion/completions/deckproof
  deckproof completions zsh > ~/.zfunc/_deckproof
  deckproof completions fish > ~/.config/fish/completions/deckproof.fish";

/// Write a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// `command` is the whole command line.
pub fn run_completions(
    args: &CompletionsArgs,
    mut command: clap::Command,
    console: &Console,
) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "deckproof", &mut script);
    console.print(&String::from_utf8_lossy(&script));
    Ok(())
}
