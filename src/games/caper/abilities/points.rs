//! Points: of a card for its owner, of a location for its winner (CAP-R15, CAP-R16).

use super::{Printed, Reading, Slot};
use crate::cards::Value;
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

    fn wording(&self, voice: &Voice) -> String {
        self.0.wording("point", voice)
    }

    fn icons(&self, voice: &Voice) -> String {
        self.0.icons("point", voice)
    }
}

#[cfg(test)]
mod tests {
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
}
