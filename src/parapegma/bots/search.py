"""Information-set Monte Carlo tree search for any number of players, compiled once for all games.

Each iteration deals anew what the seat cannot know, walks down the tree among the actions that are legal
in that deal, adds one node, plays on at random to the end and credits every seat on the way with its own
pay-off. The tree belongs to the searching seat: a node is a sequence of actions, whatever was dealt, and an
action is judged only by the iterations in which it was legal (Cowling, Powley and Whitehouse, 2012).
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from parapegma.bots.bot import Thought
from parapegma.core import calls, rules
from parapegma.core.engine import MOST_CHOICES
from parapegma.core.jit import rule, word
from parapegma.core.rng import siphash
from parapegma.core.states import States, handed, new_states

_DEPTH = 512
"""The deepest path a tree remembers; beyond it an iteration only plays on."""

# Columns of the tree's integers.
ACTION, ACTOR, VISITS, CHANCES, CHILD, SIBLING = range(6)
_MARGIN = 6.0
"""How many points ahead count as half of a clear lead."""
_WIN_WEIGHT = 0.7


@rule
def pay(states, values, points):
    """What a finished game is worth to every seat, from 0 to 1: winning, and by how much."""
    s = states[1]
    players = s.players
    rules.ranks(s, points)
    winners = 0
    for seat in range(players):
        if points[seat] == 1:
            winners += 1
    for seat in range(players):
        values[seat] = _WIN_WEIGHT / winners if points[seat] == 1 else 0.0
    rules.scores(s, points)
    for seat in range(players):
        best = points[seat] if players == 1 else -1000000
        for other in range(players):
            if other != seat and points[other] > best:
                best = points[other]
        lead = points[seat] - (0 if players == 1 else best)
        values[seat] += (1.0 - _WIN_WEIGHT) * (0.5 + 0.5 * lead / (abs(lead) + _MARGIN))


@rule
def grow(states, tree, worth, seat, base, seed, curiosity, work, path, values, used, iterations):
    """Run iterations; return how many nodes the tree has now.

    ``states[0]`` is what the seat knows, ``states[1]`` the table of thought. ``work`` has three rows of
    integers: choices, the child of each action, points.
    """
    out = work[0]
    child_of = work[1]
    points = work[2]
    key = base
    for iteration in range(iterations):
        states[1] = states[0]
        s = states[1]
        key[0] = siphash(key[0], key[1], word(iteration))
        rules.determinize(s, seat, key)
        node = 0
        depth = 0
        path[0] = 0
        growing = True
        while growing and rules.actor(s) >= 0 and depth < _DEPTH - 1:
            n = rules.legal(s, out)
            child = tree[node, CHILD]
            while child != 0:
                child_of[tree[child, ACTION]] = child
                child = tree[child, SIBLING]
            new = 0
            actor = rules.actor(s)
            best = 0
            best_worth = -1.0
            for i in range(n):
                child = child_of[out[i]]
                if child == 0:
                    new += 1
                else:
                    tree[child, CHANCES] += 1
                    visits = tree[child, VISITS]
                    guess = worth[child, actor] / visits + curiosity * np.sqrt(
                        np.log(tree[child, CHANCES]) / visits
                    )
                    if guess > best_worth:
                        best_worth = guess
                        best = child
            if new > 0 and used < tree.shape[0]:
                choice, seed = calls.pick(seed, new)
                for i in range(n):
                    if child_of[out[i]] == 0:
                        if choice == 0:
                            tree[used, ACTION] = out[i]
                            break
                        choice -= 1
            child = tree[node, CHILD]
            while child != 0:
                child_of[tree[child, ACTION]] = 0
                child = tree[child, SIBLING]
            if new > 0 and used < tree.shape[0]:
                best = used
                used += 1
                tree[best, ACTOR] = actor
                tree[best, CHANCES] = 1
                tree[best, SIBLING] = tree[node, CHILD]
                tree[node, CHILD] = best
                growing = False
            elif best == 0:
                break
            rules.apply(s, tree[best, ACTION])
            node = best
            depth += 1
            path[depth] = node
        while rules.actor(s) >= 0:
            n = rules.legal(s, out)
            choice, seed = calls.pick(seed, n)
            rules.apply(s, out[choice])
        pay(states, values, points)
        for i in range(depth + 1):
            tree[path[i], VISITS] += 1
            for other in range(s.players):
                worth[path[i], other] += values[other]
    return used, seed


class Search:
    """Searches for a number of iterations or a time, whichever ends first."""

    def __init__(
        self, iterations: int = 1_000_000, seconds: float | None = None, curiosity: float = 0.7, seed: int = 0
    ) -> None:
        self.iterations = iterations
        self.seconds = seconds
        self.curiosity = curiosity
        self.seed = seed

    def think(self, states: States, seat: int) -> Thought:
        """Decide for a seat; ``states`` must already hide what it cannot know."""
        dtype = states.dtype
        table = new_states(dtype, 2)
        table[0] = states[0]
        numbers = np.zeros(MOST_CHOICES, np.int64)
        n = int(calls.legal(handed(table), handed(numbers)))
        if n == 1:
            return Thought(int(numbers[0]), visits={int(numbers[0]): 0})
        players = int(states[0]["players"])
        room = min(self.iterations, 400_000) + 2
        tree = np.zeros((room, 6), np.int32)
        worth = np.zeros((room, players))
        work = np.zeros((3, MOST_CHOICES), np.int64)
        path = np.zeros(_DEPTH, np.int64)
        values = np.zeros(players)
        base = np.array([self.seed, seat + 1], np.uint64)
        seed: Any = word(self.seed + 1)
        arrays = [handed(array) for array in (table, tree, worth)]
        rest = [handed(array) for array in (work, path, values)]
        used, done, piece = 1, 0, 64
        began = time.perf_counter()
        while done < self.iterations:
            step = min(piece, self.iterations - done)
            used, seed = grow(*arrays, seat, handed(base), seed, self.curiosity, *rest, used, step)
            used, seed, done = int(used), word(int(seed)), done + step
            spent = time.perf_counter() - began
            if self.seconds is not None and (spent >= self.seconds or used >= room):
                break
            if _decided(tree, done, spent, self):
                break
            piece = 256
        return _conclude(tree, worth, done)


def _children(tree: np.ndarray[Any, Any], node: int) -> list[int]:
    found, child = [], int(tree[node, CHILD])
    while child:
        found.append(child)
        child = int(tree[child, SIBLING])
    return found


def _decided(tree: np.ndarray[Any, Any], done: int, spent: float, search: Search) -> bool:
    """Whether the second best action cannot catch up in what is left."""
    visits = sorted((int(tree[child, VISITS]) for child in _children(tree, 0)), reverse=True)
    if len(visits) < 2:
        return False
    left = search.iterations - done
    if search.seconds is not None:
        left = min(left, int(done * (search.seconds - spent) / max(spent, 1e-6)))
    return visits[0] - visits[1] > left


def _conclude(tree: np.ndarray[Any, Any], worth: np.ndarray[Any, Any], done: int) -> Thought:
    """The action tried most often, and the line of those."""
    children = _children(tree, 0)
    line: list[int] = []
    node = 0
    while True:
        following = _children(tree, node)
        if not following:
            break
        node = max(following, key=lambda child: int(tree[child, VISITS]))
        if node and tree[node, VISITS] < 8 and line:
            break
        line.append(int(tree[node, ACTION]))
    values = [float(value) / max(done, 1) for value in worth[0]]
    visits = {int(tree[child, ACTION]): int(tree[child, VISITS]) for child in children}
    return Thought(line[0], values, visits, line, done)
