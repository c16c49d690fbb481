//! Compiles statements. A block of the tree comes in; a list of actions for a machine goes out.

use std::ops::Range;

use super::code::{Action, Completion, cost_of};
use super::compile::ScriptCompiler;
use super::machine::{Machine, NONE};
use super::operand::{CompiledExpression, Operand, Type, typed};
use crate::syntax::{Expr, ExprKind, Name, Operator, Out, Statement, StatementKind, fail};
use crate::table::{CardSet, CounterValue};

/// Statements that are ready, and whether they surely end with `return`.
pub struct CompiledBlock<S: CardSet> {
    pub actions: Box<[Action<S>]>,
    pub returns: bool,
    /// Whether what follows is reached at all.
    leaves: bool,
    /// The same, as far as what is known before anything runs says so.
    is_left: bool,
}

/// A statement; whether it surely returns, and whether it surely leaves the block.
type CompiledStatement<S> = (Option<Action<S>>, bool, bool);

/// The body of a loop.
struct Turns<S: CardSet> {
    /// The slot of its name.
    slot: usize,
    actions: Box<[Action<S>]>,
    /// Steps of a turn.
    cost: u32,
    at: u32,
}

impl<S: CardSet> Turns<S> {
    /// A turn for each value.
    #[inline(always)]
    fn run(&self, m: &mut Machine<'_, S>, values: impl Iterator<Item = S>) -> Completion {
        for value in values {
            if !m.spend(self.cost, self.at) {
                return Completion::Return;
            }
            m.set_local(self.slot, value);
            match m.run(&self.actions) {
                Completion::On | Completion::Continue => {}
                Completion::Break => break,
                Completion::Return => return Completion::Return,
            }
        }
        Completion::On
    }
}

/// What is done before the next statement.
fn action<S: CardSet>(run: impl Fn(&mut Machine<'_, S>) + Send + Sync + 'static) -> Action<S> {
    Box::new(move |m| {
        run(m);
        Completion::On
    })
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    pub fn block(&mut self, statements: &[Statement]) -> Out<CompiledBlock<S>> {
        let mut actions = Vec::new();
        let (mut returns, mut leaves) = (false, false);
        let outside = std::mem::take(&mut self.frame.is_left);
        for statement in statements {
            if leaves {
                fail!(ScriptUse, statement.range, "nothing leads to this line"; "take it away");
            }
            let runs = !self.frame.is_left;
            let (action, ends, goes) = self.reached_if(runs, |own| own.counted(statement))?;
            actions.extend(action.filter(|_| runs));
            returns |= ends;
            leaves |= goes;
        }
        Ok(CompiledBlock {
            actions: actions.into(),
            returns,
            leaves,
            is_left: std::mem::replace(&mut self.frame.is_left, outside) || leaves,
        })
    }

    /// Counts a statement when it runs, if a profile is asked for; otherwise returns it unchanged.
    fn counted(&mut self, statement: &Statement) -> Out<CompiledStatement<S>> {
        let outside = self.begin_noting();
        let (action, ends, goes) = self.statement(statement)?;
        let looks = self.end_noting(outside);
        let action = match action {
            Some(action) if looks != 0 => Some(Box::new(move |m: &mut Machine<'_, S>| {
                m.scratch.looked |= looks;
                action(m)
            }) as Action<S>),
            other => other,
        };
        let Some(profile) = self.profile.clone() else {
            return Ok((action, ends, goes));
        };
        let at = statement.range.start;
        let line =
            if self.tells_a_fault(statement) { profile.line(at) } else { profile.statement(at) };
        let work = statement.kind.work();
        let counted: Action<S> = Box::new(move |m| {
            profile.ran(line, work);
            action.as_ref().map_or(Completion::On, |action| action(m))
        });
        Ok((Some(counted), ends, goes))
    }

    /// Whether this runs only when a law is broken, so that it need not be reached.
    fn tells_a_fault(&self, statement: &Statement) -> bool {
        let StatementKind::Return(Some(Expr { kind: ExprKind::Bool(value), .. })) = statement.kind
        else {
            return false;
        };
        self.made_now().starts_with(if value { "never_" } else { "law_" })
    }

    /// The condition of an `elif`, counted on its line.
    fn counted_condition(&self, condition: Operand<S>, expr: &Expr) -> Operand<S> {
        let Some(profile) = self.profile.clone() else {
            return condition;
        };
        let (line, work) = (profile.statement(expr.range.start), expr.work());
        let run = condition.run();
        Operand::new(move |m| {
            profile.ran(line, work);
            run(m)
        })
    }

    fn statement(&mut self, statement: &Statement) -> Out<CompiledStatement<S>> {
        Ok(match &statement.kind {
            StatementKind::Pass => (None, false, false),
            StatementKind::Break => (Some(Box::new(|_| Completion::Break)), false, true),
            StatementKind::Continue => (Some(Box::new(|_| Completion::Continue)), false, true),
            StatementKind::Return(value) => {
                (Some(self.give_back(value.as_ref(), &statement.range)?), true, true)
            }
            StatementKind::Do(expr) => {
                if !matches!(expr.kind, ExprKind::Call(..)) {
                    fail!(
                        ScriptUse, expr.range,
                        "this does nothing"; "take it away, or give it a name"
                    );
                }
                let run = self.expression(expr)?.operand.run();
                let action = action(move |m| {
                    run(m);
                });
                (Some(action), false, false)
            }
            StatementKind::Assign { target, change, value } => {
                (Some(self.assignment(target, *change, value)?), false, false)
            }
            StatementKind::If { arms, otherwise } => self.condition(arms, otherwise)?,
            StatementKind::For { name, over, body } => {
                (Some(self.each(name, over, body)?), false, false)
            }
        })
    }

    /// What a function returns here.
    pub(super) fn returned(
        &mut self,
        value: Option<&Expr>,
        place: &Range<usize>,
    ) -> Out<Operand<S>> {
        let CompiledExpression { operand, kind } = match value {
            None => typed(Operand::number(NONE), Type::None)?,
            Some(expr) => self.value(expr)?,
        };
        let before = self.frame.returns.unwrap_or(kind);
        let Some(joined) = before.join(kind) else {
            fail!(
                ScriptType, place,
                "this returns {kind}, other lines {before}"; "return values of one kind"
            );
        };
        self.frame.returns = Some(joined);
        Ok(operand)
    }

    fn give_back(&mut self, value: Option<&Expr>, place: &Range<usize>) -> Out<Action<S>> {
        let operand = self.returned(value, place)?;
        let teller = match value {
            Some(expr) if self.is_in_a_law() => Some(self.teller(expr, false)?),
            _ => None,
        };
        let Some(teller) = teller else {
            return Ok(Box::new(move |m| {
                let value = operand.get(m);
                m.give_back(value)
            }));
        };
        Ok(Box::new(move |m| {
            let value = operand.get(m);
            if value.is_empty() {
                m.tell(&teller);
            }
            m.give_back(value)
        }))
    }

    fn condition(
        &mut self,
        arms: &[(Expr, Vec<Statement>)],
        otherwise: &[Statement],
    ) -> Out<CompiledStatement<S>> {
        let mut made = Vec::new();
        let (mut returns, mut leaves) = (true, true);
        // What has a value after it: what has one after each arm that goes on.
        let mut after: Option<Vec<bool>> = None;
        let mut join = |compiler: &mut Self, block: &CompiledBlock<S>| {
            if !block.leaves {
                let set = compiler.set_locals();
                after = Some(match after.take() {
                    None => set,
                    Some(old) => old.iter().zip(&set).map(|(a, b)| *a && *b).collect(),
                });
            }
        };
        // Whether an arm is known to be taken: what follows it never runs.
        let mut taken = false;
        for (at, (condition, body)) in arms.iter().enumerate() {
            let expr = condition;
            let mut condition = self.reached_if(!taken, |own| own.truth(expr))?;
            if at > 0 {
                condition = self.counted_condition(condition, expr);
            }
            let before = self.set_locals();
            let teller = self.teller_before(expr, body)?;
            let known = condition.constant().map(|value| !value.is_empty());
            let runs = !taken && known != Some(false);
            let mut block = self.reached_if(runs, |own| own.block(body))?;
            if let Some(teller) = teller {
                let tell = action(move |m| m.tell(&teller));
                block.actions = [tell].into_iter().chain(block.actions).collect();
            }
            join(self, &block);
            self.keep_set(&before);
            returns &= block.returns;
            leaves &= block.leaves;
            if runs && known == Some(true) {
                taken = true;
                // Arms before it that may be taken as well may go on.
                self.frame.is_left = made.is_empty() && block.is_left;
            }
            if runs {
                made.push((condition, block.actions));
            }
        }
        let otherwise = self.reached_if(!taken, |own| own.block(otherwise))?;
        if made.is_empty() {
            self.frame.is_left = otherwise.is_left;
        }
        join(self, &otherwise);
        returns &= otherwise.returns;
        leaves &= otherwise.leaves;
        if let Some(after) = after {
            self.keep_set(&after);
        }
        let otherwise = match made.pop_if(|_| taken) {
            Some((_, actions)) => actions,
            None => otherwise.actions,
        };
        let action: Action<S> = match made.len() {
            1 => {
                let (condition, body) = made.remove(0);
                let condition = condition.run();
                Box::new(move |m| {
                    let block = if condition(m).is_empty() { &otherwise } else { &body };
                    m.run(block)
                })
            }
            _ => Box::new(move |m| {
                let taken = made.iter().find(|(condition, _)| !condition.get(m).is_empty());
                m.run(taken.map_or(&otherwise, |(_, body)| body))
            }),
        };
        Ok((Some(action), returns, leaves))
    }

    fn each(&mut self, name: &Name, over: &Expr, body: &[Statement]) -> Out<Action<S>> {
        if let ExprKind::Call(range, arguments) = &over.kind
            && range.text == "range"
        {
            let (from, to) = match arguments.as_slice() {
                [to] => (Operand::number(0), self.number(to)?),
                [from, to] => (self.number(from)?, self.number(to)?),
                _ => fail!(
                    ScriptSubset, over.range,
                    "a range of something else"; "write `range(count)` or `range(first, end)`"
                ),
            };
            let turns = self.turns(name, Type::Number, over, body)?;
            return Ok(Box::new(move |m| {
                let (from, to) = (from.get(m).number(), to.get(m).number());
                turns.run(m, (from..to).map(S::of_number))
            }));
        }
        let CompiledExpression { operand: all, kind } = self.value(over)?;
        let entry = match kind {
            Type::List(list) => self.entry_of(list),
            Type::Bag(of) | Type::Words(of) => Type::Word(of),
            Type::Cards => Type::Cards,
            Type::Numbers => Type::Number,
            other => fail!(
                ScriptType, over.range,
                "a loop over {other}";
                "loop over cards, `places`, `seats`, a list, or `range(count)`"
            ),
        };
        let turns = self.turns(name, entry, over, body)?;
        Ok(match kind {
            Type::List(list) => {
                let numbers = self.lists[list].clone();
                Box::new(move |m| turns.run(m, numbers.iter().copied().map(S::of_number)))
            }
            Type::Bag(_) => {
                let bags = self.bags.clone();
                Box::new(move |m| {
                    let bag = bags.get(all.get(m).number() as usize).copied().unwrap_or_default();
                    turns.run(m, bag.iter().map(S::of_number))
                })
            }
            Type::Cards => Box::new(move |m| {
                let cards = all.get(m).cards();
                turns.run(m, cards.map(S::one))
            }),
            _ => Box::new(move |m| {
                let all = all.get(m).cards();
                turns.run(m, all.map(S::of_number))
            }),
        })
    }

    /// The body of a loop. After it nothing that it set surely has a value.
    fn turns(&mut self, name: &Name, kind: Type, over: &Expr, body: &[Statement]) -> Out<Turns<S>> {
        let before = self.set_locals();
        let slot = self.assign(name, kind, &name.range)?;
        self.frame.locals[slot].counts = true;
        let actions = self.block(body)?.actions;
        self.keep_set(&before);
        Ok(Turns { slot, actions, cost: cost_of(body), at: over.at() })
    }

    fn assignment(
        &mut self,
        target: &Expr,
        change: Option<Operator>,
        value: &Expr,
    ) -> Out<Action<S>> {
        // `a += b` is `a = a + b`: sets are values here, and change nothing elsewhere.
        let changed;
        let value = match change {
            None => value,
            Some(operator) => {
                if matches!(operator, Operator::Both | Operator::Either) {
                    let sign = operator.sign();
                    fail!(
                        ScriptSubset, target.range,
                        "`{sign}=` would change the set itself"; "write `a = a {sign} b`"
                    );
                }
                let kind =
                    ExprKind::Binary(operator, Box::new(target.clone()), Box::new(value.clone()));
                changed = Expr::new(kind, value.range.clone());
                &changed
            }
        };
        if let ExprKind::Name(name) = &target.kind {
            let found = self.value(value)?;
            if change.is_some() && matches!(found.kind, Type::Cards | Type::Numbers) {
                fail!(
                    ScriptSubset, target.range,
                    "`-=` would change the set itself"; "write `a = a - b`"
                );
            }
            let name = Name { text: name.clone(), range: target.range.clone() };
            let slot = self.assign(&name, found.kind, &value.range)?;
            let operand = found.operand;
            return Ok(action(move |m| {
                let value = operand.get(m);
                m.set_local(slot, value);
            }));
        }
        self.change(target, value, change.is_some())
    }

    /// `t.turn = …`, `t.counter = …`, `counter[index] = …`; `again`: the value is worked out with the target, as by `+=`.
    fn change(&mut self, target: &Expr, value: &Expr, again: bool) -> Out<Action<S>> {
        self.frame.effects.changes.get_or_insert(target.range.clone());
        let at = target.at();
        if let ExprKind::Field(of, field) = &target.kind
            && field.text == "turn"
        {
            self.is_table(of)?;
            let operand = self.number(value)?;
            return Ok(action(move |m| {
                let value = operand.get(m);
                let seat = m.seat(value, at);
                m.change(at, |table| table.turn = seat);
            }));
        }
        let outside = std::mem::take(&mut self.frame.effects);
        let (number, counter) = self.counter(target)?;
        let index = std::mem::replace(&mut self.frame.effects, outside);
        self.frame.effects.add(&index);
        if let Some(place) = index.changes.filter(|_| again) {
            // It is looked up twice.
            fail!(
                ScriptSubset, place,
                "an index that changes the table, of what is changed by itself";
                "give it a name before: `n = …`"
            );
        }
        let kind = self.counter_kind(counter);
        let range = kind.range;
        let operand = match kind.holds {
            CounterValue::Number => self.number(value)?,
            CounterValue::Flag => self.wanted(value, Type::Bool)?,
            CounterValue::Seat => self
                .wanted(value, Type::Maybe)?
                .then(|_, seat| if seat.number() == NONE { S::of_number(-1) } else { seat }),
        };
        Ok(action(move |m| {
            // As in Python, the value comes before the index.
            let value = operand.get(m).number();
            let number = number.get(m).number() as u8;
            m.count(number, range, value, at);
        }))
    }
}
