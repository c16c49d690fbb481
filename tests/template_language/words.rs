//! Placeholders, look-up tables, fields of the game and of the rules.

use super::*;

#[test]
fn a_placeholder_shows_the_field() {
    holds(&Game::new(&label("{{name}}"), CARD).svg(), ">Admiral</text>");
}

#[test]
fn a_placeholder_stands_among_fixed_words() {
    let svg = Game::new(&label("The {{ name }}!"), CARD).svg();
    holds(&svg, ">The Admiral!</text>");
}

#[test]
fn a_placeholder_fills_an_attribute() {
    let rows = "[[card]]\nname = \"A\"\ncolour = \"#b8432f\"\n";
    let svg = Game::new("<circle r=\"9\" fill=\"{{colour}}\"/>", rows).svg();
    holds(&svg, "fill=\"#b8432f\"");
}

#[test]
fn upper_writes_capitals() {
    holds(&Game::new(&label("{{name|upper}}"), CARD).svg(), ">ADMIRAL<");
}

#[test]
fn lower_writes_small_letters() {
    holds(&Game::new(&label("{{name|lower}}"), CARD).svg(), ">admiral<");
}

#[test]
fn an_unknown_filter_is_refused() {
    let refusal = Game::new(&label("{{name|title}}"), CARD).refusal();
    holds(&refusal, "`title` is no filter: there are `upper` and `lower`");
}

#[test]
fn signs_of_xml_are_escaped_in_words() {
    let svg = Game::new(&label("{{name}}"), "[[card]]\nid = \"a\"\nname = \"<A> & B\"\n").svg();
    holds(&svg, ">&lt;A&gt; &amp; B</text>");
    assert!(roxmltree::Document::parse(&svg).is_ok());
}

#[test]
fn signs_of_xml_are_escaped_in_attributes() {
    let rows = "[[card]]\nid = \"a\"\nname = 'a\"/><b c=\"'\n";
    let svg = Game::new("<circle id=\"{{name}}\" r=\"9\"/>", rows).svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let circle = document.descendants().find(|n| n.has_tag_name("circle"));
    assert_eq!(circle.unwrap().attribute("id"), Some("a\"/><b c=\""));
}

#[test]
fn a_field_that_no_card_has_is_refused_with_the_nearest_name() {
    let rows = "[[card]]\nname = \"A\"\nrules = \"x\"\n";
    let refusal = Game::new(&(label("{{rule}}") + &fit("")), rows).refusal();
    holds(&refusal, "no card of deck `cards` has the field `rule`");
    holds(&refusal, "did you mean `rules`?");
}

#[test]
fn a_key_that_no_template_shows_is_refused() {
    let rows = "[[card]]\nname = \"A\"\nnaem = \"B\"\n";
    holds(&Game::new("", rows).refusal(), "shows the key `naem`");
}

#[test]
fn a_note_need_not_be_shown() {
    let rows = "[[card]]\nname = \"Admiral\"\nnote = \"too strong?\"\n";
    lacks(&Game::new(&label("{{name}}"), rows).svg(), "strong");
}

#[test]
fn numbers_and_lists_become_words() {
    let rows = "[[card]]\nname = \"A\"\ncost = 3\nkinds = [\"bold\", \"calm\"]\n";
    let svg = Game::new(&label("{{cost}}: {{kinds}}"), rows).svg();
    holds(&svg, ">3: bold calm</text>");
}

#[test]
fn true_is_yes_and_false_is_nothing() {
    let rows = "[[card]]\nname = \"A\"\non = true\noff = false\n";
    holds(&Game::new(&label("[{{on}}{{off}}]"), rows).svg(), ">[yes]</text>");
}

#[test]
fn a_row_has_the_defaults_that_it_does_not_set_itself() {
    let rows = "[defaults]\ncost = 1\n[[card]]\nname = \"A\"\n[[card]]\nname = \"B\"\ncost = 2\n";
    let svgs = Game::new(&label("{{name}}{{cost}}"), rows).svgs();
    holds(&svgs[0], ">A1</text>");
    holds(&svgs[1], ">B2</text>");
}

// Look-up tables, fields of the game and of the rules

#[test]
fn a_row_joins_the_table_of_the_fields_name() {
    let rows = "[[card]]\nname = \"A\"\nregion = \"east\"\n";
    let game = Game::new(&label("{{region.name}} ({{region}})"), rows)
        .file("game.toml", "title = \"Tiny\"\n[table.region.east]\nname = \"East Asia\"\n");
    holds(&game.svg(), ">East Asia (east)</text>");
}

#[test]
fn a_row_that_the_table_lacks_is_refused() {
    let rows = "[[card]]\nname = \"A\"\nregion = \"eats\"\n";
    let game = Game::new(&label("{{region.name}}"), rows)
        .file("game.toml", "title = \"Tiny\"\n[table.region.east]\nname = \"East Asia\"\n");
    let refusal = game.refusal();
    holds(&refusal, "table `region` has no row `eats` (did you mean `east`?)");
}

#[test]
fn the_games_own_fields_stand_on_every_face() {
    let game = Game::new(
        &label("{{game.title}}, {{game.edition}}, {{game.version}}, {{game.authors}}"),
        CARD,
    );
    let toml = "title = \"Tiny\"\nedition = \"2nd\"\nversion = \"1.2\"\nauthors = [\"A\", \"B\"]\n";
    holds(&game.file("game.toml", toml).svg(), ">Tiny, 2nd, 1.2, A, B</text>");
}

#[test]
fn credits_are_a_paragraph_each() {
    let body = fit("").replace("\"rules\"", "\"game.credits\"");
    let toml = "title = \"T\"\n[[credit]]\nwhat = \"Maps\"\nwho = \"Ann\"\nlicence = \"CC0\"\n\
                [[credit]]\nwhat = \"Icons\"\nwho = \"Bob\"\nlicence = \"CC0\"\n";
    let runs = Game::new(&body, CARD).file("game.toml", toml).runs().remove(0);
    let baseline = |who: &str| runs.iter().find(|r| r.text.contains(who)).unwrap().y;
    assert!(baseline("Ann") < baseline("Bob"));
}

#[test]
fn numbers_of_the_rules_are_fields() {
    let game = Game::new(
        &label("{{rules.rounds}} {{rules.crisis.influence}} {{rules.penalties.1}}"),
        CARD,
    );
    let toml = "title = \"T\"\n[rules]\nrounds = 3\npenalties = [1, 4]\n\
                [rules.crisis]\ninfluence = 13\n";
    holds(&game.file("game.toml", toml).svg(), ">3 13 4</text>");
}

// Rows that another field names

const SIDES: &str = "title = \"Tiny\"\n[rules]\nfirst = [\"mint\", \"cream\"]\n\
    [table.side.cream]\nname = \"Cream\"\ncolour = \"#f4ead5\"\nworth = 2\nsays = \"{side.mint.name} first, {rules.first.0}\"\n\
    [table.side.mint]\nname = \"Mint\"\ncolour = \"#a9d6bd\"\nworth = 3\nsays = \"\"\n";

fn sides(body: &str, rows: &str) -> Game {
    Game::new(body, rows).file("game.toml", SIDES)
}

#[test]
fn a_field_names_the_row_of_another_table() {
    let rows =
        "[[card]]\nname = \"A\"\nlead = \"mint\"\nother = \"cream\"\n[[card]]\nname = \"B\"\n";
    let body = label("{{side[lead].name}} {{side[other].name|upper}} {{side[lead].worth + 1}}.");
    let svgs = sides(&body, rows).svgs();
    holds(&svgs[0], ">Mint CREAM 4.</text>");
    // Nothing is looked up where nothing is named.
    holds(&svgs[1], ">  .</text>");
    // Of the rules, by the row itself, in an attribute, a box and a condition.
    let body = "<circle r=\"9\" fill=\"{{side[rules.first.0].colour}}\"/>".to_owned()
        + &label("{{side.cream.name}}")
        + &fit("data-if=\"side[lead].worth>2\"").replace("\"rules\"", "\"side[other].name\"");
    let game = sides(&body, rows);
    holds(&game.svg(), "fill=\"#a9d6bd\"");
    holds(&game.svg(), ">Cream</text>");
    let runs = game.runs();
    assert!(runs[0].iter().any(|run| run.text == "Cream"));
}

#[test]
fn each_word_of_a_list_is_looked_up() {
    let rows = "[[card]]\nname = \"A\"\nsides = [\"mint\", \"cream\"]\n";
    let body = "<text data-repeat=\"sides\" data-step=\"9 0\" x=\"5\" y=\"10\" font-family=\"Cabin\" font-size=\"4\">{{side[item].name}}</text>";
    let svg = sides(body, rows).svg();
    holds(&svg, ">Mint</text>");
    holds(&svg, ">Cream</text>");
}

#[test]
fn a_number_names_a_row_as_well() {
    let rows = "[[card]]\nname = \"A\"\nlevel = 5\n";
    let toml = "title = \"Tiny\"\n[table.level]\n5 = { says = \"high\" }\n";
    let game = Game::new(&label("{{level}} is {{level.says}}"), rows).file("game.toml", toml);
    holds(&game.svg(), ">5 is high</text>");
}

#[test]
fn what_cannot_be_looked_up_is_told_where_it_stands() {
    let rows = "[[card]]\nname = \"A\"\nlead = \"mnit\"\n";
    for (words, told) in [
        ("{{side[lead].name}}", "table `side` has no row `mnit` (did you mean `mint`?)"),
        ("{{lead}}{{side[lead].nmae}}", "has the field `side[lead].nmae` (did you mean `name`?)"),
        ("{{lead}}{{sied[lead].name}}", "has the field `sied[lead].name` (did you mean `side`?)"),
        ("{{lead}}{{side[laed].name}}", "has the field `laed` (did you mean `lead`?)"),
        ("{{lead}}{{side[lead]}}", "`side[lead]` looks nothing up (write the look-up table"),
        ("{{lead}}{{side[].name}}", "`side[].name` looks nothing up"),
        ("{{lead}}{{side[lead.name}}", "`side[lead.name` looks nothing up"),
    ] {
        holds(&sides(&label(words), rows).refusal(), told);
    }
    let body = label("{{lead}}") + &fit("data-if=\"side[lead].name=Mint\"");
    let rows = format!("{rows}rules = \"x\"\n");
    holds(&sides(&body, &rows).refusal(), "table `side` has no row `mnit`");
}

#[test]
fn words_of_cards_and_tables_say_what_the_game_says() {
    let rows = "[[card]]\nname = \"A\"\nlead = \"{rules.first.1}\"\ntext = \"{side.cream.says}: {side[rules.first.0].worth} {game.title}s \\\\{x}\"\n";
    let svg = sides(&label("{{text}} {{side[lead].name}}"), rows).svg();
    holds(&svg, "Mint first, mint: 3 Tinys");
    holds(&svg, " Cream</text>");
    let rows = "[[card]]\nname = \"A\"\ntext = \"{rules.frist.0}\"\n";
    let refusal = sides(&label("{{text}}"), rows).refusal();
    holds(&refusal, "game.toml gives no `rules.frist.0` (did you mean `{rules.first.0}`?)");
    // In a table it is told once, whatever cards there are.
    let toml = SIDES.replace("says = \"\"", "says = \"{rules.secnd}\"");
    let game = Game::new(&label("{{name}}"), CARD).file("game.toml", toml);
    holds(&game.refusal(), "game.toml gives no `rules.secnd`");
}
