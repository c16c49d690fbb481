//! Runs `deckproof man`. The clap command comes in; one manual page per command goes out, for `man deckproof-print` and for
//! packages. Called by `args`.

use std::path::PathBuf;

use clap_mangen::Man;

use super::console::{Console, Done};
use crate::session::output;
use crate::source::counted;

const EXAMPLES: &str = "\
Examples:
  deckproof man                             into man/
  deckproof man -o ~/.local/share/man/man1  where `man deckproof-print` finds it";

/// Write manual pages, one a command
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Folder for the pages
    #[arg(long, short, value_name = "DIR", default_value = "man")]
    output: PathBuf,
}

/// `command` is the whole command line.
pub fn run_man(args: &ManArgs, command: clap::Command, console: &Console) -> Done {
    // Every command has a `help` subcommand; a page for it would repeat the others.
    let mut command = command.disable_help_subcommand(true);
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
