//! Adds up the parts of a run. Parts come in, in any order and grouping; their sum goes out, to the byte what one run would have given, or
//! why they are not of one run. Called by `deckproof merge`.

use super::part::{LabPart, PartFault, PartHeader};
use super::shard::Shard;

/// Merges parts, each with the name of its file. The same part may come twice if it is the same.
///
/// # Errors
/// Every part that does not fit, and why.
pub fn merge_parts(mut parts: Vec<(String, LabPart)>) -> Result<LabPart, Vec<PartFault>> {
    parts.sort_by(|a, b| a.1.games.cmp(&b.1.games).then(a.0.cmp(&b.0)));
    let Some((first_name, first)) = parts.first().cloned() else {
        return Err(vec![PartFault::new(
            "there is no part to merge",
            "name their files",
        )]);
    };
    let mut faults: Vec<PartFault> = parts
        .iter()
        .filter_map(|(name, part)| other_run(&first_name, &first.header, name, &part.header))
        .collect();
    if !faults.is_empty() {
        return Err(faults);
    }
    let (mut sum, mut last) = (first.clone(), (&first_name, &first));
    for (name, part) in &parts[1..] {
        if part.games == last.1.games {
            if part != last.1 {
                faults.push(PartFault::new(
                    format!("`{}` and `{name}` count the same games, and differently", last.0),
                    "one of two machines computes otherwise, or a file was edited: run this part again on both",
                ));
            }
            continue;
        }
        let end = sum.games.last().map_or(0, |(_, end)| *end);
        if part.games.first().is_some_and(|(from, _)| *from < end) {
            faults.push(PartFault::new(
                format!(
                    "`{name}` has games that `{}` or one before it has, too",
                    last.0
                ),
                "merge parts of one number of shards, each once",
            ));
            continue;
        }
        if let Err(fault) = sum.merge(part) {
            faults.push(PartFault::new(
                format!("`{name}`: {}", fault.says),
                fault.help,
            ));
        }
        last = (name, part);
    }
    if faults.is_empty() {
        Ok(sum)
    } else {
        Err(faults)
    }
}

/// A command without where its game lies, which may differ between machines: the hash of the data says which game it is.
fn settings(command: &str) -> (&str, &str) {
    let kind = command.split(' ').next().unwrap_or_default();
    (kind, command.find(" --").map_or("", |at| &command[at..]))
}

/// What shows that two parts are of two runs.
fn other_run(
    first_name: &str,
    first: &PartHeader,
    name: &str,
    header: &PartHeader,
) -> Option<PartFault> {
    let differ = |what: &str, own: &str, other: &str| {
        Some(PartFault::new(
            format!("`{name}` has another {what} than `{first_name}`: {other}, not {own}"),
            "merge parts of one run",
        ))
    };
    if header.data != first.data {
        return differ(
            "hash of the data",
            &first.data.join(" and "),
            &header.data.join(" and "),
        );
    }
    if settings(&header.command) != settings(&first.command) {
        return differ(
            "command",
            &format!("`{}`", first.command),
            &format!("`{}`", header.command),
        );
    }
    if header.program != first.program {
        return differ("version of the program", &first.program, &header.program);
    }
    if header.seed != first.seed {
        return differ("seed", &first.seed.to_string(), &header.seed.to_string());
    }
    let same_command = PartHeader {
        command: first.command.clone(),
        ..header.clone()
    };
    (same_command != *first).then(|| {
        PartFault::new(
            format!("`{name}` is of another run than `{first_name}`"),
            "merge parts of one run",
        )
    })
}

/// Most shares of a run whose missing ones are listed.
const MOST_SHARES: u64 = 1_000_000;

/// The shares of the run that are missing, if the parts that are there are all shares of so many; else nothing.
pub fn missing_shards(parts: &[LabPart], whole: &LabPart) -> Vec<Shard> {
    let total = whole.header.total;
    let counts = parts.iter().filter_map(|part| match part.games.as_slice() {
        [(from, to)] => {
            let near = total / (to - from).max(1);
            [near, near.saturating_sub(1), near + 1]
                .into_iter()
                .filter(|of| *of > 0)
                .find(|of| shard_of(*from, *to, *of, total).is_some())
        }
        _ => None,
    });
    let Some(of) = counts.max().filter(|of| *of <= MOST_SHARES) else {
        return Vec::new();
    };
    let gaps = whole.missing();
    let is_missing = |shard: &Shard| {
        let games = shard.games(total);
        !games.is_empty()
            && gaps
                .iter()
                .any(|gap| gap.start <= games.start && games.end <= gap.end)
    };
    (1..=of)
        .map(|number| Shard { number, of })
        .filter(is_missing)
        .collect()
}

fn shard_of(from: u64, to: u64, of: u64, total: u64) -> Option<Shard> {
    let near = (u128::from(from) * u128::from(of) / u128::from(total.max(1))) as u64;
    (near.max(1)..=(near + 2).min(of))
        .map(|number| Shard { number, of })
        .find(|shard| shard.games(total) == (from..to))
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::super::figures::LabNames;
    use super::super::part::{
        CHECK, LawCounts, PART_FORMAT, PartResults, VariantPart, check_of, checked,
    };
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
        let parts: Vec<LabPart> = (1..=7)
            .map(|number| part(Shard { number, of: 7 }.games(100), number * 10))
            .collect();
        let whole = merge_parts(named(&parts)).unwrap();
        assert_eq!(whole.games, [(0, 100)]);
        let mut backwards = named(&parts);
        backwards.reverse();
        assert_eq!(merge_parts(backwards).unwrap().text(), whole.text());
        let left = merge_parts(named(&parts[..3])).unwrap();
        let right = merge_parts(named(&parts[3..])).unwrap();
        assert_eq!(
            merge_parts(named(&[right, left])).unwrap().text(),
            whole.text()
        );
        let apart = merge_parts(named(&[parts[0].clone(), parts[4].clone()])).unwrap();
        let rest: Vec<LabPart> = [1, 2, 3, 5, 6].map(|at| parts[at].clone()).to_vec();
        assert_eq!(apart.missing().len(), 2);
        let shards = missing_shards(&[parts[0].clone(), parts[4].clone()], &apart);
        assert_eq!(
            shards.iter().map(|shard| shard.number).collect::<Vec<_>>(),
            [2, 3, 4, 6, 7]
        );
        let rest = merge_parts(named(&rest)).unwrap();
        assert_eq!(LabPart::read("x", &rest.text()).unwrap(), rest);
    }

    #[test]
    fn the_same_part_twice_must_be_the_same() {
        let parts = [part(0..50, 5), part(0..50, 5), part(50..100, 6)];
        assert_eq!(merge_parts(named(&parts)).unwrap().missing(), []);
        let parts = [part(0..50, 5), part(0..50, 7)];
        let fault = &merge_parts(named(&parts)).unwrap_err()[0];
        assert!(fault.says.contains("part-0.json") && fault.says.contains("part-1.json"));
        let parts = [part(0..50, 5), part(40..60, 5)];
        assert!(
            merge_parts(named(&parts)).unwrap_err()[0]
                .says
                .contains("part-1.json")
        );
    }

    #[test]
    fn the_game_may_lie_elsewhere_on_another_machine() {
        let mut other = part(50..100, 6);
        other.header.command = "fuzz /home/ada/toy --games 100 --seed 1".into();
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
            fault.says.contains("hash of the data") && fault.says.contains("part-1.json"),
            "{fault:?}"
        );
        let text = part(0..50, 5).text();
        for (from, to) in [
            ("\"deckproof_part\":4", "\"deckproof_part\":1"),
            ("\"games\":50", "\"games\":51"),
            ("\"decisions\":5", "\"decisions\":6"),
            ("[[0,50]]", "[[50,0]]"),
            ("}", ""),
        ] {
            let edited = text.replacen(from, to, 1);
            assert!(
                edited != text && LabPart::read("x.json", &edited).is_err(),
                "{from}"
            );
        }
        // Who makes the check anew is told all the same what cannot be.
        let read_edited = |edits: &[(&str, &str)]| {
            let body = checked(&text).unwrap();
            let edited = edits
                .iter()
                .fold(body, |body, (from, to)| body.replacen(from, to, 1));
            let check = check_of(&edited);
            let edited = format!("{}{CHECK}{check}\"}}\n", edited.strip_suffix('}').unwrap());
            LabPart::read("x.json", &edited)
        };
        let forged = |from: &str, to: &str| read_edited(&[(from, to)]).unwrap_err().says;
        assert!(forged("\"games\":50", "\"games\":51").contains("counts 51"));
        assert!(forged("[[0,50]]", "[[0,500]]").contains("0 to 500"));
        assert!(forged("\"Toy\"", "\"\\u001b[31mToy\"").contains("U+001B"));
        assert!(forged("\"planned\":100", "\"planned\":9").contains("9 of which"));
        // A number of digits is a title as good as any.
        let title = ("\"Toy\"", "\"123456789012345678901234567890\"");
        assert!(read_edited(&[title]).is_ok());
        assert!(
            forged("\"decisions\":5", "\"decisions\":99999999999999999")
                .contains("no run can count")
        );
        // What was counted before a game's counts grew is good still; games themselves have to be played again.
        let older = ("_part\":3", "_part\":2");
        assert_eq!(read_edited(&[older]).unwrap().text(), text);
        let refused = read_edited(&[older, ("\"laws\"", "\"games\"")]).unwrap_err();
        assert_eq!(refused.says, "`x.json` has format 2; this program writes 3");
        for cut in 0..text.len() - 2 {
            assert!(LabPart::read("x.json", &text[..cut]).is_err(), "{cut}");
        }
    }
}
