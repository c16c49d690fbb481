//! Runs `deckproof mutate`: edits the data one value at a time and looks for a check, scenario or law that fails. The command's
//! options come in; a report of the edits and who noticed each goes out.

use crate::session::{
    EditsAsked, MutationPlan, Selection, mutation_report, playable_of, try_edits, unnoticed,
    warnings_of,
};
use crate::source::Diagnostics;

use super::console::{Console, Done};
use super::options::{RunOptions, up_to};
use super::report_options::ReportOptions;

const EXAMPLES: &str = "\
Examples:
  deckproof mutate                            every game that can be played
  deckproof mutate my-game --list             every edit, and who notices it
  deckproof mutate caper --deck gear          one deck
  deckproof mutate caper --cards the-louvre   one card
  deckproof mutate my-game --rules --games 20 the numbers of [rules], few games

One value of the data is edited at a time, as a slip of the finger would: a
number one up or down, one copy more or less, an ability taken away, a word for
its opposite (yours and theirs, here and anywhere), a ruling
decided otherwise. Only values that play are edited, not texts and pictures.
The edited game is read, and asked in this order:

  check     reading it tells something that was not told before
  scenario  a scenario that held does not
  law       a law does not hold in a random game

An edit that none of them notices survives: had it been a slip, it would have
been printed. A survivor asks a question: does a rule or an example fix this
value? Then write a scenario that shows it, and the edit will fail. Is any value
as good? Then say so in game.toml, with the reason:

  [free-by-design]
  \"gear.*.cost\" = \"our own design: any cost plays\"
  \"!gear.plasma-cutter\" = \"the rulebook names it\"

A path is deck, card and keys, `rules` and keys, or `rulings` and what is
decided; `*` is any one of its words, what is below is meant as well, and `!`
takes values out again. A path that meets no value, or whose edits are all
noticed, is told. The same seed gives the same answers on any number of cores.

Exit codes: 0 no edit survives but the free ones, 1 some do, or the cards are
wrong, 2 the command line asks for what cannot be, 3 the machine failed.";

/// Edit the data one value at a time and say who notices
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MutateArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games that can be played
    #[arg(value_name = "GAME|DIR")]
    names: Vec<String>,
    /// Only this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// Only these cards, by their ids (name the games before)
    #[arg(long, value_name = "ID", num_args = 1.., value_delimiter = ',')]
    cards: Vec<String>,
    /// Only the numbers of [rules], the rulings and the script, beside decks and cards that are named
    #[arg(long)]
    rules: bool,
    /// Random games of each variant with every law watched
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = up_to(10_000))]
    games: u64,
    #[command(flatten)]
    run: RunOptions,
    /// Say who notices each edit, not only which edits survive
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    shown: ReportOptions,
}

pub fn run_mutate(args: &MutateArgs, console: &mut Console) -> Done {
    let mut shown = args.shown.begin("mutate", console)?;
    let selection = Selection::new(&args.names, &args.deck, &args.cards, console)?;
    let games = playable_of(&selection, console)?;
    let mut faults = Diagnostics::new();
    for game in games {
        let plan = MutationPlan { games: args.games, seed: args.run.seed, jobs: args.run.jobs() };
        let asked = EditsAsked { deck: &args.deck, cards: &args.cards, rules: args.rules };
        let tried = try_edits(game, asked, plan, console)?;
        let warnings = warnings_of(&tried, &mut console.files);
        shown.tell(mutation_report(&tried, &console.files, args.list), console);
        console.show(&warnings);
        unnoticed(&tried).into_iter().for_each(|fault| faults.push(fault));
    }
    shown.finish(console)?;
    faults.into_result()
}
