//! From card data to [`Rules`].

use std::ops::Add;

use super::effect::{Effect, Yield};
use super::goods::GoodsTable;
use super::limits;
use super::look::COLOURS;
use super::rules::{CardSheet, Kind, LocationSheet, PlayNumbers, Round, RowSheet, Rules, Site};
use super::state::{HEIGHT, NONE, PLACES, STACKS, THIEVES};
use super::token::{Deck as Part, faces, notes, zones};
use super::variant;
use crate::cards::{Deck, Game, Row, Value};
use crate::games::caper::abilities::{Ability, Flip, Good, Reading};
use crate::games::caper::checks;
use crate::games::caper::laws::{self, Book};
use crate::games::caper::numbers::{list_at, number_at};
use crate::games::caper::{Abilities, Palette, Role, Voice};
use crate::games::one_name::one_name_each;
use crate::rules::{Axis, Names, Variant};
use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// Most cards of a kind.
const CARDS: u32 = 64;
/// Most goods of a kind in a game: no table of their worth is larger than this.
const GOODS: u8 = 40;

impl Rules {
    /// The ways in which the game is set up.
    pub fn axes(game: &Game) -> Vec<Axis> {
        variant::axes(game)
    }

    /// Compiles a game that was read without faults.
    ///
    /// # Errors
    /// What the engine cannot play: more than 64 thieves, gear or locations in a city, more than 4 locations in play,
    /// 4 thieves at one or 3 gear on a thief, names that do not tell cards apart; and what [`super::limits`] tells: a
    /// variant or numbers of the rules with which no game comes to its end.
    pub fn compile(game: &Game, decks: &[Deck], variant: &Variant) -> Result<Rules, Diagnostics> {
        let mut faults = Diagnostics::new();
        let rules = compile(game, decks, variant, &mut faults);
        match rules {
            Some(rules) if !faults.has_errors() => Ok(rules),
            _ => Err(faults),
        }
    }
}

/// A deck as it is in one city: a row for each card.
struct InPlay<'a> {
    rows: Vec<&'a Row>,
    read: Vec<Abilities>,
    /// Cards by their row.
    cards: Vec<usize>,
}

fn compile(
    game: &Game,
    decks: &[Deck],
    variant: &Variant,
    faults: &mut Diagnostics,
) -> Option<Rules> {
    // Asked again: an overlay may have changed the numbers since the game was read.
    checks::check(game, decks, faults);
    limits::check(game, variant, faults);
    let table = variant::table(variant);
    let city = match variant.get(variant::CITY) {
        Some(city) => city,
        None => list_at(game, "cities").first().and_then(Value::as_str)?,
    };
    let numbers = numbers(game, faults);
    let palette = Palette::of(game);
    if palette.ids().count() > COLOURS {
        faults.push(
            Diagnostic::error(
                Code::EngineLimit,
                format!("the engine plays with at most {COLOURS} colours"),
            )
            .help("take rows away from `[table.colour]`"),
        );
    }
    let mut read = |role: Role| in_play(decks, role, city, &palette, faults);
    let thieves = read(Role::Thief);
    let gear = read(Role::Gear);
    let locations = read(Role::Location);
    let [thieves, gear, locations] = [thieves?, gear?, locations?];
    if faults.has_errors() {
        return None;
    }

    let (thief_rows, thief_sheets) = sheets(&thieves, Kind::Thieves, &palette);
    let (gear_rows, gear_sheets) = sheets(&gear, Kind::Gear, &palette);
    let affordable = std::array::from_fn(|coins| {
        let payable = |card: &usize| usize::from(gear_sheets[*card].cost) <= coins;
        let cards = (0..gear.cards.len()).filter(payable);
        cards.fold(0, |all, card| all | 1 << card)
    });
    let goods = goods(&numbers.sets, [&thieves, &gear, &locations]);

    let mut tokens = [0u16; Part::COUNT + 1];
    let mut names = Vec::new();
    let mut places = Vec::new();
    for (part, deck) in [
        (Part::Thieves, &thieves),
        (Part::Gear, &gear),
        (Part::Locations, &locations),
    ] {
        names.extend(card_names(deck));
        places.extend(deck.cards.iter().map(|row| deck.rows[*row].id_place()));
        tokens[part as usize + 1] = names.len() as u16;
    }
    one_name_each(names.iter().zip(places), faults);

    let locations_in_play = location_sheets(&locations);
    let site = |location: usize| {
        let modifier = locations_in_play.get(location);
        let modifier = modifier.and_then(|l| l.modifier.as_ref());
        let both = [(&thieves, &thief_sheets), (&gear, &gear_sheets)];
        let is = |holds: &dyn Fn(&CardSheet) -> bool| {
            both.map(|(deck, sheets)| {
                let cards = (0..deck.cards.len()).filter(|card| holds(&sheets[*card]));
                cards.fold(0u64, |all, card| all | 1 << card)
            })
        };
        Site {
            safe: is(&|card| card.protected || modifier.is_some_and(|m| m.shelters(card))),
            noticed: is(&|card| modifier.is_some_and(|m| m.notices(card))),
        }
    };
    let sites = std::array::from_fn(site);

    let seats = Rules::seats(table);
    let low = |deck: &InPlay<'_>| low_bits(deck.cards.len());
    let mut rules = Rules {
        table,
        numbers,
        thief_rows,
        gear_rows,
        thieves: thief_sheets,
        gear: gear_sheets,
        all_thieves: low(&thieves),
        all_gear: low(&gear),
        locations: locations_in_play,
        all_locations: low(&locations),
        sites,
        affordable,
        goods,
        names: Names {
            seats: seats.iter().map(|seat| (*seat).to_owned()).collect(),
            cards: names,
            zones: zones::words(seats),
            faces: faces::WORDS.map(str::to_owned).into(),
            counters: notes::COUNTERS.map(str::to_owned).into(),
            notes: notes::NOTES.map(str::to_owned).into(),
        },
        tokens,
        properties: Vec::new(),
        book: Book::default(),
    };
    (rules.properties, rules.book) = laws::properties(&rules);
    Some(rules)
}

/// The cards of a role that are in a game in `city` (CAP-R2).
fn in_play<'a>(
    decks: &'a [Deck],
    role: Role,
    city: &str,
    palette: &Palette,
    faults: &mut Diagnostics,
) -> Option<InPlay<'a>> {
    let deck = decks.iter().find(|deck| Role::of(deck) == role)?;
    let rows = deck.rows.iter().filter(|row| variant::is_in(row, city));
    let rows: Vec<&Row> = rows.collect();
    let count: u32 = rows.iter().map(|row| row.copies).sum();
    if count > CARDS {
        let message = format!(
            "the engine plays with at most {CARDS} of a deck, a game in `{city}` has {count}"
        );
        faults.push(
            Diagnostic::error(Code::EngineLimit, message)
                .at(Span::new(deck.file, 0..0))
                .help("lower `copies`; without [rules] the game can still be printed"),
        );
        return None;
    }
    let mut reading = Reading { palette, faults };
    let read = rows
        .iter()
        .map(|row| Abilities::read(row, role, &mut reading))
        .collect();
    let copies = rows.iter().enumerate();
    let cards = copies
        .flat_map(|(index, row)| (0..row.copies).map(move |_| index))
        .collect();
    Some(InPlay { rows, read, cards })
}

fn sheets(deck: &InPlay<'_>, kind: Kind, palette: &Palette) -> (Vec<RowSheet>, [CardSheet; 64]) {
    let rows: Vec<RowSheet> = deck.rows.iter().zip(&deck.read).map(row_sheet).collect();
    let mut sheets = [CardSheet::BLANK; 64];
    for (sheet, row) in sheets.iter_mut().zip(&deck.cards) {
        let abilities = &deck.read[*row];
        let colour = deck.rows[*row].get("colour").and_then(Value::as_str);
        let colour = colour.and_then(|id| palette.find(id));
        *sheet = CardSheet {
            row: *row as u8,
            kind,
            colour: colour.map_or(NONE, |c| c.0),
            cost: abilities.cost.map_or(0, |cost| cost.0),
            income: abilities.income.map_or(0, |income| income.0),
            protected: abilities.gives.iter().any(Ability::protects),
            quiet: rows[*row].when_played.is_empty(),
        };
    }
    (rows, sheets)
}

fn row_sheet((row, abilities): (&&Row, &Abilities)) -> RowSheet {
    let one_by_one = |flip: Flip| std::iter::repeat_n(Flip { count: 1, ..flip }, flip.count.into());
    let flips = abilities.when_played.iter().filter_map(Ability::flips);
    let fixed = abilities.gives.iter().filter_map(Ability::fixed);
    let looks = abilities.gives.iter().filter(|a| a.fixed().is_none());
    RowSheet {
        id: row.id.clone(),
        when_played: abilities.when_played.clone(),
        gives: abilities.gives.clone(),
        fixed: fixed.fold(Yield::NOTHING, Yield::add),
        looks: looks.cloned().collect(),
        flips: flips.flat_map(one_by_one).collect(),
        recovers: abilities.when_played.iter().map(Ability::recovers).sum(),
    }
}

fn location_sheets(deck: &InPlay<'_>) -> Vec<LocationSheet> {
    let sheet = |row: &usize| LocationSheet {
        id: deck.rows[*row].id.clone(),
        reward: deck.read[*row].reward.clone(),
        modifier: deck.read[*row].modifier.clone(),
    };
    deck.cards.iter().map(sheet).collect()
}

/// What any collection of goods is worth, up to all that the cards of the game give together (CAP-R17).
fn goods(sets: &[u16], decks: [&InPlay<'_>; 3]) -> GoodsTable {
    let mut most = [0u8; 4];
    for deck in decks {
        for card in &deck.cards {
            let abilities = &deck.read[*card];
            for ability in abilities.gives.iter().chain(&abilities.reward) {
                if let Ability::Goods(goods) = ability {
                    for good in &goods.0 {
                        let count = &mut most[*good as usize];
                        *count = count.saturating_add(1).min(GOODS);
                    }
                }
            }
        }
    }
    debug_assert_eq!(Good::ALL.len(), most.len());
    GoodsTable::new(most, sets)
}

/// The points of a set of one good, of two, of three (CAP-R17).
fn sets(game: &Game) -> Vec<u16> {
    let points = |value: &Value| u16::try_from(value.as_integer()?).ok();
    let sets = list_at(game, "goods.sets").iter();
    sets.map(|value| points(value).unwrap_or(0)).collect()
}

fn numbers(game: &Game, faults: &mut Diagnostics) -> PlayNumbers {
    let number = |path: &str| {
        number_at(game, path)
            .and_then(Value::as_integer)
            .unwrap_or(0)
    };
    let mut most = |path: &str, most: usize| {
        let n = number(path);
        if n > most as i64 {
            let place = number_at(game, path).map(|v| v.span);
            let message = format!("the engine plays with at most {most}, not with {n}");
            faults.push(
                Diagnostic::error(Code::EngineLimit, message)
                    .at_maybe(place)
                    .help(format!(
                        "lower `{path}`; without [rules] the game can still be printed"
                    )),
            );
        }
        usize::try_from(n).unwrap_or(0).clamp(1, most)
    };
    let places = most("locations", PLACES);
    let thieves_at_location = most("limits.thieves-at-location", THIEVES);
    let stacks = places * thieves_at_location;
    let thieves_at_location = match stacks < STACKS {
        true => thieves_at_location,
        false => most("limits.thieves-at-location", THIEVES - 1),
    };
    let gear_on_thief = most("limits.gear-on-thief", HEIGHT - 1) as u32;
    let coins = most("coins", 60) as u8;
    let small = |path: &str| u8::try_from(number(path)).unwrap_or(u8::MAX);
    let tie = number_at(game, "tie-break").and_then(Value::as_str);
    PlayNumbers {
        rounds: rounds(game),
        places,
        coins,
        discard_coins: small("discard-coins"),
        thieves_at_location,
        gear_on_thief,
        equipped_gear: usize::from(small("fully-equipped.gear")),
        equipped_capers: small("fully-equipped.capers").into(),
        sets: sets(game),
        snitch_deal: small("snitch.deal"),
        snitch_share: i32::from(small("snitch.share")).max(1),
        discard_points: small("teams.discard-points").into(),
        tie_break: tie.and_then(Rules::side).unwrap_or(0) as u8,
        reach: Voice::of(game).reach,
    }
}

fn rounds(game: &Game) -> Vec<Round> {
    let kinds = list_at(game, "rounds.kinds").iter();
    let cards = list_at(game, "rounds.cards").iter();
    let first = list_at(game, "rounds.first").iter();
    let rounds = kinds
        .zip(cards)
        .zip(first)
        .map(|((kind, cards), first)| Round {
            kind: match kind.as_str() {
                Some("thieves") => Kind::Thieves,
                _ => Kind::Gear,
            },
            cards: cards
                .as_integer()
                .and_then(|n| u8::try_from(n).ok())
                .unwrap_or(0),
            first: first.as_str().and_then(Rules::side).unwrap_or(0) as u8,
        });
    rounds.collect()
}

pub fn low_bits(count: usize) -> u64 {
    match count {
        0 => 0,
        n => u64::MAX >> (64 - n.min(64)),
    }
}

/// The cards' names: the row's id, with the copy's number where there are several.
fn card_names(deck: &InPlay<'_>) -> Vec<String> {
    let mut copy = 0;
    let mut last = None;
    let name = |row: &usize| {
        copy = if last == Some(*row) { copy + 1 } else { 1 };
        last = Some(*row);
        let row = deck.rows[*row];
        match row.copies {
            1 => row.id.clone(),
            _ => format!("{}#{copy}", row.id),
        }
    };
    deck.cards.iter().map(name).collect()
}
