//! From card data to [`Rules`].

use super::effect::Aim;
use super::rules::{CardSheet, CountrySheet, LabSheet, PlayNumbers, RowSheet, Rules, TieBreak};
use super::state::{CAPS, HAMMERS, Mark, Marks, PLACES, SLOTS};
use super::token::{Deck as Part, faces, notes, zones};
use crate::cards::{Deck, Game, Row, Setting, Value};
use crate::games::hammers::abilities::{Beside, Operation};
use crate::games::hammers::laws::{self, Book};
use crate::games::hammers::{ActionCard, Kind, Numbers, Role, checks};
use crate::games::one_name::one_name_each;
use crate::rules::{Bits, Names};
use crate::source::{Code, Diagnostic, Diagnostics, did_you_mean, list};

impl Rules {
    /// Compiles a game that was read without faults.
    ///
    /// # Errors
    /// What the engine cannot play: more than 64 action cards, 32 countries, 16 labs or 64 protests, more than 8 turns
    /// of a player in a round, names that do not tell cards apart.
    pub fn compile(game: &Game, decks: &[Deck]) -> Result<Rules, Diagnostics> {
        let mut faults = Diagnostics::new();
        let rules = compile(game, decks, &mut faults);
        match rules {
            Some(rules) if !faults.has_errors() => Ok(rules),
            _ => Err(faults),
        }
    }
}

fn compile(game: &Game, decks: &[Deck], faults: &mut Diagnostics) -> Option<Rules> {
    // Asked again: an overlay may have changed the numbers since the game was read.
    checks::check(game, decks, faults);
    let numbers = Numbers::read(game, faults)?;
    let deck = |role: Role| {
        let (name, _) = role.deck(game)?;
        decks.iter().find(|d| d.id == name)
    };
    let actions = deck(Role::Actions)?;
    let countries = deck(Role::Countries)?;
    let [labs, defcon, justifications, protests] = [
        Role::Labs,
        Role::Defcon,
        Role::Justifications,
        Role::Protests,
    ]
    .map(deck);

    room(actions, 64, "action cards", faults);
    room(countries, 32, "countries", faults);
    for (deck, most, what) in [
        (labs, 16, "labs"),
        (defcon, 16, "DEFCON cards"),
        (justifications, 8, "Justifications"),
        (protests, 64, "protests"),
    ] {
        if let Some(deck) = deck {
            room(deck, most, what, faults);
        }
    }
    let places = usize::from(numbers.countries_in_play + numbers.labs_in_play);
    small(game, "turns", usize::from(numbers.turns), SLOTS, faults);
    small(game, "countries-in-play", places, PLACES, faults);
    small(
        game,
        "labs-in-play",
        usize::from(numbers.labs_in_play),
        1,
        faults,
    );
    if faults.has_errors() {
        return None;
    }

    let setting = Setting {
        game,
        deck: actions,
        decks,
    };
    let cards: Vec<ActionCard> = actions
        .rows
        .iter()
        .map(|row| ActionCard::read(&setting, row, faults))
        .collect();
    let mut sheets = [CardSheet::default(); 64];
    for (sheet, (row, _)) in sheets.iter_mut().zip(copies(actions)) {
        *sheet = card_sheet(row, &cards[row]);
    }
    let total = copies(actions).count();
    let kin = |profession: &str| {
        (0..total)
            .filter(|i| cards[usize::from(sheets[*i].row)].profession == profession)
            .fold(0u64, |all, i| all | 1 << i)
    };
    let rows: Vec<RowSheet> = cards
        .iter()
        .map(|card| RowSheet {
            id: card.id.clone(),
            influence: card.influence,
            worth: [false, true].map(|launched| worths(card, launched)),
            passive: card.passive.clone(),
            operation: card.operation.clone(),
            named: card
                .operation
                .as_ref()
                .and_then(|o| o.names())
                .map_or(0, kin),
        })
        .collect();

    let partner = |row: &&RowSheet| {
        row.operation
            .as_ref()
            .is_some_and(|o| o.aim() == Aim::Partner)
    };
    let partners = rows
        .iter()
        .filter(partner)
        .fold(0, |all, row| all | row.named);
    for card in Bits(partners) {
        let sheet = &mut sheets[usize::from(card)];
        sheet.marks.add(Mark::Partner);
        // Its own operation does not happen when it is turned up for another's.
        let row = usize::from(sheet.row);
        if rows[row].operation.is_some() && !partner(&&rows[row]) {
            let message = format!(
                "`{}` is turned up for another card's operation, but has one of its own",
                rows[row].id
            );
            let fault = Diagnostic::error(Code::AbilityShape, message)
                .at(actions.rows[row].place("operation"))
                .help("name another `partner`, or take this operation away");
            if !faults.iter().any(|f| f.message == fault.message) {
                faults.push(fault);
            }
        }
    }

    let mut region_ids: Vec<String> = Vec::new();
    let country_sheets: Vec<CountrySheet> = copies(countries)
        .map(|(row, _)| country(&countries.rows[row], &mut region_ids))
        .collect();
    let mut regions = vec![0u32; region_ids.len()];
    for (index, sheet) in country_sheets.iter().enumerate() {
        regions[usize::from(sheet.region)] |= 1 << index;
    }
    let points = |index: usize| country_sheets.get(index).map_or(0, |c| u16::from(c.points));
    let worths = std::array::from_fn(|byte| {
        let of = |set: usize| {
            (0..8)
                .filter(|i| set >> i & 1 == 1)
                .map(|i| points(8 * byte + i))
                .sum()
        };
        std::array::from_fn(of)
    });

    let number = |row: &Row, key: &str| {
        let n = row.get(key).and_then(Value::as_integer).unwrap_or(0);
        u8::try_from(n).unwrap_or(0)
    };
    let each = |deck: Option<&Deck>, key: &str| -> Vec<u8> {
        deck.map_or_else(Vec::new, |deck| {
            let of = |(row, _): (usize, u32)| number(&deck.rows[row], key);
            copies(deck).map(of).collect()
        })
    };
    let lab_sheets: Vec<LabSheet> = each(labs, "number")
        .into_iter()
        .zip(each(labs, "rank"))
        .map(|(number, rank)| LabSheet { number, rank })
        .collect();
    // A meter is one card without a level, and never moves.
    let levels = each(defcon, "level");
    let has_levels = levels.iter().all(|level| *level > 0);
    let defcon_cards = if has_levels { levels } else { Vec::new() };

    let mut tokens = [0u16; Part::COUNT + 1];
    let mut card_names = Vec::new();
    let leveled = defcon.filter(|_| !defcon_cards.is_empty());
    let mut card_places = Vec::new();
    for (part, deck, numbered) in [
        (Part::Actions, Some(actions), true),
        (Part::Countries, Some(countries), false),
        (Part::Labs, labs, false),
        (Part::Defcon, leveled, false),
        (Part::Justifications, justifications, true),
        (Part::Protests, protests, true),
    ] {
        if let Some(deck) = deck {
            card_names.extend(names(deck, numbered));
            card_places.extend(copies(deck).map(|(row, _)| deck.rows[row].id_place()));
        }
        tokens[part as usize + 1] = card_names.len() as u16;
    }
    one_name_each(card_names.iter().zip(card_places), faults);

    let rules = game.rules.as_ref()?;
    let edition = rules.numbers.get("edition").and_then(Value::as_integer);
    let prefix = match edition {
        Some(1) => "CH1",
        _ => "CH2",
    };
    let choice = |decides: &str| game.choice(decides);
    let mut rules = Rules {
        prefix,
        numbers: PlayNumbers {
            rounds: numbers.rounds,
            countries: usize::from(numbers.countries_in_play),
            places,
            setup_draw: numbers.setup_draw,
            draw: numbers.draw,
            hand: numbers.hand,
            turns: numbers.turns,
            crisis: u16::from(numbers.crisis_influence),
            restore_per_lab: numbers.restore_per_lab,
            region_bonus: numbers.region_bonus,
            defcon: numbers.defcon,
            tie_breaks: tie_breaks(game, faults),
            every_crisis: choice("several-crises") != Some("once"),
            refuse_unjustified: choice("no-justification-left") != Some("no-effect"),
        },
        rows,
        cards: sheets,
        all_cards: super::round::low_bits(total),
        countries: country_sheets,
        regions,
        worths,
        labs: lab_sheets,
        protests: each(protests, "value"),
        justifications: justifications.map_or(0, |d| d.cards() as u8),
        defcon_cards,
        names: Names {
            seats: Rules::SEATS.map(str::to_owned).into(),
            cards: card_names,
            zones: zones::words(),
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

/// A card's influence beside any number of cards, before others' operations.
fn worths(card: &ActionCard, launched: bool) -> [[u8; SLOTS + 1]; SLOTS + 1] {
    let operation = card.operation.as_ref().filter(|_| launched);
    let worth = |own: usize, opposing: usize| {
        let beside = Beside {
            own: own as u8,
            opposing: opposing as u8,
        };
        let printed = u16::from(card.influence);
        let worth = card
            .passive
            .as_ref()
            .map_or(printed, |p| p.worth(printed, beside));
        let worth = operation.map_or(worth, |o| o.worth(worth, None));
        u8::try_from(worth).unwrap_or(u8::MAX)
    };
    std::array::from_fn(|own| std::array::from_fn(|opposing| worth(own, opposing)))
}

fn card_sheet(row: usize, card: &ActionCard) -> CardSheet {
    let is = |kind| card.kinds.contains(&kind);
    let operation = card.operation.as_ref();
    let aim = |aim: Aim| operation.is_some_and(|o| o.aim() == aim);
    let passive = card.passive.as_ref();
    let marks = [
        (Mark::Operation, operation.is_some()),
        (Mark::Free, operation.is_some_and(|o| o.is_free())),
        (Mark::FirstTurn, is(Kind::FirstTurn)),
        (Mark::Occupation, is(Kind::Occupation)),
        (Mark::Aggressive, is(Kind::Aggressive)),
        (Mark::Lab, aim(Aim::Lab)),
        (Mark::Beside, operation.is_some_and(|o| o.is_beside())),
        (Mark::Paired, aim(Aim::Partner)),
        (
            Mark::Ally,
            matches!(operation, Some(Operation::AllyInfluence(_))),
        ),
    ];
    CardSheet {
        row: row as u8,
        unseen: passive.is_some_and(|p| p.unseen_by_crises()),
        ties: passive.is_some_and(|p| p.wins_ties()),
        marks: Marks::of(marks.into_iter().filter(|m| m.1).map(|m| m.0)),
    }
}

/// Every card of a deck: its row, and its number among the copies, from 1.
fn copies(deck: &Deck) -> impl Iterator<Item = (usize, u32)> + '_ {
    let rows = deck.rows.iter().enumerate();
    rows.flat_map(|(index, row)| (1..=row.copies).map(move |copy| (index, copy)))
}

/// The cards' names: the row's id, with the copy's number where there can be several.
fn names(deck: &Deck, numbered: bool) -> Vec<String> {
    let name = |(row, copy): (usize, u32)| {
        let row = &deck.rows[row];
        match numbered || row.copies > 1 {
            true => format!("{}#{copy}", row.id),
            false => row.id.clone(),
        }
    };
    copies(deck).map(name).collect()
}

fn country(row: &Row, regions: &mut Vec<String>) -> CountrySheet {
    let text = |key: &str| row.get(key).and_then(Value::text).unwrap_or_default();
    let region = text("region");
    let known = regions.iter().position(|r| *r == region);
    let region = known.unwrap_or_else(|| {
        regions.push(region);
        regions.len() - 1
    });
    let points = row.get("points").and_then(Value::as_integer).unwrap_or(0);
    CountrySheet {
        points: u8::try_from(points).unwrap_or(0),
        default: if text("default") == Rules::SEATS[HAMMERS] {
            HAMMERS as u8
        } else {
            CAPS as u8
        },
        region: region as u8,
    }
}

/// `tie-breaks` of `[rules]`.
fn tie_breaks(game: &Game, faults: &mut Diagnostics) -> Vec<TieBreak> {
    let Some(rules) = &game.rules else {
        return Vec::new();
    };
    let Some(value) = rules.numbers.get("tie-breaks") else {
        return Vec::new();
    };
    let known = TieBreak::ALL.map(TieBreak::word);
    let mut read = Vec::new();
    for item in value.as_list().unwrap_or_default() {
        let word = item.text().unwrap_or_default();
        match TieBreak::ALL.into_iter().find(|t| t.word() == word) {
            Some(again) if read.contains(&again) => {
                let message = format!("`{word}` breaks a tie twice");
                faults.push(
                    Diagnostic::error(Code::RulesDisagree, message)
                        .at(item.span)
                        .help("take one of them away: what did not part the players once does not part them again"),
                );
            }
            Some(tie_break) => read.push(tie_break),
            None => {
                let help = match did_you_mean(&word, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("tie-breaks are {}", list(known)),
                };
                let message = format!("there is no tie-break `{word}`");
                faults.push(
                    Diagnostic::error(Code::UnknownWord, message)
                        .at(item.span)
                        .help(help),
                );
            }
        }
    }
    read
}

fn room(deck: &Deck, most: u32, what: &str, faults: &mut Diagnostics) {
    let cards = deck.cards();
    if cards > most {
        let message = format!("the engine plays with at most {most} {what}, the deck has {cards}");
        faults.push(
            Diagnostic::error(Code::EngineLimit, message)
                .at(deck.place_beyond(most))
                .help("lower `copies`; without [rules] the game can still be printed"),
        );
    }
}

fn small(game: &Game, key: &str, n: usize, most: usize, faults: &mut Diagnostics) {
    if n > most {
        let rules = game.rules.as_ref();
        let place = rules.map(|r| r.numbers.get(key).map_or(r.span, |v| v.span));
        let message = format!("the engine plays with at most {most}, not with {n}");
        faults.push(
            Diagnostic::error(Code::EngineLimit, message)
                .at_maybe(place)
                .help(format!("lower `{key}`")),
        );
    }
}
