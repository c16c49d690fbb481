//! Runs `deckproof studio`. The command's options come in; a local web server runs until Ctrl-C.

use std::net::{IpAddr, Ipv4Addr};

use super::args::{Command, read_command};
use super::console::{Console, Done};
use crate::pages::studio::CommandOutcome;
use crate::session::{Printing, faults_in_words, game_here};
use crate::source::{Blame, Diagnostic, Diagnostics, GameFolder, joined, usage};
use crate::studio::{StudioCommands, StudioPlan, run_studio};

const EXAMPLES: &str = "\
Examples:
  deckproof studio                  the game of the folder you are in
  deckproof studio my-game          a folder of your own
  deckproof studio caper            a shipped game, to look at and to play
  deckproof studio my-game --host lan        friends in the same network can join your table
  deckproof studio my-game --no-open --port 0    only print the link; on any port that is free

A page opens in your browser and shows the game as it is on disk: save a file in your editor, and the cards change.
The link works once, so that nobody else can use it; press Enter in the terminal for another one. Ctrl-C ends the studio.

Nothing is sent to another machine: the studio answers this machine alone. With --host lan the tables at which people
play answer the local network: each seat has an invitation of its own, and gets to see what it may know and nothing else.";

/// The port that is tried when none is named.
const PORT: u16 = 4188;

/// See the game in your browser while you edit it, and play it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct StudioArgs {
    /// A folder with a game.toml, or a shipped game by name; when none is named, the game of the folder you are in
    #[arg(value_name = "GAME|DIR")]
    game: Option<String>,
    /// Port on this machine; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// Who reaches the tables at which people play: `lan` for every device in the local network, or an address of this machine;
    /// the studio itself answers this machine alone
    #[arg(long, value_name = "lan|ADDRESS", default_value = "127.0.0.1", value_parser = host)]
    host: IpAddr,
    /// A further name under which the tables may be asked for (may be given several times)
    #[arg(long = "allow-host", value_name = "NAME")]
    names: Vec<String>,
    /// Print the link, and open no browser
    #[arg(long)]
    no_open: bool,
}

fn host(text: &str) -> Result<IpAddr, String> {
    match text {
        "lan" => Ok(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
        "localhost" => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        text => text.parse().map_err(|_| {
            "write `lan`, or an address of this machine such as 192.168.1.5".to_owned()
        }),
    }
}

pub fn run_studio_command(args: &StudioArgs, console: &mut Console) -> Done {
    let game = match &args.game {
        Some(game) => game.clone(),
        None => game_here("studio", console)?,
    };
    GameFolder::find(&game).map_err(|fault| fault.fault(Blame::Usage))?;
    let plan = StudioPlan {
        game,
        port: args.port,
        host: args.host,
        names: args.names.clone(),
        commands: StudioCommands { print_options: read_print_options, run: run_words },
    };
    let quiet = console.quiet;
    run_studio(plan, |link, is_first| {
        if is_first && !quiet {
            console.say("The studio is open; Ctrl-C ends it. Enter prints another link.");
        }
        console.print(&format!("{link}\n"));
        if is_first && !args.no_open && super::viewer::has_desktop() {
            // If no browser opens, the link is in the terminal.
            let _ = opener::open_browser(link);
        }
    })
}

/// The options of `deckproof print`, as they are written on a command line.
fn read_print_options(words: &[String]) -> Result<Printing, Diagnostics> {
    match read_command(words).map_err(|error| unread(&error, "print"))? {
        Command::Print(args) => args.printing(&mut Console::new(true)),
        _ => Err(Diagnostics::new()),
    }
}

fn run_words(words: &[String]) -> CommandOutcome {
    let mut console = Console::kept();
    let read = read_command(words).map_err(|error| unread(&error, &words.join(" ")).into());
    if let Err(found) = read.and_then(|command| command.run(&mut console)) {
        console.show(&found);
    }
    let (lines, told, files) = console.into_kept();
    CommandOutcome { lines, faults: faults_in_words(&told, &files) }
}

/// What clap says of a line that it cannot read.
fn unread(error: &clap::Error, command: &str) -> Diagnostic {
    let words = error.to_string();
    let first = words.lines().next().unwrap_or_default();
    let message = first.strip_prefix("error: ").unwrap_or(first).to_owned();
    let is_command = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
    let command = joined(command.split(' ').take_while(is_command).take(2), " ");
    usage!(
        OptionsDisagree,
        message,
        "options are written as in a terminal; see `deckproof {command} --help`"
    )
}
