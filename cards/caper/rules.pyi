# Written by `deckproof schema`: what rules.star may say, for editors.
from typing import Any, Iterator

class Numbers:
    """A set of places or seats, which are numbers from 0."""
    def __and__(self, other: Numbers | int) -> Numbers: ...
    def __or__(self, other: Numbers | int) -> Numbers: ...
    def __sub__(self, other: Numbers | int) -> Numbers: ...
    def __contains__(self, other: Any) -> bool: ...
    def __iter__(self) -> Iterator[int]: ...
    def __len__(self) -> int: ...
    def __rand__(self, other: int) -> Numbers: ...
    def __ror__(self, other: int) -> Numbers: ...
    def __rsub__(self, other: int) -> Numbers: ...

class Zones:
    """Zones of one name: `hand[me]`; a set of seats or places gives the cards at any of them."""
    def __getitem__(self, at: int | Numbers) -> Cards: ...

class Places:
    """Zones of one name at each place, one for each seat: `row[place][me]`."""
    def __getitem__(self, at: int | Numbers) -> Zones: ...

class Counters:
    """Counters of one name: `score[me]`."""
    def __getitem__(self, at: int) -> Any: ...
    def __setitem__(self, at: int, value: Any) -> None: ...

class CountersOfPlaces:
    """Counters of one name at each place, one for each seat: `bids[place][me]`."""
    def __getitem__(self, at: int) -> Counters: ...

class Column:
    """A key of the cards that holds numbers: `highest(played, rank)`."""

class Cards:
    """A set of cards; a single card is one, too, and has the keys of its row. An empty set counts as False."""
    city: str
    colour: str
    cost: int
    income: int
    quip: str
    silhouette: str
    wide: bool
    def __and__(self, other: Cards) -> Cards: ...
    def __or__(self, other: Cards) -> Cards: ...
    def __sub__(self, other: Cards) -> Cards: ...
    def __contains__(self, other: Any) -> bool: ...
    def __iter__(self) -> Iterator[Cards]: ...
    def __len__(self) -> int: ...

class _city:
    """The cards by their `city`."""
    core: Cards
    paris: Cards
    rome: Cards
    london: Cards
city: _city

class _colour:
    """The cards by their `colour`."""
    cream: Cards
    green: Cards
    blue: Cards
    yellow: Cards
    red: Cards
    teal: Cards
    purple: Cards
    pink: Cards
colour: _colour
cost: Column
income: Column

class _quip:
    """The cards by their `quip`."""
quip: _quip

class _silhouette:
    """The cards by their `silhouette`."""
    thief_dame: Cards
    thief_artist: Cards
    thief_banker: Cards
    thief_driver: Cards
    thief_safecracker: Cards
    thief_fence: Cards
    thief_forger: Cards
    thief_acrobat: Cards
    thief_inside_man: Cards
    thief_telephonist: Cards
    thief_twins: Cards
    thief_professor: Cards
    thief_countess: Cards
    thief_boxer: Cards
    thief_janitor: Cards
    thief_curator: Cards
    thief_mime: Cards
    thief_perfumer: Cards
    thief_scooter_boy: Cards
    thief_tenor: Cards
    thief_seamstress: Cards
    thief_pickpocket: Cards
    thief_peer: Cards
    thief_bookmaker: Cards
silhouette: _silhouette
wide: Cards

class _gives:
    """The cards by their abilities under `gives`."""
    capers: Cards
    points: Cards
    goods: Cards
    protect: Cards
gives: _gives

class _modifier:
    """The cards by their abilities under `modifier`."""
    capers: Cards
    coins: Cards
    protect: Cards
modifier: _modifier

class _reward:
    """The cards by their abilities under `reward`."""
    points: Cards
    goods: Cards
reward: _reward

class _when_played:
    """The cards by their abilities under `when_played`."""
    coins: Cards
    flip: Cards
    recover: Cards
    take_coins: Cards
    fine: Cards
when_played: _when_played
thieves: Cards
gear: Cards
locations: Cards
cards: Cards
none: Cards
row: Zones
field: Places
hand: Zones
discard: Zones
coins: Counters

class Table:
    """`t`: whose turn it is, and the counters that there is one of."""
    turn: int
    asked: int
    next: int
    asks: str | None
    card: Cards
    over: bool
    round: int
    first: int | None
    supply: int
    snitch_deck: int

class _face:
    """The cards by how they lie."""
    up: Cards
    down: Cards
    flipped: Cards
face: _face
seats: Numbers
places: Numbers

class _rules_rounds:
    """`rounds` of the rules."""
    kinds: list[Any]
    cards: list[int]
    first: list[Any]

class _rules_limits:
    """`limits` of the rules."""
    thieves_at_location: int
    gear_on_thief: int

class _rules_fully_equipped:
    """`fully-equipped` of the rules."""
    gear: int
    capers: int

class _rules_goods:
    """`goods` of the rules."""
    sets: list[int]

class _rules_snitch:
    """`snitch` of the rules."""
    deal: int
    share: int

class _rules_teams:
    """`teams` of the rules."""
    discard_points: int

class _rules:
    """Numbers of `[rules]` in game.toml."""
    discard_coins: int
    rounds: _rules_rounds
    limits: _rules_limits
    fully_equipped: _rules_fully_equipped
    goods: _rules_goods
    snitch: _rules_snitch
    teams: _rules_teams
rules: _rules

class _variant:
    """What was agreed on before the game."""
    city: Any
    players: Any
    seats: int
variant: _variant

def len(set, /) -> Any:
    """How many cards, places or seats there are in a set."""

def all(zone, seat = ..., /) -> Any:
    """The cards of all zones of a name; of all places of one seat."""

def top(zone, n = ..., /) -> Any:
    """The card that came last into a zone with an order, or so many; none of an empty one. Of cards that others lie on: what came last on each, itself where nothing lies on it."""

def bottom(zone, n = ..., /) -> Any:
    """The card that came first into a zone with an order, or so many; none of an empty one."""

def first(cards, /) -> Any:
    """One card of a set, where it does not matter which: the first as the decks list them."""

def place(card, /) -> Any:
    """The place that a card lies at; None where its zone is at none."""

def owner(card, /) -> Any:
    """The seat whose zone a card lies in; None where it is nobody's."""

def on(card, /) -> Any:
    """The cards that lie on a card."""

def lies_on(card, /) -> Any:
    """The card that a card lies on; none where it lies on none."""

def laden(cards, n, /) -> Any:
    """The cards of a set on which so many cards lie, or more."""

def card(name: str, /) -> Any:
    """One card by its name, as it is printed in records: `card("spy#2")`."""

def same(column, card, /) -> Any:
    """All cards that have the same in a column as a card."""

def having(column, value, /) -> Any:
    """All cards that have a value in a column."""

def at_most(column, n, /) -> Any:
    """All cards whose number in a column is not greater."""

def total(cards, column, /) -> Any:
    """The sum of a column over a set."""

def highest(cards, column, /) -> Any:
    """The cards of a set with the greatest number in a column: more than one where several have it."""

def lowest(cards, column, /) -> Any:
    """The cards of a set with the least number in a column."""

def sum(counters, /) -> Any:
    """The sum of the counters of a name."""

def min(a, b = ..., /, *more) -> Any:
    """The least of several numbers, or of the counters of a name."""

def max(a, b = ..., /, *more) -> Any:
    """The greatest of several numbers, or of the counters of a name."""

def abs(n, /) -> Any:
    """A number without its sign."""

def numbers(first, last, /) -> Any:
    """The set of the numbers from the first to the last, both among them."""

def team(seat, /) -> Any:
    """The seats of a seat's team, itself among them."""

def perform(prefix: str, card, /, *more) -> Any:
    """Calls `prefix_ABILITY` for each ability of a card that has such a function, in the order of its row, with the values behind the prefix and then those of the row; gives the sum where they return numbers. `"key.prefix"` takes the abilities under one key alone."""

def perform_all(prefix: str, cards, /, *more) -> Any:
    """The same for many cards: one call for each ability, with all cards of the set that have it alike."""

def ruling(what: str, /) -> Any:
    """What was chosen where a ruling of game.toml decides this."""

def move(cards, zone, face: str = ..., /) -> Any:
    """Cards go to a zone, lying as cards lie there, or with a face; with `"as-it-lies"` as each lay before."""

def turn_face(cards, face: str, /) -> Any:
    """Cards are turned where they lie."""

def stack(cards, card, /) -> Any:
    """Cards are laid on a card: where that goes, they go with it, until they go elsewhere themselves."""

def swap(zone, zone2, face: str = ..., /) -> Any:
    """Two zones change their cards, which lie as cards lie there, or with a face."""

def pay(from_, to, n, /) -> Any:
    """A number goes from one counter to another."""

def show(cards, seat, /) -> Any:
    """A seat learns which cards these are."""

def note(word: str, seat = ..., place = ..., n = ..., n2 = ..., /) -> Any:
    """Says something in the record: with the seat, the place and the numbers for which its sentence has gaps."""

def ask(seat, question: str, n = ..., /) -> Any:
    """A seat has to answer a question before anything else, with a number that comes with it, `t.asked`, or a card, `t.card`."""

def ask_later(seat, question: str, n = ..., /) -> Any:
    """The same, after all questions that wait."""

def ask_all(question: str, /) -> Any:
    """All seats answer a question at the same time: nobody sees what the others answer before all are in."""

def win(seat, /) -> Any:
    """Says who won, where no counter does: one seat, or a set of them."""

def end(word: str = ..., /) -> Any:
    """The game is over; the word of a note says what decided, where no counter does."""

def deal(pile, zone, n, /) -> Any:
    """So many cards of a pile to each zone of a name."""

def draw(pile, zone, n, /) -> Any:
    """So many cards of a pile to a zone: fewer where there are no more."""

def shuffle(zone, pile, /) -> Any:
    """The cards of a zone are shuffled into a pile."""

def roll(sides, /) -> Any:
    """A number from 1 to as many as a die has sides."""

def play(move: str, /, *more) -> Any:
    """Offers moves: any of the first set with any of the second and third, as the gaps of the move are."""

def only(set, allowed, word: str, /) -> Any:
    """What of a set is allowed; a move that this takes away is refused with the word."""

def prefer(set, wanted, word: str, /) -> Any:
    """What of a set is wanted, or else all of it."""

def refuse(move: str, word: str = ..., /) -> Any:
    """Says why moves of a name are not offered; with the word alone, why no other move is."""
