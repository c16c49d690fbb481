//! The legal moves of one decision, stored as products of sets, so that they are counted and picked from without a
//! list. Patterns with a set for each gap come in; single moves go out. `script` fills it; players pick from it.

use smallvec::SmallVec;

use super::set::CardSet;

/// A part that a move does not have.
pub const NOTHING: u8 = u8::MAX;

/// A move: its pattern in `[table.moves]`, and what fills the gaps: cards, places, seats, numbers by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub pattern: u8,
    pub parts: [u8; 3],
}

/// Moves of one pattern: any of the first set with any of the second and any of the third. Gaps that the pattern does not
/// have are empty sets, and count as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveGroup<S> {
    pub pattern: u8,
    /// How many of the sets are gaps.
    pub gaps: u8,
    pub sets: [S; 3],
    /// How many moves these are.
    pub count: u32,
}

/// All legal moves of a decision. No move is in two groups.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Moves<S: CardSet> {
    groups: SmallVec<[MoveGroup<S>; 8]>,
    count: u32,
}

impl<S: CardSet> Moves<S> {
    pub fn clear(&mut self) {
        self.groups.clear();
        self.count = 0;
    }

    /// Adds the moves of a pattern; none when a gap has nothing to fill it.
    pub fn push(&mut self, pattern: u8, gaps: u8, sets: [S; 3]) {
        // What is offered twice is one move.
        let alike = |group: &&mut MoveGroup<S>| group.pattern == pattern && group.gaps == gaps;
        if gaps <= 1
            && let Some(group) = self.groups.iter_mut().find(alike)
        {
            group.sets[0] = group.sets[0].union(sets[0]);
            let count = if gaps == 0 { 1 } else { group.sets[0].count() };
            self.count += count - group.count;
            group.count = count;
            return;
        }
        let filling = &sets[..usize::from(gaps)];
        let count = filling.iter().fold(1u32, |n, set| n.saturating_mul(set.count()));
        if count > 0 {
            self.count = self.count.saturating_add(count);
            self.groups.push(MoveGroup { pattern, gaps, sets, count });
        }
    }

    pub fn groups(&self) -> &[MoveGroup<S>] {
        &self.groups
    }

    /// Whether a move is among them.
    pub fn has(&self, mv: Move) -> bool {
        self.groups.iter().any(|group| {
            let gaps = usize::from(group.gaps);
            let fits = |(set, part): (&S, &u8)| usize::from(*part) < S::CARDS && set.has(*part);
            group.pattern == mv.pattern
                && group.sets[..gaps].iter().zip(&mv.parts).all(fits)
                && mv.parts[gaps..].iter().all(|part| *part == NOTHING)
        })
    }

    /// How many there are.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        self.count
    }

    /// The move number `index`, less than [`Moves::len`].
    #[inline]
    pub fn get(&self, mut index: u32) -> Move {
        let mut mv = Move { pattern: NOTHING, parts: [NOTHING; 3] };
        for group in &self.groups {
            if index >= group.count {
                index -= group.count;
                continue;
            }
            mv.pattern = group.pattern;
            let gaps = usize::from(group.gaps).min(3);
            // The last gap changes fastest. Without a division where a set has one member.
            for gap in (1..gaps).rev() {
                let set = group.sets[gap];
                let count = set.count();
                let rank = if count == 1 { 0 } else { index % count };
                mv.parts[gap] = set.nth(rank);
                index = if count == 1 { index } else { index / count };
            }
            if gaps > 0 {
                mv.parts[0] = group.sets[0].nth(index);
            }
            break;
        }
        mv
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_and_picked_as_if_they_were_listed() {
        let mut moves = Moves::<u64>::default();
        moves.push(0, 0, [0; 3]);
        moves.push(1, 1, [0b1010, 0, 0]);
        moves.push(2, 2, [0b1, 0b11, 0]);
        moves.push(3, 3, [0b11, 0b100, 0b110]);
        moves.push(4, 2, [0b11, 0, 0]);
        let listed: Vec<Move> = (0..moves.len()).map(|i| moves.get(i)).collect();
        let mv = |pattern, parts| Move { pattern, parts };
        assert_eq!(
            listed,
            [
                mv(0, [255, 255, 255]),
                mv(1, [1, 255, 255]),
                mv(1, [3, 255, 255]),
                mv(2, [0, 0, 255]),
                mv(2, [0, 1, 255]),
                mv(3, [0, 2, 1]),
                mv(3, [0, 2, 2]),
                mv(3, [1, 2, 1]),
                mv(3, [1, 2, 2]),
            ]
        );
        assert!(listed.iter().all(|mv| moves.has(*mv)));
        assert!(!moves.has(mv(1, [0, 255, 255])) && !moves.has(mv(4, [0, 255, 255])));
    }
}
