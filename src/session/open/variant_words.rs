//! Puts a variant of a game into words: as command-line options, or at the end of a phrase. A [`Variant`] comes in, text goes
//! out. Called by `examining` and by the commands that play games.

use crate::rules::Variant;
use crate::source::shell_word;

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
