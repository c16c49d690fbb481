//! `operation = { carry-hidden = { partner = "policeman" } }`

use super::{Ability, Reading, Wording};
use crate::cards::Value;

/// Turned up together with a hidden partner at another location, it carries one hidden opposing card from the location
/// of the one to that of the other: the Policeman's operation (CH1-E8, CH2-G12).
///
/// The rulebook asks that one of the two was placed in an earlier turn. As a turn places one card, this is always so,
/// and the card need not say it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarryHidden {
    /// The profession of the partner.
    pub partner: String,
}

impl Ability for CarryHidden {
    const KEY: &'static str = "carry-hidden";
    const EXAMPLE: &'static str = "{ partner = \"policeman\" }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let [partner] = reading.parts(Self::KEY, "`carry-hidden`", value, ["partner"])?;
        let partner = reading.needed(Self::KEY, "partner", value, partner)?;
        let partner = reading.profession("partner", partner)?;
        Some(CarryHidden { partner })
    }

    fn wording(&self, w: &Wording<'_>) -> String {
        let terms = w.terms;
        let (hidden, activate) = (&terms.hidden, &terms.activate);
        format!(
            "With another {hidden} {} of yours at a different location: {activate} both. \
             Move one **{hidden}** opposing {} from one to the other.",
            w.one(&self.partner),
            terms.action
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{FIRST, SECOND, bad, sentences};

    #[test]
    fn says_with_whom_and_what() {
        assert_eq!(
            sentences(SECOND, "policeman").1,
            "With another face-down {policeman}\u{a0}**Policeman** of yours at a different location: launch both. \
             Move one **face-down** opposing Asset from one to the other."
        );
        assert_eq!(
            sentences(FIRST, "policeman").1,
            "With another hidden {policeman}\u{a0}**Policeman** of yours at a different location: activate both. \
             Move one **hidden** opposing card from one to the other."
        );
    }

    #[test]
    fn the_partner_must_be_there() {
        assert_eq!(
            bad(SECOND, "partner = \"policeman\"", "partner = \"policemen\""),
            ["no card of the deck has the profession `policemen` (did you mean `policeman`?)"]
        );
        assert_eq!(
            bad(
                SECOND,
                "{ partner = \"policeman\" }",
                "{ parner = \"policeman\" }"
            ),
            [
                "unknown key `parner` in `carry-hidden` (did you mean `partner`?)",
                "`carry-hidden` has no `partner` (add `partner = …` between its braces)",
            ]
        );
        assert_eq!(
            bad(SECOND, "{ partner = \"policeman\" }", "true"),
            ["`carry-hidden` is `yes`, not a table with `partner` (write a table with `partner`)"]
        );
    }
}
