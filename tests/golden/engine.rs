//! A game played by text alone, with what chance deals known by the names of cards.

use std::collections::BTreeMap;

use deckproof::cards::Pack;
use deckproof::registry;
use deckproof::rules::{Axis, Variant};
use deckproof::script::{self, Rules};
use deckproof::source::{Diagnostics, Files, GameFolder, render};
use deckproof::table::{CardSet, Move, Wide};
use deckproof::verify::record::{RecordWriter, Tells};

use super::chance::ByName;

/// The rules of one set-up.
pub trait Engine: Sync {
    /// Sets the game of a seed up, and the lines that this writes.
    fn start(&self, seed: u64) -> (Box<dyn Playing + '_>, Vec<String>);
    /// Cards by their names, sorted.
    fn cards(&self) -> Vec<String>;
}

/// A game under way.
pub trait Playing {
    fn turn(&self) -> Option<String>;
    /// The legal moves as text, sorted.
    fn legal(&self) -> Vec<String>;
    /// Carries out a legal move; the lines of the record.
    fn play(&mut self, text: &str) -> Vec<String>;
    fn last_line(&self) -> String;
    /// Each card with the zone that it lies in, sorted.
    fn census(&self) -> Vec<String>;
    /// `Err` where the text is no move; `None` where the move is legal.
    fn refusal(&self, text: &str) -> Result<Option<String>, String>;
}

struct Under<'g, S: CardSet> {
    game: &'g Rules<S>,
    writer: RecordWriter<S, ByName>,
    moves: BTreeMap<String, Move>,
}

impl<S: CardSet> Under<'_, S> {
    fn look(&mut self) {
        let (game, state) = (self.game, &self.writer.state);
        self.moves = match game.turn(state) {
            Some(_) => {
                let moves = game.legal_moves(state).into_iter();
                moves.map(|mv| (game.write(state, mv), mv)).collect()
            }
            None => BTreeMap::new(),
        };
    }
}

impl<S: CardSet> Engine for Rules<S> {
    fn start(&self, seed: u64) -> (Box<dyn Playing + '_>, Vec<String>) {
        let (writer, first) = RecordWriter::set_up(self, ByName::of(self, seed), Tells::default());
        let mut under = Under { game: self, writer, moves: BTreeMap::new() };
        under.look();
        (Box::new(under), first.lines)
    }

    fn cards(&self) -> Vec<String> {
        let mut cards = self.names.cards.clone();
        cards.sort();
        cards
    }
}

impl<S: CardSet> Playing for Under<'_, S> {
    fn turn(&self) -> Option<String> {
        let seat = self.game.turn(&self.writer.state)?;
        Some(self.game.names.seat(seat).to_owned())
    }

    fn legal(&self) -> Vec<String> {
        self.moves.keys().cloned().collect()
    }

    fn play(&mut self, text: &str) -> Vec<String> {
        let ply = self.writer.play(self.game, self.moves[text]);
        self.look();
        ply.lines
    }

    fn last_line(&self) -> String {
        self.writer.last_line(self.game)
    }

    fn census(&self) -> Vec<String> {
        let (game, names) = (self.game, &self.game.names);
        let census = game.census(&self.writer.state).into_iter();
        let mut lies: Vec<String> = census
            .map(|(card, zone)| format!("{} at {}", names.card(card), names.zone(zone)))
            .collect();
        lies.sort();
        lies
    }

    fn refusal(&self, text: &str) -> Result<Option<String>, String> {
        let (game, state) = (self.game, &self.writer.state);
        let mv = game.read(state, text).map_err(|why| why.to_string())?;
        Ok(game.refusal(state, mv).map(|refusal| refusal.word.to_owned()))
    }
}

/// A shipped game.
pub struct Read {
    pub pack: Pack,
    files: Files,
}

impl Read {
    pub fn shipped(game: &str) -> Self {
        let mut files = Files::new();
        let folder = GameFolder::shipped(game).expect(game);
        match registry::load(folder, &mut files) {
            Ok(pack) => Read { pack, files },
            Err(faults) => panic!("{}", told(&faults, &files)),
        }
    }

    /// The ways to set it up.
    pub fn axes(&self) -> Vec<Axis> {
        script::script_axes(&self.pack.game)
    }

    pub fn rules(&self, variant: &Variant) -> Box<dyn Engine> {
        match script::width_of(&[&self.pack]) {
            0..64 => Box::new(self.compiled::<u64>(variant)),
            64..128 => Box::new(self.compiled::<u128>(variant)),
            _ => Box::new(self.compiled::<Wide>(variant)),
        }
    }

    fn compiled<S: CardSet>(&self, variant: &Variant) -> Rules<S> {
        Rules::compile(&self.pack.game, &self.pack.decks, variant)
            .unwrap_or_else(|faults| panic!("{}", told(&faults, &self.files)))
    }
}

fn told(faults: &Diagnostics, files: &Files) -> String {
    let faults = faults.iter().map(|fault| render(fault, files, false));
    faults.collect::<Vec<String>>().join("\n")
}
