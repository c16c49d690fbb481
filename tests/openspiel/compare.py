"""Replays games in OpenSpiel: reads one JSON object a line, with the deal and every decision, and says where legal moves or returns differ."""

import json
import sys

try:
    import pyspiel
except ImportError:
    print("pyspiel is not installed")
    sys.exit(77)

RANKS = "2 3 4 5 6 7 8 9 10 jack queen king ace".split()
SHORT = "23456789TJQKA"


class Hearts:
    SUITS = ["clubs", "diamonds", "hearts", "spades"]

    def __init__(self):
        self.game = pyspiel.load_game("hearts")

    def card(self, name):
        rank, suit = name.split("-")
        return RANKS.index(rank) * 4 + self.SUITS.index(suit)

    def start(self, deal):
        state = self.game.new_initial_state()
        state.apply_action(1)  # pass to the left
        for at in range(13):
            for hand in deal["hands"]:
                state.apply_action(self.card(hand[at]))
        return state

    def order(self, decisions):
        """OpenSpiel lets each player pass three cards before the next one does."""
        passes = [d for d in decisions if d["move"].startswith("give ")]
        passes.sort(key=lambda d: d["seat"])
        return passes + [d for d in decisions if not d["move"].startswith("give ")]

    def action(self, move):
        return self.card(move.split(" ")[1])

    def returns(self, scores):
        return [26.0 - score for score in scores]


class OhHell:
    SUITS = ["clubs", "diamonds", "spades", "hearts"]

    def __init__(self):
        self.game = pyspiel.load_game("oh_hell(players=4,num_tricks_fixed=7)")
        state = self.game.new_initial_state()
        while len(state.chance_outcomes()) < 52:
            state.apply_action(state.chance_outcomes()[-1][0])
        self.cards = {}
        for action, _ in state.chance_outcomes():
            self.cards[state.action_to_string(action)] = action

    def card(self, name):
        rank, suit = name.split("-")
        return self.cards[suit[0].upper() + SHORT[RANKS.index(rank)]]

    def start(self, deal):
        state = self.game.new_initial_state()
        state.apply_action(7)
        state.apply_action(3)  # the dealer: the first seat bids first
        for at in range(7):
            for hand in deal["hands"]:
                state.apply_action(self.card(hand[at]))
        state.apply_action(self.card(deal["turned"]))
        self.bids = {state.action_to_string(a): a for a in state.legal_actions()}
        return state

    def order(self, decisions):
        return decisions

    def action(self, move):
        verb, what = move.split(" ")
        return self.bids[what] if verb == "bid" else self.card(what)

    def returns(self, scores):
        return [float(score) for score in scores]


def main():
    game = {"hearts": Hearts, "oh-hell": OhHell}[sys.argv[1]]()
    games = decisions = 0
    for line in sys.stdin:
        played = json.loads(line)
        state = game.start(played)
        for decision in game.order(played["decisions"]):
            assert not state.is_chance_node()
            legal = sorted(game.action(move) for move in decision["legal"])
            where = f"game {games}, `{decision['move']}` of seat {decision['seat']}"
            if state.current_player() != decision["seat"]:
                sys.exit(f"{where}: OpenSpiel says that {state.current_player()} decides")
            if legal != sorted(state.legal_actions()):
                theirs = [state.action_to_string(a) for a in state.legal_actions()]
                sys.exit(f"{where}: {decision['legal']} here, {theirs} there")
            state.apply_action(game.action(decision["move"]))
            decisions += 1
        if not state.is_terminal():
            sys.exit(f"game {games} goes on in OpenSpiel")
        if game.returns(played["scores"]) != state.returns():
            sys.exit(f"game {games}: {played['scores']} here, {state.returns()} there")
        games += 1
    print(f"{games} games, {decisions} decisions: the same legal moves, the same returns")


main()
