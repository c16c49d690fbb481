//! A location where placing certain cards brings coins (CAP-R13, CAP-G2).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::play::{CardSheet, Effect, Playing};
use crate::games::caper::words::{icons, some};
use crate::games::caper::{Voice, Which};
use crate::rules::Log;

/// A location where placing certain cards brings coins (CAP-R13, CAP-G2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoreCoins {
    pub number: u8,
    pub which: Which,
}

impl Printed for MoreCoins {
    const KEY: &'static str = "coins";
    const SLOTS: &'static [Slot] = &[Slot::Modifier];
    const EXAMPLE: &'static str = "coins = { for = \"thieves\" }";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let (number, which) = Which::read_more(value, reading)?;
        Some(MoreCoins { number, which })
    }

    fn schema(reading: &Reading<'_>) -> Schema {
        let about = "Whoever places such a card here takes coins (CAP-R13, CAP-G2).";
        Which::schema_of_more(about, reading)
    }

    fn wording(&self, voice: &Voice) -> String {
        let one = self.which.one(&voice.palette);
        format!(
            "Whoever places a {one} here takes {}.",
            some(self.number, "coin")
        )
    }

    fn icons(&self, voice: &Voice) -> String {
        let which = self.which.icon(&voice.palette);
        format!("{} / {which}", icons(self.number, "coin"))
    }
}

impl Effect for MoreCoins {
    fn notices(&self, card: &CardSheet) -> bool {
        card.is(self.which)
    }

    fn placed<L: Log>(&self, play: &mut Playing<'_, L>) {
        play.take(self.number.into());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{gear_round, play, rules_with};
    use crate::games::caper::testing::{bad_location, location};

    #[test]
    fn more_coins_names_the_cards() {
        let card =
            location("reward = [{ points = 1 }]\nmodifier = { coins = { for = \"thieves\" } }");
        assert_eq!(card.modifier_icons, "{coin} / {thief}");
        assert_eq!(
            card.modifier,
            "Whoever places a **thief**\u{a0}{thief} here takes 1\u{a0}{coin}."
        );
    }

    #[test]
    fn more_coins_must_say_for_which_cards() {
        let told = |modifier: &str| {
            bad_location(&format!(
                "reward = [{{ points = 1 }}]\nmodifier = {{ coins = {modifier} }}"
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
    fn more_coins_come_with_cards_of_that_kind_that_are_placed_there() {
        let chapel = (
            "locations",
            "the-chapel",
            "reward = [{ points = 1 }]\nmodifier = { coins = { for = \"yellow\", amount = 2 } }",
        );
        let plain = ["plasma-cutter", "bearer-bonds"].map(|card| ("gear", card, ""));
        let rules = rules_with(&[chapel, plain[0], plain[1], ("gear", "floor-plan", "")]);
        let row = |row| json!({"row": row});
        let theirs = json!({"field/1/cream": ["the-driver"]});
        let mut here = gear_round(&rules, row(json!(["the-chapel"])), theirs.clone());
        let moves = [
            "equip plasma-cutter on the-dame",
            "equip floor-plan on the-driver",
        ];
        play(&rules, &mut here, &moves);
        assert_eq!(
            here.crews.map(|crew| crew.coins),
            [0, 2],
            "blue gear brings none"
        );
        let mut elsewhere = gear_round(&rules, row(json!([null, "the-chapel"])), theirs);
        play(&rules, &mut elsewhere, &moves[..1]);
        assert_eq!(elsewhere.crews[1].coins, 0);
    }
}
