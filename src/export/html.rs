//! Fills the places of an HTML page and escapes what goes in. The replay page and the diff page are made with it.

/// The page with each text in the place of its name, in the order in which they stand: what is put in is never taken for
/// a place.
pub fn fill<'a>(page: &str, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut filled = String::new();
    let mut rest = page;
    for (place, text) in texts {
        let (before, after) = rest.split_once(place).unwrap_or((rest, ""));
        filled.push_str(before);
        filled.push_str(text);
        rest = after;
    }
    filled.push_str(rest);
    filled
}

/// The words as text of an element or as the value of an attribute.
pub fn escape(words: &str) -> String {
    let text = words.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_not_taken_for_a_place() {
        let page = fill("<b>{a}</b>{b}.", [("{a}", "{b}"), ("{b}", "two")]);
        assert_eq!(page, "<b>{b}</b>two.");
    }

    #[test]
    fn signs_of_the_page_are_written_as_words() {
        assert_eq!(escape("<a b=\"&\">"), "&lt;a b=&quot;&amp;&quot;&gt;");
    }
}
