//! Words of a command line as a person types them into a shell. Words come in, text to be copied goes out, and back. Called by whoever shows a
//! command.

use std::borrow::Cow;

/// A word as a shell of Unix takes it for one: between single quotes where it has a sign that a shell would act on.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:=,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

/// A command as words, each as [`shell_word`].
pub fn shell_line<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<Cow<'_, str>> = words.into_iter().map(shell_word).collect();
    words.join(" ")
}

/// The words of a command that [`shell_line`] made.
pub fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut signs = line.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\'' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            ' ' if !is_quoted => words.extend(word.take()),
            '\\' if !is_quoted => word.get_or_insert_default().extend(signs.next()),
            sign => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_act_on_them() {
        let words = ["lab", "my game", "c --policy x", "it's", "$(x)", "", "~", "łąka/a-b.c=1,2"];
        let line = shell_line(words);
        assert_eq!(line, r"lab 'my game' 'c --policy x' 'it'\''s' '$(x)' '' '~' łąka/a-b.c=1,2");
        assert_eq!(shell_words(&line), words);
        assert_eq!(shell_words("fuzz  it's here"), ["fuzz", "its here"]);
    }
}
