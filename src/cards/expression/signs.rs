//! The tokens of an expression: field names, comparisons, and what people write for them in other languages. Used by `reader` and
//! `fill`.

use super::evaluate::Relation;

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
    ("==", Ok(Compare::By(Relation::Equal))),
    ("!=", Ok(Compare::By(Relation::Unequal))),
    ("~=", Ok(Compare::Has)),
    ("=~", Err("~=")),
    (">=", Ok(Compare::By(Relation::AtLeast))),
    ("<=", Ok(Compare::By(Relation::AtMost))),
    ("=>", Err(">=")),
    ("=<", Err("<=")),
    ("<>", Err("!=")),
    ("≥", Ok(Compare::By(Relation::AtLeast))),
    ("≤", Ok(Compare::By(Relation::AtMost))),
    ("≠", Ok(Compare::By(Relation::Unequal))),
    ("=", Ok(Compare::By(Relation::Equal))),
    (">", Ok(Compare::By(Relation::More))),
    ("<", Ok(Compare::By(Relation::Less))),
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
    Has,
    Starts,
}
