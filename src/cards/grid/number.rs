//! Formats the numbers of a workbook as its users see them: `3`, `50%`, `2.50`, `007`, a date. A number and a format code come
//! in, text goes out. Called by the reader `xlsx`.

/// How a number is shown, read off its format code: `0.00`, `0%`, `d-mmm-yy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFormat {
    /// As many digits as it has.
    General,
    Fixed {
        /// Digits before the point, at least.
        whole: usize,
        /// Digits behind the point, at least and at most.
        least: usize,
        most: usize,
        percent: bool,
    },
    Date,
}

impl NumberFormat {
    /// A format that has a number and no code of its own (ECMA-376, 18.8.30).
    pub fn built_in(id: u32) -> Self {
        match id {
            2 => Self::parse("0.00"),
            9 => Self::parse("0%"),
            10 => Self::parse("0.00%"),
            14..=22 | 27..=36 | 45..=47 | 50..=58 => NumberFormat::Date,
            _ => NumberFormat::General,
        }
    }

    /// Reads a format code. What is more than digits and a per cent sign counts as general.
    pub fn parse(code: &str) -> Self {
        let code = bare(code.split(';').next().unwrap_or_default());
        if code.eq_ignore_ascii_case("general") || code == "@" {
            return NumberFormat::General;
        }
        if code.contains(|c: char| "dmyhsDMYHS".contains(c)) {
            return NumberFormat::Date;
        }
        let percent = code.contains('%');
        let digits: String = code.chars().filter(|c| "0#.".contains(*c)).collect();
        let plain = code.chars().all(|c| "0#.% ".contains(c));
        let (whole, behind) = digits.split_once('.').unwrap_or((&digits, ""));
        if !plain || digits.is_empty() || behind.contains('.') {
            return NumberFormat::General;
        }
        // No more digits than a number has.
        let count = |text: &str, sign: char| text.matches(sign).count().min(15);
        let least = count(behind, '0');
        NumberFormat::Fixed {
            whole: count(whole, '0'),
            least,
            most: least + count(behind, '#'),
            percent,
        }
    }

    /// The number as it is shown. `since_1904`: how the workbook counts days.
    pub fn show(self, number: f64, since_1904: bool) -> String {
        match self {
            NumberFormat::General => general(number),
            NumberFormat::Date => date(number, since_1904).unwrap_or_else(|| general(number)),
            NumberFormat::Fixed {
                whole,
                least,
                most,
                percent,
            } => {
                let shown = if percent { number * 100.0 } else { number };
                let text = format!("{:.most$}", shown.abs());
                let (before, behind) = text.split_once('.').unwrap_or((&text, ""));
                let zeros = behind.len() - behind.trim_end_matches('0').len();
                let behind = &behind[..behind.len() - zeros.min(most - least)];
                let zero = !text.contains(|c: char| ('1'..='9').contains(&c));
                let sign = if shown < 0.0 && !zero { "-" } else { "" };
                let point = if behind.is_empty() { "" } else { "." };
                let percent = if percent { "%" } else { "" };
                format!("{sign}{before:0>whole$}{point}{behind}{percent}")
            }
        }
    }
}

/// A format code without colours, conditions, padding and words.
fn bare(code: &str) -> String {
    let mut bare = String::new();
    let mut letters = code.chars();
    while let Some(c) = letters.next() {
        match c {
            '"' => _ = letters.by_ref().find(|c| *c == '"'),
            '\\' | '_' | '*' => _ = letters.next(),
            '[' => {
                let inner: String = letters.by_ref().take_while(|c| *c != ']').collect();
                // `[h]` counts hours beyond a day; all else in brackets is a colour, a condition or a currency.
                if inner.len() <= 2 && inner.chars().all(|c| "hmsHMS".contains(c)) {
                    bare.push_str(&inner);
                }
            }
            c => bare.push(c),
        }
    }
    bare
}

/// The fifteen digits that a spreadsheet keeps: 0.1 + 0.2 is 0.3.
fn general(number: f64) -> String {
    let kept: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    // A zero has no sign.
    format!("{}", kept + 0.0)
}

/// `2026-11-22`, `14:30`, `2026-11-22 14:30`; `None` for what is no day.
fn date(number: f64, since_1904: bool) -> Option<String> {
    // Days up to the end of the year 9999.
    if !(0.0..2_958_466.0).contains(&number) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation)]
    let seconds = (number * 86_400.0).round() as i64;
    let (days, seconds) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let time = format!("{:02}:{:02}", seconds / 3600, seconds / 60 % 60);
    let time = match seconds % 60 {
        0 => time,
        seconds => format!("{time}:{seconds:02}"),
    };
    if days == 0 && seconds > 0 {
        return Some(time);
    }
    // Excel counts a 29th of February 1900.
    let epoch = if since_1904 {
        -24_107
    } else if days < 60 {
        -25_568
    } else {
        -25_569
    };
    let (year, month, day) = civil(days + epoch);
    let date = format!("{year:04}-{month:02}-{day:02}");
    Some(if seconds == 0 {
        date
    } else {
        format!("{date} {time}")
    })
}

/// Year, month and day of a day counted from 1970-01-01, after <https://howardhinnant.github.io/date_algorithms.html>.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
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
            ("0.00", 2.5, "2.50"),
            ("0", 2.5, "2"),
            ("000", 7.0, "007"),
            ("0%", 0.5, "50%"),
            ("0.0#", 2.5, "2.5"),
            ("0.0#", 2.0, "2.0"),
            ("0.00_);[Red](0.00)", -1.5, "-1.50"),
            ("0.0", -0.01, "0.0"),
            ("#,##0", 1000.0, "1000"),
            ("[$€-407] 0.00", 2.5, " 2.50"),
            ("0.00E+00", 25.0, "25"),
        ] {
            assert_eq!(show(code, number).trim(), shown.trim(), "{code}");
        }
    }

    #[test]
    fn dates_are_shown_year_first() {
        let show = |code: &str, number: f64| NumberFormat::parse(code).show(number, false);
        assert_eq!(show("d-mmm", 46_024.0), "2026-01-02");
        assert_eq!(show("m/d/yy h:mm", 46_024.5), "2026-01-02 12:00");
        assert_eq!(show("[h]:mm", 0.25), "06:00");
        assert_eq!(show("yyyy", 59.0), "1900-02-28");
        assert_eq!(show("yyyy", 61.0), "1900-03-01");
        assert_eq!(NumberFormat::Date.show(44_562.0, true), "2026-01-02");
        assert_eq!(NumberFormat::Date.show(-1.0, false), "-1");
        assert_eq!(NumberFormat::Date.show(1e300, false).len(), 301);
    }
}
