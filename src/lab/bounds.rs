//! What no part of a run holds: counts beyond those of its games, signs that a terminal obeys. Values of a file come in, whether they can
//! be goes out. Called by `part`.

use serde_json::Value;

/// Most games of a run: what they count has room in sums.
pub const MOST_GAMES: u64 = 1_000_000_000_000_000;

/// What a game may count, decisions or cases of a law, and the sum of squares of such numbers; of a very long run so much less that
/// the sums of all parts have room.
const MOST_EACH: u64 = 1_000_000;
const MOST_SQUARES_EACH: u128 = 10_u128.pow(24);
const MOST_COUNTED: u64 = 10_u64.pow(19);
const MOST_SQUARES: u128 = 10_u128.pow(36);

/// A game counts so often at most among the games of all seats.
const MOST_SEATS: u64 = 16;

/// What the counts of so many games of a run can be.
pub(super) struct CountBounds {
    games: u64,
    number: u64,
    squares: u128,
}

impl CountBounds {
    pub fn new(games: u64, total: u64) -> CountBounds {
        let total = total.max(1);
        let squares = MOST_SQUARES_EACH.min(MOST_SQUARES / u128::from(total));
        CountBounds {
            games: games.saturating_mul(MOST_SEATS),
            number: games.saturating_mul(MOST_EACH.min(MOST_COUNTED / total)),
            squares: u128::from(games).saturating_mul(squares),
        }
    }

    /// Whether all numbers of these counts can be.
    pub fn hold(&self, counts: &Value) -> bool {
        match counts {
            Value::Object(all) => {
                let numbers = all.values().filter_map(Value::as_u64);
                let sum = numbers.fold(0, u64::saturating_add);
                // The number of a game is no count.
                let mut counted = all.iter().filter(|(key, _)| *key != "broken");
                sum <= self.number && counted.all(|(key, value)| self.holds(key, value))
            }
            Value::Array(all) => all.iter().all(|one| self.hold(one)),
            Value::Number(number) => number.as_u64().is_some_and(|n| n <= self.number),
            Value::String(_) | Value::Null | Value::Bool(_) => true,
        }
    }

    fn holds(&self, key: &str, value: &Value) -> bool {
        match (key, value) {
            ("games" | "wins" | "pairs", Value::Number(number)) => {
                number.as_u64().is_some_and(|n| n <= self.games)
            }
            (
                "sum" | "squares" | "sum_x" | "sum_y" | "squares_x" | "squares_y" | "products",
                Value::String(text),
            ) => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
                let number = digits.parse::<u128>();
                is_number && number.is_ok_and(|number| number <= self.squares)
            }
            (_, value) => self.hold(value),
        }
    }
}

/// The first sign of a text of the file that a terminal obeys, as the reading of cards refuses them.
pub(super) fn control_character(value: &Value) -> Option<char> {
    let obeyed =
        |text: &str| text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r'));
    match value {
        Value::String(text) => obeyed(text),
        Value::Array(all) => all.iter().find_map(control_character),
        Value::Object(all) => {
            all.iter().find_map(|(key, value)| obeyed(key).or_else(|| control_character(value)))
        }
        Value::Number(_) | Value::Null | Value::Bool(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_held_against_the_games_of_the_part() {
        let few = CountBounds::new(10, 100);
        assert!(few.hold(&json!({"games": 10, "squares": "-12", "title": "9".repeat(40)})));
        assert!(few.hold(&json!({"broken": [1_u64 << 60, "I1"], "lengths": {"3": 10_000_000}})));
        for counts in [
            json!({"games": 161}),
            json!({"lengths": {"3": 10_000_001}}),
            json!({"lengths": {"3": 6_000_000, "4": 6_000_000}}),
            json!([["I1", 10_000_001]]),
            json!({"decisions": -1}),
            json!({"decisions": 0.5}),
            json!({"squares": "+12"}),
            json!({"squares": ""}),
            json!({"squares": "--1"}),
            json!({"seats": [{"sum": "99999999999999999999999999"}]}),
            json!({"sum_x": format!("1{}", "0".repeat(60))}),
        ] {
            assert!(!few.hold(&counts), "{counts}");
        }
        assert!(CountBounds::new(0, 100).hold(&json!({"games": 0, "sum": "0"})));
        assert!(!CountBounds::new(0, 100).hold(&json!({"games": 1})));
        // Sums over all parts of the longest run, and over seats, have room.
        let all = CountBounds::new(MOST_GAMES, MOST_GAMES);
        assert!(all.number == MOST_COUNTED && all.games.checked_mul(MOST_SEATS).is_some());
        assert!(all.squares.checked_mul(16).is_some_and(|sum| i128::try_from(sum).is_ok()));
    }

    #[test]
    fn control_characters_are_found_wherever_they_stand() {
        assert_eq!(control_character(&json!({"a": ["b\n\t\r", 1, null]})), None);
        assert_eq!(control_character(&json!({"a": ["\u{1b}[31m"]})), Some('\u{1b}'));
        assert_eq!(control_character(&json!({"a\u{0}": 1})), Some('\0'));
    }
}
