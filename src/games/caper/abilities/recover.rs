//! Gear that comes back from the discards (CAP-R13, CAP-G9).

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::Voice;

/// The player may place one gear of the own discards on a thief at this location, and pays for it (CAP-G9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recover;

impl Printed for Recover {
    const KEY: &'static str = "recover";
    const SLOTS: &'static [Slot] = &[Slot::WhenPlayed];
    const EXAMPLE: &'static str = "recover = \"gear\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.one_of(value, "kind of card to recover", &[("gear", Recover)])
    }

    fn wording(&self, _voice: &Voice) -> String {
        "you may place 1 **gear**\u{a0}{gear} from your discards\u{a0}{discard} on a thief of yours here, at its cost".into()
    }

    fn icons(&self, _voice: &Voice) -> String {
        "{discard}{swap}{gear}".into()
    }
}

#[cfg(test)]
mod tests {
    use crate::games::caper::testing::{bad_gear, gear};

    #[test]
    fn recovering_says_from_where_to_where() {
        let card = gear("when-played = [{ recover = \"gear\" }]");
        assert_eq!(card.icons, "{discard}{swap}{gear}");
        assert!(
            card.text.contains("from your discards\u{a0}{discard}"),
            "{}",
            card.text
        );
    }

    #[test]
    fn thieves_stay_away() {
        let told = bad_gear("when-played = [{ recover = \"thieves\" }]");
        assert!(
            told[0].starts_with("there is no kind of card to recover `thieves`"),
            "{told:?}"
        );
    }
}
