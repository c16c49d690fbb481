//! The table of standard papers, one row each. A name comes in from the command line, a size goes out; `fit` suggests other
//! papers from it.

use std::fmt;

use super::choice::{plain, unknown};
use super::{Size, show_mm};

/// A paper, standing upright when it comes from the table. The grid decides on its orientation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paper {
    /// `None` for a size of one's own.
    pub name: Option<&'static str>,
    pub size: Size,
}

/// Every paper known by name, from small to large.
pub const PAPERS: &[Paper] = &[
    paper("a6", 105.0, 148.0),
    paper("a5", 148.0, 210.0),
    paper("letter", 215.9, 279.4),
    paper("a4", 210.0, 297.0),
    paper("legal", 215.9, 355.6),
    paper("tabloid", 279.4, 431.8),
    paper("a3", 297.0, 420.0),
];

const fn paper(name: &'static str, width: f64, height: f64) -> Paper {
    Paper { name: Some(name), size: Size::new(width, height) }
}

impl Paper {
    /// Whether it is of the American system; what has no name is taken for ISO.
    pub(super) fn is_american(&self) -> bool {
        matches!(self.name, Some("letter" | "legal" | "tabloid"))
    }

    /// The paper of that name.
    pub fn find(name: &str) -> Option<Paper> {
        let word = plain(name);
        PAPERS.iter().copied().find(|p| p.name == Some(&word))
    }

    /// A name of the table, or width x height.
    pub fn parse(text: &str) -> Result<Paper, String> {
        Paper::find(text).or_else(|| text.parse().ok().map(Paper::from_size)).ok_or_else(|| {
            let known: Vec<String> = PAPERS.iter().map(Paper::to_string).collect();
            let hint = format!("use {}, or width x height, as in 210 x 297", known.join(", "));
            unknown(text, "a paper", &hint)
        })
    }

    /// The paper of that size, with its name if it has one, whichever way it lies.
    pub fn from_size(size: Size) -> Paper {
        let known = PAPERS.iter().find(|p| p.size.same_as(size) || p.size.same_as(size.turned()));
        let name = known.and_then(|p| p.name);
        Paper { name, size }
    }

    /// The shortest text that is read as this paper: `a4`, `200x300`.
    pub fn word(&self) -> String {
        let own = || format!("{}x{}", show_mm(self.size.width), show_mm(self.size.height));
        self.name.map_or_else(own, str::to_owned)
    }
}

impl fmt::Display for Paper {
    /// `a4 (210 x 297 mm)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => write!(f, "{name} ({})", self.size),
            None => self.size.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_paper_is_found_by_its_name_and_stands_upright() {
        for paper in PAPERS {
            let name = paper.name.unwrap();
            assert_eq!(Paper::parse(&name.to_uppercase()).as_ref(), Ok(paper), "{name}");
            assert!(!paper.size.is_landscape(), "{name}");
            assert_eq!(Paper::from_size(paper.size.turned()).name, Some(name));
        }
    }

    #[test]
    fn the_table_goes_from_small_to_large() {
        // Suggestions take the first paper that is large enough.
        let area = |p: &Paper| p.size.width * p.size.height;
        assert!(PAPERS.is_sorted_by_key(|p| area(p) as i64));
    }

    #[test]
    fn a_paper_of_ones_own_is_written_in_millimetres_or_inches() {
        let own = Paper::parse("200 x 300").unwrap();
        assert_eq!((own.name, own.size), (None, Size::new(200.0, 300.0)));
        assert_eq!(Paper::parse("8.5in x 11in").unwrap().name, Some("letter"));
    }

    #[test]
    fn an_unknown_paper_is_answered_with_the_known_ones() {
        let error = Paper::parse("a11").unwrap_err();
        assert!(error.starts_with("`a11` is not a paper: use a6"), "{error}");
        assert!(error.contains("letter (215.9 x 279.4 mm)"), "{error}");
    }
}
