"""Plays random games of a folder's Hanabi and replays them in OpenSpiel, decision by decision: the same player, the same legal moves, the
same end and score, and each clue tells what OpenSpiel says of it. `hanabi.py FOLDER PROGRAM GAMES`."""

import json
import multiprocessing
import re
import subprocess
import sys

try:
    import pyspiel
except ImportError:
    print("pyspiel is not installed")
    sys.exit(77)

COLOURS = "red yellow green white blue".split()
LETTERS = "RYGWB"
# A card of a hand as OpenSpiel writes it: what it is, what of it was told, what it may be after all clues.
CARD = re.compile(r"^(..) \|\| (.)(.)\|([A-Z]+)(\d+)$", re.M)


class Differs(Exception):
    pass


def kind(card):
    """The number of OpenSpiel for a card, `green-3#2`."""
    colour, rank = card.split("#")[0].split("-")
    return COLOURS.index(colour) * 5 + int(rank) - 1


class Twin:
    """OpenSpiel's game beside the record. Its hands close up when a card goes, ours keep their places: `places` has ours in its order,
    `cards` what lies there by the record."""

    games = {}

    def __init__(self, header):
        self.seats = header["seats"]
        size = 5 if len(self.seats) < 4 else 4
        key = len(self.seats)
        if key not in Twin.games:
            asked = f"hanabi(players={key},colors=5,ranks=5,hand_size={size},max_information_tokens=8,max_life_tokens=3)"
            game = pyspiel.load_game(asked)
            state = game.new_initial_state()
            names = {state.action_to_string(0, a)[1:-1]: a for a in range(game.num_distinct_actions())}
            Twin.games[key] = game, names
        game, self.names = Twin.games[key]
        self.state = game.new_initial_state()
        self.places = {seat: [] for seat in self.seats}
        self.cards = {seat: {} for seat in self.seats}

    def deal(self, change):
        place, seat = change["to"].split("/")[1:]
        if not self.state.is_chance_node():
            raise Differs(f"no card is dealt there: {change}")
        self.state.apply_action(kind(change["card"]))
        self.places[seat].append(place)
        self.cards[seat][place] = change["card"]

    def action(self, seat, move):
        """The move in the words of OpenSpiel, as its number."""
        words = move.split(" ")
        if words[0] in ("play", "discard"):
            return self.names[f"{words[0].capitalize()} {self.places[seat].index(words[1])}"]
        _tell, to, what, value = words
        offset = (self.seats.index(to) - self.seats.index(seat)) % len(self.seats)
        said = f"color {LETTERS[COLOURS.index(value)]}" if what == "colour" else f"rank {value}"
        action = self.names.get(f"Reveal player +{offset} {said}")
        if action is None:
            raise Differs(f"{seat} has no move `{move}` there")
        return action

    def knowledge(self):
        """By seat, and of its hand by place: the card, the colour and the rank that were told (X: neither), colours and ranks that it may have."""
        text = str(self.state)
        hands = text[text.index("Hands:") :].split("-----")
        cards = [CARD.findall(hand) for hand in hands]
        return {seat: dict(zip(self.places[seat], hand)) for seat, hand in zip(self.seats, cards)}

    def check(self, seat, legal):
        """Who decides, and which moves are legal."""
        if self.state.is_chance_node() or self.state.is_terminal():
            raise Differs(f"{seat} decides here, and nobody there")
        there = self.seats[self.state.current_player()]
        if there != seat:
            raise Differs(f"{seat} decides here, {there} there")
        here = sorted(self.action(seat, move) for move in legal)
        if here != sorted(self.state.legal_actions()):
            there = [self.state.action_to_string(a) for a in self.state.legal_actions()]
            raise Differs(f"legal: {legal} here, {there} there")


# What of the script a clue tells, by its kind.
SAYS = {"colour": "hand[places][to] & same(colour, c)", "rank": "hand[places][to] & having(rank, n)"}


def told(changes, seats, lies):
    """The kind of clue that the `told` changes of a move are about, and by seat the places of its hand that they point out; None if there are
    none. There is one change for each card: all seats hear it, it says how many cards there are, and the card that `lies` there."""
    all_told = [change for change in changes if "told" in change]
    if not all_told:
        return None
    found = {}
    (says,) = {change["told"] for change in all_told}
    (what,) = [what for what, fact in SAYS.items() if fact == says]
    for change in all_told:
        if change["to"] != seats:
            raise Differs(f"not all are told: {change}")
        if change["value"] != str(len(all_told)):
            raise Differs(f"{len(all_told)} cards are told: {change}")
        zone, place, owner = change["at"].split("/")
        if zone != "hand" or change["below"] != 0:
            raise Differs(f"that is not told of a hand: {change}")
        if lies[owner].get(place) != change["card"]:
            raise Differs(f"the card of {owner} at {place} is {lies[owner].get(place)}: {change}")
        if place in found.setdefault(owner, set()):
            raise Differs(f"told twice: {change}")
        found[owner].add(place)
    return what, found


def check_told(twin, move, changes):
    """What was told is what OpenSpiel says of the clue: in this hand just the cards of that colour or rank are known to have it."""
    words = move.split(" ")
    here = told(changes, twin.seats, twin.cards)
    if words[0] != "tell":
        if here:
            raise Differs(f"{here} is told after `{move}`")
        return 0
    if here is None:
        raise Differs("nothing is told")
    _tell, to, what, value = words
    at, value = (1, LETTERS[COLOURS.index(value)]) if what == "colour" else (2, value)
    there = {place for place, card in twin.knowledge()[to].items() if card[at] == value}
    if here != (what, {to: there}):
        raise Differs(f"told: {here} here, {what} of {to}: {there} there")
    return 1


def compare(record):
    """Replays a record, the lines of one game. Gives how many decisions and told clues it had."""
    lines = [json.loads(line) for line in record]
    twin = Twin(lines[0])
    decisions = clues = 0
    legal = None
    where = "the set-up"
    try:
        for line in lines[1:-1]:
            if "move" in line:
                decisions += 1
                where = f"decision {decisions}, `{line['move']}`"
                twin.check(line["seat"], legal)
                twin.state.apply_action(twin.action(line["seat"], line["move"]))
                clues += check_told(twin, line["move"], line["changes"])
            for change in line["changes"]:
                if "from" in change:  # a card goes from a zone to another
                    if change["from"].startswith("hand/"):
                        place, seat = change["from"].split("/")[1:]
                        twin.places[seat].remove(place)
                        if twin.cards[seat].pop(place) != change["card"]:
                            raise Differs(f"another card was there: {change}")
                    if change["to"].startswith("hand/"):
                        twin.deal(change)
            legal = line.get("legal", legal)
        where = "the end"
        if not twin.state.is_terminal():
            raise Differs("the game goes on there")
        result = lines[-1]["result"]
        scores = [float(result["scores"][seat]["total"]) for seat in twin.seats]
        if scores != twin.state.returns():
            raise Differs(f"{scores} here, {twin.state.returns()} there")
    except Differs as found:
        raise Differs(f"{lines[0]['variant']}, seed {lines[0]['seed']}, {lines[0]['players']}: {where}: {found}") from found
    return decisions, clues


def played(job):
    program, folder, players, seed = job
    policy = "uniform" if seed % 2 == 0 else "swarm"
    asked = [program, "record", folder, "--legal", "--players", str(players), "--seed", str(seed), "--policy", policy]
    ran = subprocess.run(asked, capture_output=True, text=True)
    if ran.returncode != 0:
        return f"{' '.join(asked)}: {ran.stderr}"
    try:
        return compare(ran.stdout.splitlines())
    except Differs as found:
        return str(found)


def main():
    folder, program, games = sys.argv[1:]
    jobs = ((program, folder, 2 + n % 2, n // 2) for n in range(int(games)))
    decisions = clues = 0
    with multiprocessing.Pool(2) as pool:
        for result in pool.imap(played, jobs, chunksize=16):
            if isinstance(result, str):
                pool.terminate()
                sys.exit(result)
            decisions += result[0]
            clues += result[1]
    print(f"{games} games, {decisions} decisions: the same players, legal moves and scores; {clues} clues: the same is told")


if __name__ == "__main__":
    main()
