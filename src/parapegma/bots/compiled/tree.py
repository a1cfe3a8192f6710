"""The tree of an information-set Monte Carlo search, for any number of players, compiled once for all games.

Each iteration deals anew what the seat cannot know, walks down the tree among the actions that are legal
in that deal, adds one node, plays on by the game's light policy and credits every seat on the way with its
own pay-off. The tree belongs to the searching seat: a node is a sequence of actions, whatever was dealt, and
an action is judged only by the iterations in which it was legal (Cowling, Powley and Whitehouse, 2012).

Which action to try is a matter of what it has brought so far, how seldom it was tried for its chances, and
how the light policy weighs it (Rosin, 2011): actions that look promising are tried first.
"""

from __future__ import annotations

import numpy as np

from parapegma.bots.compiled.playout import CHILD_OF, CHOICES, POINTS, PRIORS, judge, pay, play_on
from parapegma.core.compiled import entry_points, heuristics, rules
from parapegma.core.compiled.jit import rule, word
from parapegma.core.compiled.rng import siphash

DEEPEST = 512
"""The longest path a tree remembers; beyond it an iteration only plays on."""

# Columns of the tree's whole numbers.
ACTION, VISITS, CHANCES, CHILD, SIBLING = range(5)
COLUMNS = 5

# Settings of a search.
CURIOSITY, TRUST, WIN_WEIGHT, MARGIN, HORIZON = range(5)


@rule
def grow(
    known, states, tree, totals, weights, settings, seat, key, seed, work, path, values, used, iterations
):
    """Run iterations; return how many nodes the tree has now, and the next seed.

    ``known[0]`` is what the seat knows, ``states[0]`` the table of thought.
    """
    room = tree.shape[0]
    for iteration in range(iterations):
        states[0] = known[0]
        s = states[0]
        key[0] = siphash(key[0], key[1], word(iteration))
        rules.determinize(s, seat, key)
        node = 0
        depth = 0
        path[0] = 0
        growing = True
        while growing and rules.actor(s) >= 0 and depth < DEEPEST - 1:
            n = rules.legal(s, work[CHOICES])
            choice, child, seed = select(s, tree, totals, weights, settings, work, node, n, seed)
            if child == 0:
                if used == room:
                    break
                child = used
                used += 1
                tree[child, ACTION] = work[CHOICES, choice]
                tree[child, CHANCES] = 1
                tree[child, SIBLING] = tree[node, CHILD]
                tree[node, CHILD] = child
                # A decision with one answer is no leaf worth stopping at.
                growing = n == 1
            rules.apply(s, tree[child, ACTION])
            node = child
            depth += 1
            path[depth] = node
        seed = play_on(s, work, weights, seed, int(settings[HORIZON]))
        if rules.actor(s) < 0:
            pay(s, values, work[POINTS], settings[WIN_WEIGHT], settings[MARGIN])
        else:
            judge(s, values, work[POINTS], weights, settings[MARGIN])
        for i in range(depth + 1):
            tree[path[i], VISITS] += 1
            for other in range(s.players):
                totals[path[i], other] += values[other]
    return used, seed


@rule
def select(s, tree, totals, weights, settings, work, node, n, seed):
    """Which choice to try at a node, the node it leads to (0 if it is new), and the next seed."""
    choices = work[CHOICES]
    if n == 1:
        child = tree[node, CHILD]
        while child != 0 and tree[child, ACTION] != choices[0]:
            child = tree[child, SIBLING]
        return 0, child, seed
    priors = work[PRIORS]
    child_of = work[CHILD_OF]
    heuristics.policy(s, choices, n, priors, weights)
    total = 0
    for i in range(n):
        total += priors[i]
    child = tree[node, CHILD]
    while child != 0:
        child_of[tree[child, ACTION]] = child
        child = tree[child, SIBLING]
    actor = rules.actor(s)
    # What has not been tried is thought to be a little worse than what has.
    visits = tree[node, VISITS]
    hope = totals[node, actor] / visits - 0.05 if visits > 0 else 0.5
    trust = settings[TRUST]
    root = np.sqrt(visits + 1.0)
    best = -1
    best_guess = -1e9
    # Among equals the first found is taken: so begin anywhere.
    i, seed = entry_points.pick(seed, n)
    for _ in range(n):
        i = i + 1 if i + 1 < n else 0
        share = trust * priors[i] / total + (1.0 - trust) / n
        child = child_of[choices[i]]
        if child == 0:
            guess = hope + settings[CURIOSITY] * share * root
        else:
            tree[child, CHANCES] += 1
            tries = tree[child, VISITS]
            doubt = np.sqrt(tree[child, CHANCES]) / (1.0 + tries)
            guess = totals[child, actor] / tries + settings[CURIOSITY] * share * doubt
        if guess > best_guess:
            best_guess = guess
            best = i
    found = child_of[choices[best]]
    child = tree[node, CHILD]
    while child != 0:
        child_of[tree[child, ACTION]] = 0
        child = tree[child, SIBLING]
    return best, found, seed


@rule
def transplant(tree, totals, node, new_tree, new_totals, queue):
    """Copy what grows from a node into an empty tree, as its root; return how many nodes there are.

    ``queue`` has room for the old number of every new node.
    """
    queue[0] = node
    used = 1
    at = 0
    while at < used:
        old = queue[at]
        new_tree[at, ACTION] = tree[old, ACTION]
        new_tree[at, VISITS] = tree[old, VISITS]
        new_tree[at, CHANCES] = tree[old, CHANCES]
        for seat in range(totals.shape[1]):
            new_totals[at, seat] = totals[old, seat]
        last = 0
        child = tree[old, CHILD]
        while child != 0 and used < new_tree.shape[0]:
            queue[used] = child
            if last == 0:
                new_tree[at, CHILD] = used
            else:
                new_tree[last, SIBLING] = used
            last = used
            used += 1
            child = tree[child, SIBLING]
        at += 1
    return used
