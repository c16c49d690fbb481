//! Tells once what is wrong for many cards. The faults of drawn faces come in, and go out. Called by `renderer`.

use std::collections::{BTreeMap, BTreeSet};

use crate::cards::Face;
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// A sum for which no card of several has a number is a slip of the template: it is reported there, once.
pub fn sums_once(found: Diagnostics, faces: &[Face]) -> Diagnostics {
    let wanted_at = |fault: &Diagnostic| match fault.related[..] {
        [(template, _)] if fault.code == Code::NotANumber => Some(template),
        _ => None,
    };
    let mut values: BTreeMap<Span, BTreeSet<Span>> = BTreeMap::new();
    for fault in found.iter() {
        if let (Some(template), Some(value)) = (wanted_at(fault), fault.span) {
            values.entry(template).or_default().insert(value);
        }
    }
    let has_one_of = |face: &Face, of: &BTreeSet<Span>| {
        let mut own = face.names().filter_map(|name| face.get(name)?.span);
        own.any(|span| of.contains(&span))
    };
    values.retain(|_, of| faces.len() > 1 && faces.iter().all(|face| has_one_of(face, of)));
    let (mut once, mut told) = (Diagnostics::new(), BTreeSet::new());
    for mut fault in found {
        if let Some(template) = wanted_at(&fault).filter(|at| values.contains_key(at)) {
            if !told.insert(template) {
                continue;
            }
            let value = fault.span.replace(template);
            let first = value.map(|value| (value, "such as here".to_owned()));
            (fault.related, fault.mark) = (Vec::from_iter(first), None);
            fault.help = Some("no card has a number there: leave it out of the sum".into());
        }
        once.push(fault);
    }
    once
}

/// A fault in a picture's file is reported once, at the first card that shows it.
pub fn pictures_once(found: Diagnostics) -> Diagnostics {
    let mut once = Diagnostics::new();
    for fault in found {
        let same = |d: &Diagnostic| d.code == fault.code && d.message == fault.message;
        if !is_of_picture(&fault) || !once.iter().any(same) {
            once.push(fault);
        }
    }
    once
}

/// Whether the picture is wrong by itself, whichever card shows it.
fn is_of_picture(fault: &Diagnostic) -> bool {
    fault.code == Code::BadPicture || fault.unread.is_some()
}
