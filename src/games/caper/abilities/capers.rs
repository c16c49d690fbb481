//! Capers at this location, which win it (CAP-R15).

use super::{Printed, Reading, Slot};
use crate::cards::Value;
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

    fn wording(&self, voice: &Voice) -> String {
        self.0.wording("caper", voice)
    }

    fn icons(&self, voice: &Voice) -> String {
        self.0.icons("caper", voice)
    }
}

#[cfg(test)]
mod tests {
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
}
