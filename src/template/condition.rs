//! `data-if`: whether an element is shown.

use crate::cards::Face;

use super::ink::Ink;

/// One condition of a `data-if`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    pub field: String,
    test: Test,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Test {
    Filled,
    Empty,
    Is(String),
    IsNot(String),
    Has(String),
}

impl Condition {
    /// Reads `a and !b and c=x and d!=y and e~=word`.
    pub fn parse_all(text: &str) -> Result<Vec<Condition>, String> {
        text.split(" and ")
            .map(|part| Self::parse(part.trim()))
            .collect()
    }

    fn parse(text: &str) -> Result<Condition, String> {
        let (field, test) = if let Some((field, value)) = text.split_once("!=") {
            (field, Test::IsNot(value.trim().into()))
        } else if let Some((field, value)) = text.split_once("~=") {
            (field, Test::Has(value.trim().into()))
        } else if let Some((field, value)) = text.split_once('=') {
            (field, Test::Is(value.trim().into()))
        } else if let Some(field) = text.strip_prefix('!') {
            (field, Test::Empty)
        } else {
            (text, Test::Filled)
        };
        let field = field.trim();
        let good = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if field.is_empty() || !field.chars().all(good) {
            return Err(format!("`{text}` is no condition"));
        }
        Ok(Condition {
            field: field.to_owned(),
            test,
        })
    }

    pub fn holds(&self, face: &Face, ink: Ink) -> bool {
        let value = match self.field.as_str() {
            "ink" => ink.name(),
            field => face.text(field),
        };
        match &self.test {
            Test::Filled => !value.is_empty(),
            Test::Empty => value.is_empty(),
            Test::Is(wanted) => value == wanted,
            Test::IsNot(wanted) => value != wanted,
            Test::Has(word) => value.split_whitespace().any(|w| w == word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(condition: &str) -> bool {
        let mut face = Face::default();
        face.set("kinds", "first-turn aggressive", None);
        face.set("cost", "", None);
        let conditions = Condition::parse_all(condition).unwrap();
        conditions.iter().all(|c| c.holds(&face, Ink::Low))
    }

    #[test]
    fn every_kind_of_condition() {
        assert!(holds("kinds") && !holds("!kinds"));
        assert!(!holds("cost") && holds("!cost") && holds("!unknown"));
        assert!(holds("kinds~=aggressive") && !holds("kinds~=aggress"));
        assert!(holds("ink=low") && holds("ink!=full"));
        assert!(holds("kinds and ink=low") && !holds("kinds and cost"));
        assert!(Condition::parse_all("a b").is_err());
    }
}
