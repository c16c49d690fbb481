//! Formats the differences between two games as Markdown, for a comment on a pull request. A [`DiffReport`] comes in, Markdown
//! goes out, with the game's own text escaped because it is untrusted. Called by `diff`.

use super::diff_data::DiffReport;
use crate::diff::{CardChange, ChangeKind, Fate, ScriptChange, ValueChange};

/// Longer lists are folded.
const SHOWN: usize = 12;

pub fn diff_markdown(told: &DiffReport) -> String {
    let title = escape(&told.new.pack.game.full_title());
    let sides = [&told.old, &told.new]
        .map(|side| format!("{} ({})", escape(&side.label), escape(&side.pack.game.version)));
    let mut parts = vec![
        format!("### {title}\n\n{} → {}", sides[0], sides[1]),
        format!("**{}**", escape(&told.found.summary())),
    ];
    let mut rows: Vec<String> = Vec::new();
    let row = |place: &str, name: &str, kind: ChangeKind, says: &str| {
        format!("| {} | {} | {} | {says} |", escape(place), escape(name), kind.word())
    };
    let game = [(ChangeKind::Rules, &told.found.rules), (ChangeKind::Looks, &told.found.looks)];
    for (kind, edits) in game {
        rows.extend(edits.iter().map(|e| row("game.toml", &e.what, kind, &says(e))));
    }
    for deck in &told.found.decks {
        let title = &deck.title;
        let fate = match deck.fate {
            Fate::New => Some(ChangeKind::New),
            Fate::Gone => Some(ChangeKind::Gone),
            _ => None,
        };
        rows.extend(fate.map(|kind| row(title, "the deck", kind, "")));
        let shared = deck.looks.iter().chain(&deck.text);
        rows.extend(shared.map(|e| row(title, "the deck", ChangeKind::Looks, &told_edit(e))));
        for card in &deck.cards {
            let kinds = card.kinds().into_iter();
            rows.extend(kinds.map(|kind| row(title, &card.name, kind, &card_says(card, kind))));
        }
    }
    if !rows.is_empty() {
        let table = format!("| | | | |\n| --- | --- | --- | --- |\n{}", rows.join("\n"));
        parts.push(folded(rows.len(), "differences", table));
    }
    if !told.found.script.is_empty() {
        parts.push(script(&told.found.script));
    }
    if let Some(scenarios) = &told.scenarios {
        for (_, says, list) in scenarios.lists() {
            if list.is_empty() {
                continue;
            }
            let lines = list.iter().map(|outcome| {
                let says = outcome.says.as_deref().map(escape).unwrap_or_default();
                let cites = escape(&outcome.cites.join(", "));
                format!("- **{}** ({cites}) {says}", escape(&outcome.slug)).trim_end().to_owned()
            });
            let lines = lines.collect::<Vec<_>>().join("\n");
            parts.push(format!("**Scenarios: {}** ({})", escape(says), list.len()));
            parts.push(folded(list.len(), "scenarios", lines));
        }
        parts.push(format!("{} scenarios hold as before.", scenarios.held));
    }
    if let Some((pairs, all)) = &told.games {
        let mut table = format!(
            "Random games, {pairs} each before and after:\n\n| | | before | after | difference | |\n| --- | --- | --- | --- | --- | --- |"
        );
        for one in all {
            for found in &one.found {
                let (variant, unit) = (escape(&one.variant), found.unit());
                let mark = if found.is_decided() { "**" } else { "" };
                table.push_str(&format!(
                    "\n| {variant} | {} | {:.1}{unit} | {:.1}{unit} | {mark}{}{mark} | {} |",
                    escape(&found.what),
                    found.old.value,
                    found.new.value,
                    found.change_words(),
                    found.verdict_words()
                ));
            }
        }
        parts.push(table);
    }
    parts.join("\n\n")
}

/// The lines that differ in the functions of `rules.star`.
fn script(changes: &[ScriptChange]) -> String {
    let functions = changes.iter().map(|change| {
        let lines = change.lines.iter().map(|line| {
            let sign = if line.is_old { '-' } else { '+' };
            format!("{sign} {}", line.text)
        });
        let lines: Vec<String> = lines.collect();
        // A fence longer than any run of backticks in the lines, so that none closes the block.
        let fence = "`".repeat(3 + lines.iter().map(|l| l.matches('`').count()).max().unwrap_or(0));
        let text = format!("{fence}diff\n{}\n{fence}", lines.join("\n"));
        let head = format!("**rules.star, {}:** {}", escape(change.name()), change.describe());
        format!("{head}\n\n{}", folded(lines.len(), "lines", text))
    });
    functions.collect::<Vec<_>>().join("\n\n")
}

fn folded(lines: usize, what: &str, text: String) -> String {
    if lines > SHOWN {
        format!("<details><summary>{lines} {what}</summary>\n\n{text}\n\n</details>")
    } else {
        text
    }
}

fn card_says(card: &CardChange, kind: ChangeKind) -> String {
    let edits =
        |edits: &[ValueChange]| edits.iter().map(told_edit).collect::<Vec<_>>().join("<br>");
    match kind {
        ChangeKind::New => format!("× {}", card.copies.1),
        ChangeKind::Gone => format!("× {}", card.copies.0),
        ChangeKind::Copies => format!("{} → {}", card.copies.0, card.copies.1),
        ChangeKind::Rules => edits(&card.rules),
        ChangeKind::Looks => edits(&card.looks),
        ChangeKind::Moved => match &card.fate {
            Fate::Moved { deck, id, .. } => format!("was {}/{}", escape(deck), escape(id)),
            _ => String::new(),
        },
    }
}

fn told_edit(edit: &ValueChange) -> String {
    match (&edit.old, &edit.new) {
        (None, None) => escape(&edit.what),
        _ => format!("{}: {}", escape(&edit.what), says(edit)),
    }
}

fn says(edit: &ValueChange) -> String {
    let edit = edit.short();
    let word = |text: &Option<String>| text.as_deref().map_or_else(|| "none".into(), escape);
    match (&edit.old, &edit.new) {
        (None, None) => "drawn otherwise".to_owned(),
        (old, new) => format!("{} → {}", word(old), word(new)),
    }
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
    }
}
