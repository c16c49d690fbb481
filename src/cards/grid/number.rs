//! Shows the numbers of a workbook as its users see them: `3`, `50%`, `$2.50`, `1/2`, `2-Jan-26`. A number and a format code come
//! in, text goes out. Called by the reader `xlsx`.

use ssf_rs::Value;
use ssf_rs::evalfmt::split_fmt;
use ssf_rs::format::format;
use ssf_rs::tables::resolve_id;

/// Letters of a format code: a spreadsheet takes no more.
const MOST_CODE: usize = 255;

/// How a number is shown: its format code (ECMA-376, part 1, 18.8.30 and 18.8.31).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberFormat {
    code: String,
    /// Percent signs: each makes the number a hundred times as large.
    percents: i32,
    /// Digits before the point, at least.
    whole: usize,
    is_date: bool,
    /// Whether one part of the code is for all numbers; then a negative one gets a sign.
    is_for_all: bool,
}

impl NumberFormat {
    /// A format that has a number and no code of its own.
    pub fn built_in(id: u32) -> Self {
        Self::parse(&resolve_id(u16::try_from(id).unwrap_or(0)))
    }

    pub fn parse(code: &str) -> Self {
        let is_plain = code.trim().eq_ignore_ascii_case(GENERAL)
            || code.trim() == "@"
            || code.len() > MOST_CODE;
        let is_date = !is_plain && ssf_rs::is_date(code);
        let (code, percents) = if is_plain {
            (String::new(), 0)
        } else {
            spelled_out(code, is_date)
        };
        let conditions = ["[<", "[>", "[="].iter().any(|start| code.contains(start));
        let parts = split_fmt(&code).map_or(1, |parts| parts.len());
        let digits = code.find('.').map_or("", |point| &code[..point]);
        NumberFormat {
            percents,
            whole: digits.len() - digits.trim_end_matches('0').len(),
            is_date,
            is_for_all: parts == 1 && !conditions,
            code,
        }
    }

    /// Whether it shows a day or a time.
    pub fn is_date(&self) -> bool {
        self.is_date
    }

    /// The number as it is shown, without blanks around it. `since_1904`: how the workbook counts days.
    pub fn show(&self, number: f64, since_1904: bool) -> String {
        if self.code.is_empty() {
            return general(number);
        }
        let negative = self.is_for_all && !self.is_date && number < 0.0;
        let shown = if negative { -number } else { number };
        let shown = shown * 100_f64.powi(self.percents);
        let code = self.code.replace(NUMBER, &general(shown.abs()));
        let Ok(text) = format(&code, &Value::Num(shown), since_1904) else {
            return general(number);
        };
        let text = text.trim();
        if self.is_date && text.is_empty() {
            // No calendar has such a day.
            return general(number);
        }
        let sign = if negative { "-" } else { "" };
        let start = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let (before, digits) = text.split_at(start);
        let many = digits.bytes().take_while(u8::is_ascii_digit).count();
        let zeros = match many {
            // A code may show no digit at all.
            0 => String::new(),
            _ if !self.is_for_all => String::new(),
            many => "0".repeat(self.whole.saturating_sub(many)),
        };
        format!("{sign}{before}{zeros}{digits}")
    }
}

const GENERAL: &str = "General";

/// A placeholder in a code, replaced by the number as [`general`] shows it.
const NUMBER: char = '\u{FFFC}';

/// A code in which what ssf-rs doesn't know is written in a way that it does: letters that are shown as they are get a backslash,
/// percent signs as well (they are counted, and returned), and `General` becomes a placeholder in quotes.
fn spelled_out(code: &str, is_date: bool) -> (String, i32) {
    let mut out = String::new();
    let mut percents = 0;
    let mut rest = code;
    let (mut quoted, mut bracket) = (false, false);
    while let Some(c) = rest.chars().next() {
        let general = rest.get(..GENERAL.len());
        if !quoted && !bracket && general.is_some_and(|g| g.eq_ignore_ascii_case(GENERAL)) {
            out.extend(['"', NUMBER, '"']);
            rest = &rest[GENERAL.len()..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => quoted = !quoted,
            '[' if !quoted => bracket = true,
            ']' if !quoted => bracket = false,
            '\\' | '_' | '*' if !quoted => {
                out.push(c);
                let next = rest.chars().next();
                out.extend(next);
                rest = &rest[next.map_or(0, char::len_utf8)..];
                continue;
            }
            '%' if !quoted && !bracket => {
                // Those of the first part are taken for all parts.
                percents += i32::from(!out.contains(';'));
                out.push('\\');
            }
            '.' if is_date && !quoted && !rest.starts_with('0') => out.push('\\'),
            c if !c.is_ascii() && !quoted && !bracket => out.push('\\'),
            _ => {}
        }
        out.push(c);
    }
    (out, percents)
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
        let show = |code: &str, number: f64| NumberFormat::parse(code).show(number, false);
        for (code, number, shown) in [
            ("General", 3.0, "3"),
            ("General", 0.1 + 0.2, "0.3"),
            ("General", -0.0, "0"),
            ("@", 2.5, "2.5"),
            ("0.00", 2.5, "2.50"),
            ("0.00", 0.125, "0.13"),
            ("0.00", 1.005, "1.01"),
            ("0", 2.5, "3"),
            ("0", -2.5, "-3"),
            ("000", 7.0, "007"),
            ("0%", 0.5, "50%"),
            ("0 %", 0.07, "7 %"),
            ("0.0%;-0.0%", -0.125, "-12.5%"),
            ("00.00", 1.0, "01.00"),
            ("\"(\"000.0\")\"", -1.5, "-(001.5)"),
            ("0.00_ ;[Red]\\-0.00\\ ", -3.0, "-3.00"),
            ("0.0#", 2.5, "2.5"),
            ("0.0#", 2.0, "2.0"),
            ("+0;-0", 3.0, "+3"),
            ("+0;-0", -3.0, "-3"),
            ("0;-0;;@", 0.0, ""),
            ("0.00;;", -3.0, ""),
            ("0_);(0)", -5.0, "(5)"),
            ("0\" gold\"", 3.0, "3 gold"),
            ("\"x\"0", 2.0, "x2"),
            ("×0", 2.0, "×2"),
            ("0\\°", 2.0, "2°"),
            ("General\" pts\"", -3.0, "-3 pts"),
            ("[Red]General", 3.0, "3"),
            ("$#,##0.00", 5.0, "$5.00"),
            ("[$€-407] #,##0.00", 1234.5, "€ 1,234.50"),
            ("_($* #,##0.00_);_($* (#,##0.00)", -5.0, "$(5.00)"),
            ("0,", 1500.0, "2"),
            ("0.0,,\"M\"", 2_500_000.0, "2.5M"),
            ("[>=100]\"many\";[<2]\"few\";0", 1.0, "few"),
            ("# ?/?", 0.5, "1/2"),
            ("# ?/?", 1.25, "1 1/4"),
            ("0.00E+00", 25.0, "2.50E+01"),
            ("d-mmm-yy", 46_024.0, "2-Jan-26"),
            ("dd.mm.yyyy", 46_024.0, "02.01.2026"),
            ("d.m.yy h:mm", 46_024.5, "2.1.26 12:00"),
            ("mm:ss.0", 0.001, "01:26.4"),
            ("m/d/yy h:mm", 46_024.5, "1/2/26 12:00"),
            ("[h]:mm", 1.5, "36:00"),
            ("[h]:mm", 0.25, "6:00"),
            ("yyyy-mm-dd", 59.0, "1900-02-28"),
            ("yyyy-mm-dd", 61.0, "1900-03-01"),
            ("yyyy-mm-dd", -1.0, "-1"),
            ("mm:ss", 90.0 / 86_400.0, "01:30"),
            // No code of a number: shown as it is.
            ("0\"", 3.0, "3"),
        ] {
            assert_eq!(show(code, number), shown, "{code}");
        }
    }

    #[test]
    fn built_in_formats_are_those_of_the_standard() {
        for (id, number, shown) in [
            (0, 1.5, "1.5"),
            (1, 2.5, "3"),
            (2, 2.5, "2.50"),
            (3, 1500.0, "1,500"),
            (4, 1500.0, "1,500.00"),
            (9, 0.5, "50%"),
            (10, 0.125, "12.50%"),
            (11, 1500.0, "1.50E+03"),
            (12, 0.5, "1/2"),
            (13, 0.32, "8/25"),
            (14, 46_024.0, "1/2/26"),
            (18, 0.75, "6:00 PM"),
            (37, -5.0, "(5)"),
            (40, -5.0, "(5.00)"),
            (46, 1.5, "36:00:00"),
            (48, 12_345.0, "12.3E+3"),
            (49, 3.0, "3"),
            (4_000_000, 3.0, "3"),
        ] {
            assert_eq!(
                NumberFormat::built_in(id).show(number, false),
                shown,
                "{id}"
            );
        }
        assert!(NumberFormat::built_in(14).is_date());
        assert_eq!(NumberFormat::built_in(14).show(1e300, false).len(), 301);
        assert_eq!(NumberFormat::built_in(15).show(44_562.0, true), "2-Jan-26");
    }

    proptest::proptest! {
        #[test]
        fn any_code_shows_any_number(code in "[0#?.,%EGeneral+;@yYmdhsAP/ \"\\\\_*\\[\\]<>=$€×-]{0,12}|\\PC{0,12}", number: f64) {
            NumberFormat::parse(&code).show(number, false);
        }
    }
}
