//! The options that select variants of a game, one for each axis that the game declares: `--order ascending`. The words of a
//! command line come in; what is asked for of each axis goes out, for `session` to choose variants. Used by `args`, `fuzz`, `lab`, `check`
//! and `record`.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};

use clap::builder::TypedValueParser;

use crate::session::{AxisChoice, PLAYERS};
use crate::source::{did_you_mean, shell_word};

/// The option for every axis; an axis has one of its own name as well.
const VARIANT: &str = "variant";

/// Variants to play.
#[derive(clap::Args)]
pub struct Variants {
    /// Set the game up in this way only: `--variant order=ascending` or, shorter, `--order ascending`; several with commas between
    #[arg(long = VARIANT, value_name = "AXIS=VALUE", value_parser = ChoiceParser)]
    choices: Vec<Choice>,
    /// Play only with this number of players, a game that is for several
    #[arg(long, value_name = "N", value_delimiter = ',')]
    players: Vec<String>,
}

/// What is asked for of one axis.
#[derive(Clone)]
struct Choice {
    axis: String,
    values: Vec<String>,
    /// An option of the command that is nearly called like the axis, and may be meant.
    near: Option<String>,
}

#[derive(Clone)]
struct ChoiceParser;

impl TypedValueParser for ChoiceParser {
    type Value = Choice;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Choice, clap::Error> {
        let text = value.to_string_lossy();
        let Some((axis, values)) = text.split_once('=') else {
            let help = format!("write an axis and its value, such as order={text}\n");
            let error = clap::Error::raw(clap::error::ErrorKind::ValueValidation, help);
            return Err(error.with_cmd(command));
        };
        let known = options(command);
        let near = did_you_mean(axis, &known);
        Ok(Choice {
            axis: axis.to_owned(),
            values: values.split(',').map(str::to_owned).collect(),
            near: near.map(str::to_owned),
        })
    }
}

/// The words of a command line, with `--order ascending` written as `--variant=order=ascending` where the command plays variants and
/// has no option `--order`. `command` is built. An option without a value is left to clap, which reports it.
pub fn with_axes(command: &clap::Command, words: Vec<OsString>) -> Vec<OsString> {
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let mut names = words.iter().skip(1).filter(|word| !is_option(word));
    let called = names.next().and_then(|name| command.find_subcommand(name));
    let below = called.zip(names.next()).and_then(|(called, name)| called.find_subcommand(name));
    let Some(played) = below.or(called).filter(|played| options(played).contains(VARIANT)) else {
        return words;
    };
    // Options of its sibling commands are not axes: clap says where they belong.
    let beside = called.into_iter().flat_map(clap::Command::get_subcommands).flat_map(options);
    let known: BTreeSet<String> = options(played).into_iter().chain(beside).collect();
    let (mut words, mut written) = (words.into_iter().peekable(), Vec::new());
    while let Some(word) = words.next() {
        if word == "--" {
            written.push(word);
            break;
        }
        let option = word.to_str().and_then(|word| word.strip_prefix("--")).unwrap_or_default();
        let (axis, value) = match option.split_once('=') {
            Some((axis, value)) => (axis, Some(OsString::from(value))),
            None => (option, None),
        };
        let value = match axis {
            "" => None,
            axis if known.contains(axis) => None,
            _ => value.or_else(|| words.next_if(|next| !is_option(next))),
        };
        written.push(match value {
            Some(value) => {
                let mut choice = OsString::from(format!("--{VARIANT}={axis}="));
                choice.push(value);
                choice
            }
            None => word,
        });
    }
    written.extend(words);
    written
}

/// The names of a command's options.
fn options(command: &clap::Command) -> BTreeSet<String> {
    command.get_arguments().filter_map(clap::Arg::get_long).map(str::to_owned).collect()
}

impl Variants {
    /// Each axis that is asked for, and by which values.
    pub fn asked(&self) -> Vec<AxisChoice<'_>> {
        let mut asked: Vec<AxisChoice> = Vec::new();
        let all = self
            .choices
            .iter()
            .map(|choice| (choice.axis.as_str(), &choice.values, choice.near.as_deref()));
        for (axis, values, near) in all.chain([(PLAYERS, &self.players, None)]) {
            let values = values.iter().map(String::as_str);
            match asked.iter_mut().find(|known| known.axis == axis) {
                Some(known) => known.values.extend(values),
                None => asked.push(AxisChoice { axis, values: values.collect(), near }),
            }
        }
        asked.retain(|choice| !choice.values.is_empty());
        asked
    }

    /// The options again, as words of a command line: ` --players 2`.
    pub fn words(&self) -> String {
        self.asked()
            .into_iter()
            .map(|AxisChoice { axis, values, .. }| {
                format!(" --{axis} {}", shell_word(&values.join(",")))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command_line;
    use clap::Parser;

    #[derive(Parser)]
    struct Several {
        #[command(flatten)]
        variants: Variants,
    }

    fn asked(arguments: &str) -> Variants {
        let words = "deckproof fuzz".split(' ').chain(arguments.split_whitespace());
        let mut command = command_line();
        command.build();
        let words = with_axes(&command, words.map(OsString::from).collect());
        let parsed = Several::try_parse_from(&words[1..]);
        parsed.map(|several| several.variants).unwrap()
    }

    #[test]
    fn values_are_repeated_or_stand_with_commas_between() {
        for (arguments, words) in [
            ("--city rome --players 2,4", " --city rome --players 2,4"),
            ("--players 4 --city rome --players 2", " --city rome --players 4,2"),
        ] {
            assert_eq!(asked(arguments).words(), words);
        }
    }

    #[test]
    fn an_option_of_the_command_is_no_axis() {
        let mut command = command_line();
        command.build();
        let rewritten = |line: &str| {
            let words = line.split(' ').map(OsString::from).collect();
            let words = with_axes(&command, words);
            let words = words.iter().map(|word| word.to_str().unwrap());
            words.collect::<Vec<_>>().join(" ")
        };
        for line in [
            "d -q fuzz g --games 3 --order",
            "d fuzz --order --games=3",
            "d fuzz -- --order ascending",
            "d print --order ascending",
            "d --order ascending",
        ] {
            assert_eq!(rewritten(line), line);
        }
        assert_eq!(
            rewritten("d -q fuzz --order ascending g --games 3"),
            "d -q fuzz --variant=order=ascending g --games 3"
        );
    }
}
