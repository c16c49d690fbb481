//! Nothing in the program is there for its tests alone: what only a test needs stands beside the tests.

use std::collections::{BTreeMap, BTreeSet};

use super::outside_test_files;
use super::reading::{Source, Token, outside_tests, text};

/// Names that nothing in the program uses, and why they stay.
const EXCEPTIONS: &[(&str, &str)] = &[("serialize", "serde calls it by the name of its module")];

/// Words before the name of an item.
const ITEMS: &[&str] = &["fn", "struct", "enum", "trait", "type", "const", "static", "union"];

/// An item that a file declares.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Declared {
    name: String,
    line: usize,
    /// Called as `.name(…)` or named as `Type::name`.
    is_method: bool,
}

/// The names that a file uses: as methods, and all that do not follow a dot.
#[derive(Default)]
struct Uses {
    methods: BTreeSet<String>,
    others: BTreeSet<String>,
}

/// What a file declares but for what a trait asks of its types; what it uses goes into `uses`.
fn declared(file: &Source, uses: &mut Uses) -> Vec<Declared> {
    let tokens = outside_tests(&file.tokens).0;
    let word = |at: usize| text(&tokens, at);
    let mut found = Vec::new();
    let (mut depth, mut of_trait) = (0, None);
    let mut at = 0;
    while at < tokens.len() {
        let before = at.checked_sub(1).map_or("", word);
        let begins = ["", ";", "{", "}", "]", ")", "pub", "unsafe"].contains(&before);
        match word(at) {
            // A name that is only passed on is not used yet, nor is a type by what is written for it.
            "use" if begins => {
                let ends = end(&tokens, at, ";");
                let renamed = (at..ends).filter(|at| word(at + 1) == "as");
                uses.others.extend(renamed.map(|at| word(at).to_owned()));
                at = ends;
            }
            "impl" if begins => {
                let body = end(&tokens, at, "{");
                if (at..body).any(|at| word(at) == "for") {
                    of_trait = of_trait.or(Some(depth));
                }
                at = body;
                depth += 1;
            }
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                of_trait = of_trait.filter(|outside| *outside < depth);
            }
            name if !name.starts_with(|c: char| c.is_alphabetic()) || ITEMS.contains(&name) => {}
            name if ITEMS.contains(&before) => {
                if of_trait.is_none() {
                    found.push(Declared {
                        name: name.to_owned(),
                        line: tokens[at].line,
                        is_method: before == "fn" && takes_self(&tokens, at + 1),
                    });
                }
            }
            name => {
                let is_called = before == "." && ["(", "::"].contains(&word(at + 1));
                // An argument in the table of verbs names the method that reads it.
                let is_reader = before == ":" && [",", ")", ";"].contains(&word(at + 1));
                if is_called || is_reader || before == "::" {
                    uses.methods.insert(name.to_owned());
                }
                // A range has two dots.
                if before != "." || at > 1 && word(at - 2) == "." {
                    uses.others.insert(name.to_owned());
                }
            }
        }
        at += 1;
    }
    found
}

fn end(tokens: &[Token], at: usize, sign: &str) -> usize {
    let ends = (at..tokens.len()).find(|at| text(tokens, *at) == sign);
    ends.unwrap_or(tokens.len())
}

/// Whether the first parameter of a function is `self`, from behind its name on.
fn takes_self(tokens: &[Token], at: usize) -> bool {
    let first = end(tokens, at, "(") + 1;
    let ends = |at: &usize| ![",", ":", ")", ""].contains(&text(tokens, *at));
    (first..).take_while(ends).any(|at| text(tokens, at) == "self")
}

/// Whether a text names an item: a constant in a format, or a function in an attribute.
fn is_in_a_string(name: &str, files: &[&Source]) -> bool {
    let shapes = [
        format!("{{{name}}}"),
        format!("{{{name}:"),
        format!("= \"{name}\""),
        format!("::{name}\""),
        format!("\"{name}::<"),
        format!("::<{name}, _>\""),
    ];
    let mut texts = files.iter().map(|file| &file.text);
    texts.any(|text| shapes.iter().any(|shape| text.contains(shape)))
}

/// Items that no file uses outside its tests, as `file:line: name`, by name.
fn for_tests_alone(files: &[&Source]) -> BTreeMap<String, String> {
    let mut uses = Uses::default();
    let mut all = Vec::new();
    for file in files {
        let items = declared(file, &mut uses).into_iter();
        all.extend(items.map(|item| (file, item)));
    }
    all.retain(|(_, item)| {
        let used = if item.is_method { &uses.methods } else { &uses.others };
        !used.contains(&item.name) && !is_in_a_string(&item.name, files)
    });
    all.into_iter()
        .map(|(file, Declared { name, line, .. })| {
            let place = format!("{}:{line}: `{name}`", file.path);
            (name, place)
        })
        .collect()
}

#[test]
fn nothing_in_the_program_is_for_tests_alone() {
    let files: Vec<&Source> = outside_test_files().collect();
    let mut found = for_tests_alone(&files);
    for (name, why) in EXCEPTIONS {
        let known = found.remove(*name);
        assert!(known.is_some(), "`{name}` is used and needs no exception: {why}");
    }
    let places: Vec<String> = found.into_values().collect();
    assert!(
        places.is_empty(),
        "no program uses these; delete them, or move them to the tests:\n{}\n",
        places.join("\n")
    );
}

#[test]
fn an_item_that_only_tests_or_its_own_impl_name_is_found() {
    let deck = Source::new(
        "src/cards/deck.rs",
        "
        pub struct Deck { back: u8 }
        pub struct Toy;
        impl Cards for Toy { fn all(&self) {} }
        impl Deck {
            pub fn back(&self) -> u8 { self.back }
            pub fn size(&self) -> u8 { LARGEST }
            pub fn shape(&self) -> &str { \"\" }
        }
        pub trait Cards { fn all(&self); fn least(&self); }
        pub fn sort(deck: &Deck) -> u8 { deck.size() }
        const LARGEST: u8 = 1;
        const MOST: usize = 1;
        const BOLD: &str = \"\";
        #[cfg(test)]
        mod tests { fn f(deck: Deck) { deck.back(); deck.shape(); Toy.least(); sort(deck); } }",
    );
    let shop = Source::new(
        "src/export/shop.rs",
        "
        pub use crate::cards::{Toy, sort};
        fn main() { println!(\"{BOLD}\"); main(); x.all(); y[..MOST]; }",
    );
    let found: Vec<String> = for_tests_alone(&[&deck, &shop]).into_keys().collect();
    assert_eq!(found, ["Cards", "Toy", "back", "least", "shape", "sort"]);
}
