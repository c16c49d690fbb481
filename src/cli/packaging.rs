//! What packages of the program bring along: `deckproof man` and `deckproof completions`, and what `--version` says.

use std::path::PathBuf;

use clap_complete::Shell;
use clap_mangen::Man;

use super::args::command_line;
use super::console::{Console, Done};
use crate::session::{FORMAT, output};
use crate::source::{counted, version};

const MAN_EXAMPLES: &str = "\
Examples:
  deckproof man                             into man/
  deckproof man -o ~/.local/share/man/man1  where `man deckproof-print` finds it";

/// Write manual pages, one a command
#[derive(clap::Args)]
#[command(after_help = MAN_EXAMPLES)]
pub struct ManArgs {
    /// Folder for the pages
    #[arg(long, short, value_name = "DIR", default_value = "man")]
    output: PathBuf,
}

pub fn run_man(args: &ManArgs, console: &mut Console) -> Done {
    // Every command has a `help` subcommand; a page for it would repeat the others.
    let mut command = command_line().disable_help_subcommand(true);
    command.build();
    output::folder(&args.output)?;
    let mut count = 0;
    let mut left = vec![command];
    while let Some(command) = left.pop() {
        left.extend(command.get_subcommands().cloned());
        let page = Man::new(command).source(concat!("deckproof ", env!("CARGO_PKG_VERSION")));
        let mut text = Vec::new();
        let path = args.output.join(page.get_filename());
        page.render(&mut text).map_err(|e| output::unwritable(&path, &e))?;
        // `.nf` keeps the line breaks of the examples.
        let text = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", ".SH EXAMPLES\n.nf\n");
        output::write_file(&path, text.as_bytes(), made_by_us)?;
        count += 1;
    }
    let shown = args.output.display();
    console.say(&format!("{shown}: {}", counted(count, "page")));
    Ok(())
}

/// Whether a file that begins so is one of these pages.
fn made_by_us(head: &[u8]) -> bool {
    String::from_utf8_lossy(head).contains(".TH deckproof")
}

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  deckproof completions bash > ~/.local/share/bash-completion/completions/deckproof
  deckproof completions zsh > ~/.zfunc/_deckproof
  deckproof completions fish > ~/.config/fish/completions/deckproof.fish";

/// Write a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run_completions(args: &CompletionsArgs, console: &mut Console) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command_line(), "deckproof", &mut script);
    console.print(&String::from_utf8_lossy(&script));
    Ok(())
}

/// The version with the commit that it was built from, where that is known; the machine it was built for; the format of data.
pub fn long_version() -> String {
    format!("{}\ntarget: {}\ndata format: {FORMAT}", version(), env!("DECKPROOF_TARGET"))
}
