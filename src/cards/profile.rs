//! Counts how often each line of a script ran, and how much work it did. `script` counts while it runs, if a profile was asked
//! for; the command `profile` reads the counts line by line.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counts of the lines of a script. Several threads may count at the same time.
#[derive(Debug, Default)]
pub struct Profile {
    /// Where each line begins, in bytes.
    starts: Vec<usize>,
    counts: Vec<Count>,
}

#[derive(Debug, Default)]
struct Count {
    /// Whether a statement begins here.
    is_code: AtomicBool,
    runs: AtomicU64,
    work: AtomicU64,
}

/// A line on which a statement begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineCount {
    /// From 1.
    pub number: usize,
    pub runs: u64,
    /// Names, signs and calls of the line that were worked out: what takes time, and is the same on every machine.
    pub work: u64,
}

impl Profile {
    pub fn new(text: &str) -> Self {
        let after = text.match_indices('\n').map(|(at, _)| at + 1);
        let starts: Vec<usize> = std::iter::once(0).chain(after).collect();
        let counts = starts.iter().map(|_| Count::default()).collect();
        Profile { starts, counts }
    }

    /// The line of a byte, from 0.
    pub fn line(&self, at: usize) -> usize {
        let after = self.starts.partition_point(|start| *start <= at);
        after.saturating_sub(1)
    }

    /// The line, from 0, on which a statement begins at a byte.
    pub fn statement(&self, at: usize) -> usize {
        let line = self.line(at);
        if let Some(count) = self.counts.get(line) {
            count.is_code.store(true, Ordering::Relaxed);
        }
        line
    }

    /// A statement of a line ran.
    pub fn ran(&self, line: usize, work: u64) {
        if let Some(count) = self.counts.get(line) {
            count.runs.fetch_add(1, Ordering::Relaxed);
            count.work.fetch_add(work, Ordering::Relaxed);
        }
    }

    /// The lines on which statements begin.
    pub fn lines(&self) -> Vec<LineCount> {
        let counts = (1..).zip(&self.counts);
        let code = counts.filter(|(_, count)| count.is_code.load(Ordering::Relaxed));
        let line = |(number, count): (usize, &Count)| LineCount {
            number,
            runs: count.runs.load(Ordering::Relaxed),
            work: count.work.load(Ordering::Relaxed),
        };
        code.map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_is_counted_on_the_line_that_it_begins_on() {
        let profile = Profile::new("a\nbc\n\nd");
        let [second, fourth] = [profile.statement(3), profile.statement(6)];
        profile.ran(second, 2);
        profile.ran(second, 3);
        let line = |number, runs, work| LineCount { number, runs, work };
        assert_eq!((second, fourth), (1, 3));
        assert_eq!(profile.lines(), [line(2, 2, 5), line(4, 0, 0)]);
    }
}
