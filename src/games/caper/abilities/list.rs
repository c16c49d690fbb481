//! The list of abilities, and an ability that is any of them.

use schemars::Schema;

use super::{Printed, Reading, Slot};
use crate::cards::Value;
use crate::games::caper::Voice;
use crate::games::caper::play::{CardSheet, Effect, Look, Playing, Yield};
use crate::rules::Log;

/// How an ability is found and read.
pub struct Entry {
    pub key: &'static str,
    pub slots: &'static [Slot],
    pub example: &'static str,
    pub read: fn(&Value, &mut Reading<'_>) -> Option<Ability>,
    pub schema: fn(&Reading<'_>) -> Schema,
}

macro_rules! abilities {
    ($($module:ident::$name:ident),+ $(,)?) => {
        $(pub use super::$module::$name;)+

        /// Anything that a row can say in one of its [`Slot`]s.
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum Ability {
            $($name($name)),+
        }

        impl Ability {
            /// See [`Printed::wording`].
            pub fn wording(&self, voice: &Voice) -> String {
                match self { $(Ability::$name(a) => a.wording(voice)),+ }
            }

            /// See [`Printed::phrases`].
            pub fn phrases(&self, voice: &Voice) -> Vec<String> {
                match self { $(Ability::$name(a) => a.phrases(voice)),+ }
            }

            /// See [`Printed::icons`].
            pub fn icons(&self, voice: &Voice) -> String {
                match self { $(Ability::$name(a) => a.icons(voice)),+ }
            }

            /// See [`Printed::ALWAYS`].
            pub fn always(&self) -> bool {
                match self { $(Ability::$name(_) => $name::ALWAYS),+ }
            }
        }

        impl Effect for Ability {
            #[inline]
            fn played<L: Log>(&self, play: &mut Playing<'_, L>) {
                match self { $(Ability::$name(a) => a.played(play)),+ }
            }

            #[inline]
            fn placed<L: Log>(&self, play: &mut Playing<'_, L>) {
                match self { $(Ability::$name(a) => a.placed(play)),+ }
            }

            fn notices(&self, card: &CardSheet) -> bool {
                match self { $(Ability::$name(a) => a.notices(card)),+ }
            }

            #[inline]
            fn gives(&self, look: &Look) -> Yield {
                match self { $(Ability::$name(a) => a.gives(look)),+ }
            }

            fn fixed(&self) -> Option<Yield> {
                match self { $(Ability::$name(a) => a.fixed()),+ }
            }

            fn flips(&self) -> Option<Flip> {
                match self { $(Ability::$name(a) => a.flips()),+ }
            }

            fn recovers(&self) -> u8 {
                match self { $(Ability::$name(a) => a.recovers()),+ }
            }

            fn protects(&self) -> bool {
                match self { $(Ability::$name(a) => a.protects()),+ }
            }

            #[inline]
            fn shelters(&self, card: &CardSheet) -> bool {
                match self { $(Ability::$name(a) => a.shelters(card)),+ }
            }
        }

        /// All abilities.
        pub const ENTRIES: &[Entry] = &[
            $(Entry {
                key: $name::KEY,
                slots: $name::SLOTS,
                example: $name::EXAMPLE,
                read: |value, reading| $name::read(value, reading).map(Ability::$name),
                schema: $name::schema,
            }),+
        ];
    };
}

abilities! {
    capers::Capers,
    points::Points,
    coins::Coins,
    goods::Goods,
    flip::Flip,
    protected::Protected,
    recover::Recover,
    take_coins::TakeCoins,
    fine::Fine,
    shelter::Shelter,
    more_capers::MoreCapers,
    more_coins::MoreCoins,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::caper::testing::{bad_gear, gear, location};

    #[test]
    fn every_example_reads_and_has_words_and_icons() {
        for entry in ENTRIES {
            for slot in entry.slots {
                let (key, example) = (slot.key(), entry.example);
                let (text, icons) = match slot {
                    Slot::WhenPlayed | Slot::Gives => {
                        let card = gear(&format!("{key} = [{{ {example} }}]"));
                        (card.text, card.icons)
                    }
                    Slot::Reward => {
                        let card = location(&format!("reward = [{{ {example} }}]"));
                        (card.reward_text, card.reward)
                    }
                    Slot::Modifier => {
                        let card = location(&format!(
                            "reward = [{{ points = 1 }}]\nmodifier = {{ {example} }}"
                        ));
                        (card.modifier, card.modifier_icons)
                    }
                };
                assert!(text.ends_with('.'), "{example}: {text:?}");
                assert!(icons.contains('{'), "{example}: {icons:?}");
            }
        }
    }

    #[test]
    fn no_slot_has_two_abilities_of_a_name() {
        for (i, a) in ENTRIES.iter().enumerate() {
            for b in &ENTRIES[..i] {
                let shared = a.slots.iter().any(|s| b.slots.contains(s));
                assert!(a.key != b.key || !shared, "{}", a.key);
            }
        }
    }

    #[test]
    fn an_ability_out_of_place_is_sent_to_its_place() {
        assert_eq!(
            bad_gear("gives = [{ flip = 1 }]"),
            ["`flip` does not stand under `gives` (write it under `when-played`)"]
        );
        assert_eq!(
            bad_gear("when-played = [{ flop = 1 }]"),
            ["there is no ability `flop` (did you mean `flip`?)"]
        );
        assert_eq!(
            bad_gear("gives = [{ capers = 1, points = 1 }]"),
            [
                "an ability names two things (write each in braces of its own: `[{ capers = 1 }, { points = 2 }]`)"
            ]
        );
        assert_eq!(
            bad_gear("gives = \"capers\""),
            ["`gives` is a string (write a list of abilities: `gives = [{ capers = 1 }]`)"]
        );
    }
}
