//! Puts the outliers of a balance run into words. A [`Played`] game comes in; sentences, each with a help, go out. `balance_table`
//! prints them, and `balance` reports them as errors under `--strict`.

use crate::cards::Pack;
use crate::rules::Variant;
use crate::verify::balance::{Balance, BalancePlan, End, Findings, Outlier, Uneven, Unseen};

/// One thing that stands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceFinding {
    pub says: String,
    pub help: String,
}

/// A game that was played, and what was found.
pub struct Played {
    pub pack: Pack,
    pub plan: BalancePlan,
    /// Percent points that are still even.
    pub even: f64,
    pub all: Vec<(Variant, Balance)>,
    pub findings: Findings,
    pub seconds: f64,
}

/// Everything that stands out.
pub fn list_findings(played: &Played) -> Vec<BalanceFinding> {
    let findings = &played.findings;
    let uneven = findings.uneven.iter().map(|u| uneven(played, u));
    let outliers = findings.outliers.iter().map(|o| outlier(played, o));
    let unseen = findings.unseen.iter().map(|u| unseen(played, u));
    uneven.chain(outliers).chain(unseen).collect()
}

/// ` in paris-2 and rome-2`; nothing for a game without variants.
fn within(played: &Played, numbers: &[usize]) -> String {
    let words = numbers.iter().map(|number| played.all[*number].0.word());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    match &words[..] {
        [] => String::new(),
        [one] => format!(" in {one}"),
        [first @ .., last] => format!(" in {} and {last}", first.join(", ")),
    }
}

/// As [`within`]; ` wherever it occurs` for a card in all variants that have it, if they are several.
fn where_of(played: &Played, deck: &str, row: &str, numbers: &[usize]) -> String {
    let has = |balance: &Balance| balance.cards.iter().any(|c| c.deck == deck && c.row == row);
    let all = played
        .all
        .iter()
        .filter(|(_, balance)| has(balance))
        .count();
    if numbers.len() > 1 && numbers.len() == all {
        " wherever it occurs".to_owned()
    } else {
        within(played, numbers)
    }
}

fn uneven(played: &Played, found: &Uneven) -> BalanceFinding {
    let side = &played.all[found.variant].1.sides[found.side];
    let percent = |share: f64| 100.0 * share;
    BalanceFinding {
        says: format!(
            "{} wins {:.1} % of the games{}, and an even share is {:.1} %",
            side.seats.join(" + "),
            percent(found.wins),
            within(played, &[found.variant]),
            percent(found.even)
        ),
        help: format!(
            "at most {} percent points to either side are even; see --even",
            played.even
        ),
    }
}

fn outlier(played: &Played, found: &Outlier) -> BalanceFinding {
    let Outlier { deck, row, .. } = found;
    let instead = match found.end {
        End::Best => "weaker",
        End::Worst => "stronger",
    };
    BalanceFinding {
        says: format!(
            "`{row}` is in the {} quarter of {deck}{}, {:.1} median effects off or more",
            found.end.word(),
            where_of(played, deck, row, &found.variants),
            found.times
        ),
        help: format!("make the card {instead}, or others of {deck} more like it"),
    }
}

fn unseen(played: &Played, found: &Unseen) -> BalanceFinding {
    let Unseen {
        deck,
        row,
        variants,
    } = found;
    let figures = variants.iter().flat_map(|n| &played.all[*n].1.cards);
    let mut mine = figures.filter(|card| card.deck == *deck && card.row == *row);
    let what = if mine.all(|card| card.in_play == 0) {
        "never comes into play"
    } else {
        "never counts for anybody"
    };
    BalanceFinding {
        says: format!(
            "`{row}` of {deck} {what}{}",
            where_of(played, deck, row, variants)
        ),
        help: "play more games, or make the card easier to get".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::balance::tests::{findings, played};

    #[test]
    fn each_finding_says_what_it_is_and_where() {
        let mut played = played(&["paris", "rome", "london"]);
        played.findings = findings(&[0, 3, 6]);
        let told: Vec<String> = list_findings(&played).into_iter().map(|t| t.says).collect();
        assert_eq!(
            told,
            [
                "hammers wins 53.0 % of the games in paris-2, and an even share is 50.0 %",
                "`satellite` is in the best quarter of labs in paris-2, rome-2 and london-2, \
                 2.5 median effects off or more",
                "`spacewalk` of labs never counts for anybody in london-2",
            ]
        );
    }

    #[test]
    fn a_game_without_variants_names_none() {
        let mut played = played(&[]);
        played.findings = findings(&[0]);
        let told: Vec<String> = list_findings(&played).into_iter().map(|t| t.says).collect();
        assert_eq!(
            told,
            [
                "hammers wins 53.0 % of the games, and an even share is 50.0 %",
                "`satellite` is in the best quarter of labs, 2.5 median effects off or more",
                "`spacewalk` of labs never counts for anybody",
            ]
        );
    }

    #[test]
    fn what_is_so_in_every_variant_is_said_once() {
        let mut played = played(&["paris"]);
        played.findings = findings(&[0, 1, 2]);
        let outlier = &list_findings(&played)[1].says;
        assert_eq!(
            outlier,
            "`satellite` is in the best quarter of labs wherever it occurs, 2.5 median effects off or more"
        );
    }
}
