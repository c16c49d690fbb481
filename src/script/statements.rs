//! Compiles statements. A block of the tree comes in; a list of actions for a machine goes out. Called by [`super::compile`]
//! for the body of each function.

use std::ops::Range;

use super::code::{Action, Completion, cost_of};
use super::compile::{Out, ScriptCompiler, slip};
use super::machine::Machine;
use super::operand::Operand;
use super::types::Type;
use crate::source::Code as Kind;
use crate::syntax::{Expr, ExprKind, Name, Operator, Statement, StatementKind};
use crate::table::{CardSet, CounterValue, FaultKind};

/// Statements that are ready, and whether they surely end with `return`.
pub struct CompiledBlock<S: CardSet> {
    pub actions: Box<[Action<S>]>,
    pub returns: bool,
    /// Whether what follows is reached at all.
    leaves: bool,
    /// The same, as far as what is known before anything runs says so.
    is_left: bool,
}

impl<S: CardSet> ScriptCompiler<'_, S> {
    pub fn block(&mut self, statements: &[Statement]) -> Out<CompiledBlock<S>> {
        let mut actions = Vec::new();
        let (mut returns, mut leaves) = (false, false);
        let outside = std::mem::take(&mut self.frame.is_left);
        for statement in statements {
            if leaves {
                let message = "nothing leads to this line";
                return slip(Kind::ScriptUse, &statement.range, message, "take it away");
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
    fn counted(&mut self, statement: &Statement) -> Out<(Option<Action<S>>, bool, bool)> {
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
        let StatementKind::Return(Some(value)) = &statement.kind else {
            return false;
        };
        let name = self.made_now();
        match value.kind {
            ExprKind::Bool(false) => name.starts_with("law_"),
            ExprKind::Bool(true) => name.starts_with("never_"),
            _ => false,
        }
    }

    /// The condition of an `elif`, counted on its line.
    fn counted_condition(&self, condition: Operand<S>, expr: &Expr) -> Operand<S> {
        let Some(profile) = self.profile.clone() else {
            return condition;
        };
        let (line, work) = (profile.statement(expr.range.start), expr.work());
        let run = condition.run();
        Operand::Run(Box::new(move |m| {
            profile.ran(line, work);
            run(m)
        }))
    }

    /// A statement; whether it surely returns, and whether it surely leaves the block.
    fn statement(&mut self, statement: &Statement) -> Out<(Option<Action<S>>, bool, bool)> {
        let action: Action<S> = match &statement.kind {
            StatementKind::Pass => return Ok((None, false, false)),
            StatementKind::Break => {
                return Ok((Some(Box::new(|_| Completion::Break)), false, true));
            }
            StatementKind::Continue => {
                return Ok((Some(Box::new(|_| Completion::Continue)), false, true));
            }
            StatementKind::Return(value) => {
                let action = self.give_back(value.as_ref(), &statement.range)?;
                return Ok((Some(action), true, true));
            }
            StatementKind::Do(expr) => {
                if !matches!(expr.kind, ExprKind::Call(..)) {
                    let message = "this does nothing";
                    return slip(
                        Kind::ScriptUse,
                        &expr.range,
                        message,
                        "take it away, or give it a name",
                    );
                }
                let found = self.expression(expr)?;
                let run = found.operand.run();
                Box::new(move |m| {
                    run(m);
                    Completion::On
                })
            }
            StatementKind::Assign { target, change, value } => {
                self.assignment(target, *change, value)?
            }
            StatementKind::If { arms, otherwise } => return self.condition(arms, otherwise),
            StatementKind::For { name, over, body } => self.each(name, over, body)?,
        };
        Ok((Some(action), false, false))
    }

    /// What a function returns here.
    pub(super) fn returned(
        &mut self,
        value: Option<&Expr>,
        place: &Range<usize>,
    ) -> Out<Operand<S>> {
        let (operand, kind) = match value {
            None => (Operand::number(super::machine::NONE), Type::None),
            Some(expr) => {
                let found = self.value(expr)?;
                (found.operand, found.kind)
            }
        };
        let before = self.frame.returns;
        let joined = before.map_or(Some(kind), |before| before.join(kind));
        let Some(joined) = joined else {
            let before = before.map_or("", Type::describe);
            let message = format!("this returns {}, other lines {before}", kind.describe());
            return slip(Kind::ScriptType, place, message, "return values of one kind");
        };
        self.frame.returns = Some(joined);
        Ok(operand)
    }

    fn give_back(&mut self, value: Option<&Expr>, place: &Range<usize>) -> Out<Action<S>> {
        let operand = self.returned(value, place)?;
        let teller = match value {
            Some(expr) if self.is_in_a_law() => self.teller(expr, false)?,
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
    ) -> Out<(Option<Action<S>>, bool, bool)> {
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
                let tell: Action<S> = Box::new(move |m| {
                    m.tell(&teller);
                    Completion::On
                });
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
            0 => Box::new(move |m| m.run(&otherwise)),
            1 => {
                let (condition, body) = made.remove(0);
                let condition = condition.run();
                Box::new(
                    move |m| {
                        if condition(m).is_empty() { m.run(&otherwise) } else { m.run(&body) }
                    },
                )
            }
            _ => Box::new(move |m| {
                for (condition, body) in &made {
                    if !condition.get(m).is_empty() {
                        return m.run(body);
                    }
                }
                m.run(&otherwise)
            }),
        };
        Ok((Some(action), returns, leaves))
    }

    fn each(&mut self, name: &Name, over: &Expr, body: &[Statement]) -> Out<Action<S>> {
        let at = over.range.start as u32;
        let cost = cost_of(body);
        if let ExprKind::Call(range, arguments) = &over.kind
            && range.text == "range"
        {
            let (from, to) = match arguments.as_slice() {
                [to] => (Operand::number(0), self.number(to)?),
                [from, to] => (self.number(from)?, self.number(to)?),
                _ => {
                    let help = "write `range(count)` or `range(first, end)`";
                    return slip(
                        Kind::ScriptSubset,
                        &over.range,
                        "a range of something else",
                        help,
                    );
                }
            };
            let (slot, body) = self.turns(name, Type::Number, body)?;
            return Ok(Box::new(move |m| {
                let (from, to) = (from.get(m).number(), to.get(m).number());
                for number in from..to {
                    if !m.spend(cost, at) {
                        return Completion::Return;
                    }
                    m.set_local(slot, S::of_number(number));
                    match m.run(&body) {
                        Completion::On | Completion::Continue => {}
                        Completion::Break => break,
                        Completion::Return => return Completion::Return,
                    }
                }
                Completion::On
            }));
        }
        let found = self.value(over)?;
        if let Type::List(list) = found.kind {
            let numbers = self.lists[usize::from(list)].clone();
            let (slot, body) = self.turns(name, self.entry_of(list), body)?;
            return Ok(Box::new(move |m| {
                for number in numbers.iter() {
                    if !m.spend(cost, at) {
                        return Completion::Return;
                    }
                    m.set_local(slot, S::of_number(*number));
                    match m.run(&body) {
                        Completion::On | Completion::Continue => {}
                        Completion::Break => break,
                        Completion::Return => return Completion::Return,
                    }
                }
                Completion::On
            }));
        }
        if let Type::Bag(of) = found.kind {
            let bags = self.bags.clone();
            let over = found.operand;
            let (slot, body) = self.turns(name, Type::Word(of), body)?;
            return Ok(Box::new(move |m| {
                let bag = bags.get(over.get(m).number() as usize).copied();
                for word in bag.unwrap_or_default().iter() {
                    if !m.spend(cost, at) {
                        return Completion::Return;
                    }
                    m.set_local(slot, S::of_number(i64::from(word)));
                    match m.run(&body) {
                        Completion::On | Completion::Continue => {}
                        Completion::Break => break,
                        Completion::Return => return Completion::Return,
                    }
                }
                Completion::On
            }));
        }
        let kind = match found.kind {
            Type::Cards => Type::Cards,
            Type::Numbers => Type::Number,
            Type::Words(of) => Type::Word(of),
            other => {
                let message = format!("a loop over {}", other.describe());
                let help = "loop over cards, `places`, `seats`, a list, or `range(count)`";
                return slip(Kind::ScriptType, &over.range, message, help);
            }
        };
        let cards = kind == Type::Cards;
        let over = found.operand;
        let (slot, body) = self.turns(name, kind, body)?;
        Ok(Box::new(move |m| {
            let mut left = over.get(m);
            while !left.is_empty() {
                if !m.spend(cost, at) {
                    return Completion::Return;
                }
                let first = left.first();
                left = left.without_first();
                let value = if cards { S::one(first) } else { S::of_number(i64::from(first)) };
                m.set_local(slot, value);
                match m.run(&body) {
                    Completion::On | Completion::Continue => {}
                    Completion::Break => break,
                    Completion::Return => return Completion::Return,
                }
            }
            Completion::On
        }))
    }

    /// The body of a loop, and the slot of its name. After it nothing that it set surely has a value.
    fn turns(
        &mut self,
        name: &Name,
        kind: Type,
        body: &[Statement],
    ) -> Out<(usize, Box<[Action<S>]>)> {
        let before = self.set_locals();
        let slot = self.assign(name, kind, &name.range)?;
        self.frame.locals[slot].counts = true;
        let body = self.block(body)?;
        self.keep_set(&before);
        Ok((slot, body.actions))
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
                let is_set = matches!(operator, Operator::Both | Operator::Either);
                if is_set {
                    let message = format!("`{}=` would change the set itself", operator.sign());
                    let help = format!("write `a = a {} b`", operator.sign());
                    return slip(Kind::ScriptSubset, &target.range, message, help);
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
                let help = "write `a = a - b`";
                return slip(
                    Kind::ScriptSubset,
                    &target.range,
                    "`-=` would change the set itself",
                    help,
                );
            }
            let name = Name { text: name.clone(), range: target.range.clone() };
            let slot = self.assign(&name, found.kind, &value.range)?;
            let operand = found.operand;
            return Ok(Box::new(move |m| {
                let value = operand.get(m);
                m.set_local(slot, value);
                Completion::On
            }));
        }
        self.change(target, value, change.is_some())
    }

    /// `t.turn = …`, `t.counter = …`, `counter[index] = …`; `again`: the value is worked out with the target, as by `+=`.
    fn change(&mut self, target: &Expr, value: &Expr, again: bool) -> Out<Action<S>> {
        self.frame.effects.changes.get_or_insert(target.range.clone());
        let at = target.range.start as u32;
        if let ExprKind::Field(of, field) = &target.kind
            && field.text == "turn"
        {
            self.is_table(of)?;
            let seats = self.layout.declared.seats.len() as u8;
            let operand = self.number(value)?;
            return Ok(Box::new(move |m| {
                let value = operand.get(m);
                let seat = m.index(value, seats, at);
                if let Some((table, ..)) = m.changing(at) {
                    table.turn = seat;
                }
                Completion::On
            }));
        }
        let outside = std::mem::take(&mut self.frame.effects);
        let (number, counter) = self.counter(target)?;
        let index = std::mem::replace(&mut self.frame.effects, outside);
        self.frame.effects.add(&index);
        if let Some(place) = index.changes.filter(|_| again) {
            // It is looked up twice.
            let message = "an index that changes the table, of what is changed by itself";
            let help = "give it a name before: `n = …`";
            return slip(Kind::ScriptSubset, &place, message, help);
        }
        let kind = &self.layout.declared.counters[usize::from(counter)];
        let (low, high) = kind.range;
        let operand = match kind.holds {
            CounterValue::Number => self.number(value)?,
            CounterValue::Flag => self.wanted(value, Type::Bool)?,
            CounterValue::Seat => {
                let seat = self.wanted(value, Type::Maybe)?;
                seat.then(|_, seat| {
                    if seat.number() == super::machine::NONE { S::of_number(-1) } else { seat }
                })
            }
        };
        Ok(Box::new(move |m| {
            // As in Python, the value comes before the index.
            let value = operand.get(m).number();
            let number = number.get(m).number() as u8;
            if value < i64::from(low) || value > i64::from(high) {
                m.fail(at, FaultKind::Range, value);
            } else if let Some((table, layout, log)) = m.changing_of(1, at) {
                table.count(layout, number, value as i16, log);
            }
            Completion::On
        }))
    }
}
