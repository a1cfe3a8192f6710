"""The turns that a search considered: one seat's decisions in a row, until another seat or chance speaks."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from parapegma.bots.search_tree import Tree
from parapegma.core.compiled.rng import key_of_seed
from parapegma.core.position import Position

_MOST_KEPT = 10
"""Turns kept of one search: so many that were tried most, and so many that promise most."""


_DEALS = 4
"""Other deals of what a seat does not know: where they part, chance has spoken."""


class Turn(msgspec.Struct, frozen=True, array_like=True):
    """One way to decide, and what the search thinks of it."""

    actions: tuple[int, ...]
    keys: tuple[str, ...]
    """What the seat knows after each action, in short: the same outcome has the same key."""
    visits: int
    value: float
    """What the seat can expect, from 0 to 1."""
    after: tuple[int, ...] = ()
    """How the search thinks that others answer."""


def step_keys(position: Position, actions: Iterable[int]) -> list[str]:
    """What the seat to move knows after each of its actions, in short."""
    seat, table, keys = position.actor, position.copy(), []
    assert seat is not None, "the game is over"
    for action in actions:
        table.apply(action)
        keys.append(_key(table, seat))
    return keys


def turns_of(tree: Tree, position: Position, least: int) -> list[Turn]:
    """The turns a search looked at, each at least so often; those with the same outcome are one."""
    seat = position.actor
    assert seat is not None, "the game is over"
    others = [position.guess(seat, key_of_seed(n)) for n in range(_DEALS)]
    found: dict[str, Turn] = {}
    for turn in _walk(tree, 0, position, others, seat, least, (), ()):
        same = found.get(turn.keys[-1])
        if same is not None:
            visits = same.visits + turn.visits
            value = (same.value * same.visits + turn.value * turn.visits) / visits
            more = same if same.visits >= turn.visits else turn
            turn = msgspec.structs.replace(more, visits=visits, value=value)
        found[turn.keys[-1]] = turn
    return sorted(found.values(), key=lambda turn: -turn.visits)


def worth_keeping(turns: Sequence[Turn]) -> list[Turn]:
    """Those that were tried most and those that promise most, the former first."""
    promising = sorted(turns, key=lambda turn: -turn.value)[:_MOST_KEPT]
    return [turn for n, turn in enumerate(turns) if n < _MOST_KEPT or turn in promising]


def _walk(
    tree: Tree,
    node: int,
    position: Position,
    others: Sequence[Position],
    seat: int,
    least: int,
    actions: tuple[int, ...],
    keys: tuple[str, ...],
) -> Iterator[Turn]:
    """Every turn below a node. ``others`` are other deals of what the seat does not know."""
    legal = set(position.legal())
    children = [
        child for child in tree.children(node) if tree.visits(child) >= least and tree.action(child) in legal
    ]
    if not children and actions:
        yield Turn(actions, keys, tree.visits(node), tree.value(node, seat))
    for child in children:
        action = tree.action(child)
        table, *twins = [each.copy() for each in (position, *others)]
        for each in (table, *twins):
            each.apply(action)
        made, known = (*actions, action), (*keys, _key(table, seat))
        if table.actor != seat or any(_key(twin, seat) != known[-1] for twin in twins):
            visits, value = tree.visits(child), tree.value(child, seat)
            yield Turn(made, known, visits, value, tuple(_expected(tree, child)))
        else:
            yield from _walk(tree, child, table, twins, seat, least, made, known)


def _expected(tree: Tree, node: int, most: int = 12, least: int = 8) -> Iterator[int]:
    """The line that was followed most from a node."""
    while most and (children := tree.children(node)):
        node = max(children, key=tree.visits)
        if tree.visits(node) < least:
            return
        yield tree.action(node)
        most -= 1


def _key(position: Position, seat: int) -> str:
    seen = position.observe(seat).tobytes() + bytes([1 + (-1 if position.actor is None else position.actor)])
    return hashlib.blake2b(seen, digest_size=5).hexdigest()
