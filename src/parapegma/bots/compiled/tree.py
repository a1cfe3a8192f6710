"""The tree of an information-set Monte Carlo search, for any number of players, compiled once for all games.

Each iteration deals anew what the seat cannot know, walks down the tree among the actions that are legal
in that deal, adds one node, plays on by the game's light policy and credits every seat on the way with its
own pay-off. The tree belongs to the searching seat: a node is a sequence of actions, whatever was dealt, and
an action is judged only by the iterations in which it was legal (Cowling, Powley and Whitehouse, 2012).

Which action to try is a matter of what it has brought so far, how seldom it was tried for its chances, and
how the light policy weighs it (Rosin, 2011): actions that look promising are tried first. Where the rest of
the turn was looked through before (``foresight.py``), what that promised takes the place of the policy.

With a network (``network.py``) a node that is reached for the first time is a leaf: the network says, as the
seat to decide there sees this deal, which actions are likely, and what every seat may expect. Likely actions
become children, with what was promised of them; what may be expected takes the place of the playout, or of a
part of it.
"""

from __future__ import annotations

import numpy as np

from parapegma.bots.compiled.network import SHARE, evaluate
from parapegma.bots.compiled.playout import CHILD_OF, CHOICES, POINTS, PRIORS, judge, pay, play_on
from parapegma.core.compiled import entry_points, heuristics, rules
from parapegma.core.compiled.jit import rule, word
from parapegma.core.compiled.rng import siphash

DEEPEST = 512
"""The longest path a tree remembers; beyond it an iteration only plays on."""

# Columns of the tree's whole numbers.
ACTION, VISITS, CHANCES, CHILD, SIBLING, PROMISE = range(6)
COLUMNS = 6

# Settings of a search. Without a network the last four are 0.
CURIOSITY, TRUST, WIN_WEIGHT, MARGIN, FORESIGHT, HORIZON, WHOLE_TURNS = range(7)
NETWORK, NETWORK_TRUST, NETWORK_HORIZON, NETWORK_DEALS = range(7, 11)
SETTINGS = 11

LEAST_PROMISE = SHARE >> 8
"""An action that a network finds less likely than this, beside its best, becomes a child when it is tried."""


@rule
def grow(
    known,
    states,
    tree,
    totals,
    weights,
    settings,
    seat,
    key,
    seed,
    work,
    path,
    values,
    seen,
    numbers,
    rows,
    hidden,
    policy,
    value,
    biases,
    sums,
    active,
    used,
    iterations,
):
    """Run iterations; return how many nodes the tree has now, and the next seed.

    ``known[0]`` is what the seat knows, ``states[0]`` the table of thought. ``values`` has two numbers for
    each seat: what it can expect, and room for what the network says of that. ``seen`` is room for an
    observation; ``numbers`` and what follows are the network's, read only if there is one.
    """
    room = tree.shape[0]
    networked = settings[NETWORK] > 0
    for iteration in range(iterations):
        states[0] = known[0]
        s = states[0]
        key[0] = siphash(key[0], key[1], word(iteration))
        rules.determinize(s, seat, key)
        node = 0
        depth = 0
        path[0] = 0
        growing = True
        asked = False
        while growing and rules.actor(s) >= 0 and depth < DEEPEST - 1:
            n = rules.legal(s, work[CHOICES])
            asked = False
            if networked and n > 1:
                actor = rules.actor(s)
                child = tree[node, CHILD]
                new = child == 0 or tree[child, PROMISE] == 0
                # What another may do depends on what it holds in this deal.
                if new or (actor != seat and tree[node, VISITS] < settings[NETWORK_DEALS]):
                    rules.observe(s, actor, seen)
                    evaluate(
                        seen, work[CHOICES], n, s.players, numbers, rows, hidden, policy, value, biases, sums,
                        active, work[PRIORS], work[POINTS],
                    )  # fmt: skip
                    asked = True
                    if new:
                        used = expand(tree, work[CHOICES], work[PRIORS], n, node, used)
                        if node != 0:
                            break
            choice, child, seed = select(s, tree, totals, weights, settings, work, node, n, asked, seed)
            if child == 0:
                if used == room:
                    break
                head = tree[node, CHILD]
                child = add_child(tree, node, work[CHOICES, choice], used)
                used += 1
                if networked and head != 0 and tree[head, PROMISE] > 0:
                    # The network promises little of it; the node stays one of which it was asked.
                    tree[child, PROMISE] = 1
                    tree[child, CHANCES] = tree[node, VISITS] + 1
            # A decision with one answer is no leaf worth stopping at.
            growing = networked or n == 1 or tree[child, VISITS] > 0
            asked = False
            rules.apply(s, tree[child, ACTION])
            node = child
            depth += 1
            path[depth] = node
        # Who plays alone has all of the win for certain: there a network only says what to try.
        share = settings[NETWORK] if s.players > 1 and rules.actor(s) >= 0 else 0.0
        if share > 0 and settings[NETWORK_HORIZON] > 0:
            seed = play_on(s, work, weights, seed, int(settings[NETWORK_HORIZON]), -1)
            asked = False
            if rules.actor(s) < 0:
                share = 0.0
        if share > 0:
            actor = rules.actor(s)
            if not asked:
                rules.observe(s, actor, seen)
                evaluate(
                    seen, work[CHOICES], 0, s.players, numbers, rows, hidden, policy, value, biases, sums,
                    active, work[PRIORS], work[POINTS],
                )  # fmt: skip
            expect(s, actor, values, work[POINTS], weights, settings)
        if share < 1.0:
            until = seat if settings[WHOLE_TURNS] > 0 else -1
            seed = play_on(s, work, weights, seed, int(settings[HORIZON]), until)
            if rules.actor(s) < 0:
                pay(s, values, work[POINTS], settings[WIN_WEIGHT], settings[MARGIN])
            else:
                judge(s, values, work[POINTS], weights, settings[MARGIN])
        if share > 0:
            for other in range(s.players):
                said = values[s.players + other]
                values[other] = said if share >= 1.0 else share * said + (1.0 - share) * values[other]
        for i in range(depth + 1):
            tree[path[i], VISITS] += 1
            for other in range(s.players):
                totals[path[i], other] += values[other]
    return used, seed


@rule
def add_child(tree, node, action, used):
    """Put a new node, the one numbered ``used``, below another; return it."""
    tree[used, ACTION] = action
    tree[used, CHANCES] = 1
    tree[used, SIBLING] = tree[node, CHILD]
    tree[node, CHILD] = used
    return used


@rule
def expand(tree, choices, priors, n, node, used):
    """Write down what a network promises of a node's actions; return how many nodes the tree has now.

    Likely actions become children. Every child is promised something, so that what was asked once is known
    to have been asked, also where another deal has other actions.
    """
    for i in range(n):
        if priors[i] < LEAST_PROMISE:
            continue
        child = tree[node, CHILD]
        while child != 0 and tree[child, ACTION] != choices[i]:
            child = tree[child, SIBLING]
        if child == 0:
            if used == tree.shape[0]:
                break
            child = add_child(tree, node, choices[i], used)
            used += 1
        tree[child, PROMISE] = priors[i]
    child = tree[node, CHILD]
    while child != 0:
        tree[child, PROMISE] = max(tree[child, PROMISE], 1)
        child = tree[child, SIBLING]
    return used


@rule
def expect(s, actor, values, shares, weights, settings):
    """What every seat may expect by the network, on the scale of ``pay``, behind the values themselves.

    ``shares`` are the network's, the first that of the seat to decide; they are written over.
    """
    players = s.players
    win_weight = settings[WIN_WEIGHT]
    for seat in range(players):
        values[players + seat] = win_weight * shares[(seat - actor + players) % players] / SHARE
    judge(s, values, shares, weights, settings[MARGIN])
    for seat in range(players):
        values[players + seat] += (1.0 - win_weight) * values[seat]


@rule
def select(s, tree, totals, weights, settings, work, node, n, asked, seed):
    """Which choice to try at a node, the node it leads to (0 if it is new), and the next seed.

    ``asked``: the network has just said what is likely in this deal.
    """
    choices = work[CHOICES]
    if n == 1:
        child = tree[node, CHILD]
        while child != 0 and tree[child, ACTION] != choices[0]:
            child = tree[child, SIBLING]
        return 0, child, seed
    priors = work[PRIORS]
    child_of = work[CHILD_OF]
    child = tree[node, CHILD]
    foreseen = child != 0 and tree[child, PROMISE] > 0
    while child != 0:
        child_of[tree[child, ACTION]] = child
        child = tree[child, SIBLING]
    networked = settings[NETWORK] > 0
    trust = settings[TRUST]
    if asked:
        trust = settings[NETWORK_TRUST]
    elif foreseen:
        trust = settings[NETWORK_TRUST] if networked else settings[FORESIGHT]
        for i in range(n):
            child = child_of[choices[i]]
            priors[i] = max(tree[child, PROMISE], 1) if child != 0 else 1
    else:
        heuristics.policy(s, choices, n, priors, weights)
    total = 0
    for i in range(n):
        total += priors[i]
    actor = rules.actor(s)
    # What has not been tried is thought to be a little worse than what has.
    visits = tree[node, VISITS]
    hope = totals[node, actor] / visits - 0.05 if visits > 0 else 0.5
    root = np.sqrt(visits + 1.0)
    best = -1
    best_guess = -1e9
    # Among equals the first found is taken: so begin anywhere.
    i, seed = entry_points.pick(seed, n)
    for _ in range(n):
        i = i + 1 if i + 1 < n else 0
        share = trust * priors[i] / total + (1.0 - trust) / n
        child = child_of[choices[i]]
        if child == 0 or tree[child, VISITS] == 0:
            guess = hope + settings[CURIOSITY] * share * root
            if networked and child != 0:
                # It has been there to be tried all the time.
                tree[child, CHANCES] += 1
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
        new_tree[at, PROMISE] = tree[old, PROMISE]
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
