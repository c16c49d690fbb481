//! The verbs that offer moves and record why others are refused.

use std::ops::Range;

use smallvec::SmallVec;

use super::compile::ScriptCompiler;
use super::expressions::set_of_one;
use super::machine::{MOST_MOVES, Machine, NONE, RefusalSearch};
use super::operand::{Compiled, Operand, Type, typed};
use super::verbs::{Purpose, Verb, verbs};
use crate::source::list_words;
use crate::syntax::{Expr, Out, fail};
use crate::table::{CardSet, FaultKind, Gap, names};

/// Moves that are offered for the price of a step.
const MOVES_A_STEP: u32 = 4;

verbs! { OFFERS: Offers, offers(own, call, _at);
    /// Offers moves: any of the first set with any of the second and third, as the gaps of the move are.
    "play(\"move\", …)" "play(\"play\", hand[me])"
    play(name: any .. parts) => own.play(name, parts);

    /// What of a set is allowed; a move that this takes away is refused with the word.
    "only(set, allowed, \"word\")" "play(\"play\", only(hand[me], cards, \"no\"))"
    only(set: any, allowed: any, word: refusal) => own.narrowed(set, allowed, word, false);

    /// What of a set is wanted, or else all of it.
    "prefer(set, wanted, \"word\")" "play(\"play\", prefer(hand[me], cards, \"no\"))"
    prefer(set: any, wanted: any, word: refusal) => own.narrowed(set, wanted, word, true);

    /// Says why moves of a name are not offered; with the word alone, why no other move is.
    "refuse(\"move\", \"word\"), refuse(\"word\")" "refuse(\"play\", \"no\")"
    refuse(moves: any; word: any) => {
        let patterns = match word {
            Some(_) => Some(own.patterns(moves)?),
            None => None,
        };
        let word = own.refusal(word.unwrap_or(moves))?;
        let refuse = Operand::new(move |m| {
            if let Some(why) = &mut m.scratch.why
                && patterns.as_ref().is_none_or(|meant| meant.contains(&why.pattern))
            {
                why.word.get_or_insert(word);
            }
            S::of_number(NONE)
        });
        typed(refuse, Type::None)
    };
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    /// What of a set is also in another, or else the whole where these are only preferred.
    fn narrowed(&mut self, set: &Expr, other: &Expr, word: u8, prefers: bool) -> Compiled<S> {
        let found = self.value(set)?;
        if !matches!(found.kind, Type::Cards | Type::Numbers) {
            fail!(
                ScriptType, set.range,
                "{} cannot be narrowed", found.kind; "give cards, places or numbers"
            );
        }
        let allowed = self.wanted(other, found.kind)?;
        let is_cards = found.kind == Type::Cards;
        let narrowed = found.operand.with(allowed, move |m, set, allowed| {
            let both = set.intersection(allowed);
            let left = if prefers && both.is_empty() { set } else { both };
            if let Some(why) = &mut m.scratch.why {
                why.narrowed(is_cards, set, left, word);
            }
            left
        });
        typed(narrowed, found.kind)
    }

    /// The numbers of the patterns of the moves that a word names.
    fn patterns(&mut self, argument: &Expr) -> Out<Vec<u8>> {
        let (name, patterns) = (self.quoted(argument)?, &self.declared.patterns);
        let found = (0u8..).zip(patterns).filter(|(_, pattern)| pattern.verb == name);
        let found: Vec<u8> = found.map(|(at, _)| at).collect();
        if found.is_empty() {
            self.declared_word(name, &argument.range, "move", patterns)?;
        }
        Ok(found)
    }

    fn play(&mut self, word: &Expr, parts: &[Expr]) -> Compiled<S> {
        let (name, patterns) = (self.quoted(word)?, self.patterns(word)?);
        self.reads.declared.insert(("move", name.to_owned()));
        let (mut operands, mut kinds) = (Vec::new(), Vec::new());
        for part in parts {
            let found = self.value(part)?;
            let (operand, kind) = match found.kind {
                Type::Cards | Type::Numbers => (found.operand, found.kind),
                Type::Number | Type::Maybe => {
                    (set_of_one(self.number_of(found, part)?, part.at()), Type::Numbers)
                }
                other => fail!(
                    ScriptType, part.range,
                    "{other} fills no gap of a move"; "give cards, places, seats or numbers"
                ),
            };
            operands.push(operand);
            kinds.push(kind);
        }
        let pattern_at = |at: &u8| &self.declared.patterns[usize::from(*at)];
        let kind = |gap: &Gap| if gap.is_card() { Type::Cards } else { Type::Numbers };
        // A pair is offered as one set.
        let is_pair = |at: &u8| pattern_at(at).pair && kinds == [Type::Cards];
        let fits = |at: &&u8| is_pair(at) || pattern_at(at).gaps.iter().map(kind).eq(kinds.clone());
        let Some(pattern) = patterns.iter().find(fits).copied() else {
            let known: Vec<String> = patterns.iter().map(|at| pattern_at(at).describe()).collect();
            let given: Vec<String> = kinds.iter().map(Type::to_string).collect();
            let given = if given.is_empty() { "nothing".into() } else { given.join(", ") };
            fail!(
                ScriptType, word.range,
                "`{name}` is offered with {given}"; "it is written {}", list_words(names(&known))
            );
        };
        let (pairs, gaps) = (is_pair(&pattern), &pattern_at(&pattern).gaps);
        self.frame.effects.plays |= 1 << pattern;
        // Places and seats that there are; numbers are bounded by the width.
        let limits = gaps.iter().map(|gap| match gap {
            Gap::Card | Gap::Nth(_) => self.layout.all(),
            Gap::Place => S::of(0..self.places_count()),
            Gap::Seat => S::of(0..self.seats()),
            Gap::Number => S::of(0..(S::CARDS - 1) as u8),
        });
        let parts: Box<[(Operand<S>, S)]> = operands.into_iter().zip(limits).collect();
        let nth = gaps.iter().enumerate().filter_map(|(at, gap)| match gap {
            Gap::Nth(kind) => Some((at, *kind)),
            _ => None,
        });
        let nth: Vec<(usize, u8)> = nth.collect();
        let (at, gaps) = (word.at(), parts.len() as u8);
        let offer = Operand::new(move |m| {
            let mut sets = [S::default(); 3];
            if m.scratch.why.is_some() {
                m.offer_why(pattern, &parts);
            }
            for (set, (operand, limit)) in sets.iter_mut().zip(&parts) {
                *set = operand.get(m).intersection(*limit);
            }
            for (gap, kind) in &nth {
                let named = m.layout.named_by_place(&m.table, m.table.decides(), *kind);
                let elsewhere = sets[*gap].difference(named);
                if !elsewhere.is_empty() {
                    m.fail(at, FaultKind::LiesElsewhere, i64::from(elsewhere.first()));
                }
                sets[*gap] = m.table.places_in_order(m.layout, *kind, sets[*gap]);
            }
            if pairs {
                let mut left = sets[0];
                for card in sets[0].cards() {
                    left = left.without_first();
                    m.moves.push(pattern, 2, [S::one(card), left, S::default()]);
                }
            } else {
                m.moves.push(pattern, gaps, sets);
            }
            let count = m.moves.len();
            if count > MOST_MOVES {
                m.fail(at, FaultKind::TooManyMoves, i64::from(count));
            }
            m.spend(count / MOVES_A_STEP, at);
            S::of_number(NONE)
        });
        typed(offer, Type::None)
    }
}

impl<S: CardSet> Machine<'_, S> {
    /// Says why a move of this pattern is not among those that are offered, where that is asked.
    #[cold]
    fn offer_why(&mut self, pattern: u8, parts: &[(Operand<S>, S)]) {
        let count = |m: &Self| m.scratch.why.as_ref().map_or(0, RefusalSearch::count);
        let mut sets: SmallVec<[(S, Range<usize>); 3]> = SmallVec::new();
        for (operand, limit) in parts {
            let first = count(self);
            let set = operand.get(self).intersection(*limit);
            sets.push((set, first..count(self)));
        }
        if let [one] = sets.as_slice() {
            // Both cards of a pair are of the one set.
            let one = one.clone();
            sets.push(one);
        }
        if let Some(why) = &mut self.scratch.why {
            why.offered(pattern, &sets);
        }
    }
}
