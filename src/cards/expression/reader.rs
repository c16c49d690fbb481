//! Parses the sums and conditions of a template by recursive descent. Text comes in; an expression, or a fault with its place and
//! what to write instead, goes out. Called by the compiler and by `fill`.

use std::ops::Range;

use super::evaluate::{Condition, FieldName, Relation, Sum, SumOperator, Word, WordMatch};
use super::number::Number;
use super::signs::{Compare, RELATIONS, WORDY, in_name};

/// Parentheses, signs and `not` in one another.
const MOST_NESTED: usize = 32;

/// Fields, numbers and words of one expression.
const MOST_PARTS: usize = 200;

/// Why a text is no expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionFault {
    /// Its bytes.
    pub at: Range<usize>,
    pub message: String,
    pub help: String,
}

/// Reads a condition: `cost>3 and not (kind=day or kind='night sky')`.
///
/// # Errors
/// What cannot be read.
pub fn read_condition(text: &str) -> Result<Condition, ExpressionFault> {
    let mut reader = Reader::new(text);
    let start = reader.next();
    let read = reader.any()?;
    reader.unexpected()?;
    reader.condition(read, start..reader.at)
}

/// Reads a sum: `(cost + 1) * 2`.
///
/// # Errors
/// What cannot be read.
pub fn read_sum(text: &str) -> Result<Sum, ExpressionFault> {
    let mut reader = Reader::new(text);
    let start = reader.next();
    let read = reader.any()?;
    reader.unexpected()?;
    reader.sum(read, start..reader.at)
}

/// What was read: whether it is meant as a number or as a condition is only known when the next sign is seen.
enum Read {
    Sum(Sum),
    Condition(Condition),
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    parts: usize,
    /// Where the last word without quotes begins, behind a comparison.
    bare: Option<(String, usize)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        Reader { text, at: 0, depth: 0, parts: 0, bare: None }
    }

    /// The byte of the next sign that is no space.
    fn next(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    fn rest(&mut self) -> &'a str {
        self.next();
        &self.text[self.at..]
    }

    fn take(&mut self, mark: &str) -> bool {
        let there = self.rest().starts_with(mark);
        if there {
            self.at += mark.len();
        }
        there
    }

    /// The next name, without taking it. It does not end in a dash or a dot.
    fn peek_name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        let name = rest[..end].trim_end_matches(['-', '.']);
        if name.starts_with(['-', '.']) { "" } else { name }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let there = self.peek_name().eq_ignore_ascii_case(word);
        if there {
            self.at += word.len();
        }
        there
    }

    fn fault<T>(
        &self,
        at: Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<T, ExpressionFault> {
        Err(ExpressionFault { at, message: message.into(), help: help.into() })
    }

    /// As [`Reader::fault`], at the next sign.
    fn fault_here<T>(
        &mut self,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Result<T, ExpressionFault> {
        let at = self.next();
        let length = match self.peek_name().len() {
            0 => self.rest().chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        self.fault(at..at + length, message, help)
    }

    fn part(&mut self) -> Result<(), ExpressionFault> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return self.fault_here(
                format!("more than {MOST_PARTS} fields and numbers in one expression"),
                "write a shorter one, or give the cards a key that says it",
            );
        }
        Ok(())
    }

    fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ExpressionFault>,
    ) -> Result<T, ExpressionFault> {
        if self.depth == MOST_NESTED {
            return self.fault_here(
                format!("more than {MOST_NESTED} parentheses or signs in one another"),
                "write it more simply",
            );
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Parts joined by `or`.
    fn any(&mut self) -> Result<Read, ExpressionFault> {
        self.joined(&["||"], "or", Self::all, Condition::Any)
    }

    /// Parts joined by `and`, which binds tighter.
    fn all(&mut self) -> Result<Read, ExpressionFault> {
        self.joined(&["&&"], "and", Self::negated, Condition::All)
    }

    fn joined(
        &mut self,
        marks: &[&str],
        word: &str,
        part: fn(&mut Self) -> Result<Read, ExpressionFault>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Result<Read, ExpressionFault> {
        let mut start = self.next();
        let mut last = part(self)?;
        let mut end = self.at;
        let mut parts = Vec::new();
        while marks.iter().any(|mark| self.take(mark)) || self.take_word(word) {
            parts.push(self.condition(last, start..end)?);
            start = self.next();
            last = part(self)?;
            end = self.at;
        }
        if parts.is_empty() {
            return Ok(last);
        }
        parts.push(self.condition(last, start..end)?);
        Ok(Read::Condition(join(parts)))
    }

    fn negated(&mut self) -> Result<Read, ExpressionFault> {
        let mark = self.rest().starts_with('!') && !self.rest().starts_with("!=");
        if (mark && self.take("!")) || self.take_word("not") {
            let start = self.next();
            let inner = self.deeper(Self::negated)?;
            let inner = self.condition(inner, start..self.at)?;
            return Ok(Read::Condition(Condition::Not(Box::new(inner))));
        }
        self.compared()
    }

    fn compared(&mut self) -> Result<Read, ExpressionFault> {
        let start = self.next();
        let left = self.added()?;
        let end = self.at;
        let Some(compare) = self.relation()? else {
            self.refuse_wordy()?;
            return Ok(left);
        };
        let left = self.sum(left, start..end)?;
        let read = match (left, compare) {
            (Sum::Field(field), Compare::Has) => self.word(field, WordMatch::Has)?,
            (Sum::Field(field), Compare::Starts) => self.word(field, WordMatch::Starts)?,
            (Sum::Field(field), Compare::By(Relation::Equal)) => self.word(field, WordMatch::Is)?,
            (Sum::Field(field), Compare::By(Relation::Unequal)) => {
                Condition::Not(Box::new(self.word(field, WordMatch::Is)?))
            }
            (_, Compare::Has | Compare::Starts) => {
                return self.fault(
                    start..self.at,
                    "only a field has words, and this is a sum",
                    "write `field~=word` or `field starts with word`",
                );
            }
            (left, Compare::By(relation)) => {
                let start = self.next();
                let right = self.added()?;
                Condition::Number(left, relation, self.sum(right, start..self.at)?)
            }
        };
        if self.relation()?.is_some() {
            return self.fault(
                start..self.at,
                "one thing is compared twice",
                "join two comparisons by `and`: `cost>1 and cost<5`",
            );
        }
        Ok(Read::Condition(read))
    }

    fn relation(&mut self) -> Result<Option<Compare>, ExpressionFault> {
        let start = self.next();
        for (mark, compare) in RELATIONS {
            if self.take(mark) {
                return match compare {
                    Ok(compare) => Ok(Some(compare)),
                    Err(right) => self.fault(
                        start..self.at,
                        format!("`{mark}` is no comparison"),
                        format!("write `{right}`"),
                    ),
                };
            }
        }
        if self.take_word("starts") {
            if !self.take_word("with") {
                return self.fault(start..self.at, "`starts` wants `with`", "write `starts with`");
            }
            return Ok(Some(Compare::Starts));
        }
        Ok(None)
    }

    /// Reports a comparison in a word of another language.
    fn refuse_wordy(&mut self) -> Result<(), ExpressionFault> {
        let word = self.peek_name();
        let known = WORDY.iter().find(|(wordy, _)| word.eq_ignore_ascii_case(wordy));
        let Some((_, mark)) = known else {
            return Ok(());
        };
        self.fault_here(
            format!("`{word}` is no comparison"),
            format!("write `{mark}`, as in `field{mark}value`"),
        )
    }

    /// The word that `field` is compared with.
    fn word(&mut self, field: FieldName, how: WordMatch) -> Result<Condition, ExpressionFault> {
        const QUOTES: [(char, char); 5] =
            [('\'', '\''), ('"', '"'), ('‘', '’'), ('“', '”'), ('„', '“')];
        self.part()?;
        let start = self.next();
        let rest = self.rest();
        let first = rest.chars().next();
        if let Some((open, close)) = QUOTES.iter().find(|(open, _)| first == Some(*open)) {
            let inner = &rest[open.len_utf8()..];
            let Some(end) = inner.find(*close) else {
                return self.fault(
                    start..self.text.len(),
                    format!("{open} is not closed"),
                    format!("write {close} behind the word"),
                );
            };
            self.at += open.len_utf8() + end + close.len_utf8();
            self.bare = None;
            return Ok(Condition::Word(Word {
                field,
                how,
                word: inner[..end].to_owned(),
                at: start,
                end: self.at,
            }));
        }
        let ends = |c: char| c.is_whitespace() || "()'\",;&|<>=!{}".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        if word.is_empty() {
            let name = &field.name;
            return self.fault(
                field.at..self.at,
                format!("`{name}` is compared with nothing"),
                format!("write a value behind it, or `!{name}` to ask whether it is empty"),
            );
        }
        self.at += word.len();
        self.bare = Some((field.name.clone(), start));
        Ok(Condition::Word(Word { field, how, word: word.to_owned(), at: start, end: self.at }))
    }

    fn added(&mut self) -> Result<Read, ExpressionFault> {
        let marks =
            [("+", SumOperator::Plus), ("-", SumOperator::Minus), ("−", SumOperator::Minus)];
        self.calculated(&marks, Self::multiplied)
    }

    fn multiplied(&mut self) -> Result<Read, ExpressionFault> {
        let marks = [
            ("*", SumOperator::Times),
            ("×", SumOperator::Times),
            ("/", SumOperator::DividedBy),
            ("÷", SumOperator::DividedBy),
            ("%", SumOperator::Remainder),
        ];
        self.calculated(&marks, Self::signed)
    }

    fn calculated(
        &mut self,
        marks: &[(&str, SumOperator)],
        part: fn(&mut Self) -> Result<Read, ExpressionFault>,
    ) -> Result<Read, ExpressionFault> {
        let start = self.next();
        let mut left = part(self)?;
        let mut end = self.at;
        while let Some((_, operator)) = marks.iter().find(|(mark, _)| self.take(mark)) {
            let a = self.sum(left, start..end)?;
            let right_start = self.next();
            let right = part(self)?;
            end = self.at;
            let b = self.sum(right, right_start..end)?;
            left = Read::Sum(Sum::Both(Box::new(a), *operator, Box::new(b)));
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Read, ExpressionFault> {
        if self.take("-") || self.take("−") {
            let start = self.next();
            let inner = self.deeper(Self::signed)?;
            let inner = self.sum(inner, start..self.at)?;
            return Ok(Read::Sum(Sum::Negative(Box::new(inner))));
        }
        self.single()
    }

    /// A field, a number, or something in parentheses.
    fn single(&mut self) -> Result<Read, ExpressionFault> {
        self.part()?;
        self.bare = None;
        let start = self.next();
        if self.take("(") {
            let inner = self.deeper(Self::any)?;
            if !self.take(")") {
                self.unexpected()?;
                return self.fault(start..start + 1, "`(` is not closed", "write `)` behind it");
            }
            return Ok(inner);
        }
        let name = self.peek_name();
        let operator = ["and", "or"].iter().any(|word| name.eq_ignore_ascii_case(word));
        if name.is_empty() || operator {
            return self.nothing();
        }
        self.at += name.len();
        let digits = name.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        if digits && let Some(number) = Number::parse(name) {
            return Ok(Read::Sum(Sum::Number(number)));
        }
        let name = name.to_owned();
        Ok(Read::Sum(Sum::Field(FieldName { name, at: start })))
    }

    /// There is no field where one is wanted.
    fn nothing<T>(&mut self) -> Result<T, ExpressionFault> {
        let rest = self.rest();
        if rest.starts_with(['\'', '"', '‘', '“']) {
            return self.fault_here(
                "a word in quotes where a field is wanted",
                "write the field first: `kind='night sky'`",
            );
        }
        if rest.starts_with('{') {
            return self.fault_here(
                "a placeholder in an expression",
                "write the bare name of the field, without braces",
            );
        }
        let help = "write the name of a field: `cost>3 and kind=night`";
        let name = self.peek_name();
        let what = if name.is_empty() {
            rest.chars().next().map(String::from)
        } else {
            Some(name.to_owned())
        };
        match what {
            None => {
                let end = self.text.len();
                let start = self.text.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                let message = match self.text.trim() {
                    "" => "there is nothing in it".to_owned(),
                    _ => "something is missing at the end".to_owned(),
                };
                self.fault(start.min(end)..end, message, help)
            }
            Some(what) => self.fault_here(format!("`{what}` where a field is wanted"), help),
        }
    }

    /// Requires the end of the text, or a closing parenthesis that is open.
    fn unexpected(&mut self) -> Result<(), ExpressionFault> {
        let Some(sign) = self.rest().chars().next() else {
            return Ok(());
        };
        let name = self.peek_name();
        match sign {
            ')' => self.fault_here("`)` without a `(`", "take it away, or write `(` before it"),
            ',' | ';' | '&' => self.fault_here(
                format!("`{sign}` does not join conditions"),
                "write ` and `, or ` or `",
            ),
            '|' => self.fault_here(
                "`|` does not join conditions",
                "write ` or ` with the field again: `kind=day or kind=night`",
            ),
            '(' if !name.is_empty() => {
                self.fault_here("a `(` behind a name", "write ` and ` or ` or ` between them")
            }
            _ if self.bare.is_some() => {
                let (field, start) = self.bare.clone().unwrap_or_default();
                let end = self.text[start..]
                    .find([')', '=', '<', '>'])
                    .map_or(self.text.len(), |n| start + n);
                let value = self.text[start..end].trim_end();
                self.fault(start..start + value.len(), format!("`{value}` is more than one word"), format!(
                    "put a value of several words into quotes, `{field}='{value}'`, and ` and ` or ` or ` between conditions"
                ))
            }
            _ => {
                let what = if name.is_empty() { sign.to_string() } else { name.to_owned() };
                self.fault_here(format!("`{what}` is not joined to what stands before it"), "write ` and ` or ` or ` between conditions, `+`, `-`, `*` or `/` between numbers")
            }
        }
    }

    /// What was read at `at`, as a condition.
    fn condition(&self, read: Read, at: Range<usize>) -> Result<Condition, ExpressionFault> {
        match read {
            Read::Condition(condition) => Ok(condition),
            Read::Sum(Sum::Field(name)) => Ok(Condition::Filled(name)),
            Read::Sum(_) => {
                let text = self.text[at.clone()].trim_end();
                let at = at.start..at.start + text.len();
                self.fault(
                    at,
                    format!("`{text}` is a number, not a condition"),
                    format!("compare it: `{text} > 0`"),
                )
            }
        }
    }

    /// As [`Reader::condition`], as a number.
    fn sum(&self, read: Read, at: Range<usize>) -> Result<Sum, ExpressionFault> {
        match read {
            Read::Sum(sum) => Ok(sum),
            Read::Condition(_) => {
                let text = self.text[at.clone()].trim_end();
                let at = at.start..at.start + text.len();
                self.fault(at, format!("`{text}` is a condition where a number is wanted"), "write fields and numbers with `+`, `-`, `*` and `/`; conditions go into `data-if`")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The part that is meant, and what is said of it.
    fn told(text: &str) -> (String, String) {
        let fault = read_condition(text).unwrap_err();
        (text[fault.at].to_owned(), format!("{}; {}", fault.message, fault.help))
    }

    #[test]
    fn slips_are_told_with_what_to_write() {
        for (text, part, says) in [
            ("kind=night, cost=1", ",", "write ` and `"),
            ("kind=night;cost=1", ";", "write ` and `"),
            ("kind=night|day", "|", "kind=day or kind=night"),
            ("kind=night sky", "night sky", "`kind='night sky'`"),
            ("water==", "water==", "`!water`"),
            ("a storm", "storm", "not joined"),
            ("cost=>3", "=>", "write `>=`"),
            ("cost<>3", "<>", "write `!=`"),
            ("kind is night", "is", "write `=`"),
            ("(kind=night", "(", "not closed"),
            ("kind=night)", ")", "without a `(`"),
            ("kind='night", "'night", "not closed"),
            ("{{kind}}=night", "{", "without braces"),
            ("'night'=kind", "'", "field first"),
            ("1<cost<3", "1<cost<", "cost>1 and cost<5"),
            ("cost - 1", "cost - 1", "`cost - 1 > 0`"),
            ("cost and", "and", "missing at the end"),
            ("or cost", "or", "`or` where a field is wanted"),
            ("", "", "nothing in it"),
            ("(a=b) + 1 > 2", "(a=b)", "is a condition"),
        ] {
            let (marked, message) = told(text);
            assert!(message.contains(says), "{text}: {message}");
            assert_eq!(marked, part, "{text}");
        }
    }

    #[test]
    fn expressions_are_bounded() {
        let deep = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
        assert!(read_condition(&deep).unwrap_err().message.contains("in one another"));
        assert!(read_condition(&"!".repeat(100_000)).is_err());
        assert!(read_sum(&"-".repeat(100_000)).is_err());
        let long = vec!["a"; 100_000].join("+");
        assert!(read_sum(&long).unwrap_err().message.contains("more than 200"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_told_where(text in "[a-c0-9 ()=<>!~&|'\"+*/%.,éß−≥-]{0,40}") {
            for fault in [read_condition(&text).err(), read_sum(&text).err()].into_iter().flatten() {
                prop_assert!(text.get(fault.at.clone()).is_some(), "{:?}", fault.at);
            }
        }
    }
}
