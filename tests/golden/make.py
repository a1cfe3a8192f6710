"""Write the golden files of a game anew: ``python tests/golden/make.py GAME...``

They are a contract (docs/versions.md): they change only together with the game's version number.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from pathlib import Path
from typing import Any

from parapegma import Match, all_games, find_game
from parapegma.core import engine
from parapegma.core.game import Game
from parapegma.testing import perft

FOLDER = Path(__file__).resolve().parent
DEPTH = 5
SEEDS = (1, 2, 3)


def perft_counts(game: Game) -> dict[str, list[int]]:
    """Sequences of 1 to DEPTH decisions, for every number of players and three seeds."""
    return {
        f"{players} players, seed {seed}": [
            perft(game, depth, players, seed) for depth in range(1, DEPTH + 1)
        ]
        for players in game.players
        for seed in SEEDS
    }


def random_match(game: Game, players: int, seed: int) -> Match:
    """A whole game played at random, the same for ever."""
    match = Match(game, players, seed)
    choose = random.Random(seed)
    while not match.over:
        match.act(choose.choice(match.position.legal()))
    return match


def playthrough(match: Match) -> str:
    """Every answer of the rules along one game: who decides, what is legal, scores, and what is seen."""
    lines = []
    options: dict[str, Any] = {**match.options}
    replayed = Match(match.game, match.players, match.seed, **options)
    for decision in [*match.decisions, None]:
        seen = hashlib.sha256()
        for seat in range(match.players):
            seen.update(
                engine.observe(replayed.position.states, seat, match.game.observation_length).tobytes()
            )
        standing = f"scores {replayed.scores} ranks {replayed.ranks}"
        lines.append(f"actor {replayed.actor} {standing} observed {seen.hexdigest()[:12]}")
        lines.append(f"  legal {' | '.join(replayed.legal())}")
        if decision is not None:
            lines.append(f"{decision.seat}: {decision.notation}")
            replayed.act(decision.action)
            lines += [f"  {entry.seat}: {entry.words}" for entry in replayed.log_of(len(replayed.decisions))]
    return "\n".join(lines) + "\n"


def golden(game: Game) -> dict[str, str]:
    """The golden files of a game: name and contents."""
    match = random_match(game, game.default_players, 1)
    full = random_match(game, game.players[-1], 2)
    return {
        "perft.json": json.dumps(perft_counts(game), indent=1) + "\n",
        "record.txt": full.record(),
        "playthrough.txt": playthrough(match),
    }


if __name__ == "__main__":
    for found in [find_game(name) for name in sys.argv[1:]] or all_games():
        (FOLDER / found.name).mkdir(exist_ok=True)
        for name, text in golden(found).items():
            (FOLDER / found.name / name).write_text(text, "utf-8")
