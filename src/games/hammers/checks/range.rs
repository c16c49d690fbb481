#![doc = include_str!("../../../source/codes/D316.md")]

use super::data::Data;
use crate::cards::{Row, Value};
use crate::games::hammers::Role;
use crate::games::hammers::abilities::{
    Ability, InfluenceWhileAlone, Operation, Passive, SetInfluence, UnseenByCrises,
};
use crate::games::hammers::numbers::{Numbers, Penalty};
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// Both pay for a crisis.
const PAYERS: u64 = 2;

/// Numbers on the cards, held against the numbers of the rules that bound them, and the other way round.
pub fn look(data: &Data<'_>, faults: &mut Diagnostics) {
    let Some(numbers) = &data.numbers else { return };
    if data.has_sound_cards {
        influences(data, numbers, faults);
    }
    labs(data, numbers, faults);
    levels(data, numbers, faults);
    penalties(data, numbers, faults);
}

/// One card alone makes no crisis (CH1-R13, CH2-R12).
fn influences(data: &Data<'_>, numbers: &Numbers, faults: &mut Diagnostics) {
    let crisis = i64::from(numbers.crisis_influence);
    for row in rows(data, Role::Actions) {
        if inside(row, Passive::SLOT, UnseenByCrises::KEY).is_some() {
            continue;
        }
        let worths = [
            row.get("influence"),
            inside(row, Passive::SLOT, InfluenceWhileAlone::KEY),
            inside(row, Operation::SLOT, SetInfluence::KEY),
        ];
        for value in worths.into_iter().flatten() {
            if let Some(n) = value.as_integer().filter(|n| *n >= crisis) {
                let message = format!("`{}` makes a crisis alone: it is worth {n}", row.id);
                let help = format!("write less than {crisis}, or raise `crisis-influence`");
                let place = data.place("crisis-influence");
                faults.push(outside(
                    message,
                    value.span,
                    help,
                    place,
                    "crisis-influence",
                    crisis,
                ));
            }
        }
    }
}

/// Labs come one a round, from the first up (CH1-R2, CH2-R2).
fn labs(data: &Data<'_>, numbers: &Numbers, faults: &mut Diagnostics) {
    let rounds = i64::from(numbers.rounds);
    let most = rounds * i64::from(numbers.labs_in_play.max(1));
    for row in rows(data, Role::Labs) {
        for key in ["number", "rank"] {
            let Some(value) = row.get(key) else { continue };
            if let Some(n) = value.as_integer().filter(|n| *n > most) {
                let message = format!(
                    "the `{key}` of `{}` is {n}, the rounds bring {most} labs",
                    row.id
                );
                let help = format!("write a whole number from 1 to {most}");
                let place = data.place("rounds");
                faults.push(outside(message, value.span, help, place, "rounds", rounds));
            }
        }
    }
}

/// A DEFCON card has a level from the start's down to the reset (CH2-R2). One that has none can never come up.
fn levels(data: &Data<'_>, numbers: &Numbers, faults: &mut Diagnostics) {
    let defcon = &numbers.defcon;
    let (low, high) = (i64::from(defcon.reset_at), i64::from(defcon.start));
    for row in rows(data, Role::Defcon) {
        let Some(value) = row.get("level") else {
            continue;
        };
        let Some(n) = value.as_integer().filter(|n| !(low..=high).contains(n)) else {
            continue;
        };
        let (key, bound) = match n < low {
            true => ("reset-at", low),
            false => ("start", high),
        };
        let message = format!(
            "`{}` is DEFCON {n}, which goes from {high} to {low}",
            row.id
        );
        let help = format!("write a whole number from {low} to {high}");
        let place = data.place(&format!("defcon.{key}"));
        let fault = outside(message, value.span, help, place, key, bound);
        faults.push(Diagnostic {
            severity: crate::source::Severity::Error,
            ..fault
        });
    }
}

/// A penalty asks for no more than there is to pay with (CH1-R14, CH2-R9).
fn penalties(data: &Data<'_>, numbers: &Numbers, faults: &mut Diagnostics) {
    let (there, what) = match numbers.defcon.penalty {
        Penalty::Protests => {
            // Without its deck the part is missing, and told.
            let Some(pile) = data.deck(Role::Protests) else {
                return;
            };
            (u64::from(pile.cards()) / PAYERS, "protests for each player")
        }
        Penalty::Loyalty => {
            let points = rows(data, Role::Countries).filter_map(|row| {
                let points = u64::try_from(row.get("points")?.as_integer()?).ok()?;
                Some(points * u64::from(row.copies))
            });
            (points.sum(), "points on all the countries")
        }
    };
    for (level, cost) in numbers.defcon.steps() {
        if u64::from(cost) > there {
            let message =
                format!("the step down from {level} costs {cost}, there are {there} {what}");
            faults.push(
                Diagnostic::warning(Code::OwnRange, message)
                    .at_maybe(data.place(&format!("defcon.from-{level}")))
                    .help(format!("write a whole number from 0 to {there}")),
            );
        }
    }
}

/// A number beyond what a row of `[rules]` gives.
fn outside(
    message: String,
    at: Span,
    help: String,
    place: Option<Span>,
    key: &str,
    bound: i64,
) -> Diagnostic {
    let fault = Diagnostic::warning(Code::OwnRange, message)
        .at(at)
        .help(help);
    match place {
        Some(place) => fault.related(place, format!("`{key} = {bound}` of the rules")),
        None => fault,
    }
}

fn rows<'a>(data: &Data<'a>, role: Role) -> impl Iterator<Item = &'a Row> {
    let rows = data.deck(role).into_iter().flat_map(|deck| &deck.rows);
    rows.filter(|row| row.copies > 0)
}

/// The value of an ability in a slot of a card.
fn inside<'r>(row: &'r Row, slot: &str, ability: &str) -> Option<&'r Value> {
    row.get(slot)?.as_table()?.get(ability)
}

#[cfg(test)]
mod tests {
    use crate::games::hammers::testing::{FIRST, SECOND, faults, warnings};

    #[test]
    fn a_card_that_makes_a_crisis_alone_is_told() {
        for edit in [
            ("influence = 3", "influence = 13"),
            ("influence-while-alone = 4", "influence-while-alone = 14"),
            (
                "operation = { influence = 6 }",
                "operation = { influence = 13 }",
            ),
        ] {
            let told = warnings(SECOND, "assets.toml", edit.0, edit.1);
            assert_eq!(told.len(), 1, "{told:?}");
            assert!(told[0].contains("makes a crisis alone"), "{told:?}");
        }
        let edit = ("influence = 3", "influence = 12");
        assert_eq!(warnings(SECOND, "assets.toml", edit.0, edit.1), [""; 0]);
    }

    #[test]
    fn what_no_crisis_sees_makes_none() {
        let edit = (
            "influence = 1\npassive = { unseen-by-crises = true }",
            "influence = 20\npassive = { unseen-by-crises = true }",
        );
        assert_eq!(warnings(SECOND, "assets.toml", edit.0, edit.1), [""; 0]);
    }

    #[test]
    fn labs_go_no_further_than_the_rounds() {
        assert_eq!(
            warnings(SECOND, "labs.toml", "number = 7", "number = 8"),
            [
                "the `number` of `moon-landing` is 8, the rounds bring 7 labs \
              (write a whole number from 1 to 7)"
            ]
        );
        let told = warnings(FIRST, "labs.toml", "rank = 5", "rank = 9");
        assert!(
            told[0].starts_with("the `rank` of `moon-landing` is 9"),
            "{told:?}"
        );
    }

    #[test]
    fn a_level_is_one_of_defcon() {
        assert_eq!(
            faults(SECOND, "defcon.toml", "level = 5", "level = 6"),
            ["`defcon-5` is DEFCON 6, which goes from 5 to 1 (write a whole number from 1 to 5)"]
        );
    }

    #[test]
    fn a_penalty_can_be_paid() {
        let told = warnings(SECOND, "game.toml", "from-2 = 5", "from-2 = 43");
        assert_eq!(
            told,
            [
                "the step down from 2 costs 43, there are 42 points on all the countries (write a whole number from 0 to 42)"
            ]
        );
        let told = warnings(FIRST, "game.toml", "from-2 = 5", "from-2 = 11");
        assert!(
            told[0].contains("there are 10 protests for each player"),
            "{told:?}"
        );
        assert_eq!(
            warnings(FIRST, "game.toml", "from-2 = 5", "from-2 = 10"),
            [""; 0]
        );
    }
}
