//! Influence, winners and crises, added up from the cards alone.

use crate::games::hammers::abilities::{LabMark, Operation, PairLab, Passive};
use crate::games::hammers::play::{PLACES, Rules, SLOTS, Side, State};
use crate::rules::{Bits, ones};

/// What a card is worth by its own abilities. Tables in place of branches, as what lies where cannot be foreseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Worth {
    /// Not launched and launched; beside others and as its player's only card at a location.
    own: [[u8; 2]; 2],
    /// More for each opposing card there, not launched and launched.
    opposed: [u8; 2],
    /// Launched, it is paired with a lab, or sets its allies' worth.
    pairs: bool,
    sets: bool,
    pub unseen: bool,
    ties: bool,
}

impl Worth {
    /// Read from a card's row.
    pub fn of(rules: &Rules, card: u8) -> Worth {
        let row = rules.row(card);
        let mut worth = Worth {
            own: [[row.influence; 2]; 2],
            ..Worth::default()
        };
        match row.passive {
            // CH1-E6.
            Some(Passive::InfluenceWhileAlone(ability)) => {
                worth.own = [[row.influence, ability.influence]; 2];
            }
            // CH1-E13.
            Some(Passive::InfluencePerOpposing(ability)) => worth.opposed = [ability.influence; 2],
            // CH1-R13, CH2-R12.
            Some(Passive::UnseenByCrises(_)) => worth.unseen = true,
            // CH1-E11.
            Some(Passive::TiesAreYours(_)) => worth.ties = true,
            None => {}
        }
        match &row.operation {
            // CH1-E9: instead of all else.
            Some(Operation::SetInfluence(ability)) => {
                worth.own[1] = [ability.influence; 2];
                worth.opposed[1] = 0;
            }
            Some(Operation::PairLab(_)) => worth.pairs = true,
            Some(Operation::AllyInfluence(_)) => worth.sets = true,
            _ => {}
        }
        worth
    }
}

/// What lies at a location, added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// By side.
    pub influence: [i16; 2],
    /// Of both, as a crisis sees it (CH1-R13, CH2-R12).
    pub seen: i16,
    /// Cards, by side.
    pub cards: [u8; 2],
    /// Who has a card that makes ties its player's.
    pub ties: [bool; 2],
    /// What `influence-while-alone` and `influence-per-opposing` add, by side.
    pub alone: [i16; 2],
    pub opposed: [i16; 2],
}

impl Count {
    /// Adds up every location (CH1-R11, CH2-R10): cards count launched or not, face up or down.
    #[inline]
    pub fn all(rules: &Rules, state: &State) -> [Count; PLACES] {
        let mut counts = [Count::default(); PLACES];
        for (place, count) in counts.iter_mut().enumerate().take(rules.numbers.places) {
            count.cards = [0, 1].map(|side: usize| ones(state.sides[side].at[place]) as u8);
        }
        for (side, mine) in state.sides.iter().enumerate() {
            let setters = setters(rules, mine);
            for slot in 0..usize::from(mine.placed).min(SLOTS) {
                let place = usize::from(mine.place[slot]) % PLACES;
                counts[place].add(rules, side, mine, slot, setters & mine.at[place]);
            }
        }
        counts
    }

    /// Adds up one location.
    #[inline]
    pub fn of(rules: &Rules, state: &State, place: usize) -> Count {
        let here = [0, 1].map(|side: usize| state.sides[side].at[place % PLACES]);
        let mut count = Count {
            cards: here.map(|slots| ones(slots) as u8),
            ..Count::default()
        };
        for (side, mine) in state.sides.iter().enumerate() {
            for slot in Bits(u64::from(here[side])) {
                let up = here[side] & mine.launched;
                count.add(rules, side, mine, usize::from(slot) % SLOTS, up);
            }
        }
        count
    }

    /// Adds a card; some of `setters`, launched cards beside it, may set its worth.
    #[inline]
    fn add(&mut self, rules: &Rules, side: usize, mine: &Side, slot: usize, setters: u8) {
        let known = rules.book.worth(mine.card[slot]);
        let up = usize::from(mine.launched >> slot & 1);
        let among = i16::from(known.own[up][0]);
        let own = known.own[up][usize::from(self.cards[side] == 1)];
        let mut alone = i16::from(own) - among;
        let mut opposed = i16::from(known.opposed[up]) * i16::from(self.cards[1 - side]);
        let mut worth = i16::from(own) + opposed;
        if known.pairs {
            worth += lent(rules, mine, slot);
        }
        if setters != 0
            && let Some(set) = set_by_allies(rules, mine, setters, slot)
        {
            (worth, alone, opposed) = (set, 0, 0);
        }
        self.influence[side] += worth;
        self.seen += worth * i16::from(!known.unseen);
        self.ties[side] |= known.ties;
        self.alone[side] += alone;
        self.opposed[side] += opposed;
    }

    /// What a card that lies here gained when it was launched, by its own operation.
    #[inline]
    pub fn gain(&self, rules: &Rules, mine: &Side, side: usize, slot: usize) -> i16 {
        let beside = setters(rules, mine) & mine.at[usize::from(mine.place[slot]) % PLACES];
        if set_by_allies(rules, mine, beside, slot).is_some() {
            return 0;
        }
        let known = rules.book.worth(mine.card[slot]);
        let alone = usize::from(self.cards[side] == 1);
        let opposing = i16::from(self.cards[1 - side]);
        let [down, up] = [0, 1].map(|up: usize| {
            i16::from(known.own[up][alone]) + i16::from(known.opposed[up]) * opposing
        });
        up - down + lent(rules, mine, slot)
    }

    /// Who wins the location when these are the sums (CH1-R11, R12; CH2-R11): the higher, else whoever alone has ties,
    /// else the faction printed on the country. Nobody wins a tied lab (CH1-G5, CH2-G6).
    #[inline]
    pub fn winner_of(&self, influence: [i16; 2], default: Option<u8>) -> Option<usize> {
        let [caps, hammers] = influence;
        if caps != hammers {
            return Some(usize::from(hammers > caps));
        }
        let default = usize::from(default?);
        Some(match self.ties {
            [true, false] => 0,
            [false, true] => 1,
            _ => default,
        })
    }

    #[inline]
    pub fn winner(&self, default: Option<u8>) -> Option<usize> {
        self.winner_of(self.influence, default)
    }

    /// CH1-I5, CH2-I5.
    #[inline]
    pub fn crisis(&self, rules: &Rules) -> bool {
        self.seen >= rules.numbers.crisis as i16
    }
}

/// What a lab lends to the card in a slot that is paired with it (CH1-E12, CH2-G10).
fn lent(rules: &Rules, mine: &Side, slot: usize) -> i16 {
    let (card, lab) = (mine.card[slot], mine.lab[slot]);
    let sheet = rules.labs.get(usize::from(lab));
    let ability = rules.row(card).operation.as_ref();
    let (Some(sheet), Some(Operation::PairLab(PairLab { adds, cap }))) = (sheet, ability) else {
        return 0;
    };
    let shown = match adds {
        LabMark::Number => sheet.number,
        LabMark::Rank => sheet.rank,
    };
    i16::from(cap.map_or(shown, |cap| shown.min(cap)))
}

/// Launched cards of a side that set others' worth, as a mask of slots.
#[inline]
fn setters(rules: &Rules, mine: &Side) -> u8 {
    let mut setters = 0;
    for slot in 0..usize::from(mine.placed).min(SLOTS) {
        setters |= u8::from(rules.book.worth(mine.card[slot]).sets) << slot;
    }
    setters & mine.launched
}

/// What launched cards of its own side at its place, perhaps itself, set a card's worth to. It does not stack
/// (CH1, CH2-G12).
fn set_by_allies(rules: &Rules, mine: &Side, setters: u8, slot: usize) -> Option<i16> {
    let mut set = None;
    for ally in Bits(u64::from(setters)) {
        let row = rules.row(mine.card[usize::from(ally) % SLOTS]);
        if let Some(Operation::AllyInfluence(ability)) = &row.operation
            && row.named >> (mine.card[slot] & 63) & 1 == 1
        {
            set = Some(i16::from(ability.influence));
        }
    }
    set
}

/// The faction printed on what lies at a place; `None` for a lab.
#[inline]
pub fn default_of(rules: &Rules, state: &State, place: usize) -> Option<u8> {
    let country = usize::from(state.row[place % PLACES]);
    let sheet = rules.countries.get(country)?;
    (place < rules.numbers.countries).then_some(sheet.default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hammers::play::{CAPS, HAMMERS};
    use crate::games::hammers::testing::{FIRST, SECOND, rules, set};
    use serde_json::{Value, json};

    /// The first location with these cards of the Caps and of the Hammers; a `+` before a card's name: launched.
    fn count(game: &str, caps: &[&str], hammers: &[&str]) -> Count {
        let lies = |card: &&str| match card.strip_prefix('+') {
            Some(card) => json!({ "card": card, "face": "up" }),
            None => json!({ "card": card, "face": "down" }),
        };
        let [caps, hammers] =
            [caps, hammers].map(|cards| cards.iter().map(lies).collect::<Vec<Value>>());
        let zones = json!({ "field/1/caps": caps, "field/1/hammers": hammers });
        let rules = rules(game);
        let state = set(&rules, json!({ "zones": zones }));
        let count = Count::of(&rules, &state, 0);
        assert_eq!(Count::all(&rules, &state)[0], count);
        assert_eq!(Count::all(&rules, &state)[1], Count::default());
        count
    }

    #[test]
    fn brazil_is_won_seven_to_six_without_a_crisis() {
        // CH1-E7.
        let hammers = ["+nuclear-armament#2", "diplomat#1"];
        let count = count(FIRST, &["+nuclear-armament#1"], &hammers);
        assert_eq!((count.influence, count.seen), ([6, 7], 12));
        assert!(!count.crisis(&rules(FIRST)));
        assert_eq!(count.winner(Some(0)), Some(HAMMERS));
    }

    #[test]
    fn an_admiral_alone_is_worth_four_and_beside_another_two() {
        // CH1-E6.
        let alone = count(FIRST, &["admiral#1"], &[]);
        assert_eq!((alone.influence, alone.alone), ([4, 0], [2, 0]));
        let beside = count(FIRST, &["admiral#1", "nuclear-armament#1"], &[]);
        assert_eq!((beside.influence, beside.alone), ([5, 0], [0, 0]));
    }

    #[test]
    fn a_defector_faces_three() {
        // CH1-E13.
        let count = count(SECOND, &["defector#1"], &["spy#1", "spy#2", "scientist#1"]);
        assert_eq!((count.influence, count.opposed), ([4, 4], [3, 0]));
    }

    #[test]
    fn two_launched_defectors_set_a_diplomat_to_two() {
        let caps = ["+defector#1", "+defector#2", "diplomat#1"];
        let count = count(SECOND, &caps, &["spy#1"]);
        assert_eq!((count.influence, count.seen), ([2 + 2 + 2, 1], 5));
    }

    #[test]
    fn a_scientist_adds_its_lab_up_to_the_cap() {
        // CH1-E12, CH2-G10: the seventh lab has rank 5, or the number 7 of which 5 count.
        for game in [FIRST, SECOND] {
            let rules = rules(game);
            let state = set(
                &rules,
                json!({
                    "zones": { "field/4/caps": [{ "card": "scientist#1", "face": "up" }] },
                    "labs": { "caps": [{ "card": "moon-landing", "with": "scientist#1" }] },
                }),
            );
            assert_eq!(Count::of(&rules, &state, 3).influence, [7, 0], "{game}");
        }
    }

    #[test]
    fn a_tied_country_goes_to_whoever_alone_has_ties_and_a_tied_lab_to_nobody() {
        // CH1-E11, CH1-R12, CH1-G5.
        let one = count(FIRST, &["guerrilla#1"], &["spy#1"]);
        assert_eq!(one.winner(Some(1)), Some(CAPS));
        assert_eq!(one.winner(None), None);
        let both = count(FIRST, &["guerrilla#1"], &["guerrilla#2"]);
        assert_eq!(both.winner(Some(1)), Some(HAMMERS));
    }

    #[test]
    fn what_a_launch_gained_is_the_difference_that_it_made() {
        let down = count(SECOND, &["nuclear-armament#1"], &["spy#1"]);
        let up = count(SECOND, &["+nuclear-armament#1"], &["spy#1"]);
        let rules = rules(SECOND);
        let zones = json!({ "field/1/caps": [{ "card": "nuclear-armament#1", "face": "up" }] });
        let state = set(&rules, json!({ "zones": zones }));
        let gain = up.gain(&rules, &state.sides[CAPS], CAPS, 0);
        assert_eq!(gain, up.influence[0] - down.influence[0]);
    }
}
