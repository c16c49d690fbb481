//! Gear that comes back from the discards (CAP-R13, CAP-G9).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::cards::schema::one_of;
use crate::games::caper::Voice;
use crate::games::caper::play::Effect;

/// The player may place one gear of the own discards on a thief at this location, and pays for it (CAP-G9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Recover;

const WHAT: [(&str, Recover); 1] = [("gear", Recover)];

impl Printed for Recover {
    const KEY: &'static str = "recover";
    const SLOTS: &'static [Slot] = &[Slot::WhenPlayed];
    const EXAMPLE: &'static str = "recover = \"gear\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.one_of(value, "kind of card to recover", &WHAT)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "You may place one gear of your discards on a thief of yours here, at its cost (CAP-R13, CAP-G9).";
        one_of(about, &WHAT)
    }

    fn wording(&self, _voice: &Voice) -> String {
        "you may place 1 **gear**\u{a0}{gear} from your discards\u{a0}{discard} on a thief of yours here, at its cost".into()
    }

    fn icons(&self, _voice: &Voice) -> String {
        "{discard}{swap}{gear}".into()
    }
}

impl Effect for Recover {
    fn recovers(&self) -> u8 {
        1
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, legal, play, rules_with};
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

    #[test]
    fn recovering_puts_discarded_gear_on_a_thief_here_at_its_cost() {
        let rules = rules_with(&[
            (
                "gear",
                "plasma-cutter",
                "when-played = [{ recover = \"gear\" }]",
            ),
            ("gear", "velvet-pouch", "cost = 1"),
        ]);
        let zones = json!({"discard/mint": ["velvet-pouch"], "field/2/mint": ["the-twins"]});
        let mut state = gear_round(&rules, json!({"coins": {"mint": 1}}), zones);
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        assert_eq!(
            legal(&rules, &state),
            ["recover velvet-pouch on the-dame", "leave"]
        );
        play(&rules, &mut state, &["recover velvet-pouch on the-dame"]);
        assert_eq!((state.supply, state.crews[1].gear), (10, 0));
        assert_eq!(state.crews[1].height(0), 3);
    }
}
