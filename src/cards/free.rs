//! Reads `[free-by-design]` of `game.toml`: values that no rule or example fixes, each with the reason. The
//! command `mutate` and `check` look values up in them.
//!
//! ```toml
//! [free-by-design]
//! "gear.*.cost" = "our own design: any cost plays"   # deck, card, keys; `*` is any one of them
//! "rules.snitch" = "a house rule"                    # and everything below it
//! "!gear.plans-caches" = "the rulebook names it"      # but for this
//! ```
//!
//! A line of a script says it itself, behind `# free:`.

use super::read::reason_of;
use super::value::{Key, Value};
use crate::source::{Diagnostics, FileId, Span, error};

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
                    faults.push(error!(
                        NoReason,
                        span,
                        "this line is free by design, but without a reason",
                        "write behind `# free:` why no rule fixes it"
                    ));
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

    pub(super) fn read(entries: &[(Key, Value)], faults: &mut Diagnostics) -> Vec<Self> {
        let mut free = Vec::new();
        for entry in entries {
            let (Key { name, span }, value) = entry;
            if value.as_str().is_none() {
                faults.push(error!(
                    WrongType,
                    *span,
                    format!("`{name}` of [free-by-design] is {}", value.kind()),
                    "write the whole pattern in quotes: `\"spells.*.cost\" = \"the reason\"`"
                ));
                continue;
            }
            let reason = reason_of(entry, "write in quotes why no rule fixes it", faults);
            let pattern = name.clone();
            free.extend(reason.map(|reason| FreeByDesign { pattern, span: *span, reason }));
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
        let free = FreeByDesign::read(&table.entries, &mut faults);
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
        assert_eq!(told, ["`gear.*` is given no reason", "`gear` of [free-by-design] is a table",]);
    }
}
