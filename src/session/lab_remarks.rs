//! Puts what stands out in a run of the lab into words: sides that are not even, cards that are too good or too bad, cards that nobody
//! ever has. A part of a run comes in; sentences, each with a help, go out. Called by the command `lab` and by the page of a run.

use crate::lab::{End, LabFigures, LabPart, Outlier, PartResults, Uneven, Unseen, figures, judge};
use crate::rules::Variant;
use crate::source::counted;

/// One thing that stands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabRemark {
    pub says: String,
    pub help: String,
}

/// Everything that stands out in games of one version; a side is even within so many percentage points.
pub fn lab_remarks(part: &LabPart, even: f64) -> Vec<LabRemark> {
    let PartResults::Games(all) = &part.results else {
        return Vec::new();
    };
    let found = all
        .iter()
        .map(|one| (one.variant.clone(), figures(&one.names, &one.counts)));
    remarks(&found.collect::<Vec<_>>(), even)
}

fn remarks(all: &[(Variant, LabFigures)], even: f64) -> Vec<LabRemark> {
    let findings = judge(all, even / 100.0);
    let uneven = findings.uneven.iter().map(|found| uneven(all, found, even));
    let outliers = findings.outliers.iter().map(|found| outlier(all, found));
    let unseen = findings.unseen.iter().map(|found| unseen(all, found));
    uneven.chain(outliers).chain(unseen).collect()
}

/// ` with order random, players 2 or order ascending, players 2`, after "games"; nothing for a game without variants.
fn with(all: &[(Variant, LabFigures)], numbers: &[usize]) -> String {
    let words = numbers.iter().map(|number| all[*number].0.describe());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    match &words[..] {
        [] => String::new(),
        words => format!(" with {}", words.join(" or ")),
    }
}

/// Whether these are all variants that have a card, and several.
fn is_everywhere(
    all: &[(Variant, LabFigures)],
    (deck, row): (&str, &str),
    numbers: &[usize],
) -> bool {
    let has = |found: &LabFigures| found.cards.iter().any(|c| c.deck == deck && c.row == row);
    let occurs = all.iter().filter(|(_, found)| has(found)).count();
    numbers.len() > 1 && numbers.len() == occurs
}

fn uneven(all: &[(Variant, LabFigures)], found: &Uneven, even: f64) -> LabRemark {
    let figures = &all[found.variant].1;
    let seats = figures.sides[found.side].iter();
    let seats: Vec<&str> = seats
        .map(|seat| figures.seats[*seat].name.as_str())
        .collect();
    LabRemark {
        says: format!(
            "{} wins {:.1} % of the games{}, and an even share is {:.1} %",
            seats.join(" + "),
            100.0 * found.wins,
            with(all, &[found.variant]),
            100.0 * found.even
        ),
        help: format!(
            "a side within {even} percentage {} of an even share counts as even; see `--even`",
            if even == 1.0 { "point" } else { "points" }
        ),
    }
}

fn outlier(all: &[(Variant, LabFigures)], found: &Outlier) -> LabRemark {
    let Outlier { deck, row, .. } = found;
    let place = match with(all, &found.variants) {
        _ if is_everywhere(all, (deck, row), &found.variants) => " wherever it occurs".to_owned(),
        variants if variants.is_empty() => variants,
        variants => format!(" in games{variants}"),
    };
    let instead = match found.end {
        End::Best => "weaker",
        End::Worst => "stronger",
    };
    let when = if found.is_played { " when played" } else { "" };
    LabRemark {
        says: format!(
            "`{row}` is in the {} quarter of the deck `{deck}`{place}, with at least {:.1} times the median effect{when}",
            found.end.word(),
            found.times
        ),
        help: format!("make the card {instead}, or other cards of its deck more like it"),
    }
}

fn unseen(all: &[(Variant, LabFigures)], found: &Unseen) -> LabRemark {
    let Unseen {
        deck,
        row,
        variants,
    } = found;
    let figures = || variants.iter().map(|number| &all[*number].1);
    let mut mine = figures()
        .flat_map(|found| &found.cards)
        .filter(|card| card.deck == *deck && card.row == *row);
    let what = if mine.all(|card| card.in_play.value == 0.0) {
        "never comes into play"
    } else {
        "never counts for anybody"
    };
    let games: u64 = figures().map(|found| found.games).sum();
    let games = counted(games as usize, "game");
    let games = if is_everywhere(all, (deck, row), variants) {
        format!(" wherever it occurs, in {games}")
    } else {
        format!(" in {games}{}", with(all, variants))
    };
    LabRemark {
        says: format!("`{row}` of the deck `{deck}` {what}{games}"),
        help: "play more games, or make the card easier to get".to_owned(),
    }
}
