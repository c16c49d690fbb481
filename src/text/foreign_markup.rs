//! Recognises markup of other programs (HTML tags, entities), which would be printed as it stands, and says what to write
//! instead. `markup` and `commonmark` call it.

use crate::source::{Fault, fault};

/// Tags that other programs read in the words of a card, and what is written here.
const TAGS: &[(&[&str], &str)] = &[
    (&["b", "strong"], "write `**words**` for bold words"),
    (&["i", "em"], "write `*words*` for italic words"),
    (&["br", "p", "div"], "write `\\n` for a new line"),
    (
        &["font", "span", "color", "colour", "c"],
        "write `[words]{#c0392b}` or `[words]{red}` for words in a colour",
    ),
    (&["size", "small", "big", "sub", "sup"], "write `[words]{80%}` for words in another size"),
    (&["img", "icon", "sprite"], "write `{name}` for a symbol of symbols/"),
];

/// Signs that HTML writes by a name.
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", "\\u00a0"),
    ("shy", "\\u00ad"),
    ("mdash", "—"),
    ("ndash", "–"),
    ("hellip", "…"),
    ("copy", "©"),
    ("times", "×"),
];

/// The tag that `text` starts with: `<b>`, `</b>`, `<br/>`, `<font color="red">`, `<color=red>`.
pub(super) fn tag(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('<')?;
    let end = inner.bytes().take(80).position(|b| b == b'>')?;
    let name = inner[..end].strip_prefix('/').unwrap_or(&inner[..end]);
    let length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let (name, rest) = name.split_at(length);
    let letter = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let known = TAGS.iter().any(|(names, _)| names.contains(&name.to_ascii_lowercase().as_str()));
    let ends = rest.is_empty() || rest.trim() == "/" || rest.starts_with('=') || rest.contains('=');
    (letter && ends && (known || rest.is_empty() || rest.contains('='))).then(|| &text[..end + 2])
}

/// What is wrong with a tag, and what to do.
pub(super) fn tag_fault(tag: &str) -> Fault {
    let name = tag.trim_start_matches(['<', '/']);
    let length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name[..length].to_ascii_lowercase();
    let known = TAGS.iter().find(|(names, _)| names.contains(&name.as_str()));
    let help = known.map_or("take it out, or write `\\<` for the sign itself", |(_, help)| *help);
    fault!("`{tag}` is a tag of HTML, which is not read"; help)
}

/// The entity that `text` starts with, as `&amp;` or `&#8217;`: its length, and what is wrong and what to do.
pub(super) fn entity(text: &str) -> Option<(usize, Fault)> {
    let inner = text.strip_prefix('&')?;
    let end = inner.bytes().take(9).position(|b| b == b';')?;
    let name = &inner[..end];
    let sign = ENTITIES.iter().find(|(known, _)| *known == name);
    let number = name.strip_prefix('#').is_some_and(|n| {
        let n = n.strip_prefix(['x', 'X']).unwrap_or(n);
        !n.is_empty() && n.chars().all(|c| c.is_ascii_hexdigit())
    });
    let help = match sign {
        Some((_, sign)) => format!("write `{sign}`"),
        None if number => "write the sign itself".to_owned(),
        None => return None,
    };
    Some((end + 2, fault!("`&{name};` is a sign of HTML, which is not read"; help)))
}
