//! Formats the results of random games as CSV lines or JSON. A [`Played`] game comes in, text goes out. Called by `balance`.

use super::balance_findings::Played;
use serde_json::{Value, json};

use crate::statistics::Interval;
use crate::verify::balance::{Balance, CardFigures};

/// The first line of the comma-separated values. Effects on winning are shares: 0.05 is five percent points.
pub const COLUMNS: &str = "game,variant,deck,card,games,in_play,counted,held,wins,wins_low,wins_high,points,points_low,points_high";

/// A line a card and variant. No value holds a comma.
pub fn balance_csv(played: &Played) -> Vec<String> {
    let lines = played.all.iter().flat_map(|(variant, balance)| {
        let word = variant.word();
        balance.cards.iter().map(move |card| {
            let CardFigures { deck, row, .. } = card;
            let figures = [card.wins, card.points].map(|interval| match interval {
                Some(Interval { value, low, high }) => format!("{value:.5},{low:.5},{high:.5}"),
                None => ",,".to_owned(),
            });
            format!(
                "{},{word},{deck},{row},{},{},{},{},{}",
                played.pack.game.id,
                balance.games,
                card.in_play,
                card.counted,
                card.held,
                figures.join(",")
            )
        })
    });
    lines.collect()
}

/// Everything, as one line.
pub fn balance_json(played: &Played) -> String {
    let word = |number: &usize| played.all[*number].0.word();
    let words = |numbers: &[usize]| numbers.iter().map(word).collect::<Vec<_>>();
    let findings = &played.findings;
    let uneven = findings.uneven.iter().map(|u| {
        let seats = &played.all[u.variant].1.sides[u.side].seats;
        json!({"variant": word(&u.variant), "seats": seats, "wins": u.wins, "even": u.even})
    });
    let outliers = findings.outliers.iter().map(|o| {
        json!({
            "deck": o.deck, "card": o.row, "end": o.end.word(), "variants": words(&o.variants), "times": o.times,
        })
    });
    let unseen = findings
        .unseen
        .iter()
        .map(|u| json!({"deck": u.deck, "card": u.row, "variants": words(&u.variants)}));
    let variants = played.all.iter().map(|(variant, balance)| {
        let choices: serde_json::Map<String, Value> = variant
            .choices
            .iter()
            .map(|(axis, value)| (axis.clone(), json!(value)))
            .collect();
        figures(&variant.word(), choices.into(), balance)
    });
    let policy = played
        .plan
        .players
        .map_or("mixed", |players| players.word());
    let object = json!({
        "game": played.pack.game.id, "version": played.pack.game.version,
        "seed": played.plan.seed, "policy": policy, "games": played.plan.games,
        "uneven": uneven.collect::<Vec<_>>(),
        "outliers": outliers.collect::<Vec<_>>(),
        "unseen": unseen.collect::<Vec<_>>(),
        "variants": variants.collect::<Vec<_>>(),
    });
    object.to_string()
}

fn figures(word: &str, choices: Value, balance: &Balance) -> Value {
    let sides = balance.sides.iter().map(|side| {
        let parts = side
            .parts
            .iter()
            .map(|(what, points)| ((*what).to_owned(), json!(points)));
        let parts: serde_json::Map<String, Value> = parts.collect();
        json!({
            "seats": side.seats, "wins": interval(side.wins), "points": side.points, "parts": parts,
        })
    });
    let by = balance
        .by
        .iter()
        .map(|(by, games)| ((*by).to_owned(), json!(games)));
    let by: serde_json::Map<String, Value> = by.collect();
    let cards = balance.cards.iter().map(|card| {
        json!({
            "deck": card.deck, "card": card.row, "in_play": card.in_play, "counted": card.counted,
            "held": card.held, "wins": card.wins.map(interval), "points": card.points.map(interval),
        })
    });
    json!({
        "variant": word, "choices": choices, "games": balance.games, "decisions": balance.decisions,
        "sides": sides.collect::<Vec<_>>(), "draws": interval(balance.draws), "by": by,
        "cards": cards.collect::<Vec<_>>(),
    })
}

fn interval(Interval { value, low, high }: Interval) -> Value {
    json!({"value": value, "low": low, "high": high})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::balance::tests::{findings, played};

    #[test]
    fn a_line_has_a_value_for_each_column_and_each_card_a_line_a_variant() {
        let played = played(&["paris", "rome"]);
        let lines = balance_csv(&played);
        assert_eq!(lines.len(), 6 * played.all[0].1.cards.len());
        for line in &lines {
            assert_eq!(
                line.split(',').count(),
                COLUMNS.split(',').count(),
                "{line}"
            );
        }
        let lab = lines
            .iter()
            .find(|l| l.contains("rome-3,labs,satellite,300,"));
        assert!(lab.is_some(), "{lines:?}");
    }

    #[test]
    fn the_object_holds_figures_and_findings() {
        let mut played = played(&["paris"]);
        played.findings = findings(&[0, 2]);
        let line = balance_json(&played);
        assert_eq!(line.lines().count(), 1);
        let object: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(object["game"], "caps-and-hammers");
        assert_eq!(object["policy"], "mixed");
        assert_eq!(object["variants"][1]["variant"], "paris-3");
        assert_eq!(
            object["variants"][1]["choices"],
            json!({"city": "paris", "players": "3"})
        );
        let wins = &object["variants"][2]["sides"][0]["wins"];
        assert_eq!(wins["value"], json!(played.all[2].1.sides[0].wins.value));
        assert_eq!(object["variants"][0]["cards"][0]["wins"], Value::Null);
        assert_eq!(
            object["outliers"][0]["variants"],
            json!(["paris-2", "paris-4"])
        );
        assert_eq!(object["unseen"][0]["card"], "spacewalk");
        assert_eq!(object["uneven"][0]["seats"], json!(["hammers"]));
    }
}
