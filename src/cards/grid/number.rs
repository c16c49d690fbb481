//! Shows the numbers of a workbook as its users see them: `3`, `50%`, `$2.50`, `1/2`, `2-Jan-26`. A number and a format code come
//! in, text goes out. Codes are described in ECMA-376, part 1, 18.8.30 and 18.8.31; where Excel differs, in \[MS-OI29500\].

/// Letters of a format code: a spreadsheet takes no more.
const MOST_CODE: usize = 255;

/// Digits that the denominator of a fraction may have.
const MOST_DENOMINATOR: usize = 7;

/// What is left of a number when a fraction is near enough.
const ALMOST_NONE: f64 = 5e-8;

/// How a number is shown. Without sections it is shown as it is: that is the format `General`.
#[derive(Debug, Clone, PartialEq)]
pub struct NumberFormat {
    sections: Vec<NumberSection>,
}

/// One of the codes that semicolons part, and the numbers that it is for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct NumberSection {
    condition: Option<(&'static str, f64)>,
    pub(super) pieces: Vec<NumberPiece>,
    is_for_text: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberPiece {
    Text(String),
    /// `0`, `#` or `?`.
    Digit(char),
    Point,
    Comma,
    Percent,
    Slash,
    /// The sign of an exponent that is not negative: a plus for `E+`, none for `E-`.
    Exponent(&'static str),
    General,
    /// How many of the letters `y`, `m`, `d`, `h`, `s` and `e`; `M` for minutes.
    Date(char, usize),
    /// `[h]`, `[m]` or `[s]`.
    Elapsed(char, usize),
    /// `AM/PM`, or `A/P`, of one letter.
    Noon(usize),
}

impl NumberFormat {
    /// A format that has a number and no code of its own.
    pub fn built_in(id: u32) -> Self {
        Self::parse(match id {
            1 | 59 => "0",
            2 | 60 => "0.00",
            3 | 61 => "#,##0",
            4 | 62 => "#,##0.00",
            5 | 6 => "$#,##0_);($#,##0)",
            7 | 8 => "$#,##0.00_);($#,##0.00)",
            9 | 67 => "0%",
            10 | 68 => "0.00%",
            11 => "0.00E+00",
            12 | 69 => "# ?/?",
            13 | 70 => "# ??/??",
            14 | 27..=31 | 36 | 50..=58 => "m/d/yyyy",
            15 => "d-mmm-yy",
            16 => "d-mmm",
            17 => "mmm-yy",
            18 => "h:mm AM/PM",
            19 => "h:mm:ss AM/PM",
            20 => "h:mm",
            21 | 32..=35 => "h:mm:ss",
            22 => "m/d/yyyy h:mm",
            37 | 38 => "#,##0_);(#,##0)",
            39 | 40 => "#,##0.00_);(#,##0.00)",
            41 => "_(* #,##0_);_(* (#,##0);_(* \"-\"_)",
            42 => "_($* #,##0_);_($* (#,##0);_($* \"-\"_)",
            43 => "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_)",
            44 => "_($* #,##0.00_);_($* (#,##0.00);_($* \"-\"??_)",
            45 => "mm:ss",
            46 => "[h]:mm:ss",
            47 => "mm:ss.0",
            48 => "##0.0E+0",
            _ => "General",
        })
    }

    /// A code that can't be read is shown as `General`.
    pub fn parse(code: &str) -> Self {
        let mut sections = Some(code)
            .filter(|code| code.len() <= MOST_CODE && !code.trim().is_empty())
            .and_then(sections)
            .unwrap_or_default();
        sections.truncate(3);
        sections.retain(|section| !section.is_for_text);
        let implied = match sections.len() {
            2 => vec![(">=", 0.0)],
            3 => vec![(">", 0.0), ("<", 0.0)],
            _ => vec![],
        };
        for (section, condition) in sections.iter_mut().zip(implied) {
            section.condition.get_or_insert(condition);
        }
        NumberFormat { sections }
    }

    /// Whether it shows a day or a time.
    pub fn is_date(&self) -> bool {
        self.sections.iter().any(NumberSection::is_date)
    }

    /// The number as it is shown, without blanks around it. `since_1904`: how the workbook counts days.
    pub fn show(&self, number: f64, since_1904: bool) -> String {
        let Some((index, section)) = self.section(number) else {
            return general(number);
        };
        if section.is_date() {
            // No calendar has a day before the first.
            let date = section.date(number, since_1904);
            return date.map_or_else(|| general(number), |date| date.trim().to_owned());
        }
        let (text, is_seen) = section.number(number.abs());
        let has_sign = number < 0.0 && is_seen && !self.is_for_negative(index);
        format!("{}{text}", if has_sign { "-" } else { "" }).trim().to_owned()
    }

    fn section(&self, number: f64) -> Option<(usize, &NumberSection)> {
        self.sections.iter().enumerate().find(|(_, section)| section.is_for(number))
    }

    /// Whether no other number gets to that section; then its code writes the sign, as in `0;(0)`.
    fn is_for_negative(&self, index: usize) -> bool {
        let mut others = self
            .sections
            .iter()
            .filter_map(|section| section.condition)
            .flat_map(|(_, limit)| [limit.next_down(), limit, limit.next_up()])
            .chain([f64::MIN_POSITIVE, f64::MAX])
            .filter(|other| *other > 0.0);
        !others.any(|other| self.section(other).is_some_and(|(found, _)| found == index))
    }
}

/// The sections of a code, if it is one.
fn sections(code: &str) -> Option<Vec<NumberSection>> {
    let mut sections = vec![];
    let mut section = NumberSection::default();
    let mut rest = code;
    while let Some(c) = rest.chars().next() {
        let words = [
            ("General", NumberPiece::General),
            ("AM/PM", NumberPiece::Noon(2)),
            ("A/P", NumberPiece::Noon(1)),
            ("E+", NumberPiece::Exponent("+")),
            ("E-", NumberPiece::Exponent("")),
        ];
        let starts = |word: &str| {
            rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        if let Some((word, piece)) = words.into_iter().find(|(word, _)| starts(word)) {
            section.pieces.push(piece);
            rest = &rest[word.len()..];
            continue;
        }
        let run = rest.chars().take_while(|other| other.eq_ignore_ascii_case(&c)).count();
        rest = &rest[c.len_utf8()..];
        let next = rest.chars().next();
        section.pieces.push(match c.to_ascii_lowercase() {
            ';' => {
                sections.push(std::mem::take(&mut section));
                continue;
            }
            '@' => {
                section.is_for_text = true;
                continue;
            }
            '"' => {
                let (text, after) = rest.split_once('"')?;
                rest = after;
                NumberPiece::Text(text.to_owned())
            }
            '[' => {
                let (inside, after) = rest.split_once(']')?;
                rest = after;
                section.condition = section.condition.or(condition(inside));
                let unit = inside.to_ascii_lowercase();
                let first = unit.chars().next()?;
                if "hms".contains(first) && unit.chars().all(|c| c == first) {
                    NumberPiece::Elapsed(first, unit.len())
                } else {
                    let symbol = inside.strip_prefix('$').unwrap_or_default();
                    NumberPiece::Text(symbol.split('-').next().unwrap_or_default().to_owned())
                }
            }
            '\\' | '_' | '*' => {
                rest = &rest[next?.len_utf8()..];
                NumberPiece::Text(match c {
                    '\\' => next?.to_string(),
                    '_' => " ".to_owned(),
                    _ => String::new(),
                })
            }
            '0' | '#' | '?' => NumberPiece::Digit(c),
            '.' => NumberPiece::Point,
            ',' => NumberPiece::Comma,
            '%' => NumberPiece::Percent,
            '/' => NumberPiece::Slash,
            letter @ ('y' | 'm' | 'd' | 'h' | 's' | 'e') => {
                rest = &rest[run - 1..];
                NumberPiece::Date(letter, run)
            }
            _ => NumberPiece::Text(c.to_string()),
        });
    }
    sections.push(section);
    sections.iter_mut().for_each(NumberSection::find_minutes);
    (sections.len() <= 4).then_some(sections)
}

/// Such as `>=100`.
fn condition(text: &str) -> Option<(&'static str, f64)> {
    ["<=", ">=", "<>", "<", ">", "="]
        .into_iter()
        .find_map(|sign| Some((sign, text.strip_prefix(sign)?.trim().parse().ok()?)))
}

impl NumberSection {
    fn is_for(&self, number: f64) -> bool {
        self.condition.is_none_or(|(sign, limit)| match sign {
            "<=" => number <= limit,
            ">=" => number >= limit,
            "<>" => number != limit,
            "<" => number < limit,
            ">" => number > limit,
            _ => number == limit,
        })
    }

    fn is_date(&self) -> bool {
        let mut pieces = self.pieces.iter();
        pieces.any(|piece| {
            matches!(piece, NumberPiece::Date(..) | NumberPiece::Elapsed(..) | NumberPiece::Noon(_))
        })
    }

    /// `m` means minutes behind hours and before seconds.
    fn find_minutes(&mut self) {
        let is_unit = |piece: &&NumberPiece| {
            matches!(piece, NumberPiece::Date(..) | NumberPiece::Elapsed(..))
        };
        for at in 0..self.pieces.len() {
            let before = self.pieces[..at].iter().rev().find(is_unit);
            let after = self.pieces[at + 1..].iter().find(is_unit);
            let near =
                matches!(before, Some(NumberPiece::Date('h', _) | NumberPiece::Elapsed('h', _)))
                    || matches!(
                        after,
                        Some(NumberPiece::Date('s', _) | NumberPiece::Elapsed('s', _))
                    );
            if let NumberPiece::Date(unit @ 'm', 1 | 2) = &mut self.pieces[at]
                && near
            {
                *unit = 'M';
            }
        }
    }

    /// Indices of the digits among those pieces.
    fn digits(&self, pieces: std::ops::Range<usize>) -> Vec<usize> {
        pieces.filter(|at| matches!(self.pieces[*at], NumberPiece::Digit(_))).collect()
    }

    fn find(&self, piece: impl Fn(&NumberPiece) -> bool) -> Option<usize> {
        self.pieces.iter().position(piece)
    }

    /// Shows a number without its sign, and says whether something of it is to be seen: a zero has no sign.
    fn number(&self, number: f64) -> (String, bool) {
        let pieces = &self.pieces;
        let mut shown: Vec<String> = pieces.iter().map(NumberPiece::text).collect();
        let percents = pieces.iter().filter(|piece| **piece == NumberPiece::Percent).count() as i32;
        if let Some(is_seen) = self.fraction(number * 100_f64.powi(percents), &mut shown) {
            return (shown.concat(), is_seen);
        }
        let end =
            self.find(|piece| matches!(piece, NumberPiece::Exponent(_))).unwrap_or(pieces.len());
        let point =
            self.find(|piece| *piece == NumberPiece::Point).map_or(end, |point| point.min(end));
        let (whole, decimals) = (self.digits(0..point), self.digits(point..end));
        let mut power = 2 * percents;
        let mut is_grouped = false;
        for at in 1..end {
            let before = matches!(pieces[at - 1], NumberPiece::Digit(_) | NumberPiece::Comma);
            if pieces[at] != NumberPiece::Comma || !before {
                continue;
            }
            shown[at].clear();
            let digits = if at < point { &whole } else { &decimals };
            if digits.last() > Some(&at) {
                is_grouped = true;
            } else {
                power -= 3;
            }
        }
        let places = decimals.len() as i32;
        if let Some(NumberPiece::Exponent(sign)) = pieces.get(end) {
            let step = whole.len().max(1) as i32;
            let mut exponent = scientific(number).1.div_euclid(step) * step;
            if rounded(number, places - exponent).len() as i32 > places + step {
                exponent += step;
            }
            power -= exponent;
            shown[end] = format!("E{}", if exponent < 0 { "-" } else { sign });
            let digits = rounded(f64::from(exponent), 0);
            self.place(&mut shown, &self.digits(end..pieces.len()), &digits, false);
        }
        let digits = rounded(number, power + places);
        let padded = format!("{digits:0>0$}", decimals.len());
        let (before, behind) = padded.split_at(padded.len() - decimals.len());
        self.place(&mut shown, &whole, before, is_grouped);
        if whole.is_empty() && point < end {
            shown[point].insert_str(0, before);
        }
        let is_zero = |at: &usize| pieces[*at] == NumberPiece::Digit('0');
        let kept = decimals
            .iter()
            .rposition(is_zero)
            .map_or(0, |last| last + 1)
            .max(behind.trim_end_matches('0').len());
        for (place, at) in decimals.iter().enumerate() {
            let digit = behind.get(place..=place).filter(|_| place < kept);
            shown[*at] = digit.unwrap_or(pieces[*at].blank()).to_owned();
        }
        let mut is_seen = !digits.is_empty() && (point < end || !whole.is_empty());
        if let Some(at) = self.find(|piece| *piece == NumberPiece::General) {
            shown[at] = general(number);
            is_seen = number != 0.0;
        }
        (shown.concat(), is_seen)
    }

    /// Puts digits into their pieces, from the right; what is left goes into the first one.
    fn place(&self, shown: &mut [String], spots: &[usize], digits: &str, is_grouped: bool) {
        for (index, at) in spots.iter().enumerate() {
            let place = spots.len() - 1 - index;
            shown[*at].clear();
            let end = if index == 0 { digits.len().max(spots.len()) } else { place + 1 };
            for place in (place..end).rev() {
                let digit = digits
                    .len()
                    .checked_sub(place + 1)
                    .and_then(|at| digits.get(at..=at))
                    .unwrap_or(self.pieces[*at].blank());
                shown[*at].push_str(digit);
                if is_grouped && place > 0 && place % 3 == 0 {
                    shown[*at].push_str(if digit.trim().is_empty() { digit } else { "," });
                }
            }
        }
    }

    /// Shows a number as in `# ?/?` or `?/8`, if the code is one with a slash between digits.
    fn fraction(&self, number: f64, shown: &mut [String]) -> Option<bool> {
        let pieces = &self.pieces;
        let is_digit = |at: &usize| matches!(pieces[*at], NumberPiece::Digit(_));
        let is_fixed = |at: &usize| matches!(&pieces[*at], NumberPiece::Text(text) if text.parse::<u8>().is_ok());
        let is_blank =
            |at: &usize| matches!(&pieces[*at], NumberPiece::Text(text) if text.trim().is_empty());
        let slash = self.find(|piece| *piece == NumberPiece::Slash)?;
        let end = (0..slash).rev().find(|at| !is_blank(at))?;
        let start = (0..=end).rev().take_while(is_digit).last()?;
        let below = (slash + 1..pieces.len()).find(|at| !is_blank(at))?;
        let last = (below..pieces.len()).take_while(|at| is_digit(at) || is_fixed(at)).last()?;
        let whole = self.digits(0..start);
        let mut integer = if whole.is_empty() { 0.0 } else { number.trunc() };
        let part = number - integer;
        let (mut numerator, denominator) = if (below..=last).any(|at| is_fixed(&at)) {
            let denominator: f64 = shown[below..=last].concat().parse().ok()?;
            ((part * denominator).round(), denominator)
        } else {
            near_fraction(part, 10_f64.powi((last + 1 - below).min(MOST_DENOMINATOR) as i32))
        };
        if !whole.is_empty() && numerator == denominator {
            (integer, numerator) = (integer + 1.0, 0.0);
        }
        let spots = self.digits(start..end + 1);
        if numerator == 0.0
            && !whole.is_empty()
            && spots.iter().all(|at| pieces[*at] != NumberPiece::Digit('0'))
        {
            shown[start..=last].fill(" ".to_owned());
            self.place(shown, &whole, &general(integer), false);
        } else {
            let text = general(denominator);
            shown[below..=last].fill(String::new());
            shown[below] = format!("{text:<0$}", last + 1 - below);
            self.place(shown, &spots, &general(numerator), false);
            self.place(shown, &whole, &rounded(integer, 0), false);
        }
        Some(integer + numerator != 0.0)
    }
}

impl NumberPiece {
    pub(super) fn text(&self) -> String {
        match self {
            NumberPiece::Text(text) => text,
            NumberPiece::Point => ".",
            NumberPiece::Comma => ",",
            NumberPiece::Percent => "%",
            NumberPiece::Slash => "/",
            _ => self.blank(),
        }
        .to_owned()
    }

    /// What a digit shows where the number has none.
    fn blank(&self) -> &'static str {
        match self {
            NumberPiece::Digit('0') => "0",
            NumberPiece::Digit('?') => " ",
            _ => "",
        }
    }
}

/// Numerator and denominator, smaller than the limit, of the last convergent of the continued fraction: Excel shows 0.3 as `1/3`.
fn near_fraction(number: f64, limit: f64) -> (f64, f64) {
    let mut rest = number.fract();
    let (mut above, mut below) = ((1.0, number.trunc()), (0.0, 1.0));
    while rest > ALMOST_NONE {
        let count = rest.recip().trunc();
        rest = rest.recip().fract();
        let next = count * below.1 + below.0;
        if next >= limit {
            break;
        }
        above = (above.1, count * above.1 + above.0);
        below = (below.1, next);
    }
    (above.1, below.1)
}

/// The fifteen digits that a spreadsheet keeps, and the power of ten of the first.
fn scientific(number: f64) -> (u64, i32) {
    let text = format!("{:.14e}", number.abs());
    let (digits, power) = text.split_once('e').unwrap_or_default();
    (digits.replace('.', "").parse().unwrap_or(0), power.parse().unwrap_or(0))
}

/// The digits of a number times a power of ten, before the point; a half is rounded up. A zero has none.
fn rounded(number: f64, power: i32) -> String {
    let (digits, first) = scientific(number);
    let power = first - 14 + power;
    let unit = 10_u64.checked_pow((-power).max(0) as u32);
    match unit.map_or(0, |unit| (digits + unit / 2) / unit) {
        0 => String::new(),
        digits => format!("{digits}{}", "0".repeat(power.max(0) as usize)),
    }
}

/// The fifteen digits that a spreadsheet keeps: 0.1 + 0.2 is 0.3.
fn general(number: f64) -> String {
    let kept: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    // A zero has no sign.
    format!("{}", kept + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_as_a_spreadsheet_shows_them() {
        let corpus = include_str!("../../../tests/import/formats.tsv");
        let (mut numbers, mut all, mut wrong) = (vec![], 0, vec![]);
        for line in corpus.lines() {
            let (kind, rest) = line.split_once('\t').unwrap_or_default();
            if kind == "values" {
                numbers = rest.split('\t').collect();
            }
            if kind != "code" && kind != "excel" {
                continue;
            }
            let (code, shown) = rest.split_once('\t').unwrap();
            let format = match code.strip_prefix("id ") {
                Some(id) => NumberFormat::built_in(id.parse().unwrap()),
                None => NumberFormat::parse(code),
            };
            for (number, expected) in numbers.iter().zip(shown.split('\t')) {
                let shown = format.show(number.parse().unwrap(), false);
                all += 1;
                if shown != expected.replace('∅', "") {
                    wrong.push(format!("{code}: {number} is {expected}, not {shown}"));
                }
            }
        }
        assert!(all > 4000, "{all}");
        let right = all - wrong.len();
        assert!(wrong.is_empty(), "{right} of {all} are right\n{wrong:#?}");
    }

    #[test]
    fn numbers_that_the_corpus_lacks_are_shown() {
        let show = |code: &str, number: f64| NumberFormat::parse(code).show(number, false);
        for (code, number, shown) in [
            ("General", 0.1 + 0.2, "0.3"),
            ("General", -0.0, "0"),
            ("0.00", 1.005, "1.01"),
            ("0.00", 9.999, "10.00"),
            ("##0.0E+0", 999.95, "1.0E+3"),
            ("# ?/?", 1.999, "2"),
            ("h:mm:ss", 0.999_999, "0:00:00"),
            // No calendar has such a day.
            ("yyyy-mm-dd", -1.0, "-1"),
            // No code of a number: shown as it is.
            ("0\"", 3.0, "3"),
            ("[Red", 3.0, "3"),
            ("0;0;0;0;0", -3.0, "-3"),
            ("", 3.0, "3"),
        ] {
            assert_eq!(show(code, number), shown, "{code}");
        }
        let day = NumberFormat::built_in(15);
        assert!(day.is_date());
        assert_eq!(day.show(44_562.0, true), "2-Jan-26");
        assert_eq!(day.show(1e300, false).len(), 301);
        assert_eq!(NumberFormat::built_in(4_000_000).show(3.0, false), "3");
    }

    proptest::proptest! {
        #[test]
        fn any_code_shows_any_number(code in "[0#?.,%EGeneral+;@yYmdhsAP/ \"\\\\_*\\[\\]<>=$€×-]{0,12}|\\PC{0,12}", number: f64) {
            NumberFormat::parse(&code).show(number, false);
        }
    }
}
