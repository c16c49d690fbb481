//! `operation = { pair-country = { limit = 1 } }`

use super::{Ability, Reading, Wording};
use crate::cards::Value;
use crate::games::hammers::play::{
    Aim, Deck, Effect, Launch, NO_TARGET, Rules, State, loyalty, refused, zones,
};
use crate::rules::{Event, Log, Refusal};

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

impl Effect for PairCountry {
    const AIM: Aim = Aim::Country;

    #[inline]
    fn targets(&self, at: &Launch<'_>) -> u64 {
        let full = at.state.paired[at.place].count_ones() >= u32::from(self.limit);
        if at.rules.is_lab(at.place) || full {
            return 0;
        }
        u64::from(at.theirs().countries)
    }

    fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        if usize::from(target) >= at.rules.countries.len() {
            return Some(NO_TARGET);
        }
        if at.place >= at.rules.numbers.countries {
            return Some(refused(
                "not-at-a-country",
                "CH1-E10, CH2-G12",
                "it pairs with a country, not with a lab",
            ));
        }
        if at.theirs().countries >> target & 1 == 0 {
            return Some(refused(
                "not-theirs",
                "CH1-E10, CH2-G12",
                "the opponent does not hold that country",
            ));
        }
        let paired = at.state.paired[at.place].count_ones();
        (paired >= u32::from(self.limit)).then_some(refused(
            "already-paired",
            "CH1-I9, CH2-G12",
            "no more countries can be paired with this one",
        ))
    }

    #[inline]
    fn happen<L: Log>(
        &self,
        rules: &Rules,
        state: &mut State,
        (side, slot): (usize, usize),
        target: u8,
        log: &mut L,
    ) {
        let place = state.sides[side].place_of(slot);
        state.sides[1 - side].countries &= !(1 << target);
        state.paired[place] |= 1 << target;
        log.push(Event::Moved {
            card: rules.token(Deck::Countries, target),
            from: zones::owned(1 - side),
            to: zones::paired(place),
            face: loyalty(state, target),
        });
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
