//! Fills gaps in the words of cards and of look-up tables: `{rules.hand}`, `{game.title}`, `{side.mint.name}` and
//! `{side[rules.first].name}` are replaced by the values from `game.toml`, `{count.gear}` by the cards of a deck. A text comes in, the filled text goes out. Called by
//! `pack`, `game` and `table`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::face::{Field, LookUp};
use crate::source::{Diagnostic, Diagnostics, Span, did_you_mean, error};

/// The fields that all cards share, by their names.
pub type SharedFields = BTreeMap<String, Field>;

/// A field that all cards share; `side[rules.first].name` is that of the row which another one names.
pub fn shared_field<'s>(shared: &'s SharedFields, name: &str) -> Option<&'s Field> {
    let Some(look) = LookUp::read(name) else {
        return shared.get(name);
    };
    let row = &shared_field(shared, look.by)?.text;
    shared.get(&format!("{}.{row}.{}", look.table, look.key))
}

/// The words with every gap filled from the fields that all cards share. A gap that none of them fills is reported; braces
/// that name none of their sources are markup, such as a symbol.
pub fn fill_placeholders<'t>(
    text: &'t str,
    shared: &SharedFields,
    span: Span,
    faults: &mut Diagnostics,
) -> Cow<'t, str> {
    if !text.contains('{') {
        return Cow::Borrowed(text);
    }
    let (mut filled, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, inside)) = rest.split_once('{') {
        filled.push_str(before);
        let Some(source) = source_of(inside, shared) else {
            filled.push('{');
            rest = inside;
            continue;
        };
        let Some((name, after)) = inside.split_once('}') else {
            let open = inside.split(char::is_whitespace).next().unwrap_or_default();
            faults.push(
                error!(
                    Placeholder,
                    span, "`{{{open}` is not closed", "write it like `{{rules.rounds}}`"
                )
                .part(format!("{{{open}")),
            );
            rest = "";
            break;
        };
        match shared_field(shared, name) {
            Some(field) => filled.push_str(&field.text),
            None if faults.is_full() => {}
            None => faults.push(unknown(name, source, shared, span)),
        }
        rest = after;
    }
    filled.push_str(rest);
    Cow::Owned(filled)
}

/// `rules`, `game` or the look-up table that a gap begins with.
fn source_of<'t>(inside: &'t str, shared: &SharedFields) -> Option<&'t str> {
    let end = inside.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))?;
    let (source, rest) = inside.split_at(end);
    if source.is_empty() || !rest.starts_with(['.', '[']) {
        return None;
    }
    let start = format!("{source}.");
    let mut fields = shared.range(start.clone()..);
    let has = fields.next().is_some_and(|(name, _)| name.starts_with(&start));
    (has || ["rules", "game", "count"].contains(&source)).then_some(source)
}

fn unknown(name: &str, source: &str, shared: &SharedFields, span: Span) -> Diagnostic {
    let known =
        shared.keys().map(String::as_str).filter(|key| key.split('.').next() == Some(source));
    let help = match (did_you_mean(name, known), source) {
        (Some(near), _) => format!("did you mean `{{{near}}}`?"),
        (None, "count") => "name a deck, by its file without the ending".into(),
        (None, "rules" | "game") => "name a key of [rules] in game.toml".into(),
        (None, _) => format!("name a row of `[table.{source}]` and one of its keys"),
    };
    let message = match name.strip_prefix("count.") {
        Some(deck) => format!("the game has no deck named `{deck}`"),
        None => format!("game.toml gives no `{name}`"),
    };
    error!(RulesNumber, span, message, help).part(format!("{{{name}}}"))
}
