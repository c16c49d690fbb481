//! Lists what a deck's templates need of its cards: fields, pictures and symbols. A deck comes in, the list goes out. Called by
//! `deckproof schema`, which completes the keys of a deck with it.

use std::collections::BTreeMap;

use super::compile::compiled::{ItemKind, Template};
use super::fill::{Case, TextPattern, TextPiece};
use super::ink::Ink;
use super::picture::stem;
use crate::cards::schema::ShownField;
use crate::cards::{Deck, Pack};
use crate::source::{Asset, Diagnostics, Files};

/// The fields that the templates of a deck show or ask for, each once for each template, and which pictures they may name.
///
/// # Errors
/// All that is wrong with the templates.
pub fn uses(pack: &Pack, deck: &Deck, files: &mut Files) -> Result<Vec<ShownField>, Diagnostics> {
    let mut faults = Diagnostics::new();
    let mut shown = Vec::new();
    for (name, span) in pack.templates(deck) {
        let (file, text) = match pack.folder.asset_text(Asset::Template, name, files) {
            Ok(read) => read,
            Err(fault) => {
                faults.push(fault.at(span));
                continue;
            }
        };
        match Template::compile(file, &text, Ink::Full, None) {
            Ok(template) => shown.extend(of_template(pack, name, &template)),
            Err(more) => faults.append(more),
        }
    }
    if faults.has_errors() { Err(faults) } else { Ok(shown) }
}

fn of_template(pack: &Pack, name: &str, template: &Template) -> Vec<ShownField> {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for item in template.all_items() {
        let ItemKind::Picture(picture) = &item.kind else {
            continue;
        };
        let Some((field, here)) = named(pack, picture.asset, &picture.name) else {
            continue;
        };
        match names.get_mut(field) {
            Some(known) => known.retain(|name| here.contains(name)),
            None => {
                names.insert(field, here);
            }
        }
    }
    let fields = template.of_use.iter();
    let of_field = |field: &String| ShownField {
        field: field.clone(),
        template: name.to_owned(),
        names: names.get(field.as_str()).cloned(),
    };
    fields.map(of_field).collect()
}

/// The only field in a picture's name, and the values for which there is such a picture.
fn named<'p>(
    pack: &Pack,
    asset: Asset,
    pattern: &'p TextPattern,
) -> Option<(&'p str, Vec<String>)> {
    let (before, field, after) = match pattern.pieces.as_slice() {
        [TextPiece::Field { name, case }] if *case == Case::AsIs => ("", name, ""),
        [TextPiece::Literal(before), TextPiece::Field { name, case }] if *case == Case::AsIs => {
            (before.as_str(), name, "")
        }
        [TextPiece::Field { name, case }, TextPiece::Literal(after)] if *case == Case::AsIs => {
            ("", name, after.as_str())
        }
        _ => return None,
    };
    let files = pack.folder.names(asset);
    let mut names: Vec<String> = files
        .iter()
        .filter_map(|file| stem(file)?.strip_prefix(before)?.strip_suffix(after))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    names.dedup();
    Some((field, names))
}
