//! Plays a whole game and writes the record. A game, and a seed or a list of moves, come in; JSON lines go out.

use std::collections::BTreeMap;

use super::header::{RecordHeader, RecordOrigin};
use super::writer::{RecordWriter, Tells, WrittenPly};
use crate::cards::Pack;
use crate::players::Players;
use crate::rules::{Breach, Misfit, PILES, Pile, ScriptedChance, Tally, Variant};
use crate::script::{Rules, with_width};
use crate::source::Diagnostics;
use crate::table::{CardSet, Move, Table};
use crate::verify::playing::{outcome, play_as};

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
        let game = Rules::<S>::of(pack, variant)?;
        let mut moves = Vec::new();
        let (players, tally) = (plan.players, &mut Tally::default());
        let played = play_as::<false, S>(players, &game, plan.seed, tally, |mv| moves.push(mv));
        let origin = RecordOrigin::new(pack, variant);
        let header = RecordHeader {
            tells: Tells { states: plan.states, legal: plan.legal },
            ..RecordHeader::new(origin, plan.seed.into(), plan.players.word(), &game.names)
        };
        // A game that starts from its set-up has no given table, so there are no misfits.
        let written = write_record(&game, header, None, &moves).ok();
        let end = written.as_ref().map(|(_, end)| end);
        let unfinished = played.err().or_else(|| outcome(&game, end?).err());
        Ok(Recorded { text: written.map_or_else(String::new, |(text, _)| text), unfinished })
    })
}

/// What does not fit a table, in a sentence.
pub fn misfits_in_words(misfits: &[Misfit]) -> String {
    let told: Vec<&str> = misfits.iter().map(|misfit| misfit.fault.message.as_str()).collect();
    told.join("; ")
}

/// Begins the record of a game: gives the writer, and what the set-up did, its lines behind the header. `piles`: the cards that are dealt
/// before the dice are asked, as [`ScriptedChance`] has them; without them what the table names.
///
/// # Errors
/// Whatever does not fit the table that it starts from.
pub fn begin_record<S: CardSet>(
    game: &Rules<S>,
    mut header: RecordHeader,
    piles: Option<Vec<Vec<u8>>>,
) -> Result<(RecordWriter<S, ScriptedChance>, WrittenPly), Vec<Misfit>> {
    let named = |(pile, cards): (Pile, &Vec<u8>)| {
        let tokens = cards.iter().filter_map(|card| game.dealt(pile, *card));
        (pile, tokens.map(|token| game.names.card(token).to_owned()).collect())
    };
    header.piles = piles.as_ref().map(|piles| piles.iter().enumerate().map(named).collect());
    let chance = |of_table| ScriptedChance::new(piles.unwrap_or(of_table), header.seed);
    let (writer, mut first) = RecordWriter::begin(game, &header, chance)?;
    first.lines.insert(0, header.line());
    Ok((writer, first))
}

/// Writes down a game with given moves, each of which must be legal; it need not reach its end. `piles` as in [`begin_record`].
/// Gives the last table, too.
///
/// # Errors
/// Whatever does not fit the table that it starts from.
pub fn write_record<S: CardSet>(
    game: &Rules<S>,
    header: RecordHeader,
    piles: Option<Vec<Vec<u8>>>,
    moves: &[Move],
) -> Result<(String, Table<S>), Vec<Misfit>> {
    let (mut writer, WrittenPly { mut lines, .. }) = begin_record(game, header, piles)?;
    lines.extend(moves.iter().flat_map(|mv| writer.play(game, *mv).lines));
    lines.extend([writer.last_line(game), String::new()]);
    Ok((lines.join("\n"), writer.state))
}

/// The cards that chance can deal, each with its pile and its name; those of several piles in each.
pub(crate) fn can_be_dealt<S: CardSet>(
    game: &Rules<S>,
) -> impl Iterator<Item = ((Pile, u8), &str)> {
    let cards = (0..PILES).flat_map(|pile| (0..CARDS).map(move |card| (pile, card)));
    cards.filter_map(|(pile, card)| Some(((pile, card), game.names.card(game.dealt(pile, card)?))))
}

/// The cards that chance can deal, by name: their number, and their pile where they can lie in one only.
pub(crate) fn dealt<S: CardSet>(game: &Rules<S>) -> BTreeMap<&str, (Option<Pile>, u8)> {
    let mut found: BTreeMap<&str, (Option<Pile>, u8)> = BTreeMap::new();
    for ((pile, card), name) in can_be_dealt(game) {
        found.entry(name).and_modify(|(one, _)| *one = None).or_insert((Some(pile), card));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::testing::{Fault, toy};
    use serde_json::{Value, json};

    fn header(toy: &Rules<u64>, table: Option<Value>) -> RecordHeader {
        let origin = RecordOrigin {
            game: "toy".into(),
            title: "A toy".into(),
            data: "0".into(),
            variant: Variant::default(),
        };
        let tells = Tells { states: true, legal: false };
        RecordHeader { tells, table, ..RecordHeader::new(origin, 1.into(), "script", &toy.names) }
    }

    #[test]
    fn the_players_of_a_seed_always_play_the_same() {
        let toy = toy(2, Fault::Nothing);
        let moves = |seed: u64| {
            let (mut moves, tally) = (Vec::new(), &mut Tally::default());
            play_as::<false, _>(Players::Swarm, &toy, seed, tally, |mv| moves.push(mv)).unwrap();
            moves
        };
        assert_eq!(moves(4), moves(4));
        assert_ne!(moves(4), moves(5));
    }

    #[test]
    fn wished_cards_are_dealt_first_and_named_in_the_header() {
        let toy = toy(1, Fault::Nothing);
        let record = write_record(&toy, header(&toy, None), Some(vec![vec![6, 2]]), &[]).unwrap().0;
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
        let record = write_record(&toy, header(&toy, Some(table.clone())), None, &[mv]).unwrap().0;
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
        let misfits = write_record(&toy, header(&toy, Some(table)), None, &[]).unwrap_err();
        assert_eq!(misfits[0].path, ["zones", "hand/red", "0"]);
    }
}
