//! Writes a report as Markdown, for a comment on a pull request. Words of a game are no markup, and mention nobody.

use super::document::{GameReport, ListItem, Medium, Report, SectionKind, Tone};
use super::table::ReportTable;
use crate::source::joined;

/// The start of every report, by which a file of ours is known again.
pub const MARK: &str = "<!-- made by deckproof -->\n";

/// Longer tables and lists are folded.
const SHOWN: usize = 12;

pub fn write(report: &Report) -> String {
    format!("{MARK}\n{}\n", joined(report.games.iter().map(game), "\n\n"))
}

fn game(game: &GameReport) -> String {
    let title = format!("### {}", escape(&game.headline()));
    let about = game.about_in(Medium::Markdown).map(|about| with_code(&about.words));
    let about = Some(joined(about, "  \n")).filter(|about| !about.is_empty());
    let sections = game.sections_in(Medium::Markdown).filter_map(section);
    joined([title].into_iter().chain(about).chain(sections), "\n\n")
}

fn section(content: &SectionKind) -> Option<String> {
    Some(match content {
        SectionKind::Heading(words) => format!("**{}**", with_code(words)),
        SectionKind::Paragraph(words) => with_code(words),
        SectionKind::List(items) => {
            folded(items.len(), "lines", joined(items.iter().map(item), "\n"))
        }
        SectionKind::Table(table) => return of_table(table),
        SectionKind::Code(lines) => code(lines),
        SectionKind::Plot(_) | SectionKind::Pictures(_) => return None,
    })
}

fn item(item: &ListItem) -> String {
    let says = with_code(&item.says);
    let says = match item.tone {
        Tone::Good | Tone::Bad => format!("**{says}**"),
        _ => says,
    };
    match item.more.as_str() {
        "" => format!("- {says}"),
        more => format!("- {says} {}", with_code(more)),
    }
}

fn of_table(table: &ReportTable) -> Option<String> {
    let columns = table.columns_in(Medium::Markdown);
    if columns.is_empty() || table.rows.is_empty() {
        return None;
    }
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    let heads = columns.iter().map(|(_, column)| escape(&column.head)).collect();
    let rule = |at| if table.is_numeric(at) { "---:" } else { "---" };
    let rule = columns.iter().map(|(at, _)| rule(*at).to_owned()).collect();
    let rows = table
        .rows_in(Medium::Markdown)
        .map(|row| row.iter().map(|(text, tone)| cell(text, *tone)).collect());
    let lines = [heads, rule].into_iter().chain(rows).map(line);
    let text = folded(table.rows.len(), "rows", joined(lines, "\n"));
    Some(match table.title.as_str() {
        "" => text,
        title => format!("{}\n\n{text}", with_code(title)),
    })
}

fn cell(text: &str, tone: Tone) -> String {
    let lines = joined(text.lines().map(with_code), "<br>");
    match tone {
        Tone::Good | Tone::Bad if !lines.is_empty() => format!("**{lines}**"),
        _ => lines,
    }
}

fn code(lines: &[(Tone, String)]) -> String {
    // A fence longer than any run of backticks in the lines, so that none closes the block.
    let ticks = lines.iter().map(|(_, line)| line.matches('`').count()).max().unwrap_or(0);
    let fence = "`".repeat(3 + ticks);
    let text = joined(lines.iter().map(|(_, line)| line), "\n");
    folded(lines.len(), "lines", format!("{fence}diff\n{text}\n{fence}"))
}

fn folded(lines: usize, what: &str, text: String) -> String {
    if lines > SHOWN {
        format!("<details><summary>{lines} {what}</summary>\n\n{text}\n\n</details>")
    } else {
        text
    }
}

/// Words, with those between backticks as code.
fn with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => escape(part),
        // A bar would end a cell, also in code.
        _ => format!("`{}`", part.replace('|', "\\|").replace(['\n', '\r'], " ")),
    };
    parts.iter().enumerate().map(part).collect()
}

/// Words as they are, on one line.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Would mention a person or link an issue.
            '@' => escaped.push_str("&#64;"),
            '#' => escaped.push_str("&#35;"),
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '!' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_game_are_no_markup() {
        assert_eq!(
            escape("a|b <img> *x* @you [l](u)"),
            r"a\|b &lt;img&gt; \*x\* &#64;you \[l\](u)"
        );
        assert_eq!(with_code("*a* `b|c*` d"), r"\*a\* `b\|c*` d");
        assert_eq!(with_code("one ` alone"), r"one \` alone");
    }
}
