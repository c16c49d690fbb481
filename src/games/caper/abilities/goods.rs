//! Stolen goods, which score in sets at the end (CAP-R17).

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::cards::schema::{list, one_of};
use crate::games::caper::Voice;
use crate::games::caper::play::{Effect, Look, Yield};
use crate::games::caper::words::join;

/// A stolen good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Good {
    Jewel,
    Antique,
    Painting,
    /// Stands for any of the three.
    Wild,
}

impl Good {
    pub const ALL: [(&'static str, Good); 4] = [
        ("jewel", Good::Jewel),
        ("antique", Good::Antique),
        ("painting", Good::Painting),
        ("wild", Good::Wild),
    ];

    /// Its word in TOML, which is its symbol too.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|g| g.1 == self).map_or("", |g| g.0)
    }

    fn counted(self, count: usize) -> String {
        let icons = format!("{{{}}}", self.word()).repeat(count);
        match (self, count) {
            (Good::Wild, 1) => format!("a **wild** good\u{a0}{icons}"),
            (Good::Wild, n) => format!("{n} **wild** goods\u{a0}{icons}"),
            (Good::Antique, 1) => format!("an **antique**\u{a0}{icons}"),
            (good, 1) => format!("a **{}**\u{a0}{icons}", good.word()),
            (good, n) => format!("{n} **{}s**\u{a0}{icons}", good.word()),
        }
    }
}

/// Stolen goods for the card's owner, or for the winner of the location.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Goods(pub Vec<Good>);

impl Printed for Goods {
    const KEY: &'static str = "goods";
    const SLOTS: &'static [Slot] = &[Slot::Gives, Slot::Reward];
    const EXAMPLE: &'static str = "goods = [\"painting\"]";

    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
        let list = value.as_list().unwrap_or_default();
        if list.is_empty() {
            reading.wrong(
                value,
                "`goods`",
                "write them in brackets: `[\"jewel\", \"wild\"]`",
            );
            return None;
        }
        let goods: Vec<Option<Good>> = list
            .iter()
            .map(|v| reading.one_of(v, "stolen good", &Good::ALL))
            .collect();
        goods.into_iter().collect::<Option<_>>().map(Goods)
    }

    fn schema(_: &Reading<'_>) -> Schema {
        let about = "Stolen goods, which score in sets at the end (CAP-R17).";
        let mut goods = list(
            about,
            one_of("A stolen good; `wild` stands for any.", &Good::ALL),
        );
        goods.insert("minItems".into(), 1.into());
        goods
    }

    fn wording(&self, voice: &Voice) -> String {
        join(&self.phrases(voice))
    }

    fn phrases(&self, _voice: &Voice) -> Vec<String> {
        let count = |good: Good| self.0.iter().filter(|g| **g == good).count();
        let kinds = Good::ALL.iter().map(|(_, good)| (*good, count(*good)));
        kinds
            .filter(|(_, count)| *count > 0)
            .map(|(good, count)| good.counted(count))
            .collect()
    }

    fn icons(&self, _voice: &Voice) -> String {
        let icons = self.0.iter().map(|g| format!("{{{}}}", g.word()));
        icons.collect()
    }
}

impl Effect for Goods {
    #[inline]
    fn gives(&self, _look: &Look) -> Yield {
        let all = self.0.iter().map(|good| Yield::good(*good));
        all.fold(Yield::NOTHING, |sum, good| sum + good)
    }

    fn fixed(&self) -> Option<Yield> {
        let all = self.0.iter().map(|good| Yield::good(*good));
        Some(all.fold(Yield::NOTHING, |sum, good| sum + good))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::games::caper::tabletop::{end, points, rules_with};
    use crate::games::caper::testing::{bad_gear, gear, location};

    #[test]
    fn goods_are_named_and_counted() {
        let card = gear("gives = [{ goods = [\"wild\", \"antique\"] }]");
        assert_eq!(card.icons, "{wild}{antique}");
        assert_eq!(
            card.text,
            "**At the end:** an **antique**\u{a0}{antique} and a **wild** good\u{a0}{wild}."
        );
        let card = location("reward = [{ goods = [\"jewel\", \"jewel\"] }]");
        assert_eq!(
            card.reward_text,
            "**Winner:** 2 **jewels**\u{a0}{jewel}{jewel}."
        );
    }

    #[test]
    fn unknown_goods_and_empty_hands_are_told() {
        assert_eq!(
            bad_gear("gives = [{ goods = [\"juwel\"] }]"),
            ["there is no stolen good `juwel` (did you mean `jewel`?)"]
        );
        assert!(bad_gear("gives = [{ goods = \"jewel\" }]")[0].starts_with("`goods` is a string"));
        assert!(bad_gear("gives = [{ goods = [] }]")[0].starts_with("`goods` is a list"));
    }

    #[test]
    fn goods_of_cards_and_of_the_location_won_make_sets_together() {
        // CAP-R17: a jewel and a wild of gear, an antique of the location.
        let rules = rules_with(&[
            (
                "gear",
                "plasma-cutter",
                "gives = [{ goods = [\"jewel\", \"wild\"] }]",
            ),
            ("thieves", "the-dame", "gives = [{ capers = 1 }]"),
            ("thieves", "the-driver", "gives = [{ capers = 2 }]"),
            (
                "locations",
                "the-chapel",
                "reward = [{ goods = [\"antique\"] }]",
            ),
        ]);
        let cream = json!(["the-dame", "plasma-cutter"]);
        for (mint, goods) in [(json!([]), 7), (json!(["the-driver"]), 3)] {
            let state = end(&rules, "the-chapel", [cream.clone(), mint]);
            assert_eq!(points(&rules, &state), [0, 0, 0, goods]);
        }
    }
}
