//! Scores and the winner, counted again from ownership and loyalty alone (CH1-R17, CH2-R15).

use crate::games::hammers::Penalty;
use crate::games::hammers::play::{Rules, State, TieBreak};
use crate::rules::{Bits, Breach, Outcome};

use super::accuse;
use super::book::Law;

/// What one player has in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    /// Points of countries that count: Loyal ones, where there is loyalty.
    pub countries: i32,
    /// Regions all of whose countries count.
    pub regions: i32,
    /// Points of protests.
    pub protests: i32,
    /// Countries held, Loyal or not (CH2-G11).
    pub held: i32,
}

impl Points {
    pub fn of(rules: &Rules, state: &State, side: usize) -> Points {
        let mine = &state.sides[side];
        let mut points = Points {
            countries: 0,
            regions: 0,
            protests: 0,
            held: 0,
        };
        // Of each region, how many countries there are and how many count.
        let mut members = [[0u8; 2]; 32];
        for (country, sheet) in rules.countries.iter().enumerate() {
            let held = mine.countries >> country & 1;
            let counts = held & !(state.disloyal >> country);
            let region = &mut members[usize::from(sheet.region) % 32];
            region[0] += 1;
            region[1] += counts as u8;
            points.held += held as i32;
            points.countries += counts as i32 * i32::from(sheet.points);
        }
        for [all, counted] in members {
            points.regions += i32::from(all > 0 && all == counted);
        }
        if rules.numbers.defcon.penalty == Penalty::Protests {
            for protest in Bits(mine.protests) {
                let value = rules.protests.get(usize::from(protest));
                points.protests += i32::from(value.copied().unwrap_or(0));
            }
        }
        points
    }

    pub fn total(&self, rules: &Rules) -> i32 {
        self.countries + self.regions * i32::from(rules.numbers.region_bonus) - self.protests
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub winner: Option<usize>,
    /// What decided: points are 0, tie-breaks follow from 1; more than there are tie-breaks when nothing did.
    pub test: usize,
}

/// Who wins, and by what.
pub fn end(rules: &Rules, points: &[Points; 2]) -> End {
    let more = |[caps, hammers]: [i32; 2]| match caps.cmp(&hammers) {
        std::cmp::Ordering::Greater => Some(0),
        std::cmp::Ordering::Less => Some(1),
        std::cmp::Ordering::Equal => None,
    };
    let mut winner = more([points[0].total(rules), points[1].total(rules)]);
    let mut test = 0;
    for tie_break in &rules.numbers.tie_breaks {
        if winner.is_some() {
            break;
        }
        winner = match tie_break {
            TieBreak::FewerCountries => more([points[1].held, points[0].held]),
            TieBreak::MoreRegions => more([points[0].regions, points[1].regions]),
        };
        test += 1;
    }
    if winner.is_none() {
        test += 1;
    }
    End { winner, test }
}

/// The word for what decided.
pub fn word(rules: &Rules, test: usize) -> &'static str {
    match test.checked_sub(1) {
        None => "points",
        Some(index) => {
            let tie_break = rules.numbers.tie_breaks.get(index);
            tie_break.map_or("draw", |tie_break| tie_break.word())
        }
    }
}

/// Compares the engine's outcome with the count.
///
/// # Errors
/// The first part that differs (CH1-I11, CH2-I9).
pub fn check(
    rules: &Rules,
    outcome: Option<&Outcome>,
    points: &[Points; 2],
    end: End,
) -> Result<(), Breach> {
    let Some(outcome) = outcome else {
        return Err(accuse::says(rules, Law::Score, || {
            "the game is over, but has no outcome".to_owned()
        }));
    };
    for (side, mine) in points.iter().enumerate() {
        let seat = Rules::SEATS[side];
        let part = |what: &str| {
            let score = outcome.scores.get(side)?;
            let part = score.parts.iter().find(|part| part.what == what)?;
            Some(part.points)
        };
        let expected = [
            ("countries", mine.countries),
            (
                "regions",
                mine.regions * i32::from(rules.numbers.region_bonus),
            ),
            ("protests", -mine.protests),
        ];
        for (what, expected) in expected {
            let found = part(what).unwrap_or(0);
            if found != expected {
                return Err(accuse::says(rules, Law::Score, || {
                    format!("{what} of the {seat}: expected {expected} points, found {found}")
                }));
            }
        }
        let (expected, found) = (
            mine.total(rules),
            outcome.scores.get(side).map_or(0, |s| s.total),
        );
        if expected != found {
            return Err(accuse::says(rules, Law::Score, || {
                format!("total of the {seat}: expected {expected}, found {found}")
            }));
        }
    }
    let found = outcome.winners.first().map(|seat| usize::from(seat.0));
    let by = word(rules, end.test);
    if found != end.winner || outcome.by != by {
        let name = |winner: Option<usize>| winner.map_or("nobody", |side| Rules::SEATS[side]);
        return Err(accuse::says(rules, Law::Score, || {
            format!(
                "expected {} to win by {by}, found {} by {}",
                name(end.winner),
                name(found),
                outcome.by
            )
        }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::testing::{FIRST, SECOND, rules, set};
    use serde_json::json;

    #[test]
    fn east_asia_is_worth_nine() {
        // CH1-E3.
        let rules = rules(FIRST);
        let held = json!({ "caps": ["japan", "korea", "china"] });
        let points = Points::of(&rules, &set(&rules, json!({ "owned": held })), 0);
        assert_eq!((points.countries, points.regions), (6, 1));
        assert_eq!(points.total(&rules), 9);
    }

    #[test]
    fn a_disloyal_country_scores_nothing_but_is_held() {
        // CH2-E2, CH2-G11.
        let rules = rules(SECOND);
        let held = json!({ "caps": [{ "card": "japan", "loyal": false }] });
        let points = Points::of(&rules, &set(&rules, json!({ "owned": held })), 0);
        assert_eq!((points.countries, points.held), (0, 1));
    }

    #[test]
    fn equal_points_go_to_fewer_countries_where_there_are_tie_breaks() {
        // CH2-R15, CH1-G9.
        let points = |held| Points {
            countries: 3,
            regions: 0,
            protests: 0,
            held,
        };
        let both = [points(11), points(10)];
        let (second, first) = (rules(SECOND), rules(FIRST));
        let won = end(&second, &both);
        assert_eq!(
            (won.winner, word(&second, won.test)),
            (Some(1), "fewer-countries")
        );
        let drawn = end(&first, &both);
        assert_eq!((drawn.winner, word(&first, drawn.test)), (None, "draw"));
    }
}
