//! The properties that must hold, by name: the laws of every table and those of the script. Compiled entries come in; a list
//! goes out. [`super::game`] lists them, [`super::laws`] checks them.

use std::collections::BTreeSet;

use super::rules::Entries;
use crate::rules::{LawKind, Property};
use crate::source::{FileId, Span};
use crate::table::CardSet;

/// The laws that every table has, before those of the script.
pub(super) const OWN: [(&str, &str); 4] = [
    ("runs", "the rules can be carried out"),
    ("sums", "sums that never change do not"),
    ("sizes", "zones hold as many cards as they may"),
    ("views", "no seat learns what is hidden from it"),
];

pub(super) const RUNS: usize = 0;
pub(super) const SUMS: usize = 1;
pub(super) const SIZES: usize = 2;

/// The number of the property that no seat learns what is hidden from it. No single move shows a breach: the two-world check counts it.
pub const VIEWS: usize = 3;

/// All properties, the table's own first.
pub fn properties<S: CardSet>(entries: &Entries<S>, script: FileId) -> Vec<Property> {
    let own = OWN.iter().map(|(id, says)| Property {
        id: (*id).to_owned(),
        says: (*says).to_owned(),
        kind: LawKind::Always,
        stated: None,
    });
    let laws = entries.laws.iter().map(|law| Property {
        id: cited(&law.says).unwrap_or_else(|| law.name.clone()),
        says: law.says.clone(),
        kind: law.meaning,
        stated: Some(Span::new(script, law.stated.clone())),
    });
    let mut all: Vec<Property> = own.chain(laws).collect();
    let mut taken = BTreeSet::new();
    for (at, property) in all.iter_mut().enumerate() {
        // Two laws of one clause go by their names.
        if !taken.insert(property.id.clone()) {
            property.id = entries.laws[at - OWN.len()].name.clone();
            taken.insert(property.id.clone());
        } else if let Some(rest) = property.says.strip_prefix(&format!("{}: ", property.id)) {
            // The clause is said with it.
            property.says = rest.to_owned();
        }
    }
    all
}

/// The clause or invariant that the text of a law begins with: `CAP-R7: …`, the first of `CAP-I5, CAP-I6: …`.
fn cited(says: &str) -> Option<String> {
    let (clauses, _) = says.split_once(':')?;
    let clause = clauses.split(", ").next()?;
    let number = clause.rsplit('-').next().unwrap_or(clause);
    let digits = number.strip_prefix(|kind: char| kind.is_ascii_uppercase())?;
    let is_cited = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    is_cited.then(|| clause.to_owned())
}
