//! The syntax tree of `rules.star`, before names mean anything: constants, functions, statements and expressions, each with
//! its bytes. `parse` makes it, [`crate::script`] compiles it.

use std::ops::Range;

/// A script as it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Script {
    /// `NAME = value` at the top, in the order of the file.
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
}

/// Shows every expression of a block, each before those that it is made of.
pub fn each_expression<'s>(block: &'s [Statement], see: &mut dyn FnMut(&'s Expr)) {
    for statement in block {
        statement.kind.expressions().into_iter().for_each(|expr| expr.each(see));
        statement.kind.blocks().into_iter().for_each(|inner| each_expression(inner, see));
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Constant {
    pub name: Name,
    pub value: Expr,
}

/// `def name(parameters): body`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    pub name: Name,
    pub parameters: Vec<Name>,
    /// The text that the body begins with.
    pub doc: Option<String>,
    pub body: Vec<Statement>,
}

/// A name, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub range: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    pub kind: StatementKind,
    pub range: Range<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StatementKind {
    /// An expression for what it does.
    Do(Expr),
    /// `target = value`, and `target += value`.
    Assign {
        target: Expr,
        /// What is done with the old value.
        change: Option<Operator>,
        value: Expr,
    },
    /// `if`, `elif`; the last block is that of `else`.
    If {
        arms: Vec<(Expr, Vec<Statement>)>,
        otherwise: Vec<Statement>,
    },
    For {
        name: Name,
        over: Expr,
        body: Vec<Statement>,
    },
    Return(Option<Expr>),
    Break,
    Continue,
    Pass,
}

impl StatementKind {
    /// The expressions that it is made of, in the order of the text; those of its blocks are not among them.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            StatementKind::Do(expr) | StatementKind::Return(Some(expr)) => vec![expr],
            StatementKind::Assign { target, value, .. } => vec![target, value],
            StatementKind::If { arms, .. } => arms.iter().map(|(condition, _)| condition).collect(),
            StatementKind::For { over, .. } => vec![over],
            _ => Vec::new(),
        }
    }

    /// The blocks that lie in it.
    pub fn blocks(&self) -> Vec<&[Statement]> {
        match self {
            StatementKind::If { arms, otherwise } => {
                let arms = arms.iter().map(|(_, block)| block.as_slice());
                arms.chain([otherwise.as_slice()]).collect()
            }
            StatementKind::For { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    pub kind: ExprKind,
    pub range: Range<usize>,
    /// How many expressions lie in one another here, itself among them.
    pub depth: u32,
}

impl Expr {
    /// Where it begins, as a machine notes it.
    pub fn at(&self) -> u32 {
        self.range.start as u32
    }

    pub fn new(kind: ExprKind, range: Range<usize>) -> Self {
        let deepest = kind.parts().into_iter().map(|part| part.depth).max();
        Expr { kind, range, depth: 1 + deepest.unwrap_or(0) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    None,
    Bool(bool),
    Number(i64),
    Text(String),
    Name(String),
    List(Vec<Expr>),
    /// `of.field`.
    Field(Box<Expr>, Name),
    /// `of[index]`.
    Index(Box<Expr>, Box<Expr>),
    Call(Name, Vec<Expr>),
    Not(Box<Expr>),
    Minus(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    Compare(Comparison, Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    /// `value if condition else other`.
    Choice {
        condition: Box<Expr>,
        value: Box<Expr>,
        other: Box<Expr>,
    },
}

impl Expr {
    /// Shows it, and then the expressions that it is made of.
    pub fn each<'s>(&'s self, see: &mut dyn FnMut(&'s Expr)) {
        see(self);
        self.kind.parts().into_iter().for_each(|part| part.each(see));
    }

    /// How many names, signs and calls it has.
    pub fn work(&self) -> u64 {
        let parts = self.kind.parts();
        1 + parts.into_iter().map(Expr::work).sum::<u64>()
    }
}

impl StatementKind {
    /// How many names, signs and calls are worked out when it runs, but for the statements inside of it.
    pub fn work(&self) -> u64 {
        let own = match self {
            StatementKind::If { arms, .. } => arms.first().map_or(0, |(first, _)| first.work()),
            other => other.expressions().into_iter().map(Expr::work).sum(),
        };
        1 + own
    }
}

/// The expressions that one is made of, by `iter` or `iter_mut`.
macro_rules! parts {
    ($of:expr, $iter:ident) => {
        match $of {
            ExprKind::None
            | ExprKind::Bool(_)
            | ExprKind::Number(_)
            | ExprKind::Text(_)
            | ExprKind::Name(_) => Vec::new(),
            ExprKind::List(all) | ExprKind::Call(_, all) => all.$iter().collect(),
            ExprKind::Field(of, _) | ExprKind::Not(of) | ExprKind::Minus(of) => vec![of],
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b) => vec![a, b],
            ExprKind::Choice { condition, value, other } => vec![condition, value, other],
        }
    };
}

impl ExprKind {
    /// The expressions that it is made of, in the order of the text but for the condition of a choice.
    pub fn parts(&self) -> Vec<&Expr> {
        parts!(self, iter)
    }

    /// The name that a path of fields and indices begins with.
    pub fn root(&self) -> Option<&str> {
        match self {
            ExprKind::Name(name) => Some(name),
            ExprKind::Field(of, _) | ExprKind::Index(of, _) => of.kind.root(),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Expr> {
        parts!(self, iter_mut)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// `//`, rounded down.
    Divide,
    /// `%`, with the sign of the divisor.
    Remainder,
    /// `&`
    Both,
    /// `|`
    Either,
}

impl Operator {
    /// In the order of the variants.
    pub const ALL: [(Operator, &'static str); 7] = [
        (Operator::Add, "+"),
        (Operator::Subtract, "-"),
        (Operator::Multiply, "*"),
        (Operator::Divide, "//"),
        (Operator::Remainder, "%"),
        (Operator::Both, "&"),
        (Operator::Either, "|"),
    ];

    pub fn sign(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Unequal,
    Less,
    AtLeast,
    More,
    AtMost,
    In,
    NotIn,
}

impl Comparison {
    /// In the order of the variants, each beside its opposite.
    pub const ALL: [(Comparison, &'static str); 8] = [
        (Comparison::Equal, "=="),
        (Comparison::Unequal, "!="),
        (Comparison::Less, "<"),
        (Comparison::AtLeast, ">="),
        (Comparison::More, ">"),
        (Comparison::AtMost, "<="),
        (Comparison::In, "in"),
        (Comparison::NotIn, "not in"),
    ];

    /// What is so where this is not.
    pub fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1].0
    }

    pub fn sign(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}
