"""A smoke training for ``make soak``: MaskablePPO must learn to beat random play at Ophiuchus.

    python -m parapegma.testing.training [--steps N] [--game GAME]

It prints the share of games won against a random player before and after, with 95 % intervals, and fails if
the lower end after training is not well above a half. It needs the extra ``train``.
"""

from __future__ import annotations

import argparse
import math
import time
from typing import Any

import numpy as np

from parapegma.core.game import find_game

WELL_ABOVE = 0.55


def main() -> int:
    """Train, and say whether it helped."""
    asked = argparse.ArgumentParser(prog="python -m parapegma.testing.training", description=__doc__)
    asked.add_argument("--game", default="ophiuchus", help="which game (default ophiuchus)")
    asked.add_argument("--steps", type=int, default=300_000, help="decisions to learn from")
    asked.add_argument("--games", type=int, default=2_000, help="games to judge by")
    given = asked.parse_args()
    try:
        import torch
        from sb3_contrib import MaskablePPO
    except ImportError:
        print("the smoke training needs the extra train: pip install 'parapegma[train]'")
        return 2
    from parapegma.envs.sb3 import LearnerVecEnv

    torch.set_num_threads(1)
    game = find_game(given.game)
    players = max(2, game.players[0])
    env = LearnerVecEnv(game, 64, players, seed="training")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=1024, n_epochs=4, learning_rate=7e-4, gamma=0.999,
        gae_lambda=0.97, ent_coef=0.01, policy_kwargs={"net_arch": [128, 128]}, seed=1, device="cpu",
    )  # fmt: skip
    before = share(model, game.name, players, given.games)
    began = time.perf_counter()
    model.learn(given.steps)
    spent = time.perf_counter() - began
    after = share(model, game.name, players, given.games)
    print(f"{game.name}, {players} players, {given.games} games each; a draw counts half")
    print(f"before: {_words(before, given.games)}")
    print(f"after {given.steps:,} decisions in {spent:.0f} s: {_words(after, given.games)}")
    low, _ = interval(after, given.games)
    if low <= WELL_ABOVE:
        print(f"it has not learnt: the lower end is not above {WELL_ABOVE:.0%}")
        return 1
    return 0


def share(model: Any, game: str, players: int, games: int) -> float:
    """The share of games won against random players, draws counted half; the seat is drawn."""
    from parapegma.envs.sb3 import LearnerVecEnv

    env = LearnerVecEnv(game, 256, players, seed="judging")
    seen = env.reset()
    won, counted = 0.0, 0
    # The first game of each table only, then the second, and so on: short games must not count more often.
    quota = np.full(256, math.ceil(games / 256))
    while counted < games:
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=False)
        seen, rewards, over, _ = env.step(actions)
        for table in np.flatnonzero(over & (quota > 0)):
            quota[table] -= 1
            if counted < games:
                won += (float(rewards[table]) + 1) / 2
                counted += 1
    return won / games


def interval(part: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.959964
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(part * (1 - part) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def _words(part: float, games: int) -> str:
    low, high = interval(part, games)
    return f"{part:.1%} won ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    raise SystemExit(main())
