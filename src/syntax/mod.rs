//! The language of `rules.star`, as it is written: a strict subset of Starlark, and of Python.
//!
//! A text comes in, a [`Script`] goes out, or the first [`ScriptSlip`]. What its names mean is for [`crate::script`].

mod parse;
mod parse_expression;
mod slip;
mod token;
mod tree;

pub use parse::{is_keyword, parse_script};
pub use slip::{Out, ScriptSlip};
pub(crate) use slip::{fail, slip};
pub use tree::{
    Comparison, Constant, Expr, ExprKind, Function, Name, Operator, Script, Statement,
    StatementKind, each_expression,
};
