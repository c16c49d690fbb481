//! The stacks of a table that is being set up.

use super::cards::Cards;
use super::names::{find, name};
use crate::games::caper::play::{Deck, Effect, Kind, Rules, THIEVES, faces};
use crate::games::spot::Spot;

/// What has been laid in one zone.
#[derive(Default)]
pub struct Laid {
    /// The stack of the thief that was laid last: gear that says nothing goes there.
    last: Option<usize>,
}

/// How a card lies on the table.
const FACES: [&str; 2] = [
    faces::WORDS[faces::UP.0 as usize],
    faces::WORDS[faces::FLIPPED.0 as usize],
];

impl Cards<'_> {
    /// A card at a place before a side: a thief begins a stack, gear goes on one.
    pub fn stack(&mut self, laid: &mut Laid, (place, side): (usize, usize), item: &Spot<'_>) {
        let Some((kind, card)) = self.playable(item, &["on", "face"]) else {
            return;
        };
        let face = item.get("face");
        let flipped = face.and_then(|face| face.one_of(&FACES, &mut self.faults)) == Some(1);
        let stack = match kind {
            Kind::Thieves => self.thief(place, side, item),
            Kind::Gear => self.under(laid, (place, side), item),
        };
        let Some(stack) = stack else {
            return;
        };
        if kind == Kind::Thieves {
            laid.last = Some(stack);
        }
        self.put((kind, card), (place, side), stack, flipped);
    }

    /// Puts a card on its stack, as play does: whether it can be flipped follows from the card and its location
    /// (CAP-R12).
    fn put(
        &mut self,
        (kind, card): (Kind, u8),
        (place, side): (usize, usize),
        stack: usize,
        flipped: bool,
    ) {
        let sheet = self.rules.sheet(kind, card);
        let modifier = self.rules.modifier(self.state.row[place]);
        let safe = sheet.protected || modifier.is_some_and(|m| m.shelters(sheet));
        let crew = &mut self.state.crews[side];
        crew.put(card, stack, safe);
        if flipped {
            crew.flip(stack);
        }
    }

    /// The next free stack at a place (CAP-R9).
    fn thief(&mut self, place: usize, side: usize, item: &Spot<'_>) -> Option<usize> {
        if let Some(on) = item.get("on") {
            let help = "take `on` away: a thief begins a stack of its own";
            self.faults.push(on.misfit("a thief lies on nothing", help));
        }
        let lie = self.state.crews[side].thieves_at(place);
        let most = self.rules.numbers.thieves_at_location;
        if lie >= most {
            let says = format!("this is thief {} of {} here", lie + 1, Rules::SIDES[side]);
            let help = format!("a location takes {most} thieves of a side");
            self.faults.push(item.misfit(says, help));
            return None;
        }
        Some(place * THIEVES + lie)
    }

    /// The stack that gear lies on (CAP-R10).
    fn under(
        &mut self,
        laid: &Laid,
        (place, side): (usize, usize),
        item: &Spot<'_>,
    ) -> Option<usize> {
        let on = item.get("on");
        let stack = match &on {
            None => {
                if laid.last.is_none() {
                    let help = "write the thief first, then the gear on it, from the bottom";
                    let misfit = item.misfit("gear lies on a thief, and none is here yet", help);
                    self.faults.push(misfit);
                }
                laid.last?
            }
            Some(on) => {
                let word = on.text("a thief's name", &mut self.faults)?;
                let thief = self.found(on, find(self.rules, Deck::Thieves, word))?;
                let stack = self.state.crews[side].stack_of(thief);
                let here = stack.filter(|stack| stack / THIEVES == place);
                if here.is_none() {
                    let seat = Rules::SIDES[side];
                    let says = format!("no `{word}` of {seat} lies at location {} yet", place + 1);
                    let help = "write the thief first, then the gear on it, from the bottom";
                    self.faults.push(on.misfit(says, help));
                }
                here?
            }
        };
        let crew = &self.state.crews[side];
        let gear = crew.height(stack).saturating_sub(1);
        let most = self.rules.numbers.gear_on_thief as usize;
        if gear >= most {
            let thief = name(self.rules, Deck::Thieves, crew.stacks[stack][0]);
            let says = format!("this is gear {} on `{thief}`", gear + 1);
            let help = format!("a thief carries {most} gear");
            self.faults.push(item.misfit(says, help));
            return None;
        }
        Some(stack)
    }
}
