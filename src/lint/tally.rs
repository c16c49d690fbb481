//! Groups the findings of one check by the template element that causes them, so that a fault on many cards is reported once.
//! Flaws of faces come in, one warning per element goes out.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::Scene;
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// A smaller difference makes no face the worst.
const ALIKE: f64 = 1e-6;

/// What is wrong with an element on a face.
#[derive(Default)]
pub struct Flaw {
    /// Up to the names of the cards.
    message: String,
    help: String,
    help_of_rows: Option<String>,
    value: Option<Span>,
    colour: Option<Span>,
    related: Option<(Span, &'static str)>,
}

impl Flaw {
    /// `message` goes on with "on 3 of 40 faces that show it".
    pub fn new(message: impl Into<String>, help: impl Into<String>) -> Flaw {
        Flaw { message: message.into(), help: help.into(), ..Flaw::default() }
    }

    /// The card's value that is to blame, and other help, where some faces are right.
    #[must_use]
    pub fn of_row(self, value: Option<Span>, help: Option<String>) -> Flaw {
        Flaw { value, help_of_rows: help, ..self }
    }

    /// What gives it its colour, which is to blame wherever it is.
    #[must_use]
    pub fn of_colour(self, colour: Option<Span>) -> Flaw {
        Flaw { colour, ..self }
    }

    #[must_use]
    pub fn related(self, place: Option<Span>, what: &'static str) -> Flaw {
        Flaw { related: place.map(|place| (place, what)), ..self }
    }
}

/// The faces that show an element, those on which it is wrong, and what is found on the worst of them.
#[derive(Default)]
pub struct FaceTally {
    groups: BTreeMap<Span, FaceGroup>,
}

#[derive(Default)]
struct FaceGroup {
    seen: BTreeSet<usize>,
    wrong: BTreeSet<usize>,
    worst: Option<(f64, usize, Flaw)>,
    /// How bad it is on the face where it is least so.
    least: Option<f64>,
}

impl FaceTally {
    /// The face with that place in [`Scene::faces`] shows the element.
    pub fn seen(&mut self, element: Span, face: usize) {
        self.groups.entry(element).or_default().seen.insert(face);
    }

    /// It is wrong there; the larger `badness` is, the more.
    pub fn wrong(&mut self, element: Span, face: usize, badness: f64, flaw: Flaw) {
        let group = self.groups.entry(element).or_default();
        group.seen.insert(face);
        group.wrong.insert(face);
        let least = group.least.get_or_insert(badness);
        *least = least.min(badness);
        if group.worst.as_ref().is_none_or(|worst| badness > worst.0) {
            group.worst = Some((badness, face, flaw));
        }
    }

    /// Reports what is wrong, in the order of the files: at the card's value when that causes it, otherwise at the element.
    pub fn report(self, code: Code, scene: &Scene<'_>, found: &mut Diagnostics) {
        for (element, FaceGroup { seen, wrong, worst, least }) in self.groups {
            let Some((most, face, flaw)) = worst else { continue };
            let which = if most - least.unwrap_or(most) > ALIKE { "worst on" } else { "as" };
            let name = &scene.faces[face].name;
            let (wrong, seen) = (wrong.len(), seen.len());
            let who = match wrong {
                1 if seen == 1 => format!("on {name}"),
                1 => format!("on {name}, of {seen} faces that show it"),
                _ if wrong == seen => {
                    format!("on all {seen} faces that show it, {which} {name}")
                }
                _ => format!("on {wrong} of {seen} faces that show it, {which} {name}"),
            };
            let by_rows = wrong < seen;
            let help = flaw.help_of_rows.filter(|_| by_rows).unwrap_or(flaw.help);
            let cause = flaw.colour.or(flaw.value.filter(|_| by_rows));
            let cause = cause.filter(|cause| *cause != element);
            let mut fault = Diagnostic::warning(code, format!("{} {who}", flaw.message))
                .at(cause.unwrap_or(element))
                .help(help);
            if cause.is_some() {
                fault = fault.related(element, "shown here in the template");
            }
            fault.related.extend(flaw.related.map(|(place, what)| (place, what.to_owned())));
            found.push(fault);
        }
    }
}
