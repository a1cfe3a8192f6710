"""A training of minutes for ``make soak``: a network must learn to beat random play clearly.

    python -m parapegma.testing.training_networks [--game GAME] [--minutes M]

It begins by imitating the light policy, plays against itself, is stopped halfway and goes on. It fails unless
the lower end of its share of wins against random players is well above what is fair. It needs the extra
``train``.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from parapegma.core.game import find_game

WELL_ABOVE = 1.5
"""So many times the fair share."""


def main() -> int:
    """Train, and say whether it helped."""
    asked = argparse.ArgumentParser(prog="python -m parapegma.testing.training_networks", description=__doc__)
    asked.add_argument("--game", default="ptolemaeus", help="which game (default ptolemaeus)")
    asked.add_argument("--minutes", type=float, default=6.0, help="for how long (default 6)")
    given = asked.parse_args()
    try:
        from parapegma.lab.training.run import Training, run
        from parapegma.lab.training.settings import TrainingSettings
    except ImportError as error:
        print(error)
        return 2
    players = (max(2, find_game(given.game).players[0]),)
    settings = TrainingSettings(given.game, players=players, games=256, steps=32, rate=1e-3, minibatch=512)
    half = given.minutes / 2
    with tempfile.TemporaryDirectory(prefix="parapegma-training-") as folder:
        for _ in range(2):
            training = Training(settings, Path(folder))
            training.start_from("light", 300, 1, print)
            run(training, minutes=half, every=half + 1, games=200, against=("random", "light"), cores=1)
            training.close()
        (share,) = training.log()[-1]["against"]["random"].values()
    if share["low"] <= WELL_ABOVE * share["fair"]:
        print(f"it has not learnt: the lower end is not above {WELL_ABOVE * share['fair']:.0%}")
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
