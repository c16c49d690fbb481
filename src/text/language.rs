//! What differs between languages when words are set: quotes, spaces before punctuation, where words are hyphenated. A tag
//! such as `de-AT` comes in, a [`Language`] goes out; `typography` and `shape` use it.

use crate::source::{did_you_mean, list_words};

/// A language of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// As BCP 47 writes it: `en`, `de-CH`; empty for one without typography of its own.
    pub code: &'static str,
    /// Quotes around words and quotes within quotes, each opening and closing. Empty where quotes stay as they are typed.
    quotes: &'static str,
    /// Whether a thin space stands within quotes and before `;`, `:`, `!` and `?`.
    spaced: bool,
    /// Whether no spaces stand between words.
    unspaced: bool,
    /// Whether its lines begin at the right edge.
    rtl: bool,
}

/// Narrow no-break space, within the quotes of French.
const THIN: char = '\u{202f}';

/// Source: the delimiters of the Unicode Common Locale Data Repository, release 46 (`quotationStart` and the like).
const LANGUAGES: &[Language] = &[
    of("en", "“”‘’"),
    rtl("ar", "”“’‘"),
    of("bg", "„“‚‘"),
    of("ca", "«»“”"),
    of("cs", "„“‚‘"),
    of("da", "“”‘’"),
    of("de", "„“‚‘"),
    of("de-CH", "«»‹›"),
    of("el", "«»“”"),
    of("es", "«»“”"),
    of("es-MX", "“”‘’"),
    of("et", "„“‚‘"),
    rtl("fa", "«»‹›"),
    of("fi", "””’’"),
    Language { spaced: true, ..of("fr", "«»“”") },
    of("fr-CH", "«»‹›"),
    rtl("he", "””’’"),
    of("hr", "„“‚‘"),
    of("hu", "„”»«"),
    of("is", "„“‚‘"),
    of("it", "«»“”"),
    unspaced("ja", "「」『』"),
    of("ko", "“”‘’"),
    of("lt", "„“„“"),
    of("lv", "“”‘’"),
    of("nb", "«»‘’"),
    of("nl", "“”‘’"),
    of("nn", "«»‘’"),
    of("no", "«»‘’"),
    of("pl", "„”«»"),
    of("pt", "“”‘’"),
    of("pt-PT", "«»“”"),
    of("ro", "„”«»"),
    of("ru", "«»„“"),
    of("sk", "„“‚‘"),
    of("sl", "„“‚‘"),
    of("sr", "„“’’"),
    of("sv", "””’’"),
    of("tr", "“”‘’"),
    of("uk", "«»„“"),
    rtl("ur", "”“’‘"),
    unspaced("zh", "“”‘’"),
    unspaced("zh-Hant", "「」『』"),
    unspaced("zh-TW", "「」『』"),
    unspaced("zh-HK", "「」『』"),
];

/// What the two letters of a code may be: ISO 639-1.
const ISO_639_1: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en \
    eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk \
    kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om \
    or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt \
    tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Languages and scripts that are written from right to left and have no row of their own.
const FROM_THE_RIGHT: [&str; 9] = ["ckb", "dv", "ps", "sd", "ug", "yi", "arab", "hebr", "iw"];

const fn of(code: &'static str, quotes: &'static str) -> Language {
    Language { code, quotes, spaced: false, unspaced: false, rtl: false }
}

const fn rtl(code: &'static str, quotes: &'static str) -> Language {
    Language { rtl: true, ..of(code, quotes) }
}

const fn unspaced(code: &'static str, quotes: &'static str) -> Language {
    Language { unspaced: true, ..of(code, quotes) }
}

impl Default for Language {
    fn default() -> Self {
        LANGUAGES[0]
    }
}

impl Language {
    /// The language of a tag such as `de` or `de-AT`, of which only the part that is known counts. One without typography of
    /// its own keeps its words as they are typed.
    ///
    /// # Errors
    /// What to do, when no language has such a tag.
    pub fn find(tag: &str) -> Result<Self, String> {
        let known = |code: &str| LANGUAGES.iter().find(|l| l.code.eq_ignore_ascii_case(code));
        let tag = tag.trim().replace('_', "-");
        let first = tag.split('-').next().unwrap_or_default();
        if let Some(language) = known(&tag).or_else(|| known(first)) {
            return Ok(*language);
        }
        let codes = || LANGUAGES.iter().map(|l| l.code);
        let near = did_you_mean(&tag, codes()).filter(|_| tag.len() <= 5);
        let is_code = match first.len() {
            2 => ISO_639_1.split(' ').any(|c| c.eq_ignore_ascii_case(first)),
            3 => near.is_none() && first.chars().all(|c| c.is_ascii_lowercase()),
            _ => false,
        };
        if is_code {
            return Ok(Language::plain(&tag));
        }
        Err(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write one of {}, or another code of two letters", list_words(codes())),
        })
    }

    /// A language without typography of its own.
    pub fn plain(tag: &str) -> Self {
        let is_rtl = |part: &str| FROM_THE_RIGHT.iter().any(|r| r.eq_ignore_ascii_case(part));
        Language { rtl: tag.split(['-', '_']).any(is_rtl), ..of("", "") }
    }

    /// Whether its lines begin at the right edge.
    pub fn is_rtl(&self) -> bool {
        self.rtl
    }

    /// The same, for words that may be of another language: their own letters say from where they run.
    pub(super) fn of_any_direction(self) -> Self {
        Language { rtl: false, ..self }
    }

    /// Whether quotes stay as they are typed.
    pub(super) fn keeps_quotes(&self) -> bool {
        self.quotes.is_empty()
    }

    /// Whether no spaces stand between words, so that none tells whether a quote opens.
    pub(super) fn is_unspaced(&self) -> bool {
        self.unspaced
    }

    /// The quote that opens or closes words, within others or not.
    pub(super) fn quote(&self, single: bool, closing: bool) -> String {
        let at = 2 * usize::from(single) + usize::from(closing);
        match self.quotes.chars().nth(at) {
            Some('«') if self.spaced => format!("«{THIN}"),
            Some('»') if self.spaced => format!("{THIN}»"),
            quote => quote.into_iter().collect(),
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
            ("ja-JP", "ja"),
            ("zh-Hant", "zh-Hant"),
            ("zh-CN", "zh"),
            ("eo", ""),
            ("tlh", ""),
        ] {
            assert_eq!(Language::find(tag).unwrap().code, code);
        }
        assert!(Language::find("german").unwrap_err().starts_with("write one of"));
        assert!(Language::find("dee").is_err() && Language::find("xx").is_err());
    }

    #[test]
    fn what_is_written_from_the_right_is_known() {
        let is_rtl = |tag: &str| Language::find(tag).unwrap().is_rtl();
        assert!(["ar", "he", "fa-IR", "ur", "ps", "yi", "az-Arab"].into_iter().all(is_rtl));
        assert!(!["en", "ja", "az", "tlh"].into_iter().any(is_rtl));
    }

    #[test]
    fn the_common_languages_divide_words() {
        for code in ["en", "de", "fr", "es", "it", "pl", "pt", "nl", "no", "sv", "ru"] {
            assert!(Language::find(code).unwrap().hyphens().is_some(), "{code}");
        }
    }
}
