//! A location that protects cards there from flips (CAP-R12).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::play::{CardSheet, Effect};
use crate::games::caper::{Voice, Which};

/// These cards cannot be flipped at this location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shelter(pub Which);

impl Printed for Shelter {
    const KEY: &'static str = "protect";
    const SLOTS: &'static [Slot] = &[Slot::Modifier];
    const EXAMPLE: &'static str = "protect = \"thieves\"";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        Which::read(value, reading).map(Shelter)
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        Which::schema("These cards cannot be flipped here (CAP-R12).", reading)
    }

    fn wording(&self, voice: &Voice) -> String {
        let all = self.0.all(&voice.palette);
        let verb = if self.0 == Which::Gear { "is" } else { "are" };
        format!("{all} here {verb} **protected**\u{a0}{{shield}}.")
    }

    fn icons(&self, voice: &Voice) -> String {
        format!("{{shield}}{}", self.0.icon(&voice.palette))
    }
}

impl Effect for Shelter {
    #[inline]
    fn shelters(&self, card: &CardSheet) -> bool {
        card.is(self.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, legal, play, rules_with};
    use crate::games::caper::testing::{bad_location, location};

    #[test]
    fn shelter_names_whom_it_protects() {
        let of = |which: &str| {
            let card = location(&format!(
                "reward = [{{ points = 1 }}]\nmodifier = {{ protect = \"{which}\" }}"
            ));
            (card.modifier_icons, card.modifier)
        };
        let is = |icons: &str, text: &str| (icons.to_owned(), text.to_owned());
        assert_eq!(
            of("thieves"),
            is(
                "{shield}{thief}",
                "**Thieves**\u{a0}{thief} here are **protected**\u{a0}{shield}."
            )
        );
        assert_eq!(
            of("gear"),
            is(
                "{shield}{gear}",
                "**Gear**\u{a0}{gear} here is **protected**\u{a0}{shield}."
            )
        );
        assert_eq!(
            of("red"),
            is(
                "{shield}{sign-red}",
                "**Red** cards\u{a0}{sign-red} here are **protected**\u{a0}{shield}."
            )
        );
    }

    #[test]
    fn nobody_else_is_sheltered() {
        let told = bad_location("reward = [{ points = 1 }]\nmodifier = { protect = \"coins\" }");
        assert!(
            told[0].starts_with("`coins` names no kind of card"),
            "{told:?}"
        );
    }

    #[test]
    fn shelter_is_for_the_cards_that_it_names_at_its_location() {
        let rules = rules_with(&[
            (
                "locations",
                "the-chapel",
                "reward = [{ points = 1 }]\nmodifier = { protect = \"red\" }",
            ),
            (
                "gear",
                "plasma-cutter",
                "when-played = [{ flip = { reach = \"anywhere\" } }]",
            ),
            ("gear", "smoke-bomb", ""),
            ("gear", "trip-wire", ""),
            ("gear", "loaded-dice", ""),
            ("thieves", "the-driver", ""),
            ("thieves", "the-twins", ""),
            ("thieves", "the-artist", ""),
        ]);
        let theirs = json!({
            "field/1/cream": ["the-driver", "smoke-bomb", "the-twins", "loaded-dice"],
            "field/2/cream": ["the-artist", "trip-wire"],
        });
        let mut state = gear_round(&rules, json!({"row": ["the-chapel"]}), theirs);
        play(&rules, &mut state, &["equip plasma-cutter on the-dame"]);
        let mut flips = legal(&rules, &state);
        flips.sort();
        assert_eq!(flips, ["flip the-artist", "flip the-twins"]);
    }
}
