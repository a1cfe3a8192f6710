"""Where a tile may lie, in positions of random games: refused exactly where an invariant would break."""

from __future__ import annotations

import random
from itertools import product

import pytest

from parapegma.core import engine
from parapegma.core.compiled.arrays import States, as_argument
from parapegma.core.match import Match
from parapegma.games.ophiuchus import actions
from parapegma.games.ophiuchus.components import TILE_HALVES, TILE_NAMES
from parapegma.games.ophiuchus.reasons import CODES, because
from parapegma.games.ophiuchus.rules.invariants import INVARIANTS
from parapegma.games.ophiuchus.rules.steps import sky
from parapegma.games.ophiuchus.state import AT, DIRECTIONS, OCCUPIED

from .positions import random_turns

EDGE = 8
"""Squares a player can name go from -8 to 8 both ways."""

ROWS, TOGETHER, GRID, SHUT_IN = (
    INVARIANTS.index(words)
    for words in (
        "every row has a sum within the limit",
        "the sky hangs together",
        "the sky fits the grid",
        "no empty square is shut in",
    )
)
GEOMETRY = (ROWS, TOGETHER, GRID, SHUT_IN)


def tiles_to_lay(states: States) -> list[int]:
    laid = states[0]["laid"][: states[0]["laid_n"], 0].tolist()
    return [tile for tile in range(len(TILE_NAMES)) if tile not in laid]


def somewhere(match: Match, choose: random.Random) -> tuple[int, int, int, int]:
    """A tile, a square and a direction: mostly near the sky, sometimes anywhere."""
    tile = choose.choice(tiles_to_lay(match.position.states))
    west, east, north, south = (
        int(match.position.states[0][side]) for side in ("west", "east", "north", "south")
    )
    if choose.random() < 0.1:
        west = north = -EDGE
        east = south = EDGE
    x = choose.randint(max(west - 2, -EDGE), min(east + 2, EDGE))
    y = choose.randint(max(north - 2, -EDGE), min(south + 2, EDGE))
    return tile, x, y, choose.randrange(4)


def code(reason: int) -> str:
    return because(CODES[reason]).partition(":")[0] if reason else ""


def laid_anyway(states: States, tile: int, x: int, y: int, facing: int) -> States:
    """A copy in which the tile lies there, whatever the rules say."""
    copy = states.copy()
    s = copy[0]
    for place in ("reserve", "away"):
        s[place] &= ~(1 << tile)
    s["hand"] &= ~(1 << tile)
    other = (x + int(sky.STEP_X[facing]), y + int(sky.STEP_Y[facing]))
    for (at_x, at_y), half in zip(((x, y), other), TILE_HALVES[TILE_NAMES[tile]], strict=True):
        s["cell"][sky.square_at(at_x, at_y)] = half | OCCUPIED
        s["west"], s["east"] = min(s["west"], at_x), max(s["east"], at_x)
        s["north"], s["south"] = min(s["north"], at_y), max(s["south"], at_y)
    s["laid"][s["laid_n"]] = tile, x, y, facing
    s["laid_n"] += 1
    return copy


@pytest.mark.rules("OP-4.2", "OP-4.4", "OP-4.6", "OP-4.7")
def test_each_reason_stands_for_the_invariant_that_would_break() -> None:
    """OP-4.2, OP-4.4, OP-4.6, OP-4.7: laid all the same, the tile breaks just what the reason says."""
    seen = dict.fromkeys(["", "NOT_ADJACENT", "OUT_OF_GRID", "ROW_OVER_13", "CLOSED_ZONE"], 0)
    for match, choose in random_turns(games=36, share=0.3):
        for _ in range(40):
            tile, x, y, facing = somewhere(match, choose)
            other = (x + int(sky.STEP_X[facing]), y + int(sky.STEP_Y[facing]))
            reason = code(actions.why_not(match.position.states, tile, x, y, facing))
            if reason == "OCCUPIED" or max(map(abs, other)) > EDGE:
                continue
            broken = engine.broken(laid_anyway(match.position.states, tile, x, y, facing))
            if reason == "NOT_ADJACENT":
                assert broken == TOGETHER
            elif reason == "OUT_OF_GRID":
                # Too many marks are noticed first where both are wrong.
                assert broken in (GRID, ROWS)
            elif reason == "ROW_OVER_13":
                assert broken == ROWS
            elif reason == "CLOSED_ZONE":
                assert broken == SHUT_IN
            else:
                assert broken not in GEOMETRY
            seen[reason] += 1
    assert min(seen.values()) > 20, f"some reason was hardly met: {seen}"


@pytest.mark.parametrize("closed_zone", ["side", "corner"])
@pytest.mark.rules("OP-4.6")
def test_a_closed_zone_is_refused_exactly_where_a_square_would_be_shut_in(closed_zone: str) -> None:
    """OP-4.6: every pair of squares of some crowded skies, with the tile of fewest marks."""
    refused = 0
    for seed in range(6):
        choose = random.Random(seed)
        match = Match("ophiuchus", 1, seed, closed_zone=closed_zone)
        while not match.over and match.position.states[0]["laid_n"] < 18:
            match.act(choose.choice(match.position.legal()))
        tile = tiles_to_lay(match.position.states)[0]
        for x, y, facing in product(range(-EDGE + 1, EDGE), range(-EDGE + 1, EDGE), (0, 1)):
            reason = code(actions.why_not(match.position.states, tile, x, y, facing))
            if reason in ("", "CLOSED_ZONE"):
                broken = engine.broken(laid_anyway(match.position.states, tile, x, y, facing))
                assert (reason == "CLOSED_ZONE") == (broken == SHUT_IN)
                refused += reason == "CLOSED_ZONE"
    assert refused > 10


def test_a_tile_that_fits_can_be_laid_and_leaves_all_sums_right() -> None:
    for match, choose in random_turns(games=24, share=0.3):
        for _ in range(30):
            tile, x, y, facing = somewhere(match, choose)
            if actions.why_not(match.position.states, tile, x, y, facing) == 0:
                copy = match.position.states.copy()
                copy[0]["reserve"] &= ~(1 << tile)
                copy[0]["hand"] &= ~(1 << tile)
                copy[0]["phase"] = AT
                copy[0]["full_deal"] = 1  # there a hand may be short of a tile
                sky.lay_at(as_argument(copy), tile, x, y, facing)
                assert engine.broken(copy) == 0


@pytest.mark.rules("OP-3.2")
def test_the_tiles_squares_and_directions_offered_are_those_that_fit() -> None:
    """OP-3.2, and section 7.2: a tile with two equal halves faces E or S only."""
    for match, choose in random_turns(games=30, share=0.15):
        hand = [action.tile for action in match.legal_actions()]
        view = match.view(match.actor)
        for name in view.seats[match.actor].hand:
            tile = TILE_NAMES.index(name)
            facings = (0, 1) if name == "T27" else range(4)
            fits = {
                (x, y): [f for f in facings if actions.why_not(match.position.states, tile, x, y, f) == 0]
                for x, y in product(range(-EDGE, EDGE + 1), repeat=2)
            }
            fits = {square: found for square, found in fits.items() if found}
            assert (name in hand) == bool(fits)
            if not fits:
                continue
            taken = match.copy()
            taken.act(f"take {name}")
            offered = [(a.x, a.y) for a in taken.legal_actions()]
            assert sorted(offered) == sorted(fits)
            x, y = choose.choice(offered)
            taken.act(f"at {x},{y}")
            if len(fits[x, y]) > 1:
                asked = [a.facing for a in taken.legal_actions()]
                assert asked == [DIRECTIONS[f] for f in fits[x, y]]
            else:
                assert taken.view().sky[-1].facing == DIRECTIONS[fits[x, y][0]]
