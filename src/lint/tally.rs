//! Groups the findings of one check by the template element that causes them, so that a fault on many cards is reported once.
//! Findings per face come in, one per element goes out. Called by the checks.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::Scene;
use crate::source::{Diagnostic, Span};

/// A smaller difference makes no face the worst.
const ALIKE: f64 = 1e-6;

/// The faces that show an element, those on which it is wrong, and what is found on the worst of them.
pub struct FaceTally<D> {
    groups: BTreeMap<Span, FaceGroup<D>>,
}

pub struct FaceGroup<D> {
    seen: BTreeSet<usize>,
    wrong: BTreeSet<usize>,
    worst: Option<(f64, usize, D)>,
    /// How bad it is on the face where it is least so.
    least: f64,
}

/// An element with a fault.
pub struct Finding<D> {
    pub element: Span,
    /// What is found on the worst face.
    pub worst: D,
    /// "on 3 of 40 cards, worst on card `fog-bank`".
    pub who: String,
    /// Whether it is wrong on some faces and right on others.
    pub by_rows: bool,
}

impl<D> FaceTally<D> {
    pub fn new() -> Self {
        FaceTally { groups: BTreeMap::new() }
    }

    fn group(&mut self, element: Span) -> &mut FaceGroup<D> {
        self.groups.entry(element).or_insert_with(|| FaceGroup {
            seen: BTreeSet::new(),
            wrong: BTreeSet::new(),
            worst: None,
            least: f64::MAX,
        })
    }

    /// The face with that place in [`Scene::faces`] shows the element.
    pub fn seen(&mut self, element: Span, face: usize) {
        self.group(element).seen.insert(face);
    }

    /// It is wrong there; the larger `badness` is, the more.
    pub fn wrong(&mut self, element: Span, face: usize, badness: f64, what: D) {
        let group = self.group(element);
        group.seen.insert(face);
        group.wrong.insert(face);
        group.least = group.least.min(badness);
        if group.worst.as_ref().is_none_or(|worst| badness > worst.0) {
            group.worst = Some((badness, face, what));
        }
    }

    /// What is wrong, in the order of the files.
    pub fn findings(self, scene: &Scene<'_>) -> Vec<Finding<D>> {
        let groups = self.groups.into_iter();
        groups
            .filter_map(|(element, group)| {
                let (most, face, worst) = group.worst?;
                let which = if most - group.least > ALIKE { "worst on" } else { "as" };
                let name = &scene.faces[face].name;
                let (wrong, seen) = (group.wrong.len(), group.seen.len());
                let who = match (wrong, seen) {
                    (1, 1) => format!("on {name}"),
                    (1, seen) => format!("on {name}, of {seen} faces that show it"),
                    (wrong, seen) if wrong == seen => {
                        format!("on all {seen} faces that show it, {which} {name}")
                    }
                    _ => format!("on {wrong} of {seen} faces that show it, {which} {name}"),
                };
                Some(Finding { element, worst, who, by_rows: wrong < seen })
            })
            .collect()
    }
}

/// Points a fault at the place to fix: the card's value when that causes it, otherwise the element.
pub fn blame(fault: Diagnostic, element: Span, value: Option<Span>) -> Diagnostic {
    match value {
        Some(value) if value != element => {
            fault.at(value).related(element, "shown here in the template")
        }
        _ => fault.at(element),
    }
}
