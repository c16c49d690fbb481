//! Plots of a report: figures to be drawn. Only a page draws them; the tables beside them have the same figures in words.

use super::drawing::rounded;
use crate::statistics::{Histogram, Interval};

/// Figures to be drawn, below a title.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    pub title: String,
    pub kind: PlotKind,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PlotKind {
    /// Values with their intervals, one below the other; `base` is a line to hold them against, with what does not matter around it.
    Intervals { lines: Vec<PlotLine>, base: Option<(f64, f64)> },
    /// A figure over the values of a number, with intervals; `base` is a line to hold it against.
    Curve { points: Vec<(f64, Interval)>, base: Option<f64> },
    /// How often each number came up; behind it, grey, how often before.
    Histogram { numbers: Histogram, before: Option<Histogram> },
}

/// A line of a plot of intervals. An end may be infinite; the value may be NaN where one is.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotLine {
    pub name: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// What stands behind it.
    pub words: String,
}

impl PlotLine {
    /// What stands behind it is the value.
    pub fn of(name: &str, interval: Interval, scale: f64) -> Self {
        let Interval { value, low, high } = interval.scaled(scale);
        PlotLine { name: name.to_owned(), value, low, high, words: rounded(value) }
    }

    /// Where its dot lies: at the value, or else at the end that is known.
    pub fn dot(&self) -> Option<f64> {
        let all = [self.value, self.low, self.high];
        all.into_iter().find(|at| at.is_finite())
    }
}
