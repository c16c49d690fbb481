//! A test page from which to choose how much a print is lightened: one card, once for each step. A set and a job come in; both
//! go out with that card alone, each copy lightened by its step. Called by `printing`.

use std::sync::Arc;

use super::drawing::Set;
use super::imposing::Lay;
use crate::export::{Caption, Job};
use crate::sheet::{Backs, CutMarks, Registration, Setup, SlotSet};

/// The steps of the page, in hundredths: with room for the numbers, eight poker cards are a sheet.
const STEPS: [u8; 8] = [0, 10, 20, 30, 40, 50, 70, 100];

/// Between the cards, mm: room for the number.
const GAP: f64 = 6.0;

/// From the card to the number, mm, and the size of that, in points.
const BELOW: f64 = 0.6;
const NUMBER: f32 = 8.0;

/// Leaves of a set its first card, once for each step.
pub fn keep_one_card(set: &mut Set) {
    set.decks.truncate(1);
    for deck in &mut set.decks {
        deck.wanted.truncate(1);
        deck.wanted
            .iter_mut()
            .for_each(|(_, copies)| *copies = STEPS.len() as u32);
    }
}

/// How the page is laid out: fronts with room for numbers.
pub fn lay(lay: &Lay) -> Lay {
    let setup = Setup {
        gap: lay.setup.gap.max(GAP),
        exact_gap: true,
        bleed: 0.0,
        back_bleed: 0.0,
        marks: CutMarks::None,
        backs: Backs::None,
        registration: Registration::None,
        skip: SlotSet::NONE,
        ruler: false,
        footer: false,
        ..lay.setup
    };
    Lay {
        setup,
        ..lay.clone()
    }
}

/// Lightens each card of the page by its step, and writes that below it.
pub fn lighten_by_steps(job: &mut Job, set: &Set) {
    let mut steps = STEPS.iter();
    for (page, sheet) in job.document.pages.iter_mut().enumerate() {
        for (placed, step) in sheet.placements.iter_mut().zip(&mut steps) {
            placed.lighten = *step;
            if let Some(drawn) = set.renderer.caption(&format!("--lighten {step}"), NUMBER) {
                job.captions.push(Caption {
                    page,
                    x: placed.trim.centre().x - drawn.width / 2.0,
                    y: placed.trim.bottom() + BELOW,
                    turned: false,
                    drawn: Arc::new(drawn),
                });
            }
        }
    }
}
