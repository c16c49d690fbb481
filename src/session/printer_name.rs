//! What a user calls a printer and one of its trays.

use std::fmt;
use std::str::FromStr;

/// Letters of a name.
const LONGEST: usize = 40;

/// `canon`, or `canon/rear`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrinterName {
    pub printer: String,
    /// Empty for the one that goes without saying.
    pub tray: String,
}

impl FromStr for PrinterName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (printer, tray) = match text.split_once('/') {
            Some((printer, tray)) if !tray.is_empty() => (printer, tray),
            Some(_) => return Err("a tray stands behind the `/`, as in canon/rear".into()),
            None => (text, ""),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        for word in [printer, tray] {
            if word.len() > LONGEST || !word.chars().all(plain) {
                return Err(format!(
                    "a printer and its tray are named in letters, digits, - and _, {LONGEST} at most, as in canon or canon/rear"
                ));
            }
        }
        if printer.is_empty() {
            return Err("the name of a printer stands before the `/`, as in canon/rear".into());
        }
        // On many disks, names that differ only in capitals are one.
        let [printer, tray] = [printer, tray].map(str::to_lowercase);
        Ok(PrinterName { printer, tray })
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
