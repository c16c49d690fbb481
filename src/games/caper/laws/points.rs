//! The end of the game: who won each location (CAP-I6), the score sheets and the winner (CAP-I7, CAP-R18, CAP-R20).

use crate::games::caper::play::{self, Rules, State, Table};
use crate::rules::{Breach, Game, Outcome, Seat, Tally};

use super::accuse;
use super::book::{Law, Sight};
use super::recount::{Recount, Sheet, winner};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// The winning side; the Snitch is 2.
    pub winner: usize,
    pub by: &'static str,
}

const SNITCH: usize = 2;

/// What the Snitch scores: the lower points, and a share of the higher (CAP-R20).
fn snitch(rules: &Rules, [cream, mint]: [i32; 2]) -> [i32; 2] {
    [
        cream.min(mint),
        cream.max(mint) / rules.numbers.snitch_share,
    ]
}

/// Who wins, and by what.
pub fn end(rules: &Rules, sheets: &[Sheet; 2]) -> End {
    let totals = sheets.map(|sheet| i32::from(sheet.total()));
    if rules.table == Table::Snitch {
        let [lower, share] = snitch(rules, totals);
        let higher = totals[0].max(totals[1]);
        return match lower + share >= higher {
            true => End {
                winner: SNITCH,
                by: "snitch",
            },
            false => End {
                winner: usize::from(totals[1] == higher),
                by: "points",
            },
        };
    }
    // CAP-R18
    let more = |[cream, mint]: [i32; 2]| (cream != mint).then(|| usize::from(mint > cream));
    if let Some(winner) = more(totals) {
        return End {
            winner,
            by: "points",
        };
    }
    if let Some(winner) = more(sheets.map(|sheet| i32::from(sheet.capers))) {
        return End {
            winner,
            by: "capers",
        };
    }
    let winner = usize::from(rules.numbers.tie_break & 1);
    End {
        winner,
        by: Rules::SIDES[winner],
    }
}

/// Compares who won a location with the recount: one of them a game, by what lies there, so that all have their turn. The
/// points of the others are looked at with the score.
///
/// # Errors
/// When it differs (CAP-I6).
fn check_winners(rules: &Rules, state: &State, recount: &Recount) -> Result<(), Breach> {
    let lies = state.row.iter().map(|location| usize::from(*location));
    let turn = lies.sum::<usize>() % rules.numbers.places;
    for place in turn..=turn {
        let found = play::capers(rules, state, place);
        let expected = recount.capers[place];
        if (found.capers, found.winner) != (expected, winner(expected)) {
            return Err(accuse::says(rules, Law::Winners, || {
                let name = |side: Option<usize>| side.map_or("nobody", |side| Rules::SIDES[side]);
                format!(
                    "{} is won by {} with {:?} capers, expected {} with {expected:?}",
                    accuse::location(rules, state.row[place]),
                    name(found.winner),
                    found.capers,
                    name(winner(expected))
                )
            }));
        }
    }
    Ok(())
}

/// What a seat scores, part by part.
fn parts(rules: &Rules, sheets: &[Sheet; 2], seat: usize) -> Vec<(&'static str, i32)> {
    if rules.table == Table::Snitch && seat == SNITCH {
        let [lower, share] = snitch(rules, sheets.map(|sheet| sheet.total().into()));
        return vec![("lower", lower), ("share", share)];
    }
    // A Lookout as its Mastermind.
    let sheet = &sheets[seat % 2];
    let parts = [
        ("locations", sheet.locations),
        ("thieves", sheet.thieves),
        ("gear", sheet.gear),
        ("goods", sheet.goods),
    ];
    parts.map(|(what, points)| (what, points.into())).into()
}

/// Compares the outcome with the recount.
///
/// # Errors
/// The first part that differs (CAP-I7).
fn check_score(
    rules: &Rules,
    outcome: Option<&Outcome>,
    sheets: &[Sheet; 2],
) -> Result<(), Breach> {
    let accused = |says: String| Err(accuse::says(rules, Law::Score, || says));
    let Some(outcome) = outcome else {
        return accused("the game is over, but has no outcome".to_owned());
    };
    let seats = rules.names.seats.len();
    if outcome.scores.len() != seats {
        let scores = outcome.scores.len();
        return accused(format!("{seats} seats have {scores} scores"));
    }
    for (seat, score) in outcome.scores.iter().enumerate() {
        let name = &rules.names.seats[seat];
        let mut total = 0;
        let expected = parts(rules, sheets, seat);
        for (what, points) in &expected {
            let part = score.parts.iter().find(|part| part.what == *what);
            let found = part.map_or(0, |part| part.points);
            if found != *points {
                let says = format!("{what} of {name}: expected {points} points, found {found}");
                return accused(says);
            }
            total += points;
        }
        if score.total != total || score.parts.len() != expected.len() {
            let found = score.total;
            return accused(format!("total of {name}: expected {total}, found {found}"));
        }
    }
    let end = end(rules, sheets);
    let seat = |seat: usize| Seat(seat as u8);
    let winners = match rules.table {
        Table::Teams => vec![seat(end.winner), seat(end.winner + 2)],
        _ => vec![seat(end.winner)],
    };
    if outcome.winners != winners || outcome.by != end.by {
        let names = |seats: &[Seat]| {
            let names = seats.iter().map(|seat| rules.names.seat(*seat));
            names.collect::<Vec<_>>().join(" and ")
        };
        return accused(format!(
            "expected {} to win by {}, found {} by {}",
            names(&winners),
            end.by,
            names(&outcome.winners),
            outcome.by
        ));
    }
    Ok(())
}

/// Recounts the final table.
///
/// # Errors
/// What differs from the recount (CAP-I6, CAP-I7).
pub fn check(rules: &Rules, state: &State, tally: &mut Tally) -> Result<(), Breach> {
    let recount = Recount::of(rules, state);
    check_winners(rules, state, &recount)?;
    check_score(rules, rules.outcome(state).as_ref(), &recount.sheets)?;
    let book = &rules.book;
    book.count(Law::Winners, tally);
    book.count(Law::Score, tally);
    tally.seen |= recount.seen;
    for sheet in &recount.sheets {
        let [.., wild] = sheet.loot;
        let plain = sheet.loot[..3].iter().filter(|n| **n > 0).count();
        let full = plain + usize::from(wild) >= 3;
        tally.seen |= book.bit_if(full, Sight::SetOfThree) | book.bit_if(wild > 0, Sight::Wild);
    }
    let end = end(rules, &recount.sheets);
    let snitch = rules.table == Table::Snitch && end.winner != SNITCH;
    tally.seen |= book.bit_if(snitch, Sight::SnitchLost)
        | book.bit(match end.winner {
            0 => Sight::CreamWon,
            1 => Sight::MintWon,
            _ => Sight::SnitchWon,
        })
        | match end.by {
            "points" => book.bit(Sight::ByPoints),
            "capers" => book.bit(Sight::ByCapers),
            "snitch" => 0,
            _ => book.bit(Sight::ByLastTie),
        };
    Ok(())
}
