//! Runs `deckproof mutate`: edits the data one value at a time and looks for a check, scenario or law that fails. The command's
//! options come in; a report of the edits and who noticed each goes out. Called by `args`.

use std::time::Instant;

use crate::cards::Mutation;
use crate::check::{Stage, check_data};
use crate::script::script_axes;
use crate::source::{Code, Diagnostic, Diagnostics, counted, one_or_many};
use crate::verify::mutate::MutationPlan;
use crate::verify::mutate::run_mutations;
use crate::verify::threads::MOST_THREADS;

use super::console::{Console, Done};
use super::report_options::ReportOptions;
use crate::session::{Playable, Selection, Tried, mutation_report, playable_of};

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
#[derive(Debug, clap::Args)]
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
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    games: u64,
    /// Names the run: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: Option<u16>,
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
        let tried = tried(game, args, console)?;
        let mut warnings =
            check_data(&tried.pack, Stage::Read, &Diagnostics::new(), &mut console.files);
        shown.tell(mutation_report(&tried, &console.files, args.list), console);
        warnings.append(free_in_vain(&tried));
        console.show(&warnings);
        if let Some(fault) = unnoticed(&tried) {
            faults.push(fault);
        }
    }
    shown.finish(console)?;
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn tried(game: Playable, args: &MutateArgs, console: &mut Console) -> Result<Tried, Diagnostics> {
    let Playable { pack, .. } = game;
    let mut mutations = pack.mutations();
    mutations.retain(|mutation| is_asked_for(args, mutation));
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = MutationPlan {
        games: args.games,
        seed: args.seed,
        jobs: args.jobs.map_or_else(cores, usize::from),
    };
    let bar = console.progress(&pack.game.full_title(), mutations.len() as u64);
    let start = Instant::now();
    let progress = |done| bar.set_position(done);
    let noticed = run_mutations(&pack, &mutations, &plan, &mut console.files, &progress)?;
    bar.finish_and_clear();
    let axes = script_axes(&pack.game);
    Ok(Tried {
        plan,
        edits: mutations.into_iter().zip(noticed).collect(),
        variants: crate::rules::Variant::all(&axes).len(),
        seconds: start.elapsed().as_secs_f64(),
        pack,
    })
}

fn is_asked_for(args: &MutateArgs, mutation: &Mutation) -> bool {
    let named = |names: &[String], place: usize| {
        let name = mutation.path.get(place);
        names.is_empty() || name.is_some_and(|name| names.contains(name))
    };
    if mutation.is_of_a_card() {
        let any = args.deck.is_empty() && args.cards.is_empty();
        !(any && args.rules) && named(&args.deck, 0) && named(&args.cards, 1)
    } else {
        args.rules || args.deck.is_empty() && args.cards.is_empty()
    }
}

/// The lines of `[free-by-design]` all of whose edits are noticed, as far as all of them were asked for.
fn free_in_vain(tried: &Tried) -> Diagnostics {
    let mut warnings = Diagnostics::new();
    let all = tried.pack.mutations();
    let free = tried.pack.game.free.iter();
    for free in free.filter(|free| !free.is_except()) {
        let covered = all.iter().filter(|m| free.covers(&m.path)).count();
        let edits = tried.edits.iter().filter(|(m, _)| free.covers(&m.path));
        let noticed = edits.filter(|(_, noticed)| noticed.fails()).count();
        if covered > 0 && noticed == covered {
            let message = format!("every edit of `{}` is noticed: nothing is free", free.pattern);
            warnings.push(
                Diagnostic::warning(Code::FreeInVain, message)
                    .at(free.span)
                    .help("take the line away"),
            );
        }
    }
    warnings
}

/// One fault for all survivors of a game, at the first.
fn unnoticed(tried: &Tried) -> Option<Diagnostic> {
    let (first, _) = tried.survivors().next()?;
    let survivors = tried.survivors().count();
    let message = format!(
        "{}: {} {} noticed by no check, scenario or law",
        tried.pack.game.id,
        if survivors == 1 { "an edit".to_owned() } else { counted(survivors, "edit") },
        one_or_many(survivors, "is", "are")
    );
    let fault = Diagnostic::error(Code::Unnoticed, message).help(
        "write a scenario that shows the rule, or say in [free-by-design] of game.toml why any value is as good",
    );
    Some(fault.at(first.span).label(first.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::tried_edits as all;
    use crate::source::Files;
    use crate::verify::mutate::Noticed;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: MutateArgs,
    }

    const GAME: &str = "caps-and-hammers";

    fn scenario(_: &Mutation) -> Noticed {
        Noticed::Scenario("r12".to_owned())
    }

    #[test]
    fn what_is_asked_for_is_edited() {
        let files = &mut Files::new();
        let tried = all(GAME, scenario, files);
        let groups = |words: &str| {
            let words = std::iter::once("mutate").chain(words.split_whitespace());
            let args = Command::try_parse_from(words).unwrap().args;
            let asked = tried.edits.iter().filter(|(m, _)| is_asked_for(&args, m));
            let mut groups: Vec<&str> = asked.map(|(m, _)| m.group()).collect();
            groups.dedup();
            groups.join(" ")
        };
        let decks = "assets countries labs defcon justifications";
        assert_eq!(groups(""), format!("rules rulings {decks} script"));
        assert_eq!(groups("--rules"), "rules rulings script");
        assert_eq!(groups("--deck labs --deck assets"), "assets labs");
        assert_eq!(groups("--deck labs --rules"), "rules rulings labs script");
        assert_eq!(groups("--cards spy,moon-probe"), "assets labs");
        assert_eq!(groups("--deck labs --cards spy"), "");
    }

    #[test]
    fn what_is_free_by_design_does_not_survive() {
        let files = &mut Files::new();
        let tried = all(GAME, |_| Noticed::Nobody, files);
        let is_default = |m: &Mutation| m.path.last().is_some_and(|key| key == "default");
        let defaults = tried.edits.iter().filter(|(m, _)| is_default(m));
        assert_eq!(defaults.count(), 21, "one for each country");
        assert!(!tried.survivors().any(|(m, ..)| is_default(m)));
        let told = unnoticed(&tried).unwrap();
        assert!(told.message.ends_with("edits are noticed by no check, scenario or law"));
        assert!(files.place(told.span.unwrap()).contains("game.toml"));
        assert!(free_in_vain(&tried).is_empty());
    }

    #[test]
    fn a_free_value_that_is_noticed_is_told() {
        let files = &mut Files::new();
        let mut tried = all(GAME, scenario, files);
        assert!(unnoticed(&tried).is_none());
        let told = free_in_vain(&tried);
        let messages: Vec<&str> = told.iter().map(|w| w.message.as_str()).collect();
        let free = "every edit of `countries.*.default` is noticed: nothing is free";
        assert!(messages.contains(&free), "{messages:?}");
        // One country was not tried, so the claim cannot be refuted: it may be an edit that nobody notices.
        tried.edits.retain(|(m, _)| m.path.get(1).is_none_or(|card| card != "iraq"));
        let told = free_in_vain(&tried);
        assert!(!told.iter().any(|w| w.message == free));
    }
}
