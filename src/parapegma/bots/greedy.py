"""A player that looks no further than its own turn and takes what looks best by the game's heuristic.

A turn is often several small decisions in a row (take a tile, choose a square, turn it), so one decision
deep means: through the seat's own decisions until somebody else is asked, as far as a budget of positions
allows. What the seat cannot know is guessed a few times, and the guesses are averaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from parapegma.bots.bot import Thought
from parapegma.bots.playout import lead
from parapegma.core import calls, heuristics, rules
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.game import Game
from parapegma.core.jit import rule, word
from parapegma.core.rng import siphash
from parapegma.core.states import States, handed, new_states

_NOTHING = -1_000_000_000


@rule
def look(states, choices, counts, best, points, knobs, seat, depth, most):
    """Write the best outcome after each first choice, looking through ``depth`` decisions of the seat.

    ``states`` and ``choices`` need depth + 1 rows. Return the number of positions judged, or -1 if there
    are more than ``most`` of them: ``best`` is then incomplete.
    """
    judged = 0
    level = 0
    counts[0] = rules.legal(states[0], choices[0])
    first = counts[0] - 1
    for i in range(counts[0]):
        best[i] = _NOTHING
    while level >= 0:
        if counts[level] == 0:
            level -= 1
            continue
        counts[level] -= 1
        if level == 0:
            first = counts[0]
        states[level + 1] = states[level]
        s = states[level + 1]
        rules.apply(s, choices[level, counts[level]])
        if level + 1 < depth and rules.actor(s) == seat:
            level += 1
            counts[level] = rules.legal(s, choices[level])
            continue
        judged += 1
        if judged > most:
            return -1
        heuristics.worth(s, points, knobs)
        value = lead(points, seat, s.players)
        if value > best[first]:
            best[first] = value
    return judged


@rule
def judge_choices(
    known, states, choices, counts, totals, best, points, knobs, seat, key, guesses, depth, most
):
    """Add up what each choice promises over several guesses; return how many choices there are.

    ``known[0]`` is what the seat knows; ``states`` is room for thought. Each guess looks one decision
    further as long as the budget of positions allows.
    """
    n = rules.legal(known[0], choices[0])
    for i in range(n):
        totals[i] = 0
    for guess in range(guesses):
        states[0] = known[0]
        key[0] = siphash(key[0], key[1], word(guess))
        rules.determinize(states[0], seat, key)
        reached = 1
        look(states, choices, counts, best[1], points, knobs, seat, 1, 1 << 30)
        while reached < depth:
            for i in range(n):
                best[0, i] = best[1, i]
            judged = look(states, choices, counts, best[1], points, knobs, seat, reached + 1, most)
            if judged < 0:
                for i in range(n):
                    best[1, i] = best[0, i]
                break
            reached += 1
        for i in range(n):
            totals[i] += best[1, i]
    return n


SETTINGS = {"greedy_noise": 20}
"""How much chance sways a greedy player, in hundredths of a point: a game may set it among its weights."""


class Greedy:
    """Takes the best by the game's heuristic, with a little noise so that it varies."""

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        changes: Mapping[str, int] | None = None,
        guesses: int = 3,
        depth: int = 6,
        most: int = 3000,
    ) -> None:
        changes = dict(changes or {})
        settings = SETTINGS | dict(zip(game.knobs.names, game.knobs.values, strict=True))
        self.noise = changes.pop("greedy_noise", settings["greedy_noise"])
        self.knobs = game.knobs.array(changes)
        self.guesses = guesses
        self.depth = depth
        self.most = most
        self._seed: Any = word(seed)

    def think(self, states: States, seat: int) -> Thought:
        table = new_states(states.dtype, self.depth + 1)
        choices = np.zeros((self.depth + 1, MOST_CHOICES), np.int64)
        counts = np.zeros(self.depth + 1, np.int64)
        totals = np.zeros(MOST_CHOICES, np.int64)
        best = np.zeros((2, MOST_CHOICES), np.int64)
        points = np.zeros(int(states[0]["players"]), np.int64)
        key = np.array([self._seed, seat + 1], np.uint64)
        arrays = (states, table, choices, counts, totals, best, points, self.knobs)
        n = int(judge_choices(*map(handed, arrays), seat, handed(key), self.guesses, self.depth, self.most))
        found: list[tuple[float, int]] = []
        for i in range(n):
            noise, seed = calls.pick(self._seed, 2 * self.noise + 1)
            self._seed = word(int(seed))
            found.append((int(totals[i]) / self.guesses + int(noise) - self.noise, int(choices[0, i])))
        return Thought(max(found)[1])
