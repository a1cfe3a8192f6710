"""RLCard: random play in its own environments, which give an observation with every step."""

from __future__ import annotations

import random
from functools import partial

from rate import Measure, rate_of, serve

GAMES = ("uno", "limit-holdem", "gin-rummy")


def environment(name: str) -> Measure:
    """One game, decision by decision."""
    import rlcard

    env, choose = rlcard.make(name, config={"seed": 1}), random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(choose.random() * len(legal))])
            decisions += 1
        return decisions

    return rate_of(play)


MAKERS = {f"environment/{name}": partial(environment, name) for name in GAMES}

if __name__ == "__main__":
    serve(MAKERS, "rlcard")
