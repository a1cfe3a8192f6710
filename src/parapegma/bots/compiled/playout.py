"""Quick play to the end by a game's light policy, and what the end is worth to every seat.

Compiled once for all games. ``work`` has rows of whole numbers: CHOICES, PRIORS, POINTS and more.
"""

from __future__ import annotations

from parapegma.core.compiled import entry_points, heuristics, rules
from parapegma.core.compiled.jit import rule

CHOICES, PRIORS, POINTS, CHILD_OF = range(4)
ROWS = 4
"""Rows of ``work``."""

# How a seat decides without thought: any action alike, or by the light policy of the game's heuristics.
BY_LOT, LIGHT = range(2)


@rule
def choose(s, work, n, weights, seed):
    """One of the first n choices, as likely as the game's light policy weighs it; and the next seed."""
    heuristics.policy(s, work[CHOICES], n, work[PRIORS], weights)
    return draw(work, n, seed)


@rule
def draw(work, n, seed):
    """One of the first n choices, as likely as the priors in ``work`` say; and the next seed."""
    priors = work[PRIORS]
    total = 0
    for i in range(n):
        total += priors[i]
    left, seed = entry_points.pick(seed, total)
    i = 0
    while left >= priors[i]:
        left -= priors[i]
        i += 1
    return work[CHOICES, i], seed


@rule
def choose_at(states, work, n, weights, seed):
    """The same for a position in Python's hands."""
    return choose(states[0], work, n, weights, seed)


@rule
def decide(s, work, n, policy, weights, seed):
    """What a seat does that does not think, and the next seed."""
    if n == 1:
        return work[CHOICES, 0], seed
    if policy == LIGHT:
        return choose(s, work, n, weights, seed)
    i, seed = entry_points.pick(seed, n)
    return work[CHOICES, i], seed


@rule
def play_on(s, work, weights, seed, most, until):
    """Play by the light policy; return the next seed.

    At most so many decisions (0: to the end), and then on until a turn of the seat ``until`` begins (-1: no
    further). Positions at the same point of a round can be compared: who has just moved looks too good.
    """
    steps = 0
    before = until
    while True:
        actor = rules.actor(s)
        if actor < 0 or (most > 0 and steps >= most and (until < 0 or (actor == until and before != until))):
            break
        before = actor
        n = rules.legal(s, work[CHOICES])
        a, seed = decide(s, work, n, LIGHT, weights, seed)
        rules.apply(s, a)
        steps += 1
    return seed


@rule
def lead(points, seat, players):
    """How far a seat is ahead of the best of the others (alone at the table: its points)."""
    if players == 1:
        return points[seat]
    best = -1000000000
    for other in range(players):
        if other != seat and points[other] > best:
            best = points[other]
    return points[seat] - best


@rule
def pay(s, values, points, win_weight, margin):
    """What a finished game is worth to every seat, from 0 to 1: winning, and by how much.

    Who plays alone wins what the rules of the game for one say.
    """
    players = s.players
    if players == 1:
        values[0] = win_weight * rules.solo_result(s) / 100
    else:
        rules.ranks(s, points)
        winners = 0
        for seat in range(players):
            if points[seat] == 1:
                winners += 1
        for seat in range(players):
            values[seat] = win_weight / winners if points[seat] == 1 else 0.0
    rules.scores(s, points)
    for seat in range(players):
        ahead = lead(points, seat, players)
        values[seat] += (1.0 - win_weight) * (0.5 + 0.5 * ahead / (abs(ahead) + margin))


@rule
def judge(s, values, points, weights, margin):
    """What an unfinished game is worth to every seat, from 0 to 1, by the game's heuristic."""
    players = s.players
    heuristics.value(s, points, weights)
    for seat in range(players):
        ahead = lead(points, seat, players) / heuristics.POINT
        values[seat] = 0.5 + 0.5 * ahead / (abs(ahead) + margin)
