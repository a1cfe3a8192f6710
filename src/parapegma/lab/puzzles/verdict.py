"""Whether searches agree on an answer, and how much better it is than everything else."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from parapegma.core.position import Position
from parapegma.lab.puzzles.turns import Turn, step_keys

_TRIED = 0.003
"""Turns tried less often than this, as a share, were given up: what they seem to be worth is mere chance."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The answer that all searches name."""

    actions: tuple[int, ...]
    key: str
    """What the seat knows after the answer, in short."""
    values: tuple[float, ...]
    """What the answer promises, for each search, from 0 to 1."""
    gaps: tuple[float, ...]
    """How much less the best other turn promises, for each search."""
    shares: tuple[float, ...]
    """How often the answer was tried, as a share, for each search."""

    @property
    def gap(self) -> float:
        return fmean(self.gaps)

    @property
    def spread(self) -> float:
        return stdev(self.gaps) if len(self.gaps) > 1 else 0.0


class _Judged(NamedTuple):
    value: float
    gap: float
    share: float


def agreed(
    position: Position,
    searches: Sequence[Sequence[Turn]],
    least_gap: float,
    mean_gap: float = 0.0,
    least_share: float = 0.0,
) -> Verdict | None:
    """The longest answer that every search names, and clearly: by its value and by how often it was tried.

    ``least_gap`` and ``least_share`` hold for each search. Turns are sorted by visits. An answer is a whole
    turn, or its beginning as far as it matters: it ends where something has happened on the table, never in
    the middle of a gesture.
    """
    if not all(searches):
        return None
    first = searches[0][0]
    table, ends = position.copy(), []
    for n, action in enumerate(first.actions, start=1):
        if table.apply(action) or n == len(first.actions):
            ends.append(n)
    for end in reversed(ends):
        key = first.keys[end - 1]
        judged = [each for turns in searches if (each := _judged(turns, key)) is not None]
        if len(judged) < len(searches):
            continue
        verdict = Verdict(
            actions=first.actions[:end],
            key=key,
            values=tuple(each.value for each in judged),
            gaps=tuple(each.gap for each in judged),
            shares=tuple(each.share for each in judged),
        )
        if min(verdict.gaps) >= least_gap and verdict.gap >= mean_gap and min(verdict.shares) >= least_share:
            return verdict
    return None


def _judged(turns: Sequence[Turn], key: str) -> _Judged | None:
    """What a search thinks of an answer; none if it prefers another, or knows no other."""
    others = [turn for turn in turns if key not in turn.keys]
    if key not in turns[0].keys or not others:
        return None
    visits = sum(turn.visits for turn in turns)
    tried = [turn.value for turn in others if turn.visits >= _TRIED * visits] or [others[0].value]
    share = 1 - sum(turn.visits for turn in others) / visits
    return _Judged(turns[0].value, turns[0].value - max(tried), share)


def ways_to(position: Position, answer: Sequence[int]) -> list[tuple[int, ...]]:
    """The answer, and the same actions in every other order that leads to the same, itself first."""
    seat, key = position.actor, step_keys(position, answer)[-1]
    found = [tuple(answer)]

    def follow(table: Position, made: tuple[int, ...], left: tuple[int, ...]) -> None:
        if not left:
            if made not in found and step_keys(position, made)[-1] == key:
                found.append(made)
            return
        if table.actor != seat:
            return
        legal = table.legal()
        for action in sorted(set(left)):
            if action in legal:
                following, rest = table.copy(), list(left)
                following.apply(action)
                rest.remove(action)
                follow(following, (*made, action), tuple(rest))

    follow(position.copy(), (), tuple(answer))
    return found


def choices_in(position: Position, actions: Sequence[int]) -> tuple[int, ...]:
    """The actions up to the last one that was a choice."""
    table, end = position.copy(), 0
    for n, action in enumerate(actions, start=1):
        if len(table.legal()) > 1:
            end = n
        table.apply(action)
    return tuple(actions[:end])


def best_other(turns: Sequence[Turn], key: str) -> float:
    """What the best turn promises of those that do not lead where the answer leads and were not given up."""
    others = [turn for turn in turns if key not in turn.keys]
    tried = _TRIED * sum(turn.visits for turn in turns)
    return max((turn.value for turn in others if turn is others[0] or turn.visits >= tried), default=0.0)
