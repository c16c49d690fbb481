//! What the script of a table's page reads: the board as somebody sees it, what happened, and their moves. Frames that were made for
//! them come in, JSON goes out. Called by the table's routes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::cards::Pack;
use crate::pages::replay::{PageCard, PageCards, ReplayView, faces, style};
use crate::preview::{LaidCard, ReplayWords, SeatLook, UNKNOWN, layout, looks, row_of};
use crate::source::{Diagnostics, Files};
use crate::verify::replay::{Frame, Replay};

/// What a table looks like, whatever lies on it: made once.
pub struct TableLook {
    pack: Arc<Pack>,
    faces: PageCards,
    /// One for each deck.
    unknown: Vec<PageCard>,
    looks: Vec<SeatLook>,
    /// The style of the page, with every picture in it: so no address tells which card is looked at.
    pub style: String,
}

impl TableLook {
    /// # Errors
    /// What is wrong with the templates or pictures of the cards.
    pub fn new(
        pack: Arc<Pack>,
        start: &Replay,
        files: &mut Files,
    ) -> Result<TableLook, Diagnostics> {
        let cards = &start.header.cards;
        let faces = faces(&pack, cards, &(0..cards.len()).collect(), files)?;
        let words = ReplayWords::new(&pack, start);
        let looks = looks(&pack, &words);
        let style = [&style(&pack, &faces, &looks, files), include_str!("table.css")].concat();
        let unknown = pack.decks.iter().map(|deck| {
            let is_of_deck =
                |id: &String| row_of(&pack, id).is_some_and(|(of, _)| of.id == deck.id);
            let like = cards.iter().position(is_of_deck).and_then(|at| faces.cards.get(at));
            PageCard {
                name: "a card".to_owned(),
                front: None,
                back: like.and_then(|card| card.back),
                form: like.map_or_else(String::new, |card| card.form.clone()),
            }
        });
        let unknown = unknown.collect();
        Ok(TableLook { pack, faces, unknown, looks, style })
    }

    /// What somebody sees now: the board, the moves that they have, in words, and what happened since they last asked. `replay` holds
    /// the last frames, for their eyes, as `log` is; `legal` is empty when somebody else decides. They sit at the near edge of the table.
    pub fn seen(
        &self,
        replay: &Replay,
        legal: &[String],
        log: &[Frame],
        seat: Option<u8>,
    ) -> [Value; 3] {
        let mut words = ReplayWords::new(&self.pack, replay);
        words.cards.insert("?".to_owned(), "a card".to_owned());
        let cards = &replay.header.cards;
        let unknown: Vec<String> =
            self.pack.decks.iter().map(|deck| format!("{UNKNOWN}{}", deck.id)).collect();
        let all = cards.iter().chain(&unknown).map(String::as_str);
        let numbers: BTreeMap<&str, usize> = all.zip(0..).collect();
        let tables: Vec<Vec<LaidCard>> = replay
            .frames
            .iter()
            .map(|frame| layout(&frame.table, &numbers, &replay.captions.faces))
            .collect();
        let shown = ReplayView {
            replay,
            words: &words,
            looks: &self.looks,
            cards: &self.faces.cards,
            unknown: &self.unknown,
            tables: &tables,
            about: replay.header.variant.describe(),
        };
        let open = |_: &str| false;
        let legal = legal.iter().map(|text| json!({"text": text, "says": words.mv(text, &open)}));
        let middle = &replay.captions.middle;
        let from_middle = |change: &Value| {
            let zone =
                change["from"].as_str().unwrap_or_default().split('/').next().unwrap_or_default();
            middle.iter().any(|spread| spread.zone == zone)
        };
        let log = log.iter().map(|frame| {
            let mv = frame.text.as_deref().map(|text| words.mv(text, &open));
            let seat = frame.seat.as_ref().and_then(|word| words.seats.iter().position(|(seat, _)| seat == word));
            let moved = frame.changes.iter().filter(|change| from_middle(change)).filter_map(|change| numbers.get(change["card"].as_str()?));
            json!({
                "ply": frame.ply, "seat": seat, "move": mv, "says": words.changes(&frame.changes, &open),
                "taken": moved.collect::<Vec<_>>(),
            })
        });
        let mut game = shown.game();
        if let (Some(seat), Some(seating)) = (seat, game["seating"].as_array_mut()) {
            let own = |side: &Value| side.as_array().is_some_and(|all| all.contains(&seat.into()));
            let near = seating.iter().position(own).unwrap_or(0);
            seating.rotate_left(near);
        }
        [game, legal.collect(), log.collect()]
    }
}
