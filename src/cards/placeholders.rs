//! Compares the placeholders of a text and its translation: gaps such as `{more}` and `{{cost}}`, and conditions such as
//! `[to=adjacent:…]`. Two texts come in; the differences go out, as without them the card would state a different rule. Called
//! by `translation`.

use std::collections::BTreeMap;

/// A gap or a condition that a translation leaves out, or has more often than its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Odd {
    /// As it is written: `{more}`, `[to=adjacent:…]`.
    pub written: String,
    /// What the gap or the condition names.
    pub name: String,
    pub is_missing: bool,
}

/// What a translation leaves out of a text, and what it has more often.
pub(super) fn compare_placeholders(text: &str, translation: &str) -> Vec<Odd> {
    let (own, other) = (placeholders(text), placeholders(translation));
    let mut odd = Vec::new();
    for key in own.keys().chain(other.keys().filter(|key| !own.contains_key(*key))) {
        let [here, there] = [&own, &other].map(|all| all.get(key).cloned().unwrap_or_default());
        // A condition may be reversed (`!=`), and a language may need fewer or more of them than another.
        let relaxed = key.starts_with('[') && (there.len() > here.len() || says_not(&other, key));
        if here.len() == there.len() || relaxed {
            continue;
        }
        let written = here.first().or(there.first()).cloned();
        odd.push(Odd {
            written: written.unwrap_or_default(),
            name: key.trim_matches(['{', '}', '[']).to_owned(),
            is_missing: there.len() < here.len(),
        });
    }
    odd
}

/// Whether there is a negated condition on the same parameter.
fn says_not(other: &BTreeMap<String, Vec<String>>, key: &str) -> bool {
    let parameter = |key: &str| key.split(['=', '!']).next().unwrap_or_default().to_owned();
    let wanted = parameter(key);
    other.keys().any(|key| key.contains("!=") && parameter(key) == wanted)
}

/// The gaps and conditions of a text, by what they name.
fn placeholders(text: &str) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut before = ' ';
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let end = rest.find(if rest.starts_with("{{") { "}}" } else { "}" });
        // `[words]{red}` is a look, and not a gap.
        let gap = (c == '{' && before != '\\' && before != ']').then_some(end).flatten();
        if let Some(end) = gap {
            let braces = if rest.starts_with("{{") { 2 } else { 1 };
            let written = &rest[..end + braces];
            let name: String = written
                .trim_matches(['{', '}'])
                .split('|')
                .next()
                .unwrap_or_default()
                .chars()
                .filter(|c| !c.is_whitespace())
                .collect();
            if !name.is_empty() {
                found
                    .entry(format!("{}{name}{}", "{".repeat(braces), "}".repeat(braces)))
                    .or_default()
                    .push(written.to_owned());
            }
            at += written.len();
            before = '}';
            continue;
        }
        if c == '['
            && before != '\\'
            && let Some(test) = condition(rest)
        {
            found.entry(format!("[{test}")).or_default().push(format!("[{test}:…]"));
        }
        before = c;
        at += c.len_utf8();
    }
    found
}

/// What a group asks for, when it asks for a word: `to=adjacent` of `[to=adjacent:here]`. Numbers choose between forms of a
/// word, which every language has its own of.
fn condition(group: &str) -> Option<&str> {
    let end = group.find([':', ']', '{'])?;
    let test = group.get(1..end).filter(|_| group[end..].starts_with(':'))?;
    let (name, value) = test.split_once('=')?;
    let plain = |c: char| c.is_alphanumeric() || "-_.!".contains(c);
    let is_word = value.starts_with(char::is_alphabetic) && value.chars().all(plain);
    (is_word && name.chars().all(plain)).then_some(test)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(text: &str, translation: &str) -> Vec<String> {
        let found = compare_placeholders(text, translation).into_iter();
        found
            .map(|odd| format!("{}{}", if odd.is_missing { '-' } else { '+' }, odd.written))
            .collect()
    }

    #[test]
    fn gaps_and_conditions_that_are_left_out_are_found() {
        assert_eq!(odd("**+{more}** {coin}", "**+** {coin}"), ["-{more}"]);
        assert_eq!(odd("Pay {coin}{coin}.", "Zahle {coin}."), ["-{coin}"]);
        assert_eq!(odd("Pay {coin}.", "Zahle {coin}{coin}."), ["+{coin}"]);
        assert_eq!(odd("Costs {{ cost }}", "Kostet"), ["-{{ cost }}"]);
        assert_eq!(odd("{{name|upper}} is", "{{name}} ist"), [""; 0]);
        assert_eq!(odd("to [to=near:near][to=far:far]", "nach [to=far:fern]"), ["-[to=near:…]"]);
    }

    #[test]
    fn what_every_language_says_its_own_way_is_not() {
        assert!(odd("{n} card[n!=1:s][n=1: only]", "カード{n}枚").is_empty());
        assert!(odd("[to=near:a][to=far:b]", "[to=near:a][to!=near:b]").is_empty());
        assert!(odd("[hot]{red} \\{x}", "heiß \\{y}").is_empty());
        assert!(odd("[each: {each.name}]", "[each: {each.name}]").is_empty());
        assert!(odd("unclosed {", "{ offen [").is_empty());
    }
}
