//! A live game whatever the width of its sets, for those who hold several. A pack, or a record of one of its games, comes in; a [`LiveGame`]
//! goes out.

use std::sync::Arc;

use serde_json::Value;

use super::game::{Live, Refused, Search};
use super::resuming;
use crate::cards::Pack;
use crate::rules::captions::Captions;
use crate::rules::{Seat, Seed, Variant, Viewer};
use crate::script::{Rules, with_width};
use crate::source::{Code, Diagnostic, Diagnostics, Files};
use crate::table::Wide;
use crate::verify::record::{RecordHeader, RecordOrigin};
use crate::verify::replay::Frame;

/// The games that people play, by the width of their sets, and what is asked of whichever it is: see [`Live`].
macro_rules! live_games {
    (
        [$($width:ident: $set:ty),+]
        $(fn $name:ident($me:ident: $of:ty $(, $argument:ident: $type:ty)*) -> $result:ty;)+
    ) => {
        /// A game that people play.
        pub enum LiveGame {
            $($width(Live<$set>),)+
        }

        $(impl From<Live<$set>> for LiveGame {
            fn from(live: Live<$set>) -> Self {
                LiveGame::$width(live)
            }
        })+

        live_games! { @ask [$($width)+] $(fn $name($me: $of $(, $argument: $type)*) -> $result;)+ }
    };
    (@ask $widths:tt $(fn $name:ident($me:ident: $of:ty $(, $argument:ident: $type:ty)*) -> $result:ty;)+) => {
        impl LiveGame {
            $(pub fn $name($me: $of $(, $argument: $type)*) -> $result {
                live_games! { @each $widths $me.$name($($argument),*) }
            })+
        }
    };
    (@each [$($width:ident)+] $me:ident.$name:ident $arguments:tt) => {
        match $me {
            $(LiveGame::$width(live) => live.$name $arguments,)+
        }
    };
}

live_games! {
    [Narrow: u64, Middle: u128, Wide: Wide]
    fn header(self: &Self) -> &RecordHeader;
    fn captions(self: &Self) -> Captions;
    fn ply(self: &Self) -> u32;
    fn turns(self: &Self) -> Vec<Seat>;
    fn legal(self: &Self, seat: Seat) -> Vec<String>;
    fn asked_since(self: &Self) -> u32;
    fn play(self: &mut Self, seat: Seat, text: &str) -> Result<Vec<String>, Refused>;
    fn frame(self: &Self, ply: u32, viewer: Viewer) -> Option<Frame>;
    fn may_undo_to(self: &Self, ply: u32) -> Result<(), String>;
    fn undo_to(self: &mut Self, ply: u32) -> Result<(), String>;
    fn drop_to(self: &mut Self, ply: u32) -> ();
    fn reseed(self: &mut Self, seed: Seed) -> ();
    fn record(self: &Self) -> String;
    fn result(self: &Self) -> Value;
    fn advise(self: &Self, seat: Seat, playouts: u32, seed: u64) -> Search;
}

impl LiveGame {
    /// A new game; all its chance follows from `seed`.
    ///
    /// # Errors
    /// When the data cannot be played.
    pub fn begin(pack: &Pack, variant: &Variant, seed: Seed) -> Result<LiveGame, Diagnostics> {
        with_width!(&[pack], S => {
            let rules = Rules::<S>::of(pack, variant)?;
            let origin = RecordOrigin::new(pack, variant);
            let header = RecordHeader::new(origin, seed, "people", &rules.names);
            let fault = |why: String| {
                let fault = Diagnostic::error(Code::NotPlayable, why);
                fault.help("see what `deckproof check` says of the game")
            };
            Ok(Live::new(rules, header).map_err(fault)?.into())
        })
    }

    /// Goes on with the game of a record, from the ply `to` where one is named.
    ///
    /// # Errors
    /// The line that does not fit, and cards that were edited since.
    pub fn resume(
        pack: &Pack,
        record: (&str, Arc<str>),
        to: Option<u32>,
        files: &mut Files,
    ) -> Result<LiveGame, Diagnostics> {
        with_width!(&[pack], S => Ok(resuming::resume::<S>(pack, record, to, files)?.into()))
    }
}
