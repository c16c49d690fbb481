//! The options that select variants of a game, each named after an axis. Parsed options and the axes of a game come in; variants,
//! or what the game does not have, go out. Used by `fuzz`, `lab`, `check` and `record`.

use crate::rules::{Axis, Variant};
use crate::source::{Blame, Code, Diagnostic, Diagnostics, shell_word};
use crate::verify::axes;

use super::policy::Policy;

/// Variants to play.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Variants {
    /// Play in these cities only, a game that has several (may be given several times)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    city: Vec<String>,
    /// Play with so many players only, a game that is for several numbers (may be given several times)
    #[arg(long, value_name = "N", value_delimiter = ',')]
    players: Vec<String>,
}

/// One variant to play.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct OneVariant {
    /// The city, of a game that has several [default: its first]
    #[arg(long, value_name = "NAME")]
    city: Option<String>,
    /// How many players, of a game that is for several numbers [default: its first]
    #[arg(long, value_name = "N")]
    players: Option<String>,
}

impl From<&OneVariant> for Variants {
    fn from(one: &OneVariant) -> Self {
        Variants {
            city: one.city.iter().cloned().collect(),
            players: one.players.iter().cloned().collect(),
        }
    }
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
    /// Each axis that can be asked for: its name, what is asked for, and what a game without it is told.
    fn options(&self) -> [(&'static str, &[String], &'static str); 2] {
        let alike = "is always played by the same number of players";
        [
            ("city", &self.city, "is not played with a city"),
            ("players", &self.players, alike),
        ]
    }

    /// The options again, as words of a command line: ` --players 2`.
    pub fn words(&self) -> String {
        let options = self.options();
        let given = options.iter().filter(|(_, asked, _)| !asked.is_empty());
        given
            .map(|(name, asked, _)| format!(" --{name} {}", shell_word(&asked.join(","))))
            .collect()
    }

    /// The variants that are asked for of the game `id`, in the order of its axes.
    ///
    /// # Errors
    /// Everything asked for that the game does not have.
    pub fn choose(&self, id: &str, axes: &[Axis], rest: Rest) -> Result<Vec<Variant>, Diagnostics> {
        let mut faults = Diagnostics::new();
        let mut axes = axes.to_vec();
        for (name, asked, without) in self.options() {
            let axis = axes.iter_mut().find(|axis| axis.name == name);
            match (asked, axis) {
                ([], None) => {}
                ([], Some(axis)) if rest == Rest::First => axis.values.truncate(1),
                ([], Some(_)) => {}
                (asked, None) => faults.push(lacking(id, name, asked, without)),
                (asked, Some(axis)) => {
                    for fault in asked.iter().filter_map(|v| axes::value(axis, v).err()) {
                        let message = format!("{id}: {}", fault.message);
                        let help = fault.help.unwrap_or_default();
                        faults.push(usage(message, help));
                    }
                    axis.values.retain(|value| asked.contains(value));
                }
            }
        }
        if faults.is_empty() {
            Ok(Variant::all(&axes))
        } else {
            Err(faults)
        }
    }
}

fn lacking(id: &str, name: &str, asked: &[String], without: &str) -> Diagnostic {
    let mut help = format!("leave --{name} out");
    // Older versions chose the policy with this option: point to the new one.
    if let Some(policy) = asked.iter().find_map(|word| Policy::named(word)) {
        help += &format!("; who chooses the moves is said with --policy {policy}");
    }
    usage(format!("`{id}` {without}"), help)
}

fn usage(message: String, help: String) -> Diagnostic {
    Diagnostic::error(Code::UnknownVariant, message)
        .fault(Blame::Usage)
        .help(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::session::variant_options;
    use crate::source::{Files, GameFolder};
    use clap::Parser;

    #[derive(Parser)]
    struct Several {
        #[command(flatten)]
        variants: Variants,
    }

    #[derive(Parser)]
    struct One {
        #[command(flatten)]
        variant: OneVariant,
    }

    fn axes() -> Vec<Axis> {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.to_owned(),
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        };
        vec![
            axis("city", &["paris", "rome"]),
            axis("players", &["2", "3", "4"]),
        ]
    }

    fn asked(arguments: &str) -> Variants {
        let words = std::iter::once("fuzz").chain(arguments.split_whitespace());
        Several::try_parse_from(words).map(|s| s.variants).unwrap()
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
        for arguments in [
            "--city rome --players 2,4",
            "--players 4 --city rome --players 2 --players 4",
        ] {
            let found = found(arguments, &axes(), Rest::All);
            assert_eq!(found, Ok("rome-2 rome-4".to_owned()));
        }
        let first = found("--city rome", &axes(), Rest::First);
        assert_eq!(first, Ok("rome-2".to_owned()));
    }

    #[test]
    fn one_variant_is_asked_for_by_one_value_of_each() {
        let one = |arguments: &str| {
            let words = std::iter::once("record").chain(arguments.split_whitespace());
            One::try_parse_from(words).map(|one| Variants::from(&one.variant))
        };
        let variants = one("--players 3").unwrap();
        let chosen = variants.choose("caper", &axes(), Rest::First).unwrap();
        assert_eq!(chosen[0].word(), "paris-3");
        assert_eq!(chosen.len(), 1);
        assert!(one("--players 2 --players 3").is_err());
    }

    #[test]
    fn a_game_without_the_axis_says_to_leave_the_option_out() {
        assert_eq!(
            found("--city rome --players 3", &[], Rest::All).unwrap_err(),
            "`caper` is not played with a city: leave --city out\n\
             `caper` is always played by the same number of players: leave --players out"
        );
        assert_eq!(found("", &[], Rest::All), Ok(String::new()));
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

    #[test]
    fn every_axis_of_a_shipped_game_has_an_option() {
        for id in GameFolder::shipped_ids() {
            let folder = GameFolder::shipped(&id).unwrap();
            let pack = crate::cards::Pack::load(folder, &Registry, &mut Files::new()).unwrap();
            let prover = crate::session::prover_of(&pack);
            for axis in prover.map(|p| p.axes(&pack)).unwrap_or_default() {
                let variants = Variants::default();
                let has = variants.options().iter().any(|o| o.0 == axis.name);
                assert!(has, "{id}: no option --{}", axis.name);
            }
        }
    }
}
