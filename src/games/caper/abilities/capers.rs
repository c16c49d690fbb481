//! Capers at this location, which win it (CAP-R15).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::play::{Effect, Look, Yield};
use crate::games::caper::{Amount, Voice};

/// Capers at this location, which win it (CAP-R15).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Capers(pub Amount);

impl Printed for Capers {
    const KEY: &'static str = "capers";
    const SLOTS: &'static [Slot] = &[Slot::Gives];
    const EXAMPLE: &'static str = "capers = 1";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        Amount::read(value, reading).map(Capers)
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about = "Capers at this location, which win it (CAP-R15).";
        Amount::schema(about, Amount::CONDITIONS, reading)
    }

    fn wording(&self, voice: &Voice) -> String {
        self.0.wording("caper", voice)
    }

    fn icons(&self, voice: &Voice) -> String {
        self.0.icons("caper", voice)
    }
}

impl Effect for Capers {
    #[inline]
    fn gives(&self, look: &Look) -> Yield {
        Yield::capers(self.0.count(look))
    }

    fn fixed(&self) -> Option<Yield> {
        self.0.fixed().map(Yield::capers)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{capers, end, rules_with};
    use crate::games::caper::testing::{bad_gear, gear};

    #[test]
    fn capers_are_worded_and_drawn() {
        let card = gear("gives = [{ capers = 2 }]");
        assert_eq!(card.icons, "{caper}{caper}");
        assert_eq!(card.text, "**At the end:** 2\u{a0}{caper}.");
    }

    #[test]
    fn capers_are_a_number_or_a_count() {
        let told = bad_gear("gives = [{ capers = true }]");
        assert!(
            told[0].starts_with("an amount is true or false"),
            "{told:?}"
        );
    }

    #[test]
    fn capers_count_at_their_location_while_the_card_lies_face_up() {
        let two = ("gear", "plasma-cutter", "gives = [{ capers = 2 }]");
        let rules = rules_with(&[two, ("thieves", "the-dame", "")]);
        for (face, expected) in [("up", 2), ("flipped", 0)] {
            let cutter = json!({"card": "plasma-cutter", "face": face});
            let state = end(&rules, "none", [json!(["the-dame", cutter]), json!([])]);
            assert_eq!(capers(&rules, &state, "1/cream"), expected, "{face}");
            assert_eq!(capers(&rules, &state, "2/cream"), 0);
        }
    }
}
