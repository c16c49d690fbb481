//! Finds what stands out in the figures of all variants. [`LabFigures`] of each variant come in; uneven sides, outliers and cards that
//! never count go out. Called by `session`, which puts it into words.

use std::collections::BTreeSet;

use super::card_worth::CardWorth;
use super::figures::LabFigures;
use crate::rules::Variant;
use crate::statistics::{Interval, binomial_at_most, median};

/// A card's effect is ranked from so many cases on; with fewer it is mostly chance.
const RANKED: u64 = 30;

/// A card farther from the median than this many median effects is an outlier.
const TOO_FAR: f64 = 2.0;

/// That chance alone makes a side stand out, or who decides first, of all of a run, has at most this probability; likewise a card, of all
/// its cards, and a card that counts in no game, of its deck.
const BY_CHANCE: f64 = 0.001;

/// Where a card ranks in its deck, in one variant.
#[derive(Debug, Clone, Copy, PartialEq)]
struct CardPlace {
    /// Its number in [`LabFigures::cards`].
    card: usize,
    /// How far its effect on winning is from the median of the deck's cards, in medians of their effects without sign.
    times: f64,
    /// Whether it is in the best or the worst quarter of the deck, if in either.
    quarter: Option<End>,
    /// Whether it is farther than [`TOO_FAR`] by more than chance makes.
    sure: bool,
}

/// An end of the ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Best,
    Worst,
}

impl End {
    pub fn word(self) -> &'static str {
        match self {
            End::Best => "best",
            End::Worst => "worst",
        }
    }
}

/// A side that wins more or less often than the others with the same kind of score, or a side that decides first than sides on average.
#[derive(Debug, Clone, PartialEq)]
pub struct Uneven {
    /// Number of the variant, and of the side in it; `None` for who decides first.
    pub variant: usize,
    pub side: Option<usize>,
    /// What it wins; of who decides first, above what sides win on average.
    pub wins: Interval,
    /// What it should win: the mean of the sides that it is compared with.
    pub even: f64,
    /// Whether it is off by more than counts as even and by more than chance makes; else only its interval leaves out what it should win.
    pub is_sure: bool,
}

/// A card that is too good or too bad wherever it occurs.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlier {
    pub deck: String,
    pub row: String,
    pub end: End,
    /// Whether it is by what it is worth to who plays it: a card of a deck whose cards are played and do not count in the end.
    pub is_played: bool,
    /// The numbers of the variants in which it is too far: all that have it and are compared, one time or several.
    pub variants: Vec<usize>,
    /// How many median effects it is away where it is nearest.
    pub times: f64,
}

/// A card that counts for nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unseen {
    pub deck: String,
    pub row: String,
    /// The numbers of the variants in which it is so.
    pub variants: Vec<usize>,
}

/// Everything that stands out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    pub uneven: Vec<Uneven>,
    pub outliers: Vec<Outlier>,
    pub unseen: Vec<Unseen>,
}

/// Looks for what stands out.
///
/// **Uneven:** a side that wins by more than `even` (0.02: two percentage points) more or less often than the mean of the
/// sides whose scores have the same parts, and by more than chance makes (`BY_CHANCE`). Two sides without draws: outside 48 to
/// 52 %. A side whose score is made like no other's has a part of its own in the game, and is not compared. Likewise who decides first, where
/// that is not always the same side. One that is not so far off is unsure, if its interval as it is shown leaves out the even share.
///
/// **Outlier:** variants that differ only in which cards are in the game (another region) are compared with each other. A card
/// is an outlier when in all of them in which it occurs it is among the best quarter of its deck, or in all of them among
/// the worst, by its effect on winning; and when in each its distance from the deck's median is more than twice the median
/// effect of the deck's cards, taken without sign, by more than chance makes. Its effect is its worth when held, or in a deck more of whose
/// cards are played than held, its worth when played.
///
/// **Unseen:** a card that counted for nobody in any game of a variant, when others of its deck did, by more than chance makes: if it
/// counted as often as they do on average, the probability that it counts in no game would be below `BY_CHANCE` divided by the number of
/// cards of the deck.
pub fn judge(all: &[(Variant, LabFigures)], even: f64) -> Findings {
    let figures = || all.iter().map(|(_, found)| found).enumerate();
    let asked = |found: &LabFigures| found.sides.len() + usize::from(found.first_varies);
    let asked = figures().map(|(_, found)| asked(found)).sum();
    Findings {
        uneven: figures().flat_map(|(n, found)| uneven(n, found, even, asked)).collect(),
        outliers: together(all, groups(all).iter().flat_map(|g| outliers(all, g))),
        unseen: unseen(all),
    }
}

/// The sides of a variant that are uneven. The chance of a false alarm is shared among `of` questions, all that the run asks.
fn uneven(variant: usize, found: &LabFigures, most: f64, of: usize) -> Vec<Uneven> {
    // The seats of a side have one score and win together.
    let sides = || found.sides.iter().filter_map(|seats| seats.first());
    let parts = |seat: &usize| -> Vec<&String> {
        found.seats[*seat].parts.iter().map(|(what, _)| what).collect()
    };
    let judged = sides().enumerate().map(|(side, seat)| {
        let alike = sides().filter(|other| parts(other) == parts(seat));
        let wins: Vec<f64> = alike.map(|seat| found.seats[*seat].wins.value).collect();
        let even = wins.iter().sum::<f64>() / wins.len() as f64;
        let wins = found.seats[*seat].wins;
        // That so few are won, or so many.
        let (games, won) = (found.games, (wins.value * found.games as f64).round() as u64);
        let by_chance = if wins.value < even {
            binomial_at_most(won, games, even)
        } else {
            binomial_at_most(games - won.min(games), games, 1.0 - even)
        };
        let is_sure = by_chance < BY_CHANCE / 2.0 / of as f64;
        (Some(side), wins, even, is_sure)
    });
    let first = found.first.filter(|_| found.first_varies);
    let first = first.map(|wins| (None, wins, 0.0, !wins.among(of, BY_CHANCE).holds(0.0)));
    let judged = judged.chain(first).map(|(side, wins, even, is_sure)| Uneven {
        variant,
        side,
        wins,
        even,
        is_sure: is_sure && (wins.value - even).abs() > most,
    });
    let is_off = |one: &Uneven| (one.wins.value - one.even).abs() > one.wins.far();
    judged.filter(|one| one.is_sure || is_off(one)).collect()
}

/// What the cards of a deck are worth, by their numbers, where they are held or played often enough to be ranked: the measure that more of
/// them have, and whether that is of playing.
fn worths(figures: &LabFigures, deck: &str) -> (Vec<(usize, Interval)>, bool) {
    let of = |worth: fn(&CardWorth) -> (u64, Option<Interval>)| {
        let cards = figures.cards.iter().enumerate();
        let ranked = cards.filter_map(|(number, card)| match worth(card) {
            (cases, Some(worth)) if cases >= RANKED && card.deck == deck => Some((number, worth)),
            _ => None,
        });
        ranked.collect::<Vec<_>>()
    };
    let held = of(|card| (card.cases, card.held_worth));
    let played = of(|card| (card.plays, card.played_worth));
    if played.len() > held.len() { (played, true) } else { (held, false) }
}

/// The ranked cards of a deck in one variant, the best first; a run ranks so many.
fn places(figures: &LabFigures, deck: &str, of: usize) -> Vec<CardPlace> {
    let (mut ranked, _) = worths(figures, deck);
    ranked.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let middle = median(ranked.iter().map(|(_, wins)| wins.value).collect());
    let far = |wins: f64| (wins - middle).abs();
    let typical = median(ranked.iter().map(|(_, wins)| wins.value.abs()).collect());
    let place = |(card, wins): &(usize, Interval)| {
        let better = ranked.iter().filter(|(_, w)| w.value > wins.value).count();
        let worse = ranked.iter().filter(|(_, w)| w.value < wins.value).count();
        CardPlace {
            card: *card,
            // Where no card has an effect, nothing is far.
            times: if typical > 0.0 { far(wins.value) / typical } else { 0.0 },
            quarter: match (better * 4 < ranked.len(), worse * 4 < ranked.len()) {
                (true, false) => Some(End::Best),
                (false, true) => Some(End::Worst),
                _ => None,
            },
            sure: {
                let (wins, reach) = (wins.among(of, BY_CHANCE), TOO_FAR * typical);
                typical > 0.0 && (wins.low > middle + reach || wins.high < middle - reach)
            },
        }
    };
    ranked.iter().map(place).collect()
}

/// The variants that are compared: those that differ only in axes on which it depends which cards are in the game.
fn groups(all: &[(Variant, LabFigures)]) -> Vec<Vec<usize>> {
    let rows = |figures: &LabFigures| -> BTreeSet<(String, String)> {
        let row = |card: &CardWorth| (card.deck.clone(), card.row.clone());
        figures.cards.iter().map(row).collect()
    };
    let rows: Vec<_> = all.iter().map(|(_, figures)| rows(figures)).collect();
    let mut of_cards = BTreeSet::new();
    for (a, (one, _)) in all.iter().enumerate() {
        for (b, (other, _)) in all.iter().enumerate() {
            let pairs = one.choices.iter().zip(&other.choices);
            let differ: Vec<&str> =
                pairs.filter(|(x, y)| x != y).map(|(x, _)| x.0.as_str()).collect();
            if let [axis] = differ[..]
                && rows[a] != rows[b]
            {
                of_cards.insert(axis);
            }
        }
    }
    let rest = |variant: &Variant| -> Vec<(String, String)> {
        let choices = variant.choices.iter().cloned();
        choices.filter(|(axis, _)| !of_cards.contains(axis.as_str())).collect()
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, (variant, _)) in all.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| rest(&all[group[0]].0) == rest(variant);
        match groups.iter_mut().find(same) {
            Some(group) => group.push(number),
            None => groups.push(vec![number]),
        }
    }
    groups
}

/// The outliers of variants that are compared.
fn outliers(all: &[(Variant, LabFigures)], group: &[usize]) -> Vec<Outlier> {
    let ranked = all.iter().flat_map(|(_, figures)| {
        let decks = figures.decks().into_iter();
        decks.map(|deck| worths(figures, deck).0.len())
    });
    let ranked = ranked.sum();
    // Each card's places: in the order of the first variant in which it occurs.
    let mut found: Vec<(&CardWorth, Vec<(usize, CardPlace)>)> = Vec::new();
    for number in group {
        let figures = &all[*number].1;
        for place in figures.decks().into_iter().flat_map(|d| places(figures, d, ranked)) {
            let card = &figures.cards[place.card];
            let same = |other: &CardWorth| (&other.deck, &other.row) == (&card.deck, &card.row);
            match found.iter_mut().find(|(other, _)| same(other)) {
                Some((_, places)) => places.push((*number, place)),
                None => found.push((card, vec![(*number, place)])),
            }
        }
    }
    let judged = found.into_iter().filter_map(|(card, places)| {
        let end = places.first()?.1.quarter?;
        let too_far = |place: &CardPlace| place.quarter == Some(end) && place.sure;
        places.iter().all(|(_, p)| too_far(p)).then(|| Outlier {
            deck: card.deck.clone(),
            row: card.row.clone(),
            end,
            is_played: worths(&all[places[0].0].1, &card.deck).1,
            variants: places.iter().map(|(number, _)| *number).collect(),
            times: places.iter().map(|(_, p)| p.times).fold(f64::INFINITY, f64::min),
        })
    });
    judged.collect()
}

/// One outlier for each card and end; deck by deck, the best first.
fn together(all: &[(Variant, LabFigures)], found: impl Iterator<Item = Outlier>) -> Vec<Outlier> {
    let mut outliers: Vec<Outlier> = Vec::new();
    for new in found {
        let same = |o: &&mut Outlier| (&o.deck, &o.row, o.end) == (&new.deck, &new.row, new.end);
        match outliers.iter_mut().find(same) {
            Some(known) => {
                known.variants.extend(new.variants);
                known.variants.sort_unstable();
                known.times = known.times.min(new.times);
            }
            None => outliers.push(new),
        }
    }
    let cards = || all.iter().flat_map(|(_, figures)| &figures.cards);
    let deck = |outlier: &Outlier| cards().position(|card| card.deck == outlier.deck);
    outliers.sort_by_cached_key(|outlier| (deck(outlier), outlier.end));
    outliers
}

/// Whether the cards of a deck count so often that chance alone leaves none of them out: at least as often as their intervals begin, as in
/// one game all that count do so always.
fn counts_surely(figures: &LabFigures, deck: &str) -> bool {
    let cards = figures.cards.iter().filter(|card| card.deck == deck);
    let shares: Vec<Interval> = cards.map(|card| card.counted).collect();
    let counting = shares.iter().filter(|share| share.value > 0.0);
    let counting: Vec<f64> = counting.map(|share| share.low).collect();
    let mean = counting.iter().sum::<f64>() / counting.len().max(1) as f64;
    libm::pow(1.0 - mean, figures.games as f64) < BY_CHANCE / shares.len() as f64
}

fn unseen(all: &[(Variant, LabFigures)]) -> Vec<Unseen> {
    let mut found: Vec<Unseen> = Vec::new();
    for (number, (_, figures)) in all.iter().enumerate() {
        let decks = figures.decks().into_iter();
        let judged: Vec<&str> = decks.filter(|deck| counts_surely(figures, deck)).collect();
        for card in &figures.cards {
            if card.counted.value > 0.0 || !judged.contains(&card.deck.as_str()) {
                continue;
            }
            let same = |u: &&mut Unseen| (&u.deck, &u.row) == (&card.deck, &card.row);
            match found.iter_mut().find(same) {
                Some(unseen) => unseen.variants.push(number),
                None => found.push(Unseen {
                    deck: card.deck.clone(),
                    row: card.row.clone(),
                    variants: vec![number],
                }),
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{LabCounts, LabNames, figures};
    use crate::rules::{Outcome, Seat};

    #[test]
    fn ranks_have_the_best_first_and_an_end_at_each_quarter() {
        let ids = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let names = LabNames {
            seats: vec!["red".into(), "blue".into()],
            teams: vec![0, 1],
            rows: ids.map(|id| ("tools".into(), id.into())).to_vec(),
            ..LabNames::default()
        };
        let mut counts = LabCounts::new(2, ids.len());
        counts.results.wins.games = 1_000;
        counts.results.wins.together[0][0] = 500;
        for (at, row) in counts.results.rows.iter_mut().enumerate() {
            for game in 0..100 {
                let won = game < [50, 51, 52, 54, 58, 66, 72, 98][at];
                let outcome = Outcome {
                    scores: Vec::new(),
                    winners: vec![Seat(u8::from(!won))],
                    level: Vec::new(),
                    by: "points".into(),
                };
                row.held.enter(&[(at, Seat(0))], &outcome, &[0, 1]);
            }
        }
        let found = figures(&names, &counts);
        let places = places(&found, "tools", 8);
        let order: String = places.iter().map(|p| &*found.cards[p.card].row).collect();
        assert_eq!(order, "hgfedcba");
        let ends: Vec<_> = places.iter().map(|place| place.quarter).collect();
        let (best, worst) = (Some(End::Best), Some(End::Worst));
        assert_eq!(ends, [best, best, None, None, None, None, worst, worst]);
    }
}
