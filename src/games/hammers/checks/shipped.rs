//! What the rulebooks say of both editions together, held against the shipped cards.

use crate::cards::Row;
use crate::games::hammers::testing::{EDITIONS, FIRST, SECOND, faults, pack, warnings};
use crate::source::Files;

#[test]
fn the_shipped_games_are_sound() {
    for game in EDITIONS {
        assert_eq!(faults(game, "game.toml", "", ""), [""; 0]);
        assert_eq!(warnings(game, "game.toml", "", ""), [""; 0]);
    }
}

#[test]
fn the_rules_sheet_holds_every_clause_and_ruling() {
    for (game, rules) in [(FIRST, 19), (SECOND, 15)] {
        let pack = pack(game);
        let (_, text) = pack.folder.text("rules.md", &mut Files::new()).unwrap();
        let clauses = (1..=rules).map(|n| format!("\n**R{n}** "));
        let rulings = pack
            .game
            .rulings
            .iter()
            .map(|r| format!("\n**{}** (ruling) ", r.id));
        for clause in clauses.chain(rulings) {
            assert_eq!(text.matches(&clause).count(), 1, "{game}: {clause:?}");
        }
        assert_eq!(text.matches("(ruling)").count(), pack.game.rulings.len());
        for ruling in &pack.game.rulings {
            assert!(
                text.contains(&format!("\n**{}** ", ruling.rule)),
                "{}",
                ruling.id
            );
        }
    }
}

#[test]
fn both_editions_have_the_same_countries() {
    let rows = |game| {
        let pack = pack(game);
        let deck = pack.deck("countries").unwrap();
        let row = |r: &Row| {
            ["id", "points", "default", "region"].map(|k| r.get(k).and_then(|v| v.text()))
        };
        deck.rows.iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(rows(FIRST), rows(SECOND));
}

#[test]
fn every_region_has_both_factions_and_a_card_of_each_worth() {
    // CH1-G16: 21 points lean to each side; CH1-E3: East Asia's values add up to 6, as all regions' do.
    let pack = pack(FIRST);
    let rows = &pack.deck("countries").unwrap().rows;
    let regions = &pack.game.tables["region"];
    assert_eq!(regions.len(), 7);
    let (mut caps, mut hammers) = (0, 0);
    for region in regions.keys() {
        let of = |key| move |r: &&Row| r.get(key).and_then(|v| v.text());
        let members = rows
            .iter()
            .filter(|r| of("region")(r).as_ref() == Some(region));
        let members: Vec<_> = members.collect();
        let mut points: Vec<_> = members.iter().filter_map(of("points")).collect();
        points.sort();
        assert_eq!(points, ["1", "2", "3"], "{region}");
        for member in &members {
            let n = member.get("points").and_then(|v| v.as_integer()).unwrap();
            match of("default")(member).as_deref() {
                Some("caps") => caps += n,
                _ => hammers += n,
            }
        }
        let defaults = members.iter().filter_map(of("default"));
        let stars = defaults.filter(|d| d == "caps").count();
        assert!((1..=2).contains(&stars), "{region}");
    }
    assert_eq!((caps, hammers), (21, 21));
}
