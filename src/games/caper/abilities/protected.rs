//! A card that cannot be flipped (CAP-R12).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::cards::schema::one_of;
use crate::games::caper::Voice;
use crate::games::caper::play::{Effect, Yield};

/// The card cannot be flipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Protected;

const WHOM: [(&str, Protected); 1] = [("self", Protected)];

impl Printed for Protected {
    const KEY: &'static str = "protect";
    const SLOTS: &'static [Slot] = &[Slot::Gives];
    const EXAMPLE: &'static str = "protect = \"self\"";
    const ALWAYS: bool = true;

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        reading.one_of(value, "protection", &WHOM)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        one_of("The card cannot be flipped (CAP-R12).", &WHOM)
    }

    fn wording(&self, _voice: &Voice) -> String {
        "**Protected**\u{a0}{shield}: cannot be flipped.".into()
    }

    fn icons(&self, _voice: &Voice) -> String {
        "{shield}".into()
    }
}

impl Effect for Protected {
    fn fixed(&self) -> Option<Yield> {
        Some(Yield::NOTHING)
    }

    fn protects(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, legal, play, rules_with};
    use crate::games::caper::testing::{bad_gear, gear};

    #[test]
    fn protection_is_a_sentence_of_its_own() {
        let card = gear("gives = [{ protect = \"self\" }, { capers = 1 }]");
        assert_eq!(card.icons, "{shield} · {caper}");
        assert_eq!(
            card.text,
            "**At the end:** 1\u{a0}{caper}.\n**Protected**\u{a0}{shield}: cannot be flipped."
        );
        assert_eq!(card.protected, "yes");
    }

    #[test]
    fn a_card_protects_itself_only() {
        let told = bad_gear("gives = [{ protect = \"thieves\" }]");
        assert_eq!(
            told,
            ["there is no protection `thieves` (it can be `self`)"]
        );
    }

    #[test]
    fn a_protected_card_is_no_target_and_protects_nothing_below_once_covered() {
        let rules = rules_with(&[
            ("gear", "plasma-cutter", "when-played = [{ flip = 1 }]"),
            ("gear", "velvet-pouch", "gives = [{ protect = \"self\" }]"),
            ("gear", "loaded-dice", ""),
        ]);
        for (stack, targets) in [
            (json!(["the-driver", "velvet-pouch"]), 0),
            (json!(["the-driver", "velvet-pouch", "loaded-dice"]), 1),
        ] {
            let mut state = gear_round(&rules, json!({}), json!({"field/1/cream": stack}));
            play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
            let flips = legal(&rules, &state);
            let flips = flips.iter().filter(|text| text.starts_with("flip"));
            assert_eq!(flips.count(), targets);
        }
    }
}
