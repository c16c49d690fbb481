//! Capers, winners and points (CAP-R15 to R18, CAP-R20, CAP-R22).

use super::effect::{Effect, Yield};
use super::look::Look;
use super::rules::{Rules, Table};
use super::state::{BASES, CREAM, HEIGHT, MINT, NONE, Phase, STACKS, State, bits_of};
use super::token::{notes, zones};
use crate::rules::{Bits, Event, Log, Outcome, Part, Score, Seat};

/// A location: capers of both sides, and who wins it now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    pub capers: [u16; 2],
    pub winner: Option<usize>,
}

/// What a Mastermind's cards are worth, as on the score pad (CAP-R16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tables {
    pub capers: u16,
    pub locations: u16,
    pub thieves: u16,
    pub gear: u16,
    pub goods: u16,
    /// Jewels, antiques, paintings, wild ones.
    pub loot: [u8; 4],
}

impl Tables {
    pub fn total(&self) -> u16 {
        self.locations + self.thieves + self.gear + self.goods
    }
}

/// What the cards of a side at a place give: of thieves and of gear, and its capers there in all.
fn given(
    rules: &Rules,
    state: &State,
    place: usize,
    look: &Look,
    side: usize,
) -> ([Yield; 2], u16) {
    let crew = &state.crews[side];
    let mut given = [Yield::NOTHING; 2];
    let up = crew.filled & !crew.flipped & bits_of(place);
    for (given, up) in given.iter_mut().zip([up & BASES, up & !BASES]) {
        for bit in Bits(up) {
            let (stack, level) = (usize::from(bit) / HEIGHT, usize::from(bit) % HEIGHT);
            let sheet = rules.sheet_at(crew.stacks[stack % STACKS][level], level);
            let row = rules.row(sheet);
            *given += row.fixed;
            for ability in &row.looks {
                *given += ability.gives(look);
            }
        }
    }
    // CAP-R11, CAP-G3
    let equipped = crew.filled >> rules.numbers.equipped_gear.min(HEIGHT * STACKS - 1);
    let equipped = (equipped & BASES & bits_of(place)).count_ones() as u16;
    let mut capers = equipped * rules.numbers.equipped_capers;
    if let Some(modifier) = rules.modifier(state.row[place]) {
        capers += modifier.gives(look).total_capers();
    }
    for part in given {
        capers += part.total_capers();
    }
    (given, capers)
}

/// CAP-R15: more capers win a location, a tie nobody.
fn winner(capers: [u16; 2]) -> Option<usize> {
    match capers[CREAM].cmp(&capers[MINT]) {
        std::cmp::Ordering::Greater => Some(CREAM),
        std::cmp::Ordering::Less => Some(MINT),
        std::cmp::Ordering::Equal => None,
    }
}

/// The capers at a place, if the game ended now.
pub fn capers(rules: &Rules, state: &State, place: usize) -> Standing {
    let look = Look::at(rules, state, place, CREAM);
    let capers = [CREAM, MINT].map(|side| given(rules, state, place, &look.by(side), side).1);
    Standing {
        capers,
        winner: winner(capers),
    }
}

/// The score sheets of both Masterminds, if the game ended now.
pub fn tables(rules: &Rules, state: &State) -> [Tables; 2] {
    let mut tables = [Tables::default(); 2];
    let mut goods = [Yield::NOTHING; 2];
    for place in 0..rules.numbers.places {
        let look = Look::at(rules, state, place, CREAM);
        let mut sums = [0; 2];
        for side in [CREAM, MINT] {
            let ([thieves, gear], capers) = given(rules, state, place, &look.by(side), side);
            let table = &mut tables[side];
            table.thieves += thieves.total_points();
            table.gear += gear.total_points();
            table.capers += capers;
            goods[side] += thieves + gear;
            sums[side] = capers;
        }
        let location = rules.locations.get(usize::from(state.row[place]));
        if let (Some(side), Some(location)) = (winner(sums), location) {
            let look = look.by(side);
            for ability in &location.reward {
                let reward = ability.gives(&look);
                tables[side].locations += reward.total_points();
                goods[side] += reward;
            }
        }
    }
    for side in [CREAM, MINT] {
        let table = &mut tables[side];
        table.loot = goods[side].goods();
        table.goods = rules.goods.worth(table.loot);
        if rules.table == Table::Teams {
            // CAP-R22, CAP-G8
            let discarded = state.crews[side].gear.count_ones() as u16;
            table.gear += discarded * rules.numbers.discard_points;
        }
    }
    tables
}

/// Remarks on who won each location.
pub fn close<L: Log>(rules: &Rules, state: &State, log: &mut L) {
    if !L::LISTENS {
        return;
    }
    for place in 0..rules.numbers.places {
        if state.row[place] == NONE {
            continue;
        }
        let standing = capers(rules, state, place);
        let values = standing.capers.map(|n| n as i16);
        let note = match standing.winner {
            Some(_) => notes::WON,
            None => notes::TIED,
        };
        log.push(Event::Noted {
            note,
            at: Some(zones::row(place)),
            seat: standing.winner.map(|side| Seat(side as u8)),
            values,
        });
    }
}

fn sheet(table: &Tables) -> Score {
    let part = |what, points: u16| Part {
        what,
        points: points.into(),
    };
    Score::of(vec![
        part("locations", table.locations),
        part("thieves", table.thieves),
        part("gear", table.gear),
        part("goods", table.goods),
    ])
}

/// CAP-R18: points, then capers in all, then the side that the rules name.
fn decided(rules: &Rules, tables: &[Tables; 2]) -> (usize, &'static str) {
    let [cream, mint] = tables.map(|table| (table.total(), table.capers));
    let ahead = |mint_leads: bool| if mint_leads { MINT } else { CREAM };
    if cream.0 != mint.0 {
        (ahead(mint.0 > cream.0), "points")
    } else if cream.1 != mint.1 {
        (ahead(mint.1 > cream.1), "capers")
    } else {
        let side = usize::from(rules.numbers.tie_break);
        (side, Rules::SIDES[side])
    }
}

/// The end of the game; `None` before it.
pub fn outcome(rules: &Rules, state: &State) -> Option<Outcome> {
    if state.phase != Phase::Over {
        return None;
    }
    let tables = tables(rules, state);
    let mut scores: Vec<Score> = tables.iter().map(sheet).collect();
    let (side, by) = decided(rules, &tables);
    let seat = |index: usize| Seat(index as u8);
    let (winners, by) = match rules.table {
        Table::Two => (vec![seat(side)], by),
        Table::Teams => {
            scores.extend_from_within(..);
            (vec![seat(side), seat(Rules::lookout(side))], by)
        }
        Table::Snitch => {
            // CAP-R20
            let [cream, mint] = tables.map(|table| i32::from(table.total()));
            let (lower, higher) = (cream.min(mint), cream.max(mint));
            let parts = [
                ("lower", lower),
                ("share", higher / rules.numbers.snitch_share),
            ];
            let score = Score::of(parts.map(|(what, points)| Part { what, points }).into());
            let snitch = score.total >= higher;
            scores.push(score);
            match snitch {
                true => (vec![seat(super::state::SNITCH)], "snitch"),
                false => (vec![seat(side)], "points"),
            }
        }
    };
    Some(Outcome {
        scores,
        winners,
        by,
    })
}
