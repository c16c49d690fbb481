//! Selects variants of a game. What is asked for of each axis comes in; variants, or what the game does not have, go out.

use std::collections::BTreeSet;

use crate::cards::Pack;
use crate::players::Players;
use crate::rules::{Axis, Variant};
use crate::script::script_axes;
use crate::source::{Diagnostic, Diagnostics, did_you_mean, joined, list_words, shell_word, usage};
use crate::verify::axes;

/// The axis that games for several numbers of players have.
pub const PLAYERS: &str = "players";

/// The policy of games that are played by each of the players by turns.
pub const BY_TURNS: &str = "mixed";

/// What is asked for of one axis.
#[derive(Debug)]
pub struct AxisChoice<'a> {
    pub axis: &'a str,
    pub values: Vec<&'a str>,
    /// An option of the command that is nearly called like the axis, and may be meant.
    pub near: Option<&'a str>,
}

/// What is played of an axis that is not asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// Every value that it has.
    All,
    /// The first.
    First,
}

/// The variants that are asked for of a game, in the order of its axes.
///
/// # Errors
/// Everything asked for that the game does not have.
pub fn choose_variants(
    pack: &Pack,
    asked: &[AxisChoice],
    rest: Rest,
) -> Result<Vec<Variant>, Diagnostics> {
    choose(&pack.game.id, &script_axes(&pack.game), asked, rest)
}

fn choose(
    id: &str,
    axes: &[Axis],
    asked: &[AxisChoice],
    rest: Rest,
) -> Result<Vec<Variant>, Diagnostics> {
    let mut faults = Diagnostics::new();
    for AxisChoice { axis: name, values, near } in asked {
        let Some(axis) = axes.iter().find(|axis| axis.name == *name) else {
            faults.push(lacking(id, name, values, (axes, *near)));
            continue;
        };
        let wrong = values.iter().filter_map(|v| axes::value(axis, v).err()).map(|fault| {
            let help = fault.help.unwrap_or_default();
            usage!(UnknownVariant, format!("{id}: {}", fault.message), help)
        });
        faults.append(wrong.collect());
        if rest == Rest::First && values.len() > 1 {
            let message = format!("one game has one `{name}`, not {}", values.len());
            faults.push(usage!(UnknownVariant, message, "give --{name} once"));
        }
    }
    faults.into_result()?;
    let mut axes = axes.to_vec();
    for axis in &mut axes {
        match asked.iter().find(|choice| choice.axis == axis.name) {
            Some(choice) => axis.values.retain(|value| choice.values.contains(&value.as_str())),
            None if rest == Rest::First => axis.values.truncate(1),
            None => {}
        }
    }
    Ok(Variant::all(&axes))
}

/// The variants that are played: those that are asked for, if both versions have them.
///
/// # Errors
/// What a game does not have, or in what the two differ.
pub fn both_variants(asked: &[AxisChoice], packs: &[Pack; 2]) -> Result<Vec<Variant>, Diagnostics> {
    let [(before, of_old), (after, of_new)] = packs.each_ref().map(|pack| {
        let axes = script_axes(&pack.game);
        let chosen = choose(&pack.game.id, &axes, asked, Rest::All);
        (axes, chosen)
    });
    if before != after && of_old != of_new {
        return Err(set_up_otherwise(packs, [&before, &after]).into());
    }
    of_new
}

/// In what two versions differ, of which not the same variants are asked for.
fn set_up_otherwise(packs: &[Pack], [before, after]: [&[Axis]; 2]) -> Diagnostic {
    let names: BTreeSet<&str> = before.iter().chain(after).map(|axis| axis.name.as_str()).collect();
    let (mut differ, mut options) = (Vec::new(), Vec::new());
    for name in names {
        let [was, is] = [before, after].map(|axes| {
            let axis = axes.iter().find(|axis| axis.name == name);
            axis.map_or(&[][..], |axis| &axis.values)
        });
        if was == is {
            continue;
        }
        let list = |values: &[String]| list_words(values.iter());
        differ.push(format!("{name} {} before the edit, {} after it", list(was), list(is)));
        let both: Vec<&str> =
            was.iter().filter(|value| is.contains(value)).map(String::as_str).collect();
        options.push((!both.is_empty()).then(|| format!("--{name} {}", both.join(","))));
    }
    let help = match options.into_iter().collect::<Option<Vec<String>>>() {
        Some(options) => format!("`{}` plays what both have", options.join(" ")),
        None => "a pair is two games with the same players, set up in the same way: count each version by itself with `deckproof lab play`, and compare the two".to_owned(),
    };
    let ids: Vec<String> = packs.iter().map(|pack| format!("`{}`", pack.game.id)).collect();
    usage!(
        UnknownVariant,
        format!("{} are set up in other ways: {}", ids.join(" and "), differ.join("; ")),
        help
    )
}

/// The fault of an axis that the game does not have: perhaps another one is meant, or an option that is near to it.
fn lacking(
    id: &str,
    name: &str,
    asked: &[&str],
    (axes, option): (&[Axis], Option<&str>),
) -> Diagnostic {
    // A name of a policy was meant for the other option.
    let policies = Players::ALL.map(Players::word);
    let policy = asked.iter().find(|word| **word == BY_TURNS || policies.contains(word));
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
    usage!(UnknownVariant, message, help)
}

/// What can be asked for: `--order random, descending or ascending; --players 2 or 3`.
fn choices(axes: &[Axis]) -> String {
    let options = axes.iter().map(|Axis { name, values }| match values.as_slice() {
        [first @ .., last] if !first.is_empty() => {
            format!("--{name} {} or {last}", first.join(", "))
        }
        values => format!("--{name} {}", values.concat()),
    });
    joined(options, "; ")
}

/// The options that ask for a variant, each with a space before: ` --order random --players 3`.
pub fn variant_options(variant: &Variant) -> String {
    let choices = variant.choices.iter();
    choices.map(|(axis, v)| format!(" --{axis} {}", shell_word(v))).collect()
}

/// What follows a number of games that were played in all `variants`: ` of each of 3 variants`; nothing where there is one.
pub fn of_each(variants: usize) -> String {
    match variants {
        1 => String::new(),
        n => format!(" of each of {n} variants"),
    }
}

/// The variant at the end of a phrase: ` with order random, players 3`; nothing where there is none to tell.
pub fn with_options(variant: &Variant) -> String {
    match variant.describe().as_str() {
        "" => String::new(),
        says => format!(" with {says}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::open::chosen_variants::variant_options;
    use crate::source::Blame;

    fn axes() -> Vec<Axis> {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.to_owned(),
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        };
        vec![axis("city", &["paris", "rome"]), axis("players", &["2", "3", "4"])]
    }

    /// What words of a command line ask for.
    fn asked(arguments: &str) -> Vec<AxisChoice<'_>> {
        let options = arguments.split("--").filter(|option| !option.trim().is_empty());
        let parted = options.map(|option| option.trim().split_once([' ', '=']).unwrap());
        let choices = parted.map(|(axis, values)| {
            let values = values.split(',').collect();
            AxisChoice { axis, values, near: None }
        });
        choices.collect()
    }

    /// The words of the variants, or what is told.
    fn found(arguments: &str, axes: &[Axis], rest: Rest) -> Result<String, String> {
        let words = |all: Vec<Variant>| all.iter().map(Variant::word).collect::<Vec<_>>();
        let tell = |fault: Diagnostic| {
            assert_eq!(fault.fault, Blame::Usage);
            format!("{}: {}", fault.message, fault.help.unwrap_or_default())
        };
        match choose("caper", axes, &asked(arguments), rest) {
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
    fn values_stand_with_commas_between() {
        let two = found("--city rome --players 2,4", &axes(), Rest::All);
        assert_eq!(two, Ok("rome-2 rome-4".to_owned()));
        let first = found("--city rome", &axes(), Rest::First);
        assert_eq!(first, Ok("rome-2".to_owned()));
    }

    #[test]
    fn one_variant_has_one_value_of_each_axis() {
        let first = found("--players 3", &axes(), Rest::First);
        assert_eq!(first, Ok("paris-3".to_owned()));
        assert_eq!(
            found("--players 2,3", &axes(), Rest::First).unwrap_err(),
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
