//! A trait is there for types that differ: one with a single implementor is a struct that says its functions twice.

use std::collections::BTreeMap;

use super::outside_test_files;
use super::reading::{Source, Token, outside_tests, sources, sources_in, text};

/// Traits with fewer than two implementors, and why they stay.
const EXCUSES: &[(&str, &str)] =
    &[("PerCard", "a short name for what an array for each card must be; every such array has it")];

/// The traits that a file declares outside its tests, with their lines.
fn traits(file: &Source) -> Vec<(String, usize)> {
    let tokens = outside_tests(&file.tokens).0;
    let two = tokens.windows(2).filter(|two| two[0].text == "trait");
    two.map(|two| (two[1].text.clone(), two[0].line)).collect()
}

/// The name of each trait that a file, or a macro or a test in it, implements: as often as it does.
fn implemented(tokens: &[Token]) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if text(tokens, at) != "impl" {
            at += 1;
            continue;
        }
        // An `impl Trait` among parameters ends before any `for`, or at a body.
        let ends = |at: &usize| ["{", ";", ""].contains(&text(tokens, *at));
        let end = (at..).find(ends).unwrap_or(tokens.len());
        let of = (at..end).find(|at| text(tokens, *at) == "for" && text(tokens, at + 1) != "<");
        // A macro writes it for many types.
        let types = |of: usize| if text(tokens, of + 1) == "$" { 2 } else { 1 };
        found.extend(of.into_iter().flat_map(|of| vec![name_before(tokens, of); types(of)]));
        at = end;
    }
    found
}

/// The last name of a path that ends before `at`, without what stands in its brackets.
fn name_before(tokens: &[Token], at: usize) -> String {
    let (mut at, mut depth) = (at - 1, 0_usize);
    loop {
        match text(tokens, at) {
            ">" if text(tokens, at - 1) != "-" => depth += 1,
            "<" => depth = depth.saturating_sub(1),
            name if depth == 0 => return name.to_owned(),
            _ => {}
        }
        at -= 1;
    }
}

/// The traits of `files` that `all` implement less than twice, with their places.
fn with_one_implementor<'a, 'b>(
    files: impl IntoIterator<Item = &'a Source>,
    all: impl IntoIterator<Item = &'b Source>,
) -> BTreeMap<String, String> {
    let mut implementors: BTreeMap<String, usize> = BTreeMap::new();
    for name in all.into_iter().flat_map(|file| implemented(&file.tokens)) {
        *implementors.entry(name).or_default() += 1;
    }
    let declared = files.into_iter().flat_map(|file| {
        let places = traits(file).into_iter();
        places.map(move |(name, line)| (name, format!("{}:{line}", file.path)))
    });
    declared.filter(|(name, _)| implementors.get(name).is_none_or(|many| *many < 2)).collect()
}

#[test]
fn each_trait_has_two_implementors() {
    let tests = sources_in("tests");
    let mut found = with_one_implementor(outside_test_files(), sources().iter().chain(&tests));
    for (name, why) in EXCUSES {
        let known = found.remove(*name);
        assert!(
            known.is_some(),
            "`{name}` has two implementors or is gone, no excuse needed: {why}"
        );
    }
    assert!(found.is_empty(), "an enum, a struct or a closure would be simpler: {found:#?}");
}

#[test]
fn a_trait_with_one_implementor_is_found_however_it_is_written() {
    let deck = Source::new(
        "src/cards/deck.rs",
        "pub trait One { fn one(&self, f: impl Fn(u8) -> u8); }
        pub(super) trait Two<T>: Clone {}
        trait None {}
        trait Blanket {}
        impl One for Deck { fn one(&self, f: impl Fn(u8) -> u8) { for card in self.cards {} } }
        impl<F: for<'a> Fn(&'a u8) -> u8> super::Two<Vec<u8>> for F {}
        impl<T: None> Blanket for T {}
        #[cfg(test)]
        mod tests { trait Toy {} impl Two<u8> for Toy {} }",
    );
    let found: Vec<String> = with_one_implementor([&deck], [&deck]).into_keys().collect();
    assert_eq!(found, ["Blanket", "None", "One"]);
}
