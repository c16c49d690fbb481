//! What the engine cannot play, although each number is sound by itself.

use super::rules::Rules;
use super::variant;
use crate::cards::{Game, Value};
use crate::games::caper::numbers::{list_at, number_at};
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, list};

/// Numbers that can only be one, and why.
const FIXED: [(&str, i64, &str); 3] = [
    ("cities-in-a-game", 1, "a game is played in one city (R2)"),
    ("teams.pass", 2, "one is played, one goes back (R21)"),
    (
        "snitch.deal",
        2,
        "each Mastermind is dealt the tracker's number (R19)",
    ),
];

/// Most points of a set of stolen goods.
pub const MOST_POINTS: i64 = 200;

/// The kinds of goods that sets are made of (CAP-R17).
const KINDS: [&str; 3] = ["jewel", "antique", "painting"];

pub fn check(game: &Game, variant: &Variant, faults: &mut Diagnostics) {
    agreed(game, variant, faults);
    for (path, n, why) in FIXED {
        let value = number_at(game, path);
        if let Some(other) = value.and_then(Value::as_integer)
            && other != n
        {
            let key = path.rsplit('.').next().unwrap_or(path);
            let message = format!("the engine plays with {n} for `{path}`, not with {other}");
            let help = format!("write `{key} = {n}`: {why}");
            let place = value.map(|value| value.span);
            faults.push(
                Diagnostic::error(Code::EngineLimit, message)
                    .at_maybe(place)
                    .help(help),
            );
        }
    }
    cities(game, faults);
    sets(game, faults);
    sides(game, faults);
    room(game, faults);
}

/// Cities are named (CAP-R2).
fn cities(game: &Game, faults: &mut Diagnostics) {
    let nameless = list_at(game, "cities")
        .iter()
        .filter(|v| v.as_str().is_none());
    for value in nameless {
        let message = format!("a city of [rules] is {}", value.kind());
        faults.push(
            Diagnostic::error(Code::WrongType, message)
                .at(value.span)
                .help("name cities in quotes: `cities = [\"paris\"]`"),
        );
    }
}

/// What was agreed on is there to choose (CAP-R2).
fn agreed(game: &Game, variant: &Variant, faults: &mut Diagnostics) {
    for axis in variant::axes(game) {
        if axis.values.is_empty() {
            let key = number_at(game, "cities").map(|value| value.span);
            let message = "the rules name no city to play in";
            let help = "name one in `[rules]` at least: `cities = [\"paris\"]`";
            faults.push(
                Diagnostic::error(Code::RulesDisagree, message)
                    .at_maybe(key)
                    .help(help),
            );
        } else if let Some(word) = variant.get(&axis.name)
            && !axis.values.iter().any(|value| value == word)
        {
            let message = format!("`{word}` is nothing that `{}` can be", axis.name);
            let known = axis.values.iter().map(String::as_str);
            let help = format!("choose one of {}", list(known));
            faults.push(Diagnostic::error(Code::UnknownVariant, message).help(help));
        }
    }
}

/// Sets are of the three kinds that cards can give, and worth something that adds up (CAP-R17).
fn sets(game: &Game, faults: &mut Diagnostics) {
    let kinds: Vec<&str> = list_at(game, "goods.kinds")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    if kinds != KINDS {
        let place = number_at(game, "goods.kinds").map(|value| value.span);
        let known = KINDS.map(|kind| format!("\"{kind}\"")).join(", ");
        faults.push(
            Diagnostic::error(
                Code::EngineLimit,
                "the engine plays with other kinds of goods",
            )
            .at_maybe(place)
            .help(format!("write `kinds = [{known}]`")),
        );
    }
    for points in list_at(game, "goods.sets") {
        let n = points.as_integer();
        if n.is_some_and(|n| !(0..=MOST_POINTS).contains(&n)) {
            faults.push(
                Diagnostic::error(Code::EngineLimit, "a set of goods is worth no such number")
                    .at(points.span)
                    .help(format!("write a whole number from 0 to {MOST_POINTS}")),
            );
        }
    }
}

/// Only a Mastermind goes first, and only one wins the last tie (CAP-R6, CAP-R18).
fn sides(game: &Game, faults: &mut Diagnostics) {
    let named = list_at(game, "rounds.first").iter();
    for value in named.chain(number_at(game, "tie-break")) {
        if value.as_str().and_then(Rules::side).is_none() {
            faults.push(
                Diagnostic::error(Code::UnknownWord, "this is none of the two Masterminds")
                    .at(value.span)
                    .help(format!("write one of {}", list(Rules::SIDES.into_iter()))),
            );
        }
    }
}

/// Every thief that is played finds a place (CAP-R8, CAP-R9).
fn room(game: &Game, faults: &mut Diagnostics) {
    let number = |path: &str| number_at(game, path).and_then(Value::as_integer);
    let (Some(places), Some(each)) = (number("locations"), number("limits.thieves-at-location"))
    else {
        return;
    };
    let rounds = list_at(game, "rounds.kinds")
        .iter()
        .zip(list_at(game, "rounds.cards"));
    let placed: i64 = rounds
        .filter(|(kind, _)| kind.as_str() == Some("thieves"))
        .filter_map(|(_, cards)| cards.as_integer())
        .map(|cards| cards.saturating_sub(1))
        .fold(0, i64::saturating_add);
    let spots = places.saturating_mul(each);
    if placed > spots {
        let place = number_at(game, "limits.thieves-at-location").map(|value| value.span);
        let message = format!("each player places {placed} thieves, and has room for {spots}");
        let help = "raise `thieves-at-location` or `locations`, or deal fewer thieves";
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at_maybe(place)
                .help(help),
        );
    }
}
