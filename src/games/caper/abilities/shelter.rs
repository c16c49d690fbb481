//! A location that protects cards there from flips (CAP-R12).

use super::{Printed, Reading, Slot};
use crate::cards::Value;
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

    fn wording(&self, voice: &Voice) -> String {
        let all = self.0.all(&voice.palette);
        let verb = if self.0 == Which::Gear { "is" } else { "are" };
        format!("{all} here {verb} **protected**\u{a0}{{shield}}.")
    }

    fn icons(&self, voice: &Voice) -> String {
        format!("{{shield}}{}", self.0.icon(&voice.palette))
    }
}

#[cfg(test)]
mod tests {
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
}
