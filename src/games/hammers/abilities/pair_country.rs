//! `operation = { pair-country = { limit = 1 } }`

use super::{Ability, Reading, Wording};
use crate::cards::Value;

/// Takes a country that the opponent has won and pairs it with the country at the location: whoever wins this one wins
/// both. The Guerrilla's operation (CH1-E10, CH2-G9).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PairCountry {
    /// Most countries that may be paired with one, by both players together.
    pub limit: u8,
}

impl Ability for PairCountry {
    const KEY: &'static str = "pair-country";
    const EXAMPLE: &'static str = "{ limit = 1 }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let [limit] = reading.parts(Self::KEY, "`pair-country`", value, ["limit"])?;
        let limit = reading.needed(Self::KEY, "limit", value, limit)?;
        let limit = reading.whole("limit", limit, 1..=4)?;
        Some(PairCountry { limit })
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let free = match self.limit {
            1 => "an **unpaired** country".to_owned(),
            n => format!("a country with fewer than **{n}** pairs"),
        };
        format!(
            "At {free}: pair it with a country that your opponent {}s. Whoever wins it wins both.",
            w.terms.own
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{FIRST, SECOND, bad, sentence_after, sentences};

    #[test]
    fn says_where_and_what_is_paired() {
        assert_eq!(
            sentences(SECOND, "guerrilla").1,
            "At an **unpaired** country: pair it with a country that your opponent controls. \
             Whoever wins it wins both."
        );
        assert_eq!(
            sentences(FIRST, "guerrilla").1,
            "At an **unpaired** country: pair it with a country that your opponent owns. \
             Whoever wins it wins both."
        );
        let said = sentence_after(FIRST, "guerrilla", "operation", "limit = 1", "limit = 2");
        assert!(
            said.starts_with("At a country with fewer than **2** pairs:"),
            "{said}"
        );
    }

    #[test]
    fn a_wrong_limit_is_told() {
        assert_eq!(
            bad(FIRST, "limit = 1", "limit = 0"),
            ["`limit` is `0`, not a whole number from 1 to 4 (write a whole number from 1 to 4)"]
        );
        assert_eq!(
            bad(FIRST, "{ limit = 1 }", "{}"),
            ["`pair-country` has no `limit` (add `limit = …` between its braces)"]
        );
    }
}
