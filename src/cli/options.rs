//! Options that several commands share: which games, decks and cards, where files go, who plays, which share of a run.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};

use crate::session::{
    BY_TURNS, Exporting, FileBacks, Ink, LabPart, MOST_THREADS, PartHeader, Players, Selection,
    Shard, is_our_part, may_write_share,
};
use crate::sheet::Choose;
use crate::source::{Diagnostics, usage};

use super::console::{Console, Done};
use super::report_options::ReportOptions;

/// Which games, decks and cards the command line asks for.
#[derive(clap::Args)]
pub struct SelectionArgs {
    /// Folders with a game.toml, or shipped games by name; when none is named, the game of the folder you are in, else all
    /// shipped games
    #[arg(value_name = "GAME|DIR")]
    games: Vec<String>,
    /// Only this deck (may be given several times)
    #[arg(long, value_name = "NAME")]
    deck: Vec<String>,
    /// Only these cards, by their ids (name the games before)
    #[arg(long, value_name = "ID", num_args = 1.., value_delimiter = ',')]
    cards: Vec<String>,
    /// In another language, for which the game has lang/CODE.csv
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
}

impl SelectionArgs {
    /// What is meant by it, here.
    ///
    /// # Errors
    /// As [`Selection::new`].
    pub fn select(&self, console: &Console) -> Result<Selection, Diagnostics> {
        let selection = Selection::new(&self.games, &self.deck, &self.cards, console)?;
        Ok(selection.in_language(self.lang.clone()))
    }
}

/// What faces are exported, and where they go.
#[derive(clap::Args)]
pub struct ExportOptions {
    #[command(flatten)]
    pub wanted: SelectionArgs,
    /// Folder for the files; each game gets a folder in it [default: output]
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Only what is new or changed since the last export of this kind with these options, which prints.lock notes
    #[arg(long, conflicts_with = "cards")]
    changed: bool,
    /// Where backs go
    #[arg(long, value_parser = choice::<FileBacks>(), default_value = "beside")]
    backs: FileBacks,
    /// How much ink the cards take
    #[arg(long, value_parser = ink(), default_value = "full")]
    ink: Ink,
}

impl ExportOptions {
    /// What is meant by them, here.
    ///
    /// # Errors
    /// As [`SelectionArgs::select`].
    pub fn exporting(&self, console: &Console) -> Result<Exporting, Diagnostics> {
        let exporting = exporting(&self.wanted, self.output.as_deref(), console)?;
        Ok(Exporting { backs: self.backs, ink: self.ink, changed: self.changed, ..exporting })
    }
}

/// All of what is selected, as it is usually exported.
///
/// # Errors
/// As [`SelectionArgs::select`].
pub fn exporting(
    wanted: &SelectionArgs,
    output: Option<&Path>,
    console: &Console,
) -> Result<Exporting, Diagnostics> {
    let selection = wanted.select(console)?;
    Ok(Exporting {
        output: selection.output(output),
        selection,
        backs: FileBacks::Beside,
        ink: Ink::Full,
        changed: false,
    })
}

/// Reads a number from 1 on.
pub fn up_to(most: u64) -> RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=most)
}

/// Reads one of some words, each with what it means and what it stands for.
pub fn words<T: Clone + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, &'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<_> = all.into_iter().collect();
    let values = all.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(values).try_map(move |said| {
        all.iter()
            .find(|(word, ..)| *word == said)
            .map(|(.., value)| value.clone())
            .ok_or("this is none of the words")
    })
}

/// Reads a word of a table of choices.
pub fn choice<C: Choose + Send + Sync>() -> impl TypedValueParser<Value = C> {
    words(C::CHOICES.iter().map(|choice| (choice.name, choice.help, choice.value)))
}

pub fn ink() -> impl TypedValueParser<Value = Ink> {
    words([
        ("full", "the cards as they are designed", Ink::Full),
        ("low", "white grounds, outlines and black type, for playtests", Ink::Low),
        ("grey", "the full design in greys", Ink::Grey),
    ])
}

/// How the moves of many games are chosen; `None` for both kinds by turns.
pub type Policy = Option<Players>;

const POLICIES: [(&str, &str, Policy); 3] = [
    (BY_TURNS, "Half of the games each", None),
    ("uniform", "Every legal move is as likely as any other", Some(Players::Uniform)),
    ("swarm", "Each game draws its own preferences", Some(Players::Swarm)),
];

pub fn policy() -> impl TypedValueParser<Value = Policy> {
    words(POLICIES)
}

/// How the moves of one game are chosen.
pub fn policy_of_one() -> impl TypedValueParser<Value = Players> {
    words(POLICIES.into_iter().filter_map(|(word, help, players)| Some((word, help, players?))))
}

/// A run of games, which can be played again.
#[derive(clap::Args)]
pub struct RunOptions {
    /// Names the run: the same seed plays the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    jobs: Option<u16>,
}

impl RunOptions {
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// The difference that does not matter.
#[derive(Clone, Copy, clap::Args)]
pub struct Negligible {
    /// Ignore differences in wins up to this many percentage points [default: 1]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub negligible: Option<f64>,
}

/// How even is even.
#[derive(Clone, Copy, clap::Args)]
pub struct Even {
    /// How far from an even share, in percentage points, a side may be and still count as even [default: 2]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    pub even: Option<f64>,
}

fn points(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(points) if points > 0.0 && points <= 50.0 => Ok(points),
        _ => Err("write percentage points, above 0 and up to 50: 1 or 0.5".to_owned()),
    }
}

/// A share of a run.
#[derive(clap::Args)]
pub struct Share {
    /// Play only a share of the games, for `deckproof merge`
    #[arg(long, value_name = "K/N", requires = "part")]
    pub shard: Option<Shard>,
    /// Write exact counts to a file, for `deckproof merge`
    #[arg(long, value_name = "FILE")]
    pub part: Option<PathBuf>,
}

impl Share {
    pub fn shard_or_whole(&self) -> Shard {
        self.shard.unwrap_or(Shard::WHOLE)
    }

    /// Whether a report is shown: of a share, only where it is asked for, as it is told once it is merged.
    pub fn has_report(&self, shown: &ReportOptions) -> bool {
        self.shard.is_none() || shown.are_given()
    }

    /// Refuses an option of the report for a share that has none.
    ///
    /// # Errors
    /// When the option would be passed over.
    pub fn refuses(&self, option: &str, is_given: bool, shown: &ReportOptions) -> Done {
        if !is_given || self.has_report(shown) {
            return Ok(());
        }
        Err(usage!(
            OptionsDisagree,
            "`{option}` is of a report, and a share has none",
            "write it where the parts come together: `deckproof merge {option}`"
        )
        .into())
    }
}

/// Asks before a run whether its counts can be written: a share not over a part of another run, which would be lost.
///
/// # Errors
/// As [`Console::will_write`]; when a part of another run is there.
pub fn will_write_part(
    path: Option<&Path>,
    header: &PartHeader,
    is_share: bool,
    console: &mut Console,
) -> Done {
    let Some(path) = path else { return Ok(()) };
    console.will_write("--part", path, is_our_part)?;
    if is_share {
        may_write_share(path, header)?;
    }
    Ok(())
}

/// Writes the counts, if they are asked for.
///
/// # Errors
/// When the file cannot be written.
pub fn write_part(path: Option<&Path>, part: &LabPart, console: &Console) -> Done {
    let Some(path) = path else { return Ok(()) };
    console.write("--part", path, part.text().as_bytes(), is_our_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_called_as_its_players_are() {
        for (word, _, players) in POLICIES {
            assert_eq!(word, players.map_or(BY_TURNS, Players::word));
        }
    }
}
