//! Edits the data of a game one value at a time and looks for a check, scenario or law that fails. A game and what is asked for come in;
//! the edits with who noticed each go out, diagnostics, and a report: how many of them each check notices, and which survive.

use std::time::Instant;

use crate::cards::{Deck, FreeByDesign, Mutation, Pack};
use crate::check::{Stage, check_data};
use crate::report::{
    Cell, Column, GameReport, ListItem, ReportTable, SectionKind, Tone, Visibility, columns, row,
};
use crate::rules::Variant;
use crate::script::script_axes;
use crate::session::open::chosen_variants::of_each;
use crate::session::open::host::Host;
use crate::session::open::selection::Playable;
use crate::source::{
    Diagnostic, Diagnostics, Files, counted, error, grouped, list_words, one_or_many, plural,
    warning,
};
use crate::verify::mutate::{MutationPlan, Noticed, run_mutations};

use super::fuzz_report::headed;

/// Which edits are asked for; all where nothing is said.
#[derive(Debug, Clone, Copy)]
pub struct EditsAsked<'a> {
    pub deck: &'a [String],
    pub cards: &'a [String],
    /// Those of the numbers of `[rules]`, the rulings and the script, beside decks and cards that are named.
    pub rules: bool,
}

/// Tries the edits of a game.
///
/// # Errors
/// Rules that cannot be played.
pub fn try_edits(
    game: Playable,
    asked: EditsAsked,
    plan: MutationPlan,
    host: &mut dyn Host,
) -> Result<Tried, Diagnostics> {
    let Playable { pack, .. } = game;
    let mut mutations = pack.mutations();
    mutations.retain(|mutation| is_asked_for(asked, mutation));
    let (steps, all) = (host.progress(&pack.game.full_title()), mutations.len());
    let start = Instant::now();
    let progress = |done: u64| steps(done as usize, all);
    let noticed = run_mutations(&pack, &mutations, &plan, host.files(), &progress)?;
    let axes = script_axes(&pack.game);
    Ok(Tried {
        plan,
        edits: mutations.into_iter().zip(noticed).collect(),
        variants: Variant::all(&axes).len(),
        seconds: start.elapsed().as_secs_f64(),
        pack,
    })
}

fn is_asked_for(args: EditsAsked, mutation: &Mutation) -> bool {
    let named = |names: &[String], place: usize| {
        let name = mutation.path.get(place);
        names.is_empty() || name.is_some_and(|name| names.contains(name))
    };
    if mutation.is_of_a_card() {
        let any = args.deck.is_empty() && args.cards.is_empty();
        !(any && args.rules) && named(args.deck, 0) && named(args.cards, 1)
    } else {
        args.rules || args.deck.is_empty() && args.cards.is_empty()
    }
}

/// What is wrong with the data, and with `[free-by-design]`.
pub fn warnings_of(tried: &Tried, files: &mut Files) -> Diagnostics {
    let mut warnings = check_data(&tried.pack, Stage::Read, &Diagnostics::new(), files);
    warnings.append(free_in_vain(tried));
    warnings
}

/// The lines of `[free-by-design]` all of whose edits are noticed, as far as all of them were asked for.
fn free_in_vain(tried: &Tried) -> Diagnostics {
    let all = tried.pack.mutations();
    let free = tried.pack.game.free.iter().filter(|free| !free.is_except());
    let in_vain = free.filter(|free| {
        let covered = all.iter().filter(|m| free.covers(&m.path)).count();
        let edits = tried.edits.iter().filter(|(m, _)| free.covers(&m.path));
        covered > 0 && edits.filter(|(_, noticed)| noticed.fails()).count() == covered
    });
    let warnings = in_vain.map(|free| {
        let message = format!("every edit of `{}` is noticed: nothing is free", free.pattern);
        warning!(FreeInVain, free.span, message, "take the line away")
    });
    warnings.collect()
}

/// One fault for all survivors of a game, at the first.
pub fn unnoticed(tried: &Tried) -> Option<Diagnostic> {
    let (first, _) = tried.survivors().next()?;
    let id = &tried.pack.game.id;
    let edits = match tried.survivors().count() {
        1 => "an edit is".to_owned(),
        n => format!("{} are", counted(n, "edit")),
    };
    let fault = error!(
        Unnoticed,
        first.span,
        "{id}: {edits} noticed by no check, scenario or law",
        "write a scenario that shows the rule, or say in [free-by-design] of game.toml why any value is as good"
    );
    Some(fault.label(first.to_string()))
}

/// A game whose edits were tried.
pub struct Tried {
    pub pack: Pack,
    pub plan: MutationPlan,
    /// The edits that were asked for, each with who noticed.
    pub edits: Vec<(Mutation, Noticed)>,
    pub variants: usize,
    pub seconds: f64,
}

impl Tried {
    /// Why the value may be any other.
    pub fn free(&self, mutation: &Mutation) -> Option<&FreeByDesign> {
        FreeByDesign::covering(&self.pack.game.free, &mutation.path)
    }

    /// Edits that no check, scenario or law notices, though nothing says that they are free.
    pub fn survivors(&self) -> impl Iterator<Item = &(Mutation, Noticed)> {
        let survives = |m: &Mutation, noticed: &Noticed| !noticed.fails() && self.free(m).is_none();
        self.edits.iter().filter(move |(m, n)| survives(m, n))
    }
}

/// How many edits each notices, and below it the survivors; every edit when `all` are asked for. Programs are told every edit.
pub fn mutation_report(tried: &Tried, files: &Files, all: bool) -> GameReport {
    let plan = &tried.plan;
    let mut report = headed(&tried.pack, None);
    let games = format!(
        "{}{} with every law watched; seed {}",
        counted(plan.games as usize, "game"),
        of_each(tried.variants),
        plan.seed
    );
    report.about("games", games);
    report.table(groups_table(tried));
    report.paragraph(left_out(tried));
    let everything: Vec<&(Mutation, Noticed)> = tried.edits.iter().collect();
    let survivors: Vec<&(Mutation, Noticed)> = tried.survivors().collect();
    let told = if all { &everything } else { &survivors };
    if !told.is_empty() {
        let title = if all { "Every edit" } else { "Noticed by no check, scenario or law" };
        report.add(SectionKind::Heading(title.to_owned()), Visibility::People);
        let items = told.iter().map(|(mutation, noticed)| {
            let item = edit(tried, files, mutation, noticed);
            if all { item } else { ListItem { more: String::new(), ..item } }
        });
        report.add(SectionKind::List(items.collect()), Visibility::People);
    }
    report.add(edits_table(tried, files, &everything), Visibility::Data);
    match survivors.len() {
        0 => report.item(Tone::Good, "No edit survives but those that are free by design."),
        n => {
            let survive = one_or_many(n, "edit survives", "edits survive");
            report.item(Tone::Bad, format!("{} {survive}.", grouped(n as u64)));
        }
    }
    report
}

/// The place of an edit among the columns behind the number of edits.
fn column(noticed: &Noticed, free: bool) -> usize {
    match noticed {
        Noticed::Check { .. } => 1,
        Noticed::Scenario(_) => 2,
        Noticed::Law { .. } => 3,
        Noticed::Nobody if free => 4,
        Noticed::Nobody => 5,
    }
}

fn groups_table(tried: &Tried) -> ReportTable {
    let mut groups: Vec<(&str, [u64; 6])> = Vec::new();
    let mut sum = [0; 6];
    for (mutation, noticed) in &tried.edits {
        let group = match mutation.group() {
            "rules" if !mutation.is_of_a_card() => "[rules]",
            "script" if !mutation.is_of_a_card() => "rules.star",
            group => group,
        };
        if groups.last().is_none_or(|(last, _)| *last != group) {
            groups.push((group, [0; 6]));
        }
        let at = column(noticed, tried.free(mutation).is_some());
        if let Some((_, counts)) = groups.last_mut() {
            for counts in [counts, &mut sum] {
                counts[0] += 1;
                counts[at] += 1;
            }
        }
    }
    if groups.len() > 1 {
        groups.push(("in all", sum));
    }
    let keys = ["edits", "check", "scenario", "law", "free", "nobody"];
    let columns = keys.map(|key| Column::of(key, key, "edits"));
    let columns = std::iter::once(Column::label("group", "")).chain(columns);
    let row = |(name, counts): (&str, [u64; 6])| {
        std::iter::once(Cell::words(name)).chain(counts.map(Cell::Count)).collect()
    };
    ReportTable::new("groups", columns).rows(groups.into_iter().map(row))
}

/// What was not edited.
fn left_out(tried: &Tried) -> String {
    let decks: Vec<&str> = tried.pack.only_printed().map(|d: &Deck| d.id.as_str()).collect();
    let decks = match decks.len() {
        0 => String::new(),
        n => format!("{} {}; ", plural(n, "deck"), list_words(decks)),
    };
    format!("Left out, for it only prints: {decks}names, words and pictures.")
}

/// One edit, and who notices.
fn edit(tried: &Tried, files: &Files, mutation: &Mutation, noticed: &Noticed) -> ListItem {
    let (place, name) = (files.place(mutation.span), mutation.name());
    let mut more = format!("({})", says(noticed));
    let free = tried.free(mutation).filter(|_| !noticed.fails());
    if let Some(free) = free {
        more += &format!(" free by design: {}", free.reason);
    }
    let tone = if noticed.fails() || free.is_some() { Tone::Plain } else { Tone::Bad };
    ListItem { tone, says: format!("{place}: {name}: {mutation}"), more }
}

/// Who notices an edit, and what they say.
fn says(noticed: &Noticed) -> String {
    match noticed {
        Noticed::Check { code, says } => format!("check, {code}: {says}"),
        Noticed::Scenario(slug) => format!("scenario {slug}"),
        Noticed::Law { law, says, variant } => {
            let variant = match variant.word().as_str() {
                "" => String::new(),
                word => format!(" in {word}"),
            };
            format!("law {law}{variant}: {says}")
        }
        Noticed::Nobody => "no check, scenario or law".to_owned(),
    }
}

/// Every edit, for programs.
fn edits_table(tried: &Tried, files: &Files, edits: &[&(Mutation, Noticed)]) -> ReportTable {
    let columns = columns![
        label "path" "",
        label "edit" "": Data,
        of "old" "" "",
        of "new" "" "",
        of "file" "" "",
        of "line" "" "",
        of "column" "" "",
        of "noticed_by" "" "",
        of "says" "" "",
        of "free" "" "",
    ];
    let rows = edits.iter().map(|(mutation, noticed)| {
        let (line, column) = files.line_column(mutation.span);
        let by = ["check", "scenario", "law", "nobody", "nobody"]
            [self::column(noticed, false).min(4) - 1];
        row![
            mutation.name(),
            mutation.to_string(),
            mutation.written(&mutation.old),
            mutation.written(&mutation.new),
            files.path(mutation.span.file),
            line as u64,
            column as u64,
            by,
            says(noticed),
            tried.free(mutation).map(|free| &free.reason),
        ]
    });
    ReportTable::new("edits", columns).rows(rows)
}

#[cfg(test)]
pub mod mutation_report_tests {
    use super::*;
    use crate::registry;
    use crate::rules::Variant;
    use crate::source::{Code, GameFolder};

    /// A game, each edit noticed as is said.
    pub fn all(id: &str, noticed: impl Fn(&Mutation) -> Noticed, files: &mut Files) -> Tried {
        let pack = registry::load(GameFolder::shipped(id).unwrap(), files).unwrap();
        let edits = pack.mutations().into_iter();
        Tried {
            edits: edits.map(|m| (m.clone(), noticed(&m))).collect(),
            plan: MutationPlan { games: 200, seed: 1, jobs: 1 },
            variants: 1,
            seconds: 1.5,
            pack,
        }
    }

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
        let table = groups_table(&tried);
        let sums = table.rows.last().unwrap().iter().skip(1);
        let numbers = sums.map(|cell| match cell {
            Cell::Count(count) => *count as usize,
            other => panic!("{other:?}"),
        });
        let numbers: Vec<usize> = numbers.collect();
        assert_eq!(numbers[0], tried.edits.len());
        assert_eq!(numbers[1..].iter().sum::<usize>(), numbers[0]);
        assert_eq!(numbers[5], tried.survivors().count());
        let told = mutation_report(&tried, files, false).for_terminal();
        assert!(told.contains("decks `aids`, `credits`, `rules` and `sellsheet`"), "{told}");
    }

    #[test]
    fn survivors_are_told_with_their_place() {
        let files = &mut Files::new();
        let tried = mixed(files);
        let told = mutation_report(&tried, files, false).for_terminal();
        let (first, _) = tried.survivors().next().unwrap();
        assert!(told.contains(&format!("{}: {}", files.place(first.span), first.name())), "{told}");
        assert!(!told.contains("scenario r12"));
        assert!(mutation_report(&tried, files, true).for_terminal().contains("scenario r12"));
    }

    #[test]
    fn programs_are_told_every_edit_with_its_place() {
        let files = &mut Files::new();
        let tried = all("caps-and-hammers", |_| Noticed::Nobody, files);
        let everything: Vec<&(Mutation, Noticed)> = tried.edits.iter().collect();
        let table = edits_table(&tried, files, &everything);
        assert_eq!(table.rows.len(), tried.edits.len());
        let of = |path: &str| table.rows.iter().find(|row| row[0] == Cell::words(path)).unwrap();
        let rounds = of("rules.rounds");
        assert_eq!(rounds[2..4], ["7", "8"].map(Cell::words));
        assert_eq!((&rounds[7], &rounds[9]), (&Cell::words("nobody"), &Cell::Nothing));
        assert!(matches!(rounds[5], Cell::Count(line) if line > 1));
        assert!(matches!(of("countries.iraq.default")[9], Cell::Words(_)));
        let free = table.rows.iter().filter(|row| row[9] != Cell::Nothing).count();
        assert_eq!(tried.survivors().count(), tried.edits.len() - free);
    }
}

#[cfg(test)]
mod tests {
    use super::mutation_report_tests::all;
    use super::*;
    use crate::verify::mutate::Noticed;

    const GAME: &str = "caps-and-hammers";

    fn scenario(_: &Mutation) -> Noticed {
        Noticed::Scenario("r12".to_owned())
    }

    #[test]
    fn what_is_asked_for_is_edited() {
        let files = &mut Files::new();
        let tried = all(GAME, scenario, files);
        let groups = |words: &str| {
            let of = |option: &str| -> Vec<String> {
                let all = words.split("--").filter_map(|word| word.strip_prefix(option));
                all.flat_map(|values| values.trim().split(',').map(str::to_owned)).collect()
            };
            let (deck, cards) = (&of("deck")[..], &of("cards")[..]);
            let asked = EditsAsked { deck, cards, rules: words.contains("--rules") };
            let asked = tried.edits.iter().filter(|(m, _)| is_asked_for(asked, m));
            let mut groups: Vec<&str> = asked.map(|(m, _)| m.group()).collect();
            groups.dedup();
            groups.join(" ")
        };
        let decks = "assets countries labs defcon justifications";
        assert_eq!(groups(""), format!("rules rulings {decks} script"));
        assert_eq!(groups("--rules"), "rules rulings script");
        assert_eq!(groups("--deck labs --deck assets"), "assets labs");
        assert_eq!(groups("--deck labs --rules"), "rules rulings labs script");
        assert_eq!(groups("--cards spy,moon-probe"), "assets labs");
        assert_eq!(groups("--deck labs --cards spy"), "");
    }

    #[test]
    fn what_is_free_by_design_does_not_survive() {
        let files = &mut Files::new();
        let tried = all(GAME, |_| Noticed::Nobody, files);
        let is_default = |m: &Mutation| m.path.last().is_some_and(|key| key == "default");
        let defaults = tried.edits.iter().filter(|(m, _)| is_default(m));
        assert_eq!(defaults.count(), 21, "one for each country");
        assert!(!tried.survivors().any(|(m, ..)| is_default(m)));
        let told = unnoticed(&tried).unwrap();
        assert!(told.message.ends_with("edits are noticed by no check, scenario or law"));
        assert!(files.place(told.span.unwrap()).contains("game.toml"));
        assert!(free_in_vain(&tried).is_empty());
    }

    #[test]
    fn a_free_value_that_is_noticed_is_told() {
        let files = &mut Files::new();
        let mut tried = all(GAME, scenario, files);
        assert!(unnoticed(&tried).is_none());
        let told = free_in_vain(&tried);
        let messages: Vec<&str> = told.iter().map(|w| w.message.as_str()).collect();
        let free = "every edit of `countries.*.default` is noticed: nothing is free";
        assert!(messages.contains(&free), "{messages:?}");
        // One country was not tried, so the claim cannot be refuted: it may be an edit that nobody notices.
        tried.edits.retain(|(m, _)| m.path.get(1).is_none_or(|card| card != "iraq"));
        let told = free_in_vain(&tried);
        assert!(!told.iter().any(|w| w.message == free));
    }
}
