//! Groups the findings of one check by the template element that causes them, so that a fault on many cards is reported once.

use std::collections::BTreeMap;

use super::scene::SeenFace;
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// A smaller difference makes no face the worst.
const ALIKE: f64 = 1e-6;

/// What is wrong with an element on a face.
#[derive(Default)]
pub struct Flaw {
    /// The larger, the worse.
    pub badness: f64,
    /// Up to the names of the cards: it goes on with "on 3 of 40 faces that show it".
    pub message: String,
    pub help: String,
    /// Other help, where some faces are right.
    pub help_of_rows: Option<String>,
    /// The card's value that is to blame where some faces are right.
    pub value: Option<Span>,
    /// What gives it its colour, which is to blame wherever it is.
    pub colour: Option<Span>,
    pub related: Option<(Span, &'static str)>,
}

impl Flaw {
    pub fn new(badness: f64, message: impl Into<String>, help: impl Into<String>) -> Flaw {
        Flaw { badness, message: message.into(), help: help.into(), ..Flaw::default() }
    }
}

/// The elements that a check looked at on a face, each with what is wrong with it there.
pub type Flaws = Vec<(Span, Option<Flaw>)>;

/// Reports what is wrong, in the order of the files: at the card's value when that causes it, otherwise at the element.
pub fn report(code: Code, faces: &[SeenFace<'_>], findings: Vec<Flaws>, found: &mut Diagnostics) {
    let mut elements: BTreeMap<Span, Vec<(usize, Option<Flaw>)>> = BTreeMap::new();
    for (face, findings) in findings.into_iter().enumerate() {
        for (element, flaw) in findings {
            elements.entry(element).or_default().push((face, flaw));
        }
    }
    for (element, findings) in elements {
        let count = |faces: &mut dyn Iterator<Item = usize>| {
            let mut faces: Vec<usize> = faces.collect();
            faces.dedup();
            faces.len()
        };
        let seen = count(&mut findings.iter().map(|(face, _)| *face));
        let flaws: Vec<(usize, Flaw)> =
            findings.into_iter().filter_map(|(face, flaw)| Some((face, flaw?))).collect();
        let wrong = count(&mut flaws.iter().map(|(face, _)| *face));
        let least = flaws.iter().map(|(_, flaw)| flaw.badness).fold(f64::INFINITY, f64::min);
        let worst = flaws.into_iter().reduce(|a, b| if b.1.badness > a.1.badness { b } else { a });
        let Some((face, flaw)) = worst else { continue };
        let which = if flaw.badness - least > ALIKE { "worst on" } else { "as" };
        let name = &faces[face].of.name;
        let who = match wrong {
            1 if seen == 1 => format!("on {name}"),
            1 => format!("on {name}, of {seen} faces that show it"),
            _ if wrong == seen => format!("on all {seen} faces that show it, {which} {name}"),
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
