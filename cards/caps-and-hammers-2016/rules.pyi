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
    colour: str
    default: str
    influence: int
    kinds: str
    plural: str
    points: int
    profession: str
    rank: int
    region: str
    value: int
    def __and__(self, other: Cards) -> Cards: ...
    def __or__(self, other: Cards) -> Cards: ...
    def __sub__(self, other: Cards) -> Cards: ...
    def __contains__(self, other: Any) -> bool: ...
    def __iter__(self) -> Iterator[Cards]: ...
    def __len__(self) -> int: ...

class _colour:
    """The cards by their `colour`."""
colour: _colour

class _default:
    """The cards by their `default`."""
    caps: Cards
    hammers: Cards
default: _default
influence: Column

class _kinds:
    """The cards by their `kinds`."""
    aggressive: Cards
    first_turn: Cards
kinds: _kinds

class _plural:
    """The cards by their `plural`."""
    Admirals: Cards
    Diplomats: Cards
    Policemen: Cards
    Spies: Cards
    Guerrillas: Cards
    Scientists: Cards
    Defectors: Cards
plural: _plural
points: Column

class _profession:
    """The cards by their `profession`."""
    nuclear_armament: Cards
    admiral: Cards
    diplomat: Cards
    policeman: Cards
    spy: Cards
    guerrilla: Cards
    scientist: Cards
    military_occupation: Cards
    defector: Cards
profession: _profession
rank: Column

class _region:
    """The cards by their `region`."""
    western_europe: Cards
    eastern_europe: Cards
    east_asia: Cards
    southeast_asia: Cards
    middle_east: Cards
    latin_america: Cards
    africa: Cards
region: _region
value: Column

class _passive:
    """The cards by their abilities under `passive`."""
    influence_while_alone: Cards
    unseen_by_crises: Cards
    ties_are_yours: Cards
    influence_per_opposing: Cards
passive: _passive

class _operation:
    """The cards by their abilities under `operation`."""
    influence: Cards
    move_self: Cards
    justify: Cards
    carry_hidden: Cards
    reveal: Cards
    pair_country: Cards
    pair_lab: Cards
    occupy: Cards
    ally_influence: Cards
operation: _operation
actions: Cards
countries: Cards
labs: Cards
protests: Cards
cards: Cards
none: Cards
deck: Cards
discard: Cards
hand: Zones
field: Places
row: Zones
paired: Zones
owned: Zones
lab_of: Zones
held: Zones

class _occupied(Numbers, Counters): ...
occupied: _occupied
fresh: Counters
ready: Counters
lab_worth: CountersOfPlaces

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
    defcon: int
    turns: int
    deployed: bool

class _face:
    """The cards by how they lie."""
    up: Cards
    down: Cards
    revealed: Cards
    loyal: Cards
    lent: Cards
face: _face
seats: Numbers
places: Numbers

class _rules_defcon:
    """`defcon` of the rules."""
    start: int
    reset_at: int
    from_5: int
    from_4: int
    from_3: int
    from_2: int

class _rules_terms:
    """`terms` of the rules."""
    action: str
    hidden: str
    influence: str
    operation: str
    passive: str
    placing: str
    activate: str
    activated: str
    own: str
    lab: str
    first_turn: str
    occupation: str
    aggressive: str
    justification: str
    crisis: str

class _rules:
    """Numbers of `[rules]` in game.toml."""
    rounds: int
    countries_in_play: int
    labs_in_play: int
    setup_draw: int
    draw: int
    hand: int
    turns: int
    crisis_influence: int
    restore_per_lab: int
    region_bonus: int
    defcon: _rules_defcon
    terms: _rules_terms
rules: _rules

class _variant:
    """What was agreed on before the game."""
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
