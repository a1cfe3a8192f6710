"""Looking through the rest of one's own turn, by the game's heuristic value."""

from __future__ import annotations

from parapegma.bots.compiled.playout import lead
from parapegma.core.compiled import heuristics, rules
from parapegma.core.compiled.jit import rule, word
from parapegma.core.compiled.rng import siphash

_NOTHING = -1_000_000_000


@rule
def look(states, choices, counts, best, points, weights, seat, depth, most):
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
        heuristics.value(s, points, weights)
        value = lead(points, seat, s.players)
        if value > best[first]:
            best[first] = value
    return judged


@rule
def judge_choices(
    known, states, choices, counts, totals, best, points, weights, seat, key, guesses, depth, most
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
        look(states, choices, counts, best[1], points, weights, seat, 1, 1 << 30)
        while reached < depth:
            for i in range(n):
                best[0, i] = best[1, i]
            judged = look(states, choices, counts, best[1], points, weights, seat, reached + 1, most)
            if judged < 0:
                for i in range(n):
                    best[1, i] = best[0, i]
                break
            reached += 1
        for i in range(n):
            totals[i] += best[1, i]
    return n
