//! Shows days and times by their format codes. Called by `number`.

use super::number::{NumberPiece, NumberSection};

/// Digits that a second may have behind its point.
const MOST_PLACES: usize = 3;

/// The day after the last that a spreadsheet knows, 31 December 9999.
const LAST_DAY: f64 = 2_958_466.0;

/// What a workbook that counts from 1904 leaves out.
const DAYS_TO_1904: u64 = 1462;

/// Seconds.
const DAY: u64 = 86_400;

const MONTHS: &str =
    "January February March April May June July August September October November December";

const WEEKDAYS: &str = "Saturday Sunday Monday Tuesday Wednesday Thursday Friday";

impl NumberSection {
    /// A day or a time, if a calendar has it.
    pub(super) fn date(&self, number: f64, since_1904: bool) -> Option<String> {
        let pieces = &self.pieces;
        let zeros = |at: usize| {
            pieces[at + 1..].iter().take_while(|piece| **piece == NumberPiece::Digit('0')).count()
        };
        let places = (0..pieces.len())
            .filter(|at| pieces[*at] == NumberPiece::Point)
            .map(zeros)
            .max()
            .unwrap_or(0)
            .min(MOST_PLACES);
        if !(0.0..LAST_DAY).contains(&number) {
            return None;
        }
        let ticks = 10_u64.pow(places as u32);
        let time = (number * (DAY * ticks) as f64).round() as u64;
        let (seconds, split) = (time / ticks, format!("{:0places$}", time % ticks));
        let days = seconds / DAY + if since_1904 { DAYS_TO_1904 } else { 0 };
        let (year, month, day) = calendar(days);
        let weekday = WEEKDAYS.split(' ').nth((days % 7) as usize)?;
        let month_name = MONTHS.split(' ').nth(month)?;
        let is_halved = pieces.iter().any(|piece| matches!(piece, NumberPiece::Noon(_)));
        let hour = seconds % DAY / 3600;
        let mut behind = "".chars();
        let mut text = String::new();
        for piece in pieces {
            let (value, count) = match piece {
                NumberPiece::Date('y', 1 | 2) => (year % 100, 2),
                NumberPiece::Date('y' | 'e', _) => (year, 4),
                NumberPiece::Date('m', count @ 1..3) => (month as u64 + 1, *count),
                NumberPiece::Date('d', count @ 1..3) => (day, *count),
                NumberPiece::Date('h', count) if is_halved => ((hour + 11) % 12 + 1, *count),
                NumberPiece::Date('h', count) => (hour, *count),
                NumberPiece::Date('M', count) => (seconds / 60 % 60, *count),
                NumberPiece::Date('s', count) => (seconds % 60, *count),
                NumberPiece::Elapsed('h', count) => (seconds / 3600, *count),
                NumberPiece::Elapsed('m', count) => (seconds / 60, *count),
                NumberPiece::Elapsed(_, count) => (seconds, *count),
                _ => (0, 0),
            };
            match piece {
                _ if count > 0 => text += &format!("{value:0count$}"),
                NumberPiece::Date('m', 3) => text += &month_name[..3],
                NumberPiece::Date('m', 5) => text += &month_name[..1],
                NumberPiece::Date('m', _) => text += month_name,
                NumberPiece::Date(_, 3) => text += &weekday[..3],
                NumberPiece::Date(..) => text += weekday,
                NumberPiece::Noon(count) => {
                    text += &(if hour < 12 { "AM" } else { "PM" })[..*count]
                }
                NumberPiece::Digit(digit) => text.push(behind.next().unwrap_or(*digit)),
                _ => text += &piece.text(),
            }
            if *piece == NumberPiece::Point {
                behind = split.chars();
            }
        }
        Some(text)
    }
}

/// Year, month (January is 0) and day. The first day is the 0th of January 1900, and 1900 has a 29th of February, as in Excel.
fn calendar(mut day: u64) -> (u64, usize, u64) {
    let mut year = 1900;
    loop {
        let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0 || year == 1900;
        let february = if is_leap { 29 } else { 28 };
        for (month, days) in
            [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].into_iter().enumerate()
        {
            if day <= days {
                return (year, month, day);
            }
            day -= days;
        }
        year += 1;
    }
}
