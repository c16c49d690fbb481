//! The turns of a scripted game: which moves are offered, what a move does, which question comes next. A machine and a
//! move come in; the changed table and the legal moves go out.

use smallvec::SmallVec;

use super::compile::Made;
use super::game::Rules;
use super::machine::{Machine, RefusalSearch};
use crate::table::{CardSet, Gap, MOST_SEATS, Move, Question, Touched};

impl<S: CardSet> Rules<S> {
    /// The legal moves of a table, into the machine's list.
    pub(super) fn offer(&self, m: &mut Machine<'_, S>) {
        m.moves.clear();
        let (made, seat) = self.asks(m);
        if let Some(made) = made {
            m.call(&made.code, [S::default(), S::of_number(seat)]);
        }
    }

    /// The function that offers moves now, and the seat that decides.
    #[inline]
    fn asks(&self, m: &mut Machine<'_, S>) -> (Option<&Made<S>>, u8) {
        match m.table.question() {
            Some(question) => {
                m.scratch.asked = (question.number, question.card());
                let made = &self.entries.legal_of[usize::from(question.kind)];
                (Some(made), question.seat)
            }
            None => (self.entries.legal.as_ref(), m.table.turn),
        }
    }

    /// Carries out a move, and what follows until somebody decides.
    pub(super) fn carry_out(&self, m: &mut Machine<'_, S>, mv: Move) {
        let question = m.table.question();
        m.change(0, |table| table.touched = Touched(Touched::TURN));
        match question {
            None => {
                let seat = m.table.turn;
                self.done(m, seat, mv);
            }
            Some(question) if question.at_once => self.at_once(m, question, mv),
            Some(question) => {
                answered(m);
                m.scratch.asked = (question.number, question.card());
                self.done(m, question.seat, mv);
                self.all_answered(m);
            }
        }
        self.settle(m);
    }

    /// A move of one seat, by its function.
    fn done(&self, m: &mut Machine<'_, S>, seat: u8, mv: Move) {
        let arguments = self.arguments(m, seat, mv);
        self.done_with(m, mv.pattern, arguments);
    }

    /// As [`Rules::done`], with what [`Rules::arguments`] gave.
    fn done_with(&self, m: &mut Machine<'_, S>, pattern: u8, arguments: [S; 5]) {
        if let Some(Some(made)) = self.entries.on.get(usize::from(pattern)) {
            m.call(&made.code, arguments);
        }
    }

    /// What the function of a move is called with: a seat, and what fills the gaps.
    fn arguments(&self, m: &Machine<'_, S>, seat: u8, mv: Move) -> [S; 5] {
        let gaps = self.gaps(mv);
        let mut arguments = [S::default(); 5];
        arguments[1] = S::of_number(seat);
        for ((argument, part), gap) in arguments[2..].iter_mut().zip(mv.parts).zip(gaps) {
            *argument = match gap {
                Gap::Card => S::one(part),
                Gap::Nth(kind) => m.table.nth(&self.layout, *kind, part),
                _ => S::of_number(part),
            };
        }
        arguments
    }

    /// Whether a move is legal, and else the word for why it is not, where the script has one.
    pub(super) fn judge(&self, m: &mut Machine<'_, S>, mv: Move) -> Result<(), Option<u8>> {
        let Some(pattern) = self.layout.declared.patterns.get(usize::from(mv.pattern)) else {
            return Err(None);
        };
        let parts = pattern.gaps.iter().zip(mv.parts).map(|(gap, part)| match gap {
            Gap::Nth(kind) => (true, m.table.nth(&self.layout, *kind, part).first()),
            gap => (gap.is_card(), part),
        });
        let parts: SmallVec<[(bool, u8); 3]> = parts.collect();
        let asked = |by_function| Some(RefusalSearch::new(mv.pattern, parts.clone(), by_function));
        m.scratch.why = asked(false);
        self.offer(m);
        let by_narrowing = m.scratch.why.take().and_then(|why| why.word);
        if m.moves.has(mv) {
            return Ok(());
        }
        let (offering, seat) = self.asks(m);
        let might = offering.is_some_and(|made| made.effects.plays >> mv.pattern & 1 == 1);
        let Some(Some(made)) = self.entries.why.get(usize::from(mv.pattern)).filter(|_| might)
        else {
            return Err(by_narrowing);
        };
        m.scratch.why = asked(true);
        let arguments = self.arguments(m, seat, mv);
        m.call(&made.code, arguments);
        let by_function = m.scratch.why.take().and_then(|why| why.word);
        Err(by_function.or(by_narrowing))
    }

    /// An answer that stays secret until all have answered.
    fn at_once(&self, m: &mut Machine<'_, S>, question: Question, mv: Move) {
        answered(m);
        m.change(0, |table| table.answers[usize::from(question.seat) & 7] = Some(mv));
        // The next one is of the same round while its seat has not answered.
        let more = m.table.question().is_some_and(|next| {
            next.at_once
                && next.kind == question.kind
                && m.table.answers[usize::from(next.seat) & 7].is_none()
        });
        if more {
            return;
        }
        let answers = m.table.answers;
        m.change(0, |table| table.answers = Default::default());
        // A card that is named by where it lies is the one that lay there when all answered, whatever the first of them moves.
        let chosen = answers
            .into_iter()
            .enumerate()
            .filter_map(|(seat, mv)| mv.map(|mv| (mv.pattern, self.arguments(m, seat as u8, mv))));
        let chosen: SmallVec<[_; MOST_SEATS]> = chosen.collect();
        for (pattern, arguments) in chosen {
            self.done_with(m, pattern, arguments);
        }
        self.all_answered(m);
    }

    fn all_answered(&self, m: &mut Machine<'_, S>) {
        if let Some(made) = &self.entries.answered
            && m.table.question().is_none()
            && !m.table.over
            && m.is_sound()
        {
            m.call(&made.code, [S::default()]);
        }
    }

    /// Drops questions that need no answer, until one does or none is left.
    pub(super) fn settle(&self, m: &mut Machine<'_, S>) {
        // Each turn drops a question; a script that asks for ever is stopped.
        for _ in 0..1_000 {
            if m.table.over || !m.is_sound() {
                return;
            }
            let Some(question) = m.table.question().filter(|question| !question.at_once) else {
                return;
            };
            let Some(Some(before)) = self.entries.before.get(usize::from(question.kind)) else {
                return;
            };
            m.scratch.asked = (question.number, question.card());
            let owed = m.call(&before.code, [S::default(), S::of_number(question.seat)]).number();
            if owed > 0 {
                m.change(0, |table| table.set_number(i16::try_from(owed).unwrap_or(i16::MAX)));
                return;
            }
            answered(m);
            self.all_answered(m);
        }
        m.fail(0, crate::table::FaultKind::TooManyQuestions, 0);
    }
}

/// Takes the question that was answered away.
fn answered<S: CardSet>(m: &mut Machine<'_, S>) {
    m.change(0, |table| table.answered());
}
