//! What a typesetter does to typed words: curly quotes and apostrophes, spaces that do not break, places where words may be
//! hyphenated. `shape` calls it for every text first.

use std::ops::Range;

use super::language::Language;
use super::markup::{Rich, STAND_IN};

/// How typed words become set ones.
pub(super) struct Typography<'a> {
    pub language: Language,
    /// Whether words are divided at the end of a line.
    pub hyphens: bool,
    /// Whether the font has a sign.
    pub has: &'a dyn Fn(char) -> bool,
}

pub(super) const SOFT_HYPHEN: &str = "\u{ad}";
const NO_BREAK: char = '\u{a0}';

/// Letters of a compound that stays on one line: a hyphen in "second-best" ends none.
const SHORT_COMPOUND: usize = 12;

/// Quotes behind one another that are looked at.
const MOST_QUOTES: usize = 3;

/// Letters of a word that may be divided.
const LONG_WORD: usize = 6;

/// What stays with the number before it.
const UNITS: &[&str] = &[
    "%", "‰", "°", "°C", "°F", "€", "$", "£", "mm", "cm", "km", "kg", "g", "mg", "l", "ml", "lb",
    "oz", "ft", "min", "h", "pt", "pts", "VP", "HP", "AP", "MP", "XP",
];

/// English words that start with an apostrophe.
const ELIDED: &[&str] =
    &["tis", "twas", "twill", "em", "til", "till", "cause", "bout", "round", "n", "cos"];

impl Typography<'_> {
    /// The text as it is set.
    pub fn apply(&self, rich: &Rich) -> Rich {
        let mut setting = Setting {
            typography: self,
            rich,
            signs: rich.text.char_indices().collect(),
            out: String::with_capacity(rich.text.len() + 8),
            places: Vec::with_capacity(rich.text.len() + 1),
            joined: Vec::new(),
            quotes: [false; 2],
            closed: Vec::new(),
        };
        setting.find_closing_quotes();
        setting.run();
        setting.finish()
    }
}

struct Setting<'a> {
    typography: &'a Typography<'a>,
    rich: &'a Rich,
    signs: Vec<(usize, char)>,
    out: String,
    /// Where each sign of the typed text went.
    places: Vec<usize>,
    joined: Vec<usize>,
    /// Whether a double and a single quote are open.
    quotes: [bool; 2],
    /// Whether a single quote that closes follows each sign on its line.
    closed: Vec<bool>,
}

impl Setting<'_> {
    fn run(&mut self) {
        let mut at = 0;
        while at < self.signs.len() {
            let (byte, c) = self.signs[at];
            if let Some(length) = self.divisible(at) {
                self.divide(at, length);
                at += length;
                continue;
            }
            self.places.push(self.out.len());
            match c {
                '\n' => {
                    self.quotes = [false; 2];
                    self.out.push(c);
                }
                _ if self.is_literal(byte) => self.out.push(c),
                '"' | '\'' => {
                    let set = self.quote(at).filter(|set| set.chars().all(self.typography.has));
                    self.out.push_str(set.as_deref().unwrap_or(&c.to_string()));
                }
                ' ' => self.out.push(self.space(at)),
                '-' | '\u{2010}' if self.is_short_compound(at) => {
                    self.joined.push(self.out.len());
                    self.out.push(c);
                }
                c => self.out.push(c),
            }
            at += 1;
        }
        self.places.push(self.out.len());
    }

    fn finish(self) -> Rich {
        let signs = &self.signs;
        let end = self.rich.text.len();
        let place = |byte: usize| {
            let at = signs.partition_point(|(start, _)| *start < byte);
            if byte >= end { self.out.len() } else { self.places[at] }
        };
        let range = |range: &Range<usize>| place(range.start)..place(range.end);
        let spans = self.rich.spans.iter();
        let symbols = self.rich.symbols.iter();
        Rich {
            spans: spans.map(|(r, look)| (range(r), look.clone())).collect(),
            symbols: symbols.map(|(at, name)| (place(*at), name.clone())).collect(),
            literal: self.rich.literal.iter().map(range).collect(),
            joined: self.joined,
            text: self.out,
        }
    }

    fn is_literal(&self, byte: usize) -> bool {
        let literal = &self.rich.literal;
        let at = literal.partition_point(|range| range.end <= byte);
        literal.get(at).is_some_and(|range| range.contains(&byte))
    }

    fn sign(&self, at: usize) -> Option<char> {
        self.signs.get(at).map(|(_, c)| *c)
    }

    /// The signs from `at` on.
    fn from(&self, at: usize) -> impl Iterator<Item = char> {
        self.signs[at..].iter().map(|(_, c)| *c)
    }

    fn before(&self, at: usize) -> Option<char> {
        self.sign(at.checked_sub(1)?)
    }

    fn is_symbol(&self, at: usize) -> bool {
        let byte = self.signs.get(at).map(|(byte, _)| *byte);
        let symbols = &self.rich.symbols;
        byte.is_some_and(|byte| symbols.binary_search_by_key(&byte, |(at, _)| *at).is_ok())
    }

    /// Whether a quote at `at` has nothing before it that it could close. Quotes just before it do not count.
    fn at_start(&self, at: usize) -> bool {
        let quotes = (1..=MOST_QUOTES).take_while(|n| {
            let before = at.checked_sub(*n).and_then(|at| self.sign(at));
            before.is_some_and(|c| c == '"' || c == '\'')
        });
        let at = at - quotes.count();
        match self.before(at) {
            None => true,
            Some(STAND_IN) if self.is_symbol(at - 1) => false,
            Some(c) => c.is_whitespace() || "([{<—–-/«‹“‘„‚¿¡".contains(c),
        }
    }

    /// What a straight quote becomes; `None` for a mark of feet, inches, minutes or seconds.
    fn quote(&mut self, at: usize) -> Option<String> {
        let single = self.sign(at) == Some('\'');
        let (before, after) = (self.before(at), self.sign(at + 1));
        let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let open = self.quotes[usize::from(single)];
        if digit(before) && !letter(after) && (!open || digit(after)) {
            return None;
        }
        let language = self.typography.language;
        if language.keeps_quotes() {
            return None;
        }
        let apostrophe = || Some('’'.to_string());
        let starts = if language.is_unspaced() && !single { !open } else { self.at_start(at) };
        let starts = starts && after.is_some_and(|c| !c.is_whitespace());
        if single && !starts && (letter(before) || digit(before)) && letter(after) {
            return apostrophe();
        }
        if starts {
            if single && (digit(after) || self.is_elided(at) || !self.closed[at]) {
                return apostrophe();
            }
            self.quotes[usize::from(single)] = true;
            return Some(language.quote(single, false));
        }
        if single && !open {
            return apostrophe();
        }
        self.quotes[usize::from(single)] = false;
        Some(language.quote(single, true))
    }

    /// Whether the word behind the apostrophe is one of those that start with one.
    fn is_elided(&self, at: usize) -> bool {
        let word: String = self.from(at + 1).take_while(|c| c.is_alphabetic()).collect();
        self.typography.language.code == "en" && ELIDED.contains(&word.to_lowercase().as_str())
    }

    /// Notes for each sign whether a single quote behind it on its line closes words.
    fn find_closing_quotes(&mut self) {
        let mut closed = vec![false; self.signs.len()];
        let mut found = false;
        for at in (0..self.signs.len()).rev() {
            closed[at] = found;
            let letter = self.sign(at + 1).is_some_and(char::is_alphanumeric);
            let space = self.before(at).is_none_or(char::is_whitespace);
            match self.sign(at) {
                Some('\n') => found = false,
                Some('\'') if !letter && !space => found = true,
                _ => {}
            }
        }
        self.closed = closed;
    }

    /// What a space becomes: one that no line ends at, between a number and what it counts.
    fn space(&self, at: usize) -> char {
        let Some(next) = self.sign(at + 1) else {
            return ' ';
        };
        if let Some(thin) = self.typography.language.space_before(next) {
            return if (self.typography.has)(thin) { thin } else { NO_BREAK };
        }
        let number = self.before(at).is_some_and(|c| c.is_numeric() || c == '×');
        if !number {
            return ' ';
        }
        let word = self.from(at + 1).take_while(|c| !c.is_whitespace()).take(8);
        let word: String = word.collect();
        let word = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
        if self.is_symbol(at + 1) || UNITS.contains(&word) { NO_BREAK } else { ' ' }
    }

    /// Whether the hyphen at `at` joins a compound so short that it stays on one line.
    fn is_short_compound(&self, at: usize) -> bool {
        let word = |c: &char| c.is_alphanumeric();
        let before = self.signs[..at].iter().rev().map(|(_, c)| *c);
        let before = before.take_while(word).take(SHORT_COMPOUND).count();
        let after = self.from(at + 1).take_while(word).take(SHORT_COMPOUND).count();
        before > 0 && after > 0 && before + after <= SHORT_COMPOUND
    }

    /// The length in signs of a word that starts at `at` and may be divided.
    fn divisible(&self, at: usize) -> Option<usize> {
        if !self.typography.hyphens || self.before(at).is_some_and(char::is_alphanumeric) {
            return None;
        }
        let rest = self.signs[at..].iter();
        let word = rest.take_while(|(byte, c)| c.is_alphabetic() && !self.is_literal(*byte));
        let length = word.count();
        let end = self.sign(at + length);
        // What the author divided is not divided again; a short compound stays whole.
        let whole = |c: char| SOFT_HYPHEN.contains(c) || c.is_ascii_digit();
        (length >= LONG_WORD && !end.is_some_and(whole)).then_some(length)
    }

    fn divide(&mut self, at: usize, length: usize) {
        let word: String = self.from(at).take(length).collect();
        let parts: Vec<&str> = match self.typography.language.hyphens() {
            Some(language) => hypher::hyphenate(&word, language).collect(),
            None => vec![&word],
        };
        for (i, part) in parts.into_iter().enumerate() {
            if i > 0 {
                self.out.push_str(SOFT_HYPHEN);
            }
            for c in part.chars() {
                self.places.push(self.out.len());
                self.out.push(c);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_in(code: &str, source: &str, hyphens: bool) -> Rich {
        let typography =
            Typography { language: Language::find(code).unwrap(), hyphens, has: &|_| true };
        typography.apply(&Rich::parse(source).unwrap())
    }

    fn set(code: &str, source: &str) -> String {
        set_in(code, source, false).text
    }

    #[test]
    fn quotes_are_those_of_the_language() {
        assert_eq!(set("en", r#"Say "it's 'me'"."#), "Say “it’s ‘me’”.");
        assert_eq!(set("de", r#"Sag "das war's" ('ja')."#), "Sag „das war’s“ (‚ja‘).");
        assert_eq!(set("fr", r#""Qui ?" l'homme"#), "«\u{202f}Qui\u{202f}?\u{202f}» l’homme");
        assert_eq!(set("pl", r#""Tak""#), "„Tak”");
        assert_eq!(set("sv", r#""Ja""#), "”Ja”");
        assert_eq!(set("ja", r#"彼は"はい"と言う。"#), "彼は「はい」と言う。");
        assert_eq!(set("he", r#""כן" הוא"#), "”כן” הוא");
        assert_eq!(set("eo", r#""Jes" l'"#), r#""Jes" l'"#);
    }

    #[test]
    fn apostrophes_feet_and_inches_are_told_apart() {
        assert_eq!(
            set("en", "the players' '90s, rock 'n' roll, 'tis"),
            "the players’ ’90s, rock ’n’ roll, ’tis"
        );
        assert_eq!(
            set("en", r#"5'11" tall, 6" x 4" and 1920's"#),
            r#"5'11" tall, 6" x 4" and 1920’s"#
        );
        assert_eq!(set("en", r#"the "6" card, "it was 5""#), "the “6” card, “it was 5”");
        assert_eq!(set("en", r"a \'b\' and {coin}'s"), "a 'b' and \u{a0}’s");
    }

    #[test]
    fn a_font_without_typographic_quotes_keeps_the_straight_ones() {
        let typography =
            Typography { language: Language::default(), hyphens: false, has: &|c| c.is_ascii() };
        assert_eq!(typography.apply(&Rich::parse("it's").unwrap()).text, "it's");
    }

    #[test]
    fn a_number_stays_with_what_it_counts() {
        let rich = set_in("en", "gives 1 {coin}, 3 cm, 10 cards", false);
        assert_eq!(rich.text, "gives 1\u{a0}\u{a0}, 3\u{a0}cm, 10 cards");
        assert_eq!(rich.symbols, [(9, "coin".to_owned())]);
    }

    #[test]
    fn short_compounds_stay_on_one_line() {
        assert_eq!(set_in("en", "second-best", false).joined, [6]);
        assert_eq!(set_in("en", "2-4 players", false).joined, [1]);
        assert!(set_in("en", "counter-revolutionary", false).joined.is_empty());
    }

    #[test]
    fn long_words_are_divided_on_wish() {
        let rich = set_in("en", "the **extensive** 'hyphenation'", true);
        assert_eq!(rich.text.replace('\u{ad}', "|"), "the ex|ten|sive ‘hy|phen|ation’");
        let (bold, _) = &rich.spans[0];
        assert_eq!(&rich.text[bold.clone()], "ex\u{ad}ten\u{ad}sive");
        assert_eq!(set_in("de", "Kriegserklärung", true).text.matches('\u{ad}').count(), 3);
    }

    proptest::proptest! {
        #[test]
        fn places_stay_places(text in "([a-z'\" \n*{}0-9-]|\\PC){0,40}", hyphens: bool) {
            if let Ok(rich) = Rich::parse(&text) {
                let typography = Typography { language: Language::default(), hyphens, has: &|_| true };
                let set = typography.apply(&rich);
                for (range, _) in &set.spans {
                    proptest::prop_assert!(set.text.get(range.clone()).is_some());
                }
                for (at, _) in &set.symbols {
                    proptest::prop_assert!(set.text[*at..].starts_with(STAND_IN));
                }
            }
        }
    }
}
