"""Games that play themselves by a network, which looks at every decision once."""

from __future__ import annotations

from parapegma.bots.compiled import playout
from parapegma.bots.compiled.network import evaluate
from parapegma.core.compiled import rules
from parapegma.core.compiled.jit import rule, word
from parapegma.envs.compiled.playing import deal


@rule
def play_looks(
    states, options, base, key, work, drawn, number, apart, chance, steps, seen, numbers, rows, hidden,
    policy, value, biases, sums, active, values,
):  # fmt: skip
    """Make so many decisions in ``states[0]``, every seat by a network, in the deals of ``play_steps``.

    Each is the best by the network, or where ``drawn`` is not 0 one that is as likely as it says, by the
    chance of those who play, which is none of the rules'. Returns number and chance, to go on with.
    """
    s = states[0]
    chance = word(chance)
    for _ in range(steps):
        if chance == word(0) or rules.actor(s) < 0:
            chance = deal(s, options, base, key, number)
            number += apart
        n = rules.legal(s, work[playout.CHOICES])
        a = work[playout.CHOICES, 0]
        if n > 1:
            rules.observe(s, rules.actor(s), seen)
            best = evaluate(
                seen, work[playout.CHOICES], n, s.players, numbers, rows, hidden, policy, value, biases, sums,
                active, work[playout.PRIORS], values,
            )  # fmt: skip
            a = work[playout.CHOICES, best]
            if drawn != 0:
                a, chance = playout.draw(work, n, chance)
        rules.apply(s, a)
    return number, chance
