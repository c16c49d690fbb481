//! Compiled functions, and how a machine runs them. [`super::compile`] makes them. A function and its arguments come in, a word
//! goes out; laws, moves and questions are called this way.

use super::machine::{MOST_STEPS, Machine, NONE, TableAccess};
use super::operand::Operand;
use crate::syntax::Statement;
use crate::table::CardSet;

/// Bytes of a function or of a loop's body that count as a step more, so that long ones are no way around the bound.
const STEP_BYTES: usize = 256;

/// Steps of a call, or of a turn of a loop.
pub fn cost_of(body: &[Statement]) -> u32 {
    let (first, last) = (body.first(), body.last());
    let bytes =
        first.zip(last).map_or(0, |(first, last)| last.range.end.saturating_sub(first.range.start));
    1 + u32::try_from(bytes / STEP_BYTES).unwrap_or(MOST_STEPS)
}

/// How a statement completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completion {
    On,
    Break,
    Continue,
    Return,
}

pub type Action<S> = Box<dyn Fn(&mut Machine<'_, S>) -> Completion + Send + Sync>;

/// What a function does.
pub enum Body<S: CardSet> {
    Block(Box<[Action<S>]>),
    /// It only returns something.
    Value(Operand<S>),
}

/// A function, ready to run.
pub struct CompiledFunction<S: CardSet> {
    pub body: Body<S>,
    /// How many words it needs of the stack.
    pub slots: usize,
    /// Steps of a call.
    pub cost: u32,
    /// Where it is defined.
    pub at: u32,
}

impl<S: CardSet> Machine<'_, S> {
    #[inline(always)]
    pub fn give_back(&mut self, value: S) -> Completion {
        self.scratch.returned = value;
        Completion::Return
    }

    #[inline(always)]
    pub fn run(&mut self, body: &[Action<S>]) -> Completion {
        for action in body {
            let flow = action(self);
            if flow != Completion::On {
                return flow;
            }
        }
        Completion::On
    }

    /// Calls a function whose arguments lie on the stack from `next` on.
    #[inline]
    pub fn invoke(&mut self, code: &CompiledFunction<S>, next: usize, at: u32) -> S {
        if !self.spend(code.cost, at) {
            self.scratch.top = next;
            return S::of_number(NONE);
        }
        let base = self.scratch.base;
        self.scratch.base = next;
        self.scratch.top = next + code.slots;
        let value = match &code.body {
            Body::Value(operand) => operand.get(self),
            Body::Block(actions) if self.run(actions) == Completion::Return => {
                self.scratch.returned
            }
            Body::Block(_) => S::of_number(NONE),
        };
        self.scratch.base = base;
        self.scratch.top = next;
        value
    }

    /// Calls a function from outside, which may take fewer arguments than these.
    #[inline]
    pub fn call<const MOST: usize>(
        &mut self,
        code: &CompiledFunction<S>,
        arguments: [S; MOST],
    ) -> S {
        self.scratch.base = 0;
        self.scratch.top = 0;
        self.scratch.stack.0[..MOST].copy_from_slice(&arguments);
        self.invoke(code, 0, code.at)
    }

    /// The same of a function for what follows from the table, at a place of its own in the memory: it is worked out once while
    /// the table cannot change.
    pub fn invoke_once(
        &mut self,
        code: &CompiledFunction<S>,
        next: usize,
        at: u32,
        place: Option<usize>,
    ) -> S {
        let may_change = matches!(self.table, TableAccess::Held(_));
        let Some(place) = place.filter(|_| !may_change) else {
            return self.invoke(code, next, at);
        };
        let look = self.scratch.look;
        match self.scratch.remembered.get(place) {
            Some((then, value)) if *then == look => {
                let value = *value;
                self.scratch.top = next;
                return value;
            }
            None => self.scratch.remembered.resize(place + 1, (0, S::default())),
            _ => {}
        }
        let value = self.invoke(code, next, at);
        self.scratch.remembered[place] = (look, value);
        value
    }
}
