//! Compares two readings of `rules.star`, function by function. Two texts come in; a list of [`ScriptChange`]s goes out.
//! Comments, empty lines and the order of functions do not count.

use super::comparison::Fate;
use super::difference::paired;
use super::edit::ValueChange;
use super::script_pieces::{ScriptSection, sections};
use super::words::differing;
use crate::source::counted;

/// A line of a script that only one side has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptLine {
    /// Whether it is the old side's.
    pub is_old: bool,
    /// Its number in its file, from 1.
    pub number: usize,
    pub text: String,
}

/// A function in which lines differ, or the code at the top of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptChange {
    /// Its name; `None` for code outside functions.
    pub function: Option<String>,
    /// Kept, new or gone.
    pub fate: Fate,
    /// As in a diff: of each place first the old lines, then the new ones.
    pub lines: Vec<ScriptLine>,
    /// How many lines were changed, one for another counted once.
    pub changed: usize,
}

impl ScriptChange {
    /// What it is called: `on_play`.
    pub fn name(&self) -> &str {
        self.function.as_deref().unwrap_or("top of the file")
    }

    /// "2 lines changed".
    pub fn describe(&self) -> String {
        let lines = counted(self.changed, "line");
        match self.fate {
            Fate::New => format!("new, {lines}"),
            Fate::Gone => format!("gone, {lines}"),
            _ => format!("{lines} changed"),
        }
    }

    /// The same in a few words: the old lines and the new ones.
    pub fn edit(&self) -> ValueChange {
        let side = |old: bool| {
            let lines: Vec<&str> = self
                .lines
                .iter()
                .filter(|line| line.is_old == old)
                .map(|line| line.text.trim())
                .collect();
            (!lines.is_empty()).then(|| lines.join(" "))
        };
        ValueChange::new(format!("rules.star, {}", self.name()), side(true), side(false))
    }
}

/// What differs, in the order of the new script; functions that are gone come last.
pub fn compare(old: &str, new: &str) -> Vec<ScriptChange> {
    let (old, new) = (sections(old), sections(new));
    let pairs = paired(&old, &new, |section| &section.function).into_iter();
    pairs.filter_map(|(function, was, is)| change(function, was, is)).collect()
}

fn change(
    function: &Option<String>,
    was: Option<&ScriptSection<'_>>,
    is: Option<&ScriptSection<'_>>,
) -> Option<ScriptChange> {
    let [old, new] = [was, is].map(|section| section.map_or_else(Vec::new, ScriptSection::code));
    let (mut lines, mut changed) = (Vec::new(), 0);
    let texts = |lines: &[(usize, String)]| lines.iter().map(|line| line.1.clone()).collect();
    let (was_texts, is_texts): (Vec<String>, Vec<String>) = (texts(&old), texts(&new));
    for (gone, come) in differing(&was_texts, &is_texts) {
        changed += gone.len().max(come.len());
        for (side, is_old) in [(&old[gone], true), (&new[come], false)] {
            lines.extend(side.iter().map(|(number, text)| ScriptLine {
                is_old,
                number: *number,
                text: text.clone(),
            }));
        }
    }
    let (function, fate) = (function.clone(), Fate::of(was, is));
    (changed > 0).then_some(ScriptChange { function, fate, lines, changed })
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "\
COST = 3  # three

def legal(t, me):
    play(\"play\", hand[me])

def on_play(t, me, c):
    if c.points > 0:  # a heart
        t.broken = True
    t.turn = 1 - me
";

    fn told(old: &str, new: &str) -> Vec<String> {
        let told = |change: &ScriptChange| {
            let sign = |line: &ScriptLine| if line.is_old { '-' } else { '+' };
            let lines = change.lines.iter();
            let lines: Vec<String> = lines
                .map(|line| format!("{}{}{}", sign(line), line.number, line.text.trim()))
                .collect();
            format!("{}: {}: {}", change.name(), change.describe(), lines.join(" "))
        };
        compare(old, new).iter().map(told).collect()
    }

    #[test]
    fn lines_are_told_by_function() {
        let new = OLD.replace("> 0", ">= 0").replace("COST = 3", "COST = 4");
        assert_eq!(
            told(OLD, &new),
            [
                "top of the file: 1 line changed: -1COST = 3 +1COST = 4",
                "on_play: 1 line changed: -7if c.points > 0: +7if c.points >= 0:",
            ]
        );
    }

    #[test]
    fn functions_come_and_go() {
        let new = OLD.replace("legal", "legal_give");
        assert_eq!(
            told(OLD, &new),
            [
                "legal_give: new, 2 lines: +3def legal_give(t, me): +4play(\"play\", hand[me])",
                "legal: gone, 2 lines: -3def legal(t, me): -4play(\"play\", hand[me])",
            ]
        );
    }

    #[test]
    fn comments_empty_lines_and_order_do_not_count() {
        let (legal, on_play) = OLD.split_once("def on_play").unwrap();
        let (cost, legal) = legal.split_once("def legal").unwrap();
        let new = format!(
            "# new\n{}\ndef on_play{on_play}\n\n# and here\ndef legal{legal}",
            cost.replace("# three", "# 3")
        );
        assert_eq!(told(OLD, &new), [""; 0]);
    }

    #[test]
    fn a_script_that_is_new_is_told_whole() {
        assert_eq!(told("", "A = 1\n"), ["top of the file: 1 line changed: +1A = 1"]);
        assert_eq!(told("", ""), [""; 0]);
    }
}
