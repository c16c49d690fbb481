//! The two slots of a card, and the abilities that each may hold: the list that a new ability joins.

use schemars::Schema;

use super::{
    AllyInfluence, Beside, CarryHidden, InfluencePerOpposing, InfluenceWhileAlone, Justify,
    MoveSelf, Occupy, PairCountry, PairLab, Passes, Reading, Reveal, SetInfluence, TiesAreYours,
    UnseenByCrises, Wording,
};
use crate::cards::Value;
use crate::cards::schema::Keys;
use crate::games::hammers::play::{Aim, Effect, LabSheet, Launch, Rules, State};
use crate::rules::{Log, Refusal};
use crate::source::{Code, Diagnostic, did_you_mean, list};

/// What every ability has.
pub trait Ability: Sized {
    /// Its key in a row.
    const KEY: &'static str;
    /// Its value in an example, for messages.
    const EXAMPLE: &'static str;

    /// Reads its value. `None` after a report.
    fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self>;

    /// What its value may be, for editors: says what [`Ability::read`] takes, and what the ability does.
    fn schema(reading: &Reading<'_>) -> Schema;

    /// The sentence on the card: markup, the condition first, then the effect.
    fn wording(&self, w: &Wording<'_>) -> String;
}

/// An enum of abilities for one slot, with its reading, its wording and, by `for_each`, what it does.
macro_rules! slot {
    (#[doc = $about:literal] $slot:ident, $key:literal, $for_each:ident, [$($ability:ident),* $(,)?]) => {
        #[doc = $about]
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $slot {
            $($ability($ability)),*
        }

        impl $slot {
            /// The key of the slot in a row.
            pub const SLOT: &'static str = $key;
            /// Every ability of the slot: its key, and an example of its value.
            pub const ALL: &'static [(&'static str, &'static str)] =
                &[$(($ability::KEY, $ability::EXAMPLE)),*];

            /// Reads the slot of a row. `None` after a report.
            pub fn read(value: &Value, reading: &mut Reading<'_>) -> Option<Self> {
                let (key, value) = the_one(Self::SLOT, Self::ALL, value, reading)?;
                $(if key == $ability::KEY {
                    return $ability::read(value, reading).map(Self::$ability);
                })*
                None
            }

            /// What the slot may hold, for editors.
            pub fn schema(reading: &Reading<'_>) -> Schema {
                Keys::new($about.trim())
                    $(.may($ability::KEY, $ability::schema(reading)))*
                    .one()
            }

            /// The sentence on the card.
            pub fn wording(&self, w: &Wording<'_>) -> String {
                match self {
                    $(Self::$ability(ability) => ability.wording(w)),*
                }
            }
        }

        /// What `$call` gives for the ability that is there.
        macro_rules! $for_each {
            ($this:expr, $held:ident => $call:expr) => {
                match $this {
                    $($slot::$ability($held) => $call),*
                }
            };
        }
    };
}

slot! {
    /// What works always, face up or down.
    Passive, "passive", passive, [
        InfluenceWhileAlone,
        UnseenByCrises,
        TiesAreYours,
        InfluencePerOpposing,
    ]
}

slot! {
    /// What works once, when its player turns the card up for it.
    Operation, "operation", operation, [
        SetInfluence,
        MoveSelf,
        Justify,
        CarryHidden,
        Reveal,
        PairCountry,
        PairLab,
        Occupy,
        AllyInfluence,
    ]
}

impl Passive {
    /// See [`Passes::worth`].
    #[inline]
    pub fn worth(&self, worth: u16, beside: Beside) -> u16 {
        passive!(self, held => held.worth(worth, beside))
    }

    /// See [`Passes::unseen_by_crises`].
    #[inline]
    pub fn unseen_by_crises(&self) -> bool {
        passive!(self, held => held.unseen_by_crises())
    }

    /// See [`Passes::wins_ties`].
    #[inline]
    pub fn wins_ties(&self) -> bool {
        passive!(self, held => held.wins_ties())
    }
}

/// The ability's aim.
fn aim_of<E: Effect>(_: &E) -> Aim {
    E::AIM
}

impl Operation {
    /// What it is aimed at.
    pub fn aim(&self) -> Aim {
        operation!(self, held => aim_of(held))
    }

    /// See [`Effect::names`].
    pub fn names(&self) -> Option<&str> {
        operation!(self, held => held.names())
    }

    /// See [`Effect::is_free`].
    pub fn is_free(&self) -> bool {
        operation!(self, held => held.is_free())
    }

    /// See [`Effect::is_beside`].
    pub fn is_beside(&self) -> bool {
        operation!(self, held => held.is_beside())
    }

    /// See [`Effect::worth`].
    #[inline]
    pub fn worth(&self, worth: u16, lab: Option<LabSheet>) -> u16 {
        operation!(self, held => held.worth(worth, lab))
    }

    /// See [`Effect::targets`].
    #[inline]
    pub fn targets(&self, at: &Launch<'_>) -> u64 {
        operation!(self, held => held.targets(at))
    }

    /// See [`Effect::refusal`].
    pub fn refusal(&self, at: &Launch<'_>, target: u8) -> Option<Refusal> {
        operation!(self, held => held.refusal(at, target))
    }

    /// See [`Effect::happen`].
    #[inline]
    pub fn happen<L: Log>(
        &self,
        rules: &Rules,
        state: &mut State,
        (side, slot): (usize, usize),
        target: u8,
        log: &mut L,
    ) {
        operation!(self, held => held.happen(rules, state, (side, slot), target, log));
    }
}

/// The single known ability in a slot.
fn the_one<'v>(
    slot: &str,
    known: &[(&'static str, &'static str)],
    value: &'v Value,
    reading: &mut Reading<'_>,
) -> Option<(&'v str, &'v Value)> {
    let (key, example) = known.first()?;
    let entries = value.as_table().map(|t| t.entries.as_slice());
    let Some([(name, ability)]) = entries else {
        let message = match entries {
            None => format!("`{slot}` is {}, not an ability", value.kind()),
            Some([]) => format!("`{slot}` names no ability"),
            Some(several) => format!(
                "`{slot}` names {} abilities; a card has room for one",
                several.len()
            ),
        };
        let help = format!("write it like `{slot} = {{ {key} = {example} }}`");
        reading.fault(
            Diagnostic::error(Code::AbilityShape, message)
                .at(value.span)
                .help(help),
        );
        return None;
    };
    let keys = known.iter().map(|k| k.0);
    if keys.clone().any(|k| k == name.name) {
        return Some((&name.name, ability));
    }
    let elsewhere = [
        (Passive::SLOT, Passive::ALL),
        (Operation::SLOT, Operation::ALL),
    ]
    .into_iter()
    .find(|(_, all)| all.iter().any(|k| k.0 == name.name));
    let help = match (elsewhere, did_you_mean(&name.name, keys.clone())) {
        (Some((other, _)), _) => format!("it goes into `{other}`"),
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => format!("abilities here are {}", list(keys)),
    };
    let message = format!("`{slot}` knows no ability `{}`", name.name);
    reading.fault(
        Diagnostic::error(Code::UnknownAbility, message)
            .at(name.span)
            .help(help),
    );
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, actions, bad, pack};

    #[test]
    fn both_editions_use_every_ability() {
        for game in EDITIONS {
            let pack = pack(game);
            let rows = &pack.deck(actions(game)).unwrap().rows;
            for (slot, all) in [
                (Passive::SLOT, Passive::ALL),
                (Operation::SLOT, Operation::ALL),
            ] {
                for (key, _) in all {
                    let has = |v: &Value| v.as_table().is_some_and(|t| t.get(key).is_some());
                    let used = rows.iter().any(|r| r.get(slot).is_some_and(has));
                    assert!(used, "{game}: {slot} {key}");
                }
            }
        }
    }

    #[test]
    fn every_example_can_be_read() {
        for (slot, all) in [("passive", Passive::ALL), ("operation", Operation::ALL)] {
            for (key, example) in all {
                let text = format!("{slot} = {{ {key} = {example} }}");
                // Stands instead of the operation of the Military Occupation, or as the passive it lacks.
                let old = "operation = { occupy = { where = \"country\", each-round = \"any\" } }";
                let told = if slot == "passive" {
                    bad(SECOND, old, &format!("{old}\n{text}"))
                } else {
                    bad(SECOND, old, &text)
                };
                assert!(told.is_empty(), "{text}: {told:?}");
            }
        }
    }

    #[test]
    fn an_unknown_ability_is_told_with_the_nearest() {
        assert_eq!(
            bad(SECOND, "move-self =", "mov-self ="),
            ["`operation` knows no ability `mov-self` (did you mean `move-self`?)"]
        );
        assert_eq!(
            bad(
                FIRST,
                "operation = { reveal = \"here\" }",
                "passive = { reveal = \"here\" }"
            ),
            ["`passive` knows no ability `reveal` (it goes into `operation`)"]
        );
        let told = bad(SECOND, "move-self = \"adjacent\"", "fly = 3");
        assert!(
            told[0].contains("(abilities here are `influence`, `move-self`"),
            "{told:?}"
        );
    }

    #[test]
    fn a_slot_holds_one_ability() {
        assert_eq!(
            bad(
                SECOND,
                "{ unseen-by-crises = true }",
                "{ unseen-by-crises = true, ties-are-yours = true }"
            ),
            ["`passive` names 2 abilities; a card has room for one \
              (write it like `passive = { influence-while-alone = 4 }`)"]
        );
        assert_eq!(
            bad(SECOND, "{ reveal = \"here\" }", "\"reveal\""),
            [
                "`operation` is a string, not an ability (write it like `operation = { influence = 6 }`)"
            ]
        );
        assert_eq!(
            bad(SECOND, "{ reveal = \"here\" }", "{}"),
            ["`operation` names no ability (write it like `operation = { influence = 6 }`)"]
        );
    }
}
