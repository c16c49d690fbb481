//! `passive = { unseen-by-crises = true }`

use super::{Ability, Passes, Reading, Wording};
use crate::cards::Value;

/// Left out when a location's influence is counted for a crisis: the Diplomat's passive (CH1-R13, CH2-R12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnseenByCrises;

impl Ability for UnseenByCrises {
    const KEY: &'static str = "unseen-by-crises";
    const EXAMPLE: &'static str = "true";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.yes(Self::KEY, value)?;
        Some(UnseenByCrises)
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        format!(
            "When a **{}** is counted: this {} is left out.",
            w.terms.crisis, w.terms.action
        )
    }
}

impl Passes for UnseenByCrises {
    #[inline]
    fn unseen_by_crises(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{FIRST, SECOND, bad, sentences};

    #[test]
    fn says_what_is_not_counted() {
        assert_eq!(
            sentences(SECOND, "diplomat").0,
            "When a **Crisis** is counted: this Asset is left out."
        );
        assert_eq!(
            sentences(FIRST, "diplomat").0,
            "When a **crisis** is counted: this card is left out."
        );
    }

    #[test]
    fn is_there_or_not() {
        assert_eq!(
            bad(SECOND, "unseen-by-crises = true", "unseen-by-crises = 1"),
            ["`unseen-by-crises` can only be `true` \
              (write `unseen-by-crises = true`, or take it away)"]
        );
    }
}
