"""Ophiuchus: what a seat, a spectator or, after the end, everyone may see.

This is the one place that hides: everything a person or program is shown goes through ``view``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
import numpy as np

from parapegma.core import engine
from parapegma.core.compiled.arrays import MOST_CHOICES, States, as_argument, new_states
from parapegma.core.view_tools import cached_by_position, numbers_of, options_of
from parapegma.games.ophiuchus.components import (
    ALL_TILES,
    CARD_NAMES,
    CARDS,
    GRID,
    PENALTY,
    ROW_LIMIT,
    SOLO_TITLES,
    SYMBOLS,
    TILE_HALVES,
    TILE_NAMES,
)
from parapegma.games.ophiuchus.options import OPTIONS
from parapegma.games.ophiuchus.rules.turn import ways_at
from parapegma.games.ophiuchus.state import (
    AT,
    CLAIM,
    DIRECTIONS,
    ENDINGS,
    FACING,
    ORIGIN,
    OVER,
    PHASES,
    SIDE,
    STATE,
    TAKE,
)
from parapegma.games.ophiuchus.types import Box, Card, Halves, LaidTile, Limits, Options, Seat, View, Way

ASKED = (
    "Take up a tile to lay.",
    "Choose a square for half A.",
    "Choose which way half B lies.",
    "Several constellations are matched: claim one.",
    "A row of exactly 13: take a token or draw two.",
    "Put one tile of your hand back.",
    "",
)

"""What the seat to move is asked, by phase."""
LASTING = frozenset({"game", "seat", "players", "options", "limits", "cards", "tiles"})
"""Parts of a view that stay the same throughout a match, for the same viewer."""
_numbers = numbers_of(STATE)
_options = options_of(STATE, OPTIONS, Options)


def marks_of(half: int) -> str:
    """The symbols of a half as letters; a blank half is empty."""
    return "".join(symbol for i, symbol in enumerate(SYMBOLS) if half >> i & 1)


# What never changes is made once; nobody may write into it.
_TILES: dict[str, Halves] = {name: (marks_of(one), marks_of(two)) for name, (one, two) in TILE_HALVES.items()}
_CARDS = {
    card.id: Card(shape=card.shape, size=card.size, rule=card.rule, symbol=card.symbol, points=card.points)
    for card in CARDS
}
_LIMITS = Limits(grid=GRID, row=ROW_LIMIT, penalty=PENALTY)


def tiles_of(bits: int) -> list[str]:
    """The names of a set of tiles."""
    return [name for i, name in enumerate(TILE_NAMES) if bits >> i & 1] if bits else []


def cards_of(bits: int) -> list[str]:
    """The names of a set of cards."""
    return [name for i, name in enumerate(CARD_NAMES) if bits >> i & 1] if bits else []


_cards = lru_cache(maxsize=4096)(cards_of)
_tiles = lru_cache(maxsize=4096)(tiles_of)


def sky_of(states: States) -> list[LaidTile]:
    """The tiles laid, in order."""
    laid = states["laid"][0].tolist()
    return [_laid(*laid[n]) for n in range(int(states[0]["laid_n"]))]


@lru_cache(maxsize=4096)
def _laid(tile: int, x: int, y: int, facing: int) -> LaidTile:
    """A tile that lies in the sky, made once."""
    name = TILE_NAMES[tile]
    return LaidTile(tile=name, x=x, y=y, facing=DIRECTIONS[facing], halves=_TILES[name])


def title_of(score: int) -> str:
    """The title a score earns in the game for one (OP-9.3)."""
    earned = SOLO_TITLES[0][1]
    for least, title in SOLO_TITLES:
        if score >= least:
            earned = title
    return earned


def view(states: States, seat: int | None) -> View:
    """All that ``seat`` may see; ``None`` is a spectator."""
    table = _table(states)
    if seat is None:
        return table
    s = _numbers(states)
    hand = int(states["hand"][0, seat])
    unseen = _tiles(_unseen(states, s, hand))
    if s.phase == OVER:
        return msgspec.structs.replace(table, seat=seat, unseen=unseen)
    seats = [*table.seats]
    seats[seat] = msgspec.structs.replace(seats[seat], hand=_tiles(hand))
    if seat != s.to_move:
        return msgspec.structs.replace(table, seat=seat, unseen=unseen, seats=seats)
    laying = s.phase in (TAKE, AT, FACING)
    return msgspec.structs.replace(
        table,
        seat=seat,
        unseen=unseen,
        seats=seats,
        phase=PHASES[s.phase],
        asked=ASKED[s.phase],
        picked=TILE_NAMES[s.picked] if s.picked >= 0 else None,
        square=(s.square % SIDE - ORIGIN, s.square // SIDE - ORIGIN) if s.square >= 0 else None,
        playable=_tiles(s.playable) if laying else None,
        placements=_placements(states, s) if laying else None,
    )


@cached_by_position(STATE)
def _table(states: States) -> View:
    """What a spectator may see."""
    s = _numbers(states)
    players = s.players
    over = s.phase == OVER
    # Which tile has been taken up shows only when it lies on the table.
    phase = TAKE if s.phase in (AT, FACING) else s.phase
    points = engine.scores(states)
    hands, won, tokens = (states[name][0].tolist() for name in ("hand", "won", "tokens"))
    return View(
        seat=None,
        players=players,
        to_move=None if over else s.to_move,
        start=s.start,
        phase=PHASES[phase],
        asked=ASKED[phase],
        options=_options(states),
        sky=sky_of(states),
        limits=_LIMITS,
        box=Box(west=s.west, east=s.east, north=s.north, south=s.south),
        reserve=s.reserve.bit_count(),
        supply=s.supply,
        firmament=_cards(s.firmament),
        cards=_CARDS,
        seats=[
            Seat(
                hand=_tiles(hands[i]) if over else None,
                hand_size=hands[i].bit_count(),
                cards=_cards(won[i]),
                tokens=tokens[i],
                score=points[i],
            )
            for i in range(players)
        ],
        tiles=_TILES,
        unseen=_tiles(_unseen(states, s, 0)),
        away=_tiles(s.away),
        picked=None,
        square=None,
        playable=None,
        placements=None,
        matched=_cards(s.matched) if phase == CLAIM else [],
        ended=(ENDINGS[s.ended] or None) if over else None,
        title=title_of(points[0]) if over and players == 1 else None,
    )


def _placements(states: States, s: Any) -> dict[str, list[Way]]:
    """Where each tile may lie, and what would follow, by the rules themselves: each way is tried.

    Nothing of it depends on what is drawn afterwards, so the mover could work it out from what he sees
    (OP-1.10).
    """
    tiles = engine.legal(states) if s.phase == TAKE else [s.picked]
    room = new_states(STATE, 2)
    room[0] = states[0]
    # A sky of 26 tiles has at most 106 squares beside it, so there are at most 8 * 106 ways.
    squares = np.empty(MOST_CHOICES, np.int64)
    out = np.empty((MOST_CHOICES, 8), np.int64)
    found: dict[str, list[Way]] = {}
    for tile in tiles:
        n = ways_at(as_argument(room), tile, as_argument(squares), as_argument(out))
        found[TILE_NAMES[tile]] = [
            (x, y, DIRECTIONS[facing], (along, across_a, across_b), _cards(cards), bonus == 1)
            for x, y, facing, along, across_a, across_b, cards, bonus in out[:n].tolist()
        ]
    return found


def _unseen(states: States, s: Any, own: int) -> int:
    """The tiles that lie in no place a seat can see that holds the tiles ``own``."""
    seen: int = s.away | own
    for tile in states["laid"][0, : s.laid_n, 0].tolist():
        seen |= 1 << tile
    return ALL_TILES & ~seen
