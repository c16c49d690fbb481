#![doc = include_str!("../source/codes/D208.md")]

use std::collections::{BTreeMap, BTreeSet};

use super::colour_vision::Eyes;
use super::scene::Scene;
use crate::cards::{TomlTable, Value};
use crate::source::{Diagnostics, Files, warning};
use crate::template::{Colour, MarkedTemplate};

/// Colours closer than this (CIEDE2000) are confused across a table.
const APART: f64 = 10.0;

/// The most pairs that are named; the rest are counted.
const NAMED: usize = 3;

/// Two rows of a look-up table whose colours meet.
struct Pair<'a> {
    rows: (&'a str, &'a str),
    values: (&'a Value, &'a Value),
    eyes: Eyes,
    difference: f64,
}

pub fn find_colours_meet(scene: &Scene<'_>, _files: &Files, found: &mut Diagnostics) {
    for (table, rows) in &scene.proof.pack.game.tables {
        for key in colour_keys(rows) {
            let field = format!("{table}.{key}");
            let showing: Vec<&MarkedTemplate> =
                scene.templates.values().filter(|t| t.shown().any(|f| f == field)).collect();
            let mut pairs = meeting(rows, key);
            pairs.retain(|pair| {
                let mut templates = showing.iter();
                templates.any(|t| !second_sign(t, table, &rows[pair.rows.0], &rows[pair.rows.1]))
            });
            pairs.sort_by(|a, b| a.difference.total_cmp(&b.difference));
            found_in(table, &pairs, found);
        }
    }
}

fn found_in(table: &str, pairs: &[Pair<'_>], found: &mut Diagnostics) {
    let Some(worst) = pairs.first() else { return };
    let named: Vec<String> = pairs
        .iter()
        .take(NAMED)
        .map(|p| format!("`{}` and `{}` {}", p.rows.0, p.rows.1, p.eyes.name()))
        .collect();
    let more = match pairs.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more pairs"),
    };
    found.push(
        warning!(
            ColoursMeet,
            worst.values.1.span,
            format!("colours of table `{table}` fall together: {}{more}", named.join(", ")),
            "show a second sign beside the colour (a symbol, a pattern, a letter, the name), or make one colour much lighter than the other"
        )
        .related(worst.values.0.span, "the colour that it is taken for"),
    );
}

/// Keys that give most rows a colour of its own.
fn colour_keys(rows: &BTreeMap<String, TomlTable>) -> Vec<&str> {
    let keys: BTreeSet<&str> =
        rows.values().flat_map(TomlTable::keys).map(|k| k.name.as_str()).collect();
    keys.into_iter()
        .filter(|key| {
            let colours: Vec<Colour> =
                rows.values().filter_map(|row| colour(row.get(key)?)).collect();
            let own: BTreeSet<String> = colours.iter().map(|c| c.hex()).collect();
            colours.len() == rows.len() && own.len() >= 2 && own.len() * 2 > rows.len()
        })
        .collect()
}

fn colour(value: &Value) -> Option<Colour> {
    Colour::parse(value.as_str()?)
}

/// Pairs of rows whose colours differ, but not for all eyes; with the eyes for which they differ least.
fn meeting<'a>(rows: &'a BTreeMap<String, TomlTable>, key: &str) -> Vec<Pair<'a>> {
    let coloured = rows.iter().filter_map(|(id, row)| {
        let value = row.get(key)?;
        Some((id.as_str(), value, colour(value)?))
    });
    let coloured: Vec<(&str, &Value, Colour)> = coloured.collect();
    let mut pairs = Vec::new();
    for (i, one) in coloured.iter().enumerate() {
        // Rows that share one colour are not meant to be distinguished by it.
        for other in coloured[i + 1..].iter().filter(|other| other.2 != one.2) {
            let (rows, values) = ((one.0, other.0), (one.1, other.1));
            let all = Eyes::ALL.into_iter().map(|eyes| {
                let difference = eyes.see(one.2).difference(eyes.see(other.2));
                Pair { rows, values, eyes, difference }
            });
            let least = all.min_by(|a, b| a.difference.total_cmp(&b.difference));
            pairs.extend(least.filter(|pair| pair.difference < APART));
        }
    }
    pairs
}

/// Whether the template shows something else that differs between the two rows.
fn second_sign(template: &MarkedTemplate, table: &str, one: &TomlTable, other: &TomlTable) -> bool {
    template.fields().any(|field| {
        let Some(rest) = field.strip_prefix(table) else {
            return false;
        };
        // The row's own name, in a symbol's name or a condition.
        if rest.is_empty() {
            return true;
        }
        let Some(key) = rest.strip_prefix('.') else {
            return false;
        };
        match (one.get(key), other.get(key)) {
            (Some(a), Some(b)) => !a.says_as(b) && (colour(a).is_none() || colour(b).is_none()),
            (None, None) => false,
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{Game, card};

    fn told(red: &str, green: &str, template: &str) -> Vec<String> {
        let tables = format!(
            "[table.side.red]\ncolour = \"{red}\"\nmark = \"R\"\n[table.side.green]\ncolour = \"{green}\"\nmark = \"G\"\n"
        );
        let cards = card("A", "side = \"red\"") + &card("B", "side = \"green\"");
        Game::of(template).tables(&tables).cards(&cards).told("D208")
    }

    const BAND: &str = r#"<rect x="10" y="20" width="10" height="10" fill="{{side.colour}}"/>"#;

    #[test]
    fn red_and_green_without_a_second_sign_are_told() {
        let told = told("#b5392b", "#5f6b1f", BAND);
        assert_eq!(
            told,
            [
                "game.toml:3:10 colours of table `side` fall together: `green` and `red` for deutan eyes"
            ]
        );
    }

    #[test]
    fn colours_of_one_lightness_are_told_for_they_meet_in_grey() {
        let told = told("#2f5d7c", "#8a4a3c", BAND);
        assert!(told[0].ends_with("in a grey print"), "{told:?}");
    }

    #[test]
    fn a_letter_beside_the_colour_is_a_second_sign() {
        let letter = format!(
            "{BAND}<text x=\"30\" y=\"30\" font-family=\"Cabin\" font-size=\"5\">{{{{side.mark}}}}</text>"
        );
        assert!(told("#b5392b", "#5f6b1f", &letter).is_empty());
    }

    #[test]
    fn a_condition_shows_a_second_sign_too() {
        let dot = format!("{BAND}<circle data-if=\"side=red\" cx=\"30\" cy=\"30\" r=\"2\"/>");
        assert!(told("#b5392b", "#5f6b1f", &dot).is_empty());
    }

    #[test]
    fn colours_that_all_eyes_tell_apart_are_right() {
        assert!(told("#1d2a5a", "#f2c94c", BAND).is_empty());
    }
}
