//! The result of comparing two games, as plain data: changed decks, cards, rules and functions. Filled in by `diff::decks`,
//! `diff::game` and `diff::script`; read by the tables of `cli` and by `pages`.

use super::edit::ValueChange;
use super::script::ScriptChange;
use super::seen::FacePair;
use crate::source::one_or_many;

/// What became of a card or a deck.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Fate {
    #[default]
    Kept,
    New,
    Gone,
    /// The same row, under another id or in another deck before.
    Moved {
        deck: String,
        id: String,
        name: String,
    },
}

impl Fate {
    /// By what there was and what there is.
    pub fn of<T>(was: Option<T>, is: Option<T>) -> Fate {
        match (was, is) {
            (None, _) => Fate::New,
            (_, None) => Fate::Gone,
            _ => Fate::Kept,
        }
    }
}

/// What kind of change it is; a card may have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangeKind {
    New,
    Gone,
    Moved,
    Rules,
    Copies,
    Looks,
}

impl ChangeKind {
    pub const ALL: [ChangeKind; 6] = [
        ChangeKind::New,
        ChangeKind::Gone,
        ChangeKind::Moved,
        ChangeKind::Rules,
        ChangeKind::Copies,
        ChangeKind::Looks,
    ];

    pub fn word(self) -> &'static str {
        ["new", "gone", "moved", "rules", "copies", "looks"][self as usize]
    }
}

/// A card that changed.
#[derive(Debug, Clone, Default)]
pub struct CardChange {
    pub id: String,
    pub name: String,
    pub fate: Fate,
    /// Changes of the rules.
    pub rules: Vec<ValueChange>,
    /// Changes of appearance only.
    pub looks: Vec<ValueChange>,
    pub copies: (u32, u32),
    /// The front; or the back, when nothing but that differs.
    pub faces: FacePair,
}

impl CardChange {
    /// The changes of the rules, or those of appearance only.
    pub(super) fn of(&mut self, rules: bool) -> &mut Vec<ValueChange> {
        if rules { &mut self.rules } else { &mut self.looks }
    }

    pub fn kinds(&self) -> Vec<ChangeKind> {
        let has = |kind: &ChangeKind| match kind {
            ChangeKind::New => self.fate == Fate::New,
            ChangeKind::Gone => self.fate == Fate::Gone,
            ChangeKind::Moved => matches!(self.fate, Fate::Moved { .. }),
            ChangeKind::Rules => !self.rules.is_empty(),
            ChangeKind::Looks => !self.looks.is_empty(),
            ChangeKind::Copies => {
                self.copies.0 != self.copies.1 && !matches!(self.fate, Fate::New | Fate::Gone)
            }
        };
        ChangeKind::ALL.into_iter().filter(has).collect()
    }
}

/// A deck in which something changed.
#[derive(Debug, Clone, Default)]
pub struct DeckChange {
    pub id: String,
    pub title: String,
    pub fate: Fate,
    /// Template, back, size: what all its cards share.
    pub looks: Vec<ValueChange>,
    /// Paragraphs of the text that flows over it.
    pub text: Vec<ValueChange>,
    pub cards: Vec<CardChange>,
    /// The back that all its cards share, if it is drawn differently.
    pub back: Option<FacePair>,
}

/// All differences between two games.
#[derive(Debug, Clone, Default)]
pub struct GameDifferences {
    /// Numbers of the rules, and what rulings choose.
    pub rules: Vec<ValueChange>,
    /// The rest of game.toml.
    pub looks: Vec<ValueChange>,
    /// Functions of `rules.star`.
    pub script: Vec<ScriptChange>,
    /// In the order of the new game; those that are gone come last.
    pub decks: Vec<DeckChange>,
}

impl GameDifferences {
    pub fn is_empty(&self) -> bool {
        let game = self.rules.is_empty() && self.looks.is_empty();
        game && self.script.is_empty() && self.decks.is_empty()
    }

    pub fn cards(&self) -> impl Iterator<Item = &CardChange> {
        self.decks.iter().flat_map(|deck| &deck.cards)
    }

    /// How many cards have a change of this kind.
    pub fn count(&self, kind: ChangeKind) -> usize {
        self.cards().filter(|c| c.kinds().contains(&kind)).count()
    }

    /// Whether another game is played: with other numbers, other cards, or other numbers of them.
    pub fn changes_rules(&self) -> bool {
        let played = [ChangeKind::Rules, ChangeKind::New, ChangeKind::Gone, ChangeKind::Copies];
        let kinds = self.cards().flat_map(CardChange::kinds);
        let game = !self.rules.is_empty() || !self.script.is_empty();
        game || kinds.into_iter().any(|kind| played.contains(&kind))
    }

    /// One line: "1 card with other rules, 2 new cards; 3 numbers of the rules".
    pub fn summary(&self) -> String {
        let rules = ("number or choice of the rules", "numbers or choices of the rules");
        let script = ("function of the script", "functions of the script");
        let of_game = [(self.rules.len(), rules), (self.script.len(), script)];
        let of_cards = [
            (ChangeKind::Rules, ("card with other rules", "cards with other rules")),
            (ChangeKind::New, ("new card", "new cards")),
            (ChangeKind::Gone, ("card gone", "cards gone")),
            (ChangeKind::Moved, ("card moved or renamed", "cards moved or renamed")),
            (ChangeKind::Copies, ("card with other copies", "cards with other copies")),
            (ChangeKind::Looks, ("card with other looks", "cards with other looks")),
        ];
        let of_cards = of_cards.map(|(kind, words)| (self.count(kind), words));
        let counts = of_game.into_iter().chain(of_cards).filter(|(n, _)| *n > 0);
        let parts: Vec<String> =
            counts.map(|(n, (one, many))| format!("{n} {}", one_or_many(n, one, many))).collect();
        if self.is_empty() {
            "no difference".to_owned()
        } else if parts.is_empty() {
            "no card differs".to_owned()
        } else {
            parts.join(", ")
        }
    }
}
