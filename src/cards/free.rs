//! Reads `[free-by-design]` of `game.toml`: values that no rule or example fixes, each with the reason. A table or a script
//! comes in; [`FreeByDesign`] patterns go out. Called by `game` and `pack`; the command `mutate` and `check` look values up in
//! them.
//!
//! ```toml
//! [free-by-design]
//! "gear.*.cost" = "our own design: any cost plays"   # deck, card, keys; `*` is any one of them
//! "rules.snitch" = "a house rule"                    # and everything below it
//! "!gear.plans-caches" = "the rulebook names it"      # but for this
//! ```
//!
//! A line of a script says it itself, behind `# free:`.

use super::value::TomlTable;
use crate::source::{Code, Diagnostic, Diagnostics, FileId, Span};

/// A pattern of values that may change without a check noticing; or, with a `!` before it, of values that may
/// not, whatever other patterns say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FreeByDesign {
    pub pattern: String,
    pub span: Span,
    pub reason: String,
}

impl FreeByDesign {
    /// Whether it covers the value at a path, or one above it.
    pub fn covers(&self, path: &[String]) -> bool {
        let mut keys = self.pattern.trim_start_matches('!').split('.');
        let mut path = path.iter();
        keys.all(|key| path.next().is_some_and(|name| key == "*" || key == name))
    }

    /// Whether it takes values out of what is free.
    pub fn is_except(&self) -> bool {
        self.pattern.starts_with('!')
    }

    /// The first of the patterns that lets the value at a path be changed.
    pub fn covering<'f>(free: &'f [FreeByDesign], path: &[String]) -> Option<&'f FreeByDesign> {
        let mut covering = free.iter().filter(|f| f.covers(path));
        let first = covering.clone().next();
        first.filter(|_| !covering.any(FreeByDesign::is_except))
    }

    /// Lines of a script that end with `# free: the reason`.
    pub(super) fn of_script(file: FileId, text: &str, faults: &mut Diagnostics) -> Vec<Self> {
        const FREE: &str = "# free:";
        let mut free = Vec::new();
        let mut start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            if let Some(at) = line.find(FREE) {
                let reason = line[at + FREE.len()..].trim();
                let span = Span::new(file, start + at..start + line.trim_end().len());
                if reason.is_empty() {
                    let message = "this line is free by design, but without a reason";
                    faults.error(
                        Code::NoReason,
                        span,
                        message,
                        "write behind `# free:` why no rule fixes it",
                    );
                }
                free.push(FreeByDesign {
                    pattern: format!("script.{}", number + 1),
                    span,
                    reason: reason.to_owned(),
                });
            }
            start += line.len();
        }
        free
    }

    pub(super) fn read(table: &TomlTable, faults: &mut Diagnostics) -> Vec<Self> {
        let mut free = Vec::new();
        for (key, reason) in &table.entries {
            let pattern = key.name.clone();
            let (fault, at) = match reason.as_str() {
                Some(why) if !why.trim().is_empty() => {
                    free.push(FreeByDesign { pattern, span: key.span, reason: why.to_owned() });
                    continue;
                }
                Some(_) => {
                    let message = format!("`{pattern}` is free by design, but without a reason");
                    let fault = Diagnostic::error(Code::NoReason, message)
                        .help("write in quotes why no rule fixes it");
                    (fault, reason.span)
                }
                None => {
                    let message = format!("`{pattern}` of [free-by-design] is {}", reason.kind());
                    let fault = Diagnostic::error(Code::WrongType, message).help(
                        "write the whole pattern in quotes: `\"spells.*.cost\" = \"the reason\"`",
                    );
                    (fault, key.span)
                }
            };
            faults.push(fault.at(at));
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::parse_toml;
    use crate::source::Files;

    fn read(text: &str) -> (Vec<FreeByDesign>, Vec<String>) {
        let mut faults = Diagnostics::new();
        let file = Files::new().add("t.toml", text);
        let table = parse_toml(file, text, &mut faults).unwrap();
        let free = FreeByDesign::read(&table, &mut faults);
        let told = faults.iter().map(|f| f.message.clone()).collect();
        (free, told)
    }

    #[test]
    fn a_pattern_covers_a_value_and_all_below_it() {
        let (free, _) = read("\"gear.*.cost\" = \"ours\"");
        let covers = |path: &str| {
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            free[0].covers(&path)
        };
        assert!(covers("gear.rope.cost"));
        assert!(covers("gear.rope.cost.amount"));
        assert!(!covers("gear.rope"));
        assert!(!covers("gear.rope.copies"));
        assert!(!covers("thieves.rope.cost"));
    }

    #[test]
    fn what_is_taken_out_is_not_free_in_whatever_order_it_stands() {
        let of = |text: &str, path: &str| {
            let (free, _) = read(text);
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            FreeByDesign::covering(&free, &path).map(|f| f.reason.clone())
        };
        let (free, except) = ("\"gear.*.cost\" = \"ours\"\n", "\"!gear.rope\" = \"R7\"\n");
        for text in [format!("{free}{except}"), format!("{except}{free}")] {
            assert_eq!(of(&text, "gear.rope.cost"), None);
            assert_eq!(of(&text, "gear.hook.cost"), Some("ours".to_owned()));
            assert_eq!(of(&text, "gear.rope.copies"), None);
        }
    }

    #[test]
    fn a_reason_is_required_and_the_pattern_stands_in_quotes() {
        let (free, told) = read("\"gear.*\" = \" \"\ngear.rope = \"ours\"\n");
        assert!(free.is_empty());
        assert_eq!(
            told,
            [
                "`gear.*` is free by design, but without a reason",
                "`gear` of [free-by-design] is a table",
            ]
        );
    }
}
