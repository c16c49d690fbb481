//! One home for each public type name: a reader who meets a name anywhere knows which type is meant.

use std::collections::BTreeMap;

use super::outside_test_files;
use super::reading::{Source, outside_tests, text};

/// Names that are no names of types alone: those of a trait's associated types, which every implementation has.
const OF_TRAITS: &[&str] = &["State", "Move", "View", "Legal"];

/// The types that a file declares for others, with their lines.
fn public_types(file: &Source) -> Vec<(String, usize)> {
    let tokens = outside_tests(&file.tokens).0;
    let mut found = Vec::new();
    let mut depth = 0;
    for at in 0..tokens.len() {
        match text(&tokens, at) {
            "{" => depth += 1,
            "}" => depth -= 1,
            "struct" | "enum" | "trait" | "type" | "union" if depth == 0 => {
                let before = at.checked_sub(1).map_or("", |at| text(&tokens, at));
                if before == "pub" || before == ")" {
                    found.push((text(&tokens, at + 1).to_owned(), tokens[at].line));
                }
            }
            _ => {}
        }
    }
    found
}

/// Each name with more than one home, and these.
fn names_with_several_homes<'a>(files: impl IntoIterator<Item = &'a Source>) -> Vec<String> {
    let mut homes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        for (name, line) in public_types(file) {
            let home = format!("{}:{line}", file.path);
            homes.entry(name).or_default().push(home);
        }
    }
    homes.retain(|name, homes| homes.len() > 1 && !OF_TRAITS.contains(&name.as_str()));
    let several = homes.iter();
    several.map(|(name, homes)| format!("`{name}`: {}", homes.join(", "))).collect()
}

#[test]
fn each_public_type_name_has_one_home() {
    let several = names_with_several_homes(outside_test_files());
    assert!(several.is_empty(), "\n{}\n", several.join("\n"));
}

#[test]
fn a_name_with_two_homes_is_found_and_tests_and_private_types_are_not() {
    let deck = Source::new(
        "src/cards/deck.rs",
        "pub struct Deck { name: String }\nstruct Line;\nimpl Game for Deck { type Move = u8; }",
    );
    let shop = Source::new(
        "src/export/shop.rs",
        "use x::Deck as Other;\npub(super) enum Deck { A }\npub struct Line;\n#[cfg(test)]\nmod tests { pub struct Deck; }",
    );
    assert_eq!(
        names_with_several_homes(&[deck, shop]),
        ["`Deck`: src/cards/deck.rs:1, src/export/shop.rs:2"]
    );
}
