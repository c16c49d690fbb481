//! Makes the score sheet, with a row for each part and a column for each side. A [`Replay`] or one [`Frame`] comes in; rows, text
//! and the verdict go out. Called by `deckproof replay` and the replay page.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::verify::replay::{Frame, Replay};

use super::words::ReplayWords;

/// Each side's score, part by part.
#[derive(Default, PartialEq, Serialize)]
pub struct ScoreSheet {
    /// The seats that the columns are named after. Seats of one side with the same score share a column.
    pub columns: Vec<usize>,
    /// The parts as the game orders them; the last row is the total.
    pub rows: Vec<ScoreLine>,
}

/// A row of the sheet.
#[derive(PartialEq, Serialize)]
pub struct ScoreLine {
    pub label: String,
    /// One per column; `None` where the side has no such part.
    pub points: Vec<Option<i64>>,
}

/// The key of the sum in the scores of a record.
const TOTAL: &str = "total";

impl ScoreSheet {
    /// The final scores; `None` before the end.
    pub fn ended(replay: &Replay, words: &ReplayWords) -> Option<ScoreSheet> {
        ScoreSheet::of(&replay.result["scores"], words)
    }

    /// What each seat would score if the game ended now, if the game reports it.
    pub fn now(frame: &Frame, words: &ReplayWords) -> Option<ScoreSheet> {
        ScoreSheet::of(&frame.standings[words.captions.score.now.as_ref()?], words)
    }

    fn of(scores: &Value, words: &ReplayWords) -> Option<ScoreSheet> {
        let mut columns: Vec<(usize, &Map<String, Value>)> = Vec::new();
        for (number, (seat, _)) in words.seats.iter().enumerate() {
            let Some(score) = scores[seat].as_object() else {
                continue;
            };
            let side = |seat: &usize| words.captions.side(&words.seats[*seat].0);
            if !columns.iter().any(|(seat, same)| side(seat) == side(&number) && *same == score) {
                columns.push((number, score));
            }
        }
        let mut rows: Vec<ScoreLine> = parts(words, &columns)
            .into_iter()
            .map(|(part, label)| ScoreLine {
                label,
                points: columns.iter().map(|(_, score)| score.get(part)?.as_i64()).collect(),
            })
            .collect();
        let total = ScoreLine {
            label: "Total".into(),
            points: columns.iter().map(|(_, score)| Some(total(score))).collect(),
        };
        // A score of one part is its own total.
        if rows.len() != 1 || rows[0].points != total.points {
            rows.push(total);
        }
        let columns: Vec<usize> = columns.into_iter().map(|(seat, _)| seat).collect();
        (!columns.is_empty()).then_some(ScoreSheet { columns, rows })
    }

    /// The total of each column, with its seat.
    pub fn totals(&self) -> impl Iterator<Item = (usize, i64)> {
        let points = self
            .rows
            .last()
            .into_iter()
            .flat_map(|row| &row.points)
            .map(|points| points.unwrap_or(0));
        self.columns.iter().copied().zip(points)
    }
}

fn total(score: &Map<String, Value>) -> i64 {
    score
        .get(TOTAL)
        .and_then(Value::as_i64)
        .unwrap_or_else(|| score.values().filter_map(Value::as_i64).sum())
}

/// The parts that some column has, with their labels: those of the captions in their order, then others.
fn parts<'a>(
    words: &ReplayWords,
    columns: &[(usize, &'a Map<String, Value>)],
) -> Vec<(&'a str, String)> {
    let known = &words.captions.score.parts;
    let mut parts: Vec<&str> = Vec::new();
    for part in columns.iter().flat_map(|(_, score)| score.keys()) {
        if part != TOTAL && !parts.contains(&part.as_str()) {
            parts.push(part);
        }
    }
    let place = |part: &str| known.iter().position(|(word, _)| *word == part);
    // The sort is stable: unknown parts stay in their order.
    parts.sort_by_key(|part| place(part).unwrap_or(known.len()));
    parts
        .into_iter()
        .map(|part| match place(part) {
            Some(at) => (part, known[at].1.to_owned()),
            None => (part, super::words::capital(part)),
        })
        .collect()
}

/// Who won: a seat, all seats of a team, or nobody.
pub fn winners(result: &Value, words: &ReplayWords) -> Vec<usize> {
    let number = |word: &str| words.seats.iter().position(|(seat, _)| seat == word);
    let told: Vec<&str> = match &result["winner"] {
        Value::String(seat) => vec![seat],
        Value::Array(team) => team.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    told.into_iter().filter_map(number).collect()
}

/// Who won, as the start of a sentence: "Hammers wins", "Red and Scout win", "nobody wins".
pub fn verdict(result: &Value, words: &ReplayWords) -> String {
    let names: Vec<&str> =
        winners(result, words).iter().map(|seat| words.seats[*seat].1.as_str()).collect();
    match names.as_slice() {
        [] => "nobody wins".into(),
        [name] => format!("{name} wins"),
        names => format!("{} win", names.join(" and ")),
    }
}

/// What decided, in words; `None` before the end.
pub fn decided(result: &Value, words: &ReplayWords) -> Option<String> {
    let by = result["by"].as_str()?;
    let known = words.captions.score.by.iter().find(|(word, _)| *word == by);
    Some(known.map_or_else(|| by.replace('-', " "), |(_, says)| says.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::captions::{Captions, Scoring, Sitting};
    use serde_json::json;

    fn words(seats: &str) -> ReplayWords {
        let sitting = |(seat, side): (&str, &str)| Sitting {
            seat: seat.into(),
            name: String::new(),
            side: side.into(),
            field: true,
        };
        let seats = seats.split(' ');
        ReplayWords {
            seats: seats.map(|s| (s.to_owned(), super::super::words::capital(s))).collect(),
            captions: Captions {
                seats: [("scout", "red")].map(sitting).into(),
                score: Scoring {
                    parts: vec![("fields".into(), "Fields held".into())],
                    by: vec![("coin".into(), "the toss of a coin".into())],
                    ..Scoring::default()
                },
                ..Captions::default()
            },
            ..ReplayWords::default()
        }
    }

    fn rows(sheet: &ScoreSheet) -> Vec<(&str, &[Option<i64>])> {
        let row = |row| {
            let ScoreLine { label, points, .. }: &ScoreLine = row;
            (label.as_str(), points.as_slice())
        };
        sheet.rows.iter().map(row).collect()
    }

    #[test]
    fn a_sheet_has_a_row_for_each_part_and_the_total_last() {
        let scores = json!({
            "red": {"luck": 2, "fields": 5, "total": 7},
            "blue": {"share": 1, "total": 1},
        });
        let sheet = ScoreSheet::of(&scores, &words("red blue")).unwrap();
        assert_eq!(sheet.columns, [0, 1]);
        assert_eq!(
            rows(&sheet),
            [
                ("Fields held", &[Some(5), None][..]),
                ("Luck", &[Some(2), None]),
                ("Share", &[None, Some(1)]),
                ("Total", &[Some(7), Some(1)]),
            ]
        );
    }

    #[test]
    fn seats_of_a_side_with_one_score_share_a_column() {
        let score = json!({"fields": 5, "total": 5});
        let scores = json!({"red": score, "blue": score, "scout": score});
        let sheet = ScoreSheet::of(&scores, &words("red blue scout")).unwrap();
        assert_eq!(sheet.columns, [0, 1]);
        let other = json!({"red": score, "blue": score, "scout": {"fields": 4, "total": 4}});
        let sheet = ScoreSheet::of(&other, &words("red blue scout")).unwrap();
        assert_eq!(sheet.columns, [0, 1, 2]);
    }

    #[test]
    fn without_a_total_the_parts_are_added() {
        let scores = json!({"red": {"fields": 5, "luck": -2}});
        let sheet = ScoreSheet::of(&scores, &words("red")).unwrap();
        assert_eq!(sheet.totals().collect::<Vec<_>>(), [(0, 3)]);
    }

    #[test]
    fn a_score_of_one_part_is_its_own_total() {
        let scores = json!({"red": {"fields": 12, "total": 12}});
        let sheet = ScoreSheet::of(&scores, &words("red")).unwrap();
        assert_eq!(rows(&sheet), [("Fields held", &[Some(12)][..])]);
        assert_eq!(sheet.totals().collect::<Vec<_>>(), [(0, 12)]);
    }

    #[test]
    fn who_won_is_told_of_one_of_a_team_and_of_nobody() {
        let words = words("red blue scout");
        for (winner, says) in [
            (json!("blue"), "Blue wins"),
            (json!(["red", "scout"]), "Red and Scout win"),
            (json!(null), "nobody wins"),
        ] {
            assert_eq!(verdict(&json!({ "winner": winner }), &words), says);
        }
    }

    #[test]
    fn what_decided_is_told_in_words() {
        let words = words("red");
        let told = |by: &str| decided(&json!({ "by": by }), &words);
        assert_eq!(told("coin").as_deref(), Some("the toss of a coin"));
        assert_eq!(told("fewer-fields").as_deref(), Some("fewer fields"));
        assert_eq!(decided(&Value::Null, &words), None);
    }
}
