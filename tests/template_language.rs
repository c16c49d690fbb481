//! The template language, a feature a test: a tiny face and a card or two, and what is drawn of them.

use std::path::Path;
use std::sync::Arc;

use deckproof::cards::{Face, Pack, Row, Setting, Vocabularies, Vocabulary};
use deckproof::source::{Diagnostics, Files, GameFolder};
use deckproof::template::{Affine, Drawn, DrawnDeck, Ink, Layer, Picture, Press, face_svg};
use deckproof::text::{POINT, Run};

/// A family of rules that knows no abilities.
struct Plain;

impl Vocabulary for Plain {
    fn keys(&self) -> &'static [&'static str] {
        &[]
    }

    fn dress(&self, _: &Setting<'_>, _: &Row, _: &mut Face, _: &mut Diagnostics) {}
}

impl Vocabularies for Plain {
    fn find(&self, _: &str) -> Option<&'static dyn Vocabulary> {
        Some(&Plain)
    }

    fn families(&self) -> Vec<&'static str> {
        vec!["plain"]
    }
}

/// A game of one deck whose front is `body` in a poker card.
struct Game {
    folder: tempfile::TempDir,
    ink: Ink,
}

const CARD: &str = "[[card]]\nname = \"Admiral\"\n";

fn template(body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"63.5mm\" height=\"88.9mm\" viewBox=\"0 0 63.5 88.9\">{body}</svg>"
    )
}

impl Game {
    fn new(body: &str, rows: &str) -> Game {
        let game = Game {
            folder: tempfile::tempdir().unwrap(),
            ink: Ink::Full,
        };
        game.file("game.toml", "title = \"Tiny\"\n")
            .file("cards.toml", format!("template = \"face.svg\"\n{rows}"))
            .file("templates/face.svg", template(body))
    }

    fn file(self, path: &str, bytes: impl AsRef<[u8]>) -> Game {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    fn symbol(self, name: &str, body: &str) -> Game {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\">{body}</svg>"
        );
        self.file(&format!("templates/symbols/{name}.svg"), svg)
    }

    fn ink(mut self, ink: Ink) -> Game {
        self.ink = ink;
        self
    }

    fn deck(&self) -> Result<DrawnDeck, Diagnostics> {
        let mut files = Files::new();
        let folder = GameFolder::open(self.folder.path())?;
        let pack = Pack::load(folder, &Plain, &mut files)?;
        let deck = &pack.decks[0];
        Press::open(&pack, &[deck], self.ink, &mut files)?.draw(&pack, deck, &mut files)
    }

    fn faces(&self) -> Vec<Arc<Drawn>> {
        match self.deck() {
            Ok(deck) => deck.fronts,
            Err(faults) => panic!("{faults:#?}"),
        }
    }

    /// The faces as SVG, in the order of the rows.
    fn svgs(&self) -> Vec<String> {
        self.faces().iter().map(|f| face_svg(f, 0.0)).collect()
    }

    /// The first face as SVG.
    fn svg(&self) -> String {
        self.svgs().remove(0)
    }

    /// The runs of words of each face.
    fn runs(&self) -> Vec<Vec<Run>> {
        self.faces().iter().map(|f| runs(f)).collect()
    }

    /// What is said when the game cannot be drawn.
    fn refusal(&self) -> String {
        let faults = self.deck().map(|_| ()).unwrap_err();
        let told = |d: &deckproof::source::Diagnostic| {
            format!("{} ({})\n", d.message, d.help.clone().unwrap_or_default())
        };
        faults.iter().map(told).collect()
    }
}

fn runs(face: &Drawn) -> Vec<Run> {
    let words = face.layers.iter().filter_map(|layer| match layer {
        Layer::Words(passages) => Some(passages.iter().flat_map(|p| p.runs.clone())),
        _ => None,
    });
    words.flatten().collect()
}

fn pictures(face: &Drawn) -> Vec<(Arc<Picture>, Affine, Option<[f64; 4]>)> {
    let pictures = face.layers.iter().filter_map(|layer| match layer {
        Layer::Picture { picture, map, clip } => Some((picture.clone(), *map, *clip)),
        _ => None,
    });
    pictures.collect()
}

#[track_caller]
fn near(a: impl Into<f64>, b: impl Into<f64>) {
    let (a, b) = (a.into(), b.into());
    assert!((a - b).abs() < 0.01, "{a} is not {b}");
}

#[track_caller]
fn holds(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in {text}");
}

#[track_caller]
fn lacks(text: &str, part: &str) {
    assert!(!text.contains(part), "{part:?} in {text}");
}

/// A label with `words`, and a box for the field `rules` with more attributes.
fn label(words: &str) -> String {
    format!(
        "<text x=\"5\" y=\"10\" font-family=\"Cabin\" font-size=\"4\" fill=\"#102030\">{words}</text>"
    )
}

fn fit(more: &str) -> String {
    format!(
        "<rect data-fit=\"rules\" x=\"5\" y=\"20\" width=\"50\" height=\"40\" data-font=\"Cabin\" data-size=\"10\" {more}/>"
    )
}

fn rules(text: &str) -> String {
    format!("[[card]]\nname = \"A\"\nrules = {text:?}\n")
}

const LONG: &str = "Each player returns one hidden card, then reveals another card of the same region and takes it back into the hand";

// Placeholders

#[test]
fn a_placeholder_shows_the_field() {
    holds(
        &Game::new(&label("{{name}}"), CARD).svg(),
        ">Admiral</text>",
    );
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
    holds(
        &Game::new(&label("{{name|upper}}"), CARD).svg(),
        ">ADMIRAL<",
    );
}

#[test]
fn lower_writes_small_letters() {
    holds(
        &Game::new(&label("{{name|lower}}"), CARD).svg(),
        ">admiral<",
    );
}

#[test]
fn an_unknown_filter_is_refused() {
    let refusal = Game::new(&label("{{name|title}}"), CARD).refusal();
    holds(
        &refusal,
        "`title` is no filter: there are `upper` and `lower`",
    );
}

#[test]
fn signs_of_xml_are_escaped_in_words() {
    let svg = Game::new(
        &label("{{name}}"),
        "[[card]]\nid = \"a\"\nname = \"<A> & B\"\n",
    )
    .svg();
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
    holds(&Game::new("", rows).refusal(), "unknown key `naem`");
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
    holds(
        &Game::new(&label("[{{on}}{{off}}]"), rows).svg(),
        ">[yes]</text>",
    );
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
    let game = Game::new(&label("{{region.name}} ({{region}})"), rows).file(
        "game.toml",
        "title = \"Tiny\"\n[table.region.east]\nname = \"East Asia\"\n",
    );
    holds(&game.svg(), ">East Asia (east)</text>");
}

#[test]
fn a_row_that_the_table_lacks_is_refused() {
    let rows = "[[card]]\nname = \"A\"\nregion = \"eats\"\n";
    let game = Game::new(&label("{{region.name}}"), rows).file(
        "game.toml",
        "title = \"Tiny\"\n[table.region.east]\nname = \"East Asia\"\n",
    );
    let refusal = game.refusal();
    holds(
        &refusal,
        "table `region` has no row `eats` (did you mean `east`?)",
    );
}

#[test]
fn the_games_own_fields_stand_on_every_face() {
    let game = Game::new(
        &label("{{game.title}}, {{game.edition}}, {{game.version}}, {{game.authors}}"),
        CARD,
    );
    let toml = "title = \"Tiny\"\nedition = \"2nd\"\nversion = \"1.2\"\nauthors = [\"A\", \"B\"]\n";
    holds(
        &game.file("game.toml", toml).svg(),
        ">Tiny, 2nd, 1.2, A, B</text>",
    );
}

#[test]
fn credits_are_a_paragraph_each() {
    let body = fit("").replace("\"rules\"", "\"game.credits\"");
    let toml = "title = \"T\"\n[[credit]]\nwhat = \"Maps\"\nwho = \"Ann\"\nlicence = \"CC0\"\n\
                [[credit]]\nwhat = \"Icons\"\nwho = \"Bob\"\nlicence = \"CC0\"\n";
    let runs = Game::new(&body, CARD)
        .file("game.toml", toml)
        .runs()
        .remove(0);
    let baseline = |who: &str| runs.iter().find(|r| r.text.contains(who)).unwrap().y;
    assert!(baseline("Ann") < baseline("Bob"));
}

#[test]
fn numbers_of_the_rules_are_fields() {
    let game = Game::new(
        &label("{{rules.rounds}} {{rules.crisis.influence}} {{rules.penalties.1}}"),
        CARD,
    );
    let toml = "title = \"T\"\n[rules]\nfamily = \"plain\"\nrounds = 3\npenalties = [1, 4]\n\
                [rules.crisis]\ninfluence = 13\n";
    holds(&game.file("game.toml", toml).svg(), ">3 13 4</text>");
}

// Boxes

#[test]
fn words_wrap_inside_their_box() {
    let runs = Game::new(&fit(""), &rules(LONG)).runs().remove(0);
    let mut baselines: Vec<f32> = runs.iter().map(|r| r.y).collect();
    baselines.dedup();
    assert!(baselines.len() >= 3, "{baselines:?}");
    for run in &runs {
        let trailing = if run.text.ends_with(' ') { 1.5 } else { 0.01 };
        assert!(
            run.x >= 5.0 && run.x + run.width <= 55.0 + trailing,
            "{run:?}"
        );
        assert!(run.y > 20.0 && run.y < 60.0, "{run:?}");
    }
}

#[test]
fn nothing_is_lost_when_words_wrap() {
    let runs = Game::new(&fit(""), &rules(LONG)).runs().remove(0);
    let text: String = runs.iter().map(|r| r.text.as_str()).collect();
    assert_eq!(text, LONG);
}

#[test]
fn sizes_are_points() {
    let run = Game::new(&fit(""), &rules("Hi")).runs().remove(0).remove(0);
    near(run.size, 10.0 * POINT);
}

#[test]
fn lines_start_at_the_left_unless_told() {
    near(Game::new(&fit(""), &rules("Hi")).runs()[0][0].x, 5.0);
}

#[test]
fn centred_lines_leave_the_same_on_both_sides() {
    for word in ["center", "centre"] {
        let run = Game::new(&fit(&format!("data-align=\"{word}\"")), &rules("Hi"));
        let run = run.runs().remove(0).remove(0);
        near(run.x - 5.0, 55.0 - (run.x + run.width));
    }
}

#[test]
fn right_lines_end_at_the_right() {
    let run = Game::new(&fit("data-align=\"right\""), &rules("Hi")).runs();
    near(run[0][0].x + run[0][0].width, 55.0);
}

/// Baseline of one line in the box with that `data-valign`.
fn baseline(valign: &str) -> f32 {
    let game = Game::new(&fit(&format!("data-valign=\"{valign}\"")), &rules("Hi"));
    game.runs()[0][0].y
}

#[test]
fn the_middle_lies_between_top_and_bottom() {
    near(
        baseline("middle"),
        (baseline("top") + baseline("bottom")) / 2.0,
    );
}

#[test]
fn the_last_line_stands_on_the_bottom() {
    // A box of 40 mm, a line of 1.2 × 10 pt.
    near(baseline("bottom") - baseline("top"), 40.0 - 12.0 * POINT);
}

#[test]
fn an_unknown_alignment_is_refused() {
    let refusal = Game::new(&fit("data-align=\"middle\""), &rules("Hi")).refusal();
    holds(&refusal, "`data-align=\"middle\"` is unknown");
}

/// Distance of the first two baselines in points.
fn leading(more: &str, text: &str) -> f32 {
    let runs = Game::new(&fit(more), &rules(text)).runs().remove(0);
    let next = runs.iter().find(|r| r.y > runs[0].y + 0.1).unwrap();
    (next.y - runs[0].y) / POINT
}

#[test]
fn lines_are_one_and_a_fifth_apart_unless_told() {
    near(leading("", LONG), 12.0);
}

#[test]
fn data_line_sets_lines_apart() {
    near(leading("data-line=\"1.5\"", LONG), 15.0);
}

#[test]
fn data_gap_sets_paragraphs_apart() {
    near(leading("data-gap=\"0\"", "a\nb"), 12.0);
    near(leading("data-gap=\"0.5\"", "a\nb"), 17.0);
}

#[test]
fn data_lines_shrinks_words_to_that_many_lines() {
    let game = |more: &str| Game::new(&fit(more), &rules("A name that takes more than one line"));
    let free = game("").runs().remove(0);
    let held = game("data-lines=\"1\"").runs().remove(0);
    assert!(free.iter().any(|r| r.y != free[0].y));
    assert!(held.iter().all(|r| r.y == held[0].y), "{held:?}");
    assert!(held[0].size < free[0].size);
}

#[test]
fn data_spacing_is_put_between_letters() {
    let width = |more: &str| Game::new(&fit(more), &rules("HHHH")).runs()[0][0].width;
    near(
        width("data-spacing=\"0.1\"") - width(""),
        4.0 * 0.1 * 10.0 * POINT,
    );
}

#[test]
fn data_case_writes_capitals_and_still_finds_the_symbol() {
    let game = Game::new(&fit("data-case=\"upper\""), &rules("pay {dot}"))
        .symbol("dot", "<circle r=\"50\"/>");
    let face = game.faces().remove(0);
    assert_eq!(runs(&face)[0].text, "PAY ");
    assert_eq!(pictures(&face).len(), 1);
}

#[test]
fn data_weight_and_data_style_choose_the_font() {
    let svg = Game::new(
        &fit("data-weight=\"700\" data-style=\"italic\""),
        &rules("Hi"),
    );
    holds(&svg.svg(), "font-weight=\"700\" font-style=\"italic\"");
}

#[test]
fn words_are_black_unless_told() {
    holds(&Game::new(&fit(""), &rules("Hi")).svg(), "fill=\"#000000\"");
}

#[test]
fn data_color_may_be_a_field() {
    let rows = rules("Hi") + "ink-colour = \"#123456\"\n";
    let svg = Game::new(&fit("data-color=\"{{ink-colour}}\""), &rows).svg();
    holds(&svg, "fill=\"#123456\"");
}

#[test]
fn an_empty_field_draws_nothing() {
    assert!(Game::new(&fit(""), &rules("")).faces()[0].layers.is_empty());
}

// Markup

/// Weight and slant of the run that holds `word`.
fn look(svg: &str, word: &str) -> (bool, bool) {
    let document = roxmltree::Document::parse(svg).unwrap();
    let text = document
        .descendants()
        .find(|n| n.has_tag_name("text") && n.text().is_some_and(|t| t.contains(word)))
        .unwrap();
    let bold = text.attribute("font-weight") == Some("700");
    (bold, text.attribute("font-style") == Some("italic"))
}

#[test]
fn two_stars_are_bold() {
    let svg = Game::new(&fit(""), &rules("one **two** three")).svg();
    assert_eq!(look(&svg, "two"), (true, false));
    assert_eq!(look(&svg, "three"), (false, false));
}

#[test]
fn one_star_is_italic() {
    let svg = Game::new(&fit(""), &rules("one *two* three")).svg();
    assert_eq!(look(&svg, "two"), (false, true));
    assert_eq!(look(&svg, "three"), (false, false));
}

#[test]
fn bold_and_italic_go_together() {
    let svg = Game::new(&fit(""), &rules("one **two *three***")).svg();
    assert_eq!(look(&svg, "three"), (true, true));
}

#[test]
fn an_open_star_is_refused() {
    let refusal = Game::new(&fit(""), &rules("one **two")).refusal();
    holds(&refusal, "card `a`: `rules`: `**` is opened and not closed");
}

#[test]
fn a_symbol_stands_in_its_line() {
    let game = Game::new(&fit("data-color=\"#123456\""), &rules("pay {dot} now"))
        .symbol("dot", "<circle r=\"50\" fill=\"currentColor\"/>");
    let face = game.faces().remove(0);
    let words = runs(&face);
    let (picture, map, _) = pictures(&face).remove(0);
    let ((left, top), (right, bottom)) = (map.apply(0.0, 0.0), map.apply(100.0, 100.0));
    near(left, words[0].x + words[0].width);
    near(right, words[1].x);
    // The middle of a symbol is that of the capitals.
    assert!(top < f64::from(words[0].y) && bottom < f64::from(words[0].y) + 1.0);
    holds(&picture.body, "fill=\"#123456\"");
}

#[test]
fn two_symbols_stand_side_by_side() {
    let game = Game::new(&fit(""), &rules("pay {dot}{dot} now")).symbol("dot", "");
    let face = game.faces().remove(0);
    let found = pictures(&face);
    near(found[0].1.apply(100.0, 0.0).0, found[1].1.apply(0.0, 0.0).0);
    near(found[1].1.apply(100.0, 0.0).0, runs(&face)[1].x);
}

#[test]
fn a_symbol_is_not_torn_from_the_sign_beside_it() {
    let text = "Pay the price, pay the price, pay ({dot}): draw a card, and then draw a card";
    for width in 20..50 {
        let body = fit("").replace("width=\"50\"", &format!("width=\"{width}\""));
        let game = Game::new(&body, &rules(text)).symbol("dot", "<circle r=\"50\"/>");
        let face = game.faces().remove(0);
        let words = runs(&face);
        let open = words.iter().find(|r| r.text.ends_with('(')).unwrap();
        let (_, map, _) = pictures(&face).remove(0);
        near(map.apply(0.0, 0.0).0, open.x + open.width);
    }
}

#[test]
fn a_backslash_keeps_a_brace() {
    let svg = Game::new(&fit(""), &rules("\\{dot\\} \\*")).svg();
    holds(&svg, ">{dot} *</text>");
}

#[test]
fn a_symbol_in_words_that_is_not_there_is_refused() {
    let game = Game::new(&fit(""), &rules("by {lanturn}")).symbol("lantern", "");
    let refusal = game.refusal();
    holds(
        &refusal,
        "there is no symbol `lanturn` (did you mean `lantern`?)",
    );
}

// One size over the deck

#[test]
fn every_card_has_the_size_that_the_longest_needs() {
    let body = fit("").replace("height=\"40\"", "height=\"12\"");
    let size = |rows: &str| -> Vec<f32> {
        let runs = Game::new(&body, rows).runs();
        runs.iter().map(|r| r[0].size / POINT).collect()
    };
    let longest = size(&rules(LONG))[0];
    assert!((6.5..9.9).contains(&longest), "{longest} pt");
    near(size(&rules("Short"))[0], 10.0);
    let both = rules("Short") + &rules(LONG).replace("\"A\"", "\"B\"");
    let both = size(&both);
    near(both[0], longest);
    near(both[1], longest);
}

#[test]
fn words_under_the_smallest_size_are_refused_with_what_to_cut() {
    let body = fit("").replace("height=\"40\"", "height=\"6\"");
    let refusal = Game::new(&body, &rules(LONG)).refusal();
    holds(&refusal, "card `a`: `rules` does not fit its box at 6.5 pt");
    let words: usize = refusal
        .split("cut about ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next()?.parse().ok())
        .unwrap();
    // To cut so many is enough.
    let left = LONG.split(' ').count() - words;
    let shorter: Vec<&str> = LONG.split(' ').take(left).collect();
    assert_eq!(
        Game::new(&body, &rules(&shorter.join(" "))).faces().len(),
        1
    );
}

#[test]
fn data_min_is_the_smallest_size() {
    let body = fit("data-min=\"9.5\"").replace("height=\"40\"", "height=\"12\"");
    holds(&Game::new(&body, &rules(LONG)).refusal(), "at 9.5 pt");
}

#[test]
fn words_of_the_template_under_the_smallest_size_are_refused() {
    let refusal = Game::new(&label("Hi").replace("\"4\"", "\"2\""), CARD).refusal();
    holds(&refusal, "words of 5.7 pt are smaller than 6.5 pt");
}

#[test]
fn a_sign_that_the_font_lacks_is_refused() {
    let refusal = Game::new(&fit(""), &rules("a 火")).refusal();
    holds(
        &refusal,
        "card `a`: the font `Cabin` has no glyph for `火` (U+706B)",
    );
}

#[test]
fn a_sign_of_the_template_that_the_font_lacks_is_refused() {
    holds(
        &Game::new(&label("火"), CARD).refusal(),
        "no glyph for `火` (U+706B)",
    );
}

#[test]
fn a_font_that_is_not_bundled_is_refused() {
    let refusal = Game::new(&label("Hi").replace("Cabin", "Cabinn"), CARD).refusal();
    holds(
        &refusal,
        "there is no font `Cabinn` (did you mean `Cabin`?)",
    );
}

// Conditions

/// Whether an element with that condition is shown on a card with `cost` and `kinds`, and no `goal`.
fn shown(condition: &str) -> bool {
    let body = format!("<circle r=\"1\" data-if=\"{condition}\"/>");
    let rows = "[[card]]\nname = \"A\"\ncost = 3\nkinds = [\"bold\", \"calm\"]\ngoal = \"\"\n";
    let all = label("{{cost}}{{kinds}}{{goal}}");
    Game::new(&(body + &all), rows).svg().contains("<circle")
}

#[test]
fn a_condition_asks_whether_a_field_is_filled() {
    assert!(shown("cost") && !shown("goal"));
}

#[test]
fn a_condition_asks_whether_a_field_is_empty() {
    assert!(shown("!goal") && !shown("!cost"));
}

#[test]
fn a_condition_asks_for_a_value() {
    assert!(shown("cost=3") && !shown("cost=4"));
}

#[test]
fn a_condition_asks_for_any_other_value() {
    assert!(shown("cost!=4") && !shown("cost!=3"));
}

#[test]
fn a_condition_asks_for_a_word_of_a_list() {
    assert!(shown("kinds~=calm") && !shown("kinds~=cal"));
}

#[test]
fn conditions_are_joined_by_and() {
    assert!(shown("cost and kinds~=bold") && !shown("cost and goal"));
}

#[test]
fn a_condition_on_a_group_holds_for_all_that_is_in_it() {
    let body = format!(
        "<g data-if=\"goal\">{}<rect width=\"9\" height=\"9\"/></g>{}",
        label("{{name}}"),
        label("{{goal}}")
    );
    let rows = "[[card]]\nname = \"A\"\ngoal = \"\"\n[[card]]\nname = \"B\"\ngoal = \"win\"\n";
    let svgs = Game::new(&body, rows).svgs();
    lacks(&svgs[0], ">A<");
    lacks(&svgs[0], "<rect");
    holds(&svgs[1], ">B<");
    holds(&svgs[1], "<rect");
}

#[test]
fn a_condition_asks_for_the_ink() {
    let body = "<circle r=\"1\" data-if=\"ink=low\"/>";
    for (ink, there) in [(Ink::Full, false), (Ink::Low, true), (Ink::Grey, false)] {
        let svg = Game::new(body, CARD).ink(ink).svg();
        assert_eq!(svg.contains("<circle"), there, "{ink:?}");
    }
}

#[test]
fn words_that_are_no_condition_are_refused() {
    let refusal = Game::new("<circle r=\"1\" data-if=\"a or b\"/>", CARD).refusal();
    holds(&refusal, "`a or b` is no condition");
}

// Symbols and art

const SYMBOL: &str = "<rect data-symbol=\"dot\" x=\"10\" y=\"20\" width=\"20\" height=\"10\"/>";

/// A box of 20 × 10 mm for the art `{{art}}`.
fn art(more: &str) -> String {
    format!("<rect data-art=\"{{{{art}}}}\" x=\"10\" y=\"20\" width=\"20\" height=\"10\" {more}/>")
}

const SKY: &str = "[[card]]\nname = \"A\"\nart = \"sky\"\n";

/// A picture of 50 × 100 units.
const TALL: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 50 100\"><circle r=\"5\" fill=\"#c82010\"/></svg>";

#[test]
fn a_symbol_is_fitted_and_centred() {
    let face = Game::new(SYMBOL, CARD).symbol("dot", "").faces().remove(0);
    let (_, map, clip) = pictures(&face).remove(0);
    assert_eq!(map.apply(0.0, 0.0), (15.0, 20.0));
    assert_eq!(map.apply(100.0, 100.0), (25.0, 30.0));
    assert_eq!(clip, None);
}

#[test]
fn a_symbol_takes_the_boxes_colour() {
    let body = SYMBOL.replace("/>", " data-color=\"#fedcba\"/>");
    let game =
        Game::new(&body, CARD).symbol("dot", "<path fill=\"currentColor\" d=\"M0 0h9v9z\"/>");
    holds(&game.svg(), "fill=\"#fedcba\"");
}

#[test]
fn a_symbol_is_named_by_a_field_and_left_out_when_it_is_empty() {
    let body = SYMBOL.replace("\"dot\"", "\"{{emblem}}\"");
    let rows = "[[card]]\nname = \"A\"\nemblem = \"dot\"\n[[card]]\nname = \"B\"\nemblem = \"\"\n";
    let faces = Game::new(&body, rows).symbol("dot", "").faces();
    assert_eq!(pictures(&faces[0])[0].0.name, "dot");
    assert!(faces[1].layers.is_empty());
}

#[test]
fn symbols_of_all_games_come_with_the_tool() {
    let face = Game::new(&SYMBOL.replace("dot", "star"), CARD)
        .faces()
        .remove(0);
    assert!(!pictures(&face)[0].0.body.is_empty());
}

#[test]
fn a_symbol_that_is_not_there_is_refused() {
    holds(
        &Game::new(SYMBOL, CARD).refusal(),
        "there is no symbol `dot`",
    );
}

#[test]
fn art_is_seen_whole_unless_told() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.svg", TALL);
    let (_, map, clip) = pictures(&game.faces()[0]).remove(0);
    assert_eq!(map.apply(0.0, 0.0), (17.5, 20.0));
    assert_eq!(map.apply(50.0, 100.0), (22.5, 30.0));
    assert_eq!(clip, None);
}

#[test]
fn sliced_art_fills_its_box_and_is_cut_to_it() {
    let game = Game::new(&art("data-scale=\"slice\""), SKY).file("templates/art/sky.svg", TALL);
    let face = game.faces().remove(0);
    let (_, map, clip) = pictures(&face).remove(0);
    assert_eq!(map.apply(0.0, 0.0), (10.0, 5.0));
    assert_eq!(map.apply(50.0, 100.0), (30.0, 45.0));
    assert_eq!(clip, Some([10.0, 20.0, 20.0, 10.0]));
    holds(&face_svg(&face, 0.0), "<clipPath");
}

#[test]
fn art_is_a_png_as_it_is() {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 2, 4);
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&[0; 8])
        .unwrap();
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", &png);
    let face = game.faces().remove(0);
    let (picture, map, _) = pictures(&face).remove(0);
    assert_eq!(picture.pixels.as_ref().unwrap().bytes, png);
    assert_eq!(map.apply(2.0, 4.0), (22.5, 30.0));
    holds(&face_svg(&face, 0.0), "data:image/png;base64,");
}

#[test]
fn art_is_a_jpeg_as_it_is() {
    // Start, frame header of 4 × 2 pixels in grey, end: what is read of it here.
    let jpeg = [
        0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 4, 1, 1, 0x11, 0, 0xff, 0xd9,
    ];
    let game = Game::new(&art(""), SKY).file("templates/art/sky.jpg", jpeg);
    let face = game.faces().remove(0);
    let (_, map, _) = pictures(&face).remove(0);
    assert_eq!(map.apply(4.0, 2.0), (30.0, 30.0));
    holds(&face_svg(&face, 0.0), "data:image/jpeg;base64,");
}

#[test]
fn art_that_is_neither_png_nor_jpeg_is_refused() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.png", "GIF89a");
    holds(&game.refusal(), "is neither a PNG nor a JPEG");
}

#[test]
fn ids_of_two_pictures_do_not_meet() {
    let body = SYMBOL.to_owned() + &SYMBOL.replace("dot", "bar");
    let gradient = |colour: &str| {
        format!(
            "<linearGradient id=\"g\"><stop stop-color=\"{colour}\"/></linearGradient><path fill=\"url(#g)\" d=\"M0 0h9v9z\"/>"
        )
    };
    let game = Game::new(&body, CARD)
        .symbol("dot", &gradient("red"))
        .symbol("bar", &gradient("blue"));
    let svg = game.svg();
    holds(&svg, "url(#dot-g)");
    holds(&svg, "id=\"bar-g\"");
}

// Ink

#[test]
fn data_low_overrides_attributes_in_low_ink_alone() {
    let body = "<circle r=\"9\" fill=\"#ff0000\" data-low=\"fill:#fff;stroke:#000\"/>";
    let low = Game::new(body, CARD).ink(Ink::Low).svg();
    holds(&low, "fill=\"#fff\"");
    holds(&low, "stroke=\"#000\"");
    lacks(&low, "#ff0000");
    let full = Game::new(body, CARD).svg();
    holds(&full, "fill=\"#ff0000\"");
    lacks(&full, "stroke=");
}

#[test]
fn data_low_overrides_a_style() {
    let body = "<circle r=\"9\" style=\"fill:#ff0000;opacity:0.5\" data-low=\"fill:#fff\"/>";
    let svg = Game::new(body, CARD).ink(Ink::Low).svg();
    holds(&svg, "fill=\"#fff\"");
    holds(&svg, "opacity:0.5");
    lacks(&svg, "#ff0000");
}

#[test]
fn data_low_none_drops_the_element() {
    let body = "<g data-low=\"none\"><circle r=\"9\"/></g><ellipse rx=\"1\" ry=\"2\"/>";
    let svg = Game::new(body, CARD).ink(Ink::Low).svg();
    lacks(&svg, "<circle");
    holds(&svg, "<ellipse");
}

#[test]
fn data_low_only_keeps_the_element_for_low_ink() {
    let body = "<circle r=\"9\" data-low=\"only\"/>";
    holds(&Game::new(body, CARD).ink(Ink::Low).svg(), "<circle");
    lacks(&Game::new(body, CARD).svg(), "<circle");
}

#[test]
fn data_low_turns_a_label_black() {
    let body = label("{{name}}").replace(" x=", " data-low=\"fill:#000\" x=");
    holds(
        &Game::new(&body, CARD).ink(Ink::Low).svg(),
        "fill=\"#000000\"",
    );
    holds(&Game::new(&body, CARD).svg(), "fill=\"#102030\"");
}

#[test]
fn data_low_turns_the_words_of_a_box_black() {
    let body = fit("data-color=\"#fff\" data-low=\"color:#000\"");
    let svg = Game::new(&body, &rules("Hi")).ink(Ink::Low).svg();
    holds(&svg, "fill=\"#000000\"");
}

#[test]
fn data_low_turns_a_symbol_black() {
    let body = SYMBOL.replace("/>", " data-color=\"#fff\" data-low=\"color:#000\"/>");
    let game = Game::new(&body, CARD)
        .symbol("dot", "<circle r=\"5\" fill=\"currentColor\"/>")
        .ink(Ink::Low);
    holds(&game.svg(), "fill=\"#000\"");
}

#[test]
fn data_low_is_obeyed_inside_symbols() {
    let game = Game::new(SYMBOL, CARD)
        .symbol(
            "dot",
            "<circle r=\"5\" fill=\"red\" data-low=\"fill:none\"/>",
        )
        .ink(Ink::Low);
    holds(&game.svg(), "fill=\"none\"");
}

/// No colour but greys is in `svg`.
#[track_caller]
fn is_grey(svg: &str) {
    let mut seen = 0;
    for (at, _) in svg.match_indices('#') {
        let hex = &svg[at + 1..];
        if hex.len() < 6 || !hex.as_bytes()[..6].iter().all(u8::is_ascii_hexdigit) {
            continue;
        }
        assert!(
            hex[..2] == hex[2..4] && hex[..2] == hex[4..6],
            "{}",
            &hex[..6]
        );
        seen += 1;
    }
    assert!(seen > 0, "no colour in {svg}");
    lacks(svg, "red");
}

#[test]
fn grey_ink_takes_the_colour_out_of_shapes() {
    let body = "<circle r=\"9\" fill=\"red\" style=\"stroke:#00ff00\"/>";
    is_grey(&Game::new(body, CARD).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_gradients() {
    let body = "<defs><linearGradient id=\"g\"><stop stop-color=\"#ff8000\"/><stop offset=\"1\" style=\"stop-color:red\"/></linearGradient></defs><circle r=\"9\" fill=\"url(#g)\"/>";
    is_grey(&Game::new(body, CARD).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_words() {
    let body = fit("data-color=\"#c03020\"") + &label("{{name}}");
    is_grey(&Game::new(&body, &rules("Hi")).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_fields() {
    let rows = "[[card]]\nname = \"A\"\ncolour = \"red\"\n";
    let body = "<circle r=\"9\" fill=\"{{colour}}\"/>";
    is_grey(&Game::new(body, rows).ink(Ink::Grey).svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_symbols() {
    let body = SYMBOL.replace("/>", " data-color=\"#0000ff\"/>");
    let game = Game::new(&body, CARD)
        .symbol(
            "dot",
            "<circle r=\"5\" fill=\"currentColor\" stroke=\"red\"/>",
        )
        .ink(Ink::Grey);
    is_grey(&game.svg());
}

#[test]
fn grey_ink_takes_the_colour_out_of_art() {
    let game = Game::new(&art(""), SKY).file("templates/art/sky.svg", TALL);
    is_grey(&game.ink(Ink::Grey).svg());
}

// Definitions

const GRADIENT: &str = "<linearGradient id=\"sky\"><stop stop-color=\"{{colour}}\"/></linearGradient><linearGradient id=\"sea\"/>";

#[test]
fn what_url_refers_to_comes_along() {
    let rows = "[[card]]\nname = \"A\"\ncolour = \"#abcdef\"\n";
    let body = format!("<defs>{GRADIENT}</defs><circle r=\"9\" fill=\"url(#sky)\"/>");
    let svg = Game::new(&body, rows).svg();
    holds(
        &svg,
        "<linearGradient id=\"sky\"><stop stop-color=\"#abcdef\"/>",
    );
    lacks(&svg, "id=\"sea\"");
}

#[test]
fn what_href_refers_to_comes_along() {
    let body = "<defs><circle id=\"dot\" r=\"9\"/></defs><use xlink:href=\"#dot\"/>";
    holds(&Game::new(body, CARD).svg(), "<circle id=\"dot\"");
}

#[test]
fn what_a_definition_refers_to_comes_along() {
    let body = "<defs><linearGradient id=\"a\" xlink:href=\"#b\"/><linearGradient id=\"b\"/></defs><circle r=\"9\" fill=\"url(#a)\"/>";
    holds(&Game::new(body, CARD).svg(), "id=\"b\"");
}

#[test]
fn an_id_that_nothing_has_is_refused() {
    let refusal = Game::new("<circle r=\"9\" fill=\"url(#a)\"/>", CARD).refusal();
    holds(&refusal, "nothing in <defs> has the id `a`");
}

#[test]
fn a_style_element_is_refused() {
    let refusal = Game::new("<style>circle{fill:red}</style>", CARD).refusal();
    holds(&refusal, "a template has no <style>");
}

#[test]
fn a_file_outside_the_template_is_refused() {
    let refusal = Game::new("<image xlink:href=\"a.png\"/>", CARD).refusal();
    holds(&refusal, "`a.png` is outside the template");
}

#[test]
fn an_effect_on_a_group_of_placeholders_is_refused() {
    let body = format!("<g opacity=\"0.5\">{}</g>", label("{{name}}"));
    let refusal = Game::new(&body, CARD).refusal();
    holds(&refusal, "a group around placeholders has `opacity`");
}

// Layers

fn same(a: &Layer, b: &Layer) -> bool {
    match (a, b) {
        (Layer::Shapes(a), Layer::Shapes(b)) => Arc::ptr_eq(a, b),
        (Layer::Picture { picture: a, .. }, Layer::Picture { picture: b, .. }) => Arc::ptr_eq(a, b),
        _ => false,
    }
}

const REGIONS: &str = "[[card]]\nname = \"A\"\nregion = \"#111111\"\n[[card]]\nname = \"B\"\nregion = \"#222222\"\n[[card]]\nname = \"C\"\nregion = \"#111111\"\n";

#[test]
fn what_no_row_changes_is_one_layer_for_the_deck() {
    let body = format!(
        "<rect width=\"9\" height=\"9\"/><circle r=\"3\"/>{}{}",
        label("{{name}}"),
        label("{{region}}")
    );
    let faces = Game::new(&body, REGIONS).faces();
    for face in &faces {
        assert_eq!(face.layers.len(), 2, "{:?}", face.layers);
        assert!(same(&face.layers[0], &faces[0].layers[0]));
    }
}

#[test]
fn cards_of_one_region_share_its_layer() {
    let body = "<circle r=\"3\" fill=\"{{region}}\"/>";
    let faces = Game::new(body, REGIONS).faces();
    assert!(same(&faces[0].layers[0], &faces[2].layers[0]));
    assert!(!same(&faces[0].layers[0], &faces[1].layers[0]));
}

#[test]
fn a_symbol_is_read_once_for_each_colour() {
    let body = SYMBOL.replace("/>", " data-color=\"{{region}}\"/>");
    let faces = Game::new(&body, REGIONS).symbol("dot", "").faces();
    assert!(same(&faces[0].layers[0], &faces[2].layers[0]));
    assert!(!same(&faces[0].layers[0], &faces[1].layers[0]));
}

#[test]
fn a_back_without_fields_is_one_face_for_the_deck() {
    let rows = format!("back = \"back.svg\"\n{REGIONS}");
    let game = Game::new(&label("{{region}}"), &rows)
        .file("templates/back.svg", template("<circle r=\"5\"/>"));
    let backs = game.deck().unwrap().backs;
    let first = backs[0].as_ref().unwrap();
    assert!(backs.iter().flatten().all(|back| Arc::ptr_eq(back, first)));
    assert_eq!(backs.len(), 3);
}

#[test]
fn a_back_shows_the_fields_of_its_row() {
    let rows = format!("back = \"back.svg\"\n{REGIONS}");
    let game = Game::new(&label("{{region}}"), &rows)
        .file("templates/back.svg", template(&label("{{name}}")));
    let backs = game.deck().unwrap().backs;
    holds(&face_svg(backs[1].as_ref().unwrap(), 0.0), ">B</text>");
}

#[test]
fn layers_lie_in_the_order_of_the_template() {
    let body = format!(
        "<circle r=\"3\"/>{}<ellipse rx=\"4\" ry=\"2\"/>",
        label("{{name}}")
    );
    let svg = Game::new(&body, CARD).svg();
    let at = |part: &str| svg.find(part).unwrap();
    assert!(at("<circle") < at(">Admiral<") && at(">Admiral<") < at("<ellipse"));
}

// Flowing text

/// A game whose deck flows `text` through a box of 50 × 60 mm.
fn flowing(body: &str, text: &str) -> Game {
    Game::new(body, "flow = \"rules.md\"\n").file("rules.md", text)
}

const COLUMN: &str = "<rect data-flow=\"rules\" x=\"5\" y=\"20\" width=\"50\" height=\"60\" data-font=\"Cabin\" data-size=\"10\"/>";

#[test]
fn a_text_takes_the_pages_that_it_needs() {
    let text = (1..=40)
        .map(|n| format!("- clause {n}\n"))
        .collect::<String>();
    let pages = flowing(COLUMN, &text).runs();
    assert!(pages.len() >= 2);
    let words: Vec<String> = pages
        .iter()
        .flatten()
        .map(|r| r.text.clone())
        .filter(|t| t.starts_with("clause"))
        .collect();
    let wanted: Vec<String> = (1..=40).map(|n| format!("clause {n}")).collect();
    assert_eq!(words, wanted);
    for run in pages.iter().flatten() {
        assert!(run.y > 20.0 && run.y <= 80.0, "{run:?}");
    }
}

#[test]
fn pages_are_counted() {
    let text = "word ".repeat(20) + "\n\n";
    let svgs = flowing(
        &(COLUMN.to_owned() + &label("{{page}} of {{pages}}")),
        &text.repeat(9),
    );
    let svgs = svgs.svgs();
    let pages = svgs.len();
    assert!(pages >= 2);
    for (i, svg) in svgs.iter().enumerate() {
        holds(svg, &format!(">{} of {pages}</text>", i + 1));
    }
}

#[test]
fn a_text_fills_the_columns_before_the_next_page() {
    let left = COLUMN.replace("width=\"50\"", "width=\"25\"");
    let right = left.replace("x=\"5\"", "x=\"35\"");
    let text = (1..=14)
        .map(|n| format!("- clause {n}\n"))
        .collect::<String>();
    let pages = flowing(&(left + &right), &text).runs();
    assert_eq!(pages.len(), 1);
    assert!(pages[0].iter().any(|r| r.text == "clause 1" && r.x < 30.0));
    assert!(pages[0].iter().any(|r| r.text == "clause 14" && r.x > 35.0));
}

#[test]
fn a_heading_is_bold_and_larger() {
    let runs = flowing(COLUMN, "## Goal\n\nWin.\n").runs().remove(0);
    assert!(runs[0].text == "Goal" && runs[1].text == "Win.");
    near(runs[0].size, runs[1].size * 1.2);
    assert_ne!(runs[0].font, runs[1].font);
}

#[test]
fn headings_may_have_a_font_of_their_own() {
    let body = COLUMN.replace(
        "/>",
        " data-heading-font=\"Oswald\" data-heading-weight=\"600\"/>",
    );
    let svg = flowing(&body, "## Goal\n\nWin.\n").svg();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let family = |word: &str| {
        let mut texts = document.descendants().filter(|n| n.has_tag_name("text"));
        let text = texts.find(|n| n.text() == Some(word)).unwrap();
        (text.attribute("font-family"), text.attribute("font-weight"))
    };
    assert_eq!(family("Goal"), (Some("Oswald"), Some("600")));
    assert_eq!(family("Win."), (Some("Cabin"), Some("400")));
}

#[test]
fn a_sign_of_a_flowing_text_that_the_font_lacks_is_refused() {
    let refusal = flowing(COLUMN, "Win.\n\nA 火.\n").refusal();
    holds(&refusal, "no glyph for `火` (U+706B)");
}

#[test]
fn a_paragraph_higher_than_its_column_is_refused() {
    let refusal = flowing(COLUMN, &"word ".repeat(200)).refusal();
    holds(&refusal, "a paragraph does not fit its column");
}

#[test]
fn a_field_that_a_flowing_page_lacks_is_refused() {
    let refusal = flowing(&(COLUMN.to_owned() + &label("{{pagse}}")), "Win.\n").refusal();
    holds(&refusal, "no card of deck `cards` has the field `pagse`");
}

#[test]
fn a_template_without_a_box_for_the_text_is_refused() {
    holds(&flowing("", "Win.\n").refusal(), "has no box for the text");
}

// Transforms and anchors

#[test]
fn a_box_moves_with_the_groups_around_it() {
    let body = format!(
        "<g transform=\"translate(3 4)\"><g transform=\"scale(0.8)\">{}</g></g>",
        fit("")
    );
    let face = Game::new(&body, &rules("Hi")).faces().remove(0);
    let Layer::Words(passages) = &face.layers[0] else {
        panic!("{:?}", face.layers);
    };
    near(passages[0].map.apply(5.0, 20.0).0, 3.0 + 0.8 * 5.0);
    near(passages[0].map.apply(5.0, 20.0).1, 4.0 + 0.8 * 20.0);
}

#[test]
fn a_symbol_turns_with_its_box() {
    let body = SYMBOL.replace("/>", " transform=\"rotate(180 30 40)\"/>");
    let face = Game::new(&body, CARD).symbol("dot", "").faces().remove(0);
    let (_, map, _) = pictures(&face).remove(0);
    let (x, y) = map.apply(0.0, 0.0);
    near(x, 45.0);
    near(y, 60.0);
}

#[test]
fn shapes_keep_the_groups_around_them() {
    let body = format!(
        "<g transform=\"translate(3 4)\"><circle r=\"5\"/>{}</g>",
        label("{{name}}")
    );
    let svg = Game::new(&body, CARD).svg();
    holds(
        &svg,
        "<g transform=\"translate(3 4)\"><circle r=\"5\"/></g>",
    );
}

#[test]
fn a_scaled_box_counts_the_size_that_is_seen() {
    let body = format!("<g transform=\"scale(0.5)\">{}</g>", fit("data-min=\"8\""));
    let refusal = Game::new(&body, &rules("Hi")).refusal();
    holds(&refusal, "words of 4.0 pt are smaller than 6.5 pt");
}

/// Left and right end of a label at x = 30 with that anchor.
fn ends(anchor: &str) -> (f32, f32) {
    let body = label("{{name}}").replace("x=\"5\"", &format!("x=\"30\" text-anchor=\"{anchor}\""));
    let run = Game::new(&body, CARD).runs().remove(0).remove(0);
    (run.x, run.x + run.width)
}

#[test]
fn a_label_starts_ends_or_is_centred_at_its_point() {
    near(ends("start").0, 30.0);
    near(ends("end").1, 30.0);
    let (left, right) = ends("middle");
    near((left + right) / 2.0, 30.0);
}

#[test]
fn a_label_stands_on_its_baseline() {
    near(Game::new(&label("{{name}}"), CARD).runs()[0][0].y, 10.0);
}

#[test]
fn a_label_that_leaves_the_card_is_refused() {
    let body = label("{{name}}").replace("x=\"5\"", "x=\"60\"");
    let refusal = Game::new(&body, CARD).refusal();
    holds(&refusal, "card `admiral`: `Admiral` leaves the card");
}

#[test]
fn a_placeholder_in_a_tspan_is_refused() {
    let body = label("<tspan>{{name}}</tspan>");
    let refusal = Game::new(&body, CARD).refusal();
    holds(&refusal, "a <text> with a placeholder holds a <tspan>");
}

// Editors

#[test]
fn what_inkscape_notes_for_itself_is_dropped() {
    let body = "<sodipodi:namedview xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\" id=\"view\"/>\
        <g xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" inkscape:label=\"Ground\" inkscape:groupmode=\"layer\"><title>Ground</title><circle r=\"5\"/></g><!-- a note -->";
    let svg = Game::new(body, CARD).svg();
    for gone in [
        "namedview",
        "inkscape:label",
        "groupmode",
        "<title",
        "a note",
    ] {
        lacks(&svg, gone);
    }
    holds(&svg, "<circle r=\"5\"/>");
}

#[test]
fn a_template_that_is_no_xml_is_refused_with_its_place() {
    let game = Game::new("<g><circle r=\"5\"/>", CARD);
    let faults = game.deck().map(|_| ()).unwrap_err();
    let fault = faults.iter().next().unwrap();
    holds(&fault.message, "not well-formed XML");
    assert!(fault.span.is_some());
}

#[test]
fn a_template_in_other_units_is_refused() {
    let svg = template("").replace("0 0 63.5 88.9", "0 0 240 336 1");
    let game = Game::new("", CARD).file("templates/face.svg", svg);
    holds(&game.refusal(), "viewBox is not its trim in millimetres");
}

// The same glyphs at the same places in PDF, which is made of runs, and in SVG and PNG, which usvg lays out

/// Where the glyphs of each text stand that are no spaces.
fn glyphs_of_usvg(group: &usvg::Group, found: &mut Vec<(f32, f32)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => glyphs_of_usvg(group, found),
            usvg::Node::Text(text) => {
                let glyphs = text.layouted().iter().flat_map(|s| &s.positioned_glyphs);
                let inked = glyphs.filter(|g| !g.text.trim().is_empty());
                found.extend(inked.map(|g| {
                    let map = g.outline_transform();
                    (map.tx, map.ty)
                }));
            }
            _ => {}
        }
    }
}

fn glyphs_of_runs(runs: &[Run]) -> Vec<(f32, f32)> {
    let mut found = Vec::new();
    for run in runs {
        let mut x = run.x;
        for glyph in &run.glyphs {
            let text = &run.text[usize::from(glyph.text.start)..usize::from(glyph.text.end)];
            if !text.trim().is_empty() {
                found.push((x, run.y));
            }
            x += glyph.advance * run.size;
        }
    }
    found
}

/// The largest distance of a glyph in the runs from the same glyph as usvg lays it out, in millimetres.
fn disagreement(more: &str, text: &str) -> f32 {
    let game = Game::new(&fit(more), &rules(text)).symbol("dot", "<circle r=\"50\"/>");
    let face = game.faces().remove(0);
    let mut options = usvg::Options::default();
    for font in face.fonts.faces() {
        options.fontdb_mut().load_font_data(font.data.to_vec());
    }
    let tree = usvg::Tree::from_str(&face_svg(&face, 0.0), &options).unwrap();
    let mut seen = Vec::new();
    glyphs_of_usvg(tree.root(), &mut seen);
    let meant = glyphs_of_runs(&runs(&face));
    assert_eq!(seen.len(), meant.len());
    assert!(seen.len() > 50, "{} glyphs", seen.len());
    let distance = |(a, b): (&(f32, f32), &(f32, f32))| (a.0 - b.0).abs().max((a.1 - b.1).abs());
    seen.iter().zip(&meant).map(distance).fold(0.0, f32::max)
}

#[test]
fn both_ways_of_setting_put_every_glyph_at_the_same_place() {
    let text = "**Efficient AVATARS:** pay {dot}{dot}, *fly* to “Offices” & flip one – then (if it fits) draw; To. We. AV";
    for more in ["", "data-align=\"right\"", "data-spacing=\"0.05\""] {
        let worst = disagreement(more, text);
        assert!(worst < 0.01, "{more}: {worst} mm apart");
    }
}
