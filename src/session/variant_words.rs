//! A variant in words.

use crate::rules::Variant;

/// The options that ask for a variant, each with a space before: ` --city paris --players 3`.
pub fn options(variant: &Variant) -> String {
    let choices = variant.choices.iter();
    choices.map(|(axis, v)| format!(" --{axis} {v}")).collect()
}

/// The variant at the end of a phrase: ` with city paris, players 3`; nothing where there is none to tell.
pub fn with(variant: &Variant) -> String {
    match variant.says().as_str() {
        "" => String::new(),
        says => format!(" with {says}"),
    }
}
