"""The view tells whoever is to move where each tile may lie and what would follow, and nobody else."""

from __future__ import annotations

import random

import pytest

from parapegma.core.match import Match
from parapegma.errors import IllegalAction


def test_each_way_in_the_view_does_what_the_view_says():
    chance = random.Random(4)
    seen = {"cards": 0, "bonus": 0}
    for seed in range(2):
        match = Match("ophiuchus", 2, seed)
        while match.actor is not None:
            view = match.view(match.actor)
            if view.phase == "take":
                for tile, ways in view.placements.items():
                    for way in chance.sample(ways, min(3, len(ways))):
                        _check(match, tile, *way)
                        seen["cards"] += bool(way[4])
                        seen["bonus"] += way[5]
            match.act(chance.choice(match.legal_actions()).number, match.actor)
    assert min(seen.values()) > 10


def _check(
    match: Match, tile: str, x: int, y: int, facing: str, rows: list[int], cards: list[str], bonus: bool
):
    tried, seat = match.copy(), match.actor
    assert seat is not None
    before, decisions = tried.view(seat), len(tried.decisions)
    tried.act(f"lay {tile} {x},{y} {facing}", seat)
    after = tried.view(seat)
    last = after.sky[-1]
    assert (last.tile, last.x, last.y, last.facing) == (tile, x, y, facing)
    won = set(after.seats[seat].cards) - set(before.seats[seat].cards)
    assert set(cards) == (set(after.matched) or won)
    if len(cards) < 2:
        token = any(
            told.kind == "token"
            for decision in range(decisions + 1, len(tried.decisions) + 1)
            for told in tried.log_of(decision, seat)
        )
        assert bonus == (after.phase in ("bonus", "return") or token)
    assert max(rows) <= before.limits.row
    assert not bonus or before.limits.row in rows


def test_the_ways_are_all_there_are_and_only_the_mover_sees_them():
    match = Match("ophiuchus", 2, 7)
    mover = match.actor
    assert mover is not None
    assert match.view(1 - mover).placements is None
    assert match.view().placements is None
    ways = match.view(mover).placements
    assert sorted(ways) == sorted(match.view(mover).playable)
    tile = min(ways)
    match.act(f"take {tile}", mover)
    squares = {(action.x, action.y) for action in match.legal_actions()}
    assert {(x, y) for x, y, *_ in ways[tile]} == squares
    assert match.view(mover).placements == {tile: ways[tile]}
    assert match.view(1 - mover).placements is None


def test_a_refusal_for_a_row_names_its_sums():
    for seed in range(20):
        match = Match("ophiuchus", 2, seed)
        start = match.view().sky[0].halves
        for tile in match.view(match.actor).playable:
            along = len("".join(start + match.view().tiles[tile]))
            if along > 13:
                with pytest.raises(IllegalAction, match=rf"ROW_OVER_13: .*rows: {along} along"):
                    match.act(f"lay {tile} 2,0 E", match.actor)
                return
    raise AssertionError("no row was over the limit")
