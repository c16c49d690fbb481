//! The name of a printer, and of one of its trays, as a user types it: `canon/rear`. Text comes in; a checked [`PrinterName`]
//! goes out. Called by the commands `print` and `printer`.

use std::fmt;
use std::str::FromStr;

/// Letters of a name.
const LONGEST: usize = 40;

/// `canon`, or `canon/rear`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrinterName {
    pub printer: String,
    /// Empty for the default tray.
    pub tray: String,
}

impl FromStr for PrinterName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_name =
            |word: &str| !word.is_empty() && word.len() <= LONGEST && word.chars().all(plain);
        let (printer, tray) = match text.split_once('/') {
            Some((printer, tray)) => (printer, Some(tray)),
            None => (text, None),
        };
        if !is_name(printer) || !tray.is_none_or(is_name) {
            return Err(format!(
                "name a printer, or a printer and its tray, in letters, digits, - and _, {LONGEST} at most: canon, canon/rear"
            ));
        }
        // On many disks, names that differ only in capitals are one.
        Ok(PrinterName {
            printer: printer.to_lowercase(),
            tray: tray.unwrap_or_default().to_lowercase(),
        })
    }
}

impl PrinterName {
    /// Another tray of the same printer.
    #[must_use]
    pub fn with_tray(&self, tray: &str) -> PrinterName {
        PrinterName {
            printer: self.printer.clone(),
            tray: tray.to_owned(),
        }
    }

    /// As a part of a file's name: `canon-rear`.
    pub fn for_file(&self) -> String {
        self.to_string().replace('/', "-")
    }
}

impl fmt::Display for PrinterName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tray.as_str() {
            "" => f.write_str(&self.printer),
            tray => write!(f, "{}/{tray}", self.printer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        let name = |text: &str| text.parse::<PrinterName>();
        assert_eq!(name("Canon/Rear").unwrap().to_string(), "canon/rear");
        assert_eq!(name("canon").unwrap().tray, "");
        for wrong in ["", "/", "a/", "/a", "../x", "a/b/c", "a b", "ä"] {
            assert!(name(wrong).is_err(), "{wrong}");
        }
    }
}
