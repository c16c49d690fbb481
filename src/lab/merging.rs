//! Adds up the parts of a run. Parts come in, in any order and grouping; their sum goes out, to the byte what one run would have given, or
//! why they are not of one run. Called by `deckproof merge`.

use std::collections::BTreeSet;

use super::part::{LabPart, PartHeader};
use crate::source::{Fault, fault, shell_words};

/// A part with the name of its file.
type Named = (String, LabPart);

/// Merges parts, each with the name of its file. The same part may come twice if it is the same.
///
/// # Errors
/// Every part that does not fit, and why.
pub fn merge_parts(mut parts: Vec<Named>) -> Result<LabPart, Vec<Fault>> {
    parts.sort_by(|(a_name, a), (b_name, b)| {
        // The sum has the header of the part with the first games, in whatever order and grouping they come.
        let is_empty = a.games.is_empty().cmp(&b.games.is_empty());
        is_empty
            .then_with(|| a.games.cmp(&b.games))
            .then_with(|| a.header.command.cmp(&b.header.command))
            .then_with(|| a_name.cmp(b_name))
    });
    let Some((first_name, first)) = parts.first() else {
        return Err(vec![fault!("there is no part to merge"; "name their files")]);
    };
    let mut faults: Vec<Fault> = parts
        .iter()
        .filter_map(|(name, part)| other_run(first_name, &first.header, name, &part.header))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    faults.extend(parts.windows(2).filter_map(differs));
    parts.dedup_by(|second, first| second.1.games == first.1.games);
    let ranges = ranges_of(&parts);
    faults.extend(overlaps(&parts, &ranges));
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut sum = parts[0].1.clone();
    for (name, part) in &parts[1..] {
        if let Err(fault) = sum.add_counts(part) {
            let message = format!("`{name}`: {}", fault.message);
            faults.push(Fault { message, ..fault });
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    sum.games.clear();
    for ((from, to), _) in ranges {
        match sum.games.last_mut() {
            Some((_, last)) if *last == from => *last = to,
            _ => sum.games.push((from, to)),
        }
    }
    Ok(sum)
}

/// Of two parts, one after the other, that they count the same games differently.
fn differs(pair: &[Named]) -> Option<Fault> {
    let [(first_name, first), (name, part)] = pair else {
        return None;
    };
    (first.games == part.games && first.results != part.results).then(|| {
        fault!(
            "`{first_name}` and `{name}` count the same games, and differently";
            "one of two machines computes otherwise, or a file was edited: run this part again on both"
        )
    })
}

/// Games in a row, and the number of the part that has them.
type Owned = ((u64, u64), usize);

/// The games of all parts, in order.
fn ranges_of(parts: &[Named]) -> Vec<Owned> {
    let of_part = |(at, (_, part)): (usize, &Named)| {
        let games = part.games.clone().into_iter();
        games.map(move |range| (range, at))
    };
    let mut ranges: Vec<Owned> = parts.iter().enumerate().flat_map(of_part).collect();
    ranges.sort_unstable();
    ranges
}

/// Games that two parts have, told once of each part.
fn overlaps(parts: &[Named], ranges: &[Owned]) -> Vec<Fault> {
    let mut told = BTreeSet::new();
    let mut faults = Vec::new();
    let mut furthest: Option<(u64, usize)> = None;
    for ((from, to), at) in ranges {
        if let Some((_, before)) = furthest.filter(|(end, _)| from < end)
            && told.insert(*at)
        {
            faults.push(fault!(
                "`{}` has games that `{}` has, too", parts[*at].0, parts[before].0;
                "merge only parts with the same N in `--shard K/N`, each of them once"
            ));
        }
        if furthest.is_none_or(|(end, _)| end < *to) {
            furthest = Some((*to, *at));
        }
    }
    faults
}

/// A command without where its game lies, which may differ between machines: the hash of the data says which game it is.
fn settings(command: &str) -> Vec<String> {
    let mut words = shell_words(command);
    let options = words.iter().position(|word| word.starts_with("--"));
    words.drain(1.min(words.len())..options.unwrap_or(words.len()));
    words
}

/// What shows that two parts are of two runs.
fn other_run(
    first_name: &str,
    first: &PartHeader,
    name: &str,
    header: &PartHeader,
) -> Option<Fault> {
    let both = |of: &dyn Fn(&PartHeader) -> String| [of(first), of(header)];
    let settings = [first, header].map(|header| settings(&header.command));
    let differences = [
        (header.data != first.data, "hash of the data", both(&|one| one.data.join(" and "))),
        (settings[0] != settings[1], "command", both(&|one| format!("`{}`", one.command))),
        (
            header.program != first.program,
            "version of the program",
            both(&|one| one.program.clone()),
        ),
        (header.seed != first.seed, "seed", both(&|one| one.seed.to_string())),
    ];
    if let Some((_, what, [own, other])) = differences.into_iter().find(|one| one.0) {
        return Some(fault!(
            "`{name}` has another {what} than `{first_name}`: {other}, not {own}";
            "merge parts of one run"
        ));
    }
    let same_command = PartHeader { command: first.command.clone(), ..header.clone() };
    (same_command != *first)
        .then(|| fault!("`{name}` is of another run than `{first_name}`"; "merge parts of one run"))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::super::figures::LabNames;
    use proptest::prelude::*;

    use super::super::part::{
        CHECK, LawCounts, PART_FORMAT, PartResults, VariantPart, check_of, checked,
    };
    use super::super::shares::Shard;
    use super::*;
    use crate::rules::Variant;

    fn part(games: Range<u64>, decisions: u64) -> LabPart {
        LabPart {
            header: PartHeader {
                deckproof_part: PART_FORMAT,
                program: "0.1.0".into(),
                command: "fuzz toy --games 100 --seed 1".into(),
                title: "Toy".into(),
                data: vec!["ab".into()],
                seed: 1,
                total: 100,
                planned: 100,
            },
            games: vec![(games.start, games.end)],
            results: PartResults::Laws(vec![VariantPart {
                variant: Variant::default(),
                policies: Vec::new(),
                names: LabNames::default(),
                counts: LawCounts {
                    games: games.end - games.start,
                    decisions,
                    ..LawCounts::default()
                },
            }]),
        }
    }

    fn named(parts: &[LabPart]) -> Vec<(String, LabPart)> {
        let name = |(at, part): (usize, &LabPart)| (format!("part-{at}.json"), part.clone());
        parts.iter().enumerate().map(name).collect()
    }

    #[test]
    fn any_order_and_grouping_gives_the_same_bytes() {
        let parts: Vec<LabPart> =
            (1..=7).map(|number| part(Shard { number, of: 7 }.games(100), number * 10)).collect();
        let whole = merge_parts(named(&parts)).unwrap();
        assert_eq!(whole.games, [(0, 100)]);
        let mut backwards = named(&parts);
        backwards.reverse();
        assert_eq!(merge_parts(backwards).unwrap().text(), whole.text());
        let left = merge_parts(named(&parts[..3])).unwrap();
        let right = merge_parts(named(&parts[3..])).unwrap();
        assert_eq!(merge_parts(named(&[right, left])).unwrap().text(), whole.text());
        let rest: Vec<LabPart> = [1, 2, 3, 5, 6].map(|at| parts[at].clone()).to_vec();
        let rest = merge_parts(named(&rest)).unwrap();
        assert_eq!(rest.missing(), [0..14, 57..71]);
        assert_eq!(LabPart::read("x", &rest.text()).unwrap(), rest);
    }

    proptest! {
        #[test]
        fn parts_that_lie_between_each_other_are_merged_in_any_grouping(
            of in 1..40_u64,
            groups in prop::collection::vec(0..5_usize, 40),
            order in Just((0..40_usize).collect::<Vec<_>>()).prop_shuffle(),
            again in 0..40_usize,
        ) {
            // Of shares without a game, too.
            let shares = (1..=of).map(|number| Shard { number, of }.games(20));
            let parts: Vec<LabPart> = shares
                .map(|games| {
                    let mut part = part(games.clone(), games.sum());
                    part.games.retain(|(from, to)| from < to);
                    part.header.total = 20;
                    part
                })
                .collect();
            let whole = merge_parts(named(&parts)).unwrap();
            prop_assert_eq!(&whole.games, &[(0, 20)]);
            let of_group = |group: usize| {
                let mine = order.iter().filter(|at| groups[**at] == group);
                let mine: Vec<LabPart> =
                    mine.filter_map(|at| parts.get(*at).cloned()).collect();
                (!mine.is_empty()).then(|| merge_parts(named(&mine)).unwrap())
            };
            let mut sums: Vec<LabPart> = (0..5).filter_map(of_group).collect();
            sums.extend(sums.get(again % 5).cloned());
            prop_assert_eq!(merge_parts(named(&sums)).unwrap().text(), whole.text());
        }
    }

    #[test]
    fn the_same_part_twice_must_be_the_same() {
        let parts = [part(0..50, 5), part(0..50, 5), part(50..100, 6)];
        assert_eq!(merge_parts(named(&parts)).unwrap().missing(), []);
        let parts = [part(0..50, 5), part(0..50, 7)];
        let fault = &merge_parts(named(&parts)).unwrap_err()[0];
        assert!(fault.message.contains("part-0.json") && fault.message.contains("part-1.json"));
        let parts = [part(0..50, 5), part(40..60, 5)];
        assert!(merge_parts(named(&parts)).unwrap_err()[0].message.contains("part-1.json"));
        // Between the two is room, after the first of them is none.
        let around = merge_parts(named(&[part(0..10, 5), part(20..30, 5)])).unwrap();
        let parts = [around.clone(), part(10..20, 6)];
        assert_eq!(merge_parts(named(&parts)).unwrap().games, [(0, 30)]);
        let fault = &merge_parts(named(&[around, part(15..25, 6)])).unwrap_err()[0];
        assert_eq!(fault.message, "`part-0.json` has games that `part-1.json` has, too");
        // The path to the game is another, and the counts are the same.
        let mut other = part(0..50, 5);
        other.header.command = "fuzz /home/ada/toy --games 100 --seed 1".into();
        assert!(merge_parts(named(&[part(0..50, 5), other])).is_ok());
    }

    #[test]
    fn the_game_may_lie_elsewhere_on_another_machine() {
        let mut other = part(50..100, 6);
        other.header.command = "fuzz /home/ada/toy --games 100 --seed 1".into();
        let whole = merge_parts(named(&[part(0..50, 5), other.clone()])).unwrap();
        assert_eq!(whole.missing(), []);
        other.header.command = "fuzz '/home/ada/a --games 7/toy' --games 100 --seed 1".into();
        let whole = merge_parts(named(&[part(0..50, 5), other.clone()])).unwrap();
        assert_eq!(whole.missing(), []);
        other.header.command = "fuzz toy --games 100 --seed 2".into();
        assert!(merge_parts(named(&[part(0..50, 5), other])).is_err());
    }

    #[test]
    fn parts_of_another_run_and_files_that_are_no_parts_are_named() {
        let mut other = part(50..100, 6);
        other.header.data = vec!["cd".into()];
        let fault = &merge_parts(named(&[part(0..50, 5), other])).unwrap_err()[0];
        assert!(
            fault.message.contains("hash of the data") && fault.message.contains("part-1.json"),
            "{fault:?}"
        );
        let text = part(0..50, 5).text();
        for (from, to) in [
            ("\"deckproof_part\":1", "\"deckproof_part\":2"),
            ("\"games\":50", "\"games\":51"),
            ("\"decisions\":5", "\"decisions\":6"),
            ("[[0,50]]", "[[50,0]]"),
            ("}", ""),
        ] {
            let edited = text.replacen(from, to, 1);
            assert!(edited != text && LabPart::read("x.json", &edited).is_err(), "{from}");
        }
        // Who makes the check anew is told all the same what cannot be.
        let read_edited = |edits: &[(&str, &str)]| {
            let body = checked(&text).unwrap();
            let edited = edits.iter().fold(body, |body, (from, to)| body.replacen(from, to, 1));
            let check = check_of(&edited);
            let edited = format!("{}{CHECK}{check}\"}}\n", edited.strip_suffix('}').unwrap());
            LabPart::read("x.json", &edited)
        };
        let forged = |from: &str, to: &str| read_edited(&[(from, to)]).unwrap_err().message;
        assert!(forged("\"games\":50", "\"games\":51").contains("counts 51"));
        assert!(forged("[[0,50]]", "[[0,500]]").contains("0 to 500"));
        assert!(forged("\"Toy\"", "\"\\u001b[31mToy\"").contains("U+001B"));
        assert!(forged("\"planned\":100", "\"planned\":9").contains("only 9 were planned"));
        // A number of digits is a title as good as any.
        let title = ("\"Toy\"", "\"123456789012345678901234567890\"");
        assert!(read_edited(&[title]).is_ok());
        assert!(
            forged("\"decisions\":5", "\"decisions\":99999999999999999")
                .contains("no run can count")
        );
        let now = format!("_part\":{PART_FORMAT}");
        let says =
            format!("`x.json` is of format 2, and this deckproof reads format {PART_FORMAT}");
        assert_eq!(forged(&now, "_part\":2"), says);
        for cut in 0..text.len() - 2 {
            assert!(LabPart::read("x.json", &text[..cut]).is_err(), "{cut}");
        }
    }
}
