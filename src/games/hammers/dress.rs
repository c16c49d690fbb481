//! The fields that the family adds to a face, deck by deck.

use super::abilities::Wording;
use super::card::{ActionCard, Kind};
use super::numbers::{Defcon, Penalty};
use super::terms::Terms;
use crate::cards::{Deck, Face, Reader, Row, Setting, Value, by_hand};
use crate::source::{Code, Diagnostic, Diagnostics, Span, did_you_mean, list};

/// The sentences of a card of the hand.
const SLOTS: [&str; 2] = ["passive", "operation"];

/// The two sides, as `[table.faction]` names them.
pub(super) const FACTIONS: [&str; 2] = ["caps", "hammers"];

/// Cards of the hand: `passive`, `operation` (sentences), `kinds`, `emblem`, and `boosted` (6 on the Nuclear Armament).
pub fn action(
    setting: &Setting<'_>,
    card: &ActionCard,
    terms: &Terms,
    row: &Row,
    face: &mut Face,
    faults: &mut Diagnostics,
) {
    let w = Wording {
        terms,
        card,
        deck: setting.deck,
    };
    let made = [
        card.passive.as_ref().map(|a| a.wording(&w)),
        card.operation.as_ref().map(|a| a.wording(&w)),
    ];
    let made = made.map(Option::unwrap_or_default);
    let given = given(row, &made, faults);
    for ((slot, made), given) in SLOTS.into_iter().zip(made).zip(given) {
        face.set(slot, given.unwrap_or(made), Some(row.place(slot)));
    }
    let kinds: Vec<&str> = card.kinds.iter().map(|k: &Kind| k.word()).collect();
    face.set("kinds", kinds.join(" "), Some(row.place("kinds")));
    let boosted = card.boosted().map_or_else(String::new, |n| n.to_string());
    face.set("boosted", boosted, Some(row.place("influence")));
    face.set(
        "emblem",
        card.profession.clone(),
        Some(row.place("profession")),
    );
}

/// The sentences that a row words itself: `wording = { passive = "…", operation = "…" }`. Each is told, as it may say
/// another thing than the ability does, whose sentences are `made`.
fn given(row: &Row, made: &[String; 2], faults: &mut Diagnostics) -> [Option<String>; 2] {
    let mut r = Reader::new(&row.table, row.span, "the card", faults);
    let Some((table, span)) = r.table("wording") else {
        return [None, None];
    };
    let mut r = Reader::new(table, span, "`wording`", faults);
    let given = [0, 1].map(|index| (SLOTS[index], &made[index], r.string(SLOTS[index])));
    r.finish();
    given.map(|(slot, made, given)| {
        let (text, at) = given?;
        let what = format!("the `{slot}` of `{}`", row.id);
        let mut fault = by_hand(&what, at, made, &text);
        if row.get(slot).is_none() {
            fault = Diagnostic::error(
                Code::WordsWithoutAbility,
                format!("`wording` words a `{slot}` that the card has not"),
            )
            .at(at)
            .help(format!(
                "give the card a `{slot}`, or take the wording away"
            ));
        }
        faults.push(fault);
        Some(text)
    })
}

/// Countries: `stars`, `default-…` and `other-…` (`name`, `sign`, `colour`), `region-others`.
pub fn country(setting: &Setting<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics) {
    let points = needed(row, "points", 0..=9, faults);
    let stars = "{point}".repeat(usize::from(points.unwrap_or(0)));
    face.set("stars", stars, Some(row.place("points")));
    let mut r = Reader::new(&row.table, row.span, "the card", faults);
    let (default, at) = r.required_string("default");
    let (region, _) = r.required_string("region");
    let written = row.get("default").is_some_and(|v| v.as_str().is_some());
    if written && !FACTIONS.contains(&default.as_str()) {
        let help = match did_you_mean(&default, FACTIONS) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("factions are {}", list(FACTIONS)),
        };
        let message = format!("there is no faction `{default}`");
        faults.push(
            Diagnostic::error(Code::UnknownWord, message)
                .at(at)
                .help(help),
        );
    }
    let other = FACTIONS
        .into_iter()
        .find(|f| *f != default)
        .unwrap_or(FACTIONS[0]);
    faction(setting, "default", &default, at, face);
    faction(setting, "other", other, at, face);
    let others = region_others(setting.deck, row, &region);
    face.set("region-others", others, Some(row.place("region")));
}

fn faction(setting: &Setting<'_>, prefix: &str, id: &str, at: Span, face: &mut Face) {
    let row = setting.game.tables.get("faction").and_then(|t| t.get(id));
    for key in ["name", "sign", "colour"] {
        let text = row.and_then(|r| r.get(key)).and_then(Value::text);
        face.set(
            format!("{prefix}-{key}"),
            text.unwrap_or_default(),
            Some(at),
        );
    }
}

/// Names of the other countries of the region.
fn region_others(deck: &Deck, row: &Row, region: &str) -> String {
    let same = |r: &&Row| r.get("region").and_then(Value::as_str) == Some(region);
    let others = deck.rows.iter().filter(same).filter(|r| r.id != row.id);
    let names: Vec<&str> = others.map(|r| r.name.as_str()).collect();
    names.join(" · ")
}

/// Labs: `value` (their number or rank), `roman`.
pub fn lab(row: &Row, face: &mut Face, faults: &mut Diagnostics) {
    let key = if row.get("rank").is_some() {
        "rank"
    } else {
        "number"
    };
    let value = needed(row, key, 1..=20, faults).unwrap_or(0);
    let at = Some(row.place(key));
    face.set("value", value.to_string(), at);
    face.set("roman", roman(value), at);
}

/// 1 to 20 in Roman numerals.
fn roman(mut n: u8) -> String {
    let mut text = String::new();
    for (value, digits) in [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")] {
        while n >= value {
            text.push_str(digits);
            n -= value;
        }
    }
    text
}

/// A card of one level: `requirement`, `penalty` (a sentence), `next`. A meter, which has no `level`: `step-5-4`, …,
/// and `reset`.
pub fn defcon(setting: &Setting<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics) {
    // Faults of the numbers belong to no card: `check` tells them.
    let Some(defcon) = Defcon::read(setting.game, &mut Diagnostics::new()) else {
        return;
    };
    let rules = setting
        .game
        .rules
        .as_ref()
        .and_then(|r| r.numbers.get("defcon"));
    let at = rules.map(|v| v.span);
    if row.get("level").is_none() {
        for (level, cost) in defcon.steps() {
            face.set(format!("step-{level}-{}", level - 1), cost.to_string(), at);
        }
        face.set("reset", defcon.start.to_string(), at);
        return;
    }
    // A level that there is not is told by `check`.
    let Some(level) = needed(row, "level", 0..=9, faults) else {
        return;
    };
    let cost = defcon.cost(level);
    let sentence = match (cost, defcon.penalty) {
        (None, _) => format!("**Back** to DEFCON **{}**.", defcon.start),
        (Some(n), Penalty::Loyalty) => {
            format!(
                "Turn Loyal countries **Disloyal** until you have lost **{n}**\u{a0}{{point}} or more."
            )
        }
        (Some(n), Penalty::Protests) => format!("Draw **{n}**\u{a0}{{protest}}."),
    };
    let next = if cost.is_some() {
        level - 1
    } else {
        defcon.start
    };
    face.set(
        "requirement",
        cost.map_or_else(String::new, |n| n.to_string()),
        at,
    );
    face.set("penalty", sentence, at);
    face.set("next", next.to_string(), at);
}

/// Protests: `worst`, on those that cost most.
pub fn protest(setting: &Setting<'_>, row: &Row, face: &mut Face, faults: &mut Diagnostics) {
    let value = needed(row, "value", 0..=9, faults).map(i64::from);
    let values = setting
        .deck
        .rows
        .iter()
        .filter_map(|r| r.get("value")?.as_integer());
    let worst = value.is_some() && value == values.max();
    face.set(
        "worst",
        if worst { "yes" } else { "" },
        Some(row.place("value")),
    );
}

/// Any card with `words`: `text`, where `{rules.crisis-influence}` and its like stand for what `game.toml` says.
pub fn words(row: &Row, face: &mut Face, faults: &mut Diagnostics) {
    let Some(value) = row.get("words") else {
        return;
    };
    if value.as_str().is_none() {
        let message = format!("`words` is {}, not a string", value.kind());
        let help = "write it in quotes";
        faults.push(
            Diagnostic::error(Code::WrongType, message)
                .at(value.span)
                .help(help),
        );
        return;
    }
    let text = face.text("words").trim().to_owned();
    face.set("text", text, Some(value.span));
}

/// A number of a row that must be there.
fn needed(
    row: &Row,
    key: &'static str,
    range: std::ops::RangeInclusive<i64>,
    faults: &mut Diagnostics,
) -> Option<u8> {
    let mut r = Reader::new(&row.table, row.span, "the card", faults);
    if r.value(key).is_none() {
        r.missing(key, "1");
        return None;
    }
    let (n, _) = r.integer(key, range)?;
    u8::try_from(n).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{
        EDITIONS, FIRST, SECOND, actions, bad, faults, field, field_after, sentence_after,
    };

    #[test]
    fn a_country_says_whose_it_is_and_with_whom() {
        let of = |name| field(SECOND, "countries", "japan", name);
        assert_eq!(of("stars"), "{point}{point}");
        assert_eq!(of("default-name"), "Caps");
        assert_eq!(of("default-sign"), "star");
        assert_eq!(of("other-sign"), "hammer");
        assert_eq!(of("region.name"), "East Asia");
        assert_eq!(of("region-others"), "Korea · China");
    }

    #[test]
    fn an_unknown_faction_is_told() {
        let told = faults(FIRST, "countries.toml", "\"hammers\"", "\"hamers\"");
        assert_eq!(
            told,
            ["there is no faction `hamers` (did you mean `hammers`?)"]
        );
    }

    #[test]
    fn labs_have_roman_numerals() {
        assert_eq!(field(FIRST, "labs", "moon-landing", "roman"), "V");
        assert_eq!(field(SECOND, "labs", "moon-landing", "value"), "7");
        let all: Vec<String> = (1..=10).map(roman).collect();
        assert_eq!(all.join(" "), "I II III IV V VI VII VIII IX X");
    }

    #[test]
    fn defcon_cards_say_what_they_cost() {
        let of = |card, name| field(SECOND, "defcon", card, name);
        assert_eq!(
            of("defcon-2", "penalty"),
            "Turn Loyal countries **Disloyal** until you have lost **5**\u{a0}{point} or more."
        );
        assert_eq!(of("defcon-2", "requirement"), "5");
        assert_eq!(of("defcon-1", "requirement"), "");
        assert_eq!(of("defcon-1", "penalty"), "**Back** to DEFCON **5**.");
        assert_eq!(of("defcon-1", "next"), "5");
        let to = ("defcon", "defcon-4", "requirement");
        let said = field_after(SECOND, to, ("game.toml", "from-4 = 2", "from-4 = 3"));
        assert_eq!(said, "3");
    }

    #[test]
    fn the_meter_shows_each_step() {
        let of = |name| field(FIRST, "defcon", "defcon-meter", name);
        let steps = ["step-5-4", "step-4-3", "step-3-2", "step-2-1", "reset"].map(of);
        assert_eq!(steps, ["1", "2", "3", "5", "5"]);
    }

    #[test]
    fn the_worst_protest_is_marked() {
        assert_eq!(field(FIRST, "protests", "strike", "worst"), "yes");
        assert_eq!(field(FIRST, "protests", "march", "worst"), "");
    }

    #[test]
    fn aids_take_their_numbers_from_the_rules() {
        for game in EDITIONS {
            let text = field(game, "aids", "round", "text");
            assert!(text.contains("**5 turns each:**"), "{text}");
            assert!(!text.contains("{rules."), "{text}");
        }
        let edit = (
            "game.toml",
            "crisis-influence = 13",
            "crisis-influence = 12",
        );
        let text = field_after(SECOND, ("aids", "round", "text"), edit);
        assert!(text.contains("**2** 12 or more"), "{text}");
        let told = faults(SECOND, "aids.toml", "{rules.turns}", "{rules.turn}");
        assert_eq!(
            told,
            ["game.toml gives no `rules.turn` (did you mean `{rules.turns}`?)"]
        );
    }

    #[test]
    fn a_sentence_can_be_worded_by_hand_and_is_told() {
        let (from, to) = (
            "operation = { reveal = \"here\" }",
            "operation = { reveal = \"here\" }\nwording = { operation = \"Look.\" }",
        );
        assert_eq!(
            sentence_after(SECOND, "spy", "operation", from, to),
            "Look."
        );
        assert_eq!(
            bad(SECOND, from, to),
            [
                "the `operation` of `spy` is worded by hand and does not say `face`, `down`, `opposing` and `here` \
                 (say it as well, or take the wording away: the ability is \"Turn up one face-down opposing Asset here. \
                 It can no longer be launched this round.\")"
            ]
        );
        let to = to.replace("wording = { operation", "wording = { passive");
        assert_eq!(
            bad(SECOND, from, &to),
            ["`wording` words a `passive` that the card has not \
              (give the card a `passive`, or take the wording away)"]
        );
    }

    #[test]
    fn a_card_that_can_be_worth_more_shows_it() {
        for game in EDITIONS {
            let of = |card| field(game, actions(game), card, "boosted");
            let cards = ["nuclear-armament", "admiral", "spy", "defector"];
            assert_eq!(cards.map(of), ["6", "4", "", ""]);
        }
    }

    #[test]
    fn every_card_of_the_hand_says_something() {
        for game in EDITIONS {
            for card in [
                "nuclear-armament",
                "admiral",
                "diplomat",
                "policeman",
                "spy",
            ] {
                assert!(!field(game, actions(game), card, "operation").is_empty());
                assert_eq!(field(game, actions(game), card, "emblem"), card);
            }
        }
    }
}
