//! Checks the axis, the value or the variant that a user asked for against what the game offers. It comes in with the
//! game's axes; nothing, or a diagnostic without a source position, goes out.

use crate::rules::{Axis, Variant};
use crate::source::{Code, Diagnostic, did_you_mean_or, fault, list_words};

/// The axis of that name.
///
/// # Errors
/// What axes there are.
pub fn axis<'a>(axes: &'a [Axis], name: &str) -> Result<&'a Axis, Diagnostic> {
    let known = axes.iter().map(|axis| axis.name.as_str());
    axes.iter().find(|axis| axis.name == name).ok_or_else(|| {
        let fault = if axes.is_empty() {
            fault!("the game is always the same: it has no `{name}` to choose"; "leave it out")
        } else {
            let choices = format!("choose {}", list_words(known.clone()));
            fault!("the game has no `{name}` to choose"; did_you_mean_or(name, known, choices))
        };
        fault.error(Code::UnknownVariant)
    })
}

/// Whether the axis has that value.
///
/// # Errors
/// What values there are.
pub fn value(axis: &Axis, value: &str) -> Result<(), Diagnostic> {
    if axis.values.iter().any(|known| known == value) {
        return Ok(());
    }
    let help = did_you_mean_or(value, axis.values.iter().map(String::as_str), there_are(axis));
    Err(fault!("`{}` cannot be `{value}`", axis.name; help).error(Code::UnknownVariant))
}

/// Whether a variant is one of those that the axes allow: a value for each, in their order.
///
/// # Errors
/// The first choice that is not.
pub fn allow(axes: &[Axis], variant: &Variant) -> Result<(), Diagnostic> {
    for (name, word) in &variant.choices {
        value(axis(axes, name)?, word)?;
    }
    let Some(axis) = axes.iter().find(|axis| variant.get(&axis.name).is_none()) else {
        return Ok(());
    };
    Err(fault!("it is not said what `{}` is", axis.name; there_are(axis))
        .error(Code::UnknownVariant))
}

fn there_are(axis: &Axis) -> String {
    format!("there are {}", list_words(axis.values.iter().map(String::as_str)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axes() -> Vec<Axis> {
        let axis = |name: &str, values: &[&str]| Axis {
            name: name.to_owned(),
            values: values.iter().map(|v| (*v).to_owned()).collect(),
        };
        vec![axis("city", &["paris", "rome"]), axis("players", &["2", "3"])]
    }

    #[track_caller]
    fn told<T>(result: Result<T, Diagnostic>) -> (String, String) {
        let fault = result.err().expect("a fault");
        (fault.message, fault.help.unwrap_or_default())
    }

    #[track_caller]
    fn says<T>(result: Result<T, Diagnostic>, message: &str, help: &str) {
        assert_eq!(told(result), (message.to_owned(), help.to_owned()));
    }

    #[test]
    fn an_unknown_axis_is_told_with_those_there_are() {
        let axes = axes();
        assert_eq!(axis(&axes, "players"), Ok(&axes[1]));
        let message = "the game has no `player` to choose";
        says(axis(&axes, "player"), message, "did you mean `players`?");
        let message = "the game has no `weather` to choose";
        says(axis(&axes, "weather"), message, "choose `city` and `players`");
        let message = "the game is always the same: it has no `city` to choose";
        says(axis(&[], "city"), message, "leave it out");
    }

    #[test]
    fn an_unknown_value_is_told_with_those_there_are() {
        let axes = axes();
        assert_eq!(value(&axes[0], "rome"), Ok(()));
        let message = "`city` cannot be `rom`";
        says(value(&axes[0], "rom"), message, "did you mean `rome`?");
        let message = "`players` cannot be `5`";
        says(value(&axes[1], "5"), message, "there are `2` and `3`");
    }

    #[test]
    fn a_variant_has_a_value_for_each_axis_and_no_other() {
        let axes = axes();
        for variant in Variant::all(&axes) {
            assert_eq!(allow(&axes, &variant), Ok(()));
        }
        let shorter = Variant::first(&axes[..1]);
        let message = "it is not said what `players` is";
        says(allow(&axes, &shorter), message, "there are `2` and `3`");
        let unknown = Variant::first(&axes).with("players", "5");
        let message = "`players` cannot be `5`";
        says(allow(&axes, &unknown), message, "there are `2` and `3`");
        assert!(allow(&[], &shorter).is_err());
        assert_eq!(allow(&[], &Variant::default()), Ok(()));
    }
}
