//! Parses the sums and conditions of a template by recursive descent. Text comes in; an expression, or a fault with its place and
//! what to write instead, goes out. Called by the compiler and by `fill`.

use std::ops::Range;

use super::evaluate::{Condition, FieldName, Relation, Sum, SumOperator, Word, WordMatch};
use super::number::Number;
use super::signs::{Compare, RELATIONS, WORDY, in_name};
use crate::source::Fault;

/// Parentheses, signs and `not` in one another.
const MOST_NESTED: usize = 32;

/// Fields, numbers and words of one expression.
const MOST_PARTS: usize = 200;

/// Reads a condition: `cost>3 and not (kind=day or kind='night sky')`.
///
/// # Errors
/// What cannot be read.
pub fn read_condition(text: &str) -> Parsed<Condition> {
    let mut reader = Reader::new(text);
    let read = reader.whole()?;
    reader.condition(read)
}

/// Reads a sum: `(cost + 1) * 2`.
///
/// # Errors
/// What cannot be read.
pub fn read_sum(text: &str) -> Parsed<Sum> {
    let mut reader = Reader::new(text);
    let read = reader.whole()?;
    reader.sum(read)
}

/// What was read, or a fault at its bytes of the expression.
type Parsed<T> = Result<T, Fault>;

/// What was read: whether it is meant as a number or as a condition is only known when the next sign is seen.
enum Read {
    Sum(Sum),
    Condition(Condition),
}

/// What was read, and its bytes.
type Placed = (Read, Range<usize>);

/// Reads a part of an expression.
type ReadPart<'a> = fn(&mut Reader<'a>) -> Parsed<Read>;

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
    ) -> Parsed<T> {
        Err(Fault::new(message, help).at(at))
    }

    /// As [`Reader::fault`], at the next sign.
    fn fault_here<T>(&mut self, message: impl Into<String>, help: impl Into<String>) -> Parsed<T> {
        let at = self.next();
        let length = match self.peek_name().len() {
            0 => self.rest().chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        self.fault(at..at + length, message, help)
    }

    fn part(&mut self) -> Parsed<()> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return self.fault_here(
                format!("more than {MOST_PARTS} fields and numbers in one expression"),
                "write a shorter one, or give the cards a key that says it",
            );
        }
        Ok(())
    }

    /// A part that stands in parentheses or behind a sign.
    fn deeper(&mut self, part: ReadPart<'a>) -> Parsed<Placed> {
        if self.depth == MOST_NESTED {
            return self.fault_here(
                format!("more than {MOST_NESTED} parentheses or signs in one another"),
                "write it more simply",
            );
        }
        self.depth += 1;
        let read = self.placed(part);
        self.depth -= 1;
        read
    }

    /// A part with its bytes, without the blanks around it.
    fn placed(&mut self, part: ReadPart<'a>) -> Parsed<Placed> {
        let start = self.next();
        let read = part(self)?;
        Ok((read, start..start + self.text[start..self.at].trim_end().len()))
    }

    /// The expression up to the end of the text.
    fn whole(&mut self) -> Parsed<Placed> {
        let read = self.placed(Self::any)?;
        self.unexpected()?;
        Ok(read)
    }

    /// Parts joined by `or`.
    fn any(&mut self) -> Parsed<Read> {
        self.joined("||", "or", Self::all, Condition::Any)
    }

    /// Parts joined by `and`, which binds tighter.
    fn all(&mut self) -> Parsed<Read> {
        self.joined("&&", "and", Self::negated, Condition::All)
    }

    fn joined(
        &mut self,
        mark: &str,
        word: &str,
        part: ReadPart<'a>,
        join: fn(Vec<Condition>) -> Condition,
    ) -> Parsed<Read> {
        let mut last = self.placed(part)?;
        let mut parts = Vec::new();
        while self.take(mark) || self.take_word(word) {
            parts.push(self.condition(last)?);
            last = self.placed(part)?;
        }
        if parts.is_empty() {
            return Ok(last.0);
        }
        parts.push(self.condition(last)?);
        Ok(Read::Condition(join(parts)))
    }

    fn negated(&mut self) -> Parsed<Read> {
        let mark = self.rest().starts_with('!') && !self.rest().starts_with("!=");
        if (mark && self.take("!")) || self.take_word("not") {
            let inner = self.deeper(Self::negated)?;
            return Ok(Read::Condition(Condition::Not(Box::new(self.condition(inner)?))));
        }
        self.compared()
    }

    fn compared(&mut self) -> Parsed<Read> {
        let left = self.placed(Self::added)?;
        let start = left.1.start;
        let Some(compare) = self.relation()? else {
            self.refuse_wordy()?;
            return Ok(left.0);
        };
        let read = match (self.sum(left)?, compare) {
            (Sum::Field(field), Compare::Words(how)) => self.word(field, how)?,
            (Sum::Field(field), Compare::By(Relation::Equal)) => self.word(field, WordMatch::Is)?,
            (Sum::Field(field), Compare::By(Relation::Unequal)) => {
                Condition::Not(Box::new(self.word(field, WordMatch::Is)?))
            }
            (_, Compare::Words(_)) => {
                return self.fault(
                    start..self.at,
                    "only a field has words, and this is a sum",
                    "write `field~=word` or `field starts with word`",
                );
            }
            (left, Compare::By(relation)) => {
                let right = self.placed(Self::added)?;
                Condition::Number(left, relation, self.sum(right)?)
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

    fn relation(&mut self) -> Parsed<Option<Compare>> {
        let start = self.next();
        for (mark, compare) in RELATIONS {
            if self.take(mark) {
                return compare.map(Some).or_else(|right| {
                    self.fault(
                        start..self.at,
                        format!("`{mark}` is no comparison"),
                        format!("write `{right}`"),
                    )
                });
            }
        }
        if !self.take_word("starts") {
            return Ok(None);
        }
        if !self.take_word("with") {
            return self.fault(start..self.at, "`starts` wants `with`", "write `starts with`");
        }
        Ok(Some(Compare::Words(WordMatch::Starts)))
    }

    /// Reports a comparison in a word of another language.
    fn refuse_wordy(&mut self) -> Parsed<()> {
        let word = self.peek_name();
        match WORDY.iter().find(|(wordy, _)| word.eq_ignore_ascii_case(wordy)) {
            None => Ok(()),
            Some((_, mark)) => self.fault_here(
                format!("`{word}` is no comparison"),
                format!("write `{mark}`, as in `field{mark}value`"),
            ),
        }
    }

    /// The word that `field` is compared with.
    fn word(&mut self, field: FieldName, how: WordMatch) -> Parsed<Condition> {
        const QUOTES: [(char, char); 5] =
            [('\'', '\''), ('"', '"'), ('‘', '’'), ('“', '”'), ('„', '“')];
        self.part()?;
        let at = self.next();
        let rest = self.rest();
        let quotes = QUOTES.iter().find(|(open, _)| rest.starts_with(*open));
        let word = if let Some((open, close)) = quotes {
            let inner = &rest[open.len_utf8()..];
            let Some(end) = inner.find(*close) else {
                return self.fault(
                    at..self.text.len(),
                    format!("{open} is not closed"),
                    format!("write {close} behind the word"),
                );
            };
            self.at += open.len_utf8() + end + close.len_utf8();
            self.bare = None;
            &inner[..end]
        } else {
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
            self.bare = Some((field.name.clone(), at));
            word
        };
        Ok(Condition::Word(Word { field, how, word: word.to_owned(), at, end: self.at }))
    }

    fn added(&mut self) -> Parsed<Read> {
        use SumOperator::{Minus, Plus};
        self.calculated(&[("+", Plus), ("-", Minus), ("−", Minus)], Self::multiplied)
    }

    fn multiplied(&mut self) -> Parsed<Read> {
        use SumOperator::{DividedBy, Remainder, Times};
        let marks =
            [("*", Times), ("×", Times), ("/", DividedBy), ("÷", DividedBy), ("%", Remainder)];
        self.calculated(&marks, Self::signed)
    }

    fn calculated(&mut self, marks: &[(&str, SumOperator)], part: ReadPart<'a>) -> Parsed<Read> {
        let mut left = self.placed(part)?;
        while let Some((_, operator)) = marks.iter().find(|(mark, _)| self.take(mark)) {
            let start = left.1.start;
            let a = Box::new(self.sum(left)?);
            let right = self.placed(part)?;
            let place = start..right.1.end;
            let b = Box::new(self.sum(right)?);
            left = (Read::Sum(Sum::Both(a, *operator, b)), place);
        }
        Ok(left.0)
    }

    fn signed(&mut self) -> Parsed<Read> {
        if self.take("-") || self.take("−") {
            let inner = self.deeper(Self::signed)?;
            return Ok(Read::Sum(Sum::Negative(Box::new(self.sum(inner)?))));
        }
        self.single()
    }

    /// A field, a number, or something in parentheses.
    fn single(&mut self) -> Parsed<Read> {
        self.part()?;
        self.bare = None;
        let at = self.next();
        if self.take("(") {
            let inner = self.deeper(Self::any)?;
            if !self.take(")") {
                self.unexpected()?;
                return self.fault(at..at + 1, "`(` is not closed", "write `)` behind it");
            }
            return Ok(inner.0);
        }
        let name = self.peek_name();
        if ["", "and", "or"].iter().any(|word| name.eq_ignore_ascii_case(word)) {
            return self.nothing();
        }
        self.at += name.len();
        let digits = name.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number = Number::parse(name).filter(|_| digits);
        let name = name.to_owned();
        Ok(Read::Sum(number.map_or_else(|| Sum::Field(FieldName { name, at }), Sum::Number)))
    }

    /// There is no field where one is wanted.
    fn nothing<T>(&mut self) -> Parsed<T> {
        let rest = self.rest();
        let help = "write the name of a field: `cost>3 and kind=night`";
        match rest.chars().next() {
            Some('\'' | '"' | '‘' | '“') => self.fault_here(
                "a word in quotes where a field is wanted",
                "write the field first: `kind='night sky'`",
            ),
            Some('{') => self.fault_here(
                "a placeholder in an expression",
                "write the bare name of the field, without braces",
            ),
            Some(sign) => {
                let what = self.next_word(sign);
                self.fault_here(format!("`{what}` where a field is wanted"), help)
            }
            None => {
                let end = self.text.len();
                let start = self.text.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
                let message = match self.text.trim() {
                    "" => "there is nothing in it",
                    _ => "something is missing at the end",
                };
                self.fault(start.min(end)..end, message, help)
            }
        }
    }

    /// The next name, or else `sign`.
    fn next_word(&mut self, sign: char) -> String {
        match self.peek_name() {
            "" => sign.to_string(),
            name => name.to_owned(),
        }
    }

    /// Requires the end of the text, or a closing parenthesis that is open.
    fn unexpected(&mut self) -> Parsed<()> {
        let Some(sign) = self.rest().chars().next() else {
            return Ok(());
        };
        match (sign, &self.bare) {
            (')', _) => {
                self.fault_here("`)` without a `(`", "take it away, or write `(` before it")
            }
            (',' | ';' | '&', _) => self.fault_here(
                format!("`{sign}` does not join conditions"),
                "write ` and `, or ` or `",
            ),
            ('|', _) => self.fault_here(
                "`|` does not join conditions",
                "write ` or ` with the field again: `kind=day or kind=night`",
            ),
            (_, Some((field, start))) => {
                let rest = &self.text[*start..];
                let value =
                    rest[..rest.find([')', '=', '<', '>']).unwrap_or(rest.len())].trim_end();
                let help = format!(
                    "put a value of several words into quotes, `{field}='{value}'`, and ` and ` or ` or ` between conditions"
                );
                self.fault(
                    *start..start + value.len(),
                    format!("`{value}` is more than one word"),
                    help,
                )
            }
            _ => {
                let what = self.next_word(sign);
                self.fault_here(
                    format!("`{what}` is not joined to what stands before it"),
                    "write ` and ` or ` or ` between conditions, `+`, `-`, `*` or `/` between numbers",
                )
            }
        }
    }

    /// What was read, as a condition.
    fn condition(&self, (read, at): Placed) -> Parsed<Condition> {
        match read {
            Read::Condition(condition) => Ok(condition),
            Read::Sum(Sum::Field(name)) => Ok(Condition::Filled(name)),
            Read::Sum(_) => {
                let text = &self.text[at.clone()];
                self.fault(
                    at,
                    format!("`{text}` is a number, not a condition"),
                    format!("compare it: `{text} > 0`"),
                )
            }
        }
    }

    /// What was read, as a number.
    fn sum(&self, (read, at): Placed) -> Parsed<Sum> {
        match read {
            Read::Sum(sum) => Ok(sum),
            Read::Condition(_) => self.fault(
                at.clone(),
                format!("`{}` is a condition where a number is wanted", &self.text[at]),
                "write fields and numbers with `+`, `-`, `*` and `/`; conditions go into `data-if`",
            ),
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
        (text[fault.range.unwrap()].to_owned(), format!("{}; {}", fault.message, fault.help))
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
                let at = fault.range.unwrap();
                prop_assert!(text.get(at.clone()).is_some(), "{at:?}");
            }
        }
    }
}
