//! Grey ink.

use super::*;

/// Operands of each operator that sets a colour in a content stream.
fn colours(content: &[u8]) -> Vec<(String, Vec<f32>)> {
    let setters = ["g", "G", "rg", "RG", "k", "K", "sc", "SC", "scn", "SCN"];
    let operations = Content::decode(content).unwrap().operations.into_iter();
    let set = operations.filter(|o| setters.contains(&o.operator.as_str()));
    set.map(|o| {
        let numbers = o.operands.iter().filter_map(|n| n.as_float().ok());
        (o.operator.clone(), numbers.collect())
    })
    .collect()
}

fn is_grey(components: &[f32]) -> bool {
    match components {
        // A pattern by its name; its own colours are looked at where they stand.
        [] | [_] => true,
        [red, green, blue] => (red - green).abs() < 0.001 && (green - blue).abs() < 0.001,
        _ => false,
    }
}

/// The ends of the colours that a function blends, and those of the functions in it.
fn gradients(dictionary: &Dictionary, found: &mut Vec<(String, Vec<f32>)>) {
    for key in ["C0", "C1"] {
        if let Ok(Object::Array(numbers)) = dictionary.get(key.as_bytes()) {
            let numbers = numbers.iter().map(|n| n.as_float().unwrap()).collect();
            found.push((format!("gradient {key}"), numbers));
        }
    }
    for (_, value) in dictionary {
        let values = match value {
            Object::Array(items) => &items[..],
            one => std::slice::from_ref(one),
        };
        let inner = values.iter().filter_map(|value| value.as_dict().ok());
        inner.for_each(|inner| gradients(inner, found));
    }
}

/// Every colour that the file sets or blends, with where.
fn all_colours(sheets: &Sheets) -> Vec<(String, Vec<f32>)> {
    let mut found = Vec::new();
    for page in sheets.document.page_iter() {
        found.extend(colours(&sheets.document.get_page_content(page)));
    }
    for stream in sheets.streams() {
        let drawn = name(&stream.dict, b"Subtype") == "Form" || stream.dict.has(b"PatternType");
        if drawn {
            let content = stream.decompressed_content();
            found.extend(colours(&content.unwrap_or_else(|_| stream.content.clone())));
        }
    }
    for dictionary in sheets.dictionaries() {
        gradients(dictionary, &mut found);
    }
    found
}

#[test]
fn grey_ink_sets_no_colour_but_greys() {
    for id in GAMES {
        let grey = print(&[id, "--ink", "grey"]);
        let colours = all_colours(&grey);
        assert!(colours.len() > 100, "{id}: {} colours", colours.len());
        for (operator, components) in colours {
            assert!(is_grey(&components), "{id}: {operator} {components:?}");
        }
    }
}

#[test]
fn full_ink_is_seen_to_have_colours() {
    // Or the test above would look at the wrong places.
    for sheets in shipped() {
        let colours = all_colours(sheets);
        let coloured = colours.iter().filter(|(_, c)| !is_grey(c)).count();
        assert!(coloured > 50, "{}: {coloured}", sheets.id);
    }
}
