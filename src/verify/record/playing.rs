//! Plays a whole game and writes the record. A game, and a seed or a list of moves, come in; JSON lines go out.

use std::collections::BTreeMap;

use serde_json::Value;

use super::header::{RecordHeader, RecordOrigin};
use super::writer::{RecordWriter, Tells, WrittenPly};
use crate::cards::Pack;
use crate::players::{Chooser, Players, Swarm, Uniform};
use crate::rules::{Breach, Chance, Misfit, NoListener, PILES, Pile, ScriptedChance, Variant};
use crate::script::{Rules, with_width};
use crate::source::Diagnostics;
use crate::table::{CardSet, Move, Table};
use crate::verify::playing::{outcome, unwatched};

/// Numbers that a pile's cards can have: see [`Chance`].
const CARDS: u8 = 255;

/// Which game is to be played and written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordPlan {
    pub seed: u64,
    pub players: Players,
    /// Whether the table is written after each ply.
    pub states: bool,
    /// Whether the legal moves are.
    pub legal: bool,
}

/// How a game begins that is written down.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    pub origin: RecordOrigin,
    pub seed: u64,
    /// Who made the moves: a word.
    pub players: String,
    pub states: bool,
    pub legal: bool,
    /// Cards that are dealt before the dice are asked, as [`ScriptedChance`] has them; without them what the table names.
    pub piles: Option<Vec<Vec<u8>>>,
    /// The table that the game starts from; without one it is set up.
    pub table: Option<Value>,
}

/// The record of a game, and why it stopped if it did not reach its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    pub text: String,
    pub unfinished: Option<Breach>,
}

/// Plays one game of a variant and writes it down, a JSON line a move.
///
/// # Errors
/// When the data cannot be played. A game that does not reach its end is not an error: the record says so.
pub fn record_game(
    pack: &Pack,
    variant: &Variant,
    plan: &RecordPlan,
) -> Result<Recorded, Diagnostics> {
    with_width!(&[pack], S => {
        Ok(play(&Rules::<S>::of(pack, variant)?, RecordOrigin::new(pack, variant), plan))
    })
}

fn play<S: CardSet>(game: &Rules<S>, origin: RecordOrigin, plan: &RecordPlan) -> Recorded {
    let opening = Opening {
        origin,
        seed: plan.seed,
        players: plan.players.word().to_owned(),
        states: plan.states,
        legal: plan.legal,
        piles: None,
        table: None,
    };
    let (moves, unfinished) = match plan.players {
        Players::Uniform => moves::<S, Uniform>(game, plan.seed),
        Players::Swarm => moves::<S, Swarm>(game, plan.seed),
    };
    // A game that starts from its set-up has no given table, so there are no misfits.
    let text = write_record(game, opening, &moves).unwrap_or_default();
    Recorded { text, unfinished }
}

/// The moves of the game that `seed` names, and why it stopped if it did not reach its end.
fn moves<S: CardSet, P: Chooser>(game: &Rules<S>, seed: u64) -> (Vec<Move>, Option<Breach>) {
    let mut chance = ScriptedChance::new(Vec::new(), seed);
    let mut chooser = P::of(seed);
    let state = game.set_up(&mut chance, &mut NoListener);
    let mut moves = Vec::new();
    let whole = unwatched(game, state, &mut chance, &mut NoListener, &mut chooser, |mv| {
        moves.push(mv);
    });
    let ended = whole.and_then(|(state, _)| outcome(game, &state));
    (moves, ended.err())
}

/// Writes down a game with given moves, each of which must be legal; it need not reach its end.
///
/// # Errors
/// Whatever does not fit the table that it starts from.
pub fn write_record<S: CardSet>(
    game: &Rules<S>,
    opening: Opening,
    moves: &[Move],
) -> Result<String, Vec<Misfit>> {
    let names = &game.names;
    let named = |(pile, cards): (Pile, &Vec<u8>)| -> Vec<String> {
        let tokens = cards.iter().filter_map(|card| game.dealt(pile, *card));
        tokens.map(|token| names.card(token).to_owned()).collect()
    };
    let piles = opening.piles.as_ref();
    let header = RecordHeader {
        origin: opening.origin,
        seed: opening.seed.into(),
        reseeded: BTreeMap::new(),
        players: opening.players,
        states: opening.states,
        legal: opening.legal,
        seats: names.seats.clone(),
        cards: names.cards.clone(),
        piles: piles.map(|piles| piles.iter().enumerate().map(named).collect()),
        table: opening.table,
    };
    let mut record = header.line() + "\n";
    let mut put = |line: &str| {
        record.push_str(line);
        record.push('\n');
    };
    let (start, piles) = stage(game, &header)?;
    let chance = ScriptedChance::new(opening.piles.unwrap_or(piles), opening.seed);
    let (mut writer, first) = begin(game, start, chance, header.tells());
    for line in first.iter().flat_map(|ply| &ply.lines) {
        put(line);
    }
    for mv in moves {
        for line in writer.play(*mv).lines {
            put(&line);
        }
    }
    put(&writer.last_line());
    Ok(record)
}

/// A table if a game does not start at its set-up, and the piles that are to be dealt from.
type RecordStart<S> = (Option<Table<S>>, Vec<Vec<u8>>);

/// The table that a record starts from, if not at the set-up; with the piles that it names.
pub(crate) fn stage<S: CardSet>(
    game: &Rules<S>,
    header: &RecordHeader,
) -> Result<RecordStart<S>, Vec<Misfit>> {
    Ok(match &header.table {
        None => (None, Vec::new()),
        Some(table) => {
            let staged = game.stage(table)?;
            (Some(staged.state), staged.piles)
        }
    })
}

/// The first decision, and what the set-up wrote.
pub(crate) fn begin<S: CardSet, C: Chance>(
    game: &Rules<S>,
    start: Option<Table<S>>,
    chance: C,
    tells: Tells,
) -> (RecordWriter<'_, S, C>, Option<WrittenPly>) {
    match start {
        Some(state) => (RecordWriter::from(game, state, chance, tells), None),
        None => {
            let (writer, ply) = RecordWriter::set_up(game, chance, tells);
            (writer, Some(ply))
        }
    }
}

/// The cards that chance can deal, by name: their number, and their pile where they can lie in one only.
pub(crate) fn dealt<S: CardSet>(game: &Rules<S>) -> BTreeMap<&str, (Option<Pile>, u8)> {
    let mut found: BTreeMap<&str, (Option<Pile>, u8)> = BTreeMap::new();
    for pile in 0..PILES {
        for card in 0..CARDS {
            if let Some(token) = game.dealt(pile, card) {
                let piles = found.entry(game.names.card(token));
                piles.and_modify(|(one, _)| *one = None).or_insert((Some(pile), card));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::testing::{Fault, toy};
    use serde_json::json;

    fn opening(table: Option<Value>, piles: Option<Vec<Vec<u8>>>) -> Opening {
        Opening {
            origin: RecordOrigin {
                game: "toy".into(),
                title: "A toy".into(),
                data: "0".into(),
                variant: Variant::default(),
            },
            seed: 1,
            players: "script".into(),
            states: true,
            legal: false,
            piles,
            table,
        }
    }

    #[test]
    fn the_players_of_a_seed_always_play_the_same() {
        let toy = toy(2, Fault::Nothing);
        let first = moves::<_, Swarm>(&toy, 4);
        assert_eq!(first, moves::<_, Swarm>(&toy, 4));
        assert_ne!(first, moves::<_, Swarm>(&toy, 5));
    }

    #[test]
    fn wished_cards_are_dealt_first_and_named_in_the_header() {
        let toy = toy(1, Fault::Nothing);
        let record = write_record(&toy, opening(None, Some(vec![vec![6, 2]])), &[]).unwrap();
        let lines: Vec<Value> = record.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(lines[0]["piles"], json!({"0": ["c7", "c3"]}));
        assert_eq!(lines[1]["changes"][0]["card"], "c7");
        assert_eq!(lines[2]["changes"][0]["card"], "c3");
    }

    #[test]
    fn a_game_from_a_table_begins_with_its_first_move() {
        let toy = toy(1, Fault::Nothing);
        let table = json!({"zones": {"hand/red": ["c1"], "hand/blue": ["c2"]}});
        let state = toy.stage(&table).unwrap().state;
        let mv = toy.legal_moves(&state)[0];
        let record = write_record(&toy, opening(Some(table.clone()), None), &[mv]).unwrap();
        let lines: Vec<Value> = record.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!(lines[0]["table"], table);
        assert_eq!(
            (&lines[1]["ply"], &lines[1]["move"]),
            (&json!(1), &json!(toy.write(&state, mv)))
        );
        // The game is not over.
        assert_eq!(lines[2], json!({"result": null}));
    }

    #[test]
    fn a_table_that_does_not_fit_is_told() {
        let toy = toy(1, Fault::Nothing);
        let table = json!({"zones": {"hand/red": ["c9"]}});
        let misfits = write_record(&toy, opening(Some(table), None), &[]).unwrap_err();
        assert_eq!(misfits[0].path, ["zones", "hand/red", "0"]);
    }
}
