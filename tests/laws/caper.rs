//! Caper, in every city and for all numbers of players.

use deckproof::cards::{Deck, Overlay, Pack, Row};
use deckproof::rules::Variant;
use deckproof::script;
use deckproof::source::{Diagnostics, Files};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::games::{CAPER, edited, pack, rules, without_laws};
use super::{hold, play, tapes, unchecked};

type Rules = script::Rules<u128>;

const CITIES: [&str; 3] = ["paris", "rome", "london"];
const PLAYERS: [&str; 3] = ["2", "3", "4"];

/// Cards of a kind that all rounds together may deal to a player.
const MOST: u8 = 32;
/// Most rows of a deck in all cities.
const ROWS: usize = 48;

/// What a row may do when it is played.
const WHEN_PLAYED: [&str; 9] = [
    "false",
    "[{ flip = 2 }]",
    "[{ flip = 9 }, { coins = 9 }]",
    "[{ flip = { only = \"gear\", reach = \"anywhere\" } }, { flip = { only = \"thieves\" } }]",
    "[{ flip = { count = 2, only = \"red\" } }, { recover = \"gear\" }]",
    "[{ recover = \"gear\" }, { recover = \"gear\" }, { coins = 1 }]",
    "[{ take-coins = 3 }, { fine = 2 }]",
    "[{ fine = 10 }, { take-coins = 10 }, { flip = { reach = \"here\" } }]",
    "[{ coins = { each = \"cream\", of = \"theirs\" } }]",
];

/// What a row may give.
const GIVES: [&str; 9] = [
    "false",
    "[{ protect = \"self\" }, { capers = 3 }]",
    "[{ capers = { amount = 2, each-set = [\"cream\", \"blue\"], of = \"theirs\" } }]",
    "[{ points = { each-set = [\"green\", \"yellow\", \"red\"], of = \"yours\" } }]",
    "[{ capers = { amount = 2, if = \"they-are-broke\" } }]",
    "[{ points = { amount = 20, if = \"you-are-richer\" } }]",
    "[{ goods = [\"wild\", \"wild\", \"jewel\"] }]",
    "[{ goods = [\"painting\"] }, { points = { each = \"red\", of = \"theirs\" } }]",
    "[{ capers = 1 }, { goods = [\"antique\", \"antique\"] }]",
];

/// What a location may do.
const MODIFIERS: [&str; 7] = [
    "false",
    "{ protect = \"thieves\" }",
    "{ protect = \"gear\" }",
    "{ protect = \"red\" }",
    "{ coins = { for = \"gear\", amount = 2 } }",
    "{ coins = { for = \"cream\", amount = 9 } }",
    "{ capers = { for = \"thieves\", amount = 4 } }",
];

/// A change of a row.
#[derive(Debug, Clone)]
struct RowEdit {
    /// The row of its deck whose abilities it has in the end.
    like: Index,
    /// By its number in the lists above, what this row does, gives or modifies; as shipped where they end.
    when_played: usize,
    gives: usize,
    modifier: usize,
    /// Cost or income.
    coins: u8,
    copies: u8,
}

/// A change of cards and numbers within sane bounds.
#[derive(Debug, Clone)]
struct Edit {
    city: &'static str,
    players: &'static str,
    thieves: Vec<RowEdit>,
    gear: Vec<RowEdit>,
    locations: Vec<RowEdit>,
    /// Of each round: whether it deals gear, how many cards, whether Mint goes first.
    rounds: Vec<(bool, u8, bool)>,
    /// Locations in play, thieves at each of them, gear on a thief.
    limits: (u8, u8, u8),
    discard_coins: u8,
    /// Gear that equips a thief fully, and what it gives.
    equipped: (u8, u8),
    sets: [u8; 3],
    share: u8,
    discard_points: u8,
    reach: &'static str,
}

impl Edit {
    /// Thieves of a player at a location: the engine has room for fifteen in all.
    fn crowd(&self) -> u8 {
        let (places, crowd, _) = self.limits;
        if places == 4 { crowd.min(3) } else { crowd }
    }

    /// The rounds as far as there is room for the thieves, and cards that the engine can number.
    fn sound_rounds(&self) -> Vec<(bool, u8, bool)> {
        let (mut room, mut dealt) = (self.limits.0 * self.crowd(), [0; 2]);
        let fits = |(gear, cards, _): &(bool, u8, bool)| {
            let all = &mut dealt[usize::from(*gear)];
            let fits = *all + cards <= MOST && (*gear || cards - 1 <= room);
            if fits {
                *all += cards;
                room -= if *gear { 0 } else { cards - 1 };
            }
            fits
        };
        let rounds: Vec<_> = self.rounds.iter().copied().filter(fits).collect();
        // The script knows rounds of both kinds.
        let of_both = rounds.iter().any(|round| round.0) && !rounds.iter().all(|round| round.0);
        if of_both { rounds } else { vec![(false, 2, false), (true, 2, true)] }
    }

    fn overlay(&self, pack: &Pack) -> String {
        let rounds = self.sound_rounds();
        let each = |word: &dyn Fn(&(bool, u8, bool)) -> String| {
            let words: Vec<String> = rounds.iter().map(word).collect();
            words.join(", ")
        };
        let mut text = format!(
            "[rules]\ndiscard-coins = {}\n[rules.rounds]\nkinds = [{}]\ncards = [{}]\nfirst = [{}]\n\
             [rules.limits]\nthieves-at-location = {}\ngear-on-thief = {}\n\
             [rules.fully-equipped]\ngear = {}\ncapers = {}\n[rules.goods]\nsets = {:?}\n\
             [rules.snitch]\nshare = {}\n[rules.teams]\ndiscard-points = {}\n\
             [rulings]\nreach = \"{}\"\n",
            self.discard_coins,
            each(&|round| format!("\"{}\"", if round.0 { "gear" } else { "thieves" })),
            each(&|round| round.1.to_string()),
            each(&|round| format!("\"{}\"", side(round.2))),
            self.crowd(),
            self.limits.2,
            self.equipped.0,
            self.equipped.1,
            self.sets,
            self.share,
            self.discard_points,
            self.reach,
        );
        for (deck, gear) in [("thieves", false), ("gear", true)] {
            let of_kind = rounds.iter().filter(|round| round.0 == gear);
            let mut missing: u8 = of_kind.map(|round| 2 * round.1).sum();
            let edits = if gear { &self.gear } else { &self.thieves };
            let deck = pack.deck(deck).unwrap();
            let rows: Vec<_> = deck.rows.iter().zip(edits).collect();
            let rows: Vec<_> = rows.into_iter().filter(|(row, _)| self.plays(row)).collect();
            for (at, (row, edit)) in rows.iter().enumerate() {
                // What the rounds deal must be there to the last card: the last row makes up for what is missing.
                let last = at + 1 == rows.len();
                let copies = if last { missing } else { edit.copies.min(missing) };
                missing -= copies;
                text += &edit.fields(&deck.id, row, copies);
            }
        }
        let locations = pack.deck("locations").unwrap();
        for (row, edit) in locations.rows.iter().zip(&self.locations) {
            if let Some(modifier) = MODIFIERS.get(edit.modifier) {
                text += &format!("[cards.locations.{}]\nmodifier = {modifier}\n", row.id);
            }
        }
        text
    }

    /// Whether a card is in a game in that city.
    fn plays(&self, row: &Row) -> bool {
        let city = row.get("city").and_then(|city| city.as_str());
        city.is_none_or(|city| city == "core" || city == self.city)
    }

    /// The rules with the overlay, each row then like the one that was drawn for it.
    fn rules(&self, pack: &Pack) -> Rules {
        let text = self.overlay(pack);
        let axes = script::script_axes(&pack.game);
        let variant = Variant::first(&axes).with("city", self.city).with("players", self.players);
        let compile = || -> Result<Rules, Diagnostics> {
            let overlay = Overlay::read("overlay", text.as_str(), &mut Files::new())?;
            let (game, mut decks) = overlay.over(&pack.game, &pack.decks)?;
            for deck in &mut decks {
                match deck.id.as_str() {
                    "thieves" => mix(deck, &self.thieves, &["when-played", "gives", "colour"]),
                    "gear" => mix(deck, &self.gear, &["when-played", "gives", "colour"]),
                    "locations" => mix(deck, &self.locations, &["reward", "modifier"]),
                    _ => {}
                }
            }
            script::Rules::compile(&game, &decks, &variant)
        };
        compile().unwrap_or_else(|faults| panic!("{text}\n{faults:?}"))
    }
}

impl RowEdit {
    fn fields(&self, deck: &str, row: &Row, copies: u8) -> String {
        let coin_field = if deck == "gear" { "cost" } else { "income" };
        let mut text = format!(
            "[cards.{deck}.{}]\ncopies = {copies}\n{coin_field} = {}\n",
            row.id, self.coins
        );
        if let Some(when_played) = WHEN_PLAYED.get(self.when_played) {
            text += &format!("when-played = {when_played}\n");
        }
        if let Some(gives) = GIVES.get(self.gives) {
            text += &format!("gives = {gives}\n");
        }
        text
    }
}

fn side(mint: bool) -> &'static str {
    if mint { "mint" } else { "cream" }
}

/// Gives each row these fields of the row that it is to be like.
fn mix(deck: &mut Deck, edits: &[RowEdit], fields: &[&str]) {
    let rows = deck.rows.clone();
    for (row, edit) in deck.rows.iter_mut().zip(edits) {
        let is_field = |name: &str| fields.contains(&name);
        row.table.entries.retain(|(key, _)| !is_field(&key.name));
        let like = &rows[edit.like.index(rows.len())];
        let taken = like.table.entries.iter().filter(|(key, _)| is_field(&key.name));
        row.table.entries.extend(taken.cloned());
    }
}

fn row_edits() -> impl Strategy<Value = Vec<RowEdit>> {
    // About half of the rows are as shipped.
    let chosen = || 0..2 * WHEN_PLAYED.len();
    let row = (any::<Index>(), chosen(), chosen(), chosen(), 0u8..=4, 0u8..=3);
    let row = row.prop_map(|(like, when_played, gives, modifier, coins, copies)| RowEdit {
        like,
        when_played,
        gives,
        modifier,
        coins,
        copies,
    });
    vec(row, ROWS)
}

fn edits() -> impl Strategy<Value = Edit> {
    let set_up = (
        proptest::sample::select(&CITIES[..]),
        proptest::sample::select(&PLAYERS[..]),
        vec((any::<bool>(), 2u8..=7, any::<bool>()), 1..=7),
        (1u8..=4, 1u8..=4, 1u8..=3),
    );
    let rows = (row_edits(), row_edits(), row_edits());
    let numbers = (
        1u8..=4,
        (1u8..=3, 1u8..=5),
        proptest::array::uniform3(0u8..=9),
        1u8..=9,
        1u8..=9,
        proptest::sample::select(&["here", "anywhere"][..]),
    );
    (set_up, rows, numbers).prop_map(|(set_up, (thieves, gear, locations), numbers)| {
        let (city, players, rounds, limits) = set_up;
        let (discard_coins, equipped, sets, share, discard_points, reach) = numbers;
        Edit {
            city,
            players,
            thieves,
            gear,
            locations,
            rounds,
            limits,
            discard_coins,
            equipped,
            sets,
            share,
            discard_points,
            reach,
        }
    })
}

/// The shipped game in every variant, with its name.
fn variants() -> impl Iterator<Item = (String, Rules)> {
    let pack = pack(CAPER);
    let all = CITIES.into_iter().flat_map(|city| PLAYERS.map(|players| (city, players)));
    all.map(move |(city, players)| {
        let name = format!("{city} {players}");
        (name, rules(&pack, "", &[("city", city), ("players", players)]))
    })
}

#[test]
fn every_tape_keeps_the_laws_of_every_variant() {
    for (name, rules) in variants() {
        hold(&name, 60, &tapes(), |numbers| play(&rules, &numbers).map(|_| ()));
    }
}

#[test]
fn every_tape_keeps_the_laws_of_edited_cards() {
    // As many locations as there may be.
    let own = without_laws(CAPER);
    let packs = [1, 2, 3, 4].map(|places| {
        let places = format!("places = {places} ");
        let own = own.iter().map(|(from, to)| (from.as_str(), to.as_str()));
        let edits: Vec<_> = own
            .chain([
                ("places = 3 ", places.as_str()),
                ("round = { to = 6 }", "round = { to = 20 }"),
            ])
            .collect();
        edited(CAPER, &edits)
    });
    hold(CAPER, 400, &(edits(), tapes()), |(edit, numbers)| {
        let rules = edit.rules(&packs[usize::from(edit.limits.0) - 1]);
        play(&rules, &numbers).map(|_| ())
    });
}

#[test]
fn every_law_but_that_of_views_is_checked_by_some_game() {
    for (name, rules) in variants() {
        assert_eq!(unchecked(&rules, 8), [""; 0], "{name}");
    }
}
