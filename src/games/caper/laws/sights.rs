//! What the cards and the table of a game can show.

use crate::games::caper::abilities::{Ability, Flip};
use crate::games::caper::play::{Kind, RowSheet, Rules, Table};
use crate::games::caper::{Amount, Per, Reach};

use super::book::{Book, Sight};
use super::recount::counting;

/// A sighting: its name, what it says.
pub type Shown = (Sight, &'static str, &'static str);

/// All of them, in the order of play.
pub const SIGHTS: [Shown; Sight::COUNT] = [
    (
        Sight::CoinsTaken,
        "coins taken",
        "a card brought coins when it was played",
    ),
    (
        Sight::TookCoins,
        "take-coins took",
        "a card took coins from the opponent",
    ),
    (
        Sight::FinePaid,
        "fine paid",
        "the opponent paid coins to the supply",
    ),
    (
        Sight::PlacePaid,
        "place paid",
        "a location brought coins for a card placed there",
    ),
    (
        Sight::SupplyShort,
        "supply short",
        "the supply had fewer coins than asked for",
    ),
    (
        Sight::OpponentShort,
        "opponent short",
        "the opponent had fewer coins than asked for",
    ),
    (
        Sight::Discarded,
        "gear discarded",
        "gear was discarded for coins",
    ),
    (
        Sight::OnFlipped,
        "gear on flipped",
        "gear was placed on a card that is flipped",
    ),
    (
        Sight::PlaceFull,
        "place full",
        "a player's last thief at a location was placed",
    ),
    (
        Sight::ThiefFull,
        "thief full",
        "a thief got the last gear that it may have",
    ),
    (
        Sight::Recovered,
        "gear recovered",
        "gear came back from the discards",
    ),
    (
        Sight::LeftAlone,
        "gear left",
        "gear could have come back, and was left",
    ),
    (
        Sight::RecoveredMore,
        "recover chained",
        "gear that came back brings gear back",
    ),
    (
        Sight::ThiefFlipped,
        "thief flipped",
        "a thief without gear was flipped",
    ),
    (
        Sight::GearFlipped,
        "gear flipped",
        "gear on a thief was flipped",
    ),
    (
        Sight::FlippedOnly,
        "flip picked",
        "a flip that turns one kind of card found one",
    ),
    (
        Sight::FlippedFar,
        "flip reached",
        "a flip turned a card at another location",
    ),
    (Sight::FlipLost, "flip lost", "a flip had no target"),
    (
        Sight::SelfProtected,
        "protect held",
        "a flip could not turn a card that protects itself",
    ),
    (
        Sight::Sheltered,
        "place protected",
        "a flip could not turn a card that its location protects",
    ),
    (
        Sight::FlippedShields,
        "flipped shielded",
        "a flipped card shielded those below from a flip",
    ),
    (
        Sight::CapersCounted,
        "capers counted",
        "a card gave capers in the end",
    ),
    (
        Sight::PointsCounted,
        "points counted",
        "a card gave points in the end",
    ),
    (
        Sight::GoodsCounted,
        "goods counted",
        "a card gave stolen goods in the end",
    ),
    (
        Sight::EachCounted,
        "each counted",
        "cards of a colour counted in the end",
    ),
    (
        Sight::SetCounted,
        "each-set counted",
        "sets of colours counted in the end",
    ),
    (
        Sight::WereBroke,
        "they were broke",
        "it counted that the opponent had no coins",
    ),
    (
        Sight::WasRicher,
        "you were richer",
        "it counted that a player had more coins",
    ),
    (
        Sight::TheirsCounted,
        "theirs counted",
        "cards of the opponent counted in the end",
    ),
    (
        Sight::RewardPoints,
        "reward points",
        "a location gave its winner points",
    ),
    (
        Sight::RewardGoods,
        "reward goods",
        "a location gave its winner stolen goods",
    ),
    (
        Sight::RewardCounted,
        "reward counted",
        "a location gave its winner points by cards or coins",
    ),
    (
        Sight::PlaceCapers,
        "place mattered",
        "without the location's capers another would have won it",
    ),
    (
        Sight::Equipped,
        "equipped mattered",
        "without fully equipped thieves another would have won",
    ),
    (
        Sight::FlippedEquips,
        "flipped equipped",
        "flipped gear made a thief fully equipped",
    ),
    (
        Sight::CreamTook,
        "location to cream",
        "cream won a location",
    ),
    (Sight::MintTook, "location to mint", "mint won a location"),
    (Sight::Tied, "location tied", "nobody won a location"),
    (
        Sight::LeftEmpty,
        "location left empty",
        "a player had no card at a location",
    ),
    (
        Sight::SetOfThree,
        "set of three",
        "a player had a set of three different goods",
    ),
    (Sight::Wild, "wild used", "a player had a wild good"),
    (Sight::ByPoints, "won by points", "more points won"),
    (
        Sight::ByCapers,
        "won by capers",
        "points were equal, and more capers won",
    ),
    (
        Sight::ByLastTie,
        "won by last tie",
        "points and capers were equal",
    ),
    (Sight::CreamWon, "cream won", "cream won the game"),
    (Sight::MintWon, "mint won", "mint won the game"),
    (Sight::SnitchWon, "snitch won", "the Snitch won the game"),
    (
        Sight::SnitchLost,
        "snitch lost",
        "a Mastermind won against the Snitch",
    ),
];

/// What the data of a game can show.
pub struct Data<'a> {
    rules: &'a Rules,
    /// Abilities of cards, by when they work.
    now: Vec<&'a Ability>,
    end: Vec<&'a Ability>,
    /// Cards that are brought back can bring back.
    chains: bool,
    rewards: Vec<&'a Ability>,
    modifiers: Vec<&'a Ability>,
}

impl<'a> Data<'a> {
    pub fn of(rules: &'a Rules) -> Self {
        let rows = || rules.thief_rows.iter().chain(&rules.gear_rows);
        let recovers = |ability: &Ability| matches!(ability, Ability::Recover(_));
        let brings_back = |row: &RowSheet| row.when_played.iter().any(recovers);
        Data {
            rules,
            now: rows().flat_map(|row| &row.when_played).collect(),
            end: rows().flat_map(|row| &row.gives).collect(),
            chains: rules.gear_rows.iter().any(brings_back)
                && rows().filter(|row| brings_back(row)).count() > 1,
            rewards: rules.locations.iter().flat_map(|l| &l.reward).collect(),
            modifiers: rules
                .locations
                .iter()
                .filter_map(|l| l.modifier.as_ref())
                .collect(),
        }
    }

    fn flips(&self, of: impl Fn(&Flip) -> bool) -> bool {
        self.now
            .iter()
            .any(|ability| matches!(ability, Ability::Flip(flip) if of(flip)))
    }

    /// Whether an amount on a thief or on gear counts so in the end.
    fn counts(&self, sight: Sight) -> bool {
        self.end.iter().any(|ability| match ability {
            Ability::Capers(ability) => counting(&ability.0).contains(&Some(sight)),
            Ability::Points(ability) => counting(&ability.0).contains(&Some(sight)),
            _ => false,
        })
    }

    /// Whether it can be seen.
    pub fn can_show(&self, sight: Sight, book: &Book) -> bool {
        let numbers = &self.rules.numbers;
        let now = |of: fn(&Ability) -> bool| self.now.iter().any(|a| of(a));
        let end = |of: fn(&Ability) -> bool| self.end.iter().any(|a| of(a));
        let reward = |of: fn(&Ability) -> bool| self.rewards.iter().any(|a| of(a));
        let modifier = |of: fn(&Ability) -> bool| self.modifiers.iter().any(|a| of(a));
        let loses_coins = |a: &Ability| matches!(a, Ability::TakeCoins(_) | Ability::Fine(_));
        let by_cards = |amount: &Amount| amount.per != Per::Once;
        let snitch = self.rules.table == Table::Snitch;
        let turns = |kind: Kind| {
            let rounds = numbers.rounds.iter().zip(1..);
            let rounds = rounds.filter(|(round, _)| round.kind == kind);
            let turns = rounds.map(|(_, number)| usize::from(book.round(number).turns));
            turns.sum::<usize>()
        };
        match sight {
            Sight::CoinsTaken => now(|a| matches!(a, Ability::Coins(_))),
            Sight::TookCoins => now(|a| matches!(a, Ability::TakeCoins(_))),
            Sight::FinePaid => now(|a| matches!(a, Ability::Fine(_))),
            Sight::OpponentShort => self.now.iter().any(|a| loses_coins(a)),
            Sight::PlacePaid => modifier(|a| matches!(a, Ability::MoreCoins(_))),
            Sight::PlaceFull => turns(Kind::Thieves) >= numbers.thieves_at_location,
            Sight::ThiefFull => turns(Kind::Gear) >= numbers.gear_on_thief as usize,
            Sight::Recovered | Sight::LeftAlone => now(|a| matches!(a, Ability::Recover(_))),
            Sight::RecoveredMore => self.chains,
            Sight::ThiefFlipped
            | Sight::GearFlipped
            | Sight::FlipLost
            | Sight::OnFlipped
            | Sight::FlippedShields => self.flips(|_| true),
            Sight::FlippedOnly => self.flips(|flip| flip.only.is_some()),
            Sight::FlippedFar => {
                let reach = |flip: &Flip| flip.reach.unwrap_or(numbers.reach);
                numbers.places > 1 && self.flips(|flip| reach(flip) == Reach::Anywhere)
            }
            Sight::SelfProtected => {
                self.flips(|_| true) && end(|a| matches!(a, Ability::Protected(_)))
            }
            Sight::Sheltered => {
                self.flips(|_| true) && modifier(|a| matches!(a, Ability::Shelter(_)))
            }
            Sight::CapersCounted => end(|a| matches!(a, Ability::Capers(_))),
            Sight::PointsCounted => end(|a| matches!(a, Ability::Points(_))),
            Sight::GoodsCounted => end(|a| matches!(a, Ability::Goods(_))),
            Sight::EachCounted
            | Sight::SetCounted
            | Sight::WereBroke
            | Sight::WasRicher
            | Sight::TheirsCounted => self.counts(sight),
            Sight::RewardPoints => reward(|a| matches!(a, Ability::Points(_))),
            Sight::RewardGoods => reward(|a| matches!(a, Ability::Goods(_))),
            Sight::RewardCounted => self
                .rewards
                .iter()
                .any(|a| matches!(a, Ability::Points(points) if by_cards(&points.0))),
            Sight::PlaceCapers => modifier(|a| matches!(a, Ability::MoreCapers(_))),
            Sight::Equipped => turns(Kind::Gear) >= numbers.equipped_gear,
            Sight::FlippedEquips => {
                self.flips(|_| true) && numbers.equipped_gear <= numbers.gear_on_thief as usize
            }
            Sight::SetOfThree => self.goods() >= 3,
            Sight::Wild => self.wild(),
            // Against a Snitch equal points are never decided: it has at least as many then (CAP-R20).
            Sight::ByCapers | Sight::ByLastTie => !snitch,
            Sight::SnitchWon | Sight::SnitchLost => snitch,
            Sight::SupplyShort
            | Sight::Discarded
            | Sight::CreamTook
            | Sight::MintTook
            | Sight::Tied
            | Sight::LeftEmpty
            | Sight::ByPoints
            | Sight::CreamWon
            | Sight::MintWon => true,
        }
    }

    fn all_goods(&self) -> impl Iterator<Item = &'static str> {
        let abilities = self.end.iter().chain(&self.rewards);
        let goods = abilities.filter_map(|ability| match ability {
            Ability::Goods(goods) => Some(goods.0.iter().map(|good| good.word())),
            _ => None,
        });
        goods.flatten()
    }

    /// Kinds of goods, each wild one counted as a kind of its own.
    fn goods(&self) -> usize {
        let mut kinds: Vec<&str> = self.all_goods().collect();
        kinds.sort_unstable();
        let wild = kinds.iter().filter(|kind| **kind == "wild").count();
        kinds.dedup();
        kinds.len() + wild.saturating_sub(1)
    }

    fn wild(&self) -> bool {
        self.all_goods().any(|good| good == "wild")
    }
}
