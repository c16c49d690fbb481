"""How fast OpenSpiel's compiled ISMCTSBot searches: iterations and simulated decisions a second of one thread.

    python search_speed.py [game ...]

The games, constants and final policy are those of `cargo bench --bench search`: 2,000 iterations at each decision of three games, a fresh
world each, random rollouts, the most visited move. Only the first two decisions of a game are searched, there the first eight.
"""

import sys
import time

import pyspiel

GAMES = {"hearts": "hearts(pass_cards=false)", "oh-hell": "oh_hell(players=4,num_tricks_fixed=7)", "euchre": "euchre"}
ITERATIONS = 2000
# Beyond the third decision of a game the bot of version 2.0.2 ends with a segmentation fault now and then.
DECISIONS = 2


def measure(name):
    game = pyspiel.load_game(GAMES[name])
    scale = game.max_utility() - game.min_utility()
    seconds, searched, played = 0.0, 0, 0
    for seed in range(3):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        state = game.new_initial_state()
        count = 0
        while not state.is_terminal() and count < DECISIONS:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[(seed * 7 + len(state.history()) * 13) % len(outcomes)][0])
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                state.apply_action(legal[0])
                continue
            final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            bot = pyspiel.ISMCTSBot(seed, evaluator, 0.7 * scale, ITERATIONS, -1, final, False, False)
            start = time.thread_time()
            action = bot.step(state)
            seconds += time.thread_time() - start
            # What is left of the game after this decision, without chance: every iteration plays it once.
            rest, length = state.clone(), 0
            while not rest.is_terminal():
                if rest.is_chance_node():
                    rest.apply_action(rest.chance_outcomes()[0][0])
                    continue
                rest.apply_action(rest.legal_actions()[0])
                length += 1
            searched, played, count = searched + ITERATIONS, played + ITERATIONS * length, count + 1
            state.apply_action(action)
    print(f"{name:24} {searched / seconds:14.0f} {played / seconds:13.0f}", flush=True)


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        measure(name)
