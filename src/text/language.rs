//! What differs between languages in setting their words: quotes, spaces before signs, the places where words divide.

use crate::source::{did_you_mean, list};

/// A language of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// As BCP 47 writes it: `en`, `de-CH`.
    pub code: &'static str,
    /// Quotes around words, and quotes within quotes: opening, closing.
    double: [&'static str; 2],
    single: [&'static str; 2],
    /// Whether a thin space stands within quotes and before `;`, `:`, `!` and `?`.
    spaced: bool,
}

/// Narrow no-break space, within the quotes of French.
const THIN: char = '\u{202f}';

/// Source: the delimiters of the Unicode Common Locale Data Repository, release 46 (`quotationStart` and the like).
const LANGUAGES: &[Language] = &[
    of("en", ["“", "”"], ["‘", "’"]),
    of("bg", ["„", "“"], ["‚", "‘"]),
    of("ca", ["«", "»"], ["“", "”"]),
    of("cs", ["„", "“"], ["‚", "‘"]),
    of("da", ["“", "”"], ["‘", "’"]),
    of("de", ["„", "“"], ["‚", "‘"]),
    of("de-CH", ["«", "»"], ["‹", "›"]),
    of("el", ["«", "»"], ["“", "”"]),
    of("es", ["«", "»"], ["“", "”"]),
    of("es-MX", ["“", "”"], ["‘", "’"]),
    of("et", ["„", "“"], ["‚", "‘"]),
    of("fi", ["”", "”"], ["’", "’"]),
    Language {
        spaced: true,
        ..of("fr", ["«", "»"], ["“", "”"])
    },
    of("fr-CH", ["«", "»"], ["‹", "›"]),
    of("hr", ["„", "“"], ["‚", "‘"]),
    of("hu", ["„", "”"], ["»", "«"]),
    of("is", ["„", "“"], ["‚", "‘"]),
    of("it", ["«", "»"], ["“", "”"]),
    of("lt", ["„", "“"], ["„", "“"]),
    of("lv", ["“", "”"], ["‘", "’"]),
    of("nb", ["«", "»"], ["‘", "’"]),
    of("nl", ["“", "”"], ["‘", "’"]),
    of("nn", ["«", "»"], ["‘", "’"]),
    of("no", ["«", "»"], ["‘", "’"]),
    of("pl", ["„", "”"], ["«", "»"]),
    of("pt", ["“", "”"], ["‘", "’"]),
    of("pt-PT", ["«", "»"], ["“", "”"]),
    of("ro", ["„", "”"], ["«", "»"]),
    of("ru", ["«", "»"], ["„", "“"]),
    of("sk", ["„", "“"], ["‚", "‘"]),
    of("sl", ["„", "“"], ["‚", "‘"]),
    of("sr", ["„", "“"], ["’", "’"]),
    of("sv", ["”", "”"], ["’", "’"]),
    of("tr", ["“", "”"], ["‘", "’"]),
    of("uk", ["«", "»"], ["„", "“"]),
];

const fn of(code: &'static str, double: [&'static str; 2], single: [&'static str; 2]) -> Language {
    Language {
        code,
        double,
        single,
        spaced: false,
    }
}

impl Default for Language {
    fn default() -> Self {
        LANGUAGES[0]
    }
}

impl Language {
    /// The language of a tag such as `de` or `de-AT`, of which only the part that is known counts.
    ///
    /// # Errors
    /// What to do, when the language is not known.
    pub fn find(tag: &str) -> Result<Self, String> {
        let known = |code: &str| LANGUAGES.iter().find(|l| l.code.eq_ignore_ascii_case(code));
        let tag = tag.trim().replace('_', "-");
        let first = tag.split('-').next().unwrap_or_default();
        if let Some(language) = known(&tag).or_else(|| known(first)) {
            return Ok(*language);
        }
        let codes = || LANGUAGES.iter().map(|l| l.code);
        Err(match did_you_mean(&tag, codes()) {
            Some(near) if tag.len() <= 5 => format!("did you mean `{near}`?"),
            _ => format!("write one of {}", list(codes())),
        })
    }

    /// The quote that opens or closes words, within others or not.
    pub(super) fn quote(&self, single: bool, closing: bool) -> String {
        let quote = match single {
            true => self.single,
            false => self.double,
        }[usize::from(closing)];
        match (self.spaced && ["«", "»"].contains(&quote), closing) {
            (false, _) => quote.to_owned(),
            (true, false) => format!("{quote}{THIN}"),
            (true, true) => format!("{THIN}{quote}"),
        }
    }

    /// What a space before `sign` becomes, where the language has one there.
    pub(super) fn space_before(&self, sign: char) -> Option<char> {
        (self.spaced && matches!(sign, ';' | ':' | '!' | '?' | '»')).then_some(THIN)
    }

    /// The patterns by which its words divide at the end of a line.
    pub(super) fn hyphens(&self) -> Option<hypher::Lang> {
        let first = self.code.as_bytes().first_chunk::<2>()?;
        // Norwegian is written in two ways; the patterns are those of the more common one.
        let code = if first == b"no" { b"nb" } else { first };
        hypher::Lang::from_iso(*code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_finds_the_nearest_language() {
        for (tag, code) in [
            ("de", "de"),
            ("de-AT", "de"),
            ("de_CH", "de-CH"),
            ("EN-gb", "en"),
        ] {
            assert_eq!(Language::find(tag).unwrap().code, code);
        }
        assert!(
            Language::find("german")
                .unwrap_err()
                .starts_with("write one of")
        );
    }

    #[test]
    fn the_common_languages_divide_words() {
        for code in [
            "en", "de", "fr", "es", "it", "pl", "pt", "nl", "no", "sv", "ru",
        ] {
            assert!(Language::find(code).unwrap().hyphens().is_some(), "{code}");
        }
    }
}
