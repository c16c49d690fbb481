//! A text edited in several stages, with a map of each byte to its origin, so that a fault found in the last stage is reported at
//! its place in the file. Text and edits come in, edited text goes out. Used by the compiler and the readers of foreign drawings
//! and inks.

use std::ops::Range;

/// What takes the place of some bytes.
pub type ByteEdit = (Range<usize>, String);

/// A text and the stages that led to it.
#[derive(Debug, Clone, Default)]
pub struct Edited {
    pub text: String,
    /// The pieces of each stage's result, first stage first.
    stages: Vec<Vec<Piece>>,
}

/// A run of bytes of a stage's result.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it begins in the result, and where in what was edited.
    new: usize,
    old: usize,
    /// Whether its bytes were kept; new ones all stand for the byte at `old`.
    kept: bool,
}

impl Edited {
    /// A text without edits.
    pub fn unchanged(text: &str) -> Self {
        Edited { text: text.to_owned(), stages: Vec::new() }
    }

    /// The byte of the original that byte `at` of the text stands for.
    pub fn original(&self, at: usize) -> usize {
        self.stages.iter().rev().fold(at, |at, pieces| {
            let next = pieces.partition_point(|piece| piece.new <= at);
            match next.checked_sub(1).map(|last| pieces[last]) {
                Some(piece) if piece.kept => piece.old + (at - piece.new),
                Some(piece) => piece.old,
                None => at,
            }
        })
    }

    /// As [`Edited::original`], for a range.
    pub fn original_range(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.original(range.start);
        // The end of the last byte, since what follows it may have come from elsewhere.
        let last = range.end.saturating_sub(1).max(range.start);
        start..(self.original(last) + 1).max(start)
    }

    /// One more stage. Of two edits that overlap, the one that begins first is made.
    #[must_use]
    pub fn edit(mut self, mut edits: Vec<ByteEdit>) -> Self {
        if edits.is_empty() {
            return self;
        }
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let source = std::mem::take(&mut self.text);
        let mut pieces = Vec::with_capacity(edits.len() * 2 + 1);
        let mut from = 0;
        let mut piece = |text: &mut String, old: usize, kept: bool, new: &str| {
            if !new.is_empty() {
                pieces.push(Piece { new: text.len(), old, kept });
                text.push_str(new);
            }
        };
        for (range, new) in edits {
            // An edit inside a removed element is dropped.
            if range.start < from {
                continue;
            }
            piece(&mut self.text, from, true, &source[from..range.start]);
            piece(&mut self.text, range.start, false, &new);
            from = range.end;
        }
        piece(&mut self.text, from, true, &source[from..]);
        self.stages.push(pieces);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_lead_back_through_every_stage() {
        let first = Edited::unchanged("one two three").edit(vec![(4..7, "2, the second".into())]);
        assert_eq!(first.text, "one 2, the second three");
        let both = first.edit(vec![(0..4, String::new()), (18..18, "(".into())]);
        assert_eq!(both.text, "2, the second (three");
        let at = |word: &str| both.original(both.text.find(word).unwrap());
        assert_eq!((at("three"), at("second"), at("(")), (8, 4, 8));
        assert_eq!(both.original_range(&(15..20)), 8..13);
    }

    #[test]
    fn an_edit_inside_a_removed_range_is_dropped() {
        let edited =
            Edited::unchanged("abcdef").edit(vec![(1..5, String::new()), (2..3, "x".into())]);
        assert_eq!(edited.text, "af");
    }
}
