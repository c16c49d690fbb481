//! Formats the results of `mutate` as tables for the terminal. The [`Tried`] edits of a game come in, text goes out. Called by
//! `mutate`.

use crate::cards::{Deck, Mutation};
use crate::session::of_each;
use crate::source::{Files, counted, grouped, list_words, one_or_many, plural};
use crate::verify::mutate::Noticed;

use super::mutate_data::Tried;
use super::plain_table::{align_right, plain_table};

const COLUMNS: [&str; 7] = ["", "edits", "check", "scenario", "law", "free", "nobody"];

/// The place of an edit's column.
fn column(noticed: &Noticed, free: bool) -> usize {
    match noticed {
        Noticed::Check { .. } => 2,
        Noticed::Scenario(_) => 3,
        Noticed::Law { .. } => 4,
        Noticed::Nobody if free => 5,
        Noticed::Nobody => 6,
    }
}

/// The table of a game, and below it the survivors; every edit when `all` is asked for.
pub fn mutation_table(tried: &Tried, files: &Files, all: bool) -> String {
    let game = &tried.pack.game;
    let plan = &tried.plan;
    let of_each = of_each(tried.variants);
    let mut lines = vec![
        format!("{}: {}, version {}", game.id, game.full_title(), game.version),
        format!(
            "{}{of_each} with every law watched; seed {}; {:.1} s",
            counted(plan.games as usize, "game"),
            plan.seed,
            tried.seconds
        ),
        String::new(),
        counts(tried),
        String::new(),
        left_out(tried),
    ];
    let survivors: Vec<&(Mutation, Noticed)> = tried.survivors().collect();
    lines.push(String::new());
    if all {
        for (mutation, noticed) in &tried.edits {
            lines.push(edit(tried, files, mutation, noticed));
        }
        lines.push(String::new());
    } else if !survivors.is_empty() {
        lines.push("Noticed by no check, scenario or law:".to_owned());
        for (mutation, noticed) in &survivors {
            lines.push(edit(tried, files, mutation, noticed));
        }
        lines.push(String::new());
    }
    lines.push(match survivors.len() {
        0 => "No edit survives but those that are free by design.".to_owned(),
        n => format!("{} {}.", grouped(n as u64), one_or_many(n, "edit survives", "edits survive")),
    });
    lines.push(String::new());
    lines.join("\n")
}

fn counts(tried: &Tried) -> String {
    let mut groups: Vec<(&str, [u64; 7])> = Vec::new();
    let mut sum = [0; 7];
    for (mutation, noticed) in &tried.edits {
        let group = match mutation.group() {
            "rules" if !mutation.is_of_a_card() => "[rules]",
            "script" if !mutation.is_of_a_card() => "rules.star",
            group => group,
        };
        if groups.last().is_none_or(|(last, _)| *last != group) {
            groups.push((group, [0; 7]));
        }
        let at = column(noticed, tried.free(mutation).is_some());
        if let Some((_, counts)) = groups.last_mut() {
            for counts in [counts, &mut sum] {
                counts[1] += 1;
                counts[at] += 1;
            }
        }
    }
    if groups.len() > 1 {
        groups.push(("in all", sum));
    }
    let mut table = plain_table();
    table.add_row(COLUMNS);
    for (name, counts) in groups {
        let cells = counts.iter().skip(1).map(|n| match n {
            0 => "-".to_owned(),
            n => grouped(*n),
        });
        table.add_row(std::iter::once(name.to_owned()).chain(cells));
    }
    let columns = table.column_count();
    align_right(&mut table, 1..columns);
    let text = table.to_string();
    let lines = text.lines().map(|line| line.trim_end().to_owned());
    lines.collect::<Vec<_>>().join("\n")
}

/// What was not edited.
fn left_out(tried: &Tried) -> String {
    let decks: Vec<&str> = tried.pack.only_printed().map(|d: &Deck| d.id.as_str()).collect();
    match decks.as_slice() {
        [] => "Left out, for it only prints: names, words and pictures.".to_owned(),
        decks => format!(
            "Left out, for it only prints: {} {}; names, words and pictures.",
            plural(decks.len(), "deck"),
            list_words(decks.iter().copied())
        ),
    }
}

/// One edit, and who notices.
fn edit(tried: &Tried, files: &Files, mutation: &Mutation, noticed: &Noticed) -> String {
    let (place, name) = (files.place(mutation.span), mutation.name());
    let mut text = format!("  {place}: {name}: {mutation}\n    {}", says(noticed));
    if let Some(free) = tried.free(mutation).filter(|_| !noticed.fails()) {
        text.push_str(&format!("; free by design: {}", free.reason));
    }
    text
}

/// Who notices an edit, and what they say.
fn says(noticed: &Noticed) -> String {
    let in_variant = |variant: &crate::rules::Variant| match variant.word().as_str() {
        "" => String::new(),
        word => format!(" in {word}"),
    };
    match noticed {
        Noticed::Check { code, says } => format!("check, {code}: {says}"),
        Noticed::Scenario(slug) => format!("scenario {slug}"),
        Noticed::Law { law, says, variant } => {
            format!("law {law}{}: {says}", in_variant(variant))
        }
        Noticed::Nobody => "no check, scenario or law".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::mutate::tests::all;
    use crate::rules::Variant;
    use crate::source::Code;

    /// Each edit noticed by another, in turn.
    fn mixed(files: &mut Files) -> Tried {
        let kinds = [
            Noticed::Check { code: Code::DeckCount, says: "too many".to_owned() },
            Noticed::Scenario("r12".to_owned()),
            Noticed::Law {
                law: "I5".to_owned(),
                says: "no crisis".to_owned(),
                variant: Variant::default(),
            },
            Noticed::Nobody,
        ];
        let next = std::cell::Cell::new(0);
        let noticed = |_: &Mutation| {
            next.set(next.get() + 1);
            kinds[next.get() % kinds.len()].clone()
        };
        all("caps-and-hammers", noticed, files)
    }

    #[test]
    fn every_edit_stands_in_one_column() {
        let files = &mut Files::new();
        let tried = mixed(files);
        let told = mutation_table(&tried, files, false);
        let sums = told.lines().find(|line| line.trim_start().starts_with("in all")).unwrap();
        let numbers = sums.split_whitespace().skip(2);
        let numbers: Vec<usize> = numbers.map(|n| n.parse().unwrap()).collect();
        assert_eq!(numbers[0], tried.edits.len());
        assert_eq!(numbers[1..].iter().sum::<usize>(), numbers[0]);
        assert_eq!(numbers[5..].iter().sum::<usize>(), tried.survivors().count());
        let table = told.lines().take_while(|line| !line.starts_with("Left out"));
        assert!(table.skip(2).all(|line| line.chars().count() <= 80), "{told}");
        assert!(told.contains("decks `aids`, `credits`, `rules` and `sellsheet`"), "{told}");
    }

    #[test]
    fn survivors_are_told_with_their_place() {
        let files = &mut Files::new();
        let tried = mixed(files);
        let told = mutation_table(&tried, files, false);
        let (first, _) = tried.survivors().next().unwrap();
        assert!(told.contains(&format!("{}: {}", files.place(first.span), first.name())), "{told}");
        assert!(!told.contains("scenario r12"));
        assert!(mutation_table(&tried, files, true).contains("scenario r12"));
    }
}
