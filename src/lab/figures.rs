//! What counts say of a game, with intervals: who wins, what a first move is worth, how long games are, how much is decided, which rules
//! are used. Counts and the names of a table come in, figures go out. Called by `session`, whose reports show them; `judge` finds what
//! stands out in them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::card_worth::{CardWorth, card_worth};
use super::counts::{LabCounts, MatchCount, SeatCount, SolvedGame};
use crate::rules::Aim;
use crate::source::signed;
use crate::statistics::{ALIKE, Interval, Sums};

/// The names that counts go by: numbers of seats, rows, verbs and notes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabNames {
    pub seats: Vec<String>,
    /// The side of each seat.
    pub teams: Vec<usize>,
    /// Deck and row.
    pub rows: Vec<(String, String)>,
    pub verbs: Vec<String>,
    pub notes: Vec<String>,
    /// What players play for.
    #[serde(default)]
    pub aim: Aim,
}

impl LabNames {
    /// Whether each seat has a side, and there are no more sides than seats, nor more verbs and notes than there are numbers for.
    pub fn is_sound(&self) -> bool {
        let seats = self.seats.len();
        let has_numbers = |words: &[String]| words.len() <= usize::from(u8::MAX) + 1;
        self.teams.len() == seats
            && self.teams.iter().all(|side| *side < seats)
            && has_numbers(&self.verbs)
            && has_numbers(&self.notes)
    }

    /// The numbers of the seats of each side.
    pub fn sides(&self) -> Vec<Vec<usize>> {
        sides_of(&self.teams)
    }

    /// Each of [`LabNames::sides`]: `red + blue`.
    pub fn side_names(&self) -> Vec<String> {
        side_names(&self.seats, &self.teams)
    }
}

fn sides_of(teams: &[usize]) -> Vec<Vec<usize>> {
    let sides = teams.iter().max().map_or(0, |last| last + 1);
    let of_side = |side| (0..teams.len()).filter(move |seat| teams[*seat] == side);
    (0..sides).map(|side| of_side(side).collect()).collect()
}

pub(super) fn side_names(seats: &[String], teams: &[usize]) -> Vec<String> {
    let name = |side: Vec<usize>| {
        let seats = side.into_iter().filter_map(|seat| seats.get(seat).map(String::as_str));
        seats.collect::<Vec<_>>().join(" + ")
    };
    sides_of(teams).into_iter().map(name).collect()
}

/// The figures of one variant.
#[derive(Debug, Clone, PartialEq)]
pub struct LabFigures {
    pub games: u64,
    pub seats: Vec<SeatFigures>,
    pub aim: Aim,
    /// Whether players aim at wins alone, though one wins what the others lose, and not the same in every game.
    pub leaves_stakes: bool,
    /// The numbers of the seats of each side.
    pub sides: Vec<Vec<usize>>,
    /// The share of games that a side wins on average.
    pub even: f64,
    /// Games that nobody won.
    pub draws: Interval,
    /// What decided, and in which share of the games; the most frequent first.
    pub by: Vec<(String, Interval)>,
    /// How much more often the seat that decides first wins than a seat does; `None` where nobody decides first, or all win together.
    pub first: Option<Interval>,
    /// Whether not always the same side decides first: what that is worth does not show in what the sides win.
    pub first_varies: bool,
    pub lengths: LengthFigures,
    /// `None` where there is nothing to decide.
    pub choices: Option<ChoiceFigures>,
    /// Of the games in which somebody leads before the end; `None` where nobody ever does, or there is nobody to lead.
    pub lead: Option<LeadFigures>,
    /// Every row that is in the game, deck by deck.
    pub cards: Vec<CardWorth>,
    pub verbs: Vec<UseFigures>,
    pub notes: Vec<UseFigures>,
    /// Of the worlds that players dealt those that contradict the past: that were dealt anew, and that were played all the same; `None`
    /// where no world does.
    pub worlds: Option<[Interval; 2]>,
    /// What skill is worth, then what hidden cards are worth, as far as it was played.
    pub matches: Vec<MatchFigures>,
    pub solved: Option<SolvedGame>,
}

impl LabFigures {
    /// What the score is called above its column.
    pub fn score_title(&self) -> &'static str {
        match self.aim {
            Aim::Wins => "Score",
            Aim::Points | Aim::Share => "Points a game",
        }
    }

    /// What the game is worth to each seat by its solution, and how much a seat can still gain.
    pub fn solved_words(&self) -> Option<[String; 2]> {
        let solved = self.solved.as_ref()?;
        let part = |number: &i64| signed(*number as f64 / SolvedGame::UNIT, 4);
        let worth: Vec<String> = solved.worth.iter().map(part).collect();
        let gain = solved.gain as f64 / SolvedGame::UNIT;
        Some([
            format!("{} ({})", worth.join(", "), self.aim.unit()),
            format!("no seat gains more than {gain:.4} by playing differently"),
        ])
    }

    /// What players leave out of account, if it is so.
    pub fn stakes_words(&self) -> Option<&'static str> {
        self.leaves_stakes.then_some(
            "players that search aim at wins alone, however much is won: `aim = \"points\"` in `[table.end]` changes that",
        )
    }

    /// The decks, in order.
    pub fn decks(&self) -> Vec<&str> {
        let mut decks: Vec<&str> = self.cards.iter().map(|card| card.deck.as_str()).collect();
        decks.dedup();
        decks
    }
}

/// A seat.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatFigures {
    pub name: String,
    pub wins: Interval,
    pub points: Interval,
    /// The mean of each part of its score.
    pub parts: Vec<(String, Interval)>,
}

impl SeatFigures {
    /// `points 40.2 ±0.3, roads 3.1 ±0.1`: the means of a score that has several parts; empty for one part.
    pub fn score_words(&self) -> String {
        let part = |(what, mean): &(String, Interval)| format!("{what} {}", mean.shown(1));
        match self.parts.as_slice() {
            [] | [_] => String::new(),
            parts => parts.iter().map(part).collect::<Vec<_>>().join(", "),
        }
    }
}

/// Decisions of a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LengthFigures {
    /// Of the games that were played.
    pub least: u32,
    pub most: u32,
    pub mean: Interval,
    pub median: Interval,
    /// What nine of ten games do not exceed.
    pub nine_of_ten: Interval,
}

/// Legal moves of a decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChoiceFigures {
    pub mean: Interval,
    /// What nine of ten decisions of these games do not exceed.
    pub nine_of_ten: u32,
    /// Decisions with one legal move only.
    pub forced: Interval,
}

/// How long a lead lasts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeadFigures {
    /// Games in which it was followed, and somebody led before the end.
    pub games: u64,
    /// How often it changes hands in a game.
    pub changes: Interval,
    /// Games won by who would have lost at half time.
    pub comebacks: Interval,
}

/// A kind of moves, or a note.
#[derive(Debug, Clone, PartialEq)]
pub struct UseFigures {
    pub word: String,
    /// Games in which it was used at all.
    pub games: Interval,
    /// How often in a game.
    pub each: Interval,
}

/// A player of the run against another one, with the seats swapped after each game.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchFigures {
    pub players: [String; 2],
    pub games: u64,
    pub score: MatchScore,
    pub aim: Aim,
}

/// What a match comes to: shares of wins, or what seats get of what the game is played for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MatchScore {
    /// The share of points that the first makes, of which half is even; or how much more a seat of the first gets than an average seat.
    Against(Interval),
    /// What each wins or gets by itself, where all seats are one side.
    Alone([Interval; 2]),
}

impl MatchFigures {
    /// Whether one of them is shown to be better: the first, or the other one.
    pub fn better(&self) -> Option<usize> {
        let first = match self.score {
            MatchScore::Against(score) => {
                let even = if self.aim == Aim::Wins { 0.5 } else { 0.0 };
                (!score.holds(even)).then_some(score.value > even)
            }
            MatchScore::Alone([first, other]) => (first.low > other.high || other.low > first.high)
                .then_some(first.value > other.value),
        };
        first.map(|first| usize::from(!first))
    }

    /// Whether wins tell the two apart at all: who plays alone, and cannot lose, wins every game however well it is played.
    pub fn is_told_by_wins(&self) -> bool {
        match self.score {
            MatchScore::Alone(wins) if self.aim == Aim::Wins => {
                wins.iter().any(|wins| wins.value < 1.0)
            }
            _ => true,
        }
    }

    /// What the match measures, as the subject of a sentence.
    pub fn measures(&self) -> String {
        let [first, other] = &self.players;
        let worlds = first.strip_prefix("all-seeing:");
        if other == "uniform" {
            "Skill".to_owned()
        } else if worlds.is_some() && worlds == other.strip_prefix("search:") {
            "Seeing all cards".to_owned()
        } else {
            format!("Playing like {first}")
        }
    }

    /// `search:100 makes 93.0 ±5.1 points of a hundred against uniform`.
    pub fn words(&self) -> String {
        let [first, other] = &self.players;
        let percent = |share: Interval| share.scaled(100.0).shown(1);
        let unit = self.aim.unit();
        match (self.score, self.aim) {
            _ if !self.is_told_by_wins() => {
                format!("{first} and {other} both won every game, so there is nothing to compare")
            }
            (MatchScore::Against(points), Aim::Wins) => {
                format!("{first} makes {} points of a hundred against {other}", percent(points))
            }
            (MatchScore::Alone([one, two]), Aim::Wins) => {
                format!("{first} wins {} %, {other} {} %", percent(one), percent(two))
            }
            (MatchScore::Against(gain), _) => {
                let (verb, from) =
                    if gain.value < 0.0 { ("loses", "to") } else { ("gains", "from") };
                let gain = Interval::around(gain.value.abs(), gain.half());
                format!("{first} {verb} {} {unit} a game {from} {other}", gain.shown(3))
            }
            (MatchScore::Alone([one, two]), _) => {
                format!("{first} makes {} {unit} a game, {other} {}", one.shown(2), two.shown(2))
            }
        }
    }
}

/// A difference of shares of wins, in points of a hundred: `+4.8 ±1.2`.
pub fn points_of_wins(share: Interval) -> String {
    let points = share.scaled(100.0);
    format!("{} {}", signed(points.value, 1), points.plus_minus(1))
}

fn match_figures(count: &MatchCount, is_alone: bool, aim: Aim) -> Option<MatchFigures> {
    let results = &count.results;
    let games = results.games();
    let wins = [results.wins, results.losses];
    // As with whole numbers: games that are all alike do not show that there are no others.
    let mean = |sums: Sums| {
        let mean = Interval::mean(&sums).scaled(1.0 / SolvedGame::UNIT);
        Interval::around(mean.value, mean.half().max(2.0 / sums.games as f64))
    };
    (games > 0).then(|| MatchFigures {
        players: count.players.clone(),
        games,
        aim,
        score: match (aim, is_alone) {
            (Aim::Wins, true) => {
                MatchScore::Alone(wins.map(|wins| Interval::share(wins, games / 2)))
            }
            (Aim::Wins, false) => {
                MatchScore::Against(Interval::share_in_clusters(&count.half_points))
            }
            (_, true) => MatchScore::Alone(count.payoffs.map(mean)),
            (_, false) => MatchScore::Against(mean(count.gains)),
        },
    })
}

/// The figures of some counts.
pub fn figures(names: &LabNames, counts: &LabCounts) -> LabFigures {
    let results = &counts.results;
    let games = results.wins.games;
    let share = |times| Interval::share(times, games);
    let mut by: Vec<(String, u64)> = results.by.clone().into_iter().collect();
    by.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    let cards = names.rows.iter().enumerate();
    let cards = cards.filter_map(|(row, named)| card_worth(named, row, counts));
    let sides = names.sides();
    let even = mean_wins(&sides, counts);
    let has_rivals = sides.len() > 1;
    // Where all are one side, nobody is there to draw with.
    let decided_by =
        |by: String| if !has_rivals && by == "draw" { "nobody wins".to_owned() } else { by };
    LabFigures {
        games,
        seats: seats(names, counts),
        aim: names.aim,
        solved: counts.solved.clone(),
        leaves_stakes: names.aim == Aim::Wins && results.is_for_stakes(),
        even,
        draws: share(results.wins.draws),
        by: by.into_iter().map(|(by, times)| (decided_by(by), share(times))).collect(),
        first: deciding_first(&sides, counts),
        first_varies: {
            let firsts = counts.first.of_each_seat().zip(&names.teams);
            let firsts = firsts.filter(|(times, _)| *times > 0);
            let firsts: BTreeSet<&usize> = firsts.map(|(_, side)| side).collect();
            firsts.len() > 1
        },
        worlds: (counts.refused.sum_y > 0)
            .then(|| [&counts.refused, &counts.contradicting].map(Interval::share_in_clusters)),
        matches: counts
            .matches
            .iter()
            .filter_map(|count| match_figures(count, sides.len() == 1, names.aim))
            .collect(),
        sides,
        lengths: LengthFigures {
            least: counts.lengths.least().unwrap_or(0),
            most: counts.lengths.greatest().unwrap_or(0),
            mean: Interval::mean(&counts.lengths.sums()).within(0.0, f64::INFINITY),
            median: counts.lengths.quantile_interval(0.5),
            nine_of_ten: counts.lengths.quantile_interval(0.9),
        },
        choices: counts.choices.quantile(0.9).map(|nine_of_ten| ChoiceFigures {
            mean: if counts.choices.least() == Some(nine_of_ten)
                && counts.choices.greatest() == Some(nine_of_ten)
                && games >= ALIKE
            {
                Interval::around(f64::from(nine_of_ten), 0.0)
            } else {
                Interval::ratio(&counts.legal).within(1.0, f64::INFINITY)
            },
            nine_of_ten,
            forced: Interval::share_in_clusters(&counts.forced),
        }),
        lead: (has_rivals && counts.lead_changes.total() > 0).then(|| LeadFigures {
            games: counts.lead_changes.total(),
            changes: Interval::mean(&counts.lead_changes.sums()).within(0.0, f64::INFINITY),
            comebacks: Interval::share(counts.comebacks, counts.lead_changes.total()),
        }),
        cards: cards.collect(),
        verbs: uses(&names.verbs, &counts.verbs, games),
        notes: uses(&names.notes, &counts.notes, games),
    }
}

/// What the sides win on average, by their first seats.
fn mean_wins(sides: &[Vec<usize>], counts: &LabCounts) -> f64 {
    let heads = sides.iter().filter_map(|side| side.first());
    let wins: f64 = heads.map(|seat| counts.results.wins.share(*seat)).sum();
    wins / sides.len().max(1) as f64
}

/// What the seat that decides first wins above what sides win on average.
fn deciding_first(sides: &[Vec<usize>], counts: &LabCounts) -> Option<Interval> {
    if counts.first.cases() == 0 || sides.len() < 2 {
        return None;
    }
    let mut weights = vec![0.0; counts.results.seats.len()];
    for head in sides.iter().filter_map(|side| side.first()) {
        weights[*head] = 1.0 / sides.len() as f64;
    }
    let worth = counts.first.worth_above(weights, &counts.results.wins);
    Some(worth.interval())
}

fn seats(names: &LabNames, counts: &LabCounts) -> Vec<SeatFigures> {
    let wins = &counts.results.wins;
    let figures = names.seats.iter().zip(&counts.results.seats).enumerate();
    let figure = |(number, (name, seat)): (usize, (&String, &SeatCount))| SeatFigures {
        name: name.clone(),
        wins: Interval::share(wins.of_seat(number), wins.games),
        points: Interval::mean(&seat.points),
        parts: seat
            .parts
            .values()
            .flatten()
            .map(|(what, points)| (what.clone(), Interval::mean(&points.among(wins.games))))
            .collect(),
    };
    figures.map(figure).collect()
}

/// How often each word was used; of patterns with one word the first has the counts.
fn uses(words: &[String], counts: &BTreeMap<u8, Sums>, games: u64) -> Vec<UseFigures> {
    let words = words.iter().enumerate();
    let firsts = words.clone().filter(|(number, word)| {
        let mut before = words.clone().take(*number);
        before.all(|(_, other)| other != *word)
    });
    let figure = |(number, word): (usize, &String)| {
        let count = u8::try_from(number).ok().and_then(|number| counts.get(&number));
        let count = count.copied().unwrap_or_default();
        let used_in = Interval::share(count.games, games);
        // Few games that have it say little of how seldom it is: not less than their share does.
        let of_share = used_in.scaled(count.mean().max(1.0));
        let each = Interval::mean(&count.among(games)).within(0.0, f64::INFINITY);
        UseFigures {
            word: word.clone(),
            games: used_in,
            each: if each.value > 0.0 && each.far() == 0.0 {
                each
            } else {
                Interval {
                    value: each.value,
                    low: each.low.min(of_share.low),
                    high: each.high.max(of_share.high),
                }
            },
        }
    };
    firsts.map(figure).collect()
}
