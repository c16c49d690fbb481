//! `deckproof diff`: an edited copy of a game beside the game, and what is said of them: rules, looks, copies, new, gone, moved;
//! numbers and words of the game; scenarios; folders, shipped games and git revisions.

use crate::copying;
#[path = "diff/games.rs"]
mod games;
#[path = "diff/revisions.rs"]
mod revisions;
#[path = "diff/sheets.rs"]
mod sheets;

use crate::reports::{rows, tables};
use games::{Games, elsewhere, slugs};
use serde_json::{Value, json};

// ------------------------------------------------------------------------------------------------- the whole of it

#[test]
fn unchanged_folders_have_no_difference() {
    let games = Games::shipped("caps-and-hammers");
    // Comments and the order of keys do not count.
    games.edit(
        "assets.toml",
        "profession = \"spy\"\ncopies = 3\ninfluence = 1",
        "influence = 1 # as ever\ncopies = 3\nprofession = \"spy\"",
    );
    let told = games.run(&["old", "new", "--exit-code"]);
    assert_eq!((told.code, told.stderr.as_str()), (Some(0), ""));
    assert!(told.stdout.contains(": no difference\n"), "{}", told.stdout);
    let json = games.json(&["caps-and-hammers", "new"]);
    assert_eq!(json["games"][0]["about"]["different"], "no");
}

#[test]
fn what_a_script_reads_of_a_row_is_of_the_rules() {
    let games = Games::example("hearts");
    games.edit("cards.toml", "rank = 2\npoints = 0", "rank = 2\npoints = 3").edit(
        "cards.toml",
        "label = \"3\"",
        "label = \"III\"",
    );
    assert_eq!(
        games::words(&games.json(&["old", "new"])),
        ["cards/2-clubs rules: points 0 > 3", "cards/3-clubs looks: label 3 > III",]
    );
}

#[test]
fn a_power_a_picture_and_a_copy_are_just_these_three() {
    let games = Games::shipped("caps-and-hammers");
    games
        .edit("assets.toml", "influence = 3", "influence = 4")
        .edit("assets.toml", "profession = \"spy\"\ncopies = 3", "profession = \"spy\"\ncopies = 4")
        .edit("assets.toml", "count = 25", "count = 26")
        .edit("templates/art/lab-1.svg", "#b5392b", "#2f5d7c");
    let json = games.json(&["caps-and-hammers", "new"]);
    assert_eq!(
        games::words(&json),
        [
            "assets/nuclear-armament rules: influence 3 > 4; operation \
             Worth 6 {influence} instead of 3. > Worth 6 {influence} instead of 4.",
            "assets/spy copies: copies 3 > 4",
            "labs/missiles looks: picture lab-1",
            // The rules show a round in a picture, with this card in it.
            "rules/page-1 looks: what is on the page",
        ]
    );
    assert!(elsewhere(&json, "game.toml").is_empty());
    assert!(slugs(&json, "broken").contains(&"r12-thirteen-is-a-crisis".to_owned()));
    assert_eq!(slugs(&json, "mended"), [""; 0]);
    let told = games.run(&["caps-and-hammers", "new", "--exit-code"]);
    assert_eq!(told.code, Some(1));
    for line in [
        "rules Nuclear Armament influence 3 → 4",
        "copies Spy 3 → 4",
        "looks Missiles picture lab-1",
        "r12-thirteen-is-a-crisis (CH2-R12, CH2-R9, CH2-G17, CH2-G20)",
        "seen.1: expected 13, found 17",
    ] {
        let said = told.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(line), "{line}:\n{}", told.stdout);
    }
    assert!(!told.stdout.contains('\x1b'), "no colours where no terminal is");
}

#[test]
fn a_new_game_that_cannot_be_read_has_its_faults_told() {
    let games = Games::tiny();
    games.edit("spells.toml", "name = \"Frost\"", "nam = \"Frost\"");
    let told = games.run(&["old", "new"]);
    assert_eq!((told.code, told.stdout.as_str()), (Some(1), ""));
    assert!(told.stderr.contains("new/spells.toml:12"), "{}", told.stderr);
}

// ------------------------------------------------------------------------------------------------------- the cards

#[test]
fn an_exchanged_ability_is_told_in_the_words_of_both() {
    let games = Games::shipped("caper");
    games.edit("gear.toml", "gives = [{ goods = [\"jewel\"] }]", "gives = [{ points = 2 }]");
    let cards = games.cards();
    assert_eq!(
        cards,
        ["gear/velvet-pouch rules: text At the end: a jewel {jewel}. > At the end: 2 {point}."]
    );
}

#[test]
fn words_and_pictures_of_a_row_are_looks() {
    let games = Games::shipped("caper");
    games.edit("gear.toml", "Drawstring, silk, no fingerprints.", "Silk.");
    assert_eq!(
        games.cards(),
        ["gear/velvet-pouch looks: quip Drawstring, silk, no fingerprints. > Silk."]
    );
    assert!(tables(&games.json(&["old", "new"]), "scenarios").is_empty());
}

#[test]
fn in_a_game_without_rules_printed_words_are_the_rules() {
    let games = Games::tiny();
    games
        .edit("spells.toml", "cost = 1", "cost = 3")
        .edit("spells.toml", "It stays as it is.", "It melts.")
        .edit(
            "spells.toml",
            "colour = \"#2f5d7c\"\nart = \"flame\"",
            "colour = \"#2f5d7c\"\nart = \"ice\"",
        );
    assert_eq!(
        games.cards(),
        [
            "spells/fire rules: cost 1 > 3",
            "spells/frost rules looks: text It stays as it is. > It melts.; art flame > ice",
        ]
    );
}

#[test]
fn cards_are_new_gone_and_renamed() {
    let games = Games::tiny();
    games.edit("spells.toml", "name = \"Frost\"", "name = \"Hail\"").edit(
        "spells.toml",
        "name = \"Fire\"\ncost = 1",
        "name = \"Lava\"\ncopies = 2\ncost = 4",
    );
    assert_eq!(
        games.cards(),
        ["spells/lava new", "spells/hail moved: was spells/frost", "spells/fire gone"]
    );
}

#[test]
fn decks_are_new_and_gone() {
    let games = Games::tiny();
    let (from, to) = (games.path("new/spells.toml"), games.path("new/charms.toml"));
    std::fs::rename(from, to).unwrap();
    let json = games.json(&["old", "new"]);
    for (deck, fate) in [("charms", "new"), ("spells", "gone")] {
        assert_eq!(elsewhere(&json, deck)[0]["kind"], fate);
    }
    assert_eq!(
        games::words(&json),
        ["charms/fire moved: was spells/fire", "charms/frost moved: was spells/frost"]
    );
}

#[test]
fn a_template_or_back_drawn_otherwise_is_looks_of_the_deck() {
    let games = Games::tiny();
    games.edit("templates/back.svg", "#204060", "#604020");
    let json = games.json(&["old", "new"]);
    assert_eq!(games::words(&json), [""; 0]);
    assert_eq!(elsewhere(&json, "spells")[0]["what"], "back back.svg");
    games.edit("templates/spell.svg", "fill=\"#000\"", "fill=\"#111\"");
    assert_eq!(
        games.cards(),
        ["spells/fire looks: template spell.svg", "spells/frost looks: template spell.svg"]
    );
}

#[test]
fn a_card_that_prints_its_copies_has_other_copies_only() {
    let games = Games::tiny();
    for side in ["old", "new"] {
        let path = games.path(side).join("templates/spell.svg");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, text.replace("{{cost}}", "{{cost}} of {{copies}}")).unwrap();
    }
    games.edit("spells.toml", "cost = 2", "cost = 2\ncopies = 2");
    assert_eq!(games.cards(), ["spells/frost copies: copies 1 > 2"]);
}

// --------------------------------------------------------------------------------------- the game and its scenarios

#[test]
fn a_number_of_the_rules_is_told_with_the_cards_that_print_it() {
    let games = Games::shipped("caps-and-hammers");
    games
        .edit("game.toml", "from-2 = 5", "from-2 = 4")
        .edit("game.toml", "version = \"1.0.0\"", "version = \"1.1.0\"")
        .edit("game.toml", "colour = \"#2f5d7c\"", "colour = \"#2f5d7d\"");
    let json = games.json(&["old", "new"]);
    let changes = elsewhere(&json, "game.toml");
    let whats: Vec<_> = changes.iter().map(|row| (&row["kind"], &row["what"])).collect();
    let [rules, looks] = ["rules", "looks"].map(|kind| json!(kind));
    let [from_2, colour, version] =
        ["defcon.from-2", "faction.caps.colour", "version"].map(|what| json!(what));
    assert_eq!(whats, [(&rules, &from_2), (&looks, &colour), (&looks, &version)]);
    assert_eq!((&changes[0]["old"], &changes[0]["new"]), (&json!("5"), &json!("4")));
    let cards = games::words(&json);
    let defcon: Vec<&String> = cards.iter().filter(|c| c.starts_with("defcon/")).collect();
    assert!(defcon.iter().any(|c| c.starts_with("defcon/defcon-2 rules")), "{defcon:?}");
    assert!(!slugs(&json, "broken").is_empty());
}

#[test]
fn a_ruling_that_is_chosen_otherwise_is_rules() {
    let games = Games::shipped("caps-and-hammers");
    let text = std::fs::read_to_string(games.path("new/game.toml")).unwrap();
    let at = text.find("\nchoice = \"").unwrap() + 11;
    let choice = &text[at..at + text[at..].find('"').unwrap()];
    let rest = &text[at..];
    let choices = rest[rest.find("choices = [").unwrap()..].split(']').next().unwrap();
    let other = choices.split('"').skip(1).step_by(2).find(|c| *c != choice).unwrap();
    games.edit(
        "game.toml",
        &format!("\nchoice = \"{choice}\""),
        &format!("\nchoice = \"{other}\""),
    );
    let json = games.json(&["old", "new"]);
    let rule = &elsewhere(&json, "game.toml")[0];
    assert!(rule["what"].as_str().unwrap().starts_with("ruling G"), "{rule}");
    assert_eq!((&rule["old"], &rule["new"]), (&json!(choice), &json!(other)));
}

#[test]
fn a_paragraph_of_the_rules_sheet_is_told_with_its_clause() {
    let games = Games::shipped("caps-and-hammers");
    let text = std::fs::read_to_string(games.path("new/rules.md")).unwrap();
    let line = text.lines().find(|l| l.len() > 60 && !l.starts_with('#')).unwrap();
    games.edit("rules.md", line, "Another sentence.");
    let json = games.json(&["old", "new"]);
    let edits = elsewhere(&json, "rules");
    let has =
        |row: &Value| row["new"].as_str().is_some_and(|new| new.contains("Another sentence."));
    assert!(edits.iter().any(has), "{edits:?}");
}

#[test]
fn scenarios_are_mended_rewritten_new_and_gone() {
    let games = Games::shipped("caps-and-hammers");
    // The old game's Armament is too strong.
    let old = games.path("old/assets.toml");
    let text = std::fs::read_to_string(&old).unwrap();
    std::fs::write(&old, text.replacen("influence = 3", "influence = 4", 1)).unwrap();
    let scenarios = games.path("new/scenarios");
    let rename =
        |from: &str, to: &str| std::fs::rename(scenarios.join(from), scenarios.join(to)).unwrap();
    rename("e04-a-justification-pays.toml", "e04-it-pays.toml");
    let json = games.json(&["old", "new"]);
    assert!(slugs(&json, "mended").contains(&"r12-thirteen-is-a-crisis".to_owned()));
    assert_eq!(slugs(&json, "broken"), [""; 0]);
    assert_eq!(slugs(&json, "new"), ["e04-it-pays"]);
    assert_eq!(slugs(&json, "gone"), ["e04-a-justification-pays"]);
    // An edit of the rules, and the scenario that shows it edited with it.
    let games = Games::shipped("caps-and-hammers");
    games.edit("game.toml", "crisis-influence = 13", "crisis-influence = 12");
    let json = games.json(&["old", "new"]);
    for slug in slugs(&json, "broken") {
        std::fs::write(
            games.path("new/scenarios").join(format!("{slug}.toml")),
            "cites = [\"CH2-R3\"]\ntitle = \"As it is now\"\n[[step]]\n[step.expect]\ndefcon = 5\n",
        )
        .unwrap();
    }
    let broken = slugs(&json, "broken");
    assert!(!broken.is_empty());
    let json = games.json(&["old", "new"]);
    assert_eq!(slugs(&json, "broken"), [""; 0]);
    assert_eq!(slugs(&json, "rewritten"), broken);
}

#[test]
fn random_games_are_played_when_asked_for() {
    let games = Games::shipped("caps-and-hammers");
    games.edit("assets.toml", "influence = 3", "influence = 4");
    let json = games.json(&["old", "new", "--games", "60"]);
    let found = rows(&json, "differences");
    let whats: Vec<&str> = found.iter().filter_map(|f| f["what"].as_str()).collect();
    assert_eq!(whats, ["wins of caps", "wins of who decides first", "decisions of a game"]);
    assert_eq!(found[0]["pairs"], 60);
    let difference = &found[0]["difference"];
    assert!(difference["low"].as_f64() < difference["value"].as_f64(), "{difference}");
    assert!(rows(&games.json(&["old", "new"]), "differences").is_empty());
}

// ---------------------------------------------------------------------------------------------------------- formats

#[test]
fn markdown_takes_no_word_of_a_game_for_markup() {
    let games = Games::tiny();
    games.edit("spells.toml", "It stays as it is.", r"|x \\<img> @you");
    let told = games.run(&["old", "new", "--format", "markdown"]);
    assert!(told.stdout.contains("### Tiny &lt;b&gt;&amp;: "), "{}", told.stdout);
    assert!(
        told.stdout.contains(
            "| **rules** | Frost | text It stays as it is. → \\|x \\\\&lt;img&gt; &#64;you |"
        ),
        "{}",
        told.stdout
    );
}

#[test]
fn lines_of_a_script_are_told_by_function() {
    let games = Games::example("hearts");
    games.edit("rules.star", "if c.points > 0:", "if c.points >= 0:  # any");
    games.edit(
        "game.toml",
        "score = { each = \"seat\", to = 26 }",
        "score = { each = \"seat\", to = 27 }",
    );
    let json = games.json(&["old", "new"]);
    let change = &elsewhere(&json, "rules.star")[0];
    assert_eq!(change["what"], "on_play");
    assert_eq!(
        (&change["old"], &change["new"]),
        (&json!("if c.points > 0:"), &json!("if c.points >= 0:"))
    );
    let rule = &elsewhere(&json, "game.toml")[0];
    assert_eq!(rule["what"], "table.counters.score.to");
    let told = games.run(&["old", "new"]).stdout;
    for part in
        ["rules.star, on_play: 1 line changed", "     if c.points > 0:", "     if c.points >= 0:"]
    {
        assert!(told.contains(part), "{told}");
    }
    assert!(told.contains("1 number or choice of the rules, 1 function of the script"), "{told}");
    let told = games.run(&["old", "new", "--format", "markdown"]).stdout;
    assert!(told.contains("```diff\n-") && told.contains("     if c.points >= 0:\n```"), "{told}");
}
