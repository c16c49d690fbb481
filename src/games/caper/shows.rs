//! Fields that tracker, mats, references and score pad make from the numbers of the rules: `shows = "rounds"`.

use super::abilities::Reading;
use super::numbers::{list_at, number_at};
use super::palette::Palette;
use crate::cards::{Face, Game, Row, Value};
use crate::source::Diagnostics;

/// What a row can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shows {
    /// The slots of the tracker (CAP-R5, CAP-R6).
    Rounds,
    /// How many thieves and gear lie where (CAP-R9, CAP-R10, CAP-R11).
    Limits,
    /// What the symbols mean, and the above.
    Legend,
    /// What is worth what at the end (CAP-R17, CAP-R18, CAP-R20, CAP-R22).
    Scoring,
}

pub(super) const ALL: [(&str, Shows); 4] = [
    ("rounds", Shows::Rounds),
    ("limits", Shows::Limits),
    ("legend", Shows::Legend),
    ("scoring", Shows::Scoring),
];

/// What the symbols mean, one a paragraph, in two columns of one height.
const LEGEND: [&str; 14] = [
    "{caper} **Caper.** Most capers win the location.",
    "{coin} **Coin.** Pays for gear.",
    "{point} **Point.** Most points win the game.",
    "{flip} **Flip** your opponent's topmost card.",
    "{shield} **Protected.** Cannot be flipped.",
    "{cost} **Cost.** Pay it to place the gear.",
    "{map-mine} Counts **your** cards here.",
    "{map-theirs} Counts **their** cards here.",
    "{jewel}{antique}{painting} **Stolen goods.**",
    "{wild} **Wild.** Any stolen good.",
    "{discard} **Discards.** Open to all.",
    "{swap} **Swap.** Changes hands.",
    "{flip} / {location} Reaches any location.",
    "{caper} / {sign-red}+{sign-blue} One for each card or set.",
];

pub fn dress(game: &Game, row: &Row, face: &mut Face, faults: &mut Diagnostics) {
    let Some(value) = row.get("shows") else {
        return;
    };
    let palette = Palette::of(game);
    let mut reading = Reading {
        palette: &palette,
        faults,
    };
    match reading.one_of(value, "thing to show", &ALL) {
        Some(Shows::Rounds) => rounds(game, face),
        Some(Shows::Limits) => limits(game, face),
        Some(Shows::Legend) => {
            limits(game, face);
            legend(face);
            colours(game, &palette, face);
            scoring(game, face);
        }
        Some(Shows::Scoring) => scoring(game, face),
        None => {}
    }
}

fn rounds(game: &Game, face: &mut Face) {
    let kinds = list_at(game, "rounds.kinds");
    face.set("rounds", kinds.len().to_string(), None);
    for (i, kind) in kinds.iter().enumerate() {
        let n = i + 1;
        let item = |path| list_at(game, path).get(i).and_then(Value::text);
        let span = Some(kind.span);
        let kind = kind.as_str().unwrap_or_default();
        let (name, sign) = match kind {
            "thieves" => ("Thieves", "thief"),
            _ => ("Gear", "gear"),
        };
        let first = item("rounds.first").unwrap_or_default();
        let side = game.tables.get("side").and_then(|s| s.get(&first));
        let of_side = |key| side.and_then(|s| s.get(key)).and_then(Value::as_str);
        face.set(
            format!("cards-{n}"),
            item("rounds.cards").unwrap_or_default(),
            span,
        );
        face.set(format!("kind-{n}"), kind, span);
        face.set(format!("kind-name-{n}"), name, span);
        face.set(format!("sign-{n}"), sign, span);
        face.set(
            format!("first-name-{n}"),
            of_side("name").unwrap_or(&first),
            span,
        );
        face.set(
            format!("first-colour-{n}"),
            of_side("colour").unwrap_or("#ffffff"),
            span,
        );
        face.set(
            format!("first-ink-{n}"),
            of_side("ink").unwrap_or("#000000"),
            span,
        );
        face.set(format!("first-{n}"), first, span);
    }
}

fn number(game: &Game, path: &str) -> String {
    number_at(game, path)
        .and_then(Value::text)
        .unwrap_or_default()
}

fn limits(game: &Game, face: &mut Face) {
    let n = |path| number(game, path);
    let (thieves, gear) = (n("limits.thieves-at-location"), n("limits.gear-on-thief"));
    let (full, capers) = (n("fully-equipped.gear"), n("fully-equipped.capers"));
    let limits = format!(
        "Up to **{thieves}**\u{a0}{{thief}} of yours here, each with up to **{gear}**\u{a0}{{gear}}."
    );
    face.set("limits", limits, None);
    let bonus = format!("**Fully equipped** ({full}\u{a0}{{gear}}): {capers}\u{a0}{{caper}} more.");
    face.set("bonus", bonus, None);
}

fn legend(face: &mut Face) {
    let (first, second) = LEGEND.split_at(LEGEND.len() / 2);
    face.set("legend", LEGEND.join("\n"), None);
    face.set("legend-1", first.join("\n"), None);
    face.set("legend-2", second.join("\n"), None);
}

/// The colours of gear and what they are about (CAP-R3); those without a `focus` are left out.
fn colours(game: &Game, palette: &Palette, face: &mut Face) {
    let mut rows: Vec<_> = game.tables.get("colour").into_iter().flatten().collect();
    // The order of the file, which is the author's.
    rows.sort_by_key(|(_, row)| row.keys().next().map(|k| k.span.start));
    let lines: Vec<String> = rows
        .iter()
        .filter_map(|(id, row)| {
            let focus = row.get("focus").and_then(Value::as_str)?;
            let name = row.get("name").and_then(Value::as_str).unwrap_or(id);
            let sign = palette.sign(palette.find(id)?);
            Some(format!("{sign} **{name}** {focus}"))
        })
        .collect();
    face.set("colours", lines.join("\n"), None);
}

fn scoring(game: &Game, face: &mut Face) {
    let sets = list_at(game, "goods.sets");
    let sets: Vec<String> = sets
        .iter()
        .enumerate()
        .map(|(i, v)| {
            format!(
                "{}\u{a0}{{point}} for {}",
                v.text().unwrap_or_default(),
                i + 1
            )
        })
        .collect();
    let sets = format!("**Sets** of different goods: {}.", sets.join(", "));
    face.set("sets", sets, None);
    let tie = "**Tie:** more\u{a0}{caper} in all; then Cream.";
    face.set("score-tie", tie, None);
    let share = ordinal(&number(game, "snitch.share"));
    let snitch = format!("**Snitch:** the lower score and {share} of the higher, rounded down.");
    face.set("score-snitch", snitch, None);
    let points = number(game, "teams.discard-points");
    let teams = format!(
        "**Teams:** {points}\u{a0}{{point}} for each\u{a0}{{gear}} in your discards, in the gear row."
    );
    face.set("score-teams", teams, None);
}

/// `a sixth` for 6; `1/13` where there is no short word.
fn ordinal(number: &str) -> String {
    const WORDS: [&str; 9] = [
        "half",
        "a third",
        "a quarter",
        "a fifth",
        "a sixth",
        "a seventh",
        "an eighth",
        "a ninth",
        "a tenth",
    ];
    let word = number
        .parse::<usize>()
        .ok()
        .and_then(|n| WORDS.get(n.checked_sub(2)?));
    word.map_or_else(|| format!("1/{number}"), |w| (*w).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::caper::testing::{bad, field};

    #[test]
    fn the_tracker_shows_what_the_rules_deal() {
        let of = |name: &str| field("tracker", "round-tracker", name);
        let cards: Vec<String> = (1..=6).map(|n| of(&format!("cards-{n}"))).collect();
        assert_eq!(cards, ["4", "6", "3", "6", "2", "6"]);
        assert_eq!(of("first-1"), "cream");
        assert_eq!(of("first-name-2"), "Mint");
        assert_eq!(of("sign-3"), "thief");
        assert_eq!(of("rounds"), "6");
    }

    #[test]
    fn mats_references_and_pad_take_their_numbers_from_the_rules() {
        assert_eq!(
            field("mats", "mat-left", "limits"),
            "Up to **3**\u{a0}{thief} of yours here, each with up to **3**\u{a0}{gear}."
        );
        assert_eq!(
            field("scorepad", "score-sheet", "sets"),
            "**Sets** of different goods: 1\u{a0}{point} for 1, 3\u{a0}{point} for 2, 7\u{a0}{point} for 3."
        );
        assert!(field("references", "snitch", "score-snitch").contains("a sixth of the higher"));
        assert!(
            field("references", "snitch", "colours")
                .contains("{sign-green} **Green** Stolen goods")
        );
    }

    #[test]
    fn an_unknown_thing_to_show_is_told() {
        assert_eq!(
            bad("tracker.toml", "\"rounds\"", "\"round\""),
            ["there is no thing to show `round` (did you mean `rounds`?)"]
        );
    }

    #[test]
    fn shares_have_words() {
        assert_eq!(ordinal("6"), "a sixth");
        assert_eq!(ordinal("13"), "1/13");
        assert_eq!(ordinal("0"), "1/0");
    }
}
