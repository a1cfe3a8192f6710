"""What the rest of one's own turn promises, written into a tree before a search begins.

A turn is often several small decisions in a row, and most of what they bring is seen only at its end. So all
ways through the rest of the turn are tried once, and every one of its decisions gets a weight: the more, the
better the best end that it leads to, by the game's heuristic value.
"""

from __future__ import annotations

from parapegma.bots.compiled.lookahead import look
from parapegma.bots.compiled.playout import lead
from parapegma.bots.compiled.tree import ACTION, CHANCES, CHILD, PROMISE, SIBLING
from parapegma.core.compiled import heuristics, rules
from parapegma.core.compiled.jit import rule

MOST_LIKELY = 1 << 20
"""The weight of the best of several decisions."""


@rule
def foresee(
    known, states, choices, counts, nodes, best, points, tree, weights, key, seat, used, depth, most, step
):
    """Weigh the decisions of the turn that begins at the root; return how many nodes the tree has now.

    ``states`` and ``choices`` need depth + 1 rows, ``counts`` and ``nodes`` as many numbers. As many
    decisions are looked through as a budget of ``most`` positions allows. A decision is half as likely as one
    that leads to ``step`` hundredths of a point more.
    """
    states[0] = known[0]
    rules.determinize(states[0], seat, key)
    reached = 1
    while (
        reached < depth and look(states, choices, counts, best, points, weights, seat, reached + 1, most) >= 0
    ):
        reached += 1
    counts[0] = rules.legal(states[0], choices[0])
    nodes[0] = 0
    level = 0
    while level >= 0:
        if counts[level] == 0:
            level -= 1
            continue
        counts[level] -= 1
        action = choices[level, counts[level]]
        child = tree[nodes[level], CHILD]
        while child != 0 and tree[child, ACTION] != action:
            child = tree[child, SIBLING]
        if child == 0:
            if used == tree.shape[0]:
                break
            child = used
            used += 1
            tree[child, ACTION] = action
            tree[child, CHANCES] = 1
            tree[child, SIBLING] = tree[nodes[level], CHILD]
            tree[nodes[level], CHILD] = child
        states[level + 1] = states[level]
        s = states[level + 1]
        rules.apply(s, action)
        nodes[level + 1] = child
        tree[child, PROMISE] = -MOST_LIKELY
        if level + 1 < reached and rules.actor(s) == seat:
            level += 1
            counts[level] = rules.legal(s, choices[level])
            continue
        heuristics.value(s, points, weights)
        value = lead(points, seat, s.players)
        for above in range(1, level + 2):
            tree[nodes[above], PROMISE] = max(tree[nodes[above], PROMISE], value)
    for node in range(used):
        child = tree[node, CHILD]
        if child == 0:
            continue
        most_promised = -MOST_LIKELY
        while child != 0:
            most_promised = max(most_promised, tree[child, PROMISE])
            child = tree[child, SIBLING]
        child = tree[node, CHILD]
        while child != 0:
            worse = most_promised - tree[child, PROMISE]
            halvings = worse // step
            weight = MOST_LIKELY >> min(halvings, 20)
            # Between two powers of two along a straight line.
            weight -= weight // 2 * (worse - halvings * step) // step
            tree[child, PROMISE] = max(weight, 1)
            child = tree[child, SIBLING]
    return used
