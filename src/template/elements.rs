//! What the elements of a template are to us, and what their text refers to.

pub fn is_group(tag: &str) -> bool {
    matches!(tag, "g" | "a" | "svg")
}

/// Whether an element is drawn by itself: a box, a picture, a condition, a text with placeholders.
pub fn needs_own_layer(node: roxmltree::Node<'_, '_>) -> bool {
    [
        "data-fit",
        "data-flow",
        "data-symbol",
        "data-art",
        "data-if",
        "data-repeat",
    ]
    .iter()
    .any(|a| node.has_attribute(*a))
        || (node.has_tag_name("text") && is_filled_text(node))
}

pub fn is_filled_text(node: roxmltree::Node<'_, '_>) -> bool {
    node.descendants()
        .any(|n| n.is_text() && n.text().is_some_and(|t| t.contains("{{")))
}

pub fn written_name(open: &str) -> &str {
    let name = open.trim_start_matches('<');
    let end = name.find(|c: char| c.is_whitespace() || c == '>' || c == '/');
    &name[..end.unwrap_or(name.len())]
}

/// Ids in `url(#id)` and `href="#id"`.
pub fn referenced(text: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for mark in ["url(#", "href=\"#", "href='#", "url('#", "url(\"#"] {
        for (at, _) in text.match_indices(mark) {
            let rest = &text[at + mark.len()..];
            let end = rest.find([')', '"', '\'']).unwrap_or(rest.len());
            ids.push(rest[..end].to_owned());
        }
    }
    ids
}
