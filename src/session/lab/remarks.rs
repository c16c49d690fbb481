//! Puts what stands out in a run of the lab into words: sides that are not even, what deciding first is worth, cards that are too good or
//! too bad, cards that nobody ever has. Figures come in; sentences, each with a help, go out. Called by the report
//! of a run and by `lab --strict`.

use crate::lab::{End, LabFigures, Outlier, Uneven, Unseen, judge, points_of_wins};
use crate::rules::Variant;
use crate::source::{Code, Diagnostic, Diagnostics, counted};

/// One thing that stands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabRemark {
    pub says: String,
    pub help: String,
    /// Whether it stands out, by more than chance makes.
    pub is_sure: bool,
}

/// Everything that stands out, or might, in the figures of games of one version. A side within `even` percentage points of its share
/// counts as even.
pub fn lab_remarks(all: &[(Variant, LabFigures)], even: f64) -> Vec<LabRemark> {
    let findings = judge(all, even / 100.0);
    let uneven = findings.uneven.iter().map(|found| uneven(all, found, even));
    let outliers = findings.outliers.iter().map(|found| outlier(all, found));
    let unseen = findings.unseen.iter().map(|found| unseen(all, found));
    uneven.chain(outliers).chain(unseen).collect()
}

/// What stands out in games of one version, as errors.
pub fn standing_out(found: &[(Variant, LabFigures)], even: f64, id: &str) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let remarks = lab_remarks(found, even).into_iter();
    for remark in remarks.filter(|remark| remark.is_sure) {
        let message = format!("{id}: {}", remark.says);
        faults.push(Diagnostic::error(Code::Unbalanced, message).help(remark.help));
    }
    faults
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
    let (wins, fair) = (found.wins.scaled(100.0), 100.0 * found.even);
    let with = with(all, &[found.variant]);
    let says = match found.side {
        Some(side) => {
            let seats = figures.sides[side].iter();
            let seats: Vec<&str> = seats.map(|seat| figures.seats[*seat].name.as_str()).collect();
            let (seats, wins) = (seats.join(" + "), wins.shown(1));
            format!("{seats} wins {wins} % of the games{with}, and an even share is {fair:.1} %")
        }
        None => {
            format!("deciding first is worth {} points of wins{with}", points_of_wins(found.wins))
        }
    };
    let help = if found.is_sure || (wins.value - fair).abs() <= even {
        let unit = if even == 1.0 { "point" } else { "points" };
        format!(
            "a side within {even} percentage {unit} of an even share counts as even; see `--even`"
        )
    } else {
        "that may be chance, which puts one of twenty true values outside the interval".to_owned()
    };
    LabRemark { says, help, is_sure: found.is_sure }
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
        is_sure: true,
    }
}

fn unseen(all: &[(Variant, LabFigures)], found: &Unseen) -> LabRemark {
    let Unseen { deck, row, variants } = found;
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
        is_sure: true,
    }
}
