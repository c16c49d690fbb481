//! Points: of a card for its owner, of a location for its winner (CAP-R15, CAP-R16).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::play::{Effect, Look, Yield};
use crate::games::caper::{Amount, Voice};

/// Points: of a card for its owner, of a location for its winner (CAP-R15, CAP-R16).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Points(pub Amount);

impl Printed for Points {
    const KEY: &'static str = "points";
    const SLOTS: &'static [Slot] = &[Slot::Gives, Slot::Reward];
    const EXAMPLE: &'static str = "points = 2";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        Amount::read(value, reading).map(Points)
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about =
            "Points: of a card for its owner, of a location for its winner (CAP-R15, CAP-R16).";
        Amount::schema(about, Amount::CONDITIONS, reading)
    }

    fn wording(&self, voice: &Voice) -> String {
        self.0.wording("point", voice)
    }

    fn icons(&self, voice: &Voice) -> String {
        self.0.icons("point", voice)
    }
}

impl Effect for Points {
    #[inline]
    fn gives(&self, look: &Look) -> Yield {
        Yield::points(self.0.count(look))
    }

    fn fixed(&self) -> Option<Yield> {
        self.0.fixed().map(Yield::points)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{end, points, rules_with};
    use crate::games::caper::testing::{bad_gear, gear};

    #[test]
    fn points_are_worded_and_drawn() {
        let card = gear("gives = [{ points = { each = \"teal\", of = \"yours\" } }]");
        assert_eq!(card.icons, "{point} / {sign-teal}{map-mine}");
        assert_eq!(
            card.text,
            "**At the end:** 1\u{a0}{point} for each **teal** card\u{a0}{sign-teal} you have here."
        );
    }

    #[test]
    fn points_are_a_number_or_a_count() {
        let told = bad_gear("gives = [{ points = true }]");
        assert!(
            told[0].starts_with("an amount is true or false"),
            "{told:?}"
        );
    }

    #[test]
    fn points_of_gear_of_thieves_and_of_locations_stand_apart() {
        // CAP-R16.
        let rules = rules_with(&[
            ("gear", "plasma-cutter", "gives = [{ points = 2 }]"),
            (
                "thieves",
                "the-dame",
                "gives = [{ capers = 1 }, { points = { amount = 3, each = \"cream\", of = \"theirs\" } }]",
            ),
            ("thieves", "the-driver", ""),
            ("locations", "the-chapel", "reward = [{ points = 9 }]"),
        ]);
        let cards = [json!(["the-dame", "plasma-cutter"]), json!(["the-driver"])];
        let state = end(&rules, "the-chapel", cards);
        assert_eq!(points(&rules, &state), [9, 3, 2, 0]);
    }
}
