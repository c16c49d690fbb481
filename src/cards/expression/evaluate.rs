//! Evaluates the sums and conditions of a template for a card: `(cost + 1) * 2`, `cost>3 or kind='night sky'`. [`super::reader`]
//! parses them; placeholders, `data-if` and `data-repeat` evaluate them.

use super::super::face::Face;
use super::number::Number;

/// A number that is worked out from fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sum {
    Number(Number),
    Field(FieldName),
    Negative(Box<Sum>),
    Both(Box<Sum>, SumOperator, Box<Sum>),
}

/// The name of a field, and the byte of the expression at which it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldName {
    pub name: String,
    pub at: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SumOperator {
    Plus,
    Minus,
    Times,
    DividedBy,
    Remainder,
}

/// What holds for a card or does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The field has words.
    Filled(FieldName),
    /// The field compared with a word.
    Word(Word),
    Number(Sum, Relation, Sum),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// A field, and the word that it is compared with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    pub field: FieldName,
    pub how: WordMatch,
    pub word: String,
    /// The bytes of the expression at which the word stands, with its quotes.
    pub at: usize,
    pub end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordMatch {
    /// `=`
    Is,
    /// One of the field's words is enough: `~=`.
    Has,
    /// `starts with`
    Starts,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

/// Why an expression cannot be worked out for a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueFault {
    /// The field whose value is to blame.
    pub field: Option<String>,
    pub message: String,
    pub help: String,
}

impl Sum {
    /// Its value for a card; `None` when a field in it is empty.
    ///
    /// # Errors
    /// A word where a number is wanted, a division by zero, a number that is too large.
    pub fn value(&self, face: &Face) -> Result<Option<Number>, ValueFault> {
        match self {
            Sum::Number(number) => Ok(Some(*number)),
            Sum::Field(FieldName { name, .. }) => {
                let text = face.text(name);
                if text.trim().is_empty() {
                    return Ok(None);
                }
                let number = Number::parse(text).ok_or_else(|| ValueFault {
                    field: Some(name.clone()),
                    message: format!("`{name}` is `{text}` where a number is wanted"),
                    help: "write a number such as 3 or 0.5, or keep this card out with `data-if`"
                        .into(),
                })?;
                Ok(Some(number))
            }
            Sum::Negative(sum) => {
                sum.value(face)?.map(|n| self.known(Number::ZERO.subtract(n))).transpose()
            }
            Sum::Both(left, operator, right) => {
                let (Some(a), Some(b)) = (left.value(face)?, right.value(face)?) else {
                    return Ok(None);
                };
                let value = match operator {
                    SumOperator::Plus => a.add(b),
                    SumOperator::Minus => a.subtract(b),
                    SumOperator::Times => a.multiply(b),
                    SumOperator::DividedBy | SumOperator::Remainder if b == Number::ZERO => {
                        let field = right.names().first().map(|n| n.name.clone());
                        let by = match right.as_ref() {
                            Sum::Field(name) => format!("`{}`, which is 0", name.name),
                            _ => "a sum that is 0".to_owned(),
                        };
                        return Err(ValueFault {
                            field,
                            message: format!("a division by {by}"),
                            help: "write another number, or keep this card out with `data-if`"
                                .into(),
                        });
                    }
                    SumOperator::DividedBy => a.divide(b),
                    SumOperator::Remainder => a.remainder(b),
                };
                self.known(value).map(Some)
            }
        }
    }

    fn known(&self, value: Option<Number>) -> Result<Number, ValueFault> {
        value.ok_or_else(|| ValueFault {
            field: self.names().first().map(|n| n.name.clone()),
            message: "a sum that comes to more than 1,000,000,000,000".into(),
            help: "write smaller numbers".into(),
        })
    }

    /// The fields in it, in their order.
    pub fn names(&self) -> Vec<&FieldName> {
        match self {
            Sum::Number(_) => Vec::new(),
            Sum::Field(name) => vec![name],
            Sum::Negative(sum) => sum.names(),
            Sum::Both(left, _, right) => [left.names(), right.names()].concat(),
        }
    }
}

impl Relation {
    fn holds(self, left: Number, right: Number) -> bool {
        match self {
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::AtLeast => left >= right,
            Relation::More => left > right,
        }
    }
}

impl Word {
    /// Whether this is so of a field's value.
    pub fn holds(&self, value: &str) -> bool {
        match self.how {
            WordMatch::Is => self.is(value),
            WordMatch::Has => value.split_whitespace().any(|word| self.is(word)),
            WordMatch::Starts => value.starts_with(&self.word),
        }
    }

    /// Numbers are equal however they are written: `3` is `3.0`; and `TRUE` in a sheet is `true`.
    fn is(&self, value: &str) -> bool {
        let same = || Some(Number::parse(value)? == Number::parse(&self.word)?);
        let is_truth = ["true", "false"].iter().any(|truth| truth.eq_ignore_ascii_case(value));
        value == self.word
            || is_truth && value.eq_ignore_ascii_case(&self.word)
            || same().unwrap_or(false)
    }
}

impl Condition {
    /// Whether it holds for a card that is printed with this `ink`. Evaluation stops as soon as the result is known.
    ///
    /// # Errors
    /// As [`Sum::value`].
    pub fn holds(&self, face: &Face, ink: &str) -> Result<bool, ValueFault> {
        let text = |name: &FieldName| match name.name.as_str() {
            "ink" => ink.to_owned(),
            field => face.text(field).to_owned(),
        };
        match self {
            Condition::Filled(name) => Ok(!text(name).is_empty()),
            Condition::Word(word) => Ok(word.holds(&text(&word.field))),
            Condition::Number(left, relation, right) => {
                let (left, right) = (left.value(face)?, right.value(face)?);
                Ok(left.zip(right).is_some_and(|(a, b)| relation.holds(a, b)))
            }
            Condition::Not(inner) => inner.holds(face, ink).map(|holds| !holds),
            Condition::All(parts) | Condition::Any(parts) => {
                // The first that is not as it must be for all, or for none, decides.
                let usual = Ok(matches!(self, Condition::All(_)));
                let mut each = parts.iter().map(|part| part.holds(face, ink));
                each.find(|holds| *holds != usual).unwrap_or(usual)
            }
        }
    }

    /// What it joins by `not`, `and` and `or`.
    fn single(&self) -> Vec<&Condition> {
        match self {
            Condition::Not(inner) => inner.single(),
            Condition::All(parts) | Condition::Any(parts) => {
                parts.iter().flat_map(Condition::single).collect()
            }
            single => vec![single],
        }
    }

    /// The fields that it asks for, `ink` left out.
    pub fn names(&self) -> Vec<&FieldName> {
        let mut names = Vec::new();
        for single in self.single() {
            match single {
                Condition::Filled(name) => names.push(name),
                Condition::Word(word) => names.push(&word.field),
                Condition::Number(left, _, right) => {
                    names.extend(left.names().into_iter().chain(right.names()));
                }
                _ => {}
            }
        }
        names.retain(|name| name.name != "ink");
        names
    }

    /// The fields that are asked for without a comparison.
    pub fn flags(&self) -> impl Iterator<Item = &FieldName> {
        self.single().into_iter().filter_map(|single| match single {
            Condition::Filled(name) => Some(name),
            _ => None,
        })
    }

    /// The words that fields are compared with.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.single().into_iter().filter_map(|single| match single {
            Condition::Word(word) => Some(word),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::reader::{read_condition, read_sum};
    use super::*;

    fn face() -> Face {
        let mut face = Face::default();
        for (name, text) in [
            ("kinds", "first-turn aggressive"),
            ("kind", "night sky"),
            ("cost", "3"),
            ("price", "3.0"),
            ("max-hp", "12"),
            ("none", "0"),
            ("word", "X"),
            ("goal", ""),
        ] {
            face.set(name, text, None);
        }
        face
    }

    fn holds(condition: &str) -> bool {
        read_condition(condition).unwrap().holds(&face(), "low").unwrap()
    }

    fn sum(text: &str) -> Result<String, String> {
        let value = read_sum(text).unwrap().value(&face());
        let value = value.map_err(|fault| fault.message)?;
        Ok(value.map_or_else(String::new, |n| n.to_string()))
    }

    #[test]
    fn every_kind_of_condition() {
        assert!(holds("kinds") && !holds("!kinds"));
        assert!(!holds("goal") && holds("!goal") && holds("!unknown"));
        assert!(holds("kinds~=aggressive") && !holds("kinds~=aggress"));
        assert!(holds("ink=low") && holds("ink!=full"));
        assert!(holds("kind='night sky'") && holds("kind == \"night sky\""));
        assert!(holds("cost=3") && holds("cost = 3.0") && holds("price=3") && !holds("cost=30"));
        assert!(holds("cost>2") && holds("cost >= 3") && !holds("cost<3") && holds("cost≤3"));
        assert!(!holds("goal>2") && !holds("goal<2"), "empty is no number");
        assert!(holds("max-hp - cost = 9") && holds("max-hp > cost*3"));
    }

    #[test]
    fn and_binds_tighter_than_or() {
        assert!(holds("cost or goal and goal"));
        assert!(!holds("(cost or goal) and goal"));
        assert!(holds("not goal and cost") && !holds("not (goal or cost)"));
        assert!(holds("!(goal and cost)") && holds("NOT goal AND cost OR goal"));
        assert!(holds("cost=3 && kinds || goal"));
    }

    #[test]
    fn what_decides_nothing_is_not_asked() {
        assert!(!holds("word!=X and word>3") && holds("word=X or word>3"));
        let fault = read_condition("word>3").unwrap().holds(&face(), "full");
        assert_eq!(fault.unwrap_err().field.as_deref(), Some("word"));
    }

    #[test]
    fn sums_are_worked_out() {
        for (text, value) in [
            ("cost+1", "4"),
            ("(cost+max-hp)*2", "30"),
            ("max-hp - cost - 1", "8"),
            ("max-hp -1", "11"),
            ("-cost + 10 / 4", "-0.5"),
            ("cost × 2 ÷ 4", "1.5"),
            ("max-hp % 5", "2"),
            ("0.1 + 0.2", "0.3"),
            ("goal + 1", ""),
        ] {
            assert_eq!(sum(text).as_deref(), Ok(value), "{text}");
        }
        assert_eq!(sum("1/none").unwrap_err(), "a division by `none`, which is 0");
        assert_eq!(sum("word+1").unwrap_err(), "`word` is `X` where a number is wanted");
    }
}
