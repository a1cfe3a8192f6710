"""PettingZoo: random play with observations and masks in its classic environments."""

from __future__ import annotations

import importlib
import random
from functools import partial
from typing import Any

from rate import Measure, rate_of, serve

ENVIRONMENTS = ("hanabi_v5", "connect_four_v3", "texas_holdem_v4", "leduc_holdem_v4")


def one_game(env: Any, choose: random.Random) -> int:
    """One game in an environment that offers one agent after another; the decisions made."""
    decisions = 0
    env.reset(seed=choose.getrandbits(30))
    for _ in env.agent_iter():
        seen, _, ended, cut, info = env.last()
        if ended or cut:
            env.step(None)
            continue
        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        legal = mask.nonzero()[0]
        env.step(int(legal[int(choose.random() * len(legal))]))
        decisions += 1
    return decisions


def environment(name: str) -> Measure:
    """The environment as users get it, with its standard wrappers."""
    env, choose = importlib.import_module(f"pettingzoo.classic.{name}").env(), random.Random(1)
    return rate_of(lambda: one_game(env, choose))


MAKERS = {f"environment/{name}": partial(environment, name) for name in ENVIRONMENTS}

if __name__ == "__main__":
    serve(MAKERS, "pettingzoo")
