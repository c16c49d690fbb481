//! The tokens of an expression: field names, comparisons, and what people write for them in other languages. Used by `reader` and
//! `fill`.

use super::evaluate::Relation::{AtLeast, AtMost, Equal, Less, More, Unequal};
use super::evaluate::{Relation, WordMatch};
use Compare::By;

/// A field's name is made of letters, digits, `-`, `_` and `.`, and of brackets where it looks up a row: `side[first].colour`.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(in_name)
}

pub fn in_name(c: char) -> bool {
    c.is_alphanumeric() || "-_.[]".contains(c)
}

/// Ways to write a comparison; for a foreign one, the way to write it here.
pub const RELATIONS: [(&str, Result<Compare, &str>); 17] = [
    ("===", Err("==")),
    ("!==", Err("!=")),
    ("==", Ok(By(Equal))),
    ("!=", Ok(By(Unequal))),
    ("~=", Ok(Compare::Words(WordMatch::Has))),
    ("=~", Err("~=")),
    (">=", Ok(By(AtLeast))),
    ("<=", Ok(By(AtMost))),
    ("=>", Err(">=")),
    ("=<", Err("<=")),
    ("<>", Err("!=")),
    ("≥", Ok(By(AtLeast))),
    ("≤", Ok(By(AtMost))),
    ("≠", Ok(By(Unequal))),
    ("=", Ok(By(Equal))),
    (">", Ok(By(More))),
    ("<", Ok(By(Less))),
];

/// Words that other languages compare with, and what is written here.
pub const WORDY: [(&str, &str); 10] = [
    ("is", "="),
    ("equals", "="),
    ("eq", "="),
    ("ne", "!="),
    ("has", "~="),
    ("contains", "~="),
    ("in", "~="),
    ("like", "="),
    ("gt", ">"),
    ("lt", "<"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compare {
    By(Relation),
    /// The words of a field.
    Words(WordMatch),
}
