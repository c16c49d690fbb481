//! Reads one expression of a script; [`super::parse`] calls it. Operators bind as in Python and Starlark, and comparisons do
//! not chain.

use std::ops::Range;

use super::parse::{MOST_DEEP, Parser, is_keyword};
use super::slip::{Out, fail};
use super::token::Token;
use super::tree::{Comparison, Expr, ExprKind, Name, Operator};

/// Most values that a call is given.
const MOST_ARGUMENTS: usize = 64;

/// Operators that bind alike, the loosest first.
const LEVELS: [&[Operator]; 4] = [
    &[Operator::Either],
    &[Operator::Both],
    &[Operator::Add, Operator::Subtract],
    &[Operator::Multiply, Operator::Divide, Operator::Remainder],
];

impl Parser {
    pub fn expression(&mut self) -> Out<Expr> {
        self.deeper(|parser| {
            let value = parser.either()?;
            if !parser.keyword("if") {
                return Ok(value);
            }
            let condition = parser.either()?;
            if !parser.keyword("else") {
                return parser.wanted("`else`");
            }
            let other = parser.expression()?;
            let range = value.range.start..other.range.end;
            let kind = ExprKind::Choice {
                condition: Box::new(condition),
                value: Box::new(value),
                other: Box::new(other),
            };
            parser.build(kind, range)
        })
    }

    fn either(&mut self) -> Out<Expr> {
        self.chain("or", ExprKind::Or, Self::both)
    }

    fn both(&mut self) -> Out<Expr> {
        self.chain("and", ExprKind::And, Self::negation)
    }

    /// Parts with a word between them.
    fn chain(
        &mut self,
        word: &str,
        kind: fn(Box<Expr>, Box<Expr>) -> ExprKind,
        part: fn(&mut Self) -> Out<Expr>,
    ) -> Out<Expr> {
        let mut left = part(self)?;
        while self.keyword(word) {
            let right = part(self)?;
            left = self.joined(kind, left, right)?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Out<Expr> {
        let start = self.place().start;
        if !self.keyword("not") {
            return self.comparison();
        }
        let of = self.deeper(Self::negation)?;
        let range = start..of.range.end;
        self.build(ExprKind::Not(Box::new(of)), range)
    }

    fn comparison(&mut self) -> Out<Expr> {
        let left = self.operation(0)?;
        let Some(comparison) = self.comparing()? else {
            return Ok(left);
        };
        let right = self.operation(0)?;
        let place = self.place();
        if let Some(next) = self.comparing()? {
            fail!(
                ScriptSubset, place,
                "`{}` and `{}` in one comparison", comparison.sign(), next.sign();
                "compare two values at a time: `a < b and b < c`"
            );
        }
        self.joined(|a, b| ExprKind::Compare(comparison, a, b), left, right)
    }

    fn comparing(&mut self) -> Out<Option<Comparison>> {
        for (comparison, sign) in Comparison::ALL {
            if self.sign(sign) {
                return Ok(Some(comparison));
            }
        }
        if self.keyword("in") {
            return Ok(Some(Comparison::In));
        }
        if self.keyword("not") {
            if !self.keyword("in") {
                return self.wanted("`in`");
            }
            return Ok(Some(Comparison::NotIn));
        }
        Ok(None)
    }

    fn operation(&mut self, level: usize) -> Out<Expr> {
        let Some(operators) = LEVELS.get(level) else {
            return self.minus();
        };
        let mut left = self.operation(level + 1)?;
        'more: loop {
            for operator in *operators {
                if self.sign(operator.sign()) {
                    let right = self.operation(level + 1)?;
                    left = self.joined(|a, b| ExprKind::Binary(*operator, a, b), left, right)?;
                    continue 'more;
                }
            }
            return Ok(left);
        }
    }

    fn minus(&mut self) -> Out<Expr> {
        let start = self.place().start;
        if !self.sign("-") {
            return self.access();
        }
        let of = self.deeper(Self::minus)?;
        let range = start..of.range.end;
        let kind = match of.kind {
            ExprKind::Number(number) => ExprKind::Number(-number),
            _ => ExprKind::Minus(Box::new(of)),
        };
        self.build(kind, range)
    }

    /// A value, with its fields, indices and arguments.
    fn access(&mut self) -> Out<Expr> {
        let mut found = self.atom()?;
        loop {
            let start = found.range.start;
            let kind = if self.sign(".") {
                let field = self.name("the name of a field")?;
                ExprKind::Field(Box::new(found), field)
            } else if self.sign("[") {
                let index = self.expression()?;
                if matches!(self.peek(), Token::Sign(":" | ",")) {
                    fail!(
                        ScriptSubset, self.place(),
                        "one index is meant"; "write two pairs of brackets: `at[place][seat]`"
                    );
                }
                self.require("]")?;
                ExprKind::Index(Box::new(found), Box::new(index))
            } else if self.sign("(") {
                let arguments = self.arguments(")")?;
                let ExprKind::Name(text) = found.kind else {
                    fail!(
                        ScriptSubset, found.range,
                        "only a name can be called";
                        "write `name(…)`: functions are no values, and cards have none"
                    );
                };
                let range = found.range;
                ExprKind::Call(Name { text, range }, arguments)
            } else {
                return Ok(found);
            };
            found = self.build(kind, start..self.end())?;
        }
    }

    fn arguments(&mut self, close: &str) -> Out<Vec<Expr>> {
        let mut found = Vec::new();
        while !self.sign(close) {
            if !found.is_empty() {
                self.require(",")?;
                if self.sign(close) {
                    break;
                }
            }
            if close == ")" && found.len() == MOST_ARGUMENTS {
                fail!(
                    ScriptBound, self.place(),
                    "more than {MOST_ARGUMENTS} values in one call";
                    "give a part of them to a call of its own"
                );
            }
            if matches!(self.peek(), Token::Sign("*" | "**")) {
                fail!(ScriptSubset, self.place(), "arguments are not spread"; "write each of them");
            }
            let value = self.expression()?;
            if matches!(self.peek(), Token::Sign("=")) {
                fail!(ScriptSubset, self.place(), "arguments go by their place"; "write the value alone");
            }
            if self.keyword("for") {
                fail!(ScriptSubset, self.place(), "a loop inside of an expression"; "write a `for` of its own, or use a set");
            }
            found.push(value);
        }
        Ok(found)
    }

    fn atom(&mut self) -> Out<Expr> {
        let start = self.place().start;
        let kind = match self.peek().clone() {
            Token::Number(number) => ExprKind::Number(number),
            Token::Text(text) => ExprKind::Text(text),
            Token::Name(name) => match name.as_str() {
                "None" => ExprKind::None,
                "True" | "False" => ExprKind::Bool(name == "True"),
                word if is_keyword(word) => return self.wanted("a value"),
                _ => ExprKind::Name(name),
            },
            Token::Sign("(") => {
                self.advance();
                let inside = self.expression()?;
                if matches!(self.peek(), Token::Sign(",")) {
                    fail!(ScriptSubset, self.place(), "several values in parentheses"; "write a list: `[1, 2]`");
                }
                self.require(")")?;
                // The parentheses belong to it where it is shown.
                let range = start..self.end();
                return Ok(Expr { range, ..inside });
            }
            Token::Sign("[") => {
                self.advance();
                let list = ExprKind::List(self.arguments("]")?);
                return self.build(list, start..self.end());
            }
            _ => return self.wanted("a value"),
        };
        self.advance();
        if matches!((&kind, self.peek()), (ExprKind::Text(_), Token::Text(_))) {
            fail!(ScriptSubset, self.place(), "two texts side by side"; "write them as one");
        }
        self.build(kind, start..self.end())
    }

    fn joined(
        &self,
        kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind,
        left: Expr,
        right: Expr,
    ) -> Out<Expr> {
        let range = left.range.start..right.range.end;
        self.build(kind(Box::new(left), Box::new(right)), range)
    }

    fn build(&self, kind: ExprKind, range: Range<usize>) -> Out<Expr> {
        let built = Expr::new(kind, range);
        if built.depth > MOST_DEEP {
            fail!(
                ScriptBound, built.range,
                "more than {MOST_DEEP} operations inside of one another"; "give a part of it a name"
            );
        }
        Ok(built)
    }
}
