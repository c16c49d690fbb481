//! Finds the clauses of a game's rules, which scenarios and rulings cite. The text of `rules.md` comes in; names such as `R7`
//! go out. Called by the checks of `check`.

use super::pack::Pack;
use crate::source::Files;

/// Kinds of clauses that can be cited: rules, examples, rulings.
const KINDS: [char; 3] = ['R', 'E', 'G'];

impl Pack {
    /// The clauses of `rules.md` in its order, each written there as `**R7**`; none without the file.
    pub fn clauses(&self, files: &mut Files) -> Vec<String> {
        let Ok((_, text)) = self.folder.text("rules.md", files) else {
            return Vec::new();
        };
        let mut clauses: Vec<String> = Vec::new();
        for word in text.split("**").filter(|word| is_clause(word)) {
            if !clauses.iter().any(|c| c == word) {
                clauses.push(word.to_owned());
            }
        }
        clauses
    }
}

/// "R7", "E12", "G3".
pub fn is_clause(word: &str) -> bool {
    let Some(number) = word.strip_prefix(KINDS) else {
        return false;
    };
    !number.is_empty() && number.chars().all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_a_letter_and_a_number() {
        for word in ["R7", "E12", "G3"] {
            assert!(is_clause(word), "{word}");
        }
        for word in ["R", "I7", "R7b", "Admiral", ""] {
            assert!(!is_clause(word), "{word}");
        }
    }
}
