//! Random players: `Uniform` treats all legal moves alike; `Swarm` draws preferences for each game, which reaches
//! rare positions. Legal moves come in, one of them goes out.

use crate::rules::{MoveFeatures, Rng, Seat};
use crate::script::Rules;
use crate::table::{CardSet, Move, Moves, Table};

/// How the moves of a game are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Players {
    /// Every legal move is as likely as any other.
    Uniform,
    /// Each game draws its own preferences: places that are closed or disliked, cards that are favoured or never played,
    /// kinds of moves that are made whenever they can be, or hardly ever (swarm testing: Groce et al., 2012).
    Swarm,
}

impl Players {
    pub const ALL: [Players; 2] = [Players::Uniform, Players::Swarm];

    /// Who plays game `index` of a run: `wanted`, or both kinds by turns, even numbers uniform, odd ones swarm.
    pub fn of_game(wanted: Option<Players>, index: u64) -> Self {
        wanted.unwrap_or(Players::ALL[(index % 2) as usize])
    }

    pub fn word(self) -> &'static str {
        match self {
            Players::Uniform => "uniform",
            Players::Swarm => "swarm",
        }
    }
}

/// A legal move, each as likely as any other; `None` where there is none.
#[inline]
pub(super) fn random_move<S: CardSet>(
    game: &Rules<S>,
    state: &Table<S>,
    rng: &mut Rng,
) -> Option<Move> {
    let legal = game.legal(state);
    (!legal.is_empty()).then(|| legal.get(rng.below(legal.len())))
}

/// Streams of a game's seed; chance has those below 8.
const CHOICES: u64 = 64;
const PREFERENCES: u64 = 65;

/// Makes the choices of one game.
pub trait Chooser {
    /// The choices of the game that `seed` names.
    fn of(seed: u64) -> Self;

    /// One of the legal moves; there is at least one.
    fn choose<S: CardSet>(&mut self, game: &Rules<S>, seat: Seat, legal: &Moves<S>) -> Move;
}

/// See [`Players::Uniform`].
#[derive(Debug, Clone, Copy)]
pub struct Uniform(Rng);

impl Chooser for Uniform {
    #[inline]
    fn of(seed: u64) -> Self {
        Uniform(Rng::stream(seed, CHOICES))
    }

    #[inline(always)]
    fn choose<S: CardSet>(&mut self, _: &Rules<S>, _: Seat, legal: &Moves<S>) -> Move {
        legal.get(self.0.below(legal.len()))
    }
}

/// See [`Players::Swarm`].
#[derive(Debug, Clone, Copy)]
pub struct Swarm {
    rng: Rng,
    tastes: [Taste; SEATS],
}

/// How many sets of preferences a game has; further seats share them.
const SEATS: usize = 4;

/// A move that is not wanted is drawn anew so often; then the best of those drawn is taken, for there may be no other.
const TRIES: u32 = 6;

/// What one seat likes: for each verb, place and row of cards four bits that say how much.
#[derive(Debug, Clone, Copy)]
struct Taste {
    verbs: u64,
    places: u64,
    rows: [u64; 4],
}

/// How likely a drawn move is taken, of 256, by its four bits.
type Scale = [u8; 16];

/// A quarter of the kinds of moves is made seldom or hardly ever.
const VERBS: Scale = [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 64, 64, 8, 8];
/// A quarter of the places is closed, some are disliked.
const PLACES: Scale = [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 48, 48, 0, 0, 0, 0];
/// Most cards are favoured, some are not played as long as there are others.
const ROWS: Scale = [255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 64, 64, 64, 16, 16, 0];

impl Taste {
    #[inline]
    fn draw(rng: &mut Rng) -> Self {
        Taste { verbs: rng.next(), places: rng.next(), rows: std::array::from_fn(|_| rng.next()) }
    }

    /// How much a move is liked: as much as its least liked feature.
    #[inline]
    fn likes(&self, sort: MoveFeatures) -> u8 {
        let on = |scale: &Scale, bits: u64, index: u8| {
            scale[(bits >> (4 * u32::from(index & 15)) & 15) as usize]
        };
        let verb = on(&VERBS, self.verbs, sort.verb);
        let place = sort.place.map_or(255, |p| on(&PLACES, self.places, p));
        let row = sort.row.map_or(255, |r| on(&ROWS, self.rows[usize::from(r / 16 % 4)], r));
        verb.min(place).min(row)
    }
}

impl Chooser for Swarm {
    #[inline]
    fn of(seed: u64) -> Self {
        let mut rng = Rng::stream(seed, PREFERENCES);
        // In half of the games all seats have the same preferences: then a place can stay empty.
        let alike = rng.next() & 1 == 0;
        let first = Taste::draw(&mut rng);
        let taste = |seat| if alike || seat == 0 { first } else { Taste::draw(&mut rng) };
        let tastes = std::array::from_fn(taste);
        Swarm { rng: Rng::stream(seed, CHOICES), tastes }
    }

    #[inline]
    fn choose<S: CardSet>(&mut self, game: &Rules<S>, seat: Seat, legal: &Moves<S>) -> Move {
        let taste = &self.tastes[usize::from(seat.0) % SEATS];
        let count = legal.len();
        let mut best = (0, None);
        for _ in 0..TRIES {
            let drawn = self.rng.next();
            let mv = legal.get((((drawn >> 32) * u64::from(count)) >> 32) as u32);
            // The lowest bits are independent of the highest, which chose the move.
            let likes = taste.likes(game.sort(mv));
            if count == 1 || drawn & 0xff < u64::from(likes) {
                return mv;
            }
            if best.1.is_none() || likes > best.0 {
                best = (likes, Some(mv));
            }
        }
        best.1.unwrap_or_else(|| legal.get(0))
    }
}
