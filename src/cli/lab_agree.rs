//! What the options of `lab` cannot be together, where that depends on how many games are named, and which variants are played.
//! Options and games come in; variants, or what is wrong with the options, go out. Called by `lab`.

use std::collections::BTreeSet;

use super::lab::LabArgs;
use super::report::Done;
use super::variants::Rest;
use crate::cards::Pack;
use crate::rules::{Axis, Variant};
use crate::script::script_axes;
use crate::source::{Code, Diagnostic, Diagnostics, list_words};

/// Whether everything that is asked for can be done.
///
/// # Errors
/// When an option would be passed over.
pub fn agree(args: &LabArgs) -> Done {
    let has_pairs = args.names.len() > 1 || args.vary.is_some();
    let of_one = |option: &str, why: &str| {
        disagree(
            format!("`{option}` is of one game: {why}"),
            format!("write `deckproof lab GAME {option}`"),
        )
    };
    let of_pairs = |option: &str| {
        disagree(
            format!("`{option}` is of pairs of games, and one game is named"),
            format!(
                "write `deckproof lab OLD NEW {option}`, or a number with `--vary`; or leave it out"
            ),
        )
    };
    let bounds = &args.bounds;
    if args.names.len() > 1 {
        if args.vary.is_some() {
            return of_one("--vary", "its values are held against the game as it is");
        }
        if args.against.is_some() {
            return of_one("--against", "both players play the same rules");
        }
        if args.strict {
            return of_one("--strict", "of an edit, the report says what it changes");
        }
        if bounds.even.is_some() {
            return of_one("--even", "of an edit, `--negligible` says what is small");
        }
    }
    if args.all && !has_pairs {
        return of_pairs("--all");
    }
    if bounds.negligible.is_some() && !has_pairs {
        return of_pairs("--negligible");
    }
    let told = [("--negligible", bounds.negligible), ("--even", bounds.even)];
    let told = told.into_iter().find(|(_, points)| points.is_some());
    if let (Some((option, _)), Some(_), false) = (told, args.shard, args.files.are_wanted()) {
        let says = format!("`{option}` is of a report, and a share has none");
        return disagree(
            says,
            format!("write it where the parts come together: `deckproof merge {option}`"),
        );
    }
    Ok(())
}

/// The variants that are played: those that are asked for, of two versions if both have them.
///
/// # Errors
/// What a game does not have, or in what two differ.
pub fn variants_of(args: &LabArgs, packs: &[Pack]) -> Result<Vec<Variant>, Diagnostics> {
    let of_pack = |pack: &Pack| {
        let axes = script_axes(&pack.game);
        let chosen = args.variants.choose(&pack.game.id, &axes, Rest::All);
        (axes, chosen)
    };
    let mut all: Vec<_> = packs.iter().map(of_pack).collect();
    let Some((axes, chosen)) = all.pop() else {
        return Ok(Vec::new());
    };
    match all.pop() {
        Some((before, of_old)) if before != axes && of_old != chosen => {
            Err(set_up_otherwise(packs, [&before, &axes]).into())
        }
        _ => chosen,
    }
}

/// In what two versions differ, of which not the same variants are asked for.
fn set_up_otherwise(packs: &[Pack], [before, after]: [&[Axis]; 2]) -> Diagnostic {
    let values = |axes: &'_ [Axis], name: &str| -> Vec<String> {
        let axis = axes.iter().find(|axis| axis.name == name);
        axis.map_or_else(Vec::new, |axis| axis.values.clone())
    };
    let names: BTreeSet<&str> = before.iter().chain(after).map(|axis| axis.name.as_str()).collect();
    let (mut differ, mut options) = (Vec::new(), Vec::new());
    for name in names {
        let [was, is] = [before, after].map(|axes| values(axes, name));
        if was == is {
            continue;
        }
        let list = |values: &[String]| list_words(values.iter().map(String::as_str));
        differ.push(format!("{name} {} before the edit, {} after it", list(&was), list(&is)));
        let both: Vec<&str> =
            was.iter().filter(|value| is.contains(value)).map(String::as_str).collect();
        options.push((!both.is_empty()).then(|| format!("--{name} {}", both.join(","))));
    }
    let options: Option<Vec<String>> = options.into_iter().collect();
    let help = match options {
        Some(options) => format!("`{}` plays what both have", options.join(" ")),
        None => "a pair is two games with the same players, set up in the same way: count each version by itself with `deckproof lab`, and compare the two".to_owned(),
    };
    let ids: Vec<String> = packs.iter().map(|pack| format!("`{}`", pack.game.id)).collect();
    let message = format!("{} are set up in other ways: {}", ids.join(" and "), differ.join("; "));
    Diagnostic::usage(Code::UnknownVariant, message).help(help)
}

fn disagree(says: String, help: String) -> Done {
    let fault = Diagnostic::usage(Code::OptionsDisagree, says);
    Err(fault.help(help).into())
}
