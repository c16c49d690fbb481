//! Finds keys of a deck's cards, and columns of its sheet, that no template shows. Rows and templates come in, diagnostics go
//! out. Called by `deck`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::compile::compiled::Template;
use crate::cards::{Deck, Face, Key, Pack, may_be_copies};
use crate::source::{
    Code, Diagnostic, Diagnostics, Span, did_you_mean, error, list_words, one_or_many, plural,
    warning,
};

/// So many of the places are shown where one message speaks of several.
const MOST_PLACES: usize = 8;

/// A template, and the places of the rows whose front or back it draws.
pub struct DrawnWith<'a> {
    pub name: String,
    pub template: &'a Arc<Template>,
    pub rows: Vec<usize>,
}

/// Reports each key that is most likely a slip, and all others that no template shows in one message: for a sheet it is a
/// warning, since whoever keeps one has columns in it that are for nobody's eyes. A card is shown by its own templates; a column of a sheet by any of
/// the deck's, since it is there for every row.
pub fn check_keys(
    pack: &Pack,
    deck: &Deck,
    drawn_with: &[DrawnWith<'_>],
    faces: &[Face],
    faults: &mut Diagnostics,
) {
    let read = pack.read_keys(deck);
    let of_sheet = deck.rows_from.is_some();
    let shown: Vec<BTreeSet<&str>> =
        drawn_with.iter().map(|drawn| drawn.template.keys_of_use().collect()).collect();
    let mut of_row: Vec<Vec<&BTreeSet<&str>>> = vec![Vec::new(); deck.rows.len()];
    for (drawn, shown) in drawn_with.iter().zip(&shown) {
        if of_sheet {
            of_row.iter_mut().for_each(|row| row.push(shown));
            continue;
        }
        for at in &drawn.rows {
            if let Some(row) = of_row.get_mut(*at) {
                row.push(shown);
            }
        }
    }
    let mut unprinted: BTreeMap<&str, (BTreeSet<&str>, Vec<&Key>)> = BTreeMap::new();
    let told: BTreeSet<Span> = faults.iter().filter_map(|d| d.span).collect();
    let mut unshown: BTreeMap<&str, Vec<&Key>> = BTreeMap::new();
    for ((row, face), shown) in deck.rows.iter().zip(faces).zip(&of_row) {
        let abilities = &face.abilities;
        for (key, value) in &row.table.entries {
            let name = key.name.as_str();
            let said = abilities.iter().filter(|ability| ability.key == name);
            for ability in said.filter(|_| !told.contains(&value.span)) {
                if !shown.iter().any(|s| ability.fields.iter().any(|f| s.contains(f.as_str()))) {
                    let (names, keys) = unprinted.entry(&ability.key).or_default();
                    names.insert(&ability.name);
                    keys.push(key);
                }
            }
            let own = ["id", "name"].contains(&name) || pack.chooses_template(name, value);
            if own
                || told.contains(&value.span)
                || read.contains(&name)
                || abilities.iter().any(|ability| ability.key == name)
            {
                continue;
            }
            if !shown.iter().any(|shown| shown.contains(name)) {
                unshown.entry(name).or_default().push(key);
            } else if pack.words(value).is_some_and(|text| text != face.text(name)) {
                faults.push(error!(
                    NeverShown,
                    key.span,
                    "`{name}` is made from other keys: what stands here is not shown",
                    "take it away, or change the keys that it is made from"
                ));
            }
        }
    }
    for (key, (abilities, keys)) in unprinted {
        faults.push(not_printed(deck, abilities, key, &keys));
    }
    unshown.retain(|name, keys| {
        let place = drawn_with.iter().find_map(|d| Some((d, d.template.hidden.get(*name)?)));
        if let Some((drawn, place)) = place {
            faults.push(hidden(name, &drawn.name, *place, keys));
        }
        place.is_none()
    });
    let fields: BTreeSet<&str> = drawn_with
        .iter()
        .flat_map(|drawn| drawn.template.fields.keys())
        .map(String::as_str)
        .filter(|f| !f.contains('.'))
        // In a sheet, `Tempo` is a column of its own.
        .chain(["copies", "template", "back"].into_iter().filter(|_| !of_sheet))
        .chain(read)
        .collect();
    let given = deck.rows.iter().flat_map(|row| row.table.keys());
    let given: BTreeSet<&str> = given.map(|key| key.name.as_str()).collect();
    // `Cost (old)` is no slip for `Cost` in a sheet that has both.
    let free = || {
        let fields = fields.iter().copied();
        fields.filter(|field| !of_sheet || !given.contains(field))
    };
    unshown.retain(|name, keys| {
        let near = did_you_mean(name, free());
        if let Some(near) = near {
            faults.push(slip(name, near, keys));
        }
        near.is_none()
    });
    if of_sheet && !deck.columns.keys().any(|key| key == "copies") {
        unshown.retain(|name, keys| {
            let counts = may_be_copies(deck.columns.heading(name));
            if counts {
                faults.push(is_it_copies(deck, name, keys));
            }
            !counts
        });
    }
    if !unshown.is_empty() {
        faults.push(unused(deck, unshown));
    }
}

/// A column that may be the number of copies.
fn is_it_copies(deck: &Deck, name: &str, keys: &[&Key]) -> Diagnostic {
    let heading = deck.columns.heading(name);
    let message = format!(
        "is `{heading}` the number of copies? it is not read, so there is one of each card"
    );
    let ignore = deck.columns.ignore_keys_line(&[name]);
    let help = format!(
        "if so, write `{}` into `{}.toml`{}",
        deck.columns.columns_line(heading, "copies"),
        deck.id,
        ignore.map_or_else(String::new, |line| format!("; if not, `{line}`"))
    );
    Diagnostic::warning(Code::NeverShown, message)
        .at_maybe(keys.first().map(|key| key.span))
        .help(help)
}

/// A key that is nearly one that a template shows.
fn slip(name: &str, near: &str, keys: &[&Key]) -> Diagnostic {
    let fault = error!(
        NeverShown,
        "unknown key `{name}`: no template of the deck shows it", "did you mean `{near}`?"
    );
    at_keys(fault, keys, "and here")
}

/// A key that only a hidden layer shows: on purpose, perhaps.
fn hidden(name: &str, template: &str, place: Span, keys: &[&Key]) -> Diagnostic {
    warning!(
        NeverShown,
        "`{name}` is not printed: only a hidden layer of `{template}` shows it",
        "show the layer in the editor, or delete it and the key"
    )
    .at_maybe(keys.first().map(|key| key.span))
    .related(place, "this is hidden")
}

/// Abilities that their cards have under a key, and do not say.
fn not_printed(deck: &Deck, abilities: BTreeSet<&str>, key: &str, keys: &[&Key]) -> Diagnostic {
    let say = one_or_many(abilities.len(), "says", "say");
    let message = format!(
        "what {} {say} is not on the card: no template of the deck shows `{key}`",
        list_words(abilities)
    );
    let help = format!(
        "show it in {}, as in `<rect data-fit=\"{key}\" …/>`, or in a field that is shown: `[field.NAME]` with `of = \"{key}\"`",
        list_words([deck.template.as_str()])
    );
    at_keys(Diagnostic::error(Code::NeverShown, message).help(help), keys, "and here")
}

/// All that is not shown, in one message.
fn unused(deck: &Deck, unshown: BTreeMap<&str, Vec<&Key>>) -> Diagnostic {
    let mut first: Vec<&Key> = unshown.into_values().filter_map(|k| k.first().copied()).collect();
    first.sort_by_key(|key| (key.span.file, key.span.start));
    let names: Vec<&str> = first.iter().map(|key| key.name.as_str()).collect();
    let noun = if deck.rows_from.is_some() { "column" } else { "key" };
    let what = plural(names.len(), noun);
    let message = format!("no template of the deck shows the {what} {}", list_words(names.iter()));
    let ignore = deck.columns.ignore_keys_line(&names).map(|line| {
        let id = &deck.id;
        format!(", or write `{line}` into `{id}.toml`, above the cards")
    });
    let help = format!(
        "show it in {} as {{{{{}}}}}{}",
        list_words([deck.template.as_str()]),
        names.first().unwrap_or(&""),
        ignore.unwrap_or_default()
    );
    // Who types a key means it to be read.
    let is_typed = deck.rows_from.is_none();
    let fault = if is_typed {
        error!(NeverShown, message, help)
    } else {
        warning!(NeverShown, message, help)
    };
    at_keys(fault, &first, "and this")
}

/// A fault at the places of keys, each once: the cards of a sheet share theirs.
fn at_keys(fault: Diagnostic, keys: &[&Key], also: &str) -> Diagnostic {
    let mut seen = BTreeSet::new();
    let mut places = keys.iter().map(|key| key.span).filter(|span| seen.insert(*span));
    let fault = fault.at_maybe(places.next());
    places.take(MOST_PLACES).fold(fault, |fault, place| fault.related(place, also))
}
