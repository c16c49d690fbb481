//! Numbers of the template language: exact decimals, so that 0.1 + 0.2 is 0.3. `evaluate` calculates with them.

use std::fmt;

/// A decimal number, held in billionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(i128);

/// Billionths of one.
const ONE: i128 = 1_000_000_000;

/// Decimal places that are kept.
const KEPT: usize = 9;

/// Decimal places that are shown; the others are there so that a third times three is one.
const SHOWN: usize = 6;

/// A trillion: nothing on a card is larger.
const LARGEST: i128 = 1_000_000_000_000 * ONE;

impl Number {
    pub const ZERO: Number = Number(0);

    /// Reads `3`, `-2.5`, `.5`; `None` for anything else, and for what is too large.
    pub fn parse(text: &str) -> Option<Number> {
        let text = text.trim();
        let (negative, digits) = match text.strip_prefix(['-', '−']) {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        let is_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if (whole.is_empty() && decimals.is_empty()) || !is_digits(whole) || !is_digits(decimals) {
            return None;
        }
        let decimals = &decimals[..decimals.len().min(KEPT)];
        let whole: i128 = match whole {
            "" => 0,
            whole => whole.parse().ok()?,
        };
        let billionths: i128 = format!("{decimals:0<KEPT$}").parse().ok()?;
        let number = whole.checked_mul(ONE)?.checked_add(billionths)?;
        Number::bounded(if negative { -number } else { number })
    }

    pub(super) fn add(self, other: Number) -> Option<Number> {
        Number::bounded(self.0.checked_add(other.0)?)
    }

    pub fn subtract(self, other: Number) -> Option<Number> {
        Number::bounded(self.0.checked_sub(other.0)?)
    }

    pub fn multiply(self, other: Number) -> Option<Number> {
        Number::bounded(rounded(self.0.checked_mul(other.0)?, ONE))
    }

    /// `None` as well when `other` is zero.
    pub fn divide(self, other: Number) -> Option<Number> {
        if other == Number::ZERO {
            return None;
        }
        Number::bounded(rounded(self.0.checked_mul(ONE)?, other.0))
    }

    /// What is left over when it is divided, never below zero; `None` when `other` is zero.
    pub fn remainder(self, other: Number) -> Option<Number> {
        self.0.checked_rem_euclid(other.0).map(Number)
    }

    /// The whole number that it is; `None` for one with decimal places.
    pub fn whole(self) -> Option<i64> {
        match self.0 % ONE {
            0 => i64::try_from(self.0 / ONE).ok(),
            _ => None,
        }
    }

    fn bounded(billionths: i128) -> Option<Number> {
        (billionths.abs() <= LARGEST).then_some(Number(billionths))
    }
}

/// `number / by`, rounded to the nearest, halves away from zero.
fn rounded(number: i128, by: i128) -> i128 {
    let half = by.abs() / 2;
    let away = if number < 0 { -half } else { half };
    (number + away) / by
}

/// Up to six decimal places, without trailing zeros.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drop = ONE / 10_i128.pow(SHOWN as u32);
        let shown = rounded(self.0, drop);
        let (whole, decimals) = (shown.abs() / (ONE / drop), shown.abs() % (ONE / drop));
        let sign = if shown < 0 { "-" } else { "" };
        let decimals = format!("{decimals:0SHOWN$}");
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            decimals => write!(f, "{sign}{whole}.{decimals}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_read_and_shown_without_noise() {
        for (text, shown) in [
            ("3", "3"),
            ("-2.50", "-2.5"),
            (".5", "0.5"),
            ("+7", "7"),
            ("−1", "-1"),
            ("-0", "0"),
            ("0.0000004", "0"),
        ] {
            assert_eq!(number(text).to_string(), shown);
        }
        for text in ["", ".", "-", "3 coins", "0,5", "1e3", "NaN", "0x10", "9999999999999"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sums_are_exact() {
        let shown = |n: Option<Number>| n.unwrap().to_string();
        assert_eq!(shown(number("0.1").add(number("0.2"))), "0.3");
        assert_eq!(shown(number("1").divide(number("3"))), "0.333333");
        let third = number("1").divide(number("3")).unwrap();
        assert_eq!(shown(third.multiply(number("3"))), "1");
        assert_eq!(shown(number("-7").remainder(number("5"))), "3");
        assert_eq!(number("1").divide(Number::ZERO), None);
        assert_eq!(number("1").remainder(Number::ZERO), None);
        assert_eq!(number("999999999999").multiply(number("2")), None);
        assert_eq!(number("2.0").whole(), Some(2));
        assert_eq!(number("2.5").whole(), None);
    }
}
