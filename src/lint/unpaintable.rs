#![doc = include_str!("../source/codes/D120.md")]

use std::collections::BTreeSet;

use super::sight::Sight;
use crate::source::{Code, Diagnostic, Diagnostics, Files, Span};

/// What an exporter would refuse when it comes to paint a face, each element once.
pub fn look(sight: &Sight<'_>, _files: &mut Files, found: &mut Diagnostics) {
    let mut wrong: Vec<(Span, &str)> = Vec::new();
    for face in &sight.faces {
        // What is no drawing at all has no element: the template is meant.
        let template = face.deck.deck.template_span;
        let faults = sight.faults(face);
        wrong.extend(faults.map(|(at, why)| (at.unwrap_or(template), why.as_str())));
    }
    for (picture, trace) in sight.pictures.values() {
        let top = Span::new(picture.file, 0..0);
        let fault = trace.fault.iter();
        wrong.extend(fault.map(|(at, why)| (at.unwrap_or(top), why.as_str())));
    }
    let mut known: BTreeSet<(String, u32)> = BTreeSet::new();
    for (at, why) in wrong {
        if known.insert((why.to_owned(), at.start)) {
            let fault = Diagnostic::error(Code::Unpaintable, why).at(at);
            found.push(fault.help(
                "draw it smaller or plainer: filters, patterns and large numbers are the usual reasons",
            ));
        }
    }
}
