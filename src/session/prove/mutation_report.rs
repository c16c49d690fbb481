//! The report of edits that were tried: how many of them each check notices, and which survive. The [`Tried`] edits of a game come in, a
//! report goes out. Called by the command `mutate`.

use crate::cards::{Deck, FreeByDesign, Mutation, Pack};
use crate::report::{
    Cell, Column, GameReport, ListItem, ReportTable, SectionKind, Tone, Visibility, row,
};
use crate::session::open::chosen_variants::of_each;
use crate::source::{Files, counted, grouped, list_words, one_or_many, plural};
use crate::verify::mutate::{MutationPlan, Noticed};

use super::fuzz_report::headed;

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
            let mut item = edit(tried, files, mutation, noticed);
            if !all {
                item.more.clear();
            }
            item
        });
        report.add(SectionKind::List(items.collect()), Visibility::People);
    }
    report.add(edits_table(tried, files, &everything), Visibility::Data);
    report.list(vec![match survivors.len() {
        0 => ListItem::new(Tone::Good, "No edit survives but those that are free by design."),
        n => {
            let survive = one_or_many(n, "edit survives", "edits survive");
            ListItem::new(Tone::Bad, format!("{} {survive}.", grouped(n as u64)))
        }
    }]);
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
    let rows = groups.into_iter().map(row).collect();
    ReportTable { rows, ..ReportTable::new("groups", columns) }
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
    let columns = [
        Column::label("path", ""),
        Column::label("edit", "").shown(Visibility::Data),
        Column::of("old", "", ""),
        Column::of("new", "", ""),
        Column::of("file", "", ""),
        Column::of("line", "", ""),
        Column::of("column", "", ""),
        Column::of("noticed_by", "", ""),
        Column::of("says", "", ""),
        Column::of("free", "", ""),
    ];
    let mut table = ReportTable::new("edits", columns);
    for (mutation, noticed) in edits {
        let (line, column) = files.line_column(mutation.span);
        let by = ["check", "scenario", "law", "nobody", "nobody"]
            [self::column(noticed, false).min(4) - 1];
        let free = tried.free(mutation).map_or(Cell::Nothing, |free| Cell::words(&free.reason));
        table.rows.push(row![
            mutation.name(),
            mutation.to_string(),
            mutation.written(&mutation.old),
            mutation.written(&mutation.new),
            files.path(mutation.span.file),
            line as u64,
            column as u64,
            by,
            says(noticed),
            free,
        ]);
    }
    table
}

#[cfg(test)]
pub mod tests {
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
