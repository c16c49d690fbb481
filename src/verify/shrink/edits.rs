//! The edits that a shrinker tries. A script and its run come in; each pass lists scripts that may be smaller,
//! boldest first. Called by `search`.

use std::collections::BTreeSet;

use super::deck::{WordedCard, WordedDeck};
use super::run::PlayedRun;
use super::script::Playthrough;
use crate::rules::MoveFeatures;
use crate::table::CardSet;

/// The current script, and its run.
pub struct Base<S: CardSet> {
    pub script: Playthrough,
    pub run: PlayedRun<S>,
    pub weight: Weight,
}

/// How much there is to read: moves, then how far their cards are from plain, then how far the moves are from the first
/// legal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    pub moves: usize,
    pub ranks: u64,
    pub indices: u64,
}

impl Weight {
    pub fn new<S: CardSet>(deck: &WordedDeck<'_, S>, run: &PlayedRun<S>) -> Self {
        let game = deck.game;
        let (mut ranks, mut indices) = (0, 0);
        for (state, made) in run.states.iter().zip(&run.moves) {
            let text = game.write(state, made.mv);
            ranks += deck.named(&text).map(|card| deck.rank(card)).sum::<u64>();
            let index = game.legal_moves(state).binary_search(&made.mv);
            indices += index.unwrap_or_else(|at| at) as u64;
        }
        Weight { moves: run.moves.len(), ranks, indices }
    }
}

/// Edited scripts, the boldest first, each made when it is asked for: all of a long game would fill the memory.
pub type Edits<'b> = Box<dyn Iterator<Item = Playthrough> + 'b>;

pub type Pass<'a, S> = for<'b> fn(&'b WordedDeck<'a, S>, &'b Base<S>) -> Edits<'b>;

impl<'a, S: CardSet> WordedDeck<'a, S> {
    /// All passes, in the order in which they are tried.
    pub const PASSES: [Pass<'a, S>; 6] = [
        Self::later,
        Self::without_turns,
        Self::without_moves,
        Self::other_deal,
        Self::plainer,
        Self::simpler,
    ];

    /// Rounds cut: the game begins with what lay on the table after a deal, or at the start of a turn.
    fn later<'b>(&'b self, base: &'b Base<S>) -> Edits<'b> {
        let deals: BTreeSet<usize> = base.run.deals.iter().map(|d| d.ply).collect();
        let moves = base.run.moves.len();
        let inside = |ply: &usize| (1..moves).contains(ply);
        let mut from: Vec<usize> = deals.into_iter().filter(inside).rev().collect();
        from.extend(turns(&base.run).into_iter().filter(inside).rev());
        let cut = move |ply| self.kept(base, ply, (ply..moves).collect());
        Box::new(from.into_iter().map(cut))
    }

    /// Turns of a player deleted, many at once first. Cards that are needed come forward in their piles.
    fn without_turns<'b>(&'b self, base: &'b Base<S>) -> Edits<'b> {
        let mut bounds = turns(&base.run);
        bounds.push(base.run.moves.len());
        let spans = spans(bounds.len() - 1).into_iter();
        self.without(base, spans.map(move |(a, b)| (bounds[a], bounds[b])))
    }

    /// Moves deleted, many at once first.
    fn without_moves<'b>(&'b self, base: &'b Base<S>) -> Edits<'b> {
        self.without(base, spans(base.run.moves.len()).into_iter())
    }

    fn without<'b>(
        &'b self,
        base: &'b Base<S>,
        spans: impl Iterator<Item = (usize, usize)> + 'b,
    ) -> Edits<'b> {
        Box::new(spans.flat_map(move |(from, to)| {
            let moves = 0..base.run.moves.len();
            let kept: Vec<usize> = moves.filter(|ply| !(from..to).contains(ply)).collect();
            let forward = self.kept(base, 0, kept);
            let mut as_dealt = forward.clone();
            as_dealt.piles.clone_from(&base.script.piles);
            let forward = (forward != as_dealt).then_some(forward);
            forward.into_iter().chain([as_dealt])
        }))
    }

    fn kept(&self, base: &Base<S>, from: usize, kept: Vec<usize>) -> Playthrough {
        Playthrough {
            piles: self.dealt_for(&base.run, from, &kept),
            seed: base.script.seed,
            moves: kept.into_iter().map(|ply| base.run.moves[ply].clone()).collect(),
        }
    }

    /// The first turn deleted, with one card of the set-up exchanged: another may then begin.
    fn other_deal<'b>(&'b self, base: &'b Base<S>) -> Edits<'b> {
        let Some(second) = turns(&base.run).get(1).copied() else {
            return Box::new(std::iter::empty());
        };
        let dealt = base.run.deals.iter().filter(|d| d.ply == 0);
        let swaps = dealt.flat_map(move |dealt| {
            let others = self.all(dealt.pile).filter(|card| *card != dealt.card);
            others.map(|card| (dealt.pile, dealt.card, card))
        });
        Box::new(swaps.map(move |cards| {
            let mut script = self.exchange(base, cards);
            script.moves.drain(..second);
            script
        }))
    }

    /// Cards that moves name exchanged for plainer ones.
    fn plainer<'b>(&'b self, base: &'b Base<S>) -> Edits<'b> {
        let mut named = BTreeSet::new();
        for (state, made) in base.run.states.iter().zip(&base.run.moves) {
            named.extend(self.named(&self.game.write(state, made.mv)));
        }
        let cards: Vec<WordedCard> = named.iter().copied().collect();
        let swaps = cards.into_iter().flat_map(move |(pile, card)| {
            let rank = self.rank((pile, card)) as usize;
            let plain = self.plain(pile)[..rank].iter();
            let plain = plain.filter(|plain| !named.contains(&(pile, **plain)));
            let plain: Vec<u8> = plain.copied().collect();
            plain.into_iter().map(move |plain| (pile, card, plain))
        });
        Box::new(swaps.map(move |cards| self.exchange(base, cards)))
    }

    /// One move replaced by an earlier legal one of the same verb: the first place, the lowest card.
    fn simpler<'b>(&'b self, base: &'b Base<S>) -> Edits<'b> {
        /// For all moves of a script together.
        const MOST: usize = 400;
        let most = (MOST / base.run.moves.len().max(1)).max(2);
        let moves = base.run.states.iter().zip(&base.run.moves).enumerate();
        Box::new(moves.flat_map(move |(ply, (state, made))| {
            let MoveFeatures { verb, .. } = self.game.sort(made.mv);
            let legal = self.game.legal_moves(state).into_iter();
            let simpler = legal.take_while(|other| *other < made.mv);
            let alike = simpler.filter(move |other| self.game.sort(*other).verb == verb);
            alike.take(most).map(move |other| {
                let mut script = base.script.clone();
                script.moves[ply].mv = other;
                script.moves[ply].does.clear();
                script
            })
        }))
    }
}

/// Where turns begin.
fn turns<S: CardSet>(run: &PlayedRun<S>) -> Vec<usize> {
    let moves = &run.moves;
    let begins = |ply: &usize| *ply == 0 || moves[*ply].seat != moves[*ply - 1].seat;
    (0..moves.len()).filter(begins).collect()
}

/// Spans of `n` things to delete: halves, then quarters and so on, overlapping by a half.
fn spans(n: usize) -> Vec<(usize, usize)> {
    /// Up to here every span is tried.
    const FEW: usize = 10;
    let mut spans = Vec::new();
    let mut size = if n <= FEW { n } else { n / 2 };
    while size > 0 {
        let step = if n <= FEW { 1 } else { (size / 2).max(1) };
        spans.extend((0..n).step_by(step).filter(|a| a + size <= n).map(|a| (a, a + size)));
        size = if n <= FEW { size - 1 } else { size / 2 };
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_go_from_halves_to_single_things() {
        assert_eq!(spans(3), [(0, 3), (0, 2), (1, 3), (0, 1), (1, 2), (2, 3)]);
        let many = spans(40);
        assert_eq!(many[0], (0, 20));
        let single = many.iter().filter(|(a, b)| b - a == 1).count();
        assert_eq!(single, 40);
        assert!(many.len() < 200, "{}", many.len());
    }
}
