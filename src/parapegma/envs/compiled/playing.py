"""Games that play themselves for so many decisions, deal after deal: what a GPU does in every thread."""

from __future__ import annotations

from parapegma.bots.compiled import playout
from parapegma.core.compiled import rules
from parapegma.core.compiled.jit import rule, word
from parapegma.core.compiled.rng import numbered_key, siphash


@rule
def deal(s, options, base, key, number):
    """Deal a game by its number; return where the chance of those who play it begins."""
    numbered_key(base, number, key)
    rules.setup(s, options, key)
    return siphash(key[1], key[0], word(number))


@rule
def play_steps(states, options, base, key, work, weights, policy, number, apart, chance, steps):
    """Make so many decisions in ``states[0]``, every seat by one policy, and deal anew at every end.

    ``number`` is the game that is dealt next: the games of a row are that number and every ``apart``-th after
    it. With a chance of 0 there is no game yet. Games and decisions are those that counting plays under the
    same base. Returns number and chance, to go on with.
    """
    s = states[0]
    chance = word(chance)
    for _ in range(steps):
        if chance == word(0) or rules.actor(s) < 0:
            chance = deal(s, options, base, key, number)
            number += apart
        n = rules.legal(s, work[playout.CHOICES])
        a, chance = playout.decide(s, work, n, policy, weights, chance)
        rules.apply(s, a)
    return number, chance
