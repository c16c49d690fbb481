//! Cards with a template of their own, and boxes that are shown in editors: what printing again, differences and guides make of them.

use super::bench::Bench;

/// A game of which one card has a template of its own.
fn court() -> Bench {
    let bench = Bench::new();
    let card = bench.read("tides/templates/card.svg");
    bench.write("tides/templates/court.svg", &card.replace("rx=\"", "data-name=\"court\" rx=\""));
    let deck = bench.read("tides/cards.toml");
    let own = deck.replacen("\n[[card]]\nname", "\n[[card]]\ntemplate = \"court.svg\"\nname", 1);
    assert_ne!(deck, own);
    bench.write("tides/cards.toml", &own);
    bench
}

#[test]
fn a_change_of_one_cards_template_prints_that_card_alone() {
    let bench = court();
    let again = ["print", "tides", "-o", "out", "--changed"];
    bench.run(&["print", "tides", "-o", "out", "--quiet"]).ended(0);
    bench.run(&again).ended(0).says("nothing has changed");
    let mark = "<rect x=\"30\" y=\"40\" width=\"4\" height=\"4\" fill=\"#2c4474\"/></svg>";
    let court = bench.read("tides/templates/court.svg");
    bench.write("tides/templates/court.svg", &court.replace("</svg>", mark));
    let told = bench.run(&again).ended(0);
    told.says("First Light");
    for other in ["Long Noon", "Lanterns Out", "The Owl"] {
        assert!(!told.stdout.contains(other) && !told.stderr.contains(other), "{other}");
    }
}

#[test]
fn guides_are_seen_and_never_printed() {
    let bench = Bench::new();
    bench.run(&["guides", "tides", "--remove"]).ended(0);
    let bare = bench.read("tides/templates/card.svg");
    bench.run(&["print", "tides", "-o", "bare", "--quiet"]).ended(0);
    bench.run(&["guides", "tides"]).ended(0);
    let guided = bench.read("tides/templates/card.svg");
    assert!(guided.contains("data-guide") && !bare.contains("data-guide"));
    bench.run(&["print", "tides", "-o", "guided", "--quiet"]).ended(0);
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("bare/tides.pdf"), bytes("guided/tides.pdf"));
    // The layer with a card is replaced, goes with the others, and is no part of the template.
    let shows = |id: &str| {
        let arguments = ["guides", "tides", "--sample", id];
        let told = bench.run(&arguments).ended(0);
        told.says(&format!("card.svg: with guides, 4 boxes, 1 colour, card `{id}`"));
        bench.read("tides/templates/card.svg")
    };
    let owl = shows("the-owl");
    assert_eq!(owl.matches("sodipodi:insensitive=\"true\"").count(), 1);
    assert!(shows("first-light") != owl);
    assert_eq!(shows("the-owl"), owl);
    bench.run(&["print", "tides", "-o", "sample", "--quiet"]).ended(0);
    assert_eq!(bytes("bare/tides.pdf"), bytes("sample/tides.pdf"));
    bench
        .run(&["guides", "tides", "--sample", "the-owls"])
        .ended(2)
        .says("did you mean `the-owl`?");
    bench.run(&["guides", "tides"]).ended(0);
    assert_eq!(bench.read("tides/templates/card.svg"), guided);
    bench.run(&["guides", "tides", "--remove"]).ended(0);
    assert_eq!(bench.read("tides/templates/card.svg"), bare);
}
