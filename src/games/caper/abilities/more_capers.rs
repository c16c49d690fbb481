//! A location where certain cards give more capers (CAP-R15, CAP-G15).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::play::{Effect, Look, Yield};
use crate::games::caper::words::{icons, some};
use crate::games::caper::{Voice, Which};

/// A location where certain cards give more capers (CAP-R15, CAP-G15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoreCapers {
    pub number: u8,
    pub which: Which,
}

impl Printed for MoreCapers {
    const KEY: &'static str = "capers";
    const SLOTS: &'static [Slot] = &[Slot::Modifier];
    const EXAMPLE: &'static str = "capers = { for = \"thieves\" }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let (number, which) = Which::read_more(value, reading)?;
        Some(MoreCapers { number, which })
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about = "Each of these cards gives more capers here (CAP-R15, CAP-G15).";
        Which::schema_of_more(about, reading)
    }

    fn wording(&self, voice: &Voice) -> String {
        let one = self.which.one(&voice.palette);
        format!("Each {one} here gives {} more.", some(self.number, "caper"))
    }

    fn icons(&self, voice: &Voice) -> String {
        let which = self.which.icon(&voice.palette);
        format!("{} / {which}", icons(self.number, "caper"))
    }
}

impl Effect for MoreCapers {
    /// For each unflipped card of a player there (CAP-G15).
    #[inline]
    fn gives(&self, look: &Look) -> Yield {
        Yield::capers(u16::from(self.number) * look.own(self.which))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{capers, end, rules_with};
    use crate::games::caper::testing::{bad_location, location};

    #[test]
    fn more_capers_names_the_cards() {
        let card =
            location("reward = [{ points = 1 }]\nmodifier = { capers = { for = \"teal\" } }");
        assert_eq!(card.modifier_icons, "{caper} / {sign-teal}");
        assert_eq!(
            card.modifier,
            "Each **teal** card\u{a0}{sign-teal} here gives 1\u{a0}{caper} more."
        );
    }

    #[test]
    fn more_capers_must_say_for_which_cards() {
        let told = |modifier: &str| {
            bad_location(&format!(
                "reward = [{{ points = 1 }}]\nmodifier = {{ capers = {modifier} }}"
            ))
        };
        assert_eq!(
            told("{ amount = 1 }"),
            ["a modifier has no `for` (add `for = \"thieves\"`)"]
        );
        assert!(told("1")[0].starts_with("a modifier is an integer"));
        assert!(told("{ for = \"tael\" }")[0].contains("did you mean `teal`?"));
    }

    #[test]
    fn more_capers_are_given_for_cards_of_both_that_lie_face_up() {
        // CAP-G15.
        let rules = rules_with(&[
            (
                "locations",
                "the-chapel",
                "reward = [{ points = 1 }]\nmodifier = { capers = { for = \"thieves\", amount = 2 } }",
            ),
            ("thieves", "the-dame", ""),
            ("thieves", "the-driver", ""),
            ("thieves", "the-artist", ""),
        ]);
        let mint = json!(["the-artist", {"card": "the-driver", "face": "flipped"}]);
        let state = end(&rules, "the-chapel", [json!(["the-dame"]), mint]);
        assert_eq!(capers(&rules, &state, "1/cream"), 2);
        assert_eq!(capers(&rules, &state, "1/mint"), 2);
    }
}
