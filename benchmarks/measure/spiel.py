"""OpenSpiel: random play from Python, with tensors, inside C++, and its tree search in C++."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

from rate import Measure, rate_of, serve

SIMULATIONS = 200
GAMES = {
    "backgammon": "backgammon",
    "go 9x9": "go(board_size=9)",
    "hanabi 4 players": "hanabi(players=4)",
    "gin_rummy": "gin_rummy",
    "python_block_dominoes": "python_block_dominoes",
    "python_liars_poker": "python_liars_poker",
}


def load(name: str) -> Any:
    import pyspiel

    if name.startswith("python_"):
        from open_spiel.python import games  # noqa: F401
    return pyspiel.load_game(GAMES[name])


def from_python(game: Any, tensor: bool = False) -> Measure:
    """One game, decision by decision, from Python; chance is not counted."""
    choose = random.Random(1)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state, choose))
                continue
            if tensor:
                state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(choose.random() * len(legal))])
            decisions += 1
        return decisions

    return rate_of(play)


def drawn(state: Any, choose: random.Random) -> int:
    """An outcome of chance, as likely as it should be."""
    outcomes, left = state.chance_outcomes(), choose.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return int(outcome)
    return int(outcomes[-1][0])


def inside(name: str) -> Measure:
    """One game in C++ between bots that choose at random; chance is not counted."""
    import pyspiel

    game, seed = load(name), random.Random(1)
    bots = [pyspiel.make_uniform_random_bot(p, seed.getrandbits(30)) for p in range(game.num_players())]

    def played() -> Any:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed.getrandbits(30))
        return state

    # Telling decisions from chance takes longer than playing: their share is found before the clock runs.
    moves = [item.player for _ in range(300) for item in played().full_history()]
    share = sum(player >= 0 for player in moves) / len(moves)
    return rate_of(lambda: share * played().move_number())


def search(name: str) -> Measure:
    """One decision from the opening: simulations of the C++ search, each with one random playout."""
    import pyspiel

    game, choose = load(name), random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choose.choice(state.legal_actions()))

    def think() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, choose.getrandbits(30))
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 500, False, choose.getrandbits(30), False)
        bot.step(state)
        return SIMULATIONS

    return rate_of(think)


def measured(name: str, tensor: bool = False) -> Measure:
    """A game of OpenSpiel by its name, from Python."""
    return from_python(load(name), tensor)


MAKERS = {
    **{f"python/{name}": partial(measured, name) for name in GAMES},
    **{f"observed/{name}": partial(measured, name, tensor=True) for name in GAMES if name != "gin_rummy"},
    **{f"inside/{name}": partial(inside, name) for name in GAMES if not name.startswith("python")},
    **{f"search/{name}": partial(search, name) for name in ("backgammon", "go 9x9")},
}

if __name__ == "__main__":
    serve(MAKERS, "open_spiel")
