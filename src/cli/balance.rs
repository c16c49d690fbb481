//! Runs `deckproof balance`: plays random games and measures who wins, and with which cards. The command's options come in;
//! tables, JSON or CSV are printed, and with `--strict` errors go out. Called by `args`.

use std::time::Instant;

use clap::ValueEnum;

use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::balance::{BalancePlan, judge_balance};

use super::balance_findings::Played;
use super::policy::Policy;
use super::report::{Done, Report};
use super::variants::{Rest, Variants};
use super::{balance_data, balance_findings, balance_table};
use crate::session::{Proven, Selection, proven_of};

const EXAMPLES: &str = "\
Examples:
  deckproof balance                               every game that can be played
  deckproof balance my-game --games 200000        narrower intervals
  deckproof balance caper --players 2             each city, with two players
  deckproof balance my-game --format csv          a line a card and variant
  deckproof balance my-game --strict              exit code 1 when anything stands out

Random games are played of each variant (a city, a number of players) and
counted. The effect of a card is how much more often the seat for which it
counts at the end wins than that seat wins anyway, in percent points; and by how
many points more it is ahead of its opponents. Copies are counted together. Each
sign beside an effect is one median effect of the deck's cards, counted from the
middle of the deck. Such games tell what a card does by itself, and not what a
skilled player makes of it.

What stands out:
  uneven   a side that wins more or less often than the other sides with the
           same kind of score, by more than --even. A side that scores like no
           other, such as a third party, is not compared.
  outlier  a card that is in the best quarter of its deck, or in the worst,
           in every city in which it occurs, each time off the middle of the
           deck by more than twice the median effect of its cards (without
           sign), and by more than three standard deviations of chance. What
           holds for a city holds for all that changes which cards are in the
           game; each number of players is looked at by itself.
  unseen   a card that counts for nobody in any game of a variant, while others
           of its deck do.

The same seed gives the same figures, on any number of cores.

Exit codes: 0 the games were played, 1 the cards are wrong, or anything stands
out with --strict, 2 the command line asks for what cannot be, 3 the machine
failed.";

/// Count who wins random games, and with which cards
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct BalanceArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games that can be played
    #[arg(value_name = "GAME|DIR")]
    names: Vec<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    #[command(flatten)]
    variants: Variants,
    /// How many games to play of each variant
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Names the run: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Who chooses the moves
    #[arg(long, value_enum, default_value_t = Policy::Uniform)]
    policy: Policy,
    /// How many percent points a side may win more or less than its share
    #[arg(long, value_name = "POINTS", default_value_t = 2.0, value_parser = percent)]
    even: f64,
    /// Tables for people, one JSON object a game, or lines of comma-separated values
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Exit with 1 when a side is uneven, a card an outlier or unseen
    #[arg(long)]
    strict: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// An object a game, with everything
    Json,
    /// A line a card and variant
    Csv,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if (0.0..=100.0).contains(&points) => Ok(points),
        _ => Err("write percent points, from 0 to 100: 2 or 0.5".to_owned()),
    }
}

pub fn run_balance(args: &BalanceArgs, report: &mut Report) -> Done {
    let selection = Selection::new(&args.names, &[], &[], report)?;
    let games = proven_of(&selection.in_language(args.lang.clone()), report)?;
    let mut faults = Diagnostics::new();
    if args.format == Format::Csv {
        report.say(balance_data::COLUMNS);
    }
    for game in games {
        let played = play(game, args, report)?;
        match args.format {
            Format::Table => report.say(&balance_table::balance_table(&played)),
            Format::Json => report.say(&balance_data::balance_json(&played)),
            Format::Csv => balance_data::balance_csv(&played)
                .iter()
                .for_each(|l| report.say(l)),
        }
        if args.strict {
            for finding in balance_findings::list_findings(&played) {
                let message = format!("{}: {}", played.pack.game.id, finding.says);
                faults.push(Diagnostic::error(Code::Unbalanced, message).help(finding.help));
            }
        }
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults)
    }
}

fn play(game: Proven, args: &BalanceArgs, report: &Report) -> Result<Played, Diagnostics> {
    let Proven { pack, prover, .. } = game;
    let axes = prover.axes(&pack);
    let variants = args.variants.choose(&pack.game.id, &axes, Rest::All)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = BalancePlan {
        games: args.games,
        seed: args.seed,
        jobs: args.jobs.map_or_else(cores, usize::from),
        players: args.policy.players(),
    };
    let steps = args.games.saturating_mul(variants.len() as u64);
    let bar = report.progress(&pack.game.full_title(), steps);
    let start = Instant::now();
    let mut all = Vec::new();
    for (number, variant) in variants.into_iter().enumerate() {
        let before = args.games.saturating_mul(number as u64);
        let progress = |games: u64| bar.set_position(before.saturating_add(games));
        let balance = prover.balance(&pack, &variant, &plan, &progress)?;
        all.push((variant, balance));
    }
    bar.finish_and_clear();
    Ok(Played {
        findings: judge_balance(&all, args.even / 100.0),
        even: args.even,
        seconds: start.elapsed().as_secs_f64(),
        pack,
        plan,
        all,
    })
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::cards::Pack;
    use crate::registry::Registry;
    use crate::rules::Variant;
    use crate::source::{Files, GameFolder};
    use crate::verify::balance::{End, Findings, Outlier, Uneven, Unseen};
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: BalanceArgs,
    }

    /// A few games, as if they had been played in each of these cities with 2, 3 and 4 players.
    pub fn played(cities: &[&str]) -> Played {
        let folder = GameFolder::shipped("caps-and-hammers").unwrap();
        let pack = Pack::load(folder, &Registry, &mut Files::new()).unwrap();
        let prover = crate::session::prover_of(&pack).unwrap();
        let plan = BalancePlan {
            games: 300,
            seed: 1,
            jobs: 1,
            players: None,
        };
        let mut balance = prover
            .balance(&pack, &Variant::default(), &plan, &|_| ())
            .unwrap();
        // A row that has no effect.
        balance.cards[0].wins = None;
        let variant = |city: &&str, players: &str| Variant {
            choices: vec![
                ("city".to_owned(), (*city).to_owned()),
                ("players".to_owned(), players.to_owned()),
            ],
        };
        let mut all: Vec<_> = cities
            .iter()
            .flat_map(|city| ["2", "3", "4"].map(|n| (variant(city, n), balance.clone())))
            .collect();
        if all.is_empty() {
            all.push((Variant::default(), balance));
        }
        Played {
            findings: Findings::default(),
            even: 2.0,
            seconds: 0.0,
            pack,
            plan,
            all,
        }
    }

    /// One of each kind: an outlier in these variants, a card unseen in the last of them.
    pub fn findings(variants: &[usize]) -> Findings {
        let card = |row: &str| ("labs".to_owned(), row.to_owned());
        let ((deck, row), (other, unseen)) = (card("satellite"), card("spacewalk"));
        Findings {
            uneven: vec![Uneven {
                variant: 0,
                side: 1,
                wins: 0.53,
                even: 0.5,
            }],
            outliers: vec![Outlier {
                deck,
                row,
                end: End::Best,
                variants: variants.to_vec(),
                times: 2.46,
            }],
            unseen: vec![Unseen {
                deck: other,
                row: unseen,
                variants: variants.last().copied().into_iter().collect(),
            }],
        }
    }

    #[test]
    fn a_run_that_is_told_nothing_plays_twenty_thousand_even_games() {
        let parse = |words: &[&str]| {
            let words = std::iter::once("balance").chain(words.iter().copied());
            Command::try_parse_from(words).map(|c| c.args)
        };
        let args = parse(&[]).unwrap();
        let told = (args.games, args.policy, args.even, args.strict);
        assert_eq!(told, (20_000, Policy::Uniform, 2.0, false));
        for wrong in ["--games=0", "--even=-1", "--even=NaN", "--format=xml"] {
            assert!(parse(&[wrong]).is_err(), "{wrong}");
        }
    }
}
