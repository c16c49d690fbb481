//! What the script of a table's page reads: the board as somebody sees it, what happened, and their moves. Frames that were made for
//! them come in, JSON goes out. Called by the table's routes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::cards::Pack;
use crate::pages::replay::{PageCard, PageCards, ReplayView, faces, style};
use crate::preview::{LaidCard, ReplayWords, SeatLook, UNKNOWN, layout, looks, signs};
use crate::source::{Diagnostics, Files};
use crate::verify::replay::{Frame, Replay};

/// What a table looks like, whatever lies on it: made once.
pub struct TableLook {
    pack: Arc<Pack>,
    faces: PageCards,
    /// One a deck, by the deck's name.
    unknown: Vec<(String, PageCard)>,
    looks: Vec<SeatLook>,
    /// The style of the page, with every picture in it: so no address tells which card is looked at.
    pub style: String,
}

/// What somebody sees now.
pub struct SeatedView<'a> {
    pub look: &'a TableLook,
    /// The last frames, for their eyes; the header and result of the game.
    pub replay: &'a Replay,
    /// Texts of their legal moves; none when somebody else decides.
    pub legal: &'a [String],
    /// What happened since they last asked, for their eyes.
    pub log: &'a [Frame],
    /// The seat that they look from, which sits at the near edge of the table.
    pub seat: Option<u8>,
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
        let signs = signs(&pack, &looks, files);
        let style = [&style(&faces, &looks, &signs), include_str!("table.css")].concat();
        let unknown = pack.decks.iter().map(|deck| {
            let of_deck = |id: &String| {
                crate::preview::row_of(&pack, id).is_some_and(|(of, _)| of.id == deck.id)
            };
            let like = cards.iter().position(of_deck).and_then(|at| faces.cards.get(at));
            let card = PageCard {
                name: "a card".to_owned(),
                front: None,
                back: like.and_then(|card| card.back),
                form: like.map_or_else(String::new, |card| card.form.clone()),
            };
            (deck.id.clone(), card)
        });
        let unknown = unknown.collect();
        Ok(TableLook { pack, faces, unknown, looks, style })
    }
}

impl SeatedView<'_> {
    /// The board, the legal moves in words, and the log.
    pub fn json(&self) -> Value {
        let (look, replay) = (self.look, self.replay);
        let mut words = ReplayWords::new(&look.pack, replay);
        words.cards.insert("?".to_owned(), "a card".to_owned());
        let cards = &replay.header.cards;
        let unknown: Vec<String> =
            look.unknown.iter().map(|(deck, _)| format!("{UNKNOWN}{deck}")).collect();
        let all = cards.iter().chain(&unknown).map(String::as_str);
        let numbers: BTreeMap<&str, usize> = all.zip(0..).collect();
        let lies = |frame: &Frame| layout(&frame.table, &numbers, &replay.captions.faces);
        let tables: Vec<Vec<LaidCard>> = replay.frames.iter().map(lies).collect();
        let of_decks: Vec<PageCard> = look.unknown.iter().map(|(_, card)| card.clone()).collect();
        let shown = ReplayView {
            replay,
            words: &words,
            looks: &look.looks,
            cards: &look.faces.cards,
            unknown: &of_decks,
            tables: &tables,
            about: replay.header.origin.variant.describe(),
        };
        let open = |_: &str| false;
        let legal =
            self.legal.iter().map(|text| json!({"text": text, "says": words.mv(text, &open)}));
        let middle = &replay.captions.middle;
        let from_middle = |change: &Value| {
            let from = change["from"].as_str().unwrap_or_default();
            let zone = from.split('/').next().unwrap_or_default();
            middle.iter().any(|spread| spread.zone == zone)
        };
        let log = self.log.iter().map(|frame| {
            let mv = frame.text.as_deref().map(|text| words.mv(text, &open));
            let seat = frame.seat.as_ref().and_then(|word| words.seats.iter().position(|(seat, _)| seat == word));
            let moved = frame.changes.iter().filter(|change| from_middle(change));
            let moved = moved.filter_map(|change| numbers.get(change["card"].as_str()?));
            json!({
                "ply": frame.ply, "seat": seat, "move": mv, "says": words.changes(&frame.changes, &open),
                "taken": moved.collect::<Vec<_>>(),
            })
        });
        let mut game = shown.game();
        if let (Some(seat), Some(seating)) = (self.seat, game["seating"].as_array_mut()) {
            let own = |side: &Value| side.as_array().is_some_and(|all| all.contains(&seat.into()));
            let near = seating.iter().position(own).unwrap_or(0);
            seating.rotate_left(near);
        }
        json!({
            "game": game,
            "legal": legal.collect::<Vec<_>>(),
            "log": log.collect::<Vec<_>>(),
        })
    }
}
