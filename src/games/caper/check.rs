//! Checks of the rules' numbers, and of the decks against what the rounds deal (CAP-R2, CAP-R5).

use crate::cards::{Deck, Game, Row, Table, Value};
use crate::source::{Code, Diagnostic, Diagnostics, Span, list};

/// Coins in the game when `[rules]` does not say (CAP-R4).
const COINS: u8 = 10;
/// Hands are dealt to two sides (CAP-R5).
const SIDES: u32 = 2;

/// Numbers that the rules need, with what is written when they are missing.
const NUMBERS: [(&str, &str); 11] = [
    ("coins", "10"),
    ("locations", "3"),
    ("discard-coins", "1"),
    ("limits.thieves-at-location", "3"),
    ("limits.gear-on-thief", "3"),
    ("fully-equipped.gear", "3"),
    ("fully-equipped.capers", "1"),
    ("snitch.deal", "2"),
    ("snitch.share", "6"),
    ("teams.pass", "2"),
    ("teams.discard-points", "3"),
];

/// The value at a path of keys: `limits.gear-on-thief`.
pub fn number_at<'a>(game: &'a Game, path: &str) -> Option<&'a Value> {
    let mut table: &Table = &game.rules.as_ref()?.numbers;
    let (folders, last) = path.rsplit_once('.').unwrap_or(("", path));
    for key in folders.split('.').filter(|k| !k.is_empty()) {
        table = table.get(key)?.as_table()?;
    }
    table.get(last)
}

/// The items of a list of the rules; empty when there is none.
pub fn list_at<'a>(game: &'a Game, path: &str) -> &'a [Value] {
    number_at(game, path)
        .and_then(Value::as_list)
        .unwrap_or_default()
}

/// Coins in the game (CAP-R4).
pub fn coins(game: &Game) -> u8 {
    let coins = number_at(game, "coins").and_then(Value::as_integer);
    coins.and_then(|n| u8::try_from(n).ok()).unwrap_or(COINS)
}

pub fn check(game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
    let Some(rules) = &game.rules else {
        return;
    };
    for (path, example) in NUMBERS {
        check_number(game, path, example, rules.span, faults);
    }
    check_sets(game, rules.span, faults);
    if check_rounds(game, rules.span, faults) {
        check_deals(game, decks, faults);
    }
}

fn check_number(game: &Game, path: &str, example: &str, span: Span, faults: &mut Diagnostics) {
    let fault = match number_at(game, path) {
        None => Diagnostic::error(Code::RulesNumber, format!("[rules] has no `{path}`"))
            .at(span)
            .help(format!("add `{path} = {example}`")),
        Some(value) => match value.as_integer() {
            Some(1..=200) => return,
            _ => Diagnostic::error(
                Code::RulesNumber,
                format!("`{path}` of [rules] is no number of its kind"),
            )
            .at(value.span)
            .help(format!(
                "write a whole number from 1 to 200: `{path} = {example}`"
            )),
        },
    };
    faults.push(fault);
}

/// As many values of sets as there are kinds of goods (CAP-R17).
fn check_sets(game: &Game, span: Span, faults: &mut Diagnostics) {
    let sets = list_at(game, "goods.sets");
    let kinds = list_at(game, "goods.kinds");
    let whole = sets.iter().all(|v| v.as_integer().is_some());
    if sets.is_empty() || sets.len() != kinds.len() || !whole {
        let at = number_at(game, "goods.sets").map_or(span, |v| v.span);
        faults.push(
            Diagnostic::error(Code::RulesDisagree, "`goods.sets` of [rules] does not fit `goods.kinds`")
                .at(at)
                .help("write the points of a set of one, of two, …, one for each kind: `sets = [1, 3, 7]`"),
        );
    }
}

/// Three lists of one length say what each round deals (CAP-R5, CAP-R6). True when they are sound.
fn check_rounds(game: &Game, span: Span, faults: &mut Diagnostics) -> bool {
    let kinds = list_at(game, "rounds.kinds");
    let mut sound = true;
    let mut told = |at: Span, message: String, help: &str| {
        faults.push(
            Diagnostic::error(Code::RulesDisagree, message)
                .at(at)
                .help(help),
        );
        sound = false;
    };
    if kinds.is_empty() {
        told(
            span,
            "[rules] has no `rounds.kinds`".into(),
            "add `kinds = [\"thieves\", \"gear\", …]` under `[rules.rounds]`",
        );
    }
    for key in ["rounds.cards", "rounds.first"] {
        let items = list_at(game, key);
        if items.len() != kinds.len() {
            let at = number_at(game, key).map_or(span, |v| v.span);
            let (n, rounds) = (items.len(), kinds.len());
            told(
                at,
                format!("`{key}` has {n} items for {rounds} rounds"),
                "write one for each round of `rounds.kinds`",
            );
        }
    }
    for kind in kinds {
        if !matches!(kind.as_str(), Some("thieves" | "gear")) {
            told(
                kind.span,
                "a round deals an unknown kind of card".into(),
                "write `\"thieves\"` or `\"gear\"`",
            );
        }
    }
    for cards in list_at(game, "rounds.cards") {
        if !matches!(cards.as_integer(), Some(2..=60)) {
            told(
                cards.span,
                "a round deals no such number of cards".into(),
                "write a whole number from 2 to 60: the last card is never played",
            );
        }
    }
    let sides = game.tables.get("side");
    for first in list_at(game, "rounds.first") {
        let known = sides.is_none_or(|s| first.as_str().is_some_and(|f| s.contains_key(f)));
        if !known {
            let known = sides.into_iter().flatten().map(|(id, _)| id.as_str());
            let help = format!("write one of {}", list(known));
            told(first.span, "nobody of that name goes first".into(), &help);
        }
    }
    sound
}

/// In every city, what the rounds deal uses up the decks exactly, and there is a location for each mat (CAP-R2).
fn check_deals(game: &Game, decks: &[Deck], faults: &mut Diagnostics) {
    let kinds = list_at(game, "rounds.kinds");
    let cards = list_at(game, "rounds.cards");
    let rounds: Vec<(&str, u32)> = kinds
        .iter()
        .zip(cards)
        .filter_map(|(k, c)| Some((k.as_str()?, u32::try_from(c.as_integer()?).ok()?)))
        .collect();
    for city in list_at(game, "cities") {
        let Some(name) = city.as_str() else {
            continue;
        };
        for kind in ["thieves", "gear"] {
            let dealt = rounds.iter().filter(|(k, _)| *k == kind);
            let dealt: u32 = dealt.map(|(_, cards)| SIDES * cards).sum();
            let held = in_city(decks, kind, name);
            if dealt != held {
                let message = format!("a game in `{name}` has {held} {kind}, but deals {dealt}");
                faults.push(
                    Diagnostic::error(Code::TooFewCards, message)
                        .at(city.span)
                        .help("the core cards and those of one city together are dealt to the last one (R2): add or take away cards, or change `rounds.cards`"),
                );
            }
        }
        let needed = number_at(game, "locations").and_then(Value::as_integer);
        let held = in_city(decks, "locations", name);
        if needed.is_some_and(|n| n > i64::from(held)) {
            let message = format!("a game in `{name}` has only {held} locations");
            faults.push(
                Diagnostic::error(Code::TooFewCards, message)
                    .at(city.span)
                    .help("each mat takes one: add rows to locations.toml"),
            );
        }
    }
}

/// Cards of the deck that are in a game in that city.
fn in_city(decks: &[Deck], deck: &str, city: &str) -> u32 {
    let here = |row: &&Row| {
        let of = row.get("city").and_then(Value::as_str);
        of.is_none_or(|c| c == "core" || c == city)
    };
    let rows = decks.iter().filter(|d| d.id == deck).flat_map(|d| &d.rows);
    rows.filter(here).map(|r| r.copies).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::caper::testing::{bad, pack};

    /// 13 locations; 18 thieves = 2 × (4 + 3 + 2); 36 gear = 2 × (6 + 6 + 6).
    #[test]
    fn every_city_fills_the_deals() {
        let pack = pack();
        for city in ["paris", "rome", "london"] {
            let held = ["locations", "thieves", "gear"].map(|d| in_city(&pack.decks, d, city));
            assert_eq!(held, [13, 18, 36], "{city}");
        }
    }

    #[test]
    fn decks_are_as_large_as_the_rulebook_says() {
        let pack = pack();
        let held: Vec<(&str, u32)> = pack
            .decks
            .iter()
            .map(|d| (d.id.as_str(), d.cards()))
            .collect();
        let rulebook = [
            ("locations", 23),
            ("thieves", 24),
            ("gear", 48),
            ("mats", 3),
            ("tracker", 1),
            ("marker", 1),
            ("coins", 10),
            ("references", 5),
            ("scorepad", 4),
            ("credits", 1),
            ("rules", 0),
        ];
        assert_eq!(held, rulebook);
    }

    #[test]
    fn rounds_that_do_not_use_up_the_decks_are_told() {
        let told = bad("game.toml", "[4, 6, 3, 6, 2, 6]", "[4, 6, 3, 6, 3, 6]");
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told[0].starts_with("a game in `paris` has 18 thieves, but deals 20 ("));
    }

    #[test]
    fn numbers_that_are_missing_or_silly_are_told() {
        assert_eq!(
            bad("game.toml", "gear-on-thief = 3", "")[0],
            "[rules] has no `limits.gear-on-thief` (add `limits.gear-on-thief = 3`)"
        );
        assert!(bad("game.toml", "share = 6", "share = 0")[0].contains("`snitch.share`"));
        assert!(bad("game.toml", "sets = [1, 3, 7]", "sets = [1, 3]")[0].contains("goods.sets"));
        assert_eq!(
            bad("game.toml", "first = [\"cream\", ", "first = [")[0],
            "`rounds.first` has 5 items for 6 rounds (write one for each round of `rounds.kinds`)"
        );
        assert!(
            bad("game.toml", "first = [\"cream\"", "first = [\"vanilla\"")[0]
                .contains("goes first")
        );
        assert!(
            bad("game.toml", "kinds = [\"thieves\"", "kinds = [\"cats\"")[0]
                .contains("unknown kind")
        );
    }
}
