//! The options that select variants of a game, one for each axis that the game declares: `--order ascending`. The words of a
//! command line, or parsed options and the axes of a game come in; variants, or what the game does not have, go out. Used by
//! `args`, `fuzz`, `lab`, `check` and `record`.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};

use clap::builder::TypedValueParser;

use crate::rules::{Axis, Variant};
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, shell_word};
use crate::verify::axes;

use super::policy::Policy;

/// The option for every axis; an axis has one of its own name as well.
const VARIANT: &str = "variant";
const PLAYERS: &str = "players";

/// Variants to play.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Variants {
    /// Set the game up in this way only: `--variant order=ascending` or, shorter, `--order ascending`; several with commas between
    #[arg(long = VARIANT, value_name = "AXIS=VALUE", value_parser = ChoiceParser)]
    choices: Vec<Choice>,
    /// Play only with this number of players, a game that is for several
    #[arg(long, value_name = "N", value_delimiter = ',')]
    players: Vec<String>,
}

/// What is asked for of one axis.
#[derive(Debug, Clone)]
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
        let near = did_you_mean(axis, known.iter().map(String::as_str));
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
    // An option of a command beside it is no axis: clap says where it belongs.
    let beside = called.into_iter().flat_map(clap::Command::get_subcommands).flat_map(options);
    let known: BTreeSet<String> = options(played).into_iter().chain(beside).collect();
    let (mut words, mut written) = (words.into_iter().peekable(), Vec::new());
    while let Some(word) = words.next() {
        if word == "--" {
            written.push(word);
            break;
        }
        let option = word.to_str().and_then(|word| word.strip_prefix("--"));
        let asked = option.map(|option| match option.split_once('=') {
            Some((axis, value)) => (axis, Some(OsString::from(value))),
            None => (option, None),
        });
        let value = match asked {
            Some((axis, value)) if !known.contains(axis) => {
                let value = value.or_else(|| words.next_if(|next| !is_option(next)));
                value.map(|value| (axis, value))
            }
            _ => None,
        };
        if let Some((axis, value)) = value {
            let mut choice = OsString::from(format!("--{VARIANT}={axis}="));
            choice.push(value);
            written.push(choice);
        } else {
            written.push(word);
        }
    }
    written.extend(words);
    written
}

/// The names of a command's options.
fn options(command: &clap::Command) -> BTreeSet<String> {
    let options = command.get_arguments().filter_map(clap::Arg::get_long);
    options.map(str::to_owned).collect()
}

/// What is played of an axis that is not asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Every value that it has.
    All,
    /// The first.
    First,
}

impl Variants {
    /// Each axis that is asked for, and by which values.
    fn asked(&self) -> Vec<(&str, Vec<&str>)> {
        let mut asked: Vec<(&str, Vec<&str>)> = Vec::new();
        let all = self.choices.iter();
        let all = all.map(|choice| (choice.axis.as_str(), &choice.values));
        for (axis, values) in all.chain([(PLAYERS, &self.players)]) {
            let values = values.iter().map(String::as_str);
            match asked.iter_mut().find(|(name, _)| *name == axis) {
                Some((_, known)) => known.extend(values),
                None => asked.push((axis, values.collect())),
            }
        }
        asked.retain(|(_, values)| !values.is_empty());
        asked
    }

    /// The options again, as words of a command line: ` --players 2`.
    pub fn words(&self) -> String {
        let asked = self.asked().into_iter();
        asked.map(|(axis, values)| format!(" --{axis} {}", shell_word(&values.join(",")))).collect()
    }

    /// The variants that are asked for of the game `id`, in the order of its axes.
    ///
    /// # Errors
    /// Everything asked for that the game does not have.
    pub fn choose(&self, id: &str, axes: &[Axis], rest: Rest) -> Result<Vec<Variant>, Diagnostics> {
        let mut faults = Diagnostics::new();
        let asked = self.asked();
        for (name, values) in &asked {
            match axes.iter().find(|axis| axis.name == *name) {
                None => {
                    let mut choices = self.choices.iter().filter(|c| c.axis == *name);
                    let near = choices.find_map(|choice| choice.near.as_deref());
                    faults.push(lacking(id, name, values, (axes, near)));
                }
                Some(axis) => {
                    for fault in values.iter().filter_map(|v| axes::value(axis, v).err()) {
                        let message = format!("{id}: {}", fault.message);
                        faults.push(usage(message, fault.help.unwrap_or_default()));
                    }
                    if rest == Rest::First && values.len() > 1 {
                        let message = format!("one game has one `{name}`, not {}", values.len());
                        faults.push(usage(message, format!("give --{name} once")));
                    }
                }
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut axes = axes.to_vec();
        for axis in &mut axes {
            match asked.iter().find(|(name, _)| *name == axis.name) {
                Some((_, asked)) => axis.values.retain(|value| asked.contains(&value.as_str())),
                None if rest == Rest::First => axis.values.truncate(1),
                None => {}
            }
        }
        Ok(Variant::all(&axes))
    }
}

/// The fault of an axis that the game does not have: perhaps another one is meant, or an option that is near to it.
fn lacking(
    id: &str,
    name: &str,
    asked: &[&str],
    (axes, option): (&[Axis], Option<&str>),
) -> Diagnostic {
    // A name of a policy was meant for the other option.
    let policy = asked.iter().find_map(|word| Policy::named(word));
    let near = did_you_mean(name, axes.iter().map(|axis| axis.name.as_str()));
    let help = match (policy, near.or(option)) {
        (Some(policy), _) => {
            format!("leave --{name} out; who chooses the moves is said with --policy {policy}")
        }
        (None, Some(near)) => format!("did you mean `--{near}`?"),
        (None, None) if axes.is_empty() => format!("leave --{name} out"),
        _ => format!("leave --{name} out; it is played with {}", choices(axes)),
    };
    let message = match name {
        PLAYERS => format!("`{id}` is always played by the same number of players"),
        _ => format!("`{id}` is not played with --{name}"),
    };
    usage(message, help)
}

/// What can be asked for: `--order random, descending or ascending; --players 2 or 3`.
fn choices(axes: &[Axis]) -> String {
    let options = axes.iter().map(|axis| match axis.values.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            format!("--{} {} or {last}", axis.name, first.join(", "))
        }
        values => format!("--{} {}", axis.name, values.concat()),
    });
    options.collect::<Vec<_>>().join("; ")
}

fn usage(message: String, help: String) -> Diagnostic {
    Diagnostic::usage(Code::UnknownVariant, message).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command_line;
    use crate::session::variant_options;
    use crate::source::Blame;
    use clap::Parser;

    #[derive(Parser)]
    struct Several {
        #[command(flatten)]
        variants: Variants,
    }

    fn axes() -> Vec<Axis> {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.to_owned(),
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        };
        vec![axis("city", &["paris", "rome"]), axis("players", &["2", "3", "4"])]
    }

    fn asked(arguments: &str) -> Variants {
        let words = "deckproof fuzz".split(' ').chain(arguments.split_whitespace());
        let mut command = command_line();
        command.build();
        let words = with_axes(&command, words.map(OsString::from).collect());
        let parsed = Several::try_parse_from(&words[1..]);
        parsed.map(|several| several.variants).unwrap()
    }

    /// The words of the variants, or what is told.
    fn found(arguments: &str, axes: &[Axis], rest: Rest) -> Result<String, String> {
        let words = |all: Vec<Variant>| all.iter().map(Variant::word).collect::<Vec<_>>();
        let tell = |fault: Diagnostic| {
            assert_eq!(fault.fault, Blame::Usage);
            format!("{}: {}", fault.message, fault.help.unwrap_or_default())
        };
        match asked(arguments).choose("caper", axes, rest) {
            Ok(all) => Ok(words(all).join(" ")),
            Err(faults) => Err(faults.into_iter().map(tell).collect::<Vec<_>>().join("\n")),
        }
    }

    #[test]
    fn nothing_asked_for_is_everything_or_the_first() {
        let all = "paris-2 paris-3 paris-4 rome-2 rome-3 rome-4";
        assert_eq!(found("", &axes(), Rest::All), Ok(all.to_owned()));
        assert_eq!(found("", &axes(), Rest::First), Ok("paris-2".to_owned()));
    }

    #[test]
    fn values_are_repeated_or_stand_with_commas_between() {
        for arguments in
            ["--city rome --players 2,4", "--players 4 --city rome --players 2 --players 4"]
        {
            let found = found(arguments, &axes(), Rest::All);
            assert_eq!(found, Ok("rome-2 rome-4".to_owned()));
        }
        let first = found("--city rome", &axes(), Rest::First);
        assert_eq!(first, Ok("rome-2".to_owned()));
    }

    #[test]
    fn one_variant_has_one_value_of_each_axis() {
        let first = found("--players 3", &axes(), Rest::First);
        assert_eq!(first, Ok("paris-3".to_owned()));
        assert_eq!(
            found("--players 2 --players 3", &axes(), Rest::First).unwrap_err(),
            "one game has one `players`, not 2: give --players once"
        );
    }

    #[test]
    fn a_game_without_the_axis_says_what_it_is_played_with() {
        assert_eq!(
            found("--city rome --players 3", &[], Rest::All).unwrap_err(),
            "`caper` is not played with --city: leave --city out\n\
             `caper` is always played by the same number of players: leave --players out"
        );
        assert_eq!(
            found("--weather=fine", &axes(), Rest::All).unwrap_err(),
            "`caper` is not played with --weather: leave --weather out; it is played with \
             --city paris or rome; --players 2, 3 or 4"
        );
        for (slip, near) in [("--plyers 10", "players"), ("--cty rome", "city")] {
            let told = found(slip, &axes(), Rest::All).unwrap_err();
            assert!(told.ends_with(&format!("did you mean `--{near}`?")), "{told}");
        }
        assert_eq!(found("", &[], Rest::All), Ok(String::new()));
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

    #[test]
    fn who_chooses_the_moves_is_asked_for_by_another_option() {
        assert_eq!(
            found("--players swarm", &[], Rest::All).unwrap_err(),
            "`caper` is always played by the same number of players: leave --players out; \
             who chooses the moves is said with --policy swarm"
        );
    }

    #[test]
    fn an_unknown_value_is_told_with_those_there_are() {
        assert_eq!(
            found("--city rom --players 7,2", &axes(), Rest::All).unwrap_err(),
            "caper: `city` cannot be `rom`: did you mean `rome`?\n\
             caper: `players` cannot be `7`: there are `2`, `3` and `4`"
        );
    }

    #[test]
    fn the_options_of_a_variant_ask_for_it() {
        for variant in Variant::all(&axes()) {
            let again = found(&variant_options(&variant), &axes(), Rest::All);
            assert_eq!(again, Ok(variant.word()));
        }
        assert_eq!(variant_options(&Variant::default()), "");
    }
}
