//! Reads the tokens of `rules.star` into a [`Script`]: constants and functions, statement by statement;
//! [`super::parse_expression`] reads the expressions. The first fault ends it.

use std::ops::Range;

use super::slip::{Out, fail, slip};
use super::token::{PlacedToken, Token, tokens};
use super::tree::{
    Constant, Expr, ExprKind, Function, Name, Operator, Script, Statement, StatementKind,
};

/// How deep blocks and expressions may lie in one another.
pub const MOST_DEEP: u32 = 64;

/// How deep loops may lie in one another: Python allows no more blocks than these.
const MOST_LOOPS: u32 = 20;

/// Most functions of a script.
const MOST_FUNCTIONS: usize = 512;

/// Words that are no names.
const KEYWORDS: &[&str] = &[
    "and", "break", "continue", "def", "elif", "else", "for", "if", "in", "not", "or", "pass",
    "return", "None", "True", "False",
];

/// The same of Python, which the rules do not have, and what to do instead.
const FOREIGN: &[(&str, &str)] = &[
    ("while", "write `for i in range(100):` and leave it with `break`"),
    ("is", "write `==`"),
    ("lambda", "write a function of its own with `def`"),
    ("class", "write functions alone"),
    ("import", "a game's rules stand in one file"),
    ("from", "a game's rules stand in one file"),
    ("load", "a game's rules stand in one file"),
    ("global", "keep numbers in counters of the table"),
    ("nonlocal", "keep numbers in counters of the table"),
    ("try", "ask first whether it can be done"),
    ("except", "ask first whether it can be done"),
    ("finally", "ask first whether it can be done"),
    ("raise", "write a law: a function `law_…` that returns False"),
    ("assert", "write a law: a function `law_…` that returns False"),
    ("with", "leave it out"),
    ("as", "choose another name"),
    ("async", "choose another name"),
    ("await", "choose another name"),
    ("del", "choose another name"),
    ("yield", "ask a question with `ask(…)`"),
    ("__debug__", "choose another name"),
];

/// # Errors
/// The first place that is not in the language.
pub fn parse_script(text: &str) -> Out<Script> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, loops: 0 };
    let mut script = Script::default();
    if matches!(parser.peek(), Token::Text(_)) {
        // What the file is about.
        parser.at += 1;
        parser.line()?;
    }
    while *parser.peek() != Token::End {
        if parser.keyword("def") {
            let function = parser.function()?;
            if script.functions.len() == MOST_FUNCTIONS {
                fail!(
                    ScriptBound, function.name.range,
                    "more than {MOST_FUNCTIONS} functions"; "take some away"
                );
            }
            script.functions.push(function);
        } else {
            let constant = parser.constant()?;
            script.constants.push(constant);
        }
    }
    Ok(script)
}

pub struct Parser {
    tokens: Vec<PlacedToken>,
    at: usize,
    depth: u32,
    loops: u32,
}

impl Parser {
    pub fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |placed| &placed.token)
    }

    pub fn place(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(0..0, |placed| placed.range.clone())
    }

    /// The end of what was read last.
    pub fn end(&self) -> usize {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0, |placed| placed.range.end)
    }

    pub fn advance(&mut self) {
        self.at += 1;
    }

    pub fn sign(&mut self, sign: &str) -> bool {
        let found = matches!(self.peek(), Token::Sign(other) if *other == sign);
        self.at += usize::from(found);
        found
    }

    pub fn keyword(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Name(other) if other == word);
        self.at += usize::from(found);
        found
    }

    /// Refuses what stands where something else should.
    pub fn wanted<T>(&self, what: &str) -> Out<T> {
        let found = match self.peek() {
            Token::Name(name) => {
                if let Some((word, help)) = FOREIGN.iter().find(|(word, _)| word == name) {
                    fail!(ScriptSubset, self.place(), "the rules have no `{word}`"; *help);
                }
                format!("`{name}`")
            }
            Token::Number(number) => format!("`{number}`"),
            Token::Text(_) => "a text".into(),
            Token::Sign(sign) => format!("`{sign}`"),
            Token::Line => "the end of the line".into(),
            Token::Indent => "an indented line".into(),
            Token::Dedent => "the end of the block".into(),
            Token::End => "the end of the file".into(),
        };
        let help = self.habit().map_or_else(|| format!("write {what}"), str::to_owned);
        fail!(ScriptSyntax, self.place(), "{what} should stand here, not {found}"; help)
    }

    /// What is written instead of a sign, or a word, that other languages have here.
    fn habit(&self) -> Option<&'static str> {
        let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let before = before.map(|placed| (&placed.token, placed.range.end));
        let follows = |sign: &str| {
            let at = self.place().start;
            matches!(before, Some((Token::Sign(other), end)) if *other == sign && end == at)
        };
        match self.peek() {
            Token::Sign("=") => Some("write `==` to compare"),
            Token::Sign("&") if follows("&") => Some("write `and`"),
            Token::Sign("|") if follows("|") => Some("write `or`"),
            Token::Name(word)
                if word == "if"
                    && matches!(before, Some((Token::Name(word), _)) if word == "else") =>
            {
                Some("write `elif`")
            }
            Token::Line if follows("+") => Some("write `+= 1`"),
            Token::Sign("+") if follows("+") => Some("write `+= 1`"),
            _ => None,
        }
    }

    pub fn require(&mut self, sign: &str) -> Out<()> {
        if self.sign(sign) {
            return Ok(());
        }
        self.wanted(&format!("`{sign}`"))
    }

    fn line(&mut self) -> Out<()> {
        match self.peek() {
            Token::Line => {
                self.at += 1;
                Ok(())
            }
            Token::End => Ok(()),
            Token::Sign("=") => fail!(
                ScriptSyntax, self.place(),
                "`=` gives one name a value, once in a statement";
                "write `==` to compare; write each assignment on a line of its own"
            ),
            _ => self.wanted("the end of the line"),
        }
    }

    /// A name that is no keyword.
    pub fn name(&mut self, what: &str) -> Out<Name> {
        let range = self.place();
        match self.peek().clone() {
            Token::Name(text) if !is_keyword(&text) => {
                self.at += 1;
                Ok(Name { text, range })
            }
            _ => self.wanted(what),
        }
    }

    /// Reads something nested, and counts its depth.
    pub fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Out<T>) -> Out<T> {
        self.depth += 1;
        if self.depth > MOST_DEEP {
            fail!(
                ScriptBound, self.place(),
                "more than {MOST_DEEP} blocks and expressions inside of one another";
                "put a part of it into a function of its own"
            );
        }
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn constant(&mut self) -> Out<Constant> {
        if let Token::Name(word) = self.peek()
            && ["if", "for", "return", "pass", "break", "continue"].contains(&word.as_str())
        {
            fail!(
                ScriptSyntax, self.place(),
                "`{word}` outside of a function"; "put it into a function"
            );
        }
        if *self.peek() == Token::Indent {
            fail!(
                ScriptSyntax, self.place(),
                "an indented line outside of a block"; "take the spaces away"
            );
        }
        let name = self.name("`def`, or a name and its value")?;
        if !self.sign("=") {
            fail!(
                ScriptSyntax, self.place(),
                "only functions and constants stand at the top";
                "write `{} = …`, or put it into a function", name.text
            );
        }
        let value = self.expression()?;
        self.line()?;
        Ok(Constant { name, value })
    }

    fn function(&mut self) -> Out<Function> {
        let name = self.name("the name of the function")?;
        self.require("(")?;
        let mut parameters: Vec<Name> = Vec::new();
        while !self.sign(")") {
            if !parameters.is_empty() {
                self.require(",")?;
                if self.sign(")") {
                    break;
                }
            }
            let parameter = self.name("the name of a parameter")?;
            if let Some(twin) = parameters.iter().find(|other| other.text == parameter.text) {
                let slip = slip!(
                    ScriptSyntax, parameter.range,
                    "parameter `{}` is named twice", parameter.text; "give it another name"
                );
                return Err(slip.related(&twin.range, "the other one"));
            }
            if matches!(self.peek(), Token::Sign(":" | "=")) {
                fail!(
                    ScriptSubset, self.place(),
                    "parameters have neither types nor values of their own";
                    "write its name alone"
                );
            }
            parameters.push(parameter);
        }
        let mut body = self.block()?;
        let doc = match body.first().map(|first| &first.kind) {
            Some(StatementKind::Do(Expr { kind: ExprKind::Text(text), .. })) => Some(text.clone()),
            _ => None,
        };
        if doc.is_some() {
            body.remove(0);
        }
        Ok(Function { name, parameters, doc, body })
    }

    /// `: statement`, or `:` and a block of lines that are indented more.
    fn block(&mut self) -> Out<Vec<Statement>> {
        self.require(":")?;
        if *self.peek() != Token::Line {
            let one = self.deeper(Self::simple)?;
            return Ok(vec![one]);
        }
        self.at += 1;
        if *self.peek() != Token::Indent {
            return self.wanted("an indented block");
        }
        self.at += 1;
        let mut block = Vec::new();
        while *self.peek() != Token::Dedent && *self.peek() != Token::End {
            if *self.peek() == Token::Indent {
                fail!(
                    ScriptSyntax, self.place(),
                    "a line that is indented more, without a block";
                    "indent it as the lines before it"
                );
            }
            let statement = self.deeper(Self::statement)?;
            block.push(statement);
        }
        self.at += usize::from(*self.peek() == Token::Dedent);
        Ok(block)
    }

    fn statement(&mut self) -> Out<Statement> {
        let start = self.place().start;
        let kind = if self.keyword("if") {
            self.arms()?
        } else if self.keyword("for") {
            let name = self.name("the name of the loop")?;
            if !self.keyword("in") {
                return self.wanted("`in`");
            }
            let over = self.expression()?;
            self.loops += 1;
            if self.loops > MOST_LOOPS {
                fail!(
                    ScriptBound, name.range,
                    "more than {MOST_LOOPS} loops inside of one another";
                    "put a part of it into a function of its own"
                );
            }
            let body = self.block()?;
            self.loops -= 1;
            StatementKind::For { name, over, body }
        } else if self.keyword("def") {
            fail!(
                ScriptSubset, self.place(),
                "a function inside of a function"; "put it at the top of the file"
            );
        } else {
            return self.simple();
        };
        let range = start..self.end();
        Ok(Statement { kind, range })
    }

    /// What follows `if`.
    fn arms(&mut self) -> Out<StatementKind> {
        let mut arms = Vec::new();
        loop {
            let condition = self.expression()?;
            let block = self.block()?;
            arms.push((condition, block));
            if !self.keyword("elif") {
                break;
            }
        }
        let otherwise = if self.keyword("else") { self.block()? } else { Vec::new() };
        Ok(StatementKind::If { arms, otherwise })
    }

    /// A statement of one line.
    fn simple(&mut self) -> Out<Statement> {
        let start = self.place().start;
        let kind = if self.keyword("pass") {
            StatementKind::Pass
        } else if self.keyword("return") {
            let empty = matches!(self.peek(), Token::Line | Token::End);
            StatementKind::Return(if empty { None } else { Some(self.expression()?) })
        } else if let Some((word, kind)) =
            [("break", StatementKind::Break), ("continue", StatementKind::Continue)]
                .into_iter()
                .find(|(word, _)| self.keyword(word))
        {
            if self.loops == 0 {
                fail!(
                    ScriptSyntax, start..self.end(),
                    "`{word}` outside of a loop"; "leave the function with `return`"
                );
            }
            kind
        } else {
            self.effect()?
        };
        let range = start..self.end();
        self.line()?;
        Ok(Statement { kind, range })
    }

    /// An expression, or an assignment to one.
    fn effect(&mut self) -> Out<StatementKind> {
        let target = self.expression()?;
        let change = if self.sign("=") {
            None
        } else {
            let Token::Sign(sign) = self.peek() else {
                return Ok(StatementKind::Do(target));
            };
            let sign = sign.strip_suffix('=').unwrap_or_default();
            let found = Operator::ALL.iter().find(|(_, other)| *other == sign);
            let Some((operator, _)) = found else {
                return Ok(StatementKind::Do(target));
            };
            self.at += 1;
            Some(*operator)
        };
        if !matches!(target.kind, ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Index(..)) {
            fail!(
                ScriptSyntax, target.range,
                "this cannot be given a value";
                "write a name, a counter `t.name` or `name[index]` to the left of `=`"
            );
        }
        let value = self.expression()?;
        Ok(StatementKind::Assign { target, change, value })
    }
}

pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word) || FOREIGN.iter().any(|(keyword, _)| *keyword == word)
}
